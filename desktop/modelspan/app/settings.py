"""What is personal: preferences, followed models, markers, recent stores and the last view, in one readable TOML file
in the user's config folder."""

from __future__ import annotations

import os
import tempfile
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import tomli_w
from platformdirs import user_config_dir

from modelspan.app.state import Marker
from modelspan.domain.dates import calendar, day

THEMES = ("", "light", "dark")  # empty: the system's
WHEELS = ("scroll", "zoom")
MOTIONS = ("", "off")  # empty: as the system says
RECENT = 8


@dataclass(frozen=True, slots=True)
class Settings:
    """Typed preferences. A file that cannot be read gives the defaults and is kept beside the new one."""

    theme: str = ""
    wheel: str = "scroll"
    motion: str = ""
    followed: tuple[tuple[str, str], ...] = ()
    markers: tuple[Marker, ...] = ()
    recent: tuple[str, ...] = ()  # paths of stores, newest first
    view: dict[str, Any] = field(default_factory=dict)  # as kept_view writes it
    table: dict[str, Any] = field(default_factory=dict)  # the events table: shown or not, its columns


def path() -> Path:
    """Where the file is."""
    return Path(user_config_dir("modelspan", appauthor=False)) / "modelspan.toml"


def load(file: Path | None = None) -> Settings:
    """Read; what is missing or of the wrong type is the default."""
    found = file or path()
    try:
        raw = tomllib.loads(found.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        with suppress(OSError):
            found.replace(found.with_suffix(".broken.toml"))
        return Settings()
    followed = tuple(
        (str(row["model"]), str(row.get("surface", ""))) for row in tables(raw, "followed") if row.get("model")
    )
    recent = raw.get("recent", [])
    return Settings(
        theme=choice(raw, "theme", THEMES),
        wheel=choice(raw, "wheel", WHEELS),
        motion=choice(raw, "motion", MOTIONS),
        followed=followed,
        markers=tuple(marker for marker in map(marker_of, tables(raw, "marker")) if marker),
        recent=tuple(name for name in recent if isinstance(name, str))[:RECENT] if isinstance(recent, list) else (),
        view=raw["view"] if isinstance(raw.get("view"), dict) else {},
        table=table_of(raw["table"]) if isinstance(raw.get("table"), dict) else {},
    )


def choice(raw: dict[str, Any], key: str, choices: tuple[str, ...]) -> str:
    """One of some words; the first where the file says something else."""
    value = raw.get(key)
    return value if isinstance(value, str) and value in choices else choices[0]


def tables(raw: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The tables of an array of tables; none where the file holds something else."""
    rows = raw.get(key, [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def table_of(kept: dict[str, Any]) -> dict[str, Any]:
    """What is kept of the events table, as far as it is of the right type."""
    found = {name: kept[name] for name, kind in (("shown", bool), ("height", int)) if type(kept.get(name)) is kind}
    widths = kept.get("widths")
    if isinstance(widths, list) and all(type(width) is int for width in widths):
        found["widths"] = widths
    return found


def marker_of(row: dict[str, Any]) -> Marker | None:
    """A marker; None where its days are no days. `last` is the last day itself, as people say it."""
    try:
        first, last = (date.fromisoformat(str(row.get(key, row["day"]))) for key in ("day", "last"))
    except (KeyError, ValueError):
        return None
    low, high = (day(one.year, one.month, one.day) for one in (first, last))
    return Marker(low, max(low, high) + 1, str(row.get("text", "")))


def save(settings: Settings, file: Path | None = None) -> None:
    """Write whole or not at all; a folder that cannot be written costs the preferences, not the session."""
    found = file or path()
    markers = [
        {"day": calendar(one.start), "last": calendar(one.end - 1), "text": one.text} for one in settings.markers
    ]
    whole: dict[str, Any] = {
        "theme": settings.theme,
        "wheel": settings.wheel,
        "motion": settings.motion,
        "recent": list(settings.recent),
        "view": settings.view,
        "table": settings.table,
        "followed": [{"model": model, "surface": surface} for model, surface in settings.followed],
        "marker": markers,
    }
    with suppress(OSError):
        found.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".modelspan.", dir=found.parent)
        # A path may be no Unicode; then that store is not found again, but all else is kept.
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(tomli_w.dumps({key: value for key, value in whole.items() if value not in ("", [], {})}))
        Path(name).replace(found)
