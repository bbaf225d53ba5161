"""What can be typed besides an answer: looking, taking back, saving, giving, leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from rondel.bots import strongest_bot
from rondel.cli.errors import CommandError
from rondel.cli.log_lines import log_lines, numbered
from rondel.cli.play.answers import Choice, find_name, folded
from rondel.cli.play.board import map_view
from rondel.cli.play.choosing import item
from rondel.cli.play.forecast import forecast
from rondel.cli.play.sitting import Sitting
from rondel.cli.play.store import Keeper
from rondel.cli.play.tables import bonds_table, nations_table, players_table, rondel_table
from rondel.cli.records import open_game
from rondel.engine import IllegalAction
from rondel.records import LANGUAGES, save

if TYPE_CHECKING:
    from pathlib import Path

    from rondel.cli.play.session import Session
    from rondel.cli.texts import Texts

LOG_TURNS = 6
"""Turns that `log` shows when no number is given: about a round."""


def run_command(session: Session, line: str) -> bool:
    """Carries out a line that begins with a command; False if it does not."""
    word, _, argument = line.partition(" ")
    name = command_named(session.texts, word)
    if name is None:
        return False
    COMMANDS[name](session, argument.strip())
    return True


def command_named(texts: Texts, word: str) -> str | None:
    """The command a word stands for: its name in English or in the language spoken."""
    if word == "?":
        return "help"
    for name in COMMANDS:
        if folded(word) in (name, folded(texts.say(f"command_{name}"))):
            return name
    return None


# Looking ---------------------------------------------------------------------------------------


def _help(session: Session, argument: str) -> None:
    texts = session.texts
    table = Table.grid(padding=(0, 2))
    for name in COMMANDS:
        usage = f" {texts.say(f'usage_{name}')}" if texts.has(f"usage_{name}") else ""
        word = Text.assemble((texts.say(f"command_{name}"), "bold"), usage)
        table.add_row(word, texts.say(f"help_{name}"))
    session.terminal.show(texts.say("help_answers"), table)


def _rules(session: Session, argument: str) -> None:
    decision = session.sitting.game.decision
    kind = "end" if decision is None else decision.kind
    game = session.sitting.game.rules.game
    session.terminal.show(session.texts.say(f"rules_{kind}", game=game))
    session.terminal.show(session.texts.say("rules_aim"))


def _nations(session: Session, argument: str) -> None:
    session.terminal.show(nations_table(session.scene(), explain=True))


def _players(session: Session, argument: str) -> None:
    session.terminal.show(players_table(session.scene(), explain=True))


def _bonds(session: Session, argument: str) -> None:
    session.terminal.show(bonds_table(session.scene(), explain=True))


def _map(session: Session, argument: str) -> None:
    session.terminal.show(map_view(session.scene(), explain=True))


def _rondel(session: Session, argument: str) -> None:
    session.terminal.show(rondel_table(session.scene()))


def _log(session: Session, argument: str) -> None:
    """The last turns, or as many as are asked for."""
    turns = int(argument) if argument.isdecimal() and len(argument) < 7 else LOG_TURNS
    sitting = session.sitting
    lines = log_lines(session.narrator, sitting.told, sitting.game.actions())
    heads = [i for i, line in enumerate(lines) if line.heads_turn]
    first = heads[-turns] if 0 < turns <= len(heads) else 0
    session.terminal.show(*numbered(lines[first:]))


# Playing ---------------------------------------------------------------------------------------


def _donate(session: Session, argument: str) -> None:
    """`NATION AMOUNT`, and with gifts to any treasury also the player who gives."""
    texts, game = session.texts, session.sitting.game
    words = argument.split()
    places = [i for i, word in enumerate(words) if word.isdecimal() and len(word) < 7]
    if game.decision is None or not places or places[-1] == 0:
        session.terminal.complain(texts.say("donate_usage"))
        return
    at = places[-1]
    names = {n: [n, session.narrator.nation(n)] for n in game.rules.board.nation_ids}
    nations = find_name(names, " ".join(words[:at]))
    giver = " ".join(words[at + 1 :]) or game.decision.player
    if len(nations) != 1 or giver not in session.sitting.people:
        session.terminal.complain(texts.say("donate_usage"))
        return
    choice = {"nation": nations[0], "amount": int(words[at])}
    try:
        session.sitting.apply({"decision": "donate", "actor": giver, "choice": choice})
    except IllegalAction as error:
        session.terminal.complain(texts.refusal(error.code) or str(error))
    session.keep()


def _hint(session: Session, argument: str) -> None:
    """What a strong bot would do, and what that brings; only where no other person plays."""
    sitting, texts = session.sitting, session.texts
    decision = sitting.game.decision
    if decision is None or len(sitting.people) > 1:
        session.terminal.complain(texts.say("hint_people"))
        return
    adviser = strongest_bot()
    with session.terminal.waiting(texts.say("thinking", player=adviser)):
        advised = sitting.advised_by(adviser)
    good = next(choice for choice in session.choices if choice.action.id == advised.id)
    session.terminal.show(session.narrator.hint(decision.player))
    session.terminal.show(texts.say("hint_good"), item(good, _with_reason(session, good)))


def _with_reason(session: Session, choice: Choice) -> str:
    """A choice with what it would bring, as far as the list of slots tells it."""
    if choice.action.kind != "choose_slot":
        return choice.label
    return "; ".join([choice.label, *forecast(session.scene(), choice.action).notes])


def _undo(session: Session, argument: str) -> None:
    if not session.sitting.take_back():
        session.terminal.complain(session.texts.say("undo_nothing"))
        return
    session.forget_seen()
    session.terminal.show(session.texts.say("undone"))
    session.keep()


# Files -----------------------------------------------------------------------------------------


def _save(session: Session, argument: str) -> None:
    if not argument:
        session.terminal.complain(session.texts.say("save_usage"))
        return
    _save_to(session, session.store.path_of(argument))


def _save_to(session: Session, path: Path) -> None:
    texts = session.texts
    try:
        if path.exists() and not _agrees(session, texts.say("save_replace", path=str(path)), False):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        save(session.sitting.game, path)
    except OSError as error:
        reason = error.strerror or str(error)
        session.terminal.complain(texts.say("save_failed", path=str(path), reason=reason))
        return
    session.terminal.tell(texts.say("saved", path=str(path)))


def _load(session: Session, argument: str) -> None:
    texts = session.texts
    if not argument:
        names = ", ".join(session.store.saved()) or "–"
        session.terminal.show(texts.say("load_usage", names=names))
        return
    try:
        game, told = open_game(session.store.path_of(argument))
    except CommandError as error:
        session.terminal.complain(texts.say("load_failed", reason=str(error)))
        return
    session.keep()
    sitting = Sitting.resumed(game, told, session.sitting.seed)
    session.go_on_with(sitting, Keeper(session.store, None))
    session.terminal.show(texts.say("loaded", entries=len(game)))


def _agrees(session: Session, question: str, otherwise: bool) -> bool:
    """Whether the answer to a question is yes; `otherwise` if it is neither yes nor no."""
    answer = folded(session.terminal.ask(question))
    for word, meaning in (("yes", True), ("no", False)):
        said = (word, folded(session.texts.say(word)))
        if answer and any(form.startswith(answer) for form in said):
            return meaning
    return otherwise


# The rest --------------------------------------------------------------------------------------


def _lang(session: Session, argument: str) -> None:
    if argument not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        session.terminal.complain(session.texts.say("lang_usage", languages=known))
        return
    session.speak(argument)


def _quit(session: Session, argument: str) -> None:
    """Leaves; the game is kept unless that is not wanted."""
    session.keep()
    running = not session.sitting.game.over
    if running and not _agrees(session, session.texts.say("quit_keep"), True):
        session.discarded = True
    session.left = True


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "help": _help,
    "rules": _rules,
    "nations": _nations,
    "players": _players,
    "bonds": _bonds,
    "map": _map,
    "rondel": _rondel,
    "log": _log,
    "donate": _donate,
    "hint": _hint,
    "undo": _undo,
    "save": _save,
    "load": _load,
    "lang": _lang,
    "quit": _quit,
}
"""Name in English -> what it does."""
