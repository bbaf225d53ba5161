"""What the explorer answers: the choices after a path, with counts and intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rondel.engine import title_of
from rondel.explorer.cells import BOND, LEAST, NONE, Cell, Figure, Path
from rondel.explorer.settings import Setting
from rondel.explorer.shapes import (
    BondTold,
    Explored,
    FigureTold,
    GroupTold,
    LineTold,
    Source,
    ThenTold,
)
from rondel.explorer.table import Table, bots_table

LEAST_OF_HOST: Final = 5
"""Seats of this server's own games that something is told of: fewer could be recognised."""

MOST_THEN: Final = 3
"""Choices that are told as what mostly came next."""

DIGITS: Final = 4

Cells = Mapping[Path, Cell]


@dataclass(frozen=True)
class Question:
    """What somebody looks at."""

    setting: Setting
    source: Source = "bots"
    path: Path = ()


def explored(question: Question, host: Table | None = None) -> Explored:
    """What is known of a setting after a path; `host` holds the server's own games."""
    setting, path = question.setting, question.path
    made, bots = bots_table()
    cells = _cells(question, bots, host)
    return {
        "game": setting.game,
        "setup": setting.setup,
        "players": setting.players,
        "source": question.source,
        "path": list(path),
        "even": round(setting.even, DIGITS),
        "games": _games(question, bots, host),
        "seats": _seats(question, cells, bots, host),
        "least": LEAST,
        "groups": _groups(setting, cells, path),
        "made": made,
        "host": None if host is None else {
            "games": host.games.total(),
            "here": host.games[setting],
            "least": LEAST_OF_HOST,
        },
    }  # fmt: skip


def _games(question: Question, bots: Table, host: Table | None) -> int:
    own = 0 if host is None or question.source == "bots" else host.games[question.setting]
    return own + (0 if question.source == "host" else bots.games[question.setting])


def _seats(question: Question, cells: Cells, bots: Table, host: Table | None) -> int:
    if question.path:
        return cells.get(question.path, Cell()).seats
    return _games(question, bots, host) * question.setting.players


def _cells(question: Question, bots: Table, host: Table | None) -> Cells:
    """The cells of those games that were asked for; small ones of this server are left out."""
    found = {} if question.source == "host" else dict(bots.cells(question.setting))
    if host is not None and question.source != "bots":
        for path, cell in host.cells(question.setting).items():
            if cell.seats >= LEAST_OF_HOST:
                found[path] = found[path].plus(cell) if path in found else cell
    return found


# Groups and lines ---------------------------------------------------------------------------


def _groups(setting: Setting, cells: Cells, path: Path) -> list[GroupTold]:
    """The choices after a path: what seats began with, or spaces nation by nation and bonds."""
    parted: defaultdict[str, list[Path]] = defaultdict(list)
    for one in cells:
        if one[:-1] == path:
            parted[one[-1].partition("/")[0] if path else ""].append(one)
    order = ["", *setting.nations, BOND]
    return [_group(setting, cells, about, parted[about]) for about in order if about in parted]


def _group(setting: Setting, cells: Cells, about: str, paths: list[Path]) -> GroupTold:
    lines = [_line(setting, cells, path) for path in sorted(paths, key=lambda p: -cells[p].seats)]
    told = sum(line["seats"] for line in lines)
    return {
        "kind": "bond" if about == BOND else "space" if about else "start",
        "nation": about if about not in ("", BOND) else None,
        "lines": lines,
        "others": max(0, cells[paths[0][:-1]].seats - told) if about == BOND else 0,
    }


def _line(setting: Setting, cells: Cells, path: Path) -> LineTold:
    cell, step = cells[path], path[-1]
    about, _, chosen = step.partition("/")
    space = chosen if about != BOND and chosen else None
    is_draft = len(path) == 1 and setting.setup == "draft"
    nation = None if about in (BOND, NONE) else about.partition(":")[0]
    return {
        "step": step,
        "nation": nation,
        "space": space,
        "bonds": _bonds(setting, path) if space is None else [],
        "seats": cell.seats,
        "share": _figure(cell.share),
        "won": _figure(cell.won),
        "governs": round(cell.governs / cell.seats, DIGITS) if is_draft else None,
        "then": _first_spaces(cells, path, nation) if len(path) == 1 else _then(cell),
        "games": cell.games,
    }


def _figure(figure: Figure | None) -> FigureTold | None:
    if figure is None:
        return None
    return {"mean": round(figure.mean, DIGITS), "margin": round(figure.margin, DIGITS)}


def _bonds(setting: Setting, path: Path) -> list[BondTold]:
    """The bonds a step is about: those of a card, or the one that was drafted or bought."""
    step = path[-1].removeprefix(f"{BOND}/")
    if step == NONE:
        return []
    return [_bond(step)] if ":" in step else _bonds_of_card(setting, step)


def _bonds_of_card(setting: Setting, nation: str) -> list[BondTold]:
    title = title_of(setting.game)
    rules = title.rules(title.options({"setup": setting.setup}), setting.players)
    nations, values = rules.board.nation_ids, rules.bonds.values
    card = nations.index(nation)
    return [
        {"nation": nations[issuer], "value": values[bond]}
        for one in [card, *rules.further_cards.get(card, [])]
        for issuer, bond in rules.card_bonds[one]
    ]


def _bond(text: str) -> BondTold:
    nation, _, value = text.partition(":")
    return {"nation": nation, "value": int(value)}


def _first_spaces(cells: Cells, path: Path, nation: str | None) -> list[ThenTold]:
    """The spaces that its nation mostly went to first."""
    found = {
        one[-1].partition("/")[2]: cell.seats
        for one, cell in cells.items()
        if one[:-1] == path and one[-1].partition("/")[0] == nation
    }
    total = sum(found.values())
    ordered = sorted(found.items(), key=lambda item: -item[1])[:MOST_THEN]
    return [{"space": space, "part": round(seats / total, DIGITS)} for space, seats in ordered]


def _then(cell: Cell) -> list[ThenTold]:
    return [_choice(what, seats / cell.seats) for what, seats in cell.then.most_common(MOST_THEN)]


def _choice(what: str, part: float) -> ThenTold:
    """What was chosen on a space, as `opening` notes it."""
    rounded = round(part, DIGITS)
    if "+" in what:
        armies, fleets = what.split("+")
        return {"armies": int(armies), "fleets": int(fleets), "part": rounded}
    if ":" in what:
        return {"bond": _bond(what), "part": rounded}
    return {"region": what, "part": rounded}
