"""Fixed positions and what is committed about them: order of legal actions, sequences by depth.

`python -m tests.fixed_positions` writes the files anew; explain a change in them in the commit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rondel
from rondel.engine import KINDS
from rondel.records import replay
from tests.random_play import random_game

HERE = Path(__file__).parent
ORDER_FOLDER = HERE / "snapshots"
COUNT_FOLDER = HERE / "perft"
MOST_SEQUENCES = 4000
"""Depths are counted while there are no more sequences than this."""
GAMES_SEARCHED = 60


def count_sequences(game: rondel.Game, depth: int) -> int:
    """Number of sequences of `depth` actions; a game that ends earlier counts once."""
    if depth == 0 or game.over:
        return 1
    if depth == 1:
        return len(game.legal_ids())
    total = 0
    for id in game.legal_ids():
        after = game.copy()
        after.play(id)
        total += count_sequences(after, depth - 1)
    return total


def counts_by_depth(game: rondel.Game) -> list[int]:
    """Sequences of 1, 2, … actions, as far as they stay few."""
    counts = [count_sequences(game, 1)]
    while counts[-1] <= MOST_SEQUENCES and len(counts) < 5:
        counts.append(count_sequences(game, len(counts) + 1))
    return counts


def described(game: rondel.Game) -> dict[str, Any]:
    """The pending decision and its legal choices in order."""
    assert game.decision is not None
    return {
        "decision": game.decision.to_json(),
        "choices": [action.choice for action in game.legal_actions()],
    }


def read(path: Path) -> tuple[rondel.Game, dict[str, Any]]:
    """The game of a committed file and what is written about it."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return replay(data.pop("record")), data


def from_turn_start(game: rondel.Game, played: list[rondel.Action], first: int) -> rondel.Game:
    """The same moment as a short record: a position, then the actions of the turn."""
    before = game.at(first)
    if before.snapshot()["turn"]["phase"] == "draft":
        return game.at(len(played))
    start = {"position": before.snapshot()}
    short = rondel.Game.new(game.rules.game, game.players, game.options, start=start)
    for action in played[first:]:
        short.play(action.id)
    return short


def find_positions() -> dict[str, rondel.Game]:
    """For each game and kind of decision the richest moment among some random games."""
    found: dict[str, rondel.Game] = {}
    for number in range(GAMES_SEARCHED):
        game, rng = random_game(number)
        played: list[rondel.Action] = []
        first = 0
        while not game.over:
            kind = KINDS[game.state.kind]
            first = len(played) if kind == "choose_slot" else first
            name = f"{game.rules.game}-{kind}"
            if name not in found or len(game.legal_ids()) > len(found[name].legal_ids()):
                found[name] = from_turn_start(game, played, first)
            action = rng.choice(game.legal_actions())
            played.append(action)
            game.apply(action)
    return found


def write_file(path: Path, data: dict[str, Any]) -> None:
    """One key to a line, so that changes can be read."""
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Writes all files anew."""
    for name, game in find_positions().items():
        record = game.record()
        write_file(ORDER_FOLDER / f"{name}.json", {"record": record, **described(game)})
        write_file(
            COUNT_FOLDER / f"{name}.json", {"record": record, "counts": counts_by_depth(game)}
        )


if __name__ == "__main__":
    main()
