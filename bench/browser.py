"""The page in a browser late in a game: how soon things show, and what memory they leave behind.

    python -m bench.browser [--game imperial2030|imperial] [--actions 40] [--passes 5]
        [--moments 600] [--check]

Games of six players that decide by chance, with at least 60 units on the board and 600 entries, are
opened in Chromium by a server of their own. Told are, in milliseconds:

action  from the position that the server tells by WebSocket until the page, which has loaded all
        it wants before, has painted it
first   from the input of the slider until the moment is painted, for the first moments that are
        looked at, in random order: the page still fetches them from the server
slider  the same when it has the whole game: all moments or so many, in another order each time
moment  the same for each of them, the middle of its visits
step    the same from each moment to the next one

The input of the slider comes when a frame begins, as browsers tell it to pages.

Told as well is the processor time of the page for each, which depends less on what else the machine
does; and for each pass through the game the memory of the page after collecting garbage, its nodes
and its listeners. Nothing is animated. `--check` exits 1 where a goal is missed; on a busy machine
it is. Needs the web page to be built (`./play` does that) and a Chromium (`python -m
tools.chromium`).
"""

import argparse
import json
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, ViewportSize, sync_playwright

import rondel
from rondel.records import dumps
from rondel.server.viewers.past import MOST_POSITIONS
from tools import chromium

GAMES = ("imperial2030", "imperial")
PLAYERS = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
UNITS = 60
ENTRIES = 600
ACTION_GOAL_MS = 100.0
SLIDER_GOAL_MS = 50.0
FIRST = 20
"""So many moments are looked at while the page still fetches the game."""
GROWTH_GOAL = 1.05
"""The last pass may leave so much more behind than the second: the first one loads things."""
SCRIPT = Path(__file__).with_suffix(".js")

Json = dict[str, Any]


@dataclass
class Memory:
    """What a page holds on to."""

    mib: float
    nodes: int
    listeners: int


@dataclass
class Measured:
    """What is told in the end."""

    game: str
    units: int
    entries: int
    action_ms: list[float] = field(default_factory=list)
    first_ms: list[float] = field(default_factory=list)
    slider_ms: list[float] = field(default_factory=list)
    moment_ms: list[float] = field(default_factory=list)
    step_ms: list[float] = field(default_factory=list)
    action_cpu_ms: float = 0.0
    """Processor time of the page for each, on average."""
    slider_cpu_ms: float = 0.0
    passes: list[Memory] = field(default_factory=list)

    def missed(self) -> list[str]:
        """The goals that are not reached."""
        first, last = self.passes[min(1, len(self.passes) - 1)], self.passes[-1]
        goals = {
            f"action: every one under {ACTION_GOAL_MS:.0f} ms": max(self.action_ms)
            < ACTION_GOAL_MS,
            f"moment: every one under {SLIDER_GOAL_MS:.0f} ms": max(self.moment_ms)
            < SLIDER_GOAL_MS,
            f"step: 95 of 100 under {SLIDER_GOAL_MS:.0f} ms": p95(self.step_ms) < SLIDER_GOAL_MS,
            "memory: flat": last.mib < first.mib * GROWTH_GOAL,
            "nodes: flat": last.nodes < first.nodes * GROWTH_GOAL,
            "listeners: flat": last.listeners < first.listeners * GROWTH_GOAL,
        }
        return [goal for goal, is_reached in goals.items() if not is_reached]


def p95(values: Sequence[float]) -> float:
    """So many or less in 95 of 100 cases."""
    return statistics.quantiles(values, n=20)[-1]


# Games ---------------------------------------------------------------------------------------


def units_of(game: rondel.Game) -> int:
    """Units on the board."""
    placed: Any = game.snapshot(None)["units"]
    return sum(sum(units.values()) for regions in placed.values() for units in regions.values())


def late_game(name: str) -> tuple[Json, int, int]:
    """A record, the entry after which most units are on the board, and how many these are."""
    for seed in range(1, 100):
        chance = random.Random(seed)
        game = rondel.Game.new(name, PLAYERS, seed=seed)
        most, at, entries = 0, 0, 0
        while game.decision is not None:
            game.apply(chance.choice(game.legal_actions()))
            entries += 1
            if (units := units_of(game)) > most:
                most, at = units, entries
        if most >= UNITS and entries >= ENTRIES:
            return json.loads(dumps(game)), at, most
    raise AssertionError(f"no game of {name} is long enough")


def until(record: Json, entries: int) -> Json:
    """The beginning of a game."""
    return {**record, "actions": record["actions"][:entries], "result": None}


# The page ------------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, bot_processes: int = 0, seed: int | None = None) -> Iterator[str]:
    """The address of a server of its own, without limits; tables are dealt by the seed."""
    options = {
        "database": f"sqlite:///{folder}/rondel.sqlite3",
        "port": 0,
        "secret": secrets.token_hex(),
        "bot-processes": bot_processes,
        "log-file": folder / "server.log",
    }
    told = [f"--{name}={value}" for name, value in options.items()]
    program = ["rondel"] if seed is None else ["bench.dealt", str(seed)]
    command = [sys.executable, "-m", *program, "serve", *told, "--no-limits"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        line = server.stdout.readline()
        try:
            yield "http://" + line.split("http://")[1].split()[0].rstrip(".")
        finally:
            server.terminate()


@contextmanager
def browsing(playwright: Playwright, address: str) -> Iterator[BrowserContext]:
    """Somebody at a screen of usual size, who wants nothing to move."""
    browser = playwright.chromium.launch(
        executable_path=chromium.find_with(playwright), args=chromium.arguments()
    )
    size = ViewportSize(width=1440, height=900)
    context = browser.new_context(base_url=address, viewport=size, reduced_motion="reduce")
    context.add_init_script(path=SCRIPT)
    context.request.post("/api/me", data={"name": "Ann"})
    yield context
    browser.close()


def opened(context: BrowserContext, record: Json) -> Page:
    """The page of a game that was saved."""
    table = context.request.post("/api/records?name=late", data=record).json()["id"]
    page = context.new_page()
    page.goto(f"/t/{table}")
    page.locator("[data-position]").wait_for()
    return page


def act(page: Page, actions: int) -> list[float]:
    """Lets things happen; milliseconds until each was painted."""
    table = page.url.rpartition("/")[2]
    chance = random.Random(1)
    page.evaluate("bench.rested()")
    page.evaluate("bench.heard = []")
    for number in range(1, actions + 1):
        told = page.request.get(f"/api/tables/{table}/position").json()
        if not told["choices"]:
            break
        wanted = chance.choice(told["choices"])["entry"]
        sent = {"position": told["position"], "entry": wanted}
        page.request.post(f"/api/tables/{table}/actions", data=sent)
        page.wait_for_function("number => bench.heard.length === number", arg=number)
    heard: list[float] = page.evaluate("bench.heard")
    return heard


def shuffled(entries: int, most: int, seed: int) -> list[int]:
    """Moments of a game in random order."""
    return random.Random(seed).sample(range(entries), min(entries, most))


def look_back(page: Page, moments: Iterable[int]) -> list[float]:
    """Shows moments; milliseconds until each was painted."""
    return [page.evaluate("moment => bench.look(moment)", moment) for moment in moments]


def come_whole(page: Page, entries: int) -> None:
    """Waits until the page has fetched the whole game."""
    stretches = entries // MOST_POSITIONS + 1
    page.wait_for_function("stretches => bench.stretches() >= stretches", arg=stretches)


def visit(page: Page, moments: list[int], seed: int, visits: dict[int, list[float]]) -> None:
    """Shows all moments in random order, and notes how long each took."""
    order = random.Random(seed).sample(moments, len(moments))
    for moment, took in zip(order, look_back(page, order), strict=True):
        visits.setdefault(moment, []).append(took)


class Watch:
    """What the browser knows about a page."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._devtools.send("HeapProfiler.enable")

    def _metrics(self) -> dict[str, float]:
        told = self._devtools.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in told}

    def cpu_ms(self) -> float:
        """Processor time that its main thread has used."""
        return self._metrics()["TaskDuration"] * 1000

    def memory(self) -> Memory:
        """What the page holds on to, garbage aside."""
        # What is let go of the first time may have held on to more.
        for _ in range(2):
            self._devtools.send("HeapProfiler.collectGarbage")
        told = self._metrics()
        mib = told["JSHeapUsedSize"] / 2**20
        return Memory(mib, int(told["Nodes"]), int(told["JSEventListeners"]))


def measure(game: str, wanted: argparse.Namespace) -> Measured:
    """Plays and looks back in a new browser, at a new server."""
    record, at, units = late_game(game)
    entries = len(record["actions"])
    measured = Measured(game, units, entries)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as playwright,
        browsing(playwright, address) as context,
    ):
        page = opened(context, until(record, at))
        watch = Watch(page)
        begun = watch.cpu_ms()
        measured.action_ms = act(page, wanted.actions)
        measured.action_cpu_ms = (watch.cpu_ms() - begun) / len(measured.action_ms)
        page.close()
        page = opened(context, until(record, entries - 1))
        page.keyboard.press(",")
        page.locator(f'input[type=range][max="{entries - 1}"]').wait_for()
        watch = Watch(page)
        measured.first_ms = look_back(page, shuffled(entries - 1, FIRST, seed=-1))
        come_whole(page, entries - 1)
        measured.step_ms = look_back(page, range(1, min(entries - 1, wanted.moments)))
        cpu_ms = 0.0
        visits: dict[int, list[float]] = {}
        moments = shuffled(entries - 1, wanted.moments, seed=0)
        for number in range(wanted.passes):
            begun = watch.cpu_ms()
            visit(page, moments, number, visits)
            cpu_ms += watch.cpu_ms() - begun
            # At the same moment each time: on another one there are other pieces.
            look_back(page, [entries // 2])
            measured.passes.append(watch.memory())
        measured.slider_ms = [took for times in visits.values() for took in times]
        measured.moment_ms = [statistics.median(times) for times in visits.values()]
        measured.slider_cpu_ms = cpu_ms / len(measured.slider_ms)
    return measured


def tell(measured: Measured) -> None:
    """Prints the figures."""
    print(f"{measured.game}: {measured.units} units, {measured.entries} entries")
    for name, values, cpu in (
        ("action", measured.action_ms, measured.action_cpu_ms),
        ("first ", measured.first_ms, None),
        ("slider", measured.slider_ms, measured.slider_cpu_ms),
        ("moment", measured.moment_ms, None),
        ("step  ", measured.step_ms, None),
    ):
        middle, most = statistics.median(values), max(values)
        times = f"median {middle:.0f} ms  p95 {p95(values):.0f} ms  max {most:.0f} ms"
        print(f"  {name}  {times}" + (f"  processor {cpu:.0f} ms" if cpu else ""))
    for number, held in enumerate(measured.passes, 1):
        print(
            f"  pass {number}  {held.mib:.1f} MiB  {held.nodes} nodes  {held.listeners} listeners"
        )


def main() -> int:
    """Measures what is wanted; 1 where a goal is missed and that matters."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--actions", type=int, default=40)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--moments", type=int, default=sys.maxsize)
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    missed = []
    for game in wanted.game or GAMES:
        measured = measure(game, wanted)
        tell(measured)
        missed += [f"{game}, {goal}" for goal in measured.missed()]
    for goal in missed:
        print(f"missed: {goal}")
    return int(wanted.check and bool(missed))


if __name__ == "__main__":
    sys.exit(main())
