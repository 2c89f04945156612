"""Imports end to end: what a file states, what that changes in a store, and the way back."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from modelspan.__main__ import main
from modelspan.app import import_report, importing
from modelspan.app.importing import CancelledError, Plans, Step
from modelspan.domain.changes_of import agree
from modelspan.domain.problems import UserError
from modelspan.domain.records import Event, Kind
from modelspan.formats.file import File
from modelspan.store import deciding, diffing, hashing, history, reading
from tests.core.readings import OWN, REAL
from tests.web_server import WebServer

TODAY = "2026-11-30"
OURS = sorted(path for path in OWN.iterdir() if path.suffix in (".json", ".csv", ".tsv", ".ics", ".yml"))


@pytest.fixture
def store(bundled_store: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(bundled_store, tmp_path / "store.sqlite"))


def models_dev(*models: dict[str, object], provider: str = "acme", day: str = "2026-05-21") -> File:
    """A small list of models in the shape of models.dev."""
    listed = {str(model["id"]): model for model in models}
    whole = {provider: {"id": provider, "name": provider.title(), "npm": "x", "env": [], "models": listed}}
    return File(f"models.dev_{day}.api.json", json.dumps(whole).encode())


def model(id_: str, released: str, **more: object) -> dict[str, object]:
    return {
        "id": id_, "name": id_, "release_date": released, "last_updated": released, "attachment": False,
        "reasoning": False, "tool_call": True, "modalities": {"input": ["text"], "output": ["text"]},
        "open_weights": False, "limit": {"context": 8192, "output": 4096}, **more,
    }  # fmt: skip


def plan(store: Path, *files: File, **more: object) -> Plans:
    return importing.plan([], store, TODAY, files=files, **more)  # type: ignore[arg-type]


def put(store: Path, *files: File) -> Plans:
    found = plan(store, *files)
    importing.apply(found)
    return found


def stated(store: Path, dataset: str) -> dict[str, Event]:
    return {event.key: event for event in diffing.catalogue_of(store, dataset).events}


def releases(store: Path, dataset: str = "models-dev") -> dict[str, str]:
    return {e.key: str(e.when) for e in stated(store, dataset).values() if e.kind is Kind.RELEASE}


# The records of every file have one outcome each.


@pytest.mark.parametrize("path", OURS, ids=[path.name for path in OURS])
def test_every_record_has_one_outcome(path: Path, store: Path) -> None:
    for each in importing.plan([path], store, TODAY).plans:
        told = importing.totals(each)
        assert told["records"] == told["mapped"] + told["failed"] + sum(told["not_applicable"].values())  # type: ignore
        assert told["records"]
        assert sum(told["events"].values()) == len(each.catalogue.events)  # type: ignore[attr-defined]
        keys = [event.key for event in each.catalogue.events]
        assert len(keys) == len(set(keys))


@pytest.mark.skipif(not REAL.is_dir(), reason="the real files are not here")
def test_the_real_files_go_in_at_once_come_out_again_and_change_nothing_twice(store: Path) -> None:
    clean = hashing.content_hash(store)
    found = importing.plan([REAL], store, TODAY)
    for each in found.plans:
        tally = each.reading.tally
        assert tally.records == tally.mapped + tally.failed + sum(tally.skipped.values())
    assert importing.apply(found).added > 15_000
    full = hashing.content_hash(store)
    assert not importing.apply(importing.plan([REAL], store, TODAY))
    while history.undo(store):
        pass
    assert hashing.content_hash(store) == clean
    while history.redo(store):
        pass
    assert hashing.content_hash(store) == full
    assert len(reading.read(store).events) > 15_000


# What changes.


def test_the_same_file_changes_nothing_the_second_time(store: Path) -> None:
    file = models_dev(model("owl-1", "2025-01-05"), model("owl-2", "2025-06-01"))
    assert put(store, file).plans[0].diff.events.new
    before = hashing.content_hash(store), len(history.history(store))
    again = put(store, file)
    assert not again
    assert (hashing.content_hash(store), len(history.history(store))) == before


def test_what_moves_is_changed_and_what_goes_is_withdrawn(store: Path) -> None:
    put(store, models_dev(model("owl-1", "2025-01-05"), model("owl-2", "2025-06-01")))
    later = models_dev(model("owl-1", "2025-01-06"), day="2026-08-01")
    diff = put(store, later).plans[0].diff
    assert [(str(old.when), str(new.when)) for old, new in diff.moved] == [("2025-01-05", "2025-01-06")]
    assert [str(event.when) for event in diff.events.withdrawn if event.kind is Kind.RELEASE] == ["2025-06-01"]
    titles = reading.read(store).titles
    assert any(title.startswith("No longer listed: ") and title.endswith("2025-06-01") for title in titles)


def test_a_price_that_stays_goes_on_to_say_the_day_it_was_first_seen(store: Path) -> None:
    def listed(day: str, amount: int) -> File:
        return models_dev(model("owl-1", "2025-01-05", cost={"input": amount, "output": 25}), day=day)

    def prices() -> list[tuple[str, str]]:
        found = [event for event in stated(store, "models-dev").values() if event.kind is Kind.PRICE]
        return [(str(event.when), str(event.known)) for event in found]

    put(store, listed("2026-05-21", 5))
    assert prices() == [("[..2026-05-21]", "2026-05-21")]
    assert not put(store, listed("2026-06-21", 5)).plans[0].diff.events
    assert prices() == [("[..2026-05-21]", "2026-05-21")]
    put(store, listed("2026-07-21", 6))
    assert prices() == [("[..2026-07-21]", "2026-07-21")]


def test_an_older_state_of_a_list_does_not_replace_a_newer_one(store: Path) -> None:
    put(store, models_dev(model("owl-1", "2025-01-06"), day="2026-08-01"))
    before = hashing.content_hash(store)
    with pytest.raises(UserError, match=r"is of 2026-05-21 and the store holds models\.dev of 2026-08-01"):
        plan(store, models_dev(model("owl-1", "2025-01-05")))
    assert hashing.content_hash(store) == before


def test_two_vintages_at_once_end_as_the_later_one(store: Path) -> None:
    old = models_dev(model("owl-1", "2025-01-05"))
    new = models_dev(model("owl-1", "2025-01-06"), day="2026-08-01")
    put(store, new, old)
    assert list(releases(store).values()) == ["2025-01-06"]


def test_a_cancel_while_writing_takes_back_what_was_written(store: Path) -> None:
    found = plan(
        store, models_dev(model("owl-1", "2025-01-05")),
        File("llm_stats_2025-10-16.models.json", (OWN / "llm_stats_2025-10-16.models.json").read_bytes()),
    )  # fmt: skip
    before = hashing.content_hash(store)

    def stop(step: Step) -> None:
        if step.done == 1:
            raise CancelledError

    with pytest.raises(CancelledError):
        importing.apply(found, stop)
    assert hashing.content_hash(store) == before
    assert len(history.history(store)) > 1  # the first file had been written


def test_rows_that_agree_are_one_event_and_ids_that_differ_are_scopes(store: Path) -> None:
    raw = json.dumps(
        {"models": [
            {"provider": "azure", "id": "gpt-5-2025-08-07", "retires_on": "2027-02-05"},
            {"provider": "azure", "id": "gpt-5", "retires_on": "2027-02-05"},
            {"provider": "azure", "id": "gpt-5-mini", "retires_on": "2027-03-01"},
            {"provider": "azure", "id": "gpt-5-mini-2025-08-07", "retires_on": "2027-01-01"},
        ]}
    )  # fmt: skip
    (made,) = plan(store, File("ends.json", raw.encode())).plans
    ends = [event for event in made.catalogue.events if event.kind is Kind.RETIREMENT]
    whole = {event.subject_id: str(event.when) for event in ends if not event.scope}
    scoped = [(event.subject_id, str(event.when), event.scope) for event in ends if event.scope]
    assert whole == {"gpt-5": "2027-02-05", "gpt-5-mini": "2027-03-01"}
    assert scoped == [("gpt-5-mini", "2027-01-01", "gpt-5-mini-2025-08-07")]


def test_a_model_is_not_gone_because_one_of_its_ids_is(store: Path) -> None:
    rows = [
        {"provider": "openai", "id": "gpt-4o-2024-05-13", "retires_on": "2026-10-23"},  # there are later ones
        {"provider": "openai", "id": "gpt-5.1-chat-latest", "retires_on": "2026-07-23"},
        {"provider": "anthropic", "id": "claude-3-opus-20240229", "retires_on": "2026-01-05"},  # its only one
    ]
    (made,) = plan(store, File("ends.json", json.dumps({"models": rows}).encode())).plans
    ends = {event.subject_id: event.scope for event in made.catalogue.events if event.kind is Kind.RETIREMENT}
    assert ends == {"gpt-4o": "gpt-4o-2024-05-13", "gpt-5-1": "gpt-5.1-chat-latest", "claude-3-opus": ""}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2026-05-15", "2026-05-15T19:00:00Z", True),
        ("2025-04", "2025-04-29", True),
        ("2025", "2025-04-29", True),
        ("2025-04", "2025-05-01", False),
        ("2025-04-28", "2025-04-29", False),
        ("2026-05-15T19:00:00Z", "2026-05-15T18:00:00Z", False),
        ("[2026-05-15..]", "2026-05-15", False),
        ("51", "51", True),
        ("51", "52", False),
    ],
)
def test_a_finer_date_is_no_rival(one: str, other: str, same: bool) -> None:
    assert agree(one, other) is same
    assert agree(other, one) is same


def test_what_others_say_otherwise_is_told_before(store: Path) -> None:
    raw = json.dumps({"models": [{"provider": "azure", "id": "gpt-5", "retires_on": "2031-02-05"}]})
    (made,) = plan(store, File("ends.json", raw.encode())).plans
    assert [rivals.value for rivals in made.diff.rivals if rivals.differs] == ["2031-02-05"]
    text = import_report.text(import_report.lines(plan(store, File("ends.json", raw.encode()))))
    assert "1 rival  [another source says otherwise; both are kept]" in text
    assert "End · GPT-5 · Azure" in text


def test_a_decision_about_a_name_is_remembered_and_can_be_undone(store: Path) -> None:
    file = models_dev(model("gpt-5-thinking", "2025-08-07"))
    first = plan(store, file)
    (doubt,) = first.doubts
    assert "gpt-5" in doubt.match.candidates
    decided = plan(store, file, decisions={doubt.key: "gpt-5"})
    assert not decided.doubts
    importing.apply(decided)
    assert {event.subject_id for event in stated(store, "models-dev").values()} == {"gpt-5"}
    assert deciding.decisions(store, "identity")[doubt.key].value == "gpt-5"
    assert not plan(store, models_dev(model("gpt-5-thinking", "2025-08-07"), day="2026-06-01")).doubts
    while history.undo(store):
        pass
    assert plan(store, file).doubts


# What cannot be read.


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.bin", b"\x00\x01\x02", "in no format Modelspan knows"),
        ("x.json.gz", gzip.compress(b"{}", mtime=0)[:-9], "packed with gzip but broken"),
        ("x.json", b"", "in no format Modelspan knows"),
        ("x.txt", b"we use gpt-5", "in no format Modelspan knows"),
    ],
    ids=["bytes", "broken gzip", "empty", "text"],
)
def test_what_is_no_list_is_refused_in_one_sentence(
    name: str, data: bytes, said: str, store: Path, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(UserError, match=said):
        importing.plan([path], store, TODAY)


def test_one_file_that_cannot_be_read_stops_none_of_the_others(store: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("nothing")
    (tmp_path / "in" / "b.json").write_bytes(models_dev(model("owl-1", "2025-01-05")).data)
    found = importing.plan([tmp_path / "in"], store, TODAY)
    assert len(found.plans) == 1
    assert len(found.refused) == 1


def test_a_store_and_a_folder_of_our_own_can_be_imported(store: Path, bundled_store: Path, tmp_path: Path) -> None:
    put(store, models_dev(model("owl-1", "2025-01-05")))
    other = Path(shutil.copy(bundled_store, tmp_path / "other.sqlite"))
    importing.apply(importing.plan([store], other, TODAY))
    assert releases(other) == releases(store)
    with pytest.raises(UserError, match="nothing but the catalogue that Modelspan brings"):
        importing.plan([bundled_store], other, TODAY)


# On the command line.


def test_a_dry_run_tells_and_leaves_the_store(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(models_dev(model("owl-1", "2025-01-05")).data)
    before = store.read_bytes()
    assert main(["import", "--dry-run", "--json", "--store", str(store), "--today", TODAY, str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["dry_run"]
    assert told["files"][0]["format"] == "models_dev"
    assert told["files"][0]["events"]["release"] == 1
    assert store.read_bytes() == before


def test_an_import_is_written_and_told(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(models_dev(model("owl-1", "2025-01-05")).data)
    words = ["import", "--store", str(store), "--today", TODAY, str(path)]
    assert main(words) == 0
    assert "1 record: 1 mapped, 0 not readable, 0 not applicable" in capsys.readouterr().out
    assert main(words) == 0
    assert "holds all of this already" in capsys.readouterr().out


def test_a_new_store_gets_the_bundled_catalogue_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(models_dev(model("gpt-5", "2025-08-07"), provider="openai").data)
    new = tmp_path / "new.sqlite"
    assert main(["import", "--store", str(new), "--today", TODAY, "--dry-run", str(path)]) == 0
    assert not new.exists()
    assert main(["import", "--store", str(new), "--today", TODAY, str(path)]) == 0
    assert {event.subject_id for event in stated(new, "models-dev").values()} == {"gpt-5"}
    assert "2 " not in capsys.readouterr().err


def test_a_file_that_is_not_there_is_one_sentence(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "--store", str(store), "/no/such/file.json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_list_from_the_web_is_of_the_day_it_was_fetched(store: Path) -> None:
    data = models_dev(model("owl-1", "2025-01-05", cost={"input": 5, "output": 25})).data
    undated, fetched = File("api.json", data), File("api.json", data, "2026-11-30")
    assert not plan(store, undated).plans[0].counts.get("price")
    (made,) = plan(store, fetched).plans
    assert made.catalogue.as_of == "2026-11-30"
    assert [str(event.when) for event in made.catalogue.events if event.kind is Kind.PRICE] == ["[..2026-11-30]"]


def test_an_address_is_fetched_and_imported(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with WebServer() as web:
        address = web.answers("/list.json", models_dev(model("owl-1", "2025-01-05")).data)
        assert main(["import", "--store", str(store), "--today", TODAY, address]) == 0
        assert "1 record: 1 mapped" in capsys.readouterr().out
        assert main(["import", "--store", str(store), "--today", TODAY, address + "x"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("modelspan: ")
    assert error.count("\n") == 1
    assert list(releases(store).values()) == ["2025-01-05"]
