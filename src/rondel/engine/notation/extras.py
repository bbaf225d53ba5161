"""Keys beginning with `x_`: anybody may add them to a record, and they are kept."""

from __future__ import annotations

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

    Extras whose place is gone are left out. The document itself is unchanged; what is on the way
    to an extra is copied, the rest shared.
    """
    copies: dict[Path, Any] = {(): dict(document)}
    for path, key, value in sorted(extras, key=lambda extra: extra[1]):
        place = _own(copies, path)
        if isinstance(place, dict):
            place[key] = value
    joined: dict[str, Any] = copies[()]
    return joined


def _own(copies: dict[Path, Any], path: Path) -> Any:
    """The container at a path, copied together with all on the way to it; None if it is gone."""
    if path not in copies:
        parent, step = _own(copies, path[:-1]), path[-1]
        child = None
        if isinstance(parent, dict):
            child = parent.get(step)
        elif isinstance(parent, list) and isinstance(step, int) and step < len(parent):
            child = parent[step]
        copies[path] = None
        if isinstance(child, dict | list):
            copies[path] = parent[step] = child.copy()
    return copies[path]


def extras_until(extras: Extras, entries: int) -> Extras:
    """The extras of a record cut after so many entries."""
    return [
        extra
        for extra in extras
        if extra[0][:1] != ("actions",) or (isinstance(extra[0][1], int) and extra[0][1] < entries)
    ]
