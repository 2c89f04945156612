"""The fields of one record of a JSON file, read by type: what is of another type is a problem that names the field."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from modelspan.domain.dates import DateError, When
from modelspan.domain.drafts import Tally
from modelspan.domain.spellings import parse

NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
LARGE, SMALL = 15, 30  # places before and behind the point
ABSENT = frozenset({"", "-", "—", "n/a", "na", "nan", "none", "null"})


@dataclass(frozen=True, slots=True)
class Fields:
    """A record, what problems call it, and where they are counted."""

    raw: dict[str, Any]
    record: str
    tally: Tally

    def problem(self, field: str, text: str) -> None:
        """Something of a field could not be read."""
        self.tally.problem(self.record, f"{field}: {text}")

    def wrong(self, field: str, what: str) -> None:
        """A field of another type than it should be."""
        self.problem(field, f"{shortened(self.raw.get(field))} is not {what}.")

    def text(self, field: str) -> str:
        """A text; empty where there is none."""
        value = self.raw.get(field)
        if value is None:
            return ""
        if isinstance(value, str):
            return value.strip()
        self.wrong(field, "a text")
        return ""

    def flag(self, field: str) -> bool | None:
        """true, false, or None where it is not said."""
        value = self.raw.get(field)
        if value is None or isinstance(value, bool):
            return value
        self.wrong(field, "true or false")
        return None

    def whole(self, field: str) -> int | None:
        """A count; None where there is none. Lists write 0 for what they do not know."""
        value = self.raw.get(field)
        if value is None or value == "":
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
            return value or None
        self.wrong(field, "a count")
        return None

    def table(self, field: str) -> dict[str, Any]:
        """A table; empty where there is none."""
        value = self.raw.get(field)
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        self.wrong(field, "a table")
        return {}

    def listed(self, field: str) -> list[Any]:
        """A list; empty where there is none."""
        value = self.raw.get(field)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self.wrong(field, "a list")
        return []

    def when(self, field: str) -> When | None:
        """A date; None where there is none or it is a problem."""
        value = self.raw.get(field)
        if value is None:
            return None
        if not isinstance(value, str):
            self.wrong(field, "a date")
            return None
        when, wrong = day_of(value)
        if wrong:
            self.problem(field, wrong)
        return when


@lru_cache(maxsize=16_384)  # models of one day stand in a list many times over
def day_of(text: str) -> tuple[When | None, str]:
    """A date, or what is wrong with it."""
    try:
        return parse(text), ""
    except DateError as error:
        return None, str(error)


def number(text: str) -> Decimal | None:
    """A decimal as programs write it; None for what is none, such as 1_000, infinity and $5."""
    return Decimal(text) if NUMBER.fullmatch(text) else None


def measure(text: str) -> Decimal | None:
    """A number that something was measured as; None for what is none, or so large or small that nobody measured it."""
    found = number(text)
    return found if found is not None and (not found or -SMALL <= found.adjusted() <= LARGE) else None


def shortened(value: object) -> str:
    """A value for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
