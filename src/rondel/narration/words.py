"""The game in the reader's language: sentences, questions, labels and names.

They are made by the same narrator as in the terminal, so that a client needs none of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from rondel.engine import CHOICES, KIND_OF, Event, EventTold, Game, newest_version, title_of
from rondel.engine.shapes import Entry, Reason
from rondel.records import Narrator

Json = dict[str, Any]

CLASS_OF: Final = {kind: event for event, kind in KIND_OF.items()}


@lru_cache(maxsize=64)
def narrator_of(game: str, lang: str, version: int | None = None) -> Narrator:
    """The narrator of a game in a language, by a version of its rules."""
    return Narrator(game, lang, version)


def event_of(told: EventTold) -> Event:
    """An event from its JSON form."""
    event: Event = CLASS_OF[told["event"]](**{k: v for k, v in told.items() if k != "event"})
    return event


def sentences_of(
    game: str, lang: str, events: list[EventTold], entry: Entry | None = None
) -> list[str]:
    """What happened, as sentences; `entry` brought it about."""
    return narrator_of(game, lang).sentences([event_of(event) for event in events], entry)


def question_of(game: Game, lang: str, yours: bool = False) -> Json:
    """What is asked, for the one who decides and for those who wait; his cash only to him."""
    decision = game.decision
    if decision is None:
        return {"prompt": None, "waiting": None}
    narrator = narrator_of(game.rules.game, lang, game.rules.version)
    active = game.state.nation_id(game.state.nation)
    prompt = narrator.prompt(decision, active=active, **_notes(game, decision.kind, yours))
    return {"prompt": prompt, "waiting": narrator.waiting(decision)}


def _notes(game: Game, kind: str, yours: bool) -> dict[str, int]:
    """The money that a question is about; the cash of who decides only for himself."""
    state = game.state
    match kind:
        case "draft_bond" | "invest" if yours:
            return {"cash": state.cash[state.actor]}
        case "build_factory":
            return {"treasury": state.treasury[state.nation], "cost": game.rules.factory_cost}
        case "import_unit":
            return {"cost": game.rules.unit_cost}
        case _:
            return {}


def label_of(game: Game, lang: str, entry: Entry) -> str:
    """A short label for an entry that answers the pending decision."""
    narrator = narrator_of(game.rules.game, lang, game.rules.version)
    return narrator.choice(entry["decision"], entry["choice"], entry.get("nation"))


def reasons_of(game: Game, lang: str, refused: list[Reason]) -> list[Reason]:
    """What is not legal, with reasons in a language."""
    narrator = narrator_of(game.rules.game, lang, game.rules.version)
    return [{**one, "sentence": narrator.reason(one["code"], one["values"])} for one in refused]


# What never changes -------------------------------------------------------------------------


@lru_cache(maxsize=64)
def words_of(game: str, lang: str) -> Json:
    """The names of everything on the board, in full and short."""
    words = narrator_of(game, lang).words
    return {
        section: {
            id: {"name": words.name(section, id), "short": words.name(section, id, short=True)}
            for id in known
        }
        for section, known in _ids_of(game).items()
    }


def _ids_of(game: str) -> dict[str, Sequence[str]]:
    title = title_of(game)
    return {
        "nations": [nation["id"] for nation in title.facts["nations"]],
        "regions": title.board.region_ids,
        "slots": title.facts["rondel"]["slots"],
        "canals": [canal.id for canal in title.board.canals],
    }


SEATING: Final = {"name": "seating", "values": ["as_given", "random"], "default": "as_given"}
"""How the seats are drawn: agreed on like an option, but a record holds only the outcome."""


def game_told(game: str, version: int | None = None) -> Json:
    """The facts of a game by a version of its rules, and the options a table may agree on.

    Raises: RuleSetError if there is no such version.
    """
    title, newest = title_of(game), newest_version()
    usual = title.options({"investor_card": False}).to_json()
    options = [
        {"name": name, "values": list(values), "default": usual.get(name, values[0])}
        for name, values in CHOICES.items()
        if name not in title.not_offered
    ]
    for option in options:
        if option["name"] == "investor_card":
            option["default"] = True
    return {
        "id": game,
        "name": title.name,
        "rules_version": newest if version is None else version,
        "newest_rules_version": newest,
        "facts": title.printing(version).facts,
        "options": [*options, SEATING],
    }
