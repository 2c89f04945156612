"""The reader's own markers and marked ranges: on the axis, under the lanes as bands, and over them as edges."""

from __future__ import annotations

from dataclasses import dataclass

from modelspan.app import ranges
from modelspan.app.layout import AXIS_H, Layout
from modelspan.app.scene import Scene
from modelspan.app.state import AppState, Marker
from modelspan.domain.dates import MAX_DAY
from modelspan.engine import gaps, markers
from modelspan.engine.frame import Area, Sheet
from modelspan.engine.gaps import Box
from modelspan.engine.markers import MARKER, RANGE, Note, Placed

FLAGS_Y, CHIPS_Y, ROW_H = 2, 22, 16  # px of the two rows of the axis


def marker_tip(scene: Scene, marker: Marker) -> str:
    """What hovering a marker says: its text, then its day or days."""
    last = min(max(marker.end - 1, marker.start), MAX_DAY)
    return "\n".join(part for part in (marker.text, scene.words.span(marker.start, last)) if part)


def marker_notes(scene: Scene, state: AppState) -> list[Note]:
    """The markers as they are said on the axis; one without a text says its day."""
    words, found = scene.words, []
    for marker in state.markers:
        text = " ".join(marker.text.split()) or words.day(marker.start, scene.year(state))
        end = max(marker.end, marker.start + 1)
        tip = marker_tip(scene, marker)
        found.append(Note(marker.start, end, (text,), tip, spans=end - marker.start > 1))
    return found


@dataclass(frozen=True)
class AxisNotes:
    """All of a frame, placed once: the rows of the axis make way, then bands, then edges are drawn."""

    marks: list[Note]
    stretches: list[Note]
    chips: list[Placed]
    field: Area  # lanes and tracks right of the header

    @property
    def boxes(self) -> list[Box]:
        """Where chips of ranges cover the lower row of the axis."""
        return [chip.box for chip in self.chips if chip.box]

    def bands(self, sheet: Sheet, state: AppState) -> None:
        """The tinted ground, before the lanes."""
        markers.bands(sheet, MARKER, self.field, markers.in_view(self.field, state.window, self.marks))
        markers.bands(sheet, RANGE, self.field, self.chips)

    def draw(self, sheet: Sheet, state: AppState, pill: Box | None) -> None:
        """Flags, chips and edges, after everything they part for."""
        if not self.marks and not self.stretches:
            return
        row = Area(self.field.x, FLAGS_Y, self.field.w, ROW_H)
        taken = gaps.texts(sheet, row) + ([pill] if pill else [])
        placed = markers.flags(row, state.window, self.marks, taken)
        whole = Area(self.field.x, 0, self.field.w, self.field.bottom)
        boxes = gaps.texts(sheet, whole) + gaps.headings(sheet)
        markers.draw(sheet, MARKER, self.field, self.marks, placed, boxes + self.boxes)
        markers.draw(sheet, RANGE, self.field, self.stretches, self.chips, boxes)


def axis_notes(scene: Scene, state: AppState, place: Layout) -> AxisNotes:
    """The notes of a state where they stand."""
    time = place.time
    bottom = place.tracks.bottom if place.tracks.h else place.lanes.bottom
    row = Area(time.x, CHIPS_Y, time.w, ROW_H)
    stretches = ranges.notes(scene, state)
    return AxisNotes(
        marks=marker_notes(scene, state),
        stretches=stretches,
        chips=markers.chips(row, state.window, stretches),
        field=Area(time.x, AXIS_H, time.w, bottom - AXIS_H),
    )
