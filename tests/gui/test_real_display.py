"""The window opens on a real display server, not only on Qt's offscreen one."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

DEADLINE_S = 60.0
SIZE = (1600, 900)
# A shown window paints text, bars and grounds; a bare root window or an unpainted window has one colour or two.
PAINTED_COLOURS = 20


@contextlib.contextmanager
def virtual_display(folder: Path) -> Iterator[tuple[str, Path]]:
    """The name of a new display and the file that holds its pixels."""
    reading, writing = os.pipe()
    width, height = SIZE
    screen = ("-screen", "0", f"{width}x{height}x24", "-fbdir", str(folder))
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *screen, "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}", folder / "Xvfb_screen0"
    finally:
        server.terminate()
        server.wait(timeout=10)


def colours(screen: Path) -> int:
    """How many different pixels the middle rows of the screen have; a row of pixels ends the file."""
    width, height = SIZE
    pixels = screen.read_bytes()[-4 * width * height :]
    rows = [pixels[4 * width * y : 4 * width * (y + 1)] for y in range(height // 4, height, height // 16)]
    return len({row[at : at + 4] for row in rows for at in range(0, len(row), 4)})


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_the_window_opens_and_paints(tmp_path: Path) -> None:
    with virtual_display(tmp_path) as (display, screen), (tmp_path / "output").open("w+") as output:
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        environment.pop("WAYLAND_DISPLAY", None)
        app = subprocess.Popen(
            [sys.executable, "-m", "modelspan", "--today", "2026-11-30"], env=environment, stdout=output, stderr=output
        )
        try:
            until = time.monotonic() + DEADLINE_S
            while app.poll() is None and colours(screen) < PAINTED_COLOURS and time.monotonic() < until:
                time.sleep(0.2)
            said = Path(output.name).read_text()
            assert app.poll() is None, f"the app ended by itself with {app.returncode}: {said}"
            assert colours(screen) >= PAINTED_COLOURS, f"nothing painted after {DEADLINE_S:.0f} s: {said}"
        finally:
            app.terminate()
            app.wait(timeout=20)
