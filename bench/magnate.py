"""How fast the magnate thinks, and how well it keeps to its time.

python -m bench.magnate                 # positions a second, by how many are judged at once
python -m bench.magnate --seconds 1     # overruns of a budget of time, in games of all sizes
python -m bench.magnate --explain       # explanations without a search, and whole games judged
"""

from __future__ import annotations

import argparse
import time
from random import Random

import rondel
from rondel.bots import BankerBot, Budget, MagnateBot
from rondel.bots.magnate.loading import reading_of, undisturbed
from rondel.engine import TITLES, Game

TOGETHER = (1, 2, 4, 8, 16, 32, 64)
ROUNDS = 20
EVERY = 40
"""One decision in so many is timed."""


def positions(game: str, players: int, every: int) -> list[Game]:
    """Positions of a game between bankers, one after so many decisions."""
    table = Game.new(game, [f"p{seat}" for seat in range(players)], seed=players)
    bankers = {player: BankerBot(Random(player), Budget()) for player in table.players}
    found: list[Game] = []
    while not table.over:
        player = table.players[table.state.actor]
        if len(table) % every == 0:
            found.append(table.copy())
        view = table.view(player)
        table.apply(bankers[player].decide(view, view.legal_actions()))
    return found


def measure_network(game: str) -> None:
    """Prints the processor's time for a position, encoding included, by how many at once."""
    seen = positions(game, 4, 3)
    reading = reading_of(seen[0].rules)
    for together in TOGETHER:
        best = float("inf")
        for first in range(ROUNDS):
            states = [seen[(first + i) % len(seen)].state for i in range(together)]
            begun = time.process_time()
            reading.see(states)
            best = min(best, (time.process_time() - begun) / together)
        print(f"{game:13} {together:3} at once: {best * 1e6:6.0f} µs a position")


def measure_search(game: str, nodes: int) -> None:
    """Prints how many nodes the search visits a second."""
    seen = [one for one in positions(game, 4, EVERY) if len(one.legal_ids()) > 3]
    visits, seconds = 0, 0.0
    for one in seen[:ROUNDS]:
        bot = MagnateBot(Random(1), Budget(nodes=nodes))
        begun = time.perf_counter()
        decide(bot, one)
        seconds += time.perf_counter() - begun
        assert bot.search is not None
        visits += bot.search.root.visits
    print(f"{game:13} {nodes} nodes: {visits / seconds:6.0f} nodes/s")


def decide(bot: MagnateBot, game: Game) -> None:
    """Lets a bot decide."""
    view = game.view(game.players[game.state.actor])
    bot.decide(view, view.legal_actions())


def measure_time(seconds: float) -> None:
    """Prints the longest times that decisions with a budget of time took."""
    for game in TITLES:
        for players in range(2, 7):
            taken: list[float] = []
            for one in positions(game, players, EVERY):
                bot = MagnateBot(Random(1), Budget(seconds=seconds))
                begun = time.perf_counter()
                decide(bot, one)
                taken.append(time.perf_counter() - begun)
            most = max(taken)
            print(
                f"{game:13} {players} players, {len(taken):2} decisions: longest {most:.3f} s"
                f" ({most / seconds - 1:+.0%}), middle {sorted(taken)[len(taken) // 2]:.3f} s"
            )


def measure_explaining(game: str, players: int) -> None:
    """Prints how long it takes to explain a decision at first sight, and to judge a whole game."""
    seen, taken = positions(game, players, 1), list[float]()
    reading = reading_of(seen[0].rules)
    for one in seen[::EVERY]:
        view = one.view(one.players[one.state.actor])
        bot, legal = MagnateBot(Random(1), Budget(nodes=1)), view.legal_actions()
        begun = time.perf_counter()
        bot.explain(view, legal)
        taken.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    for first in range(0, len(seen), max(TOGETHER)):
        reading.see([one.state for one in seen[first : first + max(TOGETHER)]])
    judged = time.perf_counter() - begun
    print(
        f"{game:13} {players} players: longest explanation {max(taken) * 1e3:.0f} ms,"
        f" middle {sorted(taken)[len(taken) // 2] * 1e3:.0f} ms;"
        f" all {len(seen)} positions of a game judged in {judged:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, help="a budget of time to keep to")
    parser.add_argument("--explain", action="store_true", help="explanations at first sight")
    parser.add_argument("--nodes", type=int, default=800)
    given = parser.parse_args()
    print(rondel.compiled.engine_form(), "engine")
    with undisturbed():
        if given.seconds:
            measure_time(given.seconds)
            return
        for game in TITLES:
            if given.explain:
                measure_explaining(game, 4)
                measure_explaining(game, 6)
                continue
            measure_network(game)
            measure_search(game, given.nodes)


if __name__ == "__main__":
    main()
