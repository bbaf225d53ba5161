"""Charts: well-formed, complete, everything inside the sheet and no words on top of others."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from rondel.arena import Rating, Setting, Words, draw_charts, duel, play_fixtures, score_curves
from rondel.arena.drawing import width_of
from rondel.arena.summary import summary_of

SVG = "{http://www.w3.org/2000/svg}"


def chart(bots: int, players: int = 4, spread: float = 300.0) -> ElementTree.Element:
    names = [f"bot-{n}:{100 * n}" for n in range(bots)]
    ratings = {
        name: Rating(spread * n - 200, (spread * n - 290, spread * n - 130))
        for n, name in enumerate(names)
    }
    curves = {name: [1 / players, 0.3, 0.05 * n] for n, name in enumerate(names)}
    return ElementTree.fromstring(draw_charts(ratings, curves, players, Words("A <title> & more")))


def boxes(svg: ElementTree.Element) -> list[tuple[float, float, float, float, str]]:
    """Left, top, right, bottom of all words."""
    found = []
    for text in svg.iter(f"{SVG}text"):
        size, words = float(text.attrib["font-size"]), text.text or ""
        x, y, wide = float(text.attrib["x"]), float(text.attrib["y"]), width_of(words, size)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
        found.append((left, y - 0.75 * size, left + wide, y + 0.2 * size, words))
    return found


@pytest.mark.parametrize("bots", [2, 3, 5, 8, 9])
@pytest.mark.parametrize("spread", [0.4, 30.0, 300.0])
def test_words_are_on_the_sheet_and_do_not_touch(bots: int, spread: float) -> None:
    svg = chart(bots, spread=spread)
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    placed = boxes(svg)
    for left, top, right, bottom, words in placed:
        assert left >= 0, words
        assert right <= width, words
        assert top >= 0, words
        assert bottom <= height, words
    for a, b in combinations(placed, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (a[4], b[4])


def test_every_bot_has_a_line_a_dot_and_a_curve() -> None:
    svg = chart(8)
    words = [text.text or "" for text in svg.iter(f"{SVG}text")]
    assert words[0] == "A <title> & more"
    for n in range(8):
        assert len([text for text in words if text.startswith(f"bot-{n}:")]) == 2
    colours = [line.attrib["stroke"] for line in svg.iter(f"{SVG}polyline")]
    assert len(set(colours)) == 8
    dots = [dot.attrib["fill"] for dot in svg.iter(f"{SVG}circle")]
    assert sorted(dots) == sorted(colours)


def test_rating_without_interval_is_a_dot() -> None:
    ratings = {"a": Rating(0, (0, 0)), "b": Rating(-12.6, None)}
    curves = {"a": [0.5, 0.4], "b": [0.5, 0.6]}
    drawn = draw_charts(ratings, curves, 2, Words("t"))
    assert ">−13<" in drawn
    assert drawn.count("<circle") == 2


def test_curves_run_from_equal_shares_to_the_score_share() -> None:
    plan = duel(Setting("imperial2030", "1"), "taxman", ["random", "random"], 1)
    outcomes = list(play_fixtures(plan))
    curves = score_curves(plan, outcomes)
    summary = summary_of(plan, outcomes)
    longest = max([outcome.turns for outcome in outcomes])
    for bot, curve in curves.items():
        assert len(curve) == longest + 1
        assert curve[0] == pytest.approx(1 / 3)
        assert curve[-1] == pytest.approx(summary["bots"][bot]["score_share"], abs=1e-4)
    for turn in range(longest + 1):
        assert curves["taxman"][turn] + 2 * curves["random"][turn] == pytest.approx(1)
