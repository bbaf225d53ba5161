"""The lines of a table's log in the reader's language."""

from __future__ import annotations

from typing import cast

from rondel.narration import narrator_of, sentences_of
from rondel.server.model.loglines import ActionBody, Body, HintBody, events_of


def sentences_in(game: str, lang: str, body: Body) -> list[str] | None:
    """What a line of the log tells of the game, as sentences; None if it tells nothing of it."""
    if (events := events_of(body)) is None:
        return None
    return sentences_of(game, lang, events, cast(ActionBody, body).get("entry"))


def hint_asked(game: str, lang: str, body: HintBody) -> list[str]:
    """That somebody has asked for a hint."""
    return [narrator_of(game, lang).hint(body["player"])]
