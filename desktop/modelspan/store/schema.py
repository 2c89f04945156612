"""The tables of an event store, as SQLAlchemy Core. docs/store.md explains every column to a stranger."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from modelspan.store.layout import EVENT_COLUMNS

metadata = MetaData()


def text(name: str, *, key: bool = False, needed: bool = True) -> Column[str]:
    """A text column."""
    return Column(name, Text, primary_key=key, nullable=not (needed or key))


def number(name: str, *, needed: bool = False) -> Column[int]:
    """A whole-number column."""
    return Column(name, Integer, nullable=not needed)


def real(name: str) -> Column[float]:
    """A column of decimals."""
    return Column(name, Float, nullable=True)


def life(*, key: bool = False) -> list[Column[int]]:
    """When a row version came and went, in revisions."""
    return [
        Column("added", Integer, ForeignKey("revision.id"), nullable=False, primary_key=key),
        Column("dropped", Integer, ForeignKey("revision.id")),
    ]


revision = Table(
    "revision", metadata, Column("id", Integer, primary_key=True), text("recorded_at"), text("dataset_id"),
    text("action"), Column("undoes", Integer, ForeignKey("revision.id")), text("note", needed=False),
    text("content_sha256"),
)  # fmt: skip
dataset = Table(
    "dataset", metadata, text("id", key=True), text("title"), text("publisher"), text("url"), text("licence"),
    text("attribution"), text("version"), number("trust", needed=True),
)  # fmt: skip
source = Table(
    "source", metadata, text("id", key=True), Column("dataset_id", Text, ForeignKey("dataset.id"), nullable=False),
    text("title"), text("publisher"), text("published"), text("accessed"), text("url"), text("licence"), text("note"),
    *life(key=True),
)  # fmt: skip
entity = Table(
    "entity", metadata, text("id", key=True), Column("dataset_id", Text, ForeignKey("dataset.id"), nullable=False),
    text("kind"), text("name"), text("parent_id"), text("organisation_id"), text("confidence", needed=False),
    text("note"), *life(key=True),
)  # fmt: skip
alias = Table(
    "alias", metadata, text("entity_id", key=True), text("text", key=True), text("folded"), text("role", key=True),
    text("surface_id"), text("lang"), *life(key=True),
)  # fmt: skip
model = Table(
    "model", metadata, text("entity_id", key=True), Column("added", Integer, primary_key=True),
    number("context_tokens"), text("modalities"), number("open_weights"),
    ForeignKeyConstraint(["entity_id", "added"], ["entity.id", "entity.added"]),
)  # fmt: skip
hardware = Table(
    "hardware", metadata, text("entity_id", key=True), Column("added", Integer, primary_key=True), real("node_nm"),
    real("memory_gb"), text("memory_type"), real("peak_flops"), text("peak_basis"), real("power_w"),
    ForeignKeyConstraint(["entity_id", "added"], ["entity.id", "entity.added"]),
)  # fmt: skip

WHOLE = {
    "start_day",
    "end_day",
    "start_s",
    "end_s",
    "known_start",
    "known_end",
    "says_start",
    "says_end",
    "was_start",
    "was_end",
}
FLAGS = {"shown", "withdrawn"}


def event_column(name: str) -> Column[str] | Column[int]:
    """One plain column of `event`."""
    if name in WHOLE:
        return number(name)
    if name in FLAGS:
        return number(name, needed=True)
    if name == "dataset_id":
        return Column(name, Text, ForeignKey("dataset.id"), nullable=False)
    return text(name)


event = Table(
    "event", metadata, Column("id", Integer, primary_key=True), *(event_column(name) for name in EVENT_COLUMNS),
    *life(), UniqueConstraint("dataset_id", "key", "added"), Index("event_slot", "slot"),
    Index("event_subject", "subject_id"),
)  # fmt: skip


def event_key() -> Column[int]:
    """The event a row belongs to."""
    return Column("event_id", Integer, ForeignKey("event.id"), primary_key=True)


event_text = Table("event_text", metadata, event_key(), text("name", key=True), text("text"))
event_tag = Table("event_tag", metadata, event_key(), text("tag", key=True))
event_party = Table(
    "event_party", metadata, event_key(), Column("seq", Integer, primary_key=True), text("entity_id"), text("role"),
    text("words"), Index("party_entity", "entity_id"),
)  # fmt: skip
event_source = Table(
    "event_source", metadata, event_key(), Column("seq", Integer, primary_key=True), text("source_id"), text("locator"),
    text("stance"),
)  # fmt: skip
quantity = Table(
    "quantity", metadata, event_key(), Column("seq", Integer, primary_key=True), text("metric"), real("value"),
    real("low"), real("high"), text("comparator"), text("unit"), text("published"), text("spread"), text("baseline"),
    text("conditions"),
)  # fmt: skip
score = Table(
    "score", metadata, event_key(), text("benchmark_id"), text("version"), text("harness"), text("effort"),
    real("budget_min"), text("variant"), number("self_reported"), text("date_basis"), text("flag"), text("series"),
)  # fmt: skip
decision = Table(
    "decision", metadata, text("kind", key=True), text("key", key=True), text("value"), text("note"), *life(key=True),
)  # fmt: skip
