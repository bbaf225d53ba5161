"""A Maneuver followed move by move: what each decision must offer, told from snapshots alone.

Only what a snapshot does not show is remembered here: which units have not moved, which canals
were refused, which armies were convoyed.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import rondel
from tests.atlas import Atlas
from tests.engine.army_steps import ArmyStep

Choice = dict[str, Any]
PIECES = {
    "armies": "army",
    "hostile_armies": "army",
    "friendly_armies": "army",
    "fleets": "fleet",
}
"""Key of a snapshot -> unit."""
STANCE = {"hostile": "hostile_armies", "friendly": "friendly_armies"}
KEYS = {key: stance for stance, key in STANCE.items()}


class Maneuver:
    """One Maneuver of one nation from its first decision on."""

    def __init__(self, atlas: Atlas, game: rondel.Game) -> None:
        self.atlas = atlas
        self.game = game
        self.nation: str = game.snapshot()["turn"]["nation"]
        own = self.units()[self.nation]
        self.unmoved = Counter({(s, key): n for s in own for key, n in own[s].items()})
        self.refused: set[tuple[str, str]] = set()
        self.step: ArmyStep | None = None

    def units(self) -> dict[str, dict[str, dict[str, int]]]:
        """All units on the board."""
        return cast(dict[str, dict[str, dict[str, int]]], self.game.snapshot()["units"])

    def others(self) -> list[str]:
        """The inactive nations in the order of asking (R-BAT-8)."""
        at = self.atlas.nations.index(self.nation)
        return self.atlas.nations[at + 1 :] + self.atlas.nations[:at]

    def is_abroad(self, space: str) -> bool:
        """Whether a space is a home province of another nation."""
        return self.atlas.owner.get(space, self.nation) != self.nation

    def pieces(self, nation: str, space: str) -> dict[str, Choice]:
        """Key of a snapshot -> the unit as R-DEC-1 names it, for the units in a space."""
        here = self.units()[nation].get(space, {})
        mixed = set(STANCE.values()) <= set(here)
        return {
            key: {"unit": PIECES[key]} | ({"stance": KEYS[key]} if mixed and key in KEYS else {})
            for key in here
        }

    def factories(self, nation: str) -> set[str]:
        """`U(n)`: the unoccupied factories of a nation (R-CON-13)."""
        standing = self.game.snapshot()["factories"][nation]
        armies = self.units().values()
        return {p for p in standing if not any("hostile_armies" in a.get(p, {}) for a in armies)}

    def is_last(self, province: str) -> bool:
        """Whether a province is the last unoccupied factory of its nation (R-HOM-5)."""
        return self.factories(self.atlas.owner[province]) == {province}

    # What is legal ------------------------------------------------------------------------------

    def expected(self) -> list[Choice]:
        """Every legal choice of the pending decision, in no particular order."""
        assert self.game.decision is not None
        match self.game.decision.kind:
            case "fleet_order":
                return [*self.fleet_moves(), *self.sea_attacks(), {"order": "done"}]
            case "army_order":
                return [*self.army_moves(), *self.land_attacks(), *self.stances(), *self.burnings(),
                        {"order": "done"}]  # fmt: skip
            case "arrival":
                return self.arrival(self.game.decision.context["place"])
            case "battle_demand":
                nation, place = self.game.decision.nation, self.game.decision.context["place"]
                assert nation is not None
                given = self.pieces(nation, place).values()
                return [*({"demand": True, "with": piece} for piece in given), {"demand": False}]
            case other:
                raise AssertionError(f"{other} is not followed here")

    def fleet_moves(self) -> list[Choice]:
        """R-FLT-1, R-FLT-2, R-CAN-5."""
        found: list[Choice] = []
        for space, key in +self.unmoved:
            if key != "fleets":
                continue
            if space in self.atlas.port_sea:
                found.append({"order": "move", "from": space, "to": self.atlas.port_sea[space]})
                continue
            ends = sorted(self.atlas.sea_of[space])
            found += [{"order": "move", "from": space, "to": end} for end in ends]
            for canal, seas in self.atlas.canals.items():
                if space in seas and (space, canal) not in self.refused:
                    (end,) = set(seas) - {space}
                    found.append({"order": "move", "from": space, "to": end, "canal": canal})
        return found

    def sea_attacks(self) -> list[Choice]:
        """R-BAT-5 in the fleet step."""
        at_sea = [s for s, key in +self.unmoved if key == "fleets" and s in self.atlas.seas]
        return [
            self.attack(sea, {"unit": "fleet"}, nation, {"unit": "fleet"})
            for sea in at_sea
            for nation in self.others()
            if sea in self.units()[nation]
        ]

    def attack(self, region: str, own: Choice, nation: str, target: Choice) -> Choice:
        """The order to attack in place."""
        named = {"own": {"nation": self.nation, **own}, "target": {"nation": nation, **target}}
        return {"order": "attack", "region": region, **named}

    def army_moves(self) -> list[Choice]:
        """R-ARM-2, R-CVY-6, R-CAN-7, the stance named where R-DEC-1 says so."""
        if self.step is None:
            self.step = ArmyStep(self.atlas, self.game)
        found: list[Choice] = []
        for origin, end, canals in self.step.orders(self.game):
            move = {"order": "move", "from": origin, "to": end}
            crossing = {"canals": list(canals)} if canals else {}
            for key, piece in self.pieces(self.nation, origin).items():
                if key != "fleets" and self.unmoved[origin, key] > 0:
                    found.append(
                        move | {k: v for k, v in piece.items() if k == "stance"} | crossing
                    )
        return found

    def land_attacks(self) -> list[Choice]:
        """R-BAT-2, R-BAT-5 in the army step."""
        return [
            self.attack(space, own, nation, target)
            for space in {s for s, _ in +self.unmoved if s in self.atlas.lands}
            for key, own in self.pieces(self.nation, space).items()
            if self.unmoved[space, key] > 0
            for nation in self.others()
            for target in self.pieces(nation, space).values()
        ]

    def stances(self) -> list[Choice]:
        """R-HOM-8."""
        turned = {"hostile_armies": "friendly", "friendly_armies": "hostile"}
        return [
            {"order": "set_stance", "province": space, "to": turned[key]}
            for space, key in +self.unmoved
            if key == "hostile_armies" or (key == "friendly_armies" and not self.is_last(space))
        ]

    def burnings(self) -> list[Choice]:
        """R-DES-1."""
        units, found = self.units(), []
        for space, here in units[self.nation].items():
            owner = self.atlas.owner.get(space, self.nation)
            if owner == self.nation or sum(here.values()) < 3 or space in units[owner]:
                continue
            if space in self.game.snapshot()["factories"][owner] and not self.is_last(space):
                found.append({"order": "destroy_factory", "province": space})
        return found

    def arrival(self, place: str) -> list[Choice]:
        """R-BAT-4, R-HOM-1, R-HOM-5."""
        found: list[Choice] = [
            {"choice": "attack", "target": {"nation": nation, **target}}
            for nation in self.others()
            for target in self.pieces(nation, place).values()
        ]
        if not self.is_abroad(place):
            return [*found, {"choice": "stay"}]
        if not self.is_last(place):
            found.append({"choice": "hostile"})
        return [*found, {"choice": "friendly"}]

    # Following what is done ---------------------------------------------------------------------

    def key_of(self, space: str, piece: Choice) -> str:
        """The key in a snapshot of an own unit named in an order."""
        if piece.get("unit") == "fleet":
            return "fleets"
        if "stance" in piece:
            return STANCE[piece["stance"]]
        (key,) = [k for k in self.units()[self.nation][space] if k != "fleets"]
        return key

    def note(self, choice: Choice) -> None:
        """Remembers an order just before it is carried out."""
        match choice["order"]:
            case "move" if choice["to"] in self.atlas.seas:
                self.use_up(choice["from"], "fleets")
            case "move":
                assert self.step is not None
                key = self.key_of(choice["from"], choice)
                self.step.book(
                    self.game, (choice["from"], choice["to"], tuple(choice.get("canals", ())))
                )
                self.unmoved[choice["from"], key] -= 1
            case "attack":
                self.use_up(choice["region"], self.key_of(choice["region"], choice["own"]))
            case "set_stance":
                turned = {"hostile": "friendly_armies", "friendly": "hostile_armies"}
                self.use_up(choice["province"], turned[choice["to"]])
            case "destroy_factory":
                self.lose_three(choice["province"])
            case _:
                pass

    def use_up(self, space: str, key: str) -> None:
        """One unit counts as moved, or is gone."""
        self.unmoved[space, key] -= 1
        if key != "fleets" and self.step is not None:
            self.step.unmoved[space] -= 1

    def lose_three(self, province: str) -> None:
        """R-DES-2: moved armies before unmoved ones, then friendly before hostile."""
        here = self.units()[self.nation][province]
        moved = sum(here.values()) - sum(self.unmoved[province, key] for key in here)
        for _ in range(3 - min(3, moved)):
            friendly = self.unmoved[province, "friendly_armies"] > 0
            self.use_up(province, "friendly_armies" if friendly else "hostile_armies")
