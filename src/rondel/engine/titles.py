"""A title: one of the games the engine can play, made of facts and a few named differences."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rondel.engine.actions import ActionTable
from rondel.engine.board import Board
from rondel.engine.convoys import SeaLanes
from rondel.engine.errors import RuleSetError, shown
from rondel.engine.faults import read_editions
from rondel.engine.finance import Bonds
from rondel.engine.ruleset import Options, RuleSet, read_options


class Title:
    """A game with its facts, its defaults and its editions.

    Raises: RuleSetError, listing all that is wrong with the facts.
    """

    def __init__(
        self,
        facts: dict[str, Any],
        not_offered: tuple[str, ...],
        defaults_for: Callable[[dict[str, Any]], dict[str, Any]],
        editions: dict[str, dict[str, Any]],
    ) -> None:
        self.id: str = facts["game"]["id"]
        """Id as in records."""
        self.name: str = facts["game"]["title"]
        """Name on the box."""
        self.facts = facts
        """Facts of the first edition."""
        self.not_offered = not_offered
        """Options this game has no use for."""
        self.defaults_for = defaults_for
        """Given values -> defaults that differ from the general ones."""
        self.editions = editions
        """Edition -> its facts."""
        self._material = read_editions(editions)
        bonds = [bond for material in self._material.values() for bond in material.bonds]
        interests = {bond.value: bond.interest for bond in bonds}
        first = next(iter(self._material.values()))
        board, values = Board(first), sorted(interests)
        self._table = ActionTable(
            board, Bonds(values, [interests[v] for v in values]), first.rondel.slots
        )
        self._lanes = SeaLanes(board)
        self._rules: dict[str, RuleSet] = {}

    @property
    def board(self) -> Board:
        """The map."""
        return self._table.board

    @property
    def table(self) -> ActionTable:
        """The action ids."""
        return self._table

    def options(self, values: dict[str, Any]) -> Options:
        """Checked and completed options.

        Raises: RuleSetError.
        """
        return read_options(values, self.not_offered, self.defaults_for(values))

    def rules(self, options: Options, players: int) -> RuleSet:
        """The rule set for these options and so many players.

        Raises: RuleSetError if the game is not for so many.
        """
        least, most = self.facts["game"]["min_players"], self.facts["game"]["max_players"]
        if not least <= players <= most:
            raise RuleSetError([f"{self.name} is for {least} to {most} players, not {players}"])
        key = json.dumps([options.to_json(), players])
        if key not in self._rules:
            material = self._material[options.edition]
            self._rules[key] = RuleSet(
                material, self.board, self._table, self._lanes, options, players
            )
        return self._rules[key]


TITLES: dict[str, Title] = {}
"""The titles known, by id; filled by `rondel.games`."""


def title_of(game: object) -> Title:
    """The title with this id.

    Raises: RuleSetError, naming those that exist.
    """
    if not isinstance(game, str) or game not in TITLES:
        raise RuleSetError([f"game {shown(game)} is unknown; known are {', '.join(TITLES)}"])
    return TITLES[game]
