"""What both ways into the file share: its identity and what its columns hold. No SQL library is imported."""

from __future__ import annotations

from enum import Enum, StrEnum

from modelspan.domain.dates import Precision, Qualifier
from modelspan.domain.records import (
    AliasRole,
    Comparator,
    Confidence,
    DateBasis,
    EntityKind,
    Evidence,
    Kind,
    KnownBasis,
    Role,
    Status,
)  # fmt: skip

APPLICATION_ID = 0x4D53504E  # 'MSPN'
SCHEMA = 1
BUSY_MS = 3000
BUNDLED = "modelspan"  # the dataset that comes with the program
MINE = "mine"  # the dataset of what the user writes
DECIDED = ""  # stands in revisions that decide something: no dataset changes

# The plain columns of `event`, in the order both reading and writing use after `id`.
EVENT_COLUMNS = (
    "key", "dataset_id", "slot", "kind", "subtype", "subject_id", "surface_id", "scope", "ids", "title",
    "when_text", "start_day", "end_day", "start_s", "end_s", "precision", "qualifier", "words", "anchor_key",
    "known_text", "known_start", "known_end", "known_basis", "status", "says_text", "says_start", "says_end",
    "was_text", "was_start", "was_end", "ref_key", "by_id", "evidence", "confidence", "licence", "shown",
    "withdrawn", "note",
)  # fmt: skip


class Holds(Enum):
    """What a column holds; SQLite itself lets every value into every column."""

    TEXT = "a text"
    ID = "an id"  # a text that is compared, so that nothing of it may be hidden
    WHOLE = "a whole number"
    FLAG = "0 or 1"
    MAYBE_TEXT = "a text or nothing"
    MAYBE_WHOLE = "a whole number or nothing"
    MAYBE_FLAG = "0, 1 or nothing"
    MAYBE_REAL = "a number or nothing"


Column = Holds | type[StrEnum]  # a closed list of words stands as its enum


def columns(texts: str = "", **others: Column) -> dict[str, Column]:
    """The columns of a table: names of plain texts, then the others."""
    return {name: Holds.TEXT for name in texts.split()} | others


REVISIONS: dict[str, Column] = {"added": Holds.WHOLE, "dropped": Holds.MAYBE_WHOLE}
WORDS: dict[str, type[StrEnum]] = {
    "kind": Kind, "precision": Precision, "qualifier": Qualifier, "known_basis": KnownBasis, "status": Status,
    "evidence": Evidence, "confidence": Confidence,
}  # fmt: skip


def event_column(name: str) -> Column:
    """What a column of `event` holds."""
    if name.endswith(("_day", "_start", "_end", "_s")):
        return Holds.MAYBE_WHOLE
    return Holds.FLAG if name in ("shown", "withdrawn") else WORDS.get(name, Holds.TEXT)


# All that is read, by table. A file may hold more tables and columns, but none of these may be missing.
COLUMNS: dict[str, dict[str, Column]] = {
    "revision": columns(
        "recorded_at dataset_id action content_sha256", id=Holds.WHOLE, undoes=Holds.MAYBE_WHOLE, note=Holds.MAYBE_TEXT
    ),
    "dataset": columns("id title publisher url licence attribution version", trust=Holds.WHOLE),
    "source": columns("id dataset_id title publisher published accessed url licence note") | REVISIONS,
    "entity": columns(
        "dataset_id name parent_id organisation_id note", id=Holds.ID, kind=EntityKind, confidence=Holds.MAYBE_TEXT
    ) | REVISIONS,
    "alias": columns("text folded surface_id lang", entity_id=Holds.ID, role=AliasRole) | REVISIONS,
    "model": columns(
        "entity_id modalities", added=Holds.WHOLE, context_tokens=Holds.MAYBE_WHOLE, open_weights=Holds.MAYBE_FLAG
    ),
    "hardware": columns(
        "entity_id memory_type peak_basis", added=Holds.WHOLE, node_nm=Holds.MAYBE_REAL, memory_gb=Holds.MAYBE_REAL,
        peak_flops=Holds.MAYBE_REAL, power_w=Holds.MAYBE_REAL,
    ),
    "event": {"id": Holds.WHOLE} | {name: event_column(name) for name in EVENT_COLUMNS} | REVISIONS,
    "event_text": columns("name text", event_id=Holds.WHOLE),
    "event_tag": columns("tag", event_id=Holds.WHOLE),
    "event_party": columns("entity_id words", event_id=Holds.WHOLE, seq=Holds.WHOLE, role=Role),
    "event_source": columns("source_id locator stance", event_id=Holds.WHOLE, seq=Holds.WHOLE),
    "quantity": columns(
        "metric unit published spread baseline conditions", event_id=Holds.WHOLE, seq=Holds.WHOLE,
        comparator=Comparator, value=Holds.MAYBE_REAL, low=Holds.MAYBE_REAL, high=Holds.MAYBE_REAL,
    ),
    "score": columns(
        "benchmark_id version harness effort variant flag series", event_id=Holds.WHOLE, date_basis=DateBasis,
        budget_min=Holds.MAYBE_REAL, self_reported=Holds.MAYBE_FLAG,
    ),
    "decision": columns("kind key value note") | REVISIONS,
}  # fmt: skip
