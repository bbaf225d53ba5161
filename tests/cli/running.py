"""Running the real program, and scripts for whole games at the terminal."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import rondel
from rondel.cli.play.seats import read_seats
from rondel.cli.play.sitting import Sitting
from rondel.cli.texts import Texts
from rondel.engine import title_of
from tests.nursery import Child

SOURCE = Path(rondel.__file__).parent.parent
Finished = subprocess.CompletedProcess[str]
Run = Callable[..., Finished]


def environment(folder: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the program sees of its surroundings: English, 80 columns, its own data folder."""
    told = {
        "PYTHONPATH": str(SOURCE),
        "PYTHONUTF8": "1",
        "RONDEL_DATA": str(folder / "data"),
        "COLUMNS": "80",
        "LC_ALL": "en_GB.UTF-8",
    }
    kept = {
        name: value for name, value in os.environ.items() if name not in ("LANG", "LC_MESSAGES")
    }
    return {**kept, **told, **(extra or {})}


def command(*arguments: object, program: str = "rondel") -> list[str]:
    return [sys.executable, "-m", program, *map(str, arguments)]


def runner(folder: Path) -> Run:
    """A function that runs the program in a folder."""

    def run(*arguments: object, keys: str = "", env: Mapping[str, str] | None = None) -> Finished:
        words = [*map(str, arguments)]
        with TemporaryFile() as typed, TemporaryFile() as said, TemporaryFile() as complained:
            typed.write(keys.encode())
            typed.seek(0)
            streams = [typed.fileno(), said.fileno(), complained.fileno()]
            status = Child(words, folder, environment(folder, env), streams).wait(60)
            return Finished(words, status, _text(said), _text(complained))

    return run


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode()


def refusal(ran: Finished, status: int) -> str:
    """The one line a command that failed leaves on standard error."""
    assert ran.returncode == status, ran.stderr
    assert ran.stdout == ""
    [line] = ran.stderr.splitlines()
    assert line.startswith("rondel: ")
    return line.removeprefix("rondel: ")


class Script:
    """A game as people would play it: what they type, and the game that comes out."""

    def __init__(
        self, game: str, players: str, seed: str, options: dict[str, Any] | None = None
    ) -> None:
        title = title_of(game)
        seats = read_seats(players, title, Texts("en"))
        table = rondel.Game.new(game, seats.players, options, seed)
        self.sitting = Sitting(table, [table.opening], seats.bots, seed)
        self.keys: list[str] = []
        self._chance = random.Random(seed)

    def play(self, until: Callable[[rondel.Game], bool]) -> Script:
        """Plays on, people choosing at random, until something is so or the game is over."""
        game = self.sitting.game
        while game.decision is not None:
            if game.decision.player in self.sitting.bots:
                self.sitting.let_bot_decide(game.decision.player)
                continue
            if until(game):
                break
            number = self._chance.randrange(len(game.legal_actions()))
            self.sitting.apply(game.legal_actions()[number])
            self.keys.append(str(number + 1))
        return self

    def typed(self, *more: str) -> str:
        """All that is typed, line by line."""
        return "".join([f"{key}\n" for key in [*self.keys, *more]])


def never(game: rondel.Game) -> bool:
    """To the end."""
    return False


def after_round(number: int) -> Callable[[rondel.Game], bool]:
    """When so many rounds are through."""
    return lambda game: game.state.round > number
