"""What an encoded position holds, feature by feature: the one declaration of it.

A position is a row of bytes in which 255 stands for 1. The row is made of sections, a section of
equal rows (one for each player, each nation, or just one), and a row of features in a fixed order.
`docs/encoding.md` is written from this declaration.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.decisions import KINDS, PHASES
from rondel.engine.model.actions import MAX_PLAYERS, PIECES, ActionTable
from rondel.engine.model.state import NOBODY, State

VERSION: Final = 1
"""Rises whenever a feature changes its place or its meaning."""

ON: Final = 255
"""A byte that stands for 1, and the greatest there is."""

# What one unit of an amount adds to its byte.
CASH: Final = 4
COARSE: Final = 1
TREASURY: Final = 8
TREASURY_COARSE: Final = 2
CREDIT: Final = 2
INTEREST: Final = 5
POINTS: Final = 10
FACTOR: Final = 51
TAXES: Final = 10
PAY: Final = 8
BONUS: Final = 25
PRICE: Final = 14
PIECE: Final = 16
UNIT: Final = 32
BUILDING: Final = 42
SHARE: Final = 42
FIELD: Final = 20
TURN: Final = 127
IMPORT: Final = 85
ROUND: Final = 4

DECISIONS: Final = len(KINDS) - 1
"""The kinds of decisions that can be pending; a donation never is."""


class Feature:
    """One feature, or several of a kind that follow each other."""

    def __init__(self, name: str, size: int, unit: int, holds: str) -> None:
        self.name = name
        """Unique within its section."""
        self.size = size
        """How many bytes."""
        self.unit = unit
        """What one of it adds to the byte, up to 255; 255 for what is or is not."""
        self.holds = holds
        """What it tells."""


class Section:
    """Equal rows of features."""

    def __init__(self, name: str, rows: str, count: int, features: list[Feature]) -> None:
        self.name = name
        self.rows = rows
        """What the rows stand for; empty where there is just one."""
        self.count = count
        """How many rows."""
        self.features = features
        """What each row holds, in order."""
        self.width: int = sum([feature.size for feature in features])
        """Bytes of one row."""
        self.start = 0
        """Where it begins in the whole."""

    @property
    def stop(self) -> int:
        """Where the next one begins."""
        return self.start + self.count * self.width

    def offset(self, name: str) -> int:
        """Where a feature begins within a row.

        Raises: KeyError if there is none of that name.
        """
        place = 0
        for feature in self.features:
            if feature.name == name:
                return place
            place += feature.size
        raise KeyError(name)


def first_nation(state: State) -> int:
    """The nation that an encoded position begins with: the one decided for, or on turn."""
    return state.about if state.about != NOBODY else max(0, state.nation)


def _flag(name: str, holds: str, size: int = 1) -> Feature:
    return Feature(name, size, ON, holds)


def sections_of(table: ActionTable) -> list[Section]:
    """The sections of an encoded position of a game, in order and without gaps."""
    sections = [
        Section("rules", "", 1, _rules()),
        Section("players", "player", MAX_PLAYERS, _players()),
        Section("nations", "nation", table.nations, _nations(table)),
        Section("turn", "", 1, _turn(table)),
        Section("units", "nation", table.nations, _units(table)),
        Section("board", "", 1, _board(table)),
        Section("maneuver", "", 1, _maneuver(table)),
    ]
    start = 0
    for section in sections:
        section.start = start
        start = section.stop
    return sections


def _rules() -> list[Feature]:
    return [
        _flag("number", "the number of players: 2, 3, 4, 5 or 6", MAX_PLAYERS - 1),
        _flag("draft", "option `setup` is `draft`"),
        _flag("investor_card", "option `investor_card`"),
        _flag("increase", "the tax bonus is for increases only"),
        _flag("force", "option `swiss_bank_force`"),
        _flag("extra", "option `no_card_extra_investment` is `extra`"),
        _flag("pay_available", "option `investor_shortfall` is `pay_available`"),
        _flag("donations", "option `donations` is not `off`"),
        _flag("donations_to_any", "option `donations` is `any`"),
        _flag("stance_change", "option `stance_change` is `on_maneuver`"),
        _flag("mover_chooses", "option `battle_query_order` is `mover_chooses`"),
        _flag("secret_cash", "option `secret_cash`"),
        _flag("later", "option `edition` is `later`"),
    ]


def _players() -> list[Feature]:
    return [
        _flag("present", "there is such a player"),
        _flag("decides", "must decide now"),
        Feature("cash", 1, CASH, "cash; 0 where it may not be seen"),
        Feature("cash_coarse", 1, COARSE, "the same for large amounts"),
        _flag("cash_hidden", "the cash may not be seen"),
        _flag("card", "holds the investor card"),
        _flag("bank", "had no government at the last check: Swiss Bank, or flagless"),
        Feature("governments", 1, SHARE, "nations governed"),
        Feature("points", 1, COARSE, "points of the bonds if the game ended now, without cash"),
        Feature("interest", 1, INTEREST, "interest of all bonds"),
        Feature("credit", 1, COARSE, "value of all bonds"),
        Feature("turns", 1, TURN, "in draft, forcing and investing: how often still to decide"),
        _flag("ties_from", "in investing: equal credits are counted from this player on"),
    ]


def _nations(table: ActionTable) -> list[Feature]:
    return [
        _flag("nation", "which nation it is, in the order of the rules", table.nations),
        _flag("slot", "where its marker stands; none before its first turn", len(table.slots)),
        Feature("distance", 1, SHARE, "turns of other nations until its own comes up"),
        _flag("on_turn", "it is on turn, or on offer in the draft"),
        _flag("about", "the decision is for it"),
        _flag("last", "it took the last turn before this one"),
        *_papers(table),
        *_tracks(),
        *_pieces(),
        *_taxation(),
        *_passing(),
    ]


def _papers(table: ActionTable) -> list[Feature]:
    behind = "credit that each player lacks to equal the highest"
    return [
        _flag("government", "the player who governs it; none if nobody does", MAX_PLAYERS),
        _flag("stock", "the bonds in the bank, by value", table.values),
        _flag("held", "the bonds that the first player holds, by value", table.values),
        Feature("interest", 1, INTEREST, "interest on all bonds sold"),
        Feature("due", 1, INTEREST, "interest due to others than the government"),
        Feature("lead", 1, CREDIT, "credit of the government beyond the next player's"),
        Feature("credits", MAX_PLAYERS, CREDIT, "value of the bonds that each player holds"),
        Feature("interests", MAX_PLAYERS, INTEREST, "interest of the bonds that each player holds"),
        Feature("behind", MAX_PLAYERS, CREDIT, behind),
    ]


def _tracks() -> list[Feature]:
    return [
        Feature("treasury", 1, TREASURY, "treasury"),
        Feature("treasury_coarse", 1, TREASURY_COARSE, "the same for large amounts"),
        Feature("power", 1, POINTS, "power points"),
        Feature("factor", 1, FACTOR, "power factor"),
        Feature("tax_marker", 1, FIELD, "field of the tax marker"),
        Feature("step_price", 1, SHARE, "what a further step on the rondel costs"),
    ]


def _pieces() -> list[Feature]:
    return [
        Feature("armies", 1, PIECE, "armies on the board"),
        Feature("fleets", 1, PIECE, "fleets on the board"),
        Feature("flags", 1, PIECE, "flags on the board"),
        Feature("armies_left", 1, PIECE, "armies in supply"),
        Feature("fleets_left", 1, PIECE, "fleets in supply"),
        Feature("flags_left", 1, PIECE, "flags in supply"),
        Feature("factories", 1, BUILDING, "factories"),
        Feature("working", 1, BUILDING, "factories that are not occupied"),
        Feature("occupied", 1, BUILDING, "home provinces that are occupied"),
    ]


def _taxation() -> list[Feature]:
    return [
        Feature("revenue", 1, TAXES, "tax revenue, if taxed now"),
        Feature("pay", 1, PAY, "what its soldiers cost"),
        Feature("bonus", 1, BONUS, "the government's bonus, if taxed now"),
        Feature("gain", 1, TAXES, "what the treasury would gain, bonus not counted"),
        Feature("loss", 1, TAXES, "what the treasury would lose, bonus not counted"),
        Feature("points", 1, BONUS, "power points gained, if taxed now"),
        _flag("ends", "that would end the game"),
    ]


def _passing() -> list[Feature]:
    return [
        Feature("lacking", 1, INTEREST, "what the treasury lacks of the interest due"),
        _flag("traded", "in investing: its bonds changed hands"),
        _flag("round_for", "in investing: the round is for it"),
        _flag("unasked", "in a maneuver: it may still demand a battle"),
    ]


def _turn(table: ActionTable) -> list[Feature]:
    slots = len(table.slots)
    return [
        _flag("phase", "draft, slot, force, action or investment", len(PHASES)),
        _flag("decision", "the kind of the pending decision, as in `KINDS`", DECISIONS),
        _flag("announced", "the slot chosen, from then on", slots),
        Feature("prices", slots, PRICE, "what each slot costs now; 255 where it is out of reach"),
        Feature("round", 1, ROUND, "number of the round"),
        _flag("passed_investor", "the marker passed Investor on its way"),
        _flag("reviving", "in investing: the round is held before the nation's turn"),
        Feature("imports_left", 1, IMPORT, "in import: units that may still be imported"),
        Feature("convoys", 1, UNIT, "in a maneuver: convoys ordered"),
        _flag("piece", "what has arrived: army, hostile army, friendly army or fleet", PIECES),
    ]


def _units(table: ActionTable) -> list[Feature]:
    board = table.board
    neutral = board.region_count - board.home_count
    return [
        Feature("armies", board.land_count, UNIT, "armies; abroad the hostile ones"),
        Feature("friends", board.home_count, UNIT, "friendly armies abroad"),
        Feature("fleets", board.sea_count, UNIT, "fleets at sea"),
        _flag("flags", "flags, in land regions and then in seas", neutral),
    ]


def _board(table: ActionTable) -> list[Feature]:
    board = table.board
    return [
        _flag("factories", "factories", board.home_count),
        Feature("ports", board.home_count, UNIT, "fleets in port"),
        _flag("occupied", "home provinces that are occupied", board.home_count),
        _flag("used", "in production: factories that have produced", board.home_count),
        _flag("land_reach", "where armies of the nation on turn can get now", board.land_count),
        _flag("sea_reach", "where its fleets can get now", board.sea_count),
    ]


def _maneuver(table: ActionTable) -> list[Feature]:
    board, canals = table.board, len(table.board.canals)
    return [
        Feature("armies", board.land_count, UNIT, "armies that have not moved"),
        Feature("friends", board.home_count, UNIT, "friendly armies abroad that have not moved"),
        Feature("fleets", board.sea_count, UNIT, "fleets at sea that have not moved"),
        Feature("ports", board.home_count, UNIT, "fleets in port that have not moved"),
        _flag("embarked", "seas that convoys may have started from", board.sea_count),
        _flag("landed", "seas that convoys may have landed from", board.sea_count),
        _flag("open", "canals that are passed without asking", canals),
        _flag("refused", "canals whose passage was refused to some", canals),
        _flag("asked", "canals that the pending order asks for", canals),
        _flag("origin", "where the pending order begins", board.region_count),
        _flag("place", "where it ends, or where a unit has arrived", board.region_count),
    ]
