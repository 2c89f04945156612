"""Menus, shortcuts and the key sheet, all from the one registry."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from modelspan.app.actions import Action, Context, Registry

# Elsewhere these keys belong to fields and lists.
OF_CANVAS = {
    "Return", "Up", "Down", "PgUp", "PgDown", "Home", "End", "Left", "Right", "Ctrl+Left", "Ctrl+Right", "Backspace",
    "Del", ".", ",", "F2", "Shift+Home",
}  # fmt: skip


class Menus(QObject):
    """Makes a QAction per registered action; triggering one asks the window to run it by id."""

    about_to_show = Signal(object)  # a menu: its entries are to say what is so now

    def __init__(self, window: QMainWindow, canvas: QWidget, registry: Registry) -> None:
        super().__init__(window)
        self.registry = registry
        self.actions: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self.groups: dict[tuple[str, str], QMenu] = {}
        for action in registry:
            made = QAction(self.tr(action.title), window)
            made.setData(action.id)
            made.setCheckable(action.on is not None)
            made.setShortcuts([QKeySequence(key) for key in action.keys])
            if any(key in OF_CANVAS for key in action.keys):
                made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
                canvas.addAction(made)
            self.menu_of(window, action).addAction(made)
            self.actions[action.id] = made

    def menu_of(self, window: QMainWindow, action: Action) -> QMenu:
        """The menu or the menu inside it where an action belongs, made at its first one."""
        if action.menu not in self.menus:
            self.menus[action.menu] = window.menuBar().addMenu(self.tr(action.menu))
            self.menus[action.menu].aboutToShow.connect(self.tell)
        return self.group_of(action.menu, action.group)

    def group_of(self, menu: str, group: str) -> QMenu:
        """A menu inside a menu, made at its first entry; `Tracks/Claims` lies in `Tracks`."""
        if not group:
            return self.menus[menu]
        if (menu, group) not in self.groups:
            outer, _, name = group.rpartition("/")
            made = self.groups[menu, group] = self.group_of(menu, outer).addMenu(self.tr(name))
            made.aboutToShow.connect(self.tell)
        return self.groups[menu, group]

    def tell(self) -> None:
        """A menu is about to open."""
        self.about_to_show.emit(self.sender())

    def update(self, context: Context) -> None:
        """Say of every entry what is so now: taken or not, and its words; one without words is not shown."""
        for name, made in self.actions.items():
            action = self.registry[name]
            if action.on is not None:
                made.setChecked(action.on(context))
            if action.label is not None:
                text = action.label(context)
                made.setVisible(bool(text))
                made.setText(text.replace("&", "&&"))
        for menu in self.groups.values():
            menu.menuAction().setVisible(any(action.isVisible() for action in menu.actions()))


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
