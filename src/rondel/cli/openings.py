"""The command that makes the table of the explorer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import rondel
from rondel.bots import UnknownBot, make_bot
from rondel.cli.errors import CommandError
from rondel.cli.output import make_console, unwritable
from rondel.cli.texts import Texts, chosen_language
from rondel.explorer import (
    Plan,
    Played,
    Store,
    StoreError,
    all_settings,
    play_all,
    tabulated,
    written,
)
from rondel.explorer.shapes import MadeTold


def run_openings(
    target: Path, plan: Plan, games: int, jobs: int, resume: Path | None, lang: str | None
) -> None:
    """Plays so many games of every setting, and writes their table.

    Raises: CommandError.
    """
    texts = Texts(chosen_language(lang, os.environ))
    for bot in (*plan.openers, plan.finisher):
        check_bot(bot)
    try:
        table = tabulated(plan, _played(plan, games, jobs, resume))
        target.write_text(written(_made(plan, games), table), encoding="utf-8", newline="\n")
    except StoreError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(Path(error.filename or target), error) from None
    settings = len(all_settings())
    told = texts.say("openings_made", games=games * settings, settings=settings)
    make_console().print(told)


def check_bot(bot: str) -> None:
    """Whether there is such a bot.

    Raises: CommandError.
    """
    try:
        make_bot(bot, 0)
    except UnknownBot as error:
        raise CommandError(str(error)) from None
    except ValueError as error:
        raise CommandError(f"bot {bot!r}: {error}") from None


def _played(plan: Plan, games: int, jobs: int, resume: Path | None) -> Iterator[Played]:
    """The games of the plan; those that are in the file are not played again."""
    if resume is None:
        yield from play_all(plan, games, jobs)
        return
    store = Store(resume, plan)
    yield from store.games[: games * len(all_settings())]
    for played in play_all(plan, games, jobs, len(store.games)):
        store.add(played)
        yield played


def _made(plan: Plan, games: int) -> MadeTold:
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "rondel": rondel.__version__,
        "opener": plan.opener,
        "finisher": plan.finisher,
        "seed": plan.seed,
        "rules_version": plan.rules_version,
        "games": games,
    }
