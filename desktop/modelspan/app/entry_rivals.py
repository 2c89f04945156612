"""What others say of the thing an entry is about: to be told, for both are kept."""

from __future__ import annotations

from modelspan.app.entry_form import Form, Remark, quoted
from modelspan.app.entry_names import Known
from modelspan.domain.catalogue import SINGLE_VALUED
from modelspan.domain.dates import When
from modelspan.domain.records import Event, Score
from modelspan.domain.snapshot import OPEN_END, OPEN_START, PRECISIONS, QUALIFIERS
from modelspan.store.layout import MINE

TOLD = 2  # others that are named; the rest is counted
MOST = 20  # others that are looked up


def when_of(known: Known, row: int) -> When:
    """The date of an event row; instants are known to their first second."""
    events = known.snapshot.events
    start, end, second = (int(part[row]) for part in (events.start, events.end, events.start_s))
    instant = None if second < 0 else second
    return When(
        None if start == OPEN_START else start, None if end == OPEN_END else end, PRECISIONS[events.precision[row]],
        QUALIFIERS[events.qualifier[row]], instant, None if instant is None else instant + 1,
    )  # fmt: skip


def rivals(form: Form, event: Event, known: Known) -> tuple[Remark, ...]:
    """One remark where other datasets, or other entries of one's own, say the same or something else."""
    snapshot = known.snapshot
    if event.kind not in SINGLE_VALUED:
        return ()
    subject = snapshot.entities.row.get(event.subject_id, -1)
    surface = snapshot.entities.row.get(event.surface_id, -1)
    if subject < 0 or (event.surface_id and surface < 0):
        return ()
    body, number = event.body, None
    if isinstance(body, Score):
        benchmark = snapshot.entities.row.get(body.benchmark_id, -1)
        setting = (body.version, body.harness, body.effort, body.variant)
        rows = known.of_score(subject, benchmark, setting, body.budget_min) if benchmark >= 0 else []
        number = event.quantities[0].value if event.quantities else None
    else:
        rows = known.of_slot(event.kind, subject, surface, event.scope)
    same: dict[str, None] = {}
    other: dict[tuple[str, str], None] = {}
    for row in rows[:MOST]:
        dataset, name = known.teller(row)
        if dataset == MINE and form.key:
            continue  # it may be the very entry that is changed
        name = known.words.tr("Your own entry") if dataset == MINE else name or known.words.tr("The store")
        if isinstance(body, Score):
            metric, value = known.amount_of(row)
            if event.quantities and metric != event.quantities[0].metric:
                continue
            agrees, text = value == number, "" if value is None else f"{value:,.6g}"
        else:
            when = when_of(known, row)
            agrees = (when.start, when.end, when.qualifier) == (event.when.start, event.when.end, event.when.qualifier)
            text = known.words.when(when)
        if agrees:
            same[name] = None
        else:
            other[name, text] = None
    field = "value" if isinstance(body, Score) else "when"
    return remarks(known, field, list(same), list(other), len(rows) - MOST)


def remarks(known: Known, field: str, same: list[str], other: list[tuple[str, str]], unseen: int) -> tuple[Remark, ...]:
    """The sentence about them, those who say something else first."""
    words = known.words
    if other:
        told = "; ".join(words.fill("%1 says %2", quoted(name), value) for name, value in other[:TOLD])
        more = len(other) - TOLD + max(unseen, 0)
        if more > 0:
            told = words.fill("%1; %2 more say something else", told, more)
        return (Remark(field, words.fill("%1 for the same; both will be kept.", told), notable=True),)
    if same:
        return (Remark(field, words.fill("%1 says the same.", quoted(", ".join(same[:TOLD])))),)
    return ()
