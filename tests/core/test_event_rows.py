"""The events table without Qt: which events are listed, in which order, and what its cells say."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from modelspan.app import event_rows, views
from modelspan.app.event_cells import COLUMNS, Column, about, cell, tabbed
from modelspan.app.event_rows import Reach, Wish
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.catalogue import fold
from modelspan.domain.dates import day
from modelspan.domain.records import Kind
from modelspan.domain.snapshot import KINDS, OPEN_END, OPEN_START, Snapshot, freeze
from modelspan.engine.window import Window
from tests.bench import synthetic

TODAY = day(2026, 11, 30)


@pytest.fixture(scope="module")
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture
def state(scene: Scene) -> AppState:
    return views.first_state(scene, TODAY)


def listed(scene: Scene, state: AppState, wish: Wish) -> list[int]:
    found: list[int] = event_rows.rows(scene, state, wish).tolist()
    return found


def day_of(scene: Scene, row: int) -> int:
    start, end = int(scene.snapshot.events.start[row]), int(scene.snapshot.events.end[row])
    return start if start != OPEN_START else end - 1


def the_row(scene: Scene, kind: Kind, model: str, surface: str) -> int:
    """The one shown event of a kind, a model and a surface."""
    events, row = scene.snapshot.events, scene.snapshot.entities.row
    own = events.of(kind) & (events.subject == row[model]) & (events.surface == row[surface])
    return int(np.flatnonzero(own)[0])


# which rows


@pytest.mark.parametrize("window", [Window(float(TODAY - 364), float(TODAY + 365)), Window(20000.3, 20400.7)])
def test_the_rows_in_view_are_those_of_the_window(scene: Scene, state: AppState, window: Window) -> None:
    state = replace(state, window=window, filter=replace(state.filter, organisations=frozenset({"openai"})))
    wanted = scene.wanted(state)
    inside = [
        row for row in range(len(wanted)) if wanted[row] and window.start <= day_of(scene, row) < window.end
    ]  # fmt: skip
    assert inside
    assert sorted(listed(scene, state, Wish())) == inside
    assert len(inside) == views.in_view(scene, state)[0], "the table and the status line count alike"


def test_the_filter_and_all(scene: Scene, state: AppState) -> None:
    narrow = replace(state, filter=replace(state.filter, kinds=frozenset({"retirement"})))
    found = listed(scene, narrow, Wish(Reach.FILTER))
    assert sorted(found) == np.flatnonzero(scene.wanted(narrow)).tolist()
    assert {KINDS[scene.snapshot.events.kind[row]] for row in found} == {Kind.RETIREMENT}
    assert sorted(listed(scene, narrow, Wish(Reach.ALL))) == list(range(len(scene.snapshot.events)))


def test_the_count_says_what_is_not_listed(scene: Scene, state: AppState) -> None:
    events = scene.snapshot.events
    shown, rivals = int(events.shown.sum()), int((~events.shown).sum())
    wish = Wish()
    rows = event_rows.rows(scene, state, wish)
    assert event_rows.count_words(scene, wish, rows) == f"{len(rows):,} of {shown:,} events; {rivals} rivals not listed"
    wish = Wish(Reach.ALL)
    rows = event_rows.rows(scene, state, wish)
    text = event_rows.count_words(scene, wish, rows)
    assert text == f"{shown + rivals:,} of {shown + rivals:,} events; {rivals} rivals among them"


def naive(scene: Scene, text: str) -> list[int]:
    """Rows of which the folded model, surface, organisation, title and kind hold every word."""
    snapshot, of = scene.snapshot, about(scene)
    folded = cache(fold)
    found = []
    for row in range(len(snapshot.events)):
        fields = (
            snapshot.name(int(of.thing[row])),
            snapshot.name(int(snapshot.events.surface[row])),
            snapshot.name(int(of.owner[row])),
            snapshot.titles[row],
            benchmark_of(scene, row),
            KINDS[snapshot.events.kind[row]].value.replace("_", " "),
        )
        if all(any(word in folded(field) for field in fields) for word in fold(text).split()):
            found.append(row)
    return found


WIDE = "\N{FULLWIDTH LATIN CAPITAL LETTER G}\N{FULLWIDTH LATIN CAPITAL LETTER P}T"
TEXTS = [
    "gpt-5.4",
    "GPT‑5.4 azure",
    "date change",
    "microsoft openai",
    "gpqa gpt",
    "é",
    WIDE,
    "+",
    "no such thing",
    " ",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_filter_finds_what_a_loop_finds(scene: Scene, state: AppState, text: str) -> None:
    assert sorted(listed(scene, state, Wish(Reach.ALL, text))) == naive(scene, text)


def test_the_text_filter_finds_something(scene: Scene, state: AppState) -> None:
    """The loop above would agree with a filter that finds nothing."""
    for text in ("gpt-5.4 azure", "date change", "microsoft openai", "gpqa gpt"):
        assert 0 < len(listed(scene, state, Wish(Reach.ALL, text))) < 400


def test_titles_in_other_scripts_are_searched(snapshot: Snapshot, state: AppState) -> None:
    titles = list(snapshot.titles)
    titles[3], titles[5], titles[9] = "Übermäßig große Ankündigung", "two\nlines, one title", "モデル終了"
    scene = Scene(replace(snapshot, titles=tuple(titles)))
    for text, row in (("GROSSE ankundigung", 3), ("lines title", 5), ("終了", 9)):
        assert listed(scene, state, Wish(Reach.ALL, text)) == [row] == naive(scene, text)


def test_related_rows_are_about_the_selected_or_name_it(scene: Scene, state: AppState) -> None:
    snapshot = scene.snapshot
    model = snapshot.entities.row["gpt-5-4"]
    mask = event_rows.related(scene, replace(state, selected="gpt-5-4"))
    named = set(snapshot.parties.event[snapshot.parties.entity == model].tolist())
    own = set(np.flatnonzero(snapshot.events.subject == model).tolist())
    assert named - own, "retirements that name it as successor"
    assert set(np.flatnonzero(mask).tolist()) == named | own
    assert not event_rows.related(scene, state).any()


# in which order


def value_of(scene: Scene, row: int) -> float:
    """The first number of an event."""
    table = scene.snapshot.quantities
    n = table.event.tolist().index(row)
    value, low, high = float(table.value[n]), float(table.low[n]), float(table.high[n])
    return (
        value if not math.isnan(value) else low if math.isnan(high) else high if math.isnan(low) else (low + high) / 2
    )


def benchmark_of(scene: Scene, row: int, version: bool = False) -> str:
    """The benchmark of a score, empty for other events."""
    scores = scene.snapshot.scores
    for n in np.flatnonzero(scores.event == row).tolist():
        name = scene.snapshot.name(int(scores.benchmark[n]))
        return f"{name} {scores.versions[scores.version[n]]}".strip() if version else name
    return ""


def sort_key(scene: Scene, row: int, column: Column) -> tuple[object, ...]:
    """What Python sorts a row by: dates as days, values as numbers, all else as it is read; empty cells last."""
    snapshot, of = scene.snapshot, about(scene)
    events, text = snapshot.events, cell(scene, TODAY, row, column)
    empty = not text
    match column:
        case Column.DATE:
            return empty, day_of(scene, row)
        case Column.KNOWN:
            start, end = int(events.known_start[row]), int(events.known_end[row])
            return empty, 0 if empty else start if start != OPEN_START else end - 1
        case Column.SURFACE:
            return (
                empty,
                snapshot.name(int(events.surface[row])).casefold(),
                snapshot.scopes[events.scope[row]].casefold(),
            )
        case Column.STATUS:
            return empty, text.removeprefix("◇ ")
        case Column.BASIS:
            return empty, text.split(", ")[0], int(events.confidence[row])
        case Column.WHAT if snapshot.titles[row]:
            return empty, 0, snapshot.titles[row].casefold()
        case Column.WHAT if KINDS[events.kind[row]] is Kind.RETIREMENT and not empty:
            return empty, 1, snapshot.name(int(of.successor[row])).casefold()
        case Column.WHAT if KINDS[events.kind[row]] in (Kind.DEPRECATION, Kind.DATE_CHANGE) and not empty:
            start, end = int(events.says_start[row]), int(events.says_end[row])
            said = start if start != OPEN_START else end - 1
            return empty, 3 if KINDS[events.kind[row]] is Kind.DEPRECATION else 4, said
        case Column.WHAT if not empty:
            metric = snapshot.metrics[snapshot.quantities.metric[snapshot.quantities.event.tolist().index(row)]]
            return empty, 2, benchmark_of(scene, row, True).casefold(), metric.replace("_", " "), value_of(scene, row)
    return empty, text.casefold()


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_sorts_like_python(scene: Scene, state: AppState, column: Column) -> None:
    rows = range(len(scene.snapshot.events))
    key = {row: sort_key(scene, row, column) for row in rows}
    up = listed(scene, state, Wish(Reach.ALL, "", column))
    assert up == sorted(rows, key=key.__getitem__)
    down = listed(scene, state, Wish(Reach.ALL, "", column, True))
    filled = [row for row in reversed(rows) if not key[row][0]]
    assert len(filled) > 10
    falling = sorted(filled, key=key.__getitem__)[::-1]  # backwards twice: equal ones stand as the store has them
    assert down == falling + [row for row in rows if key[row][0]], "empty cells last in both directions"


def test_the_list_opens_at_today(scene: Scene, state: AppState) -> None:
    for descending in (False, True):
        wish = Wish(Reach.FILTER, descending=descending)
        rows = event_rows.rows(scene, state, wish)
        place = event_rows.near_today(scene, TODAY, rows, wish)
        days = [day_of(scene, row) for row in rows.tolist()]
        assert days[place] == min(number for number in days if number >= TODAY)
        assert days[place - 1] < TODAY or descending
    assert event_rows.near_today(scene, TODAY, rows[:0], Wish()) == 0
    assert event_rows.near_today(scene, day(2100), rows[::-1], Wish()) == len(rows) - 1


# what the cells say


def said(scene: Scene, row: int, today: int = TODAY) -> dict[str, str]:
    return {column.name: cell(scene, today, row, column) for column in COLUMNS}


def test_the_cells_of_a_retirement(scene: Scene) -> None:
    row = the_row(scene, Kind.RETIREMENT, "gpt-5-2", "chatgpt-codex")
    cells = said(scene, row)
    assert (cells["KIND"], cells["THING"], cells["ORGANISATION"]) == ("retirement", "GPT-5.2", "OpenAI")
    assert cells["SURFACE"].startswith("ChatGPT")


def test_dates_are_no_finer_than_published(scene: Scene) -> None:
    texts = {cell(scene, TODAY, row, Column.DATE) for row in range(len(scene.snapshot.events))}
    assert "12–16 Sep 2026" in texts
    assert "≥ 8 Jun 2027" in texts or any(text.startswith("≥ ") for text in texts)
    assert any(text.startswith("≤ ") for text in texts)
    assert any(text.startswith("≈ ") for text in texts)
    assert any(len(text) == 4 for text in texts), "a year"
    assert any(len(text) == 8 and text[:3].isalpha() for text in texts), "a month"
    assert any(text.endswith("UTC") for text in texts)


def test_what_is_said_by_kind(scene: Scene) -> None:
    snapshot = scene.snapshot
    texts: dict[Kind, list[str]] = {}
    for row in range(len(snapshot.events)):
        texts.setdefault(KINDS[snapshot.events.kind[row]], []).append(cell(scene, TODAY, row, Column.WHAT))
    assert all(" now " in text and text.startswith("was ") for text in texts[Kind.DATE_CHANGE])
    assert sum(text.startswith("ends ") for text in texts[Kind.DEPRECATION]) > 100
    assert sum(text.startswith("→ ") for text in texts[Kind.RETIREMENT]) > 100
    assert all(texts[Kind.SCORE])
    assert any(text.endswith(" % · GPQA Diamond · accuracy") for text in texts[Kind.SCORE])
    assert any(text.endswith(" · effort 32K") for text in texts[Kind.SCORE])
    assert all(texts[Kind.DEAL])
    assert any("tok/s" in text and ("≈" in text or ">" in text) for text in texts[Kind.MEASUREMENT]), "with its sign"


def test_a_plan_that_has_passed_is_not_said_to_have_happened(scene: Scene, state: AppState) -> None:
    row = next(
        row for row in np.flatnonzero(scene.snapshot.events.of(Kind.RETIREMENT)).tolist()
        if cell(scene, TODAY, row, Column.STATUS) == "scheduled" and scene.snapshot.events.end[row] != OPEN_END
    )  # fmt: skip
    later = int(scene.snapshot.events.end[row])
    assert cell(scene, later - 1, row, Column.STATUS) == "scheduled"
    assert cell(scene, later, row, Column.STATUS) == "was due, not confirmed"
    wish = Wish(Reach.ALL, "", Column.STATUS)
    late = listed(scene, replace(state, today=later), wish)
    words = [cell(scene, later, row, Column.STATUS).removeprefix("◇ ") for row in late]
    assert words == sorted(words), "the order follows the day"


def test_rivals_say_that_they_are(scene: Scene) -> None:
    rival = int(np.flatnonzero(~scene.snapshot.events.shown)[0])
    assert cell(scene, TODAY, rival, Column.STATUS) == "◇ rival"


def test_copied_rows_are_no_formulas(snapshot: Snapshot) -> None:
    titles = ["=HYPERLINK()", "+1", "-1", "@x", "a\tb\nc", "fine - really", *snapshot.titles[6:]]
    scene = Scene(replace(snapshot, titles=tuple(titles)))
    text = tabbed(scene, TODAY, range(6), [Column.WHAT, Column.KIND])
    assert [line.split("\t")[0] for line in text.splitlines()] == [
        "What", "'=HYPERLINK()", "'+1", "'-1", "'@x", "a b c", "fine - really",
    ]  # fmt: skip
    assert all(line.count("\t") == 1 for line in text.splitlines())


# sizes


def test_nothing_at_all(state: AppState) -> None:
    scene = Scene(synthetic.snapshot(0))
    for reach in Reach:
        for column in COLUMNS:
            assert listed(scene, state, Wish(reach, "gpt", column)) == []
    assert event_rows.count_words(scene, Wish(), event_rows.rows(scene, state, Wish())) == "0 of 0 events"


def test_a_million_rows(state: AppState) -> None:
    snapshot = synthetic.snapshot(1_000_000)
    titles = tuple(f"{title} {n * 7919 % 1_000_003}" if title else "" for n, title in enumerate(snapshot.titles))
    scene = Scene(replace(snapshot, titles=titles))
    assert len(event_rows.rows(scene, state, Wish(Reach.ALL))) == 1_000_000
    for column in COLUMNS:
        rows = event_rows.rows(scene, state, Wish(Reach.ALL, "", column))
        assert len(np.unique(rows)) == 1_000_000
    days = event_rows.days(scene)[event_rows.rows(scene, state, Wish(Reach.ALL, "", Column.DATE, True))]
    assert (np.diff(days) <= 0).all()
    found = event_rows.rows(scene, state, Wish(Reach.ALL, "claim model 12"))
    expected = [n for n, title in enumerate(titles) if "Claim" in title and ("12" in title or named(scene, n, "12"))]
    assert sorted(found.tolist()) == expected


def named(scene: Scene, row: int, word: str) -> bool:
    """Whether a word stands in the name of the model or of its organisation."""
    of = about(scene)
    return any(word in fold(scene.snapshot.name(int(part[row]))) for part in (of.thing, of.owner))


def test_values_without_a_number_are_left_out(snapshot: Snapshot) -> None:
    table = snapshot.quantities
    row = int(np.flatnonzero(snapshot.events.of(Kind.MEASUREMENT))[0])
    columns = {name: np.array(getattr(table, name)) for name in ("value", "low", "high")}
    for name in columns:
        columns[name][table.event == row] = np.nan
    scene = Scene(replace(snapshot, quantities=replace(table, **columns), titles=("",) * len(snapshot.titles)))
    assert cell(scene, TODAY, row, Column.WHAT) == ""
    columns["low"][table.event == row] = 3.5
    scene = Scene(replace(snapshot, quantities=replace(table, **columns), titles=("",) * len(snapshot.titles)))
    freeze(scene.snapshot.quantities)
    assert "≥ 3.5" in cell(scene, TODAY, row, Column.WHAT)
