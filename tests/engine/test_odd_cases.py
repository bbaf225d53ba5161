"""The odd cases, one test or more for each (Rules: 6.2)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import title_of
from tests.positions import (
    GAMES,
    asked,
    cash,
    choices,
    do,
    game_at,
    kind,
    nations,
    refuses,
    targets,
    told,
    treasury,
    units,
)

both = pytest.mark.parametrize("game", GAMES)

SEAS = {
    "imperial2030": ("sea_of_japan", "north_pacific"),
    "imperial": ("ionian_sea", "eastern_mediterranean_sea"),
}
"""Two seas next to each other, in each game."""


def homes(game: str, number: int) -> list[str]:
    """The home provinces of a nation, sorted."""
    board = title_of(game).board
    return board.ids(board.home[number])


# Money --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("slot", ["factory", "import"])
def test_factory_and_import_do_nothing_with_an_empty_treasury(game: str, slot: str) -> None:
    """R-ODD-1: without treasury and cash nobody is asked, and nothing changes but the marker."""
    nation = nations(game)[1]
    position = game_at(nation, game=game)
    before = position.snapshot()
    do(position, slot=slot)
    after = position.snapshot()
    assert asked(position) == ("choose_slot", "C")
    for key in ("units", "factories", "treasuries", "cash"):
        assert after[key] == before[key]
    assert after["rondel"][nation] == slot


@both
def test_production_and_maneuver_work_with_an_empty_treasury(game: str) -> None:
    """R-ODD-1: units are produced and moved without money."""
    nation, (start, end) = nations(game)[0], SEAS[game]
    produces = game_at(nation, game=game)
    events = do(produces, slot="production_1") + do(produces, all=True)
    assert len(told(events, "unit_produced")) == 2
    moves = game_at(nation, game=game, units={nation: {start: {"fleets": 1}}})
    do(moves, slot="maneuver_1")
    do(moves, order="move", from_=start, to=end)
    assert units(moves, nation) == {end: {"fleets": 1}}


def test_taxation_of_an_empty_treasury_is_cut() -> None:
    """R-ODD-1: revenue 6 and 7 units: pay 6, no bonus, 1 point (classic: see R-TAX-22)."""
    held = {"china": {"shanghai": {"armies": 7}}}
    sites = {"china": ["beijing", "shanghai", "urumqi"]}
    position = game_at("china", units=held, factories=sites)
    events = do(position, slot="taxation")
    assert told(events, "soldiers_paid")[0]["amount"] == 6
    assert not told(events, "bonus_paid")
    assert (treasury(position, "china"), cash(position)["B"]) == (0, 0)
    assert position.snapshot()["power"]["china"] == 1


@both
def test_investor_with_an_empty_treasury_is_paid_by_the_government(game: str) -> None:
    """R-ODD-1, R-INT-3: B covers the 2M that C is owed, and gets nothing himself."""
    nation = nations(game)[1]
    bonds = {nation: {"B": [9], "C": [4]}}
    position = game_at(nation, game=game, bonds=bonds, cash={"B": 3}, investor_card="D")
    events = do(position, slot="investor")
    assert told(events, "interest_covered") == [{"nation": nation, "player": "B", "amount": 2}]
    assert (cash(position)["B"], cash(position)["C"]) == (1, 2)


@both
def test_player_without_cash_takes_free_moves(game: str) -> None:
    """R-ODD-2: three free slots, and no other."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, rondel={nation: "import"})
    assert asked(position) == ("choose_slot", "B")
    assert [c["slot"] for c in choices(position)] == ["production_2", "maneuver_2", "taxation"]
    refuses(position, "rondel/cash_too_low", "R-RON-5", slot="factory")


@both
def test_player_without_cash_answers_and_is_paid(game: str) -> None:
    """R-ODD-2: B, with nothing, is asked for battle, gets interest and gets his bonus."""
    first, nation = nations(game)[:2]
    start, end = SEAS[game]
    fleets = {first: {start: {"fleets": 1}}, nation: {end: {"fleets": 1}}}
    battle = game_at(first, game=game, units=fleets)
    do(battle, slot="maneuver_1")
    do(battle, order="move", from_=start, to=end)
    do(battle, choice="stay")
    assert asked(battle) == ("battle_demand", "B")
    interest = game_at(nation, game=game, treasuries={nation: 4})
    do(interest, slot="investor")
    assert cash(interest)["B"] == 4
    bonus = game_at(nation, game=game, flags={nation: [start, end]})
    do(bonus, slot="taxation")
    assert cash(bonus)["B"] == 1


@both
def test_nobody_takes_a_bond_he_cannot_pay(game: str) -> None:
    """R-ODD-14: neither an investor, government or not, nor a player in the draft."""
    nation = nations(game)[0]
    position = game_at(nations(game)[1], game=game, cash={"A": 9})
    do(position, slot="investor")
    short = ("invest/cash_too_low", "R-BND-3")
    refuses(position, *short, choice="buy", nation=nation, value=12)
    refuses(position, *short, choice="upgrade", nation=nation, from_=9, to=25)
    players = ["A", "B", "C", "D"]
    start = {"start_player": "A"}
    draft = rondel.Game.new(game, players, {"setup": "draft"}, start=start)
    refuses(draft, "draft/cash_too_low", "R-DRF-4", value=25)


# Governments --------------------------------------------------------------------------------


def _overtaking(game: str, number: int) -> rondel.Game:
    """In the turn of the second nation (of B) A buys himself the government of another one."""
    nation = nations(game)[number]
    position = game_at(
        nations(game)[1], game=game, bonds={nation: {"BC"[number - 1]: [4]}}, cash={"A": 4}
    )
    do(position, slot="investor")
    do(position, choice="buy", nation=nation, value=6)
    assert position.snapshot()["governments"][nation] == "A"
    return position


@both
def test_new_government_moves_in_the_same_round(game: str) -> None:
    """R-ODD-3, X-33: the third nation, not yet moved this round, is played by A, not by C."""
    position = _overtaking(game, 2)
    assert asked(position) == ("choose_slot", "A")
    assert position.decision is not None
    assert position.decision.nation == nations(game)[2]
    assert position.snapshot()["turn"]["round"] == 2


@both
def test_a_player_may_move_several_nations_in_a_row(game: str) -> None:
    """R-ODD-3: A moves the third and, governing it too, the fourth nation; C moves none."""
    third, fourth = nations(game)[2:4]
    position = game_at(
        nations(game)[1],
        game=game,
        governments={fourth: "A"},
        bonds={third: {"C": [4]}},
        cash={"A": 4},
    )
    do(position, slot="investor")
    do(position, choice="buy", nation=third, value=6)
    assert asked(position) == ("choose_slot", "A")
    do(position, slot="taxation")
    assert asked(position) == ("choose_slot", "A")
    assert position.snapshot()["turn"]["nation"] == fourth


@both
def test_active_player_may_lose_the_nation_in_his_own_turn(game: str) -> None:
    """R-ODD-4: A takes the nation that has just moved; the turn is over and C's nation moves."""
    position = _overtaking(game, 1)
    assert asked(position) == ("choose_slot", "C")
    assert position.snapshot()["turn"]["last_nation"] == nations(game)[1]


@both
def test_one_player_on_both_sides_of_a_battle(game: str) -> None:
    """R-ODD-5: A moves one of his nations in beside another: he may attack, but is not asked."""
    mine, yours = nations(game)[0], nations(game)[4]
    start, end = SEAS[game]
    fleets = {mine: {start: {"fleets": 1}}, yours: {end: {"fleets": 1}}}
    position = game_at(mine, game=game, units=fleets)
    do(position, slot="maneuver_1")
    do(position, order="move", from_=start, to=end)
    target = {"nation": yours, "unit": "fleet"}
    assert choices(position) == [{"choice": "attack", "target": target}, {"choice": "stay"}]
    peace = position.copy()
    events = do(peace, choice="stay")
    assert not told(events, "battle_fought")
    assert kind(peace) == "choose_slot"
    events = do(position, choice="attack", target=target)
    assert told(events, "battle_fought")[0]["enemy"] == yours
    assert units(position, yours) == units(position, mine) == {}


def test_one_player_has_the_canal_and_the_ship() -> None:
    """R-ODD-5: the flag in Colombia is of a nation of A; his other nation passes unasked."""
    fleets = {"russia": {"north_pacific": {"fleets": 1}}}
    for owner, decision in (("usa", "choose_slot"), ("china", "canal_consent")):
        position = game_at("russia", units=fleets, flags={owner: ["colombia"]})
        do(position, slot="maneuver_1")
        do(position, order="move", from_="north_pacific", to="caribbean_sea", canal="panama")
        assert kind(position) == decision


@both
def test_one_player_is_occupier_and_occupied(game: str) -> None:
    """R-ODD-5: a hostile army of one nation of A stops tax and building in another of his."""
    occupier, nation = nations(game)[0], nations(game)[4]
    board = title_of(game).board
    with_factory = board.ids(board.home[4] & board.starting_factories)[0]
    army = {occupier: {with_factory: {"hostile_armies": 1}}}
    position = game_at(nation, game=game, units=army)
    events = do(position, slot="taxation")
    assert told(events, "tax_collected")[0]["revenue"] == 2


# Bonds --------------------------------------------------------------------------------------


@both
def test_nation_whose_bonds_are_all_sold_cannot_be_invested_in(game: str) -> None:
    """R-ODD-6: no purchase for A, no upgrade for C, who holds them."""
    nation = nations(game)[2]
    values = [bond["value"] for bond in title_of(game).facts["bonds"]]
    for holder in ("A", "C"):
        position = game_at(
            nations(game)[1],
            game=game,
            bonds={nation: {"C": values[:-1], "A": values[-1:]}},
            cash={"A": 50, "C": 50},
            investor_card=holder,
        )
        do(position, slot="investor")
        assert asked(position) == ("invest", holder)
        assert nation not in {c.get("nation") for c in choices(position)}
        sold = ("invest/not_in_stock", "R-BND-4")
        refuses(position, *sold, choice="buy", nation=nation, value=2)


@both
def test_bond_held_by_another_cannot_be_had(game: str) -> None:
    """R-ODD-7: the 12 is C's; A may have the 16 for his 4, not the 12."""
    nation = nations(game)[2]
    position = game_at(
        nations(game)[1],
        game=game,
        bonds={nation: {"C": [12, 6], "A": [4]}},
        cash={"A": 10},
    )
    do(position, slot="investor")
    upgrade: dict[str, Any] = {"choice": "upgrade", "nation": nation, "from_": 4}
    refuses(position, "invest/not_in_stock", "R-BND-4", **upgrade, to=12)
    found = [c["to"] for c in choices(position) if c["choice"] == "upgrade" and c["from"] == 4]
    assert found == [9, 16]
    do(position, **upgrade, to=16)
    assert position.snapshot()["bonds"]["A"][nation] == [16]


# Provinces ----------------------------------------------------------------------------------


@both
def test_factory_with_every_free_city_occupied_brings_nothing(game: str) -> None:
    """R-ODD-8: 20M and two cities without factory, all with hostile armies: nobody is asked."""
    first, nation = nations(game)[:2]
    board = title_of(game).board
    free = board.ids(board.home[1] & ~board.starting_factories)
    armies = {first: {province: {"hostile_armies": 1} for province in free}}
    position = game_at(nation, game=game, units=armies, treasuries={nation: 20})
    do(position, slot="factory")
    assert asked(position) == ("choose_slot", "C")
    assert treasury(position, nation) == 20


@both
def test_factory_with_all_factories_built_brings_nothing(game: str) -> None:
    """R-ODD-8: every city has its factory; 20M stay in the treasury."""
    nation = nations(game)[1]
    full = {nation: homes(game, 1)}
    position = game_at(nation, game=game, factories=full, treasuries={nation: 20})
    do(position, slot="factory")
    assert asked(position) == ("choose_slot", "C")
    assert treasury(position, nation) == 20


def _besieged(game: str, free: str) -> dict[str, Any]:
    """Every home province of the second nation but one holds a hostile army of the first."""
    armies = {p: {"hostile_armies": 1} for p in homes(game, 1) if p != free}
    return {"game": game, "units": {nations(game)[0]: armies}, "factories": _factories(game)}


def _factories(game: str) -> dict[str, list[str]]:
    return {nations(game)[1]: homes(game, 1)}


@pytest.mark.parametrize(("game", "free"), [("imperial2030", "beijing"), ("imperial", "rome")])
def test_one_unoccupied_province_still_imports_and_produces(game: str, free: str) -> None:
    """R-ODD-9: armies into the one free province, a unit of its factory; no fleet anywhere."""
    nation = nations(game)[1]
    position = game_at(nation, treasuries={nation: 3}, **_besieged(game, free))
    do(position, slot="import")
    assert choices(position) == [{"province": free, "unit": "army"}, {"done": True}]
    port = {"imperial2030": "shanghai", "imperial": "naples"}[game]
    refuses(position, "import/occupied", "R-IMP-2", province=port, unit="fleet")
    makes = game_at(nation, **_besieged(game, free))
    do(makes, slot="production_1")
    assert choices(makes)[0] == {"province": free}
    do(makes, all=True)
    assert units(makes, nation) == {free: {"armies": 1}}


@pytest.mark.parametrize(("game", "free"), [("imperial2030", "shanghai"), ("imperial", "naples")])
def test_fleets_are_imported_while_one_port_is_free(game: str, free: str) -> None:
    """R-ODD-9: the other side: with a port unoccupied a fleet may be bought there."""
    nation = nations(game)[1]
    position = game_at(nation, treasuries={nation: 3}, **_besieged(game, free))
    do(position, slot="import")
    assert {"province": free, "unit": "fleet"} in choices(position)


@both
def test_position_without_unoccupied_factory_is_refused(game: str) -> None:
    """R-ODD-9: such a position cannot arise, and cannot be begun from."""
    with pytest.raises(rondel.RecordError, match="I-7"):
        game_at(nations(game)[1], **_besieged(game, ""))


def test_nation_without_government_can_be_occupied_and_loses_factories() -> None:
    """R-ODD-10: Europe has no government; its occupied factory in Paris is destroyed."""
    armies = {"russia": {"paris": {"hostile_armies": 3}}}
    position = game_at("russia", governments={"europe": None}, units=armies)
    do(position, slot="maneuver_1")
    events = do(position, order="destroy_factory", province="paris")
    assert told(events, "factory_destroyed")[0]["owner"] == "europe"
    assert position.snapshot()["factories"]["europe"] == ["london"]
    assert units(position, "russia") == {}


def test_nation_without_government_keeps_its_last_factory() -> None:
    """R-ODD-10, X-60: Paris occupied; London may only be entered friendly, and not destroyed."""
    armies = {"russia": {"paris": {"hostile_armies": 2}, "london": {"friendly_armies": 3}}}
    position = game_at("russia", governments={"europe": None}, units=armies)
    do(position, slot="maneuver_1")
    last = ("destroy/last_factory", "R-DES-1")
    refuses(position, *last, order="destroy_factory", province="london")
    events = do(position, order="move", from_="paris", to="london")
    assert told(events, "army_entered") == [
        {"nation": "russia", "region": "london", "stance": "friendly"}
    ]
    assert kind(position) == "army_order"


def test_nation_without_government_has_no_units() -> None:
    """R-ODD-10: a position that gives it units or flags is refused."""
    for part in ({"units": {"europe": {"paris": {"armies": 1}}}}, {"flags": {"europe": ["iran"]}}):
        with pytest.raises(rondel.RecordError, match="R-ODD-10"):
            game_at("russia", governments={"europe": None}, **part)


def test_army_may_go_where_it_cannot_leave() -> None:
    """R-ODD-15: convoyed to Japan; without fleet it has no order and nothing brings it back."""
    there = {"russia": {"vladivostok": {"armies": 1}, "sea_of_japan": {"fleets": 1}}}
    goes = game_at("russia", units=there)
    do(goes, slot="maneuver_1")
    do(goes, order="done")
    assert "japan" in targets(goes, "vladivostok")
    do(goes, order="move", from_="vladivostok", to="japan")
    assert units(goes, "russia")["japan"] == {"armies": 1}
    stays = game_at("russia", units={"russia": {"japan": {"armies": 1}}})
    do(stays, slot="maneuver_1")
    assert asked(stays) == ("choose_slot", "B")
    assert units(stays, "russia") == {"japan": {"armies": 1}}


# Investor and Swiss Bank --------------------------------------------------------------------


@both
def test_with_two_players_left_is_the_other_one(game: str) -> None:
    """R-ODD-11: the card goes to and fro; the flagless player invests."""
    ruled = dict.fromkeys(nations(game), "A")
    position = game_at(nations(game)[0], game=game, players=2, governments=ruled, cash={"B": 4})
    do(position, slot="investor")
    assert asked(position) == ("invest", "A")
    do(position, choice="pass")
    assert asked(position) == ("invest", "B")
    do(position, choice="pass")
    assert position.snapshot()["investor_card"] == "B"
    do(position, slot="investor")
    assert asked(position) == ("invest", "B")
    do(position, choice="pass")
    assert position.snapshot()["investor_card"] == "A"


def test_with_two_players_the_swiss_bank_forces_as_ever() -> None:
    """R-ODD-11: B without government stops a nation of A on Investor."""
    ruled = dict.fromkeys(nations("imperial2030"), "A")
    position = game_at(
        "russia",
        players=2,
        governments=ruled,
        rondel={"russia": "maneuver_1"},
        treasuries={"russia": 4},
    )
    do(position, slot="import")
    assert asked(position) == ("swiss_force", "B")
    do(position, force=True)
    assert position.snapshot()["rondel"]["russia"] == "investor"
    assert cash(position)["A"] == 4 + 2


def test_one_swiss_bank_may_force_nation_after_nation() -> None:
    """R-ODD-12: D stops China, and India in the very next turn."""
    position = game_at(
        "china",
        governments={"brazil": "A"},
        rondel={"china": "maneuver_1", "india": "maneuver_1"},
        treasuries={"china": 4, "india": 4},
    )
    for nation in ("china", "india"):
        do(position, slot="import")
        assert asked(position) == ("swiss_force", "D")
        do(position, force=True)
        assert position.snapshot()["rondel"][nation] == "investor"
        do(position, choice="pass")
    assert position.snapshot()["investor_card"] == "C"


@both
@pytest.mark.parametrize("slot", ["import", "maneuver_2"])
def test_void_action_still_passes_investor(game: str, slot: str) -> None:
    """R-ODD-13: nothing to buy, nothing to move: 2M, investing and the card all the same."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, rondel={nation: "maneuver_1"}, cash={"B": 2})
    if slot == "import":
        position.donate("B", nations(game)[5], 2)
    events = do(position, slot=slot)
    assert told(events, "investor_paid") == [{"player": "A", "amount": 2}]
    assert asked(position) == ("invest", "A")
    do(position, choice="pass")
    assert position.snapshot()["investor_card"] == "B"
