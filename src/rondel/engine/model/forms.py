"""JSON values read into dataclasses: every fault is noted, not only the first."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from rondel.engine.model.errors import shown

NAMES: dict[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    NoneType: "null",
    list: "a list",
    dict: "an object",
}


def read(kind: Any, value: object, place: str, faults: list[str]) -> Any:
    """The value as `kind`: a dataclass, a list, a dict by texts, a plain type or one of several.

    What does not fit is noted in `faults` with its place; what is returned is then of no use.
    Keys that no field is named after are passed over.
    """
    origin = get_origin(kind)
    if origin is UnionType:
        return _one_of(get_args(kind), value, place, faults)
    plain = dict if is_dataclass(kind) else origin or kind
    if type(value) is not plain:
        faults.append(f"{place}: expected {NAMES[plain]}, not {shown(value)}")
        return None
    if is_dataclass(kind):
        return _object(kind, value, place, faults)
    if isinstance(value, list):
        [part] = get_args(kind)
        return [read(part, item, f"{place}[{i}]", faults) for i, item in enumerate(value)]
    if isinstance(value, dict):
        _, part = get_args(kind)
        return {key: read(part, item, f"{place}.{key}", faults) for key, item in value.items()}
    return value


def _one_of(kinds: tuple[Any, ...], value: object, place: str, faults: list[str]) -> Any:
    for kind in kinds:
        if type(value) is kind:
            return value
    expected = " or ".join([NAMES[kind] for kind in kinds])
    faults.append(f"{place}: expected {expected}, not {shown(value)}")
    return None


def _object(kind: Any, value: Any, place: str, faults: list[str]) -> Any:
    parts: dict[str, Any] = {}
    for name, (part, needed) in _fields(kind).items():
        here = f"{place}.{name}" if place else name
        if name in value:
            parts[name] = read(part, value[name], here, faults)
        elif needed:
            faults.append(f"{here}: missing")
            parts[name] = None
    return kind(**parts)


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a dataclass: what each is, and whether it must be given."""
    hints = get_type_hints(kind)
    return {field.name: (hints[field.name], field.default is MISSING) for field in fields(kind)}
