"""What a resolver knows: entities by every text they are found by, and who makes what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from modelspan.domain.drafts import Named
from modelspan.domain.identity_makers import BEHIND, HOSTS, maker_forms, several, squeeze
from modelspan.domain.identity_models import ModelIndex
from modelspan.domain.identity_spelling import PACKING, label, plain, readings
from modelspan.domain.identity_things import ThingIndex
from modelspan.domain.query import REGION, VENDOR
from modelspan.domain.records import Entity, EntityKind
from modelspan.domain.snapshot import ENTITY_KINDS, Snapshot

OPEN_LINES = frozenset(("llama", "mistral", "qwen", "gemma"))  # others name what they build on these after them


PRODUCTS = frozenset(("claude", "qwen", "glm", "kimi", "codellama"))  # said of a maker, and part of a model's name


class Known:
    """Entities as rows: ids, kinds, names, makers, and indexes to find them by."""

    def __init__(self, known: Iterable[Entity] | Snapshot) -> None:
        self.ids: list[str] = []
        self.row: dict[str, int] = {}
        self.kinds: list[EntityKind] = []
        self.names: list[str] = []
        self.owner: list[str] = []
        self.parent: dict[str, str] = {}  # of organisations
        self.organisations: dict[str, list[int]] = {}
        self.maker_words: dict[str, frozenset[str]] = {}
        self.models = ModelIndex(self.words_of_maker)
        self.things: dict[EntityKind, ThingIndex] = {kind: ThingIndex(kind) for kind in EntityKind}
        if isinstance(known, Snapshot):
            self.take_snapshot(known)
        else:
            self.take_entities(list(known))
        self.brands = self.models.brands(self.owner)

    def take_snapshot(self, snapshot: Snapshot) -> None:
        """Index everything of a store."""
        table = snapshot.entities
        owners = [table.ids[row] if row >= 0 else "" for row in table.organisation.tolist()]
        kinds = [ENTITY_KINDS[code] for code in table.kind.tolist()]
        for name, kind, title, owner in zip(table.ids, kinds, table.names, owners, strict=True):
            self.append(name, kind, title, owner)
        for row, parent in enumerate(table.parent.tolist()):
            if parent >= 0 and kinds[row] is EntityKind.ORGANISATION:
                self.parent[table.ids[row]] = table.ids[parent]
        aliases: list[list[str]] = [[] for _ in self.ids]
        for row, text in zip(snapshot.aliases.entity.tolist(), snapshot.aliases.texts, strict=True):
            aliases[row].append(text)
        self.index_all(aliases)

    def take_entities(self, entities: list[Entity]) -> None:
        """Index records."""
        for entity in entities:
            self.append(entity.id, entity.kind, entity.name, entity.organisation_id)
            if entity.kind is EntityKind.ORGANISATION and entity.parent_id:
                self.parent[entity.id] = entity.parent_id
        self.index_all([[alias.text for alias in entity.aliases] for entity in entities])

    def append(self, name: str, kind: EntityKind, title: str, owner: str) -> int:
        """A row for an entity."""
        self.ids.append(name)
        self.kinds.append(kind)
        self.names.append(title)
        self.owner.append(owner)
        self.row[name] = len(self.ids) - 1
        return len(self.ids) - 1

    def index_all(self, aliases: Sequence[Sequence[str]]) -> None:
        """Index ids and names, then aliases; organisations first, since models are read by the names of makers."""
        order = sorted(range(len(self.ids)), key=lambda row: self.kinds[row] is not EntityKind.ORGANISATION)
        own = [self.own_texts(row, aliases[row]) for row in range(len(self.ids))]
        for row in order:
            for text in own[row]:
                self.index(row, text, own=True)
        for row in order:
            for text in aliases[row]:
                if text not in own[row]:
                    self.index(row, text)

    def own_texts(self, row: int, aliases: Sequence[str]) -> tuple[str, ...]:
        """The id and the name; not an id that was made of the maker and another text, which nobody writes so."""
        rest = self.ids[row].removeprefix(f"{self.owner[row]}-")
        made = rest != self.ids[row] and self.kinds[row] is EntityKind.MODEL
        if made and squeeze(rest) in {squeeze(label(text)) for text in (self.names[row], *aliases)}:
            return (self.names[row],)
        return tuple(dict.fromkeys((self.ids[row], self.names[row])))

    def index(self, row: int, text: str, own: bool = False) -> None:
        """Let an entity be found by a text."""
        kind = self.kinds[row]
        if kind is EntityKind.MODEL:
            self.models.add(row, text, own)
        elif kind is EntityKind.ORGANISATION:
            for form in maker_forms(text):
                self.organisations.setdefault(form, []).append(row)
        else:
            self.things[kind].add(row, text)

    # Makers.

    def words_of_maker(self, row: int) -> frozenset[str]:
        """What the maker of a row is called by in names of models."""
        return self.words_of(self.owner[row])

    def words_of(self, maker: str) -> frozenset[str]:
        """What an organisation is called by in names of models."""
        if maker not in self.maker_words:
            row = self.row.get(maker, -1)
            texts = (maker, self.names[row]) if row >= 0 else (maker,)
            own = {word for text in texts for form in maker_forms(text) for word in (form, form.removesuffix("ai"))}
            own |= {form for form, target in BEHIND.items() if target == maker and form not in PRODUCTS}
            self.maker_words[maker] = frozenset(own - {""}) if maker else frozenset()
        return self.maker_words[maker]

    def maker(self, text: str) -> str:
        """The id of the organisation that a text names, the first known of several; empty for none."""
        for part in dict.fromkeys((text, *several(text))):
            for form in maker_forms(part):
                rows = self.organisations.get(form)
                if rows:
                    return self.ids[rows[0]]
                if BEHIND.get(form, "") in self.row:
                    return BEHIND[form]
        return ""

    def makers(self, text: str) -> frozenset[str]:
        """The ids of every organisation a text names that is known, with those they belong to."""
        found = {self.maker(part) for part in (text, *several(text)) if part} - {""}
        return frozenset(found | {self.parent[name] for name in found if name in self.parent})

    def contradicts(self, text: str, row: int) -> bool:
        """Whether a file names another maker than the entity has."""
        owner = self.owner[row]
        if not owner or not several(text):
            return False
        return not self.makers(text) & {owner, self.parent.get(owner, owner)}

    def hinted(self, named: Named) -> str:
        """The maker a file states, else the one an id or name says."""
        if named.maker:
            return self.maker(named.maker)
        return self.said(named.id or named.name) or (
            self.branded(named.id or named.name) if named.kind is EntityKind.MODEL else ""
        )

    def said(self, text: str) -> str:
        """The maker that an id of a model says by what it begins with."""
        *before, last = plain(text).split("/")
        region = REGION.match(last)
        last = last[region.end() :] if region else last
        vendor = VENDOR.match(last)
        start = [part for part in re.split("[-_ .:]+", last) if part and part not in PACKING]
        before = ([vendor[0][:-1]] if vendor else []) + before[::-1]
        for part in (*before, "".join(start[:2]), *start[:1]):  # meta-llama/x, meta.x, zai-org-x, cohere-x
            name = squeeze(part)
            row = -1 if name in HOSTS else self.organisations.get(name, [-1])[0]
            found = self.ids[row] if row >= 0 else BEHIND.get(name, "")
            if found in self.row:
                return found
        return ""

    def words_before(self, named: Named) -> frozenset[str]:
        """Words in an id or name that say who makes or serves a model, and not which it is."""
        first = re.match(r"[^-_ /.:]*", plain(named.id or named.name).rsplit("/", 1)[-1])
        served = frozenset((first[0],)) & HOSTS if first else frozenset[str]()
        said = self.said(named.id or named.name)
        stated = self.maker(named.maker) if named.maker else ""
        return self.words_of(said) | self.words_of(stated) | served | {"org"}

    def branded(self, text: str) -> str:
        """The maker whose models nearly always begin with the first word of a text."""
        first = next(readings(text), None)
        begins = re.match(r"[a-z]{3,}", plain(text).rsplit("/", 1)[-1])
        word = begins[0] if begins else ""
        if first is None or word not in first.words or word in OPEN_LINES:
            return ""
        return self.brands.get(word, "")

    def says_maker(self, named: Named, row: int) -> bool:
        """Whether an id says by itself whose model it is, so that another maker beside it is one who offers it."""
        spelling = next(readings(named.id), None) if named.id else None
        if not spelling:
            return False
        return len(spelling.words | {*spelling.numbers}) > 2 or any(
            self.brands.get(word) == self.owner[row] for word in spelling.words
        )
