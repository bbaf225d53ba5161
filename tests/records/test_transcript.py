"""A game that is sent to another process arrives as it was."""

from __future__ import annotations

import json
import pickle
from dataclasses import asdict
from random import Random

import pytest

import rondel
from rondel.records import Transcript
from tests.positions import GAMES


def played(game: str, entries: int, options: dict[str, object] | None = None) -> rondel.Game:
    """A game after some drawn decisions."""
    table, chance = rondel.Game.new(game, ["a", "b", "c"], options, seed=3), Random(5)
    while len(table) < entries:
        table.play(chance.choice(table.legal_ids()))
    return table


def resumed(game: rondel.Game) -> rondel.Game:
    """The same game gone on with from its last position but one that is resumable."""
    turns = [past for past in map(game.at, range(len(game))) if past.resumable]
    past = turns[-2]
    again = rondel.Game.resume(game.heading(), past.snapshot(), len(past))
    for action in game.actions()[len(past) :]:
        again.play(action.id)
    return again


@pytest.mark.parametrize("game", GAMES)
def test_a_game_comes_out_as_it_went_in(game: str) -> None:
    table = played(game, 90)
    told = Transcript.of(table)
    assert told.length == 90
    for sent in (told, Transcript(**json.loads(json.dumps(asdict(told))))):
        assert sent.game().record() == table.record()
    assert pickle.loads(pickle.dumps(told)) == told


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_resumed_is_told_from_its_checkpoint(game: str) -> None:
    table = resumed(played(game, 90))
    told = Transcript.of(table)
    assert (told.first, told.length) == (table.first, 90)
    assert told.first > 0
    assert told.game().snapshot() == table.snapshot()


def test_gifts_are_told_as_well() -> None:
    table = played("imperial", 90, {"donations": "any"})
    giver = max(table.players, key=lambda player: table.snapshot()["cash"][player])
    table.donate(giver, "france", 1)
    assert Transcript.of(table).game().snapshot() == table.snapshot()


def test_what_is_new_is_enough_for_who_knows_the_rest() -> None:
    early, late = played("imperial", 40), played("imperial", 60)
    new = Transcript.of(late).since(40)
    assert (new.heading, new.first, len(new.ids)) == (None, 40, 20)
    new.catch_up(early)
    assert early.snapshot() == late.snapshot()
    with pytest.raises(ValueError, match="only what follows entry 40 is told"):
        new.begun()


def test_a_game_continues_itself_and_no_other() -> None:
    early, late = Transcript.of(played("imperial", 40)), Transcript.of(played("imperial", 60))
    assert late.continues(early)
    assert early.continues(early)
    assert not early.continues(late)
    other = played("imperial", 40, {"donations": "off"})
    assert not late.continues(Transcript.of(other))
