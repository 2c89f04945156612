"""The moment a post on X (Twitter) was made, which its id holds: nothing has to be asked of the network."""

from __future__ import annotations

import re

from modelspan.domain.dates import DAY_S, Precision, When

EPOCH_MS = 1_288_834_974_657  # the moment the ids count from, 4 November 2010
FIRST = 29_700_859_247  # the first id that holds a moment; older ones were only counted up
MOST = 2**63 - 1
LINK = re.compile(
    r"(?:https?://)?(?:www\.|mobile\.|m\.)?(?:x|twitter|fxtwitter|vxtwitter|fixupx|xcancel)\.com"
    r"/(?:i/(?:web/)?|(?P<user>\w{1,20})/)status(?:es)?/(?P<id>\d{5,19})(?:[/?#].*)?",
    re.ASCII | re.IGNORECASE,
)
BARE = re.compile(r"[1-9]\d{14,18}", re.ASCII)  # as long as ids have been since 2011


def status_id(text: str) -> int | None:
    """The id in a link to a post, or a text that is one; None for any other text."""
    plain = text.strip()
    if BARE.fullmatch(plain):
        return int(plain)
    found = LINK.fullmatch(plain)
    return int(found["id"]) if found else None


def author(text: str) -> str:
    """The account in a link to a post; empty where the link names none."""
    found = LINK.fullmatch(text.strip())
    return (found["user"] or "") if found else ""


def moment(status: int) -> When | None:
    """The second, in UTC, at which the post of an id was made; None for ids that hold no moment."""
    if not FIRST <= status <= MOST:
        return None
    second = ((status >> 22) + EPOCH_MS) // 1000
    day = second // DAY_S
    return When(day, day + 1, Precision.INSTANT, start_s=second, end_s=second + 1)


def posted(text: str) -> When | None:
    """When the post of a link or of an id was made; None where a text names no post or its id holds no moment."""
    status = status_id(text)
    return None if status is None else moment(status)
