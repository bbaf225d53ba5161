"""Judges work in processes of their own, which give way to everything."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import AsyncIterator

import pytest

import rondel
from rondel.records import Transcript
from rondel.server.bots.judges import Judges
from rondel.server.bots.pool import Question, Thinkers
from rondel.server.bots.worker import LAST

pytestmark = pytest.mark.anyio


@pytest.fixture
async def judges() -> AsyncIterator[Judges]:
    judges = Judges(1)
    yield judges
    await judges.close()


def children() -> set[int]:
    """The processes that this one has begun."""
    return {child.pid for child in multiprocessing.active_children() if child.pid}


def question() -> Question:
    game = rondel.Game.new("imperial2030", ["a", "b", "c"], seed=4)
    assert game.decision is not None
    return Question(Transcript.of(game), game.decision.player, "banker", "chance")


async def test_judges_begin_when_they_are_needed_and_stand_back_behind_all(judges: Judges) -> None:
    others = children()
    assert judges.can_think
    process = await judges.work(0.0, "", os.getpid)
    assert children() - others == {process}
    assert os.getpriority(os.PRIO_PROCESS, process) == LAST
    if sys.platform == "linux":
        assert os.sched_getscheduler(process) == os.SCHED_IDLE
    await judges.close()
    assert children() == others


@pytest.mark.long
async def test_bots_decide_while_all_judges_are_busy(judges: Judges) -> None:
    busy = asyncio.create_task(judges.work(0.0, "", time.sleep, 60))
    thinkers = Thinkers(1, 30.0)
    answer = await thinkers.decide(question())
    assert (answer.bot, answer.failure) == ("banker", None)
    assert not busy.done()
    busy.cancel()
    await thinkers.close()


@pytest.mark.long
async def test_what_somebody_waits_for_goes_before_what_nobody_does(judges: Judges) -> None:
    order = list[str]()

    async def ask(name: str, behind: float) -> None:
        await judges.work(behind, "", time.sleep, 0.1)
        order.append(name)

    await asyncio.gather(ask("first", 60.0), ask("review", 60.0), ask("analysis", 0.0))
    assert order == ["first", "analysis", "review"]


@pytest.mark.long
async def test_lost_process_of_the_judges_is_replaced(judges: Judges) -> None:
    process = await judges.work(0.0, "", os.getpid)
    with pytest.raises((OSError, RuntimeError)):
        await judges.work(0.0, "", os.kill, process, signal.SIGKILL)
    assert await judges.work(0.0, "", os.getpid) != process
