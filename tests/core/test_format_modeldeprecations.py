"""modeldeprecations.dev: firm ends, earliest ends, notices, and what the list says without a day."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.records import Confidence, Deprecation, Evidence, KnownBasis, Release, Role, Status
from modelspan.formats import modeldeprecations
from modelspan.formats.file import File
from tests.core import readings

OWN, REAL = "modeldeprecations_2026-08-21.models.json", "modeldeprecations_dev_models_2026-08-21.json"
ROW = {"provider": "openai", "model": "m", "name": "M", "shutdown_on": "2027-01-01", "last_verified": "2026-08-03"}


def read() -> Any:
    return readings.sound(modeldeprecations.read(readings.own(OWN)))


def one(row: Any, name: str = "models.json") -> Any:
    """The reading of one row."""
    return readings.sound(modeldeprecations.read(readings.written(name, [row])))


def test_every_model_has_one_outcome() -> None:
    reading = read()
    tally = reading.tally
    assert (tally.records, tally.mapped, tally.failed) == (13, 9, 3)
    assert tally.skipped == {modeldeprecations.NOTHING_SAID: 1}
    assert {problem.record for problem in tally.problems} == {"openai/both", "openai/bad-day", "row 12", "row 13"}
    assert [named.id for named in reading.alone] == ["swift-1"]
    assert reading.as_of == reading.dataset.version == "2026-08-21"


def test_a_whole_life() -> None:
    found = readings.by_key(read())
    release, notice, end = (found[f"{kind}|openai-api|crane-2"] for kind in ("release", "deprecation", "retirement"))
    assert isinstance(release.event.body, Release)
    assert (str(release.event.when), release.event.words) == ("2024-01-10", "released_on: 2024-01-10")
    assert str(notice.event.when) == "2025-06-06"
    assert isinstance(notice.event.body, Deprecation)
    assert notice.event.body.says == end.event.when
    assert (str(end.event.when), end.event.status) == ("2026-03-01", Status.OCCURRED)
    assert (str(end.event.known), end.event.known_basis) == ("2025-06-06", KnownBasis.STATED)
    assert {draft.surface for draft in (release, notice, end)} == {"openai-api"}
    assert release.subject
    assert (release.subject.id, release.subject.name, release.subject.maker) == ("crane-2", "Crane 2", "openai")
    assert [alias.text for alias in release.subject.aliases] == ["crane-2-0613"]


def test_the_successor_the_provider_names_is_a_party_and_its_note_is_kept() -> None:
    found = readings.by_key(read())
    end = found["retirement|openai-api|crane-2"]
    assert [(role, named.id, named.maker) for role, named in end.parties] == [(Role.SUCCESSOR, "crane-3", "openai")]
    assert end.event.note == "Same calls."
    assert found["deprecation|openai-api|crane-2"].parties == end.parties
    assert not found["release|openai-api|crane-2"].parties


def test_what_the_list_suggests_by_itself_is_no_successor() -> None:
    end = readings.by_key(read())["retirement|mistral-api|owl-7b"]
    assert not end.parties
    assert end.event.note == "The list suggests owl-8b; the provider does not name it. Our reading."


def test_an_earliest_day_stays_one() -> None:
    event = readings.by_key(read())["retirement|anthropic-api|heron-4"].event
    assert (str(event.when), event.status) == ("[2027-02-01..]", Status.SCHEDULED)
    assert (str(event.known), event.known_basis) == ("2026-08-03", KnownBasis.SOURCE_VINTAGE)
    passed = one({**ROW, "shutdown_on": None, "earliest_shutdown_on": "2026-07-01", "status": "active"}).drafts[0].event
    assert (str(passed.when), passed.status) == ("[2026-07-01..]", Status.SCHEDULED)


def test_what_is_said_without_a_day_held_when_it_was_verified() -> None:
    found = readings.by_key(read())
    for key in (
        "deprecation|anthropic-api|heron-preview",
        "deprecation|mistral-api|owl-7b",
        "retirement|xai-api|raven-1",
    ):
        event = found[key].event
        assert (str(event.when), str(event.known), event.known_basis) == (
            "[..2026-08-03]", "2026-08-03", KnownBasis.SOURCE_VINTAGE
        )  # fmt: skip
        assert (event.evidence, event.confidence) == (Evidence.OBSERVED, Confidence.LOW)
    assert found["deprecation|mistral-api|owl-7b"].event.body.says == found["retirement|mistral-api|owl-7b"].event.when


def test_without_any_day_at_all_it_is_left_out_for_that() -> None:
    row = {"provider": "openai", "model": "m", "status": "retired", "shutdown_on": None}
    assert one(row).tally.skipped == {modeldeprecations.NO_DAY: 1}
    assert one(row, "models_2026-08.json").tally.mapped == 1


def test_one_day_for_notice_and_end_says_little_of_the_notice() -> None:
    found = readings.by_key(read())
    notice, end = (found[f"{kind}|cohere-api|gull-1"].event for kind in ("deprecation", "retirement"))
    assert (notice.confidence, notice.note) == (Confidence.LOW, modeldeprecations.ONE_DAY)
    assert end.known_basis is KnownBasis.SOURCE_VINTAGE


def test_an_end_after_the_day_of_verifying_is_scheduled_whatever_the_day_of_the_file() -> None:
    draft = readings.by_key(read())["retirement|bedrock|amazon.kite-v1:0"]
    assert (str(draft.event.when), draft.event.status, draft.surface) == ("2026-08-05", Status.SCHEDULED, "bedrock")
    assert draft.subject
    assert (draft.subject.id, draft.subject.maker) == ("kite-v1:0", "amazon")
    assert [alias.text for alias in draft.subject.aliases] == ["amazon.kite-v1:0"]


def test_an_end_that_nothing_says_has_come_is_scheduled() -> None:
    row = {"provider": "openai", "model": "m", "shutdown_on": "2020-01-01"}
    assert one(row).drafts[0].event.status is Status.SCHEDULED
    assert one({**row, "status": "retired"}).drafts[0].event.status is Status.OCCURRED


def test_a_model_to_come_is_planned_and_its_follower_is_told() -> None:
    draft = readings.by_key(read())["release|vertex|gemini-9-pro"]
    assert (draft.event.status, draft.subject.maker) == (Status.SCHEDULED, "google")
    assert draft.event.note == "The provider names gemini-10-pro to come after it."


def test_of_a_firm_and_an_earliest_day_the_firm_one_counts_and_it_is_said() -> None:
    assert str(readings.by_key(read())["retirement|openai-api|both"].event.when) == "2027-01-01"
    (problem,) = [problem for problem in read().tally.problems if problem.record == "openai/both"]
    assert problem.text.startswith("earliest_shutdown_on: ")


def test_pages_say_when_they_were_read() -> None:
    sources = {source.url: source for source in read().sources}
    assert (sources["https://example.org/ends"].accessed, sources["https://example.org/ends"].title) == (
        "2026-08-03", "Ends"
    )  # fmt: skip
    assert sources["https://modeldeprecations.dev"].accessed == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "gone"), ("status", 5), ("shutdown_on", 20270101), ("deprecated_on", "soon"), ("aliases", "m2"),
        ("aliases", [5]), ("name", []), ("last_verified", "yesterday"), ("replacements", {}), ("replacements", ["m2"]),
        ("replacements", [{"provider": "openai"}]), ("replacements", [{"model": "m", "recommended": True}]),
        ("sources", ["page"]), ("sources", [{"url": "ask us"}]), ("sources", [{"title": "no address"}]),
        ("sources", "https://example.org"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_once(field: str, value: object) -> None:
    (problem,) = one(ROW | {field: value}).tally.problems
    assert problem.text.startswith(f"{field}: ")


def test_all_shapes_of_the_api_are_read_alike() -> None:
    whole = readings.bare(readings.own(OWN))
    for other in (whole["models"], {"models": whole["models"]}):
        file = readings.written(OWN, other)
        assert modeldeprecations.sniff(file)
        assert modeldeprecations.read(file) == read()
    single = readings.written("crane-2_2026-08-21.json", {"$schema": "x", "asOf": "2026-08-21", **whole["models"][0]})
    assert modeldeprecations.sniff(single)
    assert readings.sound(modeldeprecations.read(single)).drafts == read().drafts[:3]


def test_a_file_without_a_day_is_of_the_newest_day_on_which_a_row_was_verified() -> None:
    rows = readings.bare(readings.own(OWN))["models"]
    assert modeldeprecations.read(readings.written("models.json", rows)).as_of == "2026-08-03"


def test_it_claims_no_other_list() -> None:
    for whole in ([{"provider": "p", "model": "m", "retires_on": "2026-01-01"}], {"models": {"m": ROW}}, [], {}, 5):
        assert not modeldeprecations.sniff(readings.written("x.json", whole))


def test_the_order_of_the_rows_changes_nothing_but_the_order() -> None:
    rows = [row for row in readings.bare(readings.own(OWN))["models"] if isinstance(row, dict)]
    one, other = (modeldeprecations.read(readings.written(OWN, part)) for part in (rows, rows[::-1]))
    assert readings.by_key(one) == readings.by_key(other)
    assert one.sources == other.sources


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    whole = readings.bare(readings.own(OWN))
    readings.withstands(modeldeprecations, OWN, [readings.mangled(whole, cells, seed)])


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    readings.withstands(modeldeprecations, OWN, readings.spoilt(readings.bare(readings.own(OWN))))


def test_a_real_file_full_of_holes_is_read() -> None:
    whole = readings.bare(readings.real(REAL))
    readings.withstands(modeldeprecations, REAL, [readings.riddled(whole, seed) for seed in range(3)])


def test_columns_lost_or_renamed_are_no_crash() -> None:
    whole = readings.bare(readings.real(REAL))
    for name in ("status", "sources", "last_verified", "replacements", "shutdown_on"):
        readings.withstands(modeldeprecations, REAL, [[{k: v for k, v in row.items() if k != name} for row in whole]])


def test_every_model_of_the_real_file_is_read() -> None:
    file = readings.real(REAL)
    rows = readings.bare(file)
    reading = readings.sound(modeldeprecations.read(file))
    silent = [row for row in rows if row["status"] == "active" and not any(name.endswith("_on") for name in row)]
    assert (reading.tally.records, reading.tally.failed) == (len(rows), 0) == (393, 0)
    assert reading.tally.skipped == {modeldeprecations.NOTHING_SAID: len(silent)}
    assert len(silent) == len(reading.alone) == 100
    assert not reading.tally.problems
    kinds = Counter((draft.event.kind.value, draft.event.when.qualifier.value) for draft in reading.drafts)
    assert kinds["release", "exact"] == sum("released_on" in row for row in rows) == 142
    assert kinds["deprecation", "exact"] == sum("deprecated_on" in row for row in rows) == 155
    assert kinds["retirement", "exact"] == sum("shutdown_on" in row for row in rows) == 208
    assert kinds["retirement", "not_before"] == sum("earliest_shutdown_on" in row for row in rows) == 19
    gone = [row for row in rows if row["status"] == "retired" and "shutdown_on" not in row]
    noted = [row for row in rows if row["status"] == "deprecated" and "deprecated_on" not in row]
    assert (kinds["retirement", "not_after"], kinds["deprecation", "not_after"]) == (len(gone), len(noted))
    named = sum(part["recommended"] for row in rows for part in row.get("replacements", ()) if "recommended" in part)
    ends = [draft for draft in reading.drafts if draft.event.kind.value == "retirement"]
    assert 190 < sum(len(draft.parties) for draft in ends) <= named
    assert reading == modeldeprecations.read(file)


def test_well_known_rows_of_the_real_file() -> None:
    found = readings.by_key(modeldeprecations.read(readings.real(REAL)))
    opus = found["retirement|anthropic-api|claude-opus-4-5-20251101"].event
    assert str(opus.when) == "[2026-11-24..]"
    late = found["retirement|anthropic-api|claude-opus-4-1-20250805"].event
    assert (str(late.when), late.status) == ("2026-08-05", Status.SCHEDULED)  # it was last verified before that
    mythos = found["deprecation|anthropic-api|claude-mythos-preview"].event
    assert (str(mythos.when), mythos.body.says) == ("[..2026-08-03]", None)
    turbo = found["retirement|openai-api|gpt-4-turbo"]
    assert "gpt-4-turbo-2024-04-09" in {alias.text for alias in turbo.subject.aliases}


def test_it_claims_its_own_samples_alone() -> None:
    for path in sorted(readings.OWN.iterdir()):
        file = readings.own(path.name)
        assert modeldeprecations.sniff(file) == path.name.startswith("modeldeprecations_"), path.name
    for path in sorted(readings.REAL.glob("*.*")) if readings.REAL.is_dir() else ():
        assert modeldeprecations.sniff(readings.real(path.name)) == (path.name == REAL), path.name
    assert not modeldeprecations.sniff(File("x", b"\xff\xfe\x00"))
