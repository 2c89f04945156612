"""The event that a form states, made of its readings; None while something is wrong."""

from __future__ import annotations

from dataclasses import replace

from modelspan.app.entry_dates import between
from modelspan.app.entry_fields import LONG, YES, Ask
from modelspan.app.entry_form import choice_of, plain
from modelspan.app.entry_reading import Named, Reading, quantity
from modelspan.app.saying import amount
from modelspan.domain.dates import Qualifier, When, earliest, latest
from modelspan.domain.records import (
    Announcement,
    Body,
    Check,
    Claim,
    Comparator,
    Confidence,
    DateBasis,
    DateChange,
    Deal,
    Deprecation,
    Event,
    Evidence,
    HardwareRelease,
    Kind,
    KnownBasis,
    Legacy,
    Measurement,
    Note,
    Party,
    Preview,
    Price,
    Quantity,
    Question,
    Release,
    Retirement,
    Role,
    Score,
    Status,
    Tier,
    Verdict,
)  # fmt: skip

# What tells of something only once it has happened; the others can be planned.
PAST_ONLY = frozenset({
    Kind.DEPRECATION, Kind.DATE_CHANGE, Kind.SCORE, Kind.MEASUREMENT, Kind.CLAIM, Kind.CHECK, Kind.NOTE,
})  # fmt: skip
ENDS = frozenset({Kind.RETIREMENT, Kind.DATE_CHANGE})  # these become public by being announced, before they happen
WITHOUT_SOURCE = frozenset({Evidence.MEMORY, Evidence.ARITHMETIC, Evidence.DERIVED})
SIGNS = {
    Comparator.EQUAL: "", Comparator.MORE: "> ", Comparator.AT_LEAST: "≥ ", Comparator.LESS: "< ",
    Comparator.ABOUT: "~ ", Comparator.UP_TO: "up to ",
}  # fmt: skip


def statement(reading: Reading) -> Event | None:
    """Read every field of a form; the event where nothing is wrong."""
    form, fields = reading.form, reading.fields
    base = form.base if form.base is not None and form.base.kind is form.kind else None
    subject = reading.name("subject") if "subject" in fields else None
    surface = reading.name("surface") if "surface" in fields else None
    by = reading.name("by") if "by" in fields else None
    when = reading.date("when") if fields["when"].needed else reading.date_or_source("when")
    parties = [party for field in fields.values() if field.ask is Ask.NAMES for party in reading.names(field.id)]
    body, words = body_of(reading, when)
    title = reading.text("title") if "title" in fields else (base.title if base else "")
    if "title" in fields and fields["title"].needed and not title:
        reading.missing("title", "Say it in one sentence.")
    amounts = amounts_of(reading, body, base)
    if when is not None and form.kind in PAST_ONLY and (earliest(when) or 0) > reading.today:
        reading.wrong("when", "That day has not come yet: today is %1.", reading.words.full_day(reading.today))
    inspect(reading, subject, surface, when, parties, body)
    if reading.troubles or when is None:
        return None
    assert body is not None
    kept_roles = {field.role for field in fields.values() if field.role} | {Role.SPEAKER}
    parties += [party for party in (base.parties if base else ()) if party.role not in kept_roles]
    if by is not None and not by.id:
        parties.append(Party(role=Role.SPEAKER, words=by.words))
    elif base is not None and (by.id if by else "") == base.by_id:
        parties += [party for party in base.parties if party.role is Role.SPEAKER]
    told = {(party.role, party.entity_id, ""): party for party in (base.parties if base else ()) if party.entity_id}
    parties = [told.get((party.role, party.entity_id, party.words), party) for party in parties]
    if base is not None and not words and when == base.when:
        words = base.words
    made = replace(
        base or Event(key="", body=body, when=when),
        key=form.key,
        body=body,
        when=when,
        title=title or (deal_title(reading, parties, amounts) if form.kind is Kind.DEAL else ""),
        subject_id=subject.id if subject else (base.subject_id if base and "subject" not in fields else ""),
        surface_id=surface.id if surface else (base.surface_id if base and "surface" not in fields else ""),
        scope=reading.text("scope") if "scope" in fields else (base.scope if base else ""),
        words=words,
        status=status_of(reading, when, base),
        rival_of="",
        parties=tuple(dict.fromkeys(parties)),
        quantities=amounts,
        by_id=by.id if by else "",
        note=plain(form.text("note"), LONG),
    )
    return sure(reading, public(reading, made, base), base)


def body_of(reading: Reading, when: When | None) -> tuple[Body | None, str]:
    """What only this kind has, and the words in which its date was given, where they say more than the date."""
    form, text = reading.form, reading.text
    words = said(text("when"), when)
    base = form.base.body if form.base is not None and form.base.kind is form.kind else None
    match form.kind:
        case Kind.ANNOUNCEMENT:
            return Announcement(), words
        case Kind.PREVIEW:
            return Preview(audience=text("audience")), words
        case Kind.RELEASE:
            return Release(subtype="general_availability" if text("subtype") == YES else ""), words
        case Kind.LEGACY:
            return Legacy(), words
        case Kind.DEPRECATION:
            says = reading.date("says")
            return Deprecation(says=says), said(text("says"), says) or words
        case Kind.RETIREMENT:
            return Retirement(), words
        case Kind.DATE_CHANGE:
            was, says = reading.date("was"), reading.date("says")
            return DateChange(was=was, says=says), said(text("says"), says) or words
        case Kind.HARDWARE_RELEASE:
            return HardwareRelease(), words
        case Kind.DEAL:
            row = reading.event("amends")
            amends = reading.known.key_of(row) if row >= 0 else text("amends")
            return Deal(subtype=chosen(reading, "subtype"), amends=amends, term=text("term")), words
        case Kind.SCORE:
            return score(reading, base if isinstance(base, Score) else None), words
        case Kind.MEASUREMENT:
            stance = base.stance if isinstance(base, Measurement) else ""
            return Measurement(offering=text("offering"), stance=stance), words
        case Kind.TIER:
            return Tier(subtype=chosen(reading, "subtype")), words
        case Kind.PRICE:
            return Price(), words
        case Kind.CLAIM:
            return Claim(measurement=base.measurement if isinstance(base, Claim) else ""), words
        case Kind.CHECK:
            row = reading.event("claim")
            return Check(
                claim=reading.known.key_of(row) if row >= 0 else text("claim"),
                verdict=Verdict(chosen(reading, "verdict")),
                answers=Question(chosen(reading, "answers")),
                method=text("method"),
            ), words
        case Kind.NOTE:
            mood, disputed = (base.sentiment, base.disputed) if isinstance(base, Note) else ("", "")
            return Note(subtype=chosen(reading, "subtype"), sentiment=mood, disputed=disputed), words


def chosen(reading: Reading, name: str) -> str:
    """The value of a choice; one that the form does not offer stays what it was made from."""
    text, choices = reading.form.text(name), reading.fields[name].choices
    base = reading.form.base
    kept = str(getattr(base.body, name, "")) if base is not None and base.kind is reading.form.kind else ""
    return text if text and text == kept else choice_of(text, choices)


def score(reading: Reading, base: Score | None) -> Score | None:
    """A score with what makes it comparable."""
    benchmark = reading.name("benchmark")
    budget = reading.number("budget")
    if budget is not None and (budget.value is None or budget.value <= 0):
        reading.wrong("budget", "Write one number of minutes.")
    if benchmark is None:
        return None
    self_reported = {YES: True, "no": False}.get(reading.form.text("self_reported"))
    return Score(
        benchmark_id=benchmark.id,
        version=reading.text("version"),
        harness=reading.text("harness"),
        effort=reading.text("effort"),
        budget_min=budget.value if budget else None,
        variant=base.variant if base else "",
        self_reported=self_reported,
        date_basis=DateBasis(chosen(reading, "date_basis")),
        flag=base.flag if base else "",
        series=base.series if base else "",
    )


def said(text: str, when: When | None) -> str:
    """The words of a date, where they are not just the date."""
    return text if when is not None and text != str(when) else ""


def printed(amount: Quantity) -> str:
    """A number as the form shows it."""
    if amount.value is None and amount.low is not None and amount.high is not None:
        number = f"{amount.low:.12g}–{amount.high:.12g}"
    else:
        number = amount.published or ("" if amount.value is None else f"{amount.value:.12g}")
    return f"{SIGNS[amount.comparator]}{number}" if number else ""


def amounts_of(reading: Reading, body: Body | None, base: Event | None) -> tuple[Quantity, ...]:
    """The numbers of an event; what the form does not show of one that stays the same is kept."""
    old = base.quantities if base else ()
    fields = reading.fields
    if "value" in fields:
        made = measured(reading, body)
        if made is None:
            return ()
        same = bool(old) and printed(old[0]) == reading.text("value")
        first = replace(
            old[0], metric=made.metric, unit=made.unit, baseline=made.baseline,
            conditions=made.conditions or ("" if "conditions" in fields else old[0].conditions),
        ) if same else made  # fmt: skip
        return (first, *old[1:])
    shown = [field for field in fields.values() if field.metric and field.id != "metric"]
    found = []
    conditions = reading.text("conditions")
    for field in shown:
        amount = reading.number(field.id)
        kept = next((part for part in old if part.metric == field.metric), None)
        if amount is not None and any(
            number is not None and number < 0 for number in (amount.value, amount.low, amount.high)
        ):
            reading.wrong(field.id, "This cannot be less than nothing.")
        if amount is not None and kept is not None and printed(kept) == reading.text(field.id):
            found.append(replace(kept, conditions=conditions) if "conditions" in fields else kept)
        elif amount is not None:
            found.append(quantity(amount, field.metric, field.unit, conditions=conditions))
    if reading.form.kind is Kind.PRICE and not any(reading.text(field.id) for field in shown):
        reading.missing(shown[0].id, "Write at least one price.")
    metrics = {field.metric for field in shown}
    return (*found, *(part for part in old if part.metric not in metrics))


def measured(reading: Reading, body: Body | None) -> Quantity | None:
    """The one number of a score, a measurement, a claim or a check."""
    amount = reading.number("value")
    usual_metric, usual_unit = "", ""
    if isinstance(body, Score):
        row = reading.known.snapshot.entities.row.get(body.benchmark_id, -1)
        usual_metric, usual_unit = reading.known.usual(row)
        usual_metric = usual_metric or "accuracy"
    metric = reading.text("metric").casefold().replace(" ", "_")
    if not metric and usual_metric and amount is not None:
        metric = usual_metric
        reading.remark("metric", "%1", metric.replace("_", " "))
    unit = reading.unit("unit", amount, usual_unit)
    if amount is None:
        if reading.fields["metric"].needed and not metric:
            reading.missing("metric", "Say what is measured.")
        elif metric and not reading.text("value") and not reading.fields["value"].needed:
            reading.missing("value", "Write the number.")
        return None
    if not metric:
        reading.missing("metric", "Say what the number measures.")
    numbers = [number for number in (amount.value, amount.low, amount.high) if number is not None]
    if isinstance(body, Score) and unit == "percent" and not all(0 <= number <= 100 for number in numbers):
        reading.wrong("value", "A score in percent lies between 0 and 100.")
    return quantity(amount, metric, unit, reading.text("baseline"), reading.text("conditions"))


def inspect(
    reading: Reading, subject: Named | None, surface: Named | None, when: When | None, parties: list[Party],
    body: Body | None,
) -> None:  # fmt: skip
    """What is wrong between fields."""
    words = reading.words
    if subject is not None and subject.id in {p.entity_id for p in parties if p.role is Role.SUCCESSOR}:
        reading.wrong("successor", "A model cannot replace itself.")
    match body:
        case Deprecation(says=says) if says is not None and when is not None:
            last, first = latest(says), earliest(when)
            if last is not None and first is not None and last < first:
                reading.wrong("says", "It ends before the notice was given, on %1.", words.when(when))
        case DateChange(was=was, says=says) if was is not None and was == says:
            reading.wrong("says", "The end was %1 before, too: nothing changes.", between(words, was))
        case Deal(amends=amends):
            if not parties:
                reading.missing("buyer", "Name at least one side of the deal.")
            if amends and amends == reading.form.key:
                reading.wrong("amends", "A deal cannot change itself.")
        case Retirement() if subject and surface and subject.row >= 0 and surface.row >= 0 and when is not None:
            begin, last = reading.known.begins(subject.row, surface.row), latest(when)
            if begin is not None and last is not None and last < begin:
                reading.remark(
                    "when", "%1: that is before it began there, on %2.", between(words, when), words.full_day(begin),
                    notable=True,
                )  # fmt: skip
        case _:
            pass


def status_of(reading: Reading, when: When, base: Event | None) -> Status:
    """Whether the source tells of what has happened, or of a plan. A dispute that was stated stays one."""
    if base is not None and (base.status is Status.DISPUTED or (base.when == when and reading.source_stays)):
        return base.status
    if reading.form.kind in PAST_ONLY:
        return Status.OCCURRED
    day = latest(when) if reading.form.kind is Kind.RETIREMENT else earliest(when)
    if when.qualifier is Qualifier.NOT_BEFORE:
        day = None
    elif day is None:
        day = latest(when)
    return Status.OCCURRED if day is not None and day <= reading.seen_on else Status.SCHEDULED


def public(reading: Reading, event: Event, base: Event | None) -> Event:
    """Since when it is public: since its source, or since it happened."""
    if base is not None and base.when == event.when and reading.source_stays:
        return event
    published, accessed = reading.published, None if reading.unsourced else reading.accessed
    day, last = earliest(event.when), latest(event.when)
    said_before = published is not None and (last is None or (published.start or 0) < (day or last))
    if event.kind not in ENDS and not said_before and event.status is not Status.SCHEDULED:
        return replace(event, known=None, known_basis=KnownBasis.OCCURRENCE)
    if published is not None:
        return replace(event, known=published, known_basis=KnownBasis.STATED)
    if last is not None and last <= reading.today and event.status is Status.OCCURRED:
        return replace(event, known=When(last, last + 1), known_basis=KnownBasis.OCCURRENCE)
    seen = accessed or When(reading.today, reading.today + 1)
    return replace(event, known=seen, known_basis=KnownBasis.SOURCE_VINTAGE)


def sure(reading: Reading, event: Event, base: Event | None) -> Event:
    """What it rests on, and how sure it is."""
    text = reading.form.text("evidence")
    evidence = Evidence(choice_of(text, reading.fields["evidence"].choices))
    if base is not None and base.sources and not text:
        evidence = base.evidence  # one that the form does not offer
    if reading.unsourced and evidence is not Evidence.DERIVED:
        kept = base is not None and not base.sources and base.evidence in WITHOUT_SOURCE
        evidence = base.evidence if kept and base is not None else Evidence.MEMORY
    if base is not None and evidence is base.evidence:
        return replace(event, evidence=evidence, confidence=base.confidence)
    confidence = Confidence.LOW if reading.unsourced else Confidence.MEDIUM
    return replace(event, evidence=evidence, confidence=confidence)


def deal_title(reading: Reading, parties: list[Party], amounts: tuple[Quantity, ...]) -> str:
    """`Cerebras – OpenAI, 750 MW`: who gives, who takes, how much."""
    order = (Role.SUPPLIER, Role.CLOUD, Role.CHIP_SUPPLIER, Role.FINANCIER, Role.PARTNER, Role.HARDWARE, Role.BUYER)
    names: dict[str, None] = {}
    known = reading.known.snapshot
    for role in order:
        for party in parties:
            if party.role is role and (role is not Role.HARDWARE or not names):
                names[known.name(known.entities.row.get(party.entity_id, -1)) or party.words] = None
    found = list(names)
    sides = found if len(found) < 3 else [found[0], found[-1]]
    return ", ".join(filter(None, (" – ".join(sides), amount(amounts[:1]))))
