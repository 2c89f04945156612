"""What the store says of one thing, as far as it was known on the day that the window tells of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from modelspan.app.scene import Scene
from modelspan.domain.dates import When
from modelspan.domain.records import Event
from modelspan.domain.snapshot import OPEN_END, OPEN_START, QUALIFIERS
from modelspan.store import lookup
from modelspan.store.lookup import Details


def details(scene: Scene, path: Path, entity_id: str) -> Details:
    """What the store says about one entity. Raises UserError when the file cannot be read any more."""
    return as_known(scene, lookup.details(path, entity_id))


def as_known(scene: Scene, found: Details) -> Details:
    """Details without what became public after the day of the scene, with the days that were given by then."""
    if scene.known is None:
        return found
    events = scene.snapshot.events
    numbers = np.array([place.number for place in found.places], np.int64)
    rows = np.flatnonzero(np.isin(events.id, numbers))
    row_of = dict(zip(events.id[rows].tolist(), rows.tolist(), strict=True))
    kept = [
        (then(scene, event, row_of[place.number]), place)
        for event, place in zip(found.events, found.places, strict=True)
        if place.number in row_of
    ]
    cited = {citation.source_id for event, _ in kept for citation in event.sources}
    return replace(
        found,
        events=tuple(event for event, _ in kept),
        places=tuple(place for _, place in kept),
        sources={name: source for name, source in found.sources.items() if name in cited},
    )


def then(scene: Scene, event: Event, row: int) -> Event:
    """An event with the day it had in the snapshot of an earlier day."""
    events = scene.snapshot.events
    start, end = int(events.start[row]), int(events.end[row])
    low, high = (None if start == OPEN_START else start), (None if end == OPEN_END else end)
    if (low, high) == (event.when.start, event.when.end):
        return event
    return replace(event, when=When(low, high, qualifier=QUALIFIERS[int(events.qualifier[row])]))
