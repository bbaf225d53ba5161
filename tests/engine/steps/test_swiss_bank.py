"""Swiss Banks: who holds one, and how they force a stop on Investor (Rules: 1.6, 2.3)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from tests.positions import NAMES, asked, choices, do, game_at, kind, refuses, told, units
from tests.starts import ORDER, draft, finish

FORCING: list[tuple[str, dict[str, Any]]] = [
    ("imperial2030", {}),
    ("imperial", {"swiss_bank_force": True}),
    ("imperial", {"edition": "later"}),
]
"""The games in which a player without government may force a stop."""


def passing(game: str = "imperial2030", banks: str = "B", **position: Any) -> rondel.Game:
    """The second nation (China, Italy), governed by A, on maneuver_1: Investor is next.

    The players in `banks` govern nothing. The interest on the nation's bonds is 4 for A, 3 for C.
    """
    nations = ORDER[game]
    rulers = [player for player in "ACDB" if player not in banks]
    ruled = {
        n: rulers[i % len(rulers)] for i, n in enumerate([nations[1], *nations[2:], nations[0]])
    }
    given: dict[str, Any] = {
        "governments": ruled,
        "bonds": {nations[1]: {"A": [9], "C": [6]}},
        "treasuries": {nations[1]: 10},
        "rondel": {nations[1]: "maneuver_1"},
        "investor_card": "A",
    }
    return game_at(nations[1], game=game, **(given | position))


# Who holds one -------------------------------------------------------------------------------


def test_swiss_bank_after_the_draft() -> None:
    """S-112, R-SWI-1, R-SWI-2, R-SWI-3: C is outbid everywhere and holds a Swiss Bank when the
    first turn begins, not before the draft is over."""
    table = draft("imperial2030", 3)
    plan = {"russia": {"A": 9, "C": 6}, "china": {"B": 9, "C": 2}, "europe": {"B": 2}}
    finish(table, plan, until="europe")
    assert table.snapshot()["swiss_banks"] == []
    events = finish(table, plan)
    assert table.snapshot()["swiss_banks"] == ["C"]
    assert told(events, "swiss_bank_gained") == [{"player": "C"}]


@pytest.mark.parametrize(("edition", "banks"), [("2006", []), ("later", ["C"])])
def test_classic_flagless_player_has_a_token_only_in_the_later_edition(
    edition: str, banks: list[str]
) -> None:
    """S-112, R-SWI-1, R-STD-9: flagless in 2006; a Swiss Bank in the later edition."""
    table = draft("imperial", 3, edition=edition)
    events = finish(table, {"austria_hungary": {"A": 9, "C": 6}, "italy": {"B": 9}})
    assert table.snapshot()["swiss_banks"] == banks
    assert told(events, "swiss_bank_gained") == [{"player": p} for p in banks]


@pytest.mark.parametrize(
    ("game", "options"), [("imperial2030", {}), ("imperial", {"edition": "later"})]
)
def test_swiss_banks_exist_without_the_right_to_force(game: str, options: dict[str, Any]) -> None:
    """R-SWI-1: the option takes away the right, not the bank."""
    table = draft(game, 2, swiss_bank_force=False, **options)
    finish(table, {ORDER[game][0]: {"B": 2}})
    assert table.snapshot()["swiss_banks"] == ["A"]


@pytest.mark.parametrize(
    ("game", "options"),
    [("imperial2030", {}), ("imperial", {}), ("imperial", {"edition": "later"})],
)
def test_player_without_government_may_invest(game: str, options: dict[str, Any]) -> None:
    """R-SWI-1: with a Swiss Bank or merely flagless, he invests after the holder of the card."""
    first = ORDER[game][0]
    table = game_at(
        first,
        game=game,
        players=3,
        options=options,
        governments=dict(zip(ORDER[game], "ABABAB", strict=True)),
        treasuries={first: 9},
        cash={"C": 4},
    )
    do(table, slot="investor")
    assert asked(table) == ("invest", "A")
    do(table, choice="pass")
    assert asked(table) == ("invest", "C")
    assert table.snapshot()["cash"]["C"] == 4


def test_swiss_banks_change_hands_only_at_the_check() -> None:
    """R-SWI-2: C, who holds one, buys the highest credit in India, B's only nation; the tiles
    change only when all have invested."""
    table = game_at(
        "russia",
        players=3,
        governments=dict.fromkeys(["russia", "china", "brazil", "usa", "europe"], "A")
        | {"india": "B"},
        treasuries={"russia": 9},
        cash={"C": 12},
        investor_card="B",
    )
    assert table.snapshot()["swiss_banks"] == ["C"]
    do(table, slot="investor")
    do(table, choice="pass")
    assert asked(table) == ("invest", "C")
    assert table.snapshot()["swiss_banks"] == ["C"]
    events = do(table, choice="buy", nation="india", value=12)
    assert told(events, "swiss_bank_gained") == [{"player": "B"}]
    assert told(events, "swiss_bank_returned") == [{"player": "C"}]
    assert table.snapshot()["swiss_banks"] == ["B"]


def test_number_of_swiss_banks_is_not_limited() -> None:
    """R-SWI-2, R-SUP-2, F-13: one player governs all, five hold a Swiss Bank."""
    table = draft("imperial2030", 6)
    finish(table, {nation: {"A": 2} for nation in ORDER["imperial2030"]})
    assert table.snapshot()["swiss_banks"] == ["B", "C", "D", "E", "F"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["2030", "later"])
def test_after_the_standard_set_up_nobody_holds_a_swiss_bank(players: int, edition: str) -> None:
    """R-SWI-3: every player has a government."""
    game = "imperial2030" if edition == "2030" else "imperial"
    options = {} if edition == "2030" else {"edition": edition}
    for seed in range(10):
        at = rondel.Game.new(game, NAMES[:players], options, seed=seed).snapshot()
        assert at["swiss_banks"] == []
        assert set(at["governments"].values()) - {None} == set(NAMES[:players])


# When they are asked -------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_forced_stop_is_a_full_investor_turn(game: str, options: dict[str, Any]) -> None:
    """S-706, R-SWF-1, R-SWF-5: the marker stops on Investor, interest is paid, the card holder
    gets 2M and invests, the Swiss Bank too, the card moves on; nothing is imported."""
    table, nation = passing(game, options=options, cash={"B": 5}), ORDER[game][1]
    do(table, slot="import")
    assert asked(table) == ("swiss_force", "B")
    events = do(table, force=True)
    assert told(events, "swiss_bank_forced") == [{"player": "B", "nation": nation}]
    assert [e["slot"] for e in told(events, "marker_moved")] == ["investor"]
    paid = {e["player"]: e["amount"] for e in told(events, "interest_paid")}
    assert paid == {"A": 4, "C": 3}
    at = table.snapshot()
    assert (at["rondel"][nation], at["treasuries"][nation]) == ("investor", 3)
    assert told(events, "investor_paid") == [{"player": "A", "amount": 2}]
    assert asked(table) == ("invest", "A")
    do(table, choice="pass")
    assert asked(table) == ("invest", "B")
    events = do(table, choice="pass")
    assert told(events, "investor_card_passed") == [{"before": "A", "after": "B"}]
    assert table.snapshot()["turn"]["nation"] == ORDER[game][2]
    assert units(table, nation) == {}


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_treasury_must_cover_all_interest(game: str, options: dict[str, Any]) -> None:
    """S-706, R-SWF-1: with 6M of 7M nobody is asked, although the others' 3M are covered: the
    interest of the government counts too. With exactly 7M the Swiss Bank is asked."""
    nation = ORDER[game][1]
    table = passing(game, options=options, treasuries={nation: 6})
    events = do(table, slot="import")
    assert kind(table) == "import_unit"
    assert told(events, "swiss_bank_declined") == []
    table = passing(game, options=options, treasuries={nation: 7})
    do(table, slot="import")
    assert kind(table) == "swiss_force"


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_nobody_is_asked_without_swiss_bank(game: str, options: dict[str, Any]) -> None:
    """R-SWF-1: when everybody governs, Investor can be passed."""
    table = passing(game, banks="", options=options)
    do(table, slot="import")
    assert kind(table) == "import_unit"


@pytest.mark.parametrize(("game", "options"), FORCING)
@pytest.mark.parametrize(
    ("start", "slot"),
    [("factory", "production_1"), ("factory", "maneuver_1"), ("maneuver_1", "investor")],
)
def test_nobody_is_asked_unless_investor_is_passed(
    game: str, options: dict[str, Any], start: str, slot: str
) -> None:
    """R-SWF-1: neither before Investor nor on landing there."""
    table = passing(game, options=options, rondel={ORDER[game][1]: start})
    events = do(table, slot=slot)
    assert kind(table) != "swiss_force"
    assert told(events, "marker_moved")[0]["slot"] == slot


@pytest.mark.parametrize(("game", "options"), FORCING)
@pytest.mark.parametrize("start", [None, "investor"])
def test_no_force_on_a_first_placement_or_from_investor(
    game: str, options: dict[str, Any], start: str | None
) -> None:
    """X-03, R-RON-1, R-RON-6, R-SWF-1: neither passes Investor, whatever the slot."""
    nation = ORDER[game][1]
    slots = ["import", "production_2", "maneuver_2"]
    slots += ["taxation", "factory", "production_1"] if start is None else []
    for slot in slots:
        table = passing(game, options=options, rondel={nation: start})
        events = do(table, slot=slot)
        assert kind(table) != "swiss_force"
        assert told(events, "investor_paid") == []
        assert table.snapshot()["rondel"][nation] == slot


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("imperial", {}),
        ("imperial2030", {"swiss_bank_force": False}),
        ("imperial", {"edition": "later", "swiss_bank_force": False}),
    ],
)
def test_no_right_to_force_in_classic_by_default(game: str, options: dict[str, Any]) -> None:
    """R-SWI-1, R-SWF-1: a flagless player of 2006 has none; the option takes it from the others."""
    table = passing(game, options=options)
    do(table, slot="import")
    assert kind(table) == "import_unit"


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_asked_before_anything_is_paid_or_moved(game: str, options: dict[str, Any]) -> None:
    """R-SWF-2, R-TRN-3: while the question is open, money and marker are as they were; it tells
    the slot announced."""
    nation = ORDER[game][1]
    table = passing(game, options=options, rondel={nation: "taxation"}, cash={"A": 4})
    before = table.snapshot()
    assert do(table, slot="import") == []
    at = table.snapshot()
    for key in ("cash", "treasuries", "rondel", "units", "investor_card"):
        assert at[key] == before[key]
    assert at["turn"]["phase"] == "force"
    assert table.decision is not None
    assert table.decision.nation is None
    assert table.decision.context == {"slot": "import"}
    assert choices(table) == [{"force": True}, {"force": False}]


# In which order ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_two_swiss_banks_are_asked_in_turn(game: str, options: dict[str, Any]) -> None:
    """X-02, R-SWF-3: B before D from card holder A; if B forces, D is not asked; else he is."""
    table = passing(game, "BD", options=options)
    do(table, slot="import")
    assert asked(table) == ("swiss_force", "B")
    declined = table.copy()
    do(table, force=True)
    assert asked(table) == ("invest", "A")
    events = do(declined, force=False)
    assert told(events, "swiss_bank_declined") == [{"player": "B", "nation": ORDER[game][1]}]
    assert asked(declined) == ("swiss_force", "D")
    events = do(declined, force=True)
    assert declined.snapshot()["rondel"][ORDER[game][1]] == "investor"
    assert told(events, "interest_paid") != []


@pytest.mark.parametrize(("card", "order"), [("D", "DB"), ("C", "DB"), ("B", "BD"), ("A", "BD")])
def test_asking_begins_with_the_card_holder_himself(card: str, order: str) -> None:
    """R-SWF-3: clockwise from the holder of the investor card, who may be a Swiss Bank."""
    table = passing(banks="BD", investor_card=card)
    do(table, slot="import")
    for player in order:
        assert asked(table) == ("swiss_force", player)
        do(table, force=False)
    assert kind(table) == "import_unit"


@pytest.mark.parametrize(("ruler", "order"), [("A", "BD"), ("C", "DB")])
def test_without_card_asking_begins_left_of_the_active_player(ruler: str, order: str) -> None:
    """R-SWF-3: in the variant the active player takes the place of the card holder."""
    table = passing(
        banks="BD",
        options={"investor_card": False},
        investor_card=None,
        bonds={"china": {"A": [9, 2], "C": [6, 4]} if ruler == "A" else {"C": [9], "A": [6]}},
        governments=dict(zip(ORDER["imperial2030"], "ACACAC", strict=True)) | {"china": ruler},
    )
    do(table, slot="import")
    for player in order:
        assert asked(table) == ("swiss_force", player)
        do(table, force=False)
    assert kind(table) == "import_unit"


def test_forced_without_card_pays_interest_and_invests_as_ever() -> None:
    """R-SWF-5: in the variant a forced stop pays interest; nobody gets 2M."""
    table = passing(options={"investor_card": False}, investor_card=None, cash={"B": 4})
    do(table, slot="import")
    events = do(table, force=True)
    assert sum(e["amount"] for e in told(events, "interest_paid")) == 7
    assert told(events, "investor_paid") == []
    assert asked(table) == ("invest", "A")


def test_condition_is_judged_anew_for_each() -> None:
    """R-SWF-3, R-SWF-8: D could not raise the missing million himself; once C has given it, while
    B was asked, D is asked too."""
    options, cash = {"donations": "any"}, {"B": 1, "C": 1}
    table = passing(banks="BD", options=options, treasuries={"china": 6}, cash=cash)
    do(table, slot="import")
    assert asked(table) == ("swiss_force", "B")
    without_gift = table.copy()
    do(without_gift, force=False)
    assert kind(without_gift) == "import_unit"
    table.donate("C", "china", 1)
    do(table, force=False)
    assert asked(table) == ("swiss_force", "D")


# What happens then ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_forcing_needs_no_bond_and_costs_nothing(game: str, options: dict[str, Any]) -> None:
    """X-47, R-SWF-4: B holds nothing of the nation, forces it, pays nothing, gets no interest."""
    table = passing(game, options=options, cash={"B": 5})
    assert ORDER[game][1] not in table.snapshot()["bonds"]["B"]
    do(table, slot="import")
    events = do(table, force=True)
    assert "B" not in {e["player"] for e in told(events, "interest_paid")}
    assert table.snapshot()["cash"]["B"] == 5


def test_any_nation_may_be_forced() -> None:
    """R-SWF-4: the Swiss Bank need not wait for a certain nation."""
    for nation in ORDER["imperial2030"]:
        ruled = dict.fromkeys(ORDER["imperial2030"], "A")
        table = game_at(
            nation,
            players=2,
            governments=ruled,
            treasuries={nation: 4},
            rondel={nation: "maneuver_1"},
        )
        do(table, slot="import")
        assert asked(table) == ("swiss_force", "B")
        do(table, force=True)
        assert table.snapshot()["rondel"][nation] == "investor"


def test_forced_stop_beyond_three_steps_costs_the_steps_made() -> None:
    """X-01, R-SWF-5, R-SWF-6: Russia (factor 1) announces Import for 4M; forced, its government
    pays one extra step, 2M, for a full Investor turn."""
    table = game_at(
        "russia",
        players=3,
        governments=dict(zip(ORDER["imperial2030"], "AACCAC", strict=True)),
        treasuries={"russia": 4},
        rondel={"russia": "taxation"},
        power={"russia": 5},
        cash={"A": 4},
        investor_card="C",
    )
    do(table, slot="import")
    assert asked(table) == ("swiss_force", "B")
    events = do(table, force=True)
    paid = {"player": "A", "nation": "russia", "amount": 2, "steps": 1}
    assert told(events, "rondel_paid") == [paid]
    assert told(events, "marker_moved")[0]["steps"] == 4
    assert table.snapshot()["cash"]["A"] == 4 - 2 + 4
    assert told(events, "investor_paid") == [{"player": "C", "amount": 2}]


@pytest.mark.parametrize("start", ["factory", "production_1", "maneuver_1"])
def test_forced_stop_within_three_steps_is_free(start: str) -> None:
    """R-SWF-6: whatever the announced slot would have cost."""
    slot = {"factory": "maneuver_2", "production_1": "taxation", "maneuver_1": "factory"}[start]
    table = passing(rondel={"china": start}, cash={"A": 3}, investor_card="C")
    do(table, slot=slot)
    events = do(table, force=True)
    assert told(events, "rondel_paid") == []
    assert table.snapshot()["cash"]["A"] == 3 + 4


def test_announced_slot_is_void_and_there_is_no_other_choice() -> None:
    """R-SWF-5: after the stop the active player decides nothing more about the move."""
    table = passing(cash={"A": 3}, investor_card="C")
    do(table, slot="factory")
    do(table, force=True)
    assert asked(table) == ("invest", "C")
    assert table.snapshot()["factories"]["china"] == ["beijing", "shanghai"]
    do(table, choice="pass")
    assert table.snapshot()["turn"]["nation"] == "india"


@pytest.mark.parametrize(("game", "options"), FORCING)
def test_nobody_forces_and_the_announced_move_is_carried_out(
    game: str, options: dict[str, Any]
) -> None:
    """R-SWF-7: the full price is paid, the action of the slot follows, then the Investor steps."""
    nation = ORDER[game][1]
    table = passing(game, options=options, rondel={nation: "taxation"}, cash={"A": 4, "B": 2})
    do(table, slot="import")
    events = do(table, force=False)
    price = 4 if game == "imperial" else 2
    assert told(events, "rondel_paid")[0]["amount"] == price
    assert told(events, "marker_moved")[0]["slot"] == "import"
    assert told(events, "interest_paid") == []
    assert kind(table) == "import_unit"
    events = do(table, done=True)
    assert told(events, "investor_paid") == [{"player": "A", "amount": 2}]


# Gifts ---------------------------------------------------------------------------------------


def test_with_gifts_to_any_treasury_a_swiss_bank_may_pay_to_force() -> None:
    """X-48, R-SWF-8, R-CON-17: treasury 6 of 7M, the Swiss Bank has 3M: he is asked, and may force
    once he has given 1M."""
    table = passing(options={"donations": "any"}, treasuries={"china": 6}, cash={"B": 3})
    do(table, slot="import")
    assert asked(table) == ("swiss_force", "B")
    assert choices(table) == [{"force": False}]
    refuses(table, "swiss_bank/treasury_too_low", "R-SWF-8", force=True)
    table.donate("B", "china", 1)
    assert choices(table) == [{"force": True}, {"force": False}]
    events = do(table, force=True)
    assert sum(e["amount"] for e in told(events, "interest_paid")) == 7
    assert table.snapshot()["treasuries"]["china"] == 0


@pytest.mark.parametrize(("donations", "cash"), [("own", 3), ("off", 3), ("any", 0)])
def test_not_asked_if_he_could_not_make_it_legal(donations: str, cash: int) -> None:
    """R-SWF-8: without gifts to any treasury, or with too little cash, he is not asked."""
    options, money = {"donations": donations}, {"B": cash, "D": 9}
    table = passing(options=options, treasuries={"china": 6}, cash=money)
    do(table, slot="import")
    assert kind(table) == "import_unit"


def test_gift_that_leaves_no_way_to_force_answers_the_question() -> None:
    """R-SWF-8, R-CON-17: B gives his last million elsewhere; nothing is left to decide."""
    table = passing(options={"donations": "any"}, treasuries={"china": 6}, cash={"B": 1})
    do(table, slot="import")
    events = table.donate("B", "india", 1)
    assert told(events, "swiss_bank_declined") == [{"player": "B", "nation": "china"}]
    assert kind(table) == "import_unit"
