"""Canals of Imperial 2030 and the consent of those who control them."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from tests.atlas import Atlas
from tests.positions import (
    asked,
    choices,
    do,
    kind,
    maneuvering,
    moving_armies,
    refuses,
    targets,
    told,
    units,
)

PASSAGES = [
    ("panama", "caribbean_sea", "north_pacific"),
    ("panama", "north_pacific", "caribbean_sea"),
    ("suez", "mediterranean_sea", "indian_ocean"),
    ("suez", "indian_ocean", "mediterranean_sea"),
]
REGION = {"panama": "colombia", "suez": "north_africa"}
PANAMA = {"order": "move", "from": "caribbean_sea", "to": "north_pacific", "canal": "panama"}
SUEZ = {"order": "move", "from": "mediterranean_sea", "to": "indian_ocean", "canal": "suez"}


def by_suez(origin: str, end: str) -> dict[str, Any]:
    """The order to an army to cross the Suez Canal."""
    return {"order": "move", "from": origin, "to": end, "canals": ["suez"]}


# Control ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("canal", "origin", "end"), PASSAGES)
def test_canal_without_flag_is_open(canal: str, origin: str, end: str) -> None:
    """R-CAN-1, R-CAN-2, S-602: both canals, both ways, nobody is asked, armies do not matter."""
    armies = {REGION[canal]: {"armies": 2}}
    game = maneuvering("china", players=6, units={"china": {origin: {"fleets": 1}}, "usa": armies})
    events = do(game, order="move", from_=origin, to=end, canal=canal)
    (moved,) = told(events, "unit_moved")
    assert (moved["way"], moved["canals"]) == ("canal", [canal])
    assert told(events, "canal_asked") == []
    assert units(game, "china") == {end: {"fleets": 1}}


@pytest.mark.parametrize(("canal", "origin", "end"), PASSAGES)
def test_flag_without_units_controls_the_canal(canal: str, origin: str, end: str) -> None:
    """R-CAN-2, R-CAN-4: the nation whose flag lies there, even with a foreign army beside it."""
    game = maneuvering(
        "china",
        players=6,
        units={"china": {origin: {"fleets": 1}}, "brazil": {REGION[canal]: {"armies": 1}}},
        flags={"usa": [REGION[canal]]},
    )
    events = do(game, order="move", from_=origin, to=end, canal=canal)
    assert told(events, "unit_moved") == []
    assert told(events, "canal_asked") == [
        {"nation": "china", "owner": "usa", "player": "E", "canal": canal}
    ]
    assert asked(game) == ("canal_consent", "E")


def test_a_fleet_names_the_canal_it_passes() -> None:
    """R-CAN-1: the order has `canal` where the edge is one, and only there."""
    game = maneuvering("china", players=6, units={"china": {"caribbean_sea": {"fleets": 1}}})
    assert PANAMA in choices(game)
    bare = {"order": "move", "from_": "caribbean_sea", "to": "north_pacific"}
    refuses(game, "action/malformed", "R-DEC-5", **bare)
    refuses(game, "action/malformed", "R-DEC-5", **bare, canal="suez")
    refuses(
        game, "action/malformed", "R-DEC-5", **(bare | {"to": "north_atlantic"}), canal="panama"
    )


@pytest.mark.parametrize("controller", ["china", "india"])
def test_passage_is_free_for_controller_and_same_player(controller: str) -> None:
    """R-CAN-3, X-27: neither the controller nor a nation of the same government is asked."""
    game = maneuvering(
        "china",
        players=6,
        governments={"india": "B"},
        units={"china": {"caribbean_sea": {"fleets": 1}}},
        flags={controller: ["colombia"]},
    )
    events = do(game, **PANAMA)
    assert told(events, "canal_asked") == []
    assert units(game, "china") == {"north_pacific": {"fleets": 1}}


@pytest.mark.parametrize("owner", [None, "europe", "india"])
def test_free_canal_is_an_ordinary_border_for_convoys(owner: str | None) -> None:
    """R-CAN-3, R-CAN-1: no flag, the own one or one of the same player; it is not named."""
    fleets = {"mediterranean_sea": {"fleets": 1}, "indian_ocean": {"fleets": 1}}
    game = moving_armies(
        "europe",
        players=6,
        governments={"india": "F"},
        units={"europe": {**fleets, "paris": {"armies": 1}}},
        flags={owner: ["north_africa"]} if owner else {},
    )
    assert "mumbai" in targets(game, "paris")
    assert not [c for c in choices(game) if "canals" in c]
    refuses(game, "army/canal", "R-CAN-7", **by_suez("paris", "mumbai"))
    (moved,) = told(do(game, order="move", from_="paris", to="mumbai"), "unit_moved")
    assert moved["seas"] == ["mediterranean_sea", "indian_ocean"]
    assert (moved["canals"], kind(game)) == (["suez"], "arrival")


def test_free_canal_serves_for_silent_rerouting() -> None:
    """R-CAN-3, R-CVY-6: an army ordered round Africa is put through Suez for the next one."""
    game = round_africa(flags={})
    do(game, order="move", from_="paris", to="iran")
    assert "congo" in targets(game, "paris")
    do(game, order="move", from_="paris", to="congo")
    assert units(game, "europe")["congo"] == units(game, "europe")["iran"] == {"armies": 1}


def test_capturing_the_region_changes_nothing_in_the_same_maneuver() -> None:
    """X-28, R-CAN-2, R-FLG-1: flags, and with them control, change only in the flag step."""
    forces = {
        "mexico": {"armies": 1},
        "alaska": {"armies": 2},
        "north_pacific": {"fleets": 2},
        "caribbean_sea": {"fleets": 2},
    }
    flags = {"usa": ["colombia"]}
    game = moving_armies("europe", players=6, units={"europe": forces}, flags=flags)
    do(game, order="move", from_="mexico", to="colombia")
    assert game.snapshot()["flags"]["usa"] == ["colombia"]
    assert "fortaleza" not in targets(game, "alaska")
    do(game, order="move", from_="alaska", to="fortaleza", canals=["panama"])
    assert asked(game) == ("canal_consent", "E")
    do(game, allow=False)
    events = do(game, order="done")
    assert {"nation": "europe", "region": "colombia"} in told(events, "flag_placed")
    assert game.snapshot()["flags"]["usa"] == []


# Consent ------------------------------------------------------------------------------------


def europe_in_the_mediterranean() -> rondel.Game:
    """The example of the rulebook: a US flag in North Africa (S-601)."""
    fleets = {"mediterranean_sea": {"fleets": 1}, "rome": {"fleets": 1}}
    forces = {"europe": {**fleets, "paris": {"armies": 1}}}
    return maneuvering("europe", players=6, units=forces, flags={"usa": ["north_africa"]})


def test_suez_under_us_control() -> None:
    """S-601, R-CAN-1, R-CAN-2, R-CAN-3, R-CAN-4, R-CVY-1, R-HOM-1: the fleet, then the army."""
    game = europe_in_the_mediterranean()
    do(game, **SUEZ)
    assert asked(game) == ("canal_consent", "E")
    events = do(game, allow=True)
    assert told(events, "canal_answered")[0]["allowed"]
    assert units(game, "europe")["indian_ocean"] == {"fleets": 1}
    do(game, order="move", from_="rome", to="mediterranean_sea")
    assert "mumbai" not in targets(game, "paris")
    do(game, **by_suez("paris", "mumbai"))
    assert asked(game) == ("canal_consent", "E")
    events = do(game, allow=True)
    (moved,) = told(events, "unit_moved")
    assert (moved["way"], moved["canals"]) == ("convoy", ["suez"])
    assert moved["seas"] == ["mediterranean_sea", "indian_ocean"]
    assert choices(game) == [{"choice": "hostile"}, {"choice": "friendly"}]
    events = do(game, choice="hostile")
    assert told(events, "army_entered")[0]["stance"] == "hostile"
    assert units(game, "europe")["mumbai"] == {"hostile_armies": 1}


def test_refused_army_stays_unmoved() -> None:
    """S-601, R-CAN-5: it is still in Paris and may be ordered elsewhere, over the same fleets."""
    game = europe_in_the_mediterranean()
    do(game, **SUEZ)
    do(game, allow=True)
    do(game, order="move", from_="rome", to="mediterranean_sea")
    do(game, **by_suez("paris", "mumbai"))
    events = do(game, allow=False)
    assert (told(events, "unit_moved"), kind(game)) == ([], "army_order")
    assert units(game, "europe")["paris"] == {"armies": 1}
    assert not [c for c in choices(game) if "canals" in c]
    do(game, order="move", from_="paris", to="north_africa")
    assert units(game, "europe")["north_africa"] == {"armies": 1}


def test_consent_names_controller_canal_and_order() -> None:
    """R-CAN-4: the government of the controller decides at will, for this very movement."""
    game = europe_in_the_mediterranean()
    do(game, **SUEZ)
    assert game.decision is not None
    assert (game.decision.player, game.decision.nation) == ("E", "usa")
    assert game.decision.context == {"canal": "suez", "order": SUEZ}
    assert choices(game) == [{"allow": True}, {"allow": False}]
    assert units(game, "europe")["mediterranean_sea"] == {"fleets": 1}


def test_every_fleet_asks_for_itself() -> None:
    """R-CAN-4: a consent is for one passage; the second fleet is a second question."""
    game = maneuvering(
        "europe",
        players=6,
        units={"europe": {"mediterranean_sea": {"fleets": 2}, "indian_ocean": {"fleets": 1}}},
        flags={"usa": ["north_africa"]},
    )
    for _ in range(2):
        do(game, **SUEZ)
        assert asked(game) == ("canal_consent", "E")
        do(game, allow=True)
    back = {"from_": "indian_ocean", "to": "mediterranean_sea", "canal": "suez"}
    do(game, order="move", **back)
    assert asked(game) == ("canal_consent", "E")
    do(game, allow=True)
    assert units(game, "europe") == {
        "indian_ocean": {"fleets": 2},
        "mediterranean_sea": {"fleets": 1},
    }


def test_every_convoyed_army_asks_for_itself() -> None:
    """R-CAN-4: also two armies from the same space over the same canal."""
    seas = {"mediterranean_sea": {"fleets": 2}, "indian_ocean": {"fleets": 2}}
    game = moving_armies(
        "europe",
        players=6,
        units={"europe": {"paris": {"armies": 2}, **seas}},
        flags={"usa": ["north_africa"]},
    )
    for _ in range(2):
        do(game, **by_suez("paris", "iran"))
        assert asked(game) == ("canal_consent", "E")
        do(game, allow=True)
    assert units(game, "europe")["iran"] == {"armies": 2}


# Refusal ------------------------------------------------------------------------------------


def test_refusal_binds_the_origin_in_the_fleet_step() -> None:
    """X-26, R-CAN-5: neither fleet of that sea may ask for Panama again, one beyond it may."""
    fleets = {"caribbean_sea": {"fleets": 2}, "north_pacific": {"fleets": 1}}
    flags = {"usa": ["colombia"]}
    game = maneuvering("europe", players=6, units={"europe": fleets}, flags=flags)
    do(game, **PANAMA)
    do(game, allow=False)
    assert units(game, "europe") == fleets
    refuses(game, "fleet/canal_refused", "R-CAN-5", **PANAMA)
    do(game, order="move", from_="caribbean_sea", to="north_atlantic")
    refuses(game, "fleet/canal_refused", "R-CAN-5", **PANAMA)
    back = {"from_": "north_pacific", "to": "caribbean_sea", "canal": "panama"}
    do(game, order="move", **back)
    assert asked(game) == ("canal_consent", "E")


def test_refusal_in_the_fleet_step_does_not_bind_the_army_step() -> None:
    """X-26, R-CAN-5: it lasts for the current step; a convoy may ask again."""
    fleets = {"caribbean_sea": {"fleets": 1}, "north_pacific": {"fleets": 1}}
    forces = {"europe": {**fleets, "alaska": {"armies": 1}}}
    game = maneuvering("europe", players=6, units=forces, flags={"usa": ["colombia"]})
    do(game, **PANAMA)
    do(game, allow=False)
    do(game, order="done")
    do(game, order="move", from_="alaska", to="fortaleza", canals=["panama"])
    assert asked(game) == ("canal_consent", "E")


def two_origins() -> rondel.Game:
    """European armies in Paris (two) and Turkey before a Suez Canal of the USA."""
    seas = {"mediterranean_sea": {"fleets": 3}, "indian_ocean": {"fleets": 3}}
    return moving_armies(
        "europe",
        players=6,
        units={"europe": {"paris": {"armies": 2}, "turkey": {"armies": 1}, **seas}},
        flags={"usa": ["north_africa"]},
    )


def test_refusal_binds_the_origin_in_the_army_step() -> None:
    """R-CAN-5: no army from that space may ask for that canal, to whatever end; others may."""
    game = two_origins()
    do(game, **by_suez("paris", "iran"))
    do(game, allow=False)
    assert not [c for c in choices(game) if c.get("from") == "paris" and "canals" in c]
    refuses(game, "army/canal_refused", "R-CAN-5", **by_suez("paris", "mumbai"))
    assert by_suez("turkey", "mumbai") in choices(game)
    do(game, order="move", from_="paris", to="berlin")
    assert not [c for c in choices(game) if c.get("from") == "paris" and "canals" in c]
    do(game, **by_suez("turkey", "mumbai"))
    assert asked(game) == ("canal_consent", "E")


def test_refusal_to_an_army_names_its_clause() -> None:
    """R-CAN-5: asking again from the same space breaks this clause and no other."""
    game = two_origins()
    do(game, **by_suez("paris", "iran"))
    do(game, allow=False)
    refuses(game, "army/canal_refused", "R-CAN-5", **by_suez("paris", "iran"))


def test_refusal_ends_with_the_maneuver() -> None:
    """R-CAN-5: the next Maneuver of the nation may ask again."""
    game = maneuvering(
        "europe",
        players=6,
        cash={"F": 1},
        units={"europe": {"mediterranean_sea": {"fleets": 1}}},
        flags={"usa": ["north_africa"]},
    )
    do(game, **SUEZ)
    do(game, allow=False)
    do(game, order="done")
    for _ in range(5):
        do(game, slot="production_1")
        do(game, done=True)
    do(game, slot="maneuver_2")
    assert SUEZ in choices(game)


# Both canals --------------------------------------------------------------------------------

BOTH = {"from": "alaska", "to": "iran", "canals": ["panama", "suez"]}


def round_america(suez: str = "india") -> rondel.Game:
    """An army in Alaska whose only way to Iran leads through both canals."""
    seas = ("north_pacific", "caribbean_sea", "north_atlantic", "mediterranean_sea", "indian_ocean")
    flags = {"china": ["colombia"]}
    flags[suez] = [*flags.get(suez, []), "north_africa"]
    return moving_armies(
        "usa",
        players=6,
        units={
            "usa": {
                "alaska": {"armies": 1},
                "east_africa": {"armies": 1},
                **{sea: {"fleets": 2} for sea in seas},
            }
        },
        flags=flags,
    )


def test_both_canals_are_asked_for_in_the_order_of_crossing() -> None:
    """X-57, R-CAN-6: first Panama, then Suez; from the other side the other way round."""
    game = round_america()
    do(game, order="move", **BOTH)
    assert asked(game) == ("canal_consent", "B")
    assert told(do(game, allow=True), "unit_moved") == []
    assert asked(game) == ("canal_consent", "C")
    (moved,) = told(do(game, allow=True), "unit_moved")
    assert (moved["target"], moved["canals"]) == ("iran", ["panama", "suez"])
    back = {"from_": "east_africa", "to": "alaska"}
    refuses(game, "army/canal", "R-CAN-7", order="move", **back, canals=["panama", "suez"])
    do(game, order="move", **back, canals=["suez", "panama"])
    assert asked(game) == ("canal_consent", "C")
    do(game, allow=True)
    assert asked(game) == ("canal_consent", "B")


def test_both_canals_of_one_government_are_two_questions() -> None:
    """R-CAN-6: each consent is a separate question, also to the same player."""
    game = round_america(suez="china")
    do(game, order="move", **BOTH)
    for canal in ("panama", "suez"):
        assert game.decision is not None
        assert (asked(game), game.decision.context["canal"]) == (("canal_consent", "B"), canal)
        do(game, allow=True)
    assert units(game, "usa")["iran"] == {"armies": 1}


def test_first_refusal_cancels_the_move() -> None:
    """X-57, R-CAN-6: the second government is not asked; only Panama is closed."""
    game = round_america()
    do(game, order="move", **BOTH)
    do(game, allow=False)
    assert kind(game) == "army_order"
    assert units(game, "usa")["alaska"] == {"armies": 1}
    assert not [c for c in choices(game) if c.get("from") == "alaska" and "canals" in c]
    assert [c for c in choices(game) if c.get("from") == "east_africa" and "canals" in c]


def test_second_refusal_lapses_the_first_consent() -> None:
    """X-57, R-CAN-6, R-CAN-5: Suez is closed to Alaska, Panama must be asked for anew."""
    game = round_america()
    do(game, order="move", **BOTH)
    do(game, allow=True)
    do(game, allow=False)
    assert units(game, "usa")["alaska"] == {"armies": 1}
    routes = {
        tuple(c["canals"]) for c in choices(game) if c.get("from") == "alaska" if "canals" in c
    }
    assert routes == {("panama",)}
    do(game, order="move", from_="alaska", to="guinea", canals=["panama"])
    assert asked(game) == ("canal_consent", "B")


# Orders with and without canals -------------------------------------------------------------


def test_canal_is_passed_only_on_demand() -> None:
    """X-58, R-CAN-7: Paris to Canada goes over the North Atlantic, and nobody is asked."""
    seas = {"mediterranean_sea": {"fleets": 1}, "north_atlantic": {"fleets": 1}}
    game = moving_armies(
        "europe",
        players=6,
        units={"europe": {"paris": {"armies": 1}, **seas}},
        flags={"usa": ["north_africa"], "china": ["colombia"]},
    )
    assert not [c for c in choices(game) if "canals" in c]
    events = do(game, order="move", from_="paris", to="canada")
    (moved,) = told(events, "unit_moved")
    assert (moved["seas"], moved["canals"]) == (["north_atlantic"], [])


def round_africa(flags: dict[str, list[str]]) -> rondel.Game:
    """Paris to the Indian Ocean both through the Suez Canal and round Africa."""
    seas = ("mediterranean_sea", "indian_ocean", "north_atlantic", "gulf_of_guinea")
    fleets = {sea: {"fleets": 1 + (sea == "indian_ocean")} for sea in seas}
    forces = {"europe": {"paris": {"armies": 2}, **fleets}}
    return moving_armies("europe", players=6, units=forces, flags=flags)


def test_canal_may_be_asked_for_to_spare_fleets() -> None:
    """R-CAN-7: both ways to Iran are choices; the one through Suez leaves the Atlantic free."""
    game = round_africa({"usa": ["north_africa"]})
    assert "iran" in targets(game, "paris")
    assert by_suez("paris", "iran") in choices(game)
    free = game.copy()
    do(free, order="move", from_="paris", to="iran")
    assert kind(free) == "army_order"
    assert "congo" not in targets(free, "paris")
    do(game, **by_suez("paris", "iran"))
    do(game, allow=True)
    assert "congo" in targets(game, "paris")


def test_order_without_canals_crosses_none_that_needs_consent() -> None:
    """R-CAN-7, R-CVY-6: the way round Africa is used up, so the bare order is not listed again."""
    game = round_africa({"usa": ["north_africa"]})
    do(game, order="move", from_="paris", to="iran")
    assert "iran" not in targets(game, "paris")
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", from_="paris", to="iran")
    assert by_suez("paris", "iran") in choices(game)


def test_army_granted_a_canal_may_be_routed_without_it() -> None:
    """R-CVY-6, R-CAN-7: the first army is deemed to have gone round Africa after all."""
    game = round_africa({"usa": ["north_africa"]})
    do(game, **by_suez("paris", "iran"))
    do(game, allow=True)
    do(game, **by_suez("paris", "iran"))
    assert asked(game) == ("canal_consent", "E")
    do(game, allow=True)
    assert units(game, "europe")["iran"] == {"armies": 2}


def test_end_within_reach_by_land_is_never_convoyed_to() -> None:
    """R-CAN-7, R-ARM-5: no canal is offered on the way to a neighbour."""
    seas = {"mediterranean_sea": {"fleets": 1}, "indian_ocean": {"fleets": 1}}
    game = moving_armies(
        "europe",
        players=6,
        units={"europe": {"turkey": {"armies": 1}, **seas}},
        flags={"usa": ["north_africa"]},
    )
    asking = {c["to"] for c in choices(game) if "canals" in c}
    by_land = Atlas("imperial2030").by_land("europe", set(), "turkey")
    assert {"iran", "near_east"} <= by_land
    assert asking
    assert not asking & by_land
    refuses(game, "army/canal", "R-CAN-7", **by_suez("turkey", "iran"))


def test_no_consent_is_asked_where_the_order_is_impossible() -> None:
    """R-CAN-7, R-CVY-1: without a fleet on the far side there is no such order."""
    game = moving_armies(
        "europe",
        players=6,
        units={"europe": {"paris": {"armies": 1}, "mediterranean_sea": {"fleets": 1}}},
        flags={"usa": ["north_africa"]},
    )
    refuses(game, "army/canal", "R-CAN-7", **by_suez("paris", "iran"))
    unknown = {"order": "move", "from_": "paris", "to": "iran"}
    refuses(game, "action/malformed", "R-DEC-5", **unknown, canals=["suez", "suez"])
    refuses(game, "action/malformed", "R-DEC-5", **unknown, canals=[])
