"""The money an event moved: who paid whom how much."""

from __future__ import annotations

from dataclasses import dataclass

from rondel.engine.model.events import (
    BondBought,
    BondUpgraded,
    BonusPaid,
    Donated,
    Event,
    FactoryBuilt,
    InterestPaid,
    InvestorPaid,
    RondelPaid,
    SoldiersPaid,
    StartingCash,
    TaxCollected,
    UnitImported,
)

BANK = "bank"
"""Payer or payee outside the game."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that changed hands. Payer and payee are `bank`, `cash:player` or `treasury:nation`."""

    payer: str
    payee: str
    amount: int


def treasury(nation: str) -> str:
    """The name of a nation's treasury in a payment."""
    return f"treasury:{nation}"


def cash(player: str) -> str:
    """The name of a player's cash in a payment."""
    return f"cash:{player}"


def payments(event: Event) -> list[Payment]:
    """The payments an event stands for, amounts of 0 left out."""
    return [p for p in _payments(event) if p.amount]


def _payments(event: Event) -> list[Payment]:
    match event:
        case StartingCash(player, amount) | InvestorPaid(player, amount):
            return [Payment(BANK, cash(player), amount)]
        case RondelPaid(player, _, amount, _):
            return [Payment(cash(player), BANK, amount)]
        case FactoryBuilt(nation, _, _, cost) | UnitImported(nation, _, _, cost):
            return [Payment(treasury(nation), BANK, cost)]
        case InterestPaid(nation, player, _, by_treasury, by_government, government):
            return [
                Payment(treasury(nation), cash(player), by_treasury),
                Payment(cash(government), cash(player), by_government),
            ]
        case BondBought(player, nation, price, _) | BondUpgraded(player, nation, _, _, price):
            return [Payment(cash(player), treasury(nation), price)]
        case TaxCollected(nation, to_treasury=amount):
            return [Payment(BANK, treasury(nation), amount)]
        case SoldiersPaid(nation, amount, _, True):
            return [Payment(treasury(nation), BANK, amount)]
        case BonusPaid(nation, player, amount, payer):
            return [Payment(BANK if payer == BANK else treasury(nation), cash(player), amount)]
        case Donated(player, nation, amount):
            return [Payment(cash(player), treasury(nation), amount)]
        case _:
            return []
