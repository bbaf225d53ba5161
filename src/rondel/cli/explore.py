"""The command that reads the table of the explorer."""

from __future__ import annotations

import os

from rich.table import Table

from rondel.cli.errors import CommandError
from rondel.cli.options import read_title
from rondel.cli.output import make_console, print_json, print_log
from rondel.cli.review import points
from rondel.cli.texts import Texts, chosen_language
from rondel.explorer import SETUPS, Question, Setting, explored
from rondel.explorer.shapes import BondTold, Explored, FigureTold, GroupTold, LineTold, ThenTold
from rondel.records.words import Words

NO_ANSWER = 1


def run_explore(
    game: str, setup: str, players: int, path: tuple[str, ...], as_json: bool, lang: str | None
) -> int:
    """Prints what was begun with, or chosen after a path; the status says whether there is any.

    Raises: CommandError.
    """
    read_title(game)
    if setup not in SETUPS:
        raise CommandError(f"there is no set-up {setup!r}; choose --setup from {', '.join(SETUPS)}")
    language = chosen_language(lang, os.environ)
    found = explored(Question(Setting(game, setup, players), "bots", path))
    if as_json:
        print_json(found)
    else:
        Report(found, Words(game, language), Texts(language)).print()
    return 0 if found["groups"] else NO_ANSWER


class Report:
    """A page of the explorer in words."""

    def __init__(self, found: Explored, words: Words, texts: Texts) -> None:
        self.found = found
        self.words = words
        self.say = texts.say

    def print(self) -> None:
        """Who played, then group by group, then what is to be kept in mind."""
        console, made = make_console(), self.found["made"]
        told = self.say(
            "explore_made",
            games=self.found["games"],
            seats=self.found["seats"],
            opener=made["opener"],
            finisher=made["finisher"],
            rondel=made["rondel"],
            day=made["day"],
        )
        print_log(console, told)
        if not self.found["groups"]:
            print_log(console, self.say("explore_nothing"))
        for group in self.found["groups"]:
            console.print(self._table(group))
        print_log(console, self.say("explore_caution", even=points(self.found["even"])))

    def _table(self, group: GroupTold) -> Table:
        table = Table(box=None, header_style="bold", title=self._title(group), title_justify="left")
        for column in ("what", "seats", "share", "won", "then", "step"):
            table.add_column(
                self.say(f"explore_{column}"),
                justify="right" if column in ("seats", "share", "won") else "left",
                no_wrap=column == "step",
            )
        for line in group["lines"]:
            table.add_row(*self._cells(line))
        if group["others"]:
            table.add_row(self.say("explore_others"), str(group["others"]), "", "", "", "")
        return table

    def _title(self, group: GroupTold) -> str:
        if group["nation"] is not None:
            return self.say("explore_space", nation=self.words.name("nations", group["nation"]))
        return self.say(f"explore_{group['kind']}")

    def _cells(self, line: LineTold) -> list[str]:
        too_few = self.say("explore_few")
        return [
            self._what(line),
            str(line["seats"]),
            too_few if line["share"] is None else shown(line["share"]),
            "" if line["won"] is None else shown(line["won"]),
            self._then(line["then"][0]) if line["then"] else "",
            line["step"],
        ]

    def _what(self, line: LineTold) -> str:
        if line["space"] is not None:
            return self._space(line["space"])
        if not line["bonds"]:
            return self.say("explore_none")
        return ", ".join([self._bond(bond) for bond in line["bonds"]])

    def _space(self, action: str) -> str:
        return self.words.name("slots", slot_of(action))

    def _bond(self, bond: BondTold) -> str:
        return f"{self.words.name('nations', bond['nation'])} {bond['value']}"

    def _then(self, then: ThenTold) -> str:
        return f"{self._chosen(then)} {then['part'] * 100:.0f} %"

    def _chosen(self, then: ThenTold) -> str:
        if "space" in then:
            return self._space(then["space"])
        if "region" in then:
            return self.words.name("regions", then["region"])
        if "bond" in then:
            return self._bond(then["bond"])
        units = (("army", then.get("armies", 0)), ("fleet", then.get("fleets", 0)))
        return ", ".join([self.words.count(unit, number) for unit, number in units if number])


def slot_of(action: str) -> str:
    """A space where something is done: of two, the first."""
    return f"{action}_1" if action in ("production", "maneuver") else action


def shown(figure: FigureTold) -> str:
    """A mean in percent with half of its interval."""
    return f"{points(figure['mean'])} ± {points(figure['margin'])}"
