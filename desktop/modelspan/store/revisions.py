"""The revisions of a store, and what is left of them after some were taken back and made again.

A revision that takes one back says so in `undoes`; taking that one back makes it again. What a step changed lies in the
rows of its `carrier`: the step itself, or the revision that made it again last.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Revision:
    """One row of the table."""

    id: int
    day: str
    dataset: str
    action: str
    note: str
    undoes: int | None
    sha256: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A step, and the revision whose rows hold it; or, for one that was taken back, the revision that did."""

    step: Revision
    carrier: int


@dataclass(slots=True)
class Course:
    """How a store came to be: its steps in order, those in force, and those that can be made again, last one last."""

    steps: list[Revision] = field(default_factory=list)
    standing: list[Standing] = field(default_factory=list)
    undone: list[Standing] = field(default_factory=list)

    def last_of(self, dataset: str) -> Revision | None:
        """The last step of a dataset that is in force."""
        return next((each.step for each in reversed(self.standing) if each.step.dataset == dataset), None)

    @property
    def absent(self) -> frozenset[str]:
        """Datasets of which every step was taken back."""
        return frozenset(step.dataset for step in self.steps) - {each.step.dataset for each in self.standing}

    @property
    def in_force(self) -> frozenset[int]:
        """The steps that were not taken back, or were made again."""
        return frozenset(each.step.id for each in self.standing)


def read(connection: sqlite3.Connection, until: int | None = None) -> list[Revision]:
    """The revisions of a store, or those up to one of them, oldest first."""
    end = "" if until is None else f" WHERE id <= {until:d}"
    rows = connection.execute(
        "SELECT id, recorded_at, dataset_id, action, coalesce(note, ''), undoes, content_sha256 FROM revision"
        f"{end} ORDER BY id"
    )
    return [Revision(*row) for row in rows]


def course(revisions: Iterable[Revision]) -> Course:
    """What is left of some revisions. A new step ends what could be made again."""
    found = Course()
    for revision in revisions:
        if revision.undoes is None:
            found.steps.append(revision)
            found.standing.append(Standing(revision, revision.id))
            found.undone.clear()
            continue
        for here, there in ((found.standing, found.undone), (found.undone, found.standing)):
            place = next((n for n, each in enumerate(here) if each.carrier == revision.undoes), None)
            if place is not None:
                there.append(Standing(here.pop(place).step, revision.id))
                break
    return found
