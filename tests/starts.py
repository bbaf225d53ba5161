"""Games at their set-up, for tests: dealt, or in a draft that a plan plays to its end."""

from __future__ import annotations

from typing import Any

import rondel
from tests.positions import NAMES, choices, do

ORDER = {
    "imperial2030": ["russia", "china", "india", "brazil", "usa", "europe"],
    "imperial": ["austria_hungary", "italy", "france", "great_britain", "german_empire", "russia"],
}

DRAFT_CASH = {
    "imperial2030": {2: 37, 3: 25, 4: 19, 5: 15, 6: 13},
    "imperial": {2: 40, 3: 28, 4: 22, 5: 18, 6: 15},
}


def deal(game: str, *cards: str, **options: Any) -> rondel.Game:
    """A standard game with these cards dealt to the seats in order."""
    names = list(NAMES[: len(cards)])
    start = {"deal": {name: [card] for name, card in zip(names, cards, strict=True)}}
    return rondel.Game.new(game, names, options, start=start)


def draft(game: str, players: int, start: str = "A", **options: Any) -> rondel.Game:
    """A draft at its first decision."""
    names = list(NAMES[:players])
    options = {"setup": "draft", **options}
    return rondel.Game.new(game, names, options, start={"start_player": start})


def finish(
    game: rondel.Game, plan: dict[str, dict[str, int]], until: str = ""
) -> list[rondel.Event]:
    """Plays a draft to its end, or until a nation is on offer.

    `plan` is nation -> player -> the bond he takes; all others pass.
    """
    events: list[rondel.Event] = []
    while game.decision and game.decision.kind == "draft_bond" and game.decision.nation != until:
        value = plan.get(game.decision.nation or "", {}).get(game.decision.player)
        events += do(game, pass_=True) if value is None else do(game, value=value)
    return events


def on_offer(game: rondel.Game) -> tuple[str | None, str] | None:
    """The nation on offer and who decides."""
    return (game.decision.nation, game.decision.player) if game.decision else None


def offered(game: rondel.Game) -> list[int]:
    """The bonds on offer."""
    return [choice["value"] for choice in choices(game) if "value" in choice]


def ruled_by(game: rondel.Game, player: str) -> set[str]:
    """The nations a player governs."""
    return {n for n, p in game.snapshot()["governments"].items() if p == player}
