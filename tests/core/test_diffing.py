"""What a file changes of a dataset, what it leaves behind, and what stays although nobody describes it any more."""

from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.changes_of import Change, Saying
from modelspan.domain.problems import UserError
from modelspan.domain.records import Alias, AliasRole
from modelspan.store import diffing, history, lookup, opening, reading, writing
from modelspan.store.hashing import content_hash
from modelspan.store.layout import MINE
from tests.core.applied import bare_store, catalogue, event, model, rows, score

OLD = catalogue("lists", "2026-03-01", [event("beta/end", "2026-09-01"), event("gamma/end", "2026-10-01")])
NEW = catalogue("lists", "2026-04-10", [event("beta/end", "2026-09-15"), event("alpha/end", "2026-11-01")])


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return bare_store(tmp_path / "store.sqlite")


def stated(path: Path, dataset: str) -> set[tuple[str, str]]:
    return {(each.key, str(each.when)) for each in diffing.catalogue_of(path, dataset).events}


def test_a_preview_tells_what_applying_does_and_writes_nothing(store: Path) -> None:
    writing.apply(OLD, store, "1")
    before = store.read_bytes()
    found = diffing.diff(NEW, store)
    assert store.read_bytes() == before
    assert [each.key for each in found.events.new] == ["alpha/end"]
    assert [(str(a.when), str(b.when)) for a, b in found.moved] == [("2026-09-01", "2026-09-15")]
    assert [each.key for each in found.events.withdrawn] == ["gamma/end"]
    assert (found.since, found.until) == ("2026-03-01", "2026-04-10")
    assert writing.apply(NEW, store, "2") == found.change == Change(1, 1, 1)
    assert not diffing.diff(NEW, store)
    assert stated(store, "lists") == {("beta/end", "2026-09-15"), ("alpha/end", "2026-11-01")}


def test_the_same_file_again_changes_no_byte(store: Path) -> None:
    assert writing.apply(OLD, store, "1")
    before = store.read_bytes()
    assert not writing.apply(OLD, store, "1")
    assert store.read_bytes() == before


def test_a_later_file_that_says_the_same_is_a_step(store: Path) -> None:
    writing.apply(OLD, store, "1")
    later = replace(OLD, as_of="2026-05-01", dataset=replace(OLD.dataset, version="2026-05-01"))
    change = writing.apply(later, store, "2")
    assert change == Change()
    assert change.about
    assert opening.last_state(store, "lists") == ("2026-05-01", "2")
    history.undo(store)
    assert opening.last_state(store, "lists") == ("2026-03-01", "1")


def test_names_and_tags_said_twice_are_no_change_the_next_time(store: Path) -> None:
    own = model("alpha", "alpha-1", "alpha-1")
    own = replace(own, aliases=(*own.aliases, Alias(text="Alpha", role=AliasRole.NAME)))
    twice = replace(event("alpha/end", "2026-09-01"), tags=("F1", "F1"), ids=("a b",))
    made = catalogue("lists", "2026-03-01", [twice], models=[own], trust=60)
    assert writing.apply(made, store, "1")
    assert not writing.apply(made, store, "1")


def test_what_a_file_drops_is_said_to_be_no_longer_listed(store: Path) -> None:
    writing.apply(OLD, store, "1")
    writing.apply(NEW, store, "2")
    with opening.connect(store) as connection:
        found = {each.key: (row, each) for row, each in lookup.read_events(connection, "dataset_id = 'lists'", ())}
    assert found["gamma/end"][0]["withdrawn"] == 1
    row, note = found["gamma/end/no_longer_listed"]
    assert (row["kind"], row["subtype"], row["withdrawn"]) == ("note", "no_longer_listed", 0)
    assert (str(note.when), str(note.known)) == ("[2026-03-02..2026-04-10]", "2026-04-10")
    assert note.subject_id == "gamma"
    assert "2026-10-01" in note.title
    assert note.title in reading.read(store).titles


def test_what_comes_back_takes_its_note_back(store: Path) -> None:
    writing.apply(OLD, store, "1")
    writing.apply(NEW, store, "2")
    back = replace(OLD, as_of="2026-05-01", dataset=replace(OLD.dataset, version="2026-05-01"))
    assert [old.key for old, _ in diffing.diff(back, store).events.changed] == ["beta/end", "gamma/end"]
    writing.apply(back, store, "3")
    withdrawn = "SELECT key, withdrawn FROM event WHERE dropped IS NULL AND key LIKE 'gamma/%' ORDER BY key"
    assert rows(store, withdrawn) == [("gamma/end", 0), ("gamma/end/no_longer_listed", 1)]
    again = replace(NEW, as_of="2026-06-01", dataset=replace(NEW.dataset, version="2026-06-01"))
    writing.apply(again, store, "4")
    assert rows(store, withdrawn) == [("gamma/end", 1), ("gamma/end/no_longer_listed", 0)]
    assert ("[2026-05-02..2026-06-01]",) in rows(
        store, "SELECT when_text FROM event WHERE dropped IS NULL AND kind = 'note' AND key LIKE 'gamma/%'"
    )


@pytest.mark.parametrize(("dataset", "action"), [(MINE, "import"), ("lists", "update")])
def test_own_entries_and_updates_leave_no_note(store: Path, dataset: str, action: str) -> None:
    writing.apply(replace(OLD, dataset=replace(OLD.dataset, id=dataset)), store, "1", action=action)
    writing.apply(replace(NEW, dataset=replace(NEW.dataset, id=dataset)), store, "2", action=action)
    assert rows(store, "SELECT key FROM event WHERE kind = 'note'") == []
    assert ("gamma/end", "2026-10-01") not in stated(store, dataset)


def test_what_is_spoken_of_stays_although_nobody_describes_it(store: Path) -> None:
    known = [model("delta"), model("omega")]
    writing.apply(
        catalogue("lists", "2026-03-01", [event("delta/end", "2026-09-01")], models=known, sources=("page", "leaf")),
        store,
        "1",
    )
    writing.apply(catalogue("lists", "2026-04-01", [], models=[], sources=[]), store, "2")
    names = {row[0] for row in rows(store, "SELECT id FROM entity WHERE dropped IS NULL AND dataset_id = 'lists'")}
    assert names == {"delta"}
    assert rows(store, "SELECT id FROM source WHERE dropped IS NULL AND dataset_id = 'lists'") == [("page",)]
    assert {row[0] for row in rows(store, "SELECT entity_id FROM alias WHERE dropped IS NULL")} >= {"delta"}
    assert diffing.catalogue_of(store, "lists").entities == ()
    assert reading.read(store).counts["dangling"] == 0
    described = catalogue("lists", "2026-05-01", [event("delta/end", "2026-09-01")], models=known[:1])
    writing.apply(described, store, "3")
    assert rows(store, "SELECT key FROM decision WHERE kind = 'withdrawn' AND dropped IS NULL") == []
    assert diffing.catalogue_of(store, "lists").entities == (known[0],)


def test_one_id_has_one_description(store: Path) -> None:
    low = catalogue("low", "2026-03-01", [], models=[replace(model("beta"), name="Low")], sources=())
    high = catalogue("high", "2026-03-01", [], models=[replace(model("beta"), name="High")], sources=(), trust=70)
    named = "SELECT name, dataset_id FROM entity WHERE id = 'beta' AND dropped IS NULL"
    writing.apply(low, store, "1")
    assert rows(store, named) == [("Beta", "modelspan")]
    before = content_hash(store)
    writing.apply(high, store, "2")
    assert rows(store, named) == [("High", "high")]
    assert not writing.apply(low, store, "1")
    assert reading.read(store).entities.names.count("High") == 1
    history.undo(store)
    assert rows(store, named) == [("Beta", "modelspan")]
    assert content_hash(store) == before


def test_what_other_datasets_say_is_told_beside(store: Path) -> None:
    writing.apply(OLD, store, "1")
    other = catalogue("others", "2026-04-01", [event("b/end", "2026-09-02", subject="beta"), score("alpha/s", "51")])
    (found,) = diffing.diff(other, store).rivals
    assert (found.key, found.value, found.differs) == ("b/end", "2026-09-02", True)
    assert found.others == (Saying(dataset="lists", title="Lists", key="beta/end", value="2026-09-01"),)
    writing.apply(other, store, "2")
    same = replace(other, dataset=replace(other.dataset, id="third"))
    found = next(each for each in diffing.diff(same, store).rivals if each.key == "alpha/s")
    assert [each.value for each in found.others] == ["51"]
    assert not found.differs


def test_a_dataset_is_written_as_it_was_stated(bundled: Catalogue, bundled_store: Path) -> None:
    assert diffing.catalogue_of(bundled_store, "modelspan") == bundled
    assert diffing.catalogue_of(bundled_store, MINE).events == ()


def test_two_revisions_compare_either_way(store: Path) -> None:
    writing.apply(OLD, store, "1")
    writing.apply(NEW, store, "2")
    there = diffing.compare(store, "lists", 2, 3)
    assert [each.key for each in there.events.new] == ["alpha/end"]
    assert [(str(a.when), str(b.when)) for a, b in there.moved] == [("2026-09-01", "2026-09-15")]
    assert [each.key for each in there.events.withdrawn] == ["gamma/end"]
    assert (there.since, there.until) == ("2026-03-01", "2026-04-10")
    back = diffing.compare(store, "lists", 3, 2)
    assert [each.key for each in back.events.new] == ["gamma/end"]
    assert [(str(a.when), str(b.when)) for a, b in back.moved] == [("2026-09-15", "2026-09-01")]
    assert not diffing.compare(store, "lists", 3, 3)
    first = diffing.compare(store, "lists", 1, 2)
    assert (len(first.events.new), first.since) == (2, "")
    with pytest.raises(UserError, match="no revision 9"):
        diffing.compare(store, "lists", 1, 9)
    with pytest.raises(UserError, match="no dataset none"):
        diffing.compare(store, "none", 1, 2)


def test_a_revision_that_undoes_compares_like_the_one_before(store: Path) -> None:
    writing.apply(OLD, store, "1")
    writing.apply(NEW, store, "2")
    history.undo(store)
    assert not diffing.compare(store, "lists", 2, 4)
    found = diffing.compare(store, "lists", 3, 4)
    assert (found.since, found.until) == ("2026-04-10", "2026-03-01")
