"""The line before the processes: people first, then who came first, and shares for all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count

import pytest

from rondel.server.bots.line import PATIENT, USUAL, Line

pytestmark = pytest.mark.anyio

MOMENTS = count()


@dataclass(eq=False)
class Desk:
    """Somebody who takes questions."""

    known: set[str] = field(default_factory=set)

    def knows(self, line: str) -> bool:
        """Whether it was asked about a game."""
        return line in self.known


class Visit:
    """Somebody who waits for a turn, and stays until told to go."""

    def __init__(self, line: Line[Desk], about: str, behind: float, order: list[str]) -> None:
        self.go = asyncio.Event()
        self.desk: Desk | None = None
        self.share = 0.0
        self.given_at = -1
        self._order = order
        self.task = asyncio.create_task(self._come(line, about, behind))

    async def _come(self, line: Line[Desk], about: str, behind: float) -> None:
        async with line.turn(about, behind) as turn:
            self.desk, self.share = turn.thinker, turn.share
            self._order.append(about)
            self.given_at = next(MOMENTS)
            await self.go.wait()


async def settled() -> None:
    """Lets everybody take the steps that can be taken now."""
    for _ in range(10):
        await asyncio.sleep(0)


async def visits(line: Line[Desk], *wanted: tuple[str, float]) -> tuple[list[Visit], list[str]]:
    """People who come one after the other; the order of their turns is written down."""
    order: list[str] = []
    come = []
    for about, behind in wanted:
        come.append(Visit(line, about, behind, order))
        await settled()
    return come, order


async def all_go(come: list[Visit]) -> None:
    """Everybody goes as soon as it was his turn."""
    for visit in come:
        visit.go.set()
    await asyncio.gather(*(visit.task for visit in come))


async def test_who_has_a_head_start_comes_first_and_each_in_order() -> None:
    line = Line([Desk()])
    come, order = await visits(line, ("a", 600), ("b", 600), ("c", 0), ("d", 60), ("e", 0))
    assert (line.waiting, order) == (4, ["a"])
    await all_go(come)
    assert order == ["a", "c", "e", "d", "b"]
    assert line.waiting == 0


async def test_a_head_start_ends() -> None:
    line = Line([Desk()])
    come, order = await visits(line, ("a", 0), ("b", 0.05))
    await asyncio.sleep(0.06)
    later, others = await visits(line, ("c", 0))
    await all_go([*come, *later])
    assert (order, others) == (["a", "b"], ["c"])
    assert come[1].given_at < later[0].given_at


@pytest.mark.long
async def test_the_more_wait_the_shorter_each_thinks() -> None:
    """Those whom others have a head start over have patience."""
    line = Line([Desk()])
    come, _ = await visits(line, ("a", 0), *[("b", 0)] * 9, *[("c", 600)] * 10)
    assert come[0].share == float("inf")
    come[0].go.set()
    await settled()
    assert come[1].share == pytest.approx(PATIENT / 9, rel=0.1)
    for visit in come[1:9]:
        visit.go.set()
    await settled()
    assert come[9].share == pytest.approx((600 + PATIENT) / 11, rel=0.1)
    await all_go(come)
    assert come[-1].share == float("inf")


async def test_who_has_waited_long_shortens_the_turns_of_others() -> None:
    line = Line([Desk()])
    come, _ = await visits(line, ("a", 0), ("b", -PATIENT / 2), ("c", 0))
    come[0].go.set()
    await settled()
    assert come[1].share == pytest.approx(PATIENT / 2, rel=0.1)
    late, _ = await visits(line, ("d", -2 * PATIENT))
    come[1].go.set()
    await settled()
    assert late[0].share == pytest.approx(PATIENT / 2, rel=0.1)
    later, _ = await visits(line, ("e", -2 * PATIENT), ("f", -2 * PATIENT))
    late[0].go.set()
    await settled()
    assert later[0].share == 0.0
    await all_go([*come, *late, *later])


async def test_two_share_the_work() -> None:
    line = Line([Desk(), Desk()])
    come, order = await visits(line, *[(str(i), 0) for i in range(10)])
    assert order == ["0", "1"]
    come[0].go.set()
    await settled()
    assert come[2].share == pytest.approx(2 * PATIENT / 8, rel=0.1)
    await all_go(come)


async def test_a_game_goes_to_who_knows_it() -> None:
    desks = [Desk({"a"}), Desk({"b"})]
    line = Line(desks)
    come, _ = await visits(line, ("b", 0), ("a", 0))
    assert [visit.desk for visit in come] == [desks[1], desks[0]]
    await all_go(come)


async def test_who_is_close_behind_goes_first_where_he_is_known() -> None:
    desks = [Desk({"x"}), Desk({"y"})]
    line = Line(desks)
    come, order = await visits(line, ("x", 0), ("y", 0), ("x", 0), ("y", 0), ("z", 0))
    come[1].go.set()
    await settled()
    assert order == ["x", "y", "y"]
    assert come[3].desk is desks[1]
    await all_go(come)


async def test_who_stops_waiting_leaves_the_line() -> None:
    line = Line([Desk()])
    come, order = await visits(line, ("a", 0), ("b", 0), ("c", 0))
    come[1].task.cancel()
    await settled()
    assert line.waiting == 1
    come[0].task.cancel()
    await settled()
    assert order == ["a", "c"]
    await all_go(come[2:])
    assert line.waiting == 0


async def test_who_is_cancelled_at_his_turn_holds_up_nobody() -> None:
    line = Line([Desk()])
    come, order = await visits(line, ("a", 0), ("b", 0), ("c", 0))
    come[0].go.set()
    # Its turn has come, and it has not heard of it yet.
    while line.waiting > 1:
        await asyncio.sleep(0)
    come[1].task.cancel()
    await all_go([come[0], come[2]])
    assert order[-1] == "c"


async def test_a_line_says_how_long_it_takes() -> None:
    line = Line([Desk()])
    assert line.expected(0) == pytest.approx(USUAL)
    come, _ = await visits(line, *[(str(i), 600) for i in range(5)])
    assert line.expected(600) == pytest.approx(6 * USUAL)
    assert line.expected(0) == pytest.approx(2 * USUAL)
    await all_go(come)
    assert line.expected(600) < USUAL


async def test_nobody_is_told_to_wait_longer_than_turns_get_short() -> None:
    line = Line([Desk()])
    come, _ = await visits(line, *[(str(i), 0) for i in range(100)])
    assert line.expected(0) == PATIENT
    assert line.expected(30) == 30 + PATIENT
    await all_go(come)


async def test_who_are_sent_away_together_take_nothing_with_them() -> None:
    """The first of them leaves while the second is still in line, though called off already."""
    desk = Desk()
    line = Line([desk])
    (first, second), _ = await visits(line, ("first", 0), ("second", 0))
    for visit in (first, second):
        visit.task.cancel()
    ends = await asyncio.gather(first.task, second.task, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 2
    (third,), _ = await visits(line, ("third", 0))
    assert third.desk is desk
    third.go.set()
    await third.task
