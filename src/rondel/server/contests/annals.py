"""What the log of a game that is over says: who began, who left, and who came in where."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, TypedDict, cast

from rondel.server.model.loglines import (
    AwayBody,
    FinishedBody,
    FreedBody,
    MovedBody,
    SeatBody,
    StartedBody,
)
from rondel.server.storage.rows.annals import Annal, Told

PEOPLE: Final = "people"
BOTS: Final = "bots"
GROUPS: Final = {2: "2", 3: "3-4", 4: "3-4", 5: "5-6", 6: "5-6"}
"""Numbers of players that are rated together."""


class SeatAnnal(TypedDict):
    """A seat of a game that is over."""

    user: str | None
    """Who sat there when the game began, by id."""
    bot: str | None
    """The bot that did."""
    left: bool
    """Whether a person did not play to the end."""
    place: int
    """From 1; who shares a place has the same."""
    score: int
    nations: dict[str, int]
    """How many turns of which nation were decided there."""


def pool_of(kind: str, game: str, players: int) -> str:
    """The name of those who are compared with each other."""
    return pool_of_group(kind, game, GROUPS[players])


def pool_of_group(kind: str, game: str, group: str) -> str:
    """The same by the name of the numbers of players."""
    return f"{kind}/{game}/{group}"


def annal_of(told: Told) -> Annal:
    """A game as the annals keep it; without seats if its log is of an older program."""
    seats = _seats(told)
    if seats is None:
        return Annal(told.id, told.at, None, None, None)
    people = [seat["user"] for seat in seats if seat["user"]]
    bots = [seat["bot"] for seat in seats if seat["bot"]]
    counts = _is_rated(told) and len(people) == len(set(people)) == len(seats)
    return Annal(
        told.id,
        told.at,
        pool_of(PEOPLE, told.game, len(seats)) if counts else None,
        pool_of(BOTS, told.game, len(seats)) if len(set(bots)) > 1 else None,
        {"seats": seats},
    )


def _started(told: Told) -> StartedBody | None:
    found = [cast(StartedBody, line.body) for line in told.lines if line.kind == "started"]
    return found[-1] if found and "people" in found[-1] else None


def _is_rated(told: Told) -> bool:
    started = _started(told)
    return started is not None and started.get("rated", False)


def _seats(told: Told) -> list[SeatAnnal] | None:
    started = _started(told)
    ended = [cast(FinishedBody, line.body) for line in told.lines if line.kind == "finished"]
    if started is None or not ended:
        return None
    holders = _Holders(started)
    for line in told.lines:
        holders.hear(line)
    result = ended[-1]["result"]
    places = {
        player: 1 + sum([len(before) for before in result["ranking"][:number]])
        for number, place in enumerate(result["ranking"])
        for player in place
    }
    turns = Counter([(turn["actor"], turn["nation"]) for turn in told.turns])
    return [
        {
            "user": holders.began[number],
            "bot": started["bots"][number],
            "left": holders.has_left(number),
            "place": places[player],
            "score": result["scores"][player],
            "nations": {nation: times for (who, nation), times in turns.items() if who == player},
        }
        for number, player in enumerate(started["players"])
    ]


class _Holders:
    """Follows who has which seat."""

    def __init__(self, started: StartedBody) -> None:
        self.began = list(started["people"])
        self._now = list(started["people"])
        self._away = [False] * len(self._now)
        self._is_on = False

    def has_left(self, number: int) -> bool:
        """Whether the person who began is not the one who ended."""
        began = self.began[number]
        return began is not None and (self._away[number] or self._now[number] != began)

    def hear(self, line: Any) -> None:
        """Takes in a line of the log."""
        match line.kind:
            case "started":
                self._is_on = True
            case "seat" if self._is_on:
                seat = cast(SeatBody, line.body)
                self._now[seat["seat"]], self._away[seat["seat"]] = seat["user"], False
            case "freed" if self._is_on:
                self._now[cast(FreedBody, line.body)["seat"]] = None
            case "away" | "back":
                self._away[cast(AwayBody, line.body)["seat"]] = line.kind == "away"
            case "moved" if self._is_on:
                moved = cast(MovedBody, line.body)
                for held in (self.began, self._now):
                    held[:] = [moved["to"] if one == moved["from"] else one for one in held]
            case _:
                pass
