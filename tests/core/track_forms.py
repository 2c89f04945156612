"""A small catalogue with one of everything the pinned strip draws, and what its tests ask of a drawing."""

from dataclasses import replace
from pathlib import Path

from modelspan.app import drawing, views
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day, parse_edtf
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Claim,
    Comparator,
    Dataset,
    Deal,
    Entity,
    EntityKind,
    Event,
    HardwareRelease,
    Measurement,
    ModelFacts,
    Party,
    Price,
    Quantity,
    Release,
    Role,
    Score,
    Tier,
)
from modelspan.engine.frame import Frame, Target, Text
from modelspan.engine.tracks import Track
from modelspan.store import reading, writing

TODAY = day(2026, 11, 30)
SIZE = (1200, 900)
ALL = frozenset(Track)


def entity(ident: str, kind: EntityKind, **more: object) -> Entity:
    return Entity(id=ident, kind=kind, name=ident.replace("-", " ").title(), **more)


def model(ident: str, maker: str) -> Entity:
    alias = Alias(text=f"{ident}-2026-01-01", role=AliasRole.SNAPSHOT)
    return entity(ident, EntityKind.MODEL, organisation_id=maker, facts=ModelFacts(), aliases=(alias,))


def amount(metric: str, value: float, unit: str, sign: Comparator = Comparator.EQUAL) -> Quantity:
    return Quantity(metric=metric, value=value, unit=unit, comparator=sign, published=f"{value:g}")


def deal(key: str, when: str, *sizes: Quantity, buyer: str = "openai", amends: str = "") -> Event:
    return Event(
        key=key, body=Deal(subtype="contract", amends=amends), when=parse_edtf(when), title=f"Deal {key}",
        parties=(Party(role=Role.BUYER, entity_id=buyer),), quantities=sizes,
    )  # fmt: skip


def score(key: str, when: str, subject: str, value: float, unit: str = "percent", **more: object) -> Event:
    body = Score(**{"benchmark_id": "arena", "version": "1", "harness": "Lab", "self_reported": False} | more)
    return Event(
        key=key, body=body, when=parse_edtf(when), subject_id=subject, quantities=(amount("accuracy", value, unit),)
    )


def price(key: str, when: str, subject: str, into: float, out: float) -> Event:
    both = (amount("input_price", into, "USD/Mtok"), amount("output_price", out, "USD/Mtok"))
    return Event(
        key=key, body=Price(), when=parse_edtf(when), subject_id=subject, title=f"Price {key}", quantities=both
    )


def catalogue() -> Catalogue:
    models = [model(name, "openai") for name in ("alpha", "beta", "gamma")] + [model("delta", "anthropic")]
    entities = [
        entity("openai", EntityKind.ORGANISATION),
        entity("anthropic", EntityKind.ORGANISATION),
        entity("api", EntityKind.SURFACE),
        entity("arena", EntityKind.BENCHMARK),
        entity("other-arena", EntityKind.BENCHMARK),
        entity("fast", EntityKind.TIER),
        *(entity(f"chip-{n}", EntityKind.CHIP, organisation_id="openai") for n in range(12)),
        *models,
    ]
    begins = {"alpha": "2026-01-05", "beta": "2026-03-01", "gamma": "2026-05-01", "delta": "2026-02-01"}
    events = [
        *(
            Event(key=f"{name}-begin", body=Release(), when=parse_edtf(when), subject_id=name, surface_id="api")
            for name, when in begins.items()
        ),
        deal("first", "2026-02-01", amount("capacity", 500, "MW"), amount("value", 2e9, "USD", Comparator.ABOUT)),
        deal("more", "2026-06-01", amount("capacity", 2, "GW", Comparator.UP_TO), amends="first"),
        deal("dollars", "2026-04-01", amount("value", 30e9, "USD", Comparator.MORE), buyer="anthropic"),
        deal("unsized", "2026-07-01", buyer="anthropic", amends="dollars"),
        deal("euros", "2026-08-01", amount("value", 7e9, "EUR")),
        score("s1", "2026-01-10", "alpha", 40),
        score("s2", "2026-03-10", "beta", 55, variant="beta-2026-01-01"),
        score("s3", "2026-04-10", "delta", 50),
        score("s4", "2026-05-10", "gamma", 70, self_reported=True),
        score("s5", "2026-05-20", "gamma", 99, flag="outlier"),
        score("s6", "2026-06-10", "delta", 90, effort="high"),
        score("s7", "2026-06-20", "alpha", 3, unit="x"),
        score("s8", "2026-07-10", "beta", 65),
        score("o1", "2026-07-10", "beta", 12, benchmark_id="other-arena", version=""),
        price("p1", "2026-02-01", "alpha", 2, 10),
        price("p2", "2026-06-01", "alpha", 1, 5),
        Event(key="t1", body=Tier(), when=parse_edtf("2026-03-03"), subject_id="fast", title="Fast tier"),
        Event(
            key="v1", body=Measurement(), when=parse_edtf("2026-05-03"), subject_id="beta",
            quantities=(amount("output_speed", 1200, "tok/s", Comparator.MORE),),
        ),
        Event(key="c1", body=Claim(), when=parse_edtf("2026-05-04"), subject_id="beta", title="Faster"),
        *(
            Event(key=f"h{n}", body=HardwareRelease(), when=parse_edtf(f"2026-{n + 1:02}-02"), subject_id=f"chip-{n}")
            for n in range(9)
        ),
    ]  # fmt: skip
    dataset = Dataset(id="tracks", title="Tracks", version="2026-11-30")
    return Catalogue(dataset=dataset, as_of="2026-11-30", entities=tuple(entities), events=tuple(events))


def built(catalogue: Catalogue, folder: Path) -> Scene:
    """A catalogue as a scene."""
    path = folder / "store.sqlite"
    writing.build(catalogue, path, "0" * 64)
    return Scene(reading.read(path))


def state_of(scene: Scene, *tracks: Track, **more: object) -> AppState:
    return first_state(scene, tracks=frozenset(tracks), track_order=tracks, **more)


def first_state(scene: Scene, **more: object) -> AppState:
    """What opens first, with every track in the strip."""
    return replace(views.first_state(scene, TODAY), **{"track_order": tuple(Track)} | more)


def shown(scene: Scene, state: AppState, size: tuple[int, int] = SIZE) -> Frame:
    return drawing.frame(scene, state, *size)


def texts(frame: Frame) -> list[str]:
    return [batch.text for batch in frame.batches if isinstance(batch, Text)]


def targets(frame: Frame, kind: str) -> list[Target]:
    return [target for target in frame.targets if target.kind == kind]


def event_row(scene: Scene, title: str) -> int:
    return scene.snapshot.titles.index(title)


def middle_of(frame: Frame, row: int) -> tuple[int, int]:
    found = next(target for target in targets(frame, "event") if target.ref == row)
    return found.x + 4, found.y + 4
