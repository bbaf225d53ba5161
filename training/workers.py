"""Processes that play, and the memory they share with the one that decides."""

from __future__ import annotations

import math
import mmap
import multiprocessing
import os
import random
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from training.mixture import League, Setting, settings
from training.tables import ABOUT, ROOM, SEATS, Arrays, Tables

PARTS = 3
"""While one part of the tables is decided about, the other parts are played on."""
PAUSE = 5e-5
GO, TEACH = 0, 1
STOP = -1


@dataclass(frozen=True)
class Plan:
    """What workers play."""

    game: str
    inputs: int
    workers: int
    tables: int
    """Tables of one worker in one part."""
    seed: int
    league: League
    setting: Setting | None = None
    """The one setting of all tables, or else the mixture."""
    played_in: int = 0
    """Decisions that bankers may have taken in the first games, so that these do not keep step."""


def shared(shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """An array that processes started later share with this one."""
    memory = mmap.mmap(-1, max(1, math.prod(shape) * np.dtype(kind).itemsize))
    return np.frombuffer(memory, kind).reshape(shape)


class Memory:
    """All that is shared: arrays by part, rows by worker."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rows = plan.workers * plan.tables
        self.parts = [
            Arrays(
                seen=shared((rows, plan.inputs), np.uint8),
                packed=shared((plan.workers * plan.tables * ROOM,), np.int32),
                counts=shared((rows,), np.int32),
                about=shared((rows, ABOUT), np.int8),
                labels=shared((rows,), np.int16),
                results=shared((rows, 2 * SEATS), np.float32),
                choices=shared((rows,), np.int32),
            )
            for _ in range(PARTS)
        ]
        self.orders = shared((PARTS, 2), np.int64)
        """By part: how many steps are ordered, and whether the banker is asked."""
        self.done = shared((PARTS, plan.workers), np.int64)
        """By part and worker: how many steps are done."""
        self.spent = shared((plan.workers, 4), np.float64)
        """By worker: where its time went."""

    def of(self, part: int, worker: int) -> Arrays:
        """What one worker writes."""
        arrays, tables = self.parts[part], self.plan.tables
        rows = slice(worker * tables, (worker + 1) * tables)
        room = slice(worker * tables * ROOM, (worker + 1) * tables * ROOM)
        return Arrays(
            seen=arrays.seen[rows],
            packed=arrays.packed[room],
            counts=arrays.counts[rows],
            about=arrays.about[rows],
            labels=arrays.labels[rows],
            results=arrays.results[rows],
            choices=arrays.choices[rows],
        )


def work(memory: Memory, worker: int) -> None:
    """Plays as ordered until told to stop, or left alone."""
    plan, parent = memory.plan, os.getppid()
    chance = random.Random(f"{plan.seed} {worker}")
    spent = memory.spent[worker]
    tables_of: list[Tables] = []
    for part in range(PARTS):
        each = [plan.setting] * plan.tables if plan.setting else settings(plan.tables, chance)
        arrays, seed = memory.of(part, worker), chance.getrandbits(60)
        tables_of.append(Tables(plan.game, each, plan.league, arrays, seed, plan.played_in))
        memory.done[part, worker] = 1
    while True:
        for part, tables in enumerate(tables_of):
            begun = time.perf_counter()
            while (ordered := memory.orders[part, GO]) == memory.done[part, worker]:
                time.sleep(PAUSE)
                if os.getppid() != parent:
                    return
            if ordered == STOP:
                return
            tables.spent.waiting += time.perf_counter() - begun
            tables.teaching = bool(memory.orders[part, TEACH])
            tables.step()
            memory.done[part, worker] += 1
        times = [tables.spent for tables in tables_of]
        spent[:] = [
            sum(one.playing for one in times),
            sum(one.encoding for one in times),
            sum(one.listing for one in times),
            sum(one.waiting for one in times),
        ]


class Workers:
    """Workers that were started, and how to go through their parts in turn."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.memory = plan, Memory(plan)
        self.memory.orders[:, GO] = 1
        context = multiprocessing.get_context("fork")
        self._processes = [
            context.Process(target=work, args=(self.memory, worker), daemon=True)
            for worker in range(plan.workers)
        ]
        for process in self._processes:
            process.start()

    def ready(self, part: int) -> bool:
        """Whether all have written a part."""
        return bool((self.memory.done[part] == self.memory.orders[part, GO]).all())

    def wait(self, part: int) -> Arrays:
        """The arrays of a part, as soon as all have written it."""
        while not self.ready(part):
            time.sleep(PAUSE)
            if not all(process.is_alive() for process in self._processes):
                raise RuntimeError("a worker has ended")
        return self.memory.parts[part]

    def go_on(self, part: int, teaching: bool = False) -> None:
        """Lets the choices of a part be carried out."""
        self.memory.orders[part, TEACH] = teaching
        self.memory.orders[part, GO] += 1

    def stop(self) -> None:
        """Ends them."""
        self.memory.orders[:, GO] = STOP
        for process in self._processes:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()
