"""Opening a store: any file, or the default one, which is built from the bundled catalogue and kept up to it."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from functools import cache
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
    """The store at a path as it is, or the default one brought up to date. Raises UserError.

    A default store that turns out to be damaged only when it is read is moved aside and built again too.
    """
    if path is not None:
        path = at_home(path)
        return path, reading.read(path)
    found = ensure_bundled(default_store())
    try:
        return found, reading.read(found)
    except opening.DamagedError:
        found = build(found, spoilt=True)
        return found, reading.read(found)


def at_home(path: Path) -> Path:
    """A path with ~ for the home folder, which no shell has filled in where it stands behind --store=."""
    try:
        return path if path.exists() else path.expanduser()
    except (OSError, RuntimeError):  # a name that cannot be one, a user who is none
        return path


def ensure_bundled(path: Path) -> Path:
    """Build a store that is missing; apply the bundled catalogue to one that holds an older text of it.

    What is damaged or of another program is moved aside, never deleted, and built again. A store of a newer
    Modelspan or one that is in use raises UserError and stays as it is. Where nothing can be written the store of
    this session lies in a temporary folder. Returns where the store is.
    """
    if not os.path.exists(path):  # False too where the folder may not be looked into
        return build(path)
    folder = assets.data()
    sha256 = bundled_sha256(folder)
    try:
        opening.settle(path)
        version, stored = opening.last_state(path, BUNDLED)
        if stored == sha256 or bundled_version(folder) < version:
            return path
        if not (writable(path.parent) and os.access(path, os.W_OK)):
            path = session_folder() / path.name
            return path if path.exists() else build(path)
        # SQLAlchemy and the TOML reader take longer to import than an existing store takes to read.
        from modelspan.store import writing

        writing.apply(bundled_catalogue(folder), path, sha256, action="update")
    except opening.DamagedError:
        return build(path, spoilt=True)
    return path


def build(path: Path, spoilt: bool = False) -> Path:
    """Build the bundled catalogue at a path, or in a temporary folder where nothing can be written. Returns where.

    What is `spoilt` there is moved aside, not before the catalogue to put in its place has been read.
    """
    from modelspan.store import writing  # see ensure_bundled

    folder = assets.data()
    catalogue = bundled_catalogue(folder)
    if not writable(path.parent):
        path = session_folder() / path.name
    elif spoilt:
        move_aside(path)
    writing.build(catalogue, path, bundled_sha256(folder))
    return path


def move_aside(path: Path) -> Path:
    """Rename a file we cannot use, with what SQLite keeps beside it: its journal must not meet the next store."""
    number, kept = 1, path.with_name(f"{path.name}.broken")
    while os.path.lexists(kept):
        number += 1
        kept = path.with_name(f"{path.name}.broken-{number}")
    try:
        path.rename(kept)
        for ending in ("-journal", "-wal", "-shm"):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.rename(kept.with_name(kept.name + ending))
    except OSError as error:
        raise UserError(f"{path} is damaged and cannot be moved: {error.strerror}; move it away yourself.") from error
    return kept


def writable(folder: Path) -> bool:
    """Whether a file can be made in a folder, which is made if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def session_folder() -> Path:
    """A folder for this session, where the user's own cannot be written."""
    folder = tempfile.mkdtemp(prefix="modelspan-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


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
