"""What the window knows without a window: states, search, what ends next, what is said of a model, settings."""

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from modelspan.app import drawing, settings, upcoming, views
from modelspan.app.actions import Action, Registry
from modelspan.app.commands import registry
from modelspan.app.detail_lines import Teller
from modelspan.app.lines import Line, Style
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Filter, Store, first_window, range_of
from modelspan.domain.dates import MAX_DAY, MIN_DAY, day, parse_edtf
from modelspan.domain.query import follows_of_text, resolve, search
from modelspan.domain.records import EntityKind
from modelspan.domain.snapshot import Snapshot
from modelspan.engine.lanes import Lane, Section
from modelspan.engine.tracks import Track
from modelspan.store import lookup

TODAY = day(2026, 11, 30)
SPARK = "gpt-5-3-codex-spark"


@pytest.fixture(scope="module")
def scene(snapshot: Snapshot) -> Scene:
    return Scene(snapshot)


@pytest.fixture
def state(scene: Scene) -> AppState:
    return views.first_state(scene, TODAY)


# states


class Ear:
    """Counts notices."""

    def __init__(self) -> None:
        self.heard: list[tuple[AppState, AppState]] = []

    def __call__(self, old: AppState, new: AppState) -> None:
        self.heard.append((old, new))


def test_an_equal_state_is_no_notice(state: AppState) -> None:
    store, ear = Store(state), Ear()
    store.listeners.append(ear)
    assert not store.update(scroll=state.scroll)
    assert not store.put(replace(state))
    assert ear.heard == []
    assert store.update(scroll=5, key=False)
    assert ear.heard == [(state, replace(state, scroll=5, key=False))], "one notice for one change"


def settled(state: AppState, *scrolls: int) -> Store:
    """A store that came to rest at each scroll in turn."""
    store = Store(state)
    store.settle()
    for scroll in scrolls:
        store.update(scroll=scroll)
        store.settle()
    return store


def test_back_and_forward_walk_settled_views(state: AppState) -> None:
    store = settled(state, 1, 2)
    seen = []
    while store.back():
        seen.append(store.state.scroll)
    assert seen == [1, 0]
    assert not store.back(), "nothing lies before the first view"
    while store.forward():
        seen.append(store.state.scroll)
    assert seen == [1, 0, 1, 2]
    assert not store.forward()


def test_a_view_on_the_way_is_left_by_back(state: AppState) -> None:
    store = settled(state, 1)
    store.update(scroll=7)
    assert store.back()
    assert store.state.scroll == 1


def test_going_elsewhere_forgets_what_lay_ahead(state: AppState) -> None:
    store = settled(state, 1, 2)
    store.back()
    store.update(scroll=9)
    store.settle()
    assert not store.forward()
    store.back()
    assert store.state.scroll == 1


def test_resting_twice_is_one_view(state: AppState) -> None:
    store = settled(state, 1)
    store.settle()
    store.settle()
    store.back()
    assert store.state.scroll == 0


def test_the_first_view_has_today_in_the_middle(state: AppState) -> None:
    window = first_window(TODAY)
    assert state.window == window
    assert window.span == pytest.approx(730, abs=2)
    assert (window.start + window.end) / 2 == pytest.approx(TODAY, abs=1)


# search


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("spark", SPARK),
        ("Spark", SPARK),
        ("gpt-5.3-codex-spark", SPARK),
        (SPARK, SPARK),
        ("5.4 mini", "gpt-5-4-mini"),
        ("mini 5.4", "gpt-5-4-mini"),
        ("GPT\u20115.4\u00a0Mini", "gpt-5-4-mini"),
        ("gpt-5.4", "gpt-5-4"),
        ("gpt-5-4", "gpt-5-4"),
        ("opus 4.5", "claude-opus-4-5"),
    ],
)
def test_search_finds_the_meant_model_first(snapshot: Snapshot, text: str, best: str) -> None:
    assert snapshot.entities.ids[search(snapshot, text)[0]] == best
    assert snapshot.entities.ids[resolve(snapshot, text)] == best


def test_search_wants_every_word(snapshot: Snapshot) -> None:
    rows = search(snapshot, "gpt mini")
    names = [snapshot.entities.names[row].casefold() for row in rows if snapshot.entities.kind[row] == 4]
    assert len(names) > 3
    assert len(set(rows)) == len(rows)
    assert search(snapshot, "gpt no-such-word") == []
    assert search(snapshot, "  ") == search(snapshot, "—") == []


def test_search_by_kind(snapshot: Snapshot) -> None:
    assert snapshot.entities.ids[resolve(snapshot, "OpenAI", (EntityKind.ORGANISATION,))] == "openai"
    assert snapshot.entities.ids[resolve(snapshot, "azure", (EntityKind.SURFACE,))] == "azure"
    assert resolve(snapshot, "spark", (EntityKind.SURFACE,)) == -1


def test_ids_in_a_text_are_found_in_order_and_once(snapshot: Snapshot) -> None:
    text = """
    model = "openai/gpt-5.4-mini"   # and again gpt-5.4-mini
    {"id": "claude-opus-4-5@20251101", "fallback": 'gpt-5.3-codex-spark'}
    GPT-5.4
    a word, gpt-5.99-imaginary, mini
    """
    found = [entry[0] for entry in follows_of_text(snapshot, text)]
    assert found == ["gpt-5-4-mini", "claude-opus-4-5", SPARK, "gpt-5-4"]
    assert follows_of_text(snapshot, "") == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("We let Claude run the command; a spark of o1 luck.", []),
        ("Spark\n  Claude  \nhere", ["gpt-5-3-codex-spark", "claude-1"]),
        ("o1", ["o1"]),
        ("model: o1", ["o1"]),
        ("use 'o3', or openai/o1", ["o1", "o3"]),
        ("us.anthropic.claude-3-5-sonnet-20241022-v2:0", ["claude-3-5-sonnet-v2"]),
        ("bedrock/eu.anthropic.claude-haiku-4-5-20251001-v1:0", ["claude-haiku-4-5"]),
        ("amazon.nova-pro-v1:0", ["nova-pro"]),
        ("ft:gpt-4o-mini-2024-07-18:acme::abc", ["gpt-4o-mini"]),
        ("gemini-2.5-flash-001", ["gemini-2-5-flash"]),
        ("mistral-medium-latest", ["mistral-medium-2312"]),
        ("gpt-5.4-2031-01-09, gpt-5.4-mini-20310109.", ["gpt-5-4", "gpt-5-4-mini"]),
        ("state-of-the-art and/or run/command", []),
    ],
)
def test_ids_are_read_as_clouds_write_them(snapshot: Snapshot, text: str, ids: list[str]) -> None:
    assert [model for model, _ in follows_of_text(snapshot, text)] == ids


@pytest.mark.parametrize("part", ["gpt-5.4-mini ", "gpt-", "model", "model=", "\"a'b", "w12 \n", " ", "/", "é-1"])
def test_a_large_text_is_searched_in_linear_time(snapshot: Snapshot, part: str) -> None:
    begin = time.process_time()
    follows_of_text(snapshot, part * (4_000_000 // len(part)))
    assert time.process_time() - begin < 8  # about 0.3 s; a second pass over each place would take hours


@pytest.mark.parametrize(("text", "best"), [("gpt5.4", "gpt-5-4"), ("opus4.5", "claude-opus-4-5"), ("gpt5", "gpt-5")])
def test_search_does_without_separators(snapshot: Snapshot, text: str, best: str) -> None:
    assert snapshot.entities.ids[search(snapshot, text)[0]] == best


@pytest.mark.parametrize("today", ["0001-01-01", "0001-06-30", "9999-06-30", "9999-12-31"])
def test_the_first_and_the_last_day_can_be_today(snapshot: Snapshot, today: str) -> None:
    found = parse_edtf(today).start
    assert found is not None
    scene = Scene(snapshot)
    for window in (first_window(found), range_of(24, found), range_of(1, found)):
        assert MIN_DAY <= window.start < window.end <= MAX_DAY + 1
        assert window.start <= found <= window.end
        state = AppState(window=window, today=found)
        assert views.caption(scene, state)
        assert drawing.frame(scene, state, 1600, 900).dump()


# what ends next


def test_what_ends_next_on_the_day_of_the_facts(scene: Scene, state: AppState) -> None:
    rows = {days: upcoming.rows(scene, state, days) for days in upcoming.RANGES}
    assert {days: len(found) for days, found in rows.items()} == {30: 17, 90: 53, 365: 127}
    assert len({int(scene.ends.model[row]) for row in rows[30]}) == 15
    assert [int(scene.ends.low[row]) for row in rows[365]] == sorted(int(scene.ends.low[row]) for row in rows[365])
    assert all(TODAY <= scene.ends.low[row] < TODAY + 30 for row in rows[30])


def test_followed_only(scene: Scene, state: AppState) -> None:
    row = upcoming.rows(scene, state, 30)[0]
    ids = scene.snapshot.entities.ids
    model, surface = ids[scene.ends.model[row]], ids[scene.ends.surface[row]]
    assert upcoming.rows(scene, state, 365, followed_only=True) == []
    for pair in ((model, ""), (model, surface)):
        assert row in upcoming.rows(scene, replace(state, followed=(pair,)), 30, followed_only=True)
    elsewhere = replace(state, followed=((model, "vertex" if surface != "vertex" else "azure"),))
    assert row not in upcoming.rows(scene, elsewhere, 30, followed_only=True)


def test_the_list_of_ends_names_day_countdown_and_successor(scene: Scene, state: AppState) -> None:
    lines = upcoming.lines(scene, state, 30)
    headings = [line for line in lines if line.style is Style.HEADING]
    lefts = [int(re.search(r"\d+", line.right)[0]) if "today" not in line.right else 0 for line in headings]
    assert lefts == sorted(lefts)
    assert all(left < 30 for left in lefts)
    assert any("→" in line.text for line in lines)
    assert any("no successor named" in line.text for line in lines)
    assert upcoming.lines(scene, replace(state, today=day(2040)), 30)[0].text == "Nothing known to end in this time."


# what is said of a model


@pytest.fixture
def told(scene: Scene, bundled_store: Path):
    def tell(model: str, today: int = TODAY) -> list[Line]:
        return Teller(scene, lookup.details(bundled_store, model), today).lines()

    return tell


def part(lines: list[Line], heading: str) -> list[Line]:
    """The lines under a heading."""
    start = next(n for n, line in enumerate(lines) if line.style is Style.HEADING and line.text == heading)
    rest = lines[start + 1 :]
    stop = next((n for n, line in enumerate(rest) if line.style is Style.HEADING), len(rest))
    return rest[:stop]


def test_gpt_5_4_is_on_offer_on_two_of_four(told) -> None:
    lines = told("gpt-5-4")
    assert lines[0] == Line("GPT-5.4", style=Style.TITLE)
    assert any(line.text == "On offer on 2 of 4 known surfaces." and line.style is Style.STRONG for line in lines)
    surfaces = part(lines, "Surfaces")
    assert len([line for line in surfaces if not line.indent and " – " in line.right]) == 4


def test_what_is_said_follows_the_day(told) -> None:
    said = [
        next(line.text for line in told(SPARK, today) if line.style is Style.STRONG)
        for today in (day(2026, 1, 1), day(2026, 6, 1), TODAY)
    ]
    assert said == [
        "Not on offer yet.",
        "On offer on 1 of 1 known surface.",
        "Not on offer any more on any known surface.",
    ]


def test_spark_says_interval_rival_and_no_successor(told) -> None:
    lines = told(SPARK)
    assert "12–16 Sep 2026" in " ".join(f"{line.text} {line.right}" for line in part(lines, "Surfaces"))
    assert any("no successor named" in line.text for line in part(lines, "Surfaces"))
    rivals = part(lines, "Dates that disagree")
    assert [line.text[0] for line in rivals if line.text[0] in "◆◇"].count("◆") >= 1
    assert any(line.text.startswith("◇ 11 Sep 2026") for line in rivals)


def test_claims_answer_two_questions_and_name_who_checked(told) -> None:
    claims = part(told(SPARK), "Claims")
    answers = [line.text for line in claims if line.indent and re.match(r"(was it said|does it hold)\?", line.text)]
    assert {text.split("?")[0] for text in answers} == {"was it said", "does it hold"}
    assert any(line.text.startswith("claimed by ") for line in claims)


def test_our_own_check_is_never_shown_as_independent(scene: Scene, bundled_store: Path) -> None:
    seen = 0
    for row in scene.snapshot.entities.models.tolist():
        model = scene.snapshot.entities.ids[row]
        details = lookup.details(bundled_store, model)
        teller = Teller(scene, details, TODAY)
        for event in details.events:
            if event.kind.value == "check" and event.body.own:
                seen += 1
                assert "Modelspan’s own check" in teller.check_words(event).split(" · ")
            elif event.kind.value == "check":
                assert "Modelspan’s own check" not in teller.check_words(event)
    assert seen > 10


def test_only_web_addresses_become_links(told, scene: Scene) -> None:
    linked = [line for model in ("gpt-5-4", SPARK, "claude-opus-4-5") for line in told(model) if line.url]
    assert linked
    assert all(line.url.startswith(("http://", "https://")) for line in linked)


def test_a_target_is_always_something_that_exists(told, scene: Scene) -> None:
    for model in ("gpt-5-4", SPARK, "claude-opus-4-5", "deepseek-r1"):
        for line in told(model):
            assert not line.target or line.target in scene.snapshot.entities.row, line


# lanes


def section_words(scene: Scene, state: AppState, section: Section) -> str:
    return ": ".join(scene.header(state).section_words(section, state))


def test_three_sections_and_their_words(scene: Scene, state: AppState) -> None:
    lanes = scene.lanes(state)
    assert lanes.ref[lanes.kind == Lane.SECTION].tolist() == [Section.FOLLOWED, Section.ENDING, Section.ALL]
    assert section_words(scene, state, Section.FOLLOWED).startswith("Followed: nothing yet: press P on a model")
    assert section_words(scene, state, Section.ENDING).startswith("Ending in the next 30 days: 15 models, 17 ends on ")
    every = section_words(scene, state, Section.ALL)
    shown = int(re.match(r"All models: (\d+) models? in \d+ organisations", every)[1])
    assert shown == len(lanes.chosen) < len(scene.snapshot.entities.models) == 448


def test_a_search_says_what_it_leaves_out(scene: Scene, state: AppState) -> None:
    narrowed = replace(state, filter=replace(state.filter, text="gpt"))
    words = section_words(scene, narrowed, Section.ALL)
    shown, hidden = (
        int(number.replace(",", ""))
        for number in re.match(r"Found: (\d+) models? in .* · ([\d,]+) do not", words).groups()
    )
    assert shown + hidden == 448


def test_what_is_followed_stands_on_top_by_its_next_end(scene: Scene, state: AppState) -> None:
    followed = (("gpt-5-4", ""), ("claude-opus-4-5", ""), ("no-longer-there", ""))
    found = scene.lanes(replace(state, followed=followed))
    own = found.ref[(found.kind == Lane.MODEL) & (found.section == Section.FOLLOWED)]
    assert [scene.snapshot.entities.ids[row] for row in own] == ["claude-opus-4-5", "gpt-5-4"]


def test_one_surface_is_followed_by_itself(scene: Scene, state: AppState) -> None:
    found = scene.lanes(replace(state, followed=(("gpt-5-4", "azure"),)))
    own = found.ref[(found.kind == Lane.SURFACE) & (found.section == Section.FOLLOWED)]
    ids = scene.snapshot.entities.ids
    assert [(ids[scene.lives.model[n]], ids[scene.lives.surface[n]]) for n in own] == [("gpt-5-4", "azure")]
    assert "GPT-5.4 · Azure" in drawing.frame(scene, replace(state, followed=(("gpt-5-4", "azure"),)), 1600, 900).dump()


def test_ids_say_where_they_are_called(scene: Scene) -> None:
    found = follows_of_text(scene.snapshot, "azure/gpt-5.4 and vertex_ai/gemini-2.5-pro, then gpt-5.4-mini")
    assert set(found) == {("gpt-5-4", "azure"), ("gemini-2-5-pro", "vertex"), ("gpt-5-4-mini", "")}


@pytest.mark.parametrize("place", ["expanded", "followed"])
def test_an_opened_model_shows_each_surface_once(scene: Scene, state: AppState, place: str) -> None:
    model = "claude-opus-4-5"
    more = {"followed": ((model, ""),)} if place == "followed" else {"filter": Filter(text="claude-opus-4-5")}
    found = scene.lanes(replace(state, opened=frozenset({model}), **more))
    section = Section.FOLLOWED if place == "followed" else Section.ALL
    lives = found.ref[(found.kind == Lane.SURFACE) & (found.section == section)].tolist()
    assert len(lives) == len(set(lives)) == 3


def test_a_surface_under_its_model_is_named_shortly(scene: Scene, state: AppState) -> None:
    opened = replace(state, opened=frozenset({"gpt-5-4"}), followed=(("gpt-5-4", ""),))
    dump = drawing.frame(scene, opened, 1600, 900).dump()
    assert "'GitHub Copilot'" in dump
    assert "GPT-5.4 · GitHub" not in dump


def test_the_filter_reaches_counts_and_tracks(scene: Scene, state: AppState) -> None:
    narrow = replace(state, filter=Filter(organisations=frozenset({"mistral"})))
    seen, total = views.in_view(scene, narrow)
    every = views.in_view(scene, state)
    assert 0 < seen < every[0]
    assert 0 < total < every[1]
    deals, all_deals = scene.points_of(narrow, Track.DEALS), scene.points_of(state, Track.DEALS)
    assert 0 < len(deals.row) < len(all_deals.row)
    assert {scene.snapshot.entities.ids[row] for row in deals.owner.tolist()} == {"mistral"}


# actions


def test_every_action_has_an_id_a_title_and_keys_of_its_own() -> None:
    actions = list(registry())
    assert len({action.id for action in actions}) == len(actions) > 30
    assert len({(action.menu, action.group, action.title) for action in actions}) == len(actions)
    keys = [key.casefold() for action in actions for key in action.keys]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z][a-z_0-9]*", action.id) for action in actions)


def test_a_key_or_an_id_is_given_once() -> None:
    def nothing(context: object) -> None:
        pass

    made = Registry()
    made.add(Action("one", "Go", "One", nothing, ("X",)))
    with pytest.raises(ValueError, match="X is already the key of one"):
        made.add(Action("two", "Go", "Two", nothing, ("Y", "X")))
    with pytest.raises(ValueError, match="registered twice"):
        made.add(Action("one", "Go", "Again", nothing))
    assert [action.id for action in made] == ["one"]


# settings


def test_settings_come_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "new" / "modelspan.toml"
    kept = settings.Settings(theme="dark", followed=(("gpt-5-4", ""), ('odd "id"\\', "é\n☃")))
    settings.save(kept, file)
    assert settings.load(file) == kept
    assert [path.name for path in file.parent.iterdir()] == ["modelspan.toml"]


def test_without_a_file_there_are_the_defaults(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "absent.toml") == settings.Settings()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"theme = ", b"\xff\xfe\x00", b"[[followed]]\nmodel = 'x"])
def test_a_broken_file_is_kept_aside(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "modelspan.toml"
    file.write_bytes(content)
    assert settings.load(file) == settings.Settings()
    assert (tmp_path / "modelspan.broken.toml").read_bytes() == content
    settings.save(settings.Settings(theme="light"), file)
    assert settings.load(file).theme == "light"


@pytest.mark.parametrize(
    "text",
    [
        "theme = 3",
        "theme = ['dark']",
        "theme = 'pink'",
        "followed = 1",
        "followed = ['x']",
        "[[followed]]\nsurface = 'api'",
    ],
)
def test_what_has_another_type_is_the_default(tmp_path: Path, text: str) -> None:
    file = tmp_path / "modelspan.toml"
    file.write_text(text, "utf-8")
    assert settings.load(file) == settings.Settings()


def test_a_folder_that_cannot_be_written_costs_only_the_preferences(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    settings.save(settings.Settings(theme="dark"), blocked / "modelspan.toml")
    assert blocked.read_text() == "in the way"


def test_the_heading_of_what_stands_first_stays_in_view(scene: Scene, state: AppState) -> None:
    openai = replace(state, expanded=frozenset({"openai"}), scroll=900)
    texts = re.findall(r"text \d+,(\d+) .*? '(OpenAI)'", drawing.frame(scene, openai, 1600, 900).dump())
    assert texts[0] == ("40", "OpenAI"), "right under the axis"
