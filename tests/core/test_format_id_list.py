"""Lists of ids with end dates, in the several shapes in which small trackers publish them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan.domain.dates import Qualifier, parse_edtf
from modelspan.domain.records import Confidence, Deprecation, Kind, KnownBasis, Role, Status
from modelspan.formats import flat_yaml, id_list
from modelspan.formats.file import File
from modelspan.formats.id_list import read, sniff
from tests.core.list_forms import adds_up
from tests.core.readings import OWN, by_key, mangled, own, shuffled, spoilt, strange, written

SAMPLE = json.loads((OWN / "tracker.json").read_text(encoding="utf-8"))


def test_every_row_of_the_sample_has_an_outcome() -> None:
    reading = adds_up(read(own("tracker.json")))
    assert reading.tally.records == sum(len(SAMPLE[name]) for name in ("sources", "models", "endpoints")) == 11
    assert (reading.tally.mapped, reading.tally.failed) == (5, 3)
    assert dict(reading.tally.skipped) == {
        "it stands in the list sources, which is not one of models": 1,
        "it stands in the list endpoints, which is not one of models": 1,
        "it gives no day": 1,
    }
    assert [str(problem) for problem in reading.tally.problems] == [
        "tracker.json: models 7 (mis-z): retires_on: 'soon' is not a date in a spelling known here; write it as "
        "2026-02-12, 2026-02 or 2026.",
        "tracker.json: models 8: It names no model.",
        "tracker.json: models 9: 'junk' is not an object with an id and a day.",
    ]
    assert reading.as_of == "2026-10-16"
    assert (reading.dataset.id, reading.dataset.licence) == ("list-tracker", ""), (
        "it is none of the lists known by name"
    )
    assert [named.id for named in reading.alone] == ["mis-y"], "deprecated, and nobody says since when"


def test_days_promises_and_successors_of_the_sample() -> None:
    drafts = by_key(read(own("tracker.json")))
    assert {key: str(draft.event.when) for key, draft in drafts.items()} == {
        "deprecation|anthropic-api|claude-x-1": "2024-09-04",
        "retirement|anthropic-api|claude-x-1": "2024-11-06",
        "retirement|anthropic-api|claude-x-2": "[2027-09-01..]",
        "deprecation|openai-api|gpt-x": "2026-06-09",
        "retirement|vertex|gem-x": "[2026-08-31..]",
        "deprecation|mistral-api|mis-x": "2026-36",
    }
    end = drafts["retirement|anthropic-api|claude-x-1"]
    assert end.event.known == parse_edtf("2024-09-04")
    assert end.event.known_basis is KnownBasis.STATED
    assert end.event.status is Status.OCCURRED
    assert end.subject
    assert end.subject.maker == "anthropic"
    assert [alias.text for alias in end.subject.aliases] == ["claude-x"]
    notice = drafts["deprecation|anthropic-api|claude-x-1"]
    assert notice.event.body == Deprecation(says=parse_edtf("2024-11-06"))
    earliest = drafts["retirement|vertex|gem-x"].event
    assert (earliest.when.qualifier, earliest.status) == (Qualifier.NOT_BEFORE, Status.SCHEDULED)
    two = drafts["deprecation|openai-api|gpt-x"]
    assert [(role, named.id) for role, named in two.parties] == [(Role.SUCCESSOR, "gpt-y"), (Role.SUCCESSOR, "gpt-z")]
    assert drafts["deprecation|mistral-api|mis-x"].event.confidence is Confidence.LOW


def test_copilot_yaml_with_a_model_that_replaces_itself() -> None:
    reading = adds_up(read(own("copilot.yml")))
    assert reading.dataset.id == "github-copilot-retirements"
    drafts = by_key(reading)
    assert set(drafts) == {"retirement|github-copilot|Claude X 3.7", "retirement|github-copilot|GPT-X"}
    assert all(draft.surface == "github-copilot" for draft in reading.drafts)
    assert [named.name for _, named in drafts["retirement|github-copilot|Claude X 3.7"].parties] == ["Claude X 4"]
    assert drafts["retirement|github-copilot|GPT-X"].parties == ()
    assert [problem.text for problem in reading.tally.problems] == [
        "suggested_alternative: 'GPT-X' is given as its own replacement."
    ]


ROW = {"id": "gpt-x", "retires_on": "2026-11-06"}
SHAPES = [
    [ROW],
    {"models": [ROW]},
    {"data": [ROW], "sources": [{"url": "https://example.org"}]},
    {"gpt-x": {"shutdown_date": "2026-11-06"}},
    {"models": {"gpt-x": {"eol_date": "2026-11-06"}}, "policies": {"openai": {"days": 60}}},
    {"version": 3, "gpt-x": {"sunset": "November 6, 2026"}},
    [{"id": 17, "model": "gpt-x", "end_date": 1793923200}],
    [{"id": 17, "name": "gpt-x", "deprecated": True, "retirement": "20261106"}],
]  # fmt: skip


@pytest.mark.parametrize("whole", SHAPES, ids=range(len(SHAPES)))
def test_one_statement_in_many_shapes(whole: Any) -> None:
    file = written("list.json", whole)
    assert sniff(file)
    (draft,) = adds_up(read(file)).drafts
    assert draft.event.kind is Kind.RETIREMENT
    assert draft.event.when.start == parse_edtf("2026-11-06").start
    assert draft.subject
    assert (draft.subject.id or draft.subject.name) == "gpt-x"
    assert draft.surface == ""


@pytest.mark.parametrize(
    "whole",
    [{"openai": [ROW], "updated": "2026-10-01"}, {"openai": {"gpt-x": ROW}}, [ROW | {"provider": "OpenAI"}],
     {"results": [ROW | {"vendor": "openai"}]}],
)  # fmt: skip
def test_a_list_is_called_by_its_provider(whole: Any) -> None:
    (draft,) = adds_up(read(written("list.json", whole))).drafts
    assert draft.event.key == "retirement|openai-api|gpt-x"
    assert draft.surface == "openai-api"


def test_of_two_days_for_one_thing_the_other_is_told() -> None:
    row = {
        "id": "a",
        "retired_on": "2026-01-01",
        "shutdown_date": "2026-02-01",
        "sunset": True,
        "eol_date": "2026-01-01",
    }
    reading = adds_up(read(written("list.json", [row])))
    assert [draft.event.when for draft in reading.drafts] == [parse_edtf("2026-01-01")]
    assert [str(problem) for problem in reading.tally.problems] == [
        "list.json: row 1 (a): shutdown_date: It says '2026-02-01' besides retired_on, which counts."
    ]


def test_a_weaker_day_stays_in_the_words() -> None:
    row = {
        "id": "a",
        "released": "2026-01-05",
        "created": 1767225600,
        "retires": "2026-11-06",
        "not_before": "2026-11-01",
    }
    drafts = by_key(adds_up(read(written("list.json", [row]))))
    assert {key: draft.event.words for key, draft in drafts.items()} == {
        "release|a": "released: 2026-01-05; created: 1767225600",
        "retirement|a": "retires: 2026-11-06; not_before: 2026-11-01",
    }


def test_codex_says_the_end_in_its_upgrade() -> None:
    row = {"slug": "gpt-x-codex", "display_name": "GPT X Codex", "minimal_client_version": "0.1", "description": "…"}
    upgrade = {"model": "gpt-y", "migration_markdown": "Long prose.", "retirement_at": "2026-11-06T19:00:00Z"}
    file = written(
        "models_2026-10-01.json", {"models": [row | {"upgrade": upgrade}, row | {"slug": "b", "upgrade": None}]}
    )
    assert sniff(file)
    reading = adds_up(read(file))
    assert reading.dataset.id == "codex-models"
    (draft,) = reading.drafts
    assert draft.surface == "chatgpt-codex"
    assert draft.event.when == parse_edtf("2026-11-06T19:00:00Z")
    assert [named.id for _, named in draft.parties] == ["gpt-y"]
    assert "Long prose" not in repr(reading)


def test_openrouter_says_when_it_listed_a_model() -> None:
    row = {"id": "openai/gpt-x", "canonical_slug": "openai/gpt-x-1", "created": 1765324800, "expiration_date": None}
    reading = adds_up(
        read(written("models.json", {"data": [row, row | {"id": "x/y", "expiration_date": "2026-12-01"}]}))
    )
    drafts = by_key(reading)
    listed = drafts["release|OpenRouter|gpt-x|listed"]
    assert listed.event.confidence is Confidence.LOW
    assert "need not be that of its release" in listed.event.note
    assert listed.subject
    assert listed.subject.maker == "openai"
    assert str(drafts["retirement|OpenRouter|y"].event.when) == "2026-12-01"


@pytest.mark.parametrize(
    "whole",
    [[], {}, [{}], [7], "text", 7, None, {"models": []}, [{"id": "a"}], [{"id": "a", "release_date": "2026-01-01"}],
     [ROW | {"litellm_provider": "openai"}], [{"name": "2.0", "eol": "2026-01-01"}], {"gpt-x": "2026-01-01"}],
)  # fmt: skip
def test_what_gives_no_ends_or_has_a_reader_of_its_own_is_not_claimed(whole: Any) -> None:
    file = written("list.json", whole)
    assert not sniff(file)
    adds_up(read(file))


YAML = [
    ("- id: a\n  retires_on: 2026-01-02\n", [{"id": "a", "retires_on": "2026-01-02"}]),
    ("---\n# c\n\n- id: 'a''b' # c\n  b: \"x\\ty\"\n", [{"id": "a'b", "b": "x\ty"}]),
    ("updated: 2026-10-01\nmodels:\n  - id: a\n    early: true\n  - id: b\n", {
        "updated": "2026-10-01", "models": [{"id": "a", "early": True}, {"id": "b"}]}),
    ("models:\n- id: a:b\n  n: ~\nupdated: x\n", {"models": [{"id": "a:b", "n": None}], "updated": "x"}),
    ("- id: a\n  aliases: [b, 'c']\n  note: # none\n", [{"id": "a", "aliases": ["b", "c"], "note": None}]),
    ("- id: a\n  more:\n    - b\n", None),
    ("- id: a\n  id: b\n", None),
    ("- id: a\nb: c\n", None),
    ("- id: a\n  note: >\n    many\n    lines\n", None),
    ("a: b\n", None),
    ("Some text: and more\nwithout any list\n", None),
    ("id,retires\n", None),
    ("", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "whole"), YAML, ids=range(len(YAML)))
def test_the_little_yaml_of_lists(text: str, whole: Any) -> None:
    assert flat_yaml.read(text) == whole
    assert flat_yaml.read(text.replace("\n", "\r\n")) == whole


@settings(deadline=None)
@given(st.text("abc:- #'\"[]{}\n\t>|~", max_size=60))
def test_any_text_is_a_list_or_none(text: str) -> None:
    assert flat_yaml.read(text) is None or sniff(File("a.yml", text.encode())) in (True, False)


def test_order_does_not_matter() -> None:
    drafts = by_key(read(own("tracker.json")))
    other = by_key(read(written("tracker.json", shuffled(SAMPLE))))
    assert other.keys() == drafts.keys()
    assert {key: draft.event for key, draft in other.items()} == {key: draft.event for key, draft in drafts.items()}
    assert read(own("tracker.json")) == read(own("tracker.json"))


def test_any_one_value_may_be_odd() -> None:
    for whole in spoilt(SAMPLE):
        file = written("tracker.json", whole)
        sniff(file)
        adds_up(read(file))


@settings(max_examples=80, deadline=None)
@given(st.lists(strange, max_size=6), st.integers(0, 2**32))
def test_any_values_have_outcomes(cells: list[Any], seed: int) -> None:
    file = written("tracker.json", mangled(SAMPLE, cells, seed))
    sniff(file)
    adds_up(read(file))


def test_known_lists_name_where_they_come_from() -> None:
    for tracker in id_list.TRACKERS:
        assert tracker.dataset.url.startswith("https://")
        row = {"id": "a", "name": "a", "retires_on": "2026-01-01"} | dict.fromkeys(sorted(tracker.marks), "")
        plain = {"id": "b", "retires_on": "2026-01-01"}
        assert read(written("a.json", [row, row, plain])).dataset.id == tracker.dataset.id
        assert read(written("a.json", [row, plain, plain])).dataset.id == "list-a", "one row in many tells nothing"


def test_a_file_that_is_neither_has_no_rows() -> None:
    assert read(File("a", b"\x00\x01")).tally.records == 0
