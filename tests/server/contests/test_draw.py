"""Draws: everybody meets everybody as far as that goes, seats and cards go round."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rondel.server.contests.draw import History, draw
from rondel.server.contests.standings import Came, Table, place_points, standings

CARDS = ["russia", "china", "india", "brazil", "usa", "europe"]


def drawn_rounds(entrants: int, players: int, rounds: int) -> History:
    history, chance = History(), Random(7)
    for _ in range(rounds):
        tables = draw(list(range(entrants)), players, CARDS, history, chance)
        seated = [place.entrant for table in tables for place in table if place.entrant is not None]
        assert sorted(seated) == list(range(entrants))
        for table in tables:
            assert len(table) == players
            cards = [place.card for place in table]
            assert len(set(cards)) == players
            history.add(table)
    return history


def test_nobody_meets_another_twice_where_there_are_enough_others() -> None:
    history = drawn_rounds(64, 4, 4)
    assert max(history.met.values()) == 1


def test_in_a_league_everybody_meets_everybody() -> None:
    history = drawn_rounds(8, 4, 7)
    met = [history.met[pair] for pair in combinations(range(8), 2)]
    assert min(met) >= 1
    assert max(met) - min(met) <= 3


@pytest.mark.parametrize("players", [3, 4, 6])
def test_seats_and_cards_go_round(players: int) -> None:
    rounds = 6
    history = drawn_rounds(24, players, rounds)
    for entrant in range(24):
        seats = [history.seats[entrant, seat] for seat in range(players)]
        assert max(seats) - min(seats) <= 2
        cards = [history.cards[entrant, card] for card in CARDS]
        assert max(cards) <= 2


def test_tables_are_filled_up_with_bots_that_sit_apart() -> None:
    tables = draw(list(range(13)), 4, CARDS, History(), Random(1))
    assert len(tables) == 4
    fillers = [sum([place.entrant is None for place in table]) for table in tables]
    assert sorted(fillers) == [0, 1, 1, 1]


def test_points_places_and_what_decides_between_equals() -> None:
    came = [Came(1, 0.5), Came(2, 0.2), Came(2, 0.2), Came(4, 0.1)]
    table = Table(1, [1, 2, 3, 4], came)
    assert [place_points(table, one.place) for one in came] == [3, 1.5, 1.5, 0]
    second = Table(2, [1, 2, 3, 4], [Came(4, 0.1), Came(2, 0.3), Came(1, 0.4), Came(3, 0.2)])
    found = standings([1, 2, 3, 4, 5], [table, second], "places", 2)
    assert [one.number for one in found] == [3, 2, 1, 4, 5]
    assert [one.points for one in found] == [4.5, 3.5, 3, 1, 0]
    by_points = standings([1, 2, 3, 4], [table, second], "points", 2)
    # Equal shares of 0.6: one of the two has won a game, too, but not the other way round.
    assert [round(one.points) for one in by_points] == [60, 60, 50, 30]
    assert [one.number for one in by_points] == [1, 3, 2, 4]


def test_the_final_decides_before_all_else() -> None:
    first = Table(1, [1, 2, 3], [Came(1, 0.6), Came(2, 0.3), Came(3, 0.1)])
    final = Table(2, [2, 1], [Came(1, 0.6), Came(2, 0.4)])
    assert [one.number for one in standings([1, 2, 3], [first, final], "places", 1)] == [2, 1, 3]
