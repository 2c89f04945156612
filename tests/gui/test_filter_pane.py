"""The Filter tab and the chips: what is checked, typed and taken off; and filter and view leave each other alone."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem

from modelspan.app import filtering
from modelspan.domain.dates import day
from modelspan.ui.filter_pane import HEADS, KEY, DayField, FilterPane
from tests.gui.hand import CTRL, LEFT, Hand


@pytest.fixture
def pane(hand: Hand) -> FilterPane:
    hand.key(Qt.Key.Key_L, CTRL)
    found = hand.window.pane.filter
    assert hand.window.pane.currentWidget() is found
    return found


def rows(pane: FilterPane) -> dict[tuple[str, str], QTreeWidgetItem]:
    """Every choice by facet and key."""
    found = {}
    for place in range(pane.tree.topLevelItemCount()):
        head = pane.tree.topLevelItem(place)
        for row in range(head.childCount()):
            item = head.child(row)
            found[tuple(item.data(0, KEY))] = item
    return found


def check(pane: FilterPane, facet: str, key: str) -> None:
    """A real click on the box of a choice."""
    item = rows(pane)[facet, key]
    pane.tree.scrollToItem(item)
    where = pane.tree.visualItemRect(item)
    QTest.mouseClick(pane.tree.viewport(), LEFT, pos=QPoint(where.left() + 8, where.center().y()))
    QCoreApplication.sendPostedEvents(pane)


def typed(field: DayField, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def shown_models(hand: Hand) -> int:
    return int(np.count_nonzero(hand.window.scene.mask(hand.state)))


def taken(pane: FilterPane) -> set[tuple[str, str]]:
    return {key for key, item in rows(pane).items() if item.checkState(0) is Qt.CheckState.Checked}


# check boxes


@pytest.mark.parametrize(
    ("facet", "key"),
    [("organisations", "mistral"), ("surfaces", "azure"), ("statuses", "retired"), ("kinds", "preview")],
)
def test_a_check_box_narrows_and_lets_go(hand: Hand, pane: FilterPane, facet: str, key: str) -> None:
    before = hand.state
    key = key if (facet, key) in rows(pane) else next(one for name, one in rows(pane) if name == facet)
    promised = int(rows(pane)[facet, key].text(1).replace(",", ""))
    check(pane, facet, key)
    assert getattr(hand.state.filter, facet) == {key}
    assert shown_models(hand) == promised, "as many as the count beside it said"
    assert taken(pane) == {(facet, key)}
    assert hand.state.window == before.window
    assert hand.window.chips.isVisible()
    check(pane, facet, key)
    assert hand.state.filter == before.filter
    assert taken(pane) == set()
    assert not hand.window.chips.isVisible()


def test_two_of_a_facet_are_either_and_two_facets_are_both(hand: Hand, pane: FilterPane) -> None:
    check(pane, "organisations", "mistral")
    one = shown_models(hand)
    check(pane, "organisations", "openai")
    either = shown_models(hand)
    assert either > one
    check(pane, "surfaces", "azure")
    assert 0 < shown_models(hand) < either
    assert taken(pane) == {("organisations", "mistral"), ("organisations", "openai"), ("surfaces", "azure")}


def test_the_counts_say_what_each_choice_would_leave(hand: Hand, pane: FilterPane) -> None:
    check(pane, "organisations", "mistral")
    for facet in filtering.facets(hand.window.scene, hand.state):
        assert facet.name in HEADS
        for choice in facet.choices:
            assert rows(pane)[facet.name, choice.key].text(1) == f"{choice.count:,}"
    counts = {key: item.text(1) for (facet, key), item in rows(pane).items() if facet == "surfaces"}
    key = next(key for key, count in counts.items() if count != "0")
    check(pane, "surfaces", key)
    assert shown_models(hand) == int(counts[key].replace(",", ""))


def test_space_checks_with_the_keyboard(hand: Hand, pane: FilterPane) -> None:
    item = rows(pane)["organisations", "mistral"]
    pane.tree.setFocus()
    pane.tree.setCurrentItem(item)
    QTest.keyClick(pane.tree, Qt.Key.Key_Space)
    QCoreApplication.sendPostedEvents(pane)
    assert hand.state.filter.organisations == {"mistral"}


def test_models_no_one_hosts_are_a_box_of_their_own(hand: Hand, pane: FilterPane) -> None:
    before = shown_models(hand)
    pane.unhosted.click()
    assert hand.state.filter.open_weights
    assert shown_models(hand) > before
    pane.unhosted.click()
    assert shown_models(hand) == before


# days


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026", day(2026, 1, 1), day(2027, 1, 1)),
        ("2026-06", day(2026, 6, 1), day(2026, 7, 1)),
        ("2026-06-15", day(2026, 6, 15), day(2026, 6, 16)),
        (" 2026-06-15 ", day(2026, 6, 15), day(2026, 6, 16)),
    ],
)
def test_a_day_a_month_or_a_year_bounds_the_events(
    hand: Hand, pane: FilterPane, text: str, start: int, end: int
) -> None:
    typed(pane.first, text)
    assert (hand.state.filter.start, hand.state.filter.end) == (start, None)
    typed(pane.last, text)
    assert (hand.state.filter.start, hand.state.filter.end) == (start, end), "the last day is within"
    events, wanted = hand.window.scene.snapshot.events, hand.window.scene.wanted(hand.state)
    assert wanted.any()
    assert ((events.start[wanted] < end) & (events.end[wanted] > start)).all(), "they touch those days"
    typed(pane.first, "")
    typed(pane.last, "")
    assert not hand.state.filter.narrows


@pytest.mark.parametrize("text", ["soon", "2026-13", "2026-02-30", "15.6.2026", "-", "99999", "20 26", "2026-6"])
def test_nonsense_is_one_sentence_and_changes_nothing(hand: Hand, pane: FilterPane, text: str) -> None:
    typed(pane.first, "2026-03")
    before = hand.state
    typed(pane.first, text)
    assert pane.mistake.isVisible()
    said = pane.mistake.text()
    assert said.endswith(".")
    assert "\n" not in said
    assert text in said
    assert hand.state == before
    typed(pane.first, "2026-04")
    assert not pane.mistake.isVisible()
    assert hand.state.filter.start == day(2026, 4, 1)


def test_a_last_day_before_the_first_is_told(hand: Hand, pane: FilterPane) -> None:
    typed(pane.first, "2026-06")
    before = hand.state
    typed(pane.last, "2026-05")
    assert "must not come before" in pane.mistake.text()
    assert hand.state == before


def test_letters_typed_as_a_day_are_no_keys_of_the_timeline(hand: Hand, pane: FilterPane) -> None:
    before = hand.state
    pane.first.setFocus()
    QTest.keyClicks(QApplication.focusWidget(), "wasd0123")
    assert pane.first.text() == "wasd0123"
    assert hand.state == before


# chips


def chip(hand: Hand, text: str) -> None:
    button = next(one for one in hand.window.chips.buttons if one.text().startswith(text))
    QTest.mouseClick(button, LEFT)


def test_a_chip_takes_one_part_off(hand: Hand, pane: FilterPane) -> None:
    check(pane, "organisations", "mistral")
    check(pane, "organisations", "openai")
    check(pane, "surfaces", "azure")
    typed(pane.first, "2026")
    whole = hand.state.filter
    chip(hand, "Mistral")
    assert hand.state.filter.organisations == {"openai"}
    assert (hand.state.filter.surfaces, hand.state.filter.start) == (whole.surfaces, whole.start)
    assert ("organisations", "mistral") not in taken(pane)
    chip(hand, "from 1 Jan 2026")
    assert hand.state.filter.start is None
    assert pane.first.text() == ""
    chip(hand, "Clear all")
    assert not hand.state.filter.narrows
    assert not hand.window.chips.isVisible()
    assert taken(pane) == set()


def test_every_chip_leaves_the_filter_it_promises(hand: Hand, pane: FilterPane) -> None:
    check(pane, "organisations", "mistral")
    check(pane, "kinds", "preview")
    hand.run("open_weights")
    for one in filtering.chips(hand.window.scene, hand.state):
        whole = hand.state
        chip(hand, one.text)
        assert hand.state.filter == one.without
        hand.window.store.put(whole)


def test_the_button_clears_the_filter(hand: Hand, pane: FilterPane) -> None:
    assert not pane.clear.isEnabled()
    check(pane, "organisations", "mistral")
    QTest.mouseClick(pane.clear, LEFT)
    assert not hand.state.filter.narrows


# grouping and order


def test_the_boxes_group_and_sort_and_follow_the_menu(hand: Hand, pane: FilterPane) -> None:
    for box, names in ((pane.grouping, "group_"), (pane.order, "sort_")):
        for place in range(box.count()):
            box.setFocus()
            QTest.keyClick(box, Qt.Key.Key_Home)
            for _ in range(place):
                QTest.keyClick(box, Qt.Key.Key_Down)
            assert hand.window.registry[box.itemData(place)].on(hand.window.context())
        hand.run(box.itemData(1))
        assert box.currentData() == box.itemData(1)
        assert str(box.itemData(1)).startswith(names)


# view and filter


def test_the_view_never_changes_the_filter_and_the_filter_never_the_view(hand: Hand, pane: FilterPane) -> None:
    check(pane, "organisations", "mistral")
    narrowed = hand.state.filter
    hand.canvas.setFocus()
    hand.wheel(2, held=CTRL)
    hand.drag(QPoint(900, 300), QPoint(600, 300))
    for key in (Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_T, Qt.Key.Key_W, Qt.Key.Key_Home):
        hand.key(key)
    hand.run("every_life")
    hand.run("every_life")
    assert hand.state.filter == narrowed
    window = hand.state.window
    typed(pane.first, "2024")
    check(pane, "surfaces", next(key for facet, key in rows(pane) if facet == "surfaces"))
    hand.run("clear_filter")
    hand.run("open_weights")
    assert hand.state.window == window


def test_going_back_undoes_a_filter(hand: Hand, pane: FilterPane) -> None:
    before = hand.state
    check(pane, "organisations", "mistral")
    hand.window.store.settle()
    hand.run("back")
    assert hand.state == before
    assert taken(pane) == set()
