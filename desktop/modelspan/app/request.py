"""What a picture is asked to show, parsed but not yet looked up in any store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRequest:
    """One picture. Days are numbers and half-open: `end` is the first one not shown. Sizes are logical pixels."""

    out: Path
    today: int
    known: int | None = None  # the day as of which the picture tells
    store: Path | None = None
    start: int | None = None
    end: int | None = None
    kinds: tuple[str, ...] = ()
    orgs: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()
    search: str = ""
    select: str = ""
    open: str = ""
    width: int = 1600
    height: int = 900
    scale: float = 1.0
    theme: str = "light"
    title: str = ""
    all: bool = False
