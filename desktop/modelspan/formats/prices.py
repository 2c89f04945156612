"""Prices as lists print them, to quantities: exact decimals, with the unit and what the price holds for."""

from __future__ import annotations

import math
from decimal import Decimal
from functools import lru_cache

from modelspan.domain.records import Quantity
from modelspan.formats.fields import ABSENT, number, shortened

PER_MILLION_TOKENS = "USD/Mtok"
EXACT_DIGITS = 15  # a decimal of more digits is what a float of 64 bits prints, not what anybody charges
PLAIN_DIGITS = 12
LARGEST = Decimal(10) ** 9  # dollars; more is no price of anything sold by the token, the picture or the hour
SMALLEST = 30  # places behind the point


class PriceError(ValueError):
    """A value that is no price; the message is one plain sentence."""


def printed(value: object) -> str:
    """The decimal text of a price as it stands in the file; empty where there is none, which is not zero.

    Decimals of JSON arrive as text (see File.json). Raises PriceError.
    """
    if isinstance(value, str):
        text = value.strip()
        return "" if text.casefold() in ABSENT else text
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PriceError(f"{shortened(value)} is no price; a price is a number.")
    if isinstance(value, float):
        return str(value) if math.isfinite(value) else ""
    if abs(value) > LARGEST:
        raise PriceError("The number is no price: it is more than a billion dollars.")
    return str(value)


def decimal(text: str) -> Decimal:
    """The exact number of a printed price. Raises PriceError for what is none, and below zero, which means "varies"."""
    found = number(text)
    if found is None or found > LARGEST or (found and found.adjusted() < -SMALLEST):
        raise PriceError(f"{shortened(text)} is no price in dollars.")
    if found < 0:
        raise PriceError(f"{shortened(text)} is no price: it is less than nothing.")
    return found


def meant(exact: Decimal) -> Decimal:
    """A decimal without the trace of binary arithmetic: 0.30000000000000004 was 0.3.

    Only a number of more digits than anybody prints is touched, and only where a plain one is the same float, or off by
    the last two places of one, which is what one or two multiplications leave.
    """
    if len(exact.normalize().as_tuple().digits) <= EXACT_DIGITS:
        return exact
    plain = Decimal(f"{exact:.{PLAIN_DIGITS}g}")
    return plain if abs(float(plain) - float(exact)) <= 2 * math.ulp(float(exact)) else exact


def price(
    metric: str, value: object, *, unit: str = PER_MILLION_TOKENS, shift: int = 0, conditions: str = ""
) -> Quantity | None:
    """A price as a quantity; None where none is given. Raises PriceError for what is none.

    `shift` moves the decimal point, exactly: 6 makes a price per token one per million tokens. `published` is the
    number as printed, in the unit given; `value` is it without the trace of binary arithmetic.
    """
    text = printed(value)
    return amount(metric, text, unit, shift, conditions) if text else None


@lru_cache(maxsize=16_384)  # lists repeat their prices from provider to provider
def amount(metric: str, text: str, unit: str, shift: int, conditions: str) -> Quantity:
    """The quantity of a printed price."""
    exact = decimal(text)
    return Quantity(
        metric=metric,
        value=float(meant(exact).scaleb(shift)),
        unit=unit,
        published=shifted(exact, shift) if shift else text,
        conditions=conditions,
    )


def shifted(exact: Decimal, places: int) -> str:
    """A decimal with its point moved, written out without an exponent."""
    sign, digits, exponent = exact.as_tuple()
    assert isinstance(exponent, int)
    moved = Decimal((sign, digits, exponent + places))  # not by arithmetic, which rounds to 28 digits
    text = f"{moved:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
