"""Accuracy against minutes: scores of one benchmark and series that were given a time budget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from modelspan.domain.records import Event, Score


@dataclass(frozen=True, slots=True)
class Curve:
    """One model's points, by minutes."""

    name: str
    minutes: tuple[float, ...]
    values: tuple[float, ...]
    joined: bool = True  # false where it is only assumed which minutes belong to which score


def curves(events: Iterable[Event], names: dict[str, str]) -> tuple[Curve, ...]:
    """The curves in some events, one per model; a range counts by its middle."""
    found: dict[str, list[tuple[float, float]]] = {}
    assumed: set[str] = set()
    for event in events:
        body = event.body
        if not isinstance(body, Score) or body.budget_min is None or not event.quantities:
            continue
        amount = event.quantities[0]
        value = amount.value
        if value is None and amount.low is not None and amount.high is not None:
            value = (amount.low + amount.high) / 2
        if value is not None:
            if body.flag == "pairing_assumed":
                assumed.add(event.subject_id)
            found.setdefault(event.subject_id, []).append((body.budget_min, value))
    return tuple(
        Curve(
            names.get(model, model),
            tuple(minutes for minutes, _ in sorted(points)),
            tuple(value for _, value in sorted(points)),
            joined=model not in assumed,
        )
        for model, points in found.items()
    )
