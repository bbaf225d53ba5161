"""The game at the terminal: whose decision it is, what is shown, what an answer does."""

from __future__ import annotations

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from rondel.cli.log_lines import TURN, Line, log_lines
from rondel.cli.play.answers import Choice, find, offered
from rondel.cli.play.board import map_view
from rondel.cli.play.choosing import choice_list, item
from rondel.cli.play.commands import run_command
from rondel.cli.play.scene import Scene
from rondel.cli.play.sitting import Sitting
from rondel.cli.play.store import Keeper, Store
from rondel.cli.play.tables import (
    bonds_table,
    cut,
    nations_table,
    players_table,
    result_table,
    rondel_table,
)
from rondel.cli.play.terminal import SHOWN_INPUT, Leave, Terminal
from rondel.cli.texts import Texts
from rondel.engine import Decision, Event
from rondel.records import Narrator

PLACES = {"over": "finished", "discarded": "discarded"}
"""What has become of a game that is not kept for going on -> its folder."""
WIDE = 100
"""Columns a screen needs for tables with air."""
TOLD_TURNS = 3
"""How many turns are told when a game is taken up again."""
TALL = 40
"""Lines a screen needs for the rondel to be drawn at every turn."""
SHOWN_MATCHES = 8
"""How many of the choices that fit an unclear answer are listed."""


VIEWS = {
    "nations": nations_table,
    "players": players_table,
    "bonds": bonds_table,
    "map": map_view,
}
CONTEXTS = {
    "choose_slot": ("nations", "players"),
    "draft_bond": ("bonds", "players"),
    "invest": ("bonds", "players"),
    "fleet_order": ("map",),
    "army_order": ("map",),
}
"""Decision -> what is shown before it."""


class Session:
    """One sitting at one terminal."""

    def __init__(
        self, sitting: Sitting, keeper: Keeper, store: Store, terminal: Terminal, language: str
    ) -> None:
        self.sitting = sitting
        self.keeper = keeper
        self.store = store
        self.terminal = terminal
        self.left = False
        """Whether everybody has gone."""
        self.discarded = False
        """Whether nobody wants to go on with it."""
        self.choices: list[Choice] = []
        """What may be answered now."""
        self._seen: dict[str, int] = {}
        self._recent = recent(sitting.told)
        self._presented = self._kept = -1
        self._context: tuple[object, ...] = ()
        self._explained: set[str] = set()
        self._last: str | None = None
        self._warned = False
        self.speak(language)

    def speak(self, language: str) -> None:
        """Goes on in another language."""
        self.texts = Texts(language)
        self.narrator = Narrator.of(self.sitting.game, language)
        self._presented = -1

    def go_on_with(self, sitting: Sitting, keeper: Keeper) -> None:
        """Goes on with another game."""
        self.sitting, self.keeper = sitting, keeper
        self._seen = {}
        self._recent = recent(sitting.told)
        self._context = ()
        self._kept = -1
        self._last = None
        self.speak(self.texts.language)

    def scene(self) -> Scene:
        """The position as the person at the screen may see it."""
        wide = self.terminal.console.width >= WIDE
        return Scene(self.sitting.game, self.narrator, self.texts, self._viewer(), wide)

    def _viewer(self) -> str | None:
        decision = self.sitting.game.decision
        return None if decision is None else decision.player

    # The loop -------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the game is over or everybody has gone."""
        try:
            while not self.left:
                self._step()
        except (Leave, KeyboardInterrupt):
            self.keep()
        self._say_farewell()

    def _step(self) -> None:
        decision = self.sitting.game.decision
        if decision is None:
            self._finish()
        elif decision.player in self.sitting.bots:
            with self.terminal.waiting(self.texts.say("thinking", player=decision.player)):
                self.sitting.let_bot_decide(decision.player)
            if not self.sitting.people:
                self._tell_news("")
        else:
            self._ask(decision)

    def _ask(self, decision: Decision) -> None:
        self.keep()
        if self._presented != self.sitting.changes:
            self._present(decision)
        self._obey(self.terminal.ask(f"{decision.player}>"))

    def _finish(self) -> None:
        self.keep()
        if self._presented != self.sitting.changes:
            self._presented = self.sitting.changes
            self.choices = []
            self._tell_news(self._reader(self._last))
            self._show_result()
        if not self.sitting.people:
            self.left = True
            return
        line = self.terminal.ask(self.texts.say("end_prompt"))
        if not line:
            self.left = True
        elif not run_command(self, line):
            self.terminal.complain(self.texts.say("end_unknown"))

    def _show_result(self) -> None:
        self.terminal.show(
            Rule(self.texts.say("end_title")), nations_table(self.scene(), explain=False),
            result_table(self.scene()),
        )  # fmt: skip

    def _obey(self, line: str) -> None:
        if not line:
            self.show_choices()
            return
        if run_command(self, line):
            return
        found = find(self.choices, line)
        if len(found) == 1:
            self.sitting.apply(found[0].action)
            self.keep()
        elif found:
            self._show_matches(line, found)
        else:
            most, typed = len(self.choices), cut(line, SHOWN_INPUT)
            self.terminal.complain(self.texts.say("unknown_answer", typed=typed, most=most))

    def _show_matches(self, line: str, found: list[Choice]) -> None:
        typed = cut(line, SHOWN_INPUT)
        self.terminal.complain(self.texts.say("unclear_answer", typed=typed, found=len(found)))
        self.terminal.show(*[item(choice) for choice in found[:SHOWN_MATCHES]])

    # Keeping --------------------------------------------------------------------------------

    def keep(self) -> None:
        """Saves the game if it has changed; says once if that does not work."""
        if self._kept == self.sitting.changes:
            return
        try:
            self.keeper.keep(self.sitting.game)
            self._kept = self.sitting.changes
        except OSError as error:
            if not self._warned:
                self._warned = True
                reason = error.strerror or str(error)
                self.terminal.complain(self.texts.say("keep_failed", reason=reason))

    def _say_farewell(self) -> None:
        over = self.sitting.game.over
        fate = "over" if over else "discarded" if self.discarded else "kept"
        try:
            path = self.keeper.path if fate == "kept" else self.keeper.put_away(PLACES[fate])
        except OSError:
            path = self.keeper.path
        if path is not None and path.exists():
            self.terminal.tell(self.texts.say("farewell", path=str(path), fate=fate))

    # Showing --------------------------------------------------------------------------------

    def _present(self, decision: Decision) -> None:
        """What happened, where things stand, and the question."""
        self._presented = self.sitting.changes
        if self._is_secret() and decision.player != self._last:
            self._hand_over(decision.player)
        self._last = decision.player
        self._tell_news(self._reader(decision.player))
        scene = self.scene()
        self._show_context(scene, decision)
        self.choices = offered(self.sitting.game.legal_actions(), self.narrator, self.texts)
        self.terminal.show("", Rule(Text(self._title(decision), style="bold")))
        self.terminal.show(Text(self._question(scene, decision), style="bold"))
        self.show_choices()

    def _title(self, decision: Decision) -> str:
        """Who decides, and for which nation."""
        if not decision.nation:
            return decision.player
        return f"{decision.player} · {self.narrator.nation(decision.nation)}"

    def show_choices(self) -> None:
        """The choices again."""
        if self.choices:
            kind = self.choices[0].action.kind
            explain = kind in ("draft_bond", "invest") and self.explains("offers")
            self.terminal.show(choice_list(self.scene(), self.choices, explain))

    def _is_secret(self) -> bool:
        """Whether people at this screen have something to hide from each other."""
        return bool(self.sitting.game.options["secret_cash"]) and len(self.sitting.people) > 1

    def _reader(self, player: str | None) -> str:
        """Under whose name it is noted what has been told: one for all if nothing is secret."""
        return player if player and self._is_secret() else ""

    def _hand_over(self, player: str) -> None:
        self.terminal.clear()
        self.terminal.ask(self.texts.say("hand_over", player=player))
        self._context = ()

    def _tell_news(self, reader: str) -> None:
        """What happened since the reader last looked."""
        told, actions = self.sitting.told, self.sitting.game.actions()
        first = min(self._seen.get(reader, self._recent), len(told))
        self.terminal.show(*styled(log_lines(self.narrator, told[first:], actions, first)))
        self._seen[reader] = len(told)

    def forget_seen(self) -> None:
        """After taking back: what is taken back may be told anew."""
        told = len(self.sitting.told)
        self._seen = {reader: min(seen, told) for reader, seen in self._seen.items()}
        self._recent = min(self._recent, told)

    def _show_context(self, scene: Scene, decision: Decision) -> None:
        """The tables a decision needs, once per step of a turn."""
        views = CONTEXTS.get(decision.kind, ())
        turn = scene.now["turn"]
        context = (turn["round"], turn["nation"], views, decision.player)
        if not views or context == self._context:
            return
        self._context = context
        self.terminal.show("")
        for view in views:
            self.terminal.show(VIEWS[view](scene, self.explains(view)))
        if "nations" in views and self.terminal.console.height >= TALL:
            self.terminal.show(rondel_table(scene))

    def explains(self, view: str) -> bool:
        """Whether the signs of a table are explained: only the first time."""
        new = view not in self._explained
        self._explained.add(view)
        return new

    def _question(self, scene: Scene, decision: Decision) -> str:
        active = scene.now["turn"]["nation"]
        return self.narrator.prompt(decision, active=active, **_figures_for(scene, decision))


def recent(told: list[list[Event]]) -> int:
    """The entry from which a game taken up again is told: some turns back."""
    turns = [i for i, events in enumerate(told) if any(event.kind == TURN for event in events)]
    return turns[-TOLD_TURNS] if len(turns) >= TOLD_TURNS else 0


def styled(lines: list[Line]) -> list[RenderableType]:
    """Lines of the log for the screen."""
    return [
        Text(f"\n{line.sentence}", style="bold")
        if line.heads_turn
        else Padding(line.sentence, (0, 0, 0, 2), expand=False)
        for line in lines
    ]


def _figures_for(scene: Scene, decision: Decision) -> dict[str, int]:
    """The money that a question is about: what there is, and what things cost."""
    rules = scene.game.rules
    match decision.kind, decision.nation:
        case "build_factory", str(nation):
            return {"treasury": scene.now["treasuries"][nation], "cost": rules.factory_cost}
        case "import_unit", str(nation):
            left = scene.game.figures.imports_left()
            treasury = scene.now["treasuries"][nation]
            return {"treasury": treasury, "cost": rules.unit_cost, "left": left}
        case "choose_slot" | "invest" | "draft_bond", _:
            return {"cash": scene.now["cash"][decision.player]}
        case _:
            return {}
