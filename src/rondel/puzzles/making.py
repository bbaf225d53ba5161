"""Puzzles made from what was found: weighed, proved by a search ten times as long, graded."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import floor
from random import Random
from typing import Any, Final

from rondel.engine import Game
from rondel.judging.judge import Judge
from rondel.judging.strongest import strongest
from rondel.judging.tendencies import tendencies
from rondel.puzzles.grading import grade_of, missed_by
from rondel.puzzles.mining import Find, finds, game_seed
from rondel.puzzles.shapes import Puzzle, Theme, Weighed
from rondel.puzzles.weighing import Weighing
from rondel.records import replay

PLAYOUTS: Final = 150
"""Playouts of the search that states a margin, at least."""

PLAYOUTS_A_CHOICE: Final = 25
"""The same for every choice that there is."""

PROMISING: Final = 0.015
"""By so much the best choice must seem better than the next to the bot that decides."""

SURE: Final = 1.28
"""Standard errors below a mean above which the truth lies nine times out of ten."""

LONGER: Final = 10
"""The search that a puzzle must hold in is so many times as long."""

SECURED: Final = 2.94
"""Standard errors by which two searches of the same length hardly ever differ."""

MOST_OF_A_THEME: Final = 8
"""Puzzles of one game title with the same theme."""

MOST_OF_A_GAME: Final = 9
"""Puzzles of one game that was played."""

MOST_TRIES: Final = 40
"""Decisions of one game that are weighed."""

COMMON: Final = 0.005
"""So much more a find must lead for every puzzle that there is of its theme."""

MOST_EASY: Final = 8
"""Puzzles of one game title that hardly anybody misses."""

SEED_BITS: Final = 48
ID_BYTES: Final = 4
DIGITS: Final = 4


@dataclass(frozen=True)
class Plan:
    """What is to be made."""

    title: str
    games: int
    """How many games are gone through at most."""
    count: int
    """How many puzzles are enough."""
    bots: str
    """The bot in all seats."""
    seed: str
    margin: float
    """By so much the best choice must be better than the next, even if luck was on its side."""
    themes: frozenset[Theme] = frozenset()
    """What they must be about, and then even if the bots saw it less clearly; empty: anything."""


@dataclass(frozen=True)
class Progress:
    """What a game has brought."""

    game: int
    """Its number."""
    found: int
    """Decisions that were weighed."""
    made: list[Puzzle]


def make(plan: Plan, known: Sequence[Puzzle] = ()) -> Iterator[Progress]:
    """Makes puzzles game by game, beside those that are known; the same plan makes the same."""
    workshop = Workshop(plan, known)
    for number in range(plan.games):
        yield workshop.make_of_game(number)
        if workshop.themes.total() >= plan.count:
            return


class Workshop:
    """Makes puzzles of one title, of all themes about as many."""

    def __init__(self, plan: Plan, known: Sequence[Puzzle]) -> None:
        self.plan = plan
        self.judge = strongest()
        self.known = {puzzle["id"] for puzzle in known}
        self.themes = Counter(puzzle["theme"] for puzzle in known)
        self.easy = sum(puzzle["grade"] == 1 for puzzle in known)

    def make_of_game(self, number: int) -> Progress:
        """Goes through a game and keeps what holds, the clearest and rarest first."""
        left, made, tries = self.finds_of(number), list[Puzzle](), 0
        while left and tries < MOST_TRIES and len(made) < MOST_OF_A_GAME:
            find = max(left, key=self._appeal)
            left.remove(find)
            if self.themes[find.theme] >= MOST_OF_A_THEME:
                continue
            tries += 1
            puzzle = self._made(number, find)
            if puzzle is not None:
                made.append(puzzle)
                self.known.add(puzzle["id"])
                self.themes[find.theme] += 1
                self.easy += puzzle["grade"] == 1
                left = [other for other in left if other.turn != find.turn]
        return Progress(number, tries, made)

    def finds_of(self, number: int) -> list[Find]:
        """What may make a puzzle in the game of a number; two games may be the same."""
        plan = self.plan
        lead = plan.margin if plan.themes else PROMISING
        found = finds(plan.title, number, plan.bots, plan.seed, lead)
        new = [find for find in found if id_of(find.record) not in self.known]
        return [find for find in new if not plan.themes or find.theme in plan.themes]

    def _appeal(self, find: Find) -> float:
        """How much a find is wanted: for its lead, less if there are others of its theme."""
        return find.lead - COMMON * self.themes[find.theme]

    def _made(self, number: int, find: Find) -> Puzzle | None:
        """The puzzle of a decision; None if its best choice is not clear enough, or too clear."""
        plan, judge = self.plan, self.judge
        id, game = id_of(find.record), game_of(find.record)
        margin = stated(judge, game, find.best, f"{id}/{plan.seed}")
        if margin < plan.margin:
            return None
        missed = missed_by(game, find.best, f"{id}/{plan.seed}/crowd")
        if grade_of(missed) == 1 and self.easy >= MOST_EASY:
            return None
        found = proved(judge, game, find.best, f"{id}/{plan.seed}", margin)
        if found is None or found.margin < plan.margin:
            return None
        decision = game.decision
        assert decision is not None, "a puzzle ends with a decision"
        return {
            "id": id,
            "theme": find.theme,
            "grade": grade_of(missed),
            "missed": missed,
            "margin": found.margin,
            "playouts": playouts_for(game),
            "made": {
                "judge": judge.name,
                "version": judge.version,
                "bots": plan.bots,
                "seed": game_seed(plan.title, number, plan.seed),
                "entry": find.entry,
            },
            "record": find.record,
            "decision": decision.to_json(),
            "choices": found.choices,
        }


@dataclass(frozen=True)
class Proof:
    """What a search ten times as long has made of a puzzle that holds in it."""

    margin: float
    choices: list[Weighed]


def made_anew(puzzle: Puzzle, seed: str, margin: float) -> Puzzle | None:
    """A puzzle as the present judge sees it; None if it does not hold by at least a margin.

    Who found it, and how many miss it, stays.
    """
    judge, game = strongest(), game_of(puzzle["record"])
    best = game.read({"choice": puzzle["choices"][0]["choice"]})
    luck = f"{puzzle['id']}/{seed}"
    least = stated(judge, game, best, luck)
    found = proved(judge, game, best, luck, least) if least >= margin else None
    if found is None or found.margin < margin:
        return None
    return {
        **puzzle,
        "margin": found.margin,
        "playouts": playouts_for(game),
        "made": {**puzzle["made"], "judge": judge.name, "version": judge.version},
        "choices": found.choices,
    }


def playouts_for(game: Game) -> int:
    """Playouts of the search that states a margin."""
    return max(PLAYOUTS, PLAYOUTS_A_CHOICE * len(game.legal_ids()))


def proved(judge: Judge, game: Game, best: int, luck: str, margin: float) -> Proof | None:
    """What a search ten times as long finds; None if a choice is not the best in it.

    The margin is lowered to what another such search will hardly find less than.
    """
    proof = weighed(judge, game, f"{luck}/proof", playouts_for(game) * LONGER)
    if not holds(proof, best, 0.0):
        return None
    return Proof(min(margin, _secured(proof, best)), _told(proof, game, best))


def game_of(record: dict[str, Any]) -> Game:
    """The game of a record that ends with the decision."""
    return replay(record)


def id_of(record: dict[str, Any]) -> str:
    """The name of a position, by what it is."""
    text = json.dumps(record, sort_keys=True).encode()
    return blake2b(text, digest_size=ID_BYTES).hexdigest()


def weighed(judge: Judge, game: Game, seed: str, playouts: int) -> Weighing:
    """The choices of a decision after so many playouts, by the luck of a seed."""
    weighing = Weighing(judge, game, Random(seed).getrandbits(SEED_BITS))
    weighing.weigh(playouts)
    return weighing


def stated(judge: Judge, game: Game, best: int, seed: str) -> float:
    """By how much a choice is at least better than all others; in whole thousandths.

    One that is not even the best half-way is given up.
    """
    playouts = playouts_for(game)
    weighing = weighed(judge, game, seed, playouts // 2)
    if min(lead.mean for lead in weighing.leads(best).values()) < 0.0:
        return 0.0
    weighing.weigh(playouts)
    least = min(lead.mean - SURE * lead.chance for lead in weighing.leads(best).values())
    return floor(least * 1000) / 1000


def _secured(proof: Weighing, best: int) -> float:
    """What another search as long will hardly find less than; in whole thousandths."""
    least = min(lead.mean - SECURED * lead.chance for lead in proof.leads(best).values())
    return floor(least * 1000) / 1000


def holds(weighing: Weighing, best: int, margin: float) -> bool:
    """Whether a choice is better than every other by a margin."""
    return all(lead.mean >= margin for lead in weighing.leads(best).values())


def _told(weighing: Weighing, game: Game, best: int) -> list[Weighed]:
    """All choices with what was found, the best first."""
    order = [best, *(id for id in weighing.order if id != best)]
    return [_weighed(weighing, game, best, id) for id in order]


def _weighed(weighing: Weighing, game: Game, best: int, id: int) -> Weighed:
    found, behind = weighing.found[id].by_seat[weighing.seat], weighing.ahead(best, id)
    other = id != best
    return {
        "choice": game.action(id).choice,
        "share": round(found.mean, DIGITS),
        "error": round(found.margin, DIGITS),
        "behind": round(behind.mean, DIGITS),
        "behind_error": round(behind.margin, DIGITS) if other else 0.0,
        "playouts": found.count,
        "tendencies": tendencies(weighing.sight, game, (id,), (best,)) if other else [],
    }
