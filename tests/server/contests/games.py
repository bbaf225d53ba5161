"""Games that have ended, without the hours that it takes to play them."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.server.contests.ratings import Ratings
from rondel.server.model.table import FINISHED, Draft
from rondel.server.table import clocks
from tests.server.admins import seated
from tests.server.house import House, Person


def ratings_of(house: House) -> Ratings:
    """What counts the games of a house."""
    ratings: Ratings = house.app.state.server.ratings
    return ratings


async def settled(house: House) -> None:
    """Lets all games count that have ended."""
    while await ratings_of(house).settle():
        pass


async def ended_game(house: House, *order: Person, **wanted: object) -> str:
    """A rated game of people with accounts, who have come in in this order."""
    table = await seated(house, *order, **{"rated": True, **wanted})
    await end(house, table, [[person.name] for person in order])
    return table


async def end(house: House, table: str, ranking: Sequence[Sequence[str]]) -> None:
    """Ends a game with this result, whatever has been played; the clock goes on by a minute."""
    house.clock.now += 60
    scores = {name: 60 - 10 * place for place, names in enumerate(ranking) for name in names}
    result = {"scores": scores, "ranking": [list(names) for names in ranking]}

    def make(draft: Draft) -> None:
        now = house.clock()
        clocks.put_none(draft)
        draft.status, draft.ended_at, draft.result = FINISHED, now, result  # type: ignore[assignment]
        draft.note(now, "finished", {"result": result})  # type: ignore[typeddict-item]

    await house.app.state.server.tables.change(table, make)
