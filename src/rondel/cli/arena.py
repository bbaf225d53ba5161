"""The command that measures bots against each other."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rondel.arena import (
    ClusterError,
    Outcome,
    Plan,
    PlanError,
    Setting,
    Store,
    StoreError,
    duel,
    ladder,
    merged,
    open_game,
    play_fixtures,
    round_robin,
    summary_of,
)
from rondel.bots import Budget
from rondel.cli.arena_chart import check_chart, write_chart
from rondel.cli.arena_report import print_report
from rondel.cli.bots import fill_seats, read_bots
from rondel.cli.errors import INTERRUPTED, CommandError
from rondel.cli.options import read_drawn_options, read_title
from rondel.cli.output import make_folder, print_json, unwritable
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
        hero, *more = read_bots(self.hero or "", "--hero")
        if more:
            raise CommandError("--hero: name a single bot, and its opponents with --others")
        others = fill_seats(read_bots(self.others, "--others"), self.players - 1, "--others")
        return duel(setting, hero, others, self.blocks)


def make_setting(
    game: str,
    seed: str,
    options: Sequence[str],
    budget: Budget,
    limit: float,
    records: Path | None,
    explain: bool,
) -> Setting:
    """What all games have in common.

    Raises: CommandError.
    """
    if explain and records is None:
        raise CommandError("--explain: name a folder for the records, with --records")
    given, drawn = read_drawn_options(read_title(game), options)
    return Setting(game, seed, given, drawn, budget, records, explain, limit)


@dataclass(frozen=True)
class Work:
    """Who works, and where what is done is kept."""

    jobs: int = 1
    cluster: str | None = None
    resume: Path | None = None


def run_arena(plan: Plan, work: Work, chart: Path | None, as_json: bool, lang: str | None) -> None:
    """Plays what is not in the file to go on with, and prints the summary.

    Raises: CommandError.
    """
    texts = Texts(chosen_language(lang, os.environ))
    check_plan(plan)
    make_folder(plan.setting.records)
    check_chart(chart)
    tell(plan, play(plan, work, texts), chart, as_json, texts)


def merge_runs(files: Sequence[Path], chart: Path | None, as_json: bool, lang: str | None) -> None:
    """Prints the summary of runs that were made apart.

    Raises: CommandError.
    """
    check_chart(chart)
    try:
        plan, outcomes = merged(files)
    except StoreError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CommandError(f"{error.filename}: cannot be read: {reason}") from None
    tell(plan, outcomes, chart, as_json, Texts(chosen_language(lang, os.environ)))


def tell(
    plan: Plan, outcomes: list[Outcome], chart: Path | None, as_json: bool, texts: Texts
) -> None:
    """Prints the summary, and draws the chart.

    Raises: CommandError.
    """
    summary = summary_of(plan, outcomes)
    if chart is not None:
        write_chart(chart, plan, outcomes, summary, texts)
    if as_json:
        print_json(summary)
    else:
        print_report(summary, texts)


def play(plan: Plan, work: Work, texts: Texts) -> list[Outcome]:
    """All outcomes; those in the file to go on with are taken from there, the others added.

    Raises: CommandError.
    """
    try:
        if work.resume is None:
            return list(watched(plan, play_fixtures(plan, work.jobs, 0, work.cluster), 0, texts))
        return go_on(plan, work, work.resume, texts)
    except ClusterError as error:
        raise CommandError(f"--cluster: {error}") from None


def go_on(plan: Plan, work: Work, resume: Path, texts: Texts) -> list[Outcome]:
    """Adds to a file what is missing there.

    Raises: CommandError, ClusterError.
    """
    store = open_store(resume, plan)
    done, total = len(store.outcomes), len(plan.fixtures())
    try:
        outcomes = play_fixtures(plan, work.jobs, done, work.cluster)
        for outcome in watched(plan, outcomes, done, texts):
            store.add(outcome)
    except KeyboardInterrupt:
        told = f"interrupted after {len(store.outcomes)} of {total} games"
        raise CommandError(f"{told}; the same command goes on from there", INTERRUPTED) from None
    except OSError as error:
        raise unwritable(resume, error) from None
    return store.outcomes


def open_store(path: Path, plan: Plan) -> Store:
    """The file to go on with.

    Raises: CommandError.
    """
    try:
        return Store(path, plan)
    except StoreError as error:
        raise CommandError(f"--resume: {error}") from None
    except OSError as error:
        raise unwritable(path, error) from None


def check_plan(plan: Plan) -> None:
    """Sets up its first game.

    Raises: CommandError if that cannot be.
    """
    try:
        open_game(plan.setting, plan.fixtures()[0])
    except (RuleSetError, RecordError) as error:
        raise CommandError(str(error)) from None


def watched(
    plan: Plan,
    outcomes: Iterator[Outcome],
    done: int,
    texts: Texts,
    console: Console | None = None,
) -> Iterator[Outcome]:
    """The outcomes; people at a terminal see how many there are to come."""
    console = console or Console(stderr=True)
    columns = [BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn()]
    label = TextColumn(texts.say("arena_progress"))
    with Progress(label, *columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(plan.fixtures()), completed=done)
        for outcome in outcomes:
            progress.advance(task)
            yield outcome
