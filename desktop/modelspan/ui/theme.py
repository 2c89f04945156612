"""Paint names to colours, from the theme files in resources."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from PySide6.QtGui import QColor, QPalette

from modelspan import assets


class Theme:
    """One theme: roles by name, organisations with tones mixed toward the ground."""

    def __init__(self, name: str) -> None:
        raw = tomllib.loads((assets.resources() / "themes" / f"{name}.toml").read_text("utf-8"))
        self.name = name
        self.roles = {key: QColor(value) for key, value in raw["roles"].items()}
        self.hues = {key: QColor(value) for key, value in raw["organisations"].items()}
        self.tones: dict[str, float] = raw["tones"]
        self.made: dict[str, QColor] = {}

    def color(self, paint: str) -> QColor:
        """The colour of a paint: a role, or an organisation's id with an optional tone."""
        found = self.made.get(paint)
        if found is None:
            found = self.made[paint] = self.mix(paint)
        return found

    def mix(self, paint: str) -> QColor:
        """Work a colour out; organisations without a hue of their own are grey."""
        if paint in self.roles:
            return self.roles[paint]
        name, _, tone = (
            paint.rpartition(".") if paint.rpartition(".")[2] in (*self.tones, "ground") else (paint, "", "")
        )
        if tone == "ground":
            return self.roles["ground"]
        hue, ground = self.hues.get(name, self.hues["other"]), self.roles["ground"]
        share = self.tones.get(tone, 0.0)
        pairs = ((hue.red(), ground.red()), (hue.green(), ground.green()), (hue.blue(), ground.blue()))
        return QColor(*(round(a + (b - a) * share) for a, b in pairs))

    def palette(self) -> QPalette:
        """The same colours for Qt's own widgets."""
        made = QPalette()
        role = QPalette.ColorRole
        for which, name in (
            (role.Window, "panel"), (role.Base, "ground"), (role.AlternateBase, "panel"), (role.Button, "panel"),
            (role.WindowText, "text"), (role.Text, "text"), (role.ButtonText, "text"), (role.ToolTipBase, "panel"),
            (role.ToolTipText, "text"), (role.PlaceholderText, "faint"), (role.Highlight, "window.edge"),
            (role.HighlightedText, "ground"), (role.Link, "link"), (role.LinkVisited, "link"), (role.Mid, "line"),
            (role.Midlight, "grid"), (role.Light, "heading"), (role.Dark, "line"), (role.Shadow, "ink"),
            (role.BrightText, "warning"),
        ):  # fmt: skip
            made.setColor(which, self.color(name))
        for which in (role.WindowText, role.Text, role.ButtonText):
            made.setColor(QPalette.ColorGroup.Disabled, which, self.color("faint"))
        return made

    def button(self) -> str:
        """A style sheet for one button of a choice: the chosen one is a pill of ink, as Fusion's is not seen.

        For the button itself: a style sheet on what holds it would cut everything else in there off the palette.
        """
        ink, on_ink, line, ground = (self.color(name).name() for name in ("ink", "on_ink", "line", "ground"))
        edge, text = self.color("window.edge").name(), self.color("text").name()
        box = "border: 1px solid; border-radius: 4px; padding: 3px 6px"
        return (
            f"QAbstractButton {{ {box}; border-color: {line}; background: {ground}; color: {text}; }}"
            f"QAbstractButton:checked {{ background: {ink}; border-color: {ink}; color: {on_ink}; }}"
            f"QAbstractButton:hover, QAbstractButton:focus {{ border-color: {edge}; }}"
            "QToolButton::menu-indicator { image: none; width: 0; }"
        )

    def field(self) -> str:
        """A style sheet for a text field: Fusion draws no border that is seen on a dark ground."""
        ground, text, edge, focus = (self.color(name).name() for name in ("ground", "text", "faint", "window.edge"))
        return (
            f"QLineEdit {{ background: {ground}; color: {text}; border: 1px solid {edge}; border-radius: 4px;"
            f" padding: 3px 6px; }} QLineEdit:focus {{ border-color: {focus}; }}"
        )


@lru_cache(maxsize=4)
def load(name: str) -> Theme:
    """A theme by name: light or dark."""
    return Theme(name)
