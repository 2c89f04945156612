"""Entries by hand: what the form asks, what is wrong with it, the records it becomes, and back."""

import shutil
from dataclasses import fields, replace
from pathlib import Path

import pytest

from modelspan.app import entry
from modelspan.app.entry_fields import Ask, fields_of, kinds, mnemonics
from modelspan.app.entry_form import Form, address, blank, of_kind, plain
from modelspan.app.entry_names import Known, slug
from modelspan.domain import check
from modelspan.domain.catalogue import Catalogue, slot
from modelspan.domain.dates import day
from modelspan.domain.records import (
    Check,
    Claim,
    Comparator,
    Confidence,
    Dataset,
    Deal,
    Deprecation,
    EntityKind,
    Evidence,
    Kind,
    KnownBasis,
    Party,
    Retirement,
    Role,
    Score,
    Status,
)
from modelspan.domain.snapshot import Snapshot
from modelspan.store import diffing, reading, writing
from modelspan.store.layout import MINE

TODAY = day(2026, 11, 30)
POST = "https://x.com/thsottiaux/status/2098300998968357218"
PAGE = {"source": "https://openai.com/deprecations", "published": "2026-09-01"}
RETIRED = {"subject": "gpt-5.2", "surface": "openai-api", "when": "2026-10-01"}
EMPTY = Catalogue(dataset=Dataset(id=MINE, title=""), as_of="")


@pytest.fixture(scope="module")
def known(snapshot: Snapshot, bundled_store: Path) -> Known:
    return Known(snapshot, bundled_store)


def form(kind: Kind, *parts: dict[str, str], **texts: str) -> Form:
    made = blank(kind, "2026-11-30")
    for part in (*parts, texts):
        for name, text in part.items():
            made = made.with_text(name.replace("__", "."), text)
    return made


def troubles(made: Form, known: Known) -> dict[str, str]:
    return {trouble.field: trouble.text for trouble in entry.check(made, known, TODAY)}


def remarks(made: Form, known: Known) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for remark in entry.read(made, known, TODAY).remarks:
        found.setdefault(remark.field, []).append(remark.text)
    return found


# what is asked


def test_every_kind_can_be_stated() -> None:
    assert set(kinds()) == set(Kind)
    for kind in kinds():
        ids = [field.id for field in fields_of(kind)]
        assert len(ids) == len(set(ids))
        assert "when" in ids
        assert ids[-7] == "source"


def test_a_blank_form_says_only_what_is_missing(known: Known) -> None:
    for kind in kinds():
        found = entry.check(blank(kind, "2026-11-30"), known, TODAY)
        assert found
        assert all(trouble.missing and trouble.text.endswith(".") for trouble in found), kind


def test_each_label_has_a_letter_of_its_own() -> None:
    for kind in kinds():
        labels = mnemonics([field.label for field in fields_of(kind)])
        letters = [text[text.index("&") + 1].casefold() for text in labels if "&" in text]
        assert len(letters) == len(set(letters))
        assert len(letters) >= len(labels) - 1, kind
    assert mnemonics(["Day", "Day", "D & a", "yy"]) == ["&Day", "D&ay", "D && a", "&yy"]


# dates


def test_next_week_is_counted_from_the_day_of_the_post_and_kept_as_said(known: Known) -> None:
    made = form(Kind.RETIREMENT, subject="spark", surface="chatgpt-codex", when="next week", source=POST)
    assert remarks(made, known)["when"][0] == "between 14 and 20 Sep 2026 (said as “next week” on 11 Sep 2026)"
    found = entry.made(made, known, TODAY)
    event = found.event
    assert str(event.when) == "[2026-09-14..2026-09-20]"
    assert event.words == "next week"
    assert str(event.known) == "2026-09-11T06:41:57Z"
    assert event.known_basis is KnownBasis.STATED
    assert event.status is Status.SCHEDULED
    assert (event.subject_id, event.surface_id) == ("gpt-5-3-codex-spark", "chatgpt-codex")
    (source,) = found.sources
    assert (source.published, source.accessed, source.url) == ("2026-09-11", "2026-11-30", POST)
    assert source.publisher == "@thsottiaux on X"
    assert event.sources[0].source_id == source.id


def test_relative_words_need_the_day_of_the_source(known: Known) -> None:
    made = form(Kind.RETIREMENT, RETIRED, when="下周", source="An article")
    assert "depends on the day" in troubles(made, known)["when"]
    made = made.with_text("published", "2026-09-11")
    assert str(entry.made(made, known, TODAY).event.when) == "[2026-09-14..2026-09-20]"
    assert entry.made(made, known, TODAY).event.words == "下周"
    assert "depends on the day" in troubles(made.with_text("published", "Sep 2026"), known)["when"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5/6/2026", "can be 2026-05-06 or 2026-06-05"),
        ("soon", "is not a date"),
        ("N/A", "says that there is no day"),
        ("2026-02-30", "not a day of the calendar"),
        ("0202-07-30", "no day of AI models"),
        ("x" * 119, "is not a date"),
    ],
)
def test_what_is_no_day_is_said_in_one_sentence(known: Known, text: str, said: str) -> None:
    assert said in troubles(form(Kind.RETIREMENT, RETIRED, PAGE, when=text), known)["when"]


def test_a_notice_without_a_day_is_of_the_day_of_its_source(known: Known) -> None:
    made = form(Kind.DEPRECATION, PAGE, subject="gpt-5.2", surface="openai-api", says="not before Q1 2027")
    event = entry.made(made, known, TODAY).event
    assert str(event.when) == "2026-09-01"
    assert isinstance(event.body, Deprecation)
    assert str(event.body.says) == "[2027-33..]"
    assert event.words == "not before Q1 2027"
    late = made.with_text("says", "2026-08-01")
    assert "before the notice" in troubles(late, known)["says"]
    assert "when" in troubles(made.with_text("published", ""), known)


def test_only_plans_lie_ahead(known: Known) -> None:
    planned = form(Kind.RELEASE, PAGE, subject="gpt-5.2", surface="bedrock", when="2027-01-01")
    assert entry.made(planned, known, TODAY).event.status is Status.SCHEDULED
    ahead = form(Kind.NOTE, PAGE, title="A thing", when="2027-01-01")
    assert "has not come yet" in troubles(ahead, known)["when"]


def test_what_a_source_saw_has_happened(known: Known) -> None:
    after = form(Kind.RETIREMENT, RETIRED, source="https://a.example/b", published="2026-10-02")
    assert entry.made(after, known, TODAY).event.status is Status.OCCURRED
    before = after.with_text("published", "2026-09-30")
    assert entry.made(before, known, TODAY).event.status is Status.SCHEDULED


# names


def test_a_name_that_is_not_there_is_new_or_wrong(known: Known) -> None:
    made = form(Kind.RELEASE, PAGE, subject="GPT-9 Nova", surface="openai-api", when="2026-09-01")
    assert "No model is called “GPT-9 Nova”" in troubles(made, known)["subject"]
    made = made.with_text("subject.new", "yes")
    assert troubles(made, known) == {"subject.owner": "Name the organisation of the new model."}
    found = entry.made(made.with_text("subject.owner", "openai"), known, TODAY)
    (model,) = found.entities
    assert (model.id, model.name, model.kind, model.organisation_id) == (
        "gpt-9-nova", "GPT-9 Nova", EntityKind.MODEL, "openai",
    )  # fmt: skip
    assert found.event.subject_id == model.id
    found = entry.made(made.with_text("subject.owner", "Nova Labs"), known, TODAY)
    assert {(each.id, each.kind) for each in found.entities} == {
        ("gpt-9-nova", EntityKind.MODEL), ("nova-labs", EntityKind.ORGANISATION),
    }  # fmt: skip


def test_a_name_near_to_one_that_is_there_is_asked_after(known: Known) -> None:
    made = form(Kind.RETIREMENT, RETIRED, PAGE, surface="codex")
    assert troubles(made, known)["surface"] == "No surface is called “codex”; is it ChatGPT / Codex?"


def test_successors_that_are_not_there_are_kept_as_words(known: Known) -> None:
    made = form(Kind.RETIREMENT, RETIRED, PAGE, successor="gpt-5.4; Something else")
    event = entry.made(made, known, TODAY).event
    assert event.parties == (
        Party(role=Role.SUCCESSOR, entity_id="gpt-5-4"), Party(role=Role.SUCCESSOR, words="Something else"),
    )  # fmt: skip
    assert "kept as words" in remarks(made, known)["successor"][0]
    assert entry.made(made.with_text("successor", "gpt-5.4, gpt-5.1"), known, TODAY).event.parties == (
        Party(role=Role.SUCCESSOR, entity_id="gpt-5-4"), Party(role=Role.SUCCESSOR, entity_id="gpt-5-1"),
    )  # fmt: skip
    assert "itself" in troubles(made.with_text("successor", "gpt-5.2"), known)["successor"]


def test_an_empty_store_takes_an_entry_too(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    writing.build(Catalogue(dataset=Dataset(id="none", title="Nothing"), as_of="2026-11-30"), path, "0" * 64)
    nobody = Known(reading.read(path), path)
    new = {"subject__new": "yes", "subject__owner": "OpenAI", "surface__new": "yes"}
    found = entry.made(form(Kind.RETIREMENT, RETIRED, PAGE, new), nobody, TODAY)
    assert [entity.kind for entity in found.entities] == [
        EntityKind.ORGANISATION, EntityKind.MODEL, EntityKind.SURFACE,
    ]  # fmt: skip
    writing.apply(entry.written(diffing.catalogue_of(path, MINE), found), path, "1" * 64, action="entry")
    again = diffing.catalogue_of(path, MINE)
    assert again.events == (found.event,)
    assert len(reading.read(path).events) == 1


# sources


def test_a_source_is_needed_or_none_is_stated(known: Known) -> None:
    made = form(Kind.RETIREMENT, RETIRED)
    assert "Name a source" in troubles(made, known)["source"]
    event = entry.made(made.with_text("unsourced", "yes"), known, TODAY).event
    assert (event.sources, event.evidence, event.confidence) == ((), Evidence.MEMORY, Confidence.LOW)
    both = form(Kind.RETIREMENT, RETIRED, PAGE, unsourced="yes")
    assert "Either" in troubles(both, known)["unsourced"]
    undated = form(Kind.RETIREMENT, RETIRED, source="A page").with_text("accessed", "")
    assert "published" in troubles(undated, known)


@pytest.mark.parametrize(
    ("texts", "field", "said"),
    [
        ({"source": "javascript:alert(1)"}, "source", "not an address"),
        ({"source": "ftp://a.example/b"}, "source", "not an address"),
        ({"source": "https://"}, "source", "not an address"),
        ({"source": "https://a.example/b c"}, "source", "not an address"),
        ({"source": "A page", "published": "2027-01-01"}, "published", "has not come yet"),
        ({"source": "A page", "published": "[2026-01-01..2026-02-01]"}, "published", "one day"),
        ({"source": "A page", "published": "2026-05-01", "accessed": "2026-04-01"}, "accessed", "before it is"),
        ({"source": POST, "published": "2026-09-12"}, "published", "The id of the post says 11 Sep 2026"),
        ({"source": "https://x.com/a/status/2398300998968357218"}, "source", "in the future"),
    ],
)
def test_what_is_wrong_with_a_source(known: Known, texts: dict[str, str], field: str, said: str) -> None:
    assert said in troubles(form(Kind.RETIREMENT, RETIRED, texts), known)[field]


def test_addresses_are_told_from_titles() -> None:
    assert address("openai.com/deprecations") == "https://openai.com/deprecations"
    assert address("www.openai.com") == "https://www.openai.com"
    assert address("2098300998968357218") == "https://x.com/i/status/2098300998968357218"
    assert address("Node.js") == address("A page of a.example/b") == address("") == ""


def test_equal_sources_are_one_and_none_is_that_of_another_dataset(known: Known) -> None:
    first = entry.made(form(Kind.RETIREMENT, RETIRED, PAGE), known, TODAY)
    second = entry.made(form(Kind.RETIREMENT, RETIRED, PAGE, surface="azure"), known, TODAY)
    assert first.sources == second.sources
    assert first.sources[0].id.startswith(f"{MINE}-")


# numbers


def test_a_score_takes_the_usual_measure_and_the_printed_unit(known: Known) -> None:
    made = form(Kind.SCORE, PAGE, subject="gpt-5.4", benchmark="SWE-Bench Pro", value="61.30 %", effort="high")
    event = entry.made(made, known, TODAY).event
    assert isinstance(event.body, Score)
    assert (event.body.benchmark_id, event.body.effort) == ("swe-bench-pro", "high")
    (amount,) = event.quantities
    assert (amount.metric, amount.value, amount.unit, amount.published) == ("resolved_rate", 61.3, "percent", "61.30")
    assert "between 0 and 100" in troubles(made.with_text("value", "161"), known)["value"]
    assert "printed in percent" in troubles(made.with_text("unit", "points"), known)["unit"]
    assert "no number" in troubles(made.with_text("value", "many"), known)["value"]


def test_a_deal_has_its_sides_and_sizes(known: Known) -> None:
    made = form(
        Kind.DEAL, PAGE, buyer="OpenAI", supplier="Cerebras; Foo, Inc", capacity="1.5 GW", amount="> 10 bn", term="2028"
    )
    event = entry.made(made, known, TODAY).event
    assert event.title == "Cerebras – OpenAI, 1,500 MW"
    assert isinstance(event.body, Deal)
    assert event.body.subtype == "contract"
    assert set(event.parties) == {
        Party(role=Role.BUYER, entity_id="openai"), Party(role=Role.SUPPLIER, entity_id="cerebras"),
        Party(role=Role.SUPPLIER, words="Foo, Inc"),
    }  # fmt: skip
    power, worth = event.quantities
    assert (power.value, power.unit, power.published) == (1500, "MW", "1500")
    assert (worth.value, worth.unit, worth.comparator) == (1e10, "USD", Comparator.MORE)
    assert "side of the deal" in troubles(form(Kind.DEAL, PAGE), known)["buyer"]
    assert "counted in MW" in troubles(made.with_text("capacity", "3 USD"), known)["capacity"]


def test_a_check_names_its_claim(known: Known) -> None:
    label = next(iter(known.events_of(Kind.CLAIM)))
    made = form(Kind.CHECK, PAGE, claim=label, verdict="partly")
    event = entry.made(made, known, TODAY).event
    assert isinstance(event.body, Check)
    claim = event.body.claim
    assert known.label_of_event(claim, Kind.CLAIM) == label
    assert event.body.own is False
    assert "Nothing in the store" in troubles(made.with_text("claim", "what?"), known)["claim"]


# what others say


def test_rivals_are_told_and_no_trouble(known: Known) -> None:
    made = form(Kind.RETIREMENT, subject="spark", surface="chatgpt-codex", when="2026-10-01", source=POST)
    told = remarks(made, known)["when"][-1]
    assert told.endswith("for the same; both will be kept.")
    assert "says 11 Sep 2026" in told
    assert not troubles(made, known)
    agrees = made.with_text("when", "2026-09-11")
    assert "says 12–16 Sep 2026" in remarks(agrees, known)["when"][-1]


def test_an_end_before_the_begin_is_told(known: Known) -> None:
    made = form(Kind.RETIREMENT, PAGE, subject="gpt-5.4", surface="openai-api", when="2020-01-01")
    assert any("before it began there" in text for text in remarks(made, known)["when"])


# texts


def test_what_is_not_seen_is_left_out() -> None:
    assert plain("a\x00b\u202e c\n\td\ud800 ", 50) == "ab c d"
    assert plain("x" * 50, 10) == "x" * 10


def test_no_text_is_ever_kept_with_what_is_not_seen(known: Known) -> None:
    evil = "Evil\x07\u202e <b>x</b>"
    made = form(Kind.NOTE, source="A\u202e page", published="2026-09-01", title=evil, note="n" * 9999)
    found = entry.made(made, known, TODAY)
    assert found.event.title == "Evil <b>x</b>"
    assert len(found.event.note) == 2000
    assert found.sources[0].title == "A page"


def test_ids_of_names_in_any_writing(known: Known) -> None:
    assert slug("GPT-5.4 Mini") == "gpt-5-4-mini"
    assert len(slug("通义千问")) == 12
    assert known.free_id("GPT-5.4") == "gpt-5-4-2"


def test_another_kind_keeps_what_it_asks_too() -> None:
    made = form(Kind.DEAL, PAGE, buyer="OpenAI", subtype="loan", when="2026-01-01")
    other = of_kind(made, Kind.TIER)
    assert other.text("source") == PAGE["source"]
    assert other.text("subtype") == ""
    assert other.text("buyer") == "OpenAI"  # for the way back


# round trips


def test_every_fact_of_the_catalogue_comes_back_from_its_form(known: Known, bundled: Catalogue) -> None:
    """What no field shows is kept: editing changes nothing that was not touched."""
    sources = {source.id: source for source in bundled.sources}
    undated = 0
    for event in bundled.events:
        answer = entry.read(entry.form_of(event, known, sources, replaces=True), known, TODAY)
        if answer.entry is None:
            assert {trouble.field for trouble in answer.troubles} == {"published"}, (event.key, answer.troubles)
            undated += 1
            continue
        found = answer.entry.event
        for part in fields(event):
            old, new = getattr(event, part.name), getattr(found, part.name)
            if part.name in ("sources", "rival_of"):
                continue
            if part.name == "parties":
                old, new = set(old), set(new)
            if part.name == "body" and isinstance(old, Check):
                old = replace(old, own=False)
            assert old == new, (event.key, part.name)
        assert [each.locator for each in found.sources] == [each.locator for each in event.sources]
    assert undated < 5


def test_a_duplicate_is_a_new_entry(known: Known, bundled: Catalogue) -> None:
    sources = {source.id: source for source in bundled.sources}
    event = next(each for each in bundled.events if isinstance(each.body, Retirement) and each.sources)
    again = entry.made(entry.form_of(event, known, sources, replaces=False), known, TODAY)
    assert again.replaces == ""
    assert again.event.key.startswith("mine/")
    assert slot(again.event) == slot(event)


# one's own catalogue


def one(known: Known, **texts: str) -> entry.Entry:
    return entry.made(form(Kind.RETIREMENT, RETIRED, PAGE, texts), known, TODAY)


def findings(catalogue: Catalogue, bundled: Catalogue) -> list[str]:
    """What the check of a catalogue finds in one's own, together with what it refers to."""
    whole = replace(
        bundled, entities=(*bundled.entities, *catalogue.entities), events=(*bundled.events, *catalogue.events),
        sources=(*bundled.sources, *catalogue.sources),
    )  # fmt: skip
    return [str(problem) for problem in check.check(whole, {}) if MINE in str(problem)]


def test_an_entry_is_written_changed_and_taken_out(known: Known, bundled: Catalogue) -> None:
    first = one(known)
    catalogue = entry.written(EMPTY, first)
    assert (catalogue.dataset.id, catalogue.dataset.title, catalogue.as_of) == (MINE, "My entries", "2026-11-30")
    assert catalogue.events == (first.event,)
    assert catalogue.sources == first.sources
    assert not findings(catalogue, bundled)
    sources = {source.id: source for source in catalogue.sources}
    edit = entry.form_of(first.event, known, sources, replaces=True).with_text("when", "2026-10-09")
    changed = entry.written(catalogue, entry.made(edit, known, TODAY))
    assert [(event.key, str(event.when)) for event in changed.events] == [(first.event.key, "2026-10-09")]
    left = entry.without(changed, first.event.key, "2026-12-01")
    assert (left.events, left.sources, left.entities, left.as_of) == ((), (), (), "2026-12-01")


def test_saving_without_a_change_changes_nothing(known: Known) -> None:
    for made in (
        one(known),
        entry.made(form(Kind.RETIREMENT, RETIRED, unsourced="yes"), known, TODAY),
        entry.made(form(Kind.RETIREMENT, RETIRED, when="next week", source=POST), known, TODAY),
    ):  # fmt: skip
        catalogue = entry.written(EMPTY, made)
        sources = {source.id: source for source in catalogue.sources}
        later = entry.read(entry.form_of(made.event, known, sources, replaces=True), known, TODAY + 400).entry
        assert later is not None
        assert replace(entry.written(catalogue, later), as_of="") == replace(catalogue, as_of="")


def test_the_store_shows_what_was_entered_and_forgets_what_was_taken_out(
    known: Known, bundled_store: Path, tmp_path: Path
) -> None:
    path = tmp_path / "store.sqlite"
    shutil.copy(bundled_store, path)
    spark = form(Kind.RETIREMENT, subject="spark", surface="chatgpt-codex", when="next week", source=POST)
    found = entry.made(spark, known, TODAY)
    assert writing.apply(entry.written(diffing.catalogue_of(path, MINE), found), path, "1" * 64, action="entry")
    snapshot = reading.read(path)
    names = Known(snapshot, path)
    rows = names.of_slot(
        Kind.RETIREMENT, snapshot.entities.row["gpt-5-3-codex-spark"], snapshot.entities.row["chatgpt-codex"], ""
    )
    assert [names.teller(row)[0] for row in rows if snapshot.events.shown[row]] == [MINE]
    again = entry.read(spark, names, TODAY)
    assert any("both will be kept" in remark.text for remark in again.remarks)
    mine = diffing.catalogue_of(path, MINE)
    assert mine.events == (found.event,)
    edit = entry.form_of(mine.events[0], names, {source.id: source for source in mine.sources}, replaces=True)
    assert not writing.apply(entry.written(mine, entry.made(edit, names, TODAY)), path, "2" * 64, action="entry")
    assert writing.apply(entry.without(mine, found.event.key), path, "3" * 64, action="entry")
    assert diffing.catalogue_of(path, MINE).events == ()
    assert len(reading.read(path).events) == len(known.snapshot.events)


def test_the_newer_of_two_own_entries_is_shown(known: Known, bundled: Catalogue) -> None:
    catalogue = entry.written(entry.written(EMPTY, one(known)), one(known, when="2026-10-15"))
    old, new = catalogue.events
    assert old.key != new.key
    assert (old.rival_of, new.rival_of) == (new.key, "")
    assert not findings(catalogue, bundled)
    assert entry.without(catalogue, new.key).events[0].rival_of == ""
    elsewhere = entry.written(catalogue, replace(one(known, surface="azure"), replaces=new.key))
    assert [event.rival_of for event in elsewhere.events] == ["", ""]


def test_new_models_go_with_their_last_entry(known: Known, bundled: Catalogue) -> None:
    texts = {"subject": "GPT-9", "subject__new": "yes", "subject__owner": "Nova Labs"}
    made = entry.made(form(Kind.RETIREMENT, RETIRED, PAGE, texts), known, TODAY)
    catalogue = entry.written(EMPTY, made)
    assert {entity.id for entity in catalogue.entities} == {"gpt-9", "nova-labs"}
    assert not findings(catalogue, bundled)
    assert entry.without(catalogue, made.event.key).entities == ()


def test_a_claim_of_words_has_a_speaker(known: Known) -> None:
    made = form(Kind.CLAIM, PAGE, title="It is 15 times faster", by="A passer-by", about="spark", value="15x")
    assert "what the number measures" in troubles(made, known)["metric"]
    event = entry.made(made.with_text("metric", "speedup"), known, TODAY).event
    assert isinstance(event.body, Claim)
    assert set(event.parties) == {
        Party(role=Role.SUBJECT, entity_id="gpt-5-3-codex-spark"), Party(role=Role.SPEAKER, words="A passer-by"),
    }  # fmt: skip
    assert event.key == "mine/it-is-15-times-faster/claim"
    assert (event.quantities[0].metric, event.quantities[0].unit) == ("speedup", "x")


def test_fields_are_asked_in_a_way_that_is_shown() -> None:
    for kind in kinds():
        for field in fields_of(kind):
            assert bool(field.choices) == (field.ask is Ask.CHOICE)
            assert bool(field.entities) == (field.ask in (Ask.NAME, Ask.NAMES))
