"""deprecations.info: days of scraping that are no days of notice, products that are no models, ids run together."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.drafts import Named
from modelspan.domain.records import Confidence, Deprecation, Evidence, KnownBasis, Retirement, Status
from modelspan.formats import deprecations_info, id_list, modeldeprecations, plain_table
from modelspan.formats.run_together import ids_in, seems_several
from tests.core import readings

OWN, EARLY = "deprecations_info_2026-07-24.deprecations.json", "deprecations_info_2025-11-13.data.json"
FEED, COPY = "deprecations_info_feed.json", "deprecations_info_copy.json"
REAL = "deprecations-rss_v1_deprecations_2026-07-24.json"
ROW = {
    "provider": "OpenAI", "model_id": "m", "shutdown_date": "2026-10-23", "deprecation_date": "2026-04-22",
    "announcement_date": "2026-05-01", "first_observed": "2026-05-01", "last_observed": "2026-05-01",
}  # fmt: skip


def read(name: str = OWN) -> Any:
    return readings.sound(deprecations_info.read(readings.own(name)))


def one(row: Any, name: str = "deprecations.json") -> Any:
    """The reading of one row."""
    return readings.sound(deprecations_info.read(readings.written(name, [row])))


def test_every_notice_has_one_outcome() -> None:
    tally = read().tally
    assert (tally.records, tally.mapped, tally.failed) == (12, 7, 3)
    assert tally.skipped == {deprecations_info.NOT_A_MODEL: 1, deprecations_info.NO_DAY: 1}
    assert {problem.record for problem in tally.problems} == {"OpenAI/bad-day", "row 11", "row 12"}
    assert (read().as_of, read().alone) == ("2026-07-24", ())


def test_a_notice_before_the_end_has_its_day_and_gives_the_end() -> None:
    found = readings.by_key(read())
    notice, end = (found[f"{kind}|openai-api|crane-2"] for kind in ("deprecation", "retirement"))
    assert isinstance(notice.event.body, Deprecation)
    assert isinstance(end.event.body, Retirement)
    assert (str(notice.event.when), notice.event.words) == ("2026-04-22", "deprecation_date: 2026-04-22")
    assert notice.event.note == "On the page: We are deprecating a set of older models."
    assert notice.event.body.says == end.event.when
    assert (str(end.event.when), end.event.status, end.surface) == ("2026-10-23", Status.SCHEDULED, "openai-api")
    assert (str(end.event.known), end.event.known_basis) == ("2026-04-22", KnownBasis.STATED)
    assert [named.id for _, named in end.parties] == ["crane-3"]
    assert [party.words for party in end.event.parties] == ["reasoning.mode: pro"]


def test_a_day_of_scraping_is_no_day_of_notice() -> None:
    found = readings.by_key(read())
    notice, end = (found[f"{kind}|azure|FW-Owl-7B"].event for kind in ("deprecation", "retirement"))
    assert (str(notice.when), notice.words) == ("[..2026-05-01]", "announcement_date: 2026-05-01")
    assert (notice.confidence, notice.evidence) == (Confidence.LOW, Evidence.OBSERVED)
    assert (str(notice.known), notice.known_basis) == ("2026-06-02", KnownBasis.SOURCE_VINTAGE)
    assert (str(end.known), end.known_basis) == ("2026-06-02", KnownBasis.SOURCE_VINTAGE)  # it changed that day


def test_what_was_seen_only_after_the_end_says_nothing_of_its_notice() -> None:
    found = readings.by_key(read())
    for name in ("gemini-api|lark-1", "Groq|meta-llama/llama-9-8b"):  # one day for both; the notice behind the end
        assert f"deprecation|{name}" not in found
        event = found[f"retirement|{name}"].event
        assert (event.status, event.note) == (Status.OCCURRED, deprecations_info.SEEN_LATE)


def test_azures_lists_say_whose_a_model_is_and_who_serves_it() -> None:
    found = readings.by_key(read())
    served, own = (found[f"retirement|azure|{name}"] for name in ("FW-Owl-7B", "Owl-7B"))
    assert (served.subject.id, served.subject.maker, served.event.scope) == ("Owl-7B", "", "FW-Owl-7B")
    assert (own.subject.id, own.subject.maker, own.event.scope) == ("Owl-7B", "Owls Inc", "")


def test_the_end_of_fine_tuned_models_is_not_that_of_the_model() -> None:
    end = one(ROW | {"model_id": "ft-crane-2"}).drafts[1]
    assert (end.event.key, end.event.scope, end.event.ids) == (
        "retirement|openai-api|ft-crane-2", "ft-crane-2", ("ft-crane-2",)
    )  # fmt: skip
    assert end.subject
    assert end.subject.id == "crane-2"


def test_ids_with_a_maker_or_a_region_are_taken_apart() -> None:
    found = readings.by_key(read())
    kite = found["retirement|bedrock|us.amazon.kite-v1:0"]
    assert (kite.subject.id, kite.subject.maker, kite.event.scope) == ("kite-v1:0", "amazon", "us")
    llama = found["retirement|Groq|meta-llama/llama-9-8b"]
    assert (llama.subject.id, llama.subject.maker) == ("llama-9-8b", "meta-llama")
    assert isinstance(llama.surface, Named)
    assert [(named.id, named.maker) for _, named in llama.parties] == [("qwen9", "qwen"), ("llama-9-70b", "")]


def test_a_notice_without_an_end_is_one() -> None:
    found = readings.by_key(read())
    notice = found["deprecation|cohere-api|gull-r"].event
    assert (str(notice.when), notice.body.says) == ("2025-09-15", None)
    assert "retirement|cohere-api|gull-r" not in found


@pytest.mark.parametrize(
    "name", ["Evals platform", "Agent Builder", "Reusable prompts", "Assistants API", "Codex models"]
)
def test_what_is_no_model_is_left_out_for_that(name: str) -> None:
    assert one(ROW | {"model_id": name}).tally.skipped == {deprecations_info.NOT_A_MODEL: 1}


def test_the_day_of_a_notice_is_no_end() -> None:
    (draft,) = [draft for draft in read(EARLY).drafts if "GPT-9" in draft.event.key]
    assert (draft.event.key, str(draft.event.when)) == ("deprecation|openai-api|GPT-9-preview", "2025-04-14")
    assert draft.event.body.says is None
    (problem,) = [problem for problem in read(EARLY).tally.problems if "GPT-9" in problem.record]
    assert problem.text == "shutdown_date: 2025-04-14 is the day of the notice, says the address, and no end."
    cohere = one({**ROW, "provider": "Cohere", "url": "https://example.org/#2026-10-23-gulls"})
    assert [draft.event.kind.value for draft in cohere.drafts] == ["deprecation", "retirement"]


def test_early_files_are_read() -> None:
    reading = read(EARLY)
    tally = reading.tally
    assert (tally.records, tally.mapped, tally.failed) == (7, 5, 1)
    assert tally.skipped == {deprecations_info.NOT_A_MODEL: 1}
    found = readings.by_key(reading)
    assert {key for key in found if "gull" in key} == {
        f"{kind}|cohere-api|gull-{name}" for kind in ("deprecation", "retirement") for name in ("r", "light")
    }  # fmt: skip
    assert str(found["deprecation|cohere-api|gull-r"].event.when) == "[..2025-09-15]"
    assert [named.id for _, named in found["retirement|cohere-api|gull-light"].parties] == ["gull-a", "gull-r"]
    grand = found["retirement|cohere-api|Gull Grand"]
    assert (grand.subject.id, grand.subject.name) == ("", "Gull Grand")
    assert [party.words for party in grand.event.parties] == ["Fine-tuned gulls"]


def test_ids_run_together_are_split_only_where_both_are_known() -> None:
    found = readings.by_key(read(EARLY))
    problems = {problem.record: problem.text for problem in read(EARLY).tally.problems}
    assert "Google/gemini-9.5-progemini-9.5-flash" in problems
    pro = found["retirement|gemini-api|gemini-9.5-pro"]
    assert [named.id for _, named in pro.parties] == ["gemini-9.9-flash", "gemini-9.9-pro"]
    other = found["retirement|gemini-api|gemini-9.9-pro"]
    assert not other.parties
    assert [party.words for party in other.event.parties] == ["gemini-10-progemini-10-flash"]
    assert problems["Google/gemini-9.9-pro"] == (
        "replacement_models: 'gemini-10-progemini-10-flash' seems to be several ids run together."
    )


@pytest.mark.parametrize(
    ("text", "known", "ids"),
    [
        ("gpt-5gpt-4.1", ("gpt-5", "gpt-4.1"), ("gpt-5", "gpt-4.1")), ("gpt-5gpt-4.1", ("gpt-5",), ()),
        ("gpt-4.1o3", ("gpt-4.1", "o3"), ("gpt-4.1", "o3")), ("gpt-5-mini", ("gpt-5", "mini"), ("gpt-5-mini",)),
        ("chatgpt-4o-latest", (), ("chatgpt-4o-latest",)), ("codellama-7b", (), ("codellama-7b",)),
        ("deepseek-r1-distill-qwen-32b", (), ("deepseek-r1-distill-qwen-32b",)),
        ("o1o1o1", ("o1", "o1o1"), ()), ("", (), ("",)),
    ],
)  # fmt: skip
def test_ids_of_a_text(text: str, known: tuple[str, ...], ids: tuple[str, ...]) -> None:
    assert ids_in(text, known) == ids


def test_the_feed_has_the_same_one_level_below() -> None:
    reading = read(FEED)
    assert deprecations_info.sniff(readings.own(FEED))
    assert (reading.tally.mapped, reading.tally.failed, reading.as_of) == (1, 1, "2026-03-27")
    found = readings.by_key(reading)
    notice, end = (found[f"{kind}|openai-api|crane-2"] for kind in ("deprecation", "retirement"))
    assert (str(notice.event.when), str(end.event.when)) == ("2026-03-24", "2026-09-24")
    assert notice.event.words == "#2026-03-24"  # the section of the page, since the feed gives no such day
    assert not end.parties
    assert not end.event.parties
    pages = {source.url: source.accessed for source in reading.sources}
    assert pages["https://example.org/ends#2026-03-24-cranes"] == "2026-03-27"


def test_the_copy_with_fewer_fields_is_read() -> None:
    found = readings.by_key(read(COPY))
    assert sorted((key, str(draft.event.when)) for key, draft in found.items()) == [
        ("deprecation|azure|Owl-7B", "[..2026-05-01]"), ("deprecation|openai-api|crane-2", "2026-04-22"),
        ("retirement|azure|Owl-7B", "2027-01-01"), ("retirement|openai-api|crane-2", "2026-10-23"),
    ]  # fmt: skip
    assert read(COPY).as_of == "2026-10-02"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("shutdown_date", 20261023), ("shutdown_date", "soon"), ("deprecation_date", "2026-13-01"),
        ("deprecation_date", "2026-11-01"), ("announcement_date", []), ("first_observed", "1970-01-01"),
        ("last_observed", {}), ("scraped_at", "yesterday"), ("url", "ask us"), ("url", 5),
        ("replacement_models", {}), ("replacement_models", [5]), ("replacement_models", "m"),
        ("deprecation_context", []),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(field: str, value: object) -> None:
    problems = {problem.text.partition(": ")[0] for problem in one(ROW | {field: value}).tally.problems}
    assert problems == {field}


def test_an_end_that_nothing_says_has_come_is_scheduled() -> None:
    row = {"provider": "OpenAI", "model_id": "m", "shutdown_date": "2020-01-01", "content_hash": "x"}
    (draft,) = one(row).drafts
    assert (draft.event.status, draft.event.known_basis) == (Status.SCHEDULED, KnownBasis.UNKNOWN)
    assert one(row, "deprecations_2026-07-24.json").drafts[0].event.status is Status.OCCURRED


def test_words_before_a_day_are_kept() -> None:
    event = one(ROW | {"shutdown_date": "Not sooner than 2026-10-23"}).drafts[1].event
    assert str(event.when) == "[2026-10-23..]"


def test_the_order_of_the_rows_changes_nothing_but_the_order() -> None:
    for name in (OWN, EARLY):
        rows = [row for row in readings.bare(readings.own(name)) if isinstance(row, dict)]
        first, other = (deprecations_info.read(readings.written(name, part)) for part in (rows, rows[::-1]))
        assert readings.by_key(first) == readings.by_key(other)
        assert first.sources == other.sources


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    for name in (OWN, EARLY, FEED):
        whole = readings.bare(readings.own(name))
        readings.withstands(deprecations_info, name, [readings.mangled(whole, cells, seed)])


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    for name in (OWN, FEED):
        readings.withstands(deprecations_info, name, readings.spoilt(readings.bare(readings.own(name))))


def test_a_real_file_full_of_holes_is_read() -> None:
    whole = readings.bare(readings.real(REAL))
    readings.withstands(deprecations_info, REAL, [readings.riddled(whole, seed) for seed in range(3)])


def test_every_notice_of_the_real_file_is_read() -> None:
    file = readings.real(REAL)
    rows = readings.bare(file)
    reading = readings.sound(deprecations_info.read(file))
    assert (reading.tally.records, reading.tally.failed) == (len(rows), 0) == (415, 0)
    assert reading.tally.skipped == {deprecations_info.NOT_A_MODEL: sum(" " in row["model_id"] for row in rows)}
    assert not reading.tally.problems
    models = [row for row in rows if " " not in row["model_id"]]
    kinds = Counter((draft.event.kind.value, draft.event.when.qualifier.value) for draft in reading.drafts)
    assert kinds["retirement", "exact"] == sum(row["shutdown_date"] != "" for row in models) == 406
    before = [row for row in models if not row["shutdown_date"] or row["deprecation_date"] < row["shutdown_date"]]
    assert kinds["deprecation", "exact"] == len(before) == 223
    rest = [row for row in models if row not in before]
    in_time = [row for row in rest if row["announcement_date"] <= row["shutdown_date"]]
    assert kinds["deprecation", "not_after"] == len(in_time)
    late = [draft for draft in reading.drafts if draft.event.note.startswith(deprecations_info.SEEN_LATE)]
    assert len(late) == len(rest) - len(in_time)
    scraped = {str(draft.event.when) for draft in reading.drafts if draft.event.kind.value == "deprecation"}
    assert "2026-03-26" not in scraped  # the day that 100 rows share
    assert "2026-05-22" not in scraped
    assert reading == deprecations_info.read(file)


def test_no_id_of_the_real_file_is_torn_apart() -> None:
    rows = readings.bare(readings.real(REAL))
    known = deprecations_info.known_ids(rows)
    assert all(ids_in(id_, known) == (id_,) for id_ in known)
    assert not any(seems_several(row["model_id"]) for row in rows)


def test_well_known_rows_of_the_real_file() -> None:
    found = readings.by_key(deprecations_info.read(readings.real(REAL)))
    gpt45 = found["retirement|openai-api|gpt-4.5-preview"].event
    assert (str(gpt45.when), str(gpt45.known), gpt45.known_basis) == ("2025-07-14", "2025-04-14", KnownBasis.STATED)
    again = found["deprecation|openai-api|gpt-4-1106-preview"].event
    assert str(again.when) == "2026-04-22"
    opus = found["retirement|bedrock|anthropic.claude-opus-4-1-20250805-v1:0"]
    assert (opus.subject.maker, str(opus.event.when)) == ("anthropic", "2027-01-08")


def test_it_claims_its_own_samples_alone() -> None:
    for path in sorted(readings.OWN.iterdir()):
        file = readings.own(path.name)
        assert deprecations_info.sniff(file) == path.name.startswith("deprecations_info_"), path.name
    for path in sorted(readings.REAL.glob("*.*")) if readings.REAL.is_dir() else ():
        assert deprecations_info.sniff(readings.real(path.name)) == (path.name == REAL), path.name


@pytest.mark.parametrize("name", [OWN, EARLY, FEED, COPY])
def test_readers_of_any_list_leave_it_alone(name: str) -> None:
    assert readings.claims((id_list, plain_table, modeldeprecations), readings.own(name)) == []
