"""The canary for PySide6 6.12.0, which drops a reference to None with every void call before Python 3.12."""

import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QWidget

CALLS = 100


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_keep_the_references_to_none(qtbot) -> None:
    widget, image, pen = QWidget(), QImage(8, 8, QImage.Format.Format_RGB32), QPen(Qt.GlobalColor.black)
    qtbot.addWidget(widget)
    image.fill(Qt.GlobalColor.white)
    start, end = QPoint(0, 0), QPoint(7, 7)
    painter = QPainter(image)
    try:
        before = sys.getrefcount(None)
        for _ in range(CALLS):
            painter.setPen(pen)
            painter.drawLine(start, end)
            widget.update()
        lost = before - sys.getrefcount(None)
    finally:
        painter.end()
    assert lost < CALLS // 2, f"{lost} references to None lost in {3 * CALLS} calls: this PySide6 aborts on this Python"
