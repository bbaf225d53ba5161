"""Who sits where: fair to every bot and every seat, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rondel.arena import Plan, PlanError, Setting, duel, ladder, round_robin

SETTING = Setting("imperial2030", "7")


def seatings(plan: Plan) -> Counter[tuple[str, int]]:
    """How often each bot has each seat."""
    return Counter([(bot, seat) for f in plan.fixtures() for seat, bot in enumerate(f.bots)])


def appearances(plan: Plan) -> Counter[str]:
    """Line-ups times seats of each bot."""
    return Counter([bot for line_up in plan.line_ups for bot in line_up])


def test_block_of_a_duel_has_the_hero_once_in_every_seat() -> None:
    plan = duel(SETTING, "a", ["b", "b", "c"], 3)
    assert plan.bots == ("a", "b", "c")
    assert len(plan.fixtures()) == 12
    assert [seatings(plan)["a", seat] for seat in range(4)] == [3] * 4
    assert [seatings(plan)["b", seat] for seat in range(4)] == [6] * 4


def test_games_of_a_block_are_rotations_of_its_line_up() -> None:
    fixtures = duel(SETTING, "a", ["b", "c"], 1).fixtures()
    first = fixtures[0].bots
    assert [f.bots for f in fixtures] == [first, first[-1:] + first[:2], first[1:] + first[:1]]
    assert [(f.block, f.rotation) for f in fixtures] == [(1, 0), (1, 1), (1, 2)]


def test_others_in_a_duel_sit_in_all_orders() -> None:
    plan = duel(SETTING, "a", ["b", "c"], 20)
    after = {line_up[(line_up.index("a") + 1) % 3] for line_up in plan.line_ups}
    assert after == {"b", "c"}


def test_hero_is_told_apart_from_others_of_the_same_name() -> None:
    plan = duel(SETTING, "a", ["a"], 1)
    assert plan.bots == ("a", "a#2")
    assert sorted(plan.line_ups[0]) == ["a", "a#2"]


@pytest.mark.parametrize("bots", ["ab", "abc", "abcd", "abcde", "abcdefgh"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_bots_of_a_round_robin_play_equally_often(bots: str, players: int) -> None:
    plan = round_robin(SETTING, list(bots), players, 7)
    seats = appearances(plan)
    assert set(seats) <= set(bots)
    assert max(seats.values()) - min([seats[bot] for bot in bots]) <= 1
    for line_up in plan.line_ups:
        most = -(-players // len(bots))
        assert max(Counter(line_up).values()) <= most


def test_ladder_sets_neighbours_against_each_other() -> None:
    plan = ladder(SETTING, ["a", "b", "c"], 4, 5)
    assert len(plan.line_ups) == 10
    pairs = Counter(["".join(sorted(line_up)) for line_up in plan.line_ups])
    assert pairs == {"aabb": 5, "bbcc": 5}


def test_neighbours_take_turns_at_an_odd_seat() -> None:
    plan = ladder(SETTING, ["a", "b"], 3, 4)
    pairs = Counter(["".join(sorted(line_up)) for line_up in plan.line_ups])
    assert pairs == {"aab": 2, "abb": 2}


def test_a_seating_is_played_once_in_a_block() -> None:
    for line_up, block in [(("a", "b", "a", "b"), 2), (("a", "a", "b", "b"), 4)]:
        plan = Plan(SETTING, "ladder", ("a", "b"), (line_up,))
        assert len(plan.fixtures()) == block
        assert len({seatings(plan)["a", seat] for seat in range(4)}) == 1


@pytest.mark.parametrize(("bots", "problem"), [(["a"], "at least two"), (["a", "a"], "twice")])
def test_comparison_needs_different_bots(bots: Sequence[str], problem: str) -> None:
    with pytest.raises(PlanError, match=problem):
        round_robin(SETTING, bots, 4, 1)
    with pytest.raises(PlanError, match=problem):
        ladder(SETTING, bots, 4, 1)


def test_more_blocks_begin_with_the_same_ones() -> None:
    for blocks in (2, 9):
        assert duel(SETTING, "a", ["b", "c"], 9).line_ups[:blocks] == (
            duel(SETTING, "a", ["b", "c"], blocks).line_ups
        )
        few, many = [round_robin(SETTING, "abcde", 3, n).line_ups for n in (blocks, 9)]
        assert many[:blocks] == few
        few, many = [ladder(SETTING, "abc", 3, n).line_ups for n in (blocks, 9)]
        assert many[: 2 * blocks] == few


def test_another_seed_seats_them_otherwise() -> None:
    other = Setting("imperial2030", "8")
    assert round_robin(SETTING, "abcd", 4, 5).line_ups != round_robin(other, "abcd", 4, 5).line_ups
