"""Games of strong bots, gone through for decisions that may make puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rondel.arena.play import Seating
from rondel.bots import Bot, Explainer
from rondel.engine import Game, decisions
from rondel.engine.shapes import Snapshot
from rondel.puzzles.shapes import Theme
from rondel.puzzles.themes import theme_of

NAMES: Final = ("Hedgehog", "Heron", "Otter", "Lynx", "Marten", "Stork")
"""The players, by seat."""

PLAYERS: Final = (4, 3, 6, 5, 2)
"""How many play, game after game."""

KINDS: Final[dict[str, tuple[int, int]]] = {
    "choose_slot": (3, 7),
    "swiss_force": (2, 2),
    "build_factory": (2, 7),
    "invest": (3, 12),
    "fleet_order": (3, 7),
    "army_order": (3, 12),
    "arrival": (2, 7),
    "battle_demand": (2, 7),
}
"""Decisions that make puzzles, those that are sent one by one: the least choices there must be, and
the most that anybody wants to compare."""


@dataclass(frozen=True)
class Find:
    """A decision of a game that may make a puzzle."""

    record: dict[str, Any]
    """A record that begins with the turn and ends with the decision."""
    best: int
    """What the bot chose."""
    lead: float
    """By how much it seemed better to the bot than all else."""
    theme: Theme
    """What the decision is about."""
    turn: tuple[int, int]
    """Round and nation."""
    entry: int
    """The number of the entry that answered it."""


def finds(title: str, number: int, bots: str, seed: str, lead: float) -> Iterator[Find]:
    """Plays the game of a number and stops at every decision that may make a puzzle.

    One choice must seem better by the lead to the bot that decides than all others.
    """
    players = list(NAMES[: PLAYERS[number % len(PLAYERS)]])
    name = game_seed(title, number, seed)
    game = Game.new(title, players, seed=name)
    seats = Seating(name, name, [bots] * len(players)).take()
    begun, first = game.snapshot(), len(game)
    while not game.over:
        if game.state.kind == decisions.CHOOSE_SLOT:
            begun, first = game.snapshot(), len(game)
        best, found = _chosen(game, seats[game.state.actor])
        if found >= lead and _is_fit(game, best):
            theme = theme_of(game, best)
            turn = (game.state.round, game.state.nation)
            record = _record_from(game, begun, first)
            yield Find(record, best, found, theme, turn, len(game) + 1)
        game.play(best)


def game_seed(title: str, number: int, seed: str) -> str:
    """What the game of a number is drawn from."""
    return f"puzzles/{seed}/{title}/{number}"


def _chosen(game: Game, bot: Bot) -> tuple[int, float]:
    """What a bot chooses, and by how much it seems better to it than all else."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0].id, 0.0
    assert isinstance(bot, Explainer), "those who look for puzzles must say what they expect"
    player = game.players[game.state.actor]
    ranked = bot.explain(game.view(player), legal)
    first = ranked[0].shares[player]
    behind = [first - other.shares[player] for other in ranked[1:]]
    return ranked[0].action.id, min(behind, default=0.0)


def _is_fit(game: Game, best: int) -> bool:
    """Whether a decision can be put as a question; a gift is no answer."""
    decision = game.decision
    assert decision is not None, "the game goes on"
    if decision.kind not in KINDS or best >= game.rules.table.donate:
        return False
    least, most = KINDS[decision.kind]
    return least <= len(game.legal_ids()) <= most


def _record_from(game: Game, begun: Snapshot, first: int) -> dict[str, Any]:
    """The record of a game from the position after so many entries on."""
    whole = game.record()
    return {**whole, "start": {"position": begun}, "actions": whole["actions"][first:]}
