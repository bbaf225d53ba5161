"""A position as one player sees it, with the words to tell it."""

from __future__ import annotations

from rich.text import Text

from rondel.cli.texts import Texts
from rondel.engine import Action, Game, shapes
from rondel.records import Narrator

COLOURS = {
    "russia": "magenta",
    "china": "yellow",
    "india": "white",
    "brazil": "green",
    "usa": "red",
    "europe": "blue",
    "austria_hungary": "yellow",
    "italy": "green",
    "france": "blue",
    "great_britain": "red",
    "german_empire": "bright_black",
}
"""The colours of the pieces, as near as a terminal comes."""

HIDDEN = "•••"
UNIT_MARKS = {
    "armies": ("army_short", ""),
    "hostile_armies": ("army_short", "!"),
    "friendly_armies": ("army_short", "="),
    "fleets": ("fleet_short", ""),
}
"""Kind of unit in a snapshot -> its letter and the mark of its stance."""


class Scene:
    """What one player sees."""

    def __init__(
        self, game: Game, narrator: Narrator, texts: Texts, viewer: str | None, wide: bool = True
    ) -> None:
        self.game = game
        self.narrator = narrator
        self.texts = texts
        self.viewer = viewer
        """The player who looks; None sees everything."""
        self.wide = wide
        """Whether there is room for air between columns."""
        self.now = game.snapshot(viewer)
        """The snapshot."""
        self.facts = game.facts(viewer)
        """What helps to judge the position."""
        self.nations: list[str] = game.rules.board.nation_ids

    def say(self, message: str, /, **values: str | int) -> str:
        """A message of the command line."""
        return self.texts.say(message, **values)

    # Before the choice ----------------------------------------------------------------------

    def foretold(self, action: Action) -> shapes.Consequences:
        """What a choice of who looks would do."""
        return self.game.consequences(action, self.viewer)

    def refused(self) -> list[shapes.Reason]:
        """What he cannot choose, and why."""
        return self.game.refused(self.viewer)

    # Names ----------------------------------------------------------------------------------

    def nation(self, id: str) -> Text:
        """The short name of a nation, in its colour."""
        return Text(self.narrator.nation(id, short=True), style=COLOURS.get(id, ""))

    def slot(self, id: str) -> str:
        """The name of a rondel slot, the two of a kind told apart."""
        return self.narrator.choice("choose_slot", {"slot": id})

    def money(self, amount: int | None) -> str:
        """An amount, or the sign for one that is not shown."""
        return HIDDEN if amount is None else str(amount)

    # Money ----------------------------------------------------------------------------------

    def credit(self, player: str, nation: str) -> int:
        """Sum of the bonds a player holds of a nation."""
        return self.game.figures.credit(player, nation)

    def interest(self, player: str, nation: str) -> int:
        """Interest those bonds bear."""
        return self.game.figures.interest(player, nation)

    def of_player(self, player: str) -> shapes.PlayerFacts:
        """Interest, scores and the like of a player, as far as who looks may know them."""
        return self.facts["players"][player]

    def factor(self, nation: str) -> int:
        """Power factor of a nation."""
        return self.game.figures.power_factor(nation)

    def margin(self, nation: str) -> int:
        """By how much the government leads the next player."""
        return self.game.figures.margin(nation)

    # Board ----------------------------------------------------------------------------------

    def occupied(self, province: str) -> bool:
        """Whether a home province holds a hostile army."""
        return any(province in self.game.figures.occupied(nation) for nation in self.nations)

    def free_factories(self, nation: str) -> int:
        """How many factories of a nation are not occupied."""
        return len(self.game.figures.unoccupied_factories(nation))

    def revenue(self, nation: str) -> tuple[int, int]:
        """Tax revenue if the nation taxed now, and the power points it would bring."""
        return self.game.figures.tax_revenue(nation), self.game.figures.tax_power(nation)

    def count(self, nation: str, fleets: bool) -> int:
        """Fleets or armies of a nation on the board."""
        figures = self.game.figures
        return figures.fleets(nation) if fleets else figures.armies(nation)

    def units(self, nation: str, region: str, fleets: bool | None = None) -> str:
        """The units of a nation in a region, in short: `2A 1F`; only fleets or none if said."""
        there = self.now["units"][nation].get(region, {})
        marks = []
        for kind, number in there.items():
            if fleets is None or (kind == "fleets") == fleets:
                letter, stance = UNIT_MARKS[kind]
                marks.append(f"{number}{self.say(letter, game=self.game.rules.game)}{stance}")
        return " ".join(marks)

    def foreign(self, region: str, nation: str | None) -> list[Text]:
        """The units in a region of all nations but one, nation by nation."""
        return [
            Text.assemble(self.nation(other), " ", self.units(other, region))
            for other in self.nations
            if other != nation and region in self.now["units"][other]
        ]

    def flag(self, region: str) -> str | None:
        """The nation whose flag lies in a region."""
        for nation in self.nations:
            if region in self.now["flags"][nation]:
                return nation
        return None
