"""The command that measures bots against each other."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rondel.arena import (
    Outcome,
    Plan,
    PlanError,
    Setting,
    duel,
    ladder,
    open_game,
    play_fixtures,
    round_robin,
    summary_of,
)
from rondel.bots import Budget
from rondel.cli.arena_report import print_report
from rondel.cli.bots import fill_seats, read_bots
from rondel.cli.errors import CommandError
from rondel.cli.options import read_drawn_options, read_title
from rondel.cli.output import make_folder, print_json
from rondel.cli.texts import Texts, chosen_language
from rondel.engine import RecordError, RuleSetError


@dataclass(frozen=True)
class Contest:
    """Who plays whom, as the command line says it: one of `hero`, `round_robin`, `ladder`."""

    hero: str | None = None
    others: str = "random"
    round_robin: str | None = None
    ladder: str | None = None
    players: int = 4
    blocks: int = 50

    def plan(self, setting: Setting) -> Plan:
        """The plan for it.

        Raises: CommandError.
        """
        if [self.hero, self.round_robin, self.ladder].count(None) != 2:
            raise CommandError("name either a --hero, or bots for --round-robin or for --ladder")
        try:
            if self.round_robin is not None:
                bots = read_bots(self.round_robin, "--round-robin")
                return round_robin(setting, bots, self.players, self.blocks)
            if self.ladder is not None:
                bots = read_bots(self.ladder, "--ladder")
                return ladder(setting, bots, self.players, self.blocks)
        except PlanError as error:
            raise CommandError(str(error)) from None
        return self._duel(setting)

    def _duel(self, setting: Setting) -> Plan:
        [hero] = fill_seats(read_bots(self.hero or "", "--hero"), 1, "--hero")
        others = fill_seats(read_bots(self.others, "--others"), self.players - 1, "--others")
        return duel(setting, hero, others, self.blocks)


def make_setting(
    game: str, seed: str, options: Sequence[str], budget: Budget, records: Path | None
) -> Setting:
    """What all games have in common.

    Raises: CommandError.
    """
    given, drawn = read_drawn_options(read_title(game), options)
    return Setting(game, seed, given, drawn, budget, records)


def run_arena(plan: Plan, jobs: int, as_json: bool, lang: str | None) -> None:
    """Plays and prints the summary.

    Raises: CommandError.
    """
    texts = Texts(chosen_language(lang, os.environ))
    check_plan(plan)
    make_folder(plan.setting.records)
    outcomes = list(watched(plan, play_fixtures(plan, jobs), texts))
    summary = summary_of(plan, outcomes)
    if as_json:
        print_json(summary)
    else:
        print_report(summary, texts)


def check_plan(plan: Plan) -> None:
    """Sets up its first game.

    Raises: CommandError if that cannot be.
    """
    try:
        open_game(plan.setting, plan.fixtures()[0])
    except (RuleSetError, RecordError) as error:
        raise CommandError(str(error)) from None


def watched(plan: Plan, outcomes: Iterator[Outcome], texts: Texts) -> Iterator[Outcome]:
    """The outcomes; people at a terminal see how many there are to come."""
    console = Console(stderr=True)
    columns = [BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn()]
    label = TextColumn(texts.say("arena_progress"))
    with Progress(label, *columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(plan.fixtures()))
        for outcome in outcomes:
            progress.advance(task)
            yield outcome
