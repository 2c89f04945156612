"""An import told in lines, for the preview and the terminal: what comes, what moves, what goes, what disagrees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modelspan.app.importing import Plan, Plans
from modelspan.app.lines import Line, Style
from modelspan.domain.catalogue import value_text
from modelspan.domain.changes_of import dates
from modelspan.domain.dates import DateError, parse_edtf
from modelspan.domain.records import EntityKind, Event, Kind
from modelspan.domain.words import ENGLISH, Words

FEW = 5  # examples of what is long
KINDS = {
    Kind.ANNOUNCEMENT: ("%1 announcement", "%1 announcements"),
    Kind.PREVIEW: ("%1 preview", "%1 previews"),
    Kind.RELEASE: ("%1 release", "%1 releases"),
    Kind.LEGACY: ("%1 legacy notice", "%1 legacy notices"),
    Kind.DEPRECATION: ("%1 notice", "%1 notices"),
    Kind.RETIREMENT: ("%1 end", "%1 ends"),
    Kind.DATE_CHANGE: ("%1 moved date", "%1 moved dates"),
    Kind.HARDWARE_RELEASE: ("%1 hardware release", "%1 hardware releases"),
    Kind.DEAL: ("%1 deal", "%1 deals"),
    Kind.SCORE: ("%1 score", "%1 scores"),
    Kind.MEASUREMENT: ("%1 measurement", "%1 measurements"),
    Kind.TIER: ("%1 tier", "%1 tiers"),
    Kind.PRICE: ("%1 price", "%1 prices"),
    Kind.CLAIM: ("%1 claim", "%1 claims"),
    Kind.CHECK: ("%1 check", "%1 checks"),
    Kind.NOTE: ("%1 note", "%1 notes"),
}
ENTITIES = {
    EntityKind.MODEL: ("%1 new model", "%1 new models"),
    EntityKind.ORGANISATION: ("%1 new organisation", "%1 new organisations"),
    EntityKind.BENCHMARK: ("%1 new benchmark", "%1 new benchmarks"),
    EntityKind.SURFACE: ("%1 new surface", "%1 new surfaces"),
    EntityKind.CHIP: ("%1 new chip", "%1 new chips"),
    EntityKind.SYSTEM: ("%1 new system", "%1 new systems"),
}
NAMES = {
    Kind.ANNOUNCEMENT: "Announcement", Kind.PREVIEW: "Preview", Kind.RELEASE: "Release", Kind.LEGACY: "Legacy",
    Kind.DEPRECATION: "Notice", Kind.RETIREMENT: "End", Kind.DATE_CHANGE: "Moved date",
    Kind.HARDWARE_RELEASE: "Hardware release", Kind.DEAL: "Deal", Kind.SCORE: "Score",
    Kind.MEASUREMENT: "Measurement", Kind.TIER: "Tier", Kind.PRICE: "Price", Kind.CLAIM: "Claim",
    Kind.CHECK: "Check", Kind.NOTE: "Note",
}  # fmt: skip


def lines(plans: Plans, words: Words = ENGLISH, few: int = FEW) -> list[Line]:
    """All of an import, file by file; of what is many the first `few` and how many more."""
    found: list[Line] = []
    for plan in plans.plans:
        found += Told(plans, plan, words, few).lines()
    if plans.refused:
        found.append(Line(words.count(len(plans.refused), "%1 file not read", "%1 files not read"), "", Style.HEADING))
        found += [Line(sentence, style=Style.WARNING) for sentence in plans.refused]
    return found


class Told:
    """One file of an import in lines."""

    def __init__(self, plans: Plans, plan: Plan, words: Words, few: int) -> None:
        self.names, self.plan, self.words, self.few = plans.names, plan, words, few

    def lines(self) -> list[Line]:
        """Heading, outcome of the records, changes, rivals, doubts, problems."""
        plan, words = self.plan, self.words
        made = plan.catalogue.dataset
        licence = made.licence or words.tr("licence not stated")
        found = [
            Line(plan.file, words.fill("as of %1", plan.catalogue.as_of), Style.HEADING),
            Line(" · ".join(part for part in (made.title, made.publisher, licence) if part), style=Style.FAINT),
        ]
        if plan.reading.tally.note:
            found.append(Line(plan.reading.tally.note, style=Style.FAINT))
        found += self.outcome()
        found += self.changes()
        found += self.rivals()
        found += self.doubts()
        return found + self.problems()

    def outcome(self) -> list[Line]:
        """What became of every record."""
        tally, words = self.plan.reading.tally, self.words
        said = [
            words.count(tally.mapped, "%1 mapped", "%1 mapped"),
            words.count(tally.failed, "%1 not readable", "%1 not readable"),
            words.count(sum(tally.skipped.values()), "%1 not applicable", "%1 not applicable"),
        ]
        whole = words.count(tally.records, "%1 record", "%1 records")
        return [
            Line(words.fill("%1: %2", whole, ", ".join(said))),
            *(
                Line(reason, f"{number:,}", Style.FAINT, indent=1)
                for reason, number in sorted(tally.skipped.items(), key=lambda pair: (-pair[1], pair[0]))
            ),
        ]

    def changes(self) -> list[Line]:
        """What comes, what is different, what is not listed any more."""
        diff, words = self.plan.diff, self.words
        if not diff:
            return [Line(words.tr("Nothing changes: the store holds all of this already."), style=Style.STRONG)]
        found = []
        if diff.events.new:
            number = words.count(len(diff.events.new), "%1 new event", "%1 new events")
            found.append(Line(number, self.by_kind(diff.events.new), Style.STRONG))
        new_names = {kind: sum(entity.kind is kind for entity in diff.entities.new) for kind in ENTITIES}
        if any(new_names.values()):
            found.append(Line(", ".join(words.count(n, *ENTITIES[kind]) for kind, n in new_names.items() if n)))
        moved = [(old, new) for old, new in diff.moved]
        if diff.events.changed:
            number = words.count(len(diff.events.changed), "%1 event changed", "%1 events changed")
            at = words.count(len(moved), "of %1 the day", "of %1 the day")
            found.append(Line(number, at if moved else "", Style.STRONG))
            found += self.some([self.move(old, new) for old, new in moved])
        if diff.events.withdrawn:
            number = words.count(len(diff.events.withdrawn), "%1 no longer listed", "%1 no longer listed")
            found.append(Line(number, words.tr("kept, and marked"), Style.STRONG))
            found += self.some([Line(self.what(event), self.when(event), indent=1) for event in diff.events.withdrawn])
        if not diff.events:
            names = len(diff.entities.changed) + len(diff.sources.changed) + len(diff.sources.new)
            found.append(Line(words.count(names, "%1 name or source changed", "%1 names or sources changed")))
        return found

    def rivals(self) -> list[Line]:
        """What other sources say otherwise."""
        words = self.words
        differing = [rivals for rivals in self.plan.diff.rivals if rivals.differs]
        agreeing = len(self.plan.diff.rivals) - len(differing)
        events = {event.key: event for event in self.plan.catalogue.events}
        found = []
        if agreeing:
            found.append(Line(words.count(agreeing, "%1 agrees with what is there", "%1 agree with what is there")))
        if differing:
            number = words.count(len(differing), "%1 rival", "%1 rivals")
            found.append(Line(number, words.tr("another source says otherwise; both are kept"), Style.STRONG))
            rows = []
            for each in differing:
                event = events.get(each.key)
                others = [
                    f"{self.day(other.value)} {other.title}" for other in each.others if other.value != each.value
                ]
                what = self.what(event) if event else each.slot
                rows.append(Line(what, f"{self.day(each.value)} ≠ {'; '.join(others[:2])}", indent=1))
            found += self.some(rows)
        return found

    def doubts(self) -> list[Line]:
        """Names that may mean something known."""
        words, doubts = self.words, self.plan.doubts
        if not doubts:
            return []
        rows = [
            Line(
                doubt.named.name or doubt.named.id,
                words.fill("%1?", self.names.get(doubt.match.candidates[0], doubt.match.candidates[0]))
                if doubt.match.candidates
                else "",
                indent=1,
            )
            for doubt in doubts
        ]
        number = words.count(len(doubts), "%1 doubtful name", "%1 doubtful names")
        return [Line(number, words.tr("kept apart until you decide"), Style.STRONG), *self.some(rows)]

    def problems(self) -> list[Line]:
        """What could not be read."""
        words, problems = self.words, self.plan.reading.tally.problems
        if not problems:
            return []
        number = words.count(len(problems), "%1 problem", "%1 problems")
        said = (f"{problem.record}: {problem.text}" if problem.record else problem.text for problem in problems)
        rows = [Line(sentence, style=Style.WARNING, indent=1) for sentence in said]
        return [Line(number, style=Style.STRONG), *self.some(rows)]

    def some(self, rows: Sequence[Line]) -> list[Line]:
        """The first few of many."""
        rest = len(rows) - self.few
        if rest <= 0:
            return list(rows)
        return [*rows[: self.few], Line(self.words.fill("and %1 more", f"{rest:,}"), style=Style.FAINT, indent=1)]

    def by_kind(self, events: Iterable[Event]) -> str:
        """`924 ends, 120 prices`."""
        counts: dict[Kind, int] = dict.fromkeys(KINDS, 0)
        for event in events:
            counts[event.kind] += 1
        return ", ".join(self.words.count(n, *KINDS[kind]) for kind, n in counts.items() if n)

    def what(self, event: Event) -> str:
        """`End · GPT-5 · Azure`."""
        subject = self.names.get(event.subject_id, event.subject_id) or event.title
        parts = (self.words.tr(NAMES[event.kind]), subject, self.names.get(event.surface_id, event.surface_id))
        said = " · ".join(part for part in parts if part)
        return f"{said} ({event.scope})" if event.scope else said

    def when(self, event: Event) -> str:
        """The day of an event, or for scores the figure."""
        return value_text(event) if event.kind is Kind.SCORE else self.words.when(event.when)

    def day(self, text: str) -> str:
        """A value of a slot as a reader says it: a date as a date, figures as they are."""
        try:
            return self.words.when(parse_edtf(text))
        except DateError:
            return text

    def move(self, old: Event, new: Event) -> Line:
        """`End · GPT-5 · Azure    12 Dec 2026 → 8 Jun 2027`."""
        pairs = zip(dates(old), dates(new), strict=False)
        before, after = next(((a, b) for a, b in pairs if a != b), (old.when, new.when))
        said = [self.words.tr("none") if when is None else self.words.when(when) for when in (before, after)]
        return Line(self.what(new), " → ".join(said), indent=1)


def text(rows: Iterable[Line]) -> str:
    """Lines for a terminal."""
    said: list[str] = []
    for row in rows:
        before = "\n" if row.style is Style.HEADING and said else ""
        said.append(f"{before}{'  ' * row.indent}{row.text}{f'  [{row.right}]' if row.right else ''}")
    return "\n".join(said)
