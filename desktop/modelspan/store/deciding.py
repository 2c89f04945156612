"""What the user decided: which of several values is shown, which names are one model. Each is a step of the history."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from modelspan.store import lookup
from modelspan.store.layout import DECIDED


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision in force. `kind` is `shown` (slot -> dataset/key) or `identity` (a name -> entity id, or new)."""

    kind: str
    key: str
    value: str
    note: str


def decisions(path: Path, kind: str) -> dict[str, Decision]:
    """The decisions of a kind that are in force, by what they are about."""
    wanted = "SELECT kind, key, value, note FROM decision WHERE kind = ? AND dropped IS NULL ORDER BY rowid"
    with lookup.shown(path) as connection:
        rows = connection.execute(wanted, (kind,)).fetchall()
        return {key: Decision(kind, key, value, note or "") for kind, key, value, note in rows}


def decide(path: Path, kind: str, key: str, value: str, note: str = "", day: str = "") -> None:
    """Decide something, otherwise than before or for the first time; an empty value takes it back.

    What is decided so already is no step. Raises UserError when the store cannot be changed.
    """
    from modelspan.store import changing  # SQLAlchemy takes longer to import than a store takes to read

    with changing.changing(path) as connection:
        wanted = "SELECT value, note FROM decision WHERE kind = ? AND key = ? AND dropped IS NULL"
        old = changing.raw(connection).execute(wanted, (kind, key)).fetchone()
        if (old is None and not value) or (old is not None and (old[0], old[1] or "") == (value, note)):
            return
        revision = changing.new_revision(connection, day=day, dataset=DECIDED, action="decide", note=note or key)
        if old is not None:
            changing.drop(connection, "decision", ("kind", "key"), [(kind, key)], revision)
        if value:
            changing.add(connection, "decision", [(kind, key, value, note, revision)])
