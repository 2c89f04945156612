"""Pages that records name together with the day on which somebody read them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from modelspan.domain.dates import Precision, Qualifier, When
from modelspan.domain.records import Citation, Source
from modelspan.formats.cited import Cited
from modelspan.formats.vintage import Vintage


@dataclass(slots=True)
class ReadPages:
    """The sources of a file. A page that several records name was read on the newest of their days."""

    cited: Cited
    days: dict[str, str] = field(default_factory=dict)

    def page(self, url: str, title: str = "", day: str = "") -> Citation | None:
        """A page and the ISO day on which it was read, empty where that is not said; None for what is no address."""
        found = self.cited.page(url, title)
        if found is not None and day:
            self.days[found.source_id] = max(day, self.days.get(found.source_id, ""))
        return found

    @property
    def sources(self) -> tuple[Source, ...]:
        """All of them, by id."""
        return tuple(replace(source, accessed=self.days.get(source.id, "")) for source in self.cited.sources)


def exact_day(when: When | None) -> str:
    """A date as an ISO day; empty where it is none, or finer, coarser or softer than a day."""
    plain = when is not None and when.precision is Precision.DAY and when.qualifier is Qualifier.EXACT
    return str(when) if plain else ""


def day_or(when: When | None, other: Vintage) -> Vintage:
    """The day on which a record was looked at, where it says one; else that of the file."""
    day = exact_day(when)
    return Vintage(day) if day else other
