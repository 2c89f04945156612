"""endoflife.date: its pages, its API and its own data; days that are only the earliest ones; what is no AI model."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.domain.problems import UserError
from modelspan.domain.records import Confidence, Deprecation, Evidence, KnownBasis, Role, Status
from modelspan.formats import endoflife, registry
from modelspan.formats.endoflife_markdown import HeadError, head
from modelspan.formats.endoflife_product import stem
from modelspan.formats.file import File
from tests.core import readings

PAGE, API = "endoflife_crane_2026-08-22.md", "endoflife_api_crane.json"
DATA = "endoflife_release-data_claude_2026-08-22.json"
REAL_PAGE = "endoflife_anthropic-claude_2026-08-22.md"
REAL_DATA = "endoflife_release-data_anthropic-claude_2026-08-22.json"


def read(name: str) -> Any:
    return readings.sound(endoflife.read(readings.own(name)))


def page(releases: str, top: str = "tags: llm\n", name: str = "owl_2026-08-22.md") -> Any:
    """The reading of a page with these releases."""
    text = f"---\ntitle: Owl\npermalink: /owl\n{top}releases:\n{releases}---\n"
    return readings.sound(endoflife.read(File(name, text.encode())))


def days(reading: Any) -> dict[str, str]:
    """The days of a reading by key, without the product."""
    return {key.replace("|claude|", "|").replace("|crane|", "|"): str(draft.event.when) for key, draft in by(reading)}


def by(reading: Any) -> Any:
    return readings.by_key(reading).items()


def test_every_release_of_a_page_has_one_outcome() -> None:
    tally = read(PAGE).tally
    assert (tally.records, tally.mapped, tally.failed, tally.skipped) == (8, 5, 2, {endoflife.NO_DAY: 1})
    assert [str(problem) for problem in tally.problems] == [
        f"{PAGE}: crane-1: Line 66: eol stands there twice.",
        f"{PAGE}: crane-0: Line 69: '{{year: 2021}}' is YAML of a kind that is not read here.",
    ]


def test_days_of_a_page() -> None:
    assert days(read(PAGE)) == {
        "release|crane-5": "2026-07-24",
        "retirement|crane-5": "[2027-07-24..]",  # not deprecated, and the page takes "not sooner than" off
        "release|crane-4": "2025-08-05",
        "deprecation|crane-4": "2026-06-05",
        "retirement|crane-4": "2026-09-05",
        "release|crane-3": "2023-03-14~",
        "deprecation|crane-3": "2024-09-04",
        "retirement|crane-3": "2024-11-06",
        "release|crane-myth": "2026-06-09",
        "deprecation|crane-2": "[..2026-08-22]",
        "retirement|crane-2": "[..2026-08-22]",
    }


def test_an_earliest_day_says_why_and_is_not_sure() -> None:
    draft = readings.by_key(read(PAGE))["retirement|claude|crane-5"]
    event = draft.event
    assert (event.confidence, event.note, event.words) == (Confidence.LOW, endoflife.HEDGED, "eol: 2027-07-24")
    assert (event.status, str(event.known), event.known_basis) == (
        Status.SCHEDULED, "2026-08-22", KnownBasis.SOURCE_VINTAGE
    )  # fmt: skip
    assert draft.surface == "anthropic-api"
    assert draft.subject
    assert (draft.subject.id, draft.subject.name, draft.subject.maker) == ("crane-5", "Crane 5", "anthropic")
    assert draft.parties == ()  # N/A is no model


def test_a_deprecated_model_ends_on_its_day_known_since_the_notice() -> None:
    found = readings.by_key(read(PAGE))
    notice, end = found["deprecation|claude|crane-4"], found["retirement|claude|crane-4"]
    assert isinstance(notice.event.body, Deprecation)
    assert str(notice.event.body.says) == "2026-09-05"
    assert (str(end.event.known), end.event.known_basis, end.event.status) == (
        "2026-06-05", KnownBasis.STATED, Status.SCHEDULED
    )  # fmt: skip
    assert [(role, named.id) for role, named in end.parties] == [(Role.SUCCESSOR, "crane-5")]
    assert end.subject
    assert end.subject.name == "Crane crane-4"
    assert notice.event.note == endoflife.OUT_OF_SUPPORT


def test_remarks_behind_days_are_kept_and_an_unknown_day_is_not_exact() -> None:
    found = readings.by_key(read(PAGE))
    began, end = found["release|claude|crane-3"].event, found["retirement|claude|crane-3"]
    assert (began.note, began.confidence) == ("unknown date", Confidence.LOW)
    assert (end.event.note, end.event.confidence) == ("from a post - https://example.org/post", Confidence.MEDIUM)
    assert [named.id for _, named in end.parties] == ["crane-4", "crane-5"]


def test_an_end_without_a_day_came_by_the_day_of_the_file() -> None:
    event = readings.by_key(read(PAGE))["retirement|claude|crane-2"].event
    assert (event.evidence, event.confidence, event.note) == (Evidence.OBSERVED, Confidence.LOW, endoflife.ENDED)
    nameless = readings.sound(endoflife.read(File("crane.md", readings.own(PAGE).data)))
    assert nameless.tally.skipped == {endoflife.UNDATED: 1, endoflife.NO_DAY: 1}
    assert nameless.tally.problems[-1].text.startswith("Neither the file nor its name says its day, so 2 ends")


def test_a_page_cites_what_it_names() -> None:
    reading = read(PAGE)
    urls = {source.id: source.url for source in reading.sources}
    found = readings.by_key(reading)
    assert [urls[c.source_id] for c in found["release|claude|crane-5"].event.sources] == [
        "https://example.org/news/crane-5", "https://endoflife.date/claude"
    ]  # fmt: skip
    assert [urls[c.source_id] for c in found["retirement|claude|crane-5"].event.sources] == [
        "https://example.org/deprecations", "https://endoflife.date/claude"
    ]  # fmt: skip
    assert not any("__RELEASE_CYCLE__" in url for url in urls.values())  # the site's guess at an address


def test_an_answer_of_the_api() -> None:
    reading = read(API)
    tally = reading.tally
    assert (tally.records, tally.mapped, tally.failed) == (7, 5, 2)
    assert [(problem.record, problem.text) for problem in tally.problems] == [
        ("release 6", "releaseCycle: The release has no name."), ("release 7", "The release is not a table.")
    ]  # fmt: skip
    assert (reading.as_of, reading.dataset.id, reading.dataset.title) == (
        "2026-08-22", "endoflife-crane", "endoflife.date, Crane"
    )  # fmt: skip
    assert days(reading) == {
        "release|crane-5": "2026-07-24",
        "retirement|crane-5": "[2027-07-24..]",
        "release|crane-4": "2025-08-05",
        "deprecation|crane-4": "2026-06-05",
        "retirement|crane-4": "2026-09-05",
        "release|crane-3": "2023-03-14",
        "retirement|crane-3": "2024-11-06",
        "retirement|crane-2": "[..2026-08-22]",
        "retirement|crane-1": "2024-01-01",
    }
    assert {draft.surface for draft in reading.drafts} == {"anthropic-api"}
    assert readings.by_key(reading)["retirement|crane|crane-5"].event.note == endoflife.UNTOLD


def test_the_sites_own_data() -> None:
    reading = read(DATA)
    tally = reading.tally
    assert (tally.records, tally.mapped, tally.failed) == (6, 4, 0)
    assert tally.skipped[endoflife.NO_DAY] == 1
    assert (reading.dataset.id, reading.as_of) == ("endoflife-release-data-claude", "2026-08-22")
    found = {key.rpartition("-")[2]: str(draft.event.when) for key, draft in by(reading) if key.startswith("retire")}
    assert found == {"5": "[2027-06-30..]", "4": "2026-10-15", "3": "2026-12-01", "2": "2024-11-06"}
    undated = endoflife.read(File("claude.json", readings.own(DATA).data))
    assert str(readings.by_key(undated)["retirement|claude|claude-zephyr-2"].event.when) == "[2024-11-06..]"


def test_a_page_that_reads_ends_without_taking_words_off_is_taken_at_its_word() -> None:
    release = "  - releaseCycle: owl-1\n    eol: 2027-01-01\n"
    auto = "auto:\n  methods:\n    - release_table: https://example.org\n      fields:\n        eol: Shutdown\n"
    firm, untold = page(release, f"tags: llm\n{auto}"), page(release)
    assert [str(draft.event.when) for reading in (firm, untold) for draft in reading.drafts] == [
        "2027-01-01", "[2027-01-01..]"
    ]  # fmt: skip


def test_discontinued_is_closed_to_new_customers_where_an_end_is_given_too() -> None:
    reading = page("  - releaseCycle: owl-1\n    discontinued: 2026-01-01\n    eol: 2026-05-01\n    eoes: 2026-08-01\n")
    assert {draft.event.kind.value: str(draft.event.when) for draft in reading.drafts} == {
        "legacy": "2026-01-01", "retirement": "2026-05-01"
    }  # fmt: skip
    assert "1 release" in reading.tally.note


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("eol: someday", "eol"), ("eol: 2026-02-30", "eol"), ("releaseDate: 1970-01-01", "releaseDate"),
        ("link: nowhere", "link"), ("recommendedReplacement: owl-1", "recommendedReplacement"),
        ("recommendedReplacement: owl-2", "recommendedReplacement"), ("releaseLabel: true", "releaseLabel"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(line: str, field: str) -> None:
    release = f"  - releaseCycle: owl-1\n    {line}\n"
    release += "" if field == "releaseDate" else "    releaseDate: 2026-01-01\n"
    problems = page(release).tally.problems
    assert [problem.text.partition(":")[0] for problem in problems][:1] == [field]


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  folded", "a: >\n  folded", "a: {b: 1}", "a: [b, c]", "a: &x b", "a: *x", "a: !tag b", "a: b\n  c",
        "a: 'b", 'a: "b" c', 'a: "\\d"', "a:\n  - b\n c: d", "a: b\na: c", "nothing", "a: b: c", "\ta: b", "- a",
        "a: b\n b: c", "a: @b",
    ],
)  # fmt: skip
def test_yaml_of_other_kinds_is_refused_with_its_line(text: str) -> None:
    found = head(f"---\n{text}\n---\n")
    assert found.errors
    assert all(re.match(r"Line \d+: .*\.$", str(error)) for error in found.errors)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b c", "b c"), ("a: 'it''s'", "it's"), ('a: "q\\"\\\\"', 'q"\\'), ("a: null", None), ("a: ~", None),
        ("a:", None), ("a: true", True), ("a: False", False), ("a: 2026-01-01", "2026-01-01"), ("a: 2.1", "2.1"),
        ("a: b # c", "b"), ("a: b#c", "b#c"), ("a: https://x.org/#y", "https://x.org/#y"), ("a: []", []),
        ("a:\n  - b\n  - 'c'", ["b", "c"]), ("a:\n- b", ["b"]), ("a:\n  b: c\n  d: e", {"b": "c", "d": "e"}),
        ("a:\n  - b: c\n    d:\n      - e: f", [{"b": "c", "d": [{"e": "f"}]}]), ("# x\na: b\n# y", "b"),
    ],
)  # fmt: skip
def test_the_yaml_of_pages_is_read(text: str, value: object) -> None:
    found = head(f"---\n{text}\n---\n")
    assert (found.fields["a"], found.errors) == (value, ())


def test_a_page_that_is_cut_off_is_a_problem() -> None:
    cut = File(PAGE, readings.own(PAGE).data.partition(b"\n---\n")[0])
    reading = readings.sound(endoflife.read(cut))
    assert (reading.tally.records, reading.tally.failed) == (1, 1)
    assert not head(cut.text).releases


def test_one_broken_release_spoils_no_other() -> None:
    broken = readings.own(PAGE).text.replace("    eoas: 2026-06-05", "   eoas: 2026-06-05")
    tally = readings.sound(endoflife.read(File(PAGE, broken.encode()))).tally
    assert (tally.records, tally.failed) == (8, 3)


PYTHON = "  - releaseCycle: '3.13'\n    releaseDate: 2024-10-07\n    eol: 2029-10-31\n"


def test_what_is_no_ai_model_is_refused_in_one_sentence() -> None:
    with pytest.raises(
        UserError, match=r"^owl_2026-08-22\.md tells when Owl ends, .* no AI model; [^.]*endoflife|site"
    ):
        page(PYTHON, "tags: lang python-runtime\n")
    data = {"releases": {"3.13": {"name": "3.13", "eol": "2029-10-31"}}, "versions": {}}
    file = readings.written("python.json", data)
    assert endoflife.sniff(file)
    with pytest.raises(UserError, match="no AI model"):
        endoflife.read(file)


def test_of_an_answer_about_all_products_the_others_are_skipped() -> None:
    whole = readings.bare(readings.own(API))
    python = {"name": "python", "tags": ["lang"], "releases": [{"name": "3.13", "isEol": False}] * 3}
    reading = readings.sound(
        endoflife.read(readings.written("full.json", whole | {"result": [whole["result"], python]}))
    )
    assert (reading.tally.records, reading.dataset.id) == (7 + 3, "endoflife")
    assert reading.tally.skipped == {endoflife.NOT_ABOUT_AI: 3}


def test_the_names_of_releases_tell_a_product_without_tags() -> None:
    reading = page("  - releaseCycle: gpt-9\n    eol: 2026-01-01\n", "category: service\n")
    assert [(draft.surface, draft.subject.maker) for draft in reading.drafts] == [("openai-api", "openai")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("endoflife_release-data_anthropic-claude_2026-08-22.json", "anthropic-claude"), ("claude.json", "claude"),
        ("a/b/openai-2026-08-22.md", "openai"), ("2026-08-22.json", "product"), ("api_v1_claude.json", "claude"),
    ],
)  # fmt: skip
def test_the_product_in_the_name_of_a_file(name: str, expected: str) -> None:
    assert stem(File(name, b"")) == expected


def test_the_order_of_the_file_changes_nothing() -> None:
    for name in (API, DATA):
        whole = readings.bare(readings.own(name))
        one, other = (endoflife.read(readings.written(name, version)) for version in (whole, readings.shuffled(whole)))
        assert one == endoflife.read(readings.written(name, whole))
        assert days(one) == days(other)
    top, _, rest = readings.own(PAGE).text.partition("\nreleases:\n")
    listed, _, prose = rest.partition("\n---\n")
    other = "\n\n".join(reversed(listed.strip("\n").split("\n\n")))
    turned = endoflife.read(File(PAGE, f"{top}\nreleases:\n{other}\n---\n{prose}".encode()))
    assert days(turned) == days(read(PAGE))
    assert read(PAGE) == read(PAGE)


def test_only_its_own_files_are_taken() -> None:
    for path in [*readings.OWN.iterdir(), *(readings.REAL.iterdir() if readings.REAL.is_dir() else ())]:
        if path.is_file():
            file = readings.unpacked(path.name, path.read_bytes())
            assert endoflife.sniff(file) is path.name.startswith("endoflife_"), path.name
    assert not endoflife.sniff(File("readme.md", b"---\ntitle: A page\n---\nreleases:\n"))


def test_no_other_format_takes_them() -> None:
    others = [format_ for format_ in registry.formats() if format_.NAME != endoflife.NAME]
    for name in (PAGE, API, DATA):
        assert [format_.NAME for format_ in others if format_.sniff(readings.own(name))] == [], name


def withstands(file: File) -> None:
    """Whatever a file is like, it is read to outcomes that add up, or refused."""
    endoflife.sniff(file)
    try:
        reading = endoflife.read(file)
    except UserError:
        return
    readings.sound(reading)


@given(cells=st.lists(readings.strange, min_size=1, max_size=6), seed=st.integers(0, 10**6))
def test_no_cells_break_it(cells: list[Any], seed: int) -> None:
    for name in (API, DATA):
        withstands(readings.written(name, readings.mangled(readings.bare(readings.own(name)), cells, seed)))


@given(cells=st.lists(st.text(max_size=12), min_size=1, max_size=4), seed=st.integers(0, 10**6))
def test_no_line_of_a_page_breaks_it(cells: list[str], seed: int) -> None:
    lines, chance = readings.own(PAGE).text.splitlines(), random.Random(seed)
    for cell in cells:
        at = chance.randrange(len(lines))
        kept = lines[at]
        lines[at] = chance.choice([cell, f"{kept}{cell}", f"{kept.partition(':')[0]}: {cell}", f" {kept}"])
    withstands(File(PAGE, "\n".join(lines).encode("utf-8", "replace")))


@given(text=st.text("-:# \n'\"ab|[]{}?", max_size=60))
def test_no_head_breaks_the_reader(text: str) -> None:
    found = head(f"---\n{text}\n---\n")
    assert all(isinstance(release, dict | HeadError) for release in found.releases)


def test_no_value_of_any_type_breaks_it_anywhere() -> None:
    for name in (API, DATA):
        for whole in readings.spoilt(readings.bare(readings.own(name))):
            withstands(readings.written(name, whole))


# The real files, counted here by themselves.


def cells(name: str) -> list[dict[str, str]]:
    """The releases of the real page by plain lines: field -> what stands behind it."""
    found: list[dict[str, str]] = []
    for line in readings.real(name).text.partition("\nreleases:\n")[2].partition("\n---\n")[0].splitlines():
        if match := re.fullmatch(r"(  - |    )(\w+): (.*)", line):
            if match[1] == "  - ":
                found.append({})
            found[-1][match[2]] = match[3].partition(" #")[0].strip().strip('"')
    return found


def test_the_real_page_is_accounted_for() -> None:
    raw, reading = cells(REAL_PAGE), readings.sound(endoflife.read(readings.real(REAL_PAGE)))
    tally = reading.tally
    assert (tally.records, tally.mapped, tally.problems) == (len(raw), len(raw), [])
    assert (len(raw), reading.as_of, reading.dataset.id) == (30, "2026-08-22", "endoflife-claude")
    expected = {}
    for one in raw:
        name, active = one["releaseCycle"], one["eoas"] == "false"
        expected[f"release|{name}"] = one["releaseDate"]
        if not active:
            expected[f"deprecation|{name}"] = one["eoas"]
        if one["eol"] != "false":
            expected[f"retirement|{name}"] = f"[{one['eol']}..]" if active else one["eol"]
    found = days(reading)
    unsure = {key for key, day in found.items() if day.endswith("~")}
    assert {key: day.rstrip("~") for key, day in found.items()} == expected
    assert unsure == {f"release|{name}" for name in ("claude-instant-1.1", "claude-1.2", "claude-1.1")}
    assert sum(day.startswith("[") for day in found.values()) == 10


def test_the_real_data_is_accounted_for() -> None:
    raw = json.loads(readings.real(REAL_DATA).data)["releases"]
    reading = readings.sound(endoflife.read(readings.real(REAL_DATA)))
    assert (reading.tally.records, reading.tally.mapped, reading.tally.problems) == (len(raw), len(raw), [])
    expected = {}
    for name, one in raw.items():
        active = "eoas" not in one and "recommendedReplacement" not in one and one["eol"] > "2026-08-22"
        expected[name] = f"[{one['eol']}..]" if active else one["eol"]
    found = {key.rpartition("|")[2]: day for key, day in days(reading).items() if key.startswith("retirement")}
    assert found == expected
    page_days = days(endoflife.read(readings.real(REAL_PAGE)))
    assert {f"retirement|{name}": day for name, day in found.items()}.items() <= page_days.items()
