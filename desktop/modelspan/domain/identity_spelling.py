"""How a model is written: the words and numbers that make it that model, apart from date, place, packing and mode."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from modelspan.domain.catalogue import fold
from modelspan.domain.query import REGION, VENDOR

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
Y, M, D = r"(?P<y>20[12]\d)", r"(?P<m>0[1-9]|1[0-2])", r"(?P<d>0[1-9]|[12]\d|3[01])"
SHORT_Y = r"(?P<s>2[2-9])"
# Dates in names, the surest first; what stands around them is no digit.
DATES = tuple(
    re.compile(f"(?<![0-9]){pattern}(?![0-9])")
    for pattern in (
        f"{Y}[-._ /]?{M}[-._ /]?{D}",
        f"{M}[-/]{D}[-/]{Y}",
        f"{M}[-/]{Y}",
        f"{Y}[-/]{M}",
        rf"(?P<word>{'|'.join(MONTHS)})[a-z]*\.?,? {Y}",
        f"{SHORT_Y}{M}{D}",
        f"(?<=-){SHORT_Y}-{M}$",
        f"(?<=preview-){M}-{D}",
        f"(?<=exp-){M}-{D}",
        f"(?<=[a-z]-){M}-{D}$",
        rf"(?<![.\w]){SHORT_Y}{M}(?![.\w])",
        rf"(?<![.\w]){M}{D}(?![.\w])",
    )
)
COUNTED = re.compile(r"(?<=[-@])(00[1-9])(?![0-9])")  # gemini-1.5-pro-002, claude@001
LATEST = re.compile(r"\blatest\b")
DATE_SIGN = re.compile(r"\d{3}|\d\d-\d\d|20[12]\d|latest")

TASKS = frozenset([
    "edit", "text-to-image", "image-to-image", "text-to-video", "image-to-video", "reference-to-video",
    "text-to-speech",
])  # fmt: skip
# What some providers write behind the name, as a part of the path of its own.
BARE_VERSION = re.compile(r"v?\d[\d.]*")
VARIANTS = frozenset(["dev", "schnell", "pro", "max", "ultra", "fast", "turbo", "lite", "mini", "standard", "preview"])
FINE_TUNE = re.compile(r"ft:([^:]+)(?::.*)?$")
TITLED = re.compile(r"^[^:/]{2,30}: +")  # OpenAI: o1-pro
BUILD = re.compile(r"-v?(\d+):(\d+)(?::[0-9a-z]+)?$")
# What gateways put after a colon to sell the same model in another way.
OFFER = re.compile(
    r":(?:free|extended|nitro|floor|exacto|online|web|optimized|batch|beta|mm|fast"
    r"|thinking|low|medium|high|max|\d+k?)$"
)
DEFAULT = re.compile(r"@(?:default|00\d)$")  # Vertex's own versions
OFFER_WORDS = (
    r"free|us|eu|global|apac|japan|jp|australia|us-gov|fp8|fp4|bf16|int4|int8|awq|gptq|nvfp4|extended|optimized|latest"
)
IN_BRACKETS = re.compile(rf"[(\[](?:{OFFER_WORDS}|experimental, free)[)\]]")
EFFORT = re.compile(
    r"_(?:none|minimal|low|medium|high|xhigh|max|\d+k)$"
    r"|[(\[](?:\d+k thinking|(?:minimal|low|medium|high|xhigh|max)(?: (?:effort|reasoning))?)[)\]]"
)
PACKING = frozenset([
    "free", "fp8", "fp4", "fp16", "bf16", "fp32", "awq", "gptq", "exl2", "int4", "int8", "nvfp4", "mxfp4", "gguf",
    "mlx", "w4a16", "w8a8", "4bit", "8bit", "tee", "maas", "hf", "databricks", "dynamic", "tput",
])  # fmt: skip
QUANTISED = re.compile(r"[-:_]q\d(?:_[0-9k])?(?:_[a-z]{1,2})?(?=$|-)")  # q8_0, q4_K_M
# Words a model is asked in one way or another by, per make. Elsewhere the same words name another model.
EFFORTS = frozenset(("low", "medium", "high"))
MODES = {
    "claude": EFFORTS | frozenset([
        "thinking", "think", "fast", "ultrafast", "reasoning", "xhigh", "8k", "16k", "27k", "32k", "64k", "128k", "1m",
    ]),
    "gpt": EFFORTS | frozenset(("minimal", "xhigh", "fast", "ultrafast", "priority", "flex")),
    "o1": EFFORTS,
    "o3": EFFORTS,
    "o4": EFFORTS,
    "grok": frozenset(("reasoning", "nonreasoning")),
    "gemini": frozenset(("thinking",)),
    "llama": frozenset(("versatile", "instant")),  # Groq's names for what it serves
}  # fmt: skip
# How weights of one size were tuned: one release, one lane, as the bundled catalogue has it.
TUNED = frozenset(("instruct", "chat", "base", "pt"))
SIZE = re.compile(r"(?:\d+x)?\d+[bt]$")
# Words that may or may not make another model: a name that differs in them alone is for a person to decide.
PLAIN = frozenset(("instruct", "chat", "versatile", "instant"))
SOFT = PLAIN | EFFORTS | frozenset([
    "preview", "experimental", "beta", "alpha", "base", "thinking", "think", "reasoning", "nonreasoning", "fast",
    "turbo", "highspeed", "lightning", "hd", "default", "light", "original",
])  # fmt: skip
ACTIVE = re.compile(r"a\d+b$")  # active parameters: 120b-a12b is called 120b too
CONTEXT = re.compile(r"\d+[km]$")
SAME_WORD = {"it": "instruct", "instructed": "instruct", "exp": "experimental"}
TOKEN = re.compile(r"(?:nvfp|mxfp|int|exl)\d(?![^\W_])|[^\W\d_]{3,}(?=\d)|[^\W_]+")
VERSION = re.compile(r"v\d")
VERSIONED = re.compile(r"\d+(?:\.\d+)*$")
ZERO = re.compile(r"(?<=\d)[.-]0(?![\w.])|(?<=\d)\.0(?=[-_ ])")
GLUED = re.compile(r"(?<=[a-z]{4})v(?=\d)")  # recraftv3
POINT = re.compile(r"(?<=\d)p(?=\d)")  # Fireworks writes v3p1
ASKED = 1 << 13  # texts kept, since one is looked at from several sides
LONGEST = 300  # characters of a name that are read


@dataclass(frozen=True, slots=True)
class Spelling:
    """One reading of a text. `numbers` keep their order, `words` do not: Claude 4 Sonnet is Claude Sonnet 4.

    `snapshot` is a day, month or count as digits; `offered` is true where place, packing, effort or a fine-tune was
    left out, so that the text means a way of having the model rather than the model. `tuned` are words such as
    instruct that were left out of a name with a size.
    """

    words: frozenset[str]
    numbers: tuple[str, ...]
    snapshot: str = ""
    offered: bool = False
    tuned: frozenset[str] = frozenset()

    @property
    def core(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """What has to be equal."""
        return self.words, self.numbers

    @property
    def soft(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """What has to be equal for a doubt."""
        words = frozenset(word for word in self.words if not ACTIVE.match(word))
        return words - SOFT, tuple(number for number in self.numbers if not CONTEXT.match(number))

    def without_modes(self) -> Spelling:
        """The model that is asked in some mode or at some effort."""
        modes = frozenset[str]().union(*(MODES[word] for word in self.words if word in MODES))
        words = self.words - modes
        numbers = tuple(number for number in self.numbers if number not in modes)
        if (words, numbers) == self.core:
            return self
        return replace(self, words=words, numbers=numbers, offered=True)


folded = lru_cache(ASKED)(fold)


@lru_cache(ASKED)
def plain(text: str) -> str:
    """Case, accents and compatibility forms folded away; the signs stay."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        text = re.sub("[\u2010-\u2015\u2212]", "-", text)
    return text.casefold().strip()[:LONGEST]


def bare(text: str) -> tuple[str, bool]:
    """An id or a name without what stands before it, and whether that said where or how it is had."""
    found = plain(text)
    tuned = FINE_TUNE.match(found)
    if tuned:
        return tuned[1], True
    if " " in found:
        return TITLED.sub("", found), False
    parts = [part for part in found.removeprefix("hf:").lstrip("~").split("/") if part]
    while len(parts) > 1 and parts[-1] in TASKS:
        parts.pop()
    last = parts[-1] if parts else ""
    if len(parts) > 1 and (BARE_VERSION.fullmatch(last) or last in VARIANTS):
        before = [part for part in parts[:-1] if part not in TASKS]
        last = f"{before[-1]}-{last}" if before else last  # bria/text-to-image/3.2
    elif len(parts) > 1 and not re.search(r"\d", last) and re.search(r"[a-z].*\d$", parts[-2]):
        last = f"{parts[-2]}-{last}"  # gpt-image-2.5/sunburst
    region = REGION.match(last)
    last = last[region.end() :] if region else last
    vendor = VENDOR.match(last)
    if vendor and re.search(r"[a-z]{3}", last[vendor.end() :]):
        return last[vendor.end() :], region is not None
    return last.replace(".", "-", 1) if vendor else last, region is not None  # deepseek.r1


def dated(text: str) -> tuple[str, str]:
    """A text without the date in it, and the date as digits: yyyymmdd, yyyymm, yymm, mmdd; a count; or latest."""
    if not DATE_SIGN.search(text):
        return text, ""
    for pattern in DATES:
        found = pattern.search(text)
        if found:
            parts = found.groupdict()
            month = parts.get("m") or f"{MONTHS.index(parts['word']) + 1:02}"
            short, day = parts.get("s") or "", parts.get("d") or ""
            year = parts.get("y") or (f"20{short}" if short and day else short)
            return f"{text[: found.start()]} {text[found.end() :]}", year + month + day
    counted = COUNTED.search(text) or LATEST.search(text)
    return (f"{text[: counted.start()]} {text[counted.end() :]}", counted[0]) if counted else (text, "")


def tokens(text: str) -> list[str]:
    """The words and numbers of a text without a date, spelled alike."""
    text = (
        GLUED.sub("-v", ZERO.sub("", POINT.sub(".", text)))
        .replace("+", " plus ")
        .replace("non-reasoning", "nonreasoning")
    )
    found = [SAME_WORD.get(token, token) for token in TOKEN.findall(text)]
    found = [token[1:] if VERSION.match(token) else token for token in found]
    if found[:2] == ["gpt", "35"]:  # Azure allows no dot
        found[1:2] = ["3", "5"]
    return found


def spelled(text: str, offered: bool) -> Spelling:
    """One text, as it stands."""
    kept = text
    for pattern in (DEFAULT, OFFER, OFFER, IN_BRACKETS, EFFORT, QUANTISED):
        kept = pattern.sub("", kept)
    rest, snapshot = dated(kept)
    found = tokens(rest)
    packed = [token for token in found if token not in PACKING]
    words = frozenset(token for token in packed if not token[0].isdigit())
    numbers = tuple(token for token in packed if token[0].isdigit())
    tuned = words & TUNED if any(SIZE.match(number) for number in numbers) else frozenset()
    return Spelling(words - tuned, numbers, snapshot, offered or kept != text or packed != found, tuned)


@lru_cache(ASKED)
def read(text: str) -> tuple[Spelling, ...]:
    """What an id or a name may say, each once, the likeliest first."""
    return tuple(dict.fromkeys(meant(text)))


def readings(text: str) -> Iterator[Spelling]:
    """What an id or a name may say, the likeliest first."""
    return iter(read(text))


def meant(text: str) -> Iterator[Spelling]:
    """As that, but some twice. The build that Bedrock adds may be a version or not."""
    last, offered = bare(text)
    build = BUILD.search(last)
    if not build:
        yield spelled(last, offered)
        if last.endswith("-v1"):
            yield spelled(last.removesuffix("-v1"), offered)
        return
    before, major, minor = last[: build.start()], build[1], build[2]
    rest = spelled(before, offered)
    if build[0] == "-v1:0" and (rest.snapshot or any(VERSIONED.match(number) for number in rest.numbers)):
        yield rest  # claude-fable-5-v1:0 is Fable 5
    yield spelled(f"{before}-v{major}.{minor}", offered)
    if minor != "0":
        yield spelled(f"{before}-v{major}", offered)
    if major in ("0", "1") or rest.snapshot:
        yield rest


def same_day(one: str, other: str) -> bool:
    """Whether two snapshots are one, of which either may be said less precisely."""
    if one == other:
        return True
    long, short = sorted((one, other), key=len, reverse=True)
    if len(long) == 8 and long.isdigit():
        return bool(short) and (long.startswith(short) or short in (long[4:], long[2:6], long[2:]))
    return len(long) == 6 and short == long[2:]


def squeezed(text: str) -> tuple[str, str, tuple[str, ...]]:
    """What stays of a name when signs are forgotten, dates and tuning left out: the whole, its words, its numbers."""
    found = [token for token in tokens(dated(bare(text)[0])[0]) if token not in PACKING]
    if any(SIZE.match(token) for token in found):
        found = [token for token in found if token not in TUNED]
    words = "".join(token for token in found if not token[0].isdigit())
    return "".join(found), words, tuple(token for token in found if token[0].isdigit())


@lru_cache(ASKED)
def label(text: str) -> str:
    """An id without provider, region, build and packing, as it may name a new model; its case and signs are kept."""
    last, _ = bare(text)
    build = BUILD.search(last)
    if build:
        kept = "" if build[1] in ("0", "1") or dated(last[: build.start()])[1] else f"-v{build[1]}"
        last = last[: build.start()] + kept
    for pattern in (DEFAULT, OFFER, OFFER, IN_BRACKETS, EFFORT, QUANTISED):
        last = pattern.sub("", last)
    parts = re.split(r"([-_ ])", last.strip())
    while len(parts) > 2 and parts[-1] in PACKING:
        parts = parts[:-2]
    kept = "".join(parts).strip(" -_:@")
    start = plain(text).rfind(kept) if len(plain(text)) == len(text) else -1
    return text[start : start + len(kept)] if start >= 0 else kept
