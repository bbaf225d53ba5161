"""Reading a choice from JSON: strict, key by key, with errors that name the place."""

from __future__ import annotations

from typing import Any

from rondel.engine import decisions
from rondel.engine.model.actions import (
    ARMY,
    FLEET,
    FRIENDLY,
    HOSTILE,
    PIECES,
    STANCES,
    UNITS,
    ActionTable,
    piece_json,
)
from rondel.engine.model.errors import shown

MOST = 1_000_000
"""Largest number a choice may hold."""


class Malformed(ValueError):
    """A choice that is no choice of its decision at all; says where and what was expected."""


def read_choice(table: ActionTable, kind: int, choice: object, nation: int, seat: int) -> int:
    """The id of a choice; the opposite of `ActionTable.choice_of`.

    Raises: Malformed if it is no choice of that decision in any position.
    """
    if not isinstance(choice, dict):
        raise Malformed(f"choice: expected an object, not {shown(choice)}")
    reader = ChoiceReader(table, choice)
    id = reader.read(kind, nation, seat)
    reader.finish()
    return id


class ChoiceReader:
    """Turns the JSON form of one choice into its id, key by key, refusing what is left over."""

    def __init__(self, table: ActionTable, choice: dict[Any, Any]) -> None:
        self.table = table
        self.board = table.board
        self.choice = choice
        self.used: set[str] = {key for key in choice if str(key).startswith("x_")}

    def read(self, kind: int, nation: int, seat: int) -> int:
        """The id of the choice in a decision of this kind."""
        table = self.table
        match kind:
            case decisions.DRAFT_BOND:
                if self.has("pass"):
                    return self.flagged("pass", table.draft_pass)
                return table.draft_value + self.bond("value")
            case decisions.CHOOSE_SLOT:
                return table.slot + self.one_of("slot", table.slots)
            case decisions.SWISS_FORCE:
                return table.force if self.boolean("force") else table.no_force
            case decisions.BUILD_FACTORY:
                if self.has("decline"):
                    return self.flagged("decline", table.decline)
                return table.build + self.province("province")
            case decisions.PRODUCE:
                for word, id in (("all", table.produce_all), ("done", table.produce_done)):
                    if self.has(word):
                        return self.flagged(word, id)
                return table.produce + self.province("province")
            case decisions.IMPORT_UNIT:
                if self.has("done"):
                    return self.flagged("done", table.import_done)
                province = self.province("province")
                return table.imports + 2 * province + self.one_of("unit", list(UNITS))
            case decisions.FLEET_ORDER:
                return self.fleet_order(nation)
            case decisions.CANAL_CONSENT:
                return table.allow if self.boolean("allow") else table.deny
            case decisions.ARRIVAL:
                return self.arrival()
            case decisions.ASK_NEXT:
                return table.ask + self.nation("nation")
            case decisions.BATTLE_DEMAND:
                if not self.boolean("demand"):
                    return table.no_demand
                return table.demand + self.piece("with")
            case decisions.ARMY_ORDER:
                return self.army_order(nation)
            case decisions.PLACE_FLAG:
                return table.flag + self.flag_region("region") - self.board.home_count
            case decisions.INVEST:
                return self.invest()
            case _:
                amount = self.integer("amount")
                if amount < 1:
                    raise Malformed(f"choice.amount: expected 1 or more, not {amount}")
                return table.donate_id(seat, self.nation("nation"), amount)

    def fleet_order(self, nation: int) -> int:
        """The id of a `fleet_order`."""
        table = self.table
        match self.word("order", ["move", "attack", "done"]):
            case "done":
                return table.fleet_done
            case "attack":
                sea = self.sea("region")
                self.own_unit("own", nation, [FLEET])
                enemy, _ = self.unit("target", [FLEET])
                return table.fleet_attack + (sea - self.board.land_count) * table.nations + enemy
            case _:
                origin, target = self.region("from"), self.sea("to")
                if self.board.home_count <= origin < self.board.land_count:
                    raise Malformed("choice.from: expected a sea or a home province with a port")
                self.canal(origin, target)
                return table.fleet_moves(origin, 1 << target)[0]

    def canal(self, origin: int, target: int) -> None:
        """Reads `canal`, which must name the canal between the two seas, if there is one."""
        found = self.board.canal_between.get(1 << origin | 1 << target)
        if found is None:
            return
        expected = self.board.canals[found].id
        if self.take("canal") != expected:
            raise Malformed(f"choice.canal: expected {expected!r}, the canal between these seas")

    def arrival(self) -> int:
        """The id of an `arrival`."""
        table = self.table
        word = self.word("choice", ["attack", "stay", "hostile", "friendly"])
        if word == "attack":
            enemy, piece = self.unit("target", [ARMY, HOSTILE, FRIENDLY, FLEET])
            return table.arrival_attack + enemy * PIECES + piece
        return table.stay + ("stay", *STANCES.values()).index(word)

    def army_order(self, nation: int) -> int:
        """The id of an `army_order`."""
        table = self.table
        words = ["move", "attack", "set_stance", "destroy_factory", "done"]
        match self.word("order", words):
            case "done":
                return table.army_done
            case "destroy_factory":
                return table.destroy + self.province("province")
            case "set_stance":
                province = self.province("province")
                return table.set_stance + 2 * province + self.one_of("to", list(STANCES.values()))
            case "attack":
                region = self.land("region")
                pieces = [ARMY, HOSTILE, FRIENDLY, FLEET]
                own = self.own_unit("own", nation, pieces)
                enemy, target = self.unit("target", pieces)
                return table.army_attack_id(region, own, enemy, target)
            case _:
                origin, end = self.land("from"), self.land("to")
                stance = self.stance() if self.has("stance") else 0
                return table.army_moves(origin, 1 << end, stance, self.canals())[0]

    def stance(self) -> int:
        """The stance that tells the army meant from others there."""
        return HOSTILE + self.one_of("stance", list(STANCES.values()))

    def canals(self) -> int:
        """The number of the sequence in `canals`, 0 where it is left out."""
        if not self.has("canals"):
            return 0
        given = self.take("canals")
        ids = [c.id for c in self.board.canals]
        for number, sequence in enumerate(self.table.sequences):
            if sequence and given == [ids[c] for c in sequence]:
                return number
        raise Malformed(f"choice.canals: expected a list of canals, not {shown(given)}")

    def invest(self) -> int:
        """The id of an `invest`."""
        table = self.table
        match self.word("choice", ["buy", "upgrade", "pass"]):
            case "pass":
                return table.invest_pass
            case "buy":
                return table.buy + self.nation("nation") * table.values + self.bond("value")
            case _:
                nation = self.nation("nation")
                return table.upgrade_id(nation, self.bond("from"), self.bond("to"))

    # Keys --------------------------------------------------------------------------------------

    def has(self, key: str) -> bool:
        """Whether the choice has this key."""
        return key in self.choice

    def take(self, key: str) -> Any:
        """The value of a key that must be there."""
        if key not in self.choice:
            raise Malformed(f"choice.{key}: missing")
        self.used.add(key)
        return self.choice[key]

    def finish(self) -> None:
        """Refuses keys that nothing asked for."""
        for key in self.choice:
            if key not in self.used:
                raise Malformed(f"choice.{key}: not expected here")

    def flagged(self, key: str, id: int) -> int:
        """`id`, if the value of `key` is `true`."""
        if self.take(key) is not True:
            raise Malformed(f"choice.{key}: expected true")
        return id

    def boolean(self, key: str) -> bool:
        """A value that must be `true` or `false`."""
        value = self.take(key)
        if not isinstance(value, bool):
            raise Malformed(f"choice.{key}: expected true or false, not {shown(value)}")
        return value

    def integer(self, key: str) -> int:
        """A value that must be a whole number."""
        value = self.take(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Malformed(f"choice.{key}: expected a whole number, not {shown(value)}")
        if not 0 <= value <= MOST:
            raise Malformed(f"choice.{key}: expected a number from 0 to {MOST}")
        return value

    def one_of(self, key: str, words: list[str]) -> int:
        """The position of a value among the words allowed."""
        value = self.take(key)
        if not isinstance(value, str) or value not in words:
            allowed = ", ".join(words)
            raise Malformed(f"choice.{key}: expected one of {allowed}, not {shown(value)}")
        return words.index(value)

    def word(self, key: str, words: list[str]) -> str:
        """A value that must be one of the words allowed."""
        return words[self.one_of(key, words)]

    def bond(self, key: str) -> int:
        """The bond of a face value."""
        value = self.integer(key)
        if value not in self.table.bonds.index:
            allowed = ", ".join([str(v) for v in self.table.bonds.values])
            raise Malformed(f"choice.{key}: expected one of {allowed}, not {value}")
        return self.table.bonds.index[value]

    def nation(self, key: str) -> int:
        """A nation of this game."""
        return self.one_of(key, self.board.nation_ids)

    def region(self, key: str) -> int:
        """Any region of this game."""
        value = self.take(key)
        if not isinstance(value, str) or value not in self.board.region_index:
            raise Malformed(f"choice.{key}: expected a region of this game, not {shown(value)}")
        return self.board.region_index[value]

    def province(self, key: str) -> int:
        """A home province."""
        return self._within(key, 0, self.board.home_count, "a home province")

    def land(self, key: str) -> int:
        """A land space."""
        return self._within(key, 0, self.board.land_count, "a land space")

    def sea(self, key: str) -> int:
        """A sea region."""
        return self._within(key, self.board.land_count, self.board.region_count, "a sea region")

    def flag_region(self, key: str) -> int:
        """A region that can carry a flag."""
        return self._within(
            key, self.board.home_count, self.board.region_count, "a neutral land or sea region"
        )

    def _within(self, key: str, low: int, high: int, what: str) -> int:
        region = self.region(key)
        if not low <= region < high:
            id = self.board.region_ids[region]
            raise Malformed(f"choice.{key}: expected {what}, and {id!r} is none")
        return region

    def piece(self, key: str) -> int:
        """A unit described without its nation, as in `with`."""
        given = self.take(key)
        if not isinstance(given, dict):
            raise Malformed(f"choice.{key}: expected an object, not {shown(given)}")
        for piece in range(PIECES):
            if given == piece_json(piece):
                return piece
        raise Malformed(f"choice.{key}: expected unit army or fleet, and stance where needed")

    def unit(self, key: str, pieces: list[int]) -> tuple[int, int]:
        """A unit described with its nation, of one of the kinds allowed."""
        given = self.take(key)
        if not isinstance(given, dict):
            raise Malformed(f"choice.{key}: expected an object, not {shown(given)}")
        name = given.get("nation")
        if not isinstance(name, str) or name not in self.board.nation_index:
            raise Malformed(f"choice.{key}.nation: expected a nation, not {shown(name)}")
        rest = {k: v for k, v in given.items() if k != "nation"}
        for piece in pieces:
            if rest == piece_json(piece):
                return self.board.nation_index[name], piece
        raise Malformed(f"choice.{key}: expected a unit that can fight there, not {shown(rest)}")

    def own_unit(self, key: str, nation: int, pieces: list[int]) -> int:
        """A unit of the nation the decision is about."""
        given, piece = self.unit(key, pieces)
        if given != nation:
            expected = self.board.nation_ids[nation]
            raise Malformed(f"choice.{key}.nation: expected {expected!r}, the active nation")
        return piece
