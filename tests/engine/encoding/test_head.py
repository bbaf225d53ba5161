"""The compact policy: small, and every action is told apart."""

from __future__ import annotations

import pytest

from rondel.engine import TITLES, Head, first_nation
from tests.positions import GAMES
from tests.random_play import random_game
from tests.samples import some

MOST = 4096


def head_of(game: str) -> Head:
    title = TITLES[game]
    return Head(title.rules(title.options({}), 4).table)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", some(range(6)))
def test_entries_and_ids_say_the_same(game: str, first: int) -> None:
    head = head_of(game)
    table = head.table
    seen: dict[tuple[int, int], int] = {}
    for id in range(table.size):
        if table.upgrade <= id < table.invest_pass:
            _, old, new = table.split_upgrade(id)
            if new <= old:
                continue
        entries = head.entries(id, first)
        assert entries not in seen
        assert all(0 <= entry < head.size for entry in entries)
        seen[entries] = id
    for entries in list(seen)[:: len(seen) // 40]:
        assert head.id_of(*entries, first) == seen[entries]


@pytest.mark.parametrize("game", GAMES)
def test_head_is_small_and_has_no_gaps(game: str) -> None:
    head = head_of(game)
    assert head.size <= MOST
    start = 0
    for part in head.parts:
        assert part.start == start
        start += part.size
    assert start == head.size


@pytest.mark.parametrize("number", some(range(20), always=2))
def test_legal_actions_have_entries_of_their_own(number: int) -> None:
    game, rng = random_game(number)
    head = Head(game.rules.table)
    while not game.over:
        first, legal = first_nation(game.state), game.legal_ids()
        assert len({head.entries(id, first) for id in legal}) == len(legal)
        game.play(rng.choice(legal))


def test_nations_are_counted_from_the_first() -> None:
    """Buying a bond of the nation an encoded position begins with is always the same entry."""
    head = head_of("imperial2030")
    table = head.table
    bought = {head.entries(table.buy + n * table.values + 2, n)[0] for n in range(6)}
    assert bought == {head.buy + 2}


def test_what_is_no_action_has_no_entries() -> None:
    head = head_of("imperial")
    for id in (-1, head.table.size):
        with pytest.raises(ValueError, match=f"there are no entries for action {id}"):
            head.entries(id, 0)
    with pytest.raises(ValueError, match="is never legal"):
        head.entries(head.table.upgrade_id(0, 3, 2), 0)
    with pytest.raises(ValueError, match="no action has the entries 0 and 0"):
        head.id_of(0, 0, 0)
