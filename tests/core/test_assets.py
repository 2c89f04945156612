"""The shipped folders are found however Modelspan was installed."""

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from modelspan import assets


def assets_in(package: Path) -> ModuleType:
    """The module as it behaves when it lies in another folder."""
    package.mkdir(parents=True)
    copy = shutil.copy(assets.__file__, package)
    spec = importlib.util.spec_from_file_location("assets_elsewhere", copy)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_checkout_uses_its_own_folders_from_any_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    checkout = tmp_path / "checkout"
    module = assets_in(checkout / "desktop" / "modelspan")
    (checkout / "pyproject.toml").touch()
    (checkout / "resources").mkdir()
    (checkout / "data").mkdir()
    assert module.resources() == checkout / "resources"
    assert module.data() == checkout / "data"


def test_this_installation_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (assets.resources() / "icons" / "modelspan.svg").is_file()
    assert any(assets.data().glob("*.toml"))


def test_an_installed_wheel_has_them_inside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "site-packages" / "modelspan"
    module = assets_in(package)
    (package / "resources").mkdir()
    (tmp_path / "lib" / "resources").mkdir()
    assert module.resources() == package / "resources"


def test_a_frozen_app_has_them_where_it_was_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "modelspan" / "data").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert assets.data() == tmp_path / "modelspan" / "data"


def test_strangers_beside_an_installed_package_are_not_ours(tmp_path: Path) -> None:
    module = assets_in(tmp_path / "lib" / "site-packages" / "modelspan")
    (tmp_path / "lib" / "data").mkdir()
    with pytest.raises(module.AssetsMissingError):
        module.data()


def test_a_broken_installation_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    with pytest.raises(assets.AssetsMissingError, match=r"^Modelspan's resources folder is missing .* restores it\.$"):
        assets.resources()
