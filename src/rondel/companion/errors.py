"""How the companion says no: with the codes and the shape of the server."""

from __future__ import annotations

from typing import Any, NoReturn

from rondel.engine import IllegalAction


class Refusal(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.status = status
        """The HTTP status that the server would answer with."""
        self.code = code
        """What is wrong, stable: translations rely on it."""
        self.details = details
        """Further values, by code."""

    def to_json(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": {"code": self.code, "message": str(self), **self.details}}


def bad(code: str, message: str, **details: Any) -> Refusal:
    """The request makes no sense."""
    return Refusal(422, code, message, **details)


def conflict(code: str, message: str, **details: Any) -> Refusal:
    """Not possible as things stand now."""
    return Refusal(409, code, message, **details)


def refuse_illegal(error: IllegalAction) -> NoReturn:
    """Turns a refusal of the rules into an answer."""
    raise bad(error.code, str(error), clause=error.clause) from error
