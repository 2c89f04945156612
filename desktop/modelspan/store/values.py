"""What a file may hold in its columns, and the sentence for what it may not: table, row, field and value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from modelspan.store.layout import COLUMNS, Holds
from modelspan.store.texts import UNSEEN

SAID = 40  # characters of a strange value in a sentence
NONE = type(None)
TYPES: dict[Holds, set[type]] = {
    Holds.TEXT: {str},
    Holds.ID: {str},
    Holds.WHOLE: {int},
    Holds.FLAG: {int},
    Holds.MAYBE_TEXT: {str, NONE},
    Holds.MAYBE_WHOLE: {int, NONE},
    Holds.MAYBE_FLAG: {int, NONE},
    Holds.MAYBE_REAL: {int, float, NONE},
}
NAMES = {bytes: "bytes", NONE: "nothing", int: "a number", float: "a fraction", str: "a text"}


def check(table: str, names: Sequence[str], columns: Sequence[Sequence[Any]]) -> None:
    """Refuse values that a column must not hold. Whole columns at once; the first one names the rows."""
    for name, values in zip(names, columns, strict=True):
        check_column(table, name, values, columns[0])


def check_column(table: str, name: str, values: Sequence[Any], rows: Sequence[Any]) -> None:
    """Refuse values that one column must not hold."""
    holds = COLUMNS[table][name]
    types = TYPES[holds] if isinstance(holds, Holds) else {str}
    if set(map(type, values)) - types:
        place = next(n for n, value in enumerate(values) if type(value) not in types)
        word = holds.value if isinstance(holds, Holds) else "a text"
        raise wrong(table, rows[place], name, f"{NAMES[type(values[place])]} in the place of {word}")
    if isinstance(holds, Holds):
        refused = REFUSED.get(holds)
        strange = {value for value in set(values) if refused(value)} if refused else set()
        reason = f"not {holds.value}"
    else:
        strange, reason = set(values) - words(holds), f"not a valid {holds.__name__}"
    if strange:
        place = next(n for n, value in enumerate(values) if value in strange)
        raise wrong(table, rows[place], name, f"{said(values[place])} is {reason}")


def words(closed: type[StrEnum]) -> set[str]:
    """The words of a closed list."""
    return {word.value for word in closed}


def no_flag(value: Any) -> bool:
    """Whether a number is neither 0 nor 1."""
    return value not in (0, 1, None)


def no_id(value: Any) -> bool:
    """Whether a text cannot name a row: nothing, or with characters that are not shown."""
    return not value or UNSEEN.search(value) is not None


REFUSED: dict[Holds, Callable[[Any], bool]] = {Holds.FLAG: no_flag, Holds.MAYBE_FLAG: no_flag, Holds.ID: no_id}


def check_once(table: str, ids: Sequence[Any]) -> None:
    """Refuse two current rows of one id."""
    if len(set(ids)) == len(ids):
        return
    seen: set[Any] = set()
    for name in ids:
        if name in seen:
            raise ValueError(f"{table} {said(name)} is there twice")
        seen.add(name)


def wrong(table: str, row: Any, name: str, text: str) -> ValueError:
    """What is wrong with one field of one row."""
    return ValueError(f"{table} {said(row)}, {name}: {text}")


def said(value: Any) -> str:
    """A value in a sentence, cut to a bearable length and on one line."""
    text = repr(value[: SAID + 1]) if isinstance(value, str | bytes) else repr(value)
    return text if len(text) <= SAID + 2 else f"{text[:SAID]}…"
