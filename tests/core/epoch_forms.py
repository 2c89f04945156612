"""What the tests of Epoch AI's tables share: samples, spoilt copies, and what every reading owes."""

from __future__ import annotations

import csv
import io
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from modelspan.domain.drafts import Draft, Reading
from modelspan.domain.records import Evidence
from modelspan.formats.file import File, unpacked

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "tests" / "samples"
REAL = ROOT.parent / "shared" / "samples"
FORMATS = ("epoch_models", "epoch_benchmarks", "epoch_hardware", "epoch_clusters", "epoch_data_centers")

ODD_CELLS = st.one_of(
    st.sampled_from([
        "", " ", "NaN", "nan", "inf", "-1", "1e400", "1970-01-01", "0202-07-30", "2026\u201108\u201126", "Q4 2024",
        "next week", "5/6/2026", "http://[", "https://", '"', '"a,b"', "a\nb", "\x00", "[x](y)", "True", "None",
        "2026-13-45", "9999-12-31", "Planned", "Existing", "_high", "|", "=", "?", "1_000", "\u0663",
    ]),
    st.text(max_size=20),
)  # fmt: skip


def own(name: str) -> File:
    return unpacked(name, (OWN / name).read_bytes())


def real(name: str) -> File:
    path = REAL / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    return unpacked(name, path.read_bytes())


def raw(file: File) -> list[dict[str, str]]:
    """The rows as the standard library reads them, apart from the code under test."""
    return list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))


def written(file: File, header: list[str], rows: list[dict[str, str]]) -> File:
    """A table of the same name with other columns or rows."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([row.get(column) or "" for column in header] for row in rows)
    return File(file.name, text.getvalue().encode("utf-8", "replace"))


def owes(reading: Reading, records: int) -> None:
    """Every record has one outcome, keys are unique, and whatever is cited is there."""
    tally = reading.tally
    assert tally.records == records == tally.mapped + tally.failed + sum(tally.skipped.values())
    assert all(tally.skipped)
    assert len(tally.problems) >= tally.failed
    assert all(problem.where == tally.file and problem.record and problem.text for problem in tally.problems)
    keys = [draft.event.key for draft in reading.drafts]
    assert len(keys) == len(set(keys))
    assert len(reading.drafts) >= tally.mapped
    sources = {source.id for source in reading.sources}
    assert len(sources) == len(reading.sources)
    for draft in reading.drafts:
        event = draft.event
        assert event.sources
        assert {citation.source_id for citation in event.sources} <= sources
        assert event.licence == "CC-BY-4.0"
        assert event.evidence in (Evidence.SECONDARY, Evidence.PUBLISHED, Evidence.OBSERVED, Evidence.DERIVED)
        assert draft.subject is not None
        assert draft.subject.id or draft.subject.name
        assert str(event.when)
        for amount in event.quantities:
            assert amount.unit
            assert amount.published


def by_key(reading: Reading) -> dict[str, Draft]:
    return {draft.event.key: draft for draft in reading.drafts}


def read_again(format_: Any, file: File) -> Reading:
    """A reading, which must be the same a second time and from any order of the rows."""
    first: Reading = format_.read(file)
    assert first == format_.read(File(file.name, file.data))
    rows = raw(file)
    random.Random(7).shuffle(rows)
    shuffled: Reading = format_.read(written(file, list(rows[0]), rows))
    assert by_key(shuffled) == by_key(first)
    assert shuffled.tally.skipped == first.tally.skipped
    assert shuffled.tally.failed == first.tally.failed
    assert shuffled.sources == first.sources
    assert {named.name or named.id for named in shuffled.alone} == {named.name or named.id for named in first.alone}
    return first


def lacking(format_: Any, file: File) -> None:
    """Without any one of its columns, a table that is still told is still read to the end."""
    rows = raw(file)
    for gone in rows[0]:
        spoilt = written(file, [column for column in rows[0] if column != gone], rows)
        filled = [row for row in rows if any(cell for column, cell in row.items() if column != gone)]
        if format_.sniff(spoilt):
            owes(format_.read(spoilt), len(filled))


def spoil(format_: Any, file: File, cells: list[tuple[int, int, str]]) -> None:
    """With cells replaced by whatever, a table is read to the end."""
    rows = raw(file)
    header = list(rows[0])
    for row, column, text in cells:
        rows[row % len(rows)][header[column % len(header)]] = text
    spoilt = written(file, header, rows)
    if format_.sniff(spoilt):
        owes(format_.read(spoilt), len(spoilt.rows))


def claimed_by(file: File) -> list[str]:
    return [name for name in FORMATS if import_module(f"modelspan.formats.{name}").sniff(file)]


def claims_only(name: str, mine: set[str]) -> None:
    """A format claims its own among all samples, ours and real ones."""
    format_ = import_module(f"modelspan.formats.{name}")
    samples = [path for folder in (OWN, REAL) if folder.is_dir() for path in folder.iterdir() if path.is_file()]
    claimed = {path.name for path in samples if format_.sniff(unpacked(path.name, path.read_bytes()))}
    assert claimed == {path.name for path in samples if path.name in mine}
    for path in samples:
        if path.name in mine:
            renamed = unpacked("download.txt", path.read_bytes())
            assert claimed_by(renamed) == [name]
