"""How a game begins: drawn from a seed, given as in a record, or gone on with from a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine.model.errors import Breach, RecordError, RuleSetError, shown
from rondel.engine.model.events import Event
from rondel.engine.model.happened import Happened
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import State
from rondel.engine.model.titles import title_of
from rondel.engine.model.versions import read_version
from rondel.engine.notation.draw import Draw
from rondel.engine.notation.positions import breaches_in, read_position
from rondel.engine.notation.snapshots import shows_cash, write_snapshot
from rondel.engine.steps import setup
from rondel.engine.steps.turns import begin_turn

MAX_NAME = 40
"""Longest player id, in characters."""


class Origin:
    """Where the history of a game begins; shared by all its copies."""

    def __init__(
        self, start: dict[str, Any], opening: list[Event], state: State, first: int
    ) -> None:
        self.start = start
        """How the game began, as in a record."""
        self.opening = opening
        """What happened at set-up."""
        self.state = state
        """The position before the first entry that is known; it is only copied."""
        self.first = first
        """Entries before that position."""


def check_players(players: object) -> list[str]:
    """The player ids in seat order.

    Raises: RecordError if they are not distinct names of 1 to 40 characters.
    """
    if not isinstance(players, list | tuple):
        raise RecordError("players", "expected a list of names")
    for i, name in enumerate(players):
        place = f"players[{i}]"
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME:
            raise RecordError(place, f"expected a name of 1 to {MAX_NAME} characters")
        if not name.isprintable():
            raise RecordError(place, "expected a name without control characters")
        if name in players[:i]:
            raise RecordError(place, f"the name {name!r} is taken twice")
    return list(players)


def seated(players: list[str], draws: dict[str, Any], seed: int | str | None) -> list[str]:
    """The players in the order they sit (R-RNG-2)."""
    seating = draws.get("seating", "as_given")
    if seating == "as_given":
        return players
    if seating != "random":
        raise RuleSetError(
            [f"option 'seating' is {shown(seating)}; it must be 'as_given' or 'random'"]
        )
    return _draw(seed, "seating").shuffled(players)


def drawn_start(
    rules: RuleSet, players: list[str], draws: dict[str, Any], seed: int | str | None
) -> dict[str, Any]:
    """The start as explicit values, as a record holds it (R-RNG-3)."""
    if rules.options.setup == "draft":
        return {"start_player": _start_player(players, draws, seed)}
    assignment = draws.get("assignment", "random")
    if assignment == "random":
        cards = _draw(seed, "deal").shuffled([rules.board.nation_ids[n] for n in rules.dealt])
        return {"deal": {player: [card] for player, card in zip(players, cards, strict=False)}}
    if not isinstance(assignment, dict):
        raise RuleSetError(["option 'assignment' must be 'random' or a map of player to card"])
    return {"deal": {player: _as_list(card) for player, card in assignment.items()}}


def _as_list(card: object) -> object:
    return [card] if isinstance(card, str) else card


def _start_player(players: list[str], draws: dict[str, Any], seed: int | str | None) -> str:
    chosen = draws.get("start_player", "random")
    if chosen == "random":
        return players[_draw(seed, "start player").below(len(players))]
    if chosen in players:
        return str(chosen)
    raise RuleSetError(
        [f"option 'start_player' is {shown(chosen)}; it must be a player or 'random'"]
    )


def _draw(seed: int | str | None, what: str) -> Draw:
    if seed is None:
        raise RuleSetError([f"the {what} is to be drawn: give a seed, or the start itself"])
    return Draw(f"{seed}/{what}")


def begin(rules: RuleSet, players: list[str], start: object, listen: bool) -> State:
    """A position at its beginning, before anything is settled.

    Raises: RecordError if `start` is not one of the three forms of a record.
    """
    if not isinstance(start, dict):
        raise RecordError("start", "expected an object")
    keys = [key for key in start if not str(key).startswith("x_")]
    if keys == ["position"]:
        state = read_position(rules, players, start["position"])
        if listen:
            state.events = Happened()
        begin_turn(state)
        return state
    state = State(rules, players)
    state.clear()
    if listen:
        state.events = Happened()
    wanted = "start_player" if rules.options.setup == "draft" else "deal"
    if keys != [wanted]:
        expected = f"expected either {wanted!r} or 'position' for this set-up"
        raise RecordError("start", f"{expected}, not {', '.join(map(repr, keys)) or 'nothing'}")
    if wanted == "deal":
        setup.deal(state, _read_deal(rules, players, start["deal"]))
    else:
        setup.start_draft(state, _read_start_player(players, start["start_player"]))
    return state


def _read_start_player(players: list[str], player: object) -> int:
    if not isinstance(player, str) or player not in players:
        raise RecordError("start.start_player", "expected the id of a player")
    return players.index(player)


def _read_deal(rules: RuleSet, players: list[str], given: object) -> list[int]:
    """The card dealt to each seat: one each, all different, of those that are dealt."""
    if not isinstance(given, dict) or set(given) != set(players):
        raise RecordError("start.deal", f"expected a card for each of {', '.join(players)}")
    cards = [_read_card(rules, player, given[player]) for player in players]
    if len(set(cards)) < len(cards):
        raise RecordError("start.deal", "expected different cards for all players")
    return cards


def _read_card(rules: RuleSet, player: str, given: object) -> int:
    allowed = {rules.board.nation_ids[n]: n for n in rules.dealt}
    card = given[0] if isinstance(given, list) and len(given) == 1 else None
    if isinstance(card, str) and card in allowed:
        return allowed[card]
    raise RecordError(f"start.deal.{player}", f"expected a list of one of {', '.join(allowed)}")


def breaches_of(heading: dict[str, Any]) -> list[Breach]:
    """Everything that keeps a game from being begun with the position of a heading.

    Raises: RecordError if the heading itself cannot be read.
    """
    check_heading(heading)
    players = check_players(heading["players"])
    return breaches_in(rules_of(heading), players, heading["start"].get("position"))


def canonical_start(state: State, start: dict[str, Any]) -> dict[str, Any]:
    """The start as it is written: seats in order, a position complete."""
    if "position" in start:
        return {"position": write_snapshot(state, None)}
    if "deal" in start:
        return {"deal": {player: start["deal"][player] for player in state.players}}
    return {"start_player": start["start_player"]}


def visible_start(state: State, start: dict[str, Any], viewer: str | None) -> dict[str, Any]:
    """The start as a viewer may see it: a position without the cash that is secret (R-INF-3)."""
    if "position" not in start:
        return start
    position = dict(start["position"])
    known = position.get("cash", {})
    position["cash"] = {p: c for p, c in known.items() if shows_cash(state, viewer, p)}
    return {**start, "position": position}


# Going on with a game -----------------------------------------------------------------------


def check_heading(heading: dict[str, Any]) -> None:
    """Raises: RecordError if no game can be begun by a heading, whatever its options and start."""
    for key in ("game", "rules_version", "options", "players", "start"):
        if key not in heading:
            raise RecordError(key, "missing")
    for key in ("options", "start"):
        if not isinstance(heading[key], dict):
            raise RecordError(key, "expected an object")


def rules_of(heading: dict[str, Any]) -> RuleSet:
    """The rules a game was begun with.

    Raises: RecordError, naming the key.
    """
    place = "game"
    try:
        title = title_of(heading["game"])
        place = "rules_version"
        version = read_version(heading["rules_version"])
        place = "options"
        options = title.options(heading["options"], version)
        place = "players"
        return title.rules(options, len(heading["players"]), version)
    except RuleSetError as error:
        raise RecordError(place, str(error)) from None


def read_checkpoint(rules: RuleSet, players: list[str], position: object, entries: int) -> State:
    """A position reached after so many entries.

    Raises: RecordError if it cannot be read.
    """
    if entries < 0:
        raise RecordError("entries", f"expected a whole number from 0, not {entries}")
    try:
        return read_position(rules, players, position)
    except RecordError as error:
        raise RecordError(error.place.removeprefix("start."), error.problem) from None


def check_rewritten(given: Mapping[str, Any], written: Mapping[str, Any], place: str) -> None:
    """What was read must be written again just so: nothing is filled in, nothing is left out.

    Raises: RecordError, naming the key within `place`.
    """
    for key in [*written, *given]:
        if key not in written:
            raise RecordError(f"{place}{key}", "this key is not expected here")
        if key not in given or given[key] != written[key]:
            raise RecordError(f"{place}{key}", f"expected {shown(written[key])}, complete")
