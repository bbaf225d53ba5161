"""The commands that make puzzles and check them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.errors import CommandError
from rondel.engine import TITLES

app = typer.Typer(
    name="puzzles", help="Make puzzles, or check them.", no_args_is_help=True, rich_markup_mode=None
)

FAILED = 1
"""Exit status if a puzzle does not hold."""


@app.command("make")
def make_puzzles(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where they are written.")],
    game: Annotated[
        str, typer.Option(metavar="G", help=f"The game: {', '.join(TITLES)}.")
    ] = "imperial2030",
    games: Annotated[
        int, typer.Option(min=1, metavar="K", help="Games gone through at most.")
    ] = 24,
    count: Annotated[
        int, typer.Option(min=1, metavar="N", help="So many puzzles are enough.")
    ] = 33,
    bots: Annotated[
        str, typer.Option(metavar="A", help="The bot in all seats of these games.")
    ] = "strategist:24",
    seed: Annotated[
        str, typer.Option(metavar="S", help="The same seed makes the same puzzles.")
    ] = "1",
    margin: Annotated[
        float, typer.Option(min=0.1, metavar="P", help="Least points of share to the next best.")
    ] = 0.5,
    theme: Annotated[
        list[str] | None,
        typer.Option(metavar="T", help="Only puzzles about this; may be named several times."),
    ] = None,
    add: Annotated[bool, typer.Option("--add", help="Keep what the file has already.")] = False,
) -> None:
    """Find puzzles in games of bots, and keep those that hold.

    What is found is written after each game.
    """
    from rondel.puzzles import THEMES, Plan, make, read, written

    if game not in TITLES:
        raise CommandError(f"--game {game}: known are {', '.join(TITLES)}")
    for unknown in set(theme or []) - set(THEMES):
        raise CommandError(f"--theme {unknown}: known are {', '.join(THEMES)}")
    themes = frozenset(one for one in THEMES if one in (theme or []))
    found = read(_text_of(out)) if add else []
    plan = Plan(game, games, count, bots, seed, margin / 100, themes)
    for progress in make(plan, found):
        found += progress.made
        out.write_text(written(found), encoding="utf-8")
        print(
            f"game {progress.game + 1}: {progress.found} weighed, {len(progress.made)} kept, "
            f"{len(found)} in all",
            flush=True,
        )


@app.command("anew")
def make_puzzles_anew(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `make` has written.")],
    margin: Annotated[
        float, typer.Option(min=0.1, metavar="P", help="Least points of share to the next best.")
    ] = 0.5,
    seed: Annotated[str, typer.Option(metavar="S", help="The luck of the playouts.")] = "1",
) -> None:
    """Have the strongest bot that is installed judge puzzles again; what it refutes goes.

    The margins, shares and reasons of those that hold are its own then.
    """
    from rondel.puzzles import made_anew, read, written

    puzzles, kept = read(_text_of(file)), []
    for puzzle in puzzles:
        found = made_anew(puzzle, seed, margin / 100)
        told = "refuted" if found is None else f"margin {found['margin'] * 100:.1f}"
        print(f"{puzzle['id']} {puzzle['theme']}: {told}", flush=True)
        if found is not None:
            kept.append(found)
    print(_verdict(len(kept), len(puzzles)))
    file.write_text(written(kept), encoding="utf-8")


@app.command("check")
def check_puzzles(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Without it those of the package.")
    ] = None,
    longer: Annotated[
        int, typer.Option(min=1, metavar="K", help="Times as long as the search that made them.")
    ] = 10,
    seed: Annotated[str, typer.Option(metavar="S", help="The luck of the playouts.")] = "check",
    drop: Annotated[
        bool, typer.Option("--drop", help="Take those that fail out of the file.")
    ] = False,
) -> int:
    """Check that the best choice of each puzzle is the best, by its margin.

    Exit status 1 if one does not hold.
    """
    from rondel.puzzles import check, library, read, written

    if drop and file is None:
        raise CommandError("--drop needs a FILE")
    puzzles = read(_text_of(file)) if file else [one.puzzle for one in library().values()]
    kept = []
    for one in check(puzzles, seed, longer):
        print(
            f"{one.puzzle['id']} {'holds' if one.holds else 'FAILS'}: "
            f"{one.lead * 100:.2f} ± {one.error * 100:.2f} ahead, "
            f"stated {one.puzzle['margin'] * 100:.1f}, {one.playouts} playouts",
            flush=True,
        )
        if one.holds:
            kept.append(one.puzzle)
    print(_verdict(len(kept), len(puzzles)))
    if drop and file:
        file.write_text(written(kept), encoding="utf-8")
    return 0 if len(kept) == len(puzzles) else FAILED


def _verdict(kept: int, of: int) -> str:
    from rondel.judging import strongest

    judge = strongest()
    return f"{kept} of {of} hold, judged by {judge.name} {judge.version}"


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
