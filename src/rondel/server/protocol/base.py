"""What all messages share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from rondel.engine.shapes import GameId as GameId

Json = dict[str, Any]

Status = Literal["open", "running", "finished", "ended", "expired"]
Language = Literal["en", "it", "es", "ru", "pl"]

BIGGEST = 2**31 - 1
"""Larger numbers of positions, entries and lines are refused: no game comes near."""

Count = Annotated[int, Field(ge=0, le=BIGGEST)]

Moment = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]
"""In Unix seconds."""

Position = Annotated[
    int,
    Field(ge=0, le=BIGGEST, description="Number of the position this is about.", examples=[12]),
]
SeatNumber = Annotated[int, Field(ge=0, le=5, description="Number of the seat, from 0.")]

BotName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=60,
        description="A bot that `GET /api/bots` lists; some take a budget, as `strategist:400`.",
        examples=["medium"],
    ),
]


class Asked(BaseModel):
    """What somebody asks for: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(
        extra="forbid", strict=True, hide_input_in_errors=True, use_attribute_docstrings=True
    )


class Told(BaseModel):
    """What the server tells; hardly any is ever read here, so nothing is made ready for it."""

    model_config = ConfigDict(defer_build=True, use_attribute_docstrings=True)


class OneOf(RootModel[Any]):
    """One of several messages, told apart by a field."""

    model_config = ConfigDict(defer_build=True)


def example(value: Json) -> ConfigDict:
    """The configuration of a message with an example."""
    return ConfigDict(json_schema_extra={"examples": [value]})
