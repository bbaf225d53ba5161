"""Games of strong bots, gone through for decisions that may make puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rondel.arena.play import Seating
from rondel.bots import Bot, Explainer, make_bot
from rondel.engine import Game, IllegalAction, RecordError, decisions
from rondel.engine.shapes import Entry, Snapshot
from rondel.puzzles.shapes import Theme
from rondel.puzzles.themes import theme_of
from rondel.records import replay

NAMES: Final = ("Hedgehog", "Heron", "Otter", "Lynx", "Marten", "Stork")
"""The players, by seat."""

PLAYERS: Final = (4, 3, 6, 5, 2)
"""How many play, game after game."""

KINDS: Final[dict[str, tuple[int, int]]] = {
    "choose_slot": (3, 7),
    "swiss_force": (2, 2),
    "build_factory": (2, 7),
    "invest": (3, 20),
    "fleet_order": (3, 7),
    "army_order": (3, 20),
    "arrival": (2, 7),
    "battle_demand": (2, 7),
}
"""Decisions that make puzzles, those that are sent one by one: the least choices there must be, and
the most that anybody wants to compare."""


ORDER: Final = "army_order"

FOLLOWING: Final = ("canal_consent", "arrival", "ask_next", "battle_demand")
"""Decisions that an order may lead to before the next one."""

OF_ORDERS: Final[tuple[Theme, ...]] = ("convoy", "saved")
"""Themes for which the orders of a turn are put into another order."""


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

    One choice must seem better by the lead to the bot that decides than all others. Orders to
    armies seldom do, since what is not ordered first can be ordered next; so those that may be
    the point of a Maneuver are looked at once more where all others are given.
    """
    players = list(NAMES[: PLAYERS[number % len(PLAYERS)]])
    name = game_seed(title, number, seed)
    game = Game.new(title, players, seed=name)
    seats = Seating(name, name, [bots] * len(players)).take()
    begun, first = game.snapshot(), len(game)
    while not game.over:
        if game.state.kind == decisions.CHOOSE_SLOT:
            if len(game) > first:
                yield from _late_orders(_record_from(game, begun, first), first, bots, lead)
            begun, first = game.snapshot(), len(game)
        best, found = _chosen(game, seats[game.state.actor])
        if found >= lead and _is_fit(game, best):
            theme = theme_of(game, best)
            turn = (game.state.round, game.state.nation)
            record = _record_from(game, begun, first)
            yield Find(record, best, found, theme, turn, len(game) + 1)
        game.play(best)


def _late_orders(record: dict[str, Any], first: int, bots: str, lead: float) -> Iterator[Find]:
    """The orders to armies in a turn that may be its point, each as the last one of the turn."""
    entries: list[Entry] = record["actions"]
    orders = _orders(entries)
    for start in orders:
        if _theme_at(record, start) not in OF_ORDERS:
            continue
        others = [number for one in orders.values() if one[0] != start for number in one]
        before = [*range(min(orders)), *others]
        late = {**record, "actions": [entries[number] for number in before]}
        try:
            game = replay(late)
            best = game.read(entries[start])
            theme = theme_of(game, best)
        except (RecordError, IllegalAction):
            # Other armies beside it have to be told apart now, or a battle was fought before.
            continue
        if theme in OF_ORDERS and _is_fit(game, best):
            chosen, found = _chosen(game, make_bot(bots, f"{first + start}"))
            if chosen == best and found >= lead:
                turn = (game.state.round, game.state.nation)
                yield Find(late, best, found, theme, turn, first + start + 1)


def _orders(entries: list[Entry]) -> dict[int, list[int]]:
    """The numbers of the entries that order armies, each with those that follow from it."""
    orders: dict[int, list[int]] = {}
    open: list[int] | None = None
    for number, entry in enumerate(entries):
        if entry["decision"] == ORDER and entry["choice"]["order"] != "done":
            open = orders[number] = [number]
        elif open is not None and entry["decision"] in FOLLOWING:
            open.append(number)
        else:
            open = None
    return orders


def _theme_at(record: dict[str, Any], number: int) -> Theme:
    """The theme of an entry of a record where it was made."""
    game = replay({**record, "actions": record["actions"][:number]})
    return theme_of(game, game.read(record["actions"][number]))


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
