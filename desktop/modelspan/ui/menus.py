"""Menus, shortcuts and the key sheet, all from the one registry."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from modelspan.app.actions import Action, Registry

OF_CANVAS = {"Return", "Up", "Down", "PgUp", "PgDown", "Home", "Left", "Right", "Ctrl+Left", "Ctrl+Right", "Backspace"}


class Menus(QObject):
    """Makes a QAction per registered action; triggering one asks the window to run it by id."""

    def __init__(self, window: QMainWindow, canvas: QWidget, registry: Registry) -> None:
        super().__init__(window)
        self.actions: dict[str, QAction] = {}
        menus: dict[str, QMenu] = {}
        for action in registry:
            menu = menus.get(action.menu)
            if menu is None:
                menu = menus[action.menu] = window.menuBar().addMenu(self.tr(action.menu))
            made = QAction(self.tr(action.title), window)
            made.setData(action.id)
            made.setShortcuts([QKeySequence(key) for key in action.keys])
            if any(key in OF_CANVAS for key in action.keys):  # elsewhere these keys belong to fields and lists
                made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
                canvas.addAction(made)
            menu.addAction(made)
            self.actions[action.id] = made
        self.menus = menus


def key_sheet(registry: Registry) -> list[tuple[str, list[tuple[str, str]]]]:
    """Menu -> (title, keys) of every action that has keys."""
    found: dict[str, list[tuple[str, str]]] = {}
    for action in registry:
        if action.keys:
            found.setdefault(action.menu, []).append((action.title, keys_text(action)))
    return list(found.items())


def keys_text(action: Action) -> str:
    """The keys of an action as the platform writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in action.keys)
