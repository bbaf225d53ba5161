"""Saved games: records, snapshots, replay, and the log in five languages."""

from rondel.records.documents import write
from rondel.records.log import LANGUAGES, Narrator
from rondel.records.saved import EntryError, dumps, load, loads, replay, save
from rondel.records.transcript import Transcript

__all__ = [
    "LANGUAGES",
    "EntryError",
    "Narrator",
    "Transcript",
    "dumps",
    "load",
    "loads",
    "replay",
    "save",
    "write",
]
