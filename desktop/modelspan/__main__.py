"""The command line. No word opens the window; the others write a picture, check a catalogue or count a store.

The only place that reads a clock. Exit 0: done, 1: findings, 2: wrong use or unreadable input, told in one sentence.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NoReturn

from modelspan import __version__, assets
from modelspan.app.request import SnapshotRequest
from modelspan.domain.dates import DateError, Precision, Qualifier, day, parse_edtf
from modelspan.domain.problems import UserError
from modelspan.domain.records import Kind

SIDES = range(200, 16001)  # logical pixels of a picture
LONGEST = 32000  # device pixels of a side; Qt paints into no larger image


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence, without a page of usage before it."""

    def error(self, message: str) -> NoReturn:
        """Report wrong use."""
        raise UserError(f"{message.rstrip('.')}; {self.prog} --help lists what there is.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one word and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    runs = {"snapshot": run_snapshot, "import": run_import, "check": run_check, "info": run_info}
    try:
        if words and words[0] in runs:
            return runs[words[0]](words[1:])
        return run_window(words)
    except (UserError, assets.AssetsMissingError) as error:
        print(f"modelspan: {error}", file=sys.stderr)
        return 2


def run_window(words: Sequence[str]) -> int:
    """Open the window."""
    parser = Parser(
        prog="modelspan",
        description="A timeline viewer for the lives of AI models.",
        epilog="Other words: modelspan snapshot, import, check, info; each has its own --help.",
        allow_abbrev=False,
    )
    parser.add_argument("store", nargs="?", help="an event store (.sqlite); left out, the bundled catalogue")
    parser.add_argument("--version", action="version", version=f"modelspan {__version__}")
    add_today(parser)
    args = parser.parse_args(words)
    if args.store is not None:
        if not Path(args.store).exists() and not args.store.endswith(".sqlite"):
            parser.error(f"{args.store!r} is neither a word of Modelspan nor an event store")
        args.store = Path(args.store)
    from modelspan.ui.run import run_window as run  # only the window and pictures need Qt

    return run(args.store, args)


def run_snapshot(words: Sequence[str]) -> int:
    """Write a picture."""
    parser = Parser(prog="modelspan snapshot", description="Write the timeline as a picture.", allow_abbrev=False)
    parser.add_argument("out", type=Path, metavar="OUT.png", help="the file to write")
    add_store(parser)
    parser.add_argument("--from", dest="start", type=read_day, metavar="DATE", help="first day shown")
    parser.add_argument("--to", dest="end", type=read_day, metavar="DATE", help="last day shown")
    parser.add_argument("--kinds", type=read_kinds, default=(), metavar="A,B", help="kinds of events, comma between")
    parser.add_argument("--orgs", type=read_list, default=(), metavar="A,B", help="organisations")
    parser.add_argument("--surfaces", type=read_list, default=(), metavar="A,B", help="where models are offered")
    parser.add_argument("--search", default="", metavar="TEXT", help="as typed into the search field")
    parser.add_argument("--select", default="", metavar="NAME", help="id, alias or name; its details are painted too")
    parser.add_argument("--open", default="", metavar="ID", help="the model to open into its surfaces")
    parser.add_argument("--size", type=read_size, default=(1600, 900), metavar="1600x900", help="logical pixels")
    parser.add_argument("--scale", type=read_scale, default=1.0, metavar="2", help="device pixels per logical pixel")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--title", default="", metavar="TEXT", help="the title in the caption")
    parser.add_argument("--all", action="store_true", help="every model instead of the first view")
    parser.add_argument(
        "--as-known", dest="known", type=read_day, metavar="DATE", help="what was known on a day, seen from that day"
    )
    add_today(parser)
    args = parser.parse_args(words)
    args.today = args.today if args.known is None else args.known
    args.end = None if args.end is None else args.end + 1  # said inclusive, kept half-open
    if args.start is not None and args.end is not None and args.end <= args.start:
        parser.error("--to must not be before --from")
    width, height = args.size
    if max(width, height) * args.scale > LONGEST:
        parser.error(f"--size times --scale gives more than {LONGEST} pixels on a side")
    fields = {name: value for name, value in vars(args).items() if name != "size"}
    request = SnapshotRequest(width=width, height=height, **fields)
    from modelspan.ui.picture import snapshot  # only the window and pictures need Qt

    return snapshot(request)


def run_import(words: Sequence[str]) -> int:
    """Bring files of other people's data into a store; what they change is printed."""
    parser = Parser(
        prog="modelspan import",
        description="Bring public data files into an event store. docs/import.md names the formats.",
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER|URL", help="told by content, plain or gzip")
    add_store(parser)
    parser.add_argument("--dry-run", action="store_true", help="say what would change and change nothing")
    parser.add_argument("--json", action="store_true", help="for programs to read")
    add_today(parser)
    args = parser.parse_args(words)
    from modelspan.app import import_words  # the other words start without the readers of files

    return import_words.run(args.paths, args.store, args.today, dry=args.dry_run, as_json=args.json)


def run_check(words: Sequence[str]) -> int:
    """Print what is wrong with a catalogue."""
    parser = Parser(prog="modelspan check", description="Check a catalogue of TOML files.", allow_abbrev=False)
    parser.add_argument("path", nargs="?", type=Path, help="the folder; left out, the bundled catalogue")
    parser.add_argument("--store", type=Path, metavar="FILE", help="an event store to check instead of a catalogue")
    args = parser.parse_args(words)
    if args.store is not None:
        return check_store(args.store)
    from modelspan.domain.check import check  # the other words start without the TOML reader
    from modelspan.formats import catalogue_toml

    catalogue, problems, origin = catalogue_toml.read(args.path or assets.data())
    # Where a whole file could not be read, every reference into it would look unknown.
    whole = all(problem.record for problem in problems)
    problems += check(catalogue, origin) if whole else []
    for problem in problems:
        print(problem)
    size = f"{counted(catalogue.entities, 'name')}, {counted(catalogue.events, 'event')}"
    found = counted(problems, "problem")
    print(f"{size}: {found}" + ("" if whole else "; references were not checked, a file could not be read"))
    return 1 if problems else 0


def check_store(path: Path) -> int:
    """Print the references of a store to what it does not hold; whatever is worse cannot be read at all."""
    from modelspan.app.session import open_store
    from modelspan.store.findings import findings

    found, _ = open_store(path)
    problems = findings(found)
    for problem in problems:
        print(problem)
    print(counted(problems, "problem"))
    return 1 if problems else 0


def counted(records: Sequence[object], word: str) -> str:
    """`1 name`, `3,251 events`."""
    return f"{len(records):,} {word}{'' if len(records) == 1 else 's'}"


def run_info(words: Sequence[str]) -> int:
    """Print what a store holds."""
    parser = Parser(prog="modelspan info", description="Count what an event store holds.", allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="for programs to read")
    add_store(parser)
    add_today(parser)
    args = parser.parse_args(words)
    from modelspan.app.info import info, lines  # numpy takes longer to import than wrong use takes to tell
    from modelspan.app.session import open_store

    path, snapshot = open_store(args.store)
    found = info(path, snapshot)
    print(json.dumps(found, indent=2) if args.json else "\n".join(lines(found, args.today - snapshot.as_of)))
    return 0


def add_store(parser: Parser) -> None:
    """--store, the same for every word."""
    parser.add_argument("--store", type=Path, metavar="FILE", help="an event store; left out, the bundled catalogue")


def add_today(parser: Parser) -> None:
    """--today, the same for every word."""
    now = date.today()
    today = day(now.year, now.month, now.day)
    parser.add_argument("--today", type=read_day, default=today, metavar="DATE", help="the day to take for today")


def read_day(text: str) -> int:
    """YYYY-MM-DD, or YYYY-MM for the first of a month."""
    try:
        when = parse_edtf(text)
    except DateError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if when.qualifier is not Qualifier.EXACT or when.precision not in (Precision.DAY, Precision.MONTH):
        raise argparse.ArgumentTypeError(f"{text!r} is not a day; write 2026-11-30 or 2026-11")
    assert when.start is not None
    return when.start


def read_list(text: str) -> tuple[str, ...]:
    """Words with commas between."""
    return tuple(word for part in text.split(",") if (word := part.strip()))


def read_kinds(text: str) -> tuple[str, ...]:
    """Kinds of events with commas between."""
    for word in (words := read_list(text)):
        if word not in tuple(Kind):
            raise argparse.ArgumentTypeError(f"{word!r} is not a kind of event; there are {', '.join(Kind)}")
    return words


def read_size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT in logical pixels."""
    found = re.fullmatch(r"([0-9]{1,6})[x×]([0-9]{1,6})", text)
    if not found or int(found[1]) not in SIDES or int(found[2]) not in SIDES:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a size; write 1600x900, each side from {SIDES[0]} to {SIDES[-1]}"
        )
    return int(found[1]), int(found[2])


def read_scale(text: str) -> float:
    """Device pixels per logical pixel."""
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0.5 <= scale <= 8:
        raise argparse.ArgumentTypeError(f"{text!r} is not a scale; write a number from 0.5 to 8")
    return scale


if __name__ == "__main__":
    sys.exit(main())
