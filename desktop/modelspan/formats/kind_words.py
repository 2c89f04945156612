"""What kind of event a few words of a heading speak of: "gpt-4 shuts down", "Deprecation", 下线."""

from __future__ import annotations

import re

from modelspan.domain.records import Announcement, Body, Deprecation, Legacy, Preview, Release, Retirement

# Words of English and of Chinese, and the kind they say. The first that is found counts: "deprecated model shuts down"
# is an end, "preview released" a preview.
SAID: tuple[tuple[str, str, Body], ...] = (
    (
        r"retir(?:e[sd]?|ing|ement)|shut(?:s|ting)?[ -]?(?:down|off)|sunset(?:s|ted|ting)?|end[ -]of[ -]life|eol"
        r"|discontinu(?:e[sd]?|ation)|decommission(?:s|ed|ing)?|removed|removal",
        "下线|退役|停用",
        Retirement(),
    ),
    (r"deprecat(?:e[sd]?|ion|ing)|notice", "弃用", Deprecation()),
    (r"legacy", "", Legacy()),
    (r"(?:public |limited |research )?preview", "", Preview()),
    (
        r"releas(?:e[sd]?|ing)(?! notes)|launch(?:e[sd])?|general(?:ly)?[ _-]availab(?:le|ility)|ga|now available",
        "发布|上线",
        Release(),
    ),
    (r"announce(?:[sd]|ment)?", "", Announcement()),
)
NOT_IN_AN_ID = r"(?<![a-z0-9_.-])(?:{})(?![a-z0-9_-])"  # gpt-4-preview says nothing of a preview
WORDS: tuple[tuple[re.Pattern[str], Body], ...] = tuple(
    (re.compile(NOT_IN_AN_ID.format(english) + (chinese and f"|{chinese}"), re.IGNORECASE), body)
    for english, chinese, body in SAID
)
GIVEN = re.compile(NOT_IN_AN_ID.format(r"announce(?:[sd]|ment)?|notice"), re.IGNORECASE)  # of an end: that it will be
# What is left around a name once the words of the kind are gone.
JOINTS = re.compile(
    r"^(?:the |model |of |for |to |date |on |is |was |will be |has been |available |begins? |[-:,;/|()\[\] ])+"
    r"|(?: model| of| for| to| date| on| is| was| are| will be| has been| will| gets| available| begins?"
    r"|[-:,;/|()\[\] ])+$",
    re.IGNORECASE,
)
LONGEST_NAME = 8  # words; more is a sentence and no name


def kind_of(text: str) -> tuple[Body, str] | None:
    """The body of the event a heading speaks of and what the heading leaves as a name; None where it says no kind."""
    for pattern, body in WORDS:
        if found := pattern.search(text):
            rest = without(text, found)
            if isinstance(body, Retirement) and (given := GIVEN.search(rest)):
                return Deprecation(), name_in(without(rest, given))
            return body, name_in(rest)
    return None


def without(text: str, found: re.Match[str]) -> str:
    """A text without a part of it."""
    return f"{text[: found.start()]} {text[found.end() :]}"


def name_in(rest: str) -> str:
    """The name in what a heading leaves; empty where that is a sentence or nothing."""
    plain = " ".join(rest.split())
    while (shorter := JOINTS.sub("", plain)) != plain:
        plain = shorter
    return plain if len(plain.split()) <= LONGEST_NAME else ""
