"""Both forms of the writer write the same: the plain one is the reference."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

from rondel.compiled import PACKAGE, engine_form
from rondel.engine import Encoder, Game, State, answer, write_legal
from rondel.engine.encoding import writer
from rondel.engine.encoding.encoder import options_of
from tests.positions import GAMES
from tests.samples import some
from training.mixture import drawn_options

ROOM = 40_000


def plain_form() -> ModuleType:
    """The reference, whichever form the engine has."""
    spec = importlib.util.spec_from_file_location(
        "plain_writer", PACKAGE / "engine" / "encoding" / "writer.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAIN = plain_form()
FORMS = [writer, PLAIN]


def drawn_game(game: str, chance: random.Random) -> State:
    names = [f"player_{seat}" for seat in range(chance.randint(2, 6))]
    return Game.new(game, names, drawn_options(chance), chance.getrandbits(40)).state


def integers(count: int) -> memoryview:
    return memoryview(bytearray(4 * count)).cast("i")


def test_writer_has_the_form_of_the_engine() -> None:
    compiled = Path(str(writer.__file__)).suffix != ".py"
    assert compiled == (engine_form() == "compiled")


@pytest.mark.skipif(engine_form() == "plain", reason="there is but one form")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", some(range(20), 2))
def test_every_position_of_random_games_is_written_equally(game: str, number: int) -> None:
    """From the seat that decides, and from any other."""
    chance = random.Random(number)
    state = drawn_game(game, chance)
    encoder, players = Encoder(state.rules), len(state.players)
    plain = PLAIN.Writer(state.rules, options_of(state.rules), encoder.size)
    expected, buffer = bytearray(encoder.size + 5), bytearray(b"\x07" * (encoder.size + 5))
    for _ in range(600):
        seat = state.actor if chance.random() < 0.5 else chance.randrange(players)
        plain.write(state, max(0, seat), expected, 5)
        encoder.write(state, max(0, seat), buffer, 5)
        assert buffer[5:] == expected[5:]
        if not state.legal:
            break
        answer(state, chance.choice(state.legal))


@pytest.mark.parametrize("stride", [0, 3, 400])
def test_legal_actions_are_written_equally(stride: int) -> None:
    chance = random.Random(3)
    states = [drawn_game("imperial2030", chance) for _ in range(20)]
    for state in states:
        for _ in range(chance.randrange(60)):
            answer(state, chance.choice(state.legal))
    expected = [state.legal[:stride] if stride else state.legal for state in states]
    for form in FORMS:
        ids, counts = integers(ROOM), integers(len(states))
        used = form.write_legal(states, stride, ids, counts)
        assert counts.tolist() == [len(legal) for legal in expected]
        assert used == sum(counts)
        at = 0
        for i, legal in enumerate(expected):
            start = i * stride if stride else at
            assert ids[start : start + len(legal)].tolist() == legal
            at += len(legal)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_written_where_there_is_no_room(form: ModuleType) -> None:
    state = drawn_game("imperial", random.Random(1))
    size = Encoder(state.rules).size
    one, buffer = form.Writer(state.rules, options_of(state.rules), size), bytearray(size)
    for at in (-1, 1):
        with pytest.raises(ValueError, match="no room"):
            one.write(state, 0, buffer, at)
    for seat in (-1, len(state.players)):
        with pytest.raises(IndexError, match="no seat"):
            one.write(state, seat, buffer, 0)
    assert not any(buffer)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("stride", "room", "counted"), [(0, 3, 2), (8, 15, 2), (0, ROOM, 1)])
def test_lists_need_room_too(form: ModuleType, stride: int, room: int, counted: int) -> None:
    states = [drawn_game("imperial", random.Random(1)) for _ in range(2)]
    with pytest.raises(ValueError, match="no room"):
        form.write_legal(states, stride, integers(room), integers(counted))


def test_others_than_positions_are_refused() -> None:
    state = drawn_game("imperial", random.Random(1))
    with pytest.raises((TypeError, AttributeError)):
        Encoder(state.rules).encoded("a position", 0)  # type: ignore[arg-type]
    with pytest.raises((TypeError, AttributeError, ValueError)):
        write_legal(["a position"], 0, integers(5), integers(5))  # type: ignore[list-item]
