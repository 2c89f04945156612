"""Prices as printed: exact decimals, moved exactly, and no trace of binary arithmetic in what is drawn."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelspan.formats.prices import PriceError, meant, price


@pytest.mark.parametrize(
    ("value", "published", "number"),
    [("1.25", "1.25", 1.25), (15, "15", 15.0), (0, "0", 0.0), ("5e-06", "5e-06", 5e-06), ("0.30", "0.30", 0.3)],
)
def test_a_price_is_kept_as_printed(value: object, published: str, number: float) -> None:
    found = price("input_price", value)
    assert found
    assert (found.published, found.value, found.unit) == (published, number, "USD/Mtok")


@pytest.mark.parametrize(
    ("printed", "published", "number"),
    [
        ("5e-06", "5", 5.0),
        ("1.5e-07", "0.15", 0.15),
        ("0.00003", "30", 30.0),
        ("2.0000000000000002e-07", "0.20000000000000002", 0.2),
        ("0", "0", 0.0),
    ],
)
def test_a_price_per_token_is_moved_exactly(printed: str, published: str, number: float) -> None:
    found = price("input_price", printed, shift=6)
    assert found
    assert (found.published, found.value) == (published, number)


@pytest.mark.parametrize("value", [None, "", " ", "NaN", "nan", "N/A", "—", float("nan"), float("inf")])
def test_what_is_not_given_is_absent_and_not_zero(value: object) -> None:
    assert price("input_price", value) is None


@pytest.mark.parametrize(
    "value", ["free", "-1", -1, "$5", "1_000", True, [1], {}, "1e400", "Infinity", 10**30, "1e-300", "5,00"]
)
def test_what_is_no_price_is_said_to_be_none(value: object) -> None:
    with pytest.raises(PriceError, match=r"no price.*\.$"):
        price("input_price", value)


def test_a_plain_decimal_of_many_digits_stays() -> None:
    assert meant(Decimal("0.1234567890123")) == Decimal("0.1234567890123")
    assert meant(Decimal("0.12345678901234567")) == Decimal("0.12345678901234567")
    assert meant(Decimal("0.8299999999999998")) == Decimal("0.83")


@given(st.integers(0, 10**7), st.integers(1, 1000))
def test_arithmetic_of_floats_is_undone(number: int, divisor: int) -> None:
    plain = Decimal(number) / 1000
    assert meant(Decimal(repr(float(plain) / 1_000_000))) == plain.scaleb(-6)
    assert meant(Decimal(repr(float(plain)))) == plain
