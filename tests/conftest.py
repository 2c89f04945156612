"""What every test gets: no display, folders of its own, and no Qt where the core is tested alone.

Nothing here imports Qt, because tests/core also runs where PySide6 is not installed.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Dates and numbers read the same on every machine; a test of another locale asks for it by name.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

# A loaded machine is not a bug, so no deadline on single examples.
settings.register_profile("modelspan", deadline=None)
settings.load_profile("modelspan")


class QtHidden:
    """Refuses to find Qt, as if it were not installed."""

    hidden = frozenset({"PySide6", "shiboken6", "pyqtgraph"})

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in self.hidden:
            raise ModuleNotFoundError(f"{fullname} is hidden from this test run", name=fullname)
        return None


if os.environ.get("MODELSPAN_WITHOUT_QT") == "1":
    sys.meta_path.insert(0, QtHidden())


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keeps the settings and stores of whoever runs the tests out of reach."""
    home = tmp_path_factory.mktemp("home")
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    return home
