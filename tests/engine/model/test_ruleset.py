"""Options: their defaults, their combinations, what they change (Rules: 1.1)."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import CHOICES, check_invariants, title_of
from tests.positions import GAMES, NAMES, asked, do, game_at, kind, told
from tests.starts import ORDER, draft, finish

DEFAULTS: dict[str, dict[str, Any]] = {
    "imperial2030": {
        "setup": "standard",
        "investor_card": True,
        "tax_bonus": "chart",
        "swiss_bank_force": True,
        "investor_shortfall": "forbid",
        "donations": "own",
        "stance_change": "on_maneuver",
        "battle_query_order": "turn_order",
        "secret_cash": False,
    },
    "imperial": {
        "setup": "standard",
        "investor_card": True,
        "swiss_bank_force": False,
        "investor_shortfall": "forbid",
        "donations": "own",
        "stance_change": "on_maneuver",
        "battle_query_order": "turn_order",
        "secret_cash": False,
        "edition": "2006",
    },
}
"""The defaults of the table in Rules 1.1, where they apply."""

VALUES: dict[str, list[Any]] = {
    "setup": ["standard", "draft"],
    "investor_card": [True, False],
    "tax_bonus": ["chart", "increase"],
    "swiss_bank_force": [True, False],
    "no_card_extra_investment": ["extra", "instead"],
    "investor_shortfall": ["forbid", "pay_available"],
    "donations": ["own", "any", "off"],
    "stance_change": ["on_maneuver", "never"],
    "battle_query_order": ["turn_order", "mover_chooses"],
    "secret_cash": [True, False],
    "edition": ["2006", "later"],
}
"""The values of that table."""


def wander(game: rondel.Game, random: Random, steps: int) -> None:
    """Plays so many random actions, checking every position."""
    for _ in range(steps):
        if game.over:
            return
        game.play(random.choice(game.legal_ids()))
        check_invariants(game.state)


# Options -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_defaults_of_the_options(game: str) -> None:
    """R-OPT-1: what is not chosen has the default of the table; what does not apply is left out."""
    assert rondel.Game.new(game, NAMES[:3], seed=1).options == DEFAULTS[game]
    without = rondel.Game.new(game, NAMES[:3], {"investor_card": False}, seed=1).options
    expected = DEFAULTS[game] | {"investor_card": False, "no_card_extra_investment": "extra"}
    assert without == expected


@pytest.mark.parametrize(("edition", "force"), [("2006", False), ("later", True)])
def test_default_of_swiss_bank_force_depends_on_the_edition(edition: str, force: bool) -> None:
    """R-OPT-1, R-STD-9: classic `later` has it by default; both may be turned round."""
    new = title_of("imperial").options
    assert new({"edition": edition}).swiss_bank_force is force
    for chosen in (True, False):
        options = new({"edition": edition, "swiss_bank_force": chosen})
        assert options.swiss_bank_force is chosen


@pytest.mark.parametrize("game", GAMES)
def test_every_combination_of_options_is_legal(game: str) -> None:
    """R-OPT-1, R-OPT-2: all of them begin a game, and each value chosen is the one in force where
    it applies."""
    assert {name: set(values) for name, values in CHOICES.items()} == {
        name: set(values) for name, values in VALUES.items()
    }
    cards = {name: [card] for name, card in zip(NAMES, ORDER[game], strict=True)}
    for values in product(*VALUES.values()):
        chosen = dict(zip(VALUES, values, strict=True))
        start: dict[str, Any] = {"deal": cards}
        if chosen["setup"] == "draft":
            start = {"start_player": "C"}
        table = rondel.Game.new(game, NAMES, chosen, start=start)
        applies = {*DEFAULTS[game]}
        if not chosen["investor_card"]:
            applies.add("no_card_extra_investment")
        assert table.options == {name: v for name, v in chosen.items() if name in applies}


@pytest.mark.parametrize(
    ("game", "idle"),
    [
        ("imperial", {"tax_bonus": "increase"}),
        ("imperial2030", {"edition": "later"}),
        ("imperial2030", {"no_card_extra_investment": "instead"}),
        ("imperial", {"no_card_extra_investment": "instead"}),
        ("imperial2030", {"start_player": "B"}),
        ("imperial", {"start_player": "B"}),
    ],
)
def test_option_that_does_not_apply_is_ignored(game: str, idle: dict[str, Any]) -> None:
    """R-OPT-1: the game is the same with and without it."""
    with_it = rondel.Game.new(game, NAMES[:4], idle, seed=4)
    without = rondel.Game.new(game, NAMES[:4], seed=4)
    assert with_it.snapshot() == without.snapshot()
    assert with_it.record() == without.record()
    wander(with_it, Random(1), 120)
    wander(without, Random(1), 120)
    assert with_it.snapshot() == without.snapshot()


def test_assignment_is_ignored_in_a_draft() -> None:
    """R-OPT-1: cards are dealt only in the standard set-up."""
    options = {"setup": "draft", "assignment": {"A": "china", "B": "russia"}}
    table = rondel.Game.new("imperial2030", ["A", "B"], options, seed=1)
    assert kind(table) == "draft_bond"


def test_wrong_options_are_refused_all_at_once() -> None:
    """R-OPT-1: values outside the table, and unknown names, are named, every one of them."""
    wrong = {"donations": "all", "secret_cash": 1, "investor_card": "yes", "speed": "fast"}
    with pytest.raises(rondel.RuleSetError) as caught:
        rondel.Game.new("imperial2030", NAMES[:3], wrong, seed=1)
    assert len(caught.value.faults) == 4
    for options in ({"seating": "square"}, {"assignment": "fair"}):
        with pytest.raises(rondel.RuleSetError):
            rondel.Game.new("imperial2030", NAMES[:3], options, seed=1)
    with pytest.raises(rondel.RuleSetError, match="imperial2030"):
        rondel.Game.new("imperial1900", NAMES[:3], seed=1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_players(game: str, players: int) -> None:
    """R-OPT-1: `players` is 2 to 6."""
    with pytest.raises(rondel.RuleSetError, match="2 to 6"):
        rondel.Game.new(game, [*NAMES, "G"][:players], seed=1)
    for number in range(2, 7):
        assert len(rondel.Game.new(game, NAMES[:number], seed=1).players) == number


def test_variants_combine_freely() -> None:
    """R-OPT-2: draft, no investor card, bonus for increases and forced stops in one game."""
    options: dict[str, Any] = {"investor_card": False, "tax_bonus": "increase", "donations": "any"}
    table = draft("imperial2030", 3, **options)
    finish(table, {"russia": {"A": 9}, "china": {"A": 9}, "india": {"B": 2}})
    at = table.snapshot()
    assert (at["investor_card"], at["swiss_banks"]) == (None, ["C"])
    table = game_at(
        "russia",
        players=3,
        options=options,
        governments=dict(zip(ORDER["imperial2030"], "AABBAB", strict=True)),
        flags={"russia": ["iran", "turkey", "ukraine"]},
        rondel={"russia": "maneuver_1"},
        treasuries={"russia": 4},
        cash={"A": 2},
    )
    do(table, slot="taxation")
    assert asked(table) == ("swiss_force", "C")
    events = do(table, force=False)
    assert told(events, "tax_marker_moved") == [{"nation": "russia", "before": 0, "after": 1}]
    assert told(events, "bonus_paid")[0]["amount"] == 1
    assert told(events, "investor_paid") == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(25))
def test_any_combination_can_be_played(game: str, seed: int) -> None:
    """R-OPT-1, R-OPT-2, R-CON-3: with options drawn at random every position keeps the invariants:
    money whole and never negative among them."""
    random = Random(seed)
    options = {name: random.choice(values) for name, values in VALUES.items()}
    table = rondel.Game.new(game, NAMES[: random.randint(2, 6)], options, seed=seed)
    wander(table, random, 250)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_recorded_and_never_change(game: str) -> None:
    """R-OPT-3: they stand in the record and stay the same, whatever is done to what was given."""
    given: dict[str, Any] = {"donations": "any", "secret_cash": True}
    table = rondel.Game.new(game, NAMES[:3], given, seed=2)
    expected = DEFAULTS[game] | given
    given["donations"] = "off"
    table.options["donations"] = "off"
    table.record()["options"]["donations"] = "off"
    wander(table, Random(3), 100)
    assert table.options == table.record()["options"] == table.snapshot()["options"] == expected
