"""What a form for an event holds: texts as typed, and what they were made from."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from modelspan.app.entry_fields import LINE, Choices, fields_of
from modelspan.domain.check import BIDI
from modelspan.domain.records import Event, Kind, Source
from modelspan.domain.status_ids import author, status_id

SHOWN = 60  # characters of a text that a sentence quotes


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A kind and the text of each field. `key` is the own entry that it replaces, empty for a new one.

    `base` and its `sources` are what it was made from, for what no field shows.
    """

    kind: Kind
    texts: tuple[tuple[str, str], ...] = ()
    key: str = ""
    base: Event | None = None
    sources: tuple[Source, ...] = ()

    def text(self, field: str) -> str:
        """What a field holds, without what is not seen."""
        return dict(self.texts).get(field, "")

    def with_text(self, field: str, text: str) -> Form:
        """The same with another text in a field."""
        kept = {name: old for name, old in self.texts if name != field}
        return replace(self, texts=tuple((kept | ({field: text} if text else {})).items()))


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a form cannot be accepted. `missing`: nothing was said yet, which is not yet a mistake."""

    field: str
    text: str
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """What a field was understood as, or what others say. `notable`: to be seen before it is accepted."""

    field: str
    text: str
    notable: bool = False


def plain(text: str, longest: int = LINE) -> str:
    """A text on one line without characters that are not seen, cut where it is too long."""
    kept = "".join(
        " " if letter.isspace() else letter
        for letter in text
        if letter.isspace() or (letter not in BIDI and unicodedata.category(letter) not in ("Cc", "Cs", "Cn"))
    )
    return " ".join(kept.split())[:longest].rstrip()


def quoted(text: str) -> str:
    """A text as a sentence names it."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def address(text: str) -> str:
    """The web address that a text is, completed where one typed it without https://; empty for a title."""
    if re.match("https?://", text, re.IGNORECASE):
        return text if status_id(text) is None else f"https://x.com/{author(text) or 'i'}/status/{status_id(text)}"
    if " " in text or not text:
        return ""
    if (status := status_id(text)) is not None:
        return f"https://x.com/{author(text) or 'i'}/status/{status}"
    if re.match(r"[a-z][a-z0-9+.-]*:", text, re.IGNORECASE) and not re.match(r"[\w.-]+:\d", text):
        return text
    bare = re.fullmatch(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:/.*)?", text, re.IGNORECASE)
    return f"https://{text}" if bare and ("/" in text or text.casefold().startswith("www.")) else ""


def web(url: str) -> bool:
    """Whether a browser may be sent to an address."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and " " not in url
    except ValueError:
        return False


def choice_of(text: str, choices: Choices) -> str:
    """The value that a text chooses: the first one where it chooses none."""
    values = [str(value) for value, _ in choices]
    return text if text in values else values[0]


def blank(kind: Kind, today: str) -> Form:
    """An empty form; what it tells of is read today."""
    return Form(kind=kind, texts=(("accessed", today),))


def of_kind(form: Form, kind: Kind) -> Form:
    """The same texts for another kind, as far as it asks them; they stay for the way back."""
    choices = {field.id: {str(value) for value, _ in field.choices} for field in fields_of(kind) if field.choices}
    texts = tuple((name, text) for name, text in form.texts if text in choices.get(name, {text}))
    return replace(form, kind=kind, texts=texts)
