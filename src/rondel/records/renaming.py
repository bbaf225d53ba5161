"""Other names for players, in everything that a saved game is made of.

A name is exchanged only where a player is meant: a player may be called like a nation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from rondel.engine.shapes import Result

Json = dict[str, Any]

Names = Mapping[str, str]
"""Old names and the new ones; who is not in it keeps the name."""

EVERYWHERE: Final[tuple[str, ...]] = ("player", "government")
"""Fields of events that hold a player whatever the event."""
BEFORE_AND_AFTER: Final = ("government_changed", "investor_card_passed")
"""Events whose `before` and `after` are players; elsewhere they are numbers."""


def _name(names: Names, player: Any) -> Any:
    """The new name of a player; None stays None."""
    return player if player is None else names.get(player, player)


def _keys(names: Names, by_player: Json) -> Json:
    return {_name(names, player): value for player, value in by_player.items()}


def _values(names: Names, players: Json) -> Json:
    return {key: _name(names, player) for key, player in players.items()}


def _list(names: Names, players: list[str]) -> list[str]:
    return [_name(names, player) for player in players]


def _parts(parts: Mapping[str, Callable[[Any], Any]], whole: Json) -> Json:
    """The same with some of its values changed, where it has them."""
    return {key: parts[key](value) if key in parts else value for key, value in whole.items()}


def rename_heading(heading: Json, names: Names) -> Json:
    """The heading of a record for players of other names."""
    return _parts(
        {
            "players": lambda players: _list(names, players),
            "options": lambda options: rename_options(options, names),
            "start": lambda start: _start(start, names),
        },
        heading,
    )


def rename_options(options: Json, names: Names) -> Json:
    """Rule options: some draws name players."""
    return _parts(
        {
            "assignment": lambda drawn: _keys(names, drawn) if isinstance(drawn, dict) else drawn,
            "start_player": lambda player: _name(names, player),
        },
        options,
    )


def _start(start: Json, names: Names) -> Json:
    return _parts(
        {
            "deal": lambda deal: _keys(names, deal),
            "start_player": lambda player: _name(names, player),
            "position": lambda position: rename_snapshot(position, names),
        },
        start,
    )


def rename_entry(entry: Json, names: Names) -> Json:
    """An entry of a record; what is chosen never names a player."""
    return _parts({"actor": lambda player: _name(names, player)}, entry)


def rename_snapshot(snapshot: Json, names: Names) -> Json:
    """A position."""
    return _parts(
        {
            "options": lambda options: rename_options(options, names),
            "players": lambda players: _list(names, players),
            "cash": lambda cash: _keys(names, cash),
            "bonds": lambda bonds: _keys(names, bonds),
            "governments": lambda governments: _values(names, governments),
            "investor_card": lambda player: _name(names, player),
            "swiss_banks": lambda players: _list(names, players),
            "decision": lambda decision: decision and rename_entry(decision, names),
            "result": lambda result: rename_result(result, names),
        },
        snapshot,
    )


def rename_result(result: Result | None, names: Names) -> Result | None:
    """Scores and ranking; None while there are none."""
    return None if result is None else cast(Result, _scored(cast(Json, result), names))


def _scored(told: Json, names: Names) -> Json:
    """What may tell scores and ranking."""
    return _parts(
        {
            "scores": lambda scores: _keys(names, scores),
            "ranking": lambda ranking: [_list(names, place) for place in ranking],
        },
        told,
    )


def rename_event(event: Json, names: Names) -> Json:
    """What happened."""
    fields = EVERYWHERE
    if event["event"] in BEFORE_AND_AFTER:
        fields = (*EVERYWHERE, "before", "after")
    named = _parts(dict.fromkeys(fields, lambda player: _name(names, player)), event)
    return _scored(named, names)
