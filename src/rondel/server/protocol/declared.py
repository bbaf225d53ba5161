"""Shapes that are declared as typed dicts, as the document of the interface tells them.

What has such a shape is sent as it is: these are for the document, and nothing is checked twice.
"""

from __future__ import annotations

import ast
import inspect
import sys
import typing
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    is_typeddict,
)

import typing_extensions
from pydantic import ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from rondel.engine import EventTold

TYPED_DICT: Final[Any] = typing_extensions.TypedDict
"""Pydantic reads no other before Python 3.12."""


class Marker:
    """Lets Pydantic read a declared shape."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """The schema of the shape."""
        return handler.generate_schema(readable(source))


Shape = TypeVar("Shape")

Declared = Annotated[Shape, Marker()]
"""A shape that is declared elsewhere, as the type of a field of a message."""


def readable(hint: Any) -> Any:
    """A type with all declared shapes in it as Pydantic reads them."""
    if is_typeddict(hint):
        return _rebuilt(hint)
    if hint == EventTold:
        return _any_event()
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind, told = parts
        return Annotated[readable(kind), Field(description=told)]
    if origin is None or origin is Literal:
        return hint
    kinds = tuple(readable(part) for part in parts)
    if origin is UnionType:
        return Union[kinds]  # noqa: UP007
    return origin[kinds if len(kinds) > 1 else kinds[0]]


@cache
def _any_event() -> Any:
    """All kinds of events under one name."""
    told = Field(description="Something that has happened.", discriminator="event")
    kinds: Any = Union[tuple(_rebuilt(kind) for kind in get_args(EventTold))]  # noqa: UP007
    return typing_extensions.TypeAliasType("GameEvent", Annotated[kinds, told])


@cache
def _rebuilt(shape: Any) -> Any:
    notes = _notes(shape.__module__).get(shape.__name__, {})
    keys = {
        key: Annotated[readable(hint), Field(description=notes[key])]
        if key in notes
        else readable(hint)
        for key, hint in typing.get_type_hints(shape, include_extras=True).items()
    }
    made = TYPED_DICT(shape.__name__, keys, total=shape.__total__)
    made.__doc__ = shape.__doc__
    # The notes are there already; to look for its source would take most of the document's time.
    made.__pydantic_config__ = ConfigDict(use_attribute_docstrings=False)
    return made


@cache
def _notes(module: str) -> dict[str, dict[str, str]]:
    """What the source of a module says beneath the keys of its classes, inherited ones too."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            bases = [getattr(sys.modules[module], ast.unparse(base)) for base in node.bases]
            own, found[node.name] = dict(_notes_in(node)), {}
            for base in filter(is_typeddict, bases):
                known = found if base.__module__ == module else _notes(base.__module__)
                found[node.name] |= known.get(base.__name__, {})
            found[node.name] |= own
    return found


def _notes_in(node: ast.ClassDef) -> typing.Iterator[tuple[str, str]]:
    for key, told in pairwise(node.body):
        match key, told:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(text))):
                yield name, inspect.cleandoc(text)
            case _:
                pass
