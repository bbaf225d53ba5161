"""What a client may send by WebSocket, and what it is sent (see docs/server.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rondel.server.protocol import Act, Ask, Asked, Ballot, Message, Proposal, TakeBack

Ref = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=-(2**53), le=2**53)] | None
"""Chosen by the client; the answer repeats it."""


class Sent(Asked):
    """Something a client sends."""

    ref: Ref = None


class ActSent(Sent, Act):
    """Decide or donate, as `POST …/actions`."""

    type: Literal["act"]


class UndoSent(Sent, TakeBack):
    """Take back, as `POST …/undo`."""

    type: Literal["undo"]


class ProposalSent(Sent, Proposal):
    """Put something to the vote, as `POST …/vote`."""

    type: Literal["propose"]


class BallotSent(Sent, Ballot):
    """Answer a vote, as `POST …/vote/answer`."""

    type: Literal["answer"]


class ReturnSent(Sent):
    """Take over again from the bot, as `POST …/return`."""

    type: Literal["return"]


class ChatSent(Sent, Message):
    """Say something, as `POST …/chat`."""

    type: Literal["chat"]


class AskSent(Sent, Ask):
    """Ask for consequences, as `POST …/consequences`."""

    type: Literal["consequences"]


class LookSent(Sent):
    """Ask for the position, as `GET …/position`."""

    type: Literal["position"]


AnySent = (
    ActSent | UndoSent | ProposalSent | BallotSent | ReturnSent | ChatSent | AskSent | LookSent
)

READER: TypeAdapter[AnySent] = TypeAdapter(Annotated[AnySent, Field(discriminator="type")])
"""Reads what was sent.

Raises: pydantic.ValidationError.
"""
