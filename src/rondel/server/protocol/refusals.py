"""What the server refuses, by status, and how the API document tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field

from rondel.server.protocol.base import Told

CODES: Final[Mapping[int, tuple[str, ...]]] = {
    400: ("request/not_http", "request/not_json"),
    401: ("identity/nobody", "identity/bad_token", "identity/wrong_login"),
    403: (
        "request/other_origin", "identity/not_by_token", "identity/wrong_password",
        "identity/signed_out", "identity/banned", "identity/bad_link", "admin/only",
        "table/not_host", "seat/not_yours", "seat/unknown", "seat/none", "seat/blocked",
        "tournament/not_host",
        "seat/kicked", "position/secret", "chat/muted", "chat/muted_everywhere", "chat/room",
    ),
    404: (
        "request/no_such_path", "identity/no_such_token", "table/unknown",
        "admin/no_such_person", "report/unknown", "rules/unknown", "explorer/unknown",
        "puzzle/unknown", "person/unknown", "tournament/unknown", "channel/unknown", "picture/none",
        "plan/unknown",
    ),
    405: ("request/wrong_method",),
    408: ("request/too_slow",),
    409: (
        "identity/has_account", "identity/login_taken", "identity/no_account",
        "identity/too_many_tokens", "table/not_open", "table/not_running", "table/not_over",
        "table/open_seats", "table/paused", "table/not_alone", "table/studied", "seat/taken",
        "seat/name_taken", "seat/not_a_bot", "table/rated", "table/rated_agreed",
        "person/yourself", "person/too_many", "tournament/closed", "tournament/full",
        "tournament/not_entered", "tournament/too_few", "tournament/too_many",
        "position/stale", "undo/forbidden", "undo/nothing", "vote/pending", "vote/pointless",
        "vote/none", "study/secret", "hint/people", "hint/no_bots", "analysis/running",
        "chat/nobody", "table/over", "seat/empty", "admin/guest", "admin/is_admin",
        "admin/no_sanction", "admin/cannot_host",
        "report/yourself", "report/too_many", "report/settled",
        "plan/not_governed", "plan/too_many",
        "channel/no_email", "channel/too_many", "channel/not_reached", "channel/unconfirmed",
    ),
    413: ("request/too_large",),
    415: ("request/wrong_type",),
    422: (
        "request/invalid", "request/bad_text", "request/bad_number", "request/too_deep",
        "request/not_text", "table/options", "table/seats", "table/no_such_page",
        "table/not_started", "seat/number", "seat/unknown_bot", "seat/bot_too_slow",
        "position/number", "record/unreadable", "record/too_long", "report/no_such_line",
        "report/nobody", "puzzle/no_choice", "channel/address", "channel/keys",
        "channel/wrong_code", "channel/zone", "plan/names",
    ),
    426: ("request/websocket",),
    429: ("request/too_many",),
    431: ("request/head_too_large",),
    500: ("server/fault",),
    503: (
        "server/not_ready", "server/busy", "server/store_full", "server/rounds_stopped",
        "server/bots_stopped", "table/damaged",
    ),
}  # fmt: skip
"""The server's own codes; docs/server.md tells what they mean."""

ALWAYS: Final = (
    "request/not_json", "identity/bad_token", "request/other_origin", "request/too_large",
    "request/wrong_type", "request/invalid", "request/bad_text", "request/bad_number",
    "request/too_deep", "request/too_many", "server/fault", "server/not_ready",
    "server/store_full",
)  # fmt: skip
"""What any route may answer."""

RULES: Final = "or a code of the rules, as docs/contract.md lists them"


class Refused(Told):
    """Why a request was not carried out; some codes bring further values."""

    model_config = ConfigDict(extra="allow")

    code: Annotated[str, Field(examples=["request/too_many"])]
    """What is wrong, stable: programs and translations rely on it."""
    message: Annotated[str, Field(examples=["That was too often. Try again in 30 seconds."])]
    """What is wrong, as a sentence."""


class ErrorAnswer(Told):
    """The one shape of every error."""

    error: Refused
    """What is wrong."""


def refusals(*own: str, by_rules: bool = False) -> dict[int | str, dict[str, Any]]:
    """For `responses` of a route: its own codes, beside those that any may give.

    With `by_rules`, the rules of the game may refuse what was asked, too.
    """
    answers: dict[int | str, dict[str, Any]] = {}
    if "table/unknown" in own:
        # Any table may be damaged.
        own = (*own, "table/damaged")
    for status, codes in CODES.items():
        told = [f"`{code}`" for code in codes if code in own or code in ALWAYS]
        if by_rules and status == 422:
            told.append(RULES)
        if told:
            sentence = f"Refused: {', '.join(told)}."
            answers[status] = {"model": ErrorAnswer, "description": sentence}
    return answers
