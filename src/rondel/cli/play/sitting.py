"""A game with who sits where and what has happened: everything but the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.bots import Bot, is_kept, make_bot
from rondel.cli.play.seats import is_bot
from rondel.engine import Action, Event, Game

BOTS_KEY = "x_bots"
SEED_KEY = "x_seed"
"""Keys in the record that say which seats are bots and what they draw from."""


class Sitting:
    """A game, its bots, and the events of every entry.

    Bots draw from the seed and the number of the entry, so that a game taken up again, or taken
    back and played anew, goes on in the same way; those that think by the clock stay with their
    seat.
    """

    def __init__(
        self, game: Game, told: list[list[Event]], bots: Mapping[str, str], seed: str
    ) -> None:
        self.game = game
        self.told = told
        """Events of the set-up, then of each entry."""
        self.bots = dict(bots)
        """Player -> name of the bot; people are not in it."""
        self.seed = seed
        self._kept: dict[str, Bot] = {}
        """Player -> the bot that goes on from what it has found."""
        self.changes = 0
        """Grows with every change of the game, taking back included."""
        self._note_seats()

    def _note_seats(self) -> None:
        """Writes the bots and the seed into what the record keeps."""
        kept = [extra for extra in self.game.extras if extra[1] not in (BOTS_KEY, SEED_KEY)]
        bots: dict[str, Any] = {BOTS_KEY: self.bots, SEED_KEY: self.seed}
        self.game.extras = kept + [((), key, value) for key, value in bots.items()]

    @staticmethod
    def resumed(game: Game, told: list[list[Event]], seed: str) -> Sitting:
        """A game that was saved; `seed` is for one that names none."""
        extras = {key: value for path, key, value in game.extras if path == ()}
        bots = extras.get(BOTS_KEY)
        seats = bots if isinstance(bots, dict) else {}
        known = {p: b for p, b in seats.items() if p in game.players and is_bot(b)}
        return Sitting(game, told, known, str(extras.get(SEED_KEY, seed)))

    @property
    def people(self) -> list[str]:
        """The players who are people, in seat order."""
        return [player for player in self.game.players if player not in self.bots]

    def apply(self, action: Action | Any) -> None:
        """Carries out an action.

        Raises: IllegalAction.
        """
        self.told.append(list(self.game.apply(action)))
        self.changes += 1

    def let_bot_decide(self, player: str) -> None:
        """Carries out what a bot decides."""
        bot = self._kept.pop(player, None) or self._made(player)
        self.apply(bot.decide(self.game.view(player), self.game.legal_actions()))
        if is_kept(bot):
            self._kept[player] = bot

    def advised_by(self, bot: str) -> Action:
        """What a bot would decide in place of the person who must; nothing is carried out."""
        decision = self.game.decision
        assert decision is not None
        adviser = make_bot(bot, f"{self.seed}/hint/{len(self.game)}")
        return adviser.decide(self.game.view(decision.player), self.game.legal_actions())

    def _made(self, player: str) -> Bot:
        seat = self.game.players.index(player)
        return make_bot(self.bots[player], f"{self.seed}/{seat}/{len(self.game)}")

    def take_back(self) -> bool:
        """Goes back before the last decision of a person; False if there is none."""
        actions = self.game.actions()
        for number in range(len(actions) - 1, -1, -1):
            if actions[number].player not in self.bots:
                self.game = self.game.at(number)
                del self.told[number + 1 :]
                self.changes += 1
                return True
        return False
