"""What can be chosen and what cannot, now and after decisions that are only planned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NotRequired, TypedDict

from rondel.engine import Game, IllegalAction
from rondel.engine.shapes import Consequences, Entry, Reason
from rondel.narration.words import label_of, reasons_of

Json = dict[str, Any]

MOST_TOLD: Final = 64
"""So many choices come with their consequences; where there are more, they are asked for."""


class ChoiceTold(TypedDict):
    """A legal action, as `Choice` of the interface tells it."""

    id: int
    entry: Entry
    consequences: NotRequired[Consequences]
    label: NotRequired[str]


def choices_told(game: Game, eyes: str | None, in_full: bool, lang: str | None) -> list[ChoiceTold]:
    """The legal actions these eyes may see; in full with what they would do, if not many."""
    actions = game.legal_actions() if eyes is None else game.view(eyes).legal_actions()
    choices: list[ChoiceTold] = [{"id": one.id, "entry": one.to_json()} for one in actions]
    if in_full and 0 < len(choices) <= MOST_TOLD:
        for choice, told in zip(choices, game.all_consequences(eyes), strict=True):
            choice["consequences"] = told
    if lang is not None:
        for choice in choices:
            choice["label"] = label_of(game, lang, choice["entry"])
    return choices


def refused_told(game: Game, eyes: str | None, lang: str | None) -> list[Reason]:
    """What is not legal, with reasons in the language asked for."""
    refused = game.refused(eyes)
    return refused if lang is None else reasons_of(game, lang, refused)


def plan_of(before: Game, entries: Sequence[Json], eyes: str | None, lang: str | None) -> Json:
    """What who decides could do after some decisions of his, which are not carried out.

    Nothing is told where they lead to the decision of somebody else or end the action: that
    may show what is hidden.

    Raises: IllegalAction if the first is not legal.
    """
    game, taken = _followed(before, entries)
    if not is_same_action(before, game):
        return {"taken": taken, "choices": [], "refused": [], "facts": None}
    return {
        "taken": taken,
        "choices": choices_told(game, eyes, True, lang),
        "refused": refused_told(game, eyes, lang),
        "facts": game.facts(eyes),
    }


def _followed(before: Game, entries: Sequence[Json]) -> tuple[Game, int]:
    """The game after as many decisions as are legal one upon the other, and their number.

    Raises: IllegalAction if the first is not legal.
    """
    game, taken = before.copy(), 0
    for entry in entries:
        if not is_same_action(before, game):
            break
        try:
            game.apply(game.action(game.read(entry)))
        except IllegalAction:
            if taken == 0:
                raise
            break
        taken += 1
    return game, taken


def is_same_action(before: Game, after: Game) -> bool:
    """Whether the same player still decides, in the same phase of the same turn."""
    then, now = before.decision, after.decision
    if then is None or now is None or then.player != now.player:
        return False
    old, new = before.state, after.state
    return (old.round, old.nation, old.phase) == (new.round, new.nation, new.phase)
