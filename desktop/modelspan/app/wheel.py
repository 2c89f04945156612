"""What a turn of the wheel means: it depends on the preset, the keys held and the zone, never on how much fits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LOCK = 8.0  # px of a two-finger gesture after which the larger axis wins until it ends


class Turn(StrEnum):
    """The effects of a wheel: one gesture has one."""

    SCROLL = "scroll lanes"
    PAN = "pan time"
    ZOOM = "zoom at the pointer"
    SIZE = "higher or lower lanes"


def meaning(preset: str, *, ctrl: bool, shift: bool, alt: bool, zoom_zone: bool) -> Turn:
    """What the wheel does. Over the axis and the overview it always zooms; the preset swaps plain and Ctrl."""
    if alt:
        return Turn.SIZE
    if zoom_zone:
        return Turn.ZOOM
    if shift:
        return Turn.PAN
    return Turn.ZOOM if ctrl != (preset == "zoom") else Turn.SCROLL


@dataclass(slots=True)
class AxisLock:
    """Two fingers rarely go straight: whichever axis leads after some pixels has the whole gesture."""

    x: float = 0.0
    y: float = 0.0
    axis: str = ""

    def take(self, dx: float, dy: float) -> tuple[float, float]:
        """The part of a step that counts: both axes until one leads, then only that one."""
        if not self.axis:
            self.x, self.y = self.x + dx, self.y + dy
            if max(abs(self.x), abs(self.y)) < LOCK:
                return dx, dy
            self.axis = "x" if abs(self.x) > abs(self.y) else "y"
        return (dx, 0.0) if self.axis == "x" else (0.0, dy)

    def reset(self) -> None:
        """The fingers were lifted."""
        self.x = self.y = 0.0
        self.axis = ""
