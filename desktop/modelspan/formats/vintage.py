"""The day of a file, for what it states without a day of its own: that held by then, and may have begun long before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from modelspan.domain.dates import DateError, When, parse_edtf
from modelspan.formats.file import File


@dataclass(frozen=True)
class Vintage:
    """The ISO day or month of a file, empty where neither file nor name says it."""

    as_of: str = ""

    @cached_property
    def observed(self) -> When | None:
        """Not after the day of the file: when that which it states without a day was so."""
        return parse_edtf(f"[..{self.as_of}]") if self.as_of else None

    @cached_property
    def known(self) -> When | None:
        """The day of the file as the day its statements were public."""
        return parse_edtf(self.as_of) if self.as_of else None

    def ahead(self, when: When) -> bool:
        """Whether a day lies behind the day of the file, so that nobody can have seen it."""
        known = self.known
        return known is not None and known.end is not None and when.start is not None and when.start >= known.end


def vintage_of(file: File) -> Vintage:
    """The day in a file's name, where it is one of the calendar."""
    try:
        parse_edtf(file.vintage)
    except DateError:
        return Vintage()
    return Vintage(file.vintage)
