"""Which lives a lane shows when a list of resellers has put a model on more places than a lane has room for."""

from pathlib import Path

import pytest

from modelspan.app.scene import Scene
from modelspan.app.views import first_state
from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import day, parse_edtf
from modelspan.domain.records import Dataset, Entity, EntityKind, Event, Release, Retirement
from modelspan.engine.header import FEW_STRIPES, STRIPES
from modelspan.store import reading, writing

TODAY = day(2026, 11, 30)


def scene_of(places: int, ends: dict[int, str], folder: Path) -> Scene:
    """One model, released on each place a day later than on the one before; some places end."""
    surfaces = [Entity(id=f"place-{n}", kind=EntityKind.SURFACE, name=f"Place {n}") for n in range(places)]
    model = Entity(id="owl", kind=EntityKind.MODEL, name="Owl")
    events = [
        Event(key=f"release-{n}", body=Release(), when=parse_edtf(f"2026-01-{n + 1:02d}"), subject_id="owl",
              surface_id=f"place-{n}")
        for n in range(places)
    ] + [
        Event(key=f"end-{n}", body=Retirement(), when=parse_edtf(when), subject_id="owl", surface_id=f"place-{n}")
        for n, when in ends.items()
    ]  # fmt: skip
    catalogue = Catalogue(
        dataset=Dataset(id="x", title="X"), as_of="2026-11-30", entities=(model, *surfaces), events=tuple(events)
    )
    writing.build(catalogue, folder / "x.sqlite", "0" * 64)
    return Scene(reading.read(folder / "x.sqlite"))


def shown(scene: Scene) -> list[str]:
    """The places that have a stripe, in their order."""
    header = scene.header(first_state(scene, TODAY))
    names = scene.snapshot.entities.ids
    return [names[header.lives.surface[row]] for row in header.stripes(scene.snapshot.entities.row["owl"])]


@pytest.mark.parametrize("places", [1, STRIPES])
def test_a_lane_shows_all_places_it_has_room_for(places: int, tmp_path: Path) -> None:
    assert shown(scene_of(places, {}, tmp_path)) == [f"place-{n}" for n in range(places)]


def test_of_more_it_shows_what_ends_first_and_then_what_began_first(tmp_path: Path) -> None:
    found = shown(scene_of(28, {20: "2027-03-01", 25: "2026-12-24"}, tmp_path))
    assert len(found) == FEW_STRIPES
    assert set(found) == {"place-25", "place-20", "place-0", "place-1", "place-2"}
