"""Reading what was sent: JSON that every database can keep, or a refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any, Final

from rondel.engine import RecordError
from rondel.server.errors import Refusal, bad

Pairs = Callable[[list[tuple[str, Any]]], Any]

KIB: Final = 1024
USUAL_LIMIT: Final = 64 * KIB
"""Bytes that a body may have."""
LARGER_LIMITS: Final = {("POST", "/api/records"): 4 * KIB * KIB}
"""Where it may have more; the route reads it, once it knows who sends it."""

MOST_VALUES: Final = 20_000
"""Values that a body may hold: small ones cost many times the bytes they are written with."""
MOST_IN_RECORD: Final = 400_000
"""Values that a record may hold; one of 20,000 entries has 140,000."""

DEEPEST: Final = 32
"""So many lists and objects may lie within each other."""

LARGEST: Final = 2**63 - 1
"""The largest whole number, and the smallest but one when negative."""

# PostgreSQL keeps no NUL, and half a surrogate pair is no character.
UNKEPT: Final = re.compile("[\0\ud800-\udfff]")

_BRACKETS: Final = re.compile(rb"[\[\]{}]")


def read_json(raw: bytes, most: int = MOST_VALUES, pairs: Pairs | None = None) -> object:
    """The value that the text stands for; `pairs` may make objects of keys and values.

    Raises: Refusal, if it is not JSON in UTF-8, or holds too much or what cannot be kept;
    RecordError, if `pairs` does.
    """
    check_amount(raw, most)
    try:
        value = _decoder(pairs).decode(raw.decode())
    except RecordError:
        raise
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:
        raise Refusal(400, "request/not_json", f"This is not JSON in UTF-8: {error}.") from None
    check_value(value)
    return value


def check_amount(raw: bytes, most: int) -> None:
    """Counts the values of a text before any of them is made; some in texts are counted, too.

    Raises: Refusal.
    """
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > most:
        if _begins_deep(raw):
            raise too_deep()
        raise Refusal(413, "request/too_large", f"A body may hold {most} values here.")


def _begins_deep(raw: bytes) -> bool:
    """Whether the first brackets of a text already lie too deep within each other."""
    depth = 0
    for bracket in islice(_BRACKETS.finditer(raw), 2 * DEEPEST):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")


@cache
def _decoder(pairs: Pairs | None) -> json.JSONDecoder:
    return json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=pairs)


def check_value(value: object) -> None:
    """Looks at everything inside, level by level.

    Raises: Refusal.
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below += item.keys()
                below += item.values()
            elif isinstance(item, list):
                below += item
            else:
                _check_plain(item)
        if not below:
            return
        level = below
    raise too_deep()


def _check_plain(item: object) -> None:
    match item:
        case str():
            check_text(item)
        case int() if not -LARGEST <= item <= LARGEST:
            raise bad("request/bad_number", "Whole numbers must fit into 64 bits.")
        case float() if not isfinite(item):
            raise bad("request/bad_number", "A number is too large.")


def check_text(text: str) -> None:
    """Refuses a text that cannot be kept.

    Raises: Refusal.
    """
    if UNKEPT.search(text):
        raise bad_text()


def bad_text() -> Refusal:
    """The refusal of a text that cannot be kept."""
    return bad("request/bad_text", "Texts must not hold NUL or half of a surrogate pair.")


def too_large(limit: int) -> Refusal:
    """The refusal of a body that is too large."""
    return Refusal(413, "request/too_large", f"A body may have {limit // KIB} KiB here.")


def too_deep() -> Refusal:
    """The refusal of a value with too much inside each other."""
    return bad("request/too_deep", f"More than {DEEPEST} lists and objects within each other.")
