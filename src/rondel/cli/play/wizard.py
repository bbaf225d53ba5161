"""Setting a game up by questions; Enter takes what stands in brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from rondel.cli.options import written
from rondel.cli.play.answers import find_name
from rondel.cli.play.choosing import number_sign
from rondel.cli.play.seats import SeatError, Seats, default_seats, read_seats
from rondel.cli.play.store import Kept
from rondel.cli.play.tables import cut
from rondel.cli.play.terminal import SHOWN_INPUT, Terminal
from rondel.cli.texts import Texts
from rondel.engine import CHOICES, TITLES, Title
from rondel.records import Narrator

RULES = ("standard", "draft", "options")


@dataclass(frozen=True)
class Plan:
    """The game somebody wants to play."""

    title: Title
    seats: Seats
    options: dict[str, Any]


class Wizard:
    """Asks what is to be played."""

    def __init__(self, terminal: Terminal, texts: Texts) -> None:
        self.terminal = terminal
        self.texts = texts

    def plan(self) -> Plan:
        """The game, who plays, and by which rules.

        Raises: Leave.
        """
        titles = list(TITLES.values())
        names = [self._title(title.id) for title in titles]
        title = titles[self.choose("ask_game", [t.id for t in titles], names)]
        seats = self.ask_seats(title)
        rules = [self.texts.say(f"rules_set_{name}") for name in RULES]
        match RULES[self.choose("ask_rules", RULES, rules)]:
            case "options":
                return Plan(title, seats, self.ask_options(title))
            case setup:
                return Plan(title, seats, {"setup": setup})

    def pick_kept(self, kept: Sequence[Kept]) -> Kept | None:
        """One of the unfinished games, None for a new one.

        Raises: Leave.
        """
        labels = [
            self.texts.say(
                "kept_game",
                title=self._title(game.game),
                players=", ".join(game.players),
                entries=game.entries,
                when=game.when,
            )
            for game in kept
        ]
        labels.append(self.texts.say("new_game"))
        chosen = self.choose("ask_kept", [""] * len(labels), labels)
        return kept[chosen] if chosen < len(kept) else None

    def _title(self, game: str) -> str:
        return Narrator(game, self.texts.language).title()

    def ask_seats(self, title: Title) -> Seats:
        """Who plays."""
        default = default_seats(self.texts)
        least, most = title.facts["game"]["min_players"], title.facts["game"]["max_players"]
        self.terminal.show(Text(self.texts.say("ask_players", least=least, most=most)))
        while True:
            typed = self.terminal.ask(f"[{default}]") or default
            try:
                return read_seats(typed, title, self.texts)
            except SeatError as error:
                self.terminal.complain(str(error))

    def ask_options(self, title: Title) -> dict[str, Any]:
        """Every option that applies; first the edition, by which defaults of others change."""
        chosen: dict[str, Any] = {}
        for name in sorted(CHOICES, key=lambda name: name != "edition"):
            complete = title.options(chosen).to_json()
            if name in complete:
                values = sorted(CHOICES[name], key=lambda value: value != complete[name])
                labels = [self.texts.say(f"option_{name}_{written(v)}") for v in values]
                ids = [written(value) for value in values]
                chosen[name] = values[self.choose(f"option_{name}", ids, labels)]
        return chosen

    def choose(self, question: str, ids: Sequence[str], labels: Sequence[str]) -> int:
        """The index of what is chosen, by number, id or beginning; Enter takes the first.

        Raises: Leave.
        """
        self.terminal.show(Text(self.texts.say(question), style="bold"))
        for number, label in enumerate(labels, 1):
            self.terminal.show(Text.assemble(number_sign(number), " ", label))
        while True:
            typed = self.terminal.ask("[1]") or "1"
            found = self._find(typed, ids, labels)
            if len(found) == 1:
                return found[0]
            shown = cut(typed, SHOWN_INPUT)
            self.terminal.complain(self.texts.say("unknown_choice", typed=shown, most=len(labels)))

    def _find(self, typed: str, ids: Sequence[str], labels: Sequence[str]) -> list[int]:
        if typed.isdecimal():
            return [i for i in range(len(labels)) if str(i + 1) == typed]
        names = {f"choice {i}": named for i, named in enumerate(zip(ids, labels, strict=True))}
        return [list(names).index(found) for found in find_name(names, typed)]
