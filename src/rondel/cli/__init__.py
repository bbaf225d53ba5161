"""The command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from rondel.cli.errors import UNUSABLE
from rondel.cli.output import print_error
from rondel.cli.version import version_line

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit status; all errors are told in one line.

    What the program is can be asked wherever the library runs; commands need its dependencies.
    """
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    if given == ["--version"]:
        print(version_line())
        return 0
    try:
        status: int = import_module("rondel.cli.app").main(given)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "rondel":
            raise
        print_error(f"{error.name} is missing: pip install rondel brings what the commands need")
        return UNUSABLE
    return status
