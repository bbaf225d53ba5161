"""Play, record and study the board games Imperial and Imperial 2030."""

# First of all: it chooses the form of the modules imported after it.
from rondel import compiled as compiled
from rondel import games as games
from rondel.engine import (
    SPECTATOR,
    Action,
    Chosen,
    Consequences,
    Decision,
    Entry,
    Event,
    Facts,
    Game,
    IllegalAction,
    Options,
    RecordError,
    Result,
    RuleSetError,
    Snapshot,
    View,
    from_id,
    to_id,
)
from rondel.records import load, save

__version__ = "0.1.0"

__all__ = [
    "SPECTATOR",
    "Action",
    "Chosen",
    "Consequences",
    "Decision",
    "Entry",
    "Event",
    "Facts",
    "Game",
    "IllegalAction",
    "Options",
    "RecordError",
    "Result",
    "RuleSetError",
    "Snapshot",
    "View",
    "from_id",
    "load",
    "save",
    "to_id",
]
