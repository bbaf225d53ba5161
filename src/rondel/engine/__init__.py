"""The rules engine: exact, deterministic, without input or output of its own.

What others may use is here; nobody reaches past it.
"""

from rondel.engine import decisions, shapes
from rondel.engine.decisions import KINDS, Decision
from rondel.engine.encoding.encoder import Encoder
from rondel.engine.encoding.features import VERSION as ENCODING_VERSION
from rondel.engine.encoding.features import Feature, Section, first_nation, sections_of
from rondel.engine.encoding.head import Head, Part
from rondel.engine.encoding.positions import Positions, turn_of, write_legal
from rondel.engine.game import SPECTATOR, Game, from_id, to_id
from rondel.engine.insight.comparison import same_position
from rondel.engine.insight.figures import Figures
from rondel.engine.insight.payments import Payment, payments
from rondel.engine.invariants import check as check_invariants
from rondel.engine.model.actions import ARMY, FLEET, FRIENDLY, HOSTILE, PIECES, Action, ActionTable
from rondel.engine.model.board import Board, Canal
from rondel.engine.model.errors import Breach, IllegalAction, RecordError, RuleSetError, shown
from rondel.engine.model.events import KIND_OF, Event, EventTold
from rondel.engine.model.ruleset import CHOICES, DRAWS, Options, RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.model.titles import TITLES, Printing, Title, title_of
from rondel.engine.model.versions import (
    RULES_VERSION,
    VERSIONS,
    Difference,
    newest_version,
    read_version,
)
from rondel.engine.notation.extras import Extras, split_extras
from rondel.engine.notation.packing import from_bytes, to_bytes
from rondel.engine.notation.positions import KEYS as SNAPSHOT_KEYS
from rondel.engine.notation.starts import breaches_of
from rondel.engine.progress import act, answer, donate, play_out
from rondel.engine.shapes import Chosen, Consequences, Entry, Facts, Result, Snapshot
from rondel.engine.steps.factory import could_build, factory_shortfall
from rondel.engine.steps.imports import units_payable
from rondel.engine.steps.investor import interest_covered, interest_due, interest_left
from rondel.engine.steps.production import output_of
from rondel.engine.steps.rondel import passes_investor, price_of, steps_to
from rondel.engine.steps.scoring import ranking, score_of
from rondel.engine.steps.taxation import (
    bonus_due,
    bonus_paid,
    power_gain,
    revenue_from,
    revenue_of,
    soldiers_pay_of,
    tax,
    treasury_gain,
)
from rondel.engine.views import View

__all__ = [
    "ARMY",
    "CHOICES",
    "DRAWS",
    "ENCODING_VERSION",
    "FLEET",
    "FRIENDLY",
    "HOSTILE",
    "KINDS",
    "KIND_OF",
    "NOBODY",
    "PIECES",
    "RULES_VERSION",
    "SNAPSHOT_KEYS",
    "SPECTATOR",
    "TITLES",
    "VERSIONS",
    "Action",
    "ActionTable",
    "Board",
    "Breach",
    "Canal",
    "Chosen",
    "Consequences",
    "Decision",
    "Difference",
    "Encoder",
    "Entry",
    "Event",
    "EventTold",
    "Extras",
    "Facts",
    "Feature",
    "Figures",
    "Game",
    "Head",
    "IllegalAction",
    "Options",
    "Part",
    "Payment",
    "Positions",
    "Printing",
    "RecordError",
    "Result",
    "RuleSet",
    "RuleSetError",
    "Section",
    "Snapshot",
    "State",
    "Title",
    "View",
    "act",
    "answer",
    "bonus_due",
    "bonus_paid",
    "breaches_of",
    "check_invariants",
    "could_build",
    "decisions",
    "donate",
    "factory_shortfall",
    "first_nation",
    "from_bytes",
    "from_id",
    "interest_covered",
    "interest_due",
    "interest_left",
    "newest_version",
    "output_of",
    "passes_investor",
    "payments",
    "play_out",
    "power_gain",
    "price_of",
    "ranking",
    "read_version",
    "revenue_from",
    "revenue_of",
    "same_position",
    "score_of",
    "sections_of",
    "shapes",
    "shown",
    "soldiers_pay_of",
    "split_extras",
    "steps_to",
    "tax",
    "title_of",
    "to_bytes",
    "to_id",
    "treasury_gain",
    "turn_of",
    "units_payable",
    "write_legal",
]
