"""The bundled catalogue, read and built once for all tests of a process."""

from pathlib import Path

import pytest

from modelspan import assets
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.snapshot import Snapshot
from modelspan.formats import catalogue_toml
from modelspan.store import reading, writing


@pytest.fixture(scope="session")
def bundled() -> Catalogue:
    catalogue, problems, _ = catalogue_toml.read(assets.data())
    assert not problems
    return catalogue


@pytest.fixture(scope="session")
def bundled_store(bundled: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of it; tests that change one copy it first."""
    path = tmp_path_factory.mktemp("store") / "bundled.sqlite"
    writing.build(bundled, path, "0" * 64)
    return path


@pytest.fixture(scope="session")
def snapshot(bundled_store: Path) -> Snapshot:
    return reading.read(bundled_store)
