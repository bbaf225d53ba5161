"""What is used of other packages though they promise nothing about it.

Such packages have an upper bound in `pyproject.toml`. Whoever raises it looks here first: a member
that is gone, or that is used and not listed, fails a test. Members that are called as some of our
own are not noticed by their use; they are listed by hand.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "rondel").rglob("*.py"))

OTHERS = {
    "aiosqlite": {"_conn", "_execute", "_thread"},
    "pettingzoo": {"_was_dead_step"},
    "uvicorn": {"_transport", "_types"},
}
"""Private members by package."""

PUBLIC = {"_asdict", "_exit", "_mapping", "_replace"}
"""Members whose names begin so and that are documented: of named tuples, `os` and SQLAlchemy."""

UVICORN = {
    "protocols.http.flow_control:FlowControl": "read_paused resume_reading",
    "protocols.http.httptools_impl:HttpToolsProtocol": (
        "connection_made connection_lost data_received on_headers_complete on_message_complete "
        "handle_websocket_upgrade send_400_response pause_writing resume_writing "
        "client config cycle flow loop transport"
    ),
    "protocols.http.httptools_impl:RequestResponseCycle": "response_started response_complete",
    "protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        "connection_made connection_lost data_received pause_writing resume_writing receive send "
        "client config conn handshake_complete handshake_initiated loop read_paused transport"
    ),
    "server:Server": "capture_signals handle_exit serve should_exit shutdown started startup",
}
"""Its classes that have no page in its documentation, and what we use of them."""


def members_of(module: str, name: str) -> set[str]:
    """What a class has: by its own and its bases' definitions, and set by their methods."""
    found: set[str] = set()
    for cls in getattr(import_module(module), name).__mro__[:-1]:
        path = import_module(cls.__module__).__file__
        assert path is not None
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
                found |= defined_in(node)
    return found


def defined_in(tree: ast.AST) -> set[str]:
    """The names of functions and classes, and all that is assigned or declared."""
    return {name for node in ast.walk(tree) for name in _defined(node)}


def _defined(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
            yield name
        case _:
            pass


def private_in(node: ast.AST) -> list[str]:
    """The members with an underscore that a node reaches for, and modules of that kind."""
    match node:
        case ast.Attribute(attr=name):
            words = [name]
        case ast.ImportFrom(module=str(module), names=names):
            words = [*module.split("."), *[alias.name for alias in names]]
        case _:
            words = []
    return [word for word in words if word.startswith("_") and not word.startswith("__")]


def test_private_members_of_others_are_listed() -> None:
    own, reached = set[str](), set[str]()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            own.update(_defined(node))
            reached.update(private_in(node))
    listed = set().union(*OTHERS.values())
    assert reached - own - PUBLIC <= listed
    assert listed <= reached


@pytest.mark.parametrize("package", OTHERS)
def test_packages_with_private_members_have_an_upper_bound(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [line for extra in project["optional-dependencies"].values() for line in extra]
    [needed] = [each for each in map(Requirement, lines) if each.name == package]
    assert any(bound.operator == "<" for bound in needed.specifier)


def test_aiosqlite_has_what_is_used_of_it() -> None:
    assert OTHERS["aiosqlite"] | {"stop"} <= members_of("aiosqlite.core", "Connection")


def test_pettingzoo_has_what_is_used_of_it() -> None:
    assert OTHERS["pettingzoo"] <= members_of("pettingzoo.utils.env", "AECEnv")


def test_uvicorn_has_what_is_used_of_it() -> None:
    assert "_transport" in members_of("uvicorn.protocols.http.flow_control", "FlowControl")
    assert {"ASGIReceiveEvent", "ASGISendEvent"} <= vars(import_module("uvicorn._types")).keys()


@pytest.mark.parametrize("place", UVICORN)
def test_uvicorn_has_what_its_documentation_does_not_tell(place: str) -> None:
    module, _, name = place.partition(":")
    assert set(UVICORN[place].split()) <= members_of(f"uvicorn.{module}", name)
