"""Catanatron, Rondel plain and Rondel compiled side by side: random play of four, in short turns.

    python bench/side_by_side.py [--rounds 5] [--seconds 3] [--check] [--json]

Each round gives every engine one slice in a process of its own, so that all meet the same state
of the machine; ratios are taken within the round and the median over the rounds is reported.
Time is processor time, so that other work on the machine counts little.
All run on the same version of Python. Both forms of Rondel run the same source, the loop that
draws and plays included.

The count favours Catanatron: about five of eight decisions it puts have a single answer (roll,
end the turn), while Rondel never puts a decision without a choice.

Catanatron is no dependency: it is installed, pinned, into `.cache/catanatron-venv`.
"""

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
ENVIRONMENT = ROOT / ".cache" / "catanatron-venv"
MARKER = ENVIRONMENT / "installed.txt"
PINNED = ("catanatron==3.2.1", "networkx==3.6.1")

PLAIN_GOAL = 2.5
COMPILED_GOAL = 40.0
OBJECTS_GOAL = 20.0
GAIN_GOAL = 8.0
COPY_GOAL_US = 3.5
REPLAY_GOAL_MS = 30.0


@dataclass(frozen=True)
class Slice:
    """One line printed by a measuring process that played games."""

    engine: str
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float


@dataclass(frozen=True)
class Costs:
    """The line printed by the measuring process that copied and replayed."""

    engine: str
    copy_us: float
    replay_entries: int
    replay_ms: float


@dataclass(frozen=True)
class Speed:
    """What one way of playing reached over all rounds."""

    engine: str
    """Name and version, as the measuring process reports it."""
    games: int
    """Games played in all rounds."""
    decisions: int
    """Decisions taken in all rounds."""
    decisions_per_second: float
    """Median over the rounds."""
    ratio: float
    """Median over the rounds of its speed divided by Catanatron's in the same round."""


@dataclass(frozen=True)
class Comparison:
    """Everything one run measured."""

    python: str
    """Version of Python that ran all engines."""
    rounds: int
    """How many slices each engine got."""
    seconds: float
    """Least length of one slice."""
    catanatron: Speed
    """Random play of Catanatron."""
    plain: Speed
    """Random play of Rondel by action ids, not compiled."""
    compiled: Speed
    """The same, compiled."""
    objects: Speed
    """Random play of Rondel compiled, by public actions, events included."""
    gain: float
    """Median over the rounds of the compiled speed divided by the plain one."""
    costs: Costs
    """Copying and replaying in Rondel compiled."""

    def goals(self) -> dict[str, bool]:
        """What was promised, and whether it was kept."""
        return {
            f"plain {PLAIN_GOAL:g} times Catanatron": self.plain.ratio >= PLAIN_GOAL,
            f"compiled {COMPILED_GOAL:g} times Catanatron": self.compiled.ratio >= COMPILED_GOAL,
            f"objects {OBJECTS_GOAL:g} times Catanatron": self.objects.ratio >= OBJECTS_GOAL,
            f"compiled {GAIN_GOAL:g} times plain": self.gain >= GAIN_GOAL,
            f"copy() in {COPY_GOAL_US:g} µs": self.costs.copy_us <= COPY_GOAL_US,
            f"replay in {REPLAY_GOAL_MS:g} ms": self.costs.replay_ms <= REPLAY_GOAL_MS,
        }


def catanatron_python() -> Path:
    """Returns the interpreter of Catanatron's environment, which is made first where stale."""
    interpreter = ENVIRONMENT / "bin" / "python"
    wanted = "\n".join((platform.python_version(), *PINNED))
    if not MARKER.exists() or MARKER.read_text(encoding="utf-8") != wanted:
        install_catanatron(interpreter)
        MARKER.write_text(wanted, encoding="utf-8")
    return interpreter


def install_catanatron(interpreter: Path) -> None:
    """Makes the environment anew and installs the pinned packages into it."""
    print("Installing Catanatron into its own environment ...", file=sys.stderr)
    make = [sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)]
    pip = [str(interpreter), "-m", "pip"]
    # Some systems ship Python without ensurepip: there the pip at hand installs from outside.
    if importlib.util.find_spec("ensurepip") is None:
        make.append("--without-pip")
        pip = [sys.executable, "-m", "pip", "--python", str(interpreter)]
    subprocess.run(make, check=True, stdout=sys.stderr)
    install = [*pip, "install", "--quiet", "--disable-pip-version-check", *PINNED]
    subprocess.run(install, check=True, stdout=sys.stderr)


def run_json(interpreter: str | Path, script: str, *options: str, pure: bool = False) -> Any:
    """Runs one measuring process and reads the line of JSON it prints."""
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [str(interpreter), str(BENCH / script), *options],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "RONDEL_PURE": "1" if pure else ""},
    )
    return json.loads(done.stdout)


def compare(rounds: int, seconds: float) -> Comparison:
    """Runs all rounds in turn, then the copies and the replay."""
    other = catanatron_python()
    theirs, plain, compiled, objects = [], [], [], []
    for seed in range(rounds):
        options = ("--seconds", str(seconds), "--seed", str(seed))
        theirs.append(Slice(**run_json(other, "catanatron_random.py", *options)))
        plain.append(Slice(**play_rondel("ids", *options, pure=True)))
        compiled.append(Slice(**play_rondel("ids", *options)))
        objects.append(Slice(**play_rondel("objects", *options)))
    return Comparison(
        python=platform.python_version(),
        rounds=rounds,
        seconds=seconds,
        catanatron=speed_of(theirs, theirs),
        plain=speed_of(plain, theirs),
        compiled=speed_of(compiled, theirs),
        objects=speed_of(objects, theirs),
        gain=speed_of(compiled, plain).ratio,
        costs=Costs(**play_rondel("costs")),
    )


def play_rondel(measure: str, *options: str, pure: bool = False) -> Any:
    """Runs one measuring process of Rondel on the interpreter that runs this file."""
    wanted = ("--measure", measure, *options)
    return run_json(sys.executable, "rondel_random.py", *wanted, pure=pure)


def speed_of(ours: list[Slice], theirs: list[Slice]) -> Speed:
    """Sums up the slices of one engine against another's of the same rounds."""
    rates = [one.decisions_per_second for one in ours]
    ratios = [
        one.decisions_per_second / other.decisions_per_second
        for one, other in zip(ours, theirs, strict=True)
    ]
    return Speed(
        engine=ours[0].engine,
        games=sum(one.games for one in ours),
        decisions=sum(one.decisions for one in ours),
        decisions_per_second=round(statistics.median(rates), 1),
        ratio=round(statistics.median(ratios), 2),
    )


def table(found: Comparison) -> str:
    """Lays the comparison out for people."""
    rows = [
        f"Python {found.python}, {found.rounds} rounds of {found.seconds:g} s each, random play",
        f"{'':40}{'decisions/s':>12}{'ratio':>8}{'per game':>10}",
        speed_row(found.catanatron, ""),
        speed_row(found.plain, "ids"),
        speed_row(found.compiled, "ids"),
        speed_row(found.objects, "objects"),
        "",
        f"{'compiled to plain':40}{found.gain:>12.2f}",
        f"{'copy()':40}{found.costs.copy_us:>12.2f} µs",
        f"{f'replay of {found.costs.replay_entries} entries':40}{found.costs.replay_ms:>12.2f} ms",
        "",
        *[f"{'kept' if kept else 'MISSED':8}{goal}" for goal, kept in found.goals().items()],
    ]
    return "\n".join(rows)


def speed_row(speed: Speed, way: str) -> str:
    """Lays out one way of playing."""
    per_game = speed.decisions / speed.games
    name = f"{speed.engine} {way}"
    return f"{name:40}{speed.decisions_per_second:>12,.0f}{speed.ratio:>8.2f}{per_game:>10,.0f}"


def main() -> int:
    """Reads the options, compares and prints; with `--check`, 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description="Catanatron and Rondel side by side.")
    parser.add_argument("--rounds", type=int, default=5, help="slices for each engine")
    parser.add_argument("--seconds", type=float, default=3.0, help="least length of a slice")
    parser.add_argument("--check", action="store_true", help="exit 1 where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args()
    found = compare(options.rounds, options.seconds)
    goals_met = all(found.goals().values())
    report = {**asdict(found), "goals_met": goals_met}
    print(json.dumps(report, ensure_ascii=False) if options.json else table(found))
    return 1 if options.check and not goals_met else 0


if __name__ == "__main__":
    sys.exit(main())
