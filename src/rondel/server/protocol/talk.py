"""Chat and notes."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from rondel.server.model.loglines import Room
from rondel.server.protocol.base import Asked, Told, example


def said(text: str) -> str:
    """A text that can be seen.

    Raises: ValueError.
    """
    if not text.strip():
        raise ValueError("say something")
    if not text.replace("\n", "").isprintable():
        raise ValueError("must not hold characters that cannot be seen")
    return text


class Message(Asked):
    """Something to say."""

    model_config = example({"room": "table", "text": "Good luck!"})

    room: Room
    """The `table` for players and the host, the `gallery` for spectators."""
    text: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(said)]
    """What you say."""


class Muted(Asked):
    """Whether somebody may not talk."""

    user: Annotated[str, Field(min_length=1, max_length=64, examples=["9f86d081884c7d65"])]
    """The person, by id."""
    muted: bool
    """Whether to mute."""


class Note(Asked):
    """A note for oneself."""

    text: Annotated[str, Field(max_length=10_000, examples=["Bob wants Suez."])]
    """What you note."""


class NoteTold(Told):
    """One's own note about a game."""

    text: str
    """Empty if there is none."""
