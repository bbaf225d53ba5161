"""Games of a plan kept in a file, line by line, so that a run that was stopped can go on."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rondel.explorer.games import Plan, Played
from rondel.explorer.settings import Setting

FORMAT = "rondel-explorer"
VERSION = 1


class StoreError(ValueError):
    """A file that holds something else than games of this plan."""


class Store:
    """A file of games of one plan, in the order they are played."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Reads what is there, or begins the file.

        Raises: StoreError, OSError.
        """
        self.path = path
        self.games: list[Played] = []
        if path.exists() and path.stat().st_size:
            self._read(_header(plan))
        else:
            path.write_bytes(_line(_header(plan)))

    def _read(self, header: dict[str, Any]) -> None:
        """Takes the games of the plan; what is left of a line half written is cut off."""
        text = self.path.read_bytes()
        *lines, rest = text.split(b"\n")
        try:
            if not lines or json.loads(lines[0]) != header:
                raise StoreError(f"{self.path} belongs to another plan; name another file")
            self.games = [_game(json.loads(line)) for line in lines[1:]]
        except (KeyError, TypeError, json.JSONDecodeError):
            raise StoreError(f"{self.path} is no file of such games; name another") from None
        if rest:
            os.truncate(self.path, len(text) - len(rest))

    def add(self, game: Played) -> None:
        """Appends the next game, safe from then on.

        Raises: OSError.
        """
        with self.path.open("ab") as file:
            file.write(_line(asdict(game)))
        self.games.append(game)


def _header(plan: Plan) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, **asdict(plan)}


def _game(line: dict[str, Any]) -> Played:
    setting = Setting(**line["setting"])
    return Played(setting, line["number"], line["start"], line["ids"])


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
