"""Pictures: the canvas with its caption, at any size and scale, without a display."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter

from modelspan.app import drawing, session, views
from modelspan.app.request import SnapshotRequest
from modelspan.app.scene import Scene, as_known_on
from modelspan.app.state import AppState
from modelspan.domain.problems import UserError
from modelspan.domain.words import ENGLISH
from modelspan.engine.frame import Frame, Layer, Sheet
from modelspan.ui import painter as painting
from modelspan.ui.card import card_frame
from modelspan.ui.theme import Theme, load

TITLE_H = 34
CAPTION_H = 40
CARD_W = 360
MAX_PIXELS = 120_000_000  # 480 MB of memory; more than any printer needs
INCH = 0.0254


def caption_frame(scene: Scene, state: AppState, title: str, width: int, height: int) -> Frame:
    """Title above and caption below the canvas."""
    sheet = Sheet()
    sheet.rect(Layer.GROUND, "panel", 0, 0, width, height)
    sheet.text(title, 14, 0, width - 28, TITLE_H, paint="strong", size=16, bold=True)
    first, second = views.caption(scene, state)
    y = height - CAPTION_H
    sheet.rect(Layer.GRID, "line", 0, y, width, 1)
    sheet.text(first, 14, y + 4, width - 28, 17, size=11)
    sheet.text(second, 14, y + 20, width - 28, 17, paint="faint", size=10)
    return sheet.frame(width, height)


def default_title(scene: Scene, state: AppState) -> str:
    """What the picture shows, when no title was given."""
    words = scene.words
    row = scene.snapshot.entities.row.get(state.selected, -1)
    if state.opened or row >= 0:
        return words.fill("Modelspan: %1", scene.snapshot.name(row))
    return words.tr("Modelspan: every hosted model") if state.fitted else words.tr("Modelspan: which model ends next?")


def render(
    scene: Scene,
    state: AppState,
    theme: Theme,
    width: int,
    height: int,
    scale: float,
    title: str = "",
    card: Frame | None = None,
) -> QImage:
    """The whole picture. Raises UserError, before any memory is taken, when it is too large."""
    pixels = round(width * scale), round(height * scale)
    size = f"{pixels[0]} x {pixels[1]} pixels"
    if pixels[0] * pixels[1] > MAX_PIXELS:
        limit = MAX_PIXELS // 1_000_000
        raise UserError(
            f"A picture of {size} is larger than the limit of {limit} million; give a smaller --size or --scale."
        )
    image = QImage(*pixels, QImage.Format.Format_RGB32)
    if image.isNull():
        raise UserError(f"There is not enough memory for a picture of {size}; give a smaller --size or --scale.")
    image.setDevicePixelRatio(scale)
    dots = round(96 * scale / INCH)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    room = width - (CARD_W if card else 0)
    frame = drawing.frame(scene, state, room, height - TITLE_H - CAPTION_H)
    painter = QPainter(image)
    try:
        painting.paint(painter, caption_frame(scene, state, title or default_title(scene, state), width, height), theme)
        painter.translate(0, TITLE_H)
        painter.setClipRect(QRect(0, 0, room, frame.height))
        painting.paint(painter, frame, theme)
        if card:
            painter.setClipping(False)
            painter.translate(room, 0)
            painting.paint(painter, card, theme)
    finally:
        painter.end()
    return image


def with_card(
    scene: Scene, path: Path, state: AppState, theme: Theme, width: int, height: int, scale: float, title: str = ""
) -> QImage:
    """The picture with the painted card of what is selected, if anything is. Raises UserError."""
    card = None
    if state.selected:
        card = card_frame(scene, path, state, CARD_W, height - TITLE_H - CAPTION_H)
        width = max(width, CARD_W + 420)
    return render(scene, state, theme, width, height, scale, title, card)


def save(image: QImage, out: Path) -> None:
    """Write a PNG beside its place and swap it in whole. Raises UserError when that fails."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{out.name}.", suffix=".png", dir=out.parent)
        os.close(handle)
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}; choose another folder.") from error
    temporary = Path(name)
    try:
        writer = QImageWriter(str(temporary), b"png")
        writer.setText("Software", "Modelspan")
        if not writer.write(image):
            raise UserError(
                f"{out} cannot be written: {writer.errorString()}; free some space or choose another folder."
            )
        del writer
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(out)
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}; choose another name.") from error
    finally:
        temporary.unlink(missing_ok=True)


def snapshot(request: SnapshotRequest) -> int:
    """The word `modelspan snapshot`: 0 when the picture is written. Raises UserError."""
    if request.out.suffix.lower() != ".png":
        raise UserError(f"{request.out} must end in .png; other formats are not written yet.")
    if request.out.is_dir():
        raise UserError(f"{request.out} is a folder; give the name of a PNG file.")
    if QCoreApplication.instance() is None:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        application = QGuiApplication(["modelspan"])
        QCoreApplication.setApplicationName(application.applicationName())
    path, data = session.open_store(request.store)
    scene = as_known_on(data, ENGLISH, request.known)
    state = views.state_for(scene, request)
    theme = load(request.theme)
    image = with_card(scene, path, state, theme, request.width, request.height, request.scale, request.title)
    save(image, request.out)
    return 0
