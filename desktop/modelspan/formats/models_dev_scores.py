"""The benchmark rows of models.dev's own models, to scores."""

from __future__ import annotations

from collections.abc import Iterator

from modelspan.domain.dates import When
from modelspan.domain.drafts import Draft, Named
from modelspan.domain.records import (
    Citation,
    DateBasis,
    EntityKind,
    Event,
    Evidence,
    KnownBasis,
    Quantity,
    Score,
)  # fmt: skip
from modelspan.formats.cited import Cited
from modelspan.formats.event_keys import key
from modelspan.formats.fields import Fields, measure, shortened


def scores(fields: Fields, named: Named, released: When | None, cited: Cited, here: Citation) -> Iterator[Draft]:
    """One score a row; what is no number, has no name or no day is a problem."""
    for place, raw in enumerate(fields.listed("benchmarks"), start=1):
        if not isinstance(raw, dict):
            fields.problem("benchmarks", f"Number {place} is not a table.")
            continue
        row = Fields(raw, f"{fields.record}/benchmarks {place}", fields.tally)
        name, value = row.text("name"), row.raw.get("score")
        text = "" if value is None or isinstance(value, bool) else str(value).strip().removesuffix("%").strip()
        when = row.when("date")
        day = when or released
        if not name:
            row.problem("name", "The benchmark has no name.")
        elif (amount := measure(text)) is None:
            row.problem("score", f"{shortened(value)} is not a number.")
        elif day is None:
            row.problem("date", "There is no day, and the model has no release date to stand for it.")
        else:
            own = {part: row.text(part) for part in ("metric", "harness", "variant", "dataset", "version")}
            version = " ".join(part for part in (own["version"], own["dataset"]) if part)
            quantity = Quantity(
                metric=own["metric"] or "score",
                value=float(amount),
                unit="percent" if str(value).strip().endswith("%") else "",
                published=text,
            )
            source = row.text("source")
            page = cited.page(source) if source else None
            if source and page is None:
                row.problem("source", "This is no address of the web.")
            event = Event(
                key=key("score", fields.record, name, *own.values()),
                body=Score(
                    benchmark_id="",
                    version=version,
                    harness=own["harness"],
                    variant=own["variant"],
                    date_basis=DateBasis.REPORT if when else DateBasis.MODEL_RELEASE,
                ),
                when=day,
                words=row.text("date"),
                ids=(fields.record,),
                known_basis=KnownBasis.OCCURRENCE,
                quantities=(quantity,),
                sources=(*((page,) if page else ()), here),
                evidence=Evidence.SECONDARY,
            )
            yield Draft(event=event, subject=named, benchmark=Named(kind=EntityKind.BENCHMARK, name=name))
