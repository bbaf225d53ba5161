"""Positions as bytes."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

import rondel
from rondel.engine import (
    CHOICES,
    RecordError,
    State,
    answer,
    check_invariants,
    from_bytes,
    to_bytes,
)
from rondel.engine.notation.packing import packed, sealed, unpacked
from tests.pages import ROOT
from tests.positions import GAMES
from tests.random_play import random_game
from tests.samples import some

FOLLOWS = ("stock", "army_at", "friend_at", "fleet_at", "present")
KEPT = ROOT / "tests" / "snapshots" / "positions-1.hex"
"""Positions in version 1 of the form, as they were first written, each behind its key."""
KEPT_AT = (0, 40, 150)


def middle(game: str, decisions: int = 150) -> rondel.Game:
    """A game after so many decisions."""
    table = rondel.Game.new(game, ["ann", "bob", "cÿ"], seed=2)
    for step in range(decisions):
        table.play(table.legal_ids()[step * 7 % len(table.legal_ids())])
    return table


@pytest.mark.parametrize("number", some(range(5000, 5012), always=2))
def test_every_position_of_a_game_comes_back(number: int) -> None:
    """Whatever is decided, by whatever rules; one that came back goes on as the first would."""
    game, chance = random_game(number)
    for step in range(600):
        if game.over:
            break
        ids = game.legal_ids()
        id = ids[int(chance.random() * len(ids))]
        if step % 5 == 0:
            returned = from_bytes(to_bytes(game.state))
            assert returned == game.state
            assert [getattr(returned, f) for f in FOLLOWS] == [
                getattr(game.state, f) for f in FOLLOWS
            ]
            check_invariants(returned)
            answer(returned, id)
            game.play(id)
            assert returned == game.state
        else:
            game.play(id)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_position_gives_the_same_bytes(game: str) -> None:
    """Whichever way led there: what units did in former turns is no part of it."""
    table = middle(game)
    assert to_bytes(table.state) == to_bytes(from_bytes(to_bytes(table.state)))
    while not table.resumable:
        table.play(table.legal_ids()[0])
    resumed = rondel.Game.resume(table.heading(), table.snapshot(), len(table))
    assert to_bytes(resumed.state) == to_bytes(table.state)
    table.play(table.legal_ids()[0])
    assert to_bytes(resumed.state) != to_bytes(table.state)


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_small(game: str) -> None:
    assert len(to_bytes(middle(game).state)) < 500
    assert len(middle(game).to_bytes()) < 600


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_its_bytes(game: str) -> None:
    table = middle(game)
    returned = rondel.Game.from_bytes(table.to_bytes())
    assert returned.state == table.state
    assert (returned.heading(), len(returned), returned.first) == (table.heading(), 150, 150)
    assert returned.apply(returned.legal_actions()[0]) == table.apply(table.legal_actions()[0])
    assert returned.actions() == table.actions()[150:]


def test_a_finished_game_comes_back_finished() -> None:
    game = middle("imperial")
    while not game.over:
        game.play(game.legal_ids()[-1])
    assert rondel.Game.from_bytes(game.to_bytes()).result == game.result


# Versions -----------------------------------------------------------------------------------


def kept() -> dict[str, bytes]:
    lines = [line.split() for line in KEPT.read_text(encoding="ascii").splitlines()]
    return {key: bytes.fromhex(text) for key, text in lines}


@pytest.mark.parametrize("decisions", KEPT_AT)
@pytest.mark.parametrize("game", GAMES)
def test_what_was_written_stays_readable(game: str, decisions: int) -> None:
    """If this fails, options or fields have changed: write version 2, and go on reading 1."""
    written = kept()[f"{game}:{decisions}"]
    assert from_bytes(written) == middle(game, decisions).state
    assert to_bytes(middle(game, decisions).state) == written


# Bytes that cannot be read ------------------------------------------------------------------


def whole() -> bytes:
    return to_bytes(middle("imperial2030").state)


def body(*numbers: int) -> bytes:
    return sealed(packed(list(numbers)))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "expected what to_bytes gives"),
        ("text", "expected what to_bytes gives"),
        (b"\x02" + b"0123456789", "expected version 1 of the form, not 2"),
        (b"\x01" + b"0123456789", "damaged"),
        (body(1), "end too early"),
        (body(1, 40), "end too early"),
        (body(1, -3), "end too early"),
        (body(1, 1, -200), "expected a text"),
        (body(1, 1, 1, 1, *([0] * len(CHOICES)), 3), "unknown"),
        (body(1, 1, 1, 1, *([9] * len(CHOICES)), 3), "option setup has no value 9"),
        (body(2, 0, 1, 1), "expected how the game began"),
    ],
)
def test_other_bytes_are_refused_with_a_reason(data: bytes, told: str) -> None:
    read = rondel.Game.from_bytes if data[5:6] == b"\x04" else from_bytes
    with pytest.raises(RecordError, match=told):
        read(data)


def test_positions_and_games_are_told_apart() -> None:
    game = middle("imperial")
    with pytest.raises(RecordError, match=r"Game\.from_bytes"):
        from_bytes(game.to_bytes())
    with pytest.raises(RecordError, match="position alone"):
        rondel.Game.from_bytes(to_bytes(game.state))


def test_damage_is_noticed() -> None:
    written = whole()
    for place in range(1, len(written), 17):
        damaged = bytearray(written)
        damaged[place] ^= 64
        with pytest.raises(RecordError):
            from_bytes(bytes(damaged))
    for end in range(0, len(written), 23):
        with pytest.raises(RecordError):
            from_bytes(written[:end])


def test_numbers_too_many_or_too_few_are_noticed() -> None:
    inside = whole()[5:]
    for changed in (inside + b"\x02", inside[:-4], inside + b"\x80", inside + b"\x00"):
        with pytest.raises(RecordError, match=r"end too early|go on behind"):
            from_bytes(b"\x01" + zlib.crc32(changed).to_bytes(4, "big") + changed)


@pytest.mark.parametrize(
    "numbers", [[], [0], [0, 0, 0], [1, 0, -1], [63, 64, -64, -65, 2**60, -(2**60), 0, 0]]
)
def test_numbers_come_back(numbers: list[int]) -> None:
    assert unpacked(packed(numbers)) == numbers


def write_kept(path: Path = KEPT) -> None:
    """Writes the file anew; only for a new version of the form, under another name."""
    states: dict[str, State] = {
        f"{game}:{decisions}": middle(game, decisions).state
        for game in GAMES
        for decisions in KEPT_AT
    }
    lines = [f"{key} {to_bytes(state).hex()}\n" for key, state in states.items()]
    path.write_text("".join(lines), encoding="ascii")
