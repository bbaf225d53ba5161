"""What events tell: everything a screen needs to show a move without comparing positions."""

from __future__ import annotations

import pytest

from rondel.engine import title_of
from tests.positions import GAMES, choices, do, game_at, told

SUEZ = {"usa": ["north_africa"]}
"""Flags that give the USA control of the Suez Canal."""


@pytest.mark.parametrize("game", GAMES)
def test_game_from_a_position_opens_with_the_turn_it_begins_with(game: str) -> None:
    """A log that begins there has a heading for its first turn."""
    nation = title_of(game).board.nation_ids[1]
    table = game_at(nation, game=game, round=3)
    assert table.decision is not None
    turn = {"nation": nation, "player": table.decision.player, "round": 3}
    assert [event.to_json() for event in table.opening] == [{"event": "turn_started", **turn}]


@pytest.mark.parametrize("game", GAMES)
def test_marker_tells_nation_way_and_investor(game: str) -> None:
    """R-RON-1, R-RON-2, R-RON-6: where it stood, where it goes, how far, and what it passes."""
    nation = title_of(game).board.nation_ids[1]
    table = game_at(nation, game=game, rondel={nation: "maneuver_1"})
    assert told(do(table, slot="import"), "marker_moved") == [
        {
            "nation": nation,
            "origin": "maneuver_1",
            "slot": "import",
            "steps": 2,
            "passes_investor": True,
        }
    ]


def test_sailing_tells_nation_and_both_seas() -> None:
    """R-FLT-1, R-FLT-2: a fleet leaves port, another one sails on."""
    fleets = {"london": {"fleets": 1}, "caribbean_sea": {"fleets": 1}}
    table = game_at("europe", units={"europe": fleets})
    do(table, slot="maneuver_1")
    common: dict[str, object] = {
        "nation": "europe",
        "unit": "fleet",
        "stance": None,
        "canals": [],
        "seas": [],
    }
    events = do(table, order="move", from_="london", to="north_atlantic")
    assert told(events, "unit_moved") == [
        {**common, "origin": "london", "target": "north_atlantic", "way": "port"}
    ]
    events = do(table, order="move", from_="caribbean_sea", to="south_atlantic")
    assert told(events, "unit_moved") == [
        {**common, "origin": "caribbean_sea", "target": "south_atlantic", "way": "sea"}
    ]


@pytest.mark.parametrize(
    ("origin", "kind", "stance"),
    [("vladivostok", "hostile_armies", "hostile"), ("vladivostok", "friendly_armies", "friendly"),
     ("korea", "armies", None)],
)  # fmt: skip
def test_marching_tells_the_stance_left_behind(origin: str, kind: str, stance: str | None) -> None:
    """R-CON-11: an army abroad has a stance, elsewhere it has none."""
    table = game_at("china", units={"china": {origin: {kind: 1}}})
    do(table, slot="maneuver_1")
    assert told(do(table, order="move", from_=origin, to="beijing"), "unit_moved") == [
        {
            "nation": "china",
            "unit": "army",
            "origin": origin,
            "target": "beijing",
            "way": "land",
            "stance": stance,
            "canals": [],
            "seas": [],
        }
    ]


def test_production_tells_nation_place_and_unit() -> None:
    """R-PRO-1: one event for each factory."""
    table = game_at("china")
    do(table, slot="production_1")
    assert told(do(table, all=True), "unit_produced") == [
        {"nation": "china", "region": "beijing", "unit": "army"},
        {"nation": "china", "region": "shanghai", "unit": "fleet"},
    ]


@pytest.mark.parametrize("allowed", [True, False])
def test_canal_tells_who_asked_whom_and_the_answer(allowed: bool) -> None:
    """R-CAN-4, R-CAN-5: question and answer name both nations, the player and the canal."""
    table = game_at("europe", units={"europe": {"mediterranean_sea": {"fleets": 1}}}, flags=SUEZ)
    government = table.snapshot()["governments"]["usa"]
    do(table, slot="maneuver_1")
    asked = do(table, order="move", from_="mediterranean_sea", to="indian_ocean", canal="suez")
    names = {"nation": "europe", "owner": "usa", "player": government, "canal": "suez"}
    assert told(asked, "canal_asked") == [names]
    assert told(do(table, allow=allowed), "canal_answered") == [{**names, "allowed": allowed}]


@pytest.mark.parametrize("kind", ["hostile_armies", "friendly_armies"])
def test_battle_tells_both_losses(kind: str) -> None:
    """R-BAT-1, R-BAT-4: nations, units and stances; an attacker on arrival has none."""
    units = {"china": {"korea": {"armies": 1}}, "usa": {"vladivostok": {kind: 1}}}
    table = game_at("china", units=units)
    do(table, slot="maneuver_1")
    do(table, order="move", from_="korea", to="vladivostok")
    events = do(table, choice="attack", target={"nation": "usa", "unit": "army"})
    assert told(events, "battle_fought") == [
        {
            "region": "vladivostok",
            "nation": "china",
            "unit": "army",
            "stance": None,
            "enemy": "usa",
            "enemy_unit": "army",
            "enemy_stance": kind.removesuffix("_armies"),
        }
    ]


def test_battle_on_neutral_ground_has_no_stances() -> None:
    """R-CON-11: stance exists only in foreign home provinces."""
    units = {"china": {"mongolia": {"armies": 1}}, "russia": {"mongolia": {"armies": 1}}}
    table = game_at("china", units=units)
    do(table, slot="maneuver_1")
    own, target = {"nation": "china", "unit": "army"}, {"nation": "russia", "unit": "army"}
    events = do(table, order="attack", region="mongolia", own=own, target=target)
    (fought,) = told(events, "battle_fought")
    assert (fought["stance"], fought["enemy_stance"]) == (None, None)


@pytest.mark.parametrize("demand", [True, False])
def test_answer_to_a_battle_question_is_told(demand: bool) -> None:
    """R-BAT-7: demanded or declined, by which nation and where."""
    units = {"china": {"korea": {"armies": 1}}, "russia": {"mongolia": {"armies": 1}}}
    table = game_at("china", units=units | {"china": {"beijing": {"armies": 1}}})
    do(table, slot="maneuver_1")
    do(table, order="move", from_="beijing", to="mongolia")
    do(table, choice="stay")
    choice = {"demand": True, "with_": {"unit": "army"}} if demand else {"demand": False}
    events = do(table, **choice)
    where = [{"nation": "russia", "region": "mongolia"}]
    assert told(events, "battle_demanded") == (where if demand else [])
    assert told(events, "battle_declined") == ([] if demand else where)


def test_sea_battle_costs_fleets_and_no_armies() -> None:
    """R-BAT-1, R-SUP-1: what is lost goes back to the supply of its own kind."""
    units = {
        "china": {"china_sea": {"fleets": 2}, "beijing": {"armies": 1}},
        "usa": {"china_sea": {"fleets": 1}, "chicago": {"armies": 1}},
    }
    table = game_at("china", units=units)
    do(table, slot="maneuver_1")
    own, target = {"nation": "china", "unit": "fleet"}, {"nation": "usa", "unit": "fleet"}
    do(table, order="attack", region="china_sea", own=own, target=target)
    figures = table.figures
    assert (figures.fleets("china"), figures.armies("china")) == (1, 1)
    assert (figures.fleets("usa"), figures.armies("usa")) == (0, 1)


@pytest.mark.parametrize("game", GAMES)
def test_government_covers_the_interest_of_all_others(game: str) -> None:
    """R-INT-3: what it pays from its own cash is told in one sum."""
    nation = title_of(game).board.nation_ids[0]
    bonds = {nation: {"A": [12], "B": [9], "C": [6]}}
    table = game_at(nation, game=game, bonds=bonds, cash={"A": 9})
    events = do(table, slot="investor")
    assert told(events, "interest_covered") == [{"nation": nation, "player": "A", "amount": 7}]
    paid = {event["player"]: event["by_government"] for event in told(events, "interest_paid")}
    assert paid == {"B": 4, "C": 3}


def test_refusals_to_two_origins_both_stand() -> None:
    """R-CAN-5: the second refusal does not lift the first."""
    seas = {"mediterranean_sea": {"fleets": 1}, "indian_ocean": {"fleets": 1}}
    armies = {"paris": {"armies": 1}, "turkey": {"armies": 1}}
    table = game_at("europe", units={"europe": seas | armies}, flags=SUEZ)
    do(table, slot="maneuver_1")
    do(table, order="done")
    for origin in ("paris", "turkey"):
        do(table, order="move", from_=origin, to="indonesia", canals=["suez"])
        do(table, allow=False)
    assert not [choice for choice in choices(table) if "canals" in choice]


def test_every_origin_may_ask_at_first() -> None:
    """R-CAN-4: nothing is refused when a step begins, for the first region of the map either."""
    seas = {"mediterranean_sea": {"fleets": 1}, "indian_ocean": {"fleets": 1}}
    seas["north_atlantic"] = {"fleets": 1}
    units = {"russia": seas | {"moscow": {"armies": 1}}}
    table = game_at("russia", units=units, flags={"india": ["north_africa"]})
    do(table, slot="maneuver_1")
    do(table, order="done")
    asking = {choice["to"] for choice in choices(table) if "canals" in choice}
    assert "indonesia" in asking


def test_bonds_of_two_nations_change_two_governments_in_one_turn() -> None:
    """R-GOV-1: the card holder buys in one nation, a Swiss Bank upgrades in another."""
    bonds = {"china": {"B": [6], "C": [2]}, "india": {"B": [9], "D": [6]}}
    table = game_at(
        "russia",
        bonds=bonds,
        governments=dict.fromkeys(("russia", "brazil", "usa", "europe"), "A"),
        cash={"C": 20, "D": 20},
        investor_card="C",
    )
    do(table, slot="investor")
    do(table, choice="buy", nation="china", value=9)
    events = do(table, choice="upgrade", nation="india", from_=6, to=12)
    taken = {event["nation"]: event["after"] for event in told(events, "government_changed")}
    assert taken == {"china": "C", "india": "D"}
