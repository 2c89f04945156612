"""What can be named in an entry: the entities and events of a store, by every name that means exactly one of them."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice, takewhile
from pathlib import Path

import numpy as np

from modelspan.domain.catalogue import fold
from modelspan.domain.query import search
from modelspan.domain.records import EntityKind, Kind
from modelspan.domain.snapshot import ENTITY_KINDS, Ints, Snapshot, code
from modelspan.domain.words import ENGLISH, Words
from modelspan.engine.lives import nominal
from modelspan.store import referring

MOST = 12  # names offered at once
ENOUGH = 200  # names among which the best ones are looked for


class Known:
    """The names of a snapshot, indexed once for a form; `path` is its store, for what no snapshot holds.

    The snapshot must tell of now: what is not yet known on an earlier day would seem not to be there.
    """

    def __init__(self, snapshot: Snapshot, path: Path | None = None, words: Words = ENGLISH) -> None:
        self.snapshot, self.path, self.words = snapshot, path, words
        self.lists: dict[tuple[EntityKind, ...], list[tuple[str, int]]] = {}
        self.keys: dict[int, str] = {}
        self.told: dict[int, tuple[str, str]] = {}

    @cached_property
    def rows(self) -> dict[str, list[int]]:
        """Folded name -> entity rows."""
        found: dict[str, list[int]] = {}
        aliases = self.snapshot.aliases
        for row, folded in zip(aliases.entity.tolist(), aliases.folded, strict=True):
            rows = found.setdefault(folded, [])
            if row not in rows:
                rows.append(row)
        return found

    def kind(self, row: int) -> EntityKind:
        """What an entity is."""
        return ENTITY_KINDS[int(self.snapshot.entities.kind[row])]

    def find(self, text: str, kinds: Sequence[EntityKind]) -> list[int]:
        """The rows of the kinds that a text is the id of, else the name of, else another name of."""
        entities = self.snapshot.entities
        own = entities.row.get(text.strip(), -1)
        if own >= 0 and self.kind(own) in kinds:
            return [own]
        wanted = fold(text)
        if not wanted:
            return []
        rows = [row for row in self.rows.get(wanted, []) if self.kind(row) in kinds]
        named = [row for row in rows if fold(entities.names[row]) == wanted]
        return named or rows

    def label(self, row: int, kinds: Sequence[EntityKind]) -> str:
        """The name that means this entity and no other, else its id."""
        name = self.snapshot.entities.names[row]
        return name if self.find(name, kinds) == [row] else self.snapshot.entities.ids[row]

    def label_of(self, entity_id: str, kinds: Sequence[EntityKind]) -> str:
        """The same for an id, which stays itself where the store does not hold it."""
        row = self.snapshot.entities.row.get(entity_id, -1)
        return self.label(row, kinds) if row >= 0 else entity_id

    def sorted_names(self, kinds: Sequence[EntityKind]) -> list[tuple[str, int]]:
        """Every folded name of some kinds with its row, in order; made once for each field that asks for them."""
        key = tuple(kinds)
        if key not in self.lists:
            entities, aliases = self.snapshot.entities, self.snapshot.aliases
            allowed = np.isin(entities.kind, [code(kind) for kind in key]).tolist()
            pairs = zip(aliases.folded, aliases.entity.tolist(), strict=True)
            self.lists[key] = sorted((folded, row) for folded, row in pairs if allowed[row])
        return self.lists[key]

    def offered(self, text: str, kinds: Sequence[EntityKind]) -> list[str]:
        """Names that may be meant by the beginning of one, best first: shorter ones, those that begin with the text."""
        wanted = fold(text)
        if not wanted:
            return []
        names = self.sorted_names(kinds)
        first = bisect_left(names, (wanted, -1))
        found = list(islice(takewhile(lambda each: each[0].startswith(wanted), islice(names, first, None)), ENOUGH))
        rows = list(dict.fromkeys(row for _, row in sorted(found, key=lambda each: len(each[0]))))
        if len(rows) < MOST:
            parts = wanted.split()
            within = (row for folded, row in names if all(part in folded for part in parts))
            rows = list(dict.fromkeys([*rows, *islice(within, ENOUGH)]))
        if not rows:  # gpt5.4 is GPT-5.4
            rows = search(self.snapshot, text, kinds)
        return [self.label(row, kinds) for row in rows[:MOST]]

    def owner(self, row: int) -> str:
        """The name of an entity's organisation."""
        return self.snapshot.name(int(self.snapshot.entities.organisation[row]))

    def events_of(self, kind: Kind) -> dict[str, int]:
        """Label -> event row, newest first: titles, with the day where two are equal."""
        return self.titled.get(kind, {})

    @cached_property
    def titled(self) -> dict[Kind, dict[str, int]]:
        """The events that others refer to."""
        events, titles = self.snapshot.events, self.snapshot.titles
        found: dict[Kind, dict[str, int]] = {}
        for kind in (Kind.CLAIM, Kind.DEAL):
            rows = np.flatnonzero(events.of(kind))
            days = nominal(events.start[rows], events.end[rows])
            order = np.argsort(days, kind="stable")[::-1]
            labels: dict[str, int] = {}
            for row, day in zip(rows[order].tolist(), days[order].tolist(), strict=True):
                dated = f"{titles[row]}, {self.words.full_day(day)}"
                free = next((text for text in (titles[row], dated) if text and text not in labels), "")
                labels[free or f"{dated} ({events.id[row]})"] = row
            found[kind] = labels
        return found

    def event(self, text: str, kind: Kind) -> int:
        """The row of the event that a text is the label of, however it is written; -1 for none."""
        plain = " ".join(text.split())
        exact = self.events_of(kind).get(plain, -1)
        return exact if exact >= 0 else self.folded_events[kind].get(fold(plain), -1)

    @cached_property
    def folded_events(self) -> dict[Kind, dict[str, int]]:
        """Folded label -> row; labels that fold to one another mean none."""
        found: dict[Kind, dict[str, int]] = {}
        for kind, labels in self.titled.items():
            folded: dict[str, int] = {}
            for row, key in zip(labels.values(), self.folded_labels[kind], strict=True):
                folded[key] = -1 if key in folded else row
            found[kind] = folded
        return found

    def offered_events(self, text: str, kind: Kind) -> list[str]:
        """Labels that hold every word of a text, the newest event first."""
        parts = fold(text).split()
        found: list[str] = []
        for label, folded in zip(self.events_of(kind), self.folded_labels[kind], strict=True):
            if all(part in folded for part in parts):
                found.append(label)
                if len(found) == MOST:
                    break
        return found

    @cached_property
    def folded_labels(self) -> dict[Kind, list[str]]:
        """The labels as they are compared, in the same order."""
        return {kind: [fold(label) for label in labels] for kind, labels in self.titled.items()}

    def key_of(self, row: int) -> str:
        """The key of an event row; empty without a store."""
        if row not in self.keys and self.path:
            self.keys[row] = referring.key_of(self.path, int(self.snapshot.events.id[row]))
        return self.keys.get(row, "")

    def teller(self, row: int) -> tuple[str, str]:
        """The dataset of an event row, and who says it there; both are empty without a store."""
        number = int(self.snapshot.events.id[row])
        if number not in self.told and self.path:
            self.told |= referring.tellers(self.path, [number])
        return self.told.get(number, ("", ""))

    def label_of_event(self, key: str, kind: Kind) -> str:
        """The label of the event with a key; empty where none is shown."""
        numbers = referring.numbers_of(self.path, key) if self.path and key else ()
        ids = self.snapshot.events.id
        return next((label for label, row in self.events_of(kind).items() if int(ids[row]) in numbers), "")

    def words_for(self, name: str, benchmark: int = -1) -> list[str]:
        """The words that others used in a field, of scores those of the same benchmark."""
        snapshot, scores = self.snapshot, self.snapshot.scores
        if name in ("metrics", "units"):
            return [text.replace("_", " ") for text in (snapshot.metrics if name == "metrics" else snapshot.units)]
        column: dict[str, tuple[Ints, tuple[str, ...]]] = {
            "versions": (scores.version, scores.versions),
            "harnesses": (scores.harness, scores.harnesses),
            "efforts": (scores.effort, scores.efforts),
        }
        if name not in column:
            return []
        codes, texts = column[name]
        used = np.unique(codes[scores.benchmark == benchmark] if benchmark >= 0 else codes)
        return [texts[place] for place in used.tolist() if texts[place]]

    def begins(self, subject: int, surface: int) -> int | None:
        """The first day a model was on offer on a surface, as far as it is known."""
        events = self.snapshot.events
        mask = events.of(Kind.PREVIEW, Kind.RELEASE) & (events.subject == subject) & (events.surface == surface)
        days = nominal(events.start[mask], events.end[mask])
        return int(days.min()) if len(days) else None

    def of_slot(self, kind: Kind, subject: int, surface: int, scope: str) -> list[int]:
        """The rows of what is said of one turn in the life of a thing."""
        events, scopes = self.snapshot.events, self.snapshot.scopes
        if scope and scope not in scopes:
            return []
        place = scopes.index(scope) if scope else 0
        mask = (events.kind == code(kind)) & (events.subject == subject) & (events.surface == surface)
        return [int(row) for row in np.flatnonzero(mask & (events.scope == place))]

    def of_score(
        self, subject: int, benchmark: int, setting: tuple[str, str, str, str], budget: float | None
    ) -> list[int]:
        """The rows of the scores of a model at a setting: version, harness, effort, variant."""
        events, scores, own = self.snapshot.events, self.snapshot.scores, self.snapshot
        mask = (scores.benchmark == benchmark) & (events.subject[scores.event] == subject)
        mask &= np.isnan(scores.budget) if budget is None else scores.budget == budget
        texts = (own.scores.versions, own.scores.harnesses, own.scores.efforts, own.scores.variants)
        columns = (scores.version, scores.harness, scores.effort, scores.variant)
        for text, names, column in zip(setting, texts, columns, strict=True):
            if text not in names:
                return []
            mask &= column == names.index(text)
        return [int(row) for row in scores.event[mask]]

    def amount_of(self, row: int) -> tuple[str, float | None]:
        """The first number of an event and what it measures."""
        quantities = self.snapshot.quantities
        first = int(np.searchsorted(quantities.event, row))
        if first == len(quantities.event) or quantities.event[first] != row:
            return "", None
        value = float(quantities.value[first])
        return self.snapshot.metrics[quantities.metric[first]], None if np.isnan(value) else value

    def usual(self, benchmark: int) -> tuple[str, str]:
        """The measure and the unit that most scores of a benchmark have; empty where there is none."""
        snapshot, scores, quantities = self.snapshot, self.snapshot.scores, self.snapshot.quantities
        rows = scores.event[scores.benchmark == benchmark] if benchmark >= 0 else scores.event[:0]
        places = np.flatnonzero(np.isin(quantities.event, rows))
        if not len(places):
            return "", ""
        pairs = np.stack((quantities.metric[places], quantities.unit[places]), axis=1)
        found, counts = np.unique(pairs, axis=0, return_counts=True)
        metric, unit = found[counts.argmax()].tolist()
        return snapshot.metrics[metric], snapshot.units[unit]

    def free_id(self, name: str, taken: Iterable[str] = ()) -> str:
        """An id for something new, that nothing in the store has."""
        base = slug(name)
        used = set(taken)
        number, found = 1, base
        while found in self.snapshot.entities.row or found in used:
            number += 1
            found = f"{base}-{number}"
        return found


def slug(name: str) -> str:
    """A name as an id: small letters, digits and hyphens; where none are left, a hash of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:80].rstrip("-")
    return found or hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12]
