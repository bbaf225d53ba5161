"""Rule options as given on the command line: `--option name=value`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rondel.cli.errors import CommandError
from rondel.engine import CHOICES, DRAWS, RuleSetError, Title, title_of

RANDOM = ("all", "random")
"""The option that draws all the others, for simulations."""


def read_title(game: str) -> Title:
    """The title with this id.

    Raises: CommandError.
    """
    try:
        return title_of(game)
    except RuleSetError as error:
        raise CommandError(str(error)) from None


def read_options(title: Title, given: Sequence[str]) -> dict[str, Any]:
    """The options by name, checked.

    Raises: CommandError.
    """
    values = dict([_read_option(text) for text in given])
    try:
        title.options(values)
    except RuleSetError as error:
        raise CommandError(str(error)) from None
    return values


def read_drawn_options(title: Title, given: Sequence[str]) -> tuple[dict[str, Any], bool]:
    """The options by name, and whether all others are to be drawn for each game.

    Raises: CommandError.
    """
    named = [text for text in given if tuple(text.split("=")) != RANDOM]
    return read_options(title, named), len(named) < len(given)


def _read_option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"option {text!r}: write it as name=value, for example setup=draft")
    if name in CHOICES:
        return name, _read_value(name, value)
    if name not in DRAWS:
        known = ", ".join([*CHOICES, *DRAWS])
        raise CommandError(f"there is no option {name!r}; known are {known}")
    return name, _read_draw(name, value)


def _read_value(name: str, value: str) -> object:
    for choice in CHOICES[name]:
        if written(choice) == value.lower():
            return choice
    allowed = ", ".join([written(choice) for choice in CHOICES[name]])
    raise CommandError(f"option {name} cannot be {value!r}; choose from {allowed}")


def written(choice: object) -> str:
    """A value as it is written on the command line."""
    return str(choice).lower()


def _read_draw(name: str, value: str) -> object:
    """How the set-up is drawn: a word, or for the deal a JSON object."""
    if not value.startswith("{"):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise CommandError(f"option {name}: {value!r} is not JSON") from None
