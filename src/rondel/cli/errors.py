"""How a command says that it cannot do what was asked."""

from __future__ import annotations

NO = 1
"""Exit status: the answer is no."""
UNUSABLE = 2
"""Exit status: wrong usage, or input that cannot be read."""
INTERRUPTED = 130
"""Exit status: stopped by Ctrl-C."""


class CommandError(Exception):
    """Ends the command with one line on standard error and an exit status."""

    def __init__(self, sentence: str, status: int = UNUSABLE) -> None:
        super().__init__(one_line(sentence))
        self.status = status
        """One of the numbers above."""


def one_line(text: str) -> str:
    """The text without line breaks and other control characters."""
    return "".join([c if c.isprintable() else " " for c in " ".join(text.split())])
