"""The prices of an offering in models.dev, to quantities."""

from __future__ import annotations

from typing import Any

from modelspan.domain.records import Quantity
from modelspan.formats.fields import Fields
from modelspan.formats.prices import PER_MILLION_TOKENS, PriceError, price

METRICS = {
    "input": "input_price",
    "output": "output_price",
    "reasoning": "output_reasoning_price",
    "cache_read": "cache_read_price",
    "cache_write": "cache_write_price",
    "input_audio": "input_audio_price",
    "output_audio": "output_audio_price",
    "per_minute": "minute_price",
}
UNITS = {"per_minute": "USD/min"}


def prices(fields: Fields) -> list[Quantity]:
    """The prices of an offering: plain, above a length of context, and in other modes."""
    cost = Fields(fields.table("cost"), fields.record, fields.tally)
    found = priced(fields, "cost", cost.raw, "")
    seen = []
    for number, tier in enumerate(cost.listed("tiers"), start=1):
        if not isinstance(tier, dict):
            fields.problem("cost.tiers", f"Number {number} is not a table.")
            continue
        amounts = {name: value for name, value in tier.items() if name != "tier"}
        seen.append(amounts)
        found += priced(fields, "cost.tiers", amounts, tier_words(tier.get("tier"), number))
    above = cost.table("context_over_200k")
    if above and above not in seen:  # kept by the list beside the tiers for older readers
        found += priced(fields, "cost.context_over_200k", above, "context over 200,000 tokens")
    if "experimental" in fields.raw:
        found += in_modes(fields)
    return found


def in_modes(fields: Fields) -> list[Quantity]:
    """The prices of modes such as "fast"."""
    found: list[Quantity] = []
    modes = Fields(fields.table("experimental"), fields.record, fields.tally).table("modes")
    for name, mode in modes.items():
        if not isinstance(mode, dict):
            fields.problem(f"experimental.modes.{name}", "This is not a table.")
            continue
        cost = Fields(mode, fields.record, fields.tally).table("cost")
        found += priced(fields, f"experimental.modes.{name}", cost, f"{name} mode")
    return found


def tier_words(tier: object, number: int) -> str:
    """What a tier of prices holds for."""
    size, kind = (tier.get("size"), tier.get("type", "context")) if isinstance(tier, dict) else (None, None)
    if isinstance(kind, str) and isinstance(size, int) and not isinstance(size, bool):
        return f"{kind} over {size:,} tokens"
    return f"tier {number}"


def priced(fields: Fields, where: str, cost: dict[str, Any], conditions: str) -> list[Quantity]:
    """The amounts of one table of prices."""
    found: list[Quantity] = []
    for name, value in cost.items():
        metric = METRICS.get(name)
        if metric is None:
            if name not in ("tiers", "context_over_200k"):
                fields.problem(f"{where}.{name}", "This is no price known here.")
            continue
        try:
            amount = price(metric, value, unit=UNITS.get(name, PER_MILLION_TOKENS), conditions=conditions)
        except PriceError as error:
            fields.problem(f"{where}.{name}", str(error))
            continue
        if amount:
            found.append(amount)
    return found
