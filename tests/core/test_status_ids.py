"""The moment in the id of a post on X, and the links it is read from."""

import pytest

from modelspan.domain.dates import Precision
from modelspan.domain.status_ids import FIRST, MOST, author, moment, posted, status_id

SPARK = 2098300998968357218
LINKS = (
    f"https://x.com/thsottiaux/status/{SPARK}",
    f"  https://x.com/thsottiaux/status/{SPARK}?s=20&t=abc ",
    f"http://www.twitter.com/thsottiaux/status/{SPARK}/photo/1",
    f"https://mobile.twitter.com/thsottiaux/statuses/{SPARK}#x",
    f"https://x.com/i/status/{SPARK}",
    f"https://X.com/i/web/status/{SPARK}",
    f"x.com/thsottiaux/status/{SPARK}",
    str(SPARK),
)
NO_LINKS = (
    "", "next week", "https://x.com/thsottiaux", f"https://notx.com/a/status/{SPARK}", f"{SPARK}1",
    f"https://example.com/https://x.com/a/status/{SPARK}", "2026", "20260911", "https://x.com/a/status/12a",
    f"https://x.com.example.org/a/status/{SPARK}", f"\uff10{SPARK}",
)  # fmt: skip


@pytest.mark.parametrize("text", LINKS)
def test_every_way_to_write_a_link_gives_the_moment(text: str) -> None:
    when = posted(text)
    assert str(when) == "2026-09-11T06:41:57Z"
    assert when is not None
    assert when.precision is Precision.INSTANT
    assert (when.end_s or 0) - (when.start_s or 0) == 1


@pytest.mark.parametrize("text", NO_LINKS)
def test_other_texts_are_no_link(text: str) -> None:
    assert status_id(text) is None
    assert posted(text) is None


def test_another_known_post() -> None:
    assert str(posted("https://x.com/i/status/2059650685948551384")) == "2026-05-27T14:59:24Z"


def test_an_old_id_holds_no_moment() -> None:
    assert status_id("https://x.com/jack/status/29700859") == 29700859
    assert posted("https://x.com/jack/status/29700859") is None
    assert moment(FIRST - 1) is None
    assert str(moment(FIRST)).startswith("2010-11-04T")
    assert moment(MOST) is not None
    assert moment(MOST + 1) is None


def test_the_account_of_a_link() -> None:
    assert author(LINKS[0]) == "thsottiaux"
    assert author(LINKS[4]) == ""
    assert author("next week") == ""
