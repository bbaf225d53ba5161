"""The shapes of what has changed from one position of a game to a later one."""

from __future__ import annotations

from typing import TypedDict

from rondel.engine.shapes.ahead import (
    ChangedBanks,
    ChangedFactories,
    ChangedFlags,
    ChangedProvinces,
    ChangedUnits,
    HolderChange,
    NumberChange,
)


class SlotChange(TypedDict):
    """A marker that has moved on the rondel."""

    before: str | None
    """The slot it stood on; null if it was not on the rondel."""
    after: str | None
    """The slot it stands on then."""


class GovernmentPassed(HolderChange):
    """A government that has passed to somebody else."""

    credit_before: int
    """The credit that who governed before has now."""
    credit_after: int
    """The credit that who governs now has."""


class BondsChange(TypedDict):
    """The bonds of one nation that a player holds."""

    before: list[int]
    """Those he held, by value."""
    after: list[int]
    """Those he holds then."""


class CashSource(TypedDict):
    """What all events of a kind together have brought to a player, or have cost him."""

    event: str
    """Their kind."""
    amount: int
    """What he was paid; below 0 what he has paid."""


class BonusTold(TypedDict):
    """Tax bonuses that a nation has brought to a player."""

    nation: str
    """The nation that taxed."""
    player: str
    """Who got them."""
    amount: int
    """How much in all."""


class OfNations(TypedDict):
    """Figures of nations, where they differ."""

    rondel: dict[str, SlotChange]
    """Nation → its slot."""
    governments: dict[str, GovernmentPassed]
    """Nation → its government."""
    treasuries: dict[str, NumberChange]
    """Nation → its treasury."""
    revenue: dict[str, NumberChange]
    """Nation → its tax revenue."""
    power: dict[str, NumberChange]
    """Nation → its power points."""
    factory_count: dict[str, NumberChange]
    """Nation → the number of its factories."""
    flag_count: dict[str, NumberChange]
    """Nation → the number of its flags."""
    armies: dict[str, NumberChange]
    """Nation → the number of its armies."""
    fleets: dict[str, NumberChange]
    """Nation → the number of its fleets."""


class OfPlayers(TypedDict):
    """What players have, where it differs."""

    cash: dict[str, NumberChange]
    """Player → his cash; without those whose cash is secret."""
    sources: dict[str, list[CashSource]]
    """Player → where the difference comes from; likewise."""
    bonuses: list[BonusTold]
    """The tax bonuses that were paid."""
    bonds: dict[str, dict[str, BondsChange]]
    """Player → nation → his bonds."""
    swiss_banks: ChangedBanks
    """Swiss Banks gained and returned."""
    investor_card: HolderChange | None
    """Who holds the investor card; null if that is the same."""


class Changes(OfNations, OfPlayers):
    """What has changed from one position to a later one, as docs/facts.md tells."""

    factories: ChangedFactories
    """Factories that are new, and that are gone."""
    flags: ChangedFlags
    """Flags that are new, and that are gone."""
    units: ChangedUnits
    """Units gained, lost and moved on the way."""
    provinces: ChangedProvinces
    """Home provinces occupied and freed."""
    regions: list[str]
    """The regions where units, a flag or a factory differ."""
