"""Keys of events: made of what a statement is about, unique in a dataset, whatever the order of the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from modelspan.domain.drafts import Draft


def key(*parts: str) -> str:
    """A key of its parts: kind, place, id. A bar within a part is no border."""
    return "|".join(part.strip().replace("|", "/") for part in parts)


def apart(drafts: Iterable[Draft]) -> tuple[Draft, ...]:
    """The drafts with keys that differ: several of one key are numbered by what they say, not by where they stand."""
    found = list(drafts)
    places: dict[str, list[int]] = defaultdict(list)
    for place, draft in enumerate(found):
        places[draft.event.key].append(place)
    taken = set(places)
    for name, same in places.items():
        if len(same) == 1:
            continue
        number = 1
        for place in sorted(same, key=lambda place: repr(found[place]))[1:]:
            number += 1
            while f"{name}|{number}" in taken:
                number += 1
            taken.add(f"{name}|{number}")
            found[place] = replace(found[place], event=replace(found[place].event, key=f"{name}|{number}"))
    return tuple(found)
