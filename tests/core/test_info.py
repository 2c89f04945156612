"""What the bundled store holds, in numbers."""

import json
from pathlib import Path

import pytest

from modelspan.__main__ import main
from modelspan.domain.records import Kind


def info(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["info", "--store", str(path), "--today", "2026-12-12", *more]) == 0
    return capsys.readouterr().out


def test_the_counts_of_the_bundled_catalogue(bundled_store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(info(bundled_store, capsys, "--json"))
    events = found.pop("events")
    assert list(events) == [kind.value for kind in Kind]
    assert events == {
        "announcement": 70,
        "preview": 46,
        "release": 444,
        "legacy": 25,
        "deprecation": 163,
        "retirement": 416,
        "date_change": 36,
        "hardware_release": 71,
        "deal": 91,
        "score": 1456,
        "measurement": 49,
        "tier": 4,
        "price": 0,
        "claim": 63,
        "check": 69,
        "note": 30,
    }
    assert found == {
        "store": str(bundled_store),
        "schema": 1,
        "catalogue": "2026-11-30",
        "models": 448,
        "organisations": 15,
        "surfaces": 28,
        "benchmarks": 25,
        "hardware": 100,
        "sources": 191,
        "datasets": 1,
        "rivals": 190,
        "dangling": 0,
        "first": "2010-11-09",
        "last": "2028-05-14",
    }


def test_the_plain_form_says_how_old_the_facts_are(bundled_store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = info(bundled_store, capsys)
    assert "Facts as of 2026-11-30, 12 days ago; events from 2010-11-09 to 2028-05-14" in text
    assert "retirement           416" in text
