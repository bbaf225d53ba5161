"""Taxation: revenue, soldiers' pay, success bonus, power points (Rules: 3.18, 3.19, 1.9)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import title_of
from tests.positions import GAMES, cash, do, game_at, nations, told, treasury

both = pytest.mark.parametrize("game", GAMES)

INCREASE = {"tax_bonus": "increase"}


def regions(game: str, count: int) -> list[str]:
    """So many neutral regions that can carry a flag, from the end of the list of regions."""
    board = title_of(game).board
    return board.region_ids[board.home_count :][-count:] if count else []


def homes(game: str, nation: int, count: int) -> list[str]:
    """So many home provinces of a nation."""
    board = title_of(game).board
    return board.ids(board.home[nation])[:count]


def taxing(game: str, factories: int, flags: int, **position: Any) -> rondel.Game:
    """The second nation (governed by B) is about to tax, with so many factories and flags."""
    nation = nations(game)[1]
    return game_at(
        nation,
        game=game,
        factories={nation: homes(game, 1, factories)},
        flags={nation: regions(game, flags)},
        **position,
    )


def taxed(game: str, factories: int, flags: int, **position: Any) -> list[rondel.Event]:
    """What the Taxation of such a nation tells."""
    return do(taxing(game, factories, flags, **position), slot="taxation")


def points(events: list[rondel.Event]) -> int:
    """Power points gained."""
    return sum(event["points"] for event in told(events, "power_gained"))


def bonus(events: list[rondel.Event]) -> int:
    """Success bonus paid."""
    return sum(event["amount"] for event in told(events, "bonus_paid"))


# Revenue ------------------------------------------------------------------------------------


@both
def test_revenue_is_two_per_factory_and_one_per_flag(game: str) -> None:
    """R-TAX-1, R-TAX-20: 3 factories and 4 flags bring 10 into the treasury."""
    position = taxing(game, 3, 4)
    events = do(position, slot="taxation")
    nation = nations(game)[1]
    assert told(events, "tax_collected") == [
        {"nation": nation, "revenue": 10, "factories": 3, "flags": 4, "to_treasury": 10}
    ]
    assert treasury(position, nation) == 10 - (2 if game == "imperial2030" else 0)


@both
def test_occupied_factory_pays_no_tax(game: str) -> None:
    """R-TAX-1, R-TAX-20: a hostile army stops the tax of a factory, a friendly one does not."""
    first, second = nations(game)[:2]
    place = homes(game, 1, 3)[0]
    hostile = {first: {place: {"hostile_armies": 1}}}
    friendly = {first: {place: {"friendly_armies": 2}}}
    assert told(taxed(game, 3, 0, units=hostile), "tax_collected")[0]["revenue"] == 4
    assert told(taxed(game, 3, 0, units=friendly), "tax_collected")[0]["revenue"] == 6
    empty = homes(game, 1, 4)[3]
    elsewhere = {first: {empty: {"hostile_armies": 1}}}
    assert told(taxed(game, 3, 0, units=elsewhere), "tax_collected")[0]["nation"] == second
    assert told(taxed(game, 3, 0, units=elsewhere), "tax_collected")[0]["revenue"] == 6


@both
def test_flags_count_wherever_they_lie(game: str) -> None:
    """R-TAX-2: with own units, with foreign units or without any; other nations' flags do not."""
    first, second = nations(game)[:2]
    empty, own, foreign, other = regions(game, 4)
    units = {first: {foreign: {"fleets": 1}}, second: {own: {"fleets": 1}}}
    position = game_at(
        second,
        game=game,
        flags={second: [empty, own, foreign], first: [other]},
        units=units,
    )
    events = do(position, slot="taxation")
    assert told(events, "tax_collected")[0]["revenue"] == 4 + 3


@both
def test_units_and_treasury_do_not_change_revenue(game: str) -> None:
    """R-TAX-2: four armies and a gift change neither revenue nor power points."""
    nation = nations(game)[1]
    units = {nation: {homes(game, 1, 1)[0]: {"armies": 4}}}
    position = taxing(game, 3, 0, units=units, treasuries={nation: 9}, cash={"B": 5})
    position.donate("B", nation, 5)
    events = do(position, slot="taxation")
    assert told(events, "tax_collected")[0]["revenue"] == 6
    assert points(events) == 1


@pytest.mark.parametrize(
    ("game", "edition", "factories", "flags", "revenue"),
    [
        ("imperial2030", "2006", 4, 15, 23),
        ("imperial", "2006", 5, 10, 20),
        ("imperial", "later", 5, 15, 25),
    ],
)
def test_greatest_revenue(
    game: str, edition: str, factories: int, flags: int, revenue: int
) -> None:
    """R-TAX-2, R-TAX-20, T-03: all factories and all flags; the last column or field."""
    options = {"edition": edition}
    events = taxed(game, factories, flags, options=options)
    assert told(events, "tax_collected")[0]["revenue"] == revenue
    assert points(events) == 10
    with pytest.raises(rondel.RecordError):
        taxing(game, factories, flags + 1, options=options)


# 2030 ---------------------------------------------------------------------------------------

CHART = [
    (4, 0, 0),
    (5, 0, 0),
    (6, 1, 1),
    (7, 1, 1),
    (8, 1, 2),
    (9, 1, 2),
    (10, 2, 3),
    (11, 2, 4),
    (12, 3, 5),
    (13, 3, 6),
    (14, 4, 7),
    (15, 4, 8),
    (16, 5, 9),
    (17, 5, 9),
    (18, 5, 10),
    (19, 5, 10),
]


@pytest.mark.parametrize(("revenue", "paid", "gained"), CHART)
def test_chart_gives_bonus_and_power(revenue: int, paid: int, gained: int) -> None:
    """R-TAX-5, R-TAX-7, S-803: 7, 9 and 17 use the next lower column."""
    position = taxing("imperial2030", 2, revenue - 4)
    events = do(position, slot="taxation")
    assert (bonus(events), points(events)) == (paid, gained)
    assert cash(position)["B"] == paid
    assert treasury(position, "china") == revenue - paid
    assert position.snapshot()["power"]["china"] == gained
    assert position.snapshot()["tax_marker"]["china"] == 0


def test_usa_taxes() -> None:
    """R-TAX-1, R-TAX-3, R-TAX-5, R-TAX-7, S-801: revenue 11, pay 3, bonus 2, +6, 4 points."""
    position = game_at(
        "usa",
        factories={"usa": ["chicago", "new_orleans", "new_york"]},
        flags={"usa": ["mexico", "canada", "quebec", "alaska", "caribbean_sea"]},
        units={"usa": {"caribbean_sea": {"fleets": 1}, "new_york": {"fleets": 1, "armies": 1}}},
        treasuries={"usa": 2},
    )
    events = do(position, slot="taxation")
    assert told(events, "soldiers_paid") == [
        {"nation": "usa", "amount": 3, "units": 3, "from_treasury": True}
    ]
    assert told(events, "bonus_paid") == [
        {"nation": "usa", "player": "A", "amount": 2, "payer": "treasury"}
    ]
    assert told(events, "power_gained") == [{"nation": "usa", "points": 4, "total": 4}]
    assert treasury(position, "usa") == 2 + 6
    assert cash(position)["A"] == 2


def test_pay_beyond_revenue_takes_old_treasury_money() -> None:
    """R-TAX-3, R-TAX-4: revenue 6, treasury 5, 8 units: 3 left before the bonus."""
    units = {"china": {"shanghai": {"armies": 6, "fleets": 2}}}
    position = taxing("imperial2030", 3, 0, units=units, treasuries={"china": 5})
    events = do(position, slot="taxation")
    assert told(events, "soldiers_paid")[0]["amount"] == 8
    assert treasury(position, "china") == 5 + 6 - 8 - 1


def test_pay_beyond_all_money_is_cut_and_costs_no_unit() -> None:
    """R-TAX-3, R-TAX-4, R-TAX-6, R-TAX-7, S-804: pay 7 of 8, no bonus, 1 point all the same."""
    units = {"china": {"shanghai": {"armies": 6, "fleets": 2}}}
    position = taxing("imperial2030", 3, 0, units=units, treasuries={"china": 1})
    events = do(position, slot="taxation")
    assert told(events, "soldiers_paid") == [
        {"nation": "china", "amount": 7, "units": 8, "from_treasury": True}
    ]
    assert (bonus(events), points(events)) == (0, 1)
    assert cash(position)["B"] == 0
    assert treasury(position, "china") == 0
    assert position.snapshot()["units"]["china"] == {"shanghai": {"armies": 6, "fleets": 2}}


def test_bonus_is_what_the_treasury_has_left() -> None:
    """R-TAX-6: revenue 12 with bonus 3 and 10 units leaves 2M: the government gets 2."""
    units = {"china": {"shanghai": {"armies": 10}}}
    position = taxing("imperial2030", 3, 6, units=units)
    events = do(position, slot="taxation")
    assert told(events, "bonus_paid") == [
        {"nation": "china", "player": "B", "amount": 2, "payer": "treasury"}
    ]
    assert treasury(position, "china") == 0
    assert points(events) == 5


def test_three_factories_and_twelve_regions() -> None:
    """R-TAX-5, R-TAX-7, T-01: revenue 18 brings 10 points and a bonus of 5."""
    events = taxed("imperial2030", 3, 12)
    assert told(events, "tax_collected")[0]["revenue"] == 18
    assert (bonus(events), points(events)) == (5, 10)


# The end of the track -----------------------------------------------------------------------


@both
@pytest.mark.parametrize(("before", "after", "over"), [(22, 25, True), (15, 20, False)])
def test_points_end_at_25_and_so_does_the_game(
    game: str, before: int, after: int, over: bool
) -> None:
    """R-TAX-8, R-TAX-23, R-END-1, S-206: 22 points and 5 more stand on 25; the game is over."""
    nation = nations(game)[1]
    flags = 6 if game == "imperial2030" else 4
    position = taxing(game, 3, flags, power={nation: before})
    events = do(position, slot="taxation")
    assert told(events, "power_gained")[0]["total"] == after
    assert position.snapshot()["power"][nation] == after
    assert position.over is over
    assert [e["points"] for e in told(events, "game_ended")] == ([25] if over else [])


@both
def test_four_typical_taxations_win(game: str) -> None:
    """R-TAX-8, T-04: at 7 points each, three Taxations do not reach 25 and the fourth does."""
    nation, flags = nations(game)[1], 8 if game == "imperial2030" else 6
    for before, over in ((0, False), (7, False), (14, False), (21, True)):
        position = taxing(game, 3, flags, power={nation: before})
        do(position, slot="taxation")
        assert position.snapshot()["power"][nation] == min(before + 7, 25)
        assert position.over is over


# Classic ------------------------------------------------------------------------------------

FIELDS = [(4, 0), (5, 0), (6, 1), (7, 2), (8, 3), (9, 4), (10, 5), (11, 6), (12, 7), (13, 8)]
FIELDS += [(14, 9)]


@pytest.mark.parametrize(("revenue", "field"), FIELDS)
def test_classic_marker_shows_the_field_of_the_revenue(revenue: int, field: int) -> None:
    """R-TAX-20, R-TAX-21, R-TAX-23: from field 0, 1M for each field and as many points."""
    position = taxing("imperial", 2, revenue - 4)
    events = do(position, slot="taxation")
    assert position.snapshot()["tax_marker"]["italy"] == field
    assert (bonus(events), points(events)) == (field, field)
    assert cash(position)["B"] == field
    assert treasury(position, "italy") == revenue


@pytest.mark.parametrize(("factories", "flags"), [(4, 7), (5, 5), (5, 6), (5, 10)])
def test_classic_field_10_is_the_last(factories: int, flags: int) -> None:
    """R-TAX-20, R-TAX-23, T-02: 4 factories and 7 chips (15), or more: field 10, 10 points."""
    position = taxing("imperial", factories, flags)
    events = do(position, slot="taxation")
    assert position.snapshot()["tax_marker"]["italy"] == 10
    assert points(events) == 10


def test_german_empire_taxes() -> None:
    """R-TAX-20, R-TAX-21, R-TAX-22, R-TAX-23, S-802: revenue 7, one field up, +4M, 3 points."""
    position = game_at(
        "german_empire",
        game="imperial",
        flags={"german_empire": ["holland", "denmark", "north_sea"]},
        units={"german_empire": {"holland": {"armies": 2}, "north_sea": {"fleets": 1}}},
        tax_marker={"german_empire": 1},
        power={"german_empire": 1},
        treasuries={"german_empire": 3},
    )
    events = do(position, slot="taxation")
    assert told(events, "tax_marker_moved") == [
        {"nation": "german_empire", "before": 1, "after": 2}
    ]
    assert told(events, "bonus_paid") == [
        {"nation": "german_empire", "player": "A", "amount": 1, "payer": "bank"}
    ]
    assert told(events, "soldiers_paid") == [
        {"nation": "german_empire", "amount": 3, "units": 3, "from_treasury": False}
    ]
    assert told(events, "tax_collected")[0]["to_treasury"] == 4
    assert treasury(position, "german_empire") == 3 + 4
    assert cash(position)["A"] == 1
    assert told(events, "power_gained") == [{"nation": "german_empire", "points": 2, "total": 3}]


def test_classic_treasury_never_loses_by_pay() -> None:
    """R-TAX-22, S-805: revenue 6, 8 units, treasury 3: it stays 3; bonus by marker, 1 point."""
    units = {"italy": {"naples": {"armies": 5, "fleets": 3}}}
    position = taxing("imperial", 3, 0, units=units, treasuries={"italy": 3})
    events = do(position, slot="taxation")
    assert treasury(position, "italy") == 3
    assert told(events, "tax_collected")[0]["to_treasury"] == 0
    assert (bonus(events), points(events)) == (1, 1)
    assert cash(position)["B"] == 1


def test_classic_marker_falls_unpunished_and_is_paid_again_when_it_rises() -> None:
    """R-TAX-21, X-55: 9 to 6 pays nothing; 6 to 9 next time pays 3M."""
    falls = taxing("imperial", 3, 0, tax_marker={"italy": 4})
    events = do(falls, slot="taxation")
    assert (bonus(events), cash(falls)["B"]) == (0, 0)
    assert falls.snapshot()["tax_marker"]["italy"] == 1
    rises = taxing("imperial", 3, 3, tax_marker={"italy": 1})
    events = do(rises, slot="taxation")
    assert (bonus(events), cash(rises)["B"]) == (3, 3)
    assert rises.snapshot()["tax_marker"]["italy"] == 4


def test_classic_marker_that_stays_pays_nothing_but_gives_points() -> None:
    """R-TAX-21, R-TAX-23: the same revenue again: no bonus, the points of the field."""
    position = taxing("imperial", 3, 3, tax_marker={"italy": 4})
    events = do(position, slot="taxation")
    assert not told(events, "tax_marker_moved")
    assert (bonus(events), points(events)) == (0, 4)


# Variant: bonus only for tax increases -----------------------------------------------------


def test_increase_pays_for_each_field_from_the_treasury() -> None:
    """R-VTB-1, R-VTB-2, S-905: from "6" to revenue 12 the marker moves four fields: 4M."""
    position = taxing("imperial2030", 3, 6, options=INCREASE, tax_marker={"china": 1})
    events = do(position, slot="taxation")
    assert told(events, "tax_marker_moved") == [{"nation": "china", "before": 1, "after": 5}]
    assert told(events, "bonus_paid") == [
        {"nation": "china", "player": "B", "amount": 4, "payer": "treasury"}
    ]
    assert treasury(position, "china") == 12 - 4
    assert cash(position)["B"] == 4


@pytest.mark.parametrize("marker", [5, 8])
def test_increase_pays_nothing_when_the_marker_stays_or_falls(marker: int) -> None:
    """R-VTB-2, S-905: with revenue 12 the marker goes to field 5, at no price."""
    position = taxing("imperial2030", 3, 6, options=INCREASE, tax_marker={"china": marker})
    events = do(position, slot="taxation")
    assert bonus(events) == 0
    assert treasury(position, "china") == 12
    assert position.snapshot()["tax_marker"]["china"] == 5


@pytest.mark.parametrize("nation", nations("imperial2030"))
def test_every_nation_has_its_own_marker(nation: str) -> None:
    """R-VTB-1, R-VTB-2: only the marker of the nation that taxes moves, from field 0 on."""
    flags = {nation: regions("imperial2030", 2)}
    position = game_at(nation, options=INCREASE, flags=flags)
    do(position, slot="taxation")
    expected = dict.fromkeys(nations("imperial2030"), 0) | {nation: 1}
    assert position.snapshot()["tax_marker"] == expected


def test_increase_is_limited_by_the_treasury() -> None:
    """R-VTB-2, X-38: four fields gained, 2M left after pay: bonus 2M."""
    units = {"china": {"shanghai": {"armies": 10}}}
    position = taxing("imperial2030", 3, 6, options=INCREASE, tax_marker={"china": 1}, units=units)
    events = do(position, slot="taxation")
    assert bonus(events) == 2
    assert treasury(position, "china") == 0
    assert position.snapshot()["tax_marker"]["china"] == 5


@pytest.mark.parametrize("marker", [0, 10])
@pytest.mark.parametrize(("revenue", "gained"), [(row[0], row[2]) for row in CHART])
def test_increase_leaves_power_points_alone(revenue: int, gained: int, marker: int) -> None:
    """R-VTB-3: the same points as with the chart, whatever the marker does."""
    events = taxed("imperial2030", 2, revenue - 4, options=INCREASE, tax_marker={"china": marker})
    assert points(events) == gained
