"""Random play of both games with all options: no exception, every invariant, no loss."""

from __future__ import annotations

import pytest

from rondel.engine import KIND_OF
from tests.random_play import LONGEST, Tally, play
from tests.samples import day, some

ALWAYS = 2000
"""Games that are the same on every day; the others come after them."""
DAILY = 400
"""Games that are other ones on every day."""
CHUNK = 25


def check_games(first: int) -> None:
    tally = play(range(first, first + CHUNK))
    assert tally.games == CHUNK
    assert tally.longest <= LONGEST


@pytest.mark.parametrize("offset", some(range(0, DAILY, CHUNK), always=1))
def test_random_games_keep_every_invariant(offset: int) -> None:
    """Every legal action applies and converts without loss, and every record replays.

    R-DEC-6, R-RON-9, R-GOV-7, R-HOM-6, R-ODD-9: after every action all invariants of section 10
    hold (I-1 to I-16), and every game ends. A failure tells the number of the game, by which it
    can be played again on any day.
    """
    check_games(ALWAYS + DAILY * day() + offset)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, ALWAYS, CHUNK))
def test_well_known_random_games_keep_every_invariant(first: int) -> None:
    """The same with games that have been played before."""
    check_games(first)


@pytest.mark.long
def test_random_games_see_every_event() -> None:
    """A hundred games are enough to meet every kind of event."""
    tally = Tally()
    for number in range(100):
        tally.add(play(range(number, number + 1)))
        if len(tally.kinds) >= len(KIND_OF) - 1:
            break
    never_in_play = {"starting_cash"}
    assert set(KIND_OF.values()) - tally.kinds <= never_in_play
