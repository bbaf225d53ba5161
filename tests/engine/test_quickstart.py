"""The Quick Start of the rulebook, replayed turn by turn (Scenarios: section 12).

The example is `tests/games/quickstart-2030.json`: the decisions of 33 turns, what happened in
each, and the position after it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rondel
from tests.positions import told

FILE = Path(__file__).parents[1] / "games" / "quickstart-2030.json"
EXAMPLE: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
TURNS: list[dict[str, Any]] = EXAMPLE["turns"]
NUMBERS = [f"{turn['round']}{turn['order']}" for turn in TURNS]


def new_game() -> rondel.Game:
    """The game as it is set up."""
    players = [player["id"] for player in EXAMPLE["players"]]
    dealt = EXAMPLE["setup"]["flag_cards_dealt"]
    deal = {player: [dealt[player]] for player in players}
    return rondel.Game.new(EXAMPLE["game"], players, start={"deal": deal})


def play_turn(game: rondel.Game, turn: dict[str, Any]) -> list[rondel.Event]:
    """Feeds the decisions of a turn; those that only end a step are left out where it is over."""
    events: list[rondel.Event] = []
    for decision in turn["decisions"]:
        entry = {key: decision[key] for key in ("decision", "actor", "nation") if key in decision}
        assert game.decision is not None
        if decision.get("optional") and game.decision.kind != decision["decision"]:
            continue
        events += game.apply({**entry, "choice": decision["choice"]})
    return events


@functools.cache
def played() -> list[tuple[rondel.Game, list[rondel.Event]]]:
    """The game after each turn, with what the turn told; do not change them."""
    game, found = new_game(), []
    for turn in TURNS:
        events = play_turn(game, turn)
        found.append((game.copy(), events))
    return found


def after(number: str) -> tuple[rondel.Game, list[rondel.Event]]:
    """The game and the events of the turn `round order`."""
    return played()[NUMBERS.index(number)]


def state_of(game: rondel.Game) -> dict[str, Any]:
    """A position in the form of the example: nations without units or flags are left out."""
    snapshot: dict[str, Any] = {**game.snapshot()}
    found = {key: snapshot[key] for key in EXAMPLE["setup"]["state"]}
    for key in ("units", "flags"):
        found[key] = {nation: there for nation, there in found[key].items() if there}
    return found


# Every turn ---------------------------------------------------------------------------------


def test_set_up() -> None:
    """Q-00, R-STD-8, R-IVC-1: two leftover cards; treasuries 2, 11, 9, 11, 11, 0; 2M each."""
    game = new_game()
    assert state_of(game) == EXAMPLE["setup"]["state"]
    held = [
        {"player": player, "nation": nation, "value": value}
        for player, bonds in game.snapshot()["bonds"].items()
        for nation, values in bonds.items()
        for value in values
    ]
    by_all = ("player", "nation", "value")
    expected = EXAMPLE["setup"]["initial_bonds"]
    assert sorted(held, key=lambda b: [str(b[k]) for k in by_all]) == sorted(
        expected, key=lambda b: [str(b[k]) for k in by_all]
    )
    assert list(game.snapshot()["treasuries"].values()) == [2, 11, 9, 11, 11, 0]
    assert game.snapshot()["investor_card"] == "anton"


@pytest.mark.parametrize("number", NUMBERS)
def test_position_after_each_turn(number: str) -> None:
    """Q-11, Q-12, Q-13, Q-14, Q-15, Q-16, Q-23, Q-24, Q-32, Q-35, Q-36, Q-41, Q-43, Q-45, Q-46,
    Q-52, Q-54, Q-56, Q-61, Q-62, Q-63: the whole position agrees after every turn.
    """
    game, _ = after(number)
    assert state_of(game) == TURNS[NUMBERS.index(number)]["state_after"]


@pytest.mark.parametrize("number", NUMBERS)
def test_mover_and_price_of_each_turn(number: str) -> None:
    """Q-23, Q-46: the government named in the example moves, so many steps, at this price."""
    turn, (_, events) = TURNS[NUMBERS.index(number)], after(number)
    earlier = played()[NUMBERS.index(number) - 1][0] if number != "11" else new_game()
    assert earlier.decision is not None
    assert (earlier.decision.player, earlier.decision.nation) == (
        turn["government"],
        turn["nation"],
    )
    moved = told(events, "marker_moved")
    assert [move["steps"] for move in moved] == [s for s in [turn["rondel"]["steps"]] if s]
    assert sum(paid["amount"] for paid in told(events, "rondel_paid")) == turn["rondel"]["cost"]


def test_bonds_at_the_end() -> None:
    """Q-63: who holds what when the example stops."""
    bonds = played()[-1][0].snapshot()["bonds"]
    expected: dict[str, dict[str, list[int]]] = {player: {} for player in bonds}
    for bond in EXAMPLE["final_bonds"]:
        expected[bond["player"]].setdefault(bond["nation"], []).append(bond["value"])
    assert bonds == expected


@pytest.mark.parametrize("checkpoint", EXAMPLE["checkpoints"], ids=lambda c: str(c["label"]))
def test_checkpoints_of_the_rulebook(checkpoint: dict[str, Any]) -> None:
    """Q-1C, Q-3C, Q-4C: the tables printed after rounds 1, 3 and 4, and at the end."""
    at = checkpoint["after"]
    snapshot: dict[str, Any] = {**after(f"{at['round']}{at['order']}")[0].snapshot()}
    for source in ("printed", "derived"):
        for key, expected in checkpoint[source].items():
            found = snapshot[key]
            shown = {k: found[k] for k in expected} if isinstance(expected, dict) else found
            assert shown == expected


# What each turn tells -----------------------------------------------------------------------

Telling = Callable[[list[rondel.Event]], Any]


def _interest(events: list[rondel.Event]) -> dict[str, int]:
    return {paid["player"]: paid["amount"] for paid in told(events, "interest_paid")}


def _bonus_of_the_card(events: list[rondel.Event]) -> dict[str, int]:
    return {paid["player"]: paid["amount"] for paid in told(events, "investor_paid")}


def _changes(events: list[rondel.Event]) -> list[dict[str, str]]:
    changes = told(events, "government_changed")
    return [{"nation": c["nation"], "from": c["before"], "to": c["after"]} for c in changes]


def _card(events: list[rondel.Event]) -> dict[str, str]:
    [passed] = told(events, "investor_card_passed")
    return {"from": passed["before"], "to": passed["after"]}


def _built(events: list[rondel.Event]) -> dict[str, str]:
    [built] = told(events, "factory_built")
    return {"province": built["region"], "type": built["factory"]}


def _produced(events: list[rondel.Event]) -> list[dict[str, str]]:
    made = [{"province": u["region"], "unit": u["unit"]} for u in told(events, "unit_produced")]
    return sorted(made, key=lambda unit: unit["province"])


def _flags(events: list[rondel.Event]) -> list[str]:
    return sorted(flag["region"] for flag in told(events, "flag_placed"))


def _replaced(events: list[rondel.Event]) -> list[dict[str, str]]:
    lost = told(events, "flag_lost")
    return [{"region": f["region"], "was": f["nation"], "now": f["to"]} for f in lost]


def _swiss_banks(events: list[rondel.Event]) -> list[str]:
    return [gained["player"] for gained in told(events, "swiss_bank_gained")]


def _taxation(events: list[rondel.Event]) -> dict[str, int]:
    [tax], [pay] = told(events, "tax_collected"), told(events, "soldiers_paid")
    return {
        "unoccupied_factories": tax["factories"],
        "flags": tax["flags"],
        "revenue": tax["revenue"],
        "soldiers_pay": pay["amount"],
        "success_bonus": sum(paid["amount"] for paid in told(events, "bonus_paid")),
        "power_gain": sum(gained["points"] for gained in told(events, "power_gained")),
    }


TELLINGS: dict[str, tuple[Telling, Any]] = {
    "interest_paid": (_interest, {}),
    "investor_bonus": (_bonus_of_the_card, {}),
    "government_changes": (_changes, []),
    "factory_built": (_built, None),
    "investor_card_passes": (_card, None),
    "produced": (_produced, []),
    "flags_placed": (_flags, []),
    "flags_replaced": (_replaced, []),
    "swiss_banks": (_swiss_banks, []),
    "taxation": (_taxation, None),
}
"""Kind of event in the example -> how to find it, and what a turn without it tells."""


@pytest.mark.parametrize("number", NUMBERS)
def test_events_of_each_turn(number: str) -> None:
    """Q-11, Q-12, Q-13, Q-14, Q-16, Q-24, Q-32, Q-35, Q-36, Q-41, Q-43, Q-45, Q-52, Q-61, Q-62,
    Q-63: interest, bonus, governments, card, production, flags and taxes as in the example.
    """
    turn, (_, events) = TURNS[NUMBERS.index(number)], after(number)
    expected: dict[str, Any] = {}
    for event in turn["events"]:
        expected |= {kind: what for kind, what in event.items() if kind != "battle"}
    if "taxation" in expected:
        taxes = expected["taxation"].items()
        expected["taxation"] = {key: value for key, value in taxes if key != "chart_column"}
    assert expected.keys() <= TELLINGS.keys()
    for kind, (telling, nothing) in TELLINGS.items():
        if kind in expected:
            assert telling(events) == expected[kind]
        elif nothing is not None:
            assert telling(events) == nothing


@pytest.mark.parametrize("number", NUMBERS)
def test_battles_of_each_turn(number: str) -> None:
    """Q-54, Q-56: in one turn an inactive nation demands a battle and the active one attacks."""
    turn, (_, events) = TURNS[NUMBERS.index(number)], after(number)
    expected = [event["battle"] for event in turn["events"] if "battle" in event]
    fought = told(events, "battle_fought")
    assert [
        {
            "region": battle["region"],
            "destroyed": [
                {"nation": battle["nation"], "unit": battle["unit"]},
                {"nation": battle["enemy"], "unit": battle["enemy_unit"]},
            ],
        }
        for battle in fought
    ] == [{"region": b["region"], "destroyed": b["destroyed"]} for b in expected]
    demanded = {(d["nation"], d["region"]) for d in told(events, "battle_demanded")}
    by_others = [b for b in expected if b["called_by"] != turn["nation"]]
    assert demanded == {(b["called_by"], b["region"]) for b in by_others}


# What single turns show ---------------------------------------------------------------------


def test_first_bond_of_europe_founds_a_government() -> None:
    """Q-11, Q-16: Anton governs Europe, which moves in the same round."""
    game, _ = after("11")
    assert game.snapshot()["governments"]["europe"] == "anton"
    assert after("16")[0].snapshot()["rondel"]["europe"] == "taxation"


def test_four_steps_from_investor_cost_1m_and_pass_nothing() -> None:
    """Q-23: Xenia pays 1M of 6M; nobody gets 2M, since starting on Investor is not passing."""
    game, events = after("23")
    assert told(events, "rondel_paid")[0]["amount"] == 1
    assert told(events, "marker_moved")[0]["passes_investor"] is False
    assert not told(events, "investor_paid")
    assert game.snapshot()["cash"]["xenia"] == 5


def test_rail_then_convoy_and_control_of_the_canal() -> None:
    """Q-35: chicago to colombia by convoy; the flag there controls Panama from now on."""
    game, events = after("35")
    [convoy] = [moved for moved in told(events, "unit_moved") if moved["way"] == "convoy"]
    assert (convoy["origin"], convoy["target"]) == ("chicago", "colombia")
    assert "colombia" in game.snapshot()["flags"]["usa"]


def test_revenue_9_uses_the_column_of_8() -> None:
    """Q-45, R-TAX-5: bonus 1 and 2 points; the treasury goes from 12 to 15."""
    game, events = after("45")
    assert told(events, "bonus_paid")[0]["amount"] == 1
    assert told(events, "power_gained")[0]["points"] == 2
    assert after("44")[0].snapshot()["treasuries"]["usa"] == 12
    assert game.snapshot()["treasuries"]["usa"] == 15


def test_two_convoys_over_one_sea_and_a_hostile_entry() -> None:
    """Q-52: two fleets in the China Sea carry two armies; no flag in Vladivostok."""
    game, events = after("52")
    convoys = [moved["seas"] for moved in told(events, "unit_moved") if moved["way"] == "convoy"]
    assert convoys == [["china_sea"], ["china_sea"]]
    assert game.snapshot()["units"]["china"]["vladivostok"] == {"hostile_armies": 1}
    assert len(game.snapshot()["flags"]["china"]) == 4


def test_flag_of_an_emptied_sea_stays() -> None:
    """Q-54: both fleets in the Caribbean Sea are gone, the flag of the USA is not."""
    flags = after("54")[0].snapshot()["flags"]
    assert "caribbean_sea" in flags["usa"]
    assert "colombia" in flags["brazil"]


def test_fleet_in_a_shared_sea_carries_an_army() -> None:
    """Q-56: USA declines battle in the North Atlantic; Europe's convoy sails over that sea."""
    game, events = after("56")
    assert told(events, "battle_declined") == [{"nation": "usa", "region": "north_atlantic"}]
    [convoy] = [moved for moved in told(events, "unit_moved") if moved["way"] == "convoy"]
    assert convoy["seas"] == ["north_atlantic"]
    assert "north_atlantic" in game.snapshot()["flags"]["usa"]


def test_occupied_factory_does_not_produce() -> None:
    """Q-61: the shipyard of Vladivostok makes nothing while a hostile army is there."""
    game, events = after("61")
    assert {made["region"] for made in told(events, "unit_produced")} == {"moscow", "novosibirsk"}
    assert "vladivostok" not in game.snapshot()["units"]["russia"]


def test_loser_of_his_last_government_gets_a_swiss_bank() -> None:
    """Q-63: Xenia, government and card holder, takes Russia from Anton."""
    game, events = after("63")
    assert told(events, "swiss_bank_gained") == [{"player": "anton"}]
    assert game.snapshot()["swiss_banks"] == ["anton"]
    assert game.snapshot()["governments"]["russia"] == "xenia"


def test_the_example_is_a_record_that_replays() -> None:
    """Q-63, R-DEC-3: the record holds only what was asked, and gives the same position."""
    game = played()[-1][0]
    assert game.at(len(game)).snapshot() == game.snapshot()
    answered = [action.to_json() for action in game.actions()]
    given = [
        (d["decision"], d["actor"], d["choice"])
        for turn in TURNS
        for d in turn["decisions"]
        if not d.get("optional")
    ]
    kept = [(a["decision"], a["actor"], a["choice"]) for a in answered]
    assert [entry for entry in kept if entry[2] != {"order": "done"}] == given
