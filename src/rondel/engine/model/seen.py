"""What an encoder has made of a position, beside what it was made of.

A position keeps these between decisions, and its copies share them. None is changed once it is
made, but for rows that are filled in when they are first asked for: what does not suit the
position any more is replaced.
"""

from __future__ import annotations


class Papers:
    """Bonds and governments."""

    def __init__(self, held: list[int], government: list[int]) -> None:
        self.held = held
        self.government = government
        self.due: list[int] = []
        """Nation -> the interest it owes to others than its government."""
        self.rows: list[bytes] = []
        """By `nation * players + seat`: the nation's papers as seen from a seat; empty if not yet
        asked for."""


class Standings:
    """Treasuries, tracks and pieces."""

    treasury: list[int]
    power: list[int]
    tax_marker: list[int]
    army_count: list[int]
    fleet_count: list[int]
    flags: list[int]
    factories: int
    invaded: int
    rows: list[bytes]
    """By nation, likewise `flag_rows`."""
    flag_rows: list[bytes]
    board: bytes
    """The factories."""
    occupied: bytes
    """The home provinces that are occupied."""


class Wealth:
    """What the bonds of each player are worth."""

    def __init__(self, papers: Papers, power: list[int], rows: list[bytes]) -> None:
        self.papers = papers
        self.power = power
        self.rows = rows
        """By player."""


class Purses:
    """The rows of all players, as one of them sees them while nobody waits for a turn."""

    def __init__(self, wealth: Wealth, cash: list[int], seat: int, marks: int, row: bytes) -> None:
        self.wealth = wealth
        self.cash = cash
        self.seat = seat
        self.marks = marks
        """Who decides, who holds the investor card, who are Swiss Banks."""
        self.row = row


class Powers:
    """The rows of all nations, as one player sees them while nothing passes."""

    def __init__(
        self, papers: Papers, standings: Standings, marker: list[int], turn: int, row: bytes
    ) -> None:
        self.papers = papers
        self.standings = standings
        self.marker = marker
        self.turn = turn
        """Whose turn it is, whose decision, and who looks."""
        self.row = row
