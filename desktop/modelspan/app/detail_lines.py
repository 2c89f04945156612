"""What the detail pane says of a selection: status, surfaces, disagreements, scores, claims, deals, sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from modelspan.app.detail_life import LifeTeller
from modelspan.app.lines import Line, Style
from modelspan.app.saying import amount, name_of, setting
from modelspan.app.scene import Scene
from modelspan.domain.dates import nominal
from modelspan.domain.records import (
    AliasRole,
    Check,
    Claim,
    Confidence,
    DateBasis,
    Deal,
    EntityKind,
    Event,
    Evidence,
    HardwareFacts,
    Kind,
    Measurement,
    ModelFacts,
    Note,
    Question,
    Score,
    Source,
    Tier,
    Verdict,
)  # fmt: skip
from modelspan.domain.snapshot import code
from modelspan.store.lookup import Details

MARKS = {
    Verdict.CONFIRMED: "●",
    Verdict.PARTLY: "◐",
    Verdict.CONTRADICTED: "○",
    Verdict.UNVERIFIABLE: "?",
    Verdict.RHETORICAL: "“",
}
SCORES = 8
DEALS = 8


def suspect(score: Score) -> bool:
    """Whether a score is flagged as no result to compare: an outlier, a duplicate, a spread of snapshots."""
    return bool(score.flag) and score.flag != "pairing_assumed"


@dataclass(frozen=True)
class Teller:
    """Says things about one entity on one day. `sibling` holds the details of the model it is compared with."""

    scene: Scene
    details: Details
    today: int
    sibling: Details | None = None

    def lines(self) -> list[Line]:
        """All of it, in the order of the questions people ask."""
        events = self.details.events
        row = self.scene.snapshot.entities.row.get(self.details.entity.id, -1)
        found = self.title(row)
        if self.details.entity.kind is EntityKind.MODEL:
            life = LifeTeller(self.scene, self.details, self.today)
            found += [*life.status(row), *life.surfaces(row), *life.disagreements()]
        found += self.scores([e for e in events if isinstance(e.body, Score)])
        found += self.speeds([e for e in events if isinstance(e.body, Measurement | Tier)])
        found += self.claims(events)
        found += self.deals(row, [e for e in events if isinstance(e.body, Deal)])
        found += self.others([e for e in events if e.kind in (Kind.ANNOUNCEMENT, Kind.HARDWARE_RELEASE, Kind.PRICE)])
        found += self.notes([e for e in events if isinstance(e.body, Note)])
        if self.details.entity.note:
            found += [Line(self.tr("Note"), style=Style.HEADING), Line(self.details.entity.note, style=Style.FAINT)]
        return [*found, *self.sources(self.details.sources.values())]

    def event_lines(self) -> list[Line]:
        """One event: what, when, who, how much, how sure, and what answers it."""
        event, words = self.details.events[0], self.scene.words
        found = [Line(event.title or self.tr(event.kind.value.replace("_", " ")), style=Style.TITLE)]
        body = event.body
        kind = event.kind.value.replace("_", " ")
        if isinstance(body, Deal):
            kind = f"{kind}, {body.subtype.replace('_', ' ')}"
        found.append(Line(kind, words.when(event.when), Style.FAINT))
        value = amount(event.quantities)
        if value:
            found.append(Line(value, style=Style.STRONG))
        found += [Line(words.fill("against %1", q.baseline), style=Style.FAINT) for q in event.quantities if q.baseline]
        found += [Line(q.conditions, style=Style.FAINT) for q in event.quantities if q.conditions]
        for party in event.parties:
            role = self.tr(party.role.value.replace("_", " "))
            found.append(Line(self.name(party.entity_id) or party.words, role, Style.LINK, target=party.entity_id))
        if isinstance(body, Deal):
            found += [
                Line(text, style=Style.FAINT)
                for text in (body.term, body.amends and words.fill("amends %1", body.amends))
                if text
            ]
        if isinstance(body, Measurement):
            found += [Line(text, style=Style.FAINT) for text in (body.offering, body.stance) if text]
        if event.by_id:
            found.append(Line(words.fill("said by %1", self.name(event.by_id)), style=Style.FAINT))
        found.append(
            Line(
                words.fill("%1, %2 confidence", self.tr(event.evidence.value), self.tr(event.confidence.value)),
                style=Style.FAINT,
            )
        )
        if event.note:
            found.append(Line(event.note))
        later = [other for other in self.details.events[1:] if not isinstance(other.body, Check)]
        if later:
            found.append(Line(self.tr("What builds on it"), str(len(later)), Style.HEADING))
        for other in self.details.events[1:]:
            if isinstance(other.body, Check):
                found.append(Line(self.check_words(other), style=Style.FAINT, indent=1))
            else:
                found.append(Line(other.title or other.kind.value, words.when(other.when)))
        return found + self.sources(self.details.sources.values())

    def tr(self, text: str) -> str:
        """Translate."""
        return self.scene.words.tr(text)

    def name(self, entity_id: str) -> str:
        """The name of an entity."""
        return name_of(self.scene, entity_id)

    def title(self, row: int) -> list[Line]:
        """Name; organisation, family, context, hardware facts."""
        entity, words = self.details.entity, self.scene.words
        organisation = self.name(entity.organisation_id) if entity.organisation_id else ""
        parts = [
            organisation,
            self.name(entity.parent_id) if entity.parent_id else "",
            "" if entity.facts else entity.kind.value,
        ]
        facts = entity.facts
        if isinstance(facts, ModelFacts):
            if facts.context_tokens:
                parts.append(words.fill("%1 tokens context", f"{facts.context_tokens:,}"))
            if facts.open_weights:
                parts.append(self.tr("open weights"))
        elif isinstance(facts, HardwareFacts):
            parts.append(entity.kind.value)
            parts += [words.fill("%1 nm", f"{facts.node_nm:g}") if facts.node_nm else ""]
            parts += [f"{facts.memory_gb:,g} GB {facts.memory_type}".strip() if facts.memory_gb else ""]
            parts += [f"{facts.peak_flops:.3g} FLOP/s {facts.peak_basis}".strip() if facts.peak_flops else ""]
            parts += [f"{facts.power_w:,g} W" if facts.power_w else ""]
        found = [Line(entity.name, style=Style.TITLE)]
        text = " · ".join(part for part in parts if part)
        found.append(Line(text, style=Style.FAINT, swatch=entity.organisation_id))
        ids = [alias.text for alias in entity.aliases if alias.role is not AliasRole.TRANSLATION and not alias.lang][:6]
        if ids:
            found.append(Line(self.scene.words.fill("also %1", ", ".join(ids)), style=Style.FAINT))
        if isinstance(facts, ModelFacts) and facts.modalities:
            found.append(Line(facts.modalities.replace("->", " → "), style=Style.FAINT))
        return found

    def scores(self, events: Sequence[Event]) -> list[Line]:
        """Scores, each beside the sibling's where all that makes them comparable is the same; flagged ones last."""
        if not events:
            return []
        words, other = self.scene.words, self.sibling
        count = words.count(len(events), "%1 score", "%1 scores")
        right = words.fill("against %1", other.entity.name) if other else count
        found = [Line(self.tr("Scores"), right, Style.HEADING)]
        theirs = {setting(e): e for e in other.events if isinstance(e.body, Score)} if other else {}
        by_benchmark: dict[tuple[bool, str], list[tuple[Event, Score]]] = {}
        scores = [(event, event.body) for event in events if isinstance(event.body, Score)]
        for event, body in sorted(scores, key=lambda pair: (suspect(pair[1]), setting(pair[0]) not in theirs)):
            by_benchmark.setdefault((suspect(body), body.benchmark_id), []).append((event, body))
        shown = 0
        for group in by_benchmark.values():
            most = 4 if any(body.budget_min for _, body in group) else 2
            for event, body in group[: min(most, SCORES - shown)]:
                shown += 1
                found += self.score(event, body, None if suspect(body) else theirs.get(setting(event)))
        if len(events) > shown:
            found.append(Line(words.fill("and %1 more", len(events) - shown), style=Style.FAINT))
        return found

    def score(self, event: Event, body: Score, rival: Event | None) -> list[Line]:
        """One score and its conditions; a flagged one is no result, and says from whom it is."""
        value = amount(event.quantities)
        if rival:
            value += f"  ·  {amount(rival.quantities)}"
        version = "" if body.version == "unspecified" else body.version
        conditions = [body.harness, body.effort, f"{body.budget_min:g} min" if body.budget_min else "", body.variant]
        for q in event.quantities[:1]:
            if q.value is not None and q.low is not None and q.high is not None:
                conditions.append(f"{q.low:,.4g}–{q.high:,.4g} {q.spread}".strip())
        conditions.append(self.tr("self-reported") if body.self_reported else "")
        borrowed = body.date_basis is DateBasis.MODEL_RELEASE
        conditions.append(self.tr("day borrowed from the release") if borrowed else "")
        conditions.append(body.flag.replace("_", " "))
        style = Style.BODY
        if suspect(body):
            style, sources = Style.FAINT, self.details.sources
            conditions += [sources[c.source_id].title for c in event.sources[:1] if c.source_id in sources]
            conditions.append(event.note)
        found = [Line(f"{self.name(body.benchmark_id)} {version}".strip(), value, style)]
        text = " · ".join(part for part in conditions if part)
        return [*found, Line(text, style=Style.FAINT, indent=1)] if text else found

    def speeds(self, events: Sequence[Event]) -> list[Line]:
        """Speeds, times, ratios and tiers, each with its baseline."""
        if not events:
            return []
        found = [Line(self.tr("Speeds and tiers"), str(len(events)), Style.HEADING)]
        for event in events:
            label = event.title or (
                event.quantities[0].metric.replace("_", " ") if event.quantities else event.kind.value
            )
            found.append(Line(label, amount(event.quantities) or self.scene.words.when(event.when)))
            amounts = event.quantities[:1]
            notes = [
                self.name(event.by_id)
                if event.by_id
                else self.tr("computed here")
                if event.evidence is Evidence.DERIVED
                else ""
            ]
            notes += [self.scene.words.fill("against %1", q.baseline) for q in amounts if q.baseline]
            notes += [q.conditions for q in amounts if q.conditions]
            text = " · ".join(part for part in notes if part)
            if text:
                found.append(Line(text, style=Style.FAINT, indent=1))
        return found

    def claims(self, events: Sequence[Event]) -> list[Line]:
        """Claims with both answers and who checked."""
        claims = [e for e in events if isinstance(e.body, Claim)]
        if not claims:
            return []
        checks: dict[str, list[Event]] = {}
        for event in events:
            if isinstance(event.body, Check):
                checks.setdefault(event.body.claim, []).append(event)
        found = [Line(self.tr("Claims"), str(len(claims)), Style.HEADING)]
        claims.sort(
            key=lambda e: (
                not e.quantities,
                not any(not c.body.own for c in checks.get(e.key, []) if isinstance(c.body, Check)),
            )
        )
        for event in claims:
            own = checks.get(event.key, [])
            held = (c.body.verdict for c in own if isinstance(c.body, Check) and c.body.answers is Question.HOLDS)
            best = next(held, None)  # that it was said says nothing of whether it holds
            value = amount(event.quantities[:3])
            found.append(Line(f"{MARKS[best] if best else '·'} {event.title}", value))
            if event.quantities and event.quantities[0].baseline:
                text = self.scene.words.fill("against %1", event.quantities[0].baseline)
                found.append(Line(text, style=Style.FAINT, indent=1))
            by = self.name(event.by_id) if event.by_id else self.tr("unnamed")
            found.append(
                Line(
                    self.scene.words.fill("claimed by %1, %2", by, self.scene.words.when(event.when)),
                    style=Style.FAINT,
                    indent=1,
                )
            )
            for check in own:
                found.append(Line(self.check_words(check), style=Style.FAINT, indent=1))
        return found

    def check_words(self, check: Event) -> str:
        """Which question, the answer, the value found, and by whom: our own check is never shown as independent."""
        body = check.body
        assert isinstance(body, Check)
        question = self.tr("was it said?") if body.answers is Question.SAID else self.tr("does it hold?")
        by = (
            self.tr("Modelspan’s own check")
            if body.own
            else self.name(check.by_id)
            if check.by_id
            else self.tr("unnamed")
        )
        value = amount(check.quantities) or check.words
        baseline = check.quantities[0].baseline if check.quantities else ""
        parts = [
            f"{question} {self.tr(body.verdict.value)}",
            value,
            self.scene.words.fill("against %1", baseline) if baseline else "",
            by,
            body.method,
        ]
        return " · ".join(part for part in parts if part)

    def deals(self, row: int, events: Sequence[Event]) -> list[Line]:
        """Deals that name it; then, apart, how many its organisation announced while it was on offer."""
        words = self.scene.words
        is_model = self.details.entity.kind is EntityKind.MODEL
        found = [
            Line(self.tr("Deals behind it") if is_model else self.tr("Deals"), str(len(events) or ""), Style.HEADING)
        ]
        for event in sorted(events, key=lambda e: -nominal(e.when))[:DEALS]:
            found.append(Line(event.title, words.when(event.when), target=""))
            body = event.body
            assert isinstance(body, Deal)
            parts = [body.subtype.replace("_", " "), amount(event.quantities), body.term]
            if event.evidence in (Evidence.MEMORY, Evidence.SECONDARY) or event.confidence is Confidence.LOW:
                parts.append(self.tr(f"{event.evidence.value}, {event.confidence.value} confidence"))
            found.append(Line(" · ".join(part for part in parts if part), style=Style.FAINT, indent=1))
            if body.amends:
                found.append(Line(words.fill("amends %1", body.amends), style=Style.FAINT, indent=1))
        if len(events) > DEALS:
            found.append(Line(words.fill("and %1 more", len(events) - DEALS), style=Style.FAINT))
        if not is_model:
            return found if events else []
        if not events:
            found.append(Line(self.tr("No deal in the catalogue names this model."), style=Style.FAINT))
        found += self.deals_meanwhile(row)
        return found

    def deals_meanwhile(self, row: int) -> list[Line]:
        """How many deals its organisation announced while it was on offer."""
        snapshot, lives = self.scene.snapshot, self.scene.lives
        owner = int(snapshot.entities.organisation[row])
        rows = self.scene.lives.of(row)
        if owner < 0 or not rows:
            return []
        begin = min(int(lives.begin[n]) for n in rows)
        stop = min(max(int(lives.end_high[n]) for n in rows), self.today + 1)
        deal = snapshot.events.kind == code(Kind.DEAL)
        mine = np.zeros(len(snapshot.events), bool)
        mine[snapshot.parties.event[snapshot.parties.entity == owner]] = True
        count = int(np.count_nonzero(deal & mine & (snapshot.events.start >= begin) & (snapshot.events.start < stop)))
        if not count:
            return []
        said = self.scene.words.count(
            count, "%2 announced %1 deal while it was on offer.", "%2 announced %1 deals while it was on offer."
        )
        return [Line(said.replace("%2", snapshot.name(owner)), style=Style.FAINT)]

    def others(self, events: Sequence[Event]) -> list[Line]:
        """Announcements and releases of hardware."""
        mine = [e for e in events if e.subject_id == self.details.entity.id]
        if not mine:
            return []
        found = [Line(self.tr("Dates"), style=Style.HEADING)]
        said = {Kind.ANNOUNCEMENT: "announced", Kind.HARDWARE_RELEASE: "released", Kind.PRICE: "price"}
        return found + [Line(self.tr(said[e.kind]), self.scene.words.when(e.when)) for e in mine]

    def notes(self, events: Sequence[Event]) -> list[Line]:
        """Reactions and other notes with their speakers."""
        if not events:
            return []
        found = [Line(self.tr("Said about it"), str(len(events)), Style.HEADING)]
        for event in events:
            found.append(Line(event.title))
            body = event.body
            assert isinstance(body, Note)
            parts = [self.name(event.by_id) if event.by_id else self.tr("unnamed"), body.subtype, body.disputed]
            found.append(Line(" · ".join(part for part in parts if part), style=Style.FAINT, indent=1))
        return found

    def sources(self, sources: Iterable[Source]) -> list[Line]:
        """Sources, newest first; those with an address open in the browser."""
        known = sorted(sources, key=lambda source: source.published, reverse=True)
        if not known:
            return []
        found = [Line(self.tr("Sources"), self.scene.words.fill("%1, newest first", len(known)), Style.HEADING)]
        for source in known:
            web = source.url.startswith(("http://", "https://"))
            text = f"↗ {source.title}" if web else source.title
            right = " · ".join(part for part in (source.published, source.licence) if part)
            found.append(Line(text, right, Style.LINK if web else Style.FAINT, url=source.url if web else ""))
        return found
