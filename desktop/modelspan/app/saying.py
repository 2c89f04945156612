"""Small sentences about quantities, notices and ends that more than one pane says."""

from __future__ import annotations

from collections.abc import Sequence

from modelspan.app.scene import Scene
from modelspan.domain.records import Confidence, Event, Evidence, Quantity, Score
from modelspan.domain.snapshot import OPEN_END, code
from modelspan.domain.words import SIGNS
from modelspan.engine.lives import Ending, Mark


def setting(event: Event) -> tuple[object, ...]:
    """What must be equal for two scores to be compared."""
    body = event.body
    assert isinstance(body, Score)
    metric = event.quantities[0].metric if event.quantities else ""
    return body.benchmark_id, body.version, metric, body.harness, body.effort, body.budget_min


def amount(quantities: Sequence[Quantity]) -> str:
    """Values as printed, with comparator and unit."""
    parts = []
    for q in quantities:
        if q.value is None and q.low is None and q.high is None:
            continue
        number = (
            f"{q.low:,.6g}–{q.high:,.6g}"
            if q.value is None and q.low is not None and q.high is not None
            else f"{q.value:,.6g}"
            if q.value is not None
            else q.published
        )
        unit = {"percent": " %", "x": "×", "USD": " USD"}.get(q.unit, f" {q.unit}" if q.unit else "")
        if q.unit == "USD" and q.value and q.value >= 1e9:
            number, unit = f"{q.value / 1e9:,g}", " bn USD"
        parts.append(f"{SIGNS[q.comparator.value]}{number}{unit}")
    return ", ".join(parts)


def notice_words(scene: Scene, n: int, known: bool) -> str:
    """How long the notice of an end was."""
    lives, words = scene.lives, scene.words
    if not known or lives.notice[n] == OPEN_END:
        return words.tr("day of notice not known")
    least = int(lives.end_low[n]) - int(lives.notice[n])
    most = int(lives.end_high[n]) - 1 - int(lives.notice[n])
    if lives.ending[n] == Ending.BETWEEN and most > least:
        return words.fill("notice %1–%2 days", least, most)
    return words.count(least, "notice %1 day", "notice %1 days")


def warnings(scene: Scene, n: int) -> list[str]:
    """What to beware of about an end: slips, and successors that are no refuge."""
    lives, words, snapshot = scene.lives, scene.words, scene.snapshot
    found = []
    for mark in lives.marks(n):
        if lives.mark_type[mark] == Mark.MOVED:
            days = int(lives.end_low[n]) - int(lives.mark_day[mark])
            found.append(words.fill("moved from %1 (%2 d)", words.day(int(lives.mark_day[mark])), f"{days:+d}"))
    successor = int(lives.successor[n])
    if successor < 0:
        return found
    theirs = lives.of(successor)
    if not any(lives.placed[m] for m in theirs):
        return found
    same = [m for m in theirs if lives.surface[m] == lives.surface[n]]
    surface = snapshot.name(int(lives.surface[n]))
    if not same:
        found.append(words.fill("successor is not known on %1", surface))
    for m in same:
        if lives.ending[m] in (Ending.EXACT, Ending.BETWEEN) and lives.end_low[m] <= lives.end_low[n]:
            found.append(
                words.fill("successor ends no later: %1 on %2", words.full_day(int(lives.end_low[m])), surface)
            )
        elif lives.ending[m] in (Ending.EXACT, Ending.BETWEEN):
            found.append(words.fill("successor ends %1 there", words.full_day(int(lives.end_low[m]))))
    begin = min(int(lives.begin[m]) for m in theirs)
    if begin > int(lives.end_low[n]):
        found.append(words.fill("successor is younger than this end: %1", words.full_day(begin)))
    return found


def weak(scene: Scene, row: int) -> bool:
    """Whether an event rests on memory or on a weak or disputed source."""
    events = scene.snapshot.events
    return row >= 0 and (
        events.confidence[row] == code(Confidence.LOW) or events.evidence[row] == code(Evidence.MEMORY)
    )


def name_of(scene: Scene, entity_id: str) -> str:
    """The name of an entity, its id where the store has none."""
    return scene.snapshot.name(scene.snapshot.entities.row.get(entity_id, -1)) or entity_id
