"""Set-up: the board, the standard deal and the investor card (Rules: 1.2, 1.3, 1.5)."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

import rondel
from rondel.engine import check_invariants, title_of
from tests.positions import GAMES, NAMES, asked, do, game_at, refuses, told
from tests.starts import DRAFT_CASH, ORDER, deal, draft, finish, offered, ruled_by

SMALL_BOND = {
    "imperial2030": {
        "russia": "europe",
        "china": "usa",
        "india": "brazil",
        "brazil": "china",
        "usa": "russia",
        "europe": "india",
    },
    "imperial": {
        "austria_hungary": "german_empire",
        "italy": "great_britain",
        "france": "austria_hungary",
        "great_britain": "russia",
        "german_empire": "italy",
        "russia": "france",
    },
}
"""Flag card -> the nation of the small bond on its back (the table of R-STD-5)."""

CASH = {
    "imperial2030": {2: 35, 3: 24, 4: 13, 5: 13, 6: 13},
    "imperial": {2: 39, 3: 26, 4: 13, 5: 13, 6: 13},
}
SMALL = {"imperial2030": 2, "imperial": 4}
LEFT = {"imperial2030": 2, "imperial": 0}

FURTHER = {
    ("imperial2030", 3): {"india": ["usa"], "russia": ["brazil"], "china": ["europe"]},
    ("imperial2030", 2): {"china": ["europe", "brazil"], "russia": ["india", "usa"]},
    ("imperial", 3): {
        "austria_hungary": ["great_britain"],
        "italy": ["russia"],
        "france": ["german_empire"],
    },
    ("imperial", 2): {
        "austria_hungary": ["france", "german_empire"],
        "italy": ["russia", "great_britain"],
    },
}
"""Dealt card -> the cards that come with it (R-STD-3, R-STD-4)."""


def paid(game: rondel.Game, player: str) -> int:
    """What a player paid for bonds at set-up."""
    return sum(e["value"] for e in told(game.opening, "bond_bought") if e["player"] == player)


# Board ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nations_begin_with_nothing(game: str) -> None:
    """R-SET-1: no treasury, power, marker, units or flags before the bonds are taken."""
    at = draft(game, 4).snapshot()
    assert at["treasuries"] == dict.fromkeys(ORDER[game], 0)
    assert at["power"] == dict.fromkeys(ORDER[game], 0)
    assert at["rondel"] == dict.fromkeys(ORDER[game], None)
    assert at["units"] == {nation: {} for nation in ORDER[game]}
    assert at["flags"] == {nation: [] for nation in ORDER[game]}


@pytest.mark.parametrize("game", GAMES)
def test_two_factories_stand_where_the_facts_say(game: str) -> None:
    """R-SET-2: in each city marked as starting factory, two per nation, and nowhere else."""
    homes = title_of(game).facts["home_provinces"]
    factories = draft(game, 3).snapshot()["factories"]
    for nation in ORDER[game]:
        marked = [h["id"] for h in homes if h["nation"] == nation and h["starting_factory"]]
        assert factories[nation] == sorted(marked)
        assert len(marked) == 2


@pytest.mark.parametrize(
    ("game", "stock"),
    [
        ("imperial2030", [2, 4, 6, 9, 12, 16, 20, 25, 30]),
        ("imperial", [2, 4, 6, 9, 12, 16, 20, 25]),
    ],
)
def test_one_bond_of_each_value_lies_in_stock(game: str, stock: list[int]) -> None:
    """R-SET-3: every nation offers each value once; what one took the next cannot have."""
    for nation in ORDER[game]:
        table = draft(game, 2)
        finish(table, {}, until=nation)
        assert offered(table) == stock
        do(table, value=2)
        assert offered(table) == stock[1:]


@pytest.mark.parametrize(
    ("game", "options", "bonus"),
    [
        ("imperial2030", {"tax_bonus": "increase"}, 3),
        ("imperial", {}, 5),
    ],
)
def test_tax_markers_begin_on_field_0(game: str, options: dict[str, Any], bonus: int) -> None:
    """R-SET-4: the first bonus counts fields from 0: a revenue of 10 is field 3, in classic 5."""
    fresh = deal(game, *ORDER[game], **options).snapshot()
    assert fresh["tax_marker"] == dict.fromkeys(ORDER[game], 0)
    nation = ORDER[game][0]
    seas = [r["id"] for r in title_of(game).facts["sea_regions"]][:6]
    table = game_at(nation, game=game, options=options, flags={nation: seas})
    events = do(table, slot="taxation")
    assert told(events, "tax_collected")[0]["revenue"] == 10
    assert told(events, "tax_marker_moved") == [{"nation": nation, "before": 0, "after": bonus}]
    assert told(events, "bonus_paid")[0]["amount"] == bonus


def test_without_increase_variant_2030_uses_no_tax_marker() -> None:
    """R-SET-4: the marker belongs to the variant; with the chart it stays 0."""
    table = game_at("russia", flags={"russia": ["iran", "turkey", "ukraine"]})
    assert told(do(table, slot="taxation"), "tax_marker_moved") == []
    assert table.snapshot()["tax_marker"]["russia"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_all_other_pieces_are_in_supply(game: str) -> None:
    """R-SET-5, R-SUP-1: nothing but the factories is out, so all of the facts' pieces can come."""
    supply = {n["id"]: n["supply"] for n in title_of(game).facts["nations"]}
    table = deal(game, *ORDER[game])
    check_invariants(table.state)
    for index, nation in enumerate(ORDER[game]):
        assert table.snapshot()["units"][nation] == {}
        assert table.state.armies_left(index) == supply[nation]["armies"]
        assert table.state.fleets_left(index) == supply[nation]["fleets"]
        assert table.state.flags_left(index) == supply[nation]["flags"]


# Standard distribution -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_starting_cash_depends_on_the_number_of_players(game: str, players: int) -> None:
    """R-STD-1: the table of starting cash, paid by the bank to everyone."""
    table = rondel.Game.new(game, NAMES[:players], seed=1)
    expected = [{"player": name, "amount": CASH[game][players]} for name in NAMES[:players]]
    assert told(table.opening, "starting_cash") == expected


@pytest.mark.parametrize("game", GAMES)
def test_six_players_one_nation_each(game: str) -> None:
    """S-101, S-106, R-STD-1, R-STD-2, R-STD-5, R-STD-6, R-STD-7, R-SWI-3: with any seed everyone
    governs one nation, holds its 9M bond and a small one of another, and keeps 2M (classic: 0)."""
    for seed in range(12):
        at = rondel.Game.new(game, NAMES, seed=seed).snapshot()
        assert sorted(map(str, at["governments"].values())) == list(NAMES)
        assert at["cash"] == dict.fromkeys(NAMES, LEFT[game])
        assert at["treasuries"] == dict.fromkeys(ORDER[game], 9 + SMALL[game])
        assert at["swiss_banks"] == []
        for nation, player in at["governments"].items():
            held = {nation: [9], SMALL_BOND[game][nation]: [SMALL[game]]}
            assert at["bonds"][str(player)] == held


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [4, 5, 6])
def test_each_player_is_dealt_exactly_one_of_six_cards(game: str, players: int) -> None:
    """R-STD-2: the cards are shuffled; each gets one, all different, and every card turns up."""
    seen: set[str] = set()
    for seed in range(60):
        cards = list(rondel.Game.new(game, NAMES[:players], seed=seed).start["deal"].values())
        assert [len(hand) for hand in cards] == [1] * players
        dealt = {hand[0] for hand in cards}
        assert len(dealt) == players
        seen |= {f"{seat}:{hand[0]}" for seat, hand in enumerate(cards)}
    assert len(seen) == players * 6


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_two_cards_or_the_same_card_twice_is_refused(game: str) -> None:
    """R-STD-2: exactly one card each, no card twice, and nobody without."""
    first, second, third, fourth, *_ = ORDER[game]
    good = {"A": [first], "B": [second], "C": [third], "D": [fourth]}
    rondel.Game.new(game, NAMES[:4], start={"deal": good})
    wrong: list[dict[str, Any]] = [{"D": [third]}, {"D": []}, {"D": [third, fourth]}, {"E": []}]
    for change in wrong:
        with pytest.raises(rondel.RecordError):
            rondel.Game.new(game, NAMES[:4], start={"deal": good | change})
    with pytest.raises(rondel.RecordError):
        rondel.Game.new(game, NAMES[:4], start={"deal": {"A": [first]}})


@pytest.mark.parametrize(("game", "players"), FURTHER)
def test_few_players_hold_several_cards(game: str, players: int) -> None:
    """R-STD-1, R-STD-3, R-STD-4, R-STD-5, R-STD-6, S-104, S-105, S-106: who gets which cards with
    2 and 3 players; each pays 9M and the small bond for every card; 2M are left (classic: none)."""
    also, bonds = FURTHER[game, players], 9 + SMALL[game]
    for cards in permutations(also):
        table = deal(game, *cards)
        for name, card in zip(NAMES, cards, strict=False):
            assert ruled_by(table, name) == {card, *also[card]}
            assert paid(table, name) == CASH[game][players] - LEFT[game] == bonds * 6 // players
        at = table.snapshot()
        assert at["cash"] == dict.fromkeys(NAMES[:players], LEFT[game])
        assert at["treasuries"] == dict.fromkeys(ORDER[game], bonds)


@pytest.mark.parametrize(("game", "players"), FURTHER)
def test_with_few_players_only_the_leading_cards_are_dealt(game: str, players: int) -> None:
    """R-STD-3, R-STD-4: the other cards follow from these and cannot be dealt themselves."""
    leading = set(FURTHER[game, players])
    for seed in range(20):
        cards = rondel.Game.new(game, NAMES[:players], seed=seed).start["deal"].values()
        assert {hand[0] for hand in cards} == leading
    other = next(n for n in ORDER[game] if n not in leading)
    with pytest.raises(rondel.RecordError):
        deal(game, other, *sorted(leading)[1:])


@pytest.mark.parametrize("game", GAMES)
def test_bonds_on_the_card_are_paid_to_the_nations_that_issued_them(game: str) -> None:
    """R-STD-5: 9M to the card's own nation, the small bond's value to another."""
    cards = ORDER[game][:4]
    table = deal(game, *cards)
    expected = dict.fromkeys(ORDER[game], 0)
    bought = []
    for name, card in zip(NAMES, cards, strict=False):
        other = SMALL_BOND[game][card]
        expected[card] += 9
        expected[other] += SMALL[game]
        bought += [(name, card, 9, 4), (name, other, SMALL[game], SMALL[game] // 2)]
    assert table.snapshot()["treasuries"] == expected
    told_bonds = [tuple(e.values()) for e in told(table.opening, "bond_bought")]
    assert told_bonds == bought


@pytest.mark.parametrize("game", GAMES)
def test_with_four_and_five_players_cash_left_is_the_same(game: str) -> None:
    """R-STD-6: 2M left in 2030, nothing in classic, whatever was dealt."""
    for players in (4, 5):
        for seed in range(8):
            at = rondel.Game.new(game, NAMES[:players], seed=seed).snapshot()
            assert set(at["cash"].values()) == {LEFT[game]}


@pytest.mark.parametrize("game", GAMES)
def test_holder_of_a_dealt_card_governs(game: str) -> None:
    """R-STD-7: the government of a dealt nation is who got its card."""
    for cards in (ORDER[game][:4], ORDER[game][2:], ORDER[game][1:]):
        governments = deal(game, *cards).snapshot()["governments"]
        assert [governments[card] for card in cards] == list(NAMES[: len(cards)])


@pytest.mark.parametrize("game", GAMES)
def test_leftover_card_goes_to_the_holder_of_the_small_bond(game: str) -> None:
    """R-STD-8, R-CON-7: for every possible pair of leftover cards; with the bond in the bank the
    nation has no government and no money."""
    origin = {small: card for card, small in SMALL_BOND[game].items()}
    for dealt in combinations(ORDER[game], 4):
        at = deal(game, *dealt).snapshot()
        for nation in set(ORDER[game]) - set(dealt):
            card = origin[nation]
            expected = NAMES[dealt.index(card)] if card in dealt else None
            assert at["governments"][nation] == expected
            assert at["treasuries"][nation] == (SMALL[game] if expected else 0)


def test_five_players_one_leftover_card() -> None:
    """S-102, R-STD-2, R-STD-8: without the card of Brazil the holder of India governs it too."""
    table = deal("imperial2030", "russia", "china", "india", "usa", "europe")
    at = table.snapshot()
    assert ruled_by(table, "C") == {"india", "brazil"}
    assert (at["treasuries"]["brazil"], at["treasuries"]["china"]) == (2, 9)


def test_four_players_leftover_card_without_bond() -> None:
    """S-103, R-STD-8, R-TRN-2: Russia goes to the holder of USA; nobody governs Europe, and its
    turn is skipped."""
    table = deal("imperial2030", "china", "brazil", "india", "usa")
    at = table.snapshot()
    assert at["governments"]["russia"] == "D"
    assert at["governments"]["europe"] is None
    assert at["treasuries"]["europe"] == 0
    skipping = game_at("usa", governments={"europe": None})
    events = do(skipping, slot="maneuver_1")
    assert told(events, "nation_skipped") == [{"nation": "europe"}]
    assert told(events, "turn_started") == [{"nation": "russia", "player": "A", "round": 3}]
    assert skipping.snapshot()["rondel"]["europe"] is None


def test_classic_leftover_card() -> None:
    """S-107, R-STD-8: without the card of Italy the holder of the German Empire governs it too."""
    dealt = ["austria_hungary", "france", "great_britain", "german_empire", "russia"]
    table = deal("imperial", *dealt)
    assert ruled_by(table, "D") == {"german_empire", "italy"}
    assert table.snapshot()["treasuries"]["italy"] == 4


@pytest.mark.parametrize(("players", "cash"), [(2, 35), (3, 24), (4, 13), (5, 13), (6, 13)])
def test_later_edition_deals_as_2030(players: int, cash: int) -> None:
    """R-STD-9, X-49: small bond 2M, 13/24/35M, 2M left for everyone."""
    table = rondel.Game.new("imperial", NAMES[:players], {"edition": "later"}, seed=5)
    at = table.snapshot()
    assert {e["amount"] for e in told(table.opening, "starting_cash")} == {cash}
    assert {e["value"] for e in told(table.opening, "bond_bought")} == {2, 9}
    assert set(at["cash"].values()) == {2}
    if players != 4 and players != 5:
        assert set(at["treasuries"].values()) == {11}


def test_later_edition_has_bonds_of_30() -> None:
    """R-STD-9, X-49: in every stock, with an interest of 9; the edition of 2006 has none."""
    later = draft("imperial", 2, edition="later")
    assert offered(later) == [2, 4, 6, 9, 12, 16, 20, 25, 30]
    bought = told(do(later, value=30), "bond_bought")
    assert (bought[0]["value"], bought[0]["interest"]) == (30, 9)
    refuses(draft("imperial", 2), "draft/not_in_stock", "R-DRF-4", value=30)


def test_later_edition_has_15_flags_and_a_revenue_of_25() -> None:
    """R-STD-9: five factories and fifteen flags bring 25M; in 2006 ten flags are the limit."""
    facts = title_of("imperial").facts
    regions = [r["id"] for r in facts["land_regions"] + facts["sea_regions"]]
    homes = [h["id"] for h in facts["home_provinces"] if h["nation"] == "italy"]
    position: dict[str, Any] = {"factories": {"italy": homes}, "flags": {"italy": regions[:15]}}
    table = game_at("italy", game="imperial", options={"edition": "later"}, **position)
    assert told(do(table, slot="taxation"), "tax_collected")[0]["revenue"] == 25
    with pytest.raises(rondel.RecordError, match="more flags than pieces"):
        game_at("italy", game="imperial", **position)
    position["flags"] = {"italy": regions[:16]}
    with pytest.raises(rondel.RecordError, match="more flags than pieces"):
        game_at("italy", game="imperial", options={"edition": "later"}, **position)


def test_later_edition_keeps_price_chart_bonus_and_draft_cash() -> None:
    """R-STD-9: the rondel costs 2M a step, the bank pays the bonus by fields, 15…40M in a draft."""
    later = {"edition": "later"}
    table = game_at(
        "italy",
        game="imperial",
        options=later,
        rondel={"italy": "investor"},
        power={"italy": 12},
        cash={"B": 2},
        flags={"italy": ["tunis", "greece", "spain"]},
    )
    events = do(table, slot="taxation")
    assert told(events, "rondel_paid")[0]["amount"] == 2
    assert told(events, "bonus_paid") == [
        {"nation": "italy", "player": "B", "amount": 2, "payer": "bank"}
    ]
    assert told(events, "power_gained")[0]["points"] == 2
    for players, cash in DRAFT_CASH["imperial"].items():
        assert draft("imperial", players, edition="later").snapshot()["cash"]["A"] == cash


# Investor card -------------------------------------------------------------------------------


def test_investor_card_goes_left_of_the_first_government() -> None:
    """S-108, R-IVC-1: B governs Russia, so C holds the card."""
    table = deal("imperial2030", "china", "russia", "india", "usa")
    assert table.snapshot()["investor_card"] == "C"
    assert told(table.opening, "investor_card_placed") == [{"player": "C"}]


def test_investor_card_when_russia_has_no_government() -> None:
    """S-109, R-IVC-1, R-CON-4: without Russia and USA it goes left of China's government: D sits
    last, so A holds it."""
    table = deal("imperial2030", "india", "brazil", "europe", "china")
    assert table.snapshot()["governments"]["russia"] is None
    assert table.snapshot()["investor_card"] == "A"


@pytest.mark.parametrize("game", GAMES)
def test_investor_card_left_of_government_by_small_bond(game: str) -> None:
    """R-IVC-1: a government that got the first nation as a leftover card counts as well."""
    origin = {small: card for card, small in SMALL_BOND[game].items()}[ORDER[game][0]]
    others = [n for n in ORDER[game][1:] if n != origin][:3]
    table = deal(game, *others, origin)
    assert table.snapshot()["governments"][ORDER[game][0]] == "D"
    assert table.snapshot()["investor_card"] == "A"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("governed", range(6))
def test_investor_card_after_a_draft(game: str, governed: int) -> None:
    """X-32, R-IVC-1: left of the government of the first nation in turn order that has one, also
    if that is the third or the last."""
    table = draft(game, 4)
    plan = {nation: {"C": 2} for nation in ORDER[game][governed : governed + 1]}
    plan |= {nation: {"A": 2} for nation in ORDER[game][governed + 1 :]}
    events = finish(table, plan)
    assert table.snapshot()["investor_card"] == "D"
    assert told(events, "investor_card_placed") == [{"player": "D"}]


@pytest.mark.parametrize("game", GAMES)
def test_no_investor_card_in_the_variant(game: str) -> None:
    """R-IVC-1: with `investor_card: false` nobody gets it."""
    table = deal(game, *ORDER[game], investor_card=False)
    assert table.snapshot()["investor_card"] is None
    assert told(table.opening, "investor_card_placed") == []


@pytest.mark.parametrize("game", GAMES)
def test_without_card_no_round_before_the_first_turn(game: str) -> None:
    """X-36: nations without government at the head of the order are skipped, without a round; when
    the order has come round there is one."""
    table = draft(game, 3, investor_card=False)
    events = finish(table, {nation: {"B": 2} for nation in ORDER[game][2:]})
    assert told(events, "nation_skipped") == [{"nation": n} for n in ORDER[game][:2]]
    assert asked(table) == ("choose_slot", "B")
    assert table.snapshot()["turn"]["nation"] == ORDER[game][2]
    late = game_at(
        ORDER[game][5],
        game=game,
        players=3,
        options={"investor_card": False},
        governments={ORDER[game][0]: None},
        cash={"A": 2, "C": 2},
    )
    do(late, slot="maneuver_1")
    while late.decision and late.decision.context.get("round_for") == ORDER[game][5]:
        do(late, choice="pass")
    assert late.decision is not None
    assert late.decision.context == {"round_for": ORDER[game][0]}
