"""A game that was played, as it is told: its moments, what changed between them, its course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from rondel.engine import Event, Game
from rondel.engine.shapes import Changes, Entry
from rondel.narration.words import sentences_of

Json = dict[str, Any]


class Walk:
    """A game gone through entry by entry, and how it stood when the turn began."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.mark()

    def mark(self) -> None:
        """Changes are told since now."""
        self.before = self.game.copy()
        self.events: list[Event] = []

    def play(self, body: Entry) -> None:
        """Goes on by one entry; the last entry of a turn still belongs to it."""
        if any(event.kind == "turn_started" for event in self.events):
            self.mark()
        self.go(body)

    def go(self, body: Entry) -> None:
        """Goes on by one entry, whatever turn it belongs to."""
        self.events += self.game.apply(body)

    def changes(self, eyes: str | None) -> Changes:
        """What has changed since then."""
        return self.game.changes(self.before, self.events, eyes)

    def moment(self, eyes: str | None) -> Json:
        """How it stands, as somebody may see it."""
        game = self.game
        told = {"snapshot": game.snapshot(eyes), "facts": game.facts(eyes)}
        return {**told, "changes": self.changes(eyes)}


def stretch_told(
    game: Game, lead: Sequence[Entry], bodies: Sequence[Entry], more: Json, eyes: str | None
) -> Json:
    """The position after the entries of the lead, and what each of the later ones changed in it.

    The game is gone on with; `more` is told with the position.
    """
    walk = Walk(game)
    for body in lead:
        walk.play(body)
    before = walk.moment(eyes)
    told: Json = {"first": {**more, **before}, "steps": []}
    for body in bodies:
        walk.play(body)
        after = walk.moment(eyes)
        told["steps"].append(list(differences(before, after)))
        before = after
    return told


def differences(before: Json, after: Json, path: tuple[str, ...] = ()) -> Iterator[Json]:
    """What to put where to make one object the other; objects with other keys are put whole."""
    for key, value in after.items():
        old, place = before[key], (*path, key)
        if old == value:
            continue
        if isinstance(old, dict) and isinstance(value, dict) and old.keys() == value.keys():
            yield from differences(old, value, place)
        else:
            yield {"path": place, "value": value}


def changes_told(
    game: Game, bodies: Sequence[Entry], moments: Sequence[int], eyes: str | None
) -> Json:
    """What has changed from each of these moments to the next; the game stands at the first."""
    walk, told = Walk(game), []
    for since, until in pairwise(moments):
        walk.mark()
        for body in bodies[since - moments[0] : until - moments[0]]:
            walk.go(body)
        told.append({"since": since, "until": until, "changes": walk.changes(eyes)})
    return {"spans": told}


def entries_told(game: Game, bodies: Sequence[Entry], after: int, lang: str | None) -> Json:
    """Entries of the record with what each of them brought about; the game stands before them."""
    told = [_entry(game, number, body, lang) for number, body in enumerate(bodies, after + 1)]
    return {"entries": told}


def _entry(game: Game, number: int, body: Entry, lang: str | None) -> Json:
    events = [event.to_json() for event in game.apply(body)]
    told = {"number": number, "entry": body, "events": events}
    if lang is not None:
        told["sentences"] = sentences_of(game.rules.game, lang, events, body)
    return told


def course_told(game: Game, bodies: Sequence[Entry], eyes: str | None) -> Json:
    """The figures at the start of every turn and at the end; the game stands at its beginning."""
    moments = [_figures(game, 0, eyes)]
    for number, body in enumerate(bodies, 1):
        game.play(game.read(body))
        if game.resumable or number == len(bodies):
            moments.append(_figures(game, number, eyes))
    return {"moments": moments}


def _figures(game: Game, entries: int, eyes: str | None) -> Json:
    snapshot, facts = game.snapshot(eyes), game.facts(eyes)
    return {
        "entries": entries,
        "round": snapshot["turn"]["round"],
        "nation": snapshot["turn"]["nation"],
        "power": snapshot["power"],
        "treasuries": snapshot["treasuries"],
        "governments": snapshot["governments"],
        "scores": {player: told["score"] for player, told in facts["players"].items()},
        "interest": {player: told["interest"] for player, told in facts["players"].items()},
    }
