"""What an import costs beside the bare parse of the same bytes: the real lists where they are at hand, else our own.

python -m tests.bench.importing
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from modelspan import assets
from modelspan.app import importing, session
from modelspan.domain.problems import UserError
from modelspan.formats import registry
from modelspan.formats.file import unpacked
from modelspan.store import reading

OWN = Path(__file__).parents[1] / "samples"
REAL = Path(__file__).parents[2] / ".." / "shared" / "samples"
TODAY = "2026-11-30"


def files() -> list[Path]:
    """The files that some format reads."""
    found = []
    for path in sorted((REAL if REAL.is_dir() else OWN).iterdir()):
        try:
            registry.read(unpacked(path.name, path.read_bytes()))
        except UserError:
            continue
        found.append(path)
    return found


def bare(path: Path) -> None:
    """Only the parse, by what Python brings."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    if ".json" in path.name:
        json.loads(text)
    elif path.suffix == ".csv":
        list(csv.reader(io.StringIO(text)))


def measured() -> dict[str, float]:
    """Seconds, events and ratios of one import of all of them into the bundled catalogue."""
    paths = files()
    with tempfile.TemporaryDirectory() as folder:
        store = session.build(Path(folder) / "store.sqlite")
        start = time.perf_counter()
        for path in paths:
            bare(path)
        parse = time.perf_counter() - start
        start = time.perf_counter()
        plans = importing.plan(paths, store, TODAY)
        plan = time.perf_counter() - start
        start = time.perf_counter()
        importing.apply(plans)
        apply = time.perf_counter() - start
        events = len(reading.read(store).events)
    largest = max(path.stat().st_size for path in paths) / 1e6
    return {
        "files": len(paths),
        "MB": sum(path.stat().st_size for path in paths) / 1e6,
        "largest MB": largest,
        "parse s": parse,
        "plan s": plan,
        "apply s": apply,
        "events": events,
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "plan / parse": plan / parse,
    }


def main() -> int:
    """Print the figures."""
    print(f"catalogue in {assets.data()}")
    for name, value in measured().items():
        print(f"{name:>16} {value:,.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
