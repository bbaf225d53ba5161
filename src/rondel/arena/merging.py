"""Runs that were made apart, put together as if they had been one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from rondel.arena.match import Outcome
from rondel.arena.plan import LineUp, Plan, Setting, rotations
from rondel.arena.store import StoreError, read_run
from rondel.bots import Budget

Block = list[Outcome]
"""The games of one block, in every rotation."""


def merged(paths: Sequence[Path]) -> tuple[Plan, list[Outcome]]:
    """The plan of all runs together, and its outcomes; the blocks are numbered anew.

    Raises: StoreError for runs that differ in more than their seed, OSError.
    """
    runs = [read_run(path) for path in paths]
    headers = [header for header, _ in runs]
    for path, header in zip(paths, headers, strict=True):
        _check_same(paths[0], headers[0], path, header)
    _check_seeds(paths, [header["seed"] for header in headers])
    blocks = [*chain(*[_whole_blocks(outcomes) for _, outcomes in runs])]
    if not blocks:
        raise StoreError("no block has been played to its end")
    line_ups = [block[0].fixture.bots for block in blocks]
    return _plan(headers, line_ups), [*chain(*map(_numbered, range(1, len(blocks) + 1), blocks))]


def _check_same(path: Path, header: dict[str, Any], other: Path, its: dict[str, Any]) -> None:
    for key in (header.keys() | its.keys()) - {"seed"}:
        if header.get(key) != its.get(key):
            raise StoreError(
                f"{other} belongs to another plan than {path}: "
                f"{key} is {its.get(key)!r}, not {header.get(key)!r}"
            )


def _check_seeds(paths: Sequence[Path], seeds: Sequence[str]) -> None:
    """The same deals must not count twice."""
    for number, seed in enumerate(seeds):
        if seed in seeds[:number]:
            other = paths[seeds.index(seed)]
            raise StoreError(f"{paths[number]} has the same deals as {other}: seed {seed!r}")


def _whole_blocks(outcomes: Sequence[Outcome]) -> list[Block]:
    """The blocks of a run; the last one is left out where it was cut short."""
    blocks = [[*block] for _, block in groupby(outcomes, lambda outcome: outcome.fixture.block)]
    return [block for block in blocks if len(block) == len(rotations(block[0].fixture.bots))]


def _numbered(number: int, block: Block) -> Block:
    return [replace(outcome, fixture=replace(outcome.fixture, block=number)) for outcome in block]


def _plan(headers: Sequence[dict[str, Any]], line_ups: Sequence[LineUp]) -> Plan:
    header = headers[0]
    setting = Setting(
        header["game"],
        "+".join([each["seed"] for each in headers]),
        header["options"],
        header["random_options"],
        Budget(header["nodes"], header["seconds"], header["bot_jobs"]),
        limit=header["limit"],
        rules_version=header["rules_version"],
    )
    entrants = header.get("entrants") or [header["hero"], *header["others"]]
    return Plan(setting, header["mode"], tuple(dict.fromkeys(entrants)), tuple(line_ups))
