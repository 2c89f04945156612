"""The formats that can be imported, told by content and not by name. Another one is one more module, or an entry point.

A format is a module, or anything alike, with `NAME` (an id), `TITLE`, `sniff(file) -> bool` and
`read(file) -> Reading`. `sniff` is quick and sure: two formats never claim one file (a test holds all samples to it).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from typing import Protocol, cast

from modelspan.domain.drafts import Reading
from modelspan.domain.problems import UserError
from modelspan.formats.file import File

GROUP = "modelspan.formats"  # of entry points
OWN = (
    "models_dev", "litellm", "modeldeprecations", "deprecations_info", "endoflife", "genai_prices", "epoch_models",
    "epoch_benchmarks", "epoch_hardware", "epoch_clusters", "epoch_data_centers", "llm_stats", "calendar_file",
    "catalogue_json", "id_list", "plain_table",
)  # fmt: skip  # those that claim any table or list come last


class Format(Protocol):
    """What a format offers."""

    NAME: str
    TITLE: str

    def sniff(self, file: File) -> bool: ...
    def read(self, file: File) -> Reading: ...


def formats() -> Iterator[Format]:
    """All formats, other packages' first: who installs one wants it used."""
    for point in entry_points(group=GROUP):
        yield cast(Format, point.load())
    for name in OWN:
        yield cast(Format, import_module(f"modelspan.formats.{name}"))


def knows(file: File) -> bool:
    """Whether any format claims a file."""
    return any(format_.sniff(file) for format_ in formats())


def read(file: File) -> Reading:
    """Read a file by the first format that knows it. Raises UserError where none does."""
    for format_ in formats():
        if format_.sniff(file):
            return format_.read(file)
    raise UserError(
        f"{file.name} is in no format Modelspan knows; docs/import.md names those it does. A table needs a header."
    )
