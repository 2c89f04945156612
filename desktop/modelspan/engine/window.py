"""The visible stretch of time: days to pixels, zoom about a point, pan, clamp.

Days are float64 here because a window may begin at any hour; the half-open window is [start, end).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modelspan.domain.dates import MAX_DAY, MIN_DAY

MIN_SPAN = 1.0 / 24.0  # an hour
NOTCH = 10.0 ** (1.0 / 13.0)  # about 13 wheel notches for a factor of ten


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time in days since 1970."""

    start: float
    end: float

    @property
    def span(self) -> float:
        """Its length in days."""
        return self.end - self.start


def clamp(window: Window, low: float = MIN_DAY, high: float = MAX_DAY + 1.0) -> Window:
    """The nearest window of legal length inside [low, high)."""
    span = min(max(window.span, MIN_SPAN), high - low)
    middle = (window.start + window.end) / 2 if span != window.span else window.start + span / 2
    start = min(max(middle - span / 2, low), high - span)
    return Window(start, start + span)


def to_px(window: Window, days: Any, width: float) -> NDArray[np.float64]:
    """Days as pixels from the window's left edge. Shifting first keeps float64 exact at any zoom."""
    return (np.asarray(days, np.float64) - window.start) * (width / window.span)


def to_day(window: Window, px: float, width: float) -> float:
    """The day under a pixel."""
    return window.start + px * window.span / width


def zoom(window: Window, factor: float, about: float) -> Window:
    """Zoom so that `about` (a day) stays where it is; factor > 1 shows less. At a limit the window stays as it is."""
    span = window.span / factor
    if not MIN_SPAN <= span <= MAX_DAY - MIN_DAY:
        return window
    share = (about - window.start) / window.span
    return clamp(Window(about - share * span, about + (1 - share) * span))


def pan(window: Window, days: float) -> Window:
    """Move by some days."""
    return clamp(Window(window.start + days, window.end + days))


def around(first: float, last: float, margin: float = 0.04) -> Window:
    """A window that holds two days with some air on both sides."""
    air = max((last - first) * margin, 1.0)
    return clamp(Window(first - air, last + air))
