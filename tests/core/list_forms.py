"""What the tests of calendars, lists and tables of any kind share: outcomes that add up, and who claims which file."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from modelspan.domain.drafts import Reading
from modelspan.formats import calendar_file, catalogue_json, id_list, plain_table
from modelspan.formats.file import unpacked
from tests.core.readings import OWN, REAL

FORMATS: tuple[ModuleType, ...] = (calendar_file, catalogue_json, id_list, plain_table)
ALL = sorted(path for folder in (OWN, REAL) if folder.is_dir() for path in folder.iterdir())
ENTRIES = {
    "calendar.ics": "calendar_file", "copilot.yml": "id_list", "tracker.json": "id_list", "table.csv": "plain_table",
    "events.tsv": "plain_table",
}  # fmt: skip


def adds_up(reading: Reading) -> Reading:
    """The reading, checked for what must hold of every one. Notes are of no model, all else is of one."""
    tally = reading.tally
    assert tally.records == tally.mapped + tally.failed + sum(tally.skipped.values())
    assert tally.failed <= len(tally.problems)
    assert all(problem.where == tally.file and problem.record for problem in tally.problems)
    assert all(problem.text.endswith(".") and "\n" not in problem.text for problem in tally.problems)
    assert tally.mapped <= len(reading.drafts)
    keys = [draft.event.key for draft in reading.drafts]
    assert len(keys) == len(set(keys))
    sources = {source.id for source in reading.sources}
    for draft in reading.drafts:
        assert draft.event.sources
        assert {citation.source_id for citation in draft.event.sources} <= sources
        assert not draft.event.subject_id
        assert draft.subject is None or draft.subject.id or draft.subject.name
        assert str(draft.event.when)
    return reading


def sniffed(path: Path) -> list[str]:
    """Which of these formats claim a file of the samples."""
    file = unpacked(path.name, path.read_bytes())
    return [format_.NAME for format_ in FORMATS if format_.sniff(file)]
