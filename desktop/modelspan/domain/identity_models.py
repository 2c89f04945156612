"""Known models by the way they are written, and which of them a text means."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from modelspan.domain.identity_makers import HOSTS
from modelspan.domain.identity_spelling import (
    BUILD,
    CONTEXT,
    PLAIN,
    SOFT,
    Spelling,
    folded,
    plain,
    readings,
    same_day,
    squeezed,
)
from modelspan.domain.query import REGION, VENDOR

Core = tuple[frozenset[str], tuple[str, ...]]
# Words that many makes use; what is left of a name when its maker is left out must be more than these.
COMMON = frozenset([
    "large", "medium", "small", "mini", "nano", "micro", "pro", "max", "lite", "flash", "ultra", "plus", "embed",
    "code", "chat", "vision", "ocr",
])  # fmt: skip
COUNTING = frozenset(("gemini", "imagen", "veo"))  # of these 001 and 002 are states of one model
FLOATING = "latest"
NOTHING = Spelling(frozenset(), ())
TYPO = 5  # letters of a word in which one may be wrong
BRAND, ONE_MAKER = 3, 0.8  # models that make a word a brand, and the share of them its maker has
SCANNED = 200  # alike names looked at for one


@dataclass(frozen=True, slots=True)
class Found:
    """What a text may mean: `sure` is the row of one model or -1; `near` the rows a person may choose from.

    `part` is true where the text means a snapshot, a place, a packing or a mode of the model, `plain` where nearness
    is a sign or a word such as instruct, which names often leave out, `twins` where several are written exactly alike.
    """

    sure: int = -1
    near: tuple[int, ...] = ()
    why: str = ""
    part: bool = False
    plain: bool = False
    twins: bool = False


class ModelIndex:
    """Models by core (words and numbers), by soft core, without signs, and with one word left out."""

    def __init__(self, makers: Callable[[int], frozenset[str]]) -> None:
        self.makers = makers  # row -> words its maker is called by
        self.exact: defaultdict[str, list[int]] = defaultdict(list)
        self.cores: defaultdict[Core, list[tuple[str, int]]] = defaultdict(list)
        self.own: defaultdict[int, list[Spelling]] = defaultdict(list)  # how its id and name are written
        self.soft: defaultdict[Core, list[tuple[frozenset[str], int]]] = defaultdict(list)
        self.squeezed: defaultdict[str, list[int]] = defaultdict(list)
        self.joined: defaultdict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
        self.typed: defaultdict[Core, list[tuple[str, int]]] = defaultdict(list)
        self.modeless: defaultdict[Core, list[tuple[str, int]]] = defaultdict(list)
        self.waiting: list[tuple[int, str, list[Spelling]]] = []

    def add(self, row: int, text: str, own: bool = False) -> None:
        """Let a model be found by a text; `own` says that it is its id or name."""
        spellings = [] if is_vendor_version(text) else [each for each in list(readings(text))[:1] if each.words]
        if row not in self.exact[exactly(text)]:
            self.exact[exactly(text)].append(row)
        for spelling in spellings:
            if own:
                self.own[row].append(spelling)
                bare = spelling.without_modes()
                if bare is not spelling:
                    self.modeless[bare.core].append((bare.snapshot, row))
            for core in {spelling.core, self.without_maker(spelling.core, self.makers(row))}:
                if (spelling.snapshot, row) not in self.cores[core]:
                    self.cores[core].append((spelling.snapshot, row))
        self.waiting.append((row, text, spellings))

    def rows(self, text: str) -> tuple[int, ...]:
        """Models that are written exactly like a text but for its date."""
        return unique(row for spelling in readings(text) for _, row in self.cores.get(spelling.core, ()))

    def holds(self, text: str) -> bool:
        """Whether something is written exactly like a text, date included."""
        first = next(readings(text), NOTHING)
        return any(day == first.snapshot for day, _ in self.cores.get(first.core, ()))

    def without_maker(self, core: Core, makers: frozenset[str]) -> Core:
        """A core without the name of the maker in it, where enough is left: openai-o3 is o3."""
        words = without(core[0], makers)
        enough = any(len(word) > 2 or word[-1].isdigit() for word in words - COMMON - SOFT)
        return (words, core[1]) if enough else core

    def is_own(self, row: int, text: str) -> bool:
        """Whether a text is what a model itself is called, and not only another name for it."""
        first = next(readings(text), NOTHING)
        return any(own.core == first.core and own.snapshot == first.snapshot for own in self.own[row])

    def is_of(self, row: int, left_out: frozenset[str]) -> bool:
        """Whether the words left out of a name may be those of the maker of a row: voyage-2 is nobody else's 2."""
        makers = self.makers(row) if row >= 0 else frozenset[str]()
        return not makers or any({word, f"{word}ai"} & makers for word in left_out) or left_out <= HOSTS

    def settle(self) -> None:
        """Index what doubts are found by; only texts that are not known ask for it."""
        for row, text, spellings in self.waiting:
            whole, words, numbers = squeezed(text)
            self.squeezed[whole].append(row)
            self.joined[words, numbers].append(row)
            for spelling in spellings:
                self.soft[spelling.soft].append((spelling.words, row))
                for word in spelling.words:
                    if len(word) >= TYPO:
                        self.typed[spelling.words - {word}, spelling.numbers].append((word, row))
        self.waiting.clear()

    def find(self, text: str, makers: frozenset[str]) -> Found:
        """The model a text means. `makers` are words its maker is called by."""
        if not text:
            return Found()
        row = self.whole(text)
        if row >= 0:
            return Found(row, part=unbuilt(text) != text or self.is_part_of(row, text))
        doubt = Found()
        for spelling in readings(text):
            short = self.without_maker(spelling.core, makers)
            for core in dict.fromkeys((spelling.core, short)):
                found = self.at(core, spelling)
                if core != spelling.core and not self.is_of(found.sure, spelling.words - core[0]):
                    continue
                if found.sure >= 0:
                    return found
                doubt = doubt if doubt.near else found
        if doubt.near:
            return doubt
        self.settle()
        found = self.split_otherwise(text)
        if found.sure >= 0:
            return found
        for spelling in readings(text):
            if spelling.core in self.modeless:
                return self.pick(self.modeless[spelling.core], spelling)
            found = self.in_a_mode(spelling)
            if found.sure >= 0 or found.near:
                return found
        return self.near(text, list(readings(text)), makers)

    def whole(self, text: str) -> int:
        """The model that has a text as a name or id, all of it but for region and build; -1 for none or several."""
        known = next(filter(None, (self.exact.get(exactly(whole), ()) for whole in (text, unbuilt(text)))), ())
        return known[0] if len(known) == 1 else -1

    def brands(self, owners: Sequence[str]) -> dict[str, str]:
        """Words in names of models that are nearly always those of one maker: word -> maker."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for row, spellings in self.own.items():
            for word in frozenset[str]().union(*(spelling.words for spelling in spellings)) - COMMON - SOFT:
                if owners[row] and len(word) > 2:
                    counts[word][owners[row]] += 1
        found = {word: (count.most_common(1)[0], count.total()) for word, count in counts.items()}
        return {word: top for word, ((top, most), all_) in found.items() if most >= BRAND and most >= ONE_MAKER * all_}

    def at(self, core: Core, spelling: Spelling) -> Found:
        """Models with that core, by the snapshot."""
        return self.pick(self.cores.get(core, ()), spelling)

    def pick(self, rows: Sequence[tuple[str, int]], spelling: Spelling) -> Found:
        """Of models whose words and numbers are the same the one of the snapshot."""
        if not rows:
            return Found()
        snapshot = spelling.snapshot
        same = unique(row for day, row in rows if (same_day(day, snapshot) if day and snapshot else day == snapshot))
        if len(same) == 1:
            return Found(same[0], part=self.is_part(same[0], spelling))
        if same:
            return Found(near=same, why="Several models are written like this.", twins=True)
        every = unique(row for _, row in rows)
        if len(every) > 1:
            return Found(near=every, why="Several models have this name with different dates.")
        if snapshot and any(not day for day, _ in rows):
            if len(snapshot) == 4 and snapshot[0] == "2":  # 2507: makers who write so give each its own model
                return Found(near=every, why="It has another date, which may make it another model.")
            return self.base(every[0], spelling)
        whole = all(len(day) == 8 or day == FLOATING for day, _ in rows)
        if snapshot in ("", FLOATING) and (whole or all(self.is_snapshot(day, spelling) for day, _ in rows)):
            return Found(every[0], part=snapshot != "")
        if whole and len(snapshot) == 8:
            return Found(every[0], part=True)
        return Found(near=every, why="It has another date, which may make it another model.")

    def is_snapshot(self, day: str, spelling: Spelling) -> bool:
        """Whether a date or count in a name tells a state of a model, and not another model: 2407, davinci-002."""
        if len(day) == 3:
            return bool(spelling.words & COUNTING)
        return not (len(day) == 4 and day[0] == "2")

    def base(self, row: int, spelling: Spelling) -> Found:
        """The model of an undated name for a date nobody listed; not where that name is lent by another model."""
        if any(own.numbers == spelling.numbers for own in self.own[row]):
            return Found(row, part=True)
        return Found(near=(row,), why="The name without a date points to a model that may change.")

    def is_part_of(self, row: int, text: str) -> bool:
        """Whether a text says more than what the model itself is called by."""
        return self.is_part(row, next(readings(text), NOTHING))

    def is_part(self, row: int, spelling: Spelling) -> bool:
        """Whether a spelling says more than what the model itself is called by."""
        if spelling.offered:
            return True
        soft = spelling.soft
        for own in self.own[row]:
            mine = own.soft
            words = (soft[0] ^ mine[0]) - self.makers(row)
            same = spelling.numbers == own.numbers and spelling.snapshot == own.snapshot
            if not words and same and spelling.tuned == own.tuned:
                return False
        return True

    def split_otherwise(self, text: str) -> Found:
        """The model whose words are the same but for spaces between them: codellama-7b."""
        _, words, numbers = squeezed(text)
        rows = unique(self.joined.get((words, numbers), ())) if len(words) > TYPO else ()
        spelling = next(readings(text), NOTHING)
        if len(rows) == 1 and any(own.snapshot == spelling.snapshot for own in self.own[rows[0]]):
            return Found(rows[0], part=self.is_part(rows[0], spelling))
        return Found()

    def in_a_mode(self, spelling: Spelling) -> Found:
        """The model that is asked in some mode, unless a model is named after that mode."""
        bare = spelling.without_modes()
        if bare is spelling or not (bare.numbers or any(word[-1].isdigit() for word in bare.words)):
            return Found()
        found = self.at(bare.core, bare)
        if found.sure < 0:
            return found
        modes = spelling.words - bare.words
        named = {row for words, row in self.soft.get(spelling.soft, ()) if words & modes}
        if named - {found.sure}:
            return Found(near=(found.sure, *sorted(named - {found.sure})), why="A model is named after this mode.")
        return Found(found.sure, part=True)

    def near(self, text: str, spellings: list[Spelling], makers: frozenset[str]) -> Found:
        """Models that are written almost like it."""
        for spelling in spellings:
            alike = self.soft.get(spelling.soft, ()) if spelling.soft[0] and spelling.words else ()
            if alike:
                ranked = sorted(alike, key=lambda item: len(item[0] ^ spelling.words))
                first = ranked[0][0] ^ spelling.words
                words = sorted(first) + [number for number in spelling.numbers if CONTEXT.match(number)]
                said = ", ".join(words) or "the date"
                return Found(near=unique(row for _, row in ranked), why=f"It differs by: {said}.", plain=first <= PLAIN)
        whole = squeezed(text)[0]
        for short in dict.fromkeys((whole, *(whole.removeprefix(maker) for maker in sorted(makers)))):
            same = unique(self.squeezed.get(short, ()))
            if same:
                return Found(near=same, why="It is written like this but for dots and spaces.", plain=True)
        for spelling in spellings:
            for word in spelling.words:
                rows = self.typed.get((spelling.words - {word}, spelling.numbers), ()) if len(word) >= TYPO else ()
                close = unique(row for other, row in rows[:SCANNED] if other != word and one_letter(word, other))
                if close:
                    return Found(near=close, why="One letter is different.")
        return self.with_a_word_before(text, spellings[0])

    def with_a_word_before(self, text: str, spelling: Spelling) -> Found:
        """The model whose name has one word less in front, which may be a maker nobody told of: xiaomi-mimo-v2.5."""
        begins = re.match(r"[a-z]{4,}(?=[-_ ])", plain(text).rsplit("/", 1)[-1])
        before = begins[0] if begins else ""
        words = spelling.words - {before}
        told = any(len(word) > 2 for word in words - COMMON - SOFT)
        if before in COMMON or words == spelling.words or not spelling.numbers or not told:
            return Found()
        same = unique(row for day, row in self.cores.get((words, spelling.numbers), ()) if day == spelling.snapshot)
        return Found(near=same, why=f"It has one word more: {before}.", plain=True)


def is_vendor_version(text: str) -> bool:
    """Whether nothing but a version stands behind the maker, as in deepseek.v3, which vendors use as they like."""
    _, sign, rest = text.casefold().partition(".")
    return bool(sign) and not re.search(r"[a-z]{3}", rest) and VENDOR.match(text) is not None


def exactly(text: str) -> str:
    """A text, folded, with the signs that set a provider or an offer apart: azure/gpt-4o is not azure-gpt-4o."""
    return "".join(folded(part) or part for part in re.split("([/:])", text))


def unbuilt(text: str) -> str:
    """A text without the region before it and the build after it: us.deepseek.v3-v1:0 is deepseek.v3."""
    region = REGION.match(text)
    return BUILD.sub("", text[region.end() :] if region else text)


def without(words: frozenset[str], makers: frozenset[str]) -> frozenset[str]:
    """Words that do not name a maker, who may be written in two: z-ai-glm-5."""
    left = words - makers
    return left - {"ai", *(word for word in left if f"{word}ai" in makers)} if "ai" in left else left


def unique(rows: Iterable[int]) -> tuple[int, ...]:
    """Each row once, in order."""
    return tuple(dict.fromkeys(rows))


def one_letter(one: str, other: str) -> bool:
    """Whether one letter was added, left out, changed or swapped with the next."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
