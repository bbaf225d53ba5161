"""Positions written in C are those that the engine's encoder writes."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from rondel.engine import Encoder, Game, Head, State, answer, first_nation
from tests.positions import GAMES
from training import native
from training.mixture import drawn_options

# A compiler runs first.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def writing(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    library: Path = tmp_path_factory.mktemp("native") / native.LIBRARY.name
    native.build(library)
    return native.load(library)


def drawn_game(game: str, chance: random.Random) -> State:
    names = [f"player_{seat}" for seat in range(chance.randint(2, 6))]
    return Game.new(game, names, drawn_options(chance), chance.getrandbits(40)).state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(20))
def test_every_position_of_random_games_is_written_equally(
    game: str, number: int, writing: Any
) -> None:
    chance = random.Random(number)
    state = drawn_game(game, chance)
    writer, encoder = native.writer_for(state, writing), Encoder(state.rules)
    buffer = bytearray(encoder.size + 5)
    for _ in range(600):
        if not state.legal:
            break
        writer.write(state, buffer, 5)
        assert buffer[5:] == encoder.encoded(state, state.actor)
        answer(state, chance.choice(state.legal))


@pytest.mark.parametrize("game", GAMES)
def test_entries_of_legal_actions_are_written_equally(game: str, writing: Any) -> None:
    chance = random.Random(3)
    states = [drawn_game(game, chance) for _ in range(20)]
    for state in states:
        for _ in range(chance.randrange(200)):
            answer(state, chance.choice(state.legal))
    head = Head(states[0].rules.table)
    tables = [head.packed(first) for first in range(6)]
    found: list[tuple[list[int], list[int]]] = []
    for module in (writing, None):
        buffer, counts = (
            memoryview(bytearray(40_000)).cast("i"),
            memoryview(bytearray(80)).cast("i"),
        )
        used = native.write_legal(states, tables, buffer, counts, module)
        found.append((buffer[:used].tolist(), counts.tolist()))
    assert found[0] == found[1]
    first = tables[first_nation(states[0])]
    assert found[0][0][: found[0][1][0]] == [first[id] for id in states[0].legal]


def test_a_position_is_not_written_beyond_the_buffer(writing: Any) -> None:
    state = drawn_game("imperial", random.Random(1))
    writer = native.writer_for(state, writing)
    with pytest.raises(ValueError, match="no room"):
        writer.write(state, bytearray(Encoder(state.rules).size), 1)
