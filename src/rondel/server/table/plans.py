"""What plans decide: by what their owner may know, from what the rules allow, and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from rondel.engine import Game, title_of
from rondel.engine.shapes import Entry
from rondel.server.model.table import Json
from rondel.server.storage.rows.plans import Plan

ONCE: Final = ("slot",)
"""Plans for one decision: they are over when it has come."""

CHANGED: Final = "changed"
"""Why a plan lapses: something has changed for who made it."""
NOT_LEGAL: Final = "not_legal"
PASSED: Final = "passed"
"""The turn or round that it was for is over."""


@dataclass(frozen=True)
class Outcome:
    """What becomes of a plan at a decision."""

    plan: Plan
    entry: Entry | None
    """What it decides; None if nothing."""
    lapsed: str | None = None
    """Why it is over without having decided."""


def outcomes(game: Game, player: str, plans: Sequence[Plan]) -> list[Outcome]:
    """What becomes of plans at the decision of their owner: those that lapse, and the first that
    decides, which is the last of the list.

    Plans to buy go before plans to pass.
    """
    found: list[Outcome] = []
    for plan in sorted(plans, key=lambda one: one.kind == "pass_invest"):
        if (lapsed := _lapsed(game, player, plan)) is not None:
            found.append(Outcome(plan, None, lapsed))
        elif (entry := _decided(game, player, plan)) is not None:
            found.append(Outcome(plan, entry))
            break
    return found


def given_in(game: Game, scope: str) -> str:
    """The turn or round that something is meant for."""
    round, nation = game.state.round, game.state.nation_id(game.state.nation)
    return {"turn": f"{round}:{nation}", "round": f"{round}"}.get(scope, "")


def _lapsed(game: Game, player: str, plan: Plan) -> str | None:
    if plan.body["given"] != given_in(game, plan.body["scope"]):
        return PASSED
    decision = game.decision
    if plan.kind != "slot" or decision is None or decision.kind != "choose_slot":
        return None
    if decision.nation != plan.body["nation"]:
        return None
    if plan.body["unchanged"] and plan.body["stood"] != standing(game, player, plan.body["nation"]):
        return CHANGED
    return None if _decided(game, player, plan) is not None else NOT_LEGAL


def _decided(game: Game, player: str, plan: Plan) -> Entry | None:
    decision = game.decision
    if decision is None or decision.player != player:
        return None
    body = plan.body
    match plan.kind, decision.kind:
        case "decline_battles", "battle_demand":
            return _choice(game, demand=False)
        case "allow_canal", "canal_consent" if _asks_for(game, body):
            return _choice(game, allow=True)
        case "let_pass", "swiss_force":
            return _choice(game, force=False)
        case "force_stop", "swiss_force":
            return _choice(game, force=True)
        case "keep_government", "invest":
            return _defended(game, player, body)
        case "pass_invest", "invest":
            return _passed(game, player, body)
        case "slot", "choose_slot" if decision.nation == body["nation"]:
            return _choice(game, slot=body["slot"])
        case _:
            return None


def _choice(game: Game, **wanted: Any) -> Entry | None:
    """The legal action that says this."""
    for action in game.legal_actions():
        entry = action.to_json()
        if all(entry["choice"].get(key) == value for key, value in wanted.items()):
            return entry
    return None


def _asks_for(game: Game, body: Json) -> bool:
    snapshot = game.snapshot()
    decision = snapshot["decision"]
    canal = None if decision is None else decision["context"].get("canal")
    return (canal, snapshot["turn"]["nation"]) == (body["canal"], body["nation"])


# Investing ----------------------------------------------------------------------------------


def would_lose(game: Game, player: str, nation: str) -> bool:
    """Whether somebody else governs a nation that was the player's, or could by a single
    investment that he may be able to pay."""
    told = game.facts(player)["nations"][nation]
    if game.snapshot(player)["governments"][nation] != player:
        return True
    others = [takeover for takeover in told["takeovers"].values() if takeover is not None]
    return any(takeover["affordable"] is not False for takeover in others)


def _defended(game: Game, player: str, body: Json) -> Entry | None:
    """The cheapest investment in a nation after which nobody else can take it; or, where it is
    lost already, the cheapest that brings it back. None if it is in no danger."""
    nation = body["nation"]
    if not would_lose(game, player, nation):
        return None
    regained: Entry | None = None
    for _, entry in sorted(_investments(game, nation, body["most"]), key=lambda one: one[0]):
        after = game.copy()
        after.apply(entry)
        if after.snapshot(player)["governments"][nation] != player:
            continue
        if not would_lose(after, player, nation):
            return entry
        regained = regained or entry
    is_lost = game.snapshot(player)["governments"][nation] != player
    return regained if is_lost else None


def _investments(game: Game, nation: str, most: int) -> Iterator[tuple[int, Entry]]:
    """What may be bought of a nation for so much, by price."""
    for action in game.legal_actions():
        entry = action.to_json()
        choice: Json = dict(entry["choice"])
        if choice.get("nation") != nation:
            continue
        price = choice["value"] if choice["choice"] == "buy" else choice["to"] - choice["from"]
        if price <= most:
            yield price, entry


def _passed(game: Game, player: str, body: Json) -> Entry | None:
    """Passes, unless one of the nations named would be lost, or a new bond could be bought where
    only upgrades are to be passed."""
    if any(would_lose(game, player, nation) for nation in body["unless"]):
        return None
    choices = [action.to_json()["choice"].get("choice") for action in game.legal_actions()]
    if body["upgrades_only"] and "buy" in choices:
        return None
    return _choice(game, choice="pass")


# What has changed ---------------------------------------------------------------------------


def standing(game: Game, player: str, nation: str) -> str:
    """How things stand for somebody who governs a nation, as a mark to compare by: its government,
    treasury, power, bonds and place on the rondel, all that stands in its home provinces, its
    units, factories and flags anywhere, and his own cash and bonds."""
    told = game.snapshot(player)
    homes = _homes(game, nation)
    near = {
        other: {region: units for region, units in regions.items() if region in homes}
        for other, regions in told["units"].items()
        if other != nation
    }
    parts = [
        [told[key][nation] for key in ("governments", "treasuries", "power", "rondel")],
        [told[key][nation] for key in ("factories", "flags", "units")],
        near,
        {owner: bonds.get(nation) for owner, bonds in told["bonds"].items()},
        told["cash"].get(player),
        told["bonds"][player],
    ]
    text = orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()[:16]


def _homes(game: Game, nation: str) -> set[str]:
    provinces = title_of(game.rules.game).facts["home_provinces"]
    return {province["id"] for province in provinces if province["nation"] == nation}
