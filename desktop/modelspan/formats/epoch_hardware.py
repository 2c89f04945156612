"""Epoch AI's table of machine learning hardware: when each chip could be had, and what it can do."""

from __future__ import annotations

import re

from modelspan.domain.drafts import Draft, Named, Reading
from modelspan.domain.records import EntityKind, Event, Evidence, HardwareFacts, HardwareRelease, Quantity, Status
from modelspan.formats.epoch import (
    Row,
    Sheet,
    SkippedError,
    clean,
    columns,
    dataset,
    how_sure,
    last_day,
    lowered,
    several,
    unquoted,
)
from modelspan.formats.file import File

NAME = "epoch-hardware"
TITLE = "Epoch AI, machine learning hardware"

NAMES = ("hardware name", "name of the hardware")
# A column without its unit -> how the peak is called. The first that is filled counts: what models are trained at.
PEAKS = {
    "tensor-fp16/bf16 performance": "FP16/BF16 tensor",
    "fp16 tensor performance": "FP16/BF16 tensor",
    "fp16 (half precision) performance": "FP16",
    "fp16 performance": "FP16",
    "tf32 (tensorfloat-32) performance": "TF32",
    "fp32 (single precision) performance": "FP32",
    "fp32 performance": "FP32",
    "fp8 performance": "FP8",
    "fp4 performance": "FP4",
    "int8 performance": "INT8 (operations)",
}
MEMORY = ("memory", "memory size per board", "memory size")  # this column was renamed between vintages
GIGABYTES = {"byte": 1e-9, "bytes": 1e-9, "gb": 1.0, "gigabytes": 1.0, "gib": 1.073741824, "mb": 1e-3}
# A column without its unit -> metric. The unit is the one its header states: byte/s stand beside bit/s.
RATES = {
    "memory bandwidth": "memory_bandwidth",
    "intranode bandwidth": "intranode_bandwidth",
    "internode bandwidth": "internode_bandwidth",
}
UNIT = re.compile(r"(?P<what>.+?)\s*\((?P<unit>[^()]*)\)")


def sniff(file: File) -> bool:
    """A table of named hardware with release dates and what only chips have."""
    names = columns(file)
    chips = ("tdp", "process size", "transistors", "memory", "fp16", "fp32", "tensor-fp16")
    technical = sum(any(name.startswith(start) for name in names) for start in chips)
    return not names.isdisjoint(NAMES) and "release date" in names and technical >= 2


def read(file: File) -> Reading:
    """Each row is a chip, released where it states a day."""
    as_of = file.vintage or last_day(lowered(file), "last modified")
    made = dataset("epoch-ml-hardware", "Machine Learning Hardware", "data/machine-learning-hardware", as_of)
    chips = Chips(file, made, as_of)
    chips.read(chips.name, chips.release, chips.keys(chips.parts))
    return chips.reading(NAME)


def units(row: Row, *names: str) -> list[tuple[str, str, str]]:
    """The columns of these names: column, name and the unit in brackets behind it, in the order of the names."""
    found = []
    for column in row:
        if (parts := UNIT.fullmatch(column)) and parts["what"] in names:
            found.append((column, parts["what"], parts["unit"]))
    return sorted(found, key=lambda one: names.index(one[1]))


class Chips(Sheet):
    """The table while it is read."""

    @property
    def name(self) -> str:
        """The column of the names."""
        return next((name for name in NAMES if any(name in row for row in self.rows[:1])), NAMES[0])

    def parts(self, row: Row) -> tuple[str, ...]:
        return unquoted(clean(row.get(self.name, ""))), clean(row.get("manufacturer", ""))

    def release(self, row: Row, key: str) -> list[Draft]:
        name = unquoted(self.need(row, self.name))
        key = self.told_apart(key)
        text = row.get("release date", "")
        when = self.when(row, "release date")
        makers = several(row.get("manufacturer", ""))
        chip = Named(kind=EntityKind.CHIP, name=name, maker=makers[0] if makers else "", facts=self.facts(row))
        if when is None:
            self.alone.append(chip)
            raise SkippedError("no release date")
        confidence, doubt = how_sure(when)
        price = self.quantity(row, "price", "USD", "release price (usd)")
        event = Event(
            key=f"hardware_release|{key}",
            body=HardwareRelease(),
            when=when,
            status=Status.SCHEDULED if self.later(when) else Status.OCCURRED,
            quantities=price + self.rates(row) + self.quantity(
                row, "transistors", "transistors", "transistors (millions)", times=1_000_000
            ),
            sources=self.cite(
                (row.get("link to datasheet", ""), ""), (row.get("source for the price", "") if price else "", "")
            ),
            evidence=Evidence.SECONDARY,
            confidence=confidence,
            note=doubt,
        )  # fmt: skip
        return [Draft(event=self.dated(event, text), subject=chip)]

    def facts(self, row: Row) -> HardwareFacts:
        """What a chip is and can do, as far as the row says."""
        peak, basis = None, ""
        for column, what, unit in units(row, *PEAKS):
            if peak is None and unit in ("flop/s", "op/s"):
                peak = self.positive(row, column)
                basis = PEAKS[what] if peak else ""
        return HardwareFacts(
            node_nm=self.positive(row, "process size (nm)"),
            memory_gb=self.memory(row),
            memory_type=clean(row.get("memory type", "")),
            peak_flops=peak,
            peak_basis=basis,
            power_w=self.positive(row, "tdp (w)"),
        )

    def memory(self, row: Row) -> float | None:
        """Gigabytes, from whatever unit the column states."""
        for column, _what, unit in units(row, *MEMORY):
            if not row.get(column):
                continue
            if unit not in GIGABYTES:
                self.tally.problem(self.record, f"{column}: {unit!r} is no unit of memory known here; it is left out.")
                return None
            value = self.positive(row, column)
            return None if value is None else float(f"{value * GIGABYTES[unit]:.9g}")
        return None

    def positive(self, row: Row, column: str) -> float | None:
        """A number above zero; anything else is a slip, since every chip has some."""
        if (found := self.number(row, column)) is None:
            return None
        if found[1] <= 0:
            self.tally.problem(self.record, f"{column}: {found[0]} is not above zero; it is left out.")
            return None
        return float(found[1])

    def rates(self, row: Row) -> tuple[Quantity, ...]:
        """Bandwidths in the units their columns state."""
        found: tuple[Quantity, ...] = ()
        for column, what, unit in units(row, *RATES):
            found += self.quantity(row, RATES[what], unit, column)
        return found
