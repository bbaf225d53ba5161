"""Openings of many games: what was dealt, bought and chosen first, and how it ended."""

from rondel.explorer.answers import LEAST_OF_HOST, Question, explored
from rondel.explorer.cells import LEAST, Cell
from rondel.explorer.games import Plan, Played, new_game, play, play_all
from rondel.explorer.making import openings_of, replayed, tabulated
from rondel.explorer.opening import SeatOpening, read_openings
from rondel.explorer.settings import FREE, SETUPS, Setting, all_settings
from rondel.explorer.store import Store, StoreError
from rondel.explorer.table import Table, bots_table, written

__all__ = [
    "FREE",
    "LEAST",
    "LEAST_OF_HOST",
    "SETUPS",
    "Cell",
    "Plan",
    "Played",
    "Question",
    "SeatOpening",
    "Setting",
    "Store",
    "StoreError",
    "Table",
    "all_settings",
    "bots_table",
    "explored",
    "new_game",
    "openings_of",
    "play",
    "play_all",
    "read_openings",
    "replayed",
    "tabulated",
    "written",
]
