"""How fast the timeline is, as ratios to an empty one and to other ways of drawing the same bars.

    python tests/bench/run.py --out build/bench.json          everything, about three minutes
    python tests/bench/run.py --sizes 1000,100000 --no-peers  less

Every measurement runs in a process of its own. Sizes and alternatives take turns, and of the rounds the median is
reported, so that another program on the machine disturbs all of them alike. Milliseconds mean little elsewhere; the
ratios do.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import applying, identity, importing
from tests.bench.window import display, fills, pans

WIDTH, HEIGHT = 1600, 900
ROUNDS, STARTS = 3, 5
FRAME_MS = 16.7  # of a display that shows sixty frames a second
LIMITS = {
    "1M / 1k frame": 2.0,
    "first paint / no data": 1.3,
    "interactive / no data": 1.6,
    "pan with every pane / fill": 10.0,
    "import: plan / bare parse": 20.0,
    "import: apply / executemany": 3.0,
}


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="where the JSON goes")
    parser.add_argument("--sizes", default="1000,100000,1000000", help="events, comma between")
    parser.add_argument("--no-peers", action="store_true", help="leave out pyqtgraph and QGraphicsScene")
    parser.add_argument("--no-starts", action="store_true", help="leave out the starts of the program")
    parser.add_argument("--no-window", action="store_true", help="leave out the whole window on a display server")
    parser.add_argument("--no-data", action="store_true", help="leave out imports and the store")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if args.child:
        kind, size = args.child.split(":")
        print(json.dumps(CHILDREN[kind](int(size))))
        return 0
    sizes = [int(size) for size in args.sizes.split(",")]
    found: dict[str, Any] = {"machine": machine(), "rounds": ROUNDS}
    found["frames"] = rounds([("empty", 0), ("no-data", 0), *(("frames", size) for size in sizes), ("bundled", 0)])
    if not args.no_peers:
        small = [size for size in sizes if size <= 100_000]
        found["peers"] = rounds([(kind, size) for size in small for kind in PEERS], 1)
    if not args.no_starts:
        found["starts"] = starts()
    if not args.no_window:
        with display() as server:
            found["window"] = rounds([("fills", 0), ("pans", 0)], extra=server)
            found["window"]["platform"] = server.get("QT_QPA_PLATFORM", os.environ["QT_QPA_PLATFORM"])
    if not args.no_data:
        found["data"] = rounds([("importing", 0), ("applying", 100_000), ("identity", 0)], 1)
    found["ratios"] = ratios(found, sizes)
    print("\n".join(table(found)))
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        print(f"\nWritten to {args.out}")
    return 0


def machine() -> dict[str, str | int]:
    """What it was measured on."""
    import numpy
    import PySide6

    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    name = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )
    return {
        "cpu": name,
        "cores": os.cpu_count() or 0,
        "system": platform.platform(),
        "python": platform.python_version(),
        "pyside6": PySide6.__version__,
        "numpy": numpy.__version__,
        "platform": os.environ["QT_QPA_PLATFORM"],
        "size": f"{WIDTH}x{HEIGHT}",
    }


def rounds(work: list[tuple[str, int]], times: int = ROUNDS, extra: dict[str, str] | None = None) -> dict[str, Any]:
    """Each piece of work in its own process, in turn, some times over; the median of each number."""
    results: dict[str, list[dict[str, float]]] = {}
    for _ in range(times):
        for kind, size in work:
            name = kind if not size else f"{kind}:{size}"
            print(f"  {name}", file=sys.stderr, flush=True)
            results.setdefault(name, []).append(child(kind, size, extra or {}))
    return {
        name: {key: round(median(part[key] for part in parts), 4) for key in parts[0]}
        for name, parts in results.items()
    }


def child(kind: str, size: int, extra: dict[str, str]) -> dict[str, float]:
    """One measurement in a fresh process, with some more in its environment."""
    command = [sys.executable, __file__, "--child", f"{kind}:{size}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env={**environment(), **extra})
    found: dict[str, float] = json.loads(done.stdout)
    return found


def environment() -> dict[str, str]:
    """This one, with the checkout in reach."""
    root = Path(__file__).resolve().parents[2]
    paths = [str(root / "desktop"), str(root), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def peak_mb() -> float:
    """The most memory this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(step: Callable[[], Any]) -> tuple[Any, float]:
    """A result and its seconds."""
    start = time.perf_counter()
    result = step()
    return result, time.perf_counter() - start


def spread(name: str, values: list[float]) -> dict[str, float]:
    """Median, 95th percentile and worst, in ms."""
    ordered = sorted(value * 1000 for value in values)
    return {
        f"{name}_p50": median(ordered),
        f"{name}_p95": ordered[int(len(ordered) * 0.95)],
        f"{name}_max": ordered[-1],
    }


# Painting. Qt is imported inside, so that a start measured below imports nothing before its time.


def show(paint: Callable[[Any], None]) -> tuple[Any, Callable[[], float]]:
    """A widget on show that paints in that way, and a function that makes it paint once and returns the seconds."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QPainter, QPaintEvent
    from PySide6.QtWidgets import QApplication, QWidget

    app = QApplication.instance() or QApplication(["bench"])

    class Widget(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
            painter = QPainter(self)
            paint(painter)
            painter.end()

    widget = Widget()
    widget.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    widget.resize(WIDTH, HEIGHT)
    widget.show()
    app.processEvents()

    def once() -> float:
        start = time.perf_counter()
        widget.update()
        app.processEvents()
        return time.perf_counter() - start

    return widget, once


def empty(size: int) -> dict[str, float]:
    """A widget that only fills."""
    from PySide6.QtCore import Qt

    _widget, once = show(lambda painter: painter.fillRect(0, 0, WIDTH, HEIGHT, Qt.GlobalColor.white))
    return spread("frame", [once() for _ in range(120)])


def script(first: Any, scroll: int) -> list[Any]:
    """120 states: zoom from twelve years in to a week and out again, pan at three widths, scroll the lanes."""
    from modelspan.engine.window import Window, pan

    today = first.today

    def at(days: float) -> Any:
        return replace(first, window=Window(today - days * 0.6, today + days * 0.4), scroll=scroll // 2)

    widths = [4400 * (7 / 4400) ** (n / 29) for n in range(30)]
    found = [at(days) for days in [*widths, *reversed(widths)]]
    for days in (2000, 365, 30):
        start = at(days)
        found += [replace(start, window=pan(start.window, days * 0.04 * n)) for n in range(14)]
    return found + [replace(first, scroll=round(scroll * n / 17)) for n in range(18)]


def play(scene: Any, states: list[Any]) -> list[float]:
    """Seconds of each frame of a script, event loop included."""
    from modelspan.app import drawing
    from modelspan.ui import painter as painting
    from modelspan.ui.theme import load

    theme, shown = load("light"), [states[0]]
    _widget, once = show(lambda painter: painting.paint(painter, drawing.frame(scene, shown[0], WIDTH, HEIGHT), theme))
    seconds = []
    for shown[0] in states:
        seconds.append(once())
    return seconds


def measure(scene: Any, today: int) -> dict[str, float]:
    """First frame, the script on the first view and with all organisations open, filters."""
    from modelspan.app import drawing
    from modelspan.app.state import Filter
    from modelspan.app.views import first_state

    first = first_state(scene, today)
    entities = scene.snapshot.entities
    _, first_s = timed(lambda: drawing.frame(scene, first, WIDTH, HEIGHT))
    found = {"first_frame_ms": first_s * 1000}
    # Only what the script changes is measured per frame: the lanes of `first` are kept.
    found |= spread("view", play(scene, script(first, 0)))
    owners = {entities.ids[row] for row in set(entities.organisation[entities.models].tolist()) if row >= 0}
    opened = replace(first, expanded=frozenset(owners))
    lanes, seconds = timed(lambda: scene.lanes(opened))
    found |= {"lanes": float(len(lanes)), "lanes_ms": seconds * 1000}
    found |= spread("frame", play(scene, script(opened, scene.max_scroll(opened, WIDTH, HEIGHT))))
    if owners:
        chosen = replace(opened, filter=Filter(organisations=frozenset(sorted(owners)[:3])))
        found["filter_ms"] = timed(lambda: drawing.frame(scene, chosen, WIDTH, HEIGHT))[1] * 1000
        typed = replace(opened, filter=Filter(text="7"))
        found["search_ms"] = timed(lambda: drawing.frame(scene, typed, WIDTH, HEIGHT))[1] * 1000
    return found | {"peak_mb": peak_mb()}


def frames(size: int) -> dict[str, float]:
    """A synthetic snapshot."""
    from modelspan.app.scene import Scene
    from tests.bench import synthetic

    data = synthetic.snapshot(size)
    before = peak_mb()
    scene, seconds = timed(lambda: Scene(data))
    return {"build_s": seconds, "snapshot_mb": before, **measure(scene, synthetic.TODAY)}


def bundled(size: int) -> dict[str, float]:
    """The bundled catalogue."""
    from modelspan.app import session
    from modelspan.app.scene import Scene
    from modelspan.store import reading

    with tempfile.TemporaryDirectory() as folder:
        path = session.ensure_bundled(Path(folder) / "bundled.sqlite")
        data, read = timed(lambda: reading.read(path))
    scene, seconds = timed(lambda: Scene(data))
    return {"read_s": read, "build_s": seconds, **measure(scene, data.as_of)}


# Peers: the lives of the same synthetic snapshot as bars, the same number of lanes and the windows in view; then
# all lanes at once. "text" puts a label at the end of every bar of the lanes in view. None of them has an axis, names
# beside the lanes, strips, tracks, hatches or caps; ours has all of these.


def lives(size: int) -> tuple[Any, Any, Any, list[tuple[float, float]]]:
    """Begin, end and lane of each bar, and the windows of the script."""
    import numpy as np

    from modelspan.app.scene import Scene
    from modelspan.app.views import first_state
    from tests.bench import synthetic

    scene = Scene(synthetic.snapshot(size))
    known = scene.lives
    end = np.where(known.end_row >= 0, known.end_low, np.maximum(known.begin, synthetic.TODAY))
    _, lane = np.unique(known.model, return_inverse=True)
    states = script(first_state(scene, synthetic.TODAY), 0)[:102]
    return known.begin, end, lane, [(state.window.start, state.window.end) for state in states]


def ours(size: int, whole: bool = False) -> dict[str, float]:
    """Everything, with all organisations open; or all lives fitted to the height."""
    from modelspan.app.scene import Scene
    from modelspan.app.views import first_state
    from tests.bench import synthetic

    scene, seconds = timed(lambda: Scene(synthetic.snapshot(size)))
    first = replace(first_state(scene, synthetic.TODAY), fitted=whole)
    opened = replace(first, expanded=frozenset(f"org-{n}" for n in range(synthetic.ORGANISATIONS)))
    states = script(opened, scene.max_scroll(opened, WIDTH, HEIGHT))[:102]
    return {"build_s": seconds, **spread("frame", play(scene, states)), "peak_mb": peak_mb()}


def pyqtgraph(size: int, whole: bool = False, text: bool = False) -> dict[str, float]:
    """One BarGraphItem in a ViewBox."""
    import pyqtgraph as graphs
    from PySide6.QtWidgets import QApplication

    begin, end, lane, windows = lives(size)
    app = QApplication.instance() or QApplication(["bench"])
    low, high = (0, int(lane.max())) if whole else in_view(lane)

    def make() -> tuple[Any, Any]:
        view = graphs.GraphicsView()
        box = graphs.ViewBox(enableMenu=False)
        view.setCentralItem(box)
        box.addItem(graphs.BarGraphItem(x0=begin, x1=end, y=lane, height=0.7, pen=None, brush="#3a6ea5"))
        for row in labelled(lane, low, high) if text else ():
            label = graphs.TextItem(f"→ Model {row}", color="#333")
            label.setPos(float(end[row]), float(lane[row]))
            box.addItem(label)
        view.resize(WIDTH, HEIGHT)
        view.show()
        app.processEvents()
        return view, box

    (_view, box), seconds = timed(make)

    def once(start: float, stop: float) -> float:
        begun = time.perf_counter()
        box.setRange(xRange=(start, stop), yRange=(low, high), padding=0)
        app.processEvents()
        return time.perf_counter() - begun

    once(*windows[0])
    return {"build_s": seconds, **spread("frame", [once(*window) for window in windows]), "peak_mb": peak_mb()}


def items(size: int, whole: bool = False, text: bool = False) -> dict[str, float]:
    """One QGraphicsRectItem for each bar in a QGraphicsView."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QColor, QPen, QTransform
    from PySide6.QtWidgets import QApplication, QGraphicsItem, QGraphicsScene, QGraphicsView

    begin, end, lane, windows = lives(size)
    app = QApplication.instance() or QApplication(["bench"])
    low, high = (0, int(lane.max())) if whole else in_view(lane)

    def make() -> QGraphicsView:
        scene = QGraphicsScene()
        pen, brush = QPen(Qt.PenStyle.NoPen), QColor("#3a6ea5")
        for x, x2, y in zip(begin.tolist(), end.tolist(), lane.tolist(), strict=True):
            scene.addRect(QRectF(x, y, x2 - x, 0.7), pen, brush)
        for row in labelled(lane, low, high) if text else ():
            label = scene.addSimpleText(f"→ Model {row}")
            label.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            label.setPos(float(end[row]), float(lane[row]))
        view = QGraphicsView(scene)
        scene.setParent(view)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.resize(WIDTH, HEIGHT)
        view.show()
        app.processEvents()
        return view

    view, seconds = timed(make)

    def once(start: float, stop: float) -> float:
        begun = time.perf_counter()
        view.setTransform(QTransform.fromScale(WIDTH / (stop - start), HEIGHT / (high - low)))
        view.centerOn((start + stop) / 2, (low + high) / 2)
        view.viewport().update()
        app.processEvents()
        return time.perf_counter() - begun

    once(*windows[0])
    return {"build_s": seconds, **spread("frame", [once(*window) for window in windows]), "peak_mb": peak_mb()}


def in_view(lane: Any) -> tuple[int, int]:
    """The lanes about the middle that a canvas of this height shows."""
    middle, rows = int(lane.max()) // 2, HEIGHT // 18
    return middle - rows // 2, middle + rows // 2


def labelled(lane: Any, low: int, high: int) -> list[int]:
    """The bars of some lanes."""
    return [row for row, place in enumerate(lane.tolist()) if low <= place < high]


PEERS: dict[str, Callable[[int], dict[str, float]]] = {
    "ours": ours,
    "pyqtgraph": pyqtgraph,
    "pyqtgraph-text": lambda size: pyqtgraph(size, text=True),
    "items": items,
    "items-text": lambda size: items(size, text=True),
    "ours-whole": lambda size: ours(size, whole=True),
    "pyqtgraph-whole": lambda size: pyqtgraph(size, whole=True),
    "items-whole": lambda size: items(size, whole=True),
}
CHILDREN: dict[str, Callable[[int], dict[str, float]]] = {
    "empty": empty, "no-data": frames, "frames": frames, "bundled": bundled, **PEERS,
    "fills": lambda size: spread("frame", fills()), "pans": lambda size: spread("frame", pans()),
    "importing": lambda size: importing.measured(), "applying": applying.applying,
    "identity": lambda size: identity.measured(),
}  # fmt: skip


# Starts: the program as it is. "paint" is the end of the canvas's first painting; "interactive" is when, after that,
# the event loop last failed to come round within 16 ms.

START = """
import os, sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
begun = int(os.environ["BENCH_BEGUN"])

class Watch(QObject):
    paint = interactive = last = 0.0

    def eventFilter(self, thing, event):
        if event.type() == QEvent.Type.Paint and not self.paint and type(thing).__name__ == "Canvas":
            self.paint = -1.0
            QTimer.singleShot(0, self.painted)
            return False
        return False

    def now(self):
        return (time.monotonic_ns() - begun) / 1e6

    def painted(self):
        self.paint = self.interactive = self.last = self.now()
        QApplication.instance().removeEventFilter(self)
        self.timer = QTimer()
        self.timer.timeout.connect(self.tick)
        self.timer.start(0)

    def tick(self):
        now = self.now()
        if now - self.last > 16:
            self.interactive = now
        self.last = now
        if now > self.paint + 700:
            print("BENCH", self.paint, self.interactive, flush=True)
            os._exit(0)
"""
BARE = (
    START
    + """
class Canvas(QWidget):
    pass

app = QApplication(["bench"])
watch = Watch()
app.installEventFilter(watch)
widget = Canvas()
widget.resize(1600, 900)
widget.show()
app.exec()
"""
)
WINDOW = (
    START
    + """
made = QApplication.__init__

def init(self, *args):
    made(self, *args)
    self.watch = Watch()
    self.installEventFilter(self.watch)

QApplication.__init__ = init
from modelspan.__main__ import main
sys.exit(main([os.environ["BENCH_STORE"], "--today", "2026-11-30"]))
"""
)


def starts() -> dict[str, Any]:
    """Process start to first paint and to interactive: the bundled store, one without data, a bare widget."""
    from modelspan.app import session
    from modelspan.domain.catalogue import Catalogue
    from modelspan.store import writing

    with tempfile.TemporaryDirectory() as folder:
        full, bare = Path(folder) / "full.sqlite", Path(folder) / "empty.sqlite"
        session.ensure_bundled(full)
        whole = session.bundled_catalogue(session.assets.data())
        writing.build(Catalogue(dataset=whole.dataset, as_of=whole.as_of), bare, "")
        found: dict[str, list[tuple[float, float]]] = {}
        for _ in range(STARTS):
            for name, code, store in (("data", WINDOW, full), ("no data", WINDOW, bare), ("bare widget", BARE, bare)):
                print(f"  start: {name}", file=sys.stderr, flush=True)
                found.setdefault(name, []).append(start(code, store, Path(folder)))
    return {
        name: {
            "paint_ms": round(median(part[0] for part in parts), 1),
            "interactive_ms": round(median(part[1] for part in parts), 1),
        }
        for name, parts in found.items()
    }


def start(code: str, store: Path, home: Path) -> tuple[float, float]:
    """Milliseconds of one start until the first paint, and until the first idle moment after it."""
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
    begun = {"BENCH_BEGUN": str(time.monotonic_ns()), "BENCH_STORE": str(store)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        env={**environment(), **folders, **begun},
        timeout=60,
    )
    line = next((line for line in done.stdout.splitlines() if line.startswith("BENCH ")), "")
    if not line:
        raise SystemExit(f"The window did not come up within its start ({done.returncode}).")
    _, paint, idle = line.split()
    return float(paint), float(idle)


def ratios(found: dict[str, Any], sizes: list[int]) -> dict[str, float]:
    """What is compared with what."""
    rows = found["frames"]
    empty_ms, none_ms = rows["empty"]["frame_p50"], rows["no-data"]["frame_p50"]
    made: dict[str, float] = {}
    for name in [*(f"frames:{size}" for size in sizes), "bundled"]:
        for which in ("frame", "view"):
            made[f"{name} {which} / fill"] = rows[name][f"{which}_p50"] / empty_ms
            made[f"{name} {which} / no data"] = rows[name][f"{which}_p50"] / none_ms
    if {1000, 1_000_000} <= set(sizes):
        for which in ("frame", "view"):
            key = f"{which}_p50"
            made[f"1M / 1k {which}"] = rows["frames:1000000"][key] / rows["frames:1000"][key]
    for name, part in found.get("peers", {}).items():
        kind, _, size = name.partition(":")
        own = "ours-whole" if kind.endswith("-whole") else "ours"
        if kind != own:
            made[f"{kind} / {own} at {size}"] = part["frame_p50"] / found["peers"][f"{own}:{size}"]["frame_p50"]
    if "starts" in found:
        data, none, bare = (found["starts"][name] for name in ("data", "no data", "bare widget"))
        made["first paint / no data"] = data["paint_ms"] / none["paint_ms"]
        made["interactive / no data"] = data["interactive_ms"] / none["paint_ms"]
        made["first paint / bare widget"] = data["paint_ms"] / bare["paint_ms"]
    if "window" in found:
        made["pan with every pane / fill"] = (
            found["window"]["pans"]["frame_p50"] / found["window"]["fills"]["frame_p50"]
        )
    if "data" in found:
        made["import: plan / bare parse"] = found["data"]["importing"]["plan / parse"]
        made["import: apply / executemany"] = found["data"]["applying:100000"]["apply / executemany"]
    return {name: round(value, 2) for name, value in made.items()}


def table(found: dict[str, Any]) -> list[str]:
    """What a reader wants to see."""
    lines = [", ".join(str(value) for value in found["machine"].values()), "", "Frames, ms, event loop included"]
    head = (
        "",
        "p50",
        "p95",
        "max",
        "view p50",
        "p95",
        "first",
        "lanes",
        "ms",
        "filter",
        "search",
        "build s",
        "peak MB",
    )
    keys = (
        "frame_p50", "frame_p95", "frame_max", "view_p50", "view_p95", "first_frame_ms", "lanes", "lanes_ms",
        "filter_ms", "search_ms", "build_s", "peak_mb",
    )  # fmt: skip
    lines.append(row(head))
    for name, part in found["frames"].items():
        lines.append(row((name, *(part.get(key) for key in keys))))
    if "peers" in found:
        lines += ["", "The same bars", row(("", "p50", "p95", "build s", "peak MB"))]
        for name, part in found["peers"].items():
            lines.append(row((name, *(part[key] for key in ("frame_p50", "frame_p95", "build_s", "peak_mb")))))
    if "starts" in found:
        lines += ["", "Process start to, ms", row(("", "paint", "idle"))]
        lines += [row((name, part["paint_ms"], part["interactive_ms"])) for name, part in found["starts"].items()]
    if "window" in found:
        part = found["window"]
        lines += ["", f"The window with every pane and track open, ms, on {part['platform']}"]
        lines.append(row(("", "p50", "p95", "max")))
        for name in ("fills", "pans"):
            lines.append(row((name, *(part[name][key] for key in ("frame_p50", "frame_p95", "frame_max")))))
        worst = part["pans"]["frame_max"]
        lines.append(f"worst frame {worst:.1f} ms, {'under' if worst < FRAME_MS else 'OVER'} {FRAME_MS} ms")
    for name, part in found.get("data", {}).items():
        lines += ["", f"Data: {name}", *(f"{key:40}{value:12,.3f}" for key, value in part.items())]
    lines += ["", "Ratios", *(verdict(name, value) for name, value in found["ratios"].items())]
    return lines


def verdict(name: str, value: float) -> str:
    """A ratio, and its limit where it has one."""
    limit = LIMITS.get(name)
    said = "" if limit is None else f"   at most {limit}: {'met' if value <= limit else 'MISSED'}"
    return f"{name:40}{value:8.2f}{said}"


def row(cells: tuple[Any, ...]) -> str:
    """One line of a table."""
    first, *rest = cells
    texts = ["" if cell is None else f"{cell:,.4g}" if isinstance(cell, float) else str(cell) for cell in rest]
    return f"{first:24}" + "".join(f"{text:>10}" for text in texts)


if __name__ == "__main__":
    sys.exit(main())
