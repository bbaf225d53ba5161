"""Tables of a worker play on to where the network has a choice, and tell how games ended."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rondel.engine import Encoder, Game, Head
from tests.positions import GAMES
from training.mixture import BANKER, CURRENT, PAST, League, Setting, settings
from training.results import Results
from training.tables import ACTOR, ENDED, LINEUP, PLAYERS, PURE, SEATS, WHO, Arrays, Tables
from training.workers import Memory, Plan


def made(game: str, each: list[Setting], league: League, seed: int = 1) -> tuple[Tables, Arrays]:
    rules = Game.new(game, ["a", "b"], seed=1).rules
    plan = Plan(game, Encoder(rules).size, 1, len(each), seed, league)
    arrays = Memory(plan).of(0, 0)
    return Tables(game, each, league, arrays, seed), arrays


@pytest.mark.parametrize("game", GAMES)
def test_only_the_network_is_asked_and_only_where_it_has_a_choice(game: str) -> None:
    chance = random.Random(4)
    each = settings(8, chance)
    tables, arrays = made(game, each, League(past=0.3, alone=0.3, guests=0.3))
    size = Head(Game.new(game, ["a", "b"], seed=1).rules.table).size
    for _ in range(60):
        assert (arrays.counts > 1).all()
        assert arrays.about[:, PLAYERS].tolist() == [setting.players for setting in each]
        assert set(arrays.about[:, WHO].tolist()) <= {CURRENT, PAST}
        assert (arrays.about[:, ACTOR] < arrays.about[:, PLAYERS]).all()
        entries = arrays.packed[: arrays.counts.sum()] // size
        assert ((entries >= 0) & (entries < size)).all()
        arrays.choices[:] = [chance.randrange(count) for count in arrays.counts]
        tables.step()


def test_results_tell_who_sat_where() -> None:
    each = [Setting(3)] * 4
    tables, arrays = made("imperial", each, League(past=0, alone=1, guests=0))
    results, chance = Results(), random.Random(1)
    while results.games < 3:
        arrays.choices[:] = [chance.randrange(count) for count in arrays.counts]
        tables.step()
        for row in np.flatnonzero(arrays.about[:, ENDED]):
            lineup = arrays.about[row, LINEUP : LINEUP + 3].tolist()
            assert sorted(lineup) == [CURRENT, BANKER, BANKER]
            assert arrays.results[row, :3].sum() == pytest.approx(1)
            assert arrays.results[row, SEATS : SEATS + 3].sum() == pytest.approx(1, abs=1e-5)
        results.add(arrays)
    assert results.alone[3, 0] == results.games
    assert 0 <= results.told()["banker3"] <= 1


def test_a_game_is_pure_where_the_network_as_it_is_has_all_seats() -> None:
    for league, pure in ((League(0, 0, 0), 1), (League(0, 1, 0), 0)):
        _, arrays = made("imperial", [Setting(4)] * 3, league)
        assert arrays.about[:, PURE].tolist() == [pure] * 3


def test_the_network_has_a_seat_in_every_lineup() -> None:
    chance = random.Random(1)
    for league in (League(1, 0, 0), League(0, 1, 0), League(0, 0, 1), League(0, 0, 0)):
        for players in range(2, 7):
            lineup = league.lineup(players, chance)
            assert len(lineup) == players
            assert CURRENT in lineup


def test_an_exploiter_has_one_seat_and_learns_values_from_it_alone() -> None:
    each = [Setting(4)] * 6
    tables, arrays = made("imperial2030", each, League(exploiting=True))
    chance, seen = random.Random(2), set[int]()
    for _ in range(40):
        own = arrays.about[:, WHO] == CURRENT
        assert (arrays.about[:, PURE] == own).all()
        seen |= set(arrays.about[:, WHO].tolist())
        arrays.choices[:] = [chance.randrange(count) for count in arrays.counts]
        tables.step()
    assert seen == {CURRENT, PAST}
