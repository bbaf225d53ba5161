"""Games to watch: what happens there."""

from __future__ import annotations

from rondel.server.protocol.base import Told
from rondel.server.protocol.tables import TableListed


class Happened(Told):
    """The last thing that has happened in a game."""

    at: float
    """When, in Unix seconds."""
    sentences: list[str]
    """What, in the language asked for."""


class Glance(Told):
    """How a game stands, as everybody may know it."""

    power: dict[str, int]
    """Power points by nation, the first nation on the track first."""
    governments: dict[str, str | None]
    """Who governs each nation; null for nobody."""
    scores: dict[str, int] | None
    """What each player would score now, the best first; null while cash is secret."""
    last: Happened | None
    """The last decision; null before the first, and if it was taken back."""


class Watched(Told):
    """A game to watch."""

    table: TableListed
    """The table."""
    glance: Glance | None
    """How it stands; null where the game cannot be read."""


class WatchList(Told):
    """A page of the games that are being played."""

    games: list[Watched]
    """The games, those with the latest news first."""
    more: str | None
    """Give this as `after` for the next page; null on the last."""
    now: float
    """The server's own time, in Unix seconds."""
