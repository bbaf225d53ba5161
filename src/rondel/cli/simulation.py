"""Bots playing each other: the same plan gives the same games, however they are spread out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from rondel.arena import answers, drawn_options, seat_names, spread
from rondel.bots import make_bot
from rondel.engine import Game, check_invariants, newest_version
from rondel.records import save


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    """The bot of each seat."""
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    random_options: bool = False
    """Whether the options not given are drawn for each game."""
    check: bool = False
    """Whether invariants are checked after every action."""
    out: Path | None = None
    """Folder for the records."""
    rules_version: int = field(default_factory=newest_version)
    """The version of the rules, in every process that plays."""


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    number: int
    decisions: int
    turns: int
    rounds: int
    scores: list[int]
    """By seat."""
    winners: list[int]
    """Seats that share the first place."""
    fault: str = ""
    """The invariant that broke, and where."""


def play_all(plan: Plan, games: int, jobs: int) -> Iterator[Outcome]:
    """The games in order, played by `jobs` processes."""
    return spread(partial(play_game, plan), range(1, games + 1), jobs)


def play_game(plan: Plan, number: int) -> Outcome:
    """Plays the game of that number; its record is saved if the plan says so."""
    game = new_game(plan, number)
    try:
        fault = _play_out(plan, number, game)
    except Exception as error:
        error.add_note(f"in game {number} of seed {plan.seed}, after entry {len(game)}")
        raise
    if plan.out is not None:
        save(game, plan.out / f"game-{number:05}.rondel.json")
    return _outcome(game, number, fault)


def new_game(plan: Plan, number: int) -> Game:
    """The game of that number at its beginning."""
    seed = f"{plan.seed}/{number}"
    options = plan.options
    if plan.random_options:
        options = {**drawn_options(Random(f"{seed}/options")), **options}
    names = seat_names(plan.bots)
    return Game.new(plan.game, names, options, seed, rules_version=plan.rules_version)


def _play_out(plan: Plan, number: int, game: Game) -> str:
    """Plays to the end, or to the first invariant that breaks, which it returns."""
    seeds = [f"{plan.seed}/{number}/{seat}" for seat in range(1, len(plan.bots) + 1)]
    bots = [make_bot(bot, seed) for bot, seed in zip(plan.bots, seeds, strict=True)]
    for answer in answers(game, bots):
        game.play(answer.action.id)
        if plan.check:
            try:
                check_invariants(game.state)
            except AssertionError as error:
                return f"entry {len(game)}: {error}"
    return ""


def _outcome(game: Game, number: int, fault: str) -> Outcome:
    turns = sum([action.kind == "choose_slot" for action in game.actions()])
    result = game.result or {"scores": dict.fromkeys(game.players, 0), "ranking": [[]]}
    seat_of = {player: seat for seat, player in enumerate(game.players)}
    return Outcome(
        number=number,
        decisions=len(game),
        turns=turns,
        rounds=game.snapshot()["turn"]["round"],
        scores=[result["scores"][player] for player in game.players],
        winners=[seat_of[player] for player in result["ranking"][0]],
        fault=fault,
    )
