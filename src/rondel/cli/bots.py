"""Bots as given on the command line: `--bots banker,strategist:400,my_module:MyBot`."""

from __future__ import annotations

import sys
from pathlib import Path

from rondel.bots import make_bot
from rondel.cli.errors import CommandError


def read_bots(given: str, option: str) -> list[str]:
    """The names in a list, each tried; modules are looked for in the folder one is in, too.

    Raises: CommandError.
    """
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    names = [name.strip() for name in given.split(",")]
    for name in names:
        try:
            make_bot(name, 0)
        except ValueError as error:
            raise CommandError(f"{option}: {error}") from None
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way
            told = f"{type(error).__name__}: {error}"
            raise CommandError(f"{option}: the bot {name} cannot be made: {told}") from None
    return names


def fill_seats(bots: list[str], seats: int, option: str) -> list[str]:
    """The bot of each seat; a single one plays them all.

    Raises: CommandError.
    """
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        raise CommandError(
            f"{option}: {len(bots)} bots for {seats} seats: name one, or one for each"
        )
    return bots
