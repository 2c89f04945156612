"""Steps are taken back and made again without deleting anything; what is stated is then what was stated before."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.problems import UserError
from modelspan.store import deciding, diffing, history, known, opening, reading, writing
from modelspan.store.hashing import content_hash
from modelspan.store.layout import MINE
from tests.core.applied import bare_store, catalogue, event, model, rows, score
from tests.core.test_diffing import NEW, OLD


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return bare_store(tmp_path / "store.sqlite")


def test_the_history_tells_every_step_newest_first(store: Path) -> None:
    writing.apply(OLD, store, "1", note="lists.json")
    deciding.decide(store, "shown", "slot", "lists/beta/end", "why", day="2026-03-02")
    history.undo(store)
    assert history.history(store) == (
        history.Step(3, "2026-03-02", "", "", "decide", "why", True),
        history.Step(2, "2026-03-01", "lists", "Lists", "import", "lists.json", False),
        history.Step(1, "2026-01-01", "modelspan", "Modelspan", "build", "", False),
    )


def test_undo_and_redo_walk_over_everything(store: Path) -> None:
    hashes = [content_hash(store)]
    writing.apply(OLD, store, "1")
    hashes.append(content_hash(store))
    mine = catalogue(MINE, "2026-03-05", [event("beta/x", "2026-08-08")], models=[])
    writing.apply(mine, store, "2", action="entry", note="Beta")
    hashes.append(content_hash(store))
    deciding.decide(store, "identity", "beta-1", "beta")
    hashes.append(content_hash(store))
    assert len(set(hashes)) == 4
    actions = []
    for wanted in reversed(hashes[:3]):
        step = history.next_undo(store)
        assert step
        done = history.undo(store)
        assert done == replace(step, undone=True)
        assert content_hash(store) == wanted
        actions.append(step.action)
    assert actions == ["decide", "entry", "import"]
    assert history.next_undo(store) is None
    assert history.undo(store) is None
    for wanted in hashes[1:]:
        step = history.next_redo(store)
        assert history.redo(store) == replace(step, undone=False) if step else False
        assert content_hash(store) == wanted
    assert history.next_redo(store) is None
    assert history.redo(store) is None


def test_nothing_is_deleted_by_undo(store: Path) -> None:
    writing.apply(OLD, store, "1")
    before = rows(store, "SELECT id, key, added FROM event")
    history.undo(store)
    history.redo(store)
    assert set(before) <= set(rows(store, "SELECT id, key, added FROM event"))
    with opening.connect(store) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_new_step_ends_redo(store: Path) -> None:
    writing.apply(OLD, store, "1")
    history.undo(store)
    writing.apply(NEW, store, "2")
    assert history.next_redo(store) is None
    assert [step.undone for step in history.history(store)] == [False, True, False]


def test_the_catalogue_that_comes_along_cannot_be_taken_back(store: Path) -> None:
    newer = catalogue("modelspan", "2026-02-01", [event("alpha/start", "2025-05-06")], trust=50)
    writing.apply(OLD, store, "1")
    writing.apply(newer, store, "2", action="update")
    step = history.undo(store)
    assert step
    assert step.dataset == "lists"
    assert history.undo(store) is None
    assert rows(store, "SELECT when_text FROM event WHERE key = 'alpha/start' AND dropped IS NULL") == [("2025-05-06",)]


def test_a_dataset_that_was_taken_back_is_gone(store: Path) -> None:
    writing.apply(OLD, store, "1")
    assert reading.read(store).attribution == ("By modelspan", "By lists")
    history.undo(store)
    snapshot = reading.read(store)
    assert (snapshot.attribution, snapshot.counts["datasets"]) == (("By modelspan",), 1)
    assert known.datasets(store)["lists"] == ""
    assert diffing.catalogue_of(store, "lists").events == ()
    assert opening.last_state(store, "lists")[1] == ""
    assert diffing.diff(OLD, store).since == ""
    history.redo(store)
    assert known.datasets(store)["lists"] == "2026-03-01"
    assert opening.last_state(store, "lists") == ("2026-03-01", "1")


def test_what_is_no_store_has_no_history(tmp_path: Path) -> None:
    for call in (history.history, history.undo, history.redo, history.next_undo, content_hash):
        with pytest.raises(UserError, match="There is no event store"):
            call(tmp_path / "none.sqlite")


SCORED = [score("beta/s", "51.5"), event("beta/end", "2026-09-15")]
RIVALS = [event("psi/end", "2027"), event("psi/r", "2026-12", rival_of="psi/end")]
CATALOGUES = [
    OLD,
    NEW,
    catalogue("lists", "2026-05-01", SCORED, models=[model("beta", "b")]),
    catalogue("other", "2026-03-03", [OLD.events[0]], models=[model("beta", "bb"), model("psi")], trust=70),
    catalogue("other", "2026-03-09", RIVALS, models=[]),
    catalogue(MINE, "2026-03-09", [event("gamma/end", "2026-10-02")], models=[]),
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([*range(len(CATALOGUES)), "undo", "redo", "decide"]), min_size=3, max_size=14))
def test_any_walk_leads_where_its_steps_lead(tmp_path_factory: pytest.TempPathFactory, walk: list[int | str]) -> None:
    """A list of states is the model: undo goes back in it, redo forth, a step cuts what is ahead."""
    store = bare_store(tmp_path_factory.mktemp("walk") / "store.sqlite")
    states, place = [content_hash(store)], 0
    for number, what in enumerate(walk):
        if what == "undo":
            assert bool(history.undo(store)) == (place > 0)
            place = max(0, place - 1)
        elif what == "redo":
            assert bool(history.redo(store)) == (place + 1 < len(states))
            place = min(place + 1, len(states) - 1)
        else:
            if what == "decide":
                deciding.decide(store, "identity", "name", f"model-{number}")
            elif not writing.apply(CATALOGUES[int(what)], store, str(what)):
                continue
            states[place + 1 :] = [content_hash(store)]
            place += 1
        assert content_hash(store) == states[place]
        reading.read(store)


def test_import_undo_import_is_as_clean_as_one_import(store: Path, bundled: Catalogue) -> None:
    large = replace(bundled, dataset=replace(bundled.dataset, id="large", trust=30))
    empty = content_hash(store)
    writing.apply(large, store, "1")
    clean = content_hash(store)
    for _ in range(2):
        history.undo(store)
        assert content_hash(store) == empty
        writing.apply(large, store, "1")
        assert content_hash(store) == clean
    assert {each.key: each for each in diffing.catalogue_of(store, "large").events} == {
        e.key: e for e in bundled.events
    }
