"""Things other than models by name: benchmarks, chips, systems, surfaces, families, people."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from modelspan.domain.identity_makers import squeeze
from modelspan.domain.identity_spelling import plain
from modelspan.domain.records import EntityKind

CHIPS = (EntityKind.CHIP, EntityKind.SYSTEM)
# Kinds where what stands in brackets says more of the same thing, so that it may be left out.
EXPLAINED = (*CHIPS, EntityKind.BENCHMARK)
# Lines that vendors put before the name of a chip.
SERIES = frozenset([
    "nvidia", "tesla", "geforce", "amd", "radeon", "instinct", "intel", "habana", "google", "amazon", "aws", "meta",
    "huawei", "baidu", "microsoft", "gpu",
])  # fmt: skip
MEMORY = re.compile(r"(\d+) ?gi?b\b")
JOINED = re.compile(r"\btpu(?=v?\d)")  # TPUv5e
FORM = re.compile(r"^sxm\d$")
BRACKETS = re.compile(r"\s*\(([^)]*)\)")
YEAR = re.compile(r"(?<=[a-z])(2\d)$")  # AIME25
AI = re.compile(r"(?<=[a-z]{5})ai$")  # Together AI is Together
# What narrows a benchmark without another one being meant.
PART_OF_BENCHMARK = re.compile(
    r"^(?:v?\d[\d.]*|diamond|public|private|tier|level|subset|hard|full|test|val|main|pass|@|benchmark|bench|mock|otis"
    r"|single|attempt|accuracy|reasoning|english|with|no|without|tools|python)$"
)


@dataclass(slots=True)
class ThingIndex:
    """Rows of one kind by their names without signs, and by single words.

    `exact` holds for each form what stood in brackets in it: R100 (75W) is not R100 (100W), either may be R100.
    """

    kind: EntityKind
    exact: defaultdict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(dict))
    words: defaultdict[str, list[tuple[frozenset[str], int]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, row: int, text: str) -> None:
        """Let a thing be found by a text."""
        for form, said in self.forms(text).items():
            self.exact[form].setdefault(row, set()).add(said)
        if self.kind in (EntityKind.CHIP, EntityKind.BENCHMARK):
            parts = self.parts(text)
            for each in {parts, loosely(parts)}:
                for part in each:
                    self.words[part].append((each, row))

    def forms(self, text: str) -> dict[str, str]:
        """Whole names, with what stood in brackets and was left out: as written, and as others may write it."""
        found = {squeeze(text): ""}
        if self.kind in EXPLAINED:
            short = BRACKETS.sub("", plain(text))
            said = squeeze(" ".join(BRACKETS.findall(plain(text))))
            said = "" if said == initials(short) else said
            found.setdefault(squeeze(short), said)
            if self.kind is EntityKind.CHIP:
                parts = self.parts(short)
                found.setdefault("".join(sorted(parts)), said)
                loose = loosely(parts)
                found.setdefault("".join(sorted(loose)), " ".join([said, *sorted(parts - loose)]).strip())
        if self.kind is EntityKind.BENCHMARK:
            found.setdefault(YEAR.sub(r"20\1", squeeze(text)), "")
        if self.kind is EntityKind.SURFACE:
            found.setdefault(AI.sub("", squeeze(text)), "")
        found.pop("", None)
        return found

    def parts(self, text: str) -> frozenset[str]:
        """The words that tell it from others."""
        folded = plain(text).replace("+", " plus ")
        if self.kind not in CHIPS:
            return frozenset(re.findall(r"\w[\w.]*", folded))
        folded = JOINED.sub("tpu ", MEMORY.sub(r"\1gb", folded))
        found = frozenset(re.findall(r"[^\W_][\w.]*", folded))
        return found - SERIES or found

    def find(self, text: str) -> tuple[tuple[int, ...], str]:
        """Rows of that name, with no words where it is sure, else with the reason to doubt."""
        for form, said in self.forms(text).items():
            known = self.exact.get(form, {})
            rows = tuple(row for row, others in known.items() if self.is_one(said, others))
            if rows:
                return rows, "" if len(rows) == 1 else "Several things have this name."
            if known:
                return tuple(known), "It differs by what stands in brackets."
        if self.kind is EntityKind.CHIP:
            return self.fuller_chip(self.parts(text))
        if self.kind is EntityKind.BENCHMARK:
            return self.wider_benchmark(self.parts(text))
        return (), ""

    def is_one(self, said: str, others: set[str]) -> bool:
        """Whether what stands in brackets lets two names be one: the same, or an explanation that one leaves out.

        In brackets behind a benchmark stands a part of it, or how it was run, whose results are not those of the whole.
        """
        told = others - {""}
        if said in others or (not said and len(told) == 1 and self.kind is EntityKind.CHIP):
            return True
        return self.kind is EntityKind.CHIP and not told

    def fuller_chip(self, parts: frozenset[str]) -> tuple[tuple[int, ...], str]:
        """Chips whose names say more than this one; only the memory may be left out."""
        first = min(sorted(parts), key=lambda part: len(self.words.get(part, ())), default="")
        alike = {row: known - parts for known, row in self.words.get(first, ()) if parts < known}
        rows = tuple(sorted(alike, key=lambda row: (len(alike[row]), row)))
        if len(rows) == 1 and all(MEMORY.match(part) for part in alike[rows[0]]):
            return rows, ""
        return rows, "The name leaves out which one is meant." if rows else ""

    def wider_benchmark(self, parts: frozenset[str]) -> tuple[tuple[int, ...], str]:
        """Benchmarks of which this name may be a version or a part."""
        alike: dict[int, int] = {}
        for part in parts:
            for known, row in self.words.get(part, ()):
                if known < parts and all(PART_OF_BENCHMARK.match(word) for word in parts - known):
                    alike[row] = max(alike.get(row, 0), len(known))
        rows = tuple(sorted(alike, key=lambda row: (-alike[row], row)))
        return rows, "It may be a version or a part of it." if rows else ""


def loosely(parts: frozenset[str]) -> frozenset[str]:
    """Words of a chip, the generation of its socket left out."""
    return frozenset("sxm" if FORM.match(part) else part for part in parts)


def initials(text: str) -> str:
    """The first letters of the words: Massive Multitask Test (MMT)."""
    return "".join(word[0] for word in re.findall(r"[^\W_][\w'’]*", plain(text)))
