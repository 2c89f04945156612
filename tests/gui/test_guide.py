"""docs/guide.md, done step by step on a real window: what it promises is then on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from modelspan.app.scene import Scene
from modelspan.engine.frame import Text
from modelspan.ui.line_view import LineView
from modelspan.ui.main_window import MainWindow
from tests.shots.guide import Question, questions
from tests.shots.stage import Stage

QUESTIONS = {question.number: question for question in questions()}


@pytest.fixture
def stage(qtbot, own_folders: Path, bundled_store: Path, scene: Scene) -> Stage:
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(own_folders / "config"))
    made = Stage(bundled_store, scene)
    qtbot.addWidget(made.window)
    return made


def seen(view: LineView) -> str:
    """The lines of a list that are wholly in view."""
    top, room = view.verticalScrollBar().value(), view.viewport().height()
    lines = [line for first, last, line in view.places if first >= top and last <= top + room]
    return "\n".join(f"{line.text} | {line.right}" for line in lines)


def on_canvas(window: MainWindow) -> list[str]:
    """The texts of the timeline."""
    return [one.text for one in window.canvas.current().batches if isinstance(one, Text)]


def visible(part: QWidget) -> bool:
    return part.isVisible() and part.height() > 100


def which_ends_next(window: MainWindow) -> None:
    assert visible(window.pane.ends.list)
    said = seen(window.pane.ends.list)
    for part in ("Claude Sonnet 4.5", "→ Claude Sonnet 5.5", "notice 61 days", "Gemini 2.5 Pro", "Anthropic API"):
        assert part in said
    assert "GPT Image" not in said, "only those one follows"
    assert {"Followed", "4 models", "GPT-5.2", "GPT-5.4"} <= set(on_canvas(window))


def the_whole_life(window: MainWindow) -> None:
    assert window.store.state.opened == {"gpt-5-4"}
    texts = on_canvas(window)
    place = texts.index("OpenAI API")
    assert {"OpenAI API", "ChatGPT / Codex", "Azure", "GitHub Copilot"} <= set(texts[place:])
    assert "Azure | not known – 2 Sep 2027" in seen(window.pane.detail.list)


def what_it_scored(window: MainWindow) -> None:
    said = seen(window.pane.detail.list)
    for part in ("Scores | against GPT-5.3-Codex", "Terminal-Bench 2.0 | 58.4 %  ·  77.3 %", "self-reported"):
        assert part in said.replace("\u00a0", " ")
    assert window.pane.detail.chart is not None
    assert visible(window.pane.detail.chart)


def who_claimed_it(window: MainWindow) -> None:
    said = seen(window.pane.detail.list)
    for part in ("Claims | ", "claimed by OpenAI, 12 Feb 2026", "does it hold? partly", "was it said? confirmed"):
        assert part in said
    assert "Modelspan’s own check" in said


def deals_behind_it(window: MainWindow) -> None:
    said = seen(window.pane.detail.list)
    for part in ("Deals behind it | 1", "OpenAI – Cerebras: GPT-5.3-Codex-Spark goes live | 12 Feb 2026"):
        assert part in said
    whole = [line.text for line in window.pane.detail.list.lines]
    assert whole.index("Speeds and tiers") < whole.index("Deals behind it")


def who_disagrees(window: MainWindow) -> None:
    said = seen(window.pane.detail.list)
    for part in ("Dates that disagree | ", "◆ 2 Sep 2027 | ", "◇ 5 Mar 2027 | ", "moved from 5 Mar 2027 to 2 Sep 2027"):
        assert part in said
    assert any(line.url for line in window.pane.detail.list.lines), "sources that open"


ANSWERS: dict[int, Callable[[MainWindow], None]] = {
    1: which_ends_next,
    2: the_whole_life,
    3: what_it_scored,
    4: who_claimed_it,
    5: deals_behind_it,
    6: who_disagrees,
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: str(question.number))
def test_the_steps_of_the_guide_lead_to_the_answer(stage: Stage, question: Question) -> None:
    answer = ANSWERS[question.number]
    with pytest.raises((AssertionError, ValueError)):  # not there before
        answer(stage.window)
    for step in question.steps:
        stage.do(step)
    answer(stage.window)


def test_a_step_nobody_can_do_fails(stage: Stage) -> None:
    for step in ("Wait a while", "Click the arrow before `No such model`"):
        with pytest.raises(AssertionError):
            stage.do(step)


def test_the_picture_is_the_same_each_time(stage: Stage) -> None:
    for step in QUESTIONS[6].steps:
        stage.do(step)
    assert stage.picture().toImage() == stage.picture().toImage()
