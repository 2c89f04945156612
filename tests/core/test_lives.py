"""Lives drawn from the bundled catalogue: the worked examples that every view has to get right."""

import numpy as np
import pytest

from modelspan.domain.dates import day, iso
from modelspan.domain.snapshot import OPEN_END, Snapshot
from modelspan.engine.lives import Ending, Ends, Lives, Mark, build, ended, on_offer

SPARK = "gpt-5-3-codex-spark"


@pytest.fixture(scope="module")
def both(snapshot: Snapshot) -> tuple[Lives, Ends]:
    return build(snapshot)


@pytest.fixture(scope="module")
def lives(both: tuple[Lives, Ends]) -> Lives:
    return both[0]


class Find:
    """Looks up what the arrays say of one model on one surface."""

    def __init__(self, snapshot: Snapshot, lives: Lives) -> None:
        self.snapshot = snapshot
        self.lives = lives

    def life(self, model: str, surface: str) -> int:
        row = self.snapshot.entities.row
        (found,) = np.flatnonzero((self.lives.model == row[model]) & (self.lives.surface == row[surface]))
        return int(found)

    def marks(self, model: str, surface: str) -> set[tuple[str, Mark]]:
        mine = np.flatnonzero(self.lives.mark_life == self.life(model, surface))
        return {(iso(int(self.lives.mark_day[i])), Mark(int(self.lives.mark_type[i]))) for i in mine}

    def end(self, model: str, surface: str) -> tuple[str, str, Ending]:
        """First and last day it can lie on."""
        i = self.life(model, surface)
        low, high = int(self.lives.end_low[i]), int(self.lives.end_high[i])
        return iso(low), iso(high - 1), Ending(int(self.lives.ending[i]))


@pytest.fixture(scope="module")
def find(snapshot: Snapshot, lives: Lives) -> Find:
    return Find(snapshot, lives)


def test_sparks_end_is_an_interval_and_the_articles_day_a_rival(find: Find, lives: Lives) -> None:
    i = find.life(SPARK, "chatgpt-codex")
    assert iso(int(lives.begin[i])) == "2026-02-12"
    assert lives.begin_known[i]
    assert lives.available[i] == OPEN_END, "it never left its preview"
    assert iso(int(lives.notice[i])) == "2026-09-11", "the announcement is its own day"
    assert lives.successor[i] == -1
    assert find.end(SPARK, "chatgpt-codex") == ("2026-09-12", "2026-09-16", Ending.BETWEEN)
    assert ("2026-09-11", Mark.RIVAL) in find.marks(SPARK, "chatgpt-codex")


def test_a_published_end_and_an_observed_one_are_two_marks_of_one_end(
    find: Find, both: tuple[Lives, Ends], snapshot: Snapshot
) -> None:
    assert find.end("gpt-5-4", "chatgpt-codex") == ("2026-08-31", "2026-08-31", Ending.EXACT)
    assert ("2026-09-08", Mark.OBSERVED) in find.marks("gpt-5-4", "chatgpt-codex")
    lives, ends = both
    i = find.life("gpt-5-4", "chatgpt-codex")
    assert np.count_nonzero(ends.life == i) == 1
    assert snapshot.name(int(lives.successor[i])) == "GPT-5.6 Terra"


def test_the_end_of_one_id_does_not_end_the_model(find: Find, lives: Lives) -> None:
    i = find.life("gpt-5-2", "openai-api")
    assert lives.end_row[i] == -1
    assert lives.end_low[i] == OPEN_END
    assert lives.ending[i] == Ending.NONE
    assert find.marks("gpt-5-2", "openai-api") == {("2026-08-10", Mark.PARTIAL)}


def test_opus_4_5_slipped_and_its_vendor_disagrees_with_azure(find: Find) -> None:
    model = "claude-opus-4-5"
    assert find.end(model, "anthropic-api")[0] == "2027-01-22"
    assert ("2026-11-24", Mark.MOVED) in find.marks(model, "anthropic-api")
    assert find.end(model, "azure")[0] == "2026-11-24"
    assert {("2026-10-19", Mark.MOVED), ("2027-01-22", Mark.RIVAL)} <= find.marks(model, "azure")


def test_a_lower_bound_is_never_over_and_an_unconfirmed_plan_neither(
    snapshot: Snapshot, lives: Lives, find: Find
) -> None:
    over = ended(lives, snapshot.events, day(2030))
    assert not over[find.life("claude-opus-4-6", "anthropic-api")], "not sooner than is no end"
    assert not over[find.life("claude-opus-4-5", "vertex")], "a scheduled day that has passed is not confirmed"
    assert over[find.life(SPARK, "chatgpt-codex")]


def test_over_only_when_the_whole_interval_has_passed(snapshot: Snapshot, lives: Lives, find: Find) -> None:
    i = find.life(SPARK, "chatgpt-codex")
    assert not ended(lives, snapshot.events, day(2026, 9, 16))[i]
    assert ended(lives, snapshot.events, day(2026, 9, 17))[i]
    assert on_offer(lives, snapshot.events, day(2026, 9, 16))[i]
    assert not on_offer(lives, snapshot.events, day(2026, 2, 11))[i]


def test_given_away_is_not_on_offer(snapshot: Snapshot, lives: Lives, find: Find) -> None:
    i = find.life("phi-4", "open-weights")
    assert not lives.placed[i]
    assert not on_offer(lives, snapshot.events, day(2026, 11, 30))[i]


def test_an_unknown_beginning_is_a_lower_bound_before_all_that_is_known(lives: Lives) -> None:
    unknown = ~lives.begin_known
    assert unknown.any()
    assert (lives.begin[unknown] < np.minimum(lives.notice, lives.end_low)[unknown]).all()


def test_lives_and_marks_and_ends_are_in_order(both: tuple[Lives, Ends]) -> None:
    lives, ends = both
    assert (np.diff(lives.model) >= 0).all()
    assert (np.diff(lives.mark_life) >= 0).all()
    assert (np.diff(ends.low) >= 0).all()
    assert (lives.model[ends.life] == ends.model).all()
    assert (lives.surface[ends.life] == ends.surface).all()
