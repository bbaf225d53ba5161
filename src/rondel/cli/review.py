"""The command that looks back at a game."""

from __future__ import annotations

import os
from pathlib import Path

from rondel.cli.errors import CommandError
from rondel.cli.output import make_console, print_json, print_log
from rondel.cli.records import open_game
from rondel.cli.texts import Texts, chosen_language
from rondel.judging import make_review
from rondel.judging.shapes import Cost, Parts, Review
from rondel.judging.tendencies import Tendency
from rondel.records import Narrator, Transcript

MOST_COSTS = 3
"""Decisions of a player that are told."""


def run_review(path: Path, jobs: int, as_json: bool, lang: str | None) -> None:
    """Prints the review of a record.

    Raises: CommandError, also for a record without decisions.
    """
    language = chosen_language(lang, os.environ)
    game, _ = open_game(path)
    if not len(game):
        raise CommandError(f"{path}: nothing was decided in this game yet")
    review = make_review(Transcript.of(game), jobs)
    if as_json:
        print_json(review)
        return
    console = make_console()
    for line in Report(review, Narrator.of(game, language), Texts(language)).lines():
        print_log(console, line)


class Report:
    """A review in words."""

    def __init__(self, review: Review, narrator: Narrator, texts: Texts) -> None:
        self.review = review
        self.narrator = narrator
        self.say = texts.say

    def lines(self) -> list[str]:
        """All of it: who judged, then player by player."""
        judge = self.review["judge"]
        name = f"{judge['name'].capitalize()} {judge['version']}"
        told = [self.say("review_judge", judge=name, playouts=judge["playouts"])]
        for player in self.review["players"]:
            told += ["", *self._of_player(player)]
        return told

    def _of_player(self, player: str) -> list[str]:
        parts = self.review["parts"][player]
        costs = [cost for cost in self.review["costs"] if cost["player"] == player]
        return [
            self.say("review_share", player=player, share=points(parts["share"])),
            f"  {self._parts(parts)}",
            *[f"  {line}" for cost in costs[:MOST_COSTS] for line in self._cost(cost)],
        ]

    def _parts(self, parts: Parts) -> str:
        return self.say(
            "review_parts",
            even=points(parts["even"]),
            deal=signed(parts["deal"]),
            decisions=signed(parts["decisions"]),
            others=signed(parts["others"]),
        )

    def _cost(self, cost: Cost) -> list[str]:
        did, better = (self.narrator.alone(one["entry"]) for one in (cost["did"], cost["better"]))
        loss, margin = signed(-cost["loss"]), points(cost["margin"])
        return [
            self.say("review_cost", entry=cost["entry"], loss=loss, margin=margin, did=did),
            f"    {self.say('review_better', better=better)}",
            *[f"    {self._tendency(one)}" for one in cost["tendencies"]],
        ]

    def _tendency(self, one: Tendency) -> str:
        nation = None if one["nation"] is None else self.narrator.nation(one["nation"])
        scale = 100 if one["kind"] == "government" else 1
        return self.say(
            f"review_{one['kind']}",
            player=one["player"] or "",
            nation=nation or "",
            did=f"{one['did'] * scale:.0f}",
            better=f"{one['better'] * scale:.0f}",
        )


def points(share: float) -> str:
    """A share in percent, one decimal."""
    return f"{share * 100:.1f}"


def signed(share: float) -> str:
    """Points of share with their sign, a minus as long as a plus."""
    return f"{share * 100:+.1f}".replace("-", "−")
