"""Epoch AI's benchmarks: its own runs in one table or one a benchmark, its capabilities index, its model versions.

A model version is an id that a provider serves, with the effort it was asked for behind a low line.
"""

from __future__ import annotations

import re
from decimal import Decimal

from modelspan.domain.catalogue import fold
from modelspan.domain.dates import Qualifier, When
from modelspan.domain.drafts import Draft, Named, Reading
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Confidence,
    Dataset,
    DateBasis,
    EntityKind,
    Event,
    Evidence,
    ModelFacts,
    Quantity,
    Release,
    Score,
    Status,
)
from modelspan.formats.epoch import (
    Row,
    Sheet,
    SkippedError,
    UnreadError,
    clean,
    columns,
    dataset,
    decimal,
    how_sure,
    plain,
    several,
)
from modelspan.formats.file import DAY, File

NAME = "epoch-benchmarks"
TITLE = "Epoch AI, benchmarks and model versions"

BEST = "best score (across scorers)"
RUNS = {"task", "model", BEST}
ONE = {"model version", BEST}
INDEX = {"model version", "eci score"}
VERSIONS = {"id", "model", "version release date"}

HARNESS = "Inspect (Epoch AI)"
BY_HAND = "manual (Epoch AI)"
EFFORT = r"xhigh|high|medium|low|minimal|none|max|thinking|unknown|\d+[kK](?: thinking)?"
WITH_EFFORT = re.compile(rf"(?P<base>.+?)(?:_(?P<low>{EFFORT})| ?\((?P<round>{EFFORT})\))")
SCORER = re.compile(r"(?P<name>[^:,]+):(?P<score>[-\d.eE]+)(?:±(?P<error>[\d.eE-]+))?")
ROUNDING = Decimal("0.0051")  # scorers print two decimals

# What Epoch calls a task, folded -> benchmark, version and metric. A name that is not here stays as it is.
TASKS = {
    "gpqa diamond": ("GPQA", "Diamond", "accuracy"),
    "math level 5": ("MATH", "level 5", "accuracy"),
    "otis mock aime 2024 2025": ("OTIS Mock AIME", "2024-2025", "accuracy"),
    "swe bench verified": ("SWE-bench Verified", "Epoch subset", "resolved_rate"),
    "swe bench bash": ("SWE-bench Verified", "bash only", "resolved_rate"),
    "simpleqa verified": ("SimpleQA Verified", "", "accuracy"),
    "chess puzzles": ("Chess Puzzles", "", "accuracy"),
}
FRONTIER = re.compile(
    r"frontiermath(?P<tier> tier 4)?(?: (?P<version>v\d+))?(?: (?P<day>\d{4} \d\d \d\d))?(?: (?P<part>public|private))?"
)


def sniff(file: File) -> bool:
    """One of the four tables."""
    names = columns(file)
    own = {"started at", "mean_score", "stderr"}
    return (
        names >= RUNS
        or (names >= ONE and len(names & own) >= 1)
        or names >= INDEX
        or (names >= VERSIONS and ("benchmarks/runs" in names or "unique display name" in names))
    )


def read(file: File) -> Reading:
    """Scores of runs and of the index; releases of versions. What has no day is named without an event."""
    names, as_of = columns(file), file.vintage
    if names >= RUNS:
        made = dataset("epoch-benchmark-runs", "Benchmarking Hub runs", "benchmarks", as_of)
        runs = Runs(file, made, as_of)
        runs.read("model", runs.run, runs.keys(runs.parts))
        return runs.reading(NAME)
    if names >= INDEX:
        made = dataset("epoch-capabilities-index", "Epoch Capabilities Index", "benchmarks/eci", as_of)
        index = Versions(file, made, as_of)
        index.read("model version", index.rated, index.keys(index.parts))
        return index.reading(NAME)
    if names >= VERSIONS:
        made = dataset("epoch-model-versions", "Model versions of the Benchmarking Hub", "benchmarks", as_of)
        versions = Versions(file, made, as_of)
        versions.read("id", versions.version, versions.keys(versions.parts))
        return versions.reading(NAME)
    task = task_of(file)
    made = dataset(f"epoch-benchmark-{fold(task).replace(' ', '-') or 'unnamed'}", f"{task} runs", "benchmarks", as_of)
    runs = Runs(file, made, as_of, task)
    runs.read("model version", runs.run, runs.keys(runs.parts))
    return runs.reading(NAME)


def task_of(file: File) -> str:
    """The benchmark of a table that has it in the file's name alone; empty where the name is none of Epoch's."""
    stem = re.split(r"[/\\]", file.name)[-1].partition(".")[0]
    words = fold(DAY.sub("", stem).replace("_", " ")).removeprefix("epoch ").removeprefix("benchmarks ")
    return words if words in TASKS or FRONTIER.fullmatch(words) else ""


def benchmark_of(task: str) -> tuple[str, str, str]:
    """Benchmark, version and metric of a task."""
    folded = fold(task)
    if found := FRONTIER.fullmatch(folded):
        said = (
            "Tier 4" if found["tier"] else "",
            found["version"],
            (found["day"] or "").replace(" ", "-"),
            found["part"],
        )
        return "FrontierMath", " ".join(part for part in said if part) or "unspecified", "accuracy"
    return TASKS.get(folded, (clean(task), "", "accuracy"))


def split(version: str) -> tuple[str, str]:
    """The id and the effort of a model version: `o3-2025-04-16_high` is o3-2025-04-16 at high."""
    if not (found := WITH_EFFORT.fullmatch(version)):
        return version, ""
    effort = found["low"] or found["round"]
    if effort == "unknown":
        return found["base"], ""
    return found["base"], re.sub(r"(?<=\d)k", "K", effort)  # 16k and 16K are one


def named(version: str, row: Row, name: str = "") -> Named:
    """The model of a version, by its id without the effort and without who serves it."""
    makers = several(row.get("organization", ""))
    access = clean(row.get("model accessibility", "")).casefold()
    facts = ModelFacts(open_weights=access.startswith("open weights")) if access else None
    shown = dict.fromkeys(clean(row.get(column, "")) for column in ("display name", "unique display name"))
    aliases = tuple(Alias(text=text, role=AliasRole.NAME) for text in shown if text and text != name)
    return Named(
        id=version.rpartition("/")[2] or version,
        name=name,
        maker=makers[0] if makers else "",
        aliases=tuple(alias for alias in aliases if not effort_in(alias.text)),
        facts=facts,
    )


def effort_in(name: str) -> bool:
    """Whether a display name is of a version at one effort: `GPT-5.4 (xhigh)` is no name of the model."""
    return re.search(rf"\((?:{EFFORT}|no thinking)\)", name.casefold()) is not None


class Runs(Sheet):
    """Epoch's own runs; `task` where the table is of one benchmark and has no column for it."""

    def __init__(self, file: File, made: Dataset, as_of: str, task: str | None = None) -> None:
        super().__init__(file, made, as_of)
        self.task = task
        self.model = "model" if task is None else "model version"

    def parts(self, row: Row) -> tuple[str, ...]:
        if run := clean(row.get("id", "")):
            return (run,)
        started = row.get("started_at", "") or row.get("started at", "")
        return f"{clean(row.get('task', ''))}|{clean(row.get(self.model, ''))}", started

    def run(self, row: Row, key: str) -> list[Draft]:
        if self.task == "":
            raise SkippedError("only the file's name could say which benchmark this is, and it does not")
        version, effort = split(self.need(row, self.model))
        task = self.need(row, "task") if self.task is None else self.task
        if (status := clean(row.get("status", "")).casefold()) not in ("", "success"):
            raise SkippedError(f"the run did not end well: {status[:40]}")
        value, spread, scorer = self.score(row)
        benchmark, of_benchmark, metric = benchmark_of(task)
        when, basis = self.started(row)
        by_hand = scorer == "manual_inspection"
        body = Score(
            benchmark_id="", version=of_benchmark, harness=BY_HAND if by_hand else HARNESS, effort=effort,
            variant=version, self_reported=False, date_basis=basis,
        )  # fmt: skip
        said = (f"Task version {number}." if (number := clean(row.get("task version", ""))) else "",
                f"Scored by {scorer.replace('_', ' ')}." if scorer else "")  # fmt: skip
        event = Event(
            key=f"score|{self.told_apart(key)}",
            body=body,
            when=when,
            quantities=(percent(metric, value, spread),),
            sources=self.cite((row.get("log viewer", "") or row.get("logs", ""), "Log of the run")),
            evidence=Evidence.PUBLISHED,
            confidence=Confidence.HIGH if basis is DateBasis.RUN else Confidence.MEDIUM,
            note=" ".join(part for part in said if part),
        )
        made = Named(kind=EntityKind.BENCHMARK, name=benchmark)
        return [Draft(event=self.dated(event, ""), subject=named(version, row), benchmark=made)]

    def score(self, row: Row) -> tuple[Decimal, Decimal | None, str]:
        """The best score of a run as a fraction, its standard error and which scorer gave it."""
        found = self.number(row, BEST, "mean_score")
        if found is None:
            if row.get(BEST) or row.get("mean_score"):
                raise UnreadError(f"{BEST}: there is no score to read.")
            raise SkippedError("no score")
        value = found[1]
        if not 0 <= value <= 1:
            raise UnreadError(f"{BEST}: {found[0]} lies outside 0 to 1, where all scores of these tables are.")
        stated = self.number(row, "stderr")
        if stated is not None:
            return value, stated[1] if stated[1] > 0 else None, ""
        near: list[tuple[Decimal, str, str]] = []
        for part in SCORER.finditer(row.get("scores", "")):
            if (score := decimal(part["score"])) is not None and abs(score - value) <= ROUNDING:
                near.append((abs(score - value), clean(part["name"]), part["error"] or ""))
        if not near:
            return value, None, ""
        _, scorer, error = min(near)
        spread = decimal(error)
        return value, spread if spread else None, scorer  # a spread printed as 0 is one that was rounded away

    def started(self, row: Row) -> tuple[When, DateBasis]:
        """The day of the run; without one all that is known is that it was before the file."""
        for column in ("started_at", "started at"):
            if (when := self.when(row, column)) is not None:
                return when, DateBasis.RUN
        if self.vintage is None or self.vintage.end is None:
            raise SkippedError("no day of the run")
        return When(None, self.vintage.end, self.vintage.precision, Qualifier.NOT_AFTER), DateBasis.REPORT


def percent(metric: str, value: Decimal, spread: Decimal | None) -> Quantity:
    """A fraction in percent, computed exactly from what is printed."""
    low = high = None
    if spread is not None:
        low, high = float(max(value - spread, Decimal(0)) * 100), float(min(value + spread, Decimal(1)) * 100)
    return Quantity(
        metric=metric, value=float(value * 100), low=low, high=high, unit="percent", published=plain(value * 100),
        spread="1 standard error" if spread is not None else "",
    )  # fmt: skip


def released_on(row: Row) -> str:
    """The release day of a version as printed."""
    return row.get("version release date", "") or row.get("release date", "")


class Versions(Sheet):
    """Tables with a row per model version: releases, and the capabilities index. Efforts of one id share a release."""

    def __init__(self, file: File, made: Dataset, as_of: str) -> None:
        super().__init__(file, made, as_of)
        self.released = self.first_of_each()

    def first_of_each(self) -> dict[str, Row]:
        """The row that gives the release of each id: the one without an effort, else that of the earliest day."""
        found: dict[str, tuple[tuple[bool, str, str], Row]] = {}
        for row in self.rows:
            if date := released_on(row):
                (text,) = self.parts(row)
                version, effort = split(text)
                rank = (bool(effort), date, text)
                if version not in found or rank < found[version][0]:
                    found[version] = rank, row
        return {version: row for version, (_, row) in found.items()}

    def parts(self, row: Row) -> tuple[str, ...]:
        return (clean(row.get("model version", "") or row.get("id", "")),)

    def version(self, row: Row, key: str) -> list[Draft]:
        text = self.told_apart(self.need(row, "id") and key)
        version, _ = split(text)
        subject = named(version, row, clean(row.get("model", "")))
        when = self.when(row, "version release date")
        if when is None:
            self.alone.append(subject)
            raise SkippedError("no release date")
        weights = bool(row.get("hugging face developer id"))
        if not (drafts := self.release(row, subject, version, when, weights)):
            raise SkippedError("another effort of a version that is listed")
        return drafts

    def rated(self, row: Row, key: str) -> list[Draft]:
        """A row of the index: its score, and the release of its version."""
        text = self.told_apart(self.need(row, "model version") and key)
        version, effort = split(text)
        subject = named(version, row, clean(row.get("model name", "")))
        when = self.when(row, "release date")
        found = self.number(row, "eci score")
        if found is None and row.get("eci score"):
            raise UnreadError("eci score: there is no score to read.")
        if when is None:
            self.alone.append(subject)
            raise SkippedError("no release date" if found else "no score")
        weights = bool(subject.facts and isinstance(subject.facts, ModelFacts) and subject.facts.open_weights)
        drafts = self.release(row, subject, version, when, weights)
        if found is not None:
            drafts.append(self.index(row, subject, (text, version, effort), when, found))
        if not drafts:
            raise SkippedError("no score")
        return drafts

    def release(self, row: Row, subject: Named, version: str, when: When, weights: bool) -> list[Draft]:
        """When a version came out. Where it did, these tables say only of open weights."""
        text = released_on(row)
        if (first := self.released.get(version)) is not row:
            if first is not None and (other := released_on(first)) != text:
                self.tally.problem(
                    self.record, f"release date: {text} here and {other} for the same id; that one counts."
                )
            return []
        confidence, doubt = how_sure(when)
        event = Event(
            key=f"release|{version}",
            body=Release(),
            when=when,
            scope=subject.id,
            ids=(subject.id,),
            status=Status.SCHEDULED if self.later(when) else Status.OCCURRED,
            sources=self.cite((row.get("link", ""), "")),
            evidence=Evidence.SECONDARY,
            confidence=confidence,
            note=" ".join(part for part in (doubt, clean(row.get("notes", ""))) if part),
        )
        return [Draft(event=self.dated(event, text), subject=subject, surface="open-weights" if weights else "")]

    def index(
        self, row: Row, subject: Named, texts: tuple[str, str, str], when: When, found: tuple[str, Decimal]
    ) -> Draft:
        """A score of the capabilities index, which is fitted anew with every vintage: that is its version."""
        key, version, effort = texts
        sure = clean(row.get("confidence", "")).casefold()
        body = Score(
            benchmark_id="", version=self.as_of or "unspecified", harness="Epoch AI", effort=effort, variant=version,
            self_reported=False, date_basis=DateBasis.MODEL_RELEASE,
        )  # fmt: skip
        event = Event(
            key=f"score|{key}",
            body=body,
            when=when,
            quantities=(Quantity(metric="index", value=float(found[1]), unit="points", published=found[0]),),
            sources=self.cite(),
            evidence=Evidence.PUBLISHED,
            confidence=Confidence.LOW if sure == "unverified" else Confidence.MEDIUM,
            note="The source marks the row unverified." if sure == "unverified" else "",
        )
        made = Named(kind=EntityKind.BENCHMARK, name="Epoch Capabilities Index")
        return Draft(event=self.dated(event, ""), subject=subject, benchmark=made)
