"""How the server says no: one shape for every error, with a stable code and a sentence."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from rondel.engine import IllegalAction, RecordError, RuleSetError

MOST_FAULTS: Final = 5
"""So many faults of one request are told."""


class Refusal(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.status = status
        """The HTTP status: 4xx, or 503 while there is no database, or none for what is asked."""
        self.code = code
        """What is wrong, stable: programs and translations rely on it."""
        self.message = message
        """What is wrong and what would be right, as a sentence."""
        self.details = details
        """Further values, as `docs/server.md` lists them by code."""

    def to_json(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": {"code": self.code, "message": self.message, **self.details}}


class CannotStart(Exception):
    """Why a server does not run, as a sentence for whoever starts it."""


def bad(code: str, message: str, **details: Any) -> Refusal:
    """The request makes no sense."""
    return Refusal(422, code, message, **details)


def forbidden(code: str, message: str) -> Refusal:
    """Somebody else may do this."""
    return Refusal(403, code, message)


def missing(code: str, message: str) -> Refusal:
    """There is no such thing, or none that this person may know of."""
    return Refusal(404, code, message)


def conflict(code: str, message: str, **details: Any) -> Refusal:
    """Not possible as things stand now."""
    return Refusal(409, code, message, **details)


def refuse_illegal(error: IllegalAction) -> NoReturn:
    """Turns a refusal of the rules into one of the server."""
    raise bad(error.code, str(error), clause=error.clause) from error


def refuse_record(error: RecordError) -> NoReturn:
    """Turns a record that does not replay into a refusal of the server."""
    raise bad("record/unreadable", _sentence(str(error))) from error


def refuse_options(error: RuleSetError | RecordError) -> NoReturn:
    """Turns options that a game cannot be played by into a refusal of the server."""
    faults = error.faults[:MOST_FAULTS] if isinstance(error, RuleSetError) else [str(error)]
    raise bad("table/options", _sentence("; ".join(faults))) from error


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
