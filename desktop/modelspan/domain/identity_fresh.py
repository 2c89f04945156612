"""Entities that were not known: ids that the same name gets in every import, names that people can read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from modelspan.domain.drafts import Named
from modelspan.domain.identity_known import Known
from modelspan.domain.identity_makers import ACCOUNT, first_of, readable, squeeze
from modelspan.domain.identity_spelling import BARE_VERSION, VARIANTS, folded, label, plain
from modelspan.domain.identity_things import CHIPS
from modelspan.domain.records import Alias, AliasRole, Entity, EntityKind

OWNED = (EntityKind.MODEL, EntityKind.FAMILY, *CHIPS)
PLAINEST = (EntityKind.MODEL, EntityKind.ORGANISATION, *CHIPS)  # ids without the kind in them
HIDDEN = re.compile(r"[\x00-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
ENDINGS = re.compile(
    r"\s*(?:\((?:free|latest|us|eu|global|apac|fp8|fp4|bf16|awq|20\d\d[-/]\d\d[-/]\d\d)\)"
    r"|20\d\d-\d\d-\d\d)$",
    re.IGNORECASE,
)
MAKER_BEFORE = re.compile(r"^[^:/]{2,30}: +")


class Fresh:
    """What names of files made new, by row of what is known."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.entities: dict[int, Entity] = {}
        self.written: dict[int, dict[str, Alias]] = {}
        self.casing = {
            word.casefold(): word
            for name, kind in zip(known.names, known.kinds, strict=True)
            if kind is EntityKind.FAMILY
            for word in re.findall(r"[^\W\d_]{2,}", name)
        }

    def create(self, named: Named, surface: str, note: str = "") -> int:
        """A new entity for a name."""
        known = self.known
        maker = self.maker(named) if named.kind in OWNED else ""
        title = self.title(named)
        text = named.id or title
        if named.kind is EntityKind.MODEL:
            lent = bool(known.models.rows(undated(label(text))))
            text = label(text) if lent else undated(label(text))
            if named.id and self.is_lent(title, named):  # the name is another's, so that only the id tells it apart
                title = text
        name = next(slug for slug in self.slugs(text or title, maker, named.kind) if slug not in known.row)
        family = self.family(named, maker) if named.kind is EntityKind.MODEL else ""
        row = known.append(name, named.kind, title, maker)
        self.entities[row] = Entity(
            id=name, kind=named.kind, name=title, organisation_id=maker, parent_id=family, facts=named.facts, note=note
        )
        for own in dict.fromkeys((text, title)):
            if named.kind is not EntityKind.MODEL or not known.models.holds(own):
                known.index(row, own, own=True)  # else it is told from the other one by its maker and decision alone
        self.remember(row, named, surface)
        return row

    def maker(self, named: Named) -> str:
        """The maker of a new entity, which may be new itself."""
        known = self.known.hinted(named)
        text = "" if known else first_of(named.maker)
        return self.organisation(text) if text else known

    def organisation(self, text: str) -> str:
        """The organisation of a name."""
        found = self.known.maker(text)
        if found:
            return found
        return self.known.ids[self.create(Named(kind=EntityKind.ORGANISATION, name=text), "")]

    def family(self, named: Named, maker: str) -> str:
        """The family a file puts a model in: the maker's own, or where the maker is not known the only one there is."""
        if not named.family:
            return ""
        rows, _ = self.known.things[EntityKind.FAMILY].find(named.family)
        mine = [row for row in rows if self.known.owner[row] == maker]
        if not maker:
            return self.known.ids[rows[0]] if len(rows) == 1 else ""
        if mine:
            return self.known.ids[mine[0]]
        return self.known.ids[self.create(Named(kind=EntityKind.FAMILY, name=named.family, maker=maker), "")]

    def title(self, named: Named) -> str:
        """What people read for a new entity."""
        text = named.name or named.id
        if named.kind is EntityKind.MODEL:
            text = MAKER_BEFORE.sub("", text)
            text = ENDINGS.sub("", ENDINGS.sub("", text)) if named.name else label(text)
            text = text if " " in text else within(text)
        elif named.kind is EntityKind.ORGANISATION:
            text = readable(first_of(text) or text)
        elif named.kind is EntityKind.FAMILY and ACCOUNT.fullmatch(text):
            text = " ".join(self.casing.get(word, word.capitalize()) for word in re.split("[-_]", text))
        return " ".join(HIDDEN.sub(" ", text).split()) or named.id or named.name

    def slugs(self, text: str, maker: str, kind: EntityKind) -> Iterable[str]:
        """Ids for a name, the plainest first: the maker's, the name, and what it is where kinds share names."""
        said = plain(text).replace("+", " plus ").replace("<", " under ").replace(">", " over ")
        slug = re.sub(r"[ .]+", "-", folded(said)).strip("-") or kind.value
        if maker and not squeeze(slug).startswith(squeeze(maker)):
            slug = f"{maker}-{slug}"
        if kind in PLAINEST:
            yield slug
        yield f"{slug}-{kind.value}"
        for number in range(2, 1000):
            yield f"{slug}-{number}"

    def rows_of(self, text: str, maker: str, kind: EntityKind) -> Iterable[int]:
        """Entities that were made for a name earlier, in this import or another."""
        for slug in self.slugs(text, maker, kind):
            row = self.known.row.get(slug, -1)
            if row < 0:
                return
            if self.known.kinds[row] is kind and self.known.owner[row] == maker:
                yield row

    def remember(self, row: int, named: Named, surface: str) -> None:
        """Add to a new entity what another mention of it says: ids as written, the maker."""
        if row not in self.entities:
            return
        known, entity = self.known, self.entities[row]
        if not entity.organisation_id and named.maker and named.kind in OWNED:
            known.owner[row] = self.maker(named)
            self.entities[row] = replace(entity, organisation_id=known.owner[row])
        role = AliasRole.API_ID if named.kind is EntityKind.MODEL else AliasRole.NAME
        place = surface if known.row.get(surface, -1) >= 0 else ""
        texts = [Alias(text=named.id, role=role, surface_id=place)] if named.id else []
        texts += named.aliases
        texts += [Alias(text=named.name)] if named.name else []
        kept = self.written.setdefault(row, {})
        for alias in texts:
            text = " ".join(HIDDEN.sub(" ", alias.text).split())
            if (
                text
                and text != entity.name
                and text not in kept
                and not (alias.text != named.id and self.is_lent(text, named, row))
            ):
                kept[text] = replace(alias, text=text)
                if known.kinds[row] is not EntityKind.MODEL or alias in named.aliases:
                    known.index(row, text)

    def is_lent(self, text: str, named: Named, row: int = -1) -> bool:
        """Whether a text is the name of another model, as of the one that this one is kept apart from."""
        if named.kind is not EntityKind.MODEL:
            return False
        found = self.known.models.find(text, self.known.words_before(named))
        return found.sure not in (-1, row) or (found.twins and row not in found.near)

    def all(self) -> tuple[Entity, ...]:
        """Everything that was not known, with the ids it was called by."""
        return tuple(
            replace(entity, aliases=tuple(self.written.get(row, {}).values())) for row, entity in self.entities.items()
        )


def within(text: str) -> str:
    """A name without the account before it; ViT-G/14 has none."""
    last = text.rsplit("/", 1)[-1]
    return text if BARE_VERSION.fullmatch(plain(last)) or plain(last) in VARIANTS else last


def undated(text: str) -> str:
    """An id without a whole day in it, which is a snapshot; other numbers may be the name of the model."""
    text = re.sub(r"(?<=\d)[-_@ ]latest$|@default$", "", text)
    return re.sub(r"[-_@ ]20[12]\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(?![0-9])", "", text)
