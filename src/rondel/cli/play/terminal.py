"""Reading answers and showing things; the only part that touches the terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec

from rich.console import Console, RenderableType

from rondel.cli.errors import one_line
from rondel.cli.output import make_console

if find_spec("readline"):
    # Importing it is all that is needed: lines can be edited and called back.
    import readline  # noqa: F401


SHOWN_INPUT = 20
"""How much of a strange answer is repeated."""


class Leave(Exception):
    """The input has ended, or somebody pressed Ctrl-C: nobody will answer any more."""


class Terminal:
    """A person's screen and keyboard, or the files in their place."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or make_console()

    def show(self, *things: RenderableType) -> None:
        """Prints things one below the other."""
        for thing in things:
            self.console.print(thing)

    def tell(self, sentence: str) -> None:
        """Prints a sentence without breaking it, so that a path in it can be copied."""
        self.console.print(sentence, soft_wrap=True)

    def complain(self, sentence: str) -> None:
        """Prints why something cannot be."""
        self.console.print(sentence, style="red")

    def ask(self, question: str) -> str:
        """The answer to a question, without blanks around it.

        Raises: Leave.
        """
        try:
            answer = input(f"{question} ")
        except (EOFError, KeyboardInterrupt):
            print()
            raise Leave from None
        if not sys.stdin.isatty():
            # Nobody has seen the answer being typed.
            print(one_line(answer))
        return one_line(answer).strip()

    def waiting(self, sentence: str) -> AbstractContextManager[object]:
        """Shows a sentence for as long as something takes, where there is a screen."""
        if self.console.is_terminal:
            return self.console.status(sentence)
        return nullcontext()

    def clear(self) -> None:
        """Takes what was shown out of sight."""
        if self.console.is_terminal:
            # Scrolled back lines too, where the terminal knows how.
            self.console.file.write("\x1b[3J")
        self.console.clear()
