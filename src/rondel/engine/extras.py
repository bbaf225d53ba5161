"""Keys beginning with `x_`: anybody may add them to a record, and they are kept."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Path = tuple[str | int, ...]
"""The way to a value in a document."""
Extras = list[tuple[Path, str, Any]]
"""Where extra keys stood, their names and values."""


def split_extras(value: Any, path: Path, extras: Extras) -> Any:
    """The value without keys that begin with `x_`; these are added to `extras`."""
    if isinstance(value, list):
        return [split_extras(part, (*path, i), extras) for i, part in enumerate(value)]
    if not isinstance(value, dict):
        return value
    plain: dict[str, Any] = {}
    for key, part in value.items():
        if key.startswith("x_"):
            extras.append((path, key, part))
        else:
            plain[key] = split_extras(part, (*path, key), extras)
    return plain


def join_extras(document: dict[str, Any], extras: Extras) -> dict[str, Any]:
    """The document with its extra keys back in place, sorted behind the others.

    Extras whose place is gone are left out. The document itself is unchanged.
    """
    joined: dict[str, Any] = deepcopy(document) if extras else document
    for path, key, value in sorted(extras, key=lambda extra: extra[1]):
        place = _follow(joined, path)
        if isinstance(place, dict):
            place[key] = value
    return joined


def extras_until(extras: Extras, entries: int) -> Extras:
    """The extras of a record cut after so many entries."""
    return [
        extra
        for extra in extras
        if extra[0][:1] != ("actions",) or (isinstance(extra[0][1], int) and extra[0][1] < entries)
    ]


def _follow(value: Any, path: Path) -> Any:
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and step < len(value) else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value
