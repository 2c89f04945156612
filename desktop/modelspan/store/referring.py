"""How events are referred to beyond a snapshot: their keys, and who says them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from modelspan.store import lookup
from modelspan.store.layout import BUNDLED
from modelspan.store.texts import LONGEST, clean


def key_of(path: Path, number: int) -> str:
    """The key of an event by its row number; empty where it is not in the store any more."""
    with lookup.shown(path) as connection:
        row = connection.execute("SELECT key FROM event WHERE id = ? AND dropped IS NULL", (number,)).fetchone()
        return str(row[0]) if row else ""


def numbers_of(path: Path, key: str) -> tuple[int, ...]:
    """The row numbers of the current events with a key, of which each dataset may have one."""
    with lookup.shown(path) as connection:
        rows = connection.execute("SELECT id FROM event WHERE key = ? AND dropped IS NULL ORDER BY id", (key,))
        return tuple(int(row[0]) for row in rows)


def tellers(path: Path, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Row number -> dataset id, and who says it: the dataset; for the bundled one the publisher of the first source."""
    wanted = (
        "SELECT e.dataset_id, d.title, r.title, r.publisher FROM event e JOIN dataset d ON d.id = e.dataset_id"
        " LEFT JOIN event_source s ON s.event_id = e.id AND s.seq = 0"
        " LEFT JOIN source r ON r.id = s.source_id AND r.dropped IS NULL WHERE e.id = ?"
    )
    found: dict[int, tuple[str, str]] = {}
    with lookup.shown(path) as connection:
        for number in numbers:
            row = connection.execute(wanted, (number,)).fetchone()
            if row:
                dataset, title, source, publisher = row
                name = (publisher or source or title) if dataset == BUNDLED else title
                found[number] = (dataset, clean(name or dataset, LONGEST))
    return found
