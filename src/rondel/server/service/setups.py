"""Positions that were set up by hand: whether a game can begin with them."""

from __future__ import annotations

from rondel.engine import RecordError, breaches_of, newest_version
from rondel.server.errors import refuse_record
from rondel.server.protocol.games import BreachTold, PositionAsked, PositionChecked


def checked(game: str, wanted: PositionAsked) -> PositionChecked:
    """Everything that is wrong with a position.

    Raises: Refusal for players or options that no game could be played by.
    """
    version = newest_version()
    header = {"game": game, "options": wanted.options, "players": list(wanted.players)}
    heading = {
        **header,
        "rules_version": version,
        "start": {"position": {**wanted.position, **header}},
    }
    try:
        found = breaches_of(heading)
    except RecordError as error:
        refuse_record(error)
    return PositionChecked(
        breaches=[
            BreachTold(
                code=one.code,
                clause=one.clause or None,
                message=one.sentence,
                values=dict(one.values),
            )
            for one in found
        ],
        rules_version=version,
    )
