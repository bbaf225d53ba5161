"""Saved games: records, snapshots, replay, and the log in five languages."""

from rondel.records.documents import write
from rondel.records.log import LANGUAGES, Narrator
from rondel.records.saved import EntryError, dumps, load, loads, replay, save

__all__ = [
    "LANGUAGES",
    "EntryError",
    "Narrator",
    "dumps",
    "load",
    "loads",
    "replay",
    "save",
    "write",
]
