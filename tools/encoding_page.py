"""Write the tables of docs/encoding.md anew, from what the engine declares.

python -m tools.encoding_page
"""

import re
import sys
from pathlib import Path

from rondel.engine import TITLES, Head, Section, sections_of

PAGE = Path(__file__).resolve().parent.parent / "docs" / "encoding.md"
GAMES = ("imperial2030", "imperial")


def tables() -> dict[str, list[str]]:
    """Name of a table -> its lines."""
    boards = [TITLES[game].table for game in GAMES]
    ours, theirs = [sections_of(table) for table in boards]
    found = {one.name: features(one, other) for one, other in zip(ours, theirs, strict=True)}
    found["sections"] = sections(ours, theirs)
    found["head"] = head([Head(table) for table in boards])
    return found


def sections(ours: list[Section], theirs: list[Section]) -> list[str]:
    """Where the sections begin, and how wide they are."""
    lines = [
        "| section | rows | from, 2030 | row, 2030 | from, classic | row, classic |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one, other in zip(ours, theirs, strict=True):
        rows = f"{one.count}, by {one.rows}" if one.rows else "1"
        places = f"{one.start} | {one.width} | {other.start} | {other.width}"
        lines.append(f"| `{one.name}` | {rows} | {places} |")
    lines.append(f"| all | | {ours[-1].stop} | | {theirs[-1].stop} | |")
    return lines


def features(one: Section, other: Section) -> list[str]:
    """What a row of a section holds."""
    lines = [
        "| feature | size, 2030 | size, classic | 255 means | holds |",
        "| --- | --- | --- | --- | --- |",
    ]
    for ours, theirs in zip(one.features, other.features, strict=True):
        full = "yes" if ours.unit == 255 else f"{255 / ours.unit:.3g} or more"
        lines.append(f"| `{ours.name}` | {ours.size} | {theirs.size} | {full} | {ours.holds} |")
    return lines


def head(heads: list[Head]) -> list[str]:
    """What the entries of the policy stand for."""
    ours, theirs = heads
    lines = [
        "| entries | from, 2030 | number | from, classic | number | counted by |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one, other in zip(ours.parts, theirs.parts, strict=True):
        places = f"{one.start} | {one.size} | {other.start} | {other.size}"
        lines.append(f"| {one.name} | {places} | {one.holds} |")
    lines.append(f"| all | | {ours.size} | | {theirs.size} | |")
    return lines


def rewritten(page: str) -> str:
    """The page with its tables as they should be: each stands below a comment with its name."""
    for name, lines in tables().items():
        above, begin, below = page.partition(f"<!-- {name} -->\n\n")
        rest = re.sub(r"\A(\|[^\n]*\n)*", "", below)
        page = above + begin + "\n".join(lines) + "\n" + rest
    return page


def main() -> int:
    """Writes the page."""
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
