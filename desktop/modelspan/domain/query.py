"""Search text and filters against a snapshot."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
    joined = wanted.replace(" ", "")  # gpt5.4 is GPT-5.4; shorter ones would be found across any two words
    loose = len(joined) >= SHORTEST
    allowed = set(kinds)
    found: dict[int, tuple[int, int]] = {}
    for row, folded in zip(snapshot.aliases.entity.tolist(), snapshot.aliases.folded, strict=True):
        if not all(part in folded for part in parts) and not (loose and joined in folded.replace(" ", "")):
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


# What stands before and after the id of a model where clouds and clients write one.
REGION = re.compile(r"(?:us|eu|apac|global|regional|au|jp|ca|in|us-gov)\.")
VENDOR = re.compile(
    r"(?:anthropic|meta|mistral|amazon|cohere|ai21|deepseek|openai|qwen|minimax|nvidia|stability|moonshotai|moonshot|xai"
    r"|google|zai|writer|twelvelabs)\."
)
BUILD = re.compile(r"(?:-v[0-9]+)?:[0-9]+")
DATED = re.compile(r"-(?:[0-9]{3}|latest|[0-9]{8}|[0-9]{4}-[0-9]{2}-[0-9]{2})")
QUOTED = re.compile(r"([\"'`])([^\"'`\n]{1,200})\1")
# Every part is bounded, so that no text takes more than linear time.
MODEL_LINE = re.compile(
    r"model[\w-]{0,20}[ \t]{0,4}[:=][ \t]{0,4}([\w.+-]{2,100})[ \t]{0,4},?[ \t\r]{0,4}$", re.IGNORECASE | re.MULTILINE
)
WORD = re.compile(r"[\w\-./:@+]+")
RUN = re.compile(r"[^\W_]+")
ID_SIGN = re.compile(r"[0-9\-._/]")
LONGEST = 250  # characters of a word or line that may be a name
SHORTEST = 4  # characters of an id among other words; o1 and o3 are found where they stand alone


def words_of(text: str) -> list[str]:
    """The words of a text, each once, in order; the signs that ids are made of belong to them."""
    return list(dict.fromkeys(WORD.findall(text)))


def looks_like_id(form: str, word: str) -> bool:
    """Whether a form of a word is more than a word of a language: with a digit, or of several parts."""
    return (len(form) >= SHORTEST or "/" in word) and ID_SIGN.search(form) is not None


def forms(word: str) -> Iterator[str]:
    """A word as ids may be meant by it, from the whole to what is left without prefixes, builds and dates."""
    plain = word.strip(".:-_/@")
    yield plain
    if plain.startswith("ft:"):
        plain = plain.split(":")[1]
        yield plain
    for part in dict.fromkeys((plain, plain.rsplit("/", 1)[-1], plain.rsplit("/", 1)[-1].split("@")[0])):
        yield part
        bare = part
        for pattern in (REGION, VENDOR):
            found = pattern.match(bare)
            bare = bare[found.end() :] if found else bare
            yield bare
        for pattern in (BUILD, DATED):
            ending = re.search(f"{pattern.pattern}$", bare)
            bare = bare[: ending.start()] if ending else bare
            yield bare


@dataclass(frozen=True, slots=True)
class Names:
    """Every folded name and id of the models of a snapshot, made once per text.

    `heads` are the first letters and digits of each. Almost every word of a large text lacks them all, and is passed
    over before the slow folding.
    """

    rows: dict[str, int]
    heads: frozenset[str]

    def word(self, word: str) -> tuple[int, str]:
        """The model an id means and the form of it that is known; -1 for none."""
        if len(word) <= LONGEST and ID_SIGN.search(word) and not self.heads.isdisjoint(runs(word)):
            for form in forms(word):
                row = self.rows.get(fold(form), -1) if looks_like_id(form, word) else -1
                if row >= 0:
                    return row, form
        return -1, ""

    def whole(self, text: str) -> tuple[int, str]:
        """The model whose whole name a text is; -1 for none."""
        plain = text.strip(" \t\r,;\"'`") if len(text) <= LONGEST else ""
        first = runs(plain)[:1]
        return (self.rows.get(fold(plain), -1), plain) if first and first[0] in self.heads else (-1, "")


def runs(text: str) -> list[str]:
    """The runs of letters and digits in a text, as folding leaves them."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return RUN.findall(plain.casefold())


def names_of_models(snapshot: Snapshot) -> Names:
    """What models are called by."""
    rows: dict[str, int] = {}
    models = frozenset(snapshot.entities.models.tolist())
    for row, folded in zip(snapshot.aliases.entity.tolist(), snapshot.aliases.folded, strict=True):
        if row in models:
            rows.setdefault(folded, row)
    for row in models:
        rows.setdefault(fold(snapshot.entities.ids[row]), row)
    return Names(rows, frozenset(head for folded in rows for head in RUN.findall(folded)[:1]))


def found_in(names: Names, text: str, words: list[str]) -> list[tuple[int, str]]:
    """The models of words, of lines and of quoted texts: (entity row, as written), in order.

    A name of plain words counts only where it is a whole line or in quotes: prose says "command" and "spark" too.
    """
    whole = [*text.splitlines(), *(match[2] for match in QUOTED.finditer(text)), *MODEL_LINE.findall(text)]
    found: dict[int, str] = {}
    for row, written in [*map(names.word, words), *map(names.whole, dict.fromkeys(whole))]:
        if row >= 0:
            found.setdefault(row, written)
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
    ids, names, words = snapshot.entities.ids, names_of_models(snapshot), words_of(text)
    surfaces: dict[int, set[str]] = {}
    for word in words:
        prefix, slash, _ = word.partition("/")
        place = PREFIXES.get(prefix.casefold(), "") if slash else ""
        row = names.word(word)[0] if place in snapshot.entities.row else -1
        if row >= 0:
            surfaces.setdefault(row, set()).add(place)
    found: list[tuple[str, str]] = []
    for row, _ in found_in(names, text, words):
        found += [(ids[row], place) for place in sorted(surfaces.get(row, {""}))]
    return found


def text_mask(snapshot: Snapshot, text: str) -> Flags:
    """Per entity row: found by a search text, or a model of an organisation that is found."""
    entities = snapshot.entities
    mask = np.zeros(len(entities.ids), bool)
    found = search(snapshot, text)
    mask[found] = True
    owners = [row for row in found if ENTITY_KINDS[entities.kind[row]] is EntityKind.ORGANISATION]
    return mask | np.isin(entities.organisation, owners)
