"""Which of several values is shown: the user's word, the user's own entry, trust, then the later vintage."""

from pathlib import Path

import pytest

from modelspan.domain.records import Deprecation, Event
from modelspan.store import deciding, history, lookup, reading, writing
from modelspan.store.layout import MINE
from tests.core.applied import bare_store, catalogue, event, rows, score, shown

SLOT = "retirement|beta||"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return bare_store(tmp_path / "store.sqlite")


def say(path: Path, dataset: str, when: str, *, trust: int = 20, as_of: str = "2026-03-01") -> None:
    own = [event("beta/end", when), event("beta/end/r", "2026-07-07", rival_of="beta/end")]
    writing.apply(catalogue(dataset, as_of, own, trust=trust, models=[]), path, dataset)


def ends(path: Path) -> set[str]:
    return {text for text in shown(path) if text.startswith("Beta")}


def test_trust_decides_then_the_later_vintage_then_the_users_entry(store: Path) -> None:
    say(store, "a", "2026-09-01", as_of="2026-03-01")
    assert ends(store) == {"Beta 2026-09-01"}
    say(store, "b", "2026-09-02", as_of="2026-04-01")
    assert ends(store) == {"Beta 2026-09-02"}
    say(store, "c", "2026-09-03", trust=40, as_of="2025-01-01")
    assert ends(store) == {"Beta 2026-09-03"}
    say(store, MINE, "2026-09-04", trust=0, as_of="2025-01-01")
    assert ends(store) == {"Beta 2026-09-04"}
    assert reading.read(store).counts["rivals"] == 1
    history.undo(store)
    assert ends(store) == {"Beta 2026-09-03"}


def test_a_decision_is_above_all_and_can_be_taken_back(store: Path) -> None:
    say(store, "a", "2026-09-01")
    say(store, MINE, "2026-09-04")
    deciding.decide(store, "shown", SLOT, "a/beta/end/r", "a post of that day", day="2026-03-03")
    assert ends(store) == {"Beta 2026-07-07"}
    assert deciding.decisions(store, "shown") == {
        SLOT: deciding.Decision("shown", SLOT, "a/beta/end/r", "a post of that day")
    }
    deciding.decide(store, "shown", SLOT, "a/beta/end")
    assert ends(store) == {"Beta 2026-09-01"}
    history.undo(store)
    assert ends(store) == {"Beta 2026-07-07"}
    deciding.decide(store, "shown", SLOT, "")
    assert ends(store) == {"Beta 2026-09-04"}
    assert deciding.decisions(store, "shown") == {}


def test_a_decision_within_one_dataset(tmp_path: Path) -> None:
    own = [event("beta/end", "2026-09-01"), event("beta/end/r", "2026-07-07", rival_of="beta/end")]
    store = tmp_path / "one.sqlite"
    writing.build(catalogue("modelspan", "2026-01-01", own), store, "0")
    deciding.decide(store, "shown", SLOT, "modelspan/beta/end/r")
    assert ends(store) == {"Beta 2026-07-07"}
    assert details(store) == {"2026-07-07": "", "2026-09-01": "beta/end/r"}


@pytest.mark.parametrize("value", ["a/gone", "nobody/beta/end", "beta", "a/alpha/start"])
def test_a_decision_for_what_is_not_there_decides_nothing(store: Path, value: str) -> None:
    say(store, "a", "2026-09-01")
    deciding.decide(store, "shown", SLOT, value)
    assert ends(store) == {"Beta 2026-09-01"}


def test_what_is_decided_so_already_is_no_step(store: Path) -> None:
    deciding.decide(store, "identity", "beta-1", "beta")
    before = store.read_bytes()
    deciding.decide(store, "identity", "beta-1", "beta")
    deciding.decide(store, "identity", "beta-2", "")
    assert store.read_bytes() == before


def test_what_is_withdrawn_leaves_its_place_to_others(store: Path) -> None:
    say(store, "a", "2026-09-01")
    say(store, "b", "2026-09-02", trust=40)
    deciding.decide(store, "shown", SLOT, "b/beta/end")
    writing.apply(catalogue("b", "2026-05-01", [], trust=40, models=[]), store, "b2")
    assert "Beta 2026-09-01" in ends(store)
    assert "Beta 2026-09-02" not in ends(store)


def test_kinds_of_which_there_may_be_many_all_stay(store: Path) -> None:
    for dataset, value in (("a", "51"), ("b", "52")):
        notice = event("beta/notice", "2026-02-02", Deprecation())
        writing.apply(catalogue(dataset, "2026-03-01", [notice, score("beta/s", value)], models=[]), store, dataset)
    found = reading.read(store)
    counted = {"deprecation": 0, "score": 0}
    for row in found.events.shown.nonzero()[0].tolist():
        (kind,) = rows(store, f"SELECT kind FROM event WHERE id = {int(found.events.id[row])}")[0]
        counted[str(kind)] = counted.get(str(kind), 0) + 1
    assert (counted["deprecation"], counted["score"]) == (2, 1)


def details(path: Path) -> dict[str, str]:
    return {str(each.when): each.rival_of for each in lookup.details(path, "beta").events}


def test_the_details_say_the_same_as_the_timeline(store: Path) -> None:
    say(store, "a", "2026-09-01")
    say(store, "b", "2026-09-02", trust=40)
    found: list[Event] = [each for each in lookup.details(store, "beta").events if each.shown]
    assert [str(each.when) for each in found] == ["2026-09-02"]
    number = rows(store, "SELECT id FROM event WHERE dataset_id = 'a' AND key = 'beta/end' AND dropped IS NULL")[0][0]
    assert lookup.one_event(store, int(str(number))).events[0].rival_of == "beta/end"
