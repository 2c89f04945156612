"""The prices of an entry of LiteLLM's map, to quantities: per token to per million tokens, with what a price holds for.

The map has a field for each component, tier and threshold: `input_cost_per_token_above_272k_tokens_priority`. A name is
taken apart from its end; one that leaves a rest is not known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from modelspan.domain.records import Quantity
from modelspan.formats.fields import Fields, measure
from modelspan.formats.prices import PER_MILLION_TOKENS, PriceError, amount, printed

MILLION = 6  # places from a price per one to a price per million


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a field prices, in which unit, how far the decimal point moves, and what the price holds for."""

    metric: str
    unit: str
    shift: int = 0
    conditions: str = ""


def tokens(metric: str) -> Meaning:
    """A price per token."""
    return Meaning(metric, PER_MILLION_TOKENS, MILLION)


STEMS = {
    "input_cost_per_token": tokens("input_price"),
    "output_cost_per_token": tokens("output_price"),
    "output_cost_per_reasoning_token": tokens("output_reasoning_price"),
    "cache_read_input_token_cost": tokens("cache_read_price"),
    "input_cost_per_token_cache_hit": tokens("cache_read_price"),
    "explicit_cache_read_input_token_cost": replace(tokens("cache_read_price"), conditions="explicit cache"),
    "cache_creation_input_token_cost": tokens("cache_write_price"),
    "cache_read_input_audio_token_cost": tokens("cache_audio_read_price"),
    "cache_creation_input_audio_token_cost": tokens("cache_audio_write_price"),
    "cache_read_input_image_token_cost": tokens("cache_image_read_price"),
    "input_cost_per_audio_token": tokens("input_audio_price"),
    "output_cost_per_audio_token": tokens("output_audio_price"),
    "input_cost_per_image_token": tokens("input_image_price"),
    "output_cost_per_image_token": tokens("output_image_price"),
    "input_cost_per_video_token": tokens("input_video_price"),
    "output_cost_per_video_token": tokens("output_video_price"),
    "citation_cost_per_token": tokens("citation_price"),
    "computer_use_input_cost_per_1k_tokens": Meaning("computer_use_input_price", PER_MILLION_TOKENS, 3),
    "computer_use_output_cost_per_1k_tokens": Meaning("computer_use_output_price", PER_MILLION_TOKENS, 3),
    "input_cost_per_character": Meaning("input_characters_price", "USD/Mchar", MILLION),
    "output_cost_per_character": Meaning("output_characters_price", "USD/Mchar", MILLION),
    "input_cost_per_pixel": Meaning("input_pixels_price", "USD/Mpx", MILLION),
    "output_cost_per_pixel": Meaning("output_pixels_price", "USD/Mpx", MILLION),
    "cost_per_second": Meaning("seconds_price", "USD/s"),
    "input_cost_per_second": Meaning("input_seconds_price", "USD/s"),
    "output_cost_per_second": Meaning("output_seconds_price", "USD/s"),
    "input_cost_per_audio_per_second": Meaning("input_audio_seconds_price", "USD/s"),
    "input_cost_per_video_per_second": Meaning("input_video_seconds_price", "USD/s"),
    "output_cost_per_video_per_second": Meaning("output_video_seconds_price", "USD/s"),
    "input_cost_per_image": Meaning("input_images_price", "USD/image"),
    "output_cost_per_image": Meaning("output_images_price", "USD/image"),
    "input_cost_per_query": Meaning("queries_price", "USD/query"),
    "input_cost_per_request": Meaning("requests_price", "USD/request"),
    "input_cost_per_text_message": Meaning("messages_price", "USD/message"),
    "google_maps_grounding_cost_per_query": Meaning("map_searches_price", "USD/query"),
    "search_context_cost_per_query": Meaning("web_searches_price", "USD/query"),
    "guardrail_cost_per_unit": Meaning("guardrail_units_price", "USD/unit"),
    "ocr_cost_per_page": Meaning("ocr_pages_price", "USD/page"),
    "ocr_cost_per_credit": Meaning("ocr_credits_price", "USD/credit"),
    "annotation_cost_per_page": Meaning("annotation_pages_price", "USD/page"),
    "code_interpreter_cost_per_session": Meaning("code_sessions_price", "USD/session"),
    "file_search_cost_per_1k_calls": Meaning("file_searches_price", "USD/1000"),
    "file_search_cost_per_gb_per_day": Meaning("file_storage_price", "USD/GB/day"),
    "vector_store_cost_per_gb_per_day": Meaning("vector_storage_price", "USD/GB/day"),
}
TIERS = {
    "batches": "batch", "batch_requests": "batch", "priority": "service tier priority", "flex": "service tier flex",
    "ultrafast": "service tier ultrafast", "balanced": "service tier balanced",
    "decisions": "service tier decisions", "premium_image": "premium image",
}  # fmt: skip
ENDINGS = (
    re.compile(r"_(?P<tier>batches|batch_requests|priority|flex|ultrafast|balanced|decisions|premium_image)"),
    re.compile(r"_above_(?P<kilo>\d{1,6})k_tokens"),
    re.compile(r"_above_(?P<hours>\d{1,3})hr"),
    re.compile(r"_above_(?P<seconds>\d{1,4})s_interval"),
    re.compile(r"_above_(?P<wide>\d{1,5})_and_(?P<high>\d{1,5})_pixels(?:_and)?"),
    re.compile(r"(?:(?<=_second)|(?<=_image))_(?P<size>\d{1,4}(?:\.\d)?[pkK]?)"),
)
PRICED = re.compile(r"cost|pric", re.IGNORECASE)  # what a field of money has in its name
OTHER_MONEY = re.compile(
    r"(?:in|out)put_dbu_cost_per_token|\w+_uplift_multiplier(?:_\w+)?"
)  # Databricks units, factors
STEPS, OFF_PEAK = "tiered_pricing", "off_peak_pricing"
READERS = {
    "search_context_cost_per_query": "table", "guardrail_cost_per_unit": "table", STEPS: "steps", OFF_PEAK: "quiet",
}  # fmt: skip
UNKNOWN = "This is no price known here."
RANGES = {"range": ("context", "tokens"), "max_results_range": ("", "results")}
ABOUT_HOURS = ("windows", "weekday_timezone")


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning | None:
    """What a field prices; None where its name is not known in full."""
    conditions: list[str] = []
    while name not in STEMS:
        found = next((found for ending in ENDINGS if (found := re.search(f"{ending.pattern}$", name))), None)
        if found is None or len(conditions) > len(ENDINGS):
            return None
        conditions.append(said(found))
        name = name[: found.start()]
    stem = STEMS[name]
    return replace(stem, conditions=joined(stem.conditions, *reversed(conditions)))


def said(ending: re.Match[str]) -> str:
    """What an ending of a name says."""
    (name, value), *more = [(name, value) for name, value in ending.groupdict().items() if value is not None]
    match name:
        case "tier":
            return TIERS[value]
        case "kilo":
            return f"context over {int(value) * 1000:,} tokens"
        case "hours":
            return f"kept over {value} h"
        case "seconds":
            return f"over {value} s"
        case "wide":
            return f"over {value}x{more[0][1]} pixels"
        case _:
            return value


@lru_cache(maxsize=16_384)  # lists repeat their prices from provider to provider
def priced(name: str, text: str, always: str, conditions: str) -> Quantity:
    """The quantity of a field. Raises PriceError."""
    meant = meaning(name)
    if meant is None:
        raise PriceError(UNKNOWN)
    return amount(meant.metric, text, meant.unit, meant.shift, joined(always, meant.conditions, conditions))


def joined(*conditions: str) -> str:
    """Conditions that hold together."""
    return ", ".join([one for one in conditions if one])


@lru_cache(maxsize=4096)
def reader_of(name: str) -> str:
    """How a field is read: as a price, a table of prices, steps, the quiet hours, no dollars; empty: not at all."""
    if OTHER_MONEY.fullmatch(name):
        return "other"
    if name in READERS:
        return READERS[name]
    return "price" if PRICED.search(name) else ""


class Amounts:
    """The prices of one entry as they come up; `always` is what all of them hold for."""

    def __init__(self, fields: Fields, always: str) -> None:
        self.fields, self.always = fields, always
        self.found: dict[tuple[str, str, str], Quantity] = {}

    def take(self, where: str, name: str, value: object, conditions: str = "") -> None:
        """One amount; one that is no price, or that another field gives otherwise, is a problem."""
        try:
            if not (text := printed(value)):
                return
            quantity = priced(name, text, self.always, conditions)
        except PriceError as error:
            self.fields.problem(where, str(error))
            return
        other = self.found.setdefault((quantity.metric, quantity.unit, quantity.conditions), quantity)
        if other is not quantity and other.value != quantity.value:
            self.fields.problem(where, f"{text} is not what another field gives for the same: {other.published}.")

    def each(self, name: str) -> None:
        """A table of the amounts of one price: by size of the context that is searched, by part of a guardrail."""
        table = self.fields.table(name)
        if len(set(map(str, table.values()))) == 1:
            self.take(name, name, next(iter(table.values())))
            return
        for part, value in table.items():
            self.take(f"{name}.{part}", name, value, part.removeprefix("search_context_size_").replace("_", " "))

    def steps(self) -> None:
        """Amounts by length of the context. A step without a range is left out: it would be taken for the plain."""
        for number, step in enumerate(self.fields.listed(STEPS), start=1):
            words = span(step) if isinstance(step, dict) else ""
            if not words:
                self.fields.problem(STEPS, f"Number {number} has no range.")
                continue
            for name, value in step.items():
                if name not in RANGES:
                    self.take(f"{STEPS} {number}.{name}", name, value, words)

    def off_peak(self) -> None:
        """Amounts in the hours that a provider calls quiet."""
        for name, value in self.fields.table(OFF_PEAK).items():
            if name not in ABOUT_HOURS:
                self.take(f"{OFF_PEAK}.{name}", name, value, "off-peak hours")


def span(step: dict[str, Any]) -> str:
    """The range of a step in words; empty where it has none."""
    for name, (what, unit) in RANGES.items():
        edges = step.get(name)
        if isinstance(edges, list) and len(edges) == 2:
            low, high = (measure(str(edge)) for edge in edges)
            if low is None or high is None:
                return ""
            parts = [f"over {low:,.0f}"] if low else []
            return f"{what} {' and '.join([*parts, f'up to {high:,.0f}'])} {unit}".strip()
    return ""


def prices(fields: Fields, always: str, left_out: dict[str, int]) -> tuple[Quantity, ...]:
    """The prices of an entry; `left_out` counts, by field, what is about money and no price in dollars."""
    amounts = Amounts(fields, always)
    for name, value in fields.raw.items():
        match reader_of(name):
            case "":
                continue
            case "other":
                left_out[name] = left_out.get(name, 0) + 1
            case "price":
                amounts.take(name, name, value)
            case "table" if isinstance(value, dict):
                amounts.each(name)
            case "table":
                amounts.take(name, name, value)
            case "steps":
                amounts.steps()
            case _:
                amounts.off_peak()
    return tuple(amounts.found.values())
