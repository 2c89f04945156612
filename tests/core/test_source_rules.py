"""Rules of the source text that no linter at hand knows."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "desktop" / "modelspan"
FILES = sorted(PACKAGE.rglob("*.py"))


def called_name(node: ast.expr) -> str:
    """The last word of what a call calls."""
    if not isinstance(node, ast.Call):
        return ""
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def connections_to_throwaways(tree: ast.AST) -> Iterator[int]:
    """The lines that connect a signal to a lambda or partial, which keeps the widgets in it alive for ever."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and called_name(node) == "connect"
            and any(isinstance(slot, ast.Lambda) or called_name(slot) == "partial" for slot in node.args)
        ):
            yield node.lineno


def resource_paths(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and relative path of each `resources() / "a" / "b"`, as far as it is written out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            parts: list[str] = []
            left: ast.expr = node
            while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Div):
                right, left = left.right, left.left
                known = isinstance(right, ast.Constant) and isinstance(right.value, str)
                parts = [right.value, *parts] if known else []
            if called_name(left) == "resources" and parts:
                yield node.lineno, "/".join(parts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_source_rules(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert not list(connections_to_throwaways(tree)), "a signal is connected to a lambda or partial; use a bound method"
    if file != PACKAGE / "ui" / "charts.py":
        assert "pyqtgraph" not in text, "only ui/charts.py may mention pyqtgraph"
    absent = [(line, path) for line, path in resource_paths(tree) if not (ROOT / "resources" / path).exists()]
    assert not absent, f"not in resources/: {absent}"


def test_the_rules_see_what_they_forbid() -> None:
    slots = ("lambda: b", "functools.partial(f, 1)", "self.f", "partial(f)")
    bad = ast.parse("\n".join(f"a.connect({slot})" for slot in slots))
    assert list(connections_to_throwaways(bad)) == [1, 2, 4]
    uses = ("assets.resources() / 'icons' / 'x.svg'", "resources() / name", "resources() / 'themes' / f'{name}.toml'")
    assert set(resource_paths(ast.parse("\n".join(uses)))) == {(1, "icons/x.svg"), (1, "icons"), (3, "themes")}
