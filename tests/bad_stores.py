"""Files that are no event store, made from a good one: (good, bad) paths in, the bad file written."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path


def truncated(good: Path, bad: Path) -> None:
    content = good.read_bytes()
    bad.write_bytes(content[: len(content) // 2])


def empty(_: Path, bad: Path) -> None:
    bad.touch()


def scrambled(good: Path, bad: Path) -> None:
    content = bytearray(good.read_bytes())
    content[8192:-4096] = b"\xa5" * (len(content) - 12288)
    bad.write_bytes(content)


def foreign(_: Path, bad: Path) -> None:
    connection = sqlite3.connect(bad)
    connection.execute("CREATE TABLE event (id INTEGER)")
    connection.commit()
    connection.close()


def newer(good: Path, bad: Path) -> None:
    shutil.copy(good, bad)
    connection = sqlite3.connect(bad)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
