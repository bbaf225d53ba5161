"""All figures of a plan that has been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from rondel.arena.clock import together
from rondel.arena.match import Outcome
from rondel.arena.plan import Fixture, Plan
from rondel.arena.ratings import rate
from rondel.arena.statistics import Interval, elo_of_share, interval_of_share, ratio
from rondel.engine import title_of

Seat = tuple[Outcome, int]
"""One seat in one game."""

COUNTED = ("factories_built", "flags_held", "interest_taken", "units_lost")
"""What is told of a bot's behaviour besides its slots and the length of its games."""


def summary_of(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The summary as JSON; the same outcomes give the same but for times."""
    summary = plan.description() | {"blocks": len(plan.line_ups), "games": len(outcomes)}
    seats = {bot: seats_of(bot, outcomes) for bot in plan.bots}
    bots = {bot: _bot_summary(plan, bot, seats[bot]) for bot in plan.bots}
    if plan.mode == "duel":
        hero = bots[plan.bots[0]]
        summary |= hero | _elo(hero, plan.players, len(outcomes))
    summary["bots"] = bots
    summary["ratings"] = {
        bot: {"rating": round(rating.points, 1), "interval": _rounded(rating.interval)}
        for bot, rating in rate(plan, outcomes).items()
    }
    summary["head_to_head"] = head_to_head(plan, outcomes)
    actions = slot_actions(plan.setting.game)
    summary["behaviour"] = {bot: behaviour_of(seats[bot], actions) for bot in plan.bots}
    return summary


def seats_of(bot: str, outcomes: Sequence[Outcome]) -> list[Seat]:
    """The seats a bot had in all games."""
    return [(o, seat) for o in outcomes for seat, name in enumerate(o.fixture.bots) if name == bot]


def _bot_summary(plan: Plan, bot: str, seats: Sequence[Seat]) -> dict[str, Any]:
    wins = wins_by_block(seats)
    interval = interval_of_share(wins, f"{plan.setting.seed}/wins/{bot}")
    games = sum([number for _, number in wins])
    clock = together([outcome.clocks[seat] for outcome, seat in seats])
    return {
        "games": games,
        "win_share": round(ratio(wins) * games / len(seats), 4),
        "interval": [round(bound * games / len(seats), 4) for bound in interval],
        "score_share": round(mean([o.score_share(seat) for o, seat in seats]), 4),
        "ms_per_decision": {
            "mean": round(clock.mean(), 4),
            "p95": round(clock.percentile(0.95), 4),
        },
        "forfeits": forfeits_of(seats),
    }


def forfeits_of(seats: Sequence[Seat]) -> dict[str, Any]:
    """How many decisions and games a bot forfeited, and why, the most frequent reason first."""
    forfeits = [outcome.forfeits[seat] for outcome, seat in seats]
    reasons = Counter[str]()
    for one in forfeits:
        reasons.update(one.reasons)
    return {
        "decisions": sum([one.decisions for one in forfeits]),
        "games": sum([one.game for one in forfeits]),
        "reasons": dict(reasons.most_common()),
    }


def _rounded(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(bound, 1) for bound in interval]


def wins_by_block(seats: Sequence[Seat]) -> list[tuple[float, int]]:
    """Wins and games of each block, whichever of its seats a bot won with."""
    wins: dict[int, dict[Fixture, float]] = {}
    for outcome, seat in seats:
        games = wins.setdefault(outcome.fixture.block, {})
        games[outcome.fixture] = games.get(outcome.fixture, 0) + outcome.win_part(seat)
    return [(sum(games.values()), len(games)) for games in wins.values()]


def head_to_head(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """For every two bots that met: how often the one came in before the other."""
    told: dict[str, Any] = {bot: {} for bot in plan.bots}
    for bot, other in permutations(plan.bots, 2):
        if parts := meetings_by_block(bot, other, outcomes):
            told[bot][other] = _meetings(parts, f"{plan.setting.seed}/met/{bot}/{other}")
    return told


def _meetings(parts: Sequence[tuple[float, int]], seed: str) -> dict[str, Any]:
    return {
        "games": sum([number for _, number in parts]),
        "share": round(ratio(parts), 4),
        "interval": [round(bound, 4) for bound in interval_of_share(parts, seed)],
    }


def meetings_by_block(bot: str, other: str, outcomes: Sequence[Outcome]) -> list[tuple[float, int]]:
    """Games of each block in which two bots met, and the share of them that the first came ahead.

    Where they have several seats, all pairs of these count in equal parts; a shared place is half.
    """
    met: dict[int, list[float]] = {}
    for outcome in outcomes:
        if pairs := _pairs(bot, other, outcome):
            met.setdefault(outcome.fixture.block, []).append(mean(pairs))
    return [(sum(shares), len(shares)) for shares in met.values()]


def _pairs(bot: str, other: str, outcome: Outcome) -> list[float]:
    """For every seat of the one and every seat of the other, which of them came ahead."""
    return [
        outcome.ahead(seat, rival)
        for seat, name in enumerate(outcome.fixture.bots)
        for rival, opponent in enumerate(outcome.fixture.bots)
        if (name, opponent) == (bot, other)
    ]


def _elo(hero: dict[str, Any], players: int, games: int) -> dict[str, Any]:
    low, high = [elo_of_share(bound, players, games) for bound in hero["interval"]]
    return {
        "elo": round(elo_of_share(hero["win_share"], players, games), 1),
        "elo_interval": [round(low, 1), round(high, 1)],
    }


def slot_actions(game: str) -> list[str]:
    """The actions of the rondel in its order."""
    return list(dict.fromkeys(title_of(game).facts["rondel"]["actions"].values()))


def behaviour_of(seats: Sequence[Seat], actions: Sequence[str]) -> dict[str, Any]:
    """How a bot plays: what it chooses on the rondel, and means for a seat and game."""
    tallies = [outcome.tallies[seat] for outcome, seat in seats]
    chosen = Counter[str]()
    for tally in tallies:
        chosen.update(tally.slots)
    number = chosen.total() or 1
    report: dict[str, Any] = {"slots": {name: round(chosen[name] / number, 4) for name in actions}}
    for name in COUNTED:
        report[name] = round(mean([getattr(tally, name) for tally in tallies]), 3)
    report["game_length"] = {
        "turns": round(mean([outcome.turns for outcome, _ in seats]), 2),
        "rounds": round(mean([outcome.rounds for outcome, _ in seats]), 2),
    }
    return report


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0
