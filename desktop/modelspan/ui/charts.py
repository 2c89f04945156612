"""The only file that knows pyqtgraph: the accuracy-against-minutes curve. Imported when the first one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from modelspan.app.curve import Curve
from modelspan.ui.theme import Theme


@dataclass(frozen=True)
class Look:
    """Which paints the curves get, in their order."""

    paints: tuple[str, ...] = ("openai", "ink", "anthropic", "google")


class CurveChart(pg.PlotWidget):  # pyqtgraph has no types
    """Accuracy against minutes per task; points of one model are joined where their pairing is known."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setMenuEnabled(False)
        # The menu is made all the same: without a parent it outlives the chart, without the flag it is painted in it.
        self.getPlotItem().ctrlMenu.setParent(self, Qt.WindowType.Popup)
        self.hideButtons()
        self.setMouseEnabled(x=False, y=False)
        self.setFixedHeight(170)
        self.curves: tuple[Curve, ...] = ()

    def show_curves(self, curves: Sequence[Curve], theme: Theme, labels: tuple[str, str]) -> None:
        """Draw other curves."""
        self.theme, self.curves = theme, tuple(curves)
        self.clear()
        self.setBackground(theme.color("panel"))
        for side, text in (("left", labels[0]), ("bottom", labels[1])):
            axis = self.getAxis(side)
            axis.setPen(theme.color("line"))
            axis.setTextPen(theme.color("faint"))
            axis.setLabel(text, color=theme.color("faint").name())
            axis.enableAutoSIPrefix(False)
        furthest = max(minutes for curve in curves for minutes in curve.minutes)
        for curve, paint in zip(curves, Look().paints, strict=False):
            color = theme.color(paint)
            x, y = list(curve.minutes), list(curve.values)
            pen = pg.mkPen(color, width=1.5) if curve.joined else None
            self.plot(x, y, pen=pen, symbol="o", symbolSize=7, symbolBrush=color, symbolPen=color)
            if x[-1] > furthest * 0.6:
                label = pg.TextItem(curve.name, color=color, anchor=(1, 1.15))
                label.setPos(x[-1], y[-1])
            else:  # beside its first point, under the longer curves
                label = pg.TextItem(f"  {curve.name}", color=color, anchor=(0, 0.5))
                label.setPos(x[0], y[0])
            self.addItem(label)
        values = [value for curve in curves for value in curve.values]
        self.setXRange(0, furthest * 1.02, padding=0.02)
        self.setYRange(min(values) - 1, max(values) + 3, padding=0.05)
