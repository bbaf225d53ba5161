"""Turn order, phases of a turn and the rondel (Rules: 2.1, 2.2)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import payments, title_of
from tests.positions import GAMES, asked, choices, do, game_at, kind, refuses, told
from tests.starts import ORDER

SLOTS = [
    "factory",
    "production_1",
    "maneuver_1",
    "investor",
    "import",
    "production_2",
    "maneuver_2",
    "taxation",
]
"""The rondel clockwise, as printed in Rules 2.2."""


def ahead(start: str, steps: int) -> str:
    """The slot so many steps clockwise of another."""
    return SLOTS[(SLOTS.index(start) + steps) % 8]


def slots(game: rondel.Game) -> set[str]:
    """The slots that may be chosen."""
    assert kind(game) == "choose_slot"
    return {choice["slot"] for choice in choices(game)}


def on(game: str, slot: str | None, **position: Any) -> rondel.Game:
    """The second nation (China, Italy) on a slot, at its turn; B governs it."""
    return game_at(ORDER[game][1], game=game, rondel={ORDER[game][1]: slot}, **position)


def price(game: rondel.Game, slot: str) -> int:
    """What choosing a slot costs, by what is paid."""
    return sum(
        e["amount"] for e in told(game.copy().apply({"choice": {"slot": slot}}), "rondel_paid")
    )


# Turn order ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nations_take_turns_in_order_again_and_again(game: str) -> None:
    """R-TRN-1: each nation in its order, then from the first again; a player who governs two
    nations moves twice."""
    table = game_at(ORDER[game][0], game=game, players=2)
    started = []
    for slot in ["factory"] * 6 + ["maneuver_1"] * 6:
        started += told(do(table, slot=slot), "turn_started")
    expected = [*ORDER[game][1:], *ORDER[game], ORDER[game][0]]
    assert [e["nation"] for e in started] == expected
    assert [e["player"] for e in started] == list("BABABABABABA")
    assert [e["round"] for e in started] == [2] * 5 + [3] * 6 + [4]


@pytest.mark.parametrize("game", GAMES)
def test_nation_without_government_is_skipped(game: str) -> None:
    """R-TRN-2: two in a row, at the end of a round; their markers do not move."""
    first, *_, fifth, sixth = ORDER[game]
    table = game_at(ORDER[game][3], game=game, governments={fifth: None, sixth: None})
    events = do(table, slot="maneuver_1")
    assert told(events, "nation_skipped") == [{"nation": fifth}, {"nation": sixth}]
    assert told(events, "turn_started") == [{"nation": first, "player": "A", "round": 3}]
    at = table.snapshot()
    assert (at["rondel"][fifth], at["rondel"][sixth]) == (None, None)
    assert at["turn"]["last_nation"] == ORDER[game][3]


@pytest.mark.parametrize("game", GAMES)
def test_round_counts_a_skipped_first_nation(game: str) -> None:
    """R-TRN-1, R-TRN-2: the order comes round at the first nation, though it is skipped."""
    first, second, *_, last = ORDER[game]
    table = game_at(last, game=game, governments={first: None})
    events = do(table, slot="maneuver_1")
    assert told(events, "nation_skipped") == [{"nation": first}]
    assert told(events, "turn_started") == [{"nation": second, "player": "B", "round": 3}]


@pytest.mark.parametrize("game", GAMES)
def test_phases_of_a_turn(game: str) -> None:
    """R-TRN-3: slot, payment and marker, action, Investor steps, next nation, in this order."""
    table = on(game, "taxation", cash={"B": 4}, treasuries={ORDER[game][1]: 1}, investor_card="D")
    assert table.snapshot()["turn"]["phase"] == "slot"
    events = do(table, slot="import")
    assert [e.kind for e in events] == ["rondel_paid", "marker_moved"]
    assert table.snapshot()["turn"]["phase"] == "action"
    events = do(table, done=True)
    assert [e.kind for e in events] == ["investor_paid"]
    assert table.snapshot()["turn"]["phase"] == "investment"
    events = do(table, choice="pass")
    kinds = ["invest_passed", "investor_card_passed", "turn_started"]
    assert [e.kind for e in events] == kinds
    assert table.snapshot()["turn"]["phase"] == "slot"
    assert table.snapshot()["turn"]["nation"] == ORDER[game][2]


@pytest.mark.parametrize("game", GAMES)
def test_without_card_every_turn_ends_with_an_investment_round(game: str) -> None:
    """R-TRN-3: phase 5 of the variant follows an action that neither lands on nor passes Investor;
    with the card nobody invests then."""
    nation = ORDER[game][1]
    for investor_card in (True, False):
        options = {"investor_card": investor_card}
        table = on(game, "factory", options=options, cash=dict.fromkeys("ABCD", 9))
        do(table, slot="maneuver_1")
        assert asked(table) == (("choose_slot", "C") if investor_card else ("invest", "B"))
        round_for = {} if investor_card else {"round_for": nation}
        assert table.decision is not None
        assert table.decision.context == round_for


@pytest.mark.parametrize("game", GAMES)
def test_action_is_complete_before_investing_begins(game: str) -> None:
    """R-TRN-4: when Investor is passed, the 2M come after the last unit is imported."""
    nation = ORDER[game][1]
    table = on(game, "maneuver_1", treasuries={nation: 2}, investor_card="C")
    home = {"imperial2030": "beijing", "imperial": "rome"}[game]
    events = do(table, slot="import")
    events += do(table, province=home, unit="army")
    assert told(events, "investor_paid") == []
    assert table.snapshot()["cash"]["C"] == 0
    events = do(table, province=home, unit="army")
    assert [e.kind for e in events] == ["unit_imported", "investor_paid"]
    assert asked(table) == ("invest", "C")


@pytest.mark.parametrize("game", GAMES)
def test_new_government_decides_from_the_next_nation_on(game: str) -> None:
    """R-TRN-5: C outbids the governments of the nation on turn and of the next; nothing changes
    before the last investment, then C plays the next nation at once."""
    nation, following = ORDER[game][1], ORDER[game][2]
    table = on(
        game,
        "maneuver_1",
        governments=dict.fromkeys(ORDER[game], "A") | {nation: "B"},
        bonds={following: {"A": [9], "C": [6]}, nation: {"B": [9], "D": [6]}},
        cash={"C": 2, "D": 4},
        investor_card="C",
        options={"swiss_bank_force": False},
    )
    do(table, slot="import")
    assert asked(table) == ("invest", "C")
    do(table, choice="buy", nation=following, value=4)
    assert asked(table) == ("invest", "D")
    assert table.snapshot()["governments"] == dict.fromkeys(ORDER[game], "A") | {nation: "B"}
    events = do(table, choice="buy", nation=nation, value=4)
    changed = {e["nation"]: e["after"] for e in told(events, "government_changed")}
    assert changed == {nation: "D", following: "C"}
    assert asked(table) == ("choose_slot", "C")
    assert table.snapshot()["turn"]["nation"] == following


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("investor_card", [True, False])
def test_no_investing_after_the_end(game: str, investor_card: bool) -> None:
    """R-TRN-6: the last Taxation passed Investor; nobody gets 2M or invests, the card stays."""
    nation = ORDER[game][1]
    flags = {"imperial2030": ["korea", "japan"], "imperial": ["tunis", "spain"]}[game]
    table = on(
        game,
        "maneuver_1",
        power={nation: 24},
        cash={"A": 9, "B": 20, "C": 9, "D": 9},
        flags={nation: flags},
        options={"investor_card": investor_card},
    )
    card = table.snapshot()["investor_card"]
    events = do(table, slot="taxation")
    assert told(events, "marker_moved")[0]["passes_investor"]
    assert events[-1].kind == "game_ended"
    assert told(events, "investor_paid") == []
    assert table.decision is None
    assert table.snapshot()["investor_card"] == card


# The first turn ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_first_turn_any_slot_is_free(game: str) -> None:
    """R-RON-1: all eight slots without cash; nothing is paid and Investor is not passed."""
    table = on(game, None)
    assert slots(table) == set(SLOTS)
    for slot in SLOTS:
        turn = table.copy()
        events = do(turn, slot=slot)
        assert told(events, "marker_placed") == [{"nation": ORDER[game][1], "slot": slot}]
        assert told(events, "marker_moved") == told(events, "rondel_paid") == []
        assert bool(told(events, "investor_paid")) == (slot == "investor")
        assert turn.snapshot()["rondel"][ORDER[game][1]] == slot


# Moving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", SLOTS)
def test_marker_moves_one_to_six_slots(game: str, start: str) -> None:
    """R-RON-2: clockwise, at least 1 and at most 6; neither staying nor seven steps."""
    table = on(game, start, cash={"B": 99})
    assert slots(table) == {ahead(start, steps) for steps in range(1, 7)}
    refuses(table, "rondel/out_of_reach", "R-RON-2", slot=start)
    refuses(table, "rondel/out_of_reach", "R-RON-2", slot=ahead(start, 7))
    events = do(table, slot=ahead(start, 5))
    assert told(events, "marker_moved")[0]["steps"] == 5


FACTORS = [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5 + [4] * 5
"""Power factor by power points 0 to 24 (the table of R-CON-8)."""


@pytest.mark.parametrize("points", range(25))
def test_2030_price_of_extra_steps(points: int) -> None:
    """R-RON-3, R-CON-8, S-201: three steps are free, each further one costs 1M and the power
    factor."""
    each = 1 + FACTORS[points]
    table = on("imperial2030", "investor", cash={"B": 99}, power={"china": points})
    prices = [price(table, ahead("investor", steps)) for steps in range(1, 7)]
    assert prices == [0, 0, 0, each, 2 * each, 3 * each]


@pytest.mark.parametrize("points", [0, 5, 14, 24])
def test_classic_price_of_extra_steps(points: int) -> None:
    """R-RON-3, S-203: Italy on Investor pays 2M, 4M, 6M, whatever the power points."""
    table = on("imperial", "investor", cash={"B": 99}, power={"italy": points})
    prices = {slot: price(table, slot) for slot in slots(table)}
    free = {"import": 0, "production_2": 0, "maneuver_2": 0}
    assert prices == free | {"taxation": 2, "factory": 4, "production_1": 6}


@pytest.mark.parametrize(("points", "price"), [(17, 4), (0, 1)])
def test_price_with_17_points(points: int, price: int) -> None:
    """S-201, R-RON-3: factor 3, so 4M each; with no points 1M."""
    table = on("imperial2030", "factory", cash={"B": 12}, power={"china": points})
    events = do(table, slot="production_2")
    assert told(events, "rondel_paid") == [
        {"player": "B", "nation": "china", "amount": 2 * price, "steps": 2}
    ]


def test_china_on_investor() -> None:
    """S-202, R-RON-2, R-RON-3, R-RON-4, R-RON-5: with 11 points and 6M Taxation costs 3M, Factory
    6M; production_1 would cost 9M and is illegal."""
    table = on("imperial2030", "investor", cash={"B": 6}, power={"china": 11})
    assert slots(table) == {"import", "production_2", "maneuver_2", "taxation", "factory"}
    assert (price(table, "taxation"), price(table, "factory")) == (3, 6)
    refuses(table, "rondel/cash_too_low", "R-RON-5", slot="production_1")
    do(table, slot="factory")
    assert table.snapshot()["cash"]["B"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_player_pays_the_bank_before_the_action(game: str) -> None:
    """R-RON-4, R-CON-5: out of his own cash, first of all; the treasury is not touched."""
    nation = ORDER[game][1]
    table = on(game, "investor", cash={"B": 9}, treasuries={nation: 9})
    events = do(table, slot="taxation")
    cost = {"imperial2030": 1, "imperial": 2}[game]
    assert [(p.payer, p.payee, p.amount) for p in payments(events[0])] == [("cash:B", "bank", cost)]
    assert events[1].kind == "marker_moved"
    assert events[2].kind == "tax_collected"


@pytest.mark.parametrize("game", GAMES)
def test_neither_treasury_nor_later_income_can_pay(game: str) -> None:
    """R-RON-4, R-RON-5: with a full treasury and a bonus in sight, but no cash, nothing beyond
    three steps is legal."""
    nation = ORDER[game][1]
    regions = {"imperial2030": ["korea", "japan", "iran", "peru"], "imperial": ["tunis", "spain"]}
    flags = {nation: regions[game]}
    table = on(game, "investor", treasuries={nation: 99}, flags=flags)
    assert slots(table) == {"import", "production_2", "maneuver_2"}
    refuses(table, "rondel/cash_too_low", "R-RON-5", slot="taxation")


@pytest.mark.parametrize("game", GAMES)
def test_price_may_take_the_last_million_but_no_more(game: str) -> None:
    """R-RON-5: exactly enough is enough; one million less is not."""
    cost = {"imperial2030": 3, "imperial": 6}[game]
    enough = on(game, "factory", cash={"B": cost})
    assert "maneuver_2" in slots(enough)
    refuses(
        on(game, "factory", cash={"B": cost - 1}),
        "rondel/cash_too_low",
        "R-RON-5",
        slot="maneuver_2",
    )


# Passing Investor ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", SLOTS)
def test_passing_is_having_investor_strictly_between(game: str, start: str) -> None:
    """R-RON-6: for every move; only passing and landing bring the card holder his 2M, and starting
    on Investor is not passing."""
    table = on(game, start, cash={"B": 99}, investor_card="D")
    for steps in range(1, 7):
        turn, slot = table.copy(), ahead(start, steps)
        between = [ahead(start, i) for i in range(1, steps)]
        events = do(turn, slot=slot)
        assert told(events, "marker_moved")[0]["passes_investor"] == ("investor" in between)
        while kind(turn) not in ("invest", "choose_slot"):
            events += turn.apply(turn.legal_actions()[-1])
        invests = "investor" in [*between, slot]
        assert told(events, "investor_paid") == [{"player": "D", "amount": 2}] * invests
        assert asked(turn) == (("invest", "D") if invests else ("choose_slot", "C"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slot", ["factory", "import", "maneuver_2"])
def test_void_action_still_passes_investor(game: str, slot: str) -> None:
    """X-34, R-RON-6, R-RON-7: nothing to build, to buy or to move, yet the card holder gets 2M, may
    invest and passes the card on."""
    cost = {"imperial2030": 1, "imperial": 2}[game] * {"factory": 3, "maneuver_2": 1}.get(slot, 0)
    table = on(game, "maneuver_1", cash={"B": cost}, investor_card="C")
    events = do(table, slot=slot)
    assert told(events, "investor_paid") == [{"player": "C", "amount": 2}]
    assert asked(table) == ("invest", "C")
    events = do(table, choice="pass")
    assert told(events, "investor_card_passed") == [{"before": "C", "after": "D"}]


# Always a choice -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slot", ["maneuver_1", "maneuver_2", "factory", "import"])
def test_slot_without_effect_may_be_chosen(game: str, slot: str) -> None:
    """X-46, R-RON-7: Maneuver without units, Factory and Import without money or cash are legal and
    end at once."""
    table = on(game, None)
    before = table.snapshot()
    do(table, slot=slot)
    assert table.snapshot()["turn"]["nation"] == ORDER[game][2]
    for key in ("treasuries", "cash", "units", "factories", "flags"):
        assert table.snapshot()[key] == before[key]


@pytest.mark.parametrize("game", GAMES)
def test_slot_with_nothing_left_to_do_may_be_chosen(game: str) -> None:
    """R-RON-7: Factory with all cities built, Production with all pieces out; both end at once."""
    nation, facts = ORDER[game][1], title_of(game).facts
    homes = [h["id"] for h in facts["home_provinces"] if h["nation"] == nation]
    built = on(game, None, treasuries={nation: 50}, factories={nation: homes})
    do(built, slot="factory")
    assert asked(built) == ("choose_slot", "C")
    supply = facts["nations"][1]["supply"]
    land, sea = facts["land_regions"][0]["id"], facts["sea_regions"][0]["id"]
    units = {land: {"armies": supply["armies"]}, sea: {"fleets": supply["fleets"]}}
    out = on(game, None, units={nation: units})
    do(out, slot="production_1")
    assert asked(out) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_investor_is_closed_when_interest_cannot_be_paid(game: str) -> None:
    """R-RON-8: others are owed 3M and there are 2M; with `pay_available` the slot is open."""
    nation = ORDER[game][1]
    position: dict[str, Any] = {
        "bonds": {nation: {"B": [9], "A": [6]}},
        "treasuries": {nation: 2},
    }
    table = on(game, "maneuver_1", **position)
    assert slots(table) == {"import", "production_2"}
    refuses(table, "rondel/interest_too_high", "R-INT-5", slot="investor")
    assert "investor" not in slots(on(game, None, **position))
    open_ = on(game, "maneuver_1", options={"investor_shortfall": "pay_available"}, **position)
    assert slots(open_) == {"investor", "import", "production_2"}
    enough = on(game, "maneuver_1", cash={"B": 1}, **position)
    assert "investor" in slots(enough)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", SLOTS)
def test_there_is_always_a_choice(game: str, start: str) -> None:
    """R-RON-9: broke and unable to pay interest, at least two of the three free slots are open."""
    nation = ORDER[game][1]
    table = on(game, start, bonds={nation: {"B": [9], "A": [6]}})
    free = {ahead(start, steps) for steps in (1, 2, 3)}
    assert slots(table) == free - {"investor"}
    assert len(slots(table)) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_markers_may_share_a_slot(game: str) -> None:
    """R-RON-10: all six on the same one."""
    everywhere = dict.fromkeys(ORDER[game], "maneuver_1") | {ORDER[game][1]: "factory"}
    table = game_at(ORDER[game][1], game=game, rondel=everywhere)
    do(table, slot="maneuver_1")
    assert set(table.snapshot()["rondel"].values()) == {"maneuver_1"}
