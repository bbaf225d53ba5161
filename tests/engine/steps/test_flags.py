"""The flag step at the end of every Maneuver."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from tests.atlas import Atlas
from tests.positions import (
    GAMES,
    army,
    asked,
    attack,
    choices,
    do,
    game_at,
    kind,
    maneuvering,
    moving_armies,
    refuses,
    told,
    units,
)

ATLASES = {game: Atlas(game) for game in GAMES}
FRONTIER = {
    "imperial2030": ("china", "beijing", "korea", "usa"),
    "imperial": ("austria_hungary", "budapest", "romania", "italy"),
}
"""Game -> nation, its province, a neutral region beside it, another nation."""
ONE = {"armies": 1}


def flags(game: rondel.Game, nation: str) -> list[str]:
    """The regions with a flag of a nation."""
    found: list[str] = game.snapshot()["flags"][nation]
    return found


def neutral(game: str, *without: str) -> list[str]:
    """Neutral land regions and seas, in the order of the facts."""
    atlas = ATLASES[game]
    spaces = [space for space in (*atlas.lands, *atlas.seas) if space not in atlas.owner]
    return [space for space in spaces if space not in without]


# One nation alone ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_region_held_alone_changes_its_flag(game: str) -> None:
    """S-806, R-FLG-3, R-FLG-4, R-FLG-1: the foreign flag goes back, the mover's is placed."""
    nation, home, region, other = FRONTIER[game]
    position = moving_armies(
        nation, game=game, players=6, units={nation: {home: {"armies": 2}}}, flags={other: [region]}
    )
    do(position, order="move", from_=home, to=region)
    assert (flags(position, nation), flags(position, other)) == ([], [region])
    events = do(position, order="done")
    lost = {"nation": other, "region": region, "to": nation}
    assert told(events, "flag_lost") == [lost]
    assert told(events, "flag_placed") == [{"nation": nation, "region": region}]
    assert (flags(position, nation), flags(position, other)) == ([region], [])


@pytest.mark.parametrize("third", ["russia", "the owner of the flag"])
@pytest.mark.parametrize("game", GAMES)
def test_a_shared_region_keeps_its_flag(game: str, third: str) -> None:
    """S-806, R-FLG-7, F-10: with a unit of any other nation there too, the old flag stays."""
    nation, home, region, other = FRONTIER[game]
    forces = {nation: {home: ONE}, "russia" if third == "russia" else other: {region: ONE}}
    position = moving_armies(nation, game=game, players=6, units=forces, flags={other: [region]})
    do(position, order="move", from_=home, to=region)
    do(position, choice="stay")
    events = do(position, demand=False)
    assert kind(position) == "choose_slot"
    assert told(events, "flag_lost") == told(events, "flag_placed") == []
    assert (flags(position, nation), flags(position, other)) == ([], [region])


@pytest.mark.parametrize("game", GAMES)
def test_an_emptied_region_keeps_its_flag(game: str) -> None:
    """F-10, R-FLG-7: when the last unit leaves, the flag stays and is still taxed."""
    nation, home, region, _ = FRONTIER[game]
    forces = {nation: {region: ONE}}
    position = moving_armies(nation, game=game, players=6, units=forces, flags={nation: [region]})
    do(position, order="move", from_=region, to=home)
    assert flags(position, nation) == [region]
    again = game_at(nation, game=game, players=6, flags={nation: [region]})
    (tax,) = told(do(again, slot="taxation"), "tax_collected")
    assert tax["flags"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_seas_are_flagged_like_land(game: str) -> None:
    """R-FLG-3, R-FLG-4: one fleet alone suffices; a fleet in port holds no sea."""
    nation, port, sea = {
        "imperial2030": ("china", "shanghai", "china_sea"),
        "imperial": ("italy", "venice", "ionian_sea"),
    }[game]
    forces = {nation: {port: {"fleets": 2}}}
    start = maneuvering(nation, game=game, players=6, units=forces, flags={"russia": [sea]})
    held, left = start.copy(), start
    do(left, order="done")
    assert (flags(left, nation), flags(left, "russia")) == ([], [sea])
    do(held, order="move", from_=port, to=sea)
    do(held, order="done")
    assert (flags(held, nation), flags(held, "russia")) == ([sea], [])


@pytest.mark.parametrize("game", GAMES)
def test_no_flag_changes_outside_a_maneuver(game: str) -> None:
    """R-FLG-1: regions held alone, even under a foreign flag, wait for a flag step."""
    nation, home, region, other = FRONTIER[game]
    forces = {nation: {region: ONE, home: ONE}}
    start = game_at(nation, game=game, players=6, units=forces, flags={other: [region]})
    for slot in ("taxation", "investor", "factory", "import"):
        position = start.copy()
        events = do(position, slot=slot)
        assert told(events, "flag_lost") == told(events, "flag_placed") == []
    do(start, slot="maneuver_1")
    do(start, order="done")
    assert (flags(start, nation), flags(start, other)) == ([region], [])


# All nations --------------------------------------------------------------------------------


def test_inactive_nation_left_alone_after_a_battle() -> None:
    """S-807, R-FLG-2, R-FLG-3, R-FLG-4: Mexico goes from the USA to Brazil."""
    forces = {"usa": {"mexico": ONE}, "brazil": {"mexico": {"armies": 2}}}
    game = moving_armies("usa", players=6, units=forces, flags={"usa": ["mexico"]})
    events = do(game, **attack("mexico", army("usa"), army("brazil")))
    assert units(game, "brazil") == {"mexico": ONE}
    assert told(events, "flag_lost") == [{"nation": "usa", "region": "mexico", "to": "brazil"}]
    assert told(events, "flag_placed") == [{"nation": "brazil", "region": "mexico"}]
    assert (flags(game, "usa"), flags(game, "brazil")) == ([], ["mexico"])


@pytest.mark.parametrize("game", GAMES)
def test_leaving_gives_the_flag_to_the_one_who_stays(game: str) -> None:
    """X-29, R-FLG-2: no battle is needed."""
    nation, home, region, other = FRONTIER[game]
    forces = {nation: {region: ONE}, other: {region: ONE}}
    position = moving_armies(nation, game=game, players=6, units=forces, flags={nation: [region]})
    do(position, order="move", from_=region, to=home)
    assert (flags(position, nation), flags(position, other)) == ([], [region])


@pytest.mark.parametrize("game", GAMES)
def test_flag_stays_when_two_others_remain(game: str) -> None:
    """X-30, R-FLG-7: the owner leaves, two others share the region."""
    nation, home, region, other = FRONTIER[game]
    forces = {nation: {region: ONE}, other: {region: ONE}, "russia": {region: ONE}}
    position = moving_armies(nation, game=game, players=6, units=forces, flags={nation: [region]})
    do(position, order="move", from_=region, to=home)
    assert flags(position, nation) == [region]
    assert flags(position, other) == flags(position, "russia") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_is_looked_at(game: str) -> None:
    """R-FLG-2, R-FLG-5: every nation places, in turn order beginning with the active one."""
    atlas = ATLASES[game]
    places = neutral(game)[: len(atlas.nations)]
    forces = {n: {place: ONE} for n, place in zip(atlas.nations, places, strict=True)}
    active = atlas.nations[2]
    order = atlas.nations[2:] + atlas.nations[:2]
    flagged = {active: [places[0]], atlas.nations[0]: [places[2]]}
    position = moving_armies(active, game=game, players=6, units=forces, flags=flagged)
    events = do(position, order="done")
    assert [e["nation"] for e in told(events, "flag_placed")] == order
    for nation, place in zip(atlas.nations, places, strict=True):
        assert flags(position, nation) == [place]


# Short of flags -----------------------------------------------------------------------------

LIMITS: list[tuple[str, dict[str, Any], int]] = [
    ("imperial2030", {}, 15),
    ("imperial", {}, 10),
    ("imperial", {"edition": "later"}, 15),
]


@pytest.mark.parametrize(("game", "options", "limit"), LIMITS)
@pytest.mark.parametrize("out", [0, 1])
def test_number_of_flags(game: str, options: dict[str, Any], limit: int, out: int) -> None:
    """R-FLG-8: the last flag is placed; after it a region held alone gets none."""
    nation, _, region, _ = FRONTIER[game]
    others = neutral(game, region)[: limit - 1 + out]
    position = game_at(
        nation,
        game=game,
        players=6,
        options=options,
        units={nation: {region: ONE}},
        flags={nation: others},
    )
    do(position, slot="maneuver_1")
    do(position, order="done")
    assert len(flags(position, nation)) == limit
    assert (region in flags(position, nation)) == (not out)
    with pytest.raises(rondel.RecordError, match="I-4"):
        game_at(
            nation,
            game=game,
            players=6,
            options=options,
            flags={nation: neutral(game)[: limit + 1]},
        )


def chinese_flags(*without: str) -> list[str]:
    """Fifteen regions for Chinese flags, Korea among them."""
    return ["korea", *neutral("imperial2030", "korea", "peru", "colombia", *without)[:14]]


def test_foreign_flag_is_removed_without_replacement() -> None:
    """S-808, R-FLG-3, R-FLG-5: China has no flag left for Peru, yet the US flag goes."""
    game = moving_armies(
        "china",
        players=6,
        units={"china": {"colombia": ONE}},
        flags={"china": chinese_flags(), "usa": ["peru"]},
    )
    events = do(game, order="move", from_="colombia", to="peru")
    assert told(events, "flag_lost") == [{"nation": "usa", "region": "peru", "to": "china"}]
    assert told(events, "flag_placed") == []
    assert (flags(game, "usa"), "peru" in flags(game, "china")) == ([], False)


def russia_takes_korea(**chinese: dict[str, int]) -> rondel.Game:
    """Russia before Korea, which has the last flag of China; Chinese armies where named."""
    return moving_armies(
        "russia",
        players=6,
        units={"russia": {"vladivostok": ONE}, "china": chinese},
        flags={"china": chinese_flags()},
    )


def test_a_flag_that_becomes_free_is_placed_in_the_same_step() -> None:
    """S-808, R-FLG-6, R-FLG-2: Russia takes Korea; China's flag goes to Peru at once."""
    game = russia_takes_korea(peru=ONE)
    events = do(game, order="move", from_="vladivostok", to="korea")
    assert told(events, "flag_lost") == [{"nation": "china", "region": "korea", "to": "russia"}]
    assert told(events, "flag_placed") == [
        {"nation": "russia", "region": "korea"},
        {"nation": "china", "region": "peru"},
    ]
    assert kind(game) == "choose_slot"


def test_inactive_nation_chooses_where_its_freed_flag_goes() -> None:
    """R-FLG-5, R-FLG-6: two regions wait for one flag; China's government decides."""
    game = russia_takes_korea(peru=ONE, colombia=ONE)
    do(game, order="move", from_="vladivostok", to="korea")
    assert asked(game) == ("place_flag", "B")
    assert game.decision is not None
    assert game.decision.nation == "china"
    assert choices(game) == [{"region": "colombia"}, {"region": "peru"}]
    do(game, region="peru")
    assert asked(game) == ("choose_slot", "B")
    assert "colombia" not in flags(game, "china")


def test_no_longer_held_regions_are_no_candidates() -> None:
    """R-FLG-6: a region shared meanwhile, or left, gets no freed flag."""
    game = moving_armies(
        "russia",
        players=6,
        units={
            "russia": {"vladivostok": ONE},
            "china": {"peru": ONE},
            "usa": {"peru": ONE},
        },
        flags={"china": chinese_flags()},
    )
    events = do(game, order="move", from_="vladivostok", to="korea")
    assert told(events, "flag_placed") == [{"nation": "russia", "region": "korea"}]
    assert len(flags(game, "china")) == 14


def test_government_chooses_among_several_regions() -> None:
    """X-51, R-FLG-5: 14 flags out, three new regions; one is named, two stay without flag."""
    game = moving_armies(
        "china",
        players=6,
        units={"china": {"peru": ONE, "colombia": ONE, "mexico": ONE}},
        flags={"china": chinese_flags("mexico")[:14]},
    )
    do(game, order="done")
    assert asked(game) == ("place_flag", "B")
    assert choices(game) == [{"region": r} for r in ("colombia", "mexico", "peru")]
    refuses(game, "flag/not_held", "R-FLG-4", region="korea")
    refuses(game, "flag/not_held", "R-FLG-4", region="china_sea")
    refuses(game, "action/malformed", "R-DEC-5", region="beijing")
    events = do(game, region="mexico")
    assert told(events, "flag_placed") == [{"nation": "china", "region": "mexico"}]
    assert kind(game) == "choose_slot"
    assert not {"peru", "colombia"} & set(flags(game, "china"))


def test_regions_are_named_one_by_one_until_the_supply_is_empty() -> None:
    """R-FLG-5: 13 flags out, three new regions; two are named, the third stays without."""
    game = moving_armies(
        "china",
        players=6,
        units={"china": {"peru": ONE, "colombia": ONE, "mexico": ONE}},
        flags={"china": chinese_flags("mexico")[:13]},
    )
    do(game, order="done")
    do(game, region="peru")
    assert choices(game) == [{"region": "colombia"}, {"region": "mexico"}]
    do(game, region="mexico")
    assert kind(game) == "choose_slot"
    assert len(flags(game, "china")) == 15


def test_placing_is_obligatory_while_flags_last() -> None:
    """R-FLG-5, R-FLG-4: two flags for two regions are placed without asking."""
    game = moving_armies(
        "china",
        players=6,
        units={"china": {"peru": ONE, "colombia": ONE}},
        flags={"china": chinese_flags()[:13]},
    )
    events = do(game, order="done")
    assert kind(game) == "choose_slot"
    assert {e["region"] for e in told(events, "flag_placed")} == {"peru", "colombia"}


def test_each_nation_places_completely_before_the_next() -> None:
    """R-FLG-5: Brazil on turn chooses first, then the USA is placed, then China chooses."""
    spare = neutral("imperial2030")
    forces = {
        "brazil": {"peru": ONE, "argentina": ONE},
        "usa": {"canada": ONE},
        "china": {"korea": ONE, "mongolia": ONE},
    }
    held = [place for here in forces.values() for place in here]
    spare = [place for place in spare if place not in held]
    flagged = {"brazil": spare[:14], "china": spare[14:28]}
    game = moving_armies("brazil", players=6, units=forces, flags=flagged)
    do(game, order="done")
    assert asked(game) == ("place_flag", "D")
    assert flags(game, "usa") == []
    do(game, region="argentina")
    assert asked(game) == ("place_flag", "B")
    assert flags(game, "usa") == ["canada"]
    do(game, region="korea")
    assert kind(game) == "choose_slot"
