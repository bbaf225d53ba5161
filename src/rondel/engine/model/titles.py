"""A title: one of the games the engine can play, made of facts and a few named differences.

What differs by the version of the rules is a printing of the title.
"""

from __future__ import annotations

import copyreg
import json
from collections.abc import Callable
from typing import Any

from rondel.engine.model.actions import ActionTable
from rondel.engine.model.board import Board
from rondel.engine.model.convoys import SeaLanes
from rondel.engine.model.errors import RuleSetError, shown
from rondel.engine.model.faults import read_editions
from rondel.engine.model.finance import Bonds
from rondel.engine.model.ruleset import Options, RuleSet, read_options
from rondel.engine.model.versions import (
    VERSIONS,
    Difference,
    differences_of,
    fixed,
    newest_version,
    read_version,
)


class Printing:
    """A title with all the fixes up to a version of the rules.

    Raises: RuleSetError, listing all that is wrong with the facts.
    """

    def __init__(
        self,
        facts: dict[str, Any],
        editions: dict[str, dict[str, Any]],
        fixes: list[Difference],
        version: int,
    ) -> None:
        self.facts = facts
        """Facts of the first edition."""
        self.editions = editions
        """Edition -> its facts."""
        self.defaults: dict[str, Any] = {}
        """Options that have another default since they were first published."""
        for fix in fixes:
            self.defaults.update(fix.defaults)
        self._material = read_editions(editions)
        bonds = [bond for material in self._material.values() for bond in material.bonds]
        interests = {bond.value: bond.interest for bond in bonds}
        first = next(iter(self._material.values()))
        board, values = Board(first), sorted(interests)
        bonds_sold = Bonds(values, [interests[v] for v in values])
        self.table = ActionTable(first.game.id, version, board, bonds_sold, first.rondel.slots)
        """The action ids, and the map they are about."""
        self._lanes = SeaLanes(board)
        self._rules: dict[str, RuleSet] = {}

    def rules(self, options: Options, players: int, version: int) -> RuleSet:
        """The rule set for these options and so many players."""
        key = json.dumps([options.to_json(), players, version])
        if key not in self._rules:
            material = self._material[options.edition]
            self._rules[key] = RuleSet(
                material, self.table.board, self.table, self._lanes, options, players, version
            )
        return self._rules[key]


class Title:
    """A game with its facts, its defaults and its editions.

    Raises: RuleSetError, listing all that is wrong with the facts.
    """

    def __init__(
        self,
        facts: dict[str, Any],
        not_offered: tuple[str, ...],
        defaults_for: Callable[[dict[str, Any]], dict[str, Any]],
        editions_of: Callable[[dict[str, Any]], dict[str, dict[str, Any]]],
    ) -> None:
        self.id: str = facts["game"]["id"]
        """Id as in records."""
        self.name: str = facts["game"]["title"]
        """Name on the box."""
        self._published = facts
        self.not_offered = not_offered
        """Options this game has no use for."""
        self.defaults_for = defaults_for
        """Given values -> defaults that differ from the general ones."""
        self.editions_of = editions_of
        """Facts of the first edition -> edition -> its facts."""
        self._printings: dict[str, Printing] = {}
        self.printing()

    def printing(self, version: int | None = None) -> Printing:
        """The title by a version of the rules, the newest if none is given.

        Raises: RuleSetError if there is no such version.
        """
        version = newest_version() if version is None else read_version(version)
        fixes = differences_of(self.id, version)
        # Versions that differ only in other games share what is printed.
        key = " ".join([fix.name for fix in fixes])
        if key not in self._printings:
            facts = fixed(self._published, fixes)
            first = next(v for v in sorted(VERSIONS) if differences_of(self.id, v) == fixes)
            self._printings[key] = Printing(facts, self.editions_of(facts), fixes, first)
        return self._printings[key]

    @property
    def facts(self) -> dict[str, Any]:
        """Facts of the first edition, by the newest version of the rules."""
        return self.printing().facts

    @property
    def editions(self) -> dict[str, dict[str, Any]]:
        """Edition -> its facts, by the newest version of the rules."""
        return self.printing().editions

    @property
    def board(self) -> Board:
        """The map, by the newest version of the rules."""
        return self.table.board

    @property
    def table(self) -> ActionTable:
        """The action ids, by the newest version of the rules."""
        return self.printing().table

    def options(self, values: dict[str, Any], version: int | None = None) -> Options:
        """Checked options, completed as a version of the rules does, the newest if none is given.

        Raises: RuleSetError.
        """
        defaults = {**self.defaults_for(values), **self.printing(version).defaults}
        return read_options(values, self.not_offered, defaults)

    def rules(self, options: Options, players: int, version: int | None = None) -> RuleSet:
        """The rule set for these options and so many players; the newest if no version is given.

        Raises: RuleSetError if the game is not for so many, or there is no such version.
        """
        number = newest_version() if version is None else version
        printing = self.printing(number)
        least, most = [printing.facts["game"][key] for key in ("min_players", "max_players")]
        if not least <= players <= most:
            raise RuleSetError([f"{self.name} is for {least} to {most} players, not {players}"])
        return printing.rules(options, players, number)


TITLES: dict[str, Title] = {}
"""The titles known, by id; filled by `rondel.games`."""


def title_of(game: object) -> Title:
    """The title with this id.

    Raises: RuleSetError, naming those that exist.
    """
    if not isinstance(game, str) or game not in TITLES:
        raise RuleSetError([f"game {shown(game)} is unknown; known are {', '.join(TITLES)}"])
    return TITLES[game]


# Pickling: there is one table and one rule set for each kind of game, so only their names travel.


def table_of(game: str, version: int) -> ActionTable:
    """The action ids of a game by a version of the rules."""
    return title_of(game).printing(version).table


def rules_named(game: str, version: int, options: dict[str, Any], players: int) -> RuleSet:
    """The rule set of a game by a version of the rules, for these options and so many players."""
    title = title_of(game)
    return title.rules(title.options(options, version), players, version)


def _reduced_table(table: ActionTable) -> tuple[Any, ...]:
    return table_of, (table.game, table.version)


def _reduced_rules(rules: RuleSet) -> tuple[Any, ...]:
    return rules_named, (rules.game, rules.version, rules.options.to_json(), rules.players)


copyreg.pickle(ActionTable, _reduced_table)
copyreg.pickle(RuleSet, _reduced_rules)
