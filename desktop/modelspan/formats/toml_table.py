"""Typed access to one TOML table that reports what is wrong or unknown instead of stopping."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from modelspan.domain.dates import DateError, When, parse_edtf
from modelspan.domain.problems import Problem

Word = TypeVar("Word", bound=StrEnum)


@dataclass(slots=True)
class Table:
    """A table being read: `record` names it in problems; keys never asked for are reported by `finish`."""

    raw: dict[str, Any]
    where: str
    record: str
    problems: list[Problem]
    seen: set[str] = field(default_factory=set)

    def problem(self, text: str) -> None:
        """Report something about this record."""
        self.problems.append(Problem(self.where, self.record, text))

    def value(self, name: str) -> Any:
        """The raw value, None when absent."""
        self.seen.add(name)
        return self.raw.get(name)

    def text(self, name: str, default: str = "") -> str:
        """A string."""
        value = self.value(name)
        if value is None:
            return default
        if not isinstance(value, str):
            self.problem(f"{name} must be a text in quotes, not {value!r}.")
            return default
        return value

    def need(self, name: str) -> str:
        """A string that must be there."""
        if not (value := self.text(name)):
            self.problem(f"{name} is missing.")
        return value

    def number(self, name: str) -> float | None:
        """A number, written as one or as its decimal text."""
        value = self.value(name)
        if value is None:
            return None
        try:
            found = float(value)
            if isinstance(value, bool) or not math.isfinite(found):
                raise ValueError
            return found
        except (TypeError, ValueError, OverflowError):
            self.problem(f"{name} must be a number, not {value!r}.")
            return None

    def whole(self, name: str) -> int | None:
        """A whole number."""
        value = self.number(name)
        if value is not None and value != int(value):
            self.problem(f"{name} must be a whole number, not {value!r}.")
            return None
        return None if value is None else int(value)

    def flag(self, name: str) -> bool | None:
        """true, false or absent."""
        value = self.value(name)
        if value is not None and not isinstance(value, bool):
            self.problem(f"{name} must be true or false, not {value!r}.")
            return None
        return value

    def when(self, name: str) -> When | None:
        """An EDTF date."""
        text = self.text(name)
        if not text:
            return None
        try:
            return parse_edtf(text)
        except DateError as error:
            self.problem(f"{name}: {error}")
            return None

    def choice(self, name: str, kind: type[Word], default: Word) -> Word:
        """A word of a closed list."""
        text = self.text(name, default.value)
        try:
            return kind(text)
        except ValueError:
            self.problem(f"{name} is {text!r}; it must be one of {', '.join(kind)}.")
            return default

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self.value(name)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            self.problem(f"{name} must be a list of texts.")
            return ()
        return tuple(value)

    def tables(self, name: str, key: str = "key") -> list[Table]:
        """A list of tables; each is named by its own `key` under this record."""
        value = self.value(name)
        if value is None:
            return []
        if not isinstance(value, list):
            self.problem(f"{name} must be a list of tables.")
            return []
        found = []
        for index, raw in enumerate(value):
            if isinstance(raw, dict):
                label = raw.get(key) or raw.get("id") or f"{name} {index + 1}"
                prefix = f"{self.record}/" if self.record else ""
                found.append(Table(raw, self.where, f"{prefix}{label}", self.problems))
            else:
                self.problem(f"{name} {index + 1} must be a table, not {raw!r}.")
        return found

    def finish(self) -> None:
        """Report every key that nothing read, so that a misspelt one is not lost in silence."""
        for name in self.raw:
            if name not in self.seen:
                self.problem(f"{name} is not a key known here.")
