"""The program `rondel`: its commands and options, and how every error becomes one line.

Each command loads what it needs when it is called, so that none waits for the others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Annotated

import typer
from typer.main import get_command

from rondel.bots import Budget, bot_names
from rondel.cli.admin import app as admin
from rondel.cli.backup import backup, restore
from rondel.cli.docs import docs
from rondel.cli.doctor import doctor
from rondel.cli.errors import INTERRUPTED, UNUSABLE, CommandError
from rondel.cli.output import prepare_streams, print_error
from rondel.cli.puzzles import app as puzzles
from rondel.cli.serve import serve
from rondel.cli.version import version_line
from rondel.engine import CHOICES, DRAWS, TITLES
from rondel.records import LANGUAGES

app = typer.Typer(
    name="rondel",
    help="Play, record and study the board games Imperial and Imperial 2030.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)

File = Annotated[Path, typer.Argument(help="A saved game, *.rondel.json.", metavar="FILE")]
At = Annotated[int | None, typer.Option(min=0, metavar="N", help="After entry N, not the last.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Lang = Annotated[
    str | None,
    typer.Option(
        metavar="XX", help=f"Language: {', '.join(LANGUAGES)}. Without it that of the system."
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help=f"A rule option; may be repeated. Options: {', '.join([*CHOICES, *DRAWS])}.",
    ),
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit status; all errors are told in one line."""
    prepare_streams()
    try:
        return _run(arguments)
    except (CommandError, typer.TyperException) as error:
        print_error(_sentence(error))
        return error.status if isinstance(error, CommandError) else UNUSABLE
    except (SystemExit, BrokenPipeError):
        # Whoever read our output has had enough; typer leaves this way too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        sys.excepthook = _tell_fault


@cache
def program() -> Callable[..., int | None]:
    """The program with all its commands, put together once."""
    return get_command(app)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = program()(arguments, prog_name="rondel", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    sys.stdout.flush()
    if status == INTERRUPTED:
        print_error("interrupted")
    return status or 0


def _sentence(error: CommandError | typer.TyperException) -> str:
    if isinstance(error, CommandError):
        return str(error)
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "rondel"
    return f"{error.format_message().rstrip('.')}; '{command} --help' tells how to use it"


def _tell_fault(
    kind: type[BaseException], fault: BaseException, trace: TracebackType | None
) -> None:
    """A bug, in one line for a player; the whole of it for who asks."""
    if os.environ.get("RONDEL_DEBUG"):
        sys.__excepthook__(kind, fault, trace)
        return
    notes = " ".join(["", *getattr(fault, "__notes__", [])])
    print_error(
        f"this is a fault in Rondel, {kind.__name__}: {fault}{notes}; "
        "RONDEL_DEBUG=1 in the environment shows where, to report it"
    )


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and the form of the engine.")
    ] = False,
) -> None:
    """Play, record and study the board games Imperial and Imperial 2030."""
    if version:
        print(version_line())
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    game: Annotated[
        str | None, typer.Option(metavar="G", help=f"The game: {', '.join(TITLES)}.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="Names in seat order; bot or bot:random for a bot."),
    ] = None,
    option: Options = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="Draws the set-up and the bots’ choices.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
    autosave: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the game is kept while you play.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, alone or together.

    Without options it asks what to play.
    """
    from rondel.cli.play.opening import Wishes, run_play

    run_play(Wishes(game, players, option or [], seed, load, autosave, lang))


@app.command()
def replay(file: File, at: At = None, as_json: AsJson = False, lang: Lang = None) -> None:
    """Print the log of a record, or a snapshot.

    With --json it is the snapshot after entry N, without --at after the last.
    """
    from rondel.cli.replay import run_replay

    run_replay(file, at, as_json, lang)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="Saved games.", metavar="FILE")],
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Replay records and check every position."""
    from rondel.cli.verify import run_verify

    return run_verify(files, as_json, lang)


@app.command()
def legal(file: File, at: At = None, as_json: AsJson = False, lang: Lang = None) -> None:
    """List the legal choices in a record."""
    from rondel.cli.replay import run_legal

    run_legal(file, at, as_json, lang)


@app.command()
def review(
    file: File,
    jobs: Annotated[int, typer.Option(min=1, metavar="J", help="Processes at work.")] = 2,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Look back at a game: shares, luck, costly decisions.

    The strongest bot judges; every figure comes with its 95 % interval.
    """
    from rondel.cli.review import run_review

    run_review(file, jobs, as_json, lang)


@app.command()
def simulate(
    game: Annotated[
        str, typer.Option(metavar="G", help=f"The game: {', '.join(TITLES)}.")
    ] = "imperial2030",
    players: Annotated[int, typer.Option(metavar="N", help="How many, 2 to 6.")] = 4,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…", help=f"A bot for all seats, or one for each: {', '.join(bot_names())}."
        ),
    ] = "random",
    games: Annotated[int, typer.Option(min=1, metavar="K", help="How many games.")] = 100,
    seed: Annotated[
        str, typer.Option(metavar="S", help="The same seed gives the same games.")
    ] = "0",
    jobs: Annotated[int, typer.Option(min=1, metavar="J", help="Processes at work.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the records in this folder.")
    ] = None,
    option: Options = None,
    check: Annotated[bool, typer.Option("--check", help="Check every position.")] = False,
    as_json: AsJson = False,
    timing: Annotated[
        bool, typer.Option("--timing", help="Put the speed into the JSON too.")
    ] = False,
    lang: Lang = None,
) -> int:
    """Let bots play each other and sum up.

    With --option all=random the rules of each game are drawn too.
    """
    from rondel.cli.simulate import make_plan, run_simulate

    plan = make_plan(game, players, bots, seed, option or [], check, out)
    return run_simulate(plan, games, jobs, as_json, timing, lang)


arena_app = typer.Typer(name="arena", rich_markup_mode=None)
app.add_typer(arena_app)


@arena_app.callback(invoke_without_command=True)
def arena(
    context: typer.Context,
    game: Annotated[
        str, typer.Option(metavar="G", help=f"The game: {', '.join(TITLES)}.")
    ] = "imperial2030",
    players: Annotated[int, typer.Option(min=2, max=6, metavar="N", help="How many, 2 to 6.")] = 4,
    hero: Annotated[
        str | None, typer.Option(metavar="A", help="The bot to be measured, in one seat.")
    ] = None,
    others: Annotated[
        str,
        typer.Option(metavar="B,…", help="The bot in all other seats, or one for each."),
    ] = "random",
    round_robin: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Bots that all play each other.")
    ] = None,
    ladder: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Bots that play their neighbours.")
    ] = None,
    blocks: Annotated[
        int,
        typer.Option(
            min=1, metavar="K", help="How many deals, each played in every seat rotation."
        ),
    ] = 50,
    nodes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Playouts a bot may use for a decision.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Time a bot may take for a decision.")
    ] = None,
    bot_jobs: Annotated[
        int, typer.Option(min=1, metavar="J", help="Processes one bot may think with.")
    ] = 1,
    limit: Annotated[
        float,
        typer.Option(metavar="S", help="Seconds after which a bot forfeits a decision."),
    ] = 60.0,
    seed: Annotated[
        str, typer.Option(metavar="S", help="The same seed and nodes give the same result.")
    ] = "0",
    jobs: Annotated[int, typer.Option(min=1, metavar="J", help="Processes at work.")] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Ray cluster that works instead; or auto."),
    ] = None,
    option: Options = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the records in this folder.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Let the records tell what bots expected.")
    ] = False,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the results there, and go on where it stopped."),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the ratings and scores, *.svg.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Measure bots against each other with the same deals.

    A bot may have a budget of its own in its name: strategist:400, strategist:1.5s. A bot that is
    not installed is named by its module and class: my_bots:Greedy.
    """
    from rondel.cli.arena import Contest, Work, make_setting, run_arena

    if context.invoked_subcommand is not None:
        refuse_options_before(context)
        return
    for name, given in (("seconds", seconds), ("limit", limit)):
        if given is not None and not 0 < given < float("inf"):
            raise CommandError(f"--{name} {given:g}: a bot needs more than no time")
    budget = Budget(nodes, seconds, bot_jobs)
    setting = make_setting(game, seed, option or [], budget, limit, records, explain)
    contest = Contest(hero, others, round_robin, ladder, players, blocks)
    run_arena(contest.plan(setting), Work(jobs, cluster, resume), chart, as_json, lang)


def refuse_options_before(context: typer.Context) -> None:
    """Options of a command that stand before one of its own commands would be lost.

    Raises: CommandError.
    """
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if source is not None and source.name == "COMMANDLINE":
            said = f"{context.command_path} {context.invoked_subcommand}"
            raise CommandError(f"{option.opts[0]} goes behind {said}, or not with it")


@arena_app.command("merge")
def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="What --resume of two or more runs kept.")
    ],
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the ratings and scores, *.svg.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Sum up runs that were made apart, with seeds of their own."""
    from rondel.cli.arena import merge_runs

    merge_runs(files, chart, as_json, lang)


@app.command()
def explore(
    path: Annotated[
        list[str] | None,
        typer.Argument(metavar="STEP…", help="What was begun with and chosen, as it is listed."),
    ] = None,
    game: Annotated[
        str, typer.Option(metavar="G", help=f"The game: {', '.join(TITLES)}.")
    ] = "imperial2030",
    setup: Annotated[
        str, typer.Option(metavar="S", help="How it is set up: standard or draft.")
    ] = "standard",
    players: Annotated[int, typer.Option(min=2, max=6, metavar="N", help="How many, 2 to 6.")] = 4,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """See what was dealt, bought and chosen first, and how it ended.

    It shows what happened in games of bots, not what must happen.
    """
    from rondel.cli.explore import run_explore

    return run_explore(game, setup, players, tuple(path or []), as_json, lang)


@app.command()
def openings(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where the table goes.")],
    games: Annotated[
        int, typer.Option(min=1, metavar="K", help="How many games of every setting.")
    ] = 79,
    opener: Annotated[
        str,
        typer.Option(
            metavar="A", help="The bot that chooses the openings, or several: they take turns."
        ),
    ] = "magnate:1,strategist:24",
    finisher: Annotated[
        str, typer.Option(metavar="B", help="The bot that plays on.")
    ] = "magnate:16",
    seed: Annotated[
        str, typer.Option(metavar="S", help="The same seed gives the same table.")
    ] = "1",
    jobs: Annotated[int, typer.Option(min=1, metavar="J", help="Processes at work.")] = 1,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the games there, and go on where it stopped."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Play many games and make the table that `rondel explore` reads."""
    from rondel.cli.openings import run_openings
    from rondel.explorer import Plan

    run_openings(target, Plan.of(opener, finisher, seed), games, jobs, resume, lang)


@app.command()
def bench(
    as_json: AsJson = False,
    seconds: Annotated[
        float, typer.Option(min=0.0, metavar="S", help="Least time for each measurement of play.")
    ] = 1.0,
    lang: Lang = None,
) -> None:
    """Measure the engine on this machine."""
    from rondel.cli.bench import run_bench

    run_bench(seconds, as_json, lang)


@app.command()
def rules(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAUSE|WORD", help="A number (3.18.3, 3.18), an id (R-TAX-3, A-39), or words."
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="G", help=f"The rules of one game: {', '.join(TITLES)}.")
    ] = None,
    lang: Lang = None,
) -> int:
    """Read the rules: a paragraph, a section, or what holds some words.

    Without arguments it prints the contents.
    """
    from rondel.cli.rules import run_rules

    return run_rules(" ".join(what or []), game, lang)


for command in (docs, serve, backup, restore, doctor):
    app.command()(command)
app.add_typer(puzzles)
app.add_typer(admin)
