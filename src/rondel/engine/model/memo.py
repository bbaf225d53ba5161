"""Remembering what was computed, within bounds."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MOST_REMEMBERED = 200_000
"""A memo that has grown to this is emptied, so that memory stays bounded."""


def remember(memo: dict[Key, Value], key: Key, value: Value, most: int = 0) -> Value:
    """Keeps a value under its key and returns it; `most` is `MOST_REMEMBERED` if left out."""
    if len(memo) >= (most or MOST_REMEMBERED):
        memo.clear()
    memo[key] = value
    return value
