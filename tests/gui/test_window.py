"""The window around the timeline: top bar, side pane, foot, and what they say of the state."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from modelspan.app import settings, upcoming, views
from modelspan.app.curve import curves
from modelspan.app.lines import Line
from modelspan.app.scene import Scene
from modelspan.domain.records import Score
from modelspan.engine.frame import Sheet, Text
from modelspan.store import lookup
from modelspan.ui import card, exchange, main_window
from modelspan.ui.labels import Elided
from modelspan.ui.main_window import MainWindow
from modelspan.ui.painter import elided
from modelspan.ui.theme import load
from tests.gui.conftest import TODAY
from tests.gui.test_pictures import contrast

LEFT = Qt.MouseButton.LeftButton
SPARK = "gpt-5-3-codex-spark"


def shown_ranges(window: MainWindow) -> list[str]:
    return [action for action, button in window.bar.ranges.items() if button.isChecked()]


# top bar


def test_the_surface_box_follows_the_filter(window: MainWindow) -> None:
    box = window.bar.surfaces
    window.surface_chosen("azure")
    assert box.currentData() == "azure"
    window.reload()
    assert box.currentData() == "azure", "the list was made again"
    window.run("first_view")
    assert box.currentData() == ""
    window.store.back()
    assert box.currentData() == "azure"
    several = frozenset({"azure", "bedrock"})
    window.store.update(filter=replace(window.store.state.filter, surfaces=several))
    assert (box.currentIndex(), box.placeholderText()) == (-1, "2 surfaces")


def test_the_range_that_is_shown_is_marked(window: MainWindow) -> None:
    assert shown_ranges(window) == ["two_years"], "the first view is a year to both sides"
    for action in ("three_months", "one_year", "two_years", "every_life"):
        QTest.mouseClick(window.bar.ranges[action], LEFT)
        assert shown_ranges(window) == [action]
    window.run("one_year")
    QTest.mouseClick(window.bar.ranges["one_year"], LEFT)
    assert shown_ranges(window) == ["one_year"], "a second click takes nothing away"
    window.run("pan_left")
    assert shown_ranges(window) == []


@pytest.mark.parametrize("width", [1024, 1280, 1600])
def test_the_search_field_shows_its_whole_placeholder(window: MainWindow, qtbot, width: int) -> None:
    window.resize(width, 700)
    qtbot.waitUntil(lambda: window.bar.width() == width)
    field = window.bar.field
    needed = field.fontMetrics().horizontalAdvance(field.placeholderText()) + 12
    qtbot.waitUntil(lambda: needed < field.width() <= 420)


# side pane


def test_a_narrow_window_borrows_the_width_of_the_pane(window: MainWindow, qtbot) -> None:
    def resize(width: int) -> int:
        window.resize(width, 800)
        qtbot.waitUntil(lambda: window.split.width() == width)
        return window.pane.width()

    assert resize(1600) == pytest.approx(main_window.PANE_W, abs=6)
    window.split.moveSplitter(1600 - 500, 1)
    own = window.pane.width()
    assert own == pytest.approx(500, abs=6)
    for narrow in (1199, 1024, 900):
        assert resize(narrow) == window.pane.minimumWidth()
        assert window.canvas.width() >= main_window.CANVAS_W
    assert resize(1600) == own
    resize(1000)
    window.toggle_pane()
    resize(1600)
    window.toggle_pane()
    qtbot.waitUntil(lambda: window.pane.width() == own)


def test_the_width_of_the_pane_is_kept(show, bundled_store: Path, scene: Scene, qtbot) -> None:
    first = show(bundled_store, scene)
    first.resize(1600, 800)
    first.split.moveSplitter(1100, 1)
    own = first.pane.width()
    first.resize(1000, 800)
    first.close()
    second = show(bundled_store, scene)
    second.resize(1500, 800)
    qtbot.waitUntil(lambda: second.split.width() == 1500)
    assert second.pane.width() == own


def test_followed_only_is_ticked_when_something_is_followed(show, bundled_store: Path, scene: Scene) -> None:
    assert not show(bundled_store, scene).pane.ends.only.isChecked()
    settings.save(settings.Settings(followed=(("gpt-5-4", ""),)))
    assert show(bundled_store, scene).pane.ends.only.isChecked()
    settings.save(settings.Settings(followed=(("of-another-store", ""),)))
    assert not show(bundled_store, scene).pane.ends.only.isChecked()


def placed_texts(lines: list[Line], width: int) -> list[Text]:
    sheet = Sheet()
    _, height = card.place(sheet, lines, width)
    return [batch for batch in sheet.frame(width, height).batches if isinstance(batch, Text)]


def test_the_right_of_a_line_is_never_cut(scene: Scene, bundled_store: Path) -> None:
    lines = upcoming.lines(scene, views.first_state(scene, TODAY), 365, False)
    for model in ("gpt-5-4", "claude-opus-4-5", SPARK, "cerebras"):
        if model in scene.snapshot.entities.row:
            lines += card.Teller(scene, lookup.details(bundled_store, model), TODAY).lines()
    words = {word for line in lines for word in line.right.split()}
    for width in (286, 300, 390):
        right = [text for text in placed_texts(lines, width) if text.align > 0]
        assert {word for text in right for word in text.text.split()} == words
        cut = [text.text for text in right if elided(text.text, text.size, text.bold, text.w) != text.text]
        assert not cut


def test_a_right_part_that_does_not_fit_stands_under_its_line() -> None:
    line = Line("Claude Sonnet 4.5", "Anthropic API, Azure, Vertex, Bedrock")
    beside, under = placed_texts([line], 600), placed_texts([line], 272)
    assert len({text.y for text in beside}) == 1
    assert [text.text for text in under] == [line.text, line.right]
    assert under[1].y >= under[0].y + under[0].h
    assert (under[1].paint, under[1].align) == ("faint", 1)


def test_the_range_buttons_fit_a_narrow_pane(window: MainWindow, qtbot) -> None:
    window.resize(1024, 640)
    qtbot.waitUntil(lambda: window.split.width() == 1024)
    for button in window.pane.ends.ranges.buttons.buttons():
        assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width() - 4


# foot


def test_the_foot_elides(window: MainWindow, qtbot) -> None:
    window.resize(900, 700)
    qtbot.waitUntil(lambda: window.bar.width() == 900)
    state, facts = window.state_line, window.facts_line
    box = window.bar.surfaces
    several = frozenset(box.itemData(n) for n in range(1, box.count()))
    window.store.update(filter=replace(window.store.state.filter, surfaces=several))
    assert state.shown().endswith("…")
    assert state.text() == views.status_words(window.scene, window.store.state), "screen readers have it whole"
    assert facts.shown() == facts.text()
    assert state.geometry().right() < facts.geometry().left()
    label = Elided("short")
    label.resize(400, 20)
    assert label.shown() == "short"
    label.deleteLater()


# controls


def strongest(widget: QAbstractButton, box: QRect, ground: str, theme: str) -> float:
    image = widget.grab().toImage()
    own = load(theme).color(ground)
    points = [(x, y) for x in range(box.left(), box.right() + 1) for y in range(box.top(), box.bottom() + 1)]
    return max(contrast(image.pixelColor(x, y), own) for x, y in points)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_controls_are_seen(window: MainWindow, theme: str) -> None:
    window.change(theme=theme)
    only, ranges = window.pane.ends.only, window.pane.ends.ranges
    window.canvas.setFocus()
    box = only.indicator()
    assert strongest(only, QRect(box.left(), box.center().y(), 1, 1), "panel", theme) >= 3
    chosen, other = ranges.buttons.button(30), ranges.buttons.button(90)
    corner = QRect(5, 5, 1, 1)
    assert strongest(chosen, corner, "panel", theme) >= 3
    assert strongest(other, corner, "panel", theme) < 1.5
    assert strongest(window.bar.ranges["two_years"], corner, "panel", theme) >= 3
    field = window.bar.field
    assert field.palette().color(QPalette.ColorRole.Base) == load(theme).color("ground"), "the palette reaches it"
    only.click()
    assert strongest(only, QRect(box.left() + 2, box.top() + 2, 1, 1), "panel", theme) >= 3


# reading


def test_a_long_text_is_read_on_a_worker(window: MainWindow, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "LONG_TEXT", 100)
    QGuiApplication.clipboard().setText("lorem ipsum " * 20 + "claude-opus-4-5")
    window.paste_ids()
    assert window.store.state.followed == ()
    window.show_model("gpt-5-4")  # reads on the other worker, and does not cancel this one
    qtbot.waitUntil(lambda: window.store.state.followed == (("claude-opus-4-5", ""),))
    assert window.facts_line.text() == "1 model followed from the text"


def test_the_sibling_shares_scores(scene: Scene, bundled_store: Path) -> None:
    seen: set[bool] = set()
    for row in scene.snapshot.entities.models[::9].tolist():
        own = lookup.details(bundled_store, scene.snapshot.entities.ids[row])
        found = card.sibling_of(scene, bundled_store, own)
        seen.add(found is not None)
        if found is not None:
            assert found.entity.id != own.entity.id
            assert card.settings_of(own) & card.settings_of(found)
    assert seen == {True, False}


def test_few_kin_are_read_for_the_sibling(scene: Scene, bundled_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = lookup.details(bundled_store, "claude-opus-4-5")
    read: list[str] = []
    details: Callable[[Path, str], lookup.Details] = lookup.details

    def counted(path: Path, entity: str) -> lookup.Details:
        read.append(entity)
        return details(path, entity)

    monkeypatch.setattr(lookup, "details", counted)
    card.sibling_of(scene, bundled_store, own)
    assert 0 < len(read) <= card.MOST_KIN


def test_points_whose_pairing_is_assumed_are_not_joined(bundled_store: Path, scene: Scene) -> None:
    from modelspan.ui.charts import CurveChart

    events = lookup.details(bundled_store, SPARK).events
    series = {event.body.series for event in events if isinstance(event.body, Score) and event.body.series}
    found = curves(lookup.series(bundled_store, series), {})
    assert {curve.name: curve.joined for curve in found}[SPARK] is False
    assert any(curve.joined for curve in found)
    chart = CurveChart(load("light"))
    chart.show_curves(found, load("light"), ("", ""))
    pens = [item.opts["pen"] for item in chart.getPlotItem().listDataItems()]
    assert [pen is not None for pen in pens] == [curve.joined for curve in found]
    chart.close()
    chart.deleteLater()


# the terminal


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process there")
def test_ctrl_c_closes_the_window(tmp_path: Path) -> None:
    script = (
        "import sys; from modelspan.ui import run; shown = run.heed_interrupt\n"
        "def told(application):\n    shown(application); print('shown', flush=True)\n"
        "run.heed_interrupt = told\n"
        "from modelspan.__main__ import main; sys.exit(main(['--today', '2026-11-30']))"
    )
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    with subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as app:
        try:
            assert app.stdout is not None
            assert app.stdout.readline() == "shown\n"
            app.send_signal(signal.SIGINT)
            _, said = app.communicate(timeout=30)
        finally:
            app.kill()
    assert (app.returncode, said) == (0, "")
