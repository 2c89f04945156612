"""Small catalogues of made-up datasets, to apply to a store."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import parse_edtf
from modelspan.domain.records import (
    Alias,
    Body,
    Citation,
    Comparator,
    Dataset,
    Entity,
    EntityKind,
    Event,
    Quantity,
    Release,
    Retirement,
    Score,
    Source,
)  # fmt: skip
from modelspan.store import opening, reading, writing

MODELS = ("alpha", "beta", "gamma")


def event(key: str, when: str, body: Body | None = None, *, subject: str = "", rival_of: str = "") -> Event:
    """A dated statement about the model its key names."""
    made = body or (Retirement() if key.endswith("end") else Release())
    about = subject or key.partition("/")[0]
    cited = (Citation(source_id="page"),)
    return Event(key=key, body=made, when=parse_edtf(when), subject_id=about, rival_of=rival_of, sources=cited)


def score(key: str, value: str) -> Event:
    """A score of the model its key names."""
    quantity = Quantity(
        metric="accuracy", value=float(value), unit="percent", published=value, comparator=Comparator.EQUAL
    )
    body = Score(benchmark_id="bench", version="1")
    return Event(
        key=key, body=body, when=parse_edtf("2026-01-01"), subject_id=key.partition("/")[0], quantities=(quantity,)
    )


def model(name: str, *aliases: str) -> Entity:
    """A model with some more names."""
    return Entity(
        id=name, kind=EntityKind.MODEL, name=name.title(), aliases=tuple(Alias(text=text) for text in aliases)
    )


def catalogue(
    dataset: str,
    as_of: str,
    events: Iterable[Event],
    *,
    trust: int = 20,
    models: Iterable[Entity] | None = None,
    sources: Iterable[str] = ("page",),
) -> Catalogue:
    """What a dataset states on a day; by itself it describes the three models."""
    described = tuple(model(name) for name in MODELS) if models is None else tuple(models)
    return Catalogue(
        dataset=Dataset(id=dataset, title=dataset.title(), version=as_of, trust=trust, attribution=(f"By {dataset}",)),
        as_of=as_of,
        sources=tuple(Source(id=name, title=name.title()) for name in sources),
        entities=described,
        events=tuple(events),
    )


def bare_store(path: Path) -> Path:
    """A store with a base that knows the models and one release."""
    writing.build(catalogue("modelspan", "2026-01-01", [event("alpha/start", "2025-05-05")], trust=50), path, "0")
    return path


def rows(path: Path, wanted: str) -> list[tuple[object, ...]]:
    """What a query finds."""
    with opening.connect(path) as connection:
        return connection.execute(wanted).fetchall()


def shown(path: Path) -> set[str]:
    """The dates that are drawn, with the model's name."""
    snapshot = reading.read(path)
    texts = dict(rows(path, "SELECT id, when_text FROM event"))
    return {
        f"{snapshot.name(int(snapshot.events.subject[row]))} {texts[int(snapshot.events.id[row])]}"
        for row in snapshot.events.shown.nonzero()[0].tolist()
    }
