"""genai-prices: dated steps, refresh days, tiers, hours of the day, and a flag that is no end."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.records import Evidence, KnownBasis, Legacy, Price, Status
from modelspan.formats import genai_prices
from modelspan.formats.file import File
from tests.core import readings

OWN, REAL = "genai_prices_2026-11-09.data.json", "genai-prices_v2_data_2026-08-21.json"


def read() -> Any:
    return readings.sound(genai_prices.read(readings.own(OWN)))


def block(models: int, day: str, name: str = "data_2026-11-09.json") -> File:
    """Models of one provider whose prices all begin on one day."""
    steps = [{"prices": {"input_mtok": 2}}, {"constraint": {"start_date": day}, "prices": {"input_mtok": 1}}]
    listed = [{"id": f"m{n}", "match": {"equals": f"m{n}"}, "prices": steps} for n in range(models)]
    return readings.written(name, [{"id": "p", "name": "P", "pricing_urls": [], "models": listed}])


def test_every_model_has_one_outcome() -> None:
    tally = read().tally
    assert (tally.records, tally.mapped, tally.failed) == (7, 3, 3)
    assert tally.skipped == {genai_prices.NOT_PRICED: 1}
    assert {problem.record for problem in tally.problems} == {
        "deepseek/bad", "deepseek/model 3", "deepseek/bad-day/prices 1"
    }  # fmt: skip
    assert sorted(p.text for p in tally.problems if p.record == "deepseek/bad") == [
        "prices.input_mtok: 'cheap' is no price in dollars.",
        "prices.strange: This is no price known here.",
    ]


def test_steps_begin_on_their_days_and_the_first_ended_before_them() -> None:
    found = readings.by_key(read())
    first, cut, ahead = (found[f"price|openai|crane-2{day}"].event for day in ("", "|2026-07-30", "|2027-01-01"))
    assert all(isinstance(event.body, Price) for event in (first, cut, ahead))
    assert [str(event.when) for event in (first, cut, ahead)] == ["[..2026-07-29]", "2026-07-30", "2027-01-01"]
    assert (cut.status, cut.words, cut.known_basis) == (Status.OCCURRED, "2026-07-30", KnownBasis.OCCURRENCE)
    assert (ahead.status, str(ahead.known), ahead.known_basis) == (
        Status.SCHEDULED, "2026-11-09", KnownBasis.SOURCE_VINTAGE
    )  # fmt: skip


def test_tiers_and_other_units_are_told() -> None:
    found = readings.by_key(read())
    first = [(q.metric, q.published, q.conditions) for q in found["price|openai|crane-2"].event.quantities]
    assert first == [
        ("input_price", "2.5", ""), ("input_price", "5", "over 272,000 input tokens"), ("output_price", "15", "")
    ]  # fmt: skip
    cut = {q.metric: q.unit for q in found["price|openai|crane-2|2026-07-30"].event.quantities}
    assert cut == {"input_price": "USD/Mtok", "output_price": "USD/Mtok", "web_searches_price": "USD/1000"}


def test_service_tiers_and_hours_of_the_day_stand_apart() -> None:
    found = readings.by_key(read())
    priority = found["price|openai|crane-2|service tier priority"].event
    assert {q.conditions for q in priority.quantities} == {"service tier priority"}
    assert str(priority.when) == "[..2026-11-09]"  # the dated steps are of the plain price
    assert [key for key in found if key.startswith("price|deepseek|owl")] == [
        "price|deepseek|owl", "price|deepseek|owl|from 00:30:00Z to 16:30:00Z"
    ]  # fmt: skip


def test_deprecated_means_still_served() -> None:
    draft = readings.by_key(read())["legacy|openai|crane-1"]
    assert isinstance(draft.event.body, Legacy)
    assert (str(draft.event.when), draft.event.words, draft.event.note) == (
        "[..2026-11-09]", "deprecated", genai_prices.STILL_SERVED
    )  # fmt: skip
    price = readings.by_key(read())["price|openai|crane-1"].event
    assert [(q.published, q.value) for q in price.quantities] == [("0.049999999999999996", 0.05), ("0", 0.0)]


def test_the_pages_a_comment_names_are_cited_before_the_providers() -> None:
    reading = read()
    url = {source.id: source.url for source in reading.sources}
    found = readings.by_key(reading)
    pages = [
        [url[citation.source_id] for citation in found[key].event.sources]
        for key in ("price|openai|crane-2", "price|openai|crane-1")
    ]
    assert pages == [
        ["https://example.org/changelog", reading.dataset.url], ["https://example.org/prices", reading.dataset.url]
    ]  # fmt: skip


def test_a_day_that_many_models_share_is_the_day_of_a_refresh() -> None:
    few, many = (
        readings.by_key(readings.sound(genai_prices.read(block(number, "2026-10-19"))))["price|p|m0|2026-10-19"].event
        for number in (genai_prices.REFRESH - 1, genai_prices.REFRESH)
    )
    assert (str(few.when), few.evidence) == ("2026-10-19", Evidence.SECONDARY)
    assert (str(many.when), many.evidence) == ("[..2026-10-19]", Evidence.OBSERVED)
    assert "10 models of the list share this day" in many.note


def test_a_day_ahead_is_no_refresh_however_many_share_it() -> None:
    reading = readings.sound(genai_prices.read(block(30, "2027-01-01")))
    event = readings.by_key(reading)["price|p|m0|2027-01-01"].event
    assert (str(event.when), event.status) == ("2027-01-01", Status.SCHEDULED)
    assert str(readings.by_key(reading)["price|p|m0"].event.when) == "[..2026-11-09]"


def test_without_a_day_of_the_file_only_dated_prices_are_taken() -> None:
    reading = readings.sound(genai_prices.read(File("data.json", readings.own(OWN).data)))
    assert reading.as_of == ""
    assert {str(draft.event.when) for draft in reading.drafts} == {"[..2026-07-29]", "2026-07-30", "2027-01-01"}
    assert reading.tally.skipped == {genai_prices.NO_DAY: 2, genai_prices.NOT_PRICED: 1}


def one(model: dict[str, Any], provider: str = "p") -> Any:
    """The reading of one model."""
    models = [{"id": "m", "match": {"equals": "m"}, "prices": {"input_mtok": 1}} | model]
    whole = [{"id": provider, "name": "P", "pricing_urls": [], "models": models}]
    return readings.sound(genai_prices.read(readings.written("data_2026-11-09.json", whole)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("prices", 5), ("prices", [5]), ("prices", [{"constraint": {"start_date": "2026-01-01"}}]),
        ("prices", [{"prices": {"input_mtok": 1}, "constraint": "later"}]),
        ("prices", [{"prices": {"input_mtok": 1}, "constraint": {"start_date": 20260101}}]),
        ("prices", [{"prices": {"input_mtok": 1}, "constraint": {"start_date": "soon"}}]),
        ("prices", {"input_mtok": "cheap"}), ("prices", {"input_mtok": {"base": 1, "tiers": 5}}),
        ("prices", {"input_mtok": {"base": 1, "tiers": [{"start": "many", "price": 2}]}}), ("prices", {"input": 1}),
        ("price_variants", 5), ("price_variants", [{"prices": {"input_mtok": 1}, "when": "fast"}]), ("name", 5),
        ("context_window", "long"), ("deprecated", "yes"), ("price_comments", 5),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(field: str, value: object) -> None:
    (problem,) = one({field: value}).tally.problems
    assert field in f"{problem.record}: {problem.text}"


def test_a_step_whose_conditions_cannot_be_read_is_not_taken_for_the_plain_price() -> None:
    steps = [{"prices": {"input_mtok": 1}}, {"prices": {"input_mtok": 9}, "constraint": {"start_date": "soon"}}]
    assert [draft.event.quantities[0].published for draft in one({"prices": steps}).drafts] == ["1"]


def test_google_offers_others_models_on_vertex_alone() -> None:
    places = {id_: one({"id": id_}, "google").drafts[0] for id_ in ("gemini-9-pro", "claude-opus-9")}
    assert {id_: draft.surface for id_, draft in places.items()} == {
        "gemini-9-pro": "gemini-api", "claude-opus-9": "vertex"
    }  # fmt: skip
    assert [draft.subject.maker for draft in places.values()] == ["google", ""]


def test_the_first_shape_is_read_alike() -> None:
    prices = {"input_mtok": 15.0, "input_audio_mtok": None, "output_mtok": 75.0}
    model = {"id": "heron-4", "matches": {"starts_with": "heron-4"}, "max_tokens": 200000, "prices": prices}
    provider = {"id": "anthropic", "pricing_url": "https://example.org/prices", "models": [model]}
    file = readings.written("prices_2025-07-01.json", [provider])
    assert genai_prices.sniff(file)
    reading = readings.sound(genai_prices.read(file))
    (draft,) = reading.drafts
    assert [(q.metric, q.published) for q in draft.event.quantities] == [
        ("input_price", "15.0"), ("output_price", "75.0")
    ]  # fmt: skip
    assert draft.subject.facts.context_tokens == 200000
    assert "https://example.org/prices" in {source.url for source in reading.sources}
    assert not reading.tally.problems


def test_the_later_shape_with_units_is_read_alike() -> None:
    whole = readings.bare(readings.own(OWN))
    later = readings.written(OWN, {"units": {}, "providers": whole})
    assert genai_prices.sniff(later)
    assert genai_prices.read(later) == read()


def test_the_order_of_the_file_changes_no_statement() -> None:
    whole = readings.bare(readings.own(OWN))
    other = readings.sound(genai_prices.read(readings.written(OWN, readings.shuffled(whole))))
    one = {draft.event.key: (draft.event.when, set(draft.event.quantities)) for draft in read().drafts}
    assert one == {draft.event.key: (draft.event.when, set(draft.event.quantities)) for draft in other.drafts}


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    whole = readings.bare(readings.own(OWN))
    readings.withstands(genai_prices, OWN, [readings.mangled(whole, cells, seed)])


def test_a_real_file_full_of_holes_is_read() -> None:
    whole = readings.bare(readings.real(REAL))
    readings.withstands(genai_prices, REAL, [readings.riddled(whole, seed) for seed in range(3)])


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    readings.withstands(genai_prices, OWN, readings.spoilt(readings.bare(readings.own(OWN))))


def test_every_model_of_the_real_file_is_read() -> None:
    file = readings.real(REAL)
    models = [model for provider in readings.bare(file) for model in provider["models"]]
    reading = readings.sound(genai_prices.read(file))
    tally = reading.tally
    assert tally.records == len(models) == 1466
    assert tally.skipped[genai_prices.NOT_PRICED] == sum(not model["prices"] for model in models)
    assert not tally.problems
    steps = sum(
        len(model["prices"]) if isinstance(model["prices"], list) else bool(model["prices"]) for model in models
    )
    kinds = [draft.event.kind.value for draft in reading.drafts]
    assert kinds.count("price") == steps
    assert kinds.count("legacy") == sum(bool(model.get("deprecated")) for model in models) == 8
    assert reading == genai_prices.read(file)


def test_well_known_rows_of_the_real_file() -> None:
    found = readings.by_key(genai_prices.read(readings.real(REAL)))
    cut = found["price|openai|gpt-5.6-luna|2026-07-30"].event
    assert str(cut.when) == "2026-07-30"  # four models share it, which is a vendor's cut and no refresh
    assert cut.quantities[0].published == "0.2"
    o3 = found["price|openai|o3"].event
    assert (str(o3.when), [q.published for q in o3.quantities]) == ("[..2025-06-09]", ["10", "0.5", "40"])
    assert found["price|anthropic|claude-sonnet-5|2026-09-01"].event.status is Status.SCHEDULED
    assert found["price|google|claude-3-haiku"].surface == "vertex"
