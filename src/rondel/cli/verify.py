"""The command that checks records: replay, and the invariants after every entry."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rondel.cli.errors import NO, CommandError, one_line
from rondel.cli.output import print_error, print_json
from rondel.cli.records import read_document, record_fault
from rondel.cli.texts import Texts, chosen_language
from rondel.engine import Event, Game, RecordError, check_invariants
from rondel.records import EntryError, replay


class BrokenInvariant(Exception):
    """A position breaks what is true of every position: a bug, and here the answer."""

    def __init__(self, entry: int, fault: str) -> None:
        super().__init__(f"entry {entry}: {fault}")
        self.entry = entry
        """The entry after which it is broken, 0 for the set-up."""


def run_verify(paths: list[Path], as_json: bool, lang: str | None) -> int:
    """Checks records one by one; the status is the worst of all."""
    texts = Texts(chosen_language(lang, os.environ))
    reports, worst = [], 0
    for path in paths:
        report, status = verified(path)
        reports.append(report)
        worst = max(worst, status)
        if status:
            print_error(f"{path}: {report['problem']}")
        elif not as_json:
            print(_fine(texts, path, report))
    if as_json:
        print_json(reports)
    return worst


def _fine(texts: Texts, path: Path, report: dict[str, Any]) -> str:
    found = {"entries": report["entries"], "version": report["rules_version"]}
    return texts.say("verify_fine", file=str(path), **found)


def verified(path: Path) -> tuple[dict[str, Any], int]:
    """What is found in one file, and the exit status that says so."""
    report: dict[str, Any] = {"file": str(path), "ok": False}
    try:
        game = replay(read_document(path), check)
    except BrokenInvariant as error:
        return report | {"entry": error.entry, "problem": one_line(str(error))}, NO
    except EntryError as error:
        found = {"entry": error.number, "clause": error.clause, "problem": one_line(error.problem)}
        return report | found, NO
    except RecordError as error:
        return _unreadable(report, path, record_fault(path, error))
    except CommandError as error:
        return _unreadable(report, path, error)
    return report | {"ok": True, "entries": len(game), "rules_version": game.rules.version}, 0


def _unreadable(
    report: dict[str, Any], path: Path, error: CommandError
) -> tuple[dict[str, Any], int]:
    return report | {"problem": str(error).removeprefix(f"{path}: ")}, error.status


def check(game: Game, number: int, events: list[Event]) -> None:
    """Raises: BrokenInvariant."""
    try:
        check_invariants(game.state)
    except AssertionError as error:
        raise BrokenInvariant(number, str(error)) from None
