"""What the form for an event asks, kind by kind: only the fields that the kind needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum, auto

from modelspan.domain.records import DateBasis, EntityKind, Evidence, Kind, Question, Role, Verdict
from modelspan.formats.prices import PER_MILLION_TOKENS


class Ask(StrEnum):
    """In which way a field is answered."""

    NAME = auto()  # of one entity
    NAMES = auto()  # of several, with semicolons between them
    EVENT = auto()  # of an event of the store
    CHOICE = auto()
    DATE = auto()
    NUMBER = auto()
    TEXT = auto()
    FLAG = auto()


Choices = tuple[tuple[str, str], ...]  # value, what it is called

YES = "yes"  # what a flag that is set holds
NEW, OWNER = "new", "owner"  # behind the name of a field: that its entity is a new one, and of whom
SHORT, LINE, LONG = 120, 300, 2000  # characters a field takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question. `entities` are the kinds a name may be of; a new one becomes the first of them.

    Of a `half` two stand in one row. `suggest` names the words that others used there.
    """

    id: str
    label: str
    ask: Ask
    needed: bool = False
    entities: tuple[EntityKind, ...] = ()
    role: Role | None = None
    choices: Choices = ()
    of: Kind | None = None  # the kind of the event that is asked for
    metric: str = ""
    unit: str = ""
    hint: str = ""
    suggest: str = ""
    longest: int = LINE
    half: bool = True


MODELS = (EntityKind.MODEL,)
THINGS = (EntityKind.CHIP, EntityKind.SYSTEM)
COMPANIES = (EntityKind.ORGANISATION,)
SPEAKERS = (EntityKind.ORGANISATION, EntityKind.PERSON, EntityKind.PUBLICATION)
ANYTHING = (
    EntityKind.MODEL, EntityKind.CHIP, EntityKind.SYSTEM, EntityKind.ORGANISATION, EntityKind.FAMILY, EntityKind.TIER,
    EntityKind.BENCHMARK, EntityKind.TOPIC, EntityKind.PERSON, EntityKind.SURFACE, EntityKind.PUBLICATION,
)  # fmt: skip

MODEL = Field(id="subject", label="Model", ask=Ask.NAME, needed=True, entities=MODELS, longest=SHORT)
SURFACE = Field(
    id="surface", label="Surface", ask=Ask.NAME, needed=True, entities=(EntityKind.SURFACE,), longest=SHORT,
    hint="where it is offered",
)  # fmt: skip
WHEN = Field(id="when", label="Day", ask=Ask.DATE, needed=True, longest=SHORT, hint="2026-09-16, Sep 2026, next week …")
SAID = replace(WHEN, needed=False, hint="if not the day of the source")
SAYS = Field(
    id="says", label="The end it gives", ask=Ask.DATE, longest=SHORT, hint="2027-03-01, not before Q1 2027, next week …"
)
SCOPE = Field(id="scope", label="Only for", ask=Ask.TEXT, longest=SHORT, hint="ids or a region; empty: the whole model")
SUCCESSOR = Field(
    id="successor", label="Replaced by", ask=Ask.NAMES, entities=MODELS, role=Role.SUCCESSOR, hint="several: a; b"
)
TITLE = Field(id="title", label="What happened", ask=Ask.TEXT, needed=True, half=False, hint="one sentence")
BY = Field(id="by", label="By", ask=Ask.NAME, entities=SPEAKERS, longest=SHORT, hint="who says so")
ABOUT = Field(
    id="about",
    label="About",
    ask=Ask.NAMES,
    entities=ANYTHING,
    role=Role.SUBJECT,
    hint="models, chips …; several: a; b",
)
METRIC = Field(id="metric", label="What is measured", ask=Ask.TEXT, suggest="metrics", longest=SHORT)
VALUE = Field(id="value", label="Number as printed", ask=Ask.NUMBER, longest=SHORT, hint="1.37, > 1000, up to 15, 3–5")
UNIT = Field(id="unit", label="Unit", ask=Ask.TEXT, suggest="units", longest=SHORT, hint="percent, tok/s, x …")
BASELINE = Field(id="baseline", label="Against", ask=Ask.TEXT, hint="what it is compared with")
CONDITIONS = Field(id="conditions", label="Conditions", ask=Ask.TEXT, hint="load, length, percentile …")

DEALS: Choices = (
    ("contract", "Contract"), ("amendment", "Amendment"), ("letter_of_intent", "Letter of intent"),
    ("investment_with_compute", "Investment with compute"), ("delivery", "Delivery"), ("loan", "Loan"),
    ("acquisition", "Acquisition"), ("licence", "Licence"),
)  # fmt: skip
TIERS: Choices = (
    ("", "New tier"), ("renamed", "Renamed"), ("extended", "Extended to more"), ("preview", "In preview"),
    ("ended", "Ended"),
)  # fmt: skip
NOTES: Choices = (
    ("", "Note"), ("reaction", "Reaction"), ("personnel", "Change of staff"), ("quota", "Quota"),
    ("provenance", "Provenance"), ("text", "Text"), ("wish", "Wish"),
)  # fmt: skip
VERDICTS: Choices = (
    (Verdict.CONFIRMED, "Confirmed"), (Verdict.PARTLY, "Partly"), (Verdict.CONTRADICTED, "Contradicted"),
    (Verdict.UNVERIFIABLE, "Cannot be verified"), (Verdict.RHETORICAL, "Rhetorical"),
)  # fmt: skip
QUESTIONS: Choices = ((Question.HOLDS, "Does it hold?"), (Question.SAID, "Was it said?"))
REPORTERS: Choices = (("", "Not known"), (YES, "Yes, by its own vendor"), ("no", "No, by somebody else"))
BASES: Choices = (
    (DateBasis.REPORT, "The day of the report"), (DateBasis.RUN, "The day of the run"),
    (DateBasis.PAGE, "The day of the page"), (DateBasis.LAUNCH_POST, "The day of the launch"),
    (DateBasis.MODEL_RELEASE, "The release of the model"),
)  # fmt: skip
EVIDENCES: Choices = (
    (Evidence.PUBLISHED, "Published by its author"), (Evidence.SECONDARY, "Read at second hand"),
    (Evidence.OBSERVED, "Seen to happen"), (Evidence.DERIVED, "Computed from it"),
)  # fmt: skip


def party(role: Role, label: str, entities: tuple[EntityKind, ...] = COMPANIES) -> Field:
    """A side of a deal."""
    return Field(id=role.value, label=label, ask=Ask.NAMES, entities=entities, role=role, hint="several: a; b")


def price(metric: str, label: str) -> Field:
    """One price per million tokens."""
    return Field(
        id=metric, label=label, ask=Ask.NUMBER, metric=metric, unit=PER_MILLION_TOKENS, longest=SHORT,
        hint="US dollars per million tokens",
    )  # fmt: skip


PARTIES = (
    party(Role.BUYER, "Buyer"),
    party(Role.SUPPLIER, "Supplier"),
    party(Role.CLOUD, "Cloud"),
    party(Role.CHIP_SUPPLIER, "Chips from"),
    party(Role.FINANCIER, "Money from"),
    party(Role.PARTNER, "Partner"),
    party(Role.HARDWARE, "Chips or systems", THINGS),
)
PRICES = (
    price("input_price", "Input"),
    price("output_price", "Output"),
    price("cache_read_price", "Cached input"),
)

FIELDS: dict[Kind, tuple[Field, ...]] = {
    Kind.RETIREMENT: (MODEL, SURFACE, replace(WHEN, label="Ends on"), SUCCESSOR, SCOPE),
    Kind.DEPRECATION: (MODEL, SURFACE, replace(SAID, label="Day of the notice"), SAYS, SUCCESSOR, SCOPE),
    Kind.DATE_CHANGE: (
        MODEL, SURFACE, Field(id="was", label="The end was", ask=Ask.DATE, longest=SHORT),
        replace(SAYS, label="The end is now", needed=True), replace(SAID, label="Day of the change"), SCOPE,
    ),
    Kind.RELEASE: (
        MODEL, SURFACE, WHEN, SCOPE,
        Field(id="subtype", label="It left a preview that day", ask=Ask.FLAG, half=False),
    ),
    Kind.PREVIEW: (
        MODEL, SURFACE, WHEN, Field(id="audience", label="For whom", ask=Ask.TEXT, hint="empty: anybody"), SCOPE,
    ),
    Kind.LEGACY: (MODEL, SURFACE, WHEN, SUCCESSOR, SCOPE),
    Kind.ANNOUNCEMENT: (replace(MODEL, label="Model or chip", entities=(*MODELS, *THINGS)), WHEN),
    Kind.HARDWARE_RELEASE: (replace(MODEL, label="Chip or system", entities=THINGS), WHEN),
    Kind.DEAL: (
        Field(id="subtype", label="What it is", ask=Ask.CHOICE, choices=DEALS),
        replace(SAID, label="Day"),
        *PARTIES,
        Field(id="capacity", label="Power", ask=Ask.NUMBER, metric="capacity", unit="MW", longest=SHORT,
              hint="megawatts: 750, 1.5 GW"),
        Field(id="amount", label="Worth", ask=Ask.NUMBER, metric="value", unit="USD", longest=SHORT,
              hint="US dollars: > 10 bn"),
        Field(id="term", label="Until or how long", ask=Ask.TEXT, longest=SHORT),
        Field(id="amends", label="The deal that it changes", ask=Ask.EVENT, of=Kind.DEAL, half=False),
        replace(TITLE, label="Title", needed=False, hint="empty: made of its sides and its size"),
    ),
    Kind.SCORE: (
        MODEL,
        Field(id="benchmark", label="Benchmark", ask=Ask.NAME, needed=True, entities=(EntityKind.BENCHMARK,),
              longest=SHORT),
        replace(VALUE, label="Score as printed", needed=True, hint="77.3, 77.3 %, 1480"),
        replace(UNIT, needed=True, hint="percent, points, minutes"),
        Field(id="version", label="Version", ask=Ask.TEXT, suggest="versions", longest=SHORT),
        replace(METRIC, label="Measure", hint="accuracy"),
        Field(id="harness", label="Harness", ask=Ask.TEXT, suggest="harnesses", longest=SHORT, hint="what ran it"),
        Field(id="effort", label="Effort", ask=Ask.TEXT, suggest="efforts", longest=SHORT, hint="high, 32K …"),
        Field(id="budget", label="Minutes", ask=Ask.NUMBER, longest=SHORT, hint="if a time was set"),
        Field(id="self_reported", label="Reported by its vendor", ask=Ask.CHOICE, choices=REPORTERS),
        SAID,
        Field(id="date_basis", label="That day is", ask=Ask.CHOICE, choices=BASES),
    ),
    Kind.MEASUREMENT: (
        replace(MODEL, entities=(*MODELS, *THINGS, EntityKind.TIER, EntityKind.TOPIC)),
        replace(METRIC, needed=True, hint="output speed"), replace(VALUE, needed=True),
        replace(UNIT, needed=True), BASELINE, CONDITIONS, BY, SAID,
        Field(id="offering", label="What was used", ask=Ask.TEXT, half=False, hint="product, tier, hardware"),
    ),
    Kind.PRICE: (MODEL, SURFACE, replace(WHEN, label="From"), *PRICES, CONDITIONS),
    Kind.TIER: (
        TITLE, replace(MODEL, label="Model or tier", entities=(*MODELS, EntityKind.TIER)), SURFACE, WHEN,
        Field(id="subtype", label="What it is", ask=Ask.CHOICE, choices=TIERS),
    ),
    Kind.CLAIM: (replace(TITLE, label="What is claimed"), BY, ABOUT, METRIC, VALUE, UNIT, BASELINE, SAID),
    Kind.CHECK: (
        Field(id="claim", label="The claim", ask=Ask.EVENT, needed=True, of=Kind.CLAIM, half=False),
        Field(id="verdict", label="Verdict", ask=Ask.CHOICE, choices=VERDICTS),
        Field(id="answers", label="The question", ask=Ask.CHOICE, choices=QUESTIONS),
        replace(BY, label="Checked by"), SAID, METRIC, VALUE, UNIT, BASELINE,
        Field(id="method", label="How it was checked", ask=Ask.TEXT, half=False),
    ),
    Kind.NOTE: (TITLE, Field(id="subtype", label="What it is", ask=Ask.CHOICE, choices=NOTES), ABOUT, BY, SAID),
}  # fmt: skip

NAMES: dict[Kind, str] = {
    Kind.RETIREMENT: "Retirement",
    Kind.DEPRECATION: "Deprecation notice",
    Kind.DATE_CHANGE: "Change of an end",
    Kind.RELEASE: "Release",
    Kind.PREVIEW: "Preview",
    Kind.LEGACY: "Legacy",
    Kind.ANNOUNCEMENT: "Announcement",
    Kind.HARDWARE_RELEASE: "Hardware release",
    Kind.DEAL: "Deal",
    Kind.SCORE: "Score",
    Kind.MEASUREMENT: "Measurement",
    Kind.PRICE: "Price",
    Kind.TIER: "Tier",
    Kind.CLAIM: "Claim",
    Kind.CHECK: "Check of a claim",
    Kind.NOTE: "Note",
}

SOURCE = (
    Field(id="source", label="Source", ask=Ask.TEXT, longest=LONG, half=False,
          hint="an address, a title, or the link of a post on X"),
    Field(id="published", label="Published on", ask=Ask.DATE, longest=SHORT, hint="2026-09-11"),
    Field(id="accessed", label="Read on", ask=Ask.DATE, longest=SHORT),
    Field(id="publisher", label="Publisher", ask=Ask.TEXT, longest=SHORT),
    Field(id="evidence", label="Basis", ask=Ask.CHOICE, choices=EVIDENCES),
    Field(id="unsourced", label="There is no source: I know it myself", ask=Ask.FLAG, half=False),
    Field(id="note", label="Note", ask=Ask.TEXT, longest=LONG, half=False),
)  # fmt: skip


def kinds() -> tuple[Kind, ...]:
    """Every kind that a person can state, the more usual ones first."""
    return tuple(NAMES)


def fields_of(kind: Kind) -> tuple[Field, ...]:
    """The fields of a kind, those of its source last."""
    return (*FIELDS[kind], *SOURCE)


def mnemonics(labels: list[str]) -> list[str]:
    """Labels with an ampersand before a letter that no other has, as far as there are any.

    First letters of words come first, and labels of few letters choose before the others.
    """
    used: set[str] = set()
    found = [label.replace("&", "&&") for label in labels]
    for number in sorted(range(len(labels)), key=lambda number: len(set(labels[number].casefold()))):
        label = labels[number]
        heads = [place for place, letter in enumerate(label) if place == 0 or label[place - 1] == " "]
        places = [*heads, *(place for place in range(len(label)) if place not in heads)]
        place = next((p for p in places if label[p].isalnum() and label[p].casefold() not in used), None)
        if place is not None and "&" not in label:
            used.add(label[place].casefold())
            found[number] = f"{label[:place]}&{label[place:]}"
    return found
