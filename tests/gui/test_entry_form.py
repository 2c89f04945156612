"""The form for an event with real keys: whole entries without a mouse, and that nothing wrong can be accepted."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QWidget

from modelspan.app import entry
from modelspan.app.entry_fields import fields_of, kinds
from modelspan.app.entry_form import Form, blank
from modelspan.app.entry_names import Known
from modelspan.app.scene import Scene
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day
from modelspan.domain.records import Dataset, EntityKind, Evidence, Kind, Party, Role, Score
from modelspan.store.layout import MINE
from modelspan.ui.entry_form import EntryForm
from modelspan.ui.theme import load
from tests.gui.hand import ALT, CTRL, NONE, SHIFT

TODAY = day(2026, 11, 30)
POST = "https://x.com/thsottiaux/status/2098300998968357218"
KEY = Qt.Key


class Typist:
    """Types into whatever has the focus in a form, and holds what was accepted."""

    def __init__(self, form: EntryForm) -> None:
        self.form = form
        self.entries: list[entry.Entry] = []
        form.accepted_entry.connect(self.take)

    def take(self, made: entry.Entry) -> None:
        self.entries.append(made)

    def focus(self) -> QWidget:
        found = self.form.focusWidget()
        assert found is not None
        return found

    def type(self, *texts: str) -> "Typist":
        """Each text into one field and on to the next; an empty one passes a field over."""
        for text in texts:
            QTest.keyClicks(self.focus(), text)
            self.key(KEY.Key_Tab)
        return self

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None and key is not KEY.Key_Tab:
            QTest.keyClick(popup, key, held)
            return
        if popup is not None:
            popup.hide()
        QTest.keyClick(self.focus(), key, held)

    def go(self, name: str) -> "Typist":
        """As with a click, which closes a list of names."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.hide()
        self.form.cells[name].editor.setFocus()
        return self

    def said(self, name: str) -> str:
        return self.form.cells[name].note.text()

    def field(self) -> str:
        """The field that has the focus."""
        focus = self.focus()
        return next((name for name, cell in self.form.cells.items() if cell.isAncestorOf(focus)), "")


@pytest.fixture
def known(scene: Scene, bundled_store: Path) -> Known:
    return Known(scene.snapshot, bundled_store)


@pytest.fixture
def start(qtbot, known: Known) -> Iterator[Callable[..., Typist]]:
    """Opens a form over a window of 1024 x 640."""
    parent = QWidget()
    parent.resize(1024, 640)
    qtbot.addWidget(parent)
    with qtbot.waitActive(parent):
        parent.show()

    def started(what: Kind | Form = Kind.RETIREMENT, theme: str = "light", names: Known | None = None) -> Typist:
        form = what if isinstance(what, Form) else blank(what, "2026-11-30")
        made = EntryForm(parent, names or known, form, TODAY, load(theme))
        made.open()
        qtbot.waitUntil(made.isActiveWindow)
        return Typist(made)

    yield started
    for form in parent.findChildren(EntryForm):
        form.done(0)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


# whole entries by keyboard


def test_a_retirement_next_week_takes_four_fields(start: Callable[..., Typist]) -> None:
    hand = start()
    assert hand.field() == "subject"
    hand.type("spark", "ChatGPT / Codex", "next week", "GPT-5.4", "")
    assert hand.field() == "source"
    assert not hand.form.add.isEnabled()
    assert "depends on the day" in hand.said("when")
    hand.type(POST)
    assert hand.said("subject") == "GPT-5.3-Codex-Spark, OpenAI"
    assert hand.said("when").startswith("between 14 and 20 Sep 2026 (said as “next week” on 11 Sep 2026)\n")
    assert hand.said("when").endswith("for the same; both will be kept.")
    assert hand.said("source") == "A post of 11 Sep 2026 06:41 UTC"
    assert hand.form.add.isEnabled()
    hand.key(KEY.Key_Return, CTRL)
    (made,) = hand.entries
    assert (made.event.kind, made.event.subject_id, made.event.surface_id) == (
        Kind.RETIREMENT, "gpt-5-3-codex-spark", "chatgpt-codex",
    )  # fmt: skip
    assert (str(made.event.when), made.event.words) == ("[2026-09-14..2026-09-20]", "next week")
    assert str(made.event.known) == "2026-09-11T06:41:57Z"
    assert made.event.parties == (Party(role=Role.SUCCESSOR, entity_id="gpt-5-4"),)
    assert not hand.form.isVisible()


def test_a_score_by_keyboard(start: Callable[..., Typist]) -> None:
    hand = start(Kind.SCORE).type("gpt-5.4", "SWE-Bench Pro", "61.3 %", "", "", "", "Codex CLI", "high")
    hand.go("source").type("https://openai.com/index/x", "2026-10-01")
    hand.key(KEY.Key_Return, CTRL)
    (made,) = hand.entries
    body = made.event.body
    assert isinstance(body, Score)
    assert (body.benchmark_id, body.harness, body.effort) == ("swe-bench-pro", "Codex CLI", "high")
    assert (made.event.quantities[0].published, made.event.quantities[0].unit) == ("61.3", "percent")
    assert str(made.event.when) == "2026-10-01"


def test_a_deal_by_keyboard(start: Callable[..., Typist]) -> None:
    hand = start()
    hand.form.kind.setFocus()
    QTest.keyClicks(hand.form.kind, "Deal")
    assert hand.form.form.kind is Kind.DEAL
    hand.go("buyer").type("OpenAI", "Cerebras; Foo Inc").go("capacity").type("1.5 GW", "> 10 bn")
    assert hand.said("capacity") == "1,500 MW"
    assert "“Foo Inc”" in hand.said("supplier")
    hand.go("source").type("Reuters", "1 Oct 2026")
    hand.key(KEY.Key_Return, CTRL)
    (made,) = hand.entries
    assert made.event.title == "Cerebras – OpenAI, 1,500 MW"
    assert [(amount.metric, amount.published, amount.unit) for amount in made.event.quantities] == [
        ("capacity", "1500", "MW"), ("value", "10000000000", "USD"),
    ]  # fmt: skip


def test_a_new_model_by_keyboard(start: Callable[..., Typist]) -> None:
    hand = start(Kind.RELEASE)
    cell = hand.form.cells["subject"]
    QTest.keyClicks(hand.focus(), "GPT-9 Nova")
    assert cell.new is not None
    assert cell.new.isVisible()
    hand.key(KEY.Key_Tab)
    assert hand.focus() is cell.new
    assert "No model is called" in hand.said("subject")
    hand.key(KEY.Key_Space)
    hand.key(KEY.Key_Tab)
    assert hand.focus() is cell.owner
    hand.type("Nova Labs", "openai-api", "2026-11-20")
    hand.go("unsourced").key(KEY.Key_Space)
    hand.key(KEY.Key_Return, CTRL)
    (made,) = hand.entries
    assert {(each.name, each.kind) for each in made.entities} == {
        ("GPT-9 Nova", EntityKind.MODEL), ("Nova Labs", EntityKind.ORGANISATION),
    }  # fmt: skip
    assert made.event.evidence is Evidence.MEMORY
    assert cell.new is not None


def test_a_name_is_completed_from_the_list(start: Callable[..., Typist]) -> None:
    hand = start()
    QTest.keyClicks(hand.focus(), "codex-spa")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    hand.key(KEY.Key_Down)
    hand.key(KEY.Key_Return)
    assert hand.form.form.text("subject") == "GPT-5.3-Codex-Spark"
    assert hand.said("subject") == "OpenAI"
    hand.go("successor")
    QTest.keyClicks(hand.focus(), "GPT-5.4; codex-spa")
    hand.key(KEY.Key_Down)
    hand.key(KEY.Key_Return)
    assert hand.form.form.text("successor") == "GPT-5.4; GPT-5.3-Codex-Spark"


def test_a_name_that_is_being_typed_is_not_yet_wrong(start: Callable[..., Typist]) -> None:
    hand = start()
    QTest.keyClicks(hand.focus(), "codex-spa")
    assert QApplication.activePopupWidget() is not None
    assert hand.said("subject") == ""
    assert not hand.form.add.isEnabled()
    hand.key(KEY.Key_Escape)
    assert hand.form.isVisible()
    hand.key(KEY.Key_Tab)
    assert "No model is called “codex-spa”; is it GPT-5.3-Codex-Spark?" in hand.said("subject")


def test_ctrl_return_accepts_from_an_open_list(start: Callable[..., Typist]) -> None:
    hand = start().type("spark", "chatgpt-codex", "2026-09-16", "", "", POST).go("successor")
    QTest.keyClicks(hand.focus(), "gpt-5.4")
    assert QApplication.activePopupWidget() is not None
    hand.key(KEY.Key_Return, CTRL)
    (made,) = hand.entries
    assert made.event.parties == (Party(role=Role.SUCCESSOR, entity_id="gpt-5-4"),)


def test_a_claim_is_chosen_by_a_word_of_it(start: Callable[..., Typist]) -> None:
    hand = start(Kind.CHECK)
    QTest.keyClicks(hand.focus(), "head codex following week")
    hand.key(KEY.Key_Down)
    hand.key(KEY.Key_Return)
    assert hand.form.form.text("claim").startswith("The head of Codex posts")
    hand.go("source").type(POST)
    hand.key(KEY.Key_Return, CTRL)
    assert hand.entries[0].event.key == "mine/claim-f1/check"


# editing


def test_an_entry_is_edited_in_its_own_words(start: Callable[..., Typist], known: Known) -> None:
    hand = start().type("spark", "bedrock", "next week", "", "", POST)
    hand.key(KEY.Key_Return, CTRL)
    (first,) = hand.entries
    catalogue = entry.written(Catalogue(dataset=Dataset(id=MINE, title=""), as_of=""), first)
    sources = {source.id: source for source in catalogue.sources}
    again = start(entry.form_of(first.event, known, sources, replaces=True))
    form = again.form
    assert form.form.text("when") == "next week"
    assert not form.kind.isEnabled()
    assert form.add.isEnabled()
    again.go("when")
    again.key(KEY.Key_A, CTRL)
    again.type("24 Sep 2026")
    again.key(KEY.Key_Return, CTRL)
    (second,) = again.entries
    assert second.replaces == first.event.key
    changed = entry.written(catalogue, second)
    assert [(event.key, str(event.when)) for event in changed.events] == [(first.event.key, "2026-09-24")]


# what is wrong


@pytest.mark.parametrize(
    ("texts", "field", "said"),
    [
        (("spark", "chatgpt-codex", "someday", "", "", POST), "when", "is not a date"),
        (("spark", "chatgpt-codex", "5/6/2026", "", "", POST), "when", "can be 2026-05-06 or 2026-06-05"),
        (("no such", "chatgpt-codex", "2026-09-16", "", "", POST), "", ""),
        (("spark", "chatgpt-codex", "2026-09-16", "spark", "", POST), "successor", "cannot replace itself"),
        (("spark", "chatgpt-codex", "2026-09-16", "", "", "ftp://a.example"), "source", "not an address"),
        (("spark", "chatgpt-codex", "2026-09-16", "", "", "A page", "next week"), "published", "depends on a day"),
        (("spark", "chatgpt-codex", "", "", "", POST), "when", "Say when."),
        (("spark", "chatgpt-codex", "2026-09-16"), "source", "Name a source"),
    ],
)
def test_what_is_wrong_cannot_be_accepted(
    start: Callable[..., Typist], texts: tuple[str, ...], field: str, said: str
) -> None:
    hand = start()
    names = ("subject", "surface", "when", "successor", "scope", "source", "published")
    for name, text in zip(names, texts, strict=False):
        hand.go(name)
        QTest.keyClicks(hand.focus(), text)
    hand.key(KEY.Key_Return, CTRL)
    assert not hand.entries
    assert hand.form.isVisible()
    assert not hand.form.add.isEnabled()
    assert hand.form.state.text()
    if field:
        assert said in hand.said(field)
        assert hand.said(field).startswith("! ")
        assert hand.form.cells[field].editor.accessibleDescription() in hand.said(field)
        assert hand.field() == field


def test_nothing_is_called_missing_before_one_was_there(start: Callable[..., Typist]) -> None:
    hand = start()
    assert not any(cell.note.text().startswith("!") for cell in hand.form.cells.values())
    assert hand.form.state.text() == "Still needed: Model, Surface, Ends on, Source"
    hand.key(KEY.Key_Tab)
    assert hand.said("subject") == "! Name the model."
    assert hand.said("surface") == ""


def test_the_store_may_refuse(start: Callable[..., Typist]) -> None:
    hand = start().type("spark", "chatgpt-codex", "2026-09-16", "", "", POST)

    def refuse(made: entry.Entry) -> None:
        hand.form.refuse("The store is in use; try again.")

    hand.form.accepted_entry.connect(refuse)
    hand.key(KEY.Key_Return, CTRL)
    assert hand.form.isVisible()
    assert hand.form.complaint.isVisible()
    assert hand.form.complaint.text() == "! The store is in use; try again."
    hand.go("note").type("x")
    assert not hand.form.complaint.isVisible()


# keys and closing


def test_escape_closes_at_once_where_nothing_was_typed(start: Callable[..., Typist]) -> None:
    hand = start()
    hand.key(KEY.Key_Escape)
    assert not hand.form.isVisible()


def test_escape_asks_before_it_throws_away(start: Callable[..., Typist]) -> None:
    hand = start().type("spark", "azure")
    hand.key(KEY.Key_Escape)
    box = hand.form.asked
    assert box is not None
    assert hand.form.isVisible()
    QTest.keyClick(box, KEY.Key_Escape)
    assert hand.form.isVisible()
    assert hand.form.form.text("subject") == "spark"
    hand.key(KEY.Key_Escape)
    box = hand.form.asked
    assert box is not None
    QTest.mouseClick(box.button(QMessageBox.StandardButton.Discard), Qt.MouseButton.LeftButton)
    assert not hand.form.isVisible()
    assert not hand.entries


def test_tab_and_return_go_through_the_fields_in_order(start: Callable[..., Typist]) -> None:
    for kind in kinds():
        hand = start(kind)
        order = [field.id for field in fields_of(kind)]
        found = [hand.field()]
        for number in range(len(order) - 1):
            hand.key(KEY.Key_Tab if number % 2 else KEY.Key_Return)
            found.append(hand.field())
        assert found == order
        hand.key(KEY.Key_Tab)
        hand.key(KEY.Key_Tab, SHIFT)
        hand.form.done(0)


def test_a_letter_with_alt_goes_to_a_field(start: Callable[..., Typist]) -> None:
    hand = start()
    text = hand.form.cells["source"].label.text()
    letter = text[text.index("&") + 1].upper()
    hand.key(getattr(KEY, f"Key_{letter}"), ALT)
    assert hand.field() == "source"


def test_another_kind_keeps_the_source(start: Callable[..., Typist]) -> None:
    hand = start().go("source").type("A page", "2026-09-01").go("subject").type("spark")
    hand.form.kind.setFocus()
    QTest.keyClicks(hand.form.kind, "Legacy")
    assert hand.form.form.kind is Kind.LEGACY
    line = hand.form.cells["source"].editor
    assert isinstance(line, QLineEdit)
    assert line.text() == "A page"
    assert hand.said("subject") == "GPT-5.3-Codex-Spark, OpenAI"


# looks


def contrast(first: QColor, second: QColor) -> float:
    """The contrast of two colours as WCAG counts it."""

    def light(color: QColor) -> float:
        parts = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color.getRgbF()[:3])
        return sum(part * share for part, share in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))

    high, low = sorted((light(first), light(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_said_can_be_read(start: Callable[..., Typist], theme: str) -> None:
    hand = start(Kind.RETIREMENT, theme).type("spark", "nowhere at all")
    hand.go("when").type("next week", "Foo 9", "", POST)
    ground = hand.form.palette().color(QPalette.ColorRole.Window)
    for name in ("subject", "surface", "successor", "when"):
        note = hand.form.cells[name].note
        assert note.text()
        assert contrast(note.palette().color(note.foregroundRole()), ground) >= 4.5


@pytest.mark.parametrize("kind", kinds())
def test_nothing_is_cut_off_or_lies_over_another(start: Callable[..., Typist], kind: Kind) -> None:
    hand = start(kind)
    form = hand.form
    form.finish()  # every sentence about what is missing
    for name, cell in form.cells.items():
        if cell.line is not None:
            cell.line.setText(
                "An answer so long and so wrong that the sentence about it takes many rows of its own " * 3
            )
            cell.touch()
        assert cell.isVisible(), name
    QCoreApplication.processEvents()
    body = form.area.widget()
    assert form.height() <= 600
    assert body.width() <= form.area.viewport().width()
    for cell in form.cells.values():
        assert cell.note.height() >= cell.note.heightForWidth(cell.note.width()) or not cell.note.isVisible()
        assert cell.geometry().right() <= body.width()
    places = [cell.geometry() for cell in form.cells.values()]
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[i + 1 :])


def test_texts_are_plain(start: Callable[..., Typist]) -> None:
    hand = start().type("<b>bold</b><img src=x>", "azure")
    note = hand.form.cells["subject"].note
    assert note.textFormat() is Qt.TextFormat.PlainText
    assert "<b>bold</b>" in note.text()
    line = hand.form.cells["subject"].line
    assert line is not None
    assert line.maxLength() <= 120
