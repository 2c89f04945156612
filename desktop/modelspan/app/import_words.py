"""`modelspan import`: files into a store, told on the terminal."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from modelspan.app import import_report, importing, session
from modelspan.app.importing import Plans, Step
from modelspan.domain.changes_of import Change
from modelspan.domain.dates import iso
from modelspan.domain.problems import UserError
from modelspan.formats.file import File

EVERY = 262_144  # bytes between two words about a download
STOPPED = 130  # what a shell expects of a word that was interrupted


def run(wanted: Sequence[str], store: Path | None, today: int, *, dry: bool, as_json: bool) -> int:
    """Plan, tell, and unless `dry` apply. 0: done, 1: done but a file could not be read, 130: interrupted."""
    paths = [session.at_home(Path(text)) for text in wanted if "://" not in text]
    try:
        files = [fetched(text, iso(today)) for text in wanted if "://" in text]
        if dry:
            with tempfile.TemporaryDirectory(prefix="modelspan-") as folder:
                return tell(
                    importing.plan(paths, copied(store, Path(folder)), iso(today), files=files, progress=shown),
                    None,
                    as_json,
                )
        found = importing.plan(paths, target(store), iso(today), files=files, progress=shown)
        return tell(found, importing.apply(found, shown), as_json)
    except KeyboardInterrupt:
        print("modelspan: stopped; what was not finished is as it was.", file=sys.stderr)
        return STOPPED


def fetched(address: str, today: str) -> File:
    """What lies at an address, fetched now. Raises UserError."""
    from modelspan.app import fetching  # only where something is to be fetched

    said = -1

    def tell(step: fetching.Progress) -> None:
        nonlocal said
        if sys.stderr.isatty() and step.done // EVERY != said:  # a line for each piece would be slower than the web
            said = step.done // EVERY
            print(f"\r\033[Kfetch {address}: {fetching.size(step.done)}", end="", file=sys.stderr, flush=True)

    return fetching.fetch(address, fetching.cache_folder(), progress=tell).file(today)


def target(store: Path | None) -> Path:
    """The store to write to; the default one and one that is not there yet are built from the bundled catalogue."""
    path = session.default_store() if store is None else session.at_home(store)
    found = session.ensure_bundled(path) if store is None or not path.exists() else path
    if found != path:
        raise UserError(f"{path} cannot be written; name another store with --store.")
    return found


def copied(store: Path | None, folder: Path) -> Path:
    """A copy to try on, so that a dry run builds and changes nothing."""
    path = session.default_store() if store is None else session.at_home(store)
    copy = folder / "store.sqlite"
    if not path.exists():
        return session.build(copy)
    try:
        shutil.copyfile(path, copy)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    return session.ensure_bundled(copy) if store is None else copy


def shown(step: Step) -> None:
    """Where people watch, one line that says how far it is."""
    if sys.stderr.isatty():
        print(f"\r\033[K{step.what} {step.done + 1} of {step.all}: {step.file}", end="", file=sys.stderr, flush=True)


def tell(found: Plans, change: Change | None, as_json: bool) -> int:
    """Print what an import found, and what it did; no change at all is a dry run."""
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if as_json:
        said: dict[str, object] = {
            "files": [importing.totals(plan) for plan in found.plans],
            "refused": list(found.refused),
            "dry_run": change is None,
        }
        if change is not None:
            said["written"] = {"added": change.added, "changed": change.changed, "withdrawn": change.withdrawn}
        print(json.dumps(said, indent=2, ensure_ascii=False))
    else:
        print(import_report.text(import_report.lines(found)))
        print()
        if change is None:
            print("Nothing was written: this was a dry run.")
        elif change:
            parts = (f"{change.added:,} added", f"{change.changed:,} changed", f"{change.withdrawn:,} withdrawn")
            print(f"{found.store}: {', '.join(parts)}.")
        else:
            print(f"{found.store} holds all of this already.")
    return 1 if found.refused else 0
