"""The table of the explorer: what was done in many games, setting by setting."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rondel.explorer.cells import Cell, Path, paths_of
from rondel.explorer.opening import SeatOpening
from rondel.explorer.settings import Setting
from rondel.explorer.shapes import MadeTold

SMALLEST: Final = 10
"""Seats below which a choice has no cell of its own in the file."""


class Table:
    """Cells of every setting."""

    def __init__(self) -> None:
        self.games: Counter[Setting] = Counter()
        self._cells: defaultdict[Setting, dict[Path, Cell]] = defaultdict(dict)

    def add(self, setting: Setting, openings: Iterable[SeatOpening], number: int = 0) -> None:
        """Counts a game; of bots' games the number is remembered."""
        self.games[setting] += 1
        cells = self._cells[setting]
        for seat in openings:
            for path, then, governs in paths_of(seat):
                cells.setdefault(path, Cell()).add(seat, number, then, governs)

    def cells(self, setting: Setting) -> dict[Path, Cell]:
        """The cells of a setting; do not change them."""
        return self._cells.get(setting, {})

    def to_json(self) -> list[dict[str, Any]]:
        """As JSON: settings in order, in each the cells that are large enough, by their path."""
        return [
            {
                **asdict(setting),
                "games": self.games[setting],
                "cells": {
                    " ".join(path): cell.to_json()
                    for path, cell in sorted(self._cells[setting].items())
                    if cell.seats >= SMALLEST
                },
            }
            for setting in sorted(self.games)
        ]

    @staticmethod
    def from_json(value: list[dict[str, Any]]) -> Table:
        """The opposite of `to_json`."""
        table = Table()
        for one in value:
            setting = Setting(one["game"], one["setup"], one["players"])
            table.games[setting] = one["games"]
            table._cells[setting] = {
                tuple(path.split(" ")): Cell.from_json(cell) for path, cell in one["cells"].items()
            }
        return table


def written(made: MadeTold, table: Table) -> str:
    """The file of a table: a line for every setting."""
    lines = ",\n  ".join([_compact(one) for one in table.to_json()])
    return f'{{\n "made": {_compact(made)},\n "settings": [\n  {lines}\n ]\n}}\n'


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


@cache
def bots_table() -> tuple[MadeTold, Table]:
    """The table that comes with the package; do not change it."""
    text = files("rondel.explorer").joinpath("data/openings.json").read_text(encoding="utf-8")
    value = json.loads(text)
    return value["made"], Table.from_json(value["settings"])
