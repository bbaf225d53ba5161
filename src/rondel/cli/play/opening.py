"""The start of `rondel play`: which game, from where, kept in which file."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from rondel.bots.levels import LEVELS
from rondel.bots.magnate import EXTRA, obstacle
from rondel.cli.errors import CommandError
from rondel.cli.options import read_options, read_title
from rondel.cli.play.seats import SeatError, Seats, bot_in, default_seats, read_seats
from rondel.cli.play.session import Session
from rondel.cli.play.sitting import Sitting
from rondel.cli.play.store import Keeper, Store, environment_store
from rondel.cli.play.terminal import Leave, Terminal
from rondel.cli.play.wizard import Plan, Wizard
from rondel.cli.records import open_game
from rondel.cli.texts import Texts, chosen_language
from rondel.engine import Game, RecordError, RuleSetError

DEFAULT_GAME = "imperial2030"


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    game: str | None = None
    players: str | None = None
    options: list[str] | None = None
    seed: str | None = None
    load: Path | None = None
    autosave: Path | None = None
    lang: str | None = None

    def asks_nothing(self) -> bool:
        """Whether the game has still to be chosen."""
        return not (self.game or self.players or self.options or self.seed or self.load)


def run_play(wishes: Wishes) -> None:
    """Plays in the terminal.

    Raises: CommandError.
    """
    language = chosen_language(wishes.lang, os.environ)
    if wishes.autosave is not None:
        _check_autosave(wishes.autosave, wishes.load)
    store, terminal, texts = environment_store(), Terminal(), Texts(language)
    if wishes.asks_nothing():
        terminal.show(texts.say("welcome"))
    try:
        sitting, path = _opened(wishes, store, Wizard(terminal, texts))
    except Leave:
        return
    if obstacle() and any(bot in LEVELS for bot in sitting.bots.values()):
        terminal.show(texts.say("no_network", command=EXTRA))
    keeper = Keeper(store, wishes.autosave or path)
    Session(sitting, keeper, store, terminal, language).run()


def _opened(wishes: Wishes, store: Store, wizard: Wizard) -> tuple[Sitting, Path | None]:
    """The game, and the file that keeps it if it has one already."""
    seed = wishes.seed or str(secrets.randbelow(10**9))
    if wishes.load is not None:
        sitting = _resumed(wishes.load, wishes.players, seed, wizard.texts)
        return sitting, _if_own(store, wishes.load)
    if not wishes.asks_nothing():
        return _begun(_plan(wishes, wizard.texts), seed), None
    kept = store.unfinished()
    if kept and (chosen := wizard.pick_kept(kept)):
        return _resumed(chosen.path, None, seed, wizard.texts), chosen.path
    return _begun(wizard.plan(), seed), None


def _if_own(store: Store, path: Path) -> Path | None:
    """The file, if it is one in which this program keeps a game being played."""
    return path if path.resolve().parent == (store.folder / "playing").resolve() else None


def _check_autosave(path: Path, load: Path | None) -> None:
    """A file that holds another game is not written over."""
    same = load is not None and load.exists() and path.exists() and path.samefile(load)
    if path.exists() and not same:
        raise CommandError(
            f"{path} exists; go on with that game by --load {path}, or name another file"
        )


def _plan(wishes: Wishes, texts: Texts) -> Plan:
    title = read_title(wishes.game or DEFAULT_GAME)
    options = read_options(title, wishes.options or [])
    try:
        seats = read_seats(wishes.players or default_seats(texts), title, texts)
    except SeatError as error:
        raise CommandError(str(error)) from None
    return Plan(title, seats, options)


def _begun(plan: Plan, seed: str) -> Sitting:
    try:
        game = Game.new(plan.title.id, plan.seats.players, plan.options, seed)
    except (RuleSetError, RecordError) as error:
        raise CommandError(str(error)) from None
    return Sitting(game, [game.opening], plan.seats.bots, seed)


def _resumed(path: Path, players: str | None, seed: str, texts: Texts) -> Sitting:
    game, told = open_game(path)
    if players is None:
        return Sitting.resumed(game, told, seed)
    return Sitting(game, told, _reseated(game, players, texts).bots, seed)


def _reseated(game: Game, typed: str, texts: Texts) -> Seats:
    """The players of a saved game, with bots in the seats that are now called so."""
    given = [part.strip() for part in typed.split(",")]
    if len(given) != len(game.players):
        known = ", ".join(game.players)
        raise CommandError(f"the saved game has {len(game.players)} players: {known}")
    try:
        bots = [bot_in(part, texts) for part in given]
    except SeatError as error:
        raise CommandError(str(error)) from None
    named = dict(zip(game.players, bots, strict=True))
    return Seats(game.players, {player: bot for player, bot in named.items() if bot})
