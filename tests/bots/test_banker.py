"""The banker judges every decision soundly: what a player with common sense would do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from rondel.bots import BankerBot, Budget, make_bot
from rondel.engine import CHOICES
from tests.positions import GAMES, do, game_at, kind, maneuvering, moving_armies


def banker() -> BankerBot:
    return BankerBot(Random(1), Budget())


def answer(game: rondel.Game) -> Any:
    """What the banker chooses in the pending decision."""
    assert game.decision is not None
    view = game.view(game.decision.player)
    return banker().decide(view, view.legal_actions()).choice


def test_taxes_to_win_the_game() -> None:
    game = game_at("russia", power={"russia": 24}, rondel={"russia": "maneuver_2"},
                   flags={"russia": ["iran", "turkey"]}, cash={"A": 5})  # fmt: skip
    assert answer(game) == {"slot": "taxation"}


def test_does_not_end_a_young_game_it_would_lose() -> None:
    game = game_at("russia", power={"russia": 24}, rondel={"russia": "maneuver_2"},
                   flags={"russia": ["iran", "turkey"]}, cash={"B": 60})  # fmt: skip
    assert answer(game) != {"slot": "taxation"}


def test_ends_a_hopeless_game_at_last() -> None:
    game = game_at("russia", power={"russia": 24}, rondel={"russia": "maneuver_2"}, round=40,
                   flags={"russia": ["iran", "turkey"]}, cash={"B": 60})  # fmt: skip
    assert answer(game) == {"slot": "taxation"}


def test_stops_on_investor_when_the_treasury_is_full_and_the_bonds_are_its_own() -> None:
    game = game_at("russia", treasuries={"russia": 40}, rondel={"russia": "production_1"},
                   bonds={"russia": {"A": [12, 9]}}, investor_card="A")  # fmt: skip
    assert answer(game) == {"slot": "investor"}


def test_does_not_pay_rivals_out_of_its_own_pocket() -> None:
    game = game_at("russia", treasuries={"russia": 0}, rondel={"russia": "production_1"},
                   bonds={"russia": {"A": [12], "B": [9]}}, cash={"A": 10})  # fmt: skip
    assert answer(game) != {"slot": "investor"}


def test_builds_a_factory_when_there_is_time_to_use_it() -> None:
    game = game_at("russia", treasuries={"russia": 9})
    do(game, slot="factory")
    assert "province" in answer(game)


def test_builds_no_factory_at_the_end_of_the_game() -> None:
    game = game_at("russia", treasuries={"russia": 5}, power={"usa": 24, "russia": 0},
                   flags={"usa": ["mexico", "caribbean_sea"]}, rondel={"usa": "maneuver_2"},
                   bonds={"russia": {"A": [2], "B": [4], "C": [6]}},
                   governments={"russia": "C"})  # fmt: skip
    do(game, slot="factory")
    assert answer(game) == {"decline": True}


def test_gives_what_a_factory_lacks() -> None:
    game = game_at("russia", treasuries={"russia": 4}, cash={"A": 6})
    do(game, slot="factory")
    assert answer(game) == {"nation": "russia", "amount": 1}


def test_produces_everywhere() -> None:
    game = game_at("china")
    do(game, slot="production_1")
    assert answer(game) == {"all": True}


def test_fleet_leaves_port_for_a_flag() -> None:
    game = maneuvering("china", units={"china": {"shanghai": {"fleets": 1}}})
    assert answer(game) == {"order": "move", "from": "shanghai", "to": "china_sea"}


def test_army_takes_a_region_without_flag_before_one_that_has_its_own() -> None:
    game = moving_armies("russia", units={"russia": {"moscow": {"armies": 1}}},
                         flags={"russia": ["turkey", "ukraine", "kazakhstan", "iran"]})  # fmt: skip
    choice = answer(game)
    assert choice["order"] == "move"
    assert choice["to"] not in ("turkey", "ukraine", "kazakhstan", "iran")


def test_defender_fights_a_hostile_army_off_its_factory() -> None:
    game = moving_armies("russia", factories={"china": ["urumqi", "beijing"]},
                         units={"russia": {"kazakhstan": {"armies": 1}},
                                "china": {"urumqi": {"armies": 1}}})  # fmt: skip
    do(game, order="move", from_="kazakhstan", to="urumqi")
    do(game, choice="hostile")
    assert kind(game) == "battle_demand"
    assert answer(game) == {"demand": True, "with": {"unit": "army"}}


def test_army_frees_its_own_factory() -> None:
    game = moving_armies("china", factories={"china": ["urumqi", "beijing"]},
                         units={"russia": {"urumqi": {"hostile_armies": 1}},
                                "china": {"beijing": {"armies": 1}}})  # fmt: skip
    assert answer(game) == {"order": "move", "from": "beijing", "to": "urumqi"}


def test_army_enters_hostile_where_it_hurts_a_rival_and_not_where_it_hurts_itself() -> None:
    position: dict[str, Any] = {
        "factories": {"china": ["urumqi", "beijing"]},
        "units": {"russia": {"kazakhstan": {"armies": 1}}},
    }
    rival = moving_armies("russia", bonds={"china": {"B": [12]}}, **position)
    do(rival, order="move", from_="kazakhstan", to="urumqi")
    assert answer(rival) == {"choice": "hostile"}
    own = moving_armies("russia", bonds={"china": {"A": [12]}}, **position)
    do(own, order="move", from_="kazakhstan", to="urumqi")
    assert answer(own) == {"choice": "friendly"}


def test_canal_is_closed_to_a_rival_and_open_to_an_own_investment() -> None:
    position: dict[str, Any] = {
        "units": {"europe": {"mediterranean_sea": {"fleets": 1}}},
        "flags": {"india": ["north_africa"]},
    }
    closed = maneuvering("europe", bonds={"europe": {"B": [9]}, "india": {"C": [9]}}, **position)
    do(closed, order="move", from_="mediterranean_sea", to="indian_ocean", canal="suez")
    assert answer(closed) == {"allow": False}
    bonds = {"europe": {"B": [9], "C": [6]}, "india": {"C": [9]}}
    open_ = maneuvering("europe", bonds=bonds, **position)
    do(open_, order="move", from_="mediterranean_sea", to="indian_ocean", canal="suez")
    assert answer(open_) == {"allow": True}


def test_swiss_bank_forces_the_interest_on_its_own_bonds() -> None:
    bonds = {"russia": {"A": [9], "D": [6]}}
    governments = {"brazil": "A", "usa": "B", "europe": "C"}
    game = game_at("russia", bonds=bonds, governments=governments, treasuries={"russia": 20},
                   rondel={"russia": "maneuver_1"})  # fmt: skip
    do(game, slot="import")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("swiss_force", "D")
    assert answer(game) == {"force": True}


def test_money_is_invested_while_the_game_is_young() -> None:
    game = game_at("russia", cash={"A": 12}, investor_card="A", treasuries={"russia": 9},
                   rondel={"russia": "production_1"})  # fmt: skip
    do(game, slot="investor")
    assert answer(game)["choice"] in ("buy", "upgrade")


def test_bond_of_a_nation_far_behind_is_not_bought_at_the_end() -> None:
    game = game_at("russia", cash={"A": 30}, investor_card="A", treasuries={"russia": 9},
                   rondel={"russia": "maneuver_1", "usa": "maneuver_2"}, power={"usa": 24},
                   flags={"usa": ["mexico", "caribbean_sea"]},
                   bonds={"usa": {"B": [2, 4, 6, 9, 12, 16, 20, 25, 30]}})  # fmt: skip
    do(game, slot="investor")
    assert answer(game) == {"choice": "pass"}


@pytest.mark.parametrize("game", GAMES)
def test_explanation_ranks_choices_with_shares_of_all_players(game: str) -> None:
    table = rondel.Game.new(game, players=["a", "b", "c"], seed=1)
    assert table.decision is not None
    view = table.view(table.decision.player)
    ranked = banker().explain(view, view.legal_actions())
    assert ranked[0].action == banker().decide(view, view.legal_actions())
    assert len({choice.action for choice in ranked}) == len(ranked) == 8
    for choice in ranked:
        assert list(choice.shares) == table.players
        assert sum(choice.shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", range(4))
def test_wins_against_random_players(game: str, seat: int) -> None:
    table = rondel.Game.new(game, players=["a", "b", "c", "d"], seed=seat)
    bots = {p: make_bot("random", p) for p in table.players} | {table.players[seat]: banker()}
    while table.decision is not None:
        view = table.view(table.decision.player)
        table.play(bots[view.viewer].decide(view, view.legal_actions()).id)
    assert table.result is not None
    assert table.result["ranking"][0] == [table.players[seat]]


@pytest.mark.parametrize("seed", range(20))
def test_games_with_any_options_come_to_an_end(seed: int) -> None:
    """Legal choices only, 2 to 6 players, and nobody puts off the end for ever."""
    chance = Random(seed)
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    players = ["a", "b", "c", "d", "e", "f"][: 2 + seed % 5]
    table = rondel.Game.new(GAMES[seed % 2], players=players, options=options, seed=seed)
    bots = {player: make_bot("banker", player) for player in players}
    turns = 0
    while table.decision is not None:
        turns += table.decision.kind == "choose_slot"
        view = table.view(table.decision.player)
        table.apply(bots[view.viewer].decide(view, view.legal_actions()))
    assert turns < 250
