"""The texts by which people are known, checked where they come in."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from rondel.server.looks import MOST_MARKS, hides_something, is_flooded, mixes_scripts


def _tidied(value: object) -> object:
    """Composed letters, no blanks around, one between words."""
    if not isinstance(value, str):
        return value
    composed = unicodedata.normalize("NFC", value).strip()
    return re.sub(" {2,}", " ", composed)


def _visible(text: str) -> str:
    if hides_something(text):
        raise ValueError("must not hold characters that cannot be seen")
    if is_flooded(text):
        raise ValueError(f"must not hold more than {MOST_MARKS} marks upon one letter")
    return text


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must not hold characters that cannot be seen")
    return text


def _unbroken(text: str) -> str:
    if any(character.isspace() for character in text):
        raise ValueError("must not hold blanks")
    return text


Name = Annotated[
    str,
    Field(min_length=1, max_length=40, examples=["Ann"]),
    BeforeValidator(_tidied),
    AfterValidator(_visible),
]
"""What others see of a person, or a person of a token. Nothing in it may hide or reorder text."""

Login = Annotated[
    str,
    Field(min_length=3, max_length=40, examples=["ann"]),
    BeforeValidator(_tidied),
    AfterValidator(_printable),
    AfterValidator(_unbroken),
]
"""What a person signs in with; capital and small letters are the same."""


def _of_one_script(text: str) -> str:
    if mixes_scripts(text):
        raise ValueError("must not mix letters of several scripts")
    return text


NewLogin = Annotated[Login, AfterValidator(_visible), AfterValidator(_of_one_script)]
"""A login that somebody wants; those of older accounts may look as they like."""

Password = Annotated[
    SecretStr, Field(min_length=8, max_length=200, examples=["correct horse battery staple"])
]
"""A password that is to be kept."""

GivenPassword = Annotated[
    SecretStr, Field(max_length=200, examples=["correct horse battery staple"])
]
"""A password to be compared with the one that is kept."""
