"""JSON text to values and back: strict reading, canonical writing."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from rondel.engine import RecordError

MAX_DEPTH = 100
"""Deepest nesting a document may have."""


def parse(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises: RecordError for text that is not JSON, a key given twice, numbers that are not finite,
    characters that cannot be written, or nesting deeper than any record needs.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=unique,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError("", f"not JSON, at {where}: {error.msg}") from None
    except RecursionError:
        raise RecordError("", f"nested more than {MAX_DEPTH} levels deep") from None
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError("", f"not JSON: {error}") from None
    _check_writable(value, 0)
    return value


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key is given twice.

    Raises: RecordError.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(key, "this key is given twice")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise RecordError("", f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise RecordError("", f"the number {text[:20]} is out of range")
    return value


def _check_writable(value: Any, depth: int) -> None:
    """Nesting within bounds, and no half characters, which UTF-8 cannot hold."""
    if depth > MAX_DEPTH:
        raise RecordError("", f"nested more than {MAX_DEPTH} levels deep")
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise RecordError("", "a string holds half a character")
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_writable(key, depth)
            _check_writable(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _check_writable(part, depth + 1)


def write(document: dict[str, Any]) -> str:
    """The text of a record: a line for every key and every action, a newline at the end."""
    lines = [f" {_compact(key)}: {_value(key, value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(key: str, value: Any) -> str:
    if key != "actions" or not value:
        return _compact(value)
    return "[\n" + ",\n".join([f"  {_compact(entry)}" for entry in value]) + "\n ]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
