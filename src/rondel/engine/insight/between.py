"""What has changed from one position of a game to a later one (documented in `facts.md`).

What differs is found by comparing the two positions; the events between them tell only what no
position holds: where cash came from, which units moved and which were lost on the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from rondel.engine.insight.changes import (
    changed,
    changed_banks,
    changed_card,
    changed_flags,
    changed_occupation,
    occupation,
    payments_told,
    revenues,
    units_told,
)
from rondel.engine.insight.payments import cash
from rondel.engine.model.board import size_of
from rondel.engine.model.events import BonusPaid, Event
from rondel.engine.model.state import NOBODY, State
from rondel.engine.notation.snapshots import player_or_none, shows_cash, slot_or_none, units_of
from rondel.engine.shapes import (
    BondsChange,
    BonusTold,
    CashSource,
    ChangedFactories,
    Changes,
    FactoryTold,
    GovernmentPassed,
    OfNations,
    OfPlayers,
    PaymentTold,
    SlotChange,
)
from rondel.engine.steps.factory import factory_kind


def changes_between(
    before: State, after: State, events: Sequence[Event], viewer: str | None
) -> Changes:
    """What differs between two positions of one game, as far as a viewer may know it."""
    return {
        **_of_nations(before, after),
        **_of_players(before, after, events, viewer),
        "factories": _changed_factories(before, after),
        "flags": changed_flags(before, after),
        "units": units_told(events),
        "provinces": changed_occupation(occupation(before), after),
        "regions": _changed_regions(before, after),
    }


# Nations ------------------------------------------------------------------------------------


def _of_nations(before: State, after: State) -> OfNations:
    ids = before.rules.board.nation_ids
    return {
        "rondel": _moved_markers(before, after),
        "governments": _passed_governments(before, after),
        "treasuries": changed(before.treasury, after.treasury, ids),
        "revenue": changed(revenues(before), revenues(after), ids),
        "power": changed(before.power, after.power, ids),
        "factory_count": changed(_factories(before), _factories(after), ids),
        "flag_count": changed(_flags(before), _flags(after), ids),
        "armies": changed(before.army_count, after.army_count, ids),
        "fleets": changed(before.fleet_count, after.fleet_count, ids),
    }


def _moved_markers(before: State, after: State) -> dict[str, SlotChange]:
    moved: dict[str, SlotChange] = {}
    for nation, id in enumerate(before.rules.board.nation_ids):
        old, new = before.marker[nation], after.marker[nation]
        if old != new:
            moved[id] = {"before": slot_or_none(before, old), "after": slot_or_none(after, new)}
    return moved


def _passed_governments(before: State, after: State) -> dict[str, GovernmentPassed]:
    passed: dict[str, GovernmentPassed] = {}
    for nation, id in enumerate(before.rules.board.nation_ids):
        old, new = before.government[nation], after.government[nation]
        if old != new:
            passed[id] = {
                "before": player_or_none(before, old),
                "after": player_or_none(after, new),
                "credit_before": _credit(after, old, nation),
                "credit_after": _credit(after, new, nation),
            }
    return passed


def _credit(state: State, player: int, nation: int) -> int:
    return 0 if player == NOBODY else state.credit(player, nation)


def _factories(state: State) -> list[int]:
    """How many factories each nation has."""
    return [size_of(state.factories & home) for home in state.rules.board.home]


def _flags(state: State) -> list[int]:
    """How many flags each nation has."""
    return [size_of(flags) for flags in state.flags]


# Players ------------------------------------------------------------------------------------


def _of_players(
    before: State, after: State, events: Sequence[Event], viewer: str | None
) -> OfPlayers:
    known = [id for id in after.players if shows_cash(after, viewer, id)]
    amounts = changed(before.cash, after.cash, after.players)
    payments = payments_told(events)
    sources = {id: _sources(payments, id) for id in known}
    return {
        "cash": {id: change for id, change in amounts.items() if id in known},
        "sources": {id: found for id, found in sources.items() if found},
        "bonuses": _bonuses(events),
        "bonds": _changed_bonds(before, after),
        "swiss_banks": changed_banks(before, after),
        "investor_card": changed_card(before, after),
    }


def _sources(payments: list[PaymentTold], player: str) -> list[CashSource]:
    """What was paid to a player and what he has paid, by kind of event, in order."""
    account = cash(player)
    totals: dict[tuple[str, bool], int] = {}
    for paid in payments:
        if account == paid["payee"]:
            key, amount = (paid["event"], True), paid["amount"]
        elif account == paid["payer"]:
            key, amount = (paid["event"], False), -paid["amount"]
        else:
            continue
        totals[key] = totals.get(key, 0) + amount
    return [{"event": event, "amount": amount} for (event, _), amount in totals.items()]


def _bonuses(events: Sequence[Event]) -> list[BonusTold]:
    totals: dict[tuple[str, str], int] = {}
    for event in events:
        if isinstance(event, BonusPaid) and event.amount:
            key = (event.nation, event.player)
            totals[key] = totals.get(key, 0) + event.amount
    return [{"nation": n, "player": p, "amount": amount} for (n, p), amount in totals.items()]


def _changed_bonds(before: State, after: State) -> dict[str, dict[str, BondsChange]]:
    found: dict[str, dict[str, BondsChange]] = {}
    for seat, player in enumerate(before.players):
        held = _changed_bonds_of(before, after, seat)
        if held:
            found[player] = held
    return found


def _changed_bonds_of(before: State, after: State, seat: int) -> dict[str, BondsChange]:
    rules = before.rules
    found: dict[str, BondsChange] = {}
    for nation, id in enumerate(rules.board.nation_ids):
        place = seat * rules.nations + nation
        old, new = before.held[place], after.held[place]
        if old != new:
            found[id] = {"before": rules.bonds.listed(old), "after": rules.bonds.listed(new)}
    return found


# The board ----------------------------------------------------------------------------------


def _changed_factories(before: State, after: State) -> ChangedFactories:
    old, new = before.factories, after.factories
    return {"built": _told(after, new & ~old), "destroyed": _told(before, old & ~new)}


def _told(state: State, regions: int) -> list[FactoryTold]:
    board = state.rules.board
    return [
        {
            "nation": state.nation_id(board.owner[region]),
            "region": board.region_ids[region],
            "factory": factory_kind(state, region),
        }
        for region in board.members(regions)
    ]


def _changed_regions(before: State, after: State) -> list[str]:
    regions = before.factories ^ after.factories
    found: set[str] = set()
    for nation in range(before.rules.nations):
        regions |= before.flags[nation] ^ after.flags[nation]
        old, new = units_of(before, nation), units_of(after, nation)
        found.update([id for id in {*old, *new} if old.get(id) != new.get(id)])
    return sorted({*found, *before.rules.board.ids(regions)})
