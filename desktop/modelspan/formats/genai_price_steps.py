"""The prices of one model of genai-prices: plain or in steps, by hours of the day, by tier, by number of tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from modelspan.domain.dates import When
from modelspan.domain.records import Quantity
from modelspan.formats.fields import Fields, day_of, shortened
from modelspan.formats.prices import PER_MILLION_TOKENS, PriceError, price

UNITS = {
    "_mtok": PER_MILLION_TOKENS,
    "_kcount": "USD/1000",
    "_mchars": "USD/Mchar",
    "_hours": "USD/h",
    "_gpixels": "USD/Gpx",
    "_kpages": "USD/1000 pages",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Prices with the day they begin and what they hold for."""

    prices: dict[str, Any]
    start: When | None = None
    printed: str = ""
    conditions: str = ""


def start_of(step: object) -> str:
    """The day a step begins, as printed; empty where it has none."""
    constraint = step.get("constraint") if isinstance(step, dict) else None
    start = constraint.get("start_date") if isinstance(constraint, dict) else None
    return start.strip() if isinstance(start, str) else ""


def steps(fields: Fields) -> Iterator[Step]:
    """The prices of a model: one table, or steps of which each may begin on a day or hold for hours of the day."""
    whole = fields.raw.get("prices")
    if isinstance(whole, dict):
        yield Step(prices=whole)
    elif isinstance(whole, list):
        yield from conditional(fields, "prices", whole)
    elif whole is not None:
        fields.wrong("prices", "a table or a list of steps")
    if "price_variants" in fields.raw:
        yield from conditional(fields, "price_variants", fields.listed("price_variants"))


def conditional(fields: Fields, where: str, listed: list[Any]) -> Iterator[Step]:
    """The steps of a list. One whose conditions cannot be read is left out: its price would be taken for the plain."""
    for number, raw in enumerate(listed, start=1):
        if not isinstance(raw, dict):
            fields.problem(where, f"Number {number} is not a table.")
            continue
        row, problems = Fields(raw, f"{fields.record}/{where} {number}", fields.tally), len(fields.tally.problems)
        prices, limits, tier = row.table("prices"), row.table("constraint"), row.table("when")
        if raw.get("prices") is None:
            row.problem("prices", "There is no table of prices.")
        printed, start = start_of(raw), None
        if limits.get("start_date") is not None:
            start, wrong = day_of(printed) if printed else (None, "")
            if start is None or start.start is None:
                row.problem("constraint.start_date", wrong or f"{shortened(limits['start_date'])} is no day.")
        if len(fields.tally.problems) == problems:
            yield Step(prices=prices, start=start, printed=printed, conditions=", ".join(said(limits, tier)))


def said(limits: dict[str, Any], tier: dict[str, Any]) -> Iterator[str]:
    """What a price holds for: hours of the day, whatever limits come with later versions, a tier."""
    if "start_time" in limits or "end_time" in limits:
        yield hours(limits)
    for name in sorted(limits.keys() - {"start_date", "start_time", "end_time", "type"}):
        yield f"{name.replace('_', ' ')} {limits[name]}"
    for name in sorted(tier):
        yield f"{name.replace('_', ' ')} {tier[name]}"


def hours(limits: dict[str, Any]) -> str:
    """The hours of the day in which a price holds."""
    return f"from {limits.get('start_time', '?')} to {limits.get('end_time', '?')}"


def priced(fields: Fields, step: Step) -> list[Quantity]:
    """The amounts of a step."""
    found: list[Quantity] = []
    for name, value in step.prices.items():
        metric, unit = measured(name)
        where = f"prices.{name}"
        if not unit:
            fields.problem(where, "This is no price known here.")
        elif not isinstance(value, dict):
            found += one(fields, where, metric, value, unit, step.conditions)
        elif "base" in value:
            found += tiered(fields, where, metric, value, unit, step.conditions)
        else:  # tool_use_kcount: {web_search: 10}
            stem = metric.removesuffix("_price")
            for tool, amount in value.items():
                found += one(fields, f"{where}.{tool}", f"{stem}_{tool}_price", amount, unit, step.conditions)
    return found


@lru_cache(maxsize=1024)
def measured(name: str) -> tuple[str, str]:
    """The metric of a price, and its unit by the end of its name; no unit for names not known here."""
    for end, unit in UNITS.items():
        if name.endswith(end):
            return f"{name.removesuffix(end)}_price", unit
    return name, ""


def tiered(
    fields: Fields, where: str, metric: str, value: dict[str, Any], unit: str, conditions: str
) -> list[Quantity]:
    """A price that depends on the number of input tokens: the base, and one from each threshold on for all tokens."""
    found = one(fields, f"{where}.base", metric, value.get("base"), unit, conditions)
    tiers = value.get("tiers")
    if tiers is not None and not isinstance(tiers, list):
        fields.problem(f"{where}.tiers", f"{shortened(tiers)} is not a list.")
        return found
    for number, tier in enumerate(tiers or [], start=1):
        start = tier.get("start") if isinstance(tier, dict) else None
        if not isinstance(tier, dict) or not isinstance(start, int) or isinstance(start, bool):
            fields.problem(f"{where}.tiers", f"Number {number} has no whole number of tokens to start at.")
            continue
        above = ", ".join([part for part in (conditions, f"over {start:,} input tokens") if part])
        found += one(fields, f"{where}.tiers", metric, tier.get("price"), unit, above)
    return found


def one(fields: Fields, where: str, metric: str, value: object, unit: str, conditions: str) -> list[Quantity]:
    """One amount; none where it is absent or a problem."""
    try:
        amount = price(metric, value, unit=unit, conditions=conditions)
    except PriceError as error:
        fields.problem(where, str(error))
        return []
    return [amount] if amount else []
