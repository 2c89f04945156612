"""References of a store to what it does not hold: left out of what they would belong to, and listed here."""

from __future__ import annotations

from pathlib import Path

from modelspan.domain.problems import Problem
from modelspan.store.lookup import shown
from modelspan.store.values import said

# Table, what names the row, the column that refers, which rows are current; all refer to an entity.
REFERENCES = (
    ("entity", "id", "organisation_id", "dropped IS NULL"),
    ("entity", "id", "parent_id", "dropped IS NULL"),
    ("alias", "text", "entity_id", "dropped IS NULL"),
    ("event", "key", "subject_id", "dropped IS NULL AND withdrawn = 0"),
    ("event", "key", "surface_id", "dropped IS NULL AND withdrawn = 0"),
    (
        "event_party",
        "event_id",
        "entity_id",
        "event_id IN (SELECT id FROM event WHERE dropped IS NULL AND withdrawn = 0)",
    ),
)


def findings(path: Path, most: int = 100) -> tuple[Problem, ...]:
    """The first dangling references of a store, as many as are asked for. Raises UserError when it cannot be read."""
    found: list[Problem] = []
    with shown(path) as connection:
        for table, name, column, current in REFERENCES:
            rows = connection.execute(
                f"SELECT {name}, {column} FROM {table} WHERE {current} AND {column} != ''"
                f" AND {column} NOT IN (SELECT id FROM entity WHERE dropped IS NULL) ORDER BY rowid LIMIT ?",
                (most - len(found),),
            )
            for record, missing in rows:
                text = f"{column} {said(missing)} is not in the store; it is left out of what it would belong to."
                found.append(Problem(str(path), f"{table} {said(record)}", text))
    return tuple(found)
