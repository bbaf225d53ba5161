"""Random play with every check on; shared by the test run and the long run.

python -m tests.random_play --games 100000 --jobs 2
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from operator import le
from typing import Any, ClassVar

import rondel
from rondel.engine import CHOICES, check_invariants, payments, title_of
from rondel.records import dumps, loads

LONGEST = 20_000
"""No random game may need more decisions."""


@dataclass
class Tally:
    """What a run of random games has seen."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    games_tried: int = 0
    """Games in which every legal action was tried on a copy."""
    tried: int = 0
    """Legal actions tried on a copy."""
    donations: int = 0
    kinds: set[str] = field(default_factory=set)

    def add(self, other: Tally) -> None:
        """Adds the figures of another run."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.games_tried += other.games_tried
        self.tried += other.tried
        self.donations += other.donations
        self.kinds |= other.kinds


def random_game(number: int) -> tuple[rondel.Game, random.Random]:
    """Game `number`: title, number of players and all options drawn at random."""
    rng = random.Random(number)
    title = title_of(rng.choice(["imperial2030", "imperial"]))
    options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
    players = [f"p{seat}" for seat in range(rng.randint(2, 6))]
    return rondel.Game.new(title.id, players, options, seed=number), rng


class Checker:
    """Plays one random game and checks everything that must hold after every action."""

    converted: ClassVar[defaultdict[tuple[str, int], set[int]]] = defaultdict(set)
    """Actions whose conversions are checked already, by game and what they are about."""

    def __init__(self, number: int) -> None:
        self.game, self.rng = random_game(number)
        self.marks = Marks(self.game)
        self.tally = Tally(games=1)

    def run(self, tries: bool) -> Tally:
        """Plays to the end; `tries` says whether every legal action is tried on a copy."""
        self.tally.games_tried = int(tries)
        while not self.game.over:
            if tries:
                self.check_legal_actions()
            self.step()
            assert self.tally.decisions <= LONGEST, "the game does not end"
        self.tally.longest = self.tally.decisions
        self.check_record()
        return self.tally

    def step(self) -> None:
        """One action, sometimes a donation, with the checks that compare before and after."""
        state = self.game.state
        money = sum(state.cash) + sum(state.treasury)
        events = self.donate() or self.game.apply(self.rng.choice(self.game.legal_actions()))
        self.tally.decisions += 1
        bank = 0
        for event in events:
            self.tally.kinds.add(event.kind)
            for paid in payments(event):
                bank += (paid.payer == "bank") * paid.amount - (paid.payee == "bank") * paid.amount
        assert sum(state.cash) + sum(state.treasury) - money == bank, "I-3: money from nowhere"
        check_invariants(state)
        before, self.marks = self.marks, Marks(self.game)
        before.compare(self.marks)

    def donate(self) -> Sequence[rondel.Event]:
        """Now and then a gift, where the rules allow one."""
        if self.rng.random() > 0.02:
            return []
        state = self.game.state
        seat, nation = self.rng.randrange(len(state.players)), self.rng.randrange(6)
        amount = self.rng.randint(1, max(1, state.cash[seat]))
        before = self.game.snapshot()
        try:
            events = self.game.donate(
                state.players[seat], state.rules.board.nation_ids[nation], amount
            )
        except rondel.IllegalAction:
            assert self.game.snapshot() == before
            return []
        self.tally.donations += 1
        return events

    def check_legal_actions(self) -> None:
        """Each applies on a copy and converts to its id and its JSON form and back."""
        game, legal = self.game, self.game.legal_ids()
        self.tally.tried += len(legal)
        for id in legal:
            game.copy().play(id)
        known = self.converted[game.rules.game, game.state.about]
        for id in set(legal) - known:
            check_conversions(game, id)
        known.update(legal)

    def check_record(self) -> None:
        """Record -> text -> replay -> the same position and the same text."""
        text = dumps(self.game)
        again = loads(text)
        assert again.snapshot() == self.game.snapshot()
        assert dumps(again) == text


class Marks:
    """What never falls, and where the markers stand."""

    def __init__(self, game: rondel.Game) -> None:
        state = game.state
        self.power = state.power[:]
        self.marker = state.marker[:]
        self.credit = [state.rules.bonds.credit[bonds] for bonds in state.held]

    def compare(self, after: Marks) -> None:
        """I-12, I-13, I-14."""
        if self.power != after.power:
            assert all(map(le, self.power, after.power)), "I-12: power points have fallen"
        if self.credit != after.credit:
            assert all(map(le, self.credit, after.credit)), "I-14: a credit sum has fallen"
        for a, b in zip(self.marker, after.marker, strict=True):
            assert a == b or a == -1 or 1 <= (b - a) % 8 <= 6, "I-13: a marker has jumped"


def check_conversions(game: rondel.Game, id: int) -> None:
    """Id -> action -> JSON text -> action -> id, without loss."""
    action = rondel.from_id(game, id)
    assert rondel.to_id(game, action) == id
    entry = json.loads(json.dumps(action.to_json()))
    assert rondel.to_id(game, entry) == id
    assert rondel.from_id(game, rondel.to_id(game, entry)) == action


def play(numbers: range, every: int = 1) -> Tally:
    """Plays the games with these numbers; tries all legal actions in every `every`-th of them."""
    tally = Tally()
    for number in numbers:
        try:
            tally.add(Checker(number).run(tries=number % every == 0))
        except Exception as error:
            again = f"python -m tests.random_play --games 1 --first {number}"
            error.add_note(f"in random game {number}; once more: {again}")
            raise
    return tally


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description="Random play with every check on.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="try all actions in each Nth game")
    asked = parser.parse_args()
    chunk, end = 200, asked.first + asked.games
    chunks = [range(i, min(i + chunk, end)) for i in range(asked.first, end, chunk)]
    total, start = Tally(), time.perf_counter()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for tally in pool.map(partial(play, every=asked.every), chunks):
            total.add(tally)
            seconds = time.perf_counter() - start
            sys.stderr.write(f"\r{total.games} games, {total.decisions} decisions, {seconds:.0f} s")
    sys.stdout.write(f"\n{total}\n")


if __name__ == "__main__":
    main()
