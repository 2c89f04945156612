"""The part of the detail pane about one model's life: status in words, surfaces, dates that disagree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from modelspan.app.deciding import pick
from modelspan.app.lines import Line, Style
from modelspan.app.saying import name_of, notice_words, warnings, weak
from modelspan.app.scene import Scene
from modelspan.domain.dates import nominal
from modelspan.domain.records import DateChange, Deprecation, Event, Evidence, Kind, Preview, Retirement, Role
from modelspan.domain.snapshot import OPEN_END, QUALIFIERS
from modelspan.engine.lives import Ending, ended
from modelspan.store.lookup import Details


@dataclass(frozen=True)
class LifeTeller:
    """Says the life of one model as known on one day."""

    scene: Scene
    details: Details
    today: int

    def tr(self, text: str) -> str:
        """Translate."""
        return self.scene.words.tr(text)

    def status(self, row: int) -> list[Line]:
        """On offer on how many known surfaces; the next end; the lifespan."""
        scene, words, lives = self.scene, self.scene.words, self.scene.lives
        rows = [n for n in self.scene.lives.of(row) if lives.placed[n]]
        if not rows:
            return [Line(self.tr("Not offered on any known surface."), style=Style.STRONG)]
        over = ended(lives, scene.snapshot.events, self.today)
        begun = [n for n in rows if lives.begin[n] <= self.today]
        going = [n for n in begun if not over[n]]
        surfaces = words.count(len(rows), "%1 known surface", "%1 known surfaces")
        said = words.fill("On offer on %1 of %2.", len(going), surfaces)
        if not going:
            said = self.tr("Not on offer any more on any known surface.") if begun else self.tr("Not on offer yet.")
        found = [Line(said, style=Style.STRONG)]
        ends = scene.ends
        ahead = np.flatnonzero((ends.model == row) & (ends.low >= self.today))
        if len(ahead):
            first = int(ahead[0])
            days = int(ends.low[first]) - self.today
            where = scene.snapshot.name(int(ends.surface[first]))
            scope = scene.snapshot.scopes[ends.scope[first]]
            if scope:
                where += f" ({scope})"
            left = self.tr("today") if days == 0 else words.count(days, "in %1 day", "in %1 days")
            day = words.end(
                int(ends.low[first]),
                int(ends.high[first]),
                QUALIFIERS[scene.snapshot.events.qualifier[ends.row[first]]],
            )
            found.append(Line(words.fill("Next end: %1, %2, %3.", where, day, left)))
        elif going:
            text = words.fill("No end known on %1.", words.full_day(scene.snapshot.as_of))
            found.append(Line(text))
        begin = min(int(lives.begin[n]) for n in rows)
        stop = max(int(lives.end_low[n]) for n in rows) if not going and begun else self.today
        if begin <= self.today and stop != OPEN_END:
            forms = (
                ("%1 day since its first day", "%1 days since its first day")
                if going
                else ("It lived %1 day.", "It lived %1 days.")
            )
            found.append(Line(words.count(stop - begin, *forms), style=Style.FAINT))
            last = [n for n in rows if int(lives.end_low[n]) == stop and lives.ending[n] == Ending.BETWEEN]
            if not going and last:
                most = max(int(lives.end_high[n]) for n in last) - 1 - begin
                found[-1] = Line(words.fill("It lived %1–%2 days.", stop - begin, most), style=Style.FAINT)
        return found

    def surfaces(self, row: int) -> list[Line]:
        """Every surface with from and until, its successor and what to beware of."""
        lives, words, scene = self.scene.lives, self.scene.words, self.scene
        rows = self.scene.lives.of(row)
        if not rows:
            return []
        found = [Line(self.tr("Surfaces"), self.tr("from – until"), Style.HEADING)]
        notices = {
            e.surface_id: e for e in self.details.events if isinstance(e.body, Deprecation) and not e.scope and e.shown
        }
        previews = {e.surface_id: e for e in self.details.events if isinstance(e.body, Preview) and e.shown}
        for n in rows:
            surface = int(lives.surface[n])
            begin = words.full_day(int(lives.begin[n])) if lives.begin_known[n] else self.tr("not known")
            found.append(Line(scene.snapshot.name(surface), f"{begin} – {self.until(n)}"))
            preview = previews.get(scene.snapshot.entities.ids[surface])
            if preview and isinstance(preview.body, Preview) and lives.available[n] == OPEN_END:
                audience = preview.body.audience
                text = words.fill("preview for %1", audience) if audience else self.tr("preview only")
                found.append(Line(text, style=Style.FAINT, indent=1))
            if not lives.placed[n] or lives.ending[n] == Ending.NONE:
                continue
            notice = notices.get(scene.snapshot.entities.ids[surface])
            target = self.successor_id(n)
            style = Style.LINK if target else Style.FAINT
            found.append(Line(self.successor(n, notice), style=style, indent=1, target=target))
            found += [Line(f"! {text}", style=Style.WARNING, indent=1) for text in warnings(scene, n)]
            if weak(scene, int(lives.end_row[n])):
                found.append(Line(self.tr("the end rests on a weak source"), style=Style.FAINT, indent=1))
        for event in self.details.events:
            if isinstance(event.body, Retirement) and event.scope and event.shown:
                text = words.fill("%1, only %2", name_of(self.scene, event.surface_id), event.scope)
                found.append(Line(text, words.when(event.when), Style.FAINT))
        return found

    def until(self, n: int) -> str:
        """The end of a life in words."""
        lives, words = self.scene.lives, self.scene.words
        event = self.event_of(int(lives.end_row[n]))
        if event is None:
            return self.tr("no end known")
        text = words.when(event.when)
        if event.words:
            text = f"{text} (“{event.words}”)"
        if event.when.end is not None and event.when.end <= self.today and event.status.value == "scheduled":
            return words.fill("%1, was due, not confirmed", text)
        return words.fill("%1, disputed", text) if event.status.value == "disputed" else text

    def event_of(self, row: int) -> Event | None:
        """The record of an event row, among the details."""
        if row < 0:
            return None
        slot_day = int(self.scene.snapshot.events.start[row])
        surface = self.scene.snapshot.entities.ids[self.scene.snapshot.events.surface[row]]
        for event in self.details.events:
            if isinstance(event.body, Retirement) and event.shown and event.surface_id == surface and not event.scope:
                start = event.when.start
                if start == slot_day or (start is None and event.when.end == int(self.scene.snapshot.events.end[row])):
                    return event
        return None

    def successor_id(self, n: int) -> str:
        """The entity id of the successor of a life."""
        row = int(self.scene.lives.successor[n])
        return self.scene.snapshot.entities.ids[row] if row >= 0 else ""

    def successor(self, n: int, notice: Event | None) -> str:
        """Successor, how it was named, and the length of the notice."""
        lives = self.scene.lives
        event = self.event_of(int(lives.end_row[n]))
        parts = []
        named = [party for party in event.parties if party.role is Role.SUCCESSOR] if event else []
        if named:
            party = named[0]
            text = f"→ {name_of(self.scene, party.entity_id) if party.entity_id else party.words}"
            if party.entity_id and party.words:
                text += f" ({party.words})"
            parts.append(text)
        else:
            parts.append(self.tr("no successor named"))
        parts.append(notice_words(self.scene, n, notice is not None))
        return " · ".join(parts)

    def disagreements(self) -> list[Line]:
        """Dates of one thing that differ, with who says which."""
        words = self.scene.words
        groups: dict[tuple[str, str, str], list[Event]] = {}
        places = dict(zip(self.details.events, self.details.places, strict=False))
        for event in self.details.events:
            if event.subject_id == self.details.entity.id and event.kind in (
                Kind.RELEASE,
                Kind.PREVIEW,
                Kind.RETIREMENT,
                Kind.LEGACY,
            ):
                groups.setdefault((event.kind.value, event.surface_id, event.scope), []).append(event)
        kept = {key: group for key, group in groups.items() if len({str(event.when) for event in group}) > 1}
        kept = {
            key: group
            for key, group in kept.items()
            if any(not e.shown or e.evidence is Evidence.OBSERVED for e in group)
        }
        if not kept:
            return []
        found = [Line(self.tr("Dates that disagree"), str(len(kept)), Style.HEADING)]
        said = {
            "release": "Release on %1",
            "preview": "Preview on %1",
            "retirement": "End on %1",
            "legacy": "Legacy on %1",
        }
        for (kind, surface, scope), group in kept.items():
            where = name_of(self.scene, surface) + (f" ({scope})" if scope else "")
            title = words.fill(said[kind], where)
            own = [places[event] for event in group if event in places]
            decided = any(place.decided for place in own)
            found.append(Line(title, self.tr("your choice") if decided else "", style=Style.FAINT))
            for event in sorted(group, key=lambda e: (not e.shown, nominal(e.when))):
                published = any(e.shown and e.evidence is not Evidence.OBSERVED for e in group)
                mark = "◆" if event.shown and (event.evidence is not Evidence.OBSERVED or not published) else "◇"
                text = f"{mark} {words.when(event.when)}"
                if event.evidence is Evidence.OBSERVED:
                    text += f" {self.tr('seen')}"
                style = Style.STRONG if mark == "◆" else Style.BODY
                place = places.get(event)
                about = f"{name_of(self.scene, event.subject_id)}: {title[0].lower()}{title[1:]}"
                may = place is not None and len(own) > 1 and (place.decided or not event.shown)
                chosen = pick(event, place, about) if place is not None and may else ""
                found.append(Line(text, self.source_names(event), style, indent=1, pick=chosen))
                if event.note:
                    found.append(Line(event.note, style=Style.FAINT, indent=2))
        for event in self.details.events:
            if isinstance(event.body, DateChange) and event.body.was and event.body.says:
                text = words.fill(
                    "%1: moved from %2 to %3",
                    name_of(self.scene, event.surface_id),
                    words.when(event.body.was),
                    words.when(event.body.says),
                )
                found.append(Line(text, style=Style.FAINT))
        return found

    def source_names(self, event: Event) -> str:
        """The sources of an event, short."""
        titles = []
        for citation in event.sources[:2]:
            source = self.details.sources.get(citation.source_id)
            titles.append((source.publisher or source.title) if source else citation.source_id)
        more = len(event.sources) - 2
        text = ", ".join(dict.fromkeys(titles)) + (f" +{more}" if more > 0 else "")
        return text or self.tr(str(event.evidence))
