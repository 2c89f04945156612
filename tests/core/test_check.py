"""Each check finds its fault, alone, and the bundled catalogue has none."""

from dataclasses import replace

import pytest

from modelspan import assets
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.check import check
from modelspan.domain.dates import parse_edtf
from modelspan.domain.problems import Problem
from modelspan.domain.records import (
    Alias,
    Check,
    Citation,
    Claim,
    Dataset,
    Deal,
    Entity,
    EntityKind,
    Event,
    Evidence,
    Party,
    Quantity,
    Release,
    Retirement,
    Role,
    Score,
    Source,
    Verdict,
)
from modelspan.formats import catalogue_toml


def named(name: str, kind: EntityKind, **more: str) -> Entity:
    return Entity(id=name, kind=kind, name=name.title(), **more)  # type: ignore[arg-type]


CITED = (Citation(source_id="page", locator="3"),)
END = Event(key="m/end", body=Retirement(), when=parse_edtf("2026-05"), subject_id="m", surface_id="api", sources=CITED)
GOOD = Catalogue(
    dataset=Dataset(id="x", title="X"),
    as_of="2026-11-30",
    sources=(Source(id="page", title="A page", url="https://example.org/a"),),
    entities=(
        named("us", EntityKind.ORGANISATION),
        named("f", EntityKind.FAMILY),
        named("api", EntityKind.SURFACE),
        named("b", EntityKind.BENCHMARK),
        named("m", EntityKind.MODEL, organisation_id="us", parent_id="f"),
        named("n", EntityKind.MODEL),
    ),
    events=(
        Event(
            key="m/start",
            body=Release(),
            when=parse_edtf("2026-05-20"),
            subject_id="m",
            surface_id="api",
            sources=CITED,
        ),
        END,
    ),
)


def with_event(**changes: object) -> Catalogue:
    """The good catalogue and one more event."""
    plain = {"key": "extra", "body": Claim(), "when": parse_edtf("2026"), "sources": CITED}
    return replace(GOOD, events=(*GOOD.events, Event(**(plain | changes))))  # type: ignore[arg-type]


def with_entity(entity: Entity) -> Catalogue:
    return replace(GOOD, entities=(*GOOD.entities, entity))


def with_source(**changes: str) -> Catalogue:
    return replace(GOOD, sources=(*GOOD.sources, Source(**({"id": "extra", "title": "T"} | changes))))  # type: ignore[arg-type]


def score(value: float, unit: str = "percent", benchmark: str = "b") -> Catalogue:
    amount = Quantity(metric="accuracy", value=value, unit=unit)
    return with_event(body=Score(benchmark_id=benchmark, version="1"), subject_id="m", quantities=(amount,))


def test_the_bundled_catalogue_has_no_problem() -> None:
    catalogue, problems, origin = catalogue_toml.read(assets.data())
    assert problems + check(catalogue, origin) == []


def test_the_good_one_is_good() -> None:
    assert check(GOOD, {}) == []
    assert check(score(100), {}) == []
    assert check(score(131, "points"), {}) == []
    assert check(with_event(sources=(), evidence=Evidence.MEMORY), {}) == []


def test_successors_may_go_in_a_circle() -> None:
    def ends(model: str, successor: str) -> Event:
        party = Party(role=Role.SUCCESSOR, entity_id=successor)
        return replace(END, key=f"{model}/{successor}", subject_id=model, parties=(party,))

    assert check(replace(GOOD, events=(ends("m", "n"), ends("n", "m"))), {}) == []


CASES: dict[str, tuple[Catalogue, str]] = {
    "source twice": (with_source(id="page"), "2 records of type source have this id"),
    "entity twice": (with_entity(named("m", EntityKind.MODEL)), "2 records of type entity have this id"),
    "event twice": (replace(GOOD, events=(*GOOD.events, END)), "2 records of type event have this id"),
    "organisation": (
        with_entity(named("extra", EntityKind.MODEL, organisation_id="no")),
        "organisation 'no' is not in",
    ),
    "wrong kind": (with_entity(named("extra", EntityKind.MODEL, organisation_id="f")), "is of type family, not organi"),
    "family": (with_entity(named("extra", EntityKind.MODEL, parent_id="no")), "family 'no' is not in the catalogue."),
    "surface": (with_event(surface_id="no"), "surface 'no' is not in the catalogue."),
    "subject": (with_event(subject_id="no"), "subject 'no' is not in the catalogue."),
    "speaker": (with_event(by_id="no"), "by 'no' is not in the catalogue."),
    "benchmark": (score(1, benchmark="no"), "benchmark 'no' is not in the catalogue."),
    "source": (with_event(sources=(Citation(source_id="no"),)), "source 'no' is not in the catalogue."),
    "party": (with_event(parties=(Party(role=Role.BUYER, entity_id="no"),)), "buyer 'no' is not in the catalogue."),
    "anchor": (with_event(anchor_key="no"), "anchor 'no' is not an event."),
    "rival": (with_event(rival_of="no"), "rival_of 'no' is not an event of kind claim."),
    "rival of another kind": (with_event(rival_of="m/end"), "rival_of 'm/end' is not an event of kind claim."),
    "claim": (with_event(body=Check(claim="no", verdict=Verdict.PARTLY)), "claim 'no' is not in the catalogue."),
    "measurement": (with_event(body=Claim(measurement="no")), "measurement 'no' is not in the catalogue."),
    "amends": (with_event(body=Deal(subtype="amendment", amends="m/end")), "amends 'm/end' is not a deal."),
    "no source": (with_event(sources=()), "no source is named"),
    "order": (
        replace(GOOD, events=(GOOD.events[0], replace(END, key="extra", when=parse_edtf("2026-05-19")))),
        "it ends on 2026-05-19, before it began on api on 2026-05-20.",
    ),
    "unit": (with_event(quantities=(Quantity(metric="capacity", value=1),)), "capacity has no unit."),
    "score": (score(100.5), "a score of 100.5 percent lies outside 0 to 100."),
    "own successor": (
        with_event(body=Retirement(), subject_id="m", parties=(Party(role=Role.SUCCESSOR, entity_id="m"),)),
        "'m' is named as its own successor.",
    ),
    "script address": (with_source(url="javascript:alert(1)"), "is not an http or https address."),
    "broken address": (with_source(url="https://[x"), "is not an http or https address."),
    "no host": (with_source(url="https:///etc"), "is not an http or https address."),
    "bidi name": (with_entity(Entity(id="extra", kind=EntityKind.TOPIC, name="a\u202eb")), "character U+202E"),
    "control in alias": (
        with_entity(Entity(id="extra", kind=EntityKind.TOPIC, name="a", aliases=(Alias(text="a\x1bb"),))),
        "alias holds the invisible character U+001B",
    ),
    "control in title": (with_event(title="a\nb"), "title holds the invisible character U+000A"),
}


@pytest.mark.parametrize(("catalogue", "text"), CASES.values(), ids=CASES.keys())
def test_each_fault_is_found_once(catalogue: Catalogue, text: str) -> None:
    (found,) = check(catalogue, {"extra": "a.toml", "page": "a.toml", "m": "a.toml", "m/end": "a.toml"})
    assert text in found.text
    assert found.where == "a.toml"


def test_it_goes_on_after_the_first_problem() -> None:
    extra = (replace(END, key="one", by_id="no"), replace(END, key="two", surface_id="no"))
    found = check(replace(GOOD, events=(*GOOD.events, *extra)), {"one": "a.toml"})
    assert found == [
        Problem("a.toml", "one", "by 'no' is not in the catalogue."),
        Problem("catalogue.toml", "two", "surface 'no' is not in the catalogue."),
    ]
