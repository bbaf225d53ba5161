"""What all rules share: money, seats, credit, stance, occupation, asking (Rules: 0)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import payments, title_of
from rondel.engine.shapes import Snapshot
from tests.positions import (
    GAMES,
    NAMES,
    asked,
    choices,
    do,
    game_at,
    kind,
    maneuvering,
    moving_armies,
    targets,
    told,
    units,
)
from tests.starts import ORDER, deal, draft, ruled_by

# Money and governments -----------------------------------------------------------------------


@pytest.mark.parametrize("amount", [-1, 1.5, True, "5", None])
def test_money_is_a_whole_number_and_never_negative(amount: object) -> None:
    """R-CON-3: no position has other money, and no gift other amounts."""
    with pytest.raises(rondel.RecordError):
        game_at("china", treasuries={"china": amount})
    with pytest.raises(rondel.RecordError):
        game_at("china", cash={"A": amount})
    table = game_at("china", cash={"B": 5})
    before = table.snapshot()
    with pytest.raises(rondel.IllegalAction):
        table.donate("B", "china", amount)
    assert table.snapshot() == before


@pytest.mark.parametrize("game", GAMES)
def test_bank_never_runs_out(game: str) -> None:
    """R-CON-3, R-SUP-2, F-13: it pays although players and treasuries hold far more than any box
    contains."""
    rich = 900_000
    nation = ORDER[game][0]
    table = game_at(
        nation,
        game=game,
        treasuries=dict.fromkeys(ORDER[game], rich),
        cash=dict.fromkeys("ABCD", rich),
        investor_card="D",
    )
    events = do(table, slot="investor")
    assert told(events, "investor_paid") == [{"player": "D", "amount": 2}]
    assert table.snapshot()["cash"]["D"] == rich + 2


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_a_circle(game: str) -> None:
    """R-CON-4: left of the last player sits the first; the others are asked in that order."""
    nation = ORDER[game][0]
    table = game_at(
        nation,
        game=game,
        governments=dict.fromkeys(ORDER[game], "C"),
        treasuries={nation: 9},
        cash=dict.fromkeys("ABCD", 4),
        investor_card="D",
        options={"swiss_bank_force": False},
    )
    do(table, slot="investor")
    for player in "DAB":
        assert asked(table) == ("invest", player)
        events = do(table, choice="pass")
    assert told(events, "investor_card_passed") == [{"before": "D", "after": "A"}]


@pytest.mark.parametrize("game", GAMES)
def test_nations_pay_from_treasuries_and_players_from_cash(game: str) -> None:
    """R-CON-5: every change of money in a game is one of the payments told, bank included."""
    random = Random(5)
    table = rondel.Game.new(game, NAMES[:4], {"setup": "draft", "donations": "any"}, seed=5)
    for _ in range(400):
        if table.over:
            break
        expected = _purses(table.snapshot())
        for event in table.apply(table.legal_actions()[random.randrange(len(table.legal_ids()))]):
            for payment in payments(event):
                expected[payment.payer] = expected.get(payment.payer, 0) - payment.amount
                expected[payment.payee] = expected.get(payment.payee, 0) + payment.amount
        expected.pop("bank", None)
        assert _purses(table.snapshot()) == expected


def _purses(at: Snapshot) -> dict[str, int]:
    treasuries = {f"treasury:{nation}": money for nation, money in at["treasuries"].items()}
    return {f"cash:{player}": money for player, money in at["cash"].items()} | treasuries


@pytest.mark.parametrize("game", GAMES)
def test_credit_is_the_sum_of_face_values(game: str) -> None:
    """R-CON-6: one bond of 16 (interest 6) outweighs 2, 4 and 9 (three bonds, interest 7), but not
    2, 6 and 9."""
    nation = ORDER[game][0]
    for held, ruler in (([2, 4], "A"), ([2, 6], "B")):
        table = game_at(
            nation,
            game=game,
            bonds={nation: {"A": [16], "B": held}},
            treasuries={nation: 20},
            cash={"B": 9},
            investor_card="B",
        )
        do(table, slot="investor")
        do(table, choice="buy", nation=nation, value=9)
        assert table.snapshot()["governments"][nation] == ruler


@pytest.mark.parametrize("game", GAMES)
def test_a_player_may_govern_any_number_of_nations(game: str) -> None:
    """R-CON-7: all six even; a nation has a government if bonds of it are sold, else none."""
    all_six = game_at(ORDER[game][0], game=game, governments=dict.fromkeys(ORDER[game], "A"))
    assert ruled_by(all_six, "A") == set(ORDER[game])
    last = ORDER[game][-1]
    with pytest.raises(rondel.RecordError, match="I-9"):
        game_at(ORDER[game][0], game=game, bonds={last: {}}, governments={last: "A"})
    with pytest.raises(rondel.RecordError, match="I-9"):
        game_at(ORDER[game][0], game=game, bonds={last: {"A": [2]}}, governments={last: None})


@pytest.mark.parametrize(
    ("points", "factor"),
    [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (19, 3), (20, 4), (24, 4)],
)
@pytest.mark.parametrize("game", GAMES)
def test_power_factor(game: str, points: int, factor: int) -> None:
    """R-CON-8: the value of bonds at the end, of a nation with so many points, and of the one that
    ended the game, factor 5."""
    first, second = ORDER[game][:2]
    flags = {"imperial2030": ["iran", "turkey"], "imperial": ["tunis", "spain"]}[game]
    table = game_at(
        first,
        game=game,
        power={first: 24, second: points},
        governments=dict.fromkeys(ORDER[game][2:], "C"),
        flags={first: flags},
    )
    events = do(table, slot="taxation")
    assert table.snapshot()["power"][first] == 25
    bonus = sum(e["amount"] for e in told(events, "bonus_paid"))
    assert table.result is not None
    assert table.result["scores"] == {"A": 4 * 5 + bonus, "B": 4 * factor, "C": 0, "D": 0}


# Units and regions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "key"),
    [
        ("shanghai", "armies"),
        ("korea", "armies"),
        ("china_sea", "fleets"),
        ("shanghai", "fleets"),
        ("vladivostok", "hostile_armies"),
        ("vladivostok", "friendly_armies"),
    ],
)
def test_where_units_may_be(region: str, key: str) -> None:
    """R-CON-10, R-CON-11: armies on land, fleets at sea or in their own port, a stance abroad."""
    table = game_at("russia", units={"china": {region: {key: 1}}})
    assert units(table, "china") == {region: {key: 1}}


@pytest.mark.parametrize(
    ("region", "key"),
    [
        ("china_sea", "armies"),
        ("china_sea", "hostile_armies"),
        ("korea", "fleets"),
        ("beijing", "fleets"),
        ("vladivostok", "fleets"),
        ("vladivostok", "armies"),
        ("korea", "hostile_armies"),
        ("korea", "friendly_armies"),
        ("shanghai", "hostile_armies"),
        ("shanghai", "friendly_armies"),
    ],
)
def test_where_units_may_not_be(region: str, key: str) -> None:
    """R-CON-10, R-CON-11: no army at sea, no fleet on land but in its own port, no army abroad
    without stance, no stance at home or on neutral land."""
    with pytest.raises(rondel.RecordError):
        game_at("russia", units={"china": {region: {key: 1}}})


def test_stance_belongs_to_foreign_home_provinces_only() -> None:
    """R-CON-11: chosen on entering one, gone on leaving it."""
    table = moving_armies("china", units={"china": {"mongolia": {"armies": 1}}})
    do(table, order="move", from_="mongolia", to="vladivostok")
    assert choices(table) == [{"choice": "hostile"}, {"choice": "friendly"}]
    do(table, choice="hostile")
    assert units(table, "china") == {"vladivostok": {"hostile_armies": 1}}
    table = moving_armies("china", units={"china": {"vladivostok": {"hostile_armies": 1}}})
    do(table, order="move", from_="vladivostok", to="mongolia")
    assert units(table, "china") == {"mongolia": {"armies": 1}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("stance", "factories"), [("hostile_armies", 1), ("friendly_armies", 2)])
def test_hostile_armies_occupy_and_friendly_ones_do_not(
    game: str, stance: str, factories: int
) -> None:
    """R-CON-12, R-CON-13: an occupied factory does not count as unoccupied: it is not taxed."""
    nation, home, foreign = {
        "imperial2030": ("china", "beijing", "russia"),
        "imperial": ("italy", "rome", "france"),
    }[game]
    table = game_at(nation, game=game, units={foreign: {home: {stance: 2}}})
    events = do(table, slot="taxation")
    assert told(events, "tax_collected")[0]["factories"] == factories


def test_only_provinces_with_a_factory_count_as_unoccupied_factories() -> None:
    """R-CON-13: a city without factory counts for nothing, occupied or not."""
    for held in ({}, {"russia": {"urumqi": {"hostile_armies": 1}}}):
        table = game_at("china", units=held)
        events = do(table, slot="taxation")
        assert told(events, "tax_collected")[0]["factories"] == 2


@pytest.mark.parametrize("game", GAMES)
def test_exclusively_held_regions(game: str) -> None:
    """R-CON-14: alone with an army or a fleet, one or several, yes; together with any unit of
    another nation, or with none of one's own, no. It shows in the flag step."""
    mine, other, land, shared, sea, busy = {
        "imperial2030": ("china", "russia", "korea", "mongolia", "china_sea", "sea_of_japan"),
        "imperial": ("italy", "france", "tunis", "algeria", "ionian_sea", "black_sea"),
    }[game]
    table = maneuvering(
        mine,
        game=game,
        units={
            mine: {
                land: {"armies": 2},
                shared: {"armies": 3},
                sea: {"fleets": 1},
                busy: {"fleets": 1},
            },
            other: {shared: {"armies": 1}, busy: {"fleets": 2}},
        },
    )
    while kind(table) in ("fleet_order", "army_order"):
        do(table, order="done")
    assert table.snapshot()["flags"][mine] == sorted([land, sea])
    assert table.snapshot()["flags"][other] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_moved_unit_moves_no_more(game: str) -> None:
    """R-CON-15: of two armies one has moved; only the other is still unmoved. The active player
    decides, and the new arrival may not go on."""
    nation, origin, near = {
        "imperial2030": ("china", "beijing", "mongolia"),
        "imperial": ("italy", "algeria", "morocco"),
    }[game]
    table = moving_armies(nation, game=game, units={nation: {origin: {"armies": 2}}})
    assert asked(table) == ("army_order", "B")
    do(table, order="move", from_=origin, to=near)
    assert targets(table, near) == set()
    assert near in targets(table, origin)
    do(table, order="move", from_=origin, to=near)
    assert asked(table) == ("choose_slot", "C")
    assert units(table, nation) == {near: {"armies": 2}}


# Deciding ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_may_means_that_declining_is_legal(game: str) -> None:
    """R-CON-2: in every decision that says "may" there is a choice that does nothing."""
    nation = ORDER[game][0]
    home = title_of(game).facts["home_provinces"][0]["id"]
    position: dict[str, Any] = {
        "game": game,
        "treasuries": {nation: 9},
        "units": {nation: {home: {"armies": 1}}},
        "cash": {"A": 9},
    }
    expected = {
        "factory": {"decline": True},
        "production_1": {"done": True},
        "import": {"done": True},
        "maneuver_1": {"order": "done"},
        "investor": {"choice": "pass"},
    }
    for slot, declining in expected.items():
        table = game_at(nation, **position)
        do(table, slot=slot)
        assert declining in choices(table)
    assert {"pass": True} in choices(draft(game, 3))


@pytest.mark.parametrize("game", GAMES)
def test_what_leaves_no_choice_is_not_asked(game: str) -> None:
    """R-CON-17: a Maneuver without units and investors who can afford no bond are passed over; the
    record does not hold them."""
    nation = ORDER[game][0]
    table = game_at(nation, game=game)
    do(table, slot="maneuver_1")
    assert asked(table) == ("choose_slot", "B")
    cheap = {n: {"A": [2, 4, 9]} for n in ORDER[game]}
    table = game_at(nation, game=game, bonds=cheap, treasuries={nation: 30}, investor_card="B")
    events = do(table, slot="investor")
    assert told(events, "invest_passed") == [{"player": p} for p in "BCD"]
    assert [a["decision"] for a in table.record()["actions"]] == ["choose_slot"]
    assert asked(table) == ("choose_slot", "A")


@pytest.mark.parametrize("game", GAMES)
def test_every_pending_decision_is_a_real_one(game: str) -> None:
    """R-CON-17: through random games there are always two choices or more, or the actor has cash
    that could open one."""
    random = Random(11)
    table = deal(game, *ORDER[game][:4], donations="any")
    for _ in range(500):
        if table.over:
            break
        if len(table.legal_ids()) < 2:
            assert table.decision is not None
            assert table.decision.kind in ("build_factory", "import_unit", "swiss_force")
            assert table.snapshot()["cash"][table.decision.player] > 0
        table.play(random.choice(table.legal_ids()))
