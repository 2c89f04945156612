"""`make shots`: the window at many sizes and scales and in every situation, and the pictures of docs/guide.md.

Each part runs in a process of its own, because Qt reads the scale of the screen once. Pictures go to build/shots.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((1024, 640), (1600, 900), (3840, 2160))
SCALES = ("1", "1.5", "2")
THEMES = ("light", "dark")
STORY = ("2026-05-26", "2026-06-01", "2026-09-10", "2026-11-30")  # days of the founding story, as they were known
SPARK = "gpt-5-3-codex-spark"
PARTS = (*(f"sizes:{scale}" for scale in reversed(SCALES)), "situations:1", "guide:1")


def main() -> int:
    parser = argparse.ArgumentParser(description="Take pictures of the window.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "shots", help="where the pictures go")
    parser.add_argument("--pages", type=Path, default=ROOT / "docs", help="where pictures/guide-*.png go")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part; may be repeated")
    parser.add_argument("--child", choices=PARTS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return child(args.child.partition(":")[0], args.child.partition(":")[2], args.out, args.pages)
    start = time.monotonic()
    with ThreadPoolExecutor(max(os.cpu_count() or 1, 1)) as pool:
        failed = sum(pool.map(lambda part: start_child(part, args.out, args.pages), args.part or PARTS))
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if failed else 0


def start_child(part: str, out: Path, pages: Path) -> int:
    """One part in a fresh process; returns its exit status."""
    scale = part.partition(":")[2]
    paths = [str(ROOT / "desktop"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": scale,
        "LC_ALL": "C.UTF-8",
    }
    command = [sys.executable, "-m", "tests.shots.run", "--child", part, "--out", str(out), "--pages", str(pages)]
    return subprocess.run(command, env=environment, check=False, cwd=ROOT).returncode


def child(part: str, scale: str, out: Path, pages: Path) -> int:
    """Take the pictures of one part and say where they are."""
    from PySide6.QtWidgets import QApplication

    from tests.shots.situations import Stores
    from tests.shots.stage import own_folders

    application = QApplication(["modelspan"])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="modelspan-shots-") as folder:
        own_folders(Path(folder))
        stores = Stores(Path(folder))
        takes: dict[str, Callable[[], Iterator[Path]]] = {
            "sizes": lambda: sizes(stores, scale, out),
            "situations": lambda: situations(stores, out),
            "guide": lambda: guide(stores, pages),
        }
        for path in takes[part]():
            shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            print(f"{shown}  {path.stat().st_size // 1024} kB", flush=True)
    del application
    return 0


def sizes(stores: object, scale: str, out: Path) -> Iterator[Path]:
    """The bundled catalogue at every size and theme."""
    from tests.shots.situations import Stores
    from tests.shots.stage import Stage

    assert isinstance(stores, Stores)
    for theme in THEMES:
        for size in SIZES:
            stage = Stage(*stores.bundled, size, theme)
            yield saved(stage, out / f"window-{size[0]}x{size[1]}-at-{scale}-{theme}.png")


def situations(stores: object, out: Path) -> Iterator[Path]:
    """Every situation in both themes."""
    from tests.shots.situations import SITUATIONS, Stores
    from tests.shots.stage import Stage

    assert isinstance(stores, Stores)
    for name, make in SITUATIONS.items():
        found = make(stores)
        for theme in THEMES:
            stage = Stage(found.path, found.scene, (1600, 900), theme)
            stage.window.store.put(found.state)
            yield saved(stage, out / f"{name}-{theme}.png")


def guide(stores: object, pages: Path) -> Iterator[Path]:
    """The pictures of the guide, by doing what it says."""
    from modelspan.__main__ import main as snapshot
    from tests.shots.guide import questions
    from tests.shots.situations import Stores
    from tests.shots.stage import Stage

    assert isinstance(stores, Stores)
    for question in questions():
        stage = Stage(*stores.bundled)
        for step in question.steps:
            stage.do(step)
        yield saved(stage, pages / question.picture)
    for known in STORY:
        out = pages / "pictures" / f"known-{known}.png"
        words = ["--as-known", known, "--from", "2026-02-01", "--to", "2026-12-31", "--size", "1200x560"]
        if snapshot(["snapshot", str(out), *words, "--open", SPARK, "--select", SPARK]):
            raise OSError(f"{out} cannot be written")
        yield out


def saved(stage: object, path: Path) -> Path:
    """Write the picture of a window and close it."""
    from tests.shots.stage import Stage

    assert isinstance(stage, Stage)
    path.parent.mkdir(parents=True, exist_ok=True)
    taken = stage.picture()
    stage.close()
    if not taken.save(str(path), "PNG"):
        raise OSError(f"{path} cannot be written")
    return path


if __name__ == "__main__":
    sys.exit(main())
