"""What the engine and the games may import; the import linter checks the packages' order."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "rondel"
OUTSIDE_WORLD = {
    "asyncio", "datetime", "fileinput", "glob", "http", "io", "locale", "logging",
    "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "signal", "socket",
    "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def modules_of(package: str) -> list[Path]:
    return sorted((SOURCE / package).rglob("*.py"))


def top_level_imports(source: str) -> Iterator[str]:
    """The first part of every name that `source` imports; relative imports count as ours."""
    yield from _imports_below(ast.parse(source))


def imports_when_run(source: str) -> Iterator[str]:
    """The same without what only type checkers import: whoever runs the source does without."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    yield from _imports_below(tree)


def _imports_below(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(level=0, module=str(module)):
                yield module.partition(".")[0]
            case ast.ImportFrom():
                yield "rondel"
            case _:
                pass


def short(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_every_form_of_import_is_seen() -> None:
    source = "import os.path, re\nfrom time import sleep\nfrom . import x\ndef f(): import random"
    assert set(top_level_imports(source)) == {"os", "re", "time", "rondel", "random"}
    checked = f"{source}\nif TYPE_CHECKING:\n    import typing_only\nelse:\n    import instead"
    assert set(imports_when_run(checked)) == {*top_level_imports(source), "instead"}


@pytest.mark.parametrize("path", [*modules_of("engine"), *modules_of("games")], ids=short)
def test_rules_need_only_the_standard_library(path: Path) -> None:
    found = set(imports_when_run(path.read_text(encoding="utf-8")))
    assert found - sys.stdlib_module_names == found & {"rondel"}


@pytest.mark.parametrize("path", modules_of("engine"), ids=short)
def test_engine_keeps_away_from_the_outside_world(path: Path) -> None:
    """No files, network, clock, logging or shared random numbers."""
    found = set(top_level_imports(path.read_text(encoding="utf-8")))
    assert found & OUTSIDE_WORLD == set()
