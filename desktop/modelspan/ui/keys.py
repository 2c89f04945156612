"""Keys that mean a place on the keyboard, not a letter: W, S, A and D lie the same on every layout."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

ACTIONS = ("zoom_in", "pan_left", "zoom_out", "pan_right")  # at the places of W, A, S, D
SCAN_CODES = {"linux": (25, 38, 39, 40), "win32": (17, 30, 31, 32), "darwin": (13, 0, 1, 2)}
LETTERS = dict(zip((Qt.Key.Key_W, Qt.Key.Key_A, Qt.Key.Key_S, Qt.Key.Key_D), ACTIONS, strict=True))
FASTER = 6  # repeats of a held key after which it does more at a time
FASTEST = 4


def held_action(event: QKeyEvent) -> str:
    """The action of a key that goes on while it is held; empty for any other key, and with any key of control."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return ""
    codes = SCAN_CODES.get(sys.platform, ())
    scan = event.nativeScanCode()
    if scan and sys.platform == "darwin":  # there it is 1 for every key, and the key code is the place
        return ACTIONS[codes.index(place)] if (place := event.nativeVirtualKey()) in codes else ""
    if scan and scan in codes:
        return ACTIONS[codes.index(scan)]
    return "" if scan and codes else LETTERS.get(Qt.Key(event.key()), "")


def times(repeats: int) -> int:
    """How often an action runs for one repeat of a held key: the longer it is held, the faster it goes."""
    return min(1 + repeats // FASTER, FASTEST)
