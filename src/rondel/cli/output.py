"""Writing: JSON for programs, plain and coloured text for people."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rondel.cli.errors import CommandError, one_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def make_console() -> Console:
    """A console that takes text as it is: names may hold brackets and colons."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not utf8, indent=1))


def print_log(console: Console, lines: RenderableType) -> None:
    """Text that a terminal wraps, and that keeps its lines in a file."""
    console.print(lines, soft_wrap=not console.is_terminal)


def make_folder(path: Path | None) -> None:
    """Makes sure that a folder is there, if one is wanted.

    Raises: CommandError.
    """
    try:
        if path is not None:
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: Path | None, error: OSError) -> CommandError:
    """The error for a file or folder that cannot be written."""
    return CommandError(f"cannot write to {path}: {(error.strerror or str(error)).lower()}")


def prepare_streams() -> None:
    """Makes missing streams and strange characters, coming in or going out, no reason to stop."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def print_error(sentence: str) -> None:
    """One line on standard error, behind what was printed so far."""
    sys.stdout.flush()
    print(f"rondel: {one_line(sentence)}", file=sys.stderr, flush=True)
