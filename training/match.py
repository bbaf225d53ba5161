"""Plays the bare policy of shipped weights against any bot, on all cores. Needs NumPy alone.

    python -m training.match runs/two/imperial2030.npz --bot strategist:100

Each deal is played once from every seat; the interval is over deals.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from pathlib import Path

import numpy as np

from rondel.bots import make_bot
from rondel.bots.banker import Judge
from rondel.engine import Encoder, Game, Head, first_nation
from rondel.envs.rewards import score, win
from training.weights import Network


def choice(
    network: Network,
    game: Game,
    encoder: Encoder,
    head: Head,
    luck: np.random.Generator,
    heat: float,
) -> int:
    """The id of an action by the policy; at temperature 0 the one it thinks best.

    What a factory lacks is given as the banker would, as in training.
    """
    state = game.state
    if len(state.legal) == 1:
        gift = Judge(game.rules).gift(state)
        donation = game.rules.table.donate_id(state.actor, state.nation, gift)
        return donation if gift else state.legal[0]
    seen = np.frombuffer(encoder.encoded(state, state.actor), np.uint8)
    scores = network.scores(seen[None])[0][0]
    first = first_nation(state)
    pairs = [head.entries(id, first) for id in state.legal]
    worths = np.array([scores[entry] + scores[detail] for entry, detail in pairs])
    return state.legal[int(np.argmax(worths + heat * luck.gumbel(size=len(worths))))]


def play(
    weights: Path, bot: str, players: int, heat: float, deal: int, hero: int
) -> tuple[float, float]:
    """One game; the hero's win share and share of the points."""
    network, luck = Network.read(weights), np.random.default_rng([deal, hero])
    names = [f"player_{seat}" for seat in range(players)]
    game = Game.new(network.game, names, seed=deal)
    encoder, head = Encoder(game.rules), Head(game.rules.table)
    bots = {name: make_bot(bot, f"{deal} {name}") for name in names}
    while not game.over:
        if game.state.actor == hero:
            game.apply(game.action(choice(network, game, encoder, head, luck, heat)))
        else:
            view = game.view(names[game.state.actor])
            game.apply(bots[names[game.state.actor]].decide(view, view.legal_actions()))
    return win(game.state)[hero], score(game.state)[hero]


def work(task: tuple[Path, str, int, float, int, int, float]) -> tuple[int, float, float] | None:
    """One game in a process of its own, unless its time has come."""
    weights, bot, players, heat, deal, hero, until = task
    if time.time() > until:
        return None
    return (deal, *play(weights, bot, players, heat, deal, hero))


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Plays shipped weights against a bot.")
    parser.add_argument("weights", type=Path)
    parser.add_argument("--bot", default="strategist:100")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=1e9, help="no game begins after these")
    options = parser.parse_args()
    until = time.time() + options.seconds
    asked = (options.weights, options.bot, options.players, options.temperature)
    tasks = [
        (*asked, options.seed + deal, hero, until)
        for deal in range(options.deals)
        for hero in range(options.players)
    ]
    with multiprocessing.Pool(options.jobs) as pool:
        found = [one for one in pool.imap_unordered(work, tasks, 1) if one is not None]
    by_deal: dict[int, list[float]] = {}
    for deal, won, _ in found:
        by_deal.setdefault(deal, []).append(won)
    means = [float(np.mean(shares)) for shares in by_deal.values()]
    mean = float(np.mean([won for _, won, _ in found]))
    off = 1.96 * float(np.std(means)) / max(1, len(means)) ** 0.5
    share = float(np.mean([points for _, _, points in found]))
    print(
        f"{options.weights.stem}, temperature {options.temperature}, against {options.bot}, "
        f"{options.players} players: "
        f"{len(found)} games, win share {mean:.3f} [{mean - off:.3f}, {mean + off:.3f}], "
        f"score share {share:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
