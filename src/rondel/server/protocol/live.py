"""What a client may send by WebSocket, and what it is told (see docs/server.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rondel.server.protocol.base import Asked, OneOf, Told, example
from rondel.server.protocol.log import RowTold
from rondel.server.protocol.play import (
    Act,
    Ask,
    Ballot,
    ConsequencesTold,
    Done,
    PositionTold,
    Proposal,
    TakeBack,
)
from rondel.server.protocol.refusals import ErrorAnswer
from rondel.server.protocol.tables import TableTold
from rondel.server.protocol.talk import Message

Ref = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=-(2**53), le=2**53)] | None

# Sent ---------------------------------------------------------------------------------------


class Sent(Asked):
    """Something a client sends."""

    ref: Ref = None
    """Chosen by the client; the answer repeats it."""


class ActSent(Sent, Act):
    """Decide or donate, as `POST …/actions`."""

    model_config = example(
        {"type": "act", "ref": 7, "position": 12, "entry": {"choice": {"slot": "investor"}}}
    )

    type: Literal["act"]


class UndoSent(Sent, TakeBack):
    """Take back, as `POST …/undo`."""

    model_config = example({"type": "undo", "ref": 8, "position": 12})

    type: Literal["undo"]


class ProposalSent(Sent, Proposal):
    """Put something to the vote, as `POST …/vote`."""

    model_config = example({"type": "propose", "kind": "pause"})

    type: Literal["propose"]


class BallotSent(Sent, Ballot):
    """Answer a vote, as `POST …/vote/answer`."""

    model_config = example({"type": "answer", "vote": 31, "agree": True})

    type: Literal["answer"]


class ReturnSent(Sent):
    """Take over again from the bot, as `POST …/return`."""

    model_config = example({"type": "return"})

    type: Literal["return"]


class ChatSent(Sent, Message):
    """Say something, as `POST …/chat`."""

    model_config = example({"type": "chat", "room": "table", "text": "Good luck!"})

    type: Literal["chat"]


class AskSent(Sent, Ask):
    """Ask for consequences, as `POST …/consequences`."""

    model_config = example(
        {
            "type": "consequences",
            "ref": 9,
            "position": 12,
            "entries": [{"choice": {"slot": "taxation"}}],
        }
    )

    type: Literal["consequences"]


class LookSent(Sent):
    """Ask for the position, as `GET …/position`."""

    model_config = example({"type": "position"})

    type: Literal["position"]


class SeatSent(Sent):
    """Look from another seat from now on; the position from there is the answer."""

    model_config = example({"type": "seat", "ref": 10, "seat": 1})

    type: Literal["seat"]
    seat: Annotated[int, Field(ge=0, le=5)] | None
    """A seat of yours; null for none of several, as `shared`."""


AnySent = (
    ActSent | UndoSent | ProposalSent | BallotSent | ReturnSent | ChatSent | AskSent | LookSent
    | SeatSent
)  # fmt: skip

READER: TypeAdapter[AnySent] = TypeAdapter(Annotated[AnySent, Field(discriminator="type")])
"""Reads what was sent.

Raises: pydantic.ValidationError.
"""


class LiveSent(OneOf):
    """Whatever a client may send by WebSocket, by its type."""

    root: Annotated[AnySent, Field(discriminator="type")]


# Told ---------------------------------------------------------------------------------------


class Hello(Told):
    """The connection stands."""

    type: Literal["hello"]
    seq: int
    """The lines after this number follow."""
    user: str | None
    """Who is connected, by id; null for a spectator without a name."""
    table: TableTold
    """The table as it is."""


class RowMessage(Told):
    """A line of the log, as `GET …/log` has it."""

    type: Literal["row"]
    row: RowTold
    """The line."""


class TableMessage(Told):
    """The table, when more has changed than a game going on."""

    type: Literal["table"]
    table: TableTold
    """The table as it is."""


class PositionMessage(Told):
    """The position, when it has changed or was asked for, as `GET …/position` has it."""

    type: Literal["position"]
    ref: Ref
    """Of the message that asked for it; null if none did."""
    position: PositionTold
    """The position as you may see it."""


class PersonTold(Told):
    """Somebody who is there."""

    id: str
    """Stays the same whatever the name."""
    name: str
    """What others see."""


class Presence(Told):
    """Who is there."""

    users: list[PersonTold]
    """The people who follow the table by WebSocket."""


class PresenceMessage(Presence):
    """Who is there, when that has changed."""

    type: Literal["presence"]


class Thinking(Told):
    """A bot decides, and others who were first are still waiting: it will take a while."""

    type: Literal["thinking"]
    position: int
    """The position it decides about."""
    seconds: float
    """Seconds from now until it is likely to have decided."""


class Beat(Told):
    """Nothing has happened for a while, and the connection stands.

    A connection on which nothing is heard for a minute is dead, though nobody has closed it.
    """

    type: Literal["beat"]


class DoneMessage(Done):
    """What was sent is done, and safe in the store."""

    type: Literal["done"]
    ref: Ref
    """Of the message this answers."""


class ConsequencesMessage(ConsequencesTold):
    """The consequences asked for."""

    type: Literal["consequences"]
    ref: Ref
    """Of the message this answers."""


class RefusedMessage(ErrorAnswer):
    """What was sent is refused, and nothing has changed."""

    type: Literal["refused"]
    ref: Ref
    """Of the message this answers; null if it could not be read."""


AnyTold = (
    Hello | RowMessage | TableMessage | PositionMessage | PresenceMessage | Thinking | Beat
    | DoneMessage | ConsequencesMessage | RefusedMessage
)  # fmt: skip


class LiveTold(OneOf):
    """Whatever the server may tell by WebSocket, by its type."""

    root: Annotated[AnyTold, Field(discriminator="type")]
