"""Drawing with lines, dots and words, written as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

INK = "#222222"
GREY = "#6b6b6b"
PALE = "#e3e3e3"
PAPER = "#ffffff"
COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#b3589a", "#9a6700", "#3a9bdc", "#000000", "#7f7f7f",
)  # fmt: skip
"""Told apart by people of every colour vision, and dark enough for words on white."""

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
LETTER = 0.62
"""Width of a letter, for a size of 1; on the safe side."""
STEPS = (1, 2, 2.5, 5, 10)
"""Distances of ticks, but for powers of ten."""
MOST_TICKS = 9


@dataclass(frozen=True)
class Scale:
    """Numbers along a line."""

    low: float
    high: float
    start: float
    """Where `low` is drawn."""
    end: float
    """Where `high` is drawn."""
    ticks: tuple[float, ...]

    @staticmethod
    def over(values: Sequence[float], start: float, end: float, whole: bool = False) -> Scale:
        """A scale with round ticks for some values; with `whole` it ends at the last of them."""
        low, high = min(values), max(values)
        step = _step(max(high - low, 1e-9))
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        if whole:
            last = math.floor(high / step + 1e-9)
        ticks = tuple([step * n for n in range(first, last + 1)])
        return Scale(ticks[0], high if whole else ticks[-1], start, end, ticks)

    def at(self, value: float) -> float:
        """Where a number is drawn."""
        part = (value - self.low) / (self.high - self.low or 1)
        return self.start + part * (self.end - self.start)


def _step(extent: float) -> float:
    """The least round distance that leaves few enough ticks."""
    unit: float = 10 ** math.floor(math.log10(extent / MOST_TICKS))
    return next(unit * step for step in STEPS if extent / (unit * step) <= MOST_TICKS)


def width_of(text: str, size: float) -> float:
    """About how wide a text is."""
    return LETTER * size * len(text)


def spread_apart(
    places: Mapping[str, float], distance: float, top: float, bottom: float
) -> dict[str, float]:
    """Places near those given, in the same order, so that words there do not touch."""
    names = sorted(places, key=lambda name: places[name])
    found: list[float] = []
    for name in names:
        found.append(max(places[name], found[-1] + distance if found else top))
    limit = bottom
    for n in reversed(range(len(found))):
        found[n] = min(found[n], limit)
        limit = found[n] - distance
    return dict(zip(names, found, strict=True))


class Drawing:
    """A sheet of paper."""

    def __init__(self, width: float, height: float) -> None:
        self._size = f"{width:.0f}", f"{height:.0f}"
        self._parts: list[str] = []

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1,
        dashed: bool = False,
    ) -> None:  # fmt: skip
        """A straight line."""
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{dashes}/>')

    def curve(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        """A line through points."""
        path = " ".join([f"{x:.1f},{y:.1f}" for x, y in points])
        style = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
        self._parts.append(f'<polyline points="{path}" {style}/>')

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """A dot with a white rim."""
        style = f'fill="{colour}" stroke="{PAPER}" stroke-width="1.5"'
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {style}/>')

    def text(
        self, x: float, y: float, text: str, size: float = 13, colour: str = INK,
        anchor: str = "start", bold: bool = False,
    ) -> None:  # fmt: skip
        """Words; `y` is where they stand."""
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}"'
        weight = ' font-weight="600"' if bold else ""
        self._parts.append(f'<text {place} fill="{colour}"{weight}>{escape(text)}</text>')

    def svg(self) -> str:
        """The whole drawing as a document."""
        width, height = self._size
        box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="{FONT}">'
        paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        return "\n".join([head, paper, *self._parts, "</svg>"]) + "\n"
