"""The map as text: what stands where, by home provinces, land and seas."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rondel.cli.play.scene import Scene
from rondel.cli.play.tables import legend

FACTORIES = {"armaments": "■", "shipyard": "▲"}
CITIES = {"armaments": "□", "shipyard": "△"}
OCCUPIED = "×"


def map_view(scene: Scene, explain: bool) -> RenderableType:
    """All home provinces, and the regions with units or flags."""
    board = scene.game.rules.board
    regions = board.region_ids
    lands, seas = regions[board.home_count : board.land_count], regions[board.land_count :]
    parts: list[RenderableType] = [_head(scene, "map_home"), _homes(scene)]
    parts += [_head(scene, "map_land"), *_regions(scene, lands)]
    parts += [_head(scene, "map_sea"), *_regions(scene, seas)]
    return Group(*parts, legend(scene, "legend_map")) if explain else Group(*parts)


def _head(scene: Scene, message: str) -> Text:
    return Text(scene.say(message), style="bold underline")


def _homes(scene: Scene) -> Table:
    board = scene.game.rules.board
    table = Table.grid(padding=(0, 1))
    for index, nation in enumerate(scene.nations):
        provinces = [board.region_ids[r] for r in board.members(board.home[index])]
        shown = Text(" · ").join([_province(scene, nation, p) for p in provinces])
        table.add_row(scene.nation(nation), shown)
    return table


def _province(scene: Scene, nation: str, province: str) -> Text:
    board = scene.game.rules.board
    port = board.shipyards >> board.region_index[province] & 1
    signs = FACTORIES if province in scene.now["factories"][nation] else CITIES
    shown = Text(scene.narrator.region(province, short=True))
    shown.append(" " + signs["shipyard" if port else "armaments"])
    if scene.occupied(province):
        shown.append(OCCUPIED, style="bold red")
    if own := scene.units(nation, province):
        shown.append(" " + own, style="bold")
    for units in scene.foreign(province, nation):
        shown.append_text(Text(" ")).append_text(units)
    return shown


def _regions(scene: Scene, regions: list[str]) -> list[RenderableType]:
    """Regions with something in them in columns, the names of the others on a line."""
    shown = {region: _region(scene, region) for region in regions}
    full = [text for text in shown.values() if text is not None]
    empty = [scene.narrator.region(r, short=True) for r in regions if shown[r] is None]
    parts: list[RenderableType] = [Columns(full, padding=(0, 3), column_first=True)] if full else []
    if empty:
        names = ", ".join(empty)
        parts.append(Text(scene.say("map_empty", regions=names), style="dim"))
    return parts


def _region(scene: Scene, region: str) -> Text | None:
    flag, units = scene.flag(region), scene.foreign(region, None)
    if flag is None and not units:
        return None
    shown = Text(scene.narrator.region(region, short=True))
    if flag is not None:
        shown.append(" [").append_text(scene.nation(flag)).append("]")
    for part in units:
        shown.append_text(Text(" ")).append_text(part)
    return shown
