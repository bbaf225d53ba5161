"""What people may call themselves and their tables, and what they may say."""

from __future__ import annotations

import unicodedata
from typing import Final

TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Characters that turn the direction of what follows, and so could disguise it."""


def checked_name(name: str) -> str:
    """The name without blanks around it, in the usual form of its characters.

    Raises: ValueError if nothing is left, or if it could not be read on a screen.
    """
    name = unicodedata.normalize("NFC", name).strip()
    if not name:
        raise ValueError("a name needs at least one letter")
    if not name.isprintable() or TURNING & set(name):
        raise ValueError("a name has no control characters")
    return name


def checked_text(text: str) -> str:
    """What somebody says, without blanks around it.

    Raises: ValueError if nothing is left, or if it has control characters but new lines.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if not text:
        raise ValueError("say something")
    if not text.replace("\n", "").isprintable():
        raise ValueError("a message has no control characters")
    return text
