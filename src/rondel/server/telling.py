"""The game in the reader's language: sentences, questions, labels and names.

They are made by the same narrator as in the terminal, so that a client needs none of its own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rondel.engine import CHOICES, KIND_OF, Event, Game, title_of
from rondel.records import Narrator

Json = dict[str, Any]

CLASS_OF: Final = {kind: event for event, kind in KIND_OF.items()}


@lru_cache(maxsize=64)
def narrator_of(game: str, lang: str) -> Narrator:
    """The narrator of a game in a language."""
    return Narrator(game, lang)


def event_of(told: Json) -> Event:
    """An event from its JSON form."""
    event: Event = CLASS_OF[told["event"]](**{k: v for k, v in told.items() if k != "event"})
    return event


def sentences_of(game: str, lang: str, events: list[Json], entry: Json | None = None) -> list[str]:
    """What happened, as sentences; `entry` brought it about."""
    return narrator_of(game, lang).sentences([event_of(event) for event in events], entry)


def sentences_in(game: str, lang: str, body: Json) -> list[str]:
    """What a line of the log tells of the game, as sentences."""
    return sentences_of(game, lang, body["events"], body.get("entry"))


def question_of(game: Game, lang: str, yours: bool = False) -> Json:
    """What is asked, for the one who decides and for those who wait; his cash only to him."""
    decision = game.decision
    if decision is None:
        return {"prompt": None, "waiting": None}
    narrator = narrator_of(game.rules.game, lang)
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


def label_of(game: Game, lang: str, entry: Json) -> str:
    """A short label for an entry that answers the pending decision."""
    narrator = narrator_of(game.rules.game, lang)
    return narrator.choice(entry["decision"], entry["choice"], entry.get("nation"))


def reasons_of(game: Game, lang: str, refused: list[Json]) -> list[Json]:
    """What is not legal, with reasons in a language."""
    narrator = narrator_of(game.rules.game, lang)
    return [{**one, "sentence": narrator.reason(one["code"], one["values"])} for one in refused]


# What never changes -------------------------------------------------------------------------


@lru_cache(maxsize=64)
def words_of(game: str, lang: str) -> Json:
    """The names of everything on the board, in full and short."""
    words, facts = narrator_of(game, lang).words, title_of(game).facts
    ids = {
        "nations": [nation["id"] for nation in facts["nations"]],
        "regions": title_of(game).board.region_ids,
        "slots": facts["rondel"]["slots"],
        "canals": [canal.id for canal in title_of(game).board.canals],
    }
    return {
        section: {
            id: {"name": words.name(section, id), "short": words.name(section, id, short=True)}
            for id in known
        }
        for section, known in ids.items()
    }


SEATING: Final = {"name": "seating", "values": ["as_given", "random"], "default": "as_given"}
"""How the seats are drawn: agreed on like an option, but a record holds only the outcome."""


def game_told(game: str) -> Json:
    """The facts of a game, and the options that a table may agree on."""
    title = title_of(game)
    usual = title.options({"investor_card": False}).to_json()
    options = [
        {"name": name, "values": list(values), "default": usual.get(name, values[0])}
        for name, values in CHOICES.items()
        if name not in title.not_offered
    ]
    for option in options:
        if option["name"] == "investor_card":
            option["default"] = True
    return {"id": game, "name": title.name, "facts": title.facts, "options": [*options, SEATING]}
