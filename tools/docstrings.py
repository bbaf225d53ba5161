"""Docstrings for the compiled engine: mypyc keeps the signatures and leaves the docstrings out.

They are put into the C code that it has written, before that is compiled, so that `help` tells
the same of both forms. What is not found there stays without: a docstring is no reason to fail.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

Told = Mapping[str, str]
"""Docstrings by name: `Game`, `Game.apply`, `Game.extras`, `to_id`; the module's own by ``."""

TABLE = re.compile(
    r"^static (?:PyMethodDef|PyGetSetDef) (\w+?)_(?:methods|getseters)\[\] = {.*?^};", re.S | re.M
)
"""The methods or properties of a class, or the functions of a module."""
FUNCTION = re.compile(r'({"(\w+)",\s+\(PyCFunction\)[^"]*PyDoc_STR\("(?:[^"\\]|\\.)*)("\))')
PROPERTY = re.compile(r'({"(\w+)",\s+\(getter\)[^"{}]*?)NULL(, NULL})')
CLASS = re.compile(r'(\.tp_name = "(\w+)",[^;]*?\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*)("\))', re.S)
MODULE = re.compile(r"NULL(, /\* docstring \*/)")


def write_docstrings(folder: Path, sources: Mapping[str, Path]) -> None:
    """Puts the docstrings of the sources, by name of the module, into their C files."""
    for module, source in sources.items():
        file = folder / f"__native_{module.replace('.', '___')}.c"
        if file.exists():
            told = told_in(source.read_text(encoding="utf-8"))
            file.write_text(with_docstrings(file.read_text(encoding="utf-8"), told), "utf-8")


def with_docstrings(code: str, told: Told) -> str:
    """The C code of a module with its docstrings."""
    code = TABLE.sub(lambda table: _filled(table[0], _owner(table[1], told), told), code)
    code = CLASS.sub(lambda match: match[1] + escaped(told.get(match[2], "")) + match[3], code)
    return MODULE.sub(lambda match: f'"{escaped(told[""])}"{match[1]}', code) if told[""] else code


def _owner(table: str, told: Told) -> str:
    """What stands before the names in a table: that of its class and a point, or nothing."""
    classes = [name for name in told if "." not in name and table.endswith(f"___{name}")]
    return f"{max(classes, key=len)}." if classes else ""


def _filled(table: str, owner: str, told: Told) -> str:
    def text(name: str) -> str:
        return escaped(told.get(owner + name, ""))

    table = FUNCTION.sub(lambda match: match[1] + text(match[2]) + match[3], table)
    return PROPERTY.sub(
        lambda match: f'{match[1]}"{text(match[2])}"{match[3]}' if text(match[2]) else match[0],
        table,
    )


def escaped(text: str) -> str:
    """A text within a string of C."""
    signs = (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}" for byte in text.encode())
    return "".join("\\" + sign if sign in '"\\' else sign for sign in signs)


# Reading the source -------------------------------------------------------------------------


def told_in(source: str) -> Told:
    """All docstrings of a module; every class is in it, if with nothing."""
    tree = ast.parse(source)
    return {"": ast.get_docstring(tree) or "", **dict(_told_by(tree.body, ""))}


def _told_by(body: Sequence[ast.stmt], owner: str) -> Iterator[tuple[str, str]]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name):
                yield owner + name, ast.get_docstring(node) or ""
                if name == "__init__":
                    yield from _beneath(node.body, owner)
            case ast.ClassDef(name=name):
                yield owner + name, ast.get_docstring(node) or ""
                yield from _beneath(node.body, f"{name}.")
                yield from _told_by(node.body, f"{name}.")
            case _:
                pass


def _beneath(body: Sequence[ast.stmt], owner: str) -> Iterator[tuple[str, str]]:
    """Attributes with a docstring beneath them."""
    for statement, below in pairwise(body):
        match statement, below:
            case (
                (ast.Assign(targets=[target]) | ast.AnnAssign(target=target)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                match target:
                    case ast.Attribute(attr=name) | ast.Name(id=name):
                        yield owner + name, text
                    case _:
                        pass
            case _:
                pass
