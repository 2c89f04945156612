"""Real wheel, mouse, pinch, key and drop events on the window, and what each of them does to the state."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QImage,
    QPalette,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QToolTip, QWidget

from modelspan.app import commands, picking, settings
from modelspan.app.layout import AXIS_H
from modelspan.app.lines import Line
from modelspan.domain.dates import day, iso
from modelspan.engine.frame import Target
from modelspan.engine.lanes import Lane
from modelspan.ui import line_view, picture
from modelspan.ui.main_window import MainWindow
from tests.bad_stores import empty, foreign, newer, scrambled, truncated
from tests.gui.conftest import TODAY
from tests.gui.hand import ALT, CTRL, LEFT, NONE, SHIFT, Hand

SPARK = "gpt-5-3-codex-spark"


def described(pane: QWidget) -> str:
    """What a list of lines says, as a screen reader gets it."""
    return pane.accessibleDescription()


# wheel, pinch, drag


def test_the_wheel_scrolls_lanes_when_they_do_not_fit(hand: Hand) -> None:
    hand.key(Qt.Key.Key_E)
    before = hand.state
    hand.wheel(-2)
    assert hand.state.scroll > 0
    assert hand.state.window == before.window
    hand.wheel(9)
    assert hand.state.scroll == 0, "never past the top"


def test_the_wheel_stops_at_the_last_lane(hand: Hand) -> None:
    hand.key(Qt.Key.Key_E)
    limit = hand.window.scene.max_scroll(hand.state, hand.canvas.width(), hand.canvas.height())
    hand.wheel(-400)
    assert hand.state.scroll == limit


def test_what_the_wheel_means_never_depends_on_how_many_lanes_fit(empty_window: MainWindow) -> None:
    hand = Hand(empty_window)
    before = hand.state
    hand.wheel(-1)
    assert hand.state == before, "it scrolls lanes, and none is out of view"
    hand.wheel(1, held=CTRL)
    assert hand.state.window.span < before.window.span


@pytest.mark.parametrize(("sideways", "held"), [(False, SHIFT), (True, NONE), (True, SHIFT)])
def test_shift_and_sideways_pan_time(hand: Hand, sideways: bool, held: Qt.KeyboardModifier) -> None:
    before = hand.state
    hand.wheel(-1, held=held, sideways=sideways)
    assert hand.state.window.start > before.window.start
    assert hand.state.window.span == pytest.approx(before.window.span)
    assert hand.state.scroll == before.scroll


@pytest.mark.parametrize("x", [302, 420, 900, 1200])
@pytest.mark.parametrize("notches", [1, -1, 7])
def test_ctrl_and_wheel_zoom_about_the_day_under_the_pointer(hand: Hand, x: int, notches: int) -> None:
    under, span = hand.canvas.day_at(x), hand.state.window.span
    hand.wheel(notches, QPoint(x, 300), CTRL)
    place = hand.canvas.place()
    after = place.time.x + (under - hand.state.window.start) * place.time.w / hand.state.window.span
    assert after == pytest.approx(x, abs=1.0)
    assert span / hand.state.window.span == pytest.approx(10 ** (notches / 13), rel=1e-6)


@pytest.mark.parametrize("part", ["axis", "overview"])
def test_the_wheel_over_axis_and_overview_zooms(hand: Hand, part: str) -> None:
    area = getattr(hand.canvas.place(), part)
    span = hand.state.window.span
    hand.wheel(1, QPoint(700, area.y + area.h // 2))
    assert hand.state.window.span < span
    assert hand.state.scroll == 0


def test_a_pinch_zooms_about_its_middle(hand: Hand) -> None:
    at = QPoint(800, 300)
    under, span = hand.canvas.day_at(at.x()), hand.state.window.span
    hand.pinch(0.25, at)
    assert hand.state.window.span == pytest.approx(span / 1.25)
    assert hand.canvas.day_at(at.x()) == pytest.approx(under)
    hand.pinch(-5.0, at)
    assert hand.state.window.span > span, "a wild value does not turn time around"


def test_dragging_takes_the_days_along(hand: Hand) -> None:
    start, stop = QPoint(700, 300), QPoint(580, 300)
    under = hand.canvas.day_at(start.x())
    hand.drag(start, stop)
    assert hand.canvas.day_at(stop.x()) == pytest.approx(under, abs=hand.state.window.span / hand.canvas.place().time.w)
    assert hand.state.selected == "", "a drag is no click"


def test_dragging_the_overview_moves_the_window(hand: Hand) -> None:
    area, span = hand.canvas.place().overview, hand.state.window.span
    hand.drag(QPoint(1190, area.y + 20), QPoint(500, area.y + 20))
    assert hand.state.window.end < TODAY
    assert hand.state.window.span == pytest.approx(span)


def test_a_trembling_click_is_still_a_click(near: Hand) -> None:
    at = near.place("model", "gpt-5-4")
    near.drag(at, at + QPoint(2, 1))
    assert near.state.selected == "gpt-5-4"


# clicks


def test_a_click_on_a_model_selects_it_and_says_its_status(near: Hand, qtbot) -> None:
    near.click(near.place("model", "gpt-5-4"))
    assert near.state.selected == "gpt-5-4"
    detail = near.window.pane.detail
    qtbot.waitUntil(lambda: "On offer on 2 of 4 known surfaces." in described(detail.list))
    assert near.window.pane.currentWidget() is detail


def test_a_click_on_the_bar_selects_too(near: Hand) -> None:
    row = near.row("gpt-5-4")
    bar = next(t for t in near.canvas.current().targets if (t.kind, t.ref) == ("model", row) and t.x >= 300)
    near.click(QPoint(bar.x + bar.w // 2, bar.y + bar.h // 2))
    assert near.state.selected == "gpt-5-4"


def test_a_click_on_empty_ground_lets_go(near: Hand, qtbot) -> None:
    near.click(near.place("model", "gpt-5-4"))
    assert near.canvas.target_at(QPointF(700, AXIS_H / 2)) is None
    near.click(QPoint(700, AXIS_H // 2))
    assert near.state.selected == ""
    assert "Click a model" in described(near.window.pane.detail.list)
    qtbot.wait(50)
    assert "Click a model" in described(near.window.pane.detail.list), "a late answer does not come back"


def test_the_chevron_opens_a_model_into_its_surfaces(near: Hand) -> None:
    near.click(near.place("open", "gpt-5-4"))
    lanes, lives = near.window.scene.lanes(near.state), near.window.scene.lives
    at = lanes.find(Lane.MODEL, near.row("gpt-5-4"))
    opened = list(lanes.kind[at + 1 : at + 6])
    assert opened[:4] == [Lane.SURFACE] * 4
    assert opened[4] != Lane.SURFACE
    assert {int(lives.model[ref]) for ref in lanes.ref[at + 1 : at + 5]} == {near.row("gpt-5-4")}
    near.click(near.place("open", "gpt-5-4"))
    assert near.state.opened == frozenset()


def test_a_click_on_a_group_expands_it(hand: Hand) -> None:
    count = len(hand.window.scene.lanes(hand.state))
    hand.click(hand.group("mistral"))
    assert hand.state.expanded == {"mistral"}
    assert len(hand.window.scene.lanes(hand.state)) > count
    hand.click(hand.group("mistral"))
    assert len(hand.window.scene.lanes(hand.state)) == count


def test_a_click_on_a_track_opens_it(hand: Hand) -> None:
    before = hand.state.tracks
    for target in [t for t in hand.canvas.current().targets if t.kind == "track"]:
        hand.click(QPoint(target.x + 20, target.y + target.h // 2))
        break
    assert hand.state.tracks != before


def test_a_double_click_on_a_month_of_the_axis_fits_it(hand: Hand) -> None:
    place = hand.canvas.place()
    middle = day(2026, 10, 15)
    x = place.time.x + round((middle - hand.state.window.start) * place.time.w / hand.state.window.span)
    QTest.mouseDClick(hand.canvas, LEFT, pos=QPoint(x, AXIS_H - 8))
    found = hand.state.window
    assert (iso(int(found.start)), iso(int(found.end))) == ("2026-10-01", "2026-11-01")


def test_a_double_click_on_a_model_fits_its_life(near: Hand) -> None:
    QTest.mouseDClick(near.canvas, LEFT, pos=near.place("model", "gpt-5-4"))
    assert near.state.selected == "gpt-5-4"
    assert near.state.window.start < day(2026, 3, 5) < near.state.window.start + near.state.window.span * 0.1


# keys


def test_w_and_s_zoom(hand: Hand) -> None:
    span = hand.state.window.span
    hand.key(Qt.Key.Key_W)
    assert hand.state.window.span < span
    hand.key(Qt.Key.Key_S)
    assert hand.state.window.span == pytest.approx(span)


def test_a_and_d_pan_by_a_tenth(hand: Hand) -> None:
    before = hand.state.window
    hand.key(Qt.Key.Key_A)
    assert hand.state.window.start == pytest.approx(before.start - before.span / 10)
    hand.key(Qt.Key.Key_D)
    assert hand.state.window.start == pytest.approx(before.start)


def test_f_fits_the_selection_and_0_everything(near: Hand) -> None:
    near.click(near.place("model", "gpt-5-4"))
    near.key(Qt.Key.Key_F)
    fitted = near.state.window
    assert fitted.start < day(2026, 3, 5) < fitted.end
    assert fitted.span < 800
    near.key(Qt.Key.Key_0)
    whole = near.window.scene.range
    assert near.state.window.start <= whole.start < whole.end <= near.state.window.end


def test_f_without_a_selection_fits_everything(hand: Hand) -> None:
    hand.key(Qt.Key.Key_F)
    assert hand.state.window.start <= hand.window.scene.range.start


def test_t_brings_today_to_the_middle(hand: Hand) -> None:
    hand.drag(QPoint(400, 300), QPoint(1100, 300))
    span = hand.state.window.span
    hand.key(Qt.Key.Key_T)
    assert (hand.state.window.start + hand.state.window.end) / 2 == pytest.approx(TODAY, abs=1)
    assert hand.state.window.span == pytest.approx(span)


def test_k_hides_the_key(hand: Hand) -> None:
    hand.key(Qt.Key.Key_K)
    assert not hand.state.key
    assert hand.canvas.place().key.h == 0
    hand.key(Qt.Key.Key_K)
    assert hand.canvas.place().key.h > 0


def test_up_and_down_walk_the_models_as_they_stand(hand: Hand) -> None:
    lanes, ids = hand.window.scene.lanes(hand.state), hand.window.scene.snapshot.entities.ids
    models = [ids[ref] for kind, ref in zip(lanes.kind, lanes.ref, strict=True) if kind == Lane.MODEL]
    walked = []
    for _ in range(3):
        hand.key(Qt.Key.Key_Down)
        walked.append(hand.state.selected)
    assert walked == models[:3]
    hand.key(Qt.Key.Key_Up)
    assert hand.state.selected == models[1]


def test_brackets_go_to_the_successor_and_back(hand: Hand) -> None:
    hand.select("gpt-5-4")
    hand.key(Qt.Key.Key_BracketRight)
    successor = hand.state.selected
    lives = hand.window.scene.lives
    assert successor != "gpt-5-4"
    assert hand.row(successor) in lives.successor[lives.model == hand.row("gpt-5-4")]
    hand.key(Qt.Key.Key_BracketLeft)
    before = hand.row(hand.state.selected)
    assert hand.row(successor) in lives.successor[lives.model == before]


def test_alt_and_arrows_walk_the_settled_views(near: Hand) -> None:
    first = near.state
    near.click(near.place("model", "gpt-5-4"))
    second = near.state
    near.key(Qt.Key.Key_0)
    near.window.store.settle()
    third = near.state
    near.key(Qt.Key.Key_Left, ALT)
    assert near.state == second
    near.key(Qt.Key.Key_Left, ALT)
    assert near.state == first
    near.key(Qt.Key.Key_Left, ALT)
    assert near.state == first, "nothing lies before the first view"
    near.key(Qt.Key.Key_Right, ALT)
    near.key(Qt.Key.Key_Right, ALT)
    assert near.state == third


def test_a_view_settles_by_itself_after_a_rest(hand: Hand, qtbot) -> None:
    first = hand.state
    hand.key(Qt.Key.Key_D)
    hand.key(Qt.Key.Key_D)
    qtbot.waitUntil(lambda: hand.window.store.past[-1] == hand.state, timeout=3000)
    hand.key(Qt.Key.Key_Left, ALT)
    assert hand.state == first, "the view on the way was never settled"


def test_return_opens_the_selection(near: Hand) -> None:
    near.click(near.place("model", "gpt-5-4"))
    near.key(Qt.Key.Key_Return)
    assert near.state.opened == {"gpt-5-4"}


def test_esc_leaves_step_by_step(hand: Hand) -> None:
    hand.select("gpt-5-4")
    hand.key(Qt.Key.Key_Return)
    hand.window.bar.field.setFocus()
    for left in (
        lambda: hand.window.bar.field.text() == "",
        lambda: hand.state.selected == "",
        lambda: not hand.state.opened,
    ):
        assert not left()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        assert left()
    assert hand.canvas.hasFocus()


# search


@pytest.mark.parametrize(
    ("typed", "found"),
    [("spark", SPARK), ("5.4 mini", "gpt-5-4-mini"), ("gpt-5.3-codex-spark", SPARK), ("gpt-5-4", "gpt-5-4")],
)
def test_typing_and_return_selects(hand: Hand, typed: str, found: str) -> None:
    hand.key(Qt.Key.Key_Slash)
    assert hand.window.bar.field.hasFocus()
    QTest.keyClicks(hand.window.bar.field, typed)
    QTest.keyClick(hand.window.bar.field, Qt.Key.Key_Return)
    assert hand.state.selected == found
    assert hand.state.opened == frozenset(), "Return is the field's, not the canvas's"
    hand.place("model", found)  # its lane is in view


def test_letters_in_the_field_do_not_pan(hand: Hand) -> None:
    before = hand.state
    hand.key(Qt.Key.Key_Slash)
    QTest.keyClicks(hand.window.bar.field, "wasdefkpt0123/+-=?[]")
    assert hand.window.bar.field.text() == "wasdefkpt0123/+-=?[]"
    assert hand.state == before


def test_return_again_goes_on_and_shift_goes_back(hand: Hand) -> None:
    hand.key(Qt.Key.Key_Slash)
    QTest.keyClicks(hand.window.bar.field, "spark")
    hits = list(hand.window.bar.hits)
    assert len(hits) > 1
    QTest.keyClick(hand.window.bar.field, Qt.Key.Key_Return)
    QTest.keyClick(hand.window.bar.field, Qt.Key.Key_Return)
    assert hand.row(hand.state.selected) == hits[1]
    assert hand.window.bar.found.text() == f"2 of {len(hits)}"
    hand.key(Qt.Key.Key_F3, SHIFT)
    assert hand.row(hand.state.selected) == hits[0]


def test_what_is_not_there_is_said_and_changes_nothing(hand: Hand) -> None:
    before = hand.state
    QTest.keyClicks(hand.window.bar.field, "no such model")
    QTest.keyClick(hand.window.bar.field, Qt.Key.Key_Return)
    assert hand.window.bar.found.text() == "no hit"
    assert hand.state == before


# following


def followed_lanes(hand: Hand) -> list[str]:
    lanes, ids = hand.window.scene.lanes(hand.state), hand.window.scene.snapshot.entities.ids
    rows = zip(lanes.kind, lanes.section, lanes.ref, strict=True)
    return [ids[ref] for kind, section, ref in rows if kind == Lane.MODEL and section == 0]


def test_p_follows_and_a_new_window_still_does(near: Hand, show, qtbot, bundled_store: Path) -> None:
    near.click(near.place("model", "gpt-5-4"))
    near.key(Qt.Key.Key_P)
    assert followed_lanes(near) == ["gpt-5-4"]
    assert settings.load().followed == (("gpt-5-4", ""),)
    assert 'model = "gpt-5-4"' in settings.path().read_text("utf-8")
    again = Hand(show(bundled_store, near.window.scene))
    assert followed_lanes(again) == ["gpt-5-4"]
    with qtbot.waitActive(near.window):
        near.window.activateWindow()
    near.key(Qt.Key.Key_P)
    assert followed_lanes(near) == []
    assert settings.load().followed == ()


def test_ids_on_the_clipboard_are_followed(hand: Hand) -> None:
    QGuiApplication.clipboard().setText(
        'MODEL = "gpt-5.4-mini"\nmodel: anthropic/claude-opus-4.5\nnothing-of-that-name\n'
    )
    hand.key(Qt.Key.Key_V, CTRL | SHIFT)
    assert hand.state.followed == (("gpt-5-4-mini", ""), ("claude-opus-4-5", "anthropic-api"))
    hand.key(Qt.Key.Key_V, CTRL | SHIFT)
    assert len(hand.state.followed) == 2, "once is enough"


def test_a_dropped_lock_file_is_followed(hand: Hand, tmp_path: Path) -> None:
    lock = tmp_path / "models.lock"
    lock.write_bytes(b'[[model]]\nname = "gpt-5.4"\n\xff\xfe\n[[model]]\nname = "gpt-5.3-codex-spark"\n')
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(lock))])
    hand.drop(data)
    assert followed_lanes(hand) == ["gpt-5-4", SPARK]


def test_a_dropped_text_is_followed_and_one_without_ids_is_told(hand: Hand) -> None:
    data = QMimeData()
    data.setText("gpt-5.4")
    hand.drop(data)
    assert followed_lanes(hand) == ["gpt-5-4"]
    data.setText("lorem ipsum")
    hand.drop(data)
    assert hand.window.facts_line.text() == "No model id was found in that text"
    assert followed_lanes(hand) == ["gpt-5-4"]


def test_followed_only_narrows_the_list_of_ends(hand: Hand) -> None:
    hand.select("gpt-5-4")
    hand.key(Qt.Key.Key_P)
    ends = hand.window.pane.ends
    hand.window.pane.setCurrentWidget(ends)
    QTest.mouseClick(ends.ranges.buttons.button(365), LEFT)
    every = len(ends.list.lines)
    ends.only.click()
    assert 0 < len(ends.list.lines) < every
    assert "GPT-5.4" in described(ends.list)


# stores


def dropped(hand: Hand, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    hand.drop(data)


def test_a_dropped_store_is_opened(near: Hand, empty_store: Path, bundled_store: Path) -> None:
    near.click(near.place("model", "gpt-5-4"))
    dropped(near, empty_store)
    assert near.window.path == empty_store
    assert near.state.selected == ""
    assert near.window.facts_line.text() == "This store holds no model yet."
    assert near.window.windowTitle() == "empty.sqlite – Modelspan"
    dropped(near, bundled_store)
    near.select("gpt-5-4")
    assert near.state.selected == "gpt-5-4"


def text_file(_: Path, bad: Path) -> None:
    bad.write_text("a page of notes " * 20, "utf-8")


@pytest.mark.parametrize("spoil", [empty, text_file, truncated, foreign, newer, scrambled])
def test_a_bad_store_is_one_sentence_and_the_open_one_stays(
    near: Hand, spoil: Callable[[Path, Path], None], bundled_store: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.sqlite"
    spoil(bundled_store, bad)
    near.click(near.place("model", "gpt-5-4"))
    before = near.state
    dropped(near, bad)
    said = near.complaint()
    assert said.startswith(str(bad))
    assert said.endswith(".")
    assert "\n" not in said
    assert near.window.path == bundled_store
    assert near.state == before
    near.place("model", "gpt-5-4")


def test_a_store_that_goes_away_is_told_when_its_details_are_read(
    near: Hand, tmp_path: Path, bundled_store: Path, qtbot
) -> None:
    away = tmp_path / "away.sqlite"
    shutil.copy(bundled_store, away)
    dropped(near, away)
    assert near.window.path == away
    away.unlink()
    near.select("gpt-5-4")
    qtbot.waitUntil(lambda: "There is no event store at" in described(near.window.pane.detail.list))


# pictures


def test_ctrl_c_puts_a_picture_on_the_clipboard(hand: Hand) -> None:
    QGuiApplication.clipboard().clear()
    hand.key(Qt.Key.Key_C, CTRL)
    image = QGuiApplication.clipboard().image()
    assert image.width() == hand.canvas.width()
    assert image.height() == hand.canvas.height() + picture.TITLE_H + picture.CAPTION_H


def answer(monkeypatch: pytest.MonkeyPatch, name: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(name), ""))


def test_export_writes_a_picture_in_place_of_the_old_one(hand: Hand, tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "out.png"
    out.write_bytes(b"old")
    answer(monkeypatch, out)
    hand.key(Qt.Key.Key_S, CTRL | SHIFT)
    assert QImage(str(out)).width() == hand.canvas.width()
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


class FailingWriter:
    """Writes half a picture and gives up, as on a full disk."""

    def __init__(self, name: str, form: bytes) -> None:
        self.name = name

    def setText(self, key: str, text: str) -> None:
        pass

    def write(self, image: QImage) -> bool:
        Path(self.name).write_bytes(b"\x89PNG half")
        return False

    def errorString(self) -> str:
        return "No space left on device"


def test_an_export_that_fails_leaves_the_old_picture(hand: Hand, tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "out.png"
    out.write_bytes(b"old")
    answer(monkeypatch, out)
    monkeypatch.setattr(picture, "QImageWriter", FailingWriter)
    hand.key(Qt.Key.Key_S, CTRL | SHIFT)
    assert "No space left on device" in hand.complaint()
    assert out.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


def test_export_asks_no_less_than_the_dialog_for_a_name_without_ending(hand: Hand, tmp_path: Path, monkeypatch) -> None:
    answer(monkeypatch, tmp_path / "out")
    hand.key(Qt.Key.Key_S, CTRL | SHIFT)
    assert not QImage(str(tmp_path / "out.png")).isNull()
    (tmp_path / "out.png").write_bytes(b"precious")
    hand.key(Qt.Key.Key_S, CTRL | SHIFT)
    assert "out.png" in hand.complaint()
    assert (tmp_path / "out.png").read_bytes() == b"precious"


# what a store holds is never markup, and never opened by itself


def test_a_title_with_html_is_shown_as_it_is(hand: Hand) -> None:
    frame = hand.canvas.current()
    hand.canvas.frame = replace(frame, targets=(Target(400, 100, 200, 100, "note", 0, '<img src="x"> a & b\nsecond'),))
    at = QPoint(450, 150)
    QApplication.sendEvent(hand.canvas, QHelpEvent(QEvent.Type.ToolTip, at, hand.canvas.mapToGlobal(at)))
    assert QToolTip.text() == "<qt>&lt;img src=&quot;x&quot;&gt; a &amp; b<br>second</qt>"
    QToolTip.hideText()


class Browser:
    """Takes the place of QDesktopServices."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    def openUrl(self, url: QUrl) -> bool:
        self.opened.append(url.toString())
        return True


def test_links_open_only_the_web_and_only_on_a_click(hand: Hand, monkeypatch) -> None:
    browser = Browser()
    monkeypatch.setattr(line_view, "QDesktopServices", browser)
    view = hand.window.pane.detail.list
    hand.window.pane.setCurrentWidget(hand.window.pane.detail)
    addresses = (
        "https://example.org/a",
        "http://example.org/b",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "ssh://example.org",
        "",
    )
    view.set_lines(tuple(Line(f"link {n}", url=address) for n, address in enumerate(addresses)))
    places = [view.place_of(f"link {n}").center() for n in range(len(addresses))]
    for place in places:
        QTest.mouseMove(view.viewport(), place)
    assert browser.opened == []
    for place in places:
        QTest.mouseClick(view.viewport(), LEFT, pos=place)
    assert browser.opened == ["https://example.org/a", "http://example.org/b"]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=places[0])
    assert len(browser.opened) == 2


# everything else that can be done


@pytest.mark.parametrize("name", ["window", "empty_window"])
@pytest.mark.parametrize("selected", [False, True])
def test_every_action_runs(name: str, selected: bool, request, monkeypatch) -> None:
    window: MainWindow = request.getfixturevalue(name)
    for asks in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, asks, lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    hand = Hand(window)
    for action in commands.registry():
        if selected:
            picking.show_model(window.context(), "gpt-5-4")
        if action.id != "quit":
            window.menus.actions[action.id].trigger()
            hand.canvas.grab()
    assert window.isVisible()
    window.menus.actions["quit"].trigger()
    assert not window.isVisible()


def test_themes_switch_and_are_kept(hand: Hand) -> None:
    grounds = {}
    for name in ("dark", "light"):
        hand.window.menus.actions[f"theme_{name}"].trigger()
        assert hand.window.theme.name == name
        assert settings.load().theme == name
        grounds[name] = hand.canvas.grab().toImage().pixelColor(700, 6).name()
        assert hand.window.palette().color(QPalette.ColorRole.Window) == hand.window.theme.color("panel")
    assert grounds["dark"] != grounds["light"]
    hand.window.menus.actions["theme_system"].trigger()
    assert settings.load().theme == ""
    hints = QGuiApplication.styleHints()
    assert hand.window.theme.name == ("dark" if hints.colorScheme() is Qt.ColorScheme.Dark else "light")


def test_spark_shows_its_curve_and_others_do_not(hand: Hand, qtbot) -> None:
    detail = hand.window.pane.detail
    hand.select("spark")
    qtbot.waitUntil(lambda: detail.chart is not None and detail.chart.isVisible(), timeout=15000)
    assert "GPT-5.3-Codex-Spark" in {curve.name for curve in detail.chart.curves}
    assert not [menu for menu in detail.chart.findChildren(QMenu) if menu.isVisible()]
    hand.window.menus.actions["theme_dark"].trigger()
    assert detail.chart.isVisible()
    hand.select("gpt-5-4")
    qtbot.waitUntil(lambda: "GPT-5.4" in described(detail.list) and not detail.chart.isVisible())


def test_a_surface_narrows_the_lanes(hand: Hand) -> None:
    box = hand.window.bar.surfaces
    before = len(hand.window.scene.lanes(hand.state).chosen)
    at = next(n for n in range(box.count()) if box.itemData(n) == "azure")
    box.setCurrentIndex(at)
    box.activated.emit(at)
    assert hand.state.filter.surfaces == {"azure"}
    assert 0 < len(hand.window.scene.lanes(hand.state).chosen) < before
