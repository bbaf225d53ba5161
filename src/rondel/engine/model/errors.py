"""The errors the engine raises at its callers."""

from __future__ import annotations


def shown(value: object) -> str:
    """A value given from outside, short enough for a sentence."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a value too long to show"
    return text if len(text) <= 60 else text[:57] + "..."


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun, for a sentence."""
    return f"{number} {one if number == 1 else many}"


class IllegalAction(ValueError):
    """Somebody asked for something the rules forbid; the game is unchanged.

    `code` is stable (`"factory/treasury_too_low"`), `clause` names the rule broken and the
    message is a sentence for the person at the table. `values` are the ids and numbers in it, so
    that others can say it in another language.
    """

    def __init__(
        self, code: str, clause: str, sentence: str, values: dict[str, object] | None = None
    ) -> None:
        super().__init__(sentence)
        self.code = code
        """Stable identifier, `step/reason`."""
        self.clause = clause
        """The clause of the rules that forbids it, `R-…`."""
        self.sentence = sentence
        """What is wrong, with names and amounts."""
        self.values: dict[str, object] = {} if values is None else values
        """The names as ids and the amounts; for choices that people look for (`Game.refused`)."""


def malformed(problem: str) -> IllegalAction:
    """The refusal of something that is no action at all."""
    return IllegalAction("action/malformed", "R-DEC-5", f"This is no action: {problem}.")


class Breach:
    """Something that a position must not be; `str` of it is the sentence."""

    def __init__(
        self, code: str, clause: str, sentence: str, values: dict[str, object] | None = None
    ) -> None:
        self.code = code
        """Stable identifier, `position/…`."""
        self.clause = clause
        """The clause of the rules that it breaks, `R-…`; empty where it is no matter of rules."""
        self.sentence = sentence
        """What is wrong, with the invariant of the rules where it is one."""
        self.values: dict[str, object] = {} if values is None else values
        """The ids and numbers in it, so that others can say it in another language."""

    def __str__(self) -> str:
        return self.sentence


class RecordError(ValueError):
    """A record or snapshot that cannot be read.

    `place` says where (`actions[12].choice.slot`), the message what was expected there.
    """

    def __init__(self, place: str, problem: str, breach: Breach | None = None) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.place = place
        """Where in the document, in the manner of `actions[3].choice`."""
        self.problem = problem
        """What is wrong there and what was expected."""
        self.breach = breach
        """What it says about a position, if that could be set up by hand."""


class RuleSetError(ValueError):
    """Facts or options that cannot make a game; `faults` lists every one of them."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
        """All faults found, not only the first."""
