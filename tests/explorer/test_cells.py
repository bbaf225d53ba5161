"""Seats that did the same: how many, how it ended for them, and how sure that is."""

from __future__ import annotations

from collections import Counter

import pytest

from rondel.explorer import LEAST, Cell, SeatOpening
from rondel.explorer.cells import paths_of
from rondel.explorer.opening import WIN


def cell_of(*shares: int, won: int = 0) -> Cell:
    cell = Cell()
    for number, share in enumerate(shares, 1):
        cell.add(SeatOpening(share=share, won=won), number)
    return cell


def test_nothing_is_said_of_few_seats() -> None:
    few, enough = cell_of(*[2500] * (LEAST - 1)), cell_of(*[2500] * LEAST)
    assert (few.seats, few.share, few.won) == (LEAST - 1, None, None)
    assert enough.share is not None
    assert enough.share.mean == pytest.approx(0.25)


def test_interval_is_that_of_a_mean() -> None:
    """Half of them 0.2, half of them 0.3: a standard deviation of 0.05, and 1.96 of its errors."""
    share = cell_of(*[2000, 3000] * 50).share
    assert share is not None
    assert share.mean == pytest.approx(0.25)
    assert share.margin == pytest.approx(1.96 * 0.05 / 99**0.5, rel=1e-3)


def test_more_games_are_surer() -> None:
    some, many = cell_of(*[2000, 3000] * 50).share, cell_of(*[2000, 3000] * 200).share
    assert some is not None
    assert many is not None
    assert many.margin == pytest.approx(some.margin / 2, rel=0.01)


@pytest.mark.parametrize("won", [0, WIN])
def test_those_who_always_win_or_lose_may_do_otherwise(won: int) -> None:
    figure = cell_of(*[2500] * 40, won=won).won
    assert figure is not None
    assert figure.mean == won / WIN
    assert figure.margin > 0.02


def test_two_cells_together_are_as_if_counted_together() -> None:
    both = cell_of(*[2000] * 20, *[3000] * 20)
    summed = cell_of(*[2000] * 20).plus(cell_of(*[3000] * 20))
    assert (summed.share, summed.won, summed.seats) == (both.share, both.won, both.seats)


def test_json_keeps_what_can_be_said() -> None:
    cell = cell_of(*[2000, 3000] * 20)
    cell.then = Counter({"beijing": 3})
    assert Cell.from_json(cell.to_json()) == cell
    assert Cell.from_json(cell_of(2000, 3000).to_json()) == Cell(2)


def test_dealt_seat_counts_by_its_card() -> None:
    spaces = {"china": [("factory", "urumqi"), ("investor", "")], "usa": [("import", "2+1")]}
    seat = SeatOpening([("china", 9)], "china", ["china", "usa"], spaces, ("europe", 4))
    assert [(path, then) for path, then, _ in paths_of(seat)] == [
        (("china",), ""),
        (("china", "bond/europe:4"), ""),
        (("china", "china/factory"), "urumqi"),
        (("china", "china/factory", "china/investor"), ""),
        (("china", "usa/import"), "2+1"),
    ]


def test_drafted_seat_counts_by_each_bond() -> None:
    """The spaces of a nation only with the bond that brought its government."""
    spaces = {"china": [("factory", "")]}
    seat = SeatOpening([("russia", 4), ("china", 9)], None, ["china"], spaces, None)
    assert [(path, governs) for path, _, governs in paths_of(seat)] == [
        (("russia:4",), False),
        (("russia:4", "bond/none"), False),
        (("china:9",), True),
        (("china:9", "bond/none"), False),
        (("china:9", "china/factory"), False),
    ]


def test_who_drafted_nothing_counts_too() -> None:
    assert [path for path, _, _ in paths_of(SeatOpening())] == [("none",), ("none", "bond/none")]
