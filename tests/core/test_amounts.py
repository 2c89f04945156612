"""Numbers as people print them."""

import pytest

from modelspan.domain import amounts
from modelspan.domain.amounts import AmountError, read
from modelspan.domain.records import Comparator

GOOD = {
    "47.5": (47.5, Comparator.EQUAL, "47.5", ""),
    "77.30 %": (77.3, Comparator.EQUAL, "77.30", "percent"),
    "1,200": (1200, Comparator.EQUAL, "1200", ""),
    "1 200": (1200, Comparator.EQUAL, "1200", ""),
    "> 10 bn": (1e10, Comparator.MORE, "10000000000", ""),
    "over $20 billion": (2e10, Comparator.MORE, "20000000000", ""),
    "≥47": (47, Comparator.AT_LEAST, "47", ""),
    "up to 15x": (15, Comparator.UP_TO, "15", "x"),
    "~1.37×": (1.37, Comparator.ABOUT, "1.37", "x"),
    "750 MW": (750, Comparator.EQUAL, "750", "MW"),
    "−3": (-3, Comparator.EQUAL, "-3", ""),
    "\uff11\uff12": (12, Comparator.EQUAL, "12", ""),
    ".5": (0.5, Comparator.EQUAL, "0.5", ""),
    "1.5m": (1.5e6, Comparator.EQUAL, "1500000", ""),
}
BAD = (
    "",
    "a lot",
    "0,5",
    "1.2.3",
    "5 minutes",
    "1e5",
    "nan",
    "inf",
    "> ",
    "1,2,3",
    "10–3",
    "9" * 400,
    "12 % of it",
    "\u0661\u0662",
    "--3",
)


@pytest.mark.parametrize(("text", "wanted"), GOOD.items())
def test_reads(text: str, wanted: tuple[float, Comparator, str, str]) -> None:
    found = read(text)
    assert (found.value, found.comparator, found.published, found.unit) == wanted


def test_a_range_has_two_ends_and_no_value() -> None:
    found = read("3–5 GW")
    assert (found.value, found.low, found.high, found.published) == (None, 3, 5, "3–5")
    assert found.times(1000).published == "3000–5000"
    assert found.times(1000).high == 5000


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_number_is_one_sentence(text: str) -> None:
    with pytest.raises(AmountError) as error:
        read(text)
    said = str(error.value)
    assert said.endswith(".")
    assert len(said) < 200


def test_what_is_read_is_read_again_the_same() -> None:
    for text in GOOD:
        first = read(text)
        assert amounts.read(first.published).published == first.published
