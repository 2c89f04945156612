"""A small catalogue that holds every form a life can take, drawn and compared with approved texts.

A change of the drawing is approved with MODELSPAN_APPROVE=1; read the difference before it is committed.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.app import drawing
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.app.views import first_state, open_model
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day, parse_edtf
from modelspan.domain.records import (
    Claim,
    Comparator,
    Dataset,
    DateChange,
    Deal,
    Deprecation,
    Entity,
    EntityKind,
    Event,
    Evidence,
    Measurement,
    ModelFacts,
    Party,
    Preview,
    Quantity,
    Release,
    Retirement,
    Role,
    Score,
    Status,
)
from modelspan.engine.tracks import Track
from modelspan.store import reading, writing

APPROVED = Path(__file__).parents[1] / "approved"
TODAY = day(2026, 11, 30)
SIZE = (1000, 500)


def entity(name: str, kind: EntityKind, **more: object) -> Entity:
    return Entity(id=name.lower().replace(" ", "-"), kind=kind, name=name, **more)


def model(name: str, maker: str, family: str = "") -> Entity:
    return entity(
        name, EntityKind.MODEL, organisation_id=maker, parent_id=family, facts=ModelFacts(context_tokens=1000)
    )


def event(key: str, body: object, when: str, subject: str, surface: str = "api", **more: object) -> Event:
    return Event(key=key, body=body, when=parse_edtf(when), subject_id=subject, surface_id=surface, **more)


def begin(subject: str, when: str, surface: str = "api") -> Event:
    return event(f"{subject}-{surface}-begin", Release(), when, subject, surface)


def end(subject: str, when: str, surface: str = "api", key: str = "end", **more: object) -> Event:
    more = {"status": Status.SCHEDULED, **more}
    return event(f"{subject}-{surface}-{key}", Retirement(), when, subject, surface, **more)


def amount(metric: str, value: float, unit: str, comparator: Comparator = Comparator.EQUAL) -> tuple[Quantity, ...]:
    return (Quantity(metric=metric, value=value, unit=unit, comparator=comparator, published=f"{value:g}"),)


def catalogue() -> Catalogue:
    """One model a form; the name says which."""
    names = (
        "Exact",
        "Between",
        "Not before",
        "Not after",
        "About",
        "Open",
        "Unknown start",
        "Preview",
        "Moved",
        "Rival",
    )
    entities = [
        entity("OpenAI", EntityKind.ORGANISATION),
        entity("Anthropic", EntityKind.ORGANISATION),
        entity("Own family", EntityKind.FAMILY, organisation_id="openai"),
        Entity(id="api", kind=EntityKind.SURFACE, name="OpenAI API"),
        entity("Azure", EntityKind.SURFACE),
        entity("Arena", EntityKind.BENCHMARK),
        *(model(name, "openai", "own-family") for name in names),
        model("Seen", "anthropic"),
        model("Partly", "anthropic"),
        model("Two homes", "anthropic"),
    ]
    successor = (Party(role=Role.SUCCESSOR, entity_id="open"),)
    day_of = {"seen": "2026-10-05", "published": "2026-09-20"}
    events = [
        begin("exact", "2026-01-15"),
        event("exact-notice", Deprecation(says=parse_edtf("2026-12-10")), "2026-09-01", "exact"),
        end("exact", "2026-12-10", parties=successor),
        begin("between", "2026-02-12"),
        end("between", "[2026-09-12..2026-09-16]"),
        begin("not-before", "2026-03-01"),
        end("not-before", "[2027-06-09..]"),
        begin("not-after", "2026-03-02"),
        end("not-after", "[..2027-03-31]"),
        begin("about", "2026-03-03"),
        end("about", "2027-02~"),
        begin("open", "2026-05-01"),
        end("unknown-start", "2027-01-20"),
        event("preview-begin", Preview(audience="subscribers"), "2026-04-01", "preview"),
        event("preview-release", Release(subtype="general_availability"), "2026-08-01", "preview"),
        begin("moved", "2026-01-01"),
        end("moved", "2027-04-01"),
        event("slip", DateChange(was=parse_edtf("2026-10-01"), says=parse_edtf("2027-04-01")), "2026-08-20", "moved"),
        begin("rival", "2026-01-02"),
        end("rival", "2027-05-01"),
        end("rival", "2027-02-15", key="other", rival_of="rival-api-end"),
        begin("seen", "2026-01-03"),
        end("seen", day_of["published"], status=Status.OCCURRED),
        end("seen", day_of["seen"], key="observed", evidence=Evidence.OBSERVED),
        begin("partly", "2026-01-04"),
        end("partly", "2026-10-20", key="some", scope="partly-2026-01-04", status=Status.OCCURRED),
        begin("two-homes", "2026-02-01"),
        begin("two-homes", "2026-03-01", "azure"),
        end("two-homes", "2026-12-20", "azure"),
        event(
            "deal", Deal(subtype="capacity"), "2026-06-15", "openai", "", title="A deal of 500 MW",
            parties=(Party(role=Role.BUYER, entity_id="openai"),), quantities=amount("capacity", 500, "MW"),
        ),
        event("deal-unsized", Deal(subtype="cloud"), "2026-07-15", "", "", title="A deal of no stated size",
              parties=(Party(role=Role.BUYER, entity_id="anthropic"),)),
        event("score", Score(benchmark_id="arena", version="1"), "2026-05-02", "open", "",
              quantities=amount("accuracy", 61.5, "percent")),
        event("speed", Measurement(), "2026-05-03", "open", "",
              quantities=amount("output_speed", 1200, "tokens/s", Comparator.MORE)),
        event("claim", Claim(), "2026-05-04", "open", "", title="Faster than it was"),
    ]  # fmt: skip
    dataset = Dataset(id="forms", title="Forms", version="2026-11-30")
    return Catalogue(dataset=dataset, as_of="2026-11-30", entities=tuple(entities), events=tuple(events))


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    path = tmp_path_factory.mktemp("forms") / "forms.sqlite"
    writing.build(catalogue(), path, "0" * 64)
    return Scene(reading.read(path))


def first_view(forms: Scene) -> AppState:
    return first_state(forms, TODAY)


def expanded(forms: Scene) -> AppState:
    return replace(first_view(forms), expanded=frozenset({"openai", "anthropic"}), tracks=frozenset())


def opened(forms: Scene) -> AppState:
    return replace(open_model(forms, expanded(forms), "two-homes"), followed=(("exact", ""),))


def alone(forms: Scene, *names: str) -> AppState:
    """Some models opened, above all others."""
    return replace(first_view(forms), opened=frozenset(names), kin=names, tracks=frozenset(), key=False)


def soft_ends(forms: Scene) -> AppState:
    return alone(forms, "exact", "between", "not-before", "not-after", "about", "open")


def marks(forms: Scene) -> AppState:
    return alone(forms, "unknown-start", "preview", "moved", "rival", "seen", "partly")


def tracks(forms: Scene) -> AppState:
    return replace(first_view(forms), tracks=frozenset(Track), selected="open")


def fitted(forms: Scene) -> AppState:
    return replace(first_view(forms), fitted=True)


VIEWS = (first_view, expanded, opened, soft_ends, marks, tracks, fitted)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_the_drawing_is_as_approved(forms: Scene, view) -> None:
    found = drawing.frame(forms, view(forms), *SIZE).dump() + "\n"
    file = APPROVED / f"{view.__name__}.txt"
    if os.environ.get("MODELSPAN_APPROVE") == "1":
        file.write_text(found, "utf-8")
    approved = file.read_text("utf-8")
    assert found.splitlines() == approved.splitlines()


def test_every_approved_text_is_compared() -> None:
    assert sorted(file.stem for file in APPROVED.glob("*.txt")) == sorted(view.__name__ for view in VIEWS)


def test_drawing_twice_gives_the_same(forms: Scene) -> None:
    """What is kept between frames never leaks from one state into another."""
    fresh = {view: drawing.frame(Scene(forms.snapshot), view(forms), *SIZE).dump() for view in VIEWS}
    for view in (*VIEWS, *reversed(VIEWS)):
        assert drawing.frame(forms, view(forms), *SIZE).dump() == fresh[view], view.__name__
