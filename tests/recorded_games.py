"""Recorded games: each title with each number of players, and each unusual ending.

`python -m tests.recorded_games` makes those that are missing; existing ones are never remade,
since old games must go on replaying.
"""

from __future__ import annotations

from pathlib import Path

import rondel
from rondel.engine import title_of
from rondel.records import save
from tests.positions import GAMES, do, game_at
from tests.random_play import random_game

FOLDER = Path(__file__).parent / "games"
GAMES_SEARCHED = 1500
LONGEST = 600
"""Entries of a game worth keeping."""


def played(number: int) -> rondel.Game:
    """A random game, finished."""
    game, rng = random_game(number)
    while not game.over:
        ids = game.legal_ids()
        game.play(ids[int(rng.random() * len(ids))])
    return game


def names_for(game: rondel.Game) -> list[str]:
    """What a finished game is an example of."""
    title, result = game.rules.game, game.result
    assert result is not None
    names = [f"{title}-{len(game.players)}-players"]
    if game.state.passed_investor:
        names.append(f"{title}-ends-passing-investor")
    if any(len(place) > 1 for place in result["ranking"]):
        names.append(f"{title}-shared-place")
    scores = list(result["scores"].values())
    if len(set(scores)) < len(scores) and len(result["ranking"]) == len(scores):
        names.append(f"{title}-tie-broken")
    if not game.options["investor_card"]:
        names.append(f"{title}-without-investor-card")
    if game.options["setup"] == "draft":
        names.append(f"{title}-draft")
    if game.options.get("tax_bonus") == "increase":
        names.append(f"{title}-tax-increase")
    if game.options.get("edition") == "later":
        names.append(f"{title}-later-edition")
    return names


def shared_place(title: str) -> rondel.Game:
    """R-SCO-5: two players nothing can tell apart; the third governs what ends the game."""
    ids = title_of(title).board.nation_ids
    bonds = {nation: {"C": [9]} for nation in ids}
    bonds[ids[1]] = {"A": [6], "B": [2, 4], "C": [9]}
    regions = [r["id"] for r in title_of(title).facts["land_regions"]]
    game = game_at(
        ids[0],
        game=title,
        players=3,
        bonds=bonds,
        power={ids[0]: 24},
        flags={ids[0]: sorted(regions[:6])},
    )
    do(game, slot="taxation")
    return game


def main() -> None:
    """Makes what is missing."""
    for title in GAMES:
        path = FOLDER / f"{title}-shared-place.rondel.json"
        if not path.exists():
            save(shared_place(title), path)
    for number in range(GAMES_SEARCHED):
        game = played(number)
        for name in names_for(game):
            path = FOLDER / f"{name}.rondel.json"
            rare = "tie" in name
            if not path.exists() and (rare or len(game) <= LONGEST):
                save(game, path)


if __name__ == "__main__":
    main()
