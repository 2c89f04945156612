"""What is wrong with someone's input, as values."""

from __future__ import annotations

from dataclasses import dataclass


class UserError(Exception):
    """Bad input or an unreadable file; the message is one plain sentence that says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about a record: the file, the id of the record and a plain sentence."""

    where: str
    record: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.record}: {self.text}" if self.record else f"{self.where}: {self.text}"
