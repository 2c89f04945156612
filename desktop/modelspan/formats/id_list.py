"""Lists of model ids with the day on which each ends, as small trackers publish them in JSON or in flat YAML.

One tolerant reader: a list of objects, an object by id, or lists in an object; the keys are told by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from modelspan.domain.dates import DateError, parse_edtf
from modelspan.domain.drafts import Reading, Tally
from modelspan.domain.records import Dataset
from modelspan.formats import flat_yaml
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart
from modelspan.formats.file import DAY, File
from modelspan.formats.life_rows import Rows
from modelspan.formats.plain_table import described, named
from modelspan.formats.row_meanings import DAYS, LIFE_DAYS, Means, meaning, telling_first
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "id_list"
TITLE = "List of model ids with end dates (JSON, YAML)"
TRUST = 20

MODEL_LISTS = ("models", "data", "items", "entries", "results", "deprecations", "rows")
UPDATED = ("updated", "verified_on", "updated_at", "last_updated", "generated_at", "generated", "as_of", "date")
FOREIGN = frozenset({
    "litellm_provider", "content_hash", "scraped_at", "deprecation_context", "first_observed", "last_observed",
    "_deprecation", "last_verified", "earliest_shutdown_on", "releaseCycle", "cycle", "eoas", "eol", "isEol", "eolFrom",
    "cost", "prices", "attachment", "modalities", "benchmark_id", "normalized_score", "organization_id", "license_id",
})  # fmt: skip  # keys of formats that have readers of their own, and keys that tell these only together
TOGETHER = (frozenset({"provider", "model_id", "announcement_date"}), frozenset({"provider", "model", "shutdown_on"}))
ENDS = frozenset({*LIFE_DAYS}) - {Means.RELEASED, Means.ANNOUNCED, Means.PREVIEW}
NESTED = {"upgrade": ("retirement_at", "model")}  # Codex says the end of a model with its successor
SINGLE = "it is a single value and no model"
SNIFFED = 500  # rows


@dataclass(frozen=True, slots=True)
class Tracker:
    """A known list: the keys that tell it, whose models it lists where rows do not say, and where it comes from."""

    marks: frozenset[str]  # keys that each row has, or the object around them
    dataset: Dataset
    provider: str = ""


TRACKERS = (
    Tracker(
        frozenset({"checked", "source", "status", "provider", "id"}),
        Dataset(
            id="model-retire",
            title="model-retire",
            publisher="bydtech",
            url="https://pypi.org/project/bydtech-model-retire/",
            licence="MIT",
            trust=TRUST,
        ),
    ),
    Tracker(
        frozenset({"verified_on", "policies"}),
        Dataset(
            id="depdesk",
            title="depdesk",
            url="https://pypi.org/project/depdesk/",
            licence="MIT",
            trust=TRUST,
        ),
    ),
    Tracker(
        frozenset({"retirement_date", "suggested_alternative"}),
        Dataset(
            id="github-copilot-retirements",
            title="GitHub Copilot: model retirement history",
            publisher="GitHub",
            url="https://docs.github.com/en/copilot/reference/ai-models/supported-models",
            licence="CC-BY-4.0",
            attribution=("GitHub documentation, CC-BY-4.0",),
            trust=TRUST,
        ),
        "github-copilot",
    ),
    Tracker(
        frozenset({"canonical_slug", "created"}),
        Dataset(
            id="openrouter",
            title="OpenRouter models",
            publisher="OpenRouter",
            url="https://openrouter.ai/api/v1/models",
            trust=TRUST,
        ),
        "OpenRouter",
    ),
    Tracker(
        frozenset({"minimal_client_version", "slug"}),
        Dataset(
            id="codex-models",
            title="Codex model catalogue",
            publisher="OpenAI",
            url="https://github.com/openai/codex",
            trust=TRUST,
        ),
        "codex",
    ),
)


@dataclass(frozen=True, slots=True)
class Listed:
    """One row: the list it stands in, what problems call it, and whether that list is one of models."""

    raw: Any
    list: str
    record: str
    reason: str = ""  # why it is no model


def sniff(file: File) -> bool:
    """Rows with an id and a day of an end or a notice, and no key of a format that has a reader of its own."""
    found = False
    for row in islice(rows_of(content(file)), SNIFFED):
        if not isinstance(row.raw, dict):
            continue
        if FOREIGN & row.raw.keys() or any(keys <= row.raw.keys() for keys in TOGETHER):
            return False
        kinds = set() if row.reason else {meaning(name) for name in flat(row.raw)}
        found = found or (bool(kinds & {Means.MODEL, Means.NAME}) and bool(kinds & ENDS))
    return found


def read(file: File) -> Reading:
    """Read a list of ids."""
    raw = content(file)
    listed = list(rows_of(raw))
    objects = [row.raw for row in listed if not row.reason and isinstance(row.raw, dict)]
    names = list(dict.fromkeys(name for one in objects for name in flat(one)))
    columns = chosen(names)
    top = raw if isinstance(raw, dict) else {}
    known = stated_day(top) or vintage_of(file)
    tracker = tracker_of(objects, top.keys())
    unknown = Dataset(id=named("list", file), title=file.name, trust=TRUST)
    dataset = replace(tracker.dataset if tracker else unknown, version=known.as_of)
    rows = Rows(Tally(file.name), Cited(dataset), known, provider=tracker.provider if tracker else "")
    for row in listed:
        take(rows, row, columns)
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=known.as_of,
        tally=rows.tally,
        drafts=apart(rows.drafts),
        sources=rows.sources(described((name, columns.get(name, Means.IGNORED)) for name in names)),
        alone=tuple(dict.fromkeys(rows.alone)),
    )


def tracker_of(rows: Sequence[dict[str, Any]], around: Set[str]) -> Tracker | None:
    """The known list that most rows have the marks of; its licence must not be put on another's."""
    for tracker in TRACKERS:
        marks = tracker.marks - around
        if 2 * sum(marks <= row.keys() for row in rows) > len(rows):
            return tracker
    return None


def take(rows: Rows, row: Listed, columns: dict[str, Means]) -> None:
    """One row with its outcome."""
    if row.reason:
        rows.tally.outcome(0, reason=row.reason)
    elif not isinstance(row.raw, dict):
        rows.problem(row.record, f"{str(row.raw)[:40]!r} is not an object with an id and a day.")
        rows.tally.outcome(0)
    else:
        values = flat(row.raw)
        cells = cells_of(values, columns)
        if row.list and row.list not in MODEL_LISTS and Means.PROVIDER not in cells:
            cells[Means.PROVIDER] = ("list", row.list)
        model = cells.get(Means.MODEL) or cells.get(Means.NAME)
        record = f"{row.record} ({model[1]})" if model and isinstance(model[1], str) else row.record
        for name, means in columns.items():
            if means in DAYS and means in cells and says(values.get(name), means) and values[name] != cells[means][1]:
                rows.problem(record, f"{name}: It says {values[name]!r} besides {cells[means][0]}, which counts.")
        rows.take(cells, record)


def says(value: Any, means: Means) -> bool:
    """Whether a key says something: a flag is no day."""
    return value is not None and value != "" and not (means in DAYS and isinstance(value, bool))


def cells_of(values: dict[str, Any], columns: dict[str, Means]) -> dict[Means, tuple[str, Any]]:
    """What each key means and holds. Of several for one meaning the first that says something counts; a number is an
    id only where there is no text.
    """
    found: dict[Means, tuple[str, Any]] = {}
    numbered: tuple[str, Any] | None = None
    for name, means in columns.items():
        value = values.get(name)
        if not says(value, means):
            continue
        if means is Means.MODEL and not isinstance(value, str):
            numbered = numbered or (name, value)
        else:
            found.setdefault(means, (name, value))
    if numbered and Means.MODEL not in found and Means.NAME not in found:
        found[Means.MODEL] = numbered
    return found


def chosen(names: Iterable[str]) -> dict[str, Means]:
    """Key -> meaning. Several keys may mean one thing: the first that a row fills counts."""
    return {name: means for name in telling_first(names) if (means := meaning(name)) is not None}


def flat(raw: dict[str, Any]) -> dict[str, Any]:
    """A row with the few nested keys that matter beside the others."""
    found = dict(raw)
    for name, inner in NESTED.items():
        if isinstance(raw.get(name), dict):
            found |= {f"{name}.{part}": raw[name][part] for part in inner if part in raw[name]}
    return found


def rows_of(raw: Any) -> Iterator[Listed]:
    """All rows of a file: those of its list, of the groups in its object, or the values of an object by id.

    Where a group has one of the usual names, the others are none of models; else each group is named by its provider.
    """
    if isinstance(raw, list):
        yield from entries(raw, "")
    elif isinstance(raw, dict):
        groups = {name: value for name, value in raw.items() if is_group(value)}
        known = groups.keys() & set(MODEL_LISTS)
        for name, value in groups.items():
            reason = f"it stands in the list {name}, which is not one of models" if known and name not in known else ""
            yield from by_id(value, name, reason) if isinstance(value, dict) else entries(value, name, reason)
        if not groups:
            yield from by_id(raw, "")


def is_group(value: Any) -> bool:
    """A list with objects in it, or an object that holds objects and nothing else."""
    if isinstance(value, dict):
        return bool(value) and all(isinstance(part, dict) for part in value.values())
    return isinstance(value, list) and any(isinstance(part, dict) for part in value)


def entries(rows: list[Any], name: str, reason: str = "") -> Iterator[Listed]:
    """The rows of a list."""
    for number, row in enumerate(rows, start=1):
        yield Listed(row, name, f"{name or 'row'} {number}", reason)


def by_id(rows: dict[str, Any], list_: str, reason: str = "") -> Iterator[Listed]:
    """The values of an object, each with its key as its id; a value that is no object says something about them all."""
    for name, row in rows.items():
        table = isinstance(row, dict)
        yield Listed({"id": name, **row} if table else row, list_, name, reason if table else reason or SINGLE)


def content(file: File) -> Any:
    """The JSON of a file, else its flat YAML; None where it is neither."""
    return file.json if file.json is not None else flat_yaml.read(file.text)


def stated_day(top: dict[str, Any]) -> Vintage | None:
    """The day the object around the rows gives for itself; None without one."""
    for name in UPDATED:
        value = top.get(name)
        if isinstance(value, str) and (found := DAY.match(value)):
            day = "-".join(part for part in found.groups() if part)
            try:
                parse_edtf(day)
            except DateError:
                continue
            return Vintage(day)
    return None
