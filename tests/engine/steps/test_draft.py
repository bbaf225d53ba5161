"""The draft: who decides when, what he may take, who governs then (Rules: 1.4)."""

from __future__ import annotations

import pytest

import rondel
from tests.positions import GAMES, NAMES, asked, choices, do, kind, refuses, told
from tests.starts import DRAFT_CASH, ORDER, deal, draft, finish, offered, on_offer, ruled_by


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_draft_cash(game: str, players: int) -> None:
    """S-111, R-DRF-1: the table of starting cash for the draft."""
    table = draft(game, players)
    cash = DRAFT_CASH[game][players]
    assert table.snapshot()["cash"] == dict.fromkeys(NAMES[:players], cash)
    assert {e["amount"] for e in told(table.opening, "starting_cash")} == {cash}


@pytest.mark.parametrize("game", GAMES)
def test_start_player_is_chosen_or_drawn(game: str) -> None:
    """R-DRF-2: a named player starts; drawn ones vary with the seed; a stranger is refused."""
    names = list(NAMES[:4])
    for name in names:
        options = {"setup": "draft", "start_player": name}
        assert asked(rondel.Game.new(game, names, options, seed=1)) == ("draft_bond", name)
    drawn = {
        rondel.Game.new(game, names, {"setup": "draft"}, seed=s).start["start_player"]
        for s in range(40)
    }
    assert drawn == set(names)
    with pytest.raises(rondel.RuleSetError):
        rondel.Game.new(game, names, {"setup": "draft", "start_player": "Z"}, seed=1)


def test_draft_order() -> None:
    """S-110, R-DRF-1, R-DRF-2, R-DRF-3, R-DRF-4: three players, B starts."""
    table = draft("imperial2030", 3, start="B")
    assert set(table.snapshot()["cash"].values()) == {25}
    orders = ["BCA", "CAB", "ABC", "BCA", "CAB", "ABC"]
    for nation, order in zip(ORDER["imperial2030"], orders, strict=True):
        for player in order:
            assert on_offer(table) == (nation, player)
            do(table, **({"value": 2} if player == "C" else {"pass_": True}))
    assert kind(table) == "choose_slot"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_first_to_decide_moves_on_by_one_seat_with_each_nation(game: str, players: int) -> None:
    """R-DRF-3, R-CON-4: for the k-th nation it is seat (start + k) mod n, then clockwise, once."""
    start = players - 1
    table = draft(game, players, start=NAMES[start])
    for k, nation in enumerate(ORDER[game]):
        for i in range(players):
            assert on_offer(table) == (nation, NAMES[(start + k + i) % players])
            do(table, **({"pass_": True} if i else {"value": 2}))
    assert kind(table) == "choose_slot"


@pytest.mark.parametrize("game", GAMES)
def test_drafted_bond_is_paid_to_its_nation(game: str) -> None:
    """R-DRF-4: any bond in stock up to the cash, or pass; the price goes to the treasury."""
    table = draft(game, 6)
    cash = DRAFT_CASH[game][6]
    affordable = [2, 4, 6, 9, 12]
    assert choices(table) == [{"value": v} for v in affordable] + [{"pass": True}]
    first = ORDER[game][0]
    events = do(table, value=9)
    assert told(events, "bond_bought") == [
        {"player": "A", "nation": first, "value": 9, "interest": 4}
    ]
    at = table.snapshot()
    assert (at["cash"]["A"], at["treasuries"][first]) == (cash - 9, 9)
    assert at["bonds"]["A"] == {first: [9]}
    refuses(table, "draft/not_in_stock", "R-DRF-4", value=9)
    refuses(table, "draft/cash_too_low", "R-DRF-4", value=16)
    assert told(do(table, pass_=True), "draft_passed") == [{"player": "B", "nation": first}]


@pytest.mark.parametrize("game", GAMES)
def test_draft_allows_one_bond_per_nation_and_no_upgrade(game: str) -> None:
    """X-54, R-DRF-5: who has taken a bond is not asked about that nation again, with whatever cash;
    exchanging is no choice at all."""
    table = draft(game, 2)
    do(table, value=2)
    assert asked(table) == ("draft_bond", "B")
    do(table, value=4)
    assert on_offer(table) == (ORDER[game][1], "B")
    exchange = {"choice": "upgrade", "nation": ORDER[game][0], "from": 2, "to": 9}
    refuses(table, "action/malformed", "R-DEC-5", **exchange)
    finish(table, {})
    assert {p: list(held) for p, held in table.snapshot()["bonds"].items()} == {
        "A": [ORDER[game][0]],
        "B": [ORDER[game][0]],
    }


@pytest.mark.parametrize("game", GAMES)
def test_no_flag_card_is_dealt_in_the_draft(game: str) -> None:
    """R-DRF-5: nobody governs before the first nation is through."""
    table = draft(game, 3)
    do(table, value=2)
    assert set(table.snapshot()["governments"].values()) == {None}
    with pytest.raises(rondel.RecordError):
        deal(game, *ORDER[game][:3], setup="draft")


@pytest.mark.parametrize("game", GAMES)
def test_highest_bond_takes_the_flag_card_when_all_have_decided(game: str) -> None:
    """R-DRF-6: not before, and whoever came first."""
    table, first = draft(game, 3), ORDER[game][0]
    do(table, value=4)
    do(table, value=9)
    assert table.snapshot()["governments"][first] is None
    events = do(table, value=6)
    assert told(events, "government_changed") == [{"nation": first, "before": None, "after": "B"}]
    assert table.snapshot()["governments"][first] == "B"


@pytest.mark.parametrize("game", GAMES)
def test_nation_nobody_bought_has_no_government_and_is_skipped(game: str) -> None:
    """S-113, R-DRF-7, R-TRN-2: its turn passes and its marker stays off the rondel."""
    table = draft(game, 3)
    first, second, third, *_ = ORDER[game]
    events = finish(table, {first: {"A": 2}, third: {"B": 2}})
    assert table.snapshot()["governments"][second] is None
    assert told(events, "government_changed")[1]["nation"] == third
    events = do(table, slot="maneuver_1")
    assert told(events, "nation_skipped") == [{"nation": second}]
    assert table.decision is not None
    assert table.decision.nation == third
    assert table.snapshot()["rondel"][second] is None


@pytest.mark.parametrize(
    ("game", "spent"), [("imperial2030", [12]), ("imperial", [12, 2])], ids=GAMES
)
def test_who_can_afford_nothing_passes_without_being_asked(game: str, spent: list[int]) -> None:
    """X-54, R-DRF-8, R-CON-17: a player with 1M left is passed over silently, which is told but
    not recorded."""
    table = draft(game, 6)
    plan = {nation: {"A": value} for nation, value in zip(ORDER[game], spent, strict=False)}
    events = finish(table, plan)
    assert table.snapshot()["cash"]["A"] == 1
    passed = [e["nation"] for e in told(events, "draft_passed") if e["player"] == "A"]
    assert passed == ORDER[game][len(spent) :]
    recorded = [a["choice"] for a in table.record()["actions"] if a["actor"] == "A"]
    assert recorded == [{"value": value} for value in spent]


@pytest.mark.parametrize(
    ("game", "spent"), [("imperial2030", [9, 2]), ("imperial", [9, 4])], ids=GAMES
)
def test_what_is_in_stock_decides_who_can_afford_something(game: str, spent: list[int]) -> None:
    """R-DRF-8: with 2M left one is asked while the bond of 2 is there, not when it is gone."""
    table = draft(game, 6)
    plan = {nation: {"C": value} for nation, value in zip(ORDER[game], spent, strict=False)}
    finish(table, plan, until=ORDER[game][2])
    assert table.snapshot()["cash"]["C"] == 2
    assert on_offer(table) == (ORDER[game][2], "C")
    assert offered(table) == [2]
    finish(table, {}, until=ORDER[game][3])
    for player in "DEFAB":
        assert on_offer(table) == (ORDER[game][3], player)
        do(table, **({"value": 2} if player == "D" else {"pass_": True}))
    assert on_offer(table) == (ORDER[game][4], "E")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_last_decision_of_a_draft_without_bonds_may_not_be_a_pass(game: str, players: int) -> None:
    """X-31, R-DRF-9: all others may pass; the last one must take a bond, of whatever value."""
    table = draft(game, players)
    for _ in range(6 * players - 1):
        do(table, pass_=True)
    last = NAMES[(5 + players - 1) % players]
    assert asked(table) == ("draft_bond", last)
    refuses(table, "draft/must_buy", "R-DRF-9", pass_=True)
    affordable = [v for v in offered(draft(game, players)) if v <= DRAFT_CASH[game][players]]
    assert offered(table) == affordable
    do(table, value=2)
    assert ruled_by(table, last) == {ORDER[game][-1]}
    assert asked(table) == ("choose_slot", last)


@pytest.mark.parametrize("game", GAMES)
def test_last_decision_may_be_a_pass_once_a_bond_is_sold(game: str) -> None:
    """R-DRF-9: one bond anywhere is enough, the last nation may stay without government."""
    table = draft(game, 2)
    finish(table, {ORDER[game][3]: {"B": 2}})
    assert kind(table) == "choose_slot"
    assert table.snapshot()["governments"][ORDER[game][-1]] is None


@pytest.mark.parametrize("game", GAMES)
def test_unspent_cash_is_kept(game: str) -> None:
    """R-DRF-10: what was not spent in the draft is there in the first turn."""
    table = draft(game, 3)
    finish(table, {ORDER[game][0]: {"A": 9}, ORDER[game][1]: {"A": 4, "B": 6}})
    cash = DRAFT_CASH[game][3]
    assert table.snapshot()["cash"] == {"A": cash - 13, "B": cash - 6, "C": cash}


def test_player_called_random_is_not_always_start_player() -> None:
    """R-DRF-2, R-RNG-1: by default the start player is drawn, whatever the players are called."""
    names = ["random", "B", "C"]
    drawn = {
        rondel.Game.new("imperial2030", names, {"setup": "draft"}, seed=s).start["start_player"]
        for s in range(20)
    }
    assert drawn == set(names)
