"""Reading the pages of the documentation, and what the source says about itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "rondel"


def text_of(page: str) -> str:
    """A page of the documentation."""
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


# Reading Markdown ---------------------------------------------------------------------------


class Block(NamedTuple):
    """A fenced block of code."""

    language: str
    code: str
    output: str | None
    """The `text` block directly below it, if there is one."""


FENCED = re.compile(r"^```(\w*)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def blocks(text: str, *languages: str) -> list[Block]:
    found = [Block(*match.groups()) for match in FENCED.finditer(text)]
    return [block for block in found if block.language in languages]


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def rows(text: str, *heading: str) -> list[list[str]]:
    """The cells of the table whose columns begin with these names."""
    found: list[list[str]] = []
    inside = False
    for line in without_code(text).splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if tuple(cells[: len(heading)]) == heading:
            inside = True
        elif not cells:
            inside = False
        elif inside and not set(cells[0]) <= {"-"}:
            found.append(cells)
    return found


def words(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def section(text: str, title: str) -> str:
    """What follows a heading, up to the next one of the same or a higher level."""
    match = re.search(rf"^(#+) {re.escape(title)}$", text, re.MULTILINE)
    assert match is not None, f"there is no heading {title!r}"
    rest = text[match.end() :]
    end = re.search(rf"^#{{1,{len(match[1])}}} ", without_fences(rest), re.MULTILINE)
    return rest[: end.start()] if end else rest


def without_fences(text: str) -> str:
    """The text with code blanked out, every character in its old place."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    return re.sub(r"^```.*?^```$", blank, text, flags=re.DOTALL | re.MULTILINE)


# Reading the source -------------------------------------------------------------------------


class Described(NamedTuple):
    """What the page on Python must tell about a public name."""

    signatures: set[str]
    attributes: set[str]
    constructor: str = ""
    """That of a class, which may be told."""


def module_file(module: str) -> Path:
    path = SOURCE.parent / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def definition(module: str, name: str) -> ast.stmt | None:
    """Where a name is defined, imports followed; None for a constant or a module."""
    for node in ast.parse(module_file(module).read_text(encoding="utf-8")).body:
        match node:
            case ast.ImportFrom(module=str(origin), names=names):
                for alias in names:
                    if (alias.asname or alias.name) == name and origin.startswith("rondel"):
                        return None if origin == module else definition(origin, alias.name)
            case ast.FunctionDef(name=found) | ast.ClassDef(name=found) if found == name:
                return node
            case _:
                pass
    return None


def squeezed(signature: str) -> str:
    return re.sub(r"\s", "", signature).replace(",)", ")")


def signature(function: ast.FunctionDef, name: str, method: bool) -> str:
    arguments = function.args
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    returned = ast.unparse(function.returns) if function.returns else ""
    if "property" in decorators:
        return squeezed(f"{name}: {returned}")
    if method and "staticmethod" not in decorators:
        arguments.args = arguments.args[1:]
    arrow = "" if function.name == "__init__" else f" -> {returned}"
    return squeezed(f"{name}({ast.unparse(arguments)}){arrow}")


def functions_of(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [part for part in node.body if isinstance(part, ast.FunctionDef)]


def explained(body: list[ast.stmt]) -> Iterator[str]:
    """Attributes with a docstring beneath them."""
    for statement, below in pairwise(body):
        target: ast.expr | None = None
        match statement, below:
            case ast.Assign(targets=[found]), ast.Expr(value=ast.Constant(value=str())):
                target = found
            case ast.AnnAssign(target=found), ast.Expr(value=ast.Constant(value=str())):
                target = found
            case _:
                pass
        match target:
            case ast.Attribute(attr=name) | ast.Name(id=name) if not name.startswith("_"):
                yield name
            case _:
                pass


def described(module: str, name: str) -> Described:
    node = definition(module, name)
    match node:
        case ast.FunctionDef():
            return Described({signature(node, name, method=False)}, set())
        case ast.ClassDef():
            methods = functions_of(node)
            public = [m for m in methods if not m.name.startswith("_")]
            signatures = {signature(m, f"{name}.{m.name}", method=True) for m in public}
            attributes = set(explained(node.body))
            for method in methods:
                attributes |= set(explained(method.body))
            makers = [signature(m, name, method=True) for m in methods if m.name == "__init__"]
            return Described(signatures, attributes, "".join(makers))
        case _:
            return Described(set(), set())


def refusals() -> dict[str, set[str]]:
    """The codes of `IllegalAction` in the engine with the clauses they name."""
    found: dict[str, set[str]] = {}
    for path in sorted((SOURCE / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="IllegalAction"),
                    args=[ast.Constant(value=str(code)), clause, _, *_],
                ):
                    clauses = found.setdefault(code, set())
                    clauses |= set(re.findall(r"R-[A-Z]+-\d+", ast.unparse(clause)))
                case _:
                    pass
    return found
