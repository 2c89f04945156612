"""Opening a store: any file, or the default one, which is built from the bundled catalogue and kept up to it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from platformdirs import user_data_dir

from modelspan import assets
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.problems import UserError
from modelspan.domain.snapshot import Snapshot
from modelspan.store import opening, reading

BUNDLED = "modelspan"  # the id of the bundled dataset


def default_store() -> Path:
    """The store in the user's data folder."""
    return Path(user_data_dir("modelspan", appauthor=False)) / "modelspan.sqlite"


def open_store(path: Path | None) -> tuple[Path, Snapshot]:
    """The store at a path as it is, or the default one brought up to date. Raises UserError."""
    found = ensure_bundled(default_store()) if path is None else path
    return found, reading.read(found)


def ensure_bundled(path: Path) -> Path:
    """Build a store that is missing; apply the bundled catalogue to one that holds an older text of it.

    A file that is no store of ours, or of a newer Modelspan, raises UserError and stays as it is.
    """
    folder = assets.data()
    sha256 = bundled_sha256(folder)
    if not path.exists():
        # SQLAlchemy and the TOML reader take longer to import than an existing store takes to read.
        from modelspan.store import writing

        writing.build(bundled_catalogue(folder), path, sha256)
        return path
    version, stored = opening.last_state(path, BUNDLED)
    if stored != sha256 and bundled_version(folder) >= version:
        from modelspan.store import writing

        writing.apply(bundled_catalogue(folder), path, sha256)
    return path


def bundled_sha256(folder: Path) -> str:
    """One hash of the names and bytes of all files of a catalogue."""
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*.toml")):
        content = file.read_bytes()
        whole.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def bundled_version(folder: Path) -> str:
    """The version a catalogue states, an ISO day, so that versions compare as text."""
    import tomllib  # only where a store differs, see ensure_bundled

    head = tomllib.loads((folder / "catalogue.toml").read_text("utf-8"))
    return str(head["catalogue"]["version"])


def bundled_catalogue(folder: Path) -> Catalogue:
    """The bundled catalogue, whole."""
    from modelspan.formats import catalogue_toml  # only where a store is written, see ensure_bundled

    catalogue, problems, _ = catalogue_toml.read(folder)
    if problems:
        raise UserError(f"The bundled catalogue is damaged ({problems[0]}); installing Modelspan again restores it.")
    return catalogue
