"""Plays games in which a search decides now and then, and writes down what it found.

    python -m training.teacher imperial2030 --weights src/rondel/bots/magnate/weights \\
        --into lessons --seconds 1800

One process, one core; several may write into the same folder with different seeds. The weights
are read again whenever their file has changed, so that a pupil may learn beside it. On a GPU many
games ask the network together; without one each position is judged by the layers that players
use, which is faster there.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import torch

from rondel.bots.banker import Judge as Banker
from rondel.bots.magnate.bot import FOREVER, WEIGHTY
from rondel.bots.magnate.loading import head_of
from rondel.bots.magnate.manner import Manner
from rondel.bots.magnate.network import Network as Layers
from rondel.bots.magnate.reading import Network, Reading
from rondel.bots.magnate.search import Search
from rondel.bots.magnate.tree import Node
from rondel.bots.strategist.playout import Clock
from rondel.engine import Game, RuleSet, State, decisions, factory_shortfall, first_nation
from rondel.envs.rewards import score, win
from training import weights
from training.bankers import chosen
from training.lessons import SUFFIX, Lesson, write
from training.mixture import BANKER, CURRENT, LONGEST_OPENING, Setting, drawn_number, drawn_options
from training.tables import ERRORS, ROUNDS, UNUSUAL_GIFTS
from training.together import Answer, Asked, Judge, Waiting, play_together

VARIED = 0.25
"""The share of games with options of their own."""
OPENED = 0.3
"""The share of games that bankers who err open."""
SEARCHED = {True: 0.7, False: 0.1}
"""How many decisions are searched: those of weight, and details. The bare policy loses more by the
former, and of the latter there are many."""
KEPT = 0.15
"""How many of the others are written down, for their values."""
HEAT = 0.8
"""The temperature at which others are drawn."""
SHRUNK = 6.0
"""What is known about a branch counts against so many visits that are like the mean."""
SHARPEST, SHARPER = 150.0, 1.67
"""How strongly found values change the policy: by how often the best branch was visited. It is as
much as in the search itself, where ten visits weigh as much as being e times likelier by 0.06."""
LASTING = 0.5
"""How much of what a player expects at his next decision comes from what happens after it; results
of so few games would blur what the network knows."""
LEAST = 1e-6
BOOK = 8_000
"""Lessons in a file."""
RELOAD = 20.0
"""Seconds between two looks at the file of weights."""


class Table:
    """One game after the other, for ever."""

    def __init__(self, school: School, seed: str) -> None:
        self._school = school
        self._chance = random.Random(seed)
        self._clock = Clock(time.perf_counter)

    def play(self) -> None:
        """Plays games, and hands their lessons in."""
        while True:
            self.play_one()

    def play_one(self) -> None:
        """Plays a game, and hands its lessons in."""
        setting = self._setting()
        names = [f"p{seat}" for seat in range(setting.players)]
        seed = self._chance.getrandbits(60)
        game = Game.new(self._school.game, names, setting.options, seed)
        rules = self._school.rules_of(game.rules)
        lineup = self._school.lineup(setting.players, self._chance)
        if not any(lineup) and self._chance.random() < OPENED:
            self._open(game, rules.banker)
        search = Search(rules.reading, self._clock)
        chain: list[tuple[Lesson, int, list[float], list[float], bool]] = []
        state = game.state
        while state.kind != decisions.GAME_OVER and state.round <= ROUNDS:
            if lineup[state.actor] == BANKER:
                self._play_banker(game, rules.banker)
            elif len(state.legal) == 1:
                self._play_forced(game, rules.banker)
            else:
                chain.append(self._decide(game, search))
        self._hand_in(chain, state, pure=not any(lineup))

    def _setting(self) -> Setting:
        chance, players = self._chance, drawn_number(self._chance)
        if chance.random() < VARIED:
            return Setting(players, chance.choice(self._school.variants))
        return Setting(players)

    # Others ---------------------------------------------------------------------------------------

    def _open(self, game: Game, banker: Banker) -> None:
        for _ in range(self._chance.randint(1, LONGEST_OPENING)):
            if game.over:
                return
            if self._chance.random() < ERRORS:
                game.play(self._chance.choice(game.state.legal))
            else:
                self._play_banker(game, banker)

    def _play_banker(self, game: Game, banker: Banker) -> None:
        state = game.state
        if gift := banker.gift(state):
            game.play(game.rules.table.donate_id(state.actor, state.nation, gift))
        game.play(chosen(banker, state, self._chance))

    def _play_forced(self, game: Game, banker: Banker) -> None:
        state, gift = game.state, 0
        if state.kind == decisions.BUILD_FACTORY:
            missing, gift = factory_shortfall(state), banker.gift(state)
            if missing and self._chance.random() < UNUSUAL_GIFTS:
                gift = 0 if gift else missing
        if gift:
            game.play(game.rules.table.donate_id(state.actor, state.nation, gift))
        else:
            game.play(state.legal[0])

    # Decisions ------------------------------------------------------------------------------------

    def _decide(
        self, game: Game, search: Search
    ) -> tuple[Lesson, int, list[float], list[float], bool]:
        """Decides; returns the lesson, its decider, what is expected, and whether to keep it."""
        state, rules = game.state, self._school.rules_of(game.rules)
        actor, weighty = state.actor, state.kind in WEIGHTY
        searched = self._chance.random() < SEARCHED[weighty]
        table = rules.reading.head.packed(first_nation(state))
        seen, legal = rules.reading.encoder.encoded(state, actor), list(state.legal)
        if searched:
            search.face(_seen_by(game))
            search.think(self._school.nodes[weighty], FOREVER)
            search.tidy()
            advice, wins, shares = found(search.root)
            drawn = self._chance.choices(search.root.ids, advice)[0]
            likely = dict(zip(search.root.ids, advice, strict=True))
            advice = [likely[id] for id in legal]
        else:
            sight = rules.reading.see([state])[0]
            wins, shares, advice = sight.wins, sight.shares, []
            powers = [(likely + LEAST) ** (1 / HEAT) for likely in sight.policy]
            drawn = self._chance.choices(legal, powers)[0]
        packed = [table[id] for id in legal]
        lesson = Lesson(bytes(seen), packed, advice, [], [], len(state.players))
        game.play(drawn)
        kept = searched or self._chance.random() < KEPT
        return lesson, actor, wins, shares, kept

    def _hand_in(
        self,
        chain: list[tuple[Lesson, int, list[float], list[float], bool]],
        state: State,
        pure: bool,
    ) -> None:
        """What each decision led to in its decider's eyes, from the end of the game back."""
        players = len(state.players)
        ahead_wins = [win(state)] * players
        ahead_shares = [score(state)] * players
        lessons: list[Lesson] = []
        for lesson, actor, wins, shares, kept in reversed(chain):
            ahead_wins[actor] = _mixed(wins, ahead_wins[actor])
            ahead_shares[actor] = _mixed(shares, ahead_shares[actor])
            if pure:
                lesson.wins = _turned(ahead_wins[actor], actor)
                lesson.shares = _turned(ahead_shares[actor], actor)
            if kept and (pure or lesson.advice):
                lessons.append(lesson)
        self._school.hand_in(lessons)


def _seen_by(game: Game) -> Game:
    """A game as the one who decides sees it."""
    if not game.rules.options.secret_cash:
        return game
    return game.view(game.players[game.state.actor]).game()


def _mixed(now: list[float], ahead: list[float]) -> list[float]:
    return [(1 - LASTING) * a + LASTING * b for a, b in zip(now, ahead, strict=True)]


def _turned(by_seat: list[float], actor: int) -> list[float]:
    return by_seat[actor:] + by_seat[:actor]


def found(root: Node) -> tuple[list[float], list[float], list[float]]:
    """How likely each branch should be chosen by what a search found, and what is expected then.

    Values that were found change the policy, the more the better they are known; a branch that
    nobody visited is taken to be like the mean.
    """
    actor, visits = root.actor, root.visits
    wins, shares = [one / visits for one in root.wins], [one / visits for one in root.shares]
    children = [child or Node(len(wins)) for child in root.children]
    most = max(child.visits for child in children)
    sharp = min(SHARPEST, SHARPER * most)
    expected = [_shrunk(child.wins, child.visits, wins) for child in children]
    points = [_shrunk(child.shares, child.visits, shares) for child in children]
    scores = [
        log(likely + LEAST) + sharp * (value[actor] - wins[actor])
        for likely, value in zip(root.policy, expected, strict=True)
    ]
    top = max(scores)
    powers = [exp(one - top) for one in scores]
    total = sum(powers)
    advice = [power / total for power in powers]
    return advice, _weighed(expected, advice), _weighed(points, advice)


def _shrunk(sums: list[float], visits: int, mean: list[float]) -> list[float]:
    return [(a + SHRUNK * b) / (visits + SHRUNK) for a, b in zip(sums, mean, strict=True)]


def _weighed(rows: list[list[float]], parts: list[float]) -> list[float]:
    return [
        sum(p * row[i] for p, row in zip(parts, rows, strict=True)) for i in range(len(rows[0]))
    ]


class Rules:
    """What is made once for a rule set."""

    def __init__(self, rules: RuleSet, network: Network) -> None:
        self.reading = Reading(rules, head_of(rules), network, Manner())
        self.banker = Banker(rules)


class School:
    """All tables of a process, and the lessons they have handed in."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.game: str = options.game
        self.nodes = {True: options.nodes[0], False: options.nodes[1]}
        self.bankers: float = options.bankers
        self._options = options
        chance = random.Random(f"variants {options.seed}")
        self.variants = [drawn_options(chance) for _ in range(12)]
        self._rules: dict[RuleSet, Rules] = {}
        self._together = options.device != "cpu"
        self._layers: Layers | None = None
        self._lessons: list[Lesson] = []
        self._games = self._books = 0
        self._begun = self._looked = time.monotonic()
        self._path: Path = options.weights / f"{options.game}.npz"
        self._made = 0.0
        self._load()

    def rules_of(self, rules: RuleSet) -> Rules:
        """What is kept for a rule set."""
        if rules not in self._rules:
            self._rules[rules] = Rules(rules, self._network_of(rules))
        return self._rules[rules]

    def lineup(self, players: int, chance: random.Random) -> list[int]:
        """Who sits where: the network everywhere, or in one seat against bankers."""
        if chance.random() >= self.bankers:
            return [CURRENT] * players
        hero = chance.randrange(players)
        return [CURRENT if seat == hero else BANKER for seat in range(players)]

    def hand_in(self, lessons: list[Lesson]) -> None:
        """Takes the lessons of a game."""
        self._games += 1
        self._lessons += lessons
        if len(self._lessons) >= BOOK:
            self.close()

    def close(self) -> None:
        """Writes down what was handed in."""
        if not self._lessons:
            return
        name = f"{self.game}-{self._options.seed}-{self._books:03}{SUFFIX}"
        advised = sum(bool(one.advice) for one in self._lessons)
        write(self._lessons, self._options.into / name)
        passed = time.monotonic() - self._begun
        print(
            f"{passed:.0f} s: {self._games} games, {name} with {len(self._lessons)} lessons, "
            f"{advised} of them searched",
            flush=True,
        )
        self._books += 1
        self._lessons = []

    def _network_of(self, rules: RuleSet) -> Network:
        """Who judges positions of a rule set: all games together on a GPU, else each for itself."""
        if self._together:
            return Waiting()
        if self._layers is None:
            with np.load(self._path, allow_pickle=False) as found:
                self._layers = Layers(found, rules)
        return self._layers

    def _load(self) -> None:
        """Takes the weights as they are now."""
        made = self._path.stat().st_mtime
        if made == self._made:
            return
        self._made = made
        if self._together:
            self._judge = Judge(weights.Network.read(self._path), self._options.device)
        else:
            self._layers = None
            self._rules.clear()

    def _going_on(self) -> bool:
        """Whether there is time left."""
        now = time.monotonic()
        if now - self._looked > RELOAD:
            self._looked = now
            self._load()
        return now - self._begun < self._options.seconds

    def _answers(self, asked: list[Asked]) -> list[Answer]:
        return self._judge.answers(asked)

    def run(self) -> None:
        """Lets all tables play until the time is up."""
        self._options.into.mkdir(parents=True, exist_ok=True)
        if self._together:
            tables = [Table(self, f"{self._options.seed} {i}") for i in range(self._options.tables)]
            play_together([table.play for table in tables], self._answers, self._going_on)
        else:
            table = Table(self, self._options.seed)
            while self._going_on():
                table.play_one()
        self.close()


def read_options(arguments: list[str] | None = None) -> Any:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Writes down what a search finds in games.")
    parser.add_argument("game", choices=["imperial", "imperial2030"])
    parser.add_argument("--weights", type=Path, required=True, help="the folder of GAME.npz")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--tables", type=int, default=64, help="on a GPU")
    parser.add_argument(
        "--nodes", type=int, nargs=2, default=(128, 48), help="for decisions of weight, for details"
    )
    parser.add_argument("--bankers", type=float, default=0.25, help="games against bankers")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--device", default="cpu", help="where the network is computed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    torch.set_num_threads(1)
    gc.disable()  # Trees have no cycles.
    School(read_options()).run()
