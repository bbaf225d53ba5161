"""The legal choices on the screen: numbered, and grouped where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rondel.cli.play.answers import Choice
from rondel.cli.play.forecast import forecast
from rondel.cli.play.scene import Scene
from rondel.cli.play.tables import legend, sheet
from rondel.engine import Action, shapes

LONG = 8
"""A list with more choices is set in columns."""


def choice_list(scene: Scene, choices: Sequence[Choice], explain: bool) -> RenderableType:
    """The choices of the pending decision; the signs are told if `explain`."""
    match choices[0].action.kind:
        case "choose_slot":
            return _slots(scene, choices)
        case "fleet_order" | "army_order":
            return _orders(scene, choices)
        case "draft_bond" | "invest":
            offers = _bonds(scene, choices)
            return Group(offers, legend(scene, "legend_offers")) if explain else offers
        case _:
            return _plain(choices)


def item(choice: Choice, label: str | Text | None = None) -> Text:
    """A choice with its number."""
    return Text.assemble(number_sign(choice.number), " ", label or choice.label)


def number_sign(number: int) -> Text:
    """The number of a choice, as it stands in every list."""
    return Text(f"{number:>3})", style="bold cyan")


def _plain(choices: Sequence[Choice]) -> RenderableType:
    items = [item(choice) for choice in choices]
    if len(items) > LONG:
        return Columns(items, padding=(0, 2), column_first=True)
    return Group(*items)


# The rondel ------------------------------------------------------------------------------------


def _slots(scene: Scene, choices: Sequence[Choice]) -> RenderableType:
    """The slots in reach, those that cannot be chosen with the reason."""
    table = sheet(scene, ">", "slot", "steps>", "price>", "effect")
    by_slot = {choice.action.choice["slot"]: choice for choice in choices}
    codes = {refused["choice"]["slot"]: refused["code"] for refused in scene.refused()}
    for slot in scene.game.rules.slots:
        if slot in by_slot:
            table.add_row(*_slot(scene, by_slot[slot]))
        # One that is simply too far away has no words.
        elif reason := scene.texts.refusal(codes[slot]):
            table.add_row("", scene.slot(slot), "", "", reason, style="dim")
    return table


def _slot(scene: Scene, choice: Choice) -> list[RenderableType]:
    found = forecast(scene, choice.action)
    steps, price = str(found.steps or "–"), str(found.price or "–")
    return [number_sign(choice.number), choice.label, steps, price, " ".join(found.notes)]


# Maneuver --------------------------------------------------------------------------------------


def _orders(scene: Scene, choices: Sequence[Choice]) -> RenderableType:
    """Moves by the place they start from; the other orders below."""
    moves = [c for c in choices if c.action.choice["order"] == "move"]
    others = [c for c in choices if c.action.choice["order"] != "move"]
    table = Table.grid(padding=(0, 1))
    for origin, group in groupby(moves, key=lambda c: str(c.action.choice["from"])):
        targets = [item(c, _target(scene, c.action.choice)) for c in group]
        table.add_row(_origin(scene, choices[0], origin), Columns(targets, padding=(0, 2)))
    return Group(table, _plain(others))


def _origin(scene: Scene, choice: Choice, region: str) -> Text:
    nation, fleets = choice.action.nation or "", choice.action.kind == "fleet_order"
    units = scene.units(nation, region, fleets)
    return Text.assemble((scene.narrator.region(region), "bold"), f" {units} →")


def _target(scene: Scene, choice: shapes.Chosen) -> Text:
    """Where a move leads, by which canal, and whom it meets there."""
    target = str(choice["to"])
    shown = Text(scene.narrator.region(target))
    hints = [scene.narrator.canal(c) for c in choice.get("canals", [choice.get("canal")]) if c]
    if "stance" in choice:
        hints.append(scene.say(f"stance_{choice['stance']}"))
    if hints:
        shown.append(f" ({', '.join(hints)})")
    for units in scene.foreign(target, scene.now["turn"]["nation"]):
        shown.append_text(Text(" ")).append_text(units)
    return shown


# Bonds -----------------------------------------------------------------------------------------


def _bonds(scene: Scene, choices: Sequence[Choice]) -> RenderableType:
    """Bonds by nation, with those marked that would win the government."""
    table = Table.grid(padding=(0, 1))
    others = [c for c in choices if _nation(c) is None]
    offers = [c for c in choices if _nation(c) is not None]
    offers.sort(key=lambda c: scene.nations.index(_nation(c) or ""))
    for nation, group in groupby(offers, key=lambda c: _nation(c) or ""):
        cells = [item(c, _bond(scene, c, nation)) for c in group]
        table.add_row(scene.nation(nation), Columns(cells, padding=(0, 2)))
    return Group(table, _plain(others))


def _nation(choice: Choice) -> str | None:
    """The nation whose bond is taken, None for a pass."""
    given = choice.action.choice
    if "value" not in given and "to" not in given:
        return None
    return str(given.get("nation", choice.action.nation))


def _bond(scene: Scene, choice: Choice, nation: str) -> str:
    given, bonds = choice.action.choice, scene.game.rules.bonds
    old, new = int(given.get("from", 0)), int(given.get("value") or given["to"])
    shown = scene.say("millions", amount=f"{old}→{new}" if old else str(new))
    mark = "*" if _wins_government(scene, choice.action, nation) else ""
    return f"{shown} ({bonds.interests[bonds.index[new]]}){mark}"


def _wins_government(scene: Scene, action: Action, nation: str) -> bool:
    """Whether it would make the player the government, if all who are still asked pass."""
    change = scene.foretold(action)["governments"].get(nation)
    return change is not None and change["after"] == action.player
