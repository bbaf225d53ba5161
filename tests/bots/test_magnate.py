"""The magnate: legal, the same for the same seed, in time, without secrets, and explained."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import rondel
from rondel.bots import Budget, MagnateBot, NoNetwork, bot_names, make_bot
from rondel.bots.magnate import loading
from rondel.bots.magnate.tree import Node
from rondel.engine import CHOICES, TITLES
from tests.bots.strategists import FEW, Watch, bankers, decided, explained, middle, play
from tests.positions import GAMES, game_at
from tests.samples import daily, some

# Legal, always ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", daily(range(2, 7), of=3))
@pytest.mark.parametrize("game", GAMES)
def test_plays_legal_games_with_any_options(game: str, players: int) -> None:
    chance = Random(f"{game}/{players}")
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    names = [f"p{seat}" for seat in range(players)]
    table = rondel.Game.new(game, names, options, seed=players)
    bots = bankers(table) | {"p0": MagnateBot(chance, Budget(nodes=3))}
    assert play(table, bots).result is not None


def test_may_give_what_a_factory_lacks() -> None:
    """A gift is no legal action, but may be answered where it opens a choice (R-DON-4)."""
    game = game_at("russia", treasuries={"russia": 1}, cash={"A": 30}, power={"russia": 2})
    game.apply({"choice": {"slot": "factory"}})
    choices = explained(game, MagnateBot(Random(1), FEW))
    assert {choice.action.kind for choice in choices} == {"donate", "build_factory"}
    for choice in choices:
        game.copy().apply(choice.action)


@pytest.mark.parametrize("nodes", [1, 60])
@pytest.mark.parametrize("game", GAMES)
def test_ends_a_game_that_stands_still(game: str, nodes: int) -> None:
    """Where whoever can end the game would lose by it, nobody would, for ever."""
    chosen = {}
    for round in (50, 51):
        board = TITLES[game].board
        nation, other = board.nation_ids[:2]
        position = game_at(
            nation,
            game=game,
            round=round,
            power={nation: 24},
            cash={"B": 60},
            bonds={nation: {"A": [2]}, other: {"B": [25, 20]}},
            factories={nation: board.ids(board.home[0])},
        )
        bot = MagnateBot(Random(1), Budget(nodes=nodes))
        chosen[round] = decided(position, bot).choice["slot"]
        assert explained(position, bot)[0].action.choice["slot"] == chosen[round]
    assert chosen[50] != "taxation"
    assert chosen[51] == "taxation"


# The tree -----------------------------------------------------------------------------------------


def test_others_are_expected_to_play_as_often_as_it_is_likely() -> None:
    node = Node(3)
    node.open(1, [7, 5, 9], [0.2, 0.5, 0.3])
    for _ in range(100):
        child = node.branch(node.expect())
        child.visits += 1
        node.visits += 1
    assert [(child.visits if child else 0) for child in node.children] == [50, 30, 20]
    assert node.ids == [5, 9, 7]


# The same for the same seed -----------------------------------------------------------------------


def test_same_seed_and_nodes_think_the_same() -> None:
    once = explained(middle(), MagnateBot(Random(5), FEW))
    assert explained(middle(), MagnateBot(Random(5), FEW)) == once


def test_asking_why_does_not_change_what_it_plays() -> None:
    asked, silent = MagnateBot(Random(5), FEW), MagnateBot(Random(5), FEW)
    game = middle(kind="army_order")
    for _ in range(3):
        explained(game, asked)
        choice = decided(game, silent)
        assert decided(game, asked) == choice
        game.apply(choice)


def test_goes_on_from_what_it_found() -> None:
    """A tree is kept over the decisions of a game, and thrown away for another game."""
    game, bot = middle(kind="army_order"), MagnateBot(Random(5), Budget(nodes=64))
    choice = decided(game, bot)
    game.apply(choice)
    kept, fresh = decided(game, bot), decided(game, MagnateBot(Random(5), Budget(nodes=64)))
    assert {kept, fresh} <= set(game.legal_actions())
    other = middle(seed=8)
    assert decided(other, bot) == decided(other, MagnateBot(Random(5), Budget(nodes=64)))


# In time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tick", some([0.01, 0.001, 0.03]))
@pytest.mark.parametrize("kind", some(["choose_slot", "army_order", "invest"]))
def test_stops_when_its_time_is_up(kind: str, tick: float) -> None:
    watch = Watch(tick)
    bot = MagnateBot(Random(1), Budget(seconds=1), watch)
    assert decided(middle(kind=kind), bot) in middle(kind=kind).legal_actions()
    assert watch.time - 100 < 1.2


@pytest.mark.parametrize("budget", [Budget(nodes=1), Budget(seconds=0.001)])
def test_plays_by_its_policy_where_there_is_no_time_to_search(budget: Budget) -> None:
    game = middle()
    bare = MagnateBot(Random(1), Budget(nodes=1))
    assert decided(game, MagnateBot(Random(1), budget, Watch(0.1))) == decided(game, bare)


# Without secrets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_secret_cash_of_others_does_not_matter(game: str) -> None:
    nation = "russia" if game == "imperial2030" else "austria_hungary"
    seen = [
        game_at(
            nation,
            game=game,
            options={"secret_cash": True},
            treasuries={nation: 8},
            cash={"A": 9, "B": hidden, "C": 20 - hidden},
        )
        for hidden in (0, 17)
    ]
    assert seen[0].snapshot() != seen[1].snapshot()
    budget = Budget(nodes=48)
    poor, rich = (explained(one, MagnateBot(Random(3), budget)) for one in seen)
    assert [choice.shares for choice in poor] == [choice.shares for choice in rich]
    assert [choice.action.id for choice in poor] == [choice.action.id for choice in rich]


# Explained ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 40])
@pytest.mark.parametrize("kind", some(["army_order", "choose_slot", "invest", "fleet_order"]))
def test_explains_every_choice_the_one_it_takes_first(kind: str, nodes: int) -> None:
    game = middle(kind=kind)
    choices = explained(game, MagnateBot(Random(2), Budget(nodes=nodes)))
    assert choices[0].action == decided(game, MagnateBot(Random(2), Budget(nodes=nodes)))
    assert sorted(choice.action.id for choice in choices) == game.legal_ids()
    for choice in choices:
        assert list(choice.shares) == game.players
        assert sum(choice.shares.values()) == pytest.approx(1)
    assert sum(choice.likelihood or 0.0 for choice in choices) == pytest.approx(1)


def test_sees_that_a_taxation_wins() -> None:
    """One point short of the end, with most of its bonds: nothing else is better."""
    game = game_at(
        "russia",
        bonds={"russia": {"A": [30, 25], "B": [2]}},
        flags={"russia": ["iran", "turkey", "kazakhstan", "ukraine", "mongolia", "afghanistan"]},
        power={"russia": 24},
        rondel={"russia": "maneuver_2"},
        treasuries={"russia": 10},
    )
    choices = explained(game, MagnateBot(Random(1), Budget(nodes=200)))
    assert choices[0].action.choice == {"slot": "taxation"}
    assert choices[0].shares["A"] > 0.5


# Without the network ------------------------------------------------------------------------------


def test_says_which_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "NEEDED", ("numpy", "no_such_package"))
    with pytest.raises(NoNetwork, match=r"pip install 'rondel\[network\]'"):
        make_bot("magnate", 1)
    assert "magnate" not in bot_names()


def weights_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with copies of the weights, which are read anew."""
    for game in GAMES:
        (folder / f"{game}.npz").write_bytes((loading.WEIGHTS / f"{game}.npz").read_bytes())
    monkeypatch.setattr(loading, "WEIGHTS", folder)
    monkeypatch.setattr(loading, "_NETWORKS", {})
    return folder


def test_says_that_weights_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (weights_in(tmp_path, monkeypatch) / "imperial.npz").unlink()
    with pytest.raises(NoNetwork, match=r"missing: imperial\.npz"):
        make_bot("magnate", 1)


@pytest.mark.parametrize(
    "damage", some(["a layer less", "cut", "text", "other game", "other encoding"])
)
def test_says_that_weights_are_damaged(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = weights_in(tmp_path, monkeypatch) / "imperial2030.npz"
    whole, found = path.read_bytes(), dict(np.load(path))
    match damage:
        case "cut":
            path.write_bytes(whole[: len(whole) // 2])
        case "text":
            path.write_text("no weights")
        case "other game":
            path.write_bytes((tmp_path / "imperial.npz").read_bytes())
        case "other encoding":
            np.savez(path, **(found | {"encoding": np.array(99)}))
        case _:
            del found["win.rows"]
            np.savez(path, **found)
    with pytest.raises(NoNetwork, match=r"the weights in imperial2030\.npz"):
        decided(middle(), MagnateBot(Random(1), FEW))


ONE_CORE = """
from rondel.bots.magnate.loading import undisturbed
with undisturbed():
    import numpy, threadpoolctl
    found = threadpoolctl.threadpool_info()
assert found and all(one["num_threads"] == 1 for one in found if one["user_api"] == "blas")
"""


@pytest.mark.long
def test_computes_on_one_core_before_anybody_has_loaded_numpy() -> None:
    """As a process does that begins with nothing, where NumPy computes."""
    plain = os.environ | {"RONDEL_PURE": "1"}
    subprocess.run([sys.executable, "-c", ONE_CORE], check=True, env=plain)
