"""Read a form for an event: what each text means, what is wrong with it, what others say of the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from modelspan.app.entry_dates import between, is_relative, readings
from modelspan.app.entry_fields import LONG, NEW, OWNER, SHORT, YES, Field, fields_of
from modelspan.app.entry_form import Form, Remark, Trouble, address, plain, quoted, web
from modelspan.app.entry_names import Known
from modelspan.app.saying import amount as said
from modelspan.domain import amounts
from modelspan.domain.dates import DateError, Precision, Qualifier, When, iso
from modelspan.domain.records import Entity, EntityKind, HardwareFacts, ModelFacts, Party, Quantity, Role
from modelspan.domain.spellings import parse
from modelspan.domain.status_ids import posted, status_id
from modelspan.domain.words import Words

OWNED = (EntityKind.MODEL, EntityKind.CHIP, EntityKind.SYSTEM)  # a new one of these names its organisation
UNITS = {"%": "percent", "per cent": "percent", "×": "x", "$": "USD", "usd": "USD", "tokens/s": "tok/s"}
SOURCE_DAYS = ("published", "accessed")
NOUNS = {
    EntityKind.MODEL: "model", EntityKind.SURFACE: "surface", EntityKind.BENCHMARK: "benchmark",
    EntityKind.CHIP: "chip", EntityKind.SYSTEM: "system", EntityKind.TIER: "tier",
    EntityKind.ORGANISATION: "organisation",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Named:
    """Who is meant: an entity, new or of the store (`row`), or only the words."""

    id: str
    words: str
    row: int = -1


class Reading:
    """The texts of one form, read field by field; `troubles` and `remarks` gather on the way.

    The source comes first: words such as "next week" depend on its day.
    """

    def __init__(self, form: Form, known: Known, today: int) -> None:
        self.form, self.known, self.today = form, known, today
        self.fields = {field.id: field for field in fields_of(form.kind)}
        self.troubles: list[Trouble] = []
        self.remarks: list[Remark] = []
        self.fresh: dict[str, Entity] = {}
        self.unsourced = form.text("unsourced") == YES
        self.published: When | None = None
        self.accessed: When | None = None
        self.title = self.url = ""
        self.source()

    @property
    def words(self) -> Words:
        """The reader's language."""
        return self.known.words

    def wrong(self, field: str, text: str, *values: object) -> None:
        """Something is wrong with a field."""
        self.troubles.append(Trouble(field, self.words.fill(text, *values)))

    def missing(self, field: str, text: str, *values: object) -> None:
        """Something is not said yet."""
        self.troubles.append(Trouble(field, self.words.fill(text, *values), missing=True))

    def remark(self, field: str, text: str, *values: object, notable: bool = False) -> None:
        """How a field was understood."""
        self.remarks.append(Remark(field, self.words.fill(text, *values), notable))

    def text(self, name: str) -> str:
        """A field on one line, no longer than it may be."""
        field = self.fields.get(name)
        return plain(self.form.text(name), field.longest if field else SHORT)

    # the source

    def source(self) -> None:
        """Where it is from, and since when that is public."""
        text = plain(self.form.text("source"), LONG)
        self.url, post = address(text), posted(text)
        self.title = text
        if self.url and not web(self.url):
            self.wrong("source", "“%1” is not an address that starts with http:// or https://.", quoted(text))
        elif post is not None and post.start is not None and post.start > self.today:
            self.wrong("source", "The id of this post lies in the future; is it whole?")
            post = None
        elif status_id(text) is not None and post is None:
            self.remark("source", "The id of this post is too old to hold its moment.")
        elif post is not None:
            self.remark("source", "A post of %1", self.words.when(post))
        self.published = self.plain_day("published")
        self.accessed = self.plain_day("accessed")
        if post is not None and self.published is None and not self.form.text("published").strip():
            self.published = post
            self.remark("published", "%1, from the id of the post", self.words.full_day(post.start or 0))
        elif post is not None and self.published is not None and self.published.start != post.start:
            self.wrong("published", "The id of the post says %1.", self.words.full_day(post.start or 0))
        if text and self.unsourced:
            self.wrong("unsourced", "Either name a source or state that there is none.")
        elif not text and not self.unsourced:
            self.missing("source", "Name a source, or state below that there is none.")
        given = self.form.text("published").strip() or self.form.text("accessed").strip()
        if text and not self.unsourced and post is None and not given:
            self.missing("published", "Say when it was published, or when you read it.")
        elif self.published and self.accessed and (self.published.start or 0) >= (self.accessed.end or 0):
            self.wrong("accessed", "It cannot be read before it is published, on %1.", self.words.when(self.published))

    def plain_day(self, name: str) -> When | None:
        """A day, month or year that has come."""
        text = self.text(name)
        if not text:
            return None
        when = self.parsed(name, text, None)
        if when is None:
            return None
        if when.qualifier is not Qualifier.EXACT or when.start is None:
            self.wrong(name, "Give one day, month or year.")
            return None
        if when.start > self.today:
            self.wrong(name, "That day has not come yet: today is %1.", self.words.full_day(self.today))
            return None
        if text != str(when):
            self.remark(name, "%1", self.words.when(when))
        return when

    @property
    def said_on(self) -> int | None:
        """The day on which the source said it, where it is known to the day."""
        when = self.published
        fine = when is not None and when.precision in (Precision.DAY, Precision.INSTANT)
        return when.start if when is not None and fine else None

    @property
    def seen_on(self) -> int:
        """The last day the source can speak of."""
        for when in (self.published, self.accessed):
            if when is not None and when.end is not None and not self.unsourced:
                return min(when.end - 1, self.today)
        return self.today

    @property
    def source_stays(self) -> bool:
        """Whether the source is the one of the event that this form was made from, read on the same day."""
        base, text = self.form.base, self.text
        if base is None or base.kind is not self.form.kind:
            return False
        if not self.form.sources:
            return self.unsourced and not text("published")
        first = self.form.sources[0]
        days = first.published[:10] or text("published"), first.accessed[:10]
        return (first.url or first.title, *days) == (self.url or self.title, text("published"), text("accessed"))

    # dates

    def parsed(self, name: str, text: str, day: int | None) -> When | None:
        """A date in any spelling; what is none is told in one sentence."""
        try:
            when = parse(text, day=day)
        except DateError as error:
            both = readings(text, day)
            if len(both) == 2:
                first, second = (iso(each.start or 0) for each in both)
                self.wrong(name, "“%1” can be %2 or %3; write one of these.", quoted(text), first, second)
            elif day is None and readings(text, self.today):
                needs = "“%1” depends on the day on which it was said; give the day of the source below."
                own = "“%1” depends on a day; write the day itself, as 2026-09-11."
                self.wrong(name, own if name in SOURCE_DAYS else needs, quoted(text))
            else:
                self.troubles.append(Trouble(name, self.words.tr(str(error))))
            return None
        if when is None:
            self.wrong(name, "“%1” says that there is no day; name one or leave this empty.", quoted(text))
        return when

    def date(self, name: str) -> When | None:
        """The date of a field, relative words counted from the day of the source."""
        text = self.text(name)
        if not text:
            if self.fields[name].needed:
                self.missing(name, "Say when.")
            return None
        when = self.parsed(name, text, self.said_on)
        if when is not None:
            told = between(self.words, when)
            if self.said_on is not None and is_relative(text):
                day = self.words.full_day(self.said_on)
                self.remark(name, "%1 (said as “%2” on %3)", told, quoted(text), day)
            else:
                self.remark(name, "%1", told)
        return when

    def date_or_source(self, name: str) -> When | None:
        """The date of a field, else the day of the source."""
        if self.text(name):
            return self.date(name)
        if self.published is None:
            if not any(trouble.field == "published" for trouble in self.troubles):
                self.missing(name, "Say when, or when the source was published.")
            return None
        self.remark(name, "%1, as the source", self.words.when(self.published))
        return self.published

    # names

    def name(self, name: str) -> Named | None:
        """Who or what a field names. A needed one must be in the store or be called new; else words will do."""
        field, text = self.fields[name], self.text(name)
        if not text:
            if field.needed:
                self.missing(name, "Name the %1.", self.noun(field))
            return None
        rows = self.known.find(text, field.entities)
        if len(rows) == 1:
            self.tell_name(name, text, rows[0])
            return Named(self.known.snapshot.entities.ids[rows[0]], text, rows[0])
        if rows:
            ids = ", ".join(self.known.snapshot.entities.ids[row] for row in rows[:4])
            self.wrong(name, "“%1” can mean several; write one of these ids: %2.", quoted(text), ids)
            return None
        if not field.needed:
            self.remark(name, "“%1” is not in the store and is kept as words.", quoted(text), notable=True)
            return Named("", text)
        if self.form.text(f"{name}.{NEW}") == YES:
            return self.new(name, field, text)
        near = self.known.offered(text, field.entities)[:1]
        if near:
            self.wrong(name, "No %1 is called “%2”; is it %3?", self.noun(field), quoted(text), near[0])
        else:
            self.wrong(name, "No %1 is called “%2”.", self.noun(field), quoted(text))
        return None

    def noun(self, field: Field) -> str:
        """What a field names, in a sentence."""
        return self.words.tr(NOUNS.get(field.entities[0], "name"))

    def tell_name(self, name: str, text: str, row: int) -> None:
        """Say who is meant where the text does not say it in full."""
        full, owner = self.known.snapshot.name(row), self.known.owner(row)
        parts = [full if full != text else "", owner]
        told = ", ".join(part for part in parts if part)
        if told:
            self.remark(name, "%1", told)

    def new(self, name: str, field: Field, text: str) -> Named | None:
        """Something that the store does not have yet."""
        kind = field.entities[0]
        owner_text, owner = plain(self.form.text(f"{name}.{OWNER}"), SHORT), ""
        if kind in OWNED and not owner_text:
            self.missing(f"{name}.{OWNER}", "Name the organisation of the new %1.", self.noun(field))
            return None
        if owner_text:
            rows = self.known.find(owner_text, (EntityKind.ORGANISATION,))
            if len(rows) > 1:
                ids = ", ".join(self.known.snapshot.entities.ids[row] for row in rows[:4])
                self.wrong(f"{name}.{OWNER}", "“%1” can mean several; write one of these ids: %2.", owner_text, ids)
                return None
            if rows:
                owner = self.known.snapshot.entities.ids[rows[0]]
            else:
                owner = self.add(EntityKind.ORGANISATION, owner_text, "")
                self.remark(f"{name}.{OWNER}", "“%1” is a new organisation.", quoted(owner_text), notable=True)
        found = self.add(kind, text, owner)
        self.remark(name, "“%1” is added as a new %2.", quoted(text), self.noun(field))
        return Named(found, text)

    def add(self, kind: EntityKind, name: str, owner: str) -> str:
        """A new entity; its id."""
        facts = (
            ModelFacts() if kind is EntityKind.MODEL
            else HardwareFacts() if kind in (EntityKind.CHIP, EntityKind.SYSTEM) else None
        )  # fmt: skip
        made = Entity(id=self.known.free_id(name, self.fresh), kind=kind, name=name, organisation_id=owner, facts=facts)
        self.fresh[made.id] = made
        return made.id

    def names(self, name: str) -> tuple[Party, ...]:
        """Everybody a field names; who is not in the store is kept as words."""
        field, text = self.fields[name], self.text(name)
        role = field.role or Role.SUBJECT
        found: dict[tuple[str, str], Party] = {}
        unknown = []
        for part in self.parts(text, field.entities):
            rows = self.known.find(part, field.entities)
            if len(rows) > 1:
                ids = ", ".join(self.known.snapshot.entities.ids[row] for row in rows[:4])
                self.wrong(name, "“%1” can mean several; write one of these ids: %2.", quoted(part), ids)
            entity = self.known.snapshot.entities.ids[rows[0]] if len(rows) == 1 else ""
            unknown += [] if rows else [part]
            words = "" if entity else part
            found.setdefault((entity, words), Party(role=role, entity_id=entity, words=words))
        if unknown:
            listed = ", ".join(f"“{part}”" for part in unknown)
            self.remark(name, "%1: not in the store, kept as words.", quoted(listed), notable=True)
        elif found and not any(trouble.field == name for trouble in self.troubles):
            full = [self.known.snapshot.name(self.known.snapshot.entities.row[party.entity_id])
                    for party in found.values()]  # fmt: skip
            if full != self.parts(text, field.entities):
                self.remark(name, "%1", quoted(", ".join(full)))
        return tuple(found.values())

    def parts(self, text: str, kinds: Sequence[EntityKind]) -> list[str]:
        """The names in a text: with semicolons between them, or with commas where it is no name as a whole."""
        sign = ";" if ";" in text or self.known.find(text, kinds) else ","
        return [part.strip() for part in text.split(sign) if part.strip()]

    def event(self, name: str) -> int:
        """The row of the event that a field names, -1 for none."""
        field, text = self.fields[name], self.text(name)
        assert field.of is not None
        if not text:
            if field.needed:
                self.missing(name, "Choose one: write a word of it.")
            return -1
        row = self.known.event(text, field.of)
        if row < 0 and text != self.kept_key(name):
            self.wrong(name, "Nothing in the store has this title; write a word of it and choose one of the list.")
        elif row >= 0:
            day = int(self.known.snapshot.events.start[row])
            self.remark(name, "%1", self.words.full_day(day))
        return row

    def kept_key(self, name: str) -> str:
        """The key that the event this form was made from refers to."""
        return str(getattr(self.form.base.body, name, "")) if self.form.base else ""

    # numbers

    def number(self, name: str) -> amounts.Amount | None:
        """A number as printed, in the unit of its field."""
        field, text = self.fields[name], self.text(name)
        if not text:
            if field.needed:
                self.missing(name, "Write the number.")
            return None
        try:
            found = amounts.read(text)
        except amounts.AmountError as error:
            self.troubles.append(Trouble(name, self.words.tr(str(error))))
            return None
        if field.unit and found.unit:
            scale = {("MW", "GW"): 1000, (field.unit, field.unit): 1}.get((field.unit, found.unit))
            if scale is None:
                self.wrong(name, "This is counted in %1, not in %2.", field.unit, found.unit)
                return None
            found = replace(found.times(scale), unit=field.unit)
        if field.unit:
            self.remark(name, "%1", said((quantity(found, "", field.unit),)))
        return found

    def unit(self, name: str, amount: amounts.Amount | None, usual: str = "") -> str:
        """The unit of a number: as written, as printed behind the number, or as usual there."""
        text = self.text(name)
        found = UNITS.get(text.casefold(), text)
        if found and amount is not None and amount.unit and amount.unit != found:
            self.wrong(name, "The number is printed in %1.", amount.unit)
        if not found and amount is not None:
            found = amount.unit or usual
            if found:
                self.remark(name, "%1", found)
            elif self.fields[name].needed:
                self.missing(name, "Say the unit, such as percent or tok/s.")
        elif not found and self.fields[name].needed and not usual:
            self.missing(name, "Say the unit, such as percent or tok/s.")
        return found


def quantity(amount: amounts.Amount, metric: str, unit: str, baseline: str = "", conditions: str = "") -> Quantity:
    """A printed number as a record."""
    return Quantity(
        metric=metric, value=amount.value, low=amount.low, high=amount.high, comparator=amount.comparator, unit=unit,
        published=amount.published, baseline=baseline, conditions=conditions,
    )  # fmt: skip
