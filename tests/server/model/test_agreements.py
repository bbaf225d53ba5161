"""What people agree on is read from the store as it was written, or not at all."""

from __future__ import annotations

import pytest

from rondel.server.model.agreements import Clock, Vote

VOTE = Vote(7, "pause", "ann", None, ["ann"])


def test_a_clock_comes_back_as_it_was() -> None:
    clock = Clock("player", 600, 10)
    assert Clock.from_json(clock.to_json()) == clock
    assert Clock.from_json({"per": "decision", "seconds": 60}) == Clock("decision", 60, 0)


def test_a_vote_comes_back_as_it_was() -> None:
    assert Vote.from_json(VOTE.to_json()) == VOTE


@pytest.mark.parametrize("damaged", [{}, {"per": "player"}, {"per": "player", "hours": 2}])
def test_what_is_no_clock_is_refused(damaged: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="is no clock"):
        Clock.from_json(damaged)


def test_what_is_no_vote_is_refused() -> None:
    with pytest.raises(ValueError, match="is no vote"):
        Vote.from_json({"kind": "end"})


def test_a_pause_needs_more_than_half_and_all_else_everybody() -> None:
    assert [VOTE.needed(people) for people in (1, 2, 3, 4)] == [1, 2, 2, 3]
    end = Vote(7, "end", "ann", None, ["ann"])
    assert [end.needed(people) for people in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_who_agrees_twice_counts_once() -> None:
    assert VOTE.with_yes("ann") == VOTE
    assert VOTE.with_yes("bob").yes == ["ann", "bob"]
    assert VOTE.yes == ["ann"]
