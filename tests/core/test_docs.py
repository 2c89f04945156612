"""What exists is documented."""

import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Table

from modelspan.__main__ import main
from modelspan.domain import records
from modelspan.store import lookup, opening, reading, schema
from modelspan.store.layout import APPLICATION_ID, SCHEMA

STORE = Path(__file__).parents[2] / "docs" / "store.md"
TEXT = STORE.read_text("utf-8")
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:])
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("table", schema.metadata.tables.values(), ids=lambda table: table.name)
def test_every_table_and_column_is_in_the_page(table: Table) -> None:
    named = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", SECTIONS[table.name], re.MULTILINE))))
    assert named == set(table.columns.keys())


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("entity", records.EntityKind),
        ("alias", records.AliasRole),
        ("event", records.Kind),
        ("event", records.Status),
        ("event", records.Evidence),
        ("event", records.Confidence),
        ("event", records.KnownBasis),
        ("event", records.Verdict),
        ("event_party", records.Role),
        ("quantity", records.Comparator),
        ("score", records.DateBasis),
        ("event_text", records.Question),
    ],
)
def test_closed_lists_are_whole(table: str, words: type[records.Kind]) -> None:
    assert not [word.value for word in words if f"`{word.value}`" not in SECTIONS[table]]


def test_the_numbers_of_the_file_are_right() -> None:
    assert f"({APPLICATION_ID}, `MSPN`)" in TEXT
    assert f"now **{SCHEMA}**" in TEXT


def test_the_store_written_by_hand_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLE, str(STORE), "exec"), {})
    path = tmp_path / "mine.sqlite"
    assert main(["info", "--store", str(path), "--today", "2026-11-30"]) == 0
    assert "models                 1" in capsys.readouterr().out
    found = lookup.details(path, "house-1")
    assert [str(event.when) for event in found.events] == ["2026-02-12", "[2027-09-14..2027-09-20]"]
    columns = reading.read(path).events
    assert [found.events[i].when.start for i in (0, 1)] == columns.start.tolist()
    assert [found.events[i].when.end for i in (0, 1)] == columns.end.tolist()


def test_the_tables_written_by_hand_are_those_of_the_program(tmp_path: Path, bundled_store: Path) -> None:
    ddl = re.search(r'TABLES = """(.*?)"""', EXAMPLE, re.DOTALL)
    assert ddl
    by_hand = sqlite3.connect(tmp_path / "hand.sqlite")
    by_hand.executescript(ddl[1])
    for table in schema.metadata.tables:
        wanted = f"SELECT name, type, pk FROM pragma_table_info('{table}')"
        with opening.connect(bundled_store) as ours:
            assert set(by_hand.execute(wanted)) == {
                (n, t.replace("FLOAT", "REAL"), k) for n, t, k in ours.execute(wanted)
            }
    by_hand.close()
