"""What exists is documented."""

import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Table

from modelspan.__main__ import main
from modelspan.app import commands
from modelspan.domain import records
from modelspan.store import lookup, opening, reading, schema
from modelspan.store.layout import APPLICATION_ID, SCHEMA
from tests.shots.guide import PAGE, questions

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


GUIDE = PAGE.read_text("utf-8")
KEYS = {key for action in commands.registry() for key in action.keys}
KEY = re.compile(r"(?:Ctrl|Shift|Alt)\+\S+|F\d+|Return|Esc|PgUp|PgDown|Home|End|Del|[A-Z0-9]|[/?\[\].,]")


def test_the_guide_answers_six_questions_in_three_actions_each() -> None:
    assert [question.number for question in questions()] == [1, 2, 3, 4, 5, 6]
    for question in questions():
        assert 1 <= len(question.steps) <= 3, question.title


def test_the_keys_of_the_guide_are_keys_of_the_program() -> None:
    said = {word for word in re.findall(r"`([^`\n]+)`", GUIDE) if KEY.fullmatch(word)}
    assert {"/", "Return", "Ctrl+Shift+V", "F1", "M", "0"} <= said
    assert not sorted(said - KEYS)
    pressed = {word for question in questions() for word in re.findall(r"[Pp]ress `([^`]+)`", " ".join(question.steps))}
    assert not sorted(pressed - KEYS)


def test_a_key_that_is_none_would_be_seen() -> None:
    assert KEY.fullmatch("Ctrl+Shift+Y")
    assert "Ctrl+Shift+Y" not in KEYS


@pytest.mark.parametrize(
    "page", sorted([*PAGE.parent.glob("*.md"), PAGE.parents[1] / "README.md"]), ids=lambda p: p.name
)
def test_pictures_and_pages_a_page_names_are_there(page: Path) -> None:
    for target in re.findall(r"]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_every_picture_of_the_folder_is_shown_somewhere() -> None:
    text = GUIDE + (PAGE.parents[1] / "README.md").read_text("utf-8")
    assert not [path.name for path in (PAGE.parent / "pictures").iterdir() if path.name not in text]
