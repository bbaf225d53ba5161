"""What differs between two positions of a game, and what the events between them tell."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.engine.insight.payments import payments
from rondel.engine.model.events import (
    ArmyEntered,
    BattleFought,
    BondBought,
    BondUpgraded,
    Event,
    FactoryBuilt,
    FactoryDestroyed,
    StanceChanged,
    UnitImported,
    UnitMoved,
    UnitProduced,
)
from rondel.engine.model.state import State
from rondel.engine.notation.snapshots import player_or_none
from rondel.engine.shapes import (
    BondTaken,
    ChangedBanks,
    ChangedFactories,
    ChangedFlags,
    ChangedProvinces,
    ChangedUnits,
    FactoryTold,
    FlagTold,
    HolderChange,
    MovedUnit,
    NumberChange,
    PaymentTold,
    PlacedUnit,
    StanceTaken,
    UnitKind,
)
from rondel.engine.steps.taxation import revenue_of

# Differences --------------------------------------------------------------------------------


def changed(before: list[int], after: list[int], names: list[str]) -> dict[str, NumberChange]:
    """Name -> its number before and after, where they differ."""
    found: dict[str, NumberChange] = {}
    for i, name in enumerate(names):
        if before[i] != after[i]:
            found[name] = {"before": before[i], "after": after[i]}
    return found


def revenues(state: State) -> list[int]:
    """The tax revenue of every nation."""
    return [revenue_of(state, nation) for nation in range(state.rules.nations)]


def occupation(state: State) -> int:
    """The home provinces of all nations that are occupied (R-CON-12)."""
    occupied = 0
    for nation in range(state.rules.nations):
        occupied |= state.occupied(nation)
    return occupied


def changed_occupation(old: int, after: State) -> ChangedProvinces:
    """The home provinces that become occupied, and those that become free."""
    new, board = occupation(after), after.rules.board
    return {"occupied": board.ids(new & ~old), "freed": board.ids(old & ~new)}


def changed_flags(before: State, after: State) -> ChangedFlags:
    """The flags won and lost."""
    won: list[FlagTold] = []
    lost: list[FlagTold] = []
    for nation, id in enumerate(before.rules.board.nation_ids):
        old, new = before.flags[nation], after.flags[nation]
        if old != new:
            won += _flags(before, id, new & ~old)
            lost += _flags(before, id, old & ~new)
    return {"won": won, "lost": lost}


def _flags(state: State, nation: str, regions: int) -> list[FlagTold]:
    return [{"nation": nation, "region": region} for region in state.rules.board.ids(regions)]


def changed_banks(before: State, after: State) -> ChangedBanks:
    """The players who get a Swiss Bank, and those who return theirs."""
    if not before.rules.has_swiss_banks:
        return {"gained": [], "returned": []}
    return {
        "gained": _players_in(before, after.banks & ~before.banks),
        "returned": _players_in(before, before.banks & ~after.banks),
    }


def _players_in(state: State, seats: int) -> list[str]:
    return [id for seat, id in enumerate(state.players) if seats >> seat & 1]


def changed_card(before: State, after: State) -> HolderChange | None:
    """Who had the investor card and who has it; None if that is the same."""
    if before.card == after.card:
        return None
    old, new = player_or_none(before, before.card), player_or_none(after, after.card)
    return {"before": old, "after": new}


# Events -------------------------------------------------------------------------------------


def payments_told(events: Sequence[Event]) -> list[PaymentTold]:
    """All payments in order, each with the kind of the event it belongs to."""
    found: list[PaymentTold] = []
    for event in events:
        for paid in payments(event):
            found.append(
                {
                    "payer": paid.payer,
                    "payee": paid.payee,
                    "amount": paid.amount,
                    "event": event.kind,
                }
            )
    return found


def units_told(events: Sequence[Event]) -> ChangedUnits:
    """The units gained, lost and moved."""
    gained: list[PlacedUnit] = []
    lost: list[PlacedUnit] = []
    moved: list[MovedUnit] = []
    for event in events:
        match event:
            case UnitProduced(nation, region, unit) | UnitImported(nation, region, unit, _):
                gained.append(_unit(nation, unit, region))
            case BattleFought(region, nation, unit, _, enemy, enemy_unit, _):
                lost += [_unit(nation, unit, region), _unit(enemy, enemy_unit, region)]
            case FactoryDestroyed(nation, region, _, _, hostile, friendly):
                lost += [_unit(nation, "army", region)] * (hostile + friendly)
            case UnitMoved():
                moved.append(_move(event))
            case _:
                pass
    return {"gained": gained, "lost": lost, "moved": moved}


def _unit(nation: str, unit: UnitKind, region: str) -> PlacedUnit:
    return {"nation": nation, "unit": unit, "region": region}


def _move(event: UnitMoved) -> MovedUnit:
    return {
        "nation": event.nation,
        "unit": event.unit,
        "from": event.origin,
        "to": event.target,
        "way": event.way,
        "canals": event.canals,
        "seas": event.seas,
    }


def stances_told(events: Sequence[Event]) -> list[StanceTaken]:
    """The armies that entered a foreign home province or changed their stance there."""
    found: list[StanceTaken] = []
    for event in events:
        match event:
            case ArmyEntered(nation, region, stance) | StanceChanged(nation, region, stance):
                found.append({"nation": nation, "region": region, "stance": stance})
            case _:
                pass
    return found


def factories_told(events: Sequence[Event]) -> ChangedFactories:
    """The factories built and destroyed; `nation` is the one they belong to."""
    built: list[FactoryTold] = []
    destroyed: list[FactoryTold] = []
    for event in events:
        match event:
            case FactoryBuilt(nation, region, factory, _):
                built.append({"nation": nation, "region": region, "factory": factory})
            case FactoryDestroyed(_, region, owner, factory, _, _):
                destroyed.append({"nation": owner, "region": region, "factory": factory})
            case _:
                pass
    return {"built": built, "destroyed": destroyed}


def bonds_told(events: Sequence[Event]) -> list[BondTaken]:
    """The bonds taken, each with the one given back for it or null."""
    found: list[BondTaken] = []
    for event in events:
        match event:
            case BondBought(player, nation, value, _):
                found.append({"player": player, "nation": nation, "from": None, "to": value})
            case BondUpgraded(player, nation, old, new, _):
                found.append({"player": player, "nation": nation, "from": old, "to": new})
            case _:
                pass
    return found
