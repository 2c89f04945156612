"""llm-stats: the days models were released (`models`), and their scores on benchmarks (`model_benchmarks`).

Nearly all scores are the vendors' own. They are printed as fractions of 1 and read as percent, exactly; what lies
outside 0 to 1 is on another scale and flagged. A row of scores has no day of its own but that on which it was entered,
so the result is from not after it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from modelspan.domain.dates import Qualifier, When
from modelspan.domain.drafts import Draft, Named, Reading, Tally
from modelspan.domain.records import (
    Announcement,
    Body,
    Citation,
    Confidence,
    Dataset,
    DateBasis,
    Event,
    Evidence,
    KnownBasis,
    ModelFacts,
    Quantity,
    Release,
    Score,
    Status,
)  # fmt: skip
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import apart, key
from modelspan.formats.fields import ABSENT, Fields, day_of, measure, shortened
from modelspan.formats.file import File
from modelspan.formats.llm_stats_tasks import benchmark_of, metric_of, version_of
from modelspan.formats.prices import shifted
from modelspan.formats.vintage import Vintage, vintage_of

NAME = "llm_stats"
TITLE = "llm-stats"

PAGES = (
    "source_scorecard_blog_link", "source_paper", "source_repo_link", "source_weights_link", "source_api_ref",
)  # fmt: skip  # of a model, the most telling first
RATING = re.compile(r"\b(elo|rating)\b", re.IGNORECASE)
PASS_AT = re.compile(r"\bpass\s*@\s*(\d+)", re.IGNORECASE)
ENTERED_AT = ("created_at", "updated_at")
UTC_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
OUTSIDE = "Outside the 0 to 1 of this list: a rating or another scale."
ENTERED = "The day is that on which the list entered the row, not that of the result."


def sniff(file: File) -> bool:
    """A list of models with organisations and release dates, or of scores with benchmark and model."""
    return any(is_score(row) or is_model(row) for row in rows_of(file.json) if isinstance(row, dict))


def is_score(row: dict[str, Any]) -> bool:
    """Whether a row is of the scores."""
    return "model_id" in row and "benchmark_id" in row and ("score" in row or "normalized_score" in row)


def is_model(row: dict[str, Any]) -> bool:
    """Whether a row is of the models."""
    marks = ("release_date", "announcement_date", "license_id", "param_count")
    return "model_id" in row and "organization_id" in row and any(mark in row for mark in marks)


def rows_of(whole: Any) -> list[Any]:
    """The rows of a file, which may be one model alone."""
    return whole if isinstance(whole, list) else [whole] if isinstance(whole, dict) else []


def read(file: File) -> Reading:
    """Every row is one record."""
    vintage = vintage_of(file)
    dataset = Dataset(
        id="llm-stats",
        title=TITLE,
        publisher="llm-stats",
        url="https://llm-stats.com",
        licence="CC-BY-4.0",
        attribution=("llm-stats, https://llm-stats.com, CC-BY-4.0; changed: fractions turned into percent.",),
        version=vintage.as_of,
        trust=20,
    )
    rows = rows_of(file.json)
    scored = any(isinstance(row, dict) and is_score(row) for row in rows)
    if scored:  # two files of one source: importing the one must not withdraw what the other states
        dataset = replace(dataset, id="llm-stats-scores", title="llm-stats scores")
    reader = Reader(Tally(file.name), Cited(dataset), vintage)
    for place, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            reader.tally.problem(f"row {place}", "The row is not a table.")
            reader.tally.outcome(0)
        elif scored:
            reader.score(Fields(row, f"row {place}", reader.tally))
        else:
            reader.model(Fields(row, f"row {place}", reader.tally))
    drafts = with_variants(reader.drafts) if scored else reader.drafts
    return Reading(
        format=NAME,
        dataset=dataset,
        as_of=vintage.as_of,
        tally=reader.tally,
        drafts=apart(drafts),
        sources=reader.cited.sources,
        alone=tuple(reader.alone),
    )


@dataclass(slots=True)
class Reader:
    """A file being read."""

    tally: Tally
    cited: Cited
    vintage: Vintage
    drafts: list[Draft] = field(default_factory=list)
    alone: list[Named] = field(default_factory=list)
    named: dict[str, Named] = field(default_factory=dict)

    def model(self, fields: Fields) -> None:
        """A model: its release, and its announcement where that was on another day."""
        model_id = fields.text("model_id")
        if not model_id:
            fields.problem("model_id", "The model has no id.")
            self.tally.outcome(0)
            return
        fields = Fields(fields.raw, model_id, self.tally)
        before, problems = len(self.drafts), len(self.tally.problems)
        named = Named(
            id=model_id,
            name=fields.text("name"),
            maker=fields.text("organization_id"),
            family=fields.text("model_family_id"),
            facts=ModelFacts(open_weights=open_weights(fields)),
        )
        page = next((page for name in PAGES if (page := self.page(fields, name))), None)
        sources = (*((page,) if page else ()), self.cited.file(model_id))
        released, announced = fields.when("release_date"), fields.when("announcement_date")
        days: list[tuple[str, Body, When | None, str]] = [("release", Release(), released, "release_date")]
        if announced != released:
            days.append(("announcement", Announcement(), announced, "announcement_date"))
        for kind, body, when, name in days:
            if when:
                ahead = self.vintage.ahead(when)
                event = Event(
                    key=key(kind, model_id),
                    body=body,
                    when=when,
                    words=fields.text(name),
                    ids=(model_id,),
                    known=self.vintage.known if ahead else None,
                    known_basis=KnownBasis.SOURCE_VINTAGE if ahead else KnownBasis.OCCURRENCE,
                    status=Status.SCHEDULED if ahead else Status.OCCURRED,
                    sources=sources,
                    evidence=Evidence.SECONDARY,
                )
                self.drafts.append(Draft(event=event, subject=named))
        drafts = len(self.drafts) - before
        described = not drafts and len(self.tally.problems) == problems
        if described:
            self.alone.append(named)
        self.tally.outcome(drafts, reason="no release date" if described else "")

    def score(self, fields: Fields) -> None:
        """A score."""
        model_id, benchmark_id = fields.text("model_id"), fields.text("benchmark_id")
        if model_id and benchmark_id:
            fields = Fields(fields.raw, f"{model_id}/{benchmark_id}", self.tally)
        problems, drafts = len(self.tally.problems), 0
        if not model_id or not benchmark_id:
            fields.problem("benchmark_id" if model_id else "model_id", "The score does not say what it is of.")
        elif amount := quantity(fields, benchmark_id):
            drafts = self.scored(fields, model_id, benchmark_id, amount)
        described = not drafts and len(self.tally.problems) == problems
        self.tally.outcome(drafts, reason="no score given" if described else "")

    def scored(self, fields: Fields, model_id: str, benchmark_id: str, amount: Quantity) -> int:
        """The draft of a score that has a value."""
        when = self.entered(fields)
        if when is None:
            if not fields.text("created_at") and not fields.text("updated_at"):
                fields.problem("created_at", "Neither the row nor the name of the file says a day.")
            return 0
        outside = not amount.unit
        page = self.page(fields, "self_reported_source_link")
        here = self.cited.file(fields.record)
        event = Event(
            key=key("score", benchmark_id, model_id, amount.conditions),
            body=body_of(version_of(benchmark_id), fields.flag("is_self_reported"), "outlier" if outside else ""),
            when=when,
            words=str(fields.raw.get("score")),
            ids=(model_id,),
            known_basis=KnownBasis.OCCURRENCE,
            quantities=(amount,),
            sources=(page, here) if page else (here,),
            evidence=Evidence.SECONDARY,
            confidence=Confidence.HIGH if fields.flag("verified_by_llmstats") else Confidence.MEDIUM,
            note=note_of(outside, fields.text("verification_notes")),
        )
        subject = self.named.get(model_id) or self.named.setdefault(model_id, Named(id=model_id))
        name = fields.text("benchmark_name")
        self.drafts.append(Draft(event=event, subject=subject, benchmark=benchmark_of(benchmark_id, name)))
        return 1

    def entered(self, fields: Fields) -> When | None:
        """Not after the later of the row's two days, as wrong ones were put right later; else not after the file's."""
        days = [when.end for name in ENTERED_AT if (when := day_in(fields, name)) and when.end is not None]
        return not_after(max(days)) if days else self.vintage.observed

    def page(self, fields: Fields, name: str) -> Citation | None:
        """A page that a row names."""
        url = fields.text(name)
        page = self.cited.page(url) if url else None
        if url and page is None:
            fields.problem(name, f"{shortened(url)} is no address of the web.")
        return page


@lru_cache(maxsize=4096)
def not_after(end: int) -> When:
    """Some day before that day; rows were entered many at a time."""
    return When(None, end, qualifier=Qualifier.NOT_AFTER)


@lru_cache(maxsize=1024)
def body_of(version: str, self_reported: bool | None, flag: str) -> Score:
    """What scores have besides their value; the benchmark is named by the draft."""
    return Score(benchmark_id="", version=version, self_reported=self_reported, date_basis=DateBasis.PAGE, flag=flag)


def note_of(outside: bool, said: str) -> str:
    """What a reader has to know of a score, and what the list says itself."""
    return " ".join([part for part in (OUTSIDE if outside else "", ENTERED, said) if part])


def day_in(fields: Fields, name: str) -> When | None:
    """The day of a moment in UTC, of which a file has as many as rows; else what the field says."""
    value = fields.raw.get(name)
    moment = UTC_MOMENT.fullmatch(value) if isinstance(value, str) else None
    when, wrong = day_of(moment[1]) if moment else (None, "")
    return fields.when(name) if not moment or wrong else when


def open_weights(fields: Fields) -> bool | None:
    """Whether anyone can download the weights: the list says where, or that the licence is proprietary."""
    if fields.text("license_id").casefold() == "proprietary":
        return False
    return True if fields.text("source_weights_link") else None


def quantity(fields: Fields, benchmark_id: str) -> Quantity | None:
    """A score with its unit; None where there is none or it is a problem."""
    value = fields.raw.get("score")
    text = "" if value is None else str(value).strip()
    if text.casefold() in ABSENT:
        return None
    method = fields.text("analysis_method")
    method = "" if method.casefold() in ABSENT else method
    metric = metric_of(benchmark_id, metric_said(method))
    found = None if isinstance(value, bool) else amount_of(text, metric, method)
    if found is None:
        fields.wrong("score", "a score")
    return found


@lru_cache(maxsize=16_384)  # scores have few digits
def amount_of(text: str, metric: str, method: str) -> Quantity | None:
    """A printed score; None for what is no number.

    A fraction is read as percent, by moving the point. A rating that the list has scaled into 0 to 1 stays a fraction.
    """
    found = measure(text)
    if found is None:
        return None
    if not 0 <= found <= 1:
        return Quantity(metric="score", value=float(found), published=text, conditions=method)
    if metric == "scaled_rating":
        return Quantity(metric=metric, value=float(found), unit="fraction", published=text, conditions=method)
    percent = shifted(found, 2)
    return Quantity(metric=metric, value=float(percent), unit="percent", published=percent, conditions=method)


@lru_cache(maxsize=4096)
def metric_said(method: str) -> str:
    """What a score measures, as far as the words about its method say it."""
    if RATING.search(method):
        return "scaled_rating"
    if found := PASS_AT.search(method):
        return f"pass_at_{found[1]}"
    return "accuracy" if "accuracy" in method.casefold() else "score"


def with_variants(drafts: list[Draft]) -> Iterator[Draft]:
    """Scores of one model on one benchmark told apart by their method; of one method and two values, flagged."""
    groups: dict[tuple[str, str, str], list[Draft]] = defaultdict(list)
    for draft in drafts:
        assert draft.subject
        assert draft.benchmark
        assert isinstance(draft.event.body, Score)
        groups[draft.subject.id, draft.benchmark.id, draft.event.body.version].append(draft)
    for group in groups.values():
        values: dict[str, set[str]] = defaultdict(set)  # by method
        for draft in group:
            values[draft.event.quantities[0].conditions].add(draft.event.quantities[0].published)
        for draft in group:
            body, method = draft.event.body, draft.event.quantities[0].conditions
            assert isinstance(body, Score)
            if len(values) > 1:
                body = replace(body, variant=method)
            if len(values[method]) > 1:
                body = replace(body, flag=body.flag or "duplicate_differs")
            yield draft if body is draft.event.body else replace(draft, event=replace(draft.event, body=body))
