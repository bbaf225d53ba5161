"""Bots as given on the command line: `--bots banker,strategist:400`."""

from __future__ import annotations

from rondel.bots import make_bot
from rondel.cli.errors import CommandError


def read_bots(given: str, option: str) -> list[str]:
    """The names in a list, each tried.

    Raises: CommandError.
    """
    names = [name.strip() for name in given.split(",")]
    for name in names:
        try:
            make_bot(name, 0)
        except ValueError as error:
            raise CommandError(f"{option}: {error}") from None
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
