"""Short positions for tests: say what matters, the rest is filled in.

What is not given is empty, zero or default. Every nation is governed by the player of its number
(first nation, first player …) with a bond of 9, unless `bonds` or `governments` say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import pytest

import rondel
from rondel.engine import title_of

NAMES = ("A", "B", "C", "D", "E", "F")
GAMES = ("imperial2030", "imperial")


def game_at(
    nation: str,
    *,
    game: str = "imperial2030",
    players: int = 4,
    options: dict[str, Any] | None = None,
    governments: Mapping[str, str | None] | None = None,
    bonds: dict[str, dict[str, list[int]]] | None = None,
    factories: dict[str, list[str]] | None = None,
    investor_card: str | None = None,
    round: int = 2,
    last_nation: str | None = None,
    **maps: Any,
) -> rondel.Game:
    """A game whose next decision is the slot of `nation`.

    `maps` are further parts of a snapshot: `treasuries`, `cash`, `units`, `flags`, `rondel`,
    `power`, `tax_marker`. `bonds` is nation -> player -> values; a nation named there has only
    these bonds sold and is governed by who holds most (the first of equals).
    `factories` replaces the starting factories of the nations it names.
    """
    title = title_of(game)
    names, ids = list(NAMES[:players]), title.board.nation_ids
    held = _bonds(ids, names, governments or {}, bonds or {})
    ruled = {n: _leader(held[n]) for n in ids} | dict(governments or {})
    complete = title.options(options or {}).to_json()
    board = title.board
    stand = {n: board.ids(board.starting_factories & board.home[i]) for i, n in enumerate(ids)}
    card = investor_card or names[0] if complete["investor_card"] else None
    position: dict[str, Any] = {
        "game": game,
        "options": complete,
        "players": names,
        "bonds": {p: {n: held[n][p] for n in ids if p in held[n]} for p in names},
        "governments": ruled,
        "investor_card": card,
        "swiss_banks": _swiss_banks(game, complete, names, ruled),
        "factories": stand | (factories or {}),
        "turn": {"round": round, "nation": nation, "last_nation": last_nation, "phase": "slot"},
        **maps,
    }
    return rondel.Game.new(game, names, complete, start={"position": position})


def _bonds(
    ids: list[str],
    names: list[str],
    governments: Mapping[str, str | None],
    bonds: dict[str, dict[str, list[int]]],
) -> dict[str, dict[str, list[int]]]:
    held: dict[str, dict[str, list[int]]] = {}
    for i, nation in enumerate(ids):
        player = governments.get(nation, names[i % len(names)])
        held[nation] = bonds.get(nation, {} if player is None else {player: [9]})
    return held


def _leader(held: dict[str, list[int]]) -> str | None:
    return max(held, key=lambda p: sum(held[p])) if held else None


def _swiss_banks(
    game: str, options: dict[str, Any], names: list[str], governments: Mapping[str, str | None]
) -> list[str]:
    if game == "imperial" and options["edition"] == "2006":
        return []
    return [p for p in names if p not in governments.values()]


def choices(game: rondel.Game) -> list[Any]:
    """The legal choices of the pending decision, as in records."""
    return [action.choice for action in game.legal_actions()]


def do(game: rondel.Game, **choice: Any) -> list[rondel.Event]:
    """Answers the pending decision; Python words get a trailing underscore (`from_`)."""
    told = {key.rstrip("_"): value for key, value in choice.items()}
    return list(game.apply({"choice": told}))


def refuses(game: rondel.Game, code: str, clause: str, **choice: Any) -> None:
    """Asserts that a choice is not listed, and is refused for this reason without any change."""
    entry = {"choice": {key.rstrip("_"): value for key, value in choice.items()}}
    assert entry["choice"] not in choices(game)
    before = game.snapshot(), len(game)
    with pytest.raises(rondel.IllegalAction) as caught:
        game.apply(entry)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert (game.snapshot(), len(game)) == before


def told(events: Iterable[rondel.Event], kind: str) -> list[dict[str, Any]]:
    """The events of one kind, in order, each as its fields."""
    found = [event.to_json() for event in events if event.kind == kind]
    return [{key: value for key, value in event.items() if key != "event"} for event in found]


def kind(game: rondel.Game) -> str | None:
    """The pending decision by name, None when the game is over."""
    return game.decision.kind if game.decision else None


def asked(game: rondel.Game) -> tuple[str, str] | None:
    """Pending decision and its actor."""
    return (game.decision.kind, game.decision.player) if game.decision else None


def targets(game: rondel.Game, origin: str) -> set[str]:
    """Where a unit in `origin` may be ordered to move, without canals that need consent."""
    return {
        choice["to"]
        for choice in choices(game)
        if choice.get("order") == "move" and choice["from"] == origin and "canals" not in choice
    }


def units(game: rondel.Game, nation: str) -> dict[str, dict[str, int]]:
    """The units of a nation on the board."""
    return cast(dict[str, dict[str, int]], game.snapshot()["units"][nation])


def maneuvering(nation: str, **position: Any) -> rondel.Game:
    """A game at the first decision of a Maneuver of `nation`; arguments as for `game_at`."""
    game = game_at(nation, **position)
    do(game, slot="maneuver_1")
    return game


def moving_armies(nation: str, **position: Any) -> rondel.Game:
    """A game at the first decision of the army step of a Maneuver of `nation`."""
    game = maneuvering(nation, **position)
    if kind(game) == "fleet_order":
        do(game, order="done")
    return game


def nations(game: str) -> list[str]:
    """The nations of a game in turn order."""
    return title_of(game).board.nation_ids


def cash(game: rondel.Game) -> dict[str, int]:
    """Everybody's cash."""
    found: dict[str, int] = game.snapshot()["cash"]
    return found


def treasury(game: rondel.Game, nation: str) -> int:
    """The treasury of a nation."""
    found: int = game.snapshot()["treasuries"][nation]
    return found


def army(nation: str, stance: str | None = None) -> dict[str, str]:
    """An army as R-DEC-1 describes it."""
    return {"nation": nation, "unit": "army"} | ({"stance": stance} if stance else {})


def fleet(nation: str) -> dict[str, str]:
    """A fleet as R-DEC-1 describes it."""
    return {"nation": nation, "unit": "fleet"}


def attack(region: str, own: dict[str, str], target: dict[str, str]) -> dict[str, Any]:
    """The order to attack in place."""
    return {"order": "attack", "region": region, "own": own, "target": target}


def attacks(game: rondel.Game) -> list[dict[str, Any]]:
    """The attacks in place among the legal orders."""
    return [choice for choice in choices(game) if choice["order"] == "attack"]
