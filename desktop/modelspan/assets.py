"""Finds the folders of read-only files that ship with the application."""

import sys
from pathlib import Path


class AssetsMissingError(FileNotFoundError):
    """The installation lacks a folder it cannot work without."""


def resources() -> Path:
    """The folder of icons, themes, translations and fonts."""
    return shipped_folder("resources")


def data() -> Path:
    """The folder of the bundled catalogue."""
    return shipped_folder("data")


def shipped_folder(name: str) -> Path:
    """The first place that has the folder: a frozen app, else the installed package, else the checkout around it."""
    places = [base / name for base in bases()]
    for place in places:
        if place.is_dir():
            return place
    looked = " or ".join(str(place) for place in places)
    raise AssetsMissingError(
        f"Modelspan's {name} folder is missing ({looked}); installing Modelspan again restores it."
    )


def bases() -> list[Path]:
    """The folders that may hold the shipped ones; none depends on the working folder."""
    unpacked = getattr(sys, "_MEIPASS", None)
    if unpacked is not None:
        return [Path(unpacked) / "modelspan"]
    package = Path(__file__).resolve().parent
    checkout = package.parent.parent
    # Beside an installed package lie other people's files, so only a folder that can build Modelspan is a checkout.
    return [package, checkout] if (checkout / "pyproject.toml").is_file() else [package]
