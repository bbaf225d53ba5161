"""How a command says that it cannot do what was asked."""

from __future__ import annotations

NO = 1
"""Exit status: the answer is no."""
UNUSABLE = 2
"""Exit status: wrong usage, or input that cannot be read."""


class CommandError(Exception):
    """Ends the command with one line on standard error and an exit status."""

    def __init__(self, sentence: str, status: int = UNUSABLE) -> None:
        super().__init__(one_line(sentence))
        self.status = status
        """`NO` or `UNUSABLE`."""


def one_line(text: str) -> str:
    """The text without line breaks and other control characters."""
    return "".join([c if c.isprintable() else " " for c in " ".join(text.split())])
