"""Import: how many units, where, at what price (Rules: 3.3)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import payments, title_of
from tests.positions import GAMES, asked, choices, do, game_at, kind, refuses, told, units

NATION = {"imperial2030": "china", "imperial": "italy"}
"""The nation B governs."""
FOREIGN = {"imperial2030": "russia", "imperial": "france"}
INLAND = {"imperial2030": "beijing", "imperial": "rome"}
PORT = {"imperial2030": "shanghai", "imperial": "naples"}
LAND = {"imperial2030": "korea", "imperial": "tunis"}
SEA = {"imperial2030": "china_sea", "imperial": "ionian_sea"}


def importing(game: str, treasury: int = 3, **position: Any) -> rondel.Game:
    """China, or Italy, on Import with so much money."""
    nation = NATION[game]
    table = game_at(nation, game=game, treasuries={nation: treasury}, **position)
    do(table, slot="import")
    return table


def places(game: rondel.Game, unit: str) -> set[str]:
    """Where a unit may be placed."""
    assert kind(game) == "import_unit"
    return {choice["province"] for choice in choices(game) if choice.get("unit") == unit}


def homes(game: str, nation: str) -> dict[str, str]:
    """The home provinces of a nation with their kind of city."""
    found = title_of(game).facts["home_provinces"]
    return {h["id"]: h["city_type"] for h in found if h["nation"] == nation}


def test_china_imports() -> None:
    """S-305, R-IMP-1, R-IMP-2, R-IMP-3: fleet, army, army, all in Shanghai, for 3M; armies could go
    to any of the four provinces, fleets only to Shanghai."""
    table = importing("imperial2030", 4)
    assert places(table, "army") == {"beijing", "chongqing", "urumqi", "shanghai"}
    assert places(table, "fleet") == {"shanghai"}
    for province in ("beijing", "chongqing", "urumqi"):
        refuses(table, "import/no_port", "R-IMP-2", province=province, unit="fleet")
    events = do(table, province="shanghai", unit="fleet")
    events += do(table, province="shanghai", unit="army")
    events += do(table, province="shanghai", unit="army")
    bought = [(e["region"], e["unit"], e["cost"]) for e in told(events, "unit_imported")]
    assert bought == [("shanghai", "fleet", 1), ("shanghai", "army", 1), ("shanghai", "army", 1)]
    assert table.snapshot()["treasuries"]["china"] == 1
    assert units(table, "china") == {"shanghai": {"armies": 2, "fleets": 1}}


def test_austria_hungary_imports() -> None:
    """S-306, R-IMP-2, R-IMP-3: two fleets and an army in Trieste, where no shipyard stands; the
    army could go to any province, fleets only there."""
    table = game_at("austria_hungary", game="imperial", treasuries={"austria_hungary": 3})
    do(table, slot="import")
    five = {"vienna", "budapest", "prague", "lemberg", "trieste"}
    assert (places(table, "army"), places(table, "fleet")) == (five, {"trieste"})
    for unit in ("fleet", "fleet", "army"):
        do(table, province="trieste", unit=unit)
    assert units(table, "austria_hungary") == {"trieste": {"armies": 1, "fleets": 2}}
    assert table.snapshot()["treasuries"]["austria_hungary"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_three_units_at_most(game: str) -> None:
    """R-IMP-1: with money for more the action is over after the third."""
    table = importing(game, 9)
    for _ in range(3):
        assert kind(table) == "import_unit"
        do(table, province=INLAND[game], unit="army")
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["treasuries"][NATION[game]] == 6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("treasury", [0, 1, 2])
def test_treasury_limits_the_number(game: str, treasury: int) -> None:
    """R-IMP-1: 1M each, so not more than there are; then it is over."""
    table = importing(game, treasury)
    for _ in range(treasury):
        do(table, province=PORT[game], unit="fleet")
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["treasuries"][NATION[game]] == 0
    assert units(table, NATION[game]).get(PORT[game], {}).get("fleets", 0) == treasury


@pytest.mark.parametrize("game", GAMES)
def test_treasury_pays_the_bank(game: str) -> None:
    """R-IMP-1, R-CON-5: 1M from the treasury; the government's cash is not touched."""
    table = importing(game, cash={"B": 7})
    events = do(table, province=INLAND[game], unit="army")
    moved = [(p.payer, p.payee, p.amount) for e in events for p in payments(e)]
    assert moved == [(f"treasury:{NATION[game]}", "bank", 1)]
    assert table.snapshot()["cash"]["B"] == 7


@pytest.mark.parametrize("game", GAMES)
def test_supply_limits_the_number(game: str) -> None:
    """R-IMP-1, R-SUP-3: with one army and no fleet left one army can be bought, then nothing."""
    nation = NATION[game]
    supply = next(n["supply"] for n in title_of(game).facts["nations"] if n["id"] == nation)
    out = {LAND[game]: {"armies": supply["armies"] - 1}, SEA[game]: {"fleets": supply["fleets"]}}
    table = importing(game, units={nation: out})
    assert places(table, "fleet") == set()
    refuses(table, "import/supply_empty", "R-SUP-3", province=PORT[game], unit="fleet")
    assert places(table, "army") == set(homes(game, nation))
    do(table, province=PORT[game], unit="army")
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["treasuries"][nation] == 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("unit", "key", "place"), [("army", "armies", LAND), ("fleet", "fleets", SEA)]
)
def test_every_piece_left_can_be_bought(
    game: str, unit: str, key: str, place: dict[str, str]
) -> None:
    """R-IMP-1, R-SUP-1: two are left, two can be bought, not a third."""
    nation = NATION[game]
    supply = next(n["supply"] for n in title_of(game).facts["nations"] if n["id"] == nation)
    table = importing(game, 9, units={nation: {place[game]: {key: supply[key] - 2}}})
    for _ in range(2):
        do(table, province=PORT[game], unit=unit)
    assert places(table, unit) == set()
    refuses(table, "import/supply_empty", "R-SUP-3", province=PORT[game], unit=unit)


@pytest.mark.parametrize("game", GAMES)
def test_no_armies_left_but_fleets(game: str) -> None:
    """R-SUP-3: the rest of the action is not affected."""
    nation = NATION[game]
    supply = next(n["supply"] for n in title_of(game).facts["nations"] if n["id"] == nation)
    table = importing(game, units={nation: {LAND[game]: {"armies": supply["armies"]}}})
    assert places(table, "army") == set()
    refuses(table, "import/supply_empty", "R-SUP-3", province=PORT[game], unit="army")
    assert PORT[game] in places(table, "fleet")


@pytest.mark.parametrize("game", GAMES)
def test_where_units_may_be_placed(game: str) -> None:
    """X-12, R-IMP-2: for every nation armies in all its provinces and fleets in all its ports, with
    or without shipyard; nothing abroad."""
    for nation in [n["id"] for n in title_of(game).facts["nations"]]:
        table = game_at(nation, game=game, treasuries={nation: 1})
        do(table, slot="import")
        own = homes(game, nation)
        assert places(table, "army") == set(own)
        ports = {p for p, city in own.items() if city == "shipyard"}
        assert places(table, "fleet") == ports


@pytest.mark.parametrize("game", GAMES)
def test_no_import_abroad_or_on_neutral_land(game: str) -> None:
    """R-IMP-2: only own home provinces, whoever governs the others and whoever stands there."""
    foreign = {"imperial2030": "europe", "imperial": "russia"}[game]
    abroad = {"imperial2030": "paris", "imperial": "kiev"}[game]
    table = importing(game, units={NATION[game]: {abroad: {"hostile_armies": 2}}})
    assert table.snapshot()["governments"][foreign] == "B"
    refuses(table, "import/not_home", "R-IMP-2", province=abroad, unit="army")
    refuses(table, "action/malformed", "R-DEC-5", province=LAND[game], unit="army")


@pytest.mark.parametrize("game", GAMES)
def test_fleet_into_a_port_without_shipyard(game: str) -> None:
    """X-12, R-IMP-2: the city counts, not the building."""
    nation, port = {"imperial2030": ("russia", "murmansk"), "imperial": ("italy", "venice")}[game]
    table = game_at(nation, game=game, treasuries={nation: 1})
    assert port not in table.snapshot()["factories"][nation]
    do(table, slot="import")
    do(table, province=port, unit="fleet")
    assert units(table, nation) == {port: {"fleets": 1}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("unit", ["army", "fleet"])
def test_import_beside_foreign_armies(game: str, unit: str) -> None:
    """X-11, R-IMP-2, R-IMP-3: beside a friendly army legal, beside a hostile one illegal, also if
    own armies stand there."""
    port, foreign = PORT[game], FOREIGN[game]
    friendly = importing(game, units={foreign: {port: {"friendly_armies": 2}}})
    assert port in places(friendly, unit)
    do(friendly, province=port, unit=unit)
    mixed = {port: {"friendly_armies": 1, "hostile_armies": 1}}
    hostile = importing(game, units={foreign: mixed, NATION[game]: {port: {"armies": 1}}})
    assert port not in places(hostile, unit)
    refuses(hostile, "import/occupied", "R-IMP-2", province=port, unit=unit)


@pytest.mark.parametrize("game", GAMES)
def test_any_mix_in_any_province(game: str) -> None:
    """R-IMP-3: three fleets in one port, or army, fleet, army in two provinces."""
    port, inland = PORT[game], INLAND[game]
    table = importing(game)
    for _ in range(3):
        do(table, province=port, unit="fleet")
    assert units(table, NATION[game]) == {port: {"fleets": 3}}
    table = importing(game)
    for province, unit in ((inland, "army"), (port, "fleet"), (inland, "army")):
        do(table, province=province, unit=unit)
    assert units(table, NATION[game]) == {inland: {"armies": 2}, port: {"fleets": 1}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bought", [0, 1, 2])
def test_government_may_stop_after_any_unit(game: str, bought: int) -> None:
    """R-IMP-1, R-IMP-4, R-CON-2: none, one or two; each is on the board before the next."""
    table = importing(game, 9)
    for number in range(1, bought + 1):
        do(table, province=INLAND[game], unit="army")
        assert units(table, NATION[game]) == {INLAND[game]: {"armies": number}}
        assert kind(table) == "import_unit"
    do(table, done=True)
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["treasuries"][NATION[game]] == 9 - bought


@pytest.mark.parametrize("game", GAMES)
def test_only_unoccupied_provinces_are_left(game: str) -> None:
    """R-IMP-2: with all ports occupied no fleet can come; armies can, in the provinces left."""
    nation = {"imperial2030": "china", "imperial": "austria_hungary"}[game]
    port, foreign = {"imperial2030": ("shanghai", "india"), "imperial": ("trieste", "italy")}[game]
    table = game_at(
        nation,
        game=game,
        treasuries={nation: 3},
        units={foreign: {port: {"hostile_armies": 1}}},
    )
    do(table, slot="import")
    assert places(table, "fleet") == set()
    assert places(table, "army") == set(homes(game, nation)) - {port}


# Gifts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_government_is_asked_if_its_gift_could_buy_a_unit(game: str) -> None:
    """R-CON-17, R-IMP-1: the treasury is empty, cash 2; it can stop, or give and buy, and is asked
    again after each unit while it has cash left."""
    nation = NATION[game]
    table = importing(game, 0, cash={"B": 2})
    for left in (2, 1):
        assert choices(table) == [{"done": True}]
        refuses(table, "import/treasury_too_low", "R-IMP-1", province=INLAND[game], unit="army")
        assert table.snapshot()["cash"]["B"] == left
        table.donate("B", nation, 1)
        do(table, province=INLAND[game], unit="army")
    assert asked(table) == ("choose_slot", "C")
    assert units(table, nation) == {INLAND[game]: {"armies": 2}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("donations", "cash"), [("off", {"B": 5}), ("own", {"C": 5}), ("any", {"C": 5})]
)
def test_government_is_not_asked_if_no_gift_of_its_own_would_do(
    game: str, donations: str, cash: dict[str, int]
) -> None:
    """R-CON-17, X-46: without money, or without leave to give it, Import ends at once."""
    table = importing(game, 0, cash=cash, options={"donations": donations})
    assert asked(table) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_government_is_not_asked_after_the_third_unit_whatever_its_cash(game: str) -> None:
    """R-CON-17, R-IMP-1: a gift could not open a fourth."""
    table = importing(game, 3, cash={"B": 9})
    for _ in range(3):
        do(table, province=INLAND[game], unit="army")
    assert asked(table) == ("choose_slot", "C")
