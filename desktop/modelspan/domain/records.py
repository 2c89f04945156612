"""The records of a catalogue: who exists, what happened, who says so.

One `Event` holds what every dated statement has; its `body` is the closed record of its kind. Sequences are
tuples, so records hash and compare by value.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from modelspan.domain.dates import When


class Kind(StrEnum):
    """The closed set of event kinds."""

    ANNOUNCEMENT = "announcement"
    PREVIEW = "preview"
    RELEASE = "release"
    LEGACY = "legacy"
    DEPRECATION = "deprecation"
    RETIREMENT = "retirement"
    DATE_CHANGE = "date_change"
    HARDWARE_RELEASE = "hardware_release"
    DEAL = "deal"
    SCORE = "score"
    MEASUREMENT = "measurement"
    TIER = "tier"
    PRICE = "price"
    CLAIM = "claim"
    CHECK = "check"
    NOTE = "note"


class EntityKind(StrEnum):
    """What an entity is."""

    ORGANISATION = "organisation"
    PERSON = "person"
    PUBLICATION = "publication"
    FAMILY = "family"
    MODEL = "model"
    SURFACE = "surface"
    TIER = "tier"
    CHIP = "chip"
    SYSTEM = "system"
    BENCHMARK = "benchmark"
    TOPIC = "topic"


class AliasRole(StrEnum):
    """What an alias is for."""

    NAME = "name"
    API_ID = "api_id"
    SNAPSHOT = "snapshot"
    NICKNAME = "nickname"
    FORMER = "former"
    TRANSLATION = "translation"


class Status(StrEnum):
    """What the sources say of an event's day; whether it has passed is asked of a day, never stored."""

    OCCURRED = "occurred"
    SCHEDULED = "scheduled"
    DISPUTED = "disputed"


class Evidence(StrEnum):
    """The basis of a statement: printed by its author, seen to happen, computed, or read at second hand."""

    PUBLISHED = "published"
    OBSERVED = "observed"
    DERIVED = "derived"
    SECONDARY = "secondary"
    MEMORY = "memory"
    ARITHMETIC = "arithmetic"


class Confidence(StrEnum):
    """high: two independent copies or a vendor's own day; medium: one good source; low: weak or disputed."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class KnownBasis(StrEnum):
    """Why we believe that something was public on its known day."""

    STATED = "stated"
    OCCURRENCE = "occurrence"
    SOURCE_VINTAGE = "source_vintage"
    UNKNOWN = "unknown"


class Comparator(StrEnum):
    """How a quantity relates to the printed number."""

    EQUAL = "="
    MORE = ">"
    AT_LEAST = ">="
    LESS = "<"
    ABOUT = "~"
    UP_TO = "up_to"


class Role(StrEnum):
    """What an entity does in an event."""

    SUBJECT = "subject"
    SUCCESSOR = "successor"
    BUYER = "buyer"
    SUPPLIER = "supplier"
    CHIP_SUPPLIER = "chip_supplier"
    CLOUD = "cloud"
    FINANCIER = "financier"
    PARTNER = "partner"
    HARDWARE = "hardware"
    TIER = "tier"
    SPEAKER = "speaker"


class Verdict(StrEnum):
    """What a check found."""

    CONFIRMED = "confirmed"
    PARTLY = "partly"
    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"
    RHETORICAL = "rhetorical"


class Question(StrEnum):
    """Which question a check answers: was it said, or does it hold?"""

    SAID = "said"
    HOLDS = "holds"


class DateBasis(StrEnum):
    """What the day of a score is."""

    RUN = "run"
    REPORT = "report"
    PAGE = "page"
    LAUNCH_POST = "launch_post"
    MODEL_RELEASE = "model_release"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Where records came into the store from. Among rivals the higher `trust` is shown."""

    id: str
    title: str
    publisher: str = ""
    url: str = ""
    licence: str = ""
    attribution: tuple[str, ...] = ()
    version: str = ""
    trust: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page, file or post that states something."""

    id: str
    title: str
    publisher: str = ""
    published: str = ""
    accessed: str = ""
    url: str = ""
    licence: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """Another spelling of an entity's name, or an id it is called by."""

    text: str
    role: AliasRole = AliasRole.NAME
    surface_id: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFacts:
    """What only models have. `open_weights` is None when not known."""

    context_tokens: int | None = None
    modalities: str = ""
    open_weights: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareFacts:
    """What only chips and systems have: nm, GB, FLOP/s at `peak_basis`, W."""

    node_nm: float | None = None
    memory_gb: float | None = None
    memory_type: str = ""
    peak_flops: float | None = None
    peak_basis: str = ""
    power_w: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Something with a name: organisation, model, surface, chip, benchmark, person ..."""

    id: str
    kind: EntityKind
    name: str
    organisation_id: str = ""
    parent_id: str = ""
    aliases: tuple[Alias, ...] = ()
    facts: ModelFacts | HardwareFacts | None = None
    confidence: Confidence | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A source and the place in it, such as a line number."""

    source_id: str
    locator: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """Who takes part in an event; `entity_id` is empty where only the words are known."""

    role: Role
    entity_id: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A measured or claimed value; `published` is the decimal text as printed, `spread` what low and high are."""

    metric: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    comparator: Comparator = Comparator.EQUAL
    unit: str = ""
    published: str = ""
    spread: str = ""
    baseline: str = ""
    conditions: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """Something was made known; outsiders cannot use it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Outsiders, or the named audience, may use it; the vendor does not call it finished."""

    audience: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """First day anyone may use it on the surface. `subtype` general_availability: after a preview."""

    subtype: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Legacy:
    """Still served, no longer recommended or developed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """A notice that gives an end; `says` is that end."""

    says: When | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retirement:
    """Requests are refused from then on; successors are parties of the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateChange:
    """An announced end moved from `was` to `says`."""

    was: When | None = None
    says: When | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareRelease:
    """A chip or system can be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A contract for hardware or capacity; `amends` is the key of the deal it changes, extends or delivers on."""

    subtype: str
    amends: str = ""
    term: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A benchmark result; comparable only within one version, harness, effort and budget."""

    benchmark_id: str
    version: str
    harness: str = ""
    effort: str = ""
    budget_min: float | None = None
    variant: str = ""
    self_reported: bool | None = None
    date_basis: DateBasis = DateBasis.MODEL_RELEASE
    flag: str = ""
    series: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A speed, a time or a ratio, with what was measured (`offering`)."""

    offering: str = ""
    stance: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """A service tier began, was renamed or ended."""

    subtype: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a model costs from that day on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Someone says that something is so. `measurement` is the key of the measurement it rests on."""

    measurement: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Someone looked whether a claim was said, or holds; `own` marks checks made by the makers of the catalogue."""

    claim: str
    verdict: Verdict
    answers: Question = Question.HOLDS
    own: bool = False
    method: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A reaction, a quota, a change of staff: dated, and none of the other kinds."""

    subtype: str = ""
    sentiment: str = ""
    disputed: str = ""


Body = (
    Announcement | Preview | Release | Legacy | Deprecation | Retirement | DateChange | HardwareRelease
    | Deal | Score | Measurement | Tier | Price | Claim | Check | Note
)  # fmt: skip

KIND_OF: dict[type, Kind] = {
    Announcement: Kind.ANNOUNCEMENT,
    Preview: Kind.PREVIEW,
    Release: Kind.RELEASE,
    Legacy: Kind.LEGACY,
    Deprecation: Kind.DEPRECATION,
    Retirement: Kind.RETIREMENT,
    DateChange: Kind.DATE_CHANGE,
    HardwareRelease: Kind.HARDWARE_RELEASE,
    Deal: Kind.DEAL,
    Score: Kind.SCORE,
    Measurement: Kind.MEASUREMENT,
    Tier: Kind.TIER,
    Price: Kind.PRICE,
    Claim: Kind.CLAIM,
    Check: Kind.CHECK,
    Note: Kind.NOTE,
}
BODY_OF: dict[Kind, type] = {kind: body for body, kind in KIND_OF.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One dated statement of one dataset. `shown` is False for a rival of the shown row in the same slot.

    `subject_id` is the model, chip or other entity it is about; `surface_id` and `scope` (api ids or a region,
    empty for the whole model) say where it applies. `tags` are fact numbers such as F33 and C5.
    """

    key: str
    body: Body
    when: When
    title: str = ""
    subject_id: str = ""
    surface_id: str = ""
    scope: str = ""
    ids: tuple[str, ...] = ()
    words: str = ""
    anchor_key: str = ""
    known: When | None = None
    known_basis: KnownBasis = KnownBasis.UNKNOWN
    status: Status = Status.OCCURRED
    rival_of: str = ""
    parties: tuple[Party, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    sources: tuple[Citation, ...] = ()
    by_id: str = ""
    evidence: Evidence = Evidence.PUBLISHED
    confidence: Confidence = Confidence.MEDIUM
    licence: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """The kind, which the type of the body decides."""
        return KIND_OF[type(self.body)]

    @property
    def shown(self) -> bool:
        """Whether this row is drawn as the value; rivals are drawn beside it."""
        return not self.rival_of
