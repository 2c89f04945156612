"""Search text and filters against a snapshot."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from modelspan.domain.catalogue import fold
from modelspan.domain.records import EntityKind
from modelspan.domain.snapshot import ENTITY_KINDS, Flags, Snapshot


def search(snapshot: Snapshot, text: str, kinds: Iterable[EntityKind] = ()) -> list[int]:
    """Entity rows whose names, aliases or ids hold every word of a text, best first.

    An exact name or id comes first, then names that begin with the text, then the shortest name.
    """
    wanted = fold(text)
    if not any(character.isalnum() for character in wanted):
        return []
    parts = wanted.split()
    allowed = set(kinds)
    found: dict[int, tuple[int, int]] = {}
    for row, folded in zip(snapshot.aliases.entity.tolist(), snapshot.aliases.folded, strict=True):
        if not all(part in folded for part in parts):
            continue
        kind = ENTITY_KINDS[snapshot.entities.kind[row]]
        if allowed and kind not in allowed:
            continue
        exact = folded == wanted or fold(snapshot.entities.ids[row]) == wanted
        rank = 0 if exact else 1 if folded.startswith(wanted) else 2 if f" {wanted}" in folded else 3
        score = (rank + (0 if kind is EntityKind.MODEL else 4 if rank else 0), len(folded))
        found[row] = min(found.get(row, score), score)
    return sorted(found, key=lambda row: (found[row], snapshot.entities.names[row]))


def resolve(snapshot: Snapshot, text: str, kinds: Iterable[EntityKind] = ()) -> int:
    """The one entity a text means: an id, else the best of the search; -1 for none."""
    row = snapshot.entities.row.get(text, -1)
    if row >= 0:
        return row
    found = search(snapshot, text, kinds)
    return found[0] if found else -1


def models_of_ids(snapshot: Snapshot, text: str) -> list[tuple[int, str]]:
    """Models whose api ids or names stand in a pasted text or a lock file: (entity row, id as written), in order."""
    by_folded: dict[str, int] = {}
    for row, folded in zip(snapshot.aliases.entity.tolist(), snapshot.aliases.folded, strict=True):
        if snapshot.entities.kind[row] == list(EntityKind).index(EntityKind.MODEL):
            by_folded.setdefault(folded, row)
    for row in snapshot.entities.models.tolist():
        by_folded.setdefault(fold(snapshot.entities.ids[row]), row)
    words = "".join(c if c.isalnum() or c in "-._/:@" else " " for c in text).split()
    found: dict[int, str] = {}
    for word in [*words, *(line.strip() for line in text.splitlines())]:
        for candidate in (word, word.rsplit("/", 1)[-1], word.split("@")[0]):
            row = by_folded.get(fold(candidate.strip(".:-_/")), -1)
            if row >= 0 and len(candidate) > 1:
                found.setdefault(row, candidate)
    return list(found.items())


# How clients and gateways write where a model is called, before a slash.
PREFIXES = {
    "azure": "azure", "azure_ai": "azure", "bedrock": "bedrock", "vertex_ai": "vertex", "vertex": "vertex",
    "github_copilot": "github-copilot", "github-copilot": "github-copilot", "chatgpt": "chatgpt-codex",
    "openai": "openai-api", "anthropic": "anthropic-api", "gemini": "gemini-api", "google": "gemini-api",
    "mistral": "mistral-api", "cohere": "cohere-api", "deepseek": "deepseek-api", "xai": "xai-api",
    "moonshot": "moonshot-api", "zai": "zai-api", "minimax": "minimax-api",
}  # fmt: skip


def follows_of_text(snapshot: Snapshot, text: str) -> list[tuple[str, str]]:
    """(model id, surface id) of every model called in a text; the surface is empty where the text does not say."""
    ids = snapshot.entities.ids
    surfaces: dict[int, set[str]] = {}
    for word in "".join(c if c.isalnum() or c in "-._/:@" else " " for c in text).split():
        prefix, slash, _ = word.partition("/")
        place = PREFIXES.get(prefix.casefold(), "") if slash else ""
        for row, _ in models_of_ids(snapshot, word) if place in snapshot.entities.row else ():
            surfaces.setdefault(row, set()).add(place)
    found: list[tuple[str, str]] = []
    for row, _ in models_of_ids(snapshot, text):
        found += [(ids[row], place) for place in sorted(surfaces.get(row, {""}))]
    return found


def model_mask(snapshot: Snapshot, text: str, organisations: frozenset[str], hosted: Flags | None) -> Flags:
    """Per entity row: a model that passes the filter."""
    entities = snapshot.entities
    mask = np.zeros(len(entities.ids), bool)
    mask[entities.models] = True
    if hosted is not None:
        mask &= hosted
    if organisations:
        rows = [entities.row[name] for name in organisations if name in entities.row]
        mask &= np.isin(entities.organisation, rows)
    if text:
        hits = np.zeros(len(mask), bool)
        found = search(snapshot, text)
        hits[found] = True
        owners = [row for row in found if ENTITY_KINDS[entities.kind[row]] is EntityKind.ORGANISATION]
        hits |= np.isin(entities.organisation, owners)
        mask &= hits
    return mask
