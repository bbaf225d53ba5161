"""Actions: one flat table of integers per game, and the JSON form of each.

Inside the engine an action is its id. The table is laid out in blocks, one per decision, in the
order of Rules section 9; donations come last because their amounts have no limit. Legal actions
are listed in ascending order of id. The layout is part of the public contract.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.engine import decisions
from rondel.engine.model.board import Board
from rondel.engine.model.finance import Bonds
from rondel.engine.model.memo import remember
from rondel.engine.shapes import Chosen, DecisionKind, Entry, Stance, UnitKind, UnitTold

ARMY: Final = 0
"""A piece named without stance: an army, or the unit kind "army"."""
HOSTILE: Final = 1
"""An army named as hostile."""
FRIENDLY: Final = 2
"""An army named as friendly."""
FLEET: Final = 3
"""A fleet at sea or in port."""
PIECES: Final = 4

STANCES: Final[dict[int, Stance]] = {HOSTILE: "hostile", FRIENDLY: "friendly"}
UNITS: Final[tuple[UnitKind, ...]] = ("army", "fleet")
MAX_PLAYERS: Final = 6


def split(number: int, base: int) -> tuple[int, int]:
    """As `divmod`, which is slow when compiled."""
    return number // base, number % base


class Action:
    """One choice in one decision, as a frozen value.

    Two actions are equal when they say the same: same decision, same actor, same choice.
    """

    def __init__(
        self, table: ActionTable, id: int, kind: DecisionKind, player: str, nation: str | None
    ) -> None:
        self._table = table
        self.id = id
        """Number in the table of the game."""
        self.kind = kind
        """The decision it answers, one of `KINDS`."""
        self.player = player
        """Who decides."""
        self.nation = nation
        """The nation he decides for, if any."""

    @property
    def choice(self) -> Chosen:
        """The choice as in a record."""
        return self._table.choice_of(self.id, self.nation)

    def to_json(self) -> Entry:
        """The entry of a record."""
        kind, player, nation, choice = self.kind, self.player, self.nation, self.choice
        if nation is None:
            return {"decision": kind, "actor": player, "choice": choice}
        return {"decision": kind, "actor": player, "nation": nation, "choice": choice}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Action)
            and self.id == other.id
            and self.player == other.player
            and self.nation == other.nation
            and self._table is other._table
        )

    def __hash__(self) -> int:
        return hash((self.id, self.player, self.nation))

    def __repr__(self) -> str:
        return f"<Action {self.kind} by {self.player}: {self.choice}>"

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Action:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Action, (self._table, self.id, self.kind, self.player, self.nation)


class ActionTable:
    """The ids of one game and what they mean.

    Blocks are fields: `import_unit + 2 * province + unit` is the id of an import.
    """

    # One line for every block: long because the table is.
    def __init__(  # noqa: PLR0915
        self, game: str, version: int, board: Board, bonds: Bonds, slots: list[str]
    ) -> None:
        self.game = game
        """Id of the game."""
        self.version = version
        """A version of the rules by which the table is as it is."""
        self.board = board
        self.bonds = bonds
        self.slots = slots
        self.sequences: list[tuple[int, ...]] = _sequences(len(board.canals))
        """Orders of crossing canals; the first crosses none."""
        homes, lands, seas = board.home_count, board.land_count, board.sea_count
        nations, values = len(board.nation_ids), len(bonds.values)
        self.nations = nations
        self.values = values
        self.draft_value = 0
        self.draft_pass = values
        self.slot = self.draft_pass + 1
        self.force = self.slot + len(slots)
        self.no_force = self.force + 1
        self.build = self.no_force + 1
        self.decline = self.build + homes
        self.produce = self.decline + 1
        self.produce_all = self.produce + homes
        self.produce_done = self.produce_all + 1
        self.imports = self.produce_done + 1
        self.import_done = self.imports + 2 * homes
        self.fleet_move = self.import_done + 1
        self.fleet_attack = self.fleet_move + (homes + seas) * seas
        self.fleet_done = self.fleet_attack + seas * nations
        self.allow = self.fleet_done + 1
        self.deny = self.allow + 1
        self.arrival_attack = self.deny + 1
        self.stay = self.arrival_attack + nations * PIECES
        self.enter_hostile = self.stay + 1
        self.enter_friendly = self.stay + 2
        self.ask = self.stay + 3
        self.demand = self.ask + nations
        self.no_demand = self.demand + PIECES
        self.army_move = self.no_demand + 1
        self.variants = (1 + len(STANCES)) * len(self.sequences)
        """Ids for one pair of origin and end: stances times canal sequences."""
        self.army_attack = self.army_move + lands * lands * self.variants
        self.set_stance = self.army_attack + lands * PIECES * nations * PIECES
        self.destroy = self.set_stance + 2 * homes
        self.army_done = self.destroy + homes
        self.flag = self.army_done + 1
        self.buy = self.flag + board.region_count - homes
        self.upgrade = self.buy + nations * values
        self.invest_pass = self.upgrade + nations * values * values
        self.donate = self.invest_pass + 1
        self.size = self.donate
        """Number of ids without donations: the length of a mask over legal actions."""
        self._starts = [
            self.draft_value, self.slot, self.force, self.build, self.produce, self.imports,
            self.fleet_move, self.allow, self.arrival_attack, self.ask, self.demand,
            self.army_move, self.flag, self.buy, self.donate,
        ]  # fmt: skip
        self.all_slots = [self.slot + i for i in range(len(slots))]
        """The ids of all slots, for a first turn."""
        self._within = [
            [
                sorted([self.slot + (marker + k) % len(slots) for k in range(1, steps + 1)])
                for steps in range(len(slots))
            ]
            for marker in range(len(slots))
        ]
        self._moves: list[dict[int, list[int]]] = [{} for _ in range(lands * self.variants)]
        self._sailings: list[dict[int, list[int]]] = [{} for _ in range(board.region_count)]
        self._buys: list[list[int] | None] = [None] * (nations << values)
        self._upgrades: list[list[int] | None] = [None] * (nations * values << values)

    def kind_of(self, id: int) -> int:
        """The decision an id belongs to.

        Raises: ValueError if there is no such id.
        """
        if id < 0:
            raise ValueError(f"there is no action {id}: ids begin at 0")
        kind = len(self._starts) - 1
        while self._starts[kind] > id:
            kind -= 1
        return kind

    # Numbers of compound choices ------------------------------------------------------------

    def slots_within(self, marker: int, steps: int) -> list[int]:
        """The ids of the slots 1 to `steps` steps from a marker."""
        return self._within[marker][steps]

    def fleet_moves(self, origin: int, targets: int) -> list[int]:
        """The ids of moving a fleet from a port or sea to each of a set of seas."""
        memo = self._sailings[origin]
        known = memo.get(targets)
        if known is None:
            homes, lands = self.board.home_count, self.board.land_count
            row = origin if origin < homes else origin - lands + homes
            first = self.fleet_move + row * self.board.sea_count - lands
            known = [first + sea for sea in self.board.members(targets)]
            memo[targets] = known
        return known

    def buys(self, nation: int, bonds: int) -> list[int]:
        """The ids of buying each of a set of bonds of a nation."""
        key = nation << self.values | bonds
        known = self._buys[key]
        if known is None:
            first = self.buy + nation * self.values
            known = [first + bond for bond in range(self.values) if bonds >> bond & 1]
            self._buys[key] = known
        return known

    def upgrades(self, nation: int, held: int, stock: int, cash: int) -> list[int]:
        """The ids of the upgrades open to the holder of a set of bonds of a nation (R-BND-2)."""
        bonds = self.bonds
        olds = bonds.bonds_in[held]
        if len(olds) == 1:
            old = olds[0]
            return self._higher(nation, old, stock & bonds.affordable(bonds.values[old] + cash))
        ids: list[int] = []
        for old in olds:
            ids += self._higher(nation, old, stock & bonds.affordable(bonds.values[old] + cash))
        return ids

    def _higher(self, nation: int, old: int, bonds: int) -> list[int]:
        key = nation * self.values + old << self.values | bonds
        known = self._upgrades[key]
        if known is None:
            higher = range(old + 1, self.values)
            known = [self.upgrade_id(nation, old, new) for new in higher if bonds >> new & 1]
            self._upgrades[key] = known
        return known

    def army_moves(self, origin: int, ends: int, stance: int, sequence: int) -> list[int]:
        """The ids of moving an army from `origin` to each of a set of ends."""
        variant = stance * len(self.sequences) + sequence
        memo = self._moves[origin * self.variants + variant]
        known = memo.get(ends)
        if known is None:
            first = self.army_move + origin * self.board.land_count * self.variants + variant
            known = [first + end * self.variants for end in self.board.members(ends)]
            remember(memo, ends, known)
        return known

    def split_fleet_move(self, id: int) -> tuple[int, int]:
        """Origin and target of a fleet move."""
        board = self.board
        row, sea = split(id - self.fleet_move, board.sea_count)
        origin = row if row < board.home_count else row - board.home_count + board.land_count
        return origin, sea + board.land_count

    def split_fleet_attack(self, id: int) -> tuple[int, int]:
        """Sea and enemy nation of an attack in place at sea."""
        sea, enemy = split(id - self.fleet_attack, self.nations)
        return sea + self.board.land_count, enemy

    def split_army_move(self, id: int) -> tuple[int, int, int, int]:
        """Origin, end, stance and number of the canal sequence of an army move."""
        pair, variant = split(id - self.army_move, self.variants)
        origin, end = split(pair, self.board.land_count)
        stance, sequence = split(variant, len(self.sequences))
        return origin, end, stance, sequence

    def army_attack_id(self, region: int, own: int, enemy: int, target: int) -> int:
        """The id of an attack in place on land: own piece against a piece of `enemy`."""
        place = (region * PIECES + own) * self.nations + enemy
        return self.army_attack + place * PIECES + target

    def split_army_attack(self, id: int) -> tuple[int, int, int, int]:
        """Region, own piece, enemy nation and target piece of an attack in place on land."""
        rest, target = split(id - self.army_attack, PIECES)
        rest, enemy = split(rest, self.nations)
        region, own = split(rest, PIECES)
        return region, own, enemy, target

    def upgrade_id(self, nation: int, old: int, new: int) -> int:
        """The id of returning bond `old` for bond `new`."""
        return self.upgrade + (nation * self.values + old) * self.values + new

    def split_upgrade(self, id: int) -> tuple[int, int, int]:
        """Nation, old and new bond of an upgrade."""
        rest, new = split(id - self.upgrade, self.values)
        nation, old = split(rest, self.values)
        return nation, old, new

    def donate_id(self, seat: int, nation: int, amount: int) -> int:
        """The id of a gift of `amount` by the player in `seat`."""
        return self.donate + ((amount - 1) * self.nations + nation) * MAX_PLAYERS + seat

    def split_donate(self, id: int) -> tuple[int, int, int]:
        """Seat, nation and amount of a gift."""
        rest, seat = split(id - self.donate, MAX_PLAYERS)
        amount, nation = split(rest, self.nations)
        return seat, nation, amount + 1

    # Ids to JSON -------------------------------------------------------------------------------

    def choice_of(self, id: int, nation: str | None) -> Chosen:
        """The choice an id stands for; `nation` is the one the decision is about."""
        match self.kind_of(id):
            case decisions.DRAFT_BOND:
                return {"pass": True} if id == self.draft_pass else {"value": self.bonds.values[id]}
            case decisions.CHOOSE_SLOT:
                return {"slot": self.slots[id - self.slot]}
            case decisions.SWISS_FORCE:
                return {"force": id == self.force}
            case decisions.BUILD_FACTORY:
                return {"decline": True} if id == self.decline else self._site(id - self.build)
            case decisions.PRODUCE:
                if id == self.produce_all:
                    return {"all": True}
                return {"done": True} if id == self.produce_done else self._site(id - self.produce)
            case decisions.IMPORT_UNIT:
                return self._import_choice(id)
            case decisions.FLEET_ORDER:
                return self._fleet_choice(id, nation)
            case decisions.CANAL_CONSENT:
                return {"allow": id == self.allow}
            case decisions.ARRIVAL:
                return self._arrival_choice(id)
            case decisions.ASK_NEXT:
                return {"nation": self.board.nation_ids[id - self.ask]}
            case decisions.BATTLE_DEMAND:
                if id == self.no_demand:
                    return {"demand": False}
                return {"demand": True, "with": piece_json(id - self.demand)}
            case decisions.ARMY_ORDER:
                return self._army_choice(id, nation)
            case decisions.PLACE_FLAG:
                return {"region": self.board.region_ids[id - self.flag + self.board.home_count]}
            case decisions.INVEST:
                return self._invest_choice(id)
            case _:
                _, to, amount = self.split_donate(id)
                return {"nation": self.board.nation_ids[to], "amount": amount}

    def _site(self, province: int) -> Chosen:
        return {"province": self.board.region_ids[province]}

    def _import_choice(self, id: int) -> Chosen:
        if id == self.import_done:
            return {"done": True}
        province, unit = split(id - self.imports, 2)
        return {"province": self.board.region_ids[province], "unit": UNITS[unit]}

    def _fleet_choice(self, id: int, nation: str | None) -> Chosen:
        board = self.board
        if id == self.fleet_done:
            return {"order": "done"}
        if id >= self.fleet_attack:
            sea, enemy = self.split_fleet_attack(id)
            return {
                "order": "attack",
                "region": board.region_ids[sea],
                "own": _unit_json(nation, FLEET),
                "target": self._unit(enemy, FLEET),
            }
        origin, target = self.split_fleet_move(id)
        choice: Chosen = {
            "order": "move",
            "from": board.region_ids[origin],
            "to": board.region_ids[target],
        }
        canal = board.canal_between.get(1 << origin | 1 << target)
        if canal is not None:
            choice["canal"] = board.canals[canal].id
        return choice

    def _arrival_choice(self, id: int) -> Chosen:
        if id == self.stay:
            return {"choice": "stay"}
        if id > self.stay:
            return {"choice": STANCES[id - self.stay]}
        enemy, piece = split(id - self.arrival_attack, PIECES)
        return {"choice": "attack", "target": self._unit(enemy, piece)}

    def _army_choice(self, id: int, nation: str | None) -> Chosen:
        ids = self.board.region_ids
        if id == self.army_done:
            return {"order": "done"}
        if id >= self.destroy:
            return {"order": "destroy_factory", "province": ids[id - self.destroy]}
        if id >= self.set_stance:
            province, stance = split(id - self.set_stance, 2)
            return {
                "order": "set_stance",
                "province": ids[province],
                "to": STANCES[stance + HOSTILE],
            }
        if id >= self.army_attack:
            region, own, enemy, target = self.split_army_attack(id)
            return {
                "order": "attack",
                "region": ids[region],
                "own": _unit_json(nation, own),
                "target": self._unit(enemy, target),
            }
        origin, end, stance, sequence = self.split_army_move(id)
        choice: Chosen = {"order": "move", "from": ids[origin], "to": ids[end]}
        if stance:
            choice["stance"] = STANCES[stance]
        if sequence:
            choice["canals"] = [self.board.canals[c].id for c in self.sequences[sequence]]
        return choice

    def _invest_choice(self, id: int) -> Chosen:
        names, values = self.board.nation_ids, self.bonds.values
        if id == self.invest_pass:
            return {"choice": "pass"}
        if id >= self.upgrade:
            nation, old, new = self.split_upgrade(id)
            return {
                "choice": "upgrade",
                "nation": names[nation],
                "from": values[old],
                "to": values[new],
            }
        nation, bond = split(id - self.buy, self.values)
        return {"choice": "buy", "nation": names[nation], "value": values[bond]}

    def _unit(self, nation: int, piece: int) -> UnitTold:
        return _unit_json(self.board.nation_ids[nation], piece)


def piece_json(piece: int) -> UnitTold:
    """The JSON form of a piece, without its nation."""
    if piece == FLEET:
        return {"unit": "fleet"}
    if piece == ARMY:
        return {"unit": "army"}
    return {"unit": "army", "stance": STANCES[piece]}


def _unit_json(nation: str | None, piece: int) -> UnitTold:
    assert nation is not None
    return {"nation": nation, **piece_json(piece)}


def _sequences(canals: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for sequence in found:
        found += [(*sequence, canal) for canal in range(canals) if canal not in sequence]
    return found
