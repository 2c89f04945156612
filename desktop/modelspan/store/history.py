"""The steps that made a store what it is; the last ones can be taken back and made again.

Nothing is deleted for that: a new revision drops the rows a step brought in, and adds again those it dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from modelspan.store import lookup, revisions
from modelspan.store.revisions import Course, Revision, Standing

if TYPE_CHECKING:
    from sqlalchemy import Connection

# What makes two rows versions of one thing. The names of an entity are replaced together.
IDENTITIES = {
    "source": ("id", "dataset_id"),
    "entity": ("id",),
    "alias": ("entity_id",),
    "event": ("dataset_id", "key"),
    "decision": ("kind", "key"),
}
OURS = ("build", "update")  # what the program does of itself, and the user cannot take back


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a store. `undone` is whether it was taken back and not made again."""

    revision: int
    day: str
    dataset: str  # empty for a decision
    title: str  # of the dataset
    action: str
    note: str
    undone: bool


def history(path: Path) -> tuple[Step, ...]:
    """All steps, the newest first. Raises UserError when the store cannot be read."""
    titles, found = read(path)
    return tuple(told(step, titles, step.id not in found.in_force) for step in reversed(found.steps))


def next_undo(path: Path) -> Step | None:
    """What undo would take back; None where there is nothing. Raises UserError when the store cannot be read."""
    titles, found = read(path)
    last = last_undoable(found)
    return told(last.step, titles, False) if last else None


def next_redo(path: Path) -> Step | None:
    """What redo would make again; None where there is nothing. Raises UserError when the store cannot be read."""
    titles, found = read(path)
    last = last_undone(found)
    return told(last.step, titles, True) if last else None


def undo(path: Path) -> Step | None:
    """Take the last step back. Returns it, None where there is none. Raises UserError."""
    return turn(path, last_undoable, "undo")


def redo(path: Path) -> Step | None:
    """Make the step again that was taken back last. Returns it, None where there is none. Raises UserError."""
    return turn(path, last_undone, "redo")


def read(path: Path) -> tuple[dict[str, str], Course]:
    """The titles of the datasets, and the course of the revisions."""
    with lookup.shown(path) as connection:
        titles = {str(name): str(title) for name, title in connection.execute("SELECT id, title FROM dataset")}
        return titles, revisions.course(revisions.read(connection))


def told(step: Revision, titles: dict[str, str], undone: bool) -> Step:
    """A step as it is shown."""
    return Step(step.id, step.day, step.dataset, titles.get(step.dataset, ""), step.action, step.note, undone)


def last_undoable(found: Course) -> Standing | None:
    """The last step in force that is the user's."""
    return next((each for each in reversed(found.standing) if each.step.action not in OURS), None)


def last_undone(found: Course) -> Standing | None:
    """The step that was taken back last and can be made again."""
    return found.undone[-1] if found.undone else None


def turn(path: Path, choose: Callable[[Course], Standing | None], action: str) -> Step | None:
    """Take back a revision that is chosen when nobody else can write any more."""
    from modelspan.store import changing  # SQLAlchemy takes longer to import than a store takes to read

    with changing.changing(path) as connection:
        raw = changing.raw(connection)
        found = revisions.course(revisions.read(raw))
        chosen = choose(found)
        if chosen is None:
            return None
        step = chosen.step
        number = changing.new_revision(
            connection, day=step.day, dataset=step.dataset, action=action, undoes=chosen.carrier
        )
        take_back(connection, chosen.carrier, number)
        left = revisions.course(revisions.read(raw))
        last = left.last_of(step.dataset)
        changing.run(
            connection, "UPDATE revision SET content_sha256 = ? WHERE id = ?", last.sha256 if last else "", number
        )
        describe(connection, step.dataset)
        titles = dict(raw.execute("SELECT id, title FROM dataset"))
        return told(step, titles, step.id not in left.in_force)


def take_back(connection: Connection, carrier: int, number: int) -> None:
    """Drop the rows a revision brought in, and add again those it dropped, as versions of a new revision."""
    from modelspan.store import changing
    from modelspan.store.layout import EVENT_COLUMNS
    from modelspan.store.rows import COLUMNS

    def copy(table: str, where: str, **instead: str) -> None:
        names = COLUMNS[table]
        values = ", ".join(instead.get(name, f"o.{name}") for name in names)
        run(f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} o {where} ORDER BY o.rowid")

    def run(statement: str) -> None:
        changing.run(connection, statement)

    # A row may have been dropped and added again since, by an undo and a redo of what came later; what a later step has
    # put in its place stays.
    since = f"added = {carrier:d} OR added IN (SELECT id FROM revision WHERE id > {carrier:d} AND undoes IS NOT NULL)"
    for table, names in IDENTITIES.items():
        wanted = f"SELECT {', '.join(names)} FROM {table} WHERE added = {carrier:d}"
        where = f"dropped IS NULL AND ({since}) AND ({', '.join(names)}) IN ({wanted})"
        run(f"UPDATE {table} SET dropped = {number:d} WHERE {where}")
    for table, names in IDENTITIES.items():
        if table in ("source", "entity", "decision"):
            same = " AND ".join(f"n.{name} = o.{name}" for name in names)
            there = f"SELECT 1 FROM {table} n WHERE {same} AND n.dropped IS NULL"
            copy(table, f"WHERE o.dropped = {carrier:d} AND NOT EXISTS ({there})", added=f"{number:d}")
    back = f"SELECT id FROM entity WHERE added = {number:d}"
    copy("alias", f"WHERE o.dropped = {carrier:d} AND o.entity_id IN ({back})", added=f"{number:d}")
    for table in ("model", "hardware"):
        join = f"JOIN entity v ON v.id = o.entity_id AND v.added = o.added AND v.dropped = {carrier:d}"
        copy(table, f"{join} WHERE o.entity_id IN ({back})", added=f"{number:d}")
    run("CREATE TEMPORARY TABLE again (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
    run(
        "INSERT INTO again SELECT o.id, (SELECT coalesce(max(id), 0) FROM event) + row_number() OVER (ORDER BY o.id)"
        f" FROM event o WHERE o.dropped = {carrier:d} AND NOT EXISTS"
        " (SELECT 1 FROM event n WHERE n.dataset_id = o.dataset_id AND n.key = o.key AND n.dropped IS NULL)"
    )
    columns = ", ".join(EVENT_COLUMNS)
    run(
        f"INSERT INTO event (id, {columns}, added) SELECT a.new, {columns}, {number:d}"
        " FROM again a JOIN event o ON o.id = a.old ORDER BY a.new"
    )
    for table in ("event_text", "event_tag", "event_party", "event_source", "quantity", "score"):
        copy(table, "JOIN again a ON a.old = o.event_id", event_id="a.new")
    run("DROP TABLE again")


def describe(connection: Connection, dataset: str) -> None:
    """Write the row of a dataset as it is told in the decisions; a dataset that is not there has no version."""
    from modelspan.store import changing, writing

    told = writing.described(changing.raw(connection), dataset)
    if told is not None:
        writing.write_dataset(connection, told)
    elif dataset in revisions.course(revisions.read(changing.raw(connection))).absent:
        changing.run(connection, "UPDATE dataset SET version = '' WHERE id = ?", dataset)
