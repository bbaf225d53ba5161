"""Run the checks of `./test`, those that need different things side by side.

What a check prints is kept until its turn comes, so that each is told as a whole and in order.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

EVERYTHING = "--all"
"""Asks `./test` for every check; without it those that take long are left out."""

SHORT = ("-m", "not long and not apart")
"""What is tested each time; CONTRIBUTING tells what is left to `./test --all`."""

BROWSER_TESTS = "tests/browser"
"""They need processes of their own: Playwright keeps an event loop for itself."""

PLAIN_TESTS = ("tests/engine/steps",)
"""What is tested again with the engine as it is, not compiled."""

DAILY_GAMES = "tests/engine/test_random_play.py::test_random_games_keep_every_invariant"
ALL_PLAIN_TESTS = ("tests/engine", "tests/records", "-m", "not long", f"--deselect={DAILY_GAMES}")
"""The same for `./test --all`; so many random games are for the compiled engine alone."""

LANES = (
    (
        "web page", "ruff check", "ruff format", "lint-imports", "mypy", "eslint",
        "prettier", "svelte-check", "vitest", "pytest, plain engine",
    ),
    ("chromium", "pytest, browser"),
    ("compile", "pytest"),
)  # fmt: skip
"""The stages that run side by side: each lane goes through its own in order."""

NEEDS = {"pytest": ("web page",), "pytest, browser": ("web page", "compile")}
"""The stages that wait for some of other lanes."""

LOOK_SECONDS = 0.1
"""How often one looks whether a stage has more to tell."""


def stages(commands: Path, arguments: Sequence[str]) -> dict[str, list[str]]:
    """The checks by name, in the order they are told; `commands` is the folder of the tools."""
    web = [f"{commands}/python", "-m", "tools.webpage"]
    checks = {
        "web page": web,
        "compile": [f"{commands}/python", "-m", "tools.compiling"],
        "ruff check": [f"{commands}/ruff", "check"],
        "ruff format": [f"{commands}/ruff", "format", "--check"],
        "lint-imports": [f"{commands}/lint-imports", "--no-logo"],
        "mypy": [f"{commands}/mypy"],
        "eslint": [*web, "npm", "run", "lint:types" if EVERYTHING in arguments else "lint"],
        "prettier": [*web, "npm", "run", "formatted"],
        "svelte-check": [*web, "npm", "run", "check"],
        "vitest": [*web, "npm", "test"],
    }
    return checks | tests(commands, arguments)


def tests(commands: Path, arguments: Sequence[str]) -> dict[str, list[str]]:
    """The stages that are pytest: the short tests, all of them, or those that are named."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    pytest, plain = f"{commands}/pytest", ["env", "RONDEL_PURE=1"]
    named = [argument for argument in arguments if argument != EVERYTHING]
    chosen = named or ([] if EVERYTHING in arguments else SHORT)
    if named:
        return {"pytest": [pytest, *beside(cores), *chosen]}
    again = ALL_PLAIN_TESTS if EVERYTHING in arguments else PLAIN_TESTS
    return {
        "pytest": [pytest, *beside(cores + 1), *chosen],
        "pytest, plain engine": [*plain, pytest, *beside(cores), *again],
        "chromium": [f"{commands}/python", "-m", "tools.chromium"],
        "pytest, browser": [pytest, *beside(cores), BROWSER_TESTS, *chosen],
    }


def beside(workers: int) -> list[str]:
    """Lets pytest run tests side by side, in so many processes.

    Tests of the server wait for something a quarter of the time: one process more than there are
    cores makes use of it.
    """
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    return ["-n", str(workers), "--dist=worksteal", *colour]


class Stage:
    """A check in a process of its own; what it says is kept until its turn comes."""

    def __init__(self, name: str, command: Sequence[str], folder: Path) -> None:
        self.name = name
        self.status: int | None = None
        """How it ended; None before."""
        self.ended = asyncio.Event()
        self._command = command
        self._output = folder / name.replace(" ", "-")
        self._output.touch()
        self._seconds = 0.0

    async def run(self, folder: Path) -> None:
        """Runs it to its end, or ends it if nobody waits any longer."""
        begun = time.monotonic()
        with self._output.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                *self._command, cwd=folder, env=surroundings(), stdout=output, stderr=output
            )
        try:
            self.status = await process.wait()
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
        self._seconds = time.monotonic() - begun
        self.ended.set()

    async def tell(self) -> None:
        """Prints what it has said, and what it goes on to say until it ends."""
        print(f"── {self.name}", flush=True)
        with self._output.open("rb") as said:
            while self.status is None:
                print_bytes(said.read())
                await asyncio.sleep(LOOK_SECONDS)
            print_bytes(said.read())
        print(f"── {self.name}: {self._seconds:.0f} s", flush=True)


def surroundings() -> dict[str, str]:
    """What a stage finds in its environment: bytecode is kept, or each process makes it anew."""
    return {name: os.environ[name] for name in os.environ if name != "PYTHONDONTWRITEBYTECODE"}


def print_bytes(text: bytes) -> None:
    sys.stdout.buffer.write(text)
    sys.stdout.flush()


def run_stages(commands: Mapping[str, Sequence[str]], folder: Path) -> int:
    """Run every stage, failed ones before it or not; say which failed and return 0 or 1."""
    with tempfile.TemporaryDirectory() as outputs:
        every = {name: Stage(name, each, Path(outputs)) for name, each in commands.items()}
        asyncio.run(run_lanes(every, folder))
    failed = [stage.name for stage in every.values() if stage.status != 0]
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr)
        return 1
    print("Every check passed.", file=sys.stderr)
    return 0


async def run_lanes(every: Mapping[str, Stage], folder: Path) -> None:
    """Run the lanes side by side, and tell of one stage after the other."""
    lanes = [run_lane([name for name in lane if name in every], every, folder) for lane in LANES]
    await asyncio.gather(tell_all(every.values()), *lanes)


async def run_lane(lane: Sequence[str], every: Mapping[str, Stage], folder: Path) -> None:
    """Run stages one by one, each when what it needs of another lane is there."""
    for name in lane:
        for needed in NEEDS.get(name, ()):
            if needed in every:
                await every[needed].ended.wait()
        await every[name].run(folder)


async def tell_all(stages: Iterable[Stage]) -> None:
    """Tell of each stage as a whole, in their order."""
    for stage in stages:
        await stage.tell()
