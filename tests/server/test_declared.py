"""What real games tell has exactly the shapes that are declared: no key more, none missing."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from rondel.engine import KIND_OF, SPECTATOR, EventTold, Game, shapes
from rondel.engine.model.events import FIELDS
from rondel.server.protocol.declared import readable
from tests.random_play import random_game
from tests.samples import daily

GAMES = 24
EVERY = 11
"""Facts and the like are asked for at every so many decisions."""


@cache
def reader(shape: Any) -> TypeAdapter[Any]:
    """Reads lists of values of a shape."""
    values: Any = list[readable(shape)]  # type: ignore[misc]
    return TypeAdapter(values)


def check(values: list[Any], shape: Any) -> None:
    """Values have a shape, with every key that must be there and no other."""
    reader(shape).validate_python(values, strict=True, extra="forbid")


def check_position(game: Game, rng: random.Random) -> None:
    """All that can be told of a position is what is declared, whoever looks."""
    decision = game.decision
    eyes = [None, SPECTATOR, *([decision.player] if decision else [])]
    check([game.snapshot(viewer) for viewer in eyes], shapes.Snapshot)
    check([game.facts(viewer) for viewer in eyes], shapes.Facts)
    check([reason for viewer in eyes for reason in game.refused(viewer)], shapes.Reason)
    actions = game.legal_actions()
    tried = rng.sample(range(len(actions)), min(6, len(actions)))
    check([actions[i].to_json() for i in tried], shapes.Entry)
    for viewer in (None, decision.player) if decision else ():
        told = [game.consequences(actions[i], viewer) for i in tried]
        check(told, shapes.Consequences)


@pytest.mark.parametrize("number", daily(range(GAMES), of=3))
def test_what_a_game_tells_is_declared(number: int) -> None:
    """Both games, all numbers of players, options at random."""
    game, rng = random_game(number)
    check([event.to_json() for event in game.opening], EventTold)
    while not game.over:
        if len(game) % EVERY == number % EVERY:
            check_position(game, rng)
        check(
            [event.to_json() for event in game.apply(rng.choice(game.legal_actions()))], EventTold
        )
    check_position(game, rng)


def test_a_key_too_many_or_too_few_is_noticed() -> None:
    told: Any = Game.new("imperial", ["a", "b", "c"], seed=1).facts()
    check([told], shapes.Facts)
    del told["nations"]["italy"]["tax"]["revenue"]
    with pytest.raises(ValidationError, match="revenue"):
        check([told], shapes.Facts)
    told["nations"]["italy"]["tax"] |= {"revenue": 2, "income": 2}
    with pytest.raises(ValidationError, match="income"):
        check([told], shapes.Facts)


def test_every_event_has_a_shape_of_its_own() -> None:
    declared: dict[str, Any] = {shape.__name__: shape for shape in get_args(EventTold)}
    assert {event.__name__ for event in KIND_OF} == set(declared)
    fields = {name for shape in declared.values() for name in shape.__annotations__}
    assert fields == {"event", *FIELDS}
