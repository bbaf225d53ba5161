"""Broken input of every kind: only RecordError or IllegalAction come out, and nothing changes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import rondel
from rondel.engine import KINDS, title_of
from rondel.records import dumps, loads, replay
from tests.positions import GAMES
from tests.random_play import random_game
from tests.samples import daily

ROUNDS = 40
"""Tests of each kind; each tries `TRIES` inputs."""
TRIES = 100

WORDS = (
    "", "pass", "done", "x_", "x_note", "slot", "investor", "china", "italy", "moscow", "rome",
    "\u0000", "🏦", "p0", "p9", "choice", "move", "attack", "standard", "draft", "null", "-1",
)  # fmt: skip
NUMBERS = (
    0,
    1,
    -1,
    2,
    9,
    25,
    26,
    30,
    31,
    99,
    1.5,
    -0.0,
    2**31,
    2**63,
    10**30,
    10**4000,
    True,
    False,
)


def any_value(rng: random.Random, depth: int = 0) -> Any:
    """A random JSON value made of things that look right."""
    pick = rng.random()
    if depth > 3 or pick < 0.3:
        return rng.choice(WORDS)
    if pick < 0.55:
        return rng.choice(NUMBERS)
    if pick < 0.65:
        return None
    if pick < 0.8:
        return [any_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS): any_value(rng, depth + 1) for _ in range(rng.randrange(4))}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a document."""
    found: list[tuple[Any, Any]] = []
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        found.append((value, key))
        found += places(value[key])
    return found


def mutated(document: Any, rng: random.Random) -> Any:
    """A copy with one to three places replaced, removed, doubled or exchanged."""
    changed = copy.deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        spots = places(changed)
        if not spots:
            break
        container, key = rng.choice(spots)
        other, other_key = rng.choice(spots)
        mutate(container, key, other[other_key] if other_key in keys_of(other) else None, rng)
    return changed


def keys_of(container: Any) -> Any:
    """The keys of an object or the indices of a list."""
    return container if isinstance(container, dict) else range(len(container))


def mutate(container: Any, key: Any, other: Any, rng: random.Random) -> None:
    """One change in place."""
    if key not in keys_of(container):
        return
    match rng.randrange(5):
        case 0:
            container[key] = any_value(rng)
        case 1:
            container[key] = copy.deepcopy(other)
        case 2:
            del container[key]
        case 3 if isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        case 3:
            container[rng.choice(WORDS)] = container.pop(key)
        case _:
            value = container[key]
            if isinstance(value, int) and not isinstance(value, bool):
                container[key] = value + rng.choice((-1, 1, 10, -10))
            else:
                container[key] = [value]


def short_game(number: int, entries: int = 40) -> rondel.Game:
    """A random game with random options after some entries."""
    game, rng = random_game(number)
    while len(game) < entries and not game.over:
        game.apply(rng.choice(game.legal_actions()))
    return game


def expect_refusal_or_game(attempt: Callable[[], Any]) -> bool:
    """Runs an attempt; anything but the two errors of the contract fails the test."""
    try:
        attempt()
    except (rondel.RecordError, rondel.IllegalAction):
        return False
    return True


@pytest.mark.parametrize("number", daily(range(ROUNDS), of=4))
def test_mutated_records_are_refused_or_replay(number: int) -> None:
    """R-DEC-5: a record either replays to a consistent game or is refused with the place."""
    rng, record = random.Random(number), short_game(number).record()
    for _ in range(TRIES):
        changed = mutated(record, rng)
        if expect_refusal_or_game(lambda: replay(changed)):  # noqa: B023
            game = replay(changed)
            assert dumps(loads(dumps(game))) == dumps(game)


@pytest.mark.parametrize("number", daily(range(ROUNDS), of=4))
def test_damaged_texts_are_refused_or_replay(number: int) -> None:
    """Cut, doubled and overwritten bytes."""
    rng, text = random.Random(number), dumps(short_game(number, 15)).encode()
    for _ in range(TRIES):
        damaged = bytearray(text)
        for _ in range(rng.randint(1, 4)):
            spot = rng.randrange(len(damaged) or 1)
            match rng.randrange(4):
                case 0:
                    del damaged[spot:]
                case 1:
                    damaged[spot : spot + 1] = bytes([rng.randrange(256)])
                case 2:
                    del damaged[spot : spot + rng.randint(1, 30)]
                case _:
                    damaged[spot:spot] = damaged[spot : spot + rng.randint(1, 30)]
        expect_refusal_or_game(lambda: loads(bytes(damaged)))  # noqa: B023


@pytest.mark.parametrize("number", daily(range(ROUNDS), of=4))
def test_random_values_change_nothing(number: int) -> None:
    """Whatever `apply` and `load` are given, a refusal leaves the game as it was."""
    rng, game = random.Random(number), short_game(number, 60)
    before = game.snapshot()
    for _ in range(TRIES):
        value = any_value(rng)
        entry = {"decision": rng.choice([*KINDS, "other"]), "choice": value, "actor": "p0"}
        for given in (value, {"choice": value}, entry):
            twin = game.copy()
            if not expect_refusal_or_game(lambda: twin.apply(given)):  # noqa: B023
                assert twin.snapshot() == before
                assert len(twin) == len(game)
        expect_refusal_or_game(lambda: replay(value))  # noqa: B023


@pytest.mark.parametrize("number", daily(range(ROUNDS), of=4))
def test_mutated_choices_change_nothing(number: int) -> None:
    """R-DEC-5: choices that look nearly right."""
    rng, game = random.Random(number), short_game(number, 80)
    before = game.snapshot()
    for _ in range(TRIES):
        entry = mutated(rng.choice(game.legal_actions()).to_json(), rng)
        twin = game.copy()
        if not expect_refusal_or_game(lambda: twin.apply(entry)):  # noqa: B023
            assert twin.snapshot() == before


@pytest.mark.parametrize("number", daily(range(ROUNDS), of=4))
def test_mutated_positions_are_refused_or_playable(number: int) -> None:
    """A start position that is accepted can be played to the end."""
    rng, game = random.Random(number), short_game(number, 60)
    while game.snapshot()["turn"]["phase"] != "slot":
        game.apply(rng.choice(game.legal_actions()))
    position = game.snapshot()
    for attempt in range(TRIES):
        start = {"position": mutated(position, rng)}
        if expect_refusal_or_game(lambda: begin(game, start)) and attempt % 10 == 0:  # noqa: B023
            play_on(begin(game, start), rng)


def begin(game: rondel.Game, start: dict[str, Any]) -> rondel.Game:
    """A game like another from a given start."""
    return rondel.Game.new(game.rules.game, game.players, game.options, start=start)


def play_on(game: rondel.Game, rng: random.Random) -> None:
    """Some more decisions at random."""
    for _ in range(200):
        if game.over:
            return
        game.apply(rng.choice(game.legal_actions()))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_id_outside_the_list_is_refused(game: str) -> None:
    """R-DEC-5: over the whole table, for each decision met in a game, `play` refuses the rest."""
    table = title_of(game).table
    found, rng = (
        rondel.Game.new(game, ["a", "b", "c"], {"setup": "draft"}, seed=1),
        random.Random(1),
    )
    seen: set[str] = set()
    while not found.over and len(seen) < 12:
        assert found.decision is not None
        if found.decision.kind not in seen:
            seen.add(found.decision.kind)
            refuse_everything_else(found, range(-2, table.size, 3))
        found.apply(rng.choice(found.legal_actions()))


def refuse_everything_else(game: rondel.Game, ids: range) -> None:
    """Every id that is not legal gives an IllegalAction with code, clause and sentence."""
    legal, before = set(game.legal_ids()), game.snapshot()
    for id in ids:
        if id not in legal:
            with pytest.raises(rondel.IllegalAction) as caught:
                game.play(id)
            assert "/" in caught.value.code
            assert caught.value.clause.startswith("R-")
            assert str(caught.value).endswith(".")
    assert game.snapshot() == before


def test_text_of_any_json_value_is_refused_as_a_record() -> None:
    """A document that is no record at all."""
    rng = random.Random(0)
    for _ in range(500):
        text = json.dumps(any_value(rng))
        with pytest.raises(rondel.RecordError):
            loads(text)
