"""What a shared link says of a game, before anybody opens it: a title, a line, a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rondel.engine import Game
from rondel.engine.shapes import Snapshot
from rondel.narration import narrator_of, words_of
from rondel.server.model.table import ENDED, Table
from rondel.server.table.seating import is_named
from rondel.server.viewers.pictures import Scene

NOBODY: Final = ("–", "—")
"""Stand in for players of a game that has not begun."""


@dataclass(frozen=True)
class Card:
    """What is said of a table to everybody who may see it."""

    game: str
    lang: str
    title: str
    """The name that somebody gave it, or who plays there."""
    players: str
    state: str
    """How it stands."""

    @property
    def line(self) -> str:
        """Everything but the title."""
        title = narrator_of(self.game, self.lang).title()
        names = self.players if self.players != self.title else ""
        return " · ".join(part for part in (title, names, self.state) if part)


def card_of(table: Table, lang: str) -> Card:
    """The card of a table."""
    players = ", ".join([seat.name for seat in table.seats if seat.name])
    title = table.name if is_named(table.name, table.game) else players or table.name
    return Card(table.game, lang, title, players, _state(table, lang))


def _state(table: Table, lang: str) -> str:
    narrator = narrator_of(table.game, lang)
    if table.status == ENDED:
        return narrator.say("share_ended")
    if table.result is not None:
        return narrator.won(table.result)
    if table.play is not None:
        return _moment(table.play, lang)
    taken = len([seat for seat in table.seats if seat.name])
    return narrator.say("share_open", taken=taken, seats=len(table.seats))


def _moment(game: Game, lang: str) -> str:
    """Which round it is, and whose turn; or who has won."""
    narrator = narrator_of(game.rules.game, lang)
    if game.result is not None:
        return narrator.won(game.result)
    turn = game.snapshot()["turn"]
    return narrator.say("share_round", round=turn["round"], nation=turn["nation"])


def scene_of(game: Game, card: Card) -> Scene:
    """The picture of a position with the title of its table."""
    return _scene(card, _moment(game, card.lang), game.snapshot())


def blank_scene(card: Card) -> Scene:
    """The picture of a game that has not begun: the board, and nobody governs."""
    snapshot = Game.new(card.game, players=list(NOBODY), seed=0).snapshot()
    snapshot["governments"] = dict.fromkeys(snapshot["governments"])
    return _scene(card, card.state, snapshot)


def _scene(card: Card, state: str, snapshot: Snapshot) -> Scene:
    names = {id: told["short"] for id, told in words_of(card.game, card.lang)["nations"].items()}
    title = narrator_of(card.game, card.lang).title()
    return Scene(card.title, f"{title} · {state}", names, snapshot)
