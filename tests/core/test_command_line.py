"""The words of the command line: what they pass on, and one sentence for wrong use."""

import sys
from datetime import date
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from modelspan import __version__
from modelspan.__main__ import main
from modelspan.app.request import SnapshotRequest
from modelspan.domain.dates import day


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the window and the painter were asked for; neither is there."""
    found: list[object] = []

    def snapshot(request: SnapshotRequest) -> int:
        found.append(request)
        return 0

    def run_window(store: Path | None, args: SimpleNamespace) -> int:
        found.append((store, args.today))
        return 0

    for name, function in (("picture", snapshot), ("run", run_window)):
        module = ModuleType(f"modelspan.ui.{name}")
        setattr(module, function.__name__, function)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return found


def test_no_word_opens_the_window(asked: list[object], tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    assert main(["--today", "2026-11-30"]) == 0
    assert main([str(tmp_path / "plain"), "--today", "2026-11"]) == 0
    assert main(["absent.sqlite", "--today", "2026-11-30"]) == 0
    assert asked == [
        (None, day(2026, 11, 30)),
        (tmp_path / "plain", day(2026, 11, 1)),
        (Path("absent.sqlite"), day(2026, 11, 30)),
    ]


def test_today_is_the_day_of_the_clock(asked: list[object]) -> None:
    before = date.today()
    assert main([]) == 0
    (_, today), *_ = asked
    assert today in {day(d.year, d.month, d.day) for d in (before, date.today())}


def test_a_picture_as_asked_for(asked: list[object]) -> None:
    words = "snapshot a.png --store b.sqlite --from 2026-01 --to 2026-12-31 --kinds release,retirement --orgs openai"
    words += " --surfaces azure,vertex --search spark --select Spark --open gpt-5-2 --size 800x600 --scale 1.5"
    words += " --theme dark --title T --today 2026-11-30 --all"
    assert main(words.split()) == 0
    assert asked == [
        SnapshotRequest(
            out=Path("a.png"),
            today=day(2026, 11, 30),
            store=Path("b.sqlite"),
            start=day(2026),
            end=day(2027),
            kinds=("release", "retirement"),
            orgs=("openai",),
            surfaces=("azure", "vertex"),
            search="spark",
            select="Spark",
            open="gpt-5-2",
            width=800,
            height=600,
            scale=1.5,
            theme="dark",
            title="T",
            all=True,
        )
    ]


def test_a_picture_by_default(asked: list[object]) -> None:
    assert main(["snapshot", "a.png", "--today", "2026-11-30"]) == 0
    assert asked == [SnapshotRequest(out=Path("a.png"), today=day(2026, 11, 30))]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("snapshto a.png", "unrecognized arguments: a.png"),
        ("snapshto", "'snapshto' is neither a word of Modelspan nor an event store"),
        ("--bogus", "unrecognized arguments: --bogus"),
        ("--today yesterday", "'yesterday' is not a date"),
        ("--today 2026", "'2026' is not a day; write 2026-11-30 or 2026-11"),
        ("--today 2026-11~", "'2026-11~' is not a day"),
        ("info --today 2026-02-30", "is not a day of the calendar"),
        ("snapshot", "required: OUT.png"),
        ("snapshot a.png --from 2026-02 --to 2026-01-31", "--to must not be before --from"),
        ("snapshot a.png --size 1600", "'1600' is not a size"),
        ("snapshot a.png --size 1x1", "'1x1' is not a size"),
        ("snapshot a.png --size 16000x900 --scale 8", "more than 32000 pixels on a side"),
        ("snapshot a.png --scale nan", "'nan' is not a scale"),
        ("snapshot a.png --kinds relase", "'relase' is not a kind of event"),
        ("snapshot a.png --theme pink", "invalid choice: 'pink'"),
        ("check no/such/folder", "holds no .toml file"),
    ],
)
def test_wrong_use_is_one_sentence(
    words: str, said: str, asked: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.startswith("modelspan: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert asked == []


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_and_version(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([word])
    assert stop.value.code == 0
    assert ("snapshot" if word == "--help" else __version__) in capsys.readouterr().out


def test_check_of_the_bundled_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "877 names, 3,251 events: 0 problems\n"


def test_check_prints_every_problem_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = '[catalogue]\nid = "x"\ntitle = "X"\nversion = "2026-01-01"\n'
    (tmp_path / "catalogue.toml").write_text(
        f'{head}[[model]]\nid = "m"\nname = "M"\nfamily = "no"\ncolour = 1\n', "utf-8"
    )
    assert main(["check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "catalogue.toml: m: colour is not a key known here.",
        "catalogue.toml: m: family 'no' is not in the catalogue.",
        "1 name, 0 events: 2 problems",
    ]


def test_check_does_not_drown_a_broken_file_in_its_consequences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    test_check_prints_every_problem_and_counts(tmp_path, capsys)
    (tmp_path / "names.toml").write_text("[[family]\n", "utf-8")
    assert main(["check", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "names.toml: This file is not valid TOML" in out
    assert "family 'no'" not in out
    assert out.endswith("2 problems; references were not checked, a file could not be read\n")
