"""What is painted: texts that keep clear of each other, colours that can be read, and files that are whole."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from modelspan.__main__ import main
from modelspan.app import drawing, views
from modelspan.app.lines import Style
from modelspan.app.request import SnapshotRequest
from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.engine.frame import Frame, Outlines, Text
from modelspan.ui import card
from modelspan.ui.painter import elided
from modelspan.ui.picture import caption_frame
from modelspan.ui.theme import Theme, load
from tests.gui.conftest import TODAY
from tests.gui.painted import contrast, luminance, offenders, texts

SIZES = [(1600, 900), (1024, 640)]
VIEWS: dict[str, dict[str, object]] = {
    "first": {},
    "opened": {"open": "gpt-5-4"},
    "spark": {"open": "gpt-5-3-codex-spark"},
    "selected": {"select": "claude-opus-4-5"},
    "search": {"search": "gpt"},
    "one surface": {"surfaces": ("azure",)},
    "a month": {"start": TODAY - 15, "end": TODAY + 15},
    "twenty years": {"start": TODAY - 5000, "end": TODAY + 2300},
    "everything": {"all": True},
}


def state_of(scene: Scene, view: str) -> AppState:
    return views.state_for(scene, SnapshotRequest(out=Path(), today=TODAY, **VIEWS[view]))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("view", VIEWS)
def test_no_text_touches_another(scene: Scene, view: str, size: tuple[int, int]) -> None:
    frame = drawing.frame(scene, state_of(scene, view), *size)
    assert len(texts(frame)) > 20
    found = offenders(frame)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_of_an_empty_store_touches_another(empty_scene: Scene, size: tuple[int, int]) -> None:
    for fitted in (False, True):
        state = views.state_for(empty_scene, SnapshotRequest(out=Path(), today=TODAY, all=fitted))
        found = offenders(drawing.frame(empty_scene, state, *size))
        assert not found, "\n".join(found)


def test_an_overlap_would_be_seen() -> None:
    batches = (Text(10, 10, 90, 18, "GPT-5.4"), Text(40, 12, 90, 18, "Claude"), Text(190, 10, 90, 18, "out"))
    found = offenders(Frame(200, 100, batches, ()))
    assert len(found) == 2
    assert found[0].startswith("'out' at ")
    assert " on 'Claude' at " in found[1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("view", VIEWS)
def test_no_number_and_no_date_is_cut(scene: Scene, view: str, size: tuple[int, int]) -> None:
    """A cut name can be guessed; a cut year or count is another one."""
    frame = drawing.frame(scene, state_of(scene, view), *size)
    cut = [text for text in texts(frame) if elided(text.text, text.size, text.bold, text.w) != text.text]
    numbers = [
        f"{text.text!r} in {text.w} px at {text.x},{text.y}" for text in cut if text.text.lstrip("≥≤≈ ")[:1].isdigit()
    ]
    assert not numbers, "\n".join(numbers)


def test_the_caption_and_the_card_keep_clear_too(scene: Scene, bundled_store: Path) -> None:
    for width in (800, 1600):
        state = state_of(scene, "selected")
        frames = (
            caption_frame(scene, state, "A title " * 30, width, 900),
            card.card_frame(scene, bundled_store, state, 360, 826),
        )
        for frame in frames:
            found = offenders(frame)
            assert not found, "\n".join(found)


# colours


GROUNDS = ("ground", "panel", "heading", "selection", "future")


@pytest.fixture(params=["light", "dark"])
def theme(request) -> Theme:
    return load(request.param)


def test_the_measure_is_the_known_one() -> None:
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


def test_every_text_can_be_read_on_every_ground(theme: Theme, scene: Scene, bundled_store: Path) -> None:
    frames = [drawing.frame(scene, state_of(scene, view), 1600, 900) for view in VIEWS]
    frames.append(card.card_frame(scene, bundled_store, state_of(scene, "selected"), 360, 2000))
    used = {text.paint for frame in frames for text in texts(frame)} | {card.LOOKS[style][0] for style in Style}
    assert {"text", "faint", "strong", "on_ink"} <= used
    pairs = [(paint, ground) for paint in sorted(used - {"on_ink"}) for ground in GROUNDS]
    pairs += [("on_ink", "ink"), ("text", "chip"), ("ground", "window.edge")]
    weak = [
        f"{paint} on {ground}: {ratio:.2f}"
        for paint, ground in pairs
        if (ratio := contrast(theme.color(paint), theme.color(ground))) < 4.5
    ]
    assert not weak, f"{theme.name}: {weak}"


def test_every_mark_stands_out_from_the_ground(theme: Theme) -> None:
    marks = [*theme.hues, "ink", "density", "window.edge"]
    weak = [
        f"{paint}: {ratio:.2f}"
        for paint in marks
        if (ratio := contrast(theme.color(paint), theme.color("ground"))) < 3.0
    ]
    assert not weak, f"{theme.name}: {weak}"


def test_both_themes_name_the_same_paints() -> None:
    light, dark = load("light"), load("dark")
    assert list(light.roles) == list(dark.roles)
    assert list(light.hues) == list(dark.hues)
    assert list(light.tones) == list(dark.tones)


def test_tones_come_closer_to_the_ground(theme: Theme) -> None:
    for who in theme.hues:
        steps = [
            contrast(theme.color(f"{who}{tone}"), theme.color("ground")) for tone in ("", ".pale", ".area", ".future")
        ]
        assert steps == sorted(steps, reverse=True)
        assert steps[-1] > 1.02, f"{who}.future cannot be seen"
    assert theme.color("no-such-organisation") == theme.color("other")


# files


@pytest.fixture
def snap(bundled_store: Path, tmp_path: Path):
    """Runs `modelspan snapshot` in a folder of its own."""

    def run(*words: str, out: str = "a.png") -> int:
        return main(["snapshot", str(tmp_path / out), "--store", str(bundled_store), "--today", "2026-11-30", *words])

    return run


@pytest.mark.parametrize("scale", [1, 2])
def test_a_picture_has_the_pixels_and_the_density_asked_for(snap, tmp_path: Path, scale: int) -> None:
    assert snap("--size", "900x600", "--scale", str(scale)) == 0
    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == (900 * scale, 600 * scale)
    assert image.dotsPerMeterX() == image.dotsPerMeterY() == round(96 * scale / 0.0254)
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_twice_the_scale_is_the_same_picture_finer(snap, tmp_path: Path) -> None:
    for scale in ("1", "2"):
        assert snap("--size", "900x600", "--scale", scale, out=f"{scale}.png") == 0
    one, two = (QImage(str(tmp_path / f"{scale}.png")) for scale in ("1", "2"))
    for x, y in ((2, 2), (2, 300), (898, 300), (450, 80)):
        assert one.pixelColor(x, y) == two.pixelColor(2 * x, 2 * y), f"at {x},{y}"


def test_the_same_words_give_the_same_pixels_and_dark_gives_others(snap, tmp_path: Path) -> None:
    for name, theme in (("a", "light"), ("b", "light"), ("c", "dark")):
        assert snap("--size", "900x600", "--select", "gpt-5-4", "--theme", theme, out=f"{name}.png") == 0
    one, same, dark = (QImage(str(tmp_path / f"{name}.png")) for name in "abc")
    assert one == same
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert one != dark
    assert luminance(one.pixelColor(2, 2)) > 0.8 > 0.2 > luminance(dark.pixelColor(2, 2))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "16000x9000"), "larger than the limit"),
        (("--open", "no-such-model"), "No model is called 'no-such-model'"),
        (("--select", "no-such-thing"), "No model or thing is called 'no-such-thing'"),
        (("--orgs", "no-such-maker"), "No organisation is called"),
        (("--surfaces", "no-such-place"), "No surface is called"),
        (("--kinds", "rumour"), "is not a kind of event"),
    ],
)
def test_a_picture_that_cannot_be_made_is_one_sentence(snap, words, said, tmp_path: Path, capsys) -> None:
    old = tmp_path / "a.png"
    old.write_bytes(b"old")
    assert snap(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.startswith("modelspan: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert old.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [old]


def test_a_name_that_cannot_be_written_is_one_sentence(snap, tmp_path: Path, capsys) -> None:
    (tmp_path / "folder.png").mkdir()
    for out, said in (
        ("folder.png", "is a folder"),
        ("a.svg", "must end in .png"),
        ("no/such/a.png", "cannot be written"),
    ):
        assert snap(out=out) == 2
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_the_outline_of_a_preview_survives_the_theme(scene: Scene, theme: Theme) -> None:
    """Form says what state, colour says who: a preview is outlined in the hue of its organisation."""
    outlines = [b for b in drawing.frame(scene, state_of(scene, "spark"), 1600, 900).batches if isinstance(b, Outlines)]
    assert outlines
    for batch in outlines:
        assert contrast(theme.color(batch.paint), theme.color("ground")) >= 3.0
