"""Positions as bytes: small, the same for the same position, and with a version.

A position is a row of whole numbers. Small ones take one byte, and zeros in a row two together.
What follows from the rest is left out: the bonds in the bank, where units are, what is legal.
In front stand the version of this form and a checksum; then what is played, and by whom.
"""

from __future__ import annotations

import copyreg
import json
import zlib
from typing import Any, Final

from rondel.engine import decisions
from rondel.engine.model.errors import RecordError, RuleSetError, shown
from rondel.engine.model.ruleset import CHOICES, RuleSet
from rondel.engine.model.state import State
from rondel.engine.model.titles import rules_named
from rondel.engine.notation.starts import check_players
from rondel.engine.progress import legal_of

VERSION: Final = 1
"""Of this form. It grows when `CHOICES`, the fields or their order change."""

HEAD: Final = 5
"""Bytes before the numbers: the version, and a checksum of four."""

POSITION: Final = 1
GAME: Final = 2
"""What the bytes hold."""

PLACE: Final = "bytes"
"""What errors are about."""

MIDDLE: Final = 96
"""Letters are told by how far they are from here, which takes one byte for most."""

LAST: Final = 0x10FFFF
"""The last letter there is."""


def to_bytes(state: State) -> bytes:
    """A position as bytes: the same for the same position, so that they serve as its key."""
    numbers = [POSITION]
    _write_state(state, numbers)
    return sealed(packed(numbers))


def from_bytes(data: bytes | Any) -> State:
    """The position that `to_bytes` has written; nobody listens to its events.

    Raises: RecordError if these are other bytes, or damaged, or of another version.
    """
    numbers = Numbers(unpacked(opened(data)))
    if numbers.one() != POSITION:
        raise RecordError(PLACE, "this is a game: Game.from_bytes reads it")
    return _read_state(numbers)


def game_to_bytes(state: State, start: dict[str, Any], entries: int) -> bytes:
    """The position of a game, how it began, and after how many entries it stands."""
    numbers = [GAME, entries]
    _write_text(json.dumps(start, ensure_ascii=False, separators=(",", ":")), numbers)
    _write_state(state, numbers)
    return sealed(packed(numbers))


def game_from_bytes(data: bytes | Any) -> tuple[State, dict[str, Any], int]:
    """What `game_to_bytes` was given.

    Raises: RecordError if these are other bytes, or damaged, or of another version.
    """
    numbers = Numbers(unpacked(opened(data)))
    if numbers.one() != GAME:
        raise RecordError(PLACE, "this is a position alone: rondel.engine.from_bytes reads it")
    entries = numbers.one()
    try:
        start = json.loads(numbers.text())
    except ValueError as error:
        raise RecordError(PLACE, f"expected how the game began: {error}") from None
    return _read_state(numbers), start, entries


# Bytes --------------------------------------------------------------------------------------


def sealed(body: bytes) -> bytes:
    """What was packed, with the version and a checksum in front."""
    return bytes([VERSION]) + zlib.crc32(body).to_bytes(4, "big") + body


def opened(data: bytes | Any) -> bytes:
    """What was sealed.

    Raises: RecordError if it was not, or is damaged.
    """
    if not isinstance(data, bytes) or len(data) <= HEAD:
        raise RecordError(PLACE, f"expected what to_bytes gives, not {shown(data)}")
    if data[0] != VERSION:
        raise RecordError(PLACE, f"expected version {VERSION} of the form, not {data[0]}")
    body = data[HEAD:]
    if zlib.crc32(body) != int.from_bytes(data[1:HEAD], "big"):
        raise RecordError(PLACE, "these are damaged: the checksum is another one")
    return body


def packed(numbers: list[int]) -> bytes:
    """Numbers as bytes, seven bits in each, the lowest first; a 0 is followed by how many more."""
    found: list[int] = []
    zeros = 0
    for number in numbers:
        if number == 0:
            zeros += 1
            continue
        if zeros:
            found.append(0)
            _append(found, zeros - 1)
            zeros = 0
        _append(found, 2 * number if number > 0 else -2 * number - 1)
    if zeros:
        found.append(0)
        _append(found, zeros - 1)
    return bytes(found)


def _append(found: list[int], number: int) -> None:
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)


def unpacked(body: bytes) -> list[int]:
    """The numbers in what was packed.

    Raises: RecordError if it ends within a number.
    """
    found: list[int] = []
    number, shift, counting = 0, 0, False
    for byte in body:
        number |= (byte & 127) << shift
        shift += 7
        if byte > 127:
            continue
        if counting:
            found += [0] * number
        elif number == 0:
            found.append(0)
        else:
            found.append(number >> 1 if number & 1 == 0 else -(number >> 1) - 1)
        counting = not counting and number == 0
        number, shift = 0, 0
    if shift or counting:
        raise RecordError(PLACE, "these end too early")
    return found


class Numbers:
    """Numbers to be taken one after the other.

    Raises: RecordError where there are too few of them, or too many.
    """

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = numbers
        self._next = 0

    def one(self) -> int:
        """The next number."""
        return self.many(1)[0]

    def many(self, count: int) -> list[int]:
        """The next so many numbers."""
        found = self._numbers[self._next : self._next + count]
        if count < 0 or len(found) < count:
            raise RecordError(PLACE, "these end too early")
        self._next += count
        return found

    def row(self) -> list[int]:
        """As many numbers as the next one says."""
        return self.many(self.one())

    def text(self) -> str:
        """The next text."""
        letters = [MIDDLE + letter for letter in self.row()]
        if letters and not (min(letters) > 0 and max(letters) <= LAST):
            raise RecordError(PLACE, "expected a text")
        return "".join([chr(letter) for letter in letters])

    def end(self) -> None:
        """There must be nothing left."""
        if self._next != len(self._numbers):
            raise RecordError(PLACE, "these go on behind their end")


def _write_text(text: str, numbers: list[int]) -> None:
    _write_row([ord(letter) - MIDDLE for letter in text], numbers)


def _write_row(row: list[int], numbers: list[int]) -> None:
    numbers.append(len(row))
    numbers += row


# The rules ----------------------------------------------------------------------------------


def _write_rules(rules: RuleSet, numbers: list[int]) -> None:
    """The game, the version of its rules, the options as places in `CHOICES`, how many play."""
    _write_text(rules.game, numbers)
    numbers.append(rules.version)
    written = rules.options.to_json()
    for option, values in CHOICES.items():
        numbers.append(values.index(written[option]) + 1 if option in written else 0)
    numbers.append(rules.players)


def _read_rules(numbers: Numbers) -> RuleSet:
    game, version = numbers.text(), numbers.one()
    options: dict[str, Any] = {}
    for (option, values), place in zip(CHOICES.items(), numbers.many(len(CHOICES)), strict=True):
        if not 0 <= place <= len(values):
            raise RecordError(PLACE, f"option {option} has no value {place}")
        if place:
            options[option] = values[place - 1]
    try:
        return rules_named(game, version, options, numbers.one())
    except RuleSetError as error:
        raise RecordError(PLACE, str(error)) from None


# The position -------------------------------------------------------------------------------


def _write_state(state: State, numbers: list[int]) -> None:
    """All that does not follow from the rest, in an order that never changes."""
    _write_rules(state.rules, numbers)
    for player in state.players:
        _write_text(player, numbers)
    for row in (
        *(state.treasury, state.cash, state.held, state.government, state.power),
        *(state.tax_marker, state.marker, state.flags, state.armies, state.friends, state.fleets),
        *(state.army_count, state.fleet_count),
    ):
        numbers += row
    numbers += [
        *(state.card, state.banks, state.factories, state.round, state.nation, state.last_nation),
        *(state.phase, state.kind, state.actor, state.about),
    ]
    _write_turn(state, numbers)


def _write_turn(state: State, numbers: list[int]) -> None:
    """What the pending decision hangs on."""
    numbers += state.refused
    numbers += [
        *(state.announced, int(state.passed_investor), state.draft_start, state.ties_from),
        *(state.round_for, state.traded, int(state.reviving), state.used, state.imports_left),
        *(state.open_canals, state.order, state.place, state.piece, state.unasked, state.placing),
        *(state.fresh_army_at, state.fresh_friend_at, state.fresh_fleet_at),
    ]
    numbers += state.fresh_units()
    _write_row(state.queue, numbers)
    _write_row(list(state.canals), numbers)
    _write_row([part for convoy in state.convoys for part in convoy], numbers)


def _read_state(numbers: Numbers) -> State:
    """The position, which must be the last that there is."""
    rules = _read_rules(numbers)
    state = State(rules, check_players([numbers.text() for _ in range(rules.players)]))
    state.clear()
    _fill(state, numbers)
    numbers.end()
    _follow(state)
    return state


def _fill(state: State, numbers: Numbers) -> None:
    """Fills a cleared position, whose lists have their lengths."""
    for row in (
        *(state.treasury, state.cash, state.held, state.government, state.power),
        *(state.tax_marker, state.marker, state.flags, state.armies, state.friends, state.fleets),
        *(state.army_count, state.fleet_count),
    ):
        row[:] = numbers.many(len(row))
    state.card, state.banks, state.factories = numbers.one(), numbers.one(), numbers.one()
    state.round, state.nation, state.last_nation = numbers.one(), numbers.one(), numbers.one()
    state.phase, state.kind = numbers.one(), numbers.one()
    state.actor, state.about = numbers.one(), numbers.one()
    _fill_turn(state, numbers)


def _fill_turn(state: State, numbers: Numbers) -> None:
    state.refused = numbers.many(len(state.refused))
    state.announced, state.passed_investor = numbers.one(), numbers.one() == 1
    state.draft_start, state.ties_from = numbers.one(), numbers.one()
    state.round_for, state.traded = numbers.one(), numbers.one()
    state.reviving = numbers.one() == 1
    state.used, state.imports_left = numbers.one(), numbers.one()
    state.open_canals, state.order = numbers.one(), numbers.one()
    state.place, state.piece = numbers.one(), numbers.one()
    state.unasked, state.placing = numbers.one(), numbers.one()
    state.fresh_army_at, state.fresh_friend_at = numbers.one(), numbers.one()
    state.fresh_fleet_at = numbers.one()
    _fill_fresh(state, numbers)
    state.queue = numbers.row()
    state.canals = tuple(numbers.row())
    parts = numbers.row()
    state.convoys = tuple(
        [(parts[i], parts[i + 1], parts[i + 2]) for i in range(0, len(parts) - 2, 3)]
    )


def _fill_fresh(state: State, numbers: Numbers) -> None:
    """How many unmoved units there are where there are any."""
    for counts, regions in (
        (state.fresh_armies, state.fresh_army_at),
        (state.fresh_friends, state.fresh_friend_at),
        (state.fresh_fleets, state.fresh_fleet_at),
    ):
        for region in state.rules.board.members(regions):
            counts[region] = numbers.one()


def _follow(state: State) -> None:
    """Fills in what follows from the rest."""
    rules, board = state.rules, state.rules.board
    for nation in range(rules.nations):
        sold = 0
        for player in range(len(state.players)):
            sold |= state.held[player * rules.nations + nation]
        state.stock[nation] = rules.bond_stock & ~sold
        state.army_at[nation] = _places(state.armies, nation, board.land_count)
        state.friend_at[nation] = _places(state.friends, nation, board.land_count)
        state.fleet_at[nation] = _places(state.fleets, nation, board.region_count)
        state.present[nation] = (
            state.army_at[nation] | state.friend_at[nation] | state.fleet_at[nation]
        )
        state.invaded |= state.army_at[nation] & board.abroad[nation]
    state.legal = legal_of(state) if state.kind < decisions.GAME_OVER else []


def _places(counts: list[int], nation: int, width: int) -> int:
    """The regions where a nation has units."""
    found = 0
    for region in range(width):
        if counts[nation * width + region]:
            found |= 1 << region
    return found


def _reduced(state: State) -> tuple[Any, ...]:
    return from_bytes, (to_bytes(state),)


copyreg.pickle(State, _reduced)
