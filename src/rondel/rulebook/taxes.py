"""A Taxation to try: a few numbers, and what the engine makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rondel.engine import Event, Game, title_of
from rondel.rulebook.positions import game_at

PLAYERS = ("A", "B", "C", "D", "E", "F")
"""Each governs one nation, in turn order."""
MOST_MONEY = 30


@dataclass(frozen=True, slots=True)
class TaxNumbers:
    """What a Taxation depends on."""

    factories: int
    """Those that are free; one always is."""
    flags: int
    units: int
    treasury: int


@dataclass(frozen=True, slots=True)
class TaxExample:
    """A Taxation by these numbers, as the engine carries it out."""

    numbers: TaxNumbers
    most: TaxNumbers
    """The greatest numbers the game allows."""
    revenue: int
    pay: int
    """What the soldiers got."""
    bonus: int
    power: int
    treasury: int
    """The treasury afterwards."""
    nation: str
    record: dict[str, Any]
    """The position before, as a record that can be opened."""


def tax_example(game: str, wanted: TaxNumbers) -> TaxExample:
    """What Taxation brings the first nation; numbers beyond the game's limits are its limits."""
    most = tax_limits(game)
    numbers = TaxNumbers(
        max(1, min(wanted.factories, most.factories)),
        min(wanted.flags, most.flags),
        min(wanted.units, most.units),
        min(wanted.treasury, most.treasury),
    )
    played = _position(game, numbers)
    nation = title_of(game).board.nation_ids[0]
    record = played.record()
    events = played.apply({"choice": {"slot": "taxation"}})
    return TaxExample(
        numbers,
        most,
        revenue=_sum(events, "tax_collected", "revenue"),
        pay=_sum(events, "soldiers_paid", "amount"),
        bonus=_sum(events, "bonus_paid", "amount"),
        power=_sum(events, "power_gained", "points"),
        treasury=played.snapshot()["treasuries"][nation],
        nation=nation,
        record=record,
    )


def tax_limits(game: str) -> TaxNumbers:
    """The greatest numbers: as many as there are cities and pieces."""
    facts = title_of(game).facts
    nation = facts["nations"][0]
    homes = [home for home in facts["home_provinces"] if home["nation"] == nation["id"]]
    supply = nation["supply"]
    return TaxNumbers(len(homes), supply["flags"], supply["armies"] + supply["fleets"], MOST_MONEY)


def _sum(events: Sequence[Event], kind: str, field: str) -> int:
    return sum(int(event.to_json()[field]) for event in events if event.kind == kind)


def _position(game: str, numbers: TaxNumbers) -> Game:
    facts, first = title_of(game).facts, title_of(game).board.nation_ids[0]
    homes = [home["id"] for home in facts["home_provinces"] if home["nation"] == first]
    neutral = [region["id"] for region in facts["land_regions"] + facts["sea_regions"]]
    parts = {
        "factories": {first: homes[: numbers.factories]},
        "treasuries": {first: numbers.treasury},
        "units": {first: _units(facts, first, numbers.units)},
        "flags": {first: neutral[: numbers.flags]},
    }
    return game_at(game, PLAYERS, first, parts)


def _units(facts: dict[str, Any], nation: str, count: int) -> dict[str, dict[str, int]]:
    """Armies at home, and fleets in a port once no army is left."""
    homes = [home for home in facts["home_provinces"] if home["nation"] == nation]
    port = next(home["id"] for home in homes if home["port_sea"] is not None)
    armies = min(count, facts["nations"][0]["supply"]["armies"])
    units = {homes[0]["id"]: {"armies": armies}} if armies else {}
    if count > armies:
        units.setdefault(port, {})["fleets"] = count - armies
    return units
