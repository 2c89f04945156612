"""The one registry of actions: every menu entry, shortcut and line of the key sheet comes from here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from modelspan.app.scene import Scene
from modelspan.app.settings import Settings
from modelspan.app.state import Store


class Shell(Protocol):
    """What commands may ask of the window."""

    def canvas_size(self) -> tuple[int, int]: ...
    def pointer_day(self) -> float | None: ...
    def ask_open(self) -> None: ...
    def reload(self) -> None: ...
    def ask_export(self) -> None: ...
    def copy_picture(self) -> None: ...
    def paste_ids(self) -> None: ...
    def focus_search(self) -> None: ...
    def search_step(self, step: int) -> None: ...
    def leave(self) -> bool: ...
    def show_keys(self) -> None: ...
    def show_about(self) -> None: ...
    def show_tab(self, index: int) -> None: ...
    def toggle_pane(self) -> None: ...
    def close_window(self) -> None: ...
    def ask_text(self, title: str, text: str, then: Callable[[str], object]) -> None: ...
    def pick_benchmark(self) -> None: ...
    def show_filter(self) -> None: ...
    def toggle_table(self) -> None: ...
    def change(self, **preferences: object) -> None: ...
    def preferences(self) -> Settings: ...
    def open_recent(self, index: int) -> None: ...
    def ask_known(self) -> None: ...
    def know(self, day: int | None) -> None: ...
    def search_text(self) -> str: ...


@dataclass(frozen=True)
class Context:
    """What a command works on."""

    scene: Scene
    store: Store
    shell: Shell


@dataclass(frozen=True)
class Action:
    """One thing the user can do. `keys` are Qt key sequences; the first is shown in the menu.

    `group` is a menu inside `menu`. `on` says whether a choice is taken, `label` what the entry says now: an empty one
    is not shown.
    """

    id: str
    menu: str
    title: str
    run: Callable[[Context], object]
    keys: tuple[str, ...] = ()
    group: str = ""
    on: Callable[[Context], bool] | None = None
    label: Callable[[Context], str] | None = None


class Registry:
    """Actions by id, in menu order. Two with one id, or one key, are a mistake of the programmer."""

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}

    def add(self, action: Action) -> None:
        """Register; raises ValueError for a second use of an id or a key."""
        taken = {key: other.id for other in self.actions.values() for key in other.keys}
        for key in action.keys:
            if key in taken:
                raise ValueError(f"{key} is already the key of {taken[key]}")
        if action.id in self.actions:
            raise ValueError(f"{action.id} is registered twice")
        self.actions[action.id] = action

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions.values())

    def __getitem__(self, action_id: str) -> Action:
        return self.actions[action_id]
