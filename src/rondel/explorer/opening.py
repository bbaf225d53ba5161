"""What a game shows of its opening: for every seat what it began with, chose first, and got."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from rondel.engine import EventTold, Game
from rondel.engine.shapes import Result

ROUNDS: Final = 3
"""Rounds in which a first bond is looked for."""

SPACES: Final = 2
"""Spaces of a nation that are told."""

EXACT: Final = 10_000
"""Shares are kept as whole numbers of so many, so that sums do not depend on their order."""

WIN: Final = 60
"""A win; it can be shared by two to six."""


@dataclass
class SeatOpening:
    """The opening of one player, without the name."""

    bonds: list[tuple[str, int]] = field(default_factory=list)
    """What was dealt or drafted: nation and value."""
    card: str | None = None
    """The flag card that was dealt."""
    governs: list[str] = field(default_factory=list)
    """Nations governed after the set-up."""
    spaces: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Nation governed from the start → its first spaces, each with what was chosen there."""
    bond: tuple[str, int] | None = None
    """The first bond bought after the set-up, or what a bond was raised to."""
    share: int = 0
    """Part of all points at the end, of `EXACT`."""
    won: int = 0
    """`WIN` for a win, a part of it for a shared one."""

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @staticmethod
    def from_json(value: dict[str, Any]) -> SeatOpening:
        """The opposite of `to_json`."""
        spaces = {nation: [(a, b) for a, b in found] for nation, found in value["spaces"].items()}
        bonds = [(nation, value) for nation, value in value["bonds"]]
        bond = None if value["bond"] is None else (value["bond"][0], value["bond"][1])
        known = {**value, "spaces": spaces, "bonds": bonds, "bond": bond}
        return SeatOpening(**known)


def read_openings(game: Game, ids: Iterable[int], result: Result) -> list[SeatOpening]:
    """The openings of all seats, from a game before its first decision and what followed.

    Only as many decisions are carried out as belong to the opening.
    """
    reader = _Reader(game)
    for id in ids:
        reader.hear(event.to_json() for event in game.apply(game.action(id)))
        if reader.over:
            break
    return reader.ended(result)


class _Reader:
    """Follows a game by its events."""

    def __init__(self, game: Game) -> None:
        self.actions = dict(zip(game.rules.slots, game.rules.slot_actions, strict=True))
        self.seats = {player: SeatOpening() for player in game.players}
        self.government: dict[str, str] = {}
        self.first: dict[str, str] = {}
        """Nation → who governed it after the set-up, for as long as he does."""
        self.nation = ""
        """Whose turn it is; empty before the first."""
        self.over = False
        for player, cards in game.start.get("deal", {}).items():
            self.seats[player].card = cards[0]
        self.hear(event.to_json() for event in game.opening)

    def hear(self, events: Iterable[EventTold]) -> None:
        """Takes in what happened."""
        for told in events:
            match told["event"]:
                case "turn_started":
                    self._begin_turn(told["nation"], told["round"])
                case "government_changed":
                    self._change(told["nation"], told["after"])
                case "bond_bought":
                    self._buy(told["player"], told["nation"], told["value"])
                case "bond_upgraded":
                    self._buy(told["player"], told["nation"], told["new"])
                case "marker_placed" | "marker_moved":
                    self._stop(told["nation"], told["slot"])
                case "factory_built":
                    self._note(told["region"])
                case "unit_imported":
                    self._note_unit(told["unit"])
                case _:
                    pass

    def _begin_turn(self, nation: str, round: int) -> None:
        if not self.nation:
            self.first = dict(self.government)
            for one, player in self.first.items():
                self.seats[player].governs.append(one)
        self.nation = nation
        self.over = round > ROUNDS

    def _change(self, nation: str, player: str) -> None:
        self.government[nation] = player
        if self.nation:
            self.first.pop(nation, None)

    def _buy(self, player: str, nation: str, value: int) -> None:
        seat = self.seats[player]
        if not self.nation:
            seat.bonds.append((nation, value))
            return
        if self.first.get(self.nation) == player:
            self._note(f"{nation}:{value}")
        if seat.bond is None and not self.over:
            seat.bond = (nation, value)

    def _stop(self, nation: str, slot: str) -> None:
        """A marker came to a space; where another governs by now, nothing is told any more."""
        player = self.first.get(nation)
        if player is None:
            return
        spaces = self.seats[player].spaces.setdefault(nation, [])
        if len(spaces) < SPACES:
            spaces.append((self.actions[slot], ""))
        else:
            self.first.pop(nation)

    def _note(self, detail: str) -> None:
        """What was chosen on the space, the first of it if there is more."""
        player = self.first.get(self.nation)
        spaces = self.seats[player].spaces.get(self.nation) if player else None
        if spaces and not spaces[-1][1]:
            spaces[-1] = (spaces[-1][0], detail)

    def _note_unit(self, unit: str) -> None:
        """Units that are imported are counted together: armies, fleets."""
        player = self.first.get(self.nation)
        spaces = self.seats[player].spaces.get(self.nation) if player else None
        if not spaces:
            return
        armies, fleets = map(int, (spaces[-1][1] or "0+0").split("+"))
        armies, fleets = armies + (unit == "army"), fleets + (unit == "fleet")
        spaces[-1] = (spaces[-1][0], f"{armies}+{fleets}")

    def ended(self, result: Result) -> list[SeatOpening]:
        """The openings with how the game ended for each."""
        scores = {player: max(0, score) for player, score in result["scores"].items()}
        total, first = sum(scores.values()), result["ranking"][0]
        for player, seat in self.seats.items():
            part = scores[player] / total if total else 1 / len(scores)
            seat.share = round(part * EXACT)
            seat.won = WIN // len(first) if player in first else 0
        return list(self.seats.values())
