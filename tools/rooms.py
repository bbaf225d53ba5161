"""Draws the rooms of the house from what its modules really import.

python -m tools.rooms          # writes docs/rooms.svg
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "rooms.svg"
HOUSES: Final = {
    "rondel": "The packages",
    "rondel.engine": "The engine",
    "rondel.server": "The server",
}
"""What is drawn, one below the other: the rooms within each of these."""

WIDTH: Final = 880
BOX: Final = (104, 40)
GAP: Final = 34
"""Between two rows."""
HEAD: Final = 48
"""For the heading of a house."""

STYLE: Final = """
  text { font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #222; }
  .title { font-size: 17px; font-weight: 600; }
  .count { font-size: 11px; fill: #666; }
  rect { fill: #f2f5f8; stroke: #46627f; }
  path { fill: none; stroke: #7c8b9a; }
  marker path { fill: #7c8b9a; stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e6e6; }
    .count { fill: #a5a5a5; }
    rect { fill: #1f2a36; stroke: #8fb0d3; }
    path { stroke: #73859a; }
    marker path { fill: #73859a; }
  }
"""

Imports = Mapping[str, frozenset[str]]
"""Room -> the rooms it imports."""


@dataclass(frozen=True)
class House:
    """Rooms, and which of them import which."""

    title: str
    modules: Mapping[str, int]
    """Room -> how many modules it has."""
    imports: Imports

    @staticmethod
    def read(graph: grimp.ImportGraph, package: str) -> House:
        """The rooms within a package: what lies directly in it."""
        rooms = {module: room_of(module, package) for module in graph.modules}
        modules = Counter(room for room in rooms.values() if room)
        found: dict[str, set[str]] = {room: set() for room in modules}
        for module, room in rooms.items():
            if room:
                below = {rooms[other] for other in graph.find_modules_directly_imported_by(module)}
                found[room] |= {other for other in below if other and other != room}
        imports = {room: frozenset(others) for room, others in sorted(found.items())}
        return House(HOUSES.get(package, package), modules, imports)

    def mutual(self) -> list[tuple[str, str]]:
        """The pairs of rooms that import each other."""
        pairs = ((room, other) for room, others in self.imports.items() for other in others)
        return sorted((a, b) for a, b in pairs if a < b and a in self.imports[b])


def room_of(module: str, package: str) -> str | None:
    """The room that a module lies in; None for one outside of the package, and for its door."""
    inside = module.removeprefix(f"{package}.")
    return None if inside == module else inside.partition(".")[0]


def rows_of(imports: Imports) -> list[list[str]]:
    """The rooms in rows, each above all that it imports; the topmost row first."""
    rows: list[list[str]] = []
    placed: set[str] = set()
    while len(placed) < len(imports):
        row = [room for room in imports if room not in placed and imports[room] <= placed]
        # Rooms that import each other have no place above one another: they stand side by side.
        row = row or [room for room in imports if room not in placed]
        rows.insert(0, row)
        placed.update(row)
    return rows


def arrows_of(imports: Imports) -> list[tuple[str, str]]:
    """The imports that do not follow from others."""
    return [
        (room, other)
        for room, others in imports.items()
        for other in sorted(others)
        if not any(other in reached(imports, between) for between in others - {other})
    ]


def reached(imports: Imports, room: str) -> set[str]:
    """All rooms that a room imports, itself or by others."""
    found: set[str] = set()
    new = set(imports[room])
    while new:
        found |= new
        new = {other for one in new for other in imports[one]} - found
    return found


# Drawing ------------------------------------------------------------------------------------

Places = Mapping[str, tuple[float, float]]
"""Room -> the middle of its upper edge."""


def placed(rows: Sequence[Sequence[str]], arrows: Sequence[tuple[str, str]], top: float) -> Places:
    """Every room in its row, near the rooms that import it."""
    places: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(rows):
        distance = WIDTH / len(row)
        for at, room in enumerate(sorted(row, key=lambda room: _pull(room, arrows, places))):
            places[room] = (distance * (at + 0.5), top + number * (BOX[1] + GAP))
    return places


def _pull(room: str, arrows: Sequence[tuple[str, str]], places: Places) -> float:
    """Where the rooms that import a room stand, on average."""
    above = [places[user][0] for user, used in arrows if used == room and user in places]
    return sum(above) / len(above) if above else WIDTH / 2


def drawn(house: House, top: float) -> tuple[list[str], float]:
    """A house as SVG, and where it ends."""
    rows, arrows = rows_of(house.imports), arrows_of(house.imports)
    places = placed(rows, arrows, top + HEAD)
    parts = [f'<text class="title" x="16" y="{top + 26:g}">{escape(house.title)}</text>']
    parts += [_arrow(places[user], places[used]) for user, used in arrows]
    parts += [_box(room, house.modules[room], places[room]) for room in house.imports]
    return parts, top + HEAD + len(rows) * (BOX[1] + GAP)


def _box(room: str, modules: int, place: tuple[float, float]) -> str:
    x, y = place
    width, height = BOX
    told = f"{modules} modules" if modules > 1 else "one module"
    return (
        f'<rect x="{x - width / 2:.0f}" y="{y:.0f}" width="{width}" height="{height}" rx="6"/>'
        f'<text x="{x:.0f}" y="{y + 17:.0f}" text-anchor="middle">{escape(room)}</text>'
        f'<text class="count" x="{x:.0f}" y="{y + 32:.0f}" text-anchor="middle">{told}</text>'
    )


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    x, y = start[0], start[1] + BOX[1]
    bend = GAP * 0.7
    return (
        f'<path marker-end="url(#tip)" d="M{x:.0f} {y:.0f} C{x:.0f} {y + bend:.0f} '
        f'{end[0]:.0f} {end[1] - bend:.0f} {end[0]:.0f} {end[1] - 3:.0f}"/>'
    )


def picture() -> str:
    """All houses, one below the other."""
    graph = grimp.build_graph("rondel", exclude_type_checking_imports=True, cache_dir=None)
    parts: list[str] = []
    top = 0.0
    for package in HOUSES:
        more, top = drawn(House.read(graph, package), top)
        parts += more
    tip = (
        '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 L8 4 L0 8 z"/></marker>'
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:g}" '
        f'width="{WIDTH}" height="{top:g}" role="img" aria-label="Rooms and what they import">'
    )
    return "\n".join([head, f"<style>{STYLE}</style>", f"<defs>{tip}</defs>", *parts, "</svg>", ""])


def figures() -> str:
    """Modules, imports and rooms that import each other, in one line each."""
    graph = grimp.build_graph("rondel", exclude_type_checking_imports=True, cache_dir=None)
    told = [f"{len(graph.modules)} modules, {graph.count_imports()} imports"]
    for package in HOUSES:
        house = House.read(graph, package)
        count = sum(len(others) for others in house.imports.values())
        told.append(f"{package}: {len(house.imports)} rooms, {count} imports, "
                    f"mutual: {house.mutual() or 'none'}")  # fmt: skip
    return "\n".join(told)


if __name__ == "__main__":
    if sys.argv[1:] == ["--figures"]:
        print(figures())
    else:
        PICTURE.write_text(picture(), encoding="utf-8")
