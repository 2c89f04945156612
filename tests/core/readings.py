"""What every reader of a format is held to: its outcomes add up, its keys and sources are sound, nothing crashes it."""

from __future__ import annotations

import gzip
import json
import math
import random
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import strategies as st

from modelspan.domain.drafts import Draft, Reading
from modelspan.formats.file import File, unpacked

OWN = Path(__file__).parents[1] / "samples"
REAL = Path(__file__).parents[2] / ".." / "shared" / "samples"

# Values of every type, and texts that look like others.
ODD = (
    None, True, False, 0, -1, 2**70, 0.5, float("nan"), float("inf"), "", " ", "NaN", "N/A", "1970-01-01",
    "2026-02-30", "0202-07-30", "2026-07?", "next week", "-1", "1e400", "1_0", "a|b", "free", "\ud800", "x" * 300, [],
    {}, [7], [[]], [{}], {"": 1}, {"base": {}}, {"models": []},
)  # fmt: skip
strange = st.one_of(
    st.sampled_from(ODD), st.integers(-(2**70), 2**70), st.text(max_size=12), st.floats(),
    st.lists(st.integers(), max_size=2), st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)  # fmt: skip


def own(name: str) -> File:
    """A small file made for the tests."""
    return unpacked(name, (OWN / name).read_bytes())


def real(name: str) -> File:
    """A file as people download it; the test is skipped where it is not at hand."""
    path = REAL / name
    if not path.is_file():
        pytest.skip(f"{name} is not here")
    return unpacked(name, path.read_bytes())


def bare(file: File) -> Any:
    """The file by the standard library alone, to count by."""
    return json.loads(gzip.decompress(file.data) if file.data.startswith(b"\x1f\x8b") else file.data)


def written(name: str, whole: Any) -> File:
    """A file of that content."""
    return File(name, json.dumps(whole).encode())


def withstands(format_: ModuleType, name: str, versions: Iterable[Any]) -> None:
    """Whatever a file is like, it is read to outcomes that add up."""
    for whole in versions:
        file = written(name, whole)
        format_.sniff(file)
        sound(format_.read(file))


def sound(reading: Reading) -> Reading:
    """The reading, checked for what must hold of every one."""
    tally = reading.tally
    assert tally.records == tally.mapped + tally.failed + sum(tally.skipped.values())
    assert tally.failed <= len(tally.problems)
    assert all(problem.where == tally.file and problem.text.endswith(".") for problem in tally.problems)
    keys = [draft.event.key for draft in reading.drafts]
    assert len(keys) == len(set(keys))
    sources = {source.id for source in reading.sources}
    assert len(sources) == len(reading.sources)
    for draft in reading.drafts:
        event = draft.event
        assert event.sources
        assert {citation.source_id for citation in event.sources} <= sources
        assert not event.subject_id
        assert draft.subject
        assert draft.subject.id or draft.subject.name
        str(event.when)
        for quantity in event.quantities:
            assert quantity.published
            assert quantity.value is not None
            assert math.isfinite(quantity.value)
    return reading


def by_key(reading: Reading) -> dict[str, Draft]:
    """The drafts by key."""
    return {draft.event.key: draft for draft in reading.drafts}


def mangled(whole: Any, cells: list[Any], seed: int) -> Any:
    """A copy with values somewhere replaced, as many keys lost and one added."""
    copy, chance = json.loads(json.dumps(whole)), random.Random(seed)
    for cell in map(deepcopy, cells):  # or it may come to stand in itself
        places = list(inner(copy))
        if not places:
            return copy
        holder, name = chance.choice(places)
        holder[name] = cell
        holder, name = chance.choice(list(inner(copy)))
        if isinstance(holder, dict):
            holder["".join(chance.choices("abc ", k=3))] = None
        del holder[name]
    return copy


def riddled(whole: Any, seed: int, share: float = 0.01) -> Any:
    """A copy in which a share of all values is odd, gone, or stands under another name."""
    copy, chance = json.loads(json.dumps(whole)), random.Random(seed)
    for holder, name in inner(copy):
        if chance.random() < share and (isinstance(holder, list) or name in holder):
            kept = holder[name]
            holder[name] = deepcopy(chance.choice(ODD))
            if isinstance(holder, dict) and chance.random() < 0.5:
                del holder[name]
                holder[f"{name}_new"] = kept
    return copy


def spoilt(whole: Any) -> Iterator[Any]:
    """Copies of which each has one value replaced by an odd one: every value by every odd one; and one key lost."""
    for cell in ODD:
        yield cell
    copy = json.loads(json.dumps(whole))
    for holder, name in inner(copy):
        kept = holder[name]
        for cell in ODD:
            holder[name] = cell
            yield copy
        holder[name] = kept
        if isinstance(holder, dict):
            del holder[name]
            yield copy
            holder[name] = kept


def inner(whole: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree of JSON: its holder and its name there."""
    found: list[tuple[Any, Any]] = []
    waiting = [whole]
    while waiting:
        part = waiting.pop()
        names = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for name in names:
            found.append((part, name))
            waiting.append(part[name])
    return found


def shuffled(whole: Any, seed: int = 7) -> Any:
    """A copy with all lists of tables and all tables in another order."""
    if isinstance(whole, dict):
        items = [(name, shuffled(value, seed)) for name, value in whole.items()]
        random.Random(seed).shuffle(items)
        return dict(items)
    if isinstance(whole, list):
        parts = [shuffled(part, seed) for part in whole]
        if all(isinstance(part, dict) for part in parts):
            random.Random(seed).shuffle(parts)
        return parts
    return whole


def claims(formats: tuple[ModuleType, ...], file: File) -> list[str]:
    """The formats that take a file for theirs."""
    return [format_.NAME for format_ in formats if format_.sniff(file)]
