"""The position: flat lists of small integers, sets of regions as one `int`, cheap to copy.

Nations, players and regions are their indices. Units of one nation in one region are counts:
`armies` holds armies at home, on neutral land and hostile ones abroad, `friends` the friendly
ones abroad, `fleets` those at sea and in port. A unit on the move whose `arrival` is pending is
in none of them: it is described by `place` and `piece`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine import decisions
from rondel.engine.model.actions import ARMY, FLEET, FRIENDLY, HOSTILE
from rondel.engine.model.board import size_of
from rondel.engine.model.convoys import SEA_BITS, Convoy, Fleets
from rondel.engine.model.happened import Happened
from rondel.engine.model.ruleset import RuleSet

if TYPE_CHECKING:
    from mypy_extensions import i64

NOBODY: Final = -1
"""In place of a player, nation, slot or region: none."""


def add(counts: list[int], i: int, change: int) -> None:
    """As `counts[i] += change`, which is slow when compiled."""
    counts[i] = counts[i] + change


def _include(sets: list[int], i: int, bit: int) -> None:
    """Adds a region to one of the sets; one that holds it already stays the same object."""
    regions = sets[i]
    if not regions & bit:
        sets[i] = regions | bit


class State:
    """A position and everything pending in it."""

    rules: RuleSet
    """What is played; shared by all copies."""
    players: list[str]
    """Ids in seat order; shared by all copies."""
    events: Happened | None
    """Where events go; None while nobody listens."""

    # Money and paper
    treasury: list[int]
    cash: list[int]
    held: list[int]
    """Set of bonds held, by `player * nations + nation`."""
    stock: list[int]
    """Set of bonds in the bank, by nation."""
    government: list[int]
    card: int
    """Holder of the investor card."""
    banks: int
    """Set of the players without government as of the last check: Swiss Banks, flagless."""

    # Tracks
    power: list[int]
    tax_marker: list[int]
    marker: list[int]
    """Rondel slot of each nation."""

    # Board
    factories: int
    flags: list[int]
    """Set of the regions with a flag, by nation."""
    armies: list[int]
    """By `nation * land spaces + region`, likewise `friends`; `fleets` by all regions."""
    friends: list[int]
    fleets: list[int]
    shares_units: bool
    """Whether another position has the same lists of units: they are copied before a change."""
    army_at: list[int]
    """Set of the regions where `armies` is not 0, by nation; likewise the next two."""
    friend_at: list[int]
    fleet_at: list[int]
    invaded: int
    """Set of the home provinces where a hostile army stands."""
    present: list[int]
    """Set of the regions where a nation has any unit."""
    army_count: list[int]
    """Armies on the board, by nation, a unit that is arriving included."""
    fleet_count: list[int]

    # Turn
    round: int
    nation: int
    """The nation on turn; in the draft the one on offer."""
    last_nation: int
    phase: int
    announced: int
    """The slot chosen."""
    passed_investor: bool

    # Pending decision
    kind: int
    actor: int
    about: int
    """The nation the decision is for, or NOBODY."""
    legal: list[int]
    """Its legal actions, ascending; never changed in place."""

    # Draft, investing
    draft_start: int
    queue: list[int]
    """Who is still to decide: seats in the draft and for Swiss Banks; see `investor`."""
    ties_from: int
    """The seat from which equal credit sums are counted (R-GOV-4, R-VNC-7)."""
    round_for: int
    """The nation an investment round is held for, or NOBODY."""
    traded: int
    """Set of the nations whose bonds changed hands since the last government check."""
    reviving: bool
    """Whether the round is one of R-VNC-8, before a turn."""

    # Production, import
    used: int
    """Set of the factories that produced this turn."""
    imports_left: int

    # Maneuver
    fresh_armies: list[int]
    """Unmoved armies of the active nation by land space, where `fresh_army_at` has any; likewise
    the next two."""
    fresh_friends: list[int]
    fresh_fleets: list[int]
    fresh_army_at: int
    """Set of the regions with unmoved armies; likewise the next two. Empty but in a Maneuver."""
    fresh_friend_at: int
    fresh_fleet_at: int
    convoys: tuple[Convoy, ...]
    """The convoys of this army step."""
    open_canals: int
    """Set of the canals the active nation passes without asking, during a Maneuver."""
    refused: list[int]
    """Canal -> set of the origins refused in this step (R-CAN-5)."""
    order: int
    """The order being carried out."""
    canals: tuple[int, ...]
    """Canals still to be asked for, the one asked now first."""
    place: int
    """Where a unit has arrived, or NOBODY."""
    piece: int
    """What has arrived: ARMY, HOSTILE, FRIENDLY or FLEET."""
    unasked: int
    """Set of the nations that may still demand a battle."""
    placing: int
    """How many nations have placed their flags in this flag step."""

    def __init__(self, rules: RuleSet, players: list[str]) -> None:
        """Only the frame: `clear` or `copy` fills it."""
        self.rules = rules
        self.players = players
        self.events = None

    # Here and in `copy` one line for every field: any other way is slower.
    def clear(self) -> None:  # noqa: PLR0915
        """The board before set-up (R-SET)."""
        rules, players = self.rules, self.players
        nations, board = rules.nations, rules.board
        self.treasury = [0] * nations
        self.cash = [0] * len(players)
        self.held = [0] * (len(players) * nations)
        self.stock = [rules.bond_stock] * nations
        self.government = [NOBODY] * nations
        self.card = NOBODY
        self.banks = 0
        self.power = [0] * nations
        self.tax_marker = [0] * nations
        self.marker = [NOBODY] * nations
        self.factories = board.starting_factories
        self.flags = [0] * nations
        self.armies = [0] * (nations * board.land_count)
        self.friends = [0] * (nations * board.land_count)
        self.fleets = [0] * (nations * board.region_count)
        self.shares_units = False
        self.army_at = [0] * nations
        self.friend_at = [0] * nations
        self.fleet_at = [0] * nations
        self.invaded = 0
        self.present = [0] * nations
        self.army_count = [0] * nations
        self.fleet_count = [0] * nations
        self.round = 1
        self.nation = 0
        self.last_nation = NOBODY
        self.phase = decisions.SLOT
        self.announced = NOBODY
        self.passed_investor = False
        self.kind = decisions.GAME_OVER
        self.actor = NOBODY
        self.about = NOBODY
        self.legal = []
        self.draft_start = NOBODY
        self.queue = []
        self.ties_from = NOBODY
        self.round_for = NOBODY
        self.traded = 0
        self.reviving = False
        self.used = 0
        self.imports_left = 0
        self.fresh_armies = [0] * board.land_count
        self.fresh_friends = [0] * board.land_count
        self.fresh_fleets = [0] * board.region_count
        self.fresh_army_at = 0
        self.fresh_friend_at = 0
        self.fresh_fleet_at = 0
        self.convoys = ()
        self.open_canals = 0
        self.refused = [0] * len(board.canals)
        self.order = NOBODY
        self.canals = ()
        self.place = NOBODY
        self.piece = ARMY
        self.unasked = 0
        self.placing = 0

    def copy(self) -> State:  # noqa: PLR0915
        """An independent position; nobody listens to its events."""
        twin = State(self.rules, self.players)
        twin.treasury = self.treasury[:]
        twin.cash = self.cash[:]
        twin.held = self.held[:]
        twin.stock = self.stock[:]
        twin.government = self.government[:]
        twin.card = self.card
        twin.banks = self.banks
        twin.power = self.power[:]
        twin.tax_marker = self.tax_marker[:]
        twin.marker = self.marker[:]
        twin.factories = self.factories
        twin.flags = self.flags[:]
        self.shares_units = twin.shares_units = True
        twin.armies = self.armies
        twin.friends = self.friends
        twin.fleets = self.fleets
        twin.army_at = self.army_at[:]
        twin.friend_at = self.friend_at[:]
        twin.fleet_at = self.fleet_at[:]
        twin.invaded = self.invaded
        twin.present = self.present[:]
        twin.army_count = self.army_count[:]
        twin.fleet_count = self.fleet_count[:]
        twin.round = self.round
        twin.nation = self.nation
        twin.last_nation = self.last_nation
        twin.phase = self.phase
        twin.announced = self.announced
        twin.passed_investor = self.passed_investor
        twin.kind = self.kind
        twin.actor = self.actor
        twin.about = self.about
        twin.legal = self.legal
        twin.draft_start = self.draft_start
        twin.queue = self.queue[:]
        twin.ties_from = self.ties_from
        twin.round_for = self.round_for
        twin.traded = self.traded
        twin.reviving = self.reviving
        twin.used = self.used
        twin.imports_left = self.imports_left
        twin.fresh_armies = self.fresh_armies
        twin.fresh_friends = self.fresh_friends
        twin.fresh_fleets = self.fresh_fleets
        twin.fresh_army_at = self.fresh_army_at
        twin.fresh_friend_at = self.fresh_friend_at
        twin.fresh_fleet_at = self.fresh_fleet_at
        twin.convoys = self.convoys
        twin.open_canals = self.open_canals
        twin.refused = self.refused[:]
        twin.order = self.order
        twin.canals = self.canals
        twin.place = self.place
        twin.piece = self.piece
        twin.unasked = self.unasked
        twin.placing = self.placing
        return twin

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    # Comparing ---------------------------------------------------------------------------------

    def standing(self) -> list[object]:
        """What outlasts the turn: money and paper, tracks, the board, whether the game is over."""
        return [
            *(self.treasury, self.cash, self.held, self.government),
            *(self.power, self.tax_marker, self.factories, self.flags),
            *(self.armies, self.friends, self.fleets, self.kind == decisions.GAME_OVER),
        ]

    def pending(self) -> list[object]:
        """The turn, the decision, and what it hangs on."""
        return [
            *(self.kind, self.actor, self.about, self.legal, self.phase),
            *(self.round, self.nation, self.last_nation, self.marker, self.announced),
            *(self.passed_investor, self.card, self.banks, self.army_count, self.fleet_count),
            *(self.draft_start, self.queue, self.ties_from, self.round_for, self.traded),
            *(self.reviving, self.used, self.imports_left, self.fresh_units()),
            *(self.fresh_army_at, self.fresh_friend_at, self.fresh_fleet_at, self.convoys),
            *(self.open_canals, self.refused, self.order, self.canals),
            *(self.place, self.piece, self.unasked, self.placing),
        ]

    def fresh_units(self) -> list[int]:
        """How many unmoved armies, friendly armies and fleets stand where there are any."""
        members = self.rules.board.members
        return [
            *[self.fresh_armies[region] for region in members(self.fresh_army_at)],
            *[self.fresh_friends[region] for region in members(self.fresh_friend_at)],
            *[self.fresh_fleets[region] for region in members(self.fresh_fleet_at)],
        ]

    def __eq__(self, other: object) -> bool:
        """Whether it is the same position, of the same rules and players."""
        return (
            isinstance(other, State)
            and self.rules is other.rules
            and self.players == other.players
            and self.standing() == other.standing()
            and self.pending() == other.pending()
        )

    def __hash__(self) -> int:
        raise TypeError("a position changes, so it has no hash; to_bytes gives a key")

    def __repr__(self) -> str:
        game, names = self.rules.game, ", ".join(self.players)
        return f"<State of {game}, {names}, round {self.round}: {self.question()}>"

    def question(self) -> str:
        """The pending decision in a few words, for programmers."""
        if self.kind >= decisions.GAME_OVER:
            return "over" if self.kind == decisions.GAME_OVER else "not settled"
        whom = f" for {self.nation_id(self.about)}" if self.about >= 0 else ""
        return f"{decisions.KINDS[self.kind]} by {self.players[self.actor]}{whom}"

    # Asking ------------------------------------------------------------------------------------

    def ask(self, kind: int, actor: int, about: int) -> None:
        """Puts a decision; whether it needs an answer is settled afterwards (R-CON-17)."""
        self.kind = kind
        self.actor = actor
        self.about = about

    def ask_government(self, kind: int) -> None:
        """Puts a decision about the active nation to its government."""
        self.kind = kind
        self.about = self.nation
        self.actor = self.government[self.nation]

    def forget_turn(self) -> None:
        """Clears what former turns have left behind, so that they make no difference."""
        self.announced = NOBODY
        self.passed_investor = False
        self.draft_start = NOBODY
        self.ties_from = NOBODY
        self.traded = 0
        self.used = 0
        self.imports_left = 0
        self.convoys = ()
        self.open_canals = 0
        self.piece = ARMY
        self.placing = 0

    # Names -------------------------------------------------------------------------------------

    def player_id(self, player: int) -> str:
        """Id of a player."""
        return self.players[player]

    def nation_id(self, nation: int) -> str:
        """Id of a nation."""
        return self.rules.board.nation_ids[nation]

    def nation_name(self, nation: int) -> str:
        """Name of a nation, for sentences."""
        return self.rules.board.nation_names[nation]

    def region_id(self, region: int) -> str:
        """Id of a region."""
        return self.rules.board.region_ids[region]

    def region_name(self, region: int) -> str:
        """Name of a region, for sentences."""
        return self.rules.board.region_names[region]

    # Looking -----------------------------------------------------------------------------------

    def credit(self, player: int, nation: int) -> int:
        """Credit sum of a player in a nation (R-CON-6)."""
        return self.rules.bonds.credit[self.held[player * self.rules.nations + nation]]

    def interest(self, player: int, nation: int) -> int:
        """Interest a player's bonds of a nation bear."""
        return self.rules.bonds.interest[self.held[player * self.rules.nations + nation]]

    def total_interest(self, nation: int) -> int:
        """Interest on all sold bonds of a nation."""
        return self.rules.bonds.interest[self.rules.bond_stock ^ self.stock[nation]]

    def power_factor(self, nation: int) -> int:
        """Factor of a nation's section of the power track (R-CON-8)."""
        return self.rules.power_factor[self.power[nation]]

    def occupied(self, nation: int) -> int:
        """The home provinces of a nation that hold a hostile army (R-CON-12)."""
        return self.invaded & self.rules.board.home[nation]

    def unoccupied_factories(self, nation: int) -> int:
        """`U(n)` of the rules (R-CON-13)."""
        return self.factories_outside(nation, self.occupied(nation))

    def factories_outside(self, nation: int, provinces: int) -> int:
        """The factories of a nation but for those in some provinces."""
        return self.factories & self.rules.board.home[nation] & ~provinces

    def is_last_factory(self, province: int) -> bool:
        """Whether a province holds the only unoccupied factory of its nation (R-HOM-5)."""
        return self.unoccupied_factories(self.rules.board.owner[province]) == 1 << province

    def armies_left(self, nation: int) -> int:
        """Armies in a nation's supply."""
        return self.rules.army_supply[nation] - self.army_count[nation]

    def fleets_left(self, nation: int) -> int:
        """Fleets in a nation's supply."""
        return self.rules.fleet_supply[nation] - self.fleet_count[nation]

    def flags_left(self, nation: int) -> int:
        """Flags in a nation's supply."""
        return self.rules.flag_supply[nation] - size_of(self.flags[nation])

    def fleets_at_sea(self, nation: int) -> Fleets:
        """Fleets of a nation by sea region."""
        board, found = self.rules.board, 0
        last = (nation + 1) * board.region_count - 1
        for i in range(board.sea_count):
            found = found << SEA_BITS | self.fleets[last - i]
        return found

    def foreign_units(self) -> int:
        """The set of the regions where nations other than the active one have units."""
        found: i64 = 0
        for nation, present in enumerate(self.present):
            if nation != self.nation:
                found |= present
        return found

    def flag_owner(self, region: int) -> int:
        """The nation whose flag lies in a region, or NOBODY."""
        for nation in range(self.rules.nations):
            if self.flags[nation] >> region & 1:
                return nation
        return NOBODY

    # Pieces ------------------------------------------------------------------------------------

    def own_units(self) -> None:
        """Takes lists of its own before a change, if another position has the same."""
        if self.shares_units:
            self.shares_units = False
            self.armies = self.armies[:]
            self.friends = self.friends[:]
            self.fleets = self.fleets[:]
            self.fresh_armies = self.fresh_armies[:]
            self.fresh_friends = self.fresh_friends[:]
            self.fresh_fleets = self.fresh_fleets[:]

    def put(self, nation: int, region: int, piece: int) -> None:
        """Puts a unit, counted already, into a region."""
        self.own_units()
        board, bit = self.rules.board, 1 << region
        _include(self.present, nation, bit)
        if piece == FLEET:
            add(self.fleets, nation * board.region_count + region, 1)
            _include(self.fleet_at, nation, bit)
        elif piece == FRIENDLY:
            add(self.friends, nation * board.land_count + region, 1)
            _include(self.friend_at, nation, bit)
        else:
            add(self.armies, nation * board.land_count + region, 1)
            _include(self.army_at, nation, bit)
            if region < board.home_count:
                self.invaded |= bit & board.abroad[nation]

    def lift(self, nation: int, region: int, piece: int) -> None:
        """Takes a unit off its region; it stays counted as on the board."""
        self.own_units()
        if piece == FLEET:
            counts, places = self.fleets, self.fleet_at
            i = nation * self.rules.board.region_count + region
        else:
            friendly = piece == FRIENDLY
            counts = self.friends if friendly else self.armies
            places = self.friend_at if friendly else self.army_at
            i = nation * self.rules.board.land_count + region
        add(counts, i, -1)
        if not counts[i]:
            places[nation] = places[nation] ^ 1 << region
            if self.invaded >> region & 1:
                self._look_for_invaders(region)
            self.present[nation] = (
                self.army_at[nation] | self.friend_at[nation] | self.fleet_at[nation]
            )

    def _look_for_invaders(self, province: int) -> None:
        """Finds out whether a province is still occupied (R-CON-12)."""
        owner, hostile = self.rules.board.owner[province], 0
        for nation, places in enumerate(self.army_at):
            if nation != owner:
                hostile |= places
        self.invaded = self.invaded & ~(1 << province) | hostile & 1 << province

    def count(self, nation: int, piece: int, change: int) -> None:
        """Takes a unit from the supply (`change` 1) or returns one to it (-1)."""
        if piece == FLEET:
            add(self.fleet_count, nation, change)
        else:
            add(self.army_count, nation, change)

    def pieces(self, nation: int, region: int) -> list[int]:
        """The kinds of units of a nation in a region, named as R-DEC-1 says."""
        bit = 1 << region
        found: list[int] = []
        if self.army_at[nation] & bit:
            found.append(HOSTILE if self.friend_at[nation] & bit else ARMY)
        if self.friend_at[nation] & bit:
            found.append(FRIENDLY if self.army_at[nation] & bit else ARMY)
        if self.fleet_at[nation] & bit:
            found.append(FLEET)
        return found

    def stance_of(self, nation: int, region: int, piece: int) -> int:
        """The true piece behind one named by `pieces`: ARMY is FRIENDLY where only such stand."""
        if piece == ARMY and not self.army_at[nation] >> region & 1:
            return FRIENDLY
        return piece

    # Unmoved pieces of the active nation ---------------------------------------------------------

    def is_fresh(self, region: int, piece: int) -> bool:
        """Whether an unmoved unit of this true kind stands there (R-CON-15)."""
        if piece == FLEET:
            return bool(self.fresh_fleet_at >> region & 1)
        if piece == FRIENDLY:
            return bool(self.fresh_friend_at >> region & 1)
        return bool(self.fresh_army_at >> region & 1)

    def unmoved(self, region: int, piece: int) -> int:
        """Unmoved armies of this true kind in a land space."""
        if not self.is_fresh(region, piece):
            return 0
        return self.fresh_friends[region] if piece == FRIENDLY else self.fresh_armies[region]

    def use_up(self, region: int, piece: int) -> None:
        """Marks one unmoved unit of the active nation as moved."""
        self.own_units()
        if piece == FLEET:
            add(self.fresh_fleets, region, -1)
            if not self.fresh_fleets[region]:
                self.fresh_fleet_at ^= 1 << region
        elif piece == FRIENDLY:
            add(self.fresh_friends, region, -1)
            if not self.fresh_friends[region]:
                self.fresh_friend_at ^= 1 << region
        else:
            add(self.fresh_armies, region, -1)
            if not self.fresh_armies[region]:
                self.fresh_army_at ^= 1 << region
