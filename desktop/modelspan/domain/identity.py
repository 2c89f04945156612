"""Which entity of the store a file means by a name: one lane for one model, and never two models in one lane.

What is sure is merged. What is doubtful is kept apart, marked, and reported until a person decides; decisions are
remembered by `Resolver.key`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from modelspan.domain.drafts import Named
from modelspan.domain.identity_fresh import MAKER_BEFORE, OWNED, Fresh
from modelspan.domain.identity_known import Known
from modelspan.domain.identity_makers import several
from modelspan.domain.identity_models import Found
from modelspan.domain.identity_spelling import Spelling, folded, label, readings
from modelspan.domain.identity_things import CHIPS
from modelspan.domain.records import Entity, EntityKind
from modelspan.domain.snapshot import Snapshot

NEW = "new"  # a decision: it is none of the known ones
FIRST_FEW = 8  # candidates handed to a person
FIRST = (EntityKind.ORGANISATION, EntityKind.FAMILY, EntityKind.SURFACE)  # what models are told apart by


class Certainty(StrEnum):
    """How sure a match is."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Match:
    """The entity a name means, the reason in plain words, and what else a person may choose, best first.

    A doubtful or new one has an entity of its own, which `Resolver.new_entities` describes. `scope_ids` is the id as
    written where it is a snapshot, a region, a packing or a mode of the entity.
    """

    entity: str
    certainty: Certainty
    reason: str
    candidates: tuple[str, ...] = ()
    scope_ids: tuple[str, ...] = ()


class Resolver:
    """Finds entities by name, and keeps what it did not know, so that a thing named twice meets itself."""

    def __init__(self, known: Iterable[Entity] | Snapshot, decisions: Mapping[str, str] | None = None) -> None:
        self.decisions = dict(decisions or {})
        self.known = Known(known)
        self.fresh = Fresh(self.known)
        self.matches: dict[tuple[Named, str], Match] = {}
        self.undecided: dict[str, Match] = {}
        self.moved = dict(self.redirects())

    # Decisions.

    def key(self, named: Named) -> str:
        """What a decision is remembered by: kind, maker and name, the same for all spellings of them."""
        text = named.id or named.name
        maker = (self.known.maker(named.maker) or folded(named.maker)) if named.kind in OWNED else ""
        return f"{named.kind.value}|{maker}|{folded(label(text) if named.kind is EntityKind.MODEL else text)}"

    def redirects(self) -> Iterable[tuple[int, int]]:
        """Entities that were kept apart until someone decided that they are another one: row -> row."""
        for key, target in self.decisions.items():
            if target == NEW or target not in self.known.row or key.count("|") < 2:
                continue
            word, maker, text = key.split("|", 2)
            kind = next((kind for kind in EntityKind if kind == word), None)
            if kind is None:
                continue
            named = Named(kind=kind, name=text, maker=maker)
            for row in self.fresh.rows_of(text, self.known.hinted(named), kind):
                if self.known.ids[row] != target:
                    yield row, self.known.row[target]

    # Matching.

    def learn(self, names: Iterable[tuple[Named, str]]) -> None:
        """Match all names of an import, with their surfaces, in an order of their own: the shortest first.

        What `match` answers for them afterwards does not depend on the order of the files and their records.
        """
        for named, surface in sorted(set(names), key=order):
            self.match(named, surface)

    def match(self, named: Named, surface: str = "") -> Match:
        """The entity that is meant. One that was not known is known from then on."""
        memo = (named, surface)
        if memo not in self.matches:
            self.matches[memo] = self.decide(named, surface)
        return self.matches[memo]

    def new_entities(self) -> tuple[Entity, ...]:
        """Everything that was not known, with the ids it was called by."""
        return self.fresh.all()

    def decide(self, named: Named, surface: str) -> Match:
        """By decision, by name, or a new entity."""
        ids, row_of = self.known.ids, self.known.row
        key = self.key(named)
        decision = self.decisions.get(key, "")
        if decision in row_of:
            return Match(decision, Certainty.SURE, "Decided by hand.", scope_ids=self.scope(named, row_of[decision]))
        if key in self.undecided:
            self.fresh.remember(row_of[self.undecided[key].entity], named, surface)
            return replace(self.undecided[key], scope_ids=())
        found = self.find(named)
        if decision == NEW:
            kept = next(iter(self.own_rows(named)), -1)
            row = kept if kept >= 0 else self.fresh.create(named, surface)
            return Match(ids[row], Certainty.SURE, "Decided by hand.")
        if found.sure >= 0:
            row = self.moved.get(found.sure, found.sure)
            self.fresh.remember(row, named, surface)
            scope = (named.id,) if found.part and named.id else ()
            return Match(ids[row], Certainty.SURE, found.why, scope_ids=scope)
        near = tuple(dict.fromkeys(ids[self.moved.get(row, row)] for row in found.near[:FIRST_FEW]))
        if not near:
            row = self.fresh.create(named, surface)
            return Match(ids[row], Certainty.NEW, "Nothing known has this name.")
        note = f"Kept apart until someone decides: it may be {near[0]}. {found.why}"
        row = self.fresh.create(named, surface, note)
        result = Match(ids[row], Certainty.DOUBTFUL, found.why, near)
        self.undecided[key] = result
        return result

    def own_rows(self, named: Named) -> Iterable[int]:
        """Entities that were made for a name earlier."""
        text = label(named.id or named.name) if named.kind is EntityKind.MODEL else self.fresh.title(named)
        return self.fresh.rows_of(text, self.known.hinted(named) if named.kind in OWNED else "", named.kind)

    def scope(self, named: Named, row: int) -> tuple[str, ...]:
        """The id as written where it is not what the entity is called by."""
        if named.kind is not EntityKind.MODEL or not named.id:
            return ()
        first = next(readings(named.id), Spelling(frozenset(), ()))
        return (named.id,) if self.known.models.is_part(row, first) else ()

    def find(self, named: Named) -> Found:
        """What is known by that name."""
        if named.kind is EntityKind.ORGANISATION:
            return self.find_organisation(named)
        if named.kind is not EntityKind.MODEL:
            return self.find_thing(named)
        words = self.known.words_before(named)
        result = self.checked(named, self.known.models.find(named.id, words), "id")
        if result.sure < 0 and named.id and named.maker:  # r1 of deepseek
            result = self.checked(named, self.fuller(named, words, result), "id")
        if result.sure >= 0 or (named.id and result.near and not result.plain):
            return result
        named_so = self.checked(named, self.known.models.find(MAKER_BEFORE.sub("", named.name), words), "name")
        if not named.id:
            return named_so
        if result.near:  # it differs by a sign, or a word like instruct, which the file's own name leaves out
            if named_so.sure == result.near[0]:
                return Found(named_so.sure, why="The name is known; the id writes it another way.", part=True)
            return result
        if named_so.sure >= 0:
            alias = self.by_alias(named, words)
            if alias == named_so.sure:
                return named_so
            return Found(near=(named_so.sure,), why="The name is known, the id is not.")
        return result

    def fuller(self, named: Named, words: frozenset[str], found: Found) -> Found:
        """What an id means that the name of its maker belongs before."""
        maker = self.known.maker(named.maker)
        row = self.known.models.whole(f"{maker}.{named.id}")  # deepseek.v3-v1:0
        fuller = Found(row, part=True) if row >= 0 else self.known.models.find(f"{maker}-{named.id}", words)
        return fuller if fuller.sure >= 0 else found

    def by_alias(self, named: Named, words: frozenset[str]) -> int:
        """The model that the other ids in the same record mean."""
        found = (self.known.models.find(alias.text, words).sure for alias in named.aliases)
        return next((row for row in found if row >= 0), -1)

    def checked(self, named: Named, found: Found, what: str) -> Found:
        """A finding after a look at the maker: another one makes it doubtful, or chooses among several."""
        if found.sure >= 0:
            if not self.known.contradicts(named.maker, found.sure):
                return replace(found, why=found.why or f"The {what} is known.")
            if what == "id" and self.known.says_maker(named, found.sure):
                return replace(found, why="The id is known; the maker beside it offers it.")
            return Found(near=(found.sure,), why=f"The {what} is known, but of another maker.")
        agreeing = tuple(row for row in found.near if not self.known.contradicts(named.maker, row))
        if found.twins:
            owned = tuple(row for row in agreeing if self.known.owner[row] and several(named.maker))
            text = named.id if what == "id" else named.name
            one = self.plainest(owned or agreeing or found.near, text)
            part = self.known.models.is_part_of(one, text)
            return self.checked(named, Found(one, part=part), what)
        return replace(found, near=agreeing) if agreeing else Found()  # alike only, and of someone else

    def plainest(self, rows: tuple[int, ...], text: str) -> int:
        """Of several with one name the one that is called so itself; the others were kept apart from it."""
        known = self.known

        def rank(row: int) -> tuple[object, ...]:
            return (not known.models.is_own(row, text), row in self.fresh.entities, len(known.ids[row]), known.ids[row])

        return min(rows, key=rank)

    def find_organisation(self, named: Named) -> Found:
        """By id, name or what stands behind it."""
        for text in (named.id, named.name):
            row = self.known.row.get(self.known.maker(text), -1) if text else -1
            if row >= 0:
                return Found(row, why="The organisation is known.")
        return Found()

    def find_thing(self, named: Named) -> Found:
        """By id or name; chips and systems are looked for among both."""
        kinds = (named.kind, *(kind for kind in CHIPS if named.kind in CHIPS and kind is not named.kind))
        near: tuple[int, ...] = ()
        why = ""
        for text in (text for text in (named.id, named.name) if text):
            for kind in kinds:
                rows, doubt = self.known.things[kind].find(text)
                rows = tuple(row for row in rows if not self.known.contradicts(named.maker, row))
                if len(rows) == 1 and not doubt:
                    return Found(rows[0], why="The name is known.")
                near, why = (near, why) if near else (rows, doubt or "The name is known.")
        return Found(near=near, why=why)


def order(name: tuple[Named, str]) -> tuple[object, ...]:
    """What is matched first: makers before what they make, the plain name before the longer one."""
    named, surface = name
    text = named.id or named.name
    short = label(text) if named.kind is EntityKind.MODEL else text
    facts = repr((named.facts, named.aliases))
    return (
        named.kind not in FIRST, named.kind, len(short), short, not named.maker, not named.name, not named.id,
        named.maker, named.name, named.id, named.family, surface, facts,
    )  # fmt: skip
