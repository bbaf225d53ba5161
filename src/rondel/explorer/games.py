"""Games of bots for the table: one bot chooses the openings, a fast one plays on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rondel.arena import spread
from rondel.bots import Bot, make_bot
from rondel.engine import Game, decisions, newest_version
from rondel.explorer.settings import Setting, all_settings

OPENING: Final = (
    decisions.DRAFT_BOND,
    decisions.CHOOSE_SLOT,
    decisions.BUILD_FACTORY,
    decisions.IMPORT_UNIT,
    decisions.INVEST,
)
"""Decisions of an opening: what the explorer tells of."""

ROUNDS: Final = 2
"""Rounds that an opening is made of; the draft comes before them."""


@dataclass(frozen=True)
class Plan:
    """Which games are played: the same plan gives the same games."""

    opener: str
    """The bot that chooses the openings; several with commas between them take turns, seat by seat
    and game by game."""
    finisher: str
    """The bot that makes all other decisions."""
    seed: str
    rules_version: int

    @property
    def openers(self) -> list[str]:
        """Those who choose the openings."""
        return self.opener.split(",")

    @staticmethod
    def of(opener: str, finisher: str, seed: str) -> Plan:
        """The plan by the newest version of the rules."""
        return Plan(opener, finisher, seed, newest_version())


@dataclass(frozen=True)
class Played:
    """A game that was played to its end."""

    setting: Setting
    number: int
    """From 1, in its setting."""
    start: dict[str, Any]
    """How it began, as in a record."""
    ids: list[int]
    """Its entries, as action ids."""


def play_all(plan: Plan, games: int, jobs: int, done: int = 0) -> Iterator[Played]:
    """So many games of every setting without the first `done`, the first of each setting first."""
    wanted = [(setting, number + 1) for number in range(games) for setting in all_settings()]
    return spread(partial(play, plan), wanted[done:], jobs)


def play(plan: Plan, wanted: tuple[Setting, int]) -> Played:
    """Plays a game by its setting and number."""
    game = new_game(plan, *wanted)
    seeds = [f"{_seed(plan, *wanted)}/{seat}" for seat in range(1, len(game.players) + 1)]
    finishers = [make_bot(plan.finisher, seed) for seed in seeds]
    openers = list[Bot]()
    for seat, seed in enumerate(seeds):
        name = plan.openers[(wanted[1] + seat) % len(plan.openers)]
        openers.append(finishers[seat] if name == plan.finisher else make_bot(name, seed))
    _play_out(game, openers, finishers)
    ids = [action.id for action in game.actions()]
    return Played(wanted[0], wanted[1], game.start, ids)


def new_game(plan: Plan, setting: Setting, number: int) -> Game:
    """A game before its first decision."""
    players = [f"seat-{seat}" for seat in range(1, setting.players + 1)]
    options = {"setup": setting.setup}
    seed, version = _seed(plan, setting, number), plan.rules_version
    return Game.new(setting.game, players, options, seed, rules_version=version)


def _seed(plan: Plan, setting: Setting, number: int) -> str:
    return f"{plan.seed}/{setting.game}/{setting.setup}/{setting.players}/{number}"


def _play_out(game: Game, openers: list[Bot], finishers: list[Bot]) -> None:
    state, views = game.state, [game.view(player) for player in game.players]
    while not game.over:
        opens = state.round <= ROUNDS and state.kind in OPENING
        bot = (openers if opens else finishers)[state.actor]
        game.play(bot.decide(views[state.actor], game.legal_actions()).id)
