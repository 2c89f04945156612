"""A catalogue read from text and written as text is the same; what is wrong is reported with its file and id."""

import string
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modelspan import assets
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import When, parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import (
    Alias,
    AliasRole,
    Citation,
    Confidence,
    Dataset,
    DateChange,
    Deal,
    Deprecation,
    Entity,
    EntityKind,
    Event,
    KnownBasis,
    ModelFacts,
    Party,
    Quantity,
    Release,
    Retirement,
    Role,
    Score,
    Source,
    Status,
)
from modelspan.formats import catalogue_toml, catalogue_writer

HEAD = '[catalogue]\nid = "x"\ntitle = "X"\nversion = "2026-01-01"\n'


def problems_of(folder: Path, text: str, name: str = "models/us.toml") -> list[str]:
    (folder / "catalogue.toml").write_text(HEAD, "utf-8")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return [str(problem) for problem in catalogue_toml.read(folder)[1]]


def by_id(catalogue: Catalogue) -> tuple[Any, ...]:
    """Everything in it, in an order of its own."""
    entities = {entity.id: entity for entity in catalogue.entities}
    events = {event.key: event for event in catalogue.events}
    return catalogue.dataset, catalogue.as_of, {source.id: source for source in catalogue.sources}, entities, events


def test_the_bundled_catalogue_survives_writing(bundled: Catalogue, tmp_path: Path) -> None:
    catalogue_writer.write(bundled, tmp_path)
    again, problems, _ = catalogue_toml.read(tmp_path)
    assert not problems
    assert again == bundled


def test_the_bundled_files_are_canonical(bundled: Catalogue) -> None:
    """So that the change of one fact is a change of one line."""
    for name, text in catalogue_writer.texts(bundled).items():
        assert (assets.data() / name).read_text("utf-8") == text, name


def test_origin_names_the_file_of_each_record(bundled: Catalogue) -> None:
    _, _, origin = catalogue_toml.read(assets.data())
    assert origin["gpt-5-2"] == "models/openai.toml"
    assert origin["gpt-5-2/openai-api/release"] == "models/openai.toml"
    assert origin["openai-site"] == "sources.toml"
    assert {event.key for event in bundled.events} <= set(origin)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[model]]\nid = "m"\nname = "M"\ncolour = "red"\n', "models/us.toml: m: colour is not a key known here."),
        (
            '[[model]]\nid = "m"\nname = "M"\nlifecycle = [{ key = "r", when = "2026", kind = "release", wen = 1 }]\n',
            "models/us.toml: m/r: wen is not a key known here.",
        ),
        ('[[modell]]\nid = "m"\n', "models/us.toml: modell is not a key known here."),
        ('[[model]]\nid = "m"\n', "models/us.toml: m: name is missing."),
        ('[[model]]\nid = "m"\nname = 5\n', "models/us.toml: m: name must be a text in quotes, not 5."),
        (
            '[[model]]\nid = "m"\nname = "M"\nlifecycle = [{ key = "r", when = "2026-13", kind = "release" }]\n',
            "models/us.toml: m/r: when: '2026-13' is not a day of the calendar.",
        ),
        (
            '[[model]]\nid = "m"\nname = "M"\nlifecycle = [{ key = "r", when = "2026", kind = "relase" }]\n',
            "models/us.toml: m/r: kind is 'relase'; it must be one of announcement, ",
        ),
        ('[[model]]\nid = "m"\nname = "M"\naliases = [5]\n', "models/us.toml: m: aliases must be a list"),
        (
            '[[model]]\nid = "m"\nname = "M"\ncontext_tokens = nan\n',
            "models/us.toml: m: context_tokens must be a number",
        ),
        ("catalogue = 1\n", "models/us.toml: catalogue is not a key known here."),
        ("model = 1\n", "models/us.toml: model must be a list of tables."),
        ("[[model\n", "models/us.toml: This file is not valid TOML: "),
    ],
)
def test_what_is_wrong_is_told_with_file_and_id(tmp_path: Path, text: str, expected: str) -> None:
    assert any(problem.startswith(expected) for problem in problems_of(tmp_path, text)), problems_of(tmp_path, text)


def test_nothing_stops_at_the_first_problem(tmp_path: Path) -> None:
    text = '[[model]]\nid = "a"\nx = 1\n[[model]]\nid = "b"\ny = 1\n'
    assert len(problems_of(tmp_path, text)) == 4  # two names, two keys


def test_a_folder_without_a_catalogue_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "absent"):
        with pytest.raises(UserError, match=r"holds no \.toml file"):
            catalogue_toml.read(folder)


# Small catalogues: any text in texts, ids as people choose them.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
some = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
ids = st.text(string.ascii_lowercase + string.digits + "-", min_size=1, max_size=6)
whens: st.SearchStrategy[When] = st.sampled_from(
    ["2026", "2026-35", "2026-02", "2026-02-12", "2026-03~", "[2026-09-12..2026-09-16]", "[2027-06-09..]",
     "[..2026-09-08]", "2026-09-11T06:41:57Z"]
).map(parse_edtf)  # fmt: skip
decimals = st.decimals(-(10**9), 10**9, places=2, allow_nan=False, allow_infinity=False).map(str)
quantities = st.builds(
    lambda metric, text, unit, low, baseline: Quantity(
        metric=metric, value=float(text), published=text, unit=unit, low=low, baseline=baseline
    ),
    some, decimals, texts, st.none() | st.floats(-1e6, 1e6), texts,
)  # fmt: skip
locators = texts.map(lambda text: text.strip())
citations = st.lists(st.builds(lambda i, t: Citation(source_id=i, locator=t), ids, locators), max_size=2).map(tuple)


def event(key: str, body: Any, subject: str = "") -> st.SearchStrategy[Event]:
    """An event of that kind with everything else at random."""
    return st.builds(
        Event,
        key=st.just(key),
        body=st.just(body),
        when=whens,
        subject_id=st.just(subject),
        surface_id=ids,
        scope=texts,
        known=st.none() | whens,
        known_basis=st.sampled_from(KnownBasis),
        title=texts,
        words=texts,
        note=texts,
        status=st.sampled_from(Status),
        confidence=st.sampled_from(Confidence),
        sources=citations,
        tags=st.lists(some, max_size=2).map(tuple),
    )


@st.composite
def catalogues(draw: st.DrawFn) -> Catalogue:
    models = [
        Entity(
            id=name,
            kind=EntityKind.MODEL,
            name=draw(some),
            organisation_id="us",
            aliases=tuple(
                Alias(text=text, role=draw(st.sampled_from(AliasRole))) for text in draw(st.lists(some, max_size=2))
            ),
            facts=ModelFacts(
                context_tokens=draw(st.none() | st.integers(0, 10**7)), open_weights=draw(st.none() | st.booleans())
            ),
            note=draw(texts),
        )
        for name in draw(st.lists(ids, max_size=3, unique=True))
    ]
    events = []
    for model in models:
        bodies = [
            Release(subtype=draw(texts)),
            Retirement(),
            Deprecation(says=draw(whens)),
            DateChange(was=draw(whens), says=draw(whens)),
        ]
        for number, body in enumerate(draw(st.lists(st.sampled_from(bodies), max_size=3))):
            found = draw(event(f"{model.id}/{number}", body, model.id))
            events.append(found)
            if draw(st.booleans()):
                rival = draw(event(f"{model.id}/{number}/r", body, model.id))
                events.append(replace(rival, rival_of=found.key))
    for number, amount in enumerate(draw(st.lists(quantities, max_size=2))):
        score = draw(event(f"score-{number}", Score(benchmark_id="b", version="1", series=draw(ids)), "m"))
        events.append(replace(score, quantities=(amount,)))
    for number in range(draw(st.integers(0, 2))):
        deal = draw(event(f"deal-{number}", Deal(subtype=draw(some), term=draw(texts))))
        party = Party(role=Role.BUYER, entity_id=draw(ids), words=draw(texts))
        events.append(replace(deal, parties=(party,), quantities=tuple(draw(st.lists(quantities, max_size=2)))))
    sources = [
        Source(id=name, title=draw(some), note=draw(texts)) for name in draw(st.lists(ids, max_size=2, unique=True))
    ]
    dataset = Dataset(
        id=draw(ids), title=draw(some), version="2026-11-30", attribution=tuple(draw(st.lists(texts, max_size=2)))
    )
    return Catalogue(
        dataset=dataset, as_of="2026-11-30", sources=tuple(sources), entities=tuple(models), events=tuple(events)
    )


@settings(max_examples=40)
@given(catalogues())
def test_any_catalogue_survives_writing(catalogue: Catalogue) -> None:
    with TemporaryDirectory() as folder:
        catalogue_writer.write(catalogue, Path(folder))
        again, problems, _ = catalogue_toml.read(Path(folder))
    assert not problems
    assert by_id(again) == by_id(catalogue)
