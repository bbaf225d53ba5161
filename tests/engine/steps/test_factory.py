"""Factory: where one may be built, what it costs, how to pay by a gift (Rules: 3.1)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import payments, title_of
from tests.positions import GAMES, asked, choices, do, game_at, kind, refuses, told

HOME = {
    "imperial2030": ("china", {"chongqing", "urumqi"}),
    "imperial": ("italy", {"florence", "genoa", "venice"}),
}
"""The nation B governs, and its cities without factory at the start."""


def building(game: str, treasury: int = 5, **position: Any) -> rondel.Game:
    """China, or Italy, on Factory with so much money; B governs it."""
    nation = HOME[game][0]
    table = game_at(nation, game=game, treasuries={nation: treasury}, **position)
    do(table, slot="factory")
    return table


def sites(game: rondel.Game) -> set[str]:
    """Where a factory may be built."""
    assert kind(game) == "build_factory"
    return {choice["province"] for choice in choices(game) if "province" in choice}


def europe(**position: Any) -> rondel.Game:
    """Europe of S-301: factories in Paris and London, 5M, on Factory."""
    table = game_at("europe", treasuries={"europe": 5}, **position)
    do(table, slot="factory")
    return table


def test_europe_builds() -> None:
    """S-301, R-FAC-1, R-FAC-2, R-FAC-3: sites are Rome (shipyard) and Berlin (armaments), for 5M
    from the treasury."""
    table = europe()
    assert choices(table) == [{"province": "berlin"}, {"province": "rome"}, {"decline": True}]
    for site, built in (("berlin", "armaments"), ("rome", "shipyard")):
        turn = table.copy()
        events = do(turn, province=site)
        cost = {"nation": "europe", "region": site, "factory": built, "cost": 5}
        assert told(events, "factory_built") == [cost]
        assert [(p.payer, p.payee, p.amount) for p in payments(events[0])] == [
            ("treasury:europe", "bank", 5)
        ]
        at = turn.snapshot()
        assert at["treasuries"]["europe"] == 0
        assert at["factories"]["europe"] == sorted(["london", "paris", site])


@pytest.mark.parametrize(
    ("stance", "legal"), [("hostile_armies", {"rome"}), ("friendly_armies", {"rome", "berlin"})]
)
def test_only_a_hostile_army_prevents_building(stance: str, legal: set[str]) -> None:
    """S-301, R-FAC-1, R-FAC-5, R-CON-11, R-CON-12: a friendly army in Berlin does not matter."""
    assert sites(europe(units={"china": {"berlin": {stance: 1}}})) == legal


def test_german_empire_builds() -> None:
    """S-302, R-FAC-1, R-FAC-2: with a hostile French army in Cologne only Danzig (shipyard) and
    Munich (armaments) are left."""
    table = game_at(
        "german_empire",
        game="imperial",
        treasuries={"german_empire": 5},
        units={"france": {"cologne": {"hostile_armies": 1}}},
    )
    do(table, slot="factory")
    assert sites(table) == {"danzig", "munich"}
    built = {site: do(table.copy(), province=site) for site in ("danzig", "munich")}
    kinds = {site: told(events, "factory_built")[0]["factory"] for site, events in built.items()}
    assert kinds == {"danzig": "shipyard", "munich": "armaments"}


@pytest.mark.parametrize("game", GAMES)
def test_sites_are_own_empty_unoccupied_provinces(game: str) -> None:
    """R-FAC-1: not where a factory stands, not abroad, not on neutral land, not under a hostile
    army, even beside own armies."""
    nation, empty = HOME[game]
    assert sites(building(game)) == empty
    taken = sorted(empty)[0]
    foreign = {"imperial2030": "russia", "imperial": "france"}[game]
    held = {foreign: {taken: {"hostile_armies": 1}}, nation: {taken: {"armies": 3}}}
    table = building(game, units=held)
    assert sites(table) == empty - {taken}
    refuses(table, "factory/occupied", "R-FAC-1", province=taken)
    built = {"imperial2030": "beijing", "imperial": "rome"}[game]
    refuses(table, "factory/already_built", "R-FAC-1", province=built)
    abroad = {"imperial2030": "novosibirsk", "imperial": "dijon"}[game]
    refuses(table, "factory/not_home", "R-FAC-1", province=abroad)
    neutral = {"imperial2030": "mongolia", "imperial": "tunis"}[game]
    refuses(table, "action/malformed", "R-DEC-5", province=neutral)


@pytest.mark.parametrize("game", GAMES)
def test_kind_of_a_factory_is_that_of_its_city(game: str) -> None:
    """R-FAC-2, R-SUP-2: for every city of every nation, with all other factories built: they never
    run out."""
    facts = title_of(game).facts
    homes: dict[str, list[str]] = {n["id"]: [] for n in facts["nations"]}
    for province in facts["home_provinces"]:
        homes[province["nation"]].append(province["id"])
    for province in facts["home_provinces"]:
        nation, site = province["nation"], province["id"]
        others = homes | {nation: [p for p in homes[nation] if p != site]}
        table = game_at(nation, game=game, treasuries={nation: 5}, factories=others)
        do(table, slot="factory")
        assert sites(table) == {site}
        events = do(table, province=site)
        assert told(events, "factory_built")[0]["factory"] == province["city_type"]


@pytest.mark.parametrize("game", GAMES)
def test_five_million_in_the_treasury_or_no_factory(game: str) -> None:
    """R-FAC-3: 5M are enough; with 4M it cannot build, however rich its government."""
    nation, empty = HOME[game]
    site = sorted(empty)[0]
    table = building(game, 5)
    do(table, province=site)
    assert table.snapshot()["treasuries"][nation] == 0
    poor = building(game, 4, cash={"B": 50})
    assert choices(poor) == [{"decline": True}]
    refuses(poor, "factory/treasury_too_low", "R-FAC-3", province=site)


@pytest.mark.parametrize("game", GAMES)
def test_one_factory_per_turn(game: str) -> None:
    """R-FAC-4: with money for more the turn is over after the first."""
    nation, empty = HOME[game]
    table = building(game, 20)
    do(table, province=sorted(empty)[0])
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["treasuries"][nation] == 15


@pytest.mark.parametrize("game", GAMES)
def test_building_may_be_declined(game: str) -> None:
    """R-FAC-4, R-CON-2: nothing is paid, nothing built."""
    nation, _ = HOME[game]
    table = building(game, 20)
    before = table.snapshot()
    events = do(table, decline=True)
    assert told(events, "factory_declined") == [{"nation": nation}]
    assert told(events, "factory_built") == []
    at = table.snapshot()
    assert (at["treasuries"], at["factories"]) == (before["treasuries"], before["factories"])
    assert asked(table) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_other_units_do_not_matter(game: str) -> None:
    """R-FAC-5: friendly foreign armies and own units on the site, hostile ones in another of its
    provinces, foreign units next door."""
    nation, empty = HOME[game]
    site, other = sorted(empty)[:2]
    foreign = {"imperial2030": "russia", "imperial": "france"}[game]
    neutral = {"imperial2030": "mongolia", "imperial": "tunis"}[game]
    table = building(
        game,
        units={
            nation: {site: {"armies": 2}},
            foreign: {
                site: {"friendly_armies": 3},
                other: {"hostile_armies": 1},
                neutral: {"armies": 2},
            },
        },
    )
    assert sites(table) == empty - {other}


# Gifts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_donation_opens_building(game: str) -> None:
    """X-13, R-FAC-3, R-CON-17: treasury 3, cash 4: the government is asked although it can only
    decline; after a gift of 2M it may build."""
    nation, empty = HOME[game]
    table = building(game, 3, cash={"B": 4})
    assert asked(table) == ("build_factory", "B")
    assert choices(table) == [{"decline": True}]
    table.donate("B", nation, 2)
    assert sites(table) == empty
    do(table, province=sorted(empty)[0])
    at = table.snapshot()
    assert (at["treasuries"][nation], at["cash"]["B"]) == (0, 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("donations", "cash"),
    [("off", {"B": 4}), ("own", {"B": 1, "C": 9}), ("any", {"B": 1, "C": 9})],
)
def test_not_asked_if_no_gift_of_his_own_would_do(
    game: str, donations: str, cash: dict[str, int]
) -> None:
    """X-13, R-CON-17: without donations, or with too little of his own, nothing happens; what
    others could give does not count."""
    table = building(game, 3, cash=cash, options={"donations": donations})
    assert asked(table) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_not_asked_without_a_site_whatever_the_money(game: str) -> None:
    """R-CON-17: a gift cannot open a choice where every city is built or occupied."""
    nation, empty = HOME[game]
    foreign = {"imperial2030": "russia", "imperial": "france"}[game]
    units = {foreign: {site: {"hostile_armies": 1} for site in empty}}
    table = building(game, 3, cash={"B": 9}, units=units)
    assert asked(table) == ("choose_slot", "C")
    table = building(game, 9, units=units)
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["treasuries"][nation] == 9


@pytest.mark.parametrize("game", GAMES)
def test_gift_that_leaves_too_little_ends_the_action(game: str) -> None:
    """R-CON-17: B gives his money to another nation of his; only declining is left, unasked."""
    nation, _ = HOME[game]
    other = {"imperial2030": "europe", "imperial": "russia"}[game]
    table = building(game, 3, cash={"B": 3})
    events = table.donate("B", other, 1)
    assert kind(table) == "build_factory"
    events = table.donate("B", other, 1)
    assert told(events, "factory_declined") == [{"nation": nation}]
    assert asked(table) == ("choose_slot", "C")
