"""A position as a row of bytes, seen by one player: `features` tells what stands where."""

from __future__ import annotations

from rondel.engine.encoding.features import ON, Section, sections_of
from rondel.engine.encoding.writer import Writer
from rondel.engine.model.actions import MAX_PLAYERS
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import State


class Encoder:
    """Writes positions of one rule set.

    Players come in the order of play beginning with the one who looks, nations in the order of
    turns beginning with `first_nation`, regions in the order of the board.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.sections: list[Section] = sections_of(rules.table)
        """What is written, in order."""
        self.size: int = self.sections[-1].stop
        """Bytes of a position."""
        self._writer = Writer(rules, options_of(rules), self.size)

    def write(self, state: State, seat: int, buffer: bytearray | memoryview, at: int) -> None:
        """Writes what the player in a seat sees into `size` bytes of a buffer from `at` on.

        Raises: IndexError if there is no such seat, ValueError if there is no room.
        """
        self._writer.write(state, seat, buffer, at)

    def encoded(self, state: State, seat: int) -> bytes:
        """What the player in a seat sees, as a value of its own."""
        buffer = bytearray(self.size)
        self.write(state, seat, buffer, 0)
        return bytes(buffer)


def options_of(rules: RuleSet) -> bytes:
    """The rules and options that a position is played by."""
    options = rules.options
    found = [
        *[rules.players == number for number in range(2, MAX_PLAYERS + 1)],
        options.setup == "draft",
        rules.has_investor_card,
        rules.bonus_by_increase,
        rules.bank_may_force,
        rules.extra_investment,
        rules.pays_available,
        rules.may_donate,
        rules.may_donate_to_any,
        rules.may_change_stance,
        rules.mover_chooses,
        options.secret_cash,
        options.edition == "later",
    ]
    return bytes([ON if on else 0 for on in found])
