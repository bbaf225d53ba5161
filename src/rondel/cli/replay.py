"""The commands that look into a record: replay and legal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rondel.cli.log_lines import log_lines, numbered
from rondel.cli.output import make_console, print_json, print_log
from rondel.cli.records import open_game
from rondel.cli.texts import Texts, chosen_language
from rondel.engine import Game
from rondel.records import Narrator


def run_replay(path: Path, at: int | None, as_json: bool, lang: str | None) -> None:
    """Prints the log of a record, or the snapshot after entry `at`.

    Raises: CommandError.
    """
    language = chosen_language(lang, os.environ)
    game, told = open_game(path, at)
    if as_json:
        print_json(game.snapshot())
        return
    narrator, texts, console = Narrator.of(game, language), Texts(language), make_console()
    players = ", ".join(game.players)
    print_log(console, f"{narrator.title()}: {players}")
    for line in numbered(log_lines(narrator, told, game.actions())):
        print_log(console, line)
    entries = texts.say("replay_entries", entries=len(game))
    waiting = "" if game.decision is None else " " + narrator.waiting(game.decision)
    print_log(console, f"\n{entries}{waiting}")


def run_legal(path: Path, at: int | None, as_json: bool, lang: str | None) -> None:
    """Prints the pending decision and its legal choices.

    Raises: CommandError.
    """
    language = chosen_language(lang, os.environ)
    game, _ = open_game(path, at)
    if as_json:
        print_json(legal_json(game))
        return
    console = make_console()
    if game.decision is None:
        print_log(console, Texts(language).say("legal_over"))
        return
    narrator = Narrator.of(game, language)
    decision = game.decision
    active = game.snapshot()["turn"]["nation"]
    print_log(console, f"{narrator.waiting(decision)} {narrator.prompt(decision, active=active)}")
    for number, action in enumerate(game.legal_actions(), 1):
        label = narrator.choice(action.kind, action.choice, action.nation)
        print_log(console, f"{number:>4}  {label}")


def legal_json(game: Game) -> dict[str, Any]:
    """The pending decision and all legal choices, in order."""
    decision = game.decision
    return {
        "decision": None if decision is None else decision.to_json(),
        "choices": [action.choice for action in game.legal_actions()],
    }
