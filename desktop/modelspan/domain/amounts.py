"""Numbers as people print them: `> 10 bn`, `up to 15x`, `1,200`, `47.5 %`, `3–5`."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from modelspan.domain.records import Comparator

LONGEST = 60  # characters; what is longer is prose
SIGNS = {
    ">=": Comparator.AT_LEAST, "≥": Comparator.AT_LEAST, "at least": Comparator.AT_LEAST, ">": Comparator.MORE,
    "more than": Comparator.MORE, "over": Comparator.MORE, "above": Comparator.MORE, "<": Comparator.LESS,
    "less than": Comparator.LESS, "under": Comparator.LESS, "below": Comparator.LESS, "~": Comparator.ABOUT,
    "≈": Comparator.ABOUT, "about": Comparator.ABOUT, "around": Comparator.ABOUT, "circa": Comparator.ABOUT,
    "ca.": Comparator.ABOUT, "up to": Comparator.UP_TO, "≤": Comparator.UP_TO, "<=": Comparator.UP_TO,
    "=": Comparator.EQUAL, "": Comparator.EQUAL,
}  # fmt: skip
POWERS = {
    "": 0, "k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "b": 9, "bn": 9, "billion": 9, "t": 12, "tn": 12,
    "trillion": 12,
}  # fmt: skip


def one_of(words: dict[str, Comparator] | dict[str, int]) -> str:
    """A pattern for any of these words, the longer ones first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


NUMBER = r"[-−]?(?:\d{1,3}(?:[,\u00a0\u202f\u2009 ]\d{3})+|\d+)(?:\.\d+)?|[-−]?\.\d+"
AMOUNT = re.compile(
    rf"(?P<sign>{one_of(SIGNS)}) ?\$? ?(?P<low>{NUMBER})(?: ?(?:–|—|-|to|\.\.) ?\$?(?P<high>{NUMBER}))?"
    rf" ?(?P<power>{one_of(POWERS)}) ?(?P<unit>%|x|×|percent|usd|gw|mw|kw)?",
    re.ASCII | re.IGNORECASE,
)
UNITS = {"%": "percent", "percent": "percent", "x": "x", "×": "x", "usd": "USD", "gw": "GW", "mw": "MW", "kw": "kW"}


class AmountError(ValueError):
    """A text that is not a number we read; the message is one plain sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A printed number or range; `published` is its decimal text, `unit` the one printed behind it, if any."""

    value: float | None
    low: float | None = None
    high: float | None = None
    comparator: Comparator = Comparator.EQUAL
    published: str = ""
    unit: str = ""

    def times(self, factor: int) -> Amount:
        """The same in a unit that is so many times smaller."""

        def scaled(number: float | None) -> float | None:
            return None if number is None else number * factor

        parts = self.published.split("–") if factor != 1 else ()
        published = "–".join(decimal(Decimal(part) * factor) for part in parts) or self.published
        return Amount(
            value=scaled(self.value), low=scaled(self.low), high=scaled(self.high), comparator=self.comparator,
            published=published, unit=self.unit,
        )  # fmt: skip


def decimal(number: Decimal) -> str:
    """Decimal text without an exponent and without zeros that nobody printed."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def read(text: str) -> Amount:
    """A number as printed, with its comparator; raises AmountError."""
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    said = plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"
    found = AMOUNT.fullmatch(plain) if len(plain) <= LONGEST else None
    if found is None:
        if re.search(r"\d,\d", plain):
            raise AmountError(f"“{said}” is no number; write decimals with a point, as in 47.5.")
        raise AmountError(f"“{said}” is no number; write 47.5, 1,200, > 10 bn, up to 15 or 3–5.")
    power = POWERS[found["power"].lower()]
    low = printed(found["low"])
    comparator, unit = SIGNS[found["sign"].lower()], UNITS.get((found["unit"] or "").lower(), "")
    if found["high"] is None:
        published = decimal(Decimal(low).scaleb(power)) if power else low
        return finite(Amount(value=float(published), comparator=comparator, published=published, unit=unit), said)
    high = printed(found["high"])
    if Decimal(high) < Decimal(low):
        raise AmountError(f"“{said}” ends below where it begins.")
    first, last = (Decimal(number).scaleb(power) for number in (low, high))
    published = f"{decimal(first)}–{decimal(last)}" if power else f"{low}–{high}"
    whole = Amount(
        value=None, low=float(first), high=float(last), comparator=comparator, published=published, unit=unit
    )
    return finite(whole, said)


def printed(text: str) -> str:
    """The digits as printed, without the marks between thousands."""
    plain = re.sub(r"[,\u00a0\u202f\u2009 ]", "", text).replace("−", "-")
    return plain.replace(".", "0.", 1) if plain.lstrip("-").startswith(".") else plain


def finite(amount: Amount, said: str) -> Amount:
    """The amount, refused where no number of a computer holds it."""
    if not all(math.isfinite(number) for number in (amount.value, amount.low, amount.high) if number is not None):
        raise AmountError(f"“{said}” is too large a number.")
    return amount
