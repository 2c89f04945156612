"""Which of several values is shown: what a click on one of them says, and the step in the store that it becomes."""

from __future__ import annotations

import json
from pathlib import Path

from modelspan.domain.records import Event
from modelspan.store import deciding
from modelspan.store.lookup import Place

SHOWN = "shown"


def pick(event: Event, place: Place, what: str) -> str:
    """What a click on a value says: show it; on the one that was chosen: leave the choice to the rule again."""
    value = "" if place.decided else f"{place.dataset}/{event.key}"
    return json.dumps([place.slot, value, what])


def decide(path: Path, picked: str) -> str:
    """Carry a click out; returns what it was about. Raises UserError when the store cannot be changed."""
    slot, value, what = json.loads(picked)
    deciding.decide(path, SHOWN, slot, value, what)
    return str(what)
