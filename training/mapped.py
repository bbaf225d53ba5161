"""A network shaped like the map: what is in a region goes along the borders to the next ones.

The second candidate beside `network.Network`; `candidates` compares them. Regions share their
weights, so that what is learned about one holds for all; what they come to is added to what the
first layer makes of the whole position, and a move by land is judged by its two ends.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from rondel.engine import ActionTable, Head, Section, sections_of
from training.network import Network, norm


class Shape:
    """Where the bytes of each region are, and which regions are next to each other."""

    def __init__(self, table: ActionTable) -> None:
        self.table, self.board = table, table.board
        self.sections = {section.name: section for section in sections_of(table)}
        self.size = sections_of(table)[-1].stop
        """Bytes of a position; a place for what a region has not, too."""
        regions = range(self.board.region_count)
        self.places = [self._places(region) for region in regions]
        """By region: the places of what is in it."""
        self.next = torch.tensor([[self._are_next(a, b) for b in regions] for a in regions]).float()
        self.next /= self.next.sum(1, keepdim=True).clamp(min=1)

    def _are_next(self, one: int, other: int) -> bool:
        board = self.board
        return bool((board.land_next[one] | board.sea_next[one]) >> other & 1)

    def _places(self, region: int) -> list[int]:
        board, nations = self.board, range(self.table.nations)
        fleet, flag = region - board.land_count, region - board.home_count
        units, own = self.sections["units"], self.sections["nations"]
        found: list[int] = []
        for row in nations:
            found += [
                self._place(units, "armies", region, board.land_count, row),
                self._place(units, "friends", region, board.home_count, row),
                self._place(units, "fleets", fleet, board.sea_count, row),
                self._place(units, "flags", flag, board.region_count - board.home_count, row),
                # Whose home it is, counted as nations are.
                self._place(own, "nation", board.owner[region], len(nations), row),
            ]
        home = ("factories", "ports", "occupied", "used")
        found += [
            self._place(self.sections["board"], name, region, board.home_count) for name in home
        ]
        reach = (("land_reach", region, board.land_count), ("sea_reach", fleet, board.sea_count))
        found += [self._place(self.sections["board"], *one) for one in reach]
        moving = (
            ("armies", region, board.land_count),
            ("friends", region, board.home_count),
            ("ports", region, board.home_count),
            ("fleets", fleet, board.sea_count),
            ("embarked", fleet, board.sea_count),
            ("landed", fleet, board.sea_count),
            ("origin", region, board.region_count),
            ("place", region, board.region_count),
        )
        found += [self._place(self.sections["maneuver"], *one) for one in moving]
        return found

    def _place(self, section: Section, name: str, within: int, count: int, row: int = 0) -> int:
        if not 0 <= within < count:
            return self.size
        return section.start + row * section.width + section.offset(name) + within


class Mapped(nn.Module):
    """Scores as those of `Network`, with the map's shape before its trunk."""

    def __init__(
        self, table: ActionTable, width: int = 384, blocks: int = 2, wide: int = 32, told: int = 8
    ) -> None:
        super().__init__()
        shape, head = Shape(table), Head(table)
        regions, self.lands = table.board.region_count, table.board.land_count
        self.army_move = head.army_move
        self.register_buffer("places", torch.tensor(shape.places))
        self.register_buffer("next", shape.next)
        self.trunk = Network(shape.size, head.size, width, blocks)
        self.region = nn.Linear(len(shape.places[0]), wide)
        self.names = nn.Parameter(torch.randn(regions, wide) * 0.1)
        self.own = nn.ModuleList(nn.Linear(wide, wide) for _ in range(2))
        self.near = nn.ModuleList(nn.Linear(wide, wide, bias=False) for _ in range(2))
        self.second = nn.ModuleList(nn.Linear(wide, wide) for _ in range(2))
        self.tell = nn.Linear(wide, told)
        self.told = nn.Linear(regions * told, width, bias=False)
        self.origin, self.end = nn.Linear(wide, 16), nn.Linear(wide, 16)
        for last in (self.origin, self.end):
            nn.init.normal_(last.weight, std=0.1 * wide**-0.5)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of entries, of wins, and of shares of the points; rows of bytes go in."""
        trunk = self.trunk
        seen = observations.to(trunk.into.weight.dtype) * (1 / 255)
        regions = self._regions(seen)
        values = trunk.into(seen) + self.told(self.tell(norm(regions)).flatten(1))
        for block in trunk.blocks:
            values = block(values)
        scores, wins, shares = trunk.judged(norm(values))
        return self._with_moves(scores, norm(regions)), wins, shares

    def _regions(self, seen: Tensor) -> Tensor:
        """What each region comes to, with those around it."""
        padded = nn.functional.pad(seen, (0, 1))
        values = torch.relu(self.region(padded[:, self.places]) + self.names)
        for own, near, second in zip(self.own, self.near, self.second, strict=True):
            inner = norm(values)
            around = torch.matmul(self.next.to(inner.dtype), inner)
            values = values + second(torch.relu(own(inner) + near(around)))
        return values

    def _with_moves(self, scores: Tensor, regions: Tensor) -> Tensor:
        """Scores with what the two ends of a move by land have to say."""
        lands = regions[:, : self.lands]
        moves = torch.matmul(self.origin(lands), self.end(lands).transpose(1, 2)).flatten(1)
        room = (self.army_move, scores.shape[1] - self.army_move - moves.shape[1])
        return scores + nn.functional.pad(moves, room)
