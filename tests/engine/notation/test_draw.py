"""Chance: only at set-up, from a seed, and written down (Rules: 1.7)."""

from __future__ import annotations

import pytest

import rondel
from tests.positions import GAMES, NAMES, asked
from tests.starts import ORDER


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("setup", ["standard", "draft"])
def test_seed_reproduces_set_up(game: str, setup: str) -> None:
    """X-37, R-RNG-1: same seed, same seats and cards; other seeds differ."""
    options = {"setup": setup, "seating": "random"}
    made = [rondel.Game.new(game, NAMES[:5], options, seed=f"s{s}") for s in range(20)]
    again = [rondel.Game.new(game, NAMES[:5], options, seed=f"s{s}") for s in range(20)]
    assert [g.record() for g in made] == [g.record() for g in again]
    assert [g.snapshot() for g in made] == [g.snapshot() for g in again]
    assert len({str(g.record()) for g in made}) > 10


def test_seed_gives_the_same_set_up_everywhere() -> None:
    """R-RNG-1: the generator is the same on every machine and in every version."""
    options = {"seating": "random"}
    table = rondel.Game.new("imperial2030", NAMES[:4], options, seed="rondel")
    cards = {"D": ["brazil"], "B": ["china"], "C": ["europe"], "A": ["russia"]}
    assert table.players == ["D", "B", "C", "A"]
    assert table.start == {"deal": cards}
    options["setup"] = "draft"
    table = rondel.Game.new("imperial2030", NAMES[:4], options, seed="rondel")
    assert table.start == {"start_player": "A"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_be_drawn_needs_a_seed(game: str) -> None:
    """R-RNG-1: there is no chance but from the seed; with everything given none is needed."""
    for options in ({}, {"setup": "draft"}, {"seating": "random"}):
        with pytest.raises(rondel.RuleSetError, match="seed"):
            rondel.Game.new(game, NAMES[:4], options)
    cards = dict(zip(NAMES, ORDER[game][:4], strict=False))
    table = rondel.Game.new(game, NAMES[:4], {"assignment": cards})
    assert table.start == {"deal": {name: [card] for name, card in cards.items()}}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_after_set_up(game: str) -> None:
    """R-RNG-1: the same answers to the same position give the same game, twice over."""
    first = rondel.Game.new(game, NAMES[:3], {"setup": "draft"}, seed=9)
    second = rondel.Game.new(game, NAMES[:3], {"setup": "draft"}, start=first.start)
    for turn in range(150):
        ids = list(first.legal_ids())
        assert ids == list(second.legal_ids())
        told_first = first.apply(rondel.from_id(first, ids[turn % len(ids)]))
        assert told_first == second.apply(rondel.from_id(second, ids[turn % len(ids)]))
        if first.over:
            break
    assert first.snapshot() == second.snapshot()


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_drawn_before_cards_and_start_player(game: str) -> None:
    """R-RNG-2: the deal follows the seats as drawn; `as_given` leaves them alone."""
    seats = set()
    for seed in range(40):
        options = {"seating": "random"}
        table = rondel.Game.new(game, NAMES[:4], options, seed=seed)
        assert sorted(table.players) == list(NAMES[:4])
        assert list(table.start["deal"]) == table.players
        seats.add("".join(table.players))
        assert rondel.Game.new(game, NAMES[:4], seed=seed).players == list(NAMES[:4])
        options["setup"] = "draft"
        drafting = rondel.Game.new(game, NAMES[:4], options, seed=seed)
        assert drafting.players == table.players
        assert asked(drafting) == ("draft_bond", drafting.start["start_player"])
    assert len(seats) > 12


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("setup", ["standard", "draft"])
def test_record_holds_the_outcome_and_replays_without_a_seed(game: str, setup: str) -> None:
    """X-37, R-RNG-3: seats and cards, or the start player, are written as values; replaying draws
    nothing."""
    table = rondel.Game.new(game, NAMES[:4], {"setup": setup, "seating": "random"}, seed="x")
    for turn in range(60):
        ids = table.legal_ids()
        table.play(ids[turn * 7 % len(ids)])
    record = table.record()
    assert "seed" not in str(record)
    assert set(record["options"]) & {"seating", "assignment", "start_player"} == set()
    assert list(record["start"]) == ["deal" if setup == "standard" else "start_player"]
    again = rondel.Game.new(game, record["players"], record["options"], start=record["start"])
    for entry in record["actions"]:
        again.apply(entry)
    assert again.snapshot() == table.snapshot()
    assert again.record() == record
