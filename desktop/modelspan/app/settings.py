"""What is personal: followed models and the theme, in one readable TOML file in the user's config folder."""

from __future__ import annotations

import json
import os
import tempfile
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_dir

THEMES = ("", "light", "dark")  # empty: the system's


@dataclass(frozen=True, slots=True)
class Settings:
    """Typed preferences. A file that cannot be read gives the defaults and is kept beside the new one."""

    theme: str = ""
    followed: tuple[tuple[str, str], ...] = ()


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
    theme = raw.get("theme", "")
    rows = raw.get("followed", [])
    pairs = (
        [(row.get("model", ""), row.get("surface", "")) for row in rows if isinstance(row, dict)]
        if isinstance(rows, list)
        else []
    )
    followed = tuple((str(model), str(surface)) for model, surface in pairs if model)
    return Settings(theme=theme if theme in THEMES else "", followed=followed)


def save(settings: Settings, file: Path | None = None) -> None:
    """Write whole or not at all; a folder that cannot be written costs the preferences, not the session."""
    found = file or path()
    text = f"theme = {json.dumps(settings.theme)}\n"
    for model, surface in settings.followed:
        text += f"\n[[followed]]\nmodel = {json.dumps(model)}\nsurface = {json.dumps(surface)}\n"
    with suppress(OSError):
        found.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".modelspan.", dir=found.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(name).replace(found)
