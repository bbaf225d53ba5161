"""A small policy: every action is one entry, or two whose scores are added.

Of the many ids of a game most differ only in a detail: which of two stances moves, which canals
are asked for, which piece fights which. So an action has an entry for what it does and, where it
has such a detail, one for that; together they say which action it is. Nations are counted from the
one that an encoded position begins with, as the position itself counts them.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.model.actions import PIECES, ActionTable, split

PLAIN: Final = 0
"""The second entry of an action without detail."""


NO_ACTION: Final = -1
"""In place of the entries of an id that is never legal: an upgrade to a lower bond."""


class Part:
    """Entries of one kind of action."""

    def __init__(self, name: str, start: int, size: int, holds: str) -> None:
        self.name = name
        self.start = start
        """The first entry."""
        self.size = size
        """How many there are."""
        self.holds = holds
        """How they are counted."""


class Head:
    """The entries of one game."""

    def __init__(self, table: ActionTable) -> None:
        self.table = table
        self.parts: list[Part] = []
        """What the entries stand for, in order."""
        self.size = 0
        """How many entries there are."""
        self._layout(table)
        self._tables: list[list[int]] = [[] for _ in range(table.nations)]

    def _layout(self, table: ActionTable) -> None:
        board, values, nations = table.board, table.values, table.nations
        lands, seas = board.land_count, board.sea_count
        self._add("plain", 1, "no detail")
        self.stance = self._add(
            "details of army moves", table.variants, "stance, then canals asked for"
        )
        self.duel = self._add("details of army attacks", PIECES * PIECES, "own piece, then target")
        self.simple = self._add("draft to import", table.fleet_move, "as their ids")
        self.fleet_move = self._add(
            "fleet moves", table.fleet_attack - table.fleet_move, "as their ids"
        )
        self.fleet_attack = self._add("attacks at sea", seas * nations, "sea, then nation")
        self.consent = self._add("end of fleet step, consent", 3, "as their ids")
        self.arrival = self._add("attack on arrival", nations * PIECES, "nation, then piece")
        self.stay = self._add("stay, hostile, friendly", 3, "as their ids")
        self.ask = self._add("whom to ask", nations, "nation")
        self.demand = self._add("demand of battle", PIECES + 1, "as their ids")
        self.army_move = self._add("army moves", lands * lands, "origin, then end")
        self.army_attack = self._add("attacks on land", lands * nations, "region, then nation")
        self.rest = self._add(
            "stance, destruction, end of army step, flags",
            table.buy - table.set_stance,
            "as their ids",
        )
        self.buy = self._add("purchases", nations * values, "nation, then bond")
        self.upgrade = self._add(
            "upgrades", nations * _pairs(values), "nation, then new bond, then lower old bond"
        )
        self.invest_pass = self._add("no investment", 1, "as its id")

    def _add(self, name: str, size: int, holds: str) -> int:
        start = self.size
        self.parts.append(Part(name, start, size, holds))
        self.size += size
        return start

    # Ids to entries ------------------------------------------------------------------------------

    def entries(self, id: int, first: int) -> tuple[int, int]:
        """The entries of an action in a position that begins with the nation `first`.

        Raises: ValueError if there is no such id; a donation has no entries.
        """
        if not 0 <= id < self.table.size:
            raise ValueError(f"there are no entries for action {id}")
        packed = self.packed(first)[id]
        if packed == NO_ACTION:
            raise ValueError(f"action {id} is never legal")
        return packed // self.size, packed % self.size

    def packed(self, first: int) -> list[int]:
        """Id -> its first entry times `size`, plus its second; `NO_ACTION` if it has none."""
        known = self._tables[first]
        if not known:
            for id in range(self.table.size):
                known.append(self._packed(id, first))
        return known

    def _packed(self, id: int, first: int) -> int:
        table = self.table
        if table.upgrade <= id < table.invest_pass:
            _, old, new = table.split_upgrade(id)
            if old >= new:
                return NO_ACTION
        entry, detail = self._entries(id, first)
        return entry * self.size + detail

    def _entries(self, id: int, first: int) -> tuple[int, int]:
        table = self.table
        if table.army_move <= id < table.set_stance:
            return self._army_order(id, first)
        return self._entry(id, first), PLAIN

    def _army_order(self, id: int, first: int) -> tuple[int, int]:
        table = self.table
        if id < table.army_attack:
            pair, variant = split(id - table.army_move, table.variants)
            return self.army_move + pair, self.stance + variant
        region, own, enemy, target = table.split_army_attack(id)
        place = region * table.nations + self._turned(enemy, first)
        return self.army_attack + place, self.duel + own * PIECES + target

    def _entry(self, id: int, first: int) -> int:
        """The entry of an action without detail."""
        table = self.table
        if id < table.fleet_attack:
            return self.simple + id
        if id < table.fleet_done:
            return self.fleet_attack + self._turn(id - table.fleet_attack, 1, first)
        if id < table.arrival_attack:
            return self.consent + id - table.fleet_done
        if id < table.stay:
            return self.arrival + self._turn(id - table.arrival_attack, PIECES, first)
        if id < table.ask:
            return self.stay + id - table.stay
        if id < table.demand:
            return self.ask + self._turn(id - table.ask, 1, first)
        if id < table.army_move:
            return self.demand + id - table.demand
        return self._late_entry(id, first)

    def _late_entry(self, id: int, first: int) -> int:
        table = self.table
        if id < table.buy:
            return self.rest + id - table.set_stance
        if id < table.upgrade:
            return self.buy + self._turn(id - table.buy, table.values, first)
        if id < table.invest_pass:
            nation, old, new = table.split_upgrade(id)
            place = self._turned(nation, first) * _pairs(table.values)
            return self.upgrade + place + _pairs(new) + old
        return self.invest_pass

    def _turn(self, place: int, inner: int, first: int) -> int:
        """A place counted by nation and something inner, its nation counted from `first`."""
        rest, within = split(place, inner)
        outer, nation = split(rest, self.table.nations)
        return (outer * self.table.nations + self._turned(nation, first)) * inner + within

    def _turned(self, nation: int, first: int) -> int:
        return (nation - first) % self.table.nations

    # Entries to ids ------------------------------------------------------------------------------

    def id_of(self, entry: int, detail: int, first: int) -> int:
        """The action of two entries: the opposite of `entries`.

        Raises: ValueError if no action has them.
        """
        wanted = entry * self.size + detail
        for id, packed in enumerate(self.packed(first)):
            if packed == wanted:
                return id
        raise ValueError(f"no action has the entries {entry} and {detail}")


def _pairs(values: int) -> int:
    """How many pairs there are of so many values."""
    return values * (values - 1) // 2
