"""One game of a plan: played, watched, and told as an outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from rondel.arena.behaviour import Observer, Tally
from rondel.arena.clock import Clock
from rondel.arena.cluster import spread_over
from rondel.arena.plan import SAME, Fixture, Plan, Setting
from rondel.arena.play import (
    Seating,
    completed_options,
    places,
    seat_names,
    spread,
)
from rondel.arena.referee import Forfeits, Referee
from rondel.bots import Bot, Explainer
from rondel.engine import Game
from rondel.records.saved import dumps, keep

EXPLAINED = 5
"""How many choices a record tells about."""
EXPLAINED_KEY = "x_explained"


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    fixture: Fixture
    ranking: list[list[int]]
    """Seats from the first place on; those that share a place share a list."""
    rounds: int
    scores: list[list[int]]
    """By seat if the game had ended then: at the start, after each turn, at the end."""
    tallies: list[Tally]
    """By seat."""
    clocks: list[Clock]
    """By seat."""
    forfeits: list[Forfeits] = field(default_factory=list)
    """By seat."""

    @property
    def turns(self) -> int:
        """Turns of nations."""
        return len(self.scores) - 1

    def win_part(self, seat: int) -> float:
        """1 for a victory, a part of it for a shared one."""
        first = self.ranking[0]
        return 1 / len(first) if seat in first else 0.0

    def ahead(self, seat: int, rival: int) -> float:
        """1 if a seat came in before another, a half if they share a place."""
        for place in self.ranking:
            if seat in place or rival in place:
                return (1 + (seat in place) - (rival in place)) / 2
        raise AssertionError(f"seats {seat} and {rival} have no place")

    def score_share(self, seat: int, turn: int = -1) -> float:
        """Part of all points that a seat has at the end, or would have after a turn."""
        scores = self.scores[turn]
        total = sum(scores)
        return scores[seat] / total if total else 1 / len(scores)


def play_fixtures(
    plan: Plan, jobs: int = 1, done: int = 0, cluster: str | None = None
) -> Iterator[Outcome]:
    """The outcomes of a plan in order, without the first `done`.

    They are worked out by `jobs` processes, or by the Ray cluster at an address.

    Raises: ClusterError.
    """
    fixtures = plan.fixtures()[done:]
    if cluster is None:
        yield from spread(partial(play_fixture, plan.setting), fixtures, jobs)
        return
    for outcome, record in spread_over(cluster, partial(_recorded, plan.setting), fixtures):
        if record:
            keep(record, _place(plan.setting, outcome.fixture))
        yield outcome


def play_fixture(setting: Setting, fixture: Fixture) -> Outcome:
    """Plays one game; its record is saved if the setting says so."""
    outcome, record = _recorded(setting, fixture)
    if record:
        keep(record, _place(setting, fixture))
    return outcome


def _place(setting: Setting, fixture: Fixture) -> Path:
    """Where the record of a game is saved."""
    assert setting.records is not None, "records are not wanted"
    return setting.records / f"block-{fixture.block:05}-{fixture.rotation}.rondel.json"


def _recorded(setting: Setting, fixture: Fixture) -> tuple[Outcome, str]:
    """Plays one game; the text of its record is empty where nobody wants it."""
    game = open_game(setting, fixture)
    seating = _seating(setting, fixture)
    try:
        outcome = _played(setting, fixture, game, seating)
    except Exception as error:
        error.add_note(f"in {seating.name}, after entry {len(game)}")
        raise
    return outcome, dumps(game) if setting.records is not None else ""


def _played(setting: Setting, fixture: Fixture, game: Game, seating: Seating) -> Outcome:
    observer, clocks = Observer(game), [Clock() for _ in fixture.bots]
    referee = Referee(game, seating, setting.limit)
    while not game.over:
        answer = referee.answer()
        clocks[answer.seat].add(answer.seconds)
        if setting.explain:
            referee.heed(answer.seat, partial(explain, game, answer.bot))
        events = game.apply(answer.action)
        observer.see(answer.seat, answer.action, events)
        referee.tell(events)
    referee.end()
    ranking, rounds = referee.ranking(places(game)), game.state.round
    told = (observer.scores, observer.tallies, clocks, referee.forfeits)
    return Outcome(fixture, ranking, rounds, *told)


def _seating(setting: Setting, fixture: Fixture) -> Seating:
    block, rotation = fixture.block, fixture.rotation
    return Seating(
        f"block {block}, rotation {rotation} of seed {setting.seed}",
        f"{setting.seed}/{block}/{rotation}",
        [bot.removesuffix(SAME) for bot in fixture.bots],
        setting.budget,
    )


def explain(game: Game, bot: Bot | None) -> None:
    """Notes at the entry to come what a bot that explains itself expects of its best choices."""
    if not isinstance(bot, Explainer) or game.decision is None:
        return
    ranked = bot.explain(game.view(game.decision.player), game.legal_actions())
    told = [
        {
            "choice": choice.action.choice,
            "shares": {player: round(share, 4) for player, share in choice.shares.items()},
        }
        for choice in ranked[:EXPLAINED]
    ]
    game.extras.append((("actions", len(game)), EXPLAINED_KEY, told))


# The deal --------------------------------------------------------------------------------------


def open_game(setting: Setting, fixture: Fixture) -> Game:
    """The game at its beginning; a seat has the same cards in all games of a block.

    Raises: RuleSetError, RecordError for options that cannot be.
    """
    seats = [f"seat-{number}" for number in range(1, len(fixture.bots) + 1)]
    seed = f"{setting.seed}/{fixture.block}"
    options = completed_options(setting.options, setting.random_options, seed)
    version = setting.rules_version
    dealt = Game.new(setting.game, seats, options, seed, rules_version=version)
    names = seat_names(fixture.bots)
    start = _renamed(dealt.start, dict(zip(dealt.players, names, strict=True)))
    return Game.new(setting.game, names, options, start=start, rules_version=version)


def _renamed(start: dict[str, Any], name_of: dict[str, str]) -> dict[str, Any]:
    if "deal" in start:
        return {"deal": {name_of[seat]: cards for seat, cards in start["deal"].items()}}
    return {"start_player": name_of[start["start_player"]]}
