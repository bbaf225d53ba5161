"""What a game shows of its opening: what was begun with, chosen first, and how it ended."""

from __future__ import annotations

import pytest

from rondel.engine import Game
from rondel.explorer import SeatOpening, read_openings
from rondel.explorer.opening import EXACT, WIN
from rondel.records import load
from tests.positions import GAMES
from tests.recorded_games import FOLDER


def openings(name: str) -> tuple[Game, list[SeatOpening]]:
    """A recorded game at its end, and the openings of its seats."""
    game = load(FOLDER / f"{name}.rondel.json")
    assert game.result is not None
    ids = [action.id for action in game.actions()]
    return game, read_openings(game.at(0), ids, game.result)


@pytest.mark.parametrize("title", GAMES)
def test_everybody_holds_what_was_dealt(title: str) -> None:
    """R-STD-5: two bonds with the card, and the card's own nation is governed."""
    game, seats = openings(f"{title}-6-players")
    assert [[seat.card] for seat in seats] == list(game.start["deal"].values())
    for seat in seats:
        assert seat.bonds[0][0] == seat.card
        assert len(seat.bonds) == 2
        assert seat.card in seat.governs


@pytest.mark.parametrize("title", GAMES)
def test_everybody_holds_what_was_drafted(title: str) -> None:
    game, seats = openings(f"{title}-draft")
    bought = [
        (action.player, action.nation, action.choice["value"])
        for action in game.actions()
        if action.kind == "draft_bond" and "value" in action.choice
    ]
    named = [
        (player, *bond)
        for player, seat in zip(game.players, seats, strict=True)
        for bond in seat.bonds
    ]
    assert sorted(named) == sorted(bought)
    assert all(seat.card is None for seat in seats)


@pytest.mark.parametrize("title", GAMES)
def test_first_spaces_are_those_of_the_first_turns(title: str) -> None:
    """The first slot that a nation's marker was put on, by what is done there."""
    game, seats = openings(f"{title}-6-players")
    first: dict[str, str] = {}
    for action in game.actions():
        if action.kind == "choose_slot":
            first.setdefault(str(action.nation), action.choice["slot"].rstrip("_12"))
    told = {nation: spaces[0][0] for seat in seats for nation, spaces in seat.spaces.items()}
    assert told == {nation: first[nation] for nation in told}
    assert len(told) > 3


def test_nation_that_is_lost_before_its_first_turn_has_no_spaces() -> None:
    _, seats = openings("imperial2030-4-players")
    assert [seat.governs for seat in seats if "europe" in seat.governs] != []
    assert [seat.spaces for seat in seats if "europe" in seat.spaces] == []


def test_two_spaces_at_most_are_told_of_a_nation() -> None:
    _, seats = openings("imperial2030-6-players")
    assert {len(spaces) for seat in seats for spaces in seat.spaces.values()} <= {1, 2}


@pytest.mark.parametrize("title", GAMES)
def test_shares_add_up_and_one_wins(title: str) -> None:
    game, seats = openings(f"{title}-5-players")
    assert game.result is not None
    assert abs(sum(seat.share for seat in seats) - EXACT) <= len(seats)
    assert sum(seat.won for seat in seats) == WIN
    winner = game.players[[seat.won for seat in seats].index(WIN)]
    assert game.result["ranking"][0] == [winner]


def test_opening_holds_no_names_and_survives_json() -> None:
    game, seats = openings("imperial-draft")
    for seat in seats:
        assert SeatOpening.from_json(seat.to_json()) == seat
        assert not any(player in str(seat.to_json()) for player in game.players)


def test_only_the_opening_is_carried_out() -> None:
    """What follows may be anything: it is not looked at."""
    game = load(FOLDER / "imperial2030-4-players.rondel.json")
    assert game.result is not None
    ids = [action.id for action in game.actions()]
    begun = game.at(0)
    read_openings(begun, ids, game.result)
    assert len(begun) < len(ids)
    assert begun.state.round == 4
