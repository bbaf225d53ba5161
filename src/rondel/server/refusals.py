"""How the API document tells of refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

ALWAYS: Final[Mapping[int, Sequence[str]]] = {
    400: ("request/not_json",),
    401: ("identity/bad_token",),
    403: ("request/other_origin",),
    413: ("request/too_large",),
    415: ("request/wrong_type",),
    422: ("request/invalid", "request/bad_text", "request/bad_number", "request/too_deep"),
    429: ("request/too_many",),
    500: ("server/fault",),
}
"""What any route may answer, by status."""


class Refused(BaseModel):
    """Why a request was not carried out; some codes bring further values."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(
        description="What is wrong, stable: programs and translations rely on it.",
        examples=["request/too_many"],
    )
    message: str = Field(
        description="What is wrong, as a sentence.",
        examples=["That was too often. Try again in 30 seconds."],
    )


class ErrorAnswer(BaseModel):
    """The one shape of every error."""

    error: Refused


def refusals(own: Mapping[int, Sequence[str]] | None = None) -> dict[int | str, dict[str, Any]]:
    """For `responses` of a route: its own codes by status, beside those that any may give."""
    own = own or {}
    answers: dict[int | str, dict[str, Any]] = {}
    for status in sorted({*ALWAYS, *own}):
        codes = (*own.get(status, ()), *ALWAYS.get(status, ()))
        told = ", ".join(f"`{code}`" for code in codes)
        answers[status] = {"model": ErrorAnswer, "description": f"Refused: {told}."}
    return answers
