"""Reading a position from a snapshot: strict, with errors that name the place.

Everything a position must satisfy to be played on from is checked here (public contract:
Snapshot, second and third paragraph; Rules: section 10).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rondel.engine import decisions
from rondel.engine.decisions import KINDS, PHASES
from rondel.engine.invariants import standing_faults
from rondel.engine.model.actions import ARMY, FLEET, FRIENDLY, HOSTILE
from rondel.engine.model.errors import Breach, RecordError, RuleSetError, shown
from rondel.engine.model.ruleset import CHOICES, DRAWS, RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.model.titles import title_of
from rondel.engine.notation.snapshots import swiss_banks
from rondel.engine.steps.investor import flagless

MOST = 1_000_000
"""Largest number a position may hold."""

KEYS = (
    "game", "options", "players", "treasuries", "cash", "bonds", "power", "tax_marker",
    "governments", "investor_card", "swiss_banks", "rondel", "factories", "units", "flags",
    "turn", "decision", "result",
)  # fmt: skip
"""Keys of a snapshot in the order of writing."""

UNIT_KEYS = {
    "armies": ARMY,
    "hostile_armies": HOSTILE,
    "friendly_armies": FRIENDLY,
    "fleets": FLEET,
}


def read_position(rules: RuleSet, players: list[str], data: object) -> State:
    """A position at the start of a nation's turn.

    Raises: RecordError if it cannot be read, or breaks a rule positions must keep.
    """
    return PositionReader(rules, players).read(data)


def breaches_in(rules: RuleSet, players: list[str], data: object) -> list[Breach]:
    """Everything that keeps a position from being played on from; nothing if it can be."""
    return PositionReader(rules, players).breaches(data)


class PositionReader:
    """Reads one snapshot into a state."""

    def __init__(self, rules: RuleSet, players: list[str]) -> None:
        self.rules = rules
        self.board = rules.board
        self.players = players
        self.state = State(rules, players)
        self.state.clear()
        self.errors: list[RecordError] = []
        """Values that cannot be, in the order of reading."""

    def read(self, data: object) -> State:
        """The state, checked."""
        root = self.read_values(data)
        if self.errors:
            raise self.errors[0]
        self.read_turn(root)
        if self.errors:
            raise self.errors[0]
        self.check(root)
        return self.state

    def breaches(self, data: object) -> list[Breach]:
        """All that is wrong; where values cannot be read, what the others break."""
        try:
            root = self.read_values(data)
            self.read_turn(root)
        except RecordError as error:
            self.errors.append(error)
        return [_breach_of(error) for error in self.errors] + standing_faults(self.state)

    def read_values(self, data: object) -> dict[str, Any]:
        """Everything but the turn; values that cannot be are kept in `errors`.

        Raises: RecordError for what is no position of this game at all.
        """
        root = _object(data, "start.position", KEYS)
        for key in ("game", "options", "players", "turn"):
            if key not in root:
                raise RecordError(f"start.position.{key}", "missing")
        self.read_header(root)
        self.read_money(root)
        self.read_tracks(root)
        self.read_board(root)
        return root

    def read_header(self, root: dict[str, Any]) -> None:
        """Game, options and players must be those of the record."""
        options = self.rules.options.to_json()
        for key, value, expected in (
            ("game", root["game"], self.rules.game),
            ("players", root["players"], self.players),
            ("options", self.completed(root["options"]), options),
        ):
            if not _same(value, expected):
                raise RecordError(
                    f"start.position.{key}", f"expected {shown(expected)}, as in the game"
                )

    def completed(self, given: object) -> dict[str, Any]:
        """The options of the position with the defaults filled in, as those of the game are."""
        options = _object(given, "start.position.options", (*CHOICES, *DRAWS))
        try:
            title = title_of(self.rules.game)
            return title.options(options, self.rules.version).to_json()
        except RuleSetError as error:
            raise RecordError("start.position.options", str(error)) from None

    def read_money(self, root: dict[str, Any]) -> None:
        """Treasuries, cash, bonds, governments, investor card."""
        state, nations = self.state, self.board.nation_ids
        self.fill(root, "treasuries", nations, state.treasury, self.amount)
        self.fill(root, "cash", self.players, state.cash, self.amount)
        self.fill(root, "governments", nations, state.government, self.player)
        state.card = self.player(root.get("investor_card"), "start.position.investor_card")
        bonds = _map(root, "bonds", self.players)
        for player, id in enumerate(self.players):
            place = f"start.position.bonds.{id}"
            for nation, values in _object(bonds.get(id, {}), place, tuple(nations)).items():
                if not _is_extra(nation):
                    self.read_bonds(player, nation, values, f"{place}.{nation}")

    def read_bonds(self, player: int, id: str, held: object, place: str) -> None:
        """The bonds of one nation that one player holds (I-2)."""
        nation, bonds = self.board.nation_index[id], self.rules.bonds
        for value in _list(held, place):
            known = not isinstance(value, bool) and isinstance(value, int) and value in bonds.index
            if not known or not self.rules.bond_stock >> bonds.index[value] & 1:
                raise RecordError(place, f"{shown(value)} is no bond value of this game")
            bit = 1 << bonds.index[value]
            if not self.state.stock[nation] & bit:
                told = f"the bond of {value} is held twice"
                values: dict[str, object] = {"nation": id, "value": value}
                breach = Breach("position/bond_twice", "R-CON-6", told, values)
                self.errors.append(RecordError(place, told, breach))
                continue
            self.state.stock[nation] ^= bit
            self.state.held[player * self.rules.nations + nation] |= bit

    def read_tracks(self, root: dict[str, Any]) -> None:
        """Power points, tax markers, rondel markers."""
        state, nations = self.state, self.board.nation_ids
        self.fill(root, "power", nations, state.power, self.power)
        self.fill(root, "tax_marker", nations, state.tax_marker, self.tax_field)
        self.fill(root, "rondel", nations, state.marker, self.slot)

    def read_board(self, root: dict[str, Any]) -> None:
        """Factories, flags, units."""
        state = self.state
        state.factories = 0
        factories, flags = (
            _map(root, key, self.board.nation_ids) for key in ("factories", "flags")
        )
        units = _map(root, "units", self.board.nation_ids)
        for nation, id in enumerate(self.board.nation_ids):
            place = f"start.position.factories.{id}"
            state.factories |= self.regions(factories.get(id, []), place, self.board.home[nation])
            place = f"start.position.flags.{id}"
            state.flags[nation] = self.regions(flags.get(id, []), place, self.board.neutral)
            self.read_units(nation, units.get(id, {}), f"start.position.units.{id}")

    def read_units(self, nation: int, given: object, place: str) -> None:
        """The units of one nation (I-5, I-6)."""
        for region, counts in _object(given, place, tuple(self.board.region_ids)).items():
            if _is_extra(region):
                continue
            here = f"{place}.{region}"
            for key, count in _object(counts, here, tuple(UNIT_KEYS)).items():
                if not _is_extra(key):
                    self.place(nation, self.board.region_index[region], key, count, here)

    def place(self, nation: int, region: int, key: str, count: object, place: str) -> None:
        """Units of one kind in one region."""
        board, piece = self.board, UNIT_KEYS[key]
        abroad = board.owner[region] not in (NOBODY, nation)
        own_port = board.home[nation] & board.shipyards
        fits = {
            ARMY: region < board.land_count and not abroad,
            HOSTILE: abroad,
            FRIENDLY: abroad,
            FLEET: bool((board.seas | own_port) >> region & 1),
        }
        if not fits[piece]:
            told, id = "such units cannot stand there", self.state.nation_id(nation)
            values: dict[str, object] = {
                "nation": id,
                "region": board.region_ids[region],
                "units": key,
            }
            breach = Breach("position/unit_place", "R-CON-10", told, values)
            self.errors.append(RecordError(f"{place}.{key}", told, breach))
            return
        for _ in range(_whole(count, f"{place}.{key}", 0, 99)):
            self.state.count(nation, piece, 1)
            self.state.put(nation, region, piece)

    def read_turn(self, root: dict[str, Any]) -> None:
        """The nation on turn and the pending `choose_slot`."""
        state, place = self.state, "start.position.turn"
        turn = _object(root["turn"], place, ("round", "nation", "last_nation", "phase"))
        state.round = _whole(turn.get("round"), f"{place}.round", 1, MOST)
        state.nation = self.nation(turn.get("nation"), f"{place}.nation")
        if turn.get("last_nation") is not None:
            state.last_nation = self.nation(turn["last_nation"], f"{place}.last_nation")
        if turn.get("phase") != PHASES[decisions.SLOT]:
            raise RecordError(f"{place}.phase", "expected 'slot': play begins with a turn")
        for name, nation in (("nation", state.nation), ("last_nation", state.last_nation)):
            if nation != NOBODY and state.government[nation] == NOBODY:
                told = "that nation has no government"
                values: dict[str, object] = {"nation": state.nation_id(nation)}
                breach = Breach(f"position/turn_{name}", "R-TRN-2", told, values)
                self.errors.append(RecordError(f"{place}.{name}", told, breach))
        state.banks = flagless(state)
        if state.government[state.nation] == NOBODY:
            return
        state.ask_government(decisions.CHOOSE_SLOT)
        self.read_decision(root.get("decision"))
        if root.get("result") is not None:
            raise RecordError("start.position.result", "expected null: the game is not over")

    def read_decision(self, given: object) -> None:
        """If the pending decision is given it must be the one that follows."""
        if given is None:
            return
        place = "start.position.decision"
        decision = _object(given, place, ("decision", "actor", "nation", "context"))
        state = self.state
        expected: dict[str, Any] = {
            "decision": KINDS[decisions.CHOOSE_SLOT],
            "actor": self.players[state.actor],
            "nation": state.nation_id(state.nation),
            "context": {},
        }
        for key, value in expected.items():
            if key in decision and not _same(decision[key], value):
                raise RecordError(f"{place}.{key}", f"expected {shown(value)}")

    def check(self, root: dict[str, Any]) -> None:
        """The invariants a position must keep (Rules: section 10)."""
        banks = _list(
            root.get("swiss_banks", swiss_banks(self.state)), "start.position.swiss_banks"
        )
        if not _same(banks, swiss_banks(self.state)):
            expected = ", ".join(swiss_banks(self.state)) or "none"
            raise RecordError("start.position.swiss_banks", f"I-10: expected {expected}")
        faults = standing_faults(self.state)
        if faults:
            raise RecordError("start.position", "; ".join(map(str, faults)))

    # Values ------------------------------------------------------------------------------------

    def fill(
        self,
        root: dict[str, Any],
        key: str,
        ids: list[str],
        into: list[int],
        read: Callable[[object, str], int],
    ) -> None:
        """The numbers of nations or players; those that cannot be are left as they were."""
        given = _map(root, key, ids)
        for i, id in enumerate(ids):
            if id in given:
                try:
                    into[i] = read(given[id], f"start.position.{key}.{id}")
                except RecordError as error:
                    self.errors.append(error)

    def amount(self, value: object, place: str) -> int:
        """Money (I-1)."""
        return _whole(value, place, 0, MOST)

    def power(self, value: object, place: str) -> int:
        """Power points of a nation in a game that is not over."""
        return _whole(value, place, 0, self.rules.end_points - 1)

    def tax_field(self, value: object, place: str) -> int:
        """A field of the tax chart; 0 where no marker is used."""
        most = max(self.rules.tax_field) if self.rules.bonus_by_increase else 0
        return _whole(value, place, 0, most)

    def player(self, value: object, place: str) -> int:
        """A player, or null for none."""
        if value is None:
            return NOBODY
        if not isinstance(value, str) or value not in self.players:
            raise RecordError(place, f"expected a player or null, not {shown(value)}")
        return self.players.index(value)

    def nation(self, value: object, place: str) -> int:
        """A nation."""
        if not isinstance(value, str) or value not in self.board.nation_index:
            raise RecordError(place, f"expected a nation, not {shown(value)}")
        return self.board.nation_index[value]

    def slot(self, value: object, place: str) -> int:
        """A slot, or null before the first turn."""
        if value is None:
            return NOBODY
        if not isinstance(value, str) or value not in self.rules.slots:
            raise RecordError(place, f"expected a slot of the rondel or null, not {shown(value)}")
        return self.rules.slots.index(value)

    def regions(self, value: object, place: str, allowed: int) -> int:
        """A list of different regions among those allowed."""
        found = 0
        for id in _list(value, place):
            region = self.board.region_index.get(id) if isinstance(id, str) else None
            if region is None or not allowed >> region & 1:
                self.errors.append(RecordError(place, f"{shown(id)} cannot be there"))
            elif found >> region & 1:
                self.errors.append(RecordError(place, f"{shown(id)} is listed twice"))
            else:
                found |= 1 << region
        return found


def _breach_of(error: RecordError) -> Breach:
    if error.breach is not None:
        return error.breach
    return Breach("position/value", "", error.problem, {"place": _within(error.place)})


def _within(place: str) -> str:
    return place.removeprefix("start.position").removeprefix(".")


def _map(root: dict[str, Any], key: str, ids: list[str]) -> dict[str, Any]:
    return _object(root.get(key, {}), f"start.position.{key}", tuple(ids))


def _object(value: object, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(place, "expected an object")
    for key in value:
        if key not in keys and not _is_extra(key):
            raise RecordError(f"{place}.{key}", "this key is not expected here")
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(place, "expected a list")
    return value


def _whole(value: object, place: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        told = f"expected a whole number from {low} to {high}, not {shown(value)}"
        values: dict[str, object] = {"place": _within(place), "low": low, "high": high}
        raise RecordError(place, told, Breach("position/number", "", told, values))
    return value


def _is_extra(key: object) -> bool:
    return isinstance(key, str) and key.startswith("x_")


def _same(given: object, expected: object) -> bool:
    """Equality as in JSON: `true` is not 1."""
    if isinstance(given, dict) and isinstance(expected, dict):
        return given.keys() == expected.keys() and all(_same(given[k], expected[k]) for k in given)
    if isinstance(given, list) and isinstance(expected, list):
        return len(given) == len(expected) and all(map(_same, given, expected))
    return type(given) is type(expected) and given == expected
