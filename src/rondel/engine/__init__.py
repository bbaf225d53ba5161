"""The rules engine: exact, deterministic, without input or output of its own.

What others may use is here; nobody reaches past it.
"""

from rondel.engine import decisions, shapes
from rondel.engine.actions import ARMY, FLEET, FRIENDLY, HOSTILE, Action, ActionTable
from rondel.engine.board import Board, Canal
from rondel.engine.decisions import KINDS, Decision
from rondel.engine.errors import IllegalAction, RecordError, RuleSetError, shown
from rondel.engine.events import KIND_OF, Event, EventTold
from rondel.engine.extras import Extras, split_extras
from rondel.engine.figures import Figures
from rondel.engine.game import SPECTATOR, Game, from_id, to_id
from rondel.engine.invariants import check as check_invariants
from rondel.engine.payments import Payment, payments
from rondel.engine.positions import KEYS as SNAPSHOT_KEYS
from rondel.engine.progress import answer, donate, play_out
from rondel.engine.ruleset import CHOICES, DRAWS, RULES_VERSION, Options, RuleSet
from rondel.engine.state import NOBODY, State
from rondel.engine.steps.rondel import price_of
from rondel.engine.steps.scoring import ranking, score_of
from rondel.engine.steps.taxation import revenue_of
from rondel.engine.titles import TITLES, Title, title_of
from rondel.engine.views import View

__all__ = [
    "ARMY",
    "CHOICES",
    "DRAWS",
    "FLEET",
    "FRIENDLY",
    "HOSTILE",
    "KINDS",
    "KIND_OF",
    "NOBODY",
    "RULES_VERSION",
    "SNAPSHOT_KEYS",
    "SPECTATOR",
    "TITLES",
    "Action",
    "ActionTable",
    "Board",
    "Canal",
    "Decision",
    "Event",
    "EventTold",
    "Extras",
    "Figures",
    "Game",
    "IllegalAction",
    "Options",
    "Payment",
    "RecordError",
    "RuleSet",
    "RuleSetError",
    "State",
    "Title",
    "View",
    "answer",
    "check_invariants",
    "decisions",
    "donate",
    "from_id",
    "payments",
    "play_out",
    "price_of",
    "ranking",
    "revenue_of",
    "score_of",
    "shapes",
    "shown",
    "split_extras",
    "title_of",
    "to_id",
]
