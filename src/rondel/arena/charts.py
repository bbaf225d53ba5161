"""Charts of what was measured: ratings with their intervals, and scores in the course of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rondel.arena.drawing import COLOURS, GREY, INK, PALE, Drawing, Scale, spread_apart, width_of
from rondel.arena.match import Outcome
from rondel.arena.plan import Plan
from rondel.arena.ratings import Rating
from rondel.arena.summary import mean, seats_of

WIDTH = 960
MARGIN = 28
ROW = 34
"""Height of one bot in the chart of ratings."""
CURVES = 330
"""Height of the chart of scores."""
GAP = 14
"""Between a chart and the names beside it."""

Curve = Sequence[float]


@dataclass(frozen=True)
class Words:
    """What stands on the charts."""

    title: str
    ratings: str = "Rating in Elo points, with 95 % intervals"
    curves: str = "Mean share of all points if the game ended now"
    turns: str = "Turns of nations; games that are over keep their last share"
    par: str = "equal shares"


def score_curves(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, list[float]]:
    """Bot -> its mean score share at the start and after every turn of the longest game.

    Games that are over count with their last share, so that a curve ends in the score share.
    """
    turns = range(max([outcome.turns for outcome in outcomes]) + 1)
    curves = {}
    for bot in plan.bots:
        seats = seats_of(bot, outcomes)
        curves[bot] = [mean([o.score_share(s, min(t, o.turns)) for o, s in seats]) for t in turns]
    return curves


def draw_charts(
    ratings: Mapping[str, Rating], curves: Mapping[str, Curve], players: int, words: Words
) -> str:
    """Both charts one below the other, as SVG."""
    colours = {bot: COLOURS[n % len(COLOURS)] for n, bot in enumerate(ratings)}
    top = MARGIN + 58
    middle = top + ROW * len(ratings) + 104
    drawing = Drawing(WIDTH, middle + CURVES + 66)
    drawing.text(MARGIN, MARGIN + 14, words.title, size=20, bold=True)
    drawing.text(MARGIN, top - 10, words.ratings, size=15, colour=INK)
    _draw_ratings(drawing, top + 8, ratings, colours)
    drawing.text(MARGIN, middle - 22, words.curves, size=15, colour=INK)
    _draw_curves(drawing, middle, curves, colours, players, words)
    return drawing.svg()


# Ratings ---------------------------------------------------------------------------------------


def _draw_ratings(
    drawing: Drawing, top: float, ratings: Mapping[str, Rating], colours: Mapping[str, str]
) -> None:
    figures = {bot: _figure(rating) for bot, rating in ratings.items()}
    left = MARGIN + max([width_of(bot, 14) for bot in ratings]) + GAP
    right = WIDTH - MARGIN - max([width_of(figure, 13) for figure in figures.values()]) - 2 * GAP
    bounds = [bound for rating in ratings.values() for bound in rating.interval or ()]
    points = [rating.points for rating in ratings.values()]
    scale = Scale.over([0, *bounds, *points], left, right)
    bottom = top + ROW * len(ratings)
    for tick in scale.ticks:
        x = scale.at(tick)
        drawing.line(x, top, x, bottom, GREY if tick == 0 else PALE)
        drawing.text(x, bottom + 20, _points(tick), colour=GREY, anchor="middle")
    best_first = sorted(ratings, key=lambda bot: -ratings[bot].points)
    for row, bot in enumerate(best_first):
        y, rating, colour = top + ROW * (row + 0.5), ratings[bot], colours[bot]
        drawing.text(left - GAP, y + 5, bot, size=14, anchor="end")
        if rating.interval is not None:
            low, high = [scale.at(bound) for bound in rating.interval]
            drawing.line(low, y, high, y, colour, 3)
            for end in (low, high):
                drawing.line(end, y - 6, end, y + 6, colour, 2)
        drawing.dot(scale.at(rating.points), y, 6, colour)
        drawing.text(WIDTH - MARGIN, y + 5, figures[bot], colour=INK, anchor="end")


def _figure(rating: Rating) -> str:
    low, high = rating.interval or (0, 0)
    if low == high:
        return _points(rating.points)
    return f"{_points(rating.points)} ({_points(low)} … {_points(high)})"


def _points(number: float) -> str:
    """A number of points with its sign, a true minus."""
    return f"{number:+.0f}".replace("-", "−") if round(number) else "0"


# Scores ----------------------------------------------------------------------------------------


def _draw_curves(
    drawing: Drawing,
    top: float,
    curves: Mapping[str, Curve],
    colours: Mapping[str, str],
    players: int,
    words: Words,
) -> None:
    bottom, left = top + CURVES, MARGIN + 44
    ends = {bot: curve[-1] for bot, curve in curves.items()} | {words.par: 1 / players}
    labels = {name: f"{name} {share:.0%}" for name, share in ends.items()}
    right = WIDTH - MARGIN - max([width_of(label, 15) for label in labels.values()]) - GAP
    shares = [share for curve in curves.values() for share in curve]
    height = Scale.over([0, 1 / players, *shares], bottom, top)
    length = Scale.over([0, len(next(iter(curves.values()))) - 1], left, right, whole=True)
    for tick in height.ticks:
        drawing.line(left, height.at(tick), right, height.at(tick), PALE)
        drawing.text(left - 8, height.at(tick) + 5, f"{tick:.0%}", colour=GREY, anchor="end")
    for tick in length.ticks:
        drawing.line(length.at(tick), bottom, length.at(tick), bottom + 5, GREY)
        drawing.text(length.at(tick), bottom + 20, f"{tick:.0f}", colour=GREY, anchor="middle")
    drawing.text((left + right) / 2, bottom + 44, words.turns, colour=GREY, anchor="middle")
    par = height.at(1 / players)
    drawing.line(left, par, right, par, GREY, dashed=True)
    for bot, curve in curves.items():
        points = [(length.at(turn), height.at(share)) for turn, share in enumerate(curve)]
        drawing.curve(points, colours[bot], 2.5)
    places = {name: height.at(share) for name, share in ends.items()}
    for name, y in spread_apart(places, 19, top, bottom).items():
        colour, is_bot = colours.get(name, GREY), name in colours
        drawing.text(right + GAP, y + 5, labels[name], size=14, colour=colour, bold=is_bot)
