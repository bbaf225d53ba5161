"""Going on from a complete snapshot: the resumed game is the original one, less its past."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

import rondel
from rondel.records import replay
from tests.positions import GAMES, NAMES, do, game_at, nations
from tests.random_play import random_game

both = pytest.mark.parametrize("game", GAMES)

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("imperial2030", 2, {}),
    ("imperial2030", 3, {"secret_cash": True, "donations": "any"}),
    ("imperial2030", 4, {"setup": "draft"}),
    ("imperial2030", 5, {"investor_card": False}),
    ("imperial2030", 6, {"setup": "draft", "investor_card": False, "secret_cash": True}),
    ("imperial", 2, {"investor_card": False}),
    ("imperial", 3, {"setup": "draft", "secret_cash": True}),
    ("imperial", 4, {"edition": "later"}),
    ("imperial", 5, {"setup": "draft", "investor_card": False}),
    ("imperial", 6, {"secret_cash": True}),
]
TURNS = 25
"""A game is resumed once in so many turns."""
FOLLOWED = 60
"""For so many entries the resumed game and the original are compared."""


def begun(title: str, players: int, options: dict[str, Any], seed: int = 7) -> rondel.Game:
    return rondel.Game.new(title, list(NAMES[:players]), options, seed=seed)


def stored(value: Mapping[str, Any]) -> dict[str, Any]:
    """A value as a store gives it back."""
    found: dict[str, Any] = json.loads(json.dumps(value))
    return found


def resumed(game: rondel.Game) -> rondel.Game:
    """The game as it is resumed from what a store holds of it."""
    return rondel.Game.resume(stored(game.heading()), stored(game.snapshot()), len(game))


def random_entry(game: rondel.Game, chance: random.Random) -> Mapping[str, Any]:
    """Any legal action, now and then a gift where the rules allow one."""
    player = chance.choice(game.players)
    gift = {"nation": chance.choice(nations(game.rules.game)), "amount": 1}
    entry = {"decision": "donate", "actor": player, "choice": gift}
    if chance.random() < 0.03:
        try:
            game.consequences(entry)
        except rondel.IllegalAction:
            pass
        else:
            return entry
    return chance.choice(game.legal_actions()).to_json()


def advance(game: rondel.Game, chance: random.Random, turns: int = 1) -> None:
    """Plays on at random until so many turns later, or to the end."""
    for _ in range(turns):
        while not game.over:
            game.apply(random_entry(game, chance))
            if game.resumable:
                break


def assert_same(one: rondel.Game, other: rondel.Game) -> None:
    """Nothing that both know tells them apart."""
    assert one.snapshot() == other.snapshot()
    assert list(one.legal_ids()) == list(other.legal_ids())
    assert (one.decision, one.over, one.result) == (other.decision, other.over, other.result)
    assert (len(one), one.resumable) == (len(other), other.resumable)


def assert_same_to_everybody(one: rondel.Game, other: rondel.Game) -> None:
    """What can be seen, known and judged, by each player and by a spectator."""
    assert_same(one, other)
    assert one.heading() == other.heading()
    assert (one.start, one.options, one.players) == (other.start, other.options, other.players)
    for viewer in [*one.players, rondel.SPECTATOR]:
        seen, expected = other.view(viewer), one.view(viewer)
        assert seen.snapshot() == expected.snapshot()
        assert seen.facts() == expected.facts()
        assert seen.refused() == expected.refused()
        assert_same(seen.game(), expected.game())


def follow(original: rondel.Game, other: rondel.Game, chance: random.Random, most: int) -> None:
    """Plays the same on both, up to so many entries, and compares all that happens."""
    for _ in range(most):
        if original.over:
            break
        entry = random_entry(original, chance)
        assert original.apply(entry) == other.apply(entry)
        assert_same(original, other)
    assert_same_to_everybody(original, other)


# The same game ------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "players", "options"), CASES)
def test_resumed_game_goes_on_as_the_original(
    title: str, players: int, options: dict[str, Any]
) -> None:
    game, chance = begun(title, players, options), random.Random(players)
    while not game.resumable:
        game.apply(random_entry(game, chance))
    while not game.over:
        other = resumed(game)
        assert (other.first, other.opening, other.actions()) == (len(game), [], [])
        assert_same_to_everybody(game, other)
        follow(game.copy(), other, chance, FOLLOWED)
        advance(game, chance, TURNS)


@pytest.mark.parametrize("number", range(8))
def test_resumed_game_comes_to_the_same_end(number: int) -> None:
    """Any game with any options, resumed again and again: a chain of one turn each."""
    game, chance = random_game(number)
    other = game.copy()
    while not game.over:
        entry = random_entry(game, chance)
        assert game.apply(entry) == other.apply(entry)
        if game.resumable:
            other = resumed(other)
    assert_same_to_everybody(game, other)
    assert game.result is not None


@both
def test_view_deduces_secret_cash_from_the_true_start(game: str) -> None:
    """R-INF-3: what everybody had when the game began is secret, not what he had later on."""
    money = {"A": 1, "B": 12, "C": 3, "D": 4}
    options = {"secret_cash": True}
    played = game_at(nations(game)[1], game=game, cash=money, options=options)
    advance(played, random.Random(5), 9)
    other = resumed(played)
    assert other.start["position"]["cash"] == money
    assert_same_to_everybody(played, other)
    assumed = other.view("A").game().snapshot()["cash"]
    assert assumed != played.snapshot()["cash"]
    follow(played, other, random.Random(6), FOLLOWED)


# When ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["standard", "draft"])
@both
def test_game_is_resumable_when_a_turn_begins_and_only_then(game: str, setup: str) -> None:
    played, chance = begun(game, 4, {"setup": setup}), random.Random(3)
    met: set[str] = set()
    while not played.over:
        assert played.decision is not None
        assert played.resumable == (played.decision.kind == "choose_slot")
        if not played.resumable and played.decision.kind not in met:
            met.add(played.decision.kind)
            with pytest.raises(rondel.RecordError, match="position"):
                resumed(played)
        played.apply(random_entry(played, chance))
    assert len(met) > 5
    assert not played.resumable
    with pytest.raises(rondel.RecordError, match="position"):
        resumed(played)


# History ------------------------------------------------------------------------------------


def long_game(title: str = "imperial2030") -> tuple[rondel.Game, rondel.Game]:
    """A game some turns after it was resumed, and the original."""
    game, chance = begun(title, 4, {}), random.Random(2)
    advance(game, chance, 6)
    other = resumed(game)
    follow(game, other, chance, 20)
    return game, other


def test_ordinary_game_knows_all_its_entries() -> None:
    game, _ = long_game()
    assert game.first == 0
    assert len(game.actions()) == len(game)


@both
def test_resumed_game_knows_the_entries_since(game: str) -> None:
    original, other = long_game(game)
    assert 0 < other.first < len(other)
    assert len(other) == len(original)
    assert other.actions() == original.actions()[other.first :]
    twin = other.copy()
    assert (twin.first, len(twin), twin.actions()) == (other.first, len(other), other.actions())
    assert_same_to_everybody(original, twin)


@both
def test_resumed_game_can_be_looked_back_at_since_then(game: str) -> None:
    original, other = long_game(game)
    other = other.copy()
    for entries in range(other.first, len(other) + 1):
        then = other.at(entries)
        assert_same_to_everybody(original.at(entries), then)
        assert then.actions() == original.actions()[other.first : entries]


@pytest.mark.parametrize("beyond", [-1, 21])
def test_resumed_game_cannot_be_looked_back_at_further(beyond: int) -> None:
    _, other = long_game()
    with pytest.raises(ValueError, match=f"after {other.first} to {len(other)} entries"):
        other.at(other.first + beyond)


def test_resumed_game_has_no_record() -> None:
    _, other = long_game()
    for cut in (other, other.copy(), other.at(other.first)):
        with pytest.raises(ValueError, match=f"first {other.first} entries are not known"):
            cut.record()
        with pytest.raises(ValueError, match="resumed"):
            cut.view("A").record()


def test_game_resumed_before_its_first_entry_has_a_record() -> None:
    """Then nothing is unknown but what happened at set-up."""
    game = begun("imperial2030", 4, {})
    other = resumed(game)
    follow(game, other, random.Random(1), 20)
    assert other.record() == game.record()


# Heading ------------------------------------------------------------------------------------


def test_record_is_heading_actions_and_result() -> None:
    game, _ = long_game()
    record, heading = game.record(), game.heading()
    assert [*record] == [*heading, "actions", "result"]
    assert {key: record[key] for key in heading} == heading


def test_heading_hides_secret_cash_as_the_record_does() -> None:
    game = game_at("china", cash={"A": 1, "B": 2}, options={"secret_cash": True})
    for viewer in (None, "A", rondel.SPECTATOR):
        assert game.heading(viewer)["start"] == game.record(viewer)["start"]
    assert set(game.heading("A")["start"]["position"]["cash"]) == {"A"}
    with pytest.raises(ValueError, match="nobody"):
        game.heading("nobody")


def test_heading_keeps_extra_keys_that_are_not_of_entries() -> None:
    game = game_at("china")
    do(game, slot="taxation")
    record = game.record() | {"x_club": "Rome"}
    record["options"]["x_why"] = [1]
    record["actions"][0]["x_time"] = 3
    game = replay(record)
    heading = game.heading()
    assert (heading["x_club"], heading["options"]["x_why"]) == ("Rome", [1])
    assert "x_time" not in json.dumps(heading)
    assert [*heading][-1] == "x_club"
    assert [*game.record()][-3:] == ["actions", "result", "x_club"]
    assert resumed(game).heading() == heading


# What does not belong together --------------------------------------------------------------


def refusal(
    heading: dict[str, Any], position: Mapping[str, Any], entries: int
) -> rondel.RecordError:
    with pytest.raises(rondel.RecordError) as caught:
        rondel.Game.resume(heading, position, entries)
    return caught.value


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "chess"}, "format"),
        ({"version": 2}, "version"),
        ({"rules_version": 99}, "rules_version"),
        ({"game": "chess"}, "game"),
        ({"game": ["imperial"]}, "game"),
        ({"game": "imperial"}, "start.deal.A"),
        ({"options": []}, "options"),
        ({"options": {"setup": "auction"}}, "options"),
        ({"options": {}}, "options"),
        ({"players": "anton"}, "players"),
        ({"players": ["A"]}, "players"),
        ({"players": ["A", "A", "B", "C"]}, "players[1]"),
        ({"start": None}, "start"),
        ({"start": {}}, "start"),
        ({"start": {"start_player": "A"}}, "start"),
        ({"actions": []}, "actions"),
        ({"result": None}, "result"),
    ],
)
def test_heading_that_is_none_is_refused(change: dict[str, Any], place: str) -> None:
    game = begun("imperial2030", 4, {})
    assert refusal({**game.heading(), **change}, game.snapshot(), 0).place == place


def test_heading_must_be_complete() -> None:
    game = begun("imperial2030", 4, {})
    for key in game.heading():
        rest = {k: value for k, value in game.heading().items() if k != key}
        assert refusal(rest, game.snapshot(), 0).place == key


def test_position_must_be_complete() -> None:
    game = begun("imperial2030", 4, {})
    for key in game.snapshot():
        rest = {k: value for k, value in game.snapshot().items() if k != key}
        assert refusal(game.heading(), rest, 0).place.startswith("position")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"game": "imperial"}, "position.game"),
        ({"players": ["A", "B", "D", "C"]}, "position.players"),
        ({"treasuries": {"china": 3}}, "position.treasuries"),
        ({"treasuries": {"china": -3}}, "position.treasuries.china"),
        ({"swiss_banks": ["A"]}, "position.swiss_banks"),
        ({"extra": 1}, "position.extra"),
        ({"x_extra": 1}, "position.x_extra"),
    ],
)
def test_position_that_is_none_of_this_game_is_refused(change: dict[str, Any], place: str) -> None:
    game = begun("imperial2030", 4, {})
    assert refusal(game.heading(), {**game.snapshot(), **change}, 0).place == place


def test_position_of_a_game_with_other_options_or_players_is_refused() -> None:
    game = begun("imperial2030", 4, {})
    secret = begun("imperial2030", 4, {"secret_cash": True})
    assert refusal(game.heading(), secret.snapshot(), 0).place == "position.options"
    assert refusal(secret.heading(), game.snapshot(), 0).place == "position.options"
    fewer = begun("imperial2030", 3, {})
    assert refusal(game.heading(), fewer.snapshot(), 0).place == "position.players"


def test_what_one_viewer_sees_is_no_complete_snapshot() -> None:
    """With secret cash the others' cash is missing; it must not be taken to be nothing."""
    game = game_at("china", cash={"A": 3, "B": 4}, options={"secret_cash": True})
    assert refusal(game.heading(), game.snapshot("A"), 0).place == "position.cash"
    assert refusal(game.heading("A"), game.snapshot(), 0).place == "start"


def test_entries_before_cannot_be_fewer_than_none() -> None:
    game = begun("imperial2030", 4, {})
    assert refusal(game.heading(), game.snapshot(), -1).place == "entries"
