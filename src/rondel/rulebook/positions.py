"""Short positions for examples: they say what matters, the rest is as at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rondel.engine import Game, title_of

BOND = 9
"""Whoever governs a nation holds this bond of it, unless others are named."""


def game_at(game: str, players: Sequence[str], nation: str, parts: Mapping[str, Any]) -> Game:
    """A game in which a nation is about to choose its space.

    `parts` are parts of a snapshot, as docs/contract.md has them. Nations are governed by the
    players in turn, who hold a bond of each; `bonds` has the bonds of the nations it names, and
    `factories` the factories; other nations have those they begin with.
    """
    title = title_of(game)
    bonds = _bonds(title.board.nation_ids, players, parts.get("bonds", {}))
    options = title.options({}).to_json()
    position = {
        "game": game,
        "options": options,
        "players": list(players),
        "investor_card": players[-1],
        "turn": {"round": 2, "nation": nation, "last_nation": None, "phase": "slot"},
        **parts,
        "bonds": _by_player(bonds),
        "governments": {one: _leader(held) for one, held in bonds.items()},
        "factories": _starting(title.facts) | parts.get("factories", {}),
    }
    position.setdefault("swiss_banks", _swiss_banks(game, position))
    return Game.new(game, list(players), options, start={"position": position})


Held = dict[str, list[int]]
"""Player -> the values of his bonds of a nation."""


def _bonds(
    nations: list[str], players: Sequence[str], named: Mapping[str, Held]
) -> dict[str, Held]:
    usual = {nation: {players[at % len(players)]: [BOND]} for at, nation in enumerate(nations)}
    return usual | dict(named)


def _by_player(bonds: dict[str, Held]) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for nation, held in bonds.items():
        for player, values in held.items():
            found.setdefault(player, {})[nation] = values
    return found


def _leader(held: Held) -> str | None:
    return max(held, key=lambda player: sum(held[player]), default=None)


def _swiss_banks(game: str, position: dict[str, Any]) -> list[str]:
    """Who governs nothing holds one, where the game has them."""
    if not title_of(game).options({}).to_json()["swiss_bank_force"]:
        return []
    governing = position["governments"].values()
    return [player for player in position["players"] if player not in governing]


def _starting(facts: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {nation["id"]: [] for nation in facts["nations"]}
    for home in facts["home_provinces"]:
        if home["starting_factory"]:
            found[home["nation"]].append(home["id"])
    return found
