"""Which benchmark versions tell most about the models in view: what the picker lists."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from modelspan.app.scene import Scene
from modelspan.app.state import AppState
from modelspan.domain.snapshot import OPEN_END, Flags
from modelspan.engine.track_scores import conditions, key_of
from modelspan.engine.tracks import Track


@dataclass(frozen=True, slots=True)
class Bench:
    """One version of a benchmark, with how many of the visible models it has scored and by how many scores."""

    key: str
    name: str
    version: str
    models: int
    scores: int


def visible_models(scene: Scene, state: AppState) -> Flags:
    """Per entity row: a model that passes the filter and lives inside the window."""
    lives, window = scene.lives, state.window
    inside = (lives.begin < window.end) & ((lives.end_high == OPEN_END) | (lives.end_high > window.start))
    found = np.zeros(len(scene.hosted), bool)
    found[lives.model[inside]] = True
    return found & scene.matching(state).base()


def coverage(scene: Scene, state: AppState) -> list[Bench]:
    """All benchmark versions, by how many of the visible models have a score of them, then by scores and name."""
    snapshot = scene.snapshot
    scores = snapshot.scores
    row = scene.points[Track.SCORES].row
    place, _ = conditions(snapshot, row)
    row, place = row[place >= 0], place[place >= 0]
    row, place = row[scores.benchmark[place] >= 0], place[scores.benchmark[place] >= 0]
    versions = len(scores.versions)
    pair = scores.benchmark[place].astype(np.int64) * versions + scores.version[place]
    kinds, number = np.unique(pair, return_inverse=True)
    number = number.reshape(-1)
    subject = snapshot.events.subject[row]
    seen = (subject >= 0) & visible_models(scene, state)[subject] if len(row) else np.zeros(0, bool)
    count = np.bincount(number[seen], minlength=len(kinds))
    each = np.unique(number[seen].astype(np.int64) * len(scene.hosted) + subject[seen]) // max(len(scene.hosted), 1)
    models = np.bincount(each, minlength=len(kinds))
    found = []
    for n, (benchmark, version) in enumerate(np.stack(np.divmod(kinds, versions), axis=-1).tolist()):
        text = scores.versions[version]
        found.append(
            Bench(key_of(snapshot, benchmark, text), snapshot.name(benchmark), text, int(models[n]), int(count[n]))
        )
    return sorted(found, key=lambda one: (-one.models, -one.scores, one.name.casefold(), one.version))
