"""How bots play: counted from the events of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rondel.engine import Action, Event, Game, score_of


@dataclass
class Tally:
    """What one seat did in one game."""

    slots: dict[str, int] = field(default_factory=dict)
    """Action of the rondel -> how often it was chosen."""
    factories_built: int = 0
    flags_held: int = 0
    """Flags of the nations governed at the end."""
    interest_taken: int = 0
    units_lost: int = 0
    """Units of nations governed at that moment."""


class Observer:
    """Watches a game and keeps count."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seat_of = {player: seat for seat, player in enumerate(game.players)}
        self._government: dict[str, str | None] = game.snapshot()["governments"]
        self.tallies = [Tally() for _ in game.players]
        """By seat."""
        self.scores: list[list[int]] = []
        """What each seat would score if the game ended now: at the start, then after each turn."""
        self._tell(game.opening)

    def see(self, seat: int, action: Action, events: Sequence[Event]) -> None:
        """Counts what an action and its events tell."""
        if action.kind == "choose_slot":
            self._count_slot(seat, action.choice["slot"])
        self._tell(events)

    def _count_slot(self, seat: int, slot: str) -> None:
        rules, slots = self._game.rules, self.tallies[seat].slots
        name = rules.slot_actions[rules.slots.index(slot)]
        slots[name] = slots.get(name, 0) + 1

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            count = COUNTS.get(event.kind)
            if count is not None:
                count(self, event.to_json())

    def _start_turn(self, event: dict[str, Any]) -> None:
        state = self._game.state
        self.scores.append([score_of(state, seat) for seat in range(len(state.players))])

    def _change_government(self, event: dict[str, Any]) -> None:
        self._government[event["nation"]] = event["after"]

    def _build_factory(self, event: dict[str, Any]) -> None:
        self._governing(event["nation"]).factories_built += 1

    def _pay_interest(self, event: dict[str, Any]) -> None:
        self.tallies[self._seat_of[event["player"]]].interest_taken += event["amount"]

    def _fight_battle(self, event: dict[str, Any]) -> None:
        self._governing(event["nation"]).units_lost += 1
        self._governing(event["enemy"]).units_lost += 1

    def _destroy_factory(self, event: dict[str, Any]) -> None:
        lost = event["hostile_armies"] + event["friendly_armies"]
        self._governing(event["nation"]).units_lost += lost

    def _end_game(self, event: dict[str, Any]) -> None:
        self.scores.append([event["scores"][player] for player in self._game.players])
        state = self._game.state
        for nation, player in enumerate(state.government):
            if player >= 0:
                self.tallies[player].flags_held += state.flags[nation].bit_count()

    def _governing(self, nation: str) -> Tally:
        """The tally of the player who governs a nation."""
        player = self._government[nation]
        assert player is not None, f"{nation} acts without a government"
        return self.tallies[self._seat_of[player]]


COUNTS = {
    "turn_started": Observer._start_turn,
    "government_changed": Observer._change_government,
    "factory_built": Observer._build_factory,
    "interest_paid": Observer._pay_interest,
    "battle_fought": Observer._fight_battle,
    "factory_destroyed": Observer._destroy_factory,
    "game_ended": Observer._end_game,
}
"""Kind of event -> what is counted when it happens."""
