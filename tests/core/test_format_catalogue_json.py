"""Modelspan's own JSON: what is written is read back equal, and what is broken is a problem of its record."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import Precision, Qualifier, When, parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    BODY_OF,
    Alias,
    AliasRole,
    Citation,
    Dataset,
    Entity,
    EntityKind,
    Event,
    HardwareFacts,
    Kind,
    ModelFacts,
    Party,
    Quantity,
    Release,
    Retirement,
    Role,
    Score,
    Source,
)
from modelspan.formats.catalogue_json import load, read, sniff, write
from modelspan.formats.file import File
from tests.core.readings import mangled, spoilt, strange, written

MODEL = Entity(
    id="gpt-x", kind=EntityKind.MODEL, name="GPT X", organisation_id="openai", parent_id="gpt",
    aliases=(Alias(text="gpt-x-1", role=AliasRole.API_ID),),
    facts=ModelFacts(context_tokens=128_000, open_weights=False),
)  # fmt: skip
SMALL = Catalogue(
    dataset=Dataset(id="own", title="Ours", version="2026-11-30", trust=50, attribution=("me", "you")),
    as_of="2026-11-30",
    sources=(Source(id="page", title="A page", url="https://example.org"),),
    entities=(
        MODEL,
        Entity(id="openai", kind=EntityKind.ORGANISATION, name="OpenAI"),
        Entity(id="gpt", kind=EntityKind.FAMILY, name="GPT"),
        Entity(id="azure", kind=EntityKind.SURFACE, name="Azure"),
        Entity(id="bench", kind=EntityKind.BENCHMARK, name="Bench"),
        Entity(id="chip", kind=EntityKind.CHIP, name="Chip", facts=HardwareFacts(node_nm=4.0, memory_gb=80.5)),
    ),
    events=(
        Event(
            key="end", body=Retirement(), when=parse_edtf("[2027-06-09..]"), subject_id="gpt-x", surface_id="azure",
            parties=(Party(role=Role.SUCCESSOR, entity_id="gpt-x"), Party(role=Role.SUCCESSOR, words="a later one")),
            sources=(Citation(source_id="page", locator="3"),), known=parse_edtf("2026-09-11T06:41:57Z"),
        ),
        Event(
            key="score", body=Score(benchmark_id="bench", version="1", budget_min=3.5), when=parse_edtf("2026-02~"),
            subject_id="gpt-x", quantities=(Quantity(metric="resolved", value=51.0, published="51", unit="percent"),),
        ),
        Event(
            key="more", body=Release(subtype="general_availability"), when=parse_edtf("2026-36"), subject_id="unknown"
        ),
    ),
)  # fmt: skip


def loaded(catalogue: Catalogue) -> Catalogue:
    found, tally = load(File("own.json", write(catalogue).encode()))
    assert not tally.problems
    assert tally.mapped == len(catalogue.sources) + len(catalogue.entities) + len(catalogue.events)
    return found


def test_what_is_written_is_read_back_equal() -> None:
    assert loaded(SMALL) == SMALL


def test_the_whole_bundled_catalogue_is_read_back_equal(bundled: Catalogue) -> None:
    assert loaded(bundled) == bundled
    assert write(loaded(bundled)) == write(bundled)


def test_each_record_stands_in_a_line_of_its_own_and_says_no_defaults() -> None:
    lines = write(SMALL).splitlines()
    assert json.loads(write(SMALL))["events"][2] == {
        "kind": "release", "key": "more", "when": "2026-36", "subject_id": "unknown",
        "body": {"subtype": "general_availability"},
    }  # fmt: skip
    assert sum(line.startswith("{") for line in lines) == 1 + 1 + 6 + 3


def test_text_comes_back_and_half_a_character_is_written_too() -> None:
    odd = "\ud800 \u2028 \0 <b> \\ud800 \u202e \U0001f600"
    catalogue = Catalogue(dataset=Dataset(id="a", title=odd), as_of="")
    assert loaded(catalogue).dataset.title == odd.replace("\ud800", "\ufffd"), "no store can hold it"


days = st.integers(-20_000, 60_000)
whens = st.one_of(
    st.builds(When, days, days, st.sampled_from(Precision), st.sampled_from(Qualifier)),
    st.builds(When, st.none() | days, st.none() | days, st.sampled_from(Precision), st.sampled_from(Qualifier),
              st.none() | st.integers(0, 2**40), st.none() | st.integers(0, 2**40)),
    st.sampled_from(
        ["2026", "2026-36", "2026-03~", "[2026-09-12..2026-09-16]", "[..2026-09-08]", "2026-08-31T19:00:00Z"]
    ).map(parse_edtf),
)  # fmt: skip
floats = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(When, whens)
quantities = st.builds(Quantity, value=st.none() | floats, low=st.none() | floats, high=st.none() | floats)
facts = st.none() | st.builds(ModelFacts) | st.builds(
    HardwareFacts, node_nm=st.none() | floats, memory_gb=st.none() | floats, memory_type=st.text(max_size=3)
)  # fmt: skip
bodies = st.one_of(
    *(st.builds(body) for body in BODY_OF.values() if body is not Score),
    st.builds(Score, budget_min=st.none() | floats),
)
events = st.builds(Event, body=bodies, when=whens, quantities=st.lists(quantities, max_size=2).map(tuple))
catalogues = st.builds(
    Catalogue,
    dataset=st.builds(Dataset),
    as_of=st.text(max_size=10),
    sources=st.lists(st.builds(Source), max_size=2, unique_by=lambda row: row.id).map(tuple),
    entities=st.lists(st.builds(Entity, facts=facts), max_size=2, unique_by=lambda row: row.id).map(tuple),
    events=st.lists(events, max_size=3, unique_by=lambda row: row.key).map(tuple),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(catalogues)
def test_any_catalogue_is_read_back_equal(catalogue: Catalogue) -> None:
    assert loaded(catalogue) == catalogue


def test_a_reading_has_names_in_place_of_ids() -> None:
    file = File("own.json", write(SMALL).encode())
    assert sniff(file)
    reading = read(file)
    assert reading.tally.mapped == reading.tally.records == 1 + 6 + 3
    assert reading.settled
    end, score, more = reading.drafts
    assert end.subject
    assert (end.subject.id, end.subject.name, end.subject.maker, end.subject.family) == (
        "gpt-x-1",
        "GPT X",
        "OpenAI",
        "GPT",
    )
    assert end.surface == reading.alone[2]
    assert [named.name for _, named in end.parties] == ["GPT X"]
    assert [party.words for party in end.event.parties] == ["a later one"]
    assert score.benchmark
    assert score.benchmark.name == "Bench"
    assert more.subject
    assert more.subject.id == "unknown", "what the catalogue does not describe keeps its id"
    assert [named.name for named in reading.alone] == ["OpenAI", "GPT", "Azure", "Bench", "Chip"]


def test_a_broken_record_is_a_problem_and_the_others_are_read() -> None:
    whole = json.loads(write(SMALL))
    whole["events"] += [
        whole["events"][0],
        whole["events"][0] | {"key": "k1", "when": "2026-13"},
        whole["events"][0] | {"key": "k2", "kind": "party"},
        whole["events"][0] | {"key": "k3", "colour": "red"},
        {"key": "k4", "kind": "release"},
        "junk",
    ]
    file = written("own.json", whole)
    catalogue, tally = load(file)
    assert len(catalogue.events) == 3
    assert (tally.records, tally.mapped, tally.failed) == (16, 10, 6)
    assert [str(problem) for problem in tally.problems] == [
        "own.json: events/end: key 'end' stands there twice; the first one counts.",
        "own.json: events/k1: when: '2026-13' is not a day of the calendar.",
        f"own.json: events/k2: kind is 'party'; it must be one of {', '.join(Kind)}.",
        "own.json: events/k3: colour is not a field known here.",
        "own.json: events/k4: when is missing.",
        "own.json: events 9: 'junk' is not a record.",
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "is no catalogue of Modelspan"),
        ({"version": 2}, "is of version 2 of its format and this Modelspan reads 1; update Modelspan"),
        ({"dataset": 7}, "does not say which dataset it holds"),
        ({"dataset": {"id": "a"}}, "does not say which dataset it holds: title is missing"),
    ],
)
def test_a_file_that_cannot_be_read_at_all_is_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=rf"^own.json [^\n]*{sentence}[^\n]*\.$"):
        load(written("own.json", json.loads(write(SMALL)) | change))


def withstands(whole: Any) -> None:
    file = written("own.json", whole)
    sniff(file)
    try:
        reading = read(file)
    except UserError:
        return  # which is one sentence, as above
    tally = reading.tally
    assert tally.records == tally.mapped + tally.failed
    lists = ("sources", "entities", "events")
    assert tally.failed == sum(problem.record not in lists for problem in tally.problems)


def test_any_one_value_may_be_odd() -> None:
    for whole in spoilt(json.loads(write(SMALL))):
        withstands(whole)


@settings(max_examples=80, deadline=None)
@given(st.lists(strange, max_size=6), st.integers(0, 2**32))
def test_any_values_have_outcomes(cells: list[Any], seed: int) -> None:
    withstands(mangled(json.loads(write(SMALL)), cells, seed))
