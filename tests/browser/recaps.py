"""What the card "Since your last decision" has to say, worked out from the engine alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rondel
from rondel.engine import Action

Json = dict[str, Any]

MOST = 5
"""Lines of the card."""


@dataclass
class Since:
    """A game, and what has changed in it since the last decision of a player."""

    game: rondel.Game
    player: str
    entries: int
    """The number of that decision."""
    rounds: list[int]
    """The rounds of the turns of nations that have begun since."""
    changes: Json

    @staticmethod
    def of(game: rondel.Game, player: str, viewer: str | None = None) -> Since | None:
        """None if the player has not decided yet."""
        own = [i for i, one in enumerate(game.actions(), 1) if is_decision_of(player, one)]
        return Since.entry(game, player, own[-1], viewer) if own else None

    @staticmethod
    def entry(game: rondel.Game, player: str, entries: int, viewer: str | None) -> Since:
        """What has changed since a moment."""
        before, actions = game.at(entries), game.actions()
        # The decision itself may have begun the next turn, and the last entry the present one.
        last = game.at(entries - 1).apply(actions[entries - 1].to_json())
        told, after = [last], before.copy()
        told += [after.apply(action.to_json()) for action in actions[entries:]]
        starts = [one.to_json() for events in told[:-1] for one in events]
        rounds = [one["round"] for one in starts if one["event"] == "turn_started"]
        between = [event for events in told[1:] for event in events]
        return Since(game, player, entries, rounds, dict(after.changes(before, between, viewer)))

    @property
    def turns(self) -> int:
        """Turns of nations that have begun since."""
        return len(self.rounds)


def is_decision_of(player: str, action: Action) -> bool:
    """Gifts are no decisions."""
    return action.player == player and action.kind != "donate"


Line = tuple[str, str]
"""What a line says, and the figure at its end."""


class Teller:
    """Says in English what has changed for a player."""

    def __init__(self, since: Since, words: Json) -> None:
        self.changes = since.changes
        self.player = since.player
        self.words = words
        self.flag = "tax chip" if since.game.rules.game == "imperial" else "flag"
        governments = since.game.snapshot()["governments"]
        self.mine = [n for n in words["nations"] if governments.get(n) == since.player]

    def lines(self) -> list[Line]:
        """The lines of the card, in order."""
        kinds: list[Callable[[], list[Line]]] = [
            self.governments,
            self.cash,
            self.losses,
            self.gains,
            self.power,
            self.investments,
        ]
        return fitted([kind() for kind in kinds])

    def named(self, nation: str) -> str:
        """A nation in a sentence."""
        short: str = self.words["nations"][nation]["short"]
        return f"the {short}" if nation == "usa" else short

    def short(self, nation: str) -> str:
        """A nation in a figure."""
        short: str = self.words["nations"][nation]["short"]
        return short

    def places(self, regions: list[str]) -> str:
        """Regions, one after the other."""
        return ", ".join(self.words["regions"][region]["name"] for region in regions)

    def governments(self) -> list[Line]:
        """One's own first."""
        passed = self.changes["governments"].items()
        own = [one for one in passed if self.player in (one[1]["before"], one[1]["after"])]
        return [
            (self.passed(nation, change), "government")
            for nation, change in [*own, *[one for one in passed if one not in own]]
        ]

    def passed(self, nation: str, change: Json) -> str:
        """Who took it from whom."""
        before, after = change["before"], change["after"]
        credit = f"{change['credit_after']} M"
        credits = f"{credit} to {change['credit_before']} M"
        name = self.named(nation)
        if after is None:
            return f"Nobody governs {name} anymore"
        if after == self.player:
            return f"You took {name}, {credits if before else credit}"
        if before == self.player:
            return f"You lost {name} to {after}, {credits}"
        took = f"{after} took {name}"
        return f"{took} from {before}, {credits}" if before else f"{took}, {credit}"

    def cash(self) -> list[Line]:
        """One's own."""
        change = self.changes["cash"].get(self.player)
        if change is None:
            return []
        names = {
            "bond_bought": "bonds",
            "bond_upgraded": "bonds",
            "bonus_paid": "bonus",
            "donated": "gifts",
            "interest_paid": "interest",
            "investor_paid": "investor card",
            "rondel_paid": "steps",
        }
        sums: dict[str, int] = {}
        for source in self.changes["sources"][self.player]:
            name = names[source["event"]]
            if source["event"] == "interest_paid" and source["amount"] < 0:
                name = "interest for others"
            sums[name] = sums.get(name, 0) + source["amount"]
        told = ", ".join(f"{name} {amount} M".replace("-", "−") for name, amount in sums.items())
        return [(capital(told), f"your cash {change['before']} → {change['after']} M")]

    def tax(self, nation: str, label: str) -> str:
        """The tax revenue of a nation, if it differs."""
        change = self.changes["revenue"].get(nation)
        return f"{label} {change['before']} → {change['after']} M" if change else ""

    def losses(self) -> list[Line]:
        """What the player's nations have lost."""
        return [
            (capital(text), self.tax(nation, "tax"))
            for nation in self.mine
            for text in (*self.flags_lost(nation), *self.units_lost(nation))
        ]

    def flags_lost(self, nation: str) -> list[str]:
        """To whom and where."""
        lost = [one["region"] for one in self.changes["flags"]["lost"] if one["nation"] == nation]
        takers: dict[str, list[str]] = {}
        for one in self.changes["flags"]["won"]:
            if one["region"] in lost:
                takers.setdefault(one["nation"], []).append(one["region"])
        return [
            f"{self.named(taker)} took your "
            f"{self.flag if len(taken) == 1 else f'{len(taken)} {self.flag}s'}: "
            f"{self.places(taken)}"
            for taker, taken in takers.items()
        ]

    def units_lost(self, nation: str) -> list[str]:
        """How many and where."""
        lost = [one for one in self.changes["units"]["lost"] if one["nation"] == nation]
        counts = {kind: sum(one["unit"] == kind for one in lost) for kind in ("army", "fleet")}
        names = {"army": ("army", "armies"), "fleet": ("fleet", "fleets")}
        units = [f"{n} {names[kind][n > 1]}" for kind, n in counts.items() if n]
        regions = list(dict.fromkeys(one["region"] for one in lost))
        return [f"You lost {', '.join(units)}: {self.places(regions)}"] if lost else []

    def gains(self) -> list[Line]:
        """What others have put and built."""
        counts: dict[str, int] = {}
        for one in self.changes["flags"]["won"]:
            if one["nation"] not in self.mine:
                counts[one["nation"]] = counts.get(one["nation"], 0) + 1
        return [*self.flags_put(counts), *self.built()]

    def flags_put(self, counts: dict[str, int]) -> list[Line]:
        """All of them in one line, the most first."""
        if not counts:
            return []
        most = sorted(counts, key=lambda nation: -counts[nation])
        first, *rest = most
        flags = f"{counts[first]} {self.flag}{'s' * (counts[first] > 1)}"
        told = [f"{self.named(first)} put {flags}"]
        told += [f"{self.named(nation)} {counts[nation]}" for nation in rest]
        revenue = self.changes["revenue"]
        by = {n: abs(one["after"] - one["before"]) for n, one in revenue.items()}
        richest = sorted(most, key=lambda nation: -by.get(nation, 0))[0]
        return [(capital(", ".join(told)), self.tax(richest, f"tax {self.short(richest)}"))]

    def built(self) -> list[Line]:
        """A line for each nation."""
        every = self.changes["factories"]["built"]
        built = [one for one in every if one["nation"] not in self.mine]
        lines: list[Line] = []
        for nation in dict.fromkeys(one["nation"] for one in built):
            regions = [one["region"] for one in built if one["nation"] == nation]
            count = self.changes["factory_count"].get(nation)
            figure = f"factories {count['before']} → {count['after']}" if count else ""
            lines.append((capital(f"{self.named(nation)} built: {self.places(regions)}"), figure))
        return lines

    def power(self) -> list[Line]:
        """Who has taxed."""
        power = self.changes["power"]
        if not power:
            return []
        sums: dict[str, int] = {}
        for one in self.changes["bonuses"]:
            sums[one["player"]] = sums.get(one["player"], 0) + one["amount"]
        told = ", ".join(self.named(nation) for nation in power) + " taxed"
        told = ", ".join([told, *[f"{player} got {amount} M" for player, amount in sums.items()]])
        figures = ", ".join(f"{one['before']} → {one['after']}" for one in power.values())
        return [(capital(told), f"power {figures}")]

    def investments(self) -> list[Line]:
        """Who holds more than before."""
        told, investors = list[str](), set[str]()
        for player, bonds in self.changes["bonds"].items():
            for nation, change in bonds.items():
                if player != self.player and sum(change["after"]) > sum(change["before"]):
                    told.append(f"{self.short(nation)} {sum(change['after'])} M {player}")
                    investors.add(player)
        counted = {1: "one", 2: "two", 3: "three"}.get(len(investors), str(len(investors)))
        return [(", ".join(told), f"{counted} invested")] if told else []


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def fitted(kinds: list[list[Line]]) -> list[Line]:
    """At most five lines: the last two of the lightest kind that has several become one."""
    lines = [line for kind in kinds for line in kind]
    several = [kind for kind in kinds if len(kind) > 1]
    if len(lines) <= MOST or not several:
        return lines[:MOST]
    *rest, (text, figure), (more, other) = several[-1]
    figures = [one for one in dict.fromkeys((figure, other)) if one]
    together = [*rest, (f"{text}; {more}", ", ".join(figures))]
    return fitted([together if kind is several[-1] else kind for kind in kinds])


def count_of(changes: Json) -> int:
    """How many changes the whole list has."""
    figures = ["rondel", "governments", "treasuries", "revenue", "power"]
    figures += ["factory_count", "flag_count", "armies", "fleets", "cash"]
    ways = {
        (one["nation"], one["unit"], one["from"], one["to"], one["way"])
        for one in changes["units"]["moved"]
    }
    bonds = sum(len(nations) for nations in changes["bonds"].values())
    return sum(len(changes[key]) for key in figures) + len(ways) + bonds
