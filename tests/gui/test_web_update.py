"""Update from the web: nothing is fetched before the click, then only what is ticked, from a server on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from modelspan.app.fetching import Limits, Progress
from modelspan.domain.words import ENGLISH
from modelspan.formats.addresses import ADDRESSES, Address
from modelspan.formats.file import File
from modelspan.ui import theme
from modelspan.ui.web_row import Row
from modelspan.ui.web_update import WebUpdate
from tests.gui.hand import LEFT
from tests.web_server import Client, Request, WebServer

K = Qt.Key
SMALL = Limits(packed=500_000, unpacked=500_000)
BODY = b'["' + b"x" * 150_000 + b'"]'
NAMES = ("one", "two", "three")

Open = Callable[..., WebUpdate]


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer() as server:
        for name in NAMES:
            server.answers(f"/{name}.json", BODY, last_modified="Tue, 03 Nov 2026 10:00:00 GMT")
        yield server


def known(web: WebServer) -> list[Address]:
    return [
        Address(web.url(f"/{name}.json"), f"{name}.json", name, f"publisher of {name}", "MIT", f"holds {name}")
        for name in NAMES
    ]


@pytest.fixture
def show(qtbot, web: WebServer, tmp_path: Path) -> Open:
    host = QWidget()
    qtbot.addWidget(host)

    def shown(addresses: Sequence[Address] | None = None, name: str = "light") -> WebUpdate:
        found = known(web) if addresses is None else addresses
        dialog = WebUpdate(ENGLISH, theme.load(name), host, addresses=found, folder=tmp_path, limits=SMALL)
        dialog.heard = []  # type: ignore[attr-defined]
        dialog.fetched.connect(dialog.heard.append)  # type: ignore[attr-defined]
        with qtbot.waitExposed(dialog):
            dialog.show()
        return dialog

    return shown


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, LEFT)


def row(dialog: WebUpdate, name: str) -> Row:
    return next(row for row in dialog.rows.values() if row.address.title == name)


def tick(dialog: WebUpdate, *names: str) -> None:
    """Real clicks on boxes until just these are ticked."""
    for one in dialog.rows.values():
        if one.box.isChecked() != (one.address.title in names):
            dialog.area.ensureWidgetVisible(one)
            QTest.mouseClick(one.box, LEFT, pos=QPoint(8, one.box.height() // 2))


def stalled(web: WebServer, name: str, reached: threading.Event) -> None:
    def answer(client: Client, _request: Request) -> None:
        client.head(200, {"Content-Length": len(BODY), "ETag": '"1"'})
        client.send(BODY[:50_000])
        reached.set()
        client.wait()

    web.answers(f"/{name}.json", answer)


def asked(web: WebServer) -> list[str]:
    return [request.target for request in web.requests]


def test_nothing_is_fetched_before_the_click(qtbot, show: Open, web: WebServer) -> None:
    dialog = show()
    assert dialog.ticked() == [web.url(f"/{name}.json") for name in NAMES]
    assert dialog.timer.isActive() is False
    dialog.close()
    assert asked(web) == []


def test_opening_it_loads_nothing_of_the_web() -> None:
    program = "import sys, modelspan.ui.web_update; print([name for name in sys.modules if 'urllib3' in name])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_address_says_whose_it_is_and_its_licence(show: Open) -> None:
    dialog = show(ADDRESSES)
    for address, shown in zip(ADDRESSES, dialog.rows.values(), strict=True):
        text = shown.whose.text()
        assert address.publisher in text
        assert (address.licence or "no licence stated") in text
        assert address.url.removeprefix("https://") in text
        assert address.holds in shown.box.accessibleDescription()
    assert dialog.said.text() == f"{len(ADDRESSES)} files ticked"
    dialog.close()


def test_only_what_is_ticked_is_fetched_and_handed_on(qtbot, show: Open, web: WebServer) -> None:
    dialog = show()
    tick(dialog, "one", "three")
    assert dialog.said.text() == "2 files ticked"
    with qtbot.waitSignal(dialog.fetched) as heard:
        click(dialog.go)
        assert not dialog.go.isEnabled()
        assert not row(dialog, "one").box.isEnabled()
    assert asked(web) == ["/one.json", "/three.json"]
    (files,) = heard.args
    assert [type(file) for file in files] == [File, File]
    assert [file.data for file in files] == [BODY, BODY]
    assert not dialog.isVisible()


def test_an_earlier_time_is_remembered(qtbot, show: Open, web: WebServer) -> None:
    def answer(client: Client, request: Request) -> None:
        client.say(
            304 if "if-none-match" in request.headers else 200, BODY, etag='"1"', date="Tue, 03 Nov 2026 10:00:00 GMT"
        )

    web.answers("/two.json", answer)
    dialog = show()
    tick(dialog, "two")
    with qtbot.waitSignal(dialog.fetched):
        click(dialog.go)
    again = show()
    assert again.ticked() == [web.url("/two.json")]
    assert row(again, "two").state.text() == "at hand, of 3 Nov 2026"
    web.answers("/one.json", lambda client, _: client.say(500))
    tick(again, "one", "two")
    click(again.go)
    qtbot.waitUntil(lambda: again.batch is None)
    assert row(again, "two").state.text() == "not changed since 3 Nov 2026"
    with qtbot.waitSignal(again.fetched) as heard:
        click(again.hand)
    assert [file.data for file in heard.args[0]] == [BODY]


def test_with_nothing_ticked_there_is_nothing_to_do(show: Open, web: WebServer) -> None:
    dialog = show()
    click(dialog.none)
    assert not dialog.go.isEnabled()
    assert dialog.said.text() == "0 files ticked"
    dialog.start()
    assert dialog.batch is None
    click(dialog.every)
    assert dialog.go.isEnabled()
    assert len(dialog.ticked()) == 3
    dialog.close()
    assert asked(web) == []


def test_a_failure_is_one_sentence_and_can_be_tried_again(qtbot, show: Open, web: WebServer) -> None:
    web.answers("/two.json", b"<!doctype html><title>Sign in")
    dialog = show()
    click(dialog.go)
    qtbot.waitUntil(lambda: dialog.batch is None)
    failed = row(dialog, "two")
    assert failed.state.text() == "failed"
    assert failed.sentence.isVisible()
    assert "/two.json answers with a web page and not with data" in failed.sentence.text()
    assert row(dialog, "three").state.text() == "fetched, 150 kB"
    assert dialog.said.text() == "2 files at hand, 1 failed"
    assert dialog.hand.text() == "Go on with 2 files"
    assert dialog.heard == []  # type: ignore[attr-defined]
    assert dialog.ticked() == [web.url("/two.json")]
    web.answers("/two.json", BODY)
    with qtbot.waitSignal(dialog.fetched) as heard:
        click(dialog.go)
    assert len(heard.args[0]) == 3
    assert asked(web) == ["/one.json", "/two.json", "/three.json", "/two.json"]


def test_what_was_fetched_can_be_gone_on_with(qtbot, show: Open, web: WebServer) -> None:
    web.answers("/two.json", lambda client, _: client.say(404))
    dialog = show()
    click(dialog.go)
    qtbot.waitUntil(lambda: dialog.batch is None)
    with qtbot.waitSignal(dialog.fetched) as heard:
        click(dialog.hand)
    assert len(heard.args[0]) == 2


def test_the_cache_may_be_emptied_in_between(qtbot, show: Open, web: WebServer, tmp_path: Path) -> None:
    web.answers("/two.json", lambda client, _: client.say(404))
    dialog = show()
    click(dialog.go)
    qtbot.waitUntil(lambda: dialog.batch is None)
    for path in tmp_path.rglob("*.json"):
        path.unlink()
    click(dialog.hand)
    assert dialog.isVisible()
    assert "cannot be read" in dialog.said.text()
    assert dialog.heard == []  # type: ignore[attr-defined]
    dialog.close()


@pytest.mark.parametrize("way", ["button", "key"])
def test_cancel_stops_and_what_broke_off_goes_on(qtbot, show: Open, web: WebServer, tmp_path: Path, way: str) -> None:
    reached = threading.Event()
    stalled(web, "two", reached)
    dialog = show()
    click(dialog.go)
    assert dialog.no.text() == "Cancel"
    qtbot.waitUntil(lambda: reached.is_set() and row(dialog, "two").state.text() == "50 kB of 150 kB")
    assert row(dialog, "three").state.text() == "waiting"
    assert row(dialog, "two").bar.share == pytest.approx(1 / 3, rel=0.01)
    if way == "button":
        click(dialog.no)
    else:
        QTest.keyClick(dialog, K.Key_Escape)
    qtbot.waitUntil(lambda: dialog.batch is None)
    assert dialog.isVisible()
    assert [row(dialog, name).state.text() for name in NAMES] == ["fetched, 150 kB", "cancelled", "cancelled"]
    assert dialog.heard == []  # type: ignore[attr-defined]
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        ".part", ".part.json", ".said.json", "one.json",
    ]  # fmt: skip
    assert dialog.no.text() == "Close"
    QTest.keyClick(dialog, K.Key_Escape)
    assert not dialog.isVisible()


def test_closing_in_the_middle_leaves_nothing_running(qtbot, show: Open, web: WebServer) -> None:
    reached = threading.Event()
    stalled(web, "one", reached)
    dialog = show()
    click(dialog.go)
    qtbot.waitUntil(reached.is_set)
    dialog.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("modelspan-web")]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_bug_on_the_thread_is_raised_where_bugs_are_shown(qtbot, show: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from modelspan.app import fetching

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(fetching, "fetch", broken)
    dialog = show()
    with qtbot.captureExceptions() as caught:
        click(dialog.go)
        qtbot.waitUntil(lambda: dialog.batch is None)
    assert [error[0] for error in caught] == [ZeroDivisionError]
    assert dialog.no.text() == "Close"
    dialog.close()


def test_by_keyboard_alone(qtbot, show: Open, web: WebServer) -> None:
    dialog = show()
    boxes = [one.box for one in dialog.rows.values()]
    boxes[0].setFocus()
    QTest.keyClick(boxes[0], K.Key_Space)
    QTest.keyClick(boxes[0], K.Key_Tab)
    assert dialog.focusWidget() is boxes[1]
    assert [box.isChecked() for box in boxes] == [False, True, True]
    with qtbot.waitSignal(dialog.fetched):
        QTest.keyClick(boxes[1], K.Key_Return)
    assert asked(web) == ["/two.json", "/three.json"]


def test_a_row_that_gets_the_focus_is_scrolled_into_view(show: Open) -> None:
    dialog = show(ADDRESSES)
    last = list(dialog.rows.values())[-1]
    assert last.visibleRegion().isEmpty()
    last.box.setFocus()
    assert last.visibleRegion().boundingRect().height() == last.height()
    dialog.close()


def test_progress_in_words(show: Open) -> None:
    dialog = show()
    one = row(dialog, "one")
    for progress, text, share in (
        (Progress("x", 0, None), "asking", None),
        (Progress("x", 0, 3_400_000), "asking", 0),
        (Progress("x", 1_200_000, 3_400_000, 2), "1.2 MB of 3.4 MB · 4 s left", 12 / 34),
        (Progress("x", 1_000, 3_400_000, 2), "1 kB of 3.4 MB · 113 min left", 1 / 3400),
        (Progress("x", 800_000, None, 2), "800 kB", None),
        (Progress("x", 3_400_000, 3_400_000, 2), "3.4 MB of 3.4 MB", 1),
    ):
        one.show_state(progress)
        assert (one.state.text(), one.bar.share) == (text, share)
        assert one.state.shown() == text
    dialog.close()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_texts_and_bar_are_seen(show: Open, name: str) -> None:
    from tests.gui.painted import contrast

    dialog = show(name=name)
    one, ground = row(dialog, "one"), theme.load(name).color("ground")
    one.say("failed", sentence="It is not there.")
    for label in (one.state, one.whose, one.sentence):
        assert contrast(label.palette().windowText().color(), ground) >= 4.5
    one.say("half", share=0.5)
    painted = one.bar.grab().toImage()
    ends = [painted.pixelColor(x, painted.height() // 2) for x in (2, painted.width() - 3)]
    assert contrast(ends[0], ground) >= 3
    assert contrast(*ends) >= 1.5
    dialog.close()
