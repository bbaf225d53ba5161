"""The decisions of the game: who, what about, refusals, size, end (Rules: section 9, 4.4)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import rondel
from rondel.engine import KINDS, title_of
from tests.positions import (
    GAMES,
    asked,
    cash,
    choices,
    do,
    game_at,
    kind,
    nations,
    refuses,
)

both = pytest.mark.parametrize("game", GAMES)

# A position for every decision --------------------------------------------------------------


def at_slot(nation: str, slot: str, **position: Any) -> rondel.Game:
    """A nation has moved to a slot."""
    game = game_at(nation, **position)
    do(game, slot=slot)
    return game


def drafting() -> rondel.Game:
    """A is offered a bond of Russia."""
    options = {"setup": "draft"}
    return rondel.Game.new("imperial2030", list("ABC"), options, start={"start_player": "A"})


def forcing() -> rondel.Game:
    """D, without government, may stop China, which has announced Import."""
    ruled, money = {"brazil": "A"}, {"china": 9}
    marker = {"china": "maneuver_1"}
    return at_slot("china", "import", governments=ruled, treasuries=money, rondel=marker)


def importing() -> rondel.Game:
    """B imports for China."""
    return at_slot("china", "import", treasuries={"china": 3})


FLEETS = {"china": {"china_sea": {"fleets": 1}}, "india": {"indian_ocean": {"fleets": 1}}}


def fleet_moved(**options: Any) -> rondel.Game:
    """A Chinese fleet has moved in beside one of India and one of Brazil."""
    fleets = {**FLEETS, "brazil": {"indian_ocean": {"fleets": 1}}}
    game = at_slot("china", "maneuver_1", units=fleets, options=options)
    do(game, order="move", from_="china_sea", to="indian_ocean")
    return game


def ask_next() -> rondel.Game:
    """B names who is asked first."""
    game = fleet_moved(battle_query_order="mover_chooses")
    do(game, choice="stay")
    return game


def demanding() -> rondel.Game:
    """India is asked about the Chinese fleet."""
    game = fleet_moved()
    do(game, choice="stay")
    return game


def demanding_on_land() -> rondel.Game:
    """Russia is asked about a Chinese army that has entered Vladivostok as hostile."""
    armies = {"china": {"beijing": {"armies": 1}}, "russia": {"vladivostok": {"fleets": 1}}}
    sites = {"russia": ["moscow", "vladivostok"]}
    game = at_slot("china", "maneuver_1", units=armies, factories=sites)
    do(game, order="move", from_="beijing", to="vladivostok")
    do(game, choice="hostile")
    return game


def passing() -> rondel.Game:
    """Russia asks the government of China for passage of Panama."""
    fleets = {"russia": {"north_pacific": {"fleets": 1}}}
    game = at_slot("russia", "maneuver_1", units=fleets, flags={"china": ["colombia"]})
    do(game, order="move", from_="north_pacific", to="caribbean_sea", canal="panama")
    return game


def marching() -> rondel.Game:
    """A Russian army may be ordered."""
    return at_slot("russia", "maneuver_1", units={"russia": {"moscow": {"armies": 1}}})


def placing() -> rondel.Game:
    """In the Maneuver of India China, with one flag left, holds two regions alone."""
    board = title_of("imperial2030").board
    free = [r for r in board.region_ids[board.home_count :] if r not in ("korea", "mongolia")]
    armies = {"china": {"korea": {"armies": 1}, "mongolia": {"armies": 1}}}
    return at_slot("india", "maneuver_1", units=armies, flags={"china": free[:14]})


def investing() -> rondel.Game:
    """A, with the card, invests after China's turn."""
    return at_slot("china", "investor")


def investing_without_card() -> rondel.Game:
    """B invests in the round for China."""
    return at_slot("china", "taxation", cash={"B": 5}, options={"investor_card": False})


def reviving() -> rondel.Game:
    """B invests in the round for Europe, which has no government, after the turn of the USA."""
    options, ruled = {"investor_card": False}, {"europe": None}
    return at_slot("usa", "factory", cash={"B": 5}, governments=ruled, options=options)


INDIAN_OCEAN = {"place": "indian_ocean", "unit": {"nation": "china", "unit": "fleet"}}
VLADIVOSTOK = {
    "place": "vladivostok",
    "unit": {"nation": "china", "unit": "army", "stance": "hostile"},
}
CROSSING = {
    "order": "move",
    "from": "north_pacific",
    "to": "caribbean_sea",
    "canal": "panama",
}

Case = tuple[Callable[[], rondel.Game], str, str, str | None, dict[str, Any]]

CASES: list[Case] = [
    (drafting, "draft_bond", "A", "russia", {}),
    (lambda: game_at("china"), "choose_slot", "B", "china", {}),
    (forcing, "swiss_force", "D", None, {"slot": "import"}),
    (
        lambda: at_slot("china", "factory", treasuries={"china": 5}),
        "build_factory",
        "B",
        "china",
        {},
    ),
    (lambda: at_slot("china", "production_1"), "produce", "B", "china", {}),
    (importing, "import_unit", "B", "china", {}),
    (lambda: at_slot("china", "maneuver_1", units=FLEETS), "fleet_order", "B", "china", {}),
    (passing, "canal_consent", "B", "china", {"canal": "panama", "order": CROSSING}),
    (fleet_moved, "arrival", "B", "china", INDIAN_OCEAN),
    (ask_next, "ask_next", "B", "china", INDIAN_OCEAN),
    (demanding, "battle_demand", "C", "india", INDIAN_OCEAN),
    (demanding_on_land, "battle_demand", "A", "russia", VLADIVOSTOK),
    (marching, "army_order", "A", "russia", {}),
    (placing, "place_flag", "B", "china", {}),
    (investing, "invest", "A", None, {}),
    (investing_without_card, "invest", "B", None, {"round_for": "china"}),
    (reviving, "invest", "B", None, {"round_for": "usa"}),
]
IDS = [f"{case[1]}-{number}" for number, case in enumerate(CASES)]
every_decision = pytest.mark.parametrize(
    ("make", "decision"), [case[:2] for case in CASES], ids=IDS
)


# Decisions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "decision", "actor", "nation", "context"), CASES, ids=IDS)
def test_decision_names_actor_nation_and_context(
    make: Callable[[], rondel.Game],
    decision: str,
    actor: str,
    nation: str | None,
    context: dict[str, Any],
) -> None:
    """R-DEC-9, R-DEC-10: for every decision D-01 to D-14; players decide D-03 and D-14 alone."""
    game = make()
    assert game.decision is not None
    assert game.decision.to_json() == {
        "decision": decision,
        "actor": actor,
        "nation": nation,
        "context": context,
    }
    assert game.snapshot()["decision"] == game.decision.to_json()
    for action in game.legal_actions():
        entry = {"decision": decision, "actor": actor, "nation": nation, "choice": action.choice}
        wanted = {key: value for key, value in entry.items() if value is not None}
        assert action.to_json() == wanted


def test_context_follows_the_round_of_investment() -> None:
    """R-DEC-10: after the round for the USA the one for Europe, which has no government."""
    game = reviving()
    do(game, choice="pass")
    assert game.decision is not None
    assert game.decision.context == {"round_for": "europe"}


def test_arriving_army_has_no_stance_in_its_context_yet() -> None:
    """R-DEC-10: the stance is told only when others are asked about the army."""
    armies = {"china": {"beijing": {"armies": 1}}, "russia": {"vladivostok": {"fleets": 1}}}
    game = at_slot("china", "maneuver_1", units=armies)
    do(game, order="move", from_="beijing", to="vladivostok")
    assert game.decision is not None
    assert game.decision.context["unit"] == {"nation": "china", "unit": "army"}


def test_a_gift_has_no_nation_of_its_own() -> None:
    """R-DEC-9: the giver decides for himself; the nation is in the choice."""
    game = game_at("china", cash={"B": 3})
    game.donate("B", "china", 1)
    [action] = game.actions()
    assert action.nation is None
    assert action.to_json() == {
        "decision": "donate",
        "actor": "B",
        "choice": {"nation": "china", "amount": 1},
    }


def test_there_are_fifteen_decisions_and_no_other() -> None:
    """R-DEC-8, R-AGR-1, F-15: undo, resigning and agreements are no decisions of the game."""
    assert {case[1] for case in CASES} | {"donate"} == set(KINDS)
    assert len(KINDS) == 15
    game = game_at("china")
    for word in ("undo", "resign", "agree", "promise", "offer_treaty"):
        with pytest.raises(rondel.IllegalAction):
            game.apply({"decision": word, "actor": "B", "choice": {}})
    record = game.record()
    assert record["actions"] == []
    assert not [key for key in record if "agree" in key]


# Automatic ----------------------------------------------------------------------------------


@both
def test_taxation_asks_nothing(game: str) -> None:
    """R-DEC-3: payments, taxation and power points happen within the choice of the slot."""
    position = at_slot(nations(game)[1], "taxation", game=game)
    assert asked(position) == ("choose_slot", "C")


@both
def test_investor_asks_only_about_investments(game: str) -> None:
    """R-DEC-3: interest before, governments, Swiss Banks and the card after are automatic."""
    nation = nations(game)[1]
    bonds = {nation: {"B": [4], "A": [2]}}
    position = at_slot(
        nation, "investor", game=game, bonds=bonds, cash={"A": 8}, treasuries={nation: 5}
    )
    assert asked(position) == ("invest", "A")
    events = do(position, choice="buy", nation=nation, value=6)
    automatic = {"government_changed", "investor_card_passed"}
    assert automatic <= {event.kind for event in events}
    assert asked(position) == ("choose_slot", "C")


def test_production_without_pieces_in_supply_is_not_asked_for() -> None:
    """R-DEC-3: all armies and fleets of China are on the board: the next nation moves."""
    pieces = {"china": {"urumqi": {"armies": 10}, "china_sea": {"fleets": 6}}}
    game = at_slot("china", "production_1", units=pieces)
    assert asked(game) == ("choose_slot", "C")


def test_step_without_orders_ends_by_itself() -> None:
    """R-DEC-3: the only fleet has moved: armies; the only army has moved: the next turn."""
    pieces = {"russia": {"sea_of_japan": {"fleets": 1}, "moscow": {"armies": 1}}}
    game = at_slot("russia", "maneuver_1", units=pieces)
    assert kind(game) == "fleet_order"
    do(game, order="move", from_="sea_of_japan", to="china_sea")
    assert kind(game) == "army_order"
    do(game, order="move", from_="moscow", to="ukraine")
    assert asked(game) == ("choose_slot", "B")
    assert len(game) == 3


@both
@pytest.mark.parametrize("seed", range(3))
def test_every_question_leaves_a_choice(game: str, seed: int) -> None:
    """R-DEC-3: without donations each decision put to a player has two choices or more."""
    position = rondel.Game.new(game, list("ABCDE"), {"donations": "off"}, seed=seed)
    draw = random.Random(seed)
    for _ in range(1000):
        if position.over:
            break
        assert len(position.legal_actions()) >= 2
        position.apply(draw.choice(position.legal_actions()))


# Donations ----------------------------------------------------------------------------------


@every_decision
def test_gifts_are_never_in_the_list(make: Callable[[], rondel.Game], decision: str) -> None:
    """R-DEC-4: whatever is pending; a gift is checked, carried out or refused all the same."""
    game = make()
    assert {action.kind for action in game.legal_actions()} == {decision}
    before = game.snapshot()
    assert before["decision"] is not None
    with pytest.raises(rondel.IllegalAction) as caught:
        game.donate(before["decision"]["actor"], "china", 1000)
    assert caught.value.code.startswith("donate/")
    assert game.snapshot() == before


# Refusals -----------------------------------------------------------------------------------

ENTRIES: list[tuple[str, str, Any]] = [
    ("game/other_decision", "R-DEC-5", {"decision": "invest", "choice": {"choice": "pass"}}),
    ("game/other_player", "R-DEC-5", {"actor": "A", "choice": {"slot": "factory"}}),
    ("game/other_nation", "R-DEC-9", {"nation": "india", "choice": {"slot": "factory"}}),
    ("action/malformed", "R-DEC-5", {"choice": {"slot": "casino"}}),
    ("action/malformed", "R-DEC-5", {"choice": {}}),
    ("action/malformed", "R-DEC-5", {"choice": {"slot": "factory", "price": 0}}),
    ("action/malformed", "R-DEC-5", {"choice": "factory"}),
    ("action/malformed", "R-DEC-5", {}),
    ("action/malformed", "R-DEC-5", {"choice": {"slot": "factory"}, "amount": 1}),
    ("action/malformed", "R-DEC-5", "factory"),
    ("rondel/out_of_reach", "R-RON-2", {"choice": {"slot": "maneuver_1"}}),
    ("rondel/cash_too_low", "R-RON-5", {"choice": {"slot": "taxation"}}),
]


@pytest.mark.parametrize(("code", "clause", "entry"), ENTRIES)
def test_illegal_choice_is_refused_with_its_clause(code: str, clause: str, entry: Any) -> None:
    """R-DEC-5: nothing changes, and the reason is told by code, clause and sentence."""
    game = game_at("china", rondel={"china": "maneuver_1"})
    before = game.snapshot(), game.record(), [a.id for a in game.legal_actions()]
    with pytest.raises(rondel.IllegalAction) as caught:
        game.apply(entry)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert caught.value.sentence == str(caught.value)
    assert (game.snapshot(), game.record(), [a.id for a in game.legal_actions()]) == before


def test_refusals_in_the_other_decisions_name_their_clauses() -> None:
    """R-DEC-5: one refusal or more in each decision that can be answered wrongly."""
    refuses(drafting(), "draft/cash_too_low", "R-DRF-4", value=30)
    refuses(importing(), "import/no_port", "R-IMP-2", province="beijing", unit="fleet")
    refuses(importing(), "import/not_home", "R-IMP-2", province="moscow", unit="army")
    refuses(placing(), "flag/not_held", "R-FLG-4", region="iran")
    moving = marching()
    refuses(moving, "army/out_of_reach", "R-ARM-2", order="move", from_="moscow", to="canada")
    arriving = fleet_moved()
    refuses(arriving, "arrival/no_stance", "R-CON-11", choice="hostile")
    usa = {"nation": "usa", "unit": "fleet"}
    refuses(arriving, "battle/no_such_unit", "R-BAT-4", choice="attack", target=usa)
    refuses(ask_next(), "battle/not_to_be_asked", "R-BAT-8", nation="usa")
    army = {"unit": "army"}
    refuses(demanding(), "battle/no_such_unit", "R-BAT-7", demand=True, with_=army)


@every_decision
def test_actions_of_another_decision_are_refused(
    make: Callable[[], rondel.Game], decision: str
) -> None:
    """R-DEC-5: an action made for another moment of the game does nothing."""
    game = make()
    other = game_at("europe") if decision != "choose_slot" else investing()
    before = game.snapshot()
    with pytest.raises(rondel.IllegalAction) as caught:
        game.apply(other.legal_actions()[0])
    assert caught.value.code == "game/other_decision"
    assert game.snapshot() == before


# Size ---------------------------------------------------------------------------------------


@both
def test_lists_of_choices_are_short(game: str) -> None:
    """R-DEC-7: at most 8 slots, 11 imports, 55 purchases, for every nation."""
    for nation in nations(game):
        free = game_at(nation, game=game)
        assert len(choices(free)) == 8
        buying = at_slot(nation, "import", game=game, treasuries={nation: 9})
        assert 2 <= len(choices(buying)) <= 11
    rich = at_slot(nations(game)[1], "investor", game=game, cash={"A": 500})
    found = [choice["choice"] for choice in choices(rich)]
    assert found.count("buy") == 6 * len(title_of(game).facts["bonds"]) - 6
    assert len(found) <= 300


def _crowd(game: str, number: int, draw: random.Random) -> dict[str, Any]:
    """All armies of a nation spread over the land, and a fleet in as many seas as it can man."""
    board = title_of(game).board
    supply = title_of(game).facts["nations"][number]["supply"]
    seas = board.region_ids[board.land_count :]
    found: dict[str, Any] = {sea: {"fleets": 1} for sea in seas[: supply["fleets"]]}
    lands = [r for r in range(board.land_count) if board.owner[r] in (-1, number)]
    for region in draw.sample(lands, supply["armies"]):
        found[board.region_ids[region]] = {"armies": 1}
    return found


@both
def test_lists_of_orders_are_short_on_a_crowded_board(game: str) -> None:
    """R-DEC-7: fleets about 7 each, armies a few hundred orders in all."""
    draw = random.Random(7)
    for number, nation in enumerate(nations(game)):
        position = at_slot(
            nation, "maneuver_1", game=game, units={nation: _crowd(game, number, draw)}
        )
        assert len(choices(position)) <= 8 * 11
        do(position, order="done")
        assert kind(position) == "army_order"
        assert len(choices(position)) <= 500


# Termination --------------------------------------------------------------------------------


def _restless(game: rondel.Game) -> dict[str, Any]:
    """An answer that puts the end of the turn off: any order rather than `done`."""
    found = choices(game)
    if {"allow": False} in found:
        return {"allow": False}
    return next((c for c in found if c.get("order") != "done"), found[0])


@both
@pytest.mark.parametrize("number", range(6))
def test_every_turn_ends(game: str, number: int) -> None:
    """R-DEC-6: however restless, a turn has at most three answers for each unit and canal."""
    nation, other = nations(game)[number], nations(game)[number - 1]
    flags = {other: ["colombia", "north_africa"]} if game == "imperial2030" else {}
    crowd = _crowd(game, number, random.Random(number))
    ruled = dict.fromkeys(nations(game), "A") | {nation: "B"}
    position = at_slot(
        nation, "maneuver_1", game=game, units={nation: crowd}, flags=flags, governments=ruled
    )
    answers = 0
    while position.snapshot()["turn"]["nation"] == nation:
        do(position, **_restless(position))
        answers += 1
        assert answers <= 3 * 2 * len(crowd)


def test_denied_canal_is_not_asked_for_again_from_the_same_space() -> None:
    """R-DEC-6: the order is gone after the refusal, so the asking ends."""
    game = passing()
    do(game, allow=False)
    assert kind(game) == "fleet_order"
    refuses(game, "fleet/canal_refused", "R-CAN-5", **_crossing())


def _crossing() -> dict[str, Any]:
    return {f"{key}_" if key == "from" else key: value for key, value in CROSSING.items()}


def test_gifts_use_up_cash() -> None:
    """R-DEC-6: with 3M there are three gifts of 1M and no fourth."""
    game = game_at("china", cash={"B": 3})
    for _ in range(3):
        game.donate("B", "china", 1)
    with pytest.raises(rondel.IllegalAction):
        game.donate("B", "china", 1)
    assert cash(game)["B"] == 0
