"""What a store knows already, for whoever is about to add to it."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from modelspan.domain.records import Entity
from modelspan.store import lookup


def datasets(path: Path) -> dict[str, str]:
    """The ids of all datasets with the version each has; empty for one that is undone."""
    with lookup.shown(path) as connection:
        return {str(name): str(version) for name, version in connection.execute("SELECT id, version FROM dataset")}


def entities_but(path: Path, left_out: Set[str]) -> list[Entity]:
    """All entities with their names, but for those that some datasets describe; the most trusted first."""
    return [entity for dataset, entity in entities(path) if dataset not in left_out]


def entities_of(path: Path, wanted: Set[str]) -> list[Entity]:
    """The entities that some datasets describe, with their names."""
    return [entity for dataset, entity in entities(path) if dataset in wanted]


def entities(path: Path) -> list[tuple[str, Entity]]:
    """All entities with the dataset that describes each."""
    with lookup.shown(path) as connection:
        names = [str(row[0]) for row in connection.execute("SELECT id FROM dataset ORDER BY trust DESC, id")]
        return [(name, entity) for name in names for entity in lookup.read_whole_entities(connection, name)]


def keys(path: Path, dataset: str) -> frozenset[str]:
    """The keys of all events that a dataset states or stated."""
    with lookup.shown(path) as connection:
        return frozenset(row[0] for row in connection.execute("SELECT key FROM event WHERE dataset_id = ?", (dataset,)))
