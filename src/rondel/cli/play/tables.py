"""Nations, players, bonds, rondel and the final result as tables."""

from __future__ import annotations

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from rondel.cli.play.scene import Scene

NAME_WIDTH = 12
WRAPPED = ("government", "bonds", "effect")
"""Columns that give way where a screen is narrow."""


def sheet(scene: Scene, *columns: str) -> Table:
    """An empty table; a column whose name ends in `>` holds numbers."""
    air = (0, 1, 0, 0) if scene.wide else (0, 0)
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=air, header_style="bold")
    for column in columns:
        name = column.rstrip(">")
        head = scene.say(f"head_{name}", game=scene.game.rules.game) if name else ""
        justify: JustifyMethod = "right" if column.endswith(">") else "left"
        table.add_column(head, justify=justify, no_wrap=name not in WRAPPED)
    return table


def cut(name: str, width: int = NAME_WIDTH) -> str:
    """A name short enough for a column."""
    return name if len(name) <= width else name[: width - 1] + "…"


def legend(scene: Scene, message: str) -> Text:
    """What the signs above mean."""
    return Text(scene.say(message, game=scene.game.rules.game), style="dim")


# Nations --------------------------------------------------------------------------------------


def nations_table(scene: Scene, explain: bool) -> RenderableType:
    """The six nations: government, money, power, rondel, pieces, tax."""
    table = sheet(
        scene, "nation", "government", "treasury>", "power>", "rondel", "factories>", "armies>",
        "fleets>", "flags>", "tax>",
    )  # fmt: skip
    for nation in scene.nations:
        table.add_row(*_nation_cells(scene, nation))
    return Group(table, legend(scene, "legend_nations")) if explain else table


def _nation_cells(scene: Scene, nation: str) -> list[RenderableType]:
    now = scene.now
    slot = now["rondel"][nation]
    revenue, points = scene.revenue(nation)
    turn = "▸" if now["turn"]["nation"] == nation and now["result"] is None else " "
    return [
        Text.assemble(turn, scene.nation(nation)),
        _government(scene, nation),
        str(now["treasuries"][nation]),
        f"{now['power'][nation]} ×{scene.factor(nation)}",
        "–" if slot is None else scene.slot(slot),
        _factories(scene, nation),
        str(scene.count(nation, fleets=False)),
        str(scene.count(nation, fleets=True)),
        str(len(now["flags"][nation])),
        f"{revenue} +{points}",
    ]


def _government(scene: Scene, nation: str) -> Text:
    player = scene.now["governments"][nation]
    if player is None:
        return Text("–")
    name = Text(cut(player), style="bold" if player == scene.viewer else "")
    lead = (f" ({scene.margin(nation):+})", "dim")
    return Text.assemble(name, f": {scene.credit(player, nation)}", lead)


def _factories(scene: Scene, nation: str) -> str:
    everywhere, free = len(scene.now["factories"][nation]), scene.free_factories(nation)
    return str(free) if free == everywhere else f"{free}/{everywhere}"


# Players --------------------------------------------------------------------------------------


def players_table(scene: Scene, explain: bool) -> RenderableType:
    """The players: cash, interest, score now, bonds."""
    table = sheet(scene, "player", "cash>", "interest>", "score>", "bonds")
    for player in scene.game.players:
        told = scene.of_player(player)
        table.add_row(
            _player(scene, player),
            scene.money(told["cash"]),
            str(told["interest"]),
            scene.money(told["score"]),
            _bonds(scene, player),
        )
    return Group(table, legend(scene, "legend_players")) if explain else table


def _player(scene: Scene, player: str) -> Text:
    name = Text(cut(player, 16), style="bold" if player == scene.viewer else "")
    if player == scene.now["investor_card"]:
        name.append(f"\n {scene.say('investor_card')}", style="cyan")
    if player in scene.now["swiss_banks"]:
        name.append(f"\n {scene.say('swiss_bank')}", style="cyan")
    return name


def _bonds(scene: Scene, player: str) -> Text:
    parts = []
    for nation, values in scene.now["bonds"][player].items():
        governs = scene.now["governments"][nation] == player
        listed = "+".join(map(str, values)) + ("*" if governs else "")
        parts.append(Text.assemble(scene.nation(nation), " ", listed))
    return Text(", ").join(parts) if parts else Text("–")


# Bonds ----------------------------------------------------------------------------------------


def bonds_table(scene: Scene, explain: bool) -> RenderableType:
    """Every bond: who holds it, or that the bank has it."""
    rules = scene.game.rules
    values = rules.bonds.listed(rules.bond_stock)
    table = sheet(scene, "nation", *[">"] * len(values))
    for column, value in zip(table.columns[1:], values, strict=True):
        column.header = f"{value} ({rules.bonds.interests[rules.bonds.index[value]]})"
    for nation in scene.nations:
        table.add_row(scene.nation(nation), *[_holder(scene, nation, value) for value in values])
    return Group(table, legend(scene, "legend_bonds")) if explain else table


def _holder(scene: Scene, nation: str, value: int) -> Text:
    names = short_names(scene.game.players, 6)
    for player, name in names.items():
        if value in scene.now["bonds"][player].get(nation, []):
            return Text(name, style="bold" if player == scene.viewer else "")
    return Text("·")


def short_names(players: list[str], width: int) -> dict[str, str]:
    """A name for each player that is short and unlike the others."""
    cuts = {p: p if len(p) <= width else f"{p[: width - 2]}…{p[-1]}" for p in players}
    alike = [name for name in cuts.values() if list(cuts.values()).count(name) > 1]
    return {
        p: f"{name[: width - 2]}#{seat}" if name in alike else name
        for seat, (p, name) in enumerate(cuts.items(), 1)
    }


# Rondel ---------------------------------------------------------------------------------------


def rondel_table(scene: Scene) -> RenderableType:
    """The wheel: the upper row runs to the right, the lower one back to the left."""
    slots = scene.game.rules.slots
    half = len(slots) // 2
    table = Table(box=ROUNDED, show_header=False, show_lines=True, padding=(0, 1))
    for _ in range(half):
        table.add_column(min_width=12)
    table.add_row(*[_slot(scene, slot) for slot in slots[:half]])
    table.add_row(*[_slot(scene, slot) for slot in reversed(slots[half:])])
    waiting = [n for n in scene.nations if scene.now["rondel"][n] is None]
    if not waiting:
        return table
    names = Text(", ").join([scene.nation(n) for n in waiting])
    return Group(table, Text.assemble((scene.say("rondel_waiting") + " ", "dim"), names))


def _slot(scene: Scene, slot: str) -> Text:
    here = [scene.nation(n) for n in scene.nations if scene.now["rondel"][n] == slot]
    name = Text(scene.slot(slot), style="bold")
    return Text.assemble(name, "\n", Text(", ").join(here) if here else " ")


# The end --------------------------------------------------------------------------------------


def result_table(scene: Scene) -> RenderableType:
    """Places, and where the points come from: interest times power factor, and cash."""
    result = scene.now["result"]
    assert result is not None
    table = sheet(scene, ">", "player", *[">"] * len(scene.nations), "cash>", "score>")
    for column, nation in zip(table.columns[2:], scene.nations, strict=False):
        column.header = Text.assemble(scene.nation(nation), f"\n×{scene.factor(nation)}")
    place = 1
    for shared in result["ranking"]:
        for player in shared:
            table.add_row(f"{place}.", *_result_cells(scene, player, result["scores"][player]))
        place += len(shared)
    return Group(table, legend(scene, "legend_result"))


def _result_cells(scene: Scene, player: str, score: int) -> list[RenderableType]:
    points = scene.of_player(player)["bond_score"]
    shown = [
        f"{scene.interest(player, nation)}→{points[nation]}" if nation in points else "·"
        for nation in scene.nations
    ]
    total = Text(str(score), style="bold")
    return [cut(player, 16), *shown, str(scene.now["cash"][player]), total]
