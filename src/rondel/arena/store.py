"""Outcomes kept in a file, line by line, so that a run that was stopped can go on."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rondel.arena.behaviour import Tally
from rondel.arena.clock import Clock
from rondel.arena.match import Outcome
from rondel.arena.plan import Fixture, Plan
from rondel.arena.referee import Forfeits

FORMAT = "rondel-arena"
VERSION = 2
TOLD = {
    "game", "players", "mode", "seed", "options", "random_options", "nodes", "seconds", "bot_jobs",
    "limit", "rules_version",
}  # fmt: skip
"""What the first line of every file tells of its plan, besides the bots."""


class StoreError(ValueError):
    """A file that holds something else than outcomes of this plan."""


class Store:
    """A file of outcomes that belong to one plan. It may hold fewer or more than the plan asks."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Reads what is there, or begins the file.

        Raises: StoreError, OSError.
        """
        self.path = path
        self.outcomes: list[Outcome] = []
        """The first outcomes of the plan, in order."""
        if path.exists() and path.stat().st_size:
            self._read(plan)
        else:
            path.write_bytes(_line(header_of(plan)))

    def _read(self, plan: Plan) -> None:
        """Takes what belongs to the plan; what is left of a line half written is cut off."""
        text = self.path.read_bytes()
        *lines, rest = text.split(b"\n")
        self._check_header(read_header(self.path, lines), header_of(plan))
        fixtures = plan.fixtures()
        self.outcomes = read_outcomes(self.path, lines[1 : len(fixtures) + 1])
        if [o.fixture for o in self.outcomes] != fixtures[: len(self.outcomes)]:
            raise StoreError(
                f"{self.path} belongs to another plan: other bots sit there; name another"
            )
        if rest:
            os.truncate(self.path, len(text) - len(rest))

    def _check_header(self, header: dict[str, Any], wanted: dict[str, Any]) -> None:
        for key, value in json.loads(_line(wanted)).items():
            if header.get(key) != value:
                was, now = json.dumps(header.get(key)), json.dumps(value)
                raise StoreError(
                    f"{self.path} belongs to another plan: {key} is {was}, not {now}; name another"
                )

    def add(self, outcome: Outcome) -> None:
        """Appends the next outcome, safe from then on.

        Raises: OSError.
        """
        with self.path.open("ab") as file:
            file.write(_line(outcome_to_json(outcome)))
        self.outcomes.append(outcome)


def read_run(path: Path) -> tuple[dict[str, Any], list[Outcome]]:
    """What a file says of its plan, and the outcomes in it.

    Raises: StoreError, OSError.
    """
    *lines, _ = path.read_bytes().split(b"\n")
    header = read_header(path, lines)
    if header.get("version") != VERSION:
        raise StoreError(f"{path} has version {header.get('version')} of the format, not {VERSION}")
    named = "entrants" in header or header.keys() >= {"hero", "others"}
    if not named or not header.keys() >= TOLD or not isinstance(header["seed"], str):
        raise StoreError(f"{path} cannot be read: line 1 is broken")
    return header, read_outcomes(path, lines[1:])


def read_header(path: Path, lines: list[bytes]) -> dict[str, Any]:
    """What a file says of its plan.

    Raises: StoreError if it is no file of the arena.
    """
    try:
        header: dict[str, Any] = json.loads(lines[0])
        known = header["format"] == FORMAT
    except (IndexError, KeyError, TypeError, ValueError):
        known = False
    if not known:
        raise StoreError(f"{path} is not a file of the arena; name another")
    return header


def read_outcomes(path: Path, lines: list[bytes]) -> list[Outcome]:
    """The outcomes in the lines below the header.

    Raises: StoreError.
    """
    outcomes = []
    for number, line in enumerate(lines, 2):
        try:
            outcomes.append(outcome_from_json(json.loads(line)))
        except (AttributeError, KeyError, TypeError, ValueError):
            raise StoreError(f"{path} cannot be read: line {number} is broken") from None
    return outcomes


def header_of(plan: Plan) -> dict[str, Any]:
    """What must be the same for a run to go on; the number of blocks need not."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules_version": plan.setting.rules_version,
        **plan.description(),
    }


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON."""
    return asdict(outcome)


def outcome_from_json(value: dict[str, Any]) -> Outcome:
    """The opposite of `outcome_to_json`."""
    fixture = value["fixture"]
    return Outcome(
        Fixture(fixture["block"], fixture["rotation"], tuple(fixture["bots"])),
        value["ranking"],
        value["rounds"],
        value["scores"],
        [Tally(**tally) for tally in value["tallies"]],
        [_clock_from_json(clock) for clock in value["clocks"]],
        [Forfeits(**forfeits) for forfeits in value["forfeits"]],
    )


def _clock_from_json(value: dict[str, Any]) -> Clock:
    bins = {int(bin): number for bin, number in value["bins"].items()}
    return Clock(value["decisions"], value["ms"], bins)
