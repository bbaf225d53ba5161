"""A picture of a position for links that are shared: our own board, and how the game stands.

It shows what everybody at the table sees, and nothing else: no cash, and scores only at the end.
Map, colours and letters are those of the page, from the files that its build has made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import cos, hypot, pi, sin
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from rondel.engine import title_of
from rondel.engine.shapes import Snapshot
from rondel.server.pages.site import FOLDER

Point = tuple[float, float]
Polygon = Sequence[Point]

SIZE: Final = (1200, 630)
"""What social networks ask for."""
FINE: Final = 2
"""Everything is drawn so many times as large, so that edges are smooth when it is made smaller."""
HEAD: Final = 108
"""Pixels for the title, above the board."""
FOOT: Final = 18
MARGIN: Final = 24
LEAST_NAME: Final = 80
"""Pixels that the name of a player needs."""
PIECE: Final = 24
"""Of a piece, in pixels."""

PAPER, SURFACE, LINE = "#f6f0e4", "#fffdf8", "#ddd3c0"
INK, FAINT, PETROL = "#1b2025", "#474d54", "#15505f"
SEAS: Final = ("#b6d3df", "#a6c8d7", "#c2dbe3", "#9cc1d1")
LAND, GROUND, ICE, LAKE = "#f2ead8", "#e3ddcf", "#f5f8f8", "#bcd7e2"
COAST, BORDER, EDGE = "#4b5d66", "#3b3a3a", "#9b8a69"
WORKS: Final = {"armaments": "#7a4a24", "shipyard": "#1d7fae"}
PIECES: Final = {
    "purple": "#4a2a80",
    "yellow": "#d9a514",
    "black": "#1f2226",
    "green": "#3a9150",
    "red": "#9c1533",
    "blue": "#2b76c6",
    "grey": "#7a8188",
}
HOMES: Final = {
    "purple": "#b7a2cf",
    "yellow": "#ecd385",
    "black": "#a7abb2",
    "green": "#a3cb98",
    "red": "#e2a39b",
    "blue": "#98b9dd",
    "grey": "#c2c6c9",
}
"""The colours of the page in its light theme."""

WIDTHS: Final = {"region": 1.2, "province": 1.2, "nation": 1.8, "coast": 1.4}
"""Lines of the map, the first of them lowest, in pixels."""
COLOURS: Final = {"region": EDGE, "province": "#ffffff", "nation": BORDER, "coast": COAST}


@dataclass(frozen=True)
class Scene:
    """What a picture shows."""

    title: str
    note: str
    """A line below the title: which game it is, and how it stands."""
    nations: Mapping[str, str]
    """The names of the nations in the reader's language."""
    snapshot: Snapshot


def drawn(scene: Scene) -> bytes:
    """The picture as PNG."""
    game = scene.snapshot["game"]
    picture = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), PAPER)
    ground, scale = _ground(game)
    picture.paste(ground, (MARGIN * FINE, HEAD * FINE))
    board = _Board(picture, game, scale, (MARGIN * FINE, HEAD * FINE))
    board.draw(scene.snapshot)
    left = MARGIN + ground.width // FINE + MARGIN
    _write_head(picture, scene)
    _write_side(picture, scene, left)
    small = picture.resize(SIZE, Image.Resampling.LANCZOS)
    # Few colours are enough for a map, and a third of the bytes.
    few = small.quantize(192, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


# The map ------------------------------------------------------------------------------------


@cache
def _map(game: str) -> dict[str, Any]:
    """The map of a game, as the page draws it: of the files that have its name, the one with lines.

    Raises: FileNotFoundError if the page was not built.
    """
    for path in FOLDER.glob(f"assets/{game}-*.json"):
        found: dict[str, Any] = json.loads(path.read_bytes())
        if "arcs" in found:
            return found
    raise FileNotFoundError(f"{FOLDER} has no map of {game}")


def is_drawable() -> bool:
    """Whether there is a page to take map and letters from."""
    return any(FOLDER.glob("assets/imperial-*.json"))


def _points(arc: Sequence[int]) -> list[Point]:
    """A line of the map file: where it begins, in tenths, then steps."""
    points, x, y = [], 0, 0
    for dx, dy in zip(arc[::2], arc[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 10, y / 10))
    return points


def _ring(ring: Sequence[int], arcs: Sequence[list[Point]]) -> list[Point]:
    """An outline from the numbers of its lines; ~n is line n backwards."""
    outline: list[Point] = []
    for number in ring:
        outline += (arcs[~number][::-1] if number < 0 else arcs[number])[1:]
    return outline


@cache
def _ground(game: str) -> tuple[Image.Image, float]:
    """The board without pieces, and its scale; it is drawn once in each process."""
    file = _map(game)
    width, height = file["size"]
    room = (SIZE[1] - HEAD - FOOT) * FINE
    scale = room / height
    image = Image.new("RGB", (round(width * scale), room), SEAS[1])
    pen = ImageDraw.Draw(image)
    arcs = [_points(arc) for arc in file["arcs"]]
    colours = {one["id"]: one["color"] for one in title_of(game).facts["nations"]}

    def fill(rings: Sequence[Sequence[int]], colour: str) -> None:
        for ring in rings:
            pen.polygon([(x * scale, y * scale) for x, y in _ring(ring, arcs)], fill=colour)

    regions = list(file["regions"].values())
    for region in regions:
        if region["kind"] == "sea":
            fill(region["outer"], SEAS[region.get("tint") or 0])
    for area in file["background"]:
        fill(area["rings"], {"land": GROUND, "ice": ICE, "water": LAKE}[area["surface"]])
    for region in regions:
        if region["kind"] != "sea":
            nation = region.get("nation")
            fill(region["outer"], HOMES[colours[nation]] if nation else LAND)
    for kind, width in WIDTHS.items():
        for number in file["lines"][kind]:
            line = [(x * scale, y * scale) for x, y in arcs[number]]
            pen.line(line, COLOURS[kind], round(width * FINE), "curve")
    return image, scale


# The pieces ---------------------------------------------------------------------------------


def _arch(width: float, top: float, bottom: float) -> list[Point]:
    """A shape with a round top, around the middle."""
    turn = [pi - pi * step / 8 for step in range(9)]
    round_top = [(width * cos(angle), top - width * sin(angle)) for angle in turn]
    return [(-width, bottom), *round_top, (width, bottom)]


SHAPES: Final[Mapping[str, Sequence[Polygon]]] = {
    "armies": [_arch(7.6, -2.2, 10)],
    "hostile_armies": [
        [(-8, 10.5), (-8, -9.5), (-5.3, -6.1), (-2.7, -9.5), (0, -6.1), (2.7, -9.5), (5.3, -6.1),
         (8, -9.5), (8, 10.5)]
    ],
    "friendly_armies": [[(y, x) for x, y in _arch(7.4, 2.4, -10)]],
    "fleets": [
        [(-1, -10.6), (-1, 3), (-9.4, 3), (-4.5, -3)],
        [(1, -8.6), (6, -3), (8.6, 3), (1, 3)],
        [(-11.4, 4.6), (11.4, 4.6), (7.6, 10.2), (-7.6, 10.2)],
    ],
}  # fmt: skip
"""The pieces of the board, in a square of 22."""
DRAWN_IN: Final = 22
FLAG: Final = [(-7, -8), (8, -8), (5, -4), (8, 0), (-7, 0)]
POLE: Final = [(-8, -9), (-6.6, -9), (-6.6, 8), (-8, 8)]


class _Board:
    """Draws what stands on a map."""

    def __init__(self, picture: Image.Image, game: str, scale: float, at: tuple[int, int]) -> None:
        self.pen = ImageDraw.Draw(picture)
        self.regions = _map(game)["regions"]
        self.scale, self.at = scale, at
        self.unit = PIECE * FINE / DRAWN_IN
        facts = title_of(game).facts["nations"]
        self.colours = {one["id"]: PIECES[one["color"]] for one in facts}

    def draw(self, snapshot: Snapshot) -> None:
        """Factories lowest, then flags, then units."""
        for regions in snapshot["factories"].values():
            for region in regions:
                self._factory(self.regions[region]["city"])
        for nation, regions in snapshot["flags"].items():
            for region in regions:
                self._flag(self.colours[nation], self._place(self.regions[region]["flag"]))
        for region, standing in self._units(snapshot).items():
            for at, (shape, nation, count) in zip(
                self._spots(region, len(standing)), standing, strict=True
            ):
                self._unit(shape, self.colours[nation], count, at)

    def _place(self, at: Sequence[float]) -> Point:
        return self.at[0] + at[0] * self.scale, self.at[1] + at[1] * self.scale

    def _units(self, snapshot: Snapshot) -> dict[str, list[tuple[str, str, int]]]:
        """Shape, nation and number of what stands in each region."""
        found: dict[str, list[tuple[str, str, int]]] = {}
        for nation, regions in snapshot["units"].items():
            for region, units in regions.items():
                for shape, count in units.items():
                    if isinstance(count, int) and count:
                        found.setdefault(region, []).append((shape, nation, count))
        return found

    def _spots(self, region: str, count: int) -> list[Point]:
        """Where the pieces of a region stand: apart from each other as far as there is room."""
        file = self.regions[region]
        places = [self._place(at) for at in (file["anchor"], *file["slots"])]
        apart, spots = PIECE * FINE * 0.9, list[Point]()
        for place in places:
            if all(hypot(place[0] - x, place[1] - y) >= apart for x, y in spots):
                spots.append(place)
        while len(spots) < count:
            x, y = spots[len(spots) - 1]
            spots.append((x + apart / 2, y + apart / 4))
        return spots[:count]

    def _shape(self, shape: Polygon, at: Point, fill: str, rim: float = 0) -> None:
        placed = [(at[0] + x * self.unit, at[1] + y * self.unit) for x, y in shape]
        if rim:
            self.pen.line([*placed, placed[0], placed[1]], "#ffffff", round(rim * FINE), "curve")
        self.pen.polygon(placed, fill=fill)

    def _unit(self, shape: str, colour: str, count: int, at: Point) -> None:
        for polygon in SHAPES[shape]:
            self._shape(polygon, at, colour, 4)
        for polygon in SHAPES[shape]:
            self._shape(polygon, at, colour)
        if count > 1:
            self._count(count, (at[0] + 9 * self.unit, at[1] - 8 * self.unit))

    def _count(self, count: int, at: Point) -> None:
        radius = 7 * self.unit
        x, y = at
        self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), "#ffffff", INK, FINE)
        font = _font("sans", "latin", 13, 700)
        self.pen.text((x, y), str(count), INK, font, anchor="mm")

    def _flag(self, colour: str, at: Point) -> None:
        self._shape(FLAG, at, colour, 3)
        self._shape(POLE, at, INK)
        self._shape(FLAG, at, colour)

    def _factory(self, city: Mapping[str, Any]) -> None:
        (x, y), side = self._place(city["at"]), 7.4 * self.unit
        box, colour = (x - side, y - side, x + side, y + side), WORKS[city["kind"]]
        if city["kind"] == "armaments":
            self.pen.rounded_rectangle(box, 3 * FINE, colour, "#ffffff", FINE)
        else:
            self.pen.ellipse(box, colour, "#ffffff", FINE)


# Words --------------------------------------------------------------------------------------

POLISH: Final = frozenset("ĄĆĘŁŃŚŹŻąćęłńśźż")
UNKNOWN: Final = "·"
"""In place of letters that the page has no font for."""


@cache
def _font(face: str, script: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    named = f"rondel-{face}-normal-{script}-"
    found = FOLDER.glob(f"assets/{named}*.woff2")
    # The extension of Latin begins like Latin.
    [path] = [path for path in found if not path.name.startswith(f"{named}ext-")]
    font = ImageFont.truetype(path, size * FINE)
    font.set_variation_by_axes([weight])
    return font


def _script(letter: str) -> str | None:
    """The file that has a letter; none for those that no file has. Blanks are Latin."""
    if letter in POLISH:
        return "latin-ext"
    code = ord(letter)
    if 0x401 <= code <= 0x451 or letter == "№":
        return "cyrillic"
    is_latin = 0x20 <= code < 0x7F or 0xA0 <= code < 0x100 or 0x2010 <= code <= 0x20AC
    return "latin" if is_latin else None


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """A text in parts, each with the script that has all of its letters."""
    part, last = "", "latin"
    for letter in text:
        script = _script(letter)
        if script is None:
            letter, script = UNKNOWN, "latin"
        if script != last and part:
            yield part, last
            part = ""
        part, last = part + letter, script
    if part:
        yield part, last


class _Hand:
    """Writes lines of one size."""

    def __init__(self, picture: Image.Image, face: str, size: int, weight: int) -> None:
        self.pen = ImageDraw.Draw(picture)
        self.look = (face, size, weight)

    def width(self, text: str) -> float:
        """Of a text, in pixels of the picture."""
        return sum([self._font(script).getlength(part) for part, script in _runs(text)]) / FINE

    def _font(self, script: str) -> ImageFont.FreeTypeFont:
        face, size, weight = self.look
        return _font(face, script, size, weight)

    def write(self, text: str, x: float, y: float, most: float, colour: str = INK) -> None:
        """Writes a line from a place on its foot; what has no room is left out."""
        for part, script in _runs(self._cut(text, most)):
            font = self._font(script)
            self.pen.text((x * FINE, y * FINE), part, colour, font, anchor="ls")
            x += font.getlength(part) / FINE

    def _cut(self, text: str, most: float) -> str:
        if self.width(text) <= most:
            return text
        while text and self.width(f"{text}…") > most:
            text = text[:-1]
        return f"{text.rstrip()}…"


def _write_head(picture: Image.Image, scene: Scene) -> None:
    room = SIZE[0] - 2 * MARGIN
    name = _Hand(picture, "serif", 28, 700)
    right = room - name.width("Rondel")
    name.write("Rondel", MARGIN + right, 56, room, PETROL)
    _Hand(picture, "serif", 42, 600).write(scene.title, MARGIN, 56, right - MARGIN)
    _Hand(picture, "sans", 25, 400).write(scene.note, MARGIN, 92, room, FAINT)


def _write_government(
    hand: _Hand, scene: Scene, nation: str, x: float, y: float, room: float
) -> None:
    """Who governs a nation, behind its name, where there is room for both."""
    player, own = scene.snapshot["governments"][nation], hand.width(scene.nations[nation])
    if player is not None and room - own > LEAST_NAME:
        hand.write(player, x + own + 10, y, room - own - 18, FAINT)


def _write_side(picture: Image.Image, scene: Scene, left: int) -> None:
    """Beside the board: the nations by power, and who has won."""
    pen = ImageDraw.Draw(picture)
    room, step = SIZE[0] - MARGIN - left, 36
    bold, plain = _Hand(picture, "sans", 23, 700), _Hand(picture, "sans", 23, 400)
    colours = {one["id"]: one["color"] for one in title_of(scene.snapshot["game"]).facts["nations"]}
    y = HEAD + 26
    for nation, points in sorted(scene.snapshot["power"].items(), key=lambda one: -one[1]):
        box = [part * FINE for part in (left, y - 18, left + 20, y + 2)]
        pen.rounded_rectangle(box, 4 * FINE, PIECES[colours[nation]])
        width = bold.width(str(points))
        plain.write(scene.nations[nation], left + 30, y, room - 38 - width)
        bold.write(str(points), left + room - width, y, width + 1)
        _write_government(plain, scene, nation, left + 30, y, room - 38 - width)
        y += step
    if (result := scene.snapshot["result"]) is None:
        return
    pen.line([left * FINE, (y - 14) * FINE, (left + room) * FINE, (y - 14) * FINE], LINE, 2 * FINE)
    y += 22
    for player in [player for place in result["ranking"] for player in place][:6]:
        told = str(result["scores"][player])
        width = bold.width(told)
        bold.write(player, left, y, room - 8 - width)
        bold.write(told, left + room - width, y, width + 1)
        y += step
