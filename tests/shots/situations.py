"""Situations a timeline gets into: stores and states that are empty, huge, badly named or full, made in code.

Each is small and the same every time. Tests look whether all of it can be read; `make shots` takes their pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from modelspan import assets
from modelspan.app import views
from modelspan.app.benchmarks import coverage
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter, Marker
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day, iso, parse_edtf
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
    HardwareRelease,
    Measurement,
    Party,
    Preview,
    Quantity,
    Release,
    Retirement,
    Role,
    Score,
    Status,
)
from modelspan.engine.lanes import Grouping
from modelspan.engine.lives import Standing
from modelspan.engine.tracks import Track
from modelspan.formats import catalogue_toml
from modelspan.store import reading, writing
from tests.bench import synthetic

TODAY = day(2026, 11, 30)
ALL = frozenset(Track)
MARKERS = (
    Marker(day(2026, 9, 24), day(2026, 9, 25), "Keynote"),
    Marker(day(2027, 2, 1), day(2027, 4, 1), "Budget for next year"),
)
RANGE = (float(day(2026, 8, 20)), float(day(2026, 11, 20)))


@dataclass(frozen=True)
class Situation:
    """A store with what its reader chose: what is drawn."""

    path: Path
    scene: Scene
    state: AppState


@dataclass
class Stores:
    """Where the situations find their stores, each built once, in a folder of their own."""

    folder: Path
    made: dict[str, tuple[Path, Scene]] = field(default_factory=dict)

    def of(self, name: str, make: Callable[[], Catalogue]) -> tuple[Path, Scene]:
        """The store of a catalogue."""
        if name not in self.made:
            path = self.folder / f"{name}.sqlite"
            writing.build(make(), path, "0" * 64)
            self.made[name] = path, Scene(reading.read(path))
        return self.made[name]

    @cached_property
    def bundled(self) -> tuple[Path, Scene]:
        """The catalogue that ships with Modelspan."""
        return self.of("bundled", bundled_catalogue)

    @cached_property
    def huge(self) -> tuple[Path, Scene]:
        """100,000 models and a million events, which no store holds: an empty one stands for it."""
        path, _ = self.of("empty", empty_catalogue)
        return path, Scene(synthetic.snapshot(1_000_000))


# catalogues


def bundled_catalogue() -> Catalogue:
    catalogue, problems, _ = catalogue_toml.read(assets.data())
    assert not problems
    return catalogue


def empty_catalogue() -> Catalogue:
    return Catalogue(dataset=Dataset(id="none", title="Nothing"), as_of="2026-11-30")


def catalogue(entities: list[Entity], events: list[Event]) -> Catalogue:
    dataset = Dataset(id="made", title="Made up", version="2026-11-30", attribution=("Made up for a test",))
    return Catalogue(dataset=dataset, as_of="2026-11-30", entities=tuple(entities), events=tuple(events))


def event(key: str, body: object, when: str, subject: str = "", surface: str = "", **more: Any) -> Event:
    return Event(key=key, body=body, when=parse_edtf(when), subject_id=subject, surface_id=surface, **more)


def one_catalogue() -> Catalogue:
    entities = [
        Entity(id="openai", kind=EntityKind.ORGANISATION, name="OpenAI"),
        Entity(id="api", kind=EntityKind.SURFACE, name="OpenAI API"),
        Entity(id="only", kind=EntityKind.MODEL, name="The only one", organisation_id="openai"),
    ]
    return catalogue(entities, [event("begin", Release(), "2026-03-04", "only", "api")])


def named_catalogue(names: tuple[str, ...]) -> Catalogue:
    """Everything that has a name has one of these: makers, families, surfaces, benchmarks, deals, claims, models."""

    def name(place: int) -> str:
        return names[place % len(names)]

    makers = ("openai", "anthropic", "someone")
    entities = [Entity(id=id_, kind=EntityKind.ORGANISATION, name=name(n)) for n, id_ in enumerate(makers)]
    entities += [
        Entity(id=f"family-{n}", kind=EntityKind.FAMILY, name=name(n + 1), organisation_id=makers[n]) for n in range(3)
    ]
    entities += [Entity(id=f"surface-{n}", kind=EntityKind.SURFACE, name=name(n + 2)) for n in range(3)]
    entities += [Entity(id=f"bench-{n}", kind=EntityKind.BENCHMARK, name=name(n)) for n in range(2)]
    entities.append(Entity(id="chip", kind=EntityKind.CHIP, name=name(3), organisation_id="someone"))
    events: list[Event] = [
        event(
            "deal", Deal(subtype="capacity"), "2026-06-15", title=name(0), quantities=amount("capacity", 500, "MW"),
            parties=(Party(role=Role.BUYER, entity_id="openai"), Party(role=Role.SUPPLIER, entity_id="someone")),
        ),
        event("chip-begin", HardwareRelease(), "2026-04-01", "chip", title=name(1)),
    ]  # fmt: skip
    for n in range(12):
        model, place, month = f"model-{n:02}", f"surface-{n % 3}", n % 6 + 1
        entities.append(
            Entity(
                id=model, kind=EntityKind.MODEL, name=f"{name(n)} {n}", organisation_id=makers[n % 3],
                parent_id=f"family-{n % 3}",
            )
        )  # fmt: skip
        successor = (Party(role=Role.SUCCESSOR, entity_id=f"model-{(n + 3) % 12:02}"),)
        events += [
            event(f"{model}-begin", Release(), f"2026-{month:02}-10", model, place),
            event(f"{model}-second", Preview(), f"2026-{month:02}-20", model, f"surface-{(n + 1) % 3}"),
            event(f"{model}-notice", Deprecation(), f"2026-{month + 5:02}-01", model, place, title=name(n)),
            event(
                f"{model}-end", Retirement(), f"{2026 + (n % 2)}-12-{n + 3:02}", model, place,
                status=Status.SCHEDULED, parties=successor,
            ),
            event(
                f"{model}-score", Score(benchmark_id=f"bench-{n % 2}", version="1"), f"2026-{month + 1:02}-02", model,
                quantities=amount("accuracy", 40 + 3 * n, "percent"),
            ),
            event(
                f"{model}-speed", Measurement(), f"2026-{month + 2:02}-03", model,
                quantities=amount("output_speed", 50 * (n + 1), "tokens/s"),
            ),
            event(f"{model}-claim", Claim(), f"2026-{month + 3:02}-04", model, title=name(n + 1)),
        ]  # fmt: skip
    return catalogue(entities, events)


def amount(metric: str, value: float, unit: str) -> tuple[Quantity, ...]:
    return (Quantity(metric=metric, value=value, unit=unit, comparator=Comparator.EQUAL, published=f"{value:g}"),)


def surfaces_catalogue() -> Catalogue:
    """A model on nine surfaces: each with another end, or another way not to know it."""
    ends = (
        "2026-12-10", "[2026-12-20..2027-01-15]", "[2027-02-01..]", "2027-03~", "", "2026-09-01", "2027-04", "2026-12",
        "2027-06-30",
    )  # fmt: skip
    entities = [
        Entity(id="anthropic", kind=EntityKind.ORGANISATION, name="Anthropic"),
        *(Entity(id=f"place-{n}", kind=EntityKind.SURFACE, name=f"Surface number {n + 1}") for n in range(len(ends))),
        Entity(id="next", kind=EntityKind.MODEL, name="Wanderer 5", organisation_id="anthropic"),
        Entity(id="wanderer", kind=EntityKind.MODEL, name="Wanderer 4", organisation_id="anthropic"),
    ]
    events = [event("next-begin", Release(), "2026-10-01", "next", "place-0")]
    for n, end in enumerate(ends):
        place = f"place-{n}"
        if n != 3:  # the start there is not known
            events.append(event(f"begin-{n}", Preview() if n % 4 == 2 else Release(), f"2026-0{n + 1}-05",
                                "wanderer", place))  # fmt: skip
        if end:
            status = Status.OCCURRED if end < "2026-11-30" else Status.SCHEDULED
            successor = (Party(role=Role.SUCCESSOR, entity_id="next"),) if n % 2 == 0 else ()
            events.append(event(f"notice-{n}", Deprecation(), "2026-08-15", "wanderer", place))
            events.append(event(f"end-{n}", Retirement(), end, "wanderer", place, status=status, parties=successor))
    was, says = parse_edtf("2026-11-01"), parse_edtf("2026-12-10")
    events.append(event("slip", DateChange(was=was, says=says), "2026-10-12", "wanderer", "place-0"))
    events.append(
        event("rival", Retirement(), "2026-12-24", "wanderer", "place-0", status=Status.SCHEDULED, rival_of="end-0")
    )
    return catalogue(entities, events)


def scoped_catalogue() -> Catalogue:
    """A model whose 40 dated ids end on 40 days, two of them on some."""
    entities = [
        Entity(id="google", kind=EntityKind.ORGANISATION, name="Google"),
        Entity(id="api", kind=EntityKind.SURFACE, name="Gemini API"),
        Entity(id="many", kind=EntityKind.MODEL, name="Many ids", organisation_id="google"),
        Entity(id="one", kind=EntityKind.MODEL, name="One id", organisation_id="google"),
    ]
    events = [
        event("begin", Release(), "2026-01-10", "many", "api"),
        event("one-begin", Release(), "2026-02-10", "one", "api"),
    ]
    for n in range(40):
        number = day(2026, 6, 1) + n * 11
        status = Status.OCCURRED if number < TODAY else Status.SCHEDULED
        events.append(
            event(
                f"end-{n}", Retirement(), iso(number), "many", "api", scope=f"many-2026-{n:02}-preview", status=status
            )
        )
    return catalogue(entities, events)


LONG_WORD = "Unbreakable" * 18 + "Un"
LONG_TEXT = ("A model with a name that goes on and on " * 5).strip()
LONG_NAMES = (LONG_WORD, LONG_TEXT, f"{LONG_WORD[:60]} {LONG_TEXT[:139]}")
CJK_NAMES = (
    "通义千问大型语言模型旗舰版",
    "文心一言",
    "混元",
    "日本語の大規模言語モデル",
    "한국어 모델",
    "豆包1.5・视觉理解",
)
RTL_NAMES = (
    "نموذج اللغة الكبير",
    "מודל שפה גדול",
    "جيس GPT-5.4 (2026)",
    "ALLaM علّام 7B",
    "ירושלים 12 mini",
    "فالكون 180B",
)


# states


def first(scene: Scene) -> AppState:
    return views.first_state(scene, TODAY)


def full(scene: Scene, model: str = "", **more: Any) -> AppState:
    """All groups expanded, all tracks open, two benchmarks pinned, markers, a range, a model opened and selected."""
    state = first(scene)
    keys = frozenset(group.key for group in scene.lanes(state).groups)
    pinned = tuple(one.key for one in coverage(scene, state)[:3])
    state = replace(
        state, expanded=keys, tracks=ALL, track_order=tuple(Track), pinned=pinned, markers=MARKERS, ranges=(RANGE,)
    )
    if model:
        state = replace(views.open_model(scene, state, model), tracks=ALL, followed=((model, ""),))
    return replace(state, **more)


def named(names: tuple[str, ...]) -> Callable[[Stores], Situation]:
    """Everything expanded of a store whose names are these; a model with a successor is opened."""

    def make(stores: Stores) -> Situation:
        path, scene = stores.of(f"named-{len(names)}-{len(names[0])}", lambda: named_catalogue(names))
        longer = tuple(replace(one, text=names[n]) for n, one in enumerate(MARKERS))
        state = full(scene, "model-04", markers=longer, tracks=frozenset({Track.DEALS, Track.CLAIMS}))
        return Situation(path, scene, state)

    return make


def grouped(names: tuple[str, ...], grouping: Grouping) -> Callable[[Stores], Situation]:
    """The first view of such a store, grouped otherwise."""

    def make(stores: Stores) -> Situation:
        found = named(names)(stores)
        return replace(found, state=replace(first(found.scene), grouping=grouping, selected="model-04"))

    return make


def empty(stores: Stores) -> Situation:
    path, scene = stores.of("empty", empty_catalogue)
    return Situation(path, scene, replace(first(scene), track_order=tuple(Track), tracks=ALL))


def one(stores: Stores) -> Situation:
    path, scene = stores.of("one", one_catalogue)
    return Situation(path, scene, replace(first(scene), expanded=frozenset({"openai"}), selected="only"))


def bundled(stores: Stores) -> Situation:
    path, scene = stores.bundled
    return Situation(path, scene, first(scene))


def bundled_expanded(stores: Stores) -> Situation:
    path, scene = stores.bundled
    state = first(scene)
    keys = frozenset(group.key for group in scene.lanes(state).groups)
    return Situation(path, scene, replace(state, expanded=keys))


def huge(stores: Stores) -> Situation:
    path, scene = stores.huge
    state = first(scene)
    keys = frozenset(group.key for group in scene.lanes(state).groups)
    return Situation(path, scene, replace(state, expanded=keys, scroll=200_000, tracks=ALL))


def surfaces(stores: Stores) -> Situation:
    path, scene = stores.of("surfaces", surfaces_catalogue)
    return Situation(path, scene, replace(views.open_model(scene, first(scene), "wanderer"), surface="place-0"))


def scoped(stores: Stores) -> Situation:
    path, scene = stores.of("scoped", scoped_catalogue)
    state = views.open_model(scene, first(scene), "many")
    return Situation(path, scene, replace(state, expanded=frozenset({"google"})))


def everything(stores: Stores) -> Situation:
    path, scene = stores.bundled
    return Situation(path, scene, full(scene, "gpt-5-2"))


def filtered(stores: Stores) -> Situation:
    path, scene = stores.bundled
    wanted = Filter(
        organisations=frozenset({"openai", "anthropic", "google"}),
        surfaces=frozenset({"azure", "bedrock", "vertex", "openai-api", "anthropic-api"}),
        statuses=frozenset({Standing.NOTICE.value, Standing.ENDED.value}),
        start=day(2025, 6, 1),
        end=day(2027, 9, 1),
        open_weights=True,
    )
    state = replace(first(scene), filter=wanted, grouping=Grouping.SURFACE)
    keys = frozenset(group.key for group in scene.lanes(state).groups)
    return Situation(path, scene, replace(state, expanded=keys))


def fitted(stores: Stores) -> Situation:
    path, scene = stores.bundled
    state = replace(first(scene), fitted=True)
    return Situation(path, scene, replace(state, window=views.whole_field(scene, state)))


SITUATIONS: dict[str, Callable[[Stores], Situation]] = {
    "empty": empty,
    "one-model": one,
    "bundled": bundled,
    "bundled-expanded": bundled_expanded,
    "hundred-thousand-lanes": huge,
    "long-names": named(LONG_NAMES),
    "long-names-by-family": grouped(LONG_NAMES, Grouping.FAMILY),
    "cjk-names": named(CJK_NAMES),
    "right-to-left-names": named(RTL_NAMES),
    "nine-surfaces": surfaces,
    "forty-scoped-ends": scoped,
    "everything-open": everything,
    "filtered-by-surface": filtered,
    "every-hosted-life": fitted,
}
