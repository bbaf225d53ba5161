"""The picture of the house, and the page beside it, tell what the modules really import."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import grimp
import pytest

from tests.pages import ROOT, SOURCE, rows, section, text_of, words
from tools.rooms import HOUSES, PICTURE, House, arrows_of, picture, reached, rows_of

DRAW = "draw it anew by: python -m tools.rooms"
TOLD = {
    "rondel.engine": "The rooms of the engine",
    "rondel.server": "The rooms of the server",
}
LAYERS = {
    contract["containers"][0]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    if contract["type"] == "layers"
}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("rondel", exclude_type_checking_imports=True, cache_dir=None)


def test_picture_is_drawn_from_the_imports_of_today() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), DRAW


@pytest.mark.parametrize("package", HOUSES)
def test_no_two_rooms_import_each_other(graph: grimp.ImportGraph, package: str) -> None:
    house = House.read(graph, package)
    assert house.mutual() == []
    assert [room for room in house.imports if room in reached(house.imports, room)] == []


@pytest.mark.parametrize("package", TOLD)
def test_page_has_a_line_about_every_room(graph: grimp.ImportGraph, package: str) -> None:
    told = rows(section(text_of("architecture.md"), TOLD[package]), "room")
    assert sorted(words(row[0])[0] for row in told) == sorted(House.read(graph, package).imports)


def test_page_and_contributing_have_a_line_about_every_package() -> None:
    packages = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = [words(row[0])[0] for row in rows(contributing, "package", "holds", "may import")]
    assert sorted(listed) == sorted([*packages, "compiled"])
    told = rows(section(text_of("architecture.md"), "The packages"), "package")
    assert sorted(words(row[0])[0] for row in told) == packages


@pytest.mark.parametrize("package", ["rondel", *TOLD])
def test_import_contracts_name_every_room(graph: grimp.ImportGraph, package: str) -> None:
    layers = " ".join(LAYERS[package]["layers"])
    named = set(re.findall(r"\w+", layers))
    assert set(House.read(graph, package).imports) - {"__main__", "compiled"} <= named


def test_files_named_by_the_page_exist() -> None:
    named = [word for word in words(text_of("architecture.md")) if word.endswith(".py")]
    assert len(named) > 40
    assert [file for file in named if not (SOURCE / file).is_file() | (ROOT / file).is_file()] == []


def test_rooms_stand_above_what_they_import() -> None:
    imports = {
        "app": frozenset({"table", "store"}),
        "table": frozenset({"store"}),
        "people": frozenset({"store"}),
        "store": frozenset[str](),
    }
    assert rows_of(imports) == [["app"], ["table", "people"], ["store"]]
    assert arrows_of(imports) == [("app", "table"), ("table", "store"), ("people", "store")]


def test_rooms_that_import_each_other_are_found() -> None:
    imports = {"a": frozenset({"b"}), "b": frozenset({"a"})}
    assert House("", {}, imports).mutual() == [("a", "b")]


def test_picture_can_be_read_in_the_dark_and_lies_beside_the_page() -> None:
    assert "prefers-color-scheme: dark" in PICTURE.read_text(encoding="utf-8")
    assert PICTURE.parent == Path(ROOT, "docs")
