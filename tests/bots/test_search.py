"""The search of the strategist: its tree, its playouts and its helper processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from random import Random

import pytest

import rondel
from rondel.bots import Budget, StrategistBot
from rondel.bots.strategist.messages import Part, Position
from rondel.bots.strategist.playout import Clock
from rondel.bots.strategist.prospects import prospects_of, shares_of
from rondel.bots.strategist.search import FOREVER, Limits, Search
from rondel.bots.strategist.searcher import Searcher
from rondel.bots.strategist.tally import Tally
from rondel.bots.strategist.team import Team, borrow_team, give_back
from rondel.bots.strategist.tree import Node, best_first, priors_of
from rondel.records import Transcript
from tests.bots.strategists import explained, middle
from tests.positions import game_at


def searching(game: rondel.Game) -> Searcher:
    searcher = Searcher(game.rules, Clock(time.perf_counter))
    searcher.face(game, seed=1)
    return searcher


# What a player wants ------------------------------------------------------------------------------


def test_shares_are_parts_of_all_points() -> None:
    assert shares_of([30.0, 50.0, 20.0]) == pytest.approx([0.3, 0.5, 0.2])
    assert shares_of([0.0, -4.0]) == [0.5, 0.5]


def test_prospects_favour_the_first_far_more_than_the_shares() -> None:
    prospects = prospects_of([60.0, 50.0, 50.0, 40.0])
    assert sum(prospects) == pytest.approx(1)
    assert prospects[0] > 0.6
    assert prospects[1] == prospects[2] > prospects[3]
    assert prospects_of([0.0, 0.0]) == [0.5, 0.5]


# The tree -----------------------------------------------------------------------------------------


def test_branches_are_the_best_in_the_bankers_eyes() -> None:
    assert best_first([1.0, 5.0, 5.0, 7.0]) == [3, 1, 2, 0]
    node = Node(2)
    node.open(0, [10, 11, 12, 13], [1.0, 5.0, 5.0, 7.0], 3)
    assert node.ids == [13, 11, 12]
    assert node.priors == priors_of([7.0, 5.0, 5.0])
    assert sum(node.priors) == pytest.approx(1)


def test_a_node_keeps_its_children_when_it_is_opened_wider() -> None:
    node = Node(2)
    node.open(0, [10, 11, 12], [1.0, 2.0, 3.0], 2)
    child = node.branch(1)
    node.open(0, [10, 11, 12], [1.0, 4.0, 3.0], 3)
    assert node.ids == [11, 12, 10]
    assert node.after(11) is child
    assert node.after(13) is None


def test_everybody_goes_for_his_own_prospects() -> None:
    for actor in (0, 1):
        node = Node(2)
        node.open(actor, [10, 11], [0.0, 0.0], 2)
        for _ in range(50):
            for i, prospects in enumerate([[0.8, 0.2], [0.2, 0.8]]):
                node.branch(i).tally.count(prospects, prospects)
                node.tally.count(prospects, prospects)
        assert node.choose() == actor


def test_an_untried_branch_gets_its_turn() -> None:
    node = Node(2)
    node.open(0, [10, 11], [1.0, 0.0], 2)
    for _ in range(20):
        node.tally.count([0.5, 0.5], [0.5, 0.5])
        node.branch(0).tally.count([0.5, 0.5], [0.5, 0.5])
    assert node.choose() == 1


def test_doubt_shrinks_with_playouts() -> None:
    tally = Tally(1)
    assert tally.doubt(0) == 1.0
    for count in (10, 1000):
        while tally.visits < count:
            tally.count([float(tally.visits % 2)], [1.0])
        assert tally.mean(0) == 0.5
        assert tally.doubt(0) == pytest.approx(0.5 / (count - 1) ** 0.5)


# Keeping the tree ---------------------------------------------------------------------------------


def test_tree_is_kept_when_the_game_goes_on_in_it() -> None:
    game = middle(kind="army_order")
    searcher = searching(game)
    id = searcher.root.ids[0]
    searcher.sample([id], 0, 1, 6)
    child = searcher.root.after(id)
    game.play(id)
    searcher.face(game, seed=2)
    assert searcher.root is child
    assert searcher.root.tally.visits == 6
    assert sorted(searcher.root.ids) == game.legal_ids()
    searcher.sample(searcher.root.ids, 0, 1, 1)
    assert searcher.root.tally.visits == 6 + len(game.legal_ids())


def test_tree_is_dropped_when_the_game_goes_on_elsewhere() -> None:
    game = middle(kind="army_order")
    searcher = searching(game)
    searcher.sample(searcher.root.ids[:2], 0, 1, 4)
    searcher.face(middle(kind="army_order", seed=8), seed=2)
    assert searcher.root.tally.visits == 0


def test_tree_is_dropped_when_the_game_is_taken_back() -> None:
    game = middle()
    searcher = searching(game)
    searcher.sample(searcher.root.ids[:2], 0, 1, 4)
    searcher.face(game.at(len(game) - 3), seed=2)
    assert searcher.root.tally.visits == 0


def test_tree_is_dropped_when_another_factory_was_built_instead() -> None:
    """Taken back and gone on otherwise: as long a record, the same money, another board."""
    games = []
    for province in ("murmansk", "novosibirsk"):
        game = game_at("russia", treasuries={"russia": 9})
        game.apply({"choice": {"slot": "factory"}})
        game.apply({"choice": {"province": province}})
        games.append(game)
    searcher = searching(games[0])
    assert searcher.is_at(games[0].copy())
    assert not searcher.is_at(games[1])


# Budgets ------------------------------------------------------------------------------------------


def ranked(game: rondel.Game, nodes: int, jobs: int = 1) -> tuple[int, list[int]]:
    """Playouts made in this process, and the candidates."""
    searcher = searching(game)
    limits = Limits(nodes, FOREVER, jobs)
    found = Search(searcher, Team(), limits).rank()
    return searcher.root.tally.visits, [candidate.id for candidate in found]


@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 16, 31, 100])
def test_nodes_are_never_exceeded(nodes: int) -> None:
    made, candidates = ranked(middle(), nodes)
    assert made <= nodes
    assert len(candidates) == len(set(candidates)) >= 1


def test_parts_nobody_takes_are_played_out_here() -> None:
    assert ranked(middle(), 16, jobs=2)[0] == 16


# Helpers ------------------------------------------------------------------------------------------


def test_helpers_share_the_work_and_find_the_same_each_time() -> None:
    budget = Budget(nodes=24, jobs=2)
    once = explained(middle(), StrategistBot(Random(5), budget))
    assert explained(middle(), StrategistBot(Random(5), budget)) == once
    assert explained(middle(), StrategistBot(Random(5), Budget(nodes=24))) != once


def test_helpers_follow_a_game_with_secret_cash() -> None:
    game = middle(kind="army_order", secret_cash=True)
    bot = StrategistBot(Random(5), Budget(nodes=8, jobs=2))
    for _ in range(3):
        choice = explained(game, bot)[0]
        game.apply(choice.action)


@pytest.mark.long
def test_a_helper_that_died_is_replaced() -> None:
    team = borrow_team(1, wait=True)
    team.helpers[0].process.kill()
    team.helpers[0].process.wait()
    give_back(team)
    budget = Budget(nodes=16, jobs=2)
    once = explained(middle(), StrategistBot(Random(5), budget))
    assert explained(middle(), StrategistBot(Random(5), budget)) == once
    assert all(helper.is_alive() for helper in team.helpers)


def test_a_search_whose_time_is_up_has_an_answer_all_the_same() -> None:
    searcher = searching(middle())
    found = Search(searcher, Team(), Limits(nodes=16, end=0.0, jobs=1)).rank()
    assert [candidate.id for candidate in found] == searcher.root.ids[:1]


def test_a_busy_team_is_not_waited_for() -> None:
    team = borrow_team(1, wait=True)
    other = borrow_team(1, wait=False)
    assert other is not team
    assert other.helpers == []
    give_back(other)
    give_back(team)
    again = borrow_team(1, wait=False)
    assert again is team
    give_back(again)


@pytest.mark.long
def test_a_late_answer_is_dropped() -> None:
    game = middle()
    team = Team()
    team.gather(1)
    team.face(Position(0, game.players[0], 1, Transcript.of(game)))
    part = Part(game.legal_ids()[:1], 0, 1, 3, FOREVER)
    try:
        assert team.give([part], wait=True) == []
        assert team.collect(0.0) == []
        assert team.give([part], wait=True) == []
        [[tally]] = team.collect(FOREVER)
        assert tally.visits == 3
    finally:
        team.close()


THINK = """
from random import Random
from rondel.bots import Budget, StrategistBot
from tests.bots.strategists import explained, middle
print(explained(middle(), StrategistBot(Random(5), Budget(nodes=24))))
"""


def test_plain_and_compiled_think_the_same() -> None:
    plain, chosen = (
        subprocess.run(
            [sys.executable, "-c", THINK],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RONDEL_PURE": pure},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for pure in ("1", "")
    )
    assert plain == chosen != b""
