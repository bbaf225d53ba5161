"""The game as others use it: whose decision it is, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from rondel.engine import decisions, progress
from rondel.engine.decisions import KINDS, Decision
from rondel.engine.insight.between import changes_between
from rondel.engine.insight.consequences import consequences_of
from rondel.engine.insight.facts import facts_of
from rondel.engine.insight.figures import Figures
from rondel.engine.insight.outcomes import Before
from rondel.engine.insight.refused import refused_choices
from rondel.engine.listing import LegalActions
from rondel.engine.model.actions import Action
from rondel.engine.model.errors import IllegalAction, malformed, shown
from rondel.engine.model.events import Event
from rondel.engine.model.happened import Happened
from rondel.engine.model.ruleset import Options, RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.model.titles import title_of
from rondel.engine.notation import packing, starts
from rondel.engine.notation.choices import Malformed, read_choice
from rondel.engine.notation.extras import Extras, extras_until, join_extras, split_extras
from rondel.engine.notation.snapshots import decision_of, result_of, shows_choices, write_snapshot
from rondel.engine.notation.starts import Origin
from rondel.engine.shapes import Changes, Consequences, Facts, Reason, Result, Snapshot
from rondel.engine.views import View

if TYPE_CHECKING:
    from mypy_extensions import i64

SPECTATOR = ""
"""In place of a player's id: somebody who only watches."""

ENTRY_KEYS = ("decision", "actor", "nation", "choice")

Past = tuple[Any, list[int]]
"""What a game shares with its copies: what was before, and the entries that followed."""


class Game:
    """A game in progress or finished."""

    def __init__(self, state: State, origin: Origin) -> None:
        self._state = state
        self._origin = origin
        self._past: Past | None = None
        self._entries: list[int] = []
        self._length = origin.first
        self.extras: Extras = []
        """Extra keys of the record it was read from; they are written again."""

    @staticmethod
    def new(
        game: str,
        players: Sequence[str],
        options: dict[str, Any] | Options | None = None,
        seed: int | str | None = None,
        start: dict[str, Any] | Any = None,
        rules_version: int | None = None,
    ) -> Game:
        """A new game, drawn from `seed` or with an explicit `start` as in a record.

        It is played by the newest version of the rules unless another is named.

        Raises: RuleSetError for options or a version that cannot be, RecordError for players or a
        start that cannot be read.
        """
        title = title_of(game)
        values = options.to_json() if isinstance(options, Options) else dict(options or {})
        chosen = title.options(values, rules_version)
        names = starts.check_players(players)
        rules = title.rules(chosen, len(names), rules_version)
        if start is None:
            names = starts.seated(names, values, seed)
            start = starts.drawn_start(rules, names, values, seed)
        return Game._started(rules, names, start)

    @staticmethod
    def begin(heading: dict[str, Any]) -> Game:
        """The game of a `heading` at its set-up, by the rules it was begun with.

        Raises: RecordError if no game can be begun by it.
        """
        extras: Extras = []
        plain = split_extras(heading, (), extras)
        starts.check_heading(plain)
        players = starts.check_players(plain["players"])
        game = Game._started(starts.rules_of(plain), players, plain["start"])
        game.extras = extras
        return game

    @staticmethod
    def _started(rules: RuleSet, players: list[str], start: dict[str, Any]) -> Game:
        state = starts.begin(rules, players, start, listen=True)
        progress.settle(state)
        opening = [] if state.events is None else state.events.all()
        state.events = None
        return Game(state.copy(), Origin(starts.canonical_start(state, start), opening, state, 0))

    @staticmethod
    def resume(heading: dict[str, Any], position: Snapshot | Any, entries: int) -> Game:
        """A game gone on with from `position`, its snapshot after so many entries.

        `heading` and `position` are what `heading` and `snapshot` of that game give, the latter
        when it was `resumable`. What happened before is not known: see `first`.

        Raises: RecordError if they cannot be read or do not belong together.
        """
        begun = Game.begin(heading)
        starts.check_rewritten(heading, begun.heading(), "")
        state = starts.read_checkpoint(begun.rules, begun.players, position, entries)
        progress.settle(state)
        starts.check_rewritten(position, write_snapshot(state, None), "position.")
        game = Game(state.copy(), Origin(begun._origin.start, [], state, entries))
        game.extras = begun.extras
        return game

    # Looking -----------------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set it is played by."""
        return self._state.rules

    @property
    def state(self) -> State:
        """The position itself, for the engine's own tools; change it only through actions."""
        return self._state

    @property
    def players(self) -> list[str]:
        """Player ids in seat order."""
        return self._state.players[:]

    @property
    def options(self) -> dict[str, Any]:
        """Every option that applies, explicit."""
        return self.rules.options.to_json()

    @property
    def start(self) -> dict[str, Any]:
        """How it began, as in a record."""
        return deepcopy(self._origin.start)

    @property
    def opening(self) -> list[Event]:
        """What happened at set-up, before the first decision; empty if it was resumed.

        A game from a position has no set-up: there its first turn begins.
        """
        return self._origin.opening[:]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.kind == decisions.GAME_OVER

    @property
    def resumable(self) -> bool:
        """Whether a snapshot taken now is complete: a nation's turn begins."""
        return self._state.kind == decisions.CHOOSE_SLOT

    @property
    def decision(self) -> Decision | None:
        """Who must decide and what about; None when the game is over."""
        return decision_of(self._state)

    @property
    def result(self) -> Result | None:
        """None, or `{"scores": …, "ranking": …}` when the game is over."""
        return result_of(self._state)

    @property
    def figures(self) -> Figures:
        """Credit, margins, scores, tax revenue and the like, by the rules' own formulas."""
        return Figures(self._state)

    def legal_ids(self) -> list[int]:
        """The ids of the legal actions, ascending; do not change the list."""
        return self._state.legal

    def legal_actions(self) -> Sequence[Action]:
        """The legal actions: complete, in ascending order of id, empty only after the end."""
        return LegalActions(self._state)

    def snapshot(self, viewer: str | None = None) -> Snapshot:
        """The position; with secret cash only what `viewer` may see. None sees everything."""
        self._check_viewer(viewer)
        return write_snapshot(self._state, viewer)

    def view(self, player: str) -> View:
        """What a player, or a `SPECTATOR`, may see."""
        self._check_viewer(player)
        return View(self, player)

    def _check_viewer(self, viewer: str | None) -> None:
        if viewer is not None and viewer != SPECTATOR and viewer not in self._state.players:
            raise ValueError(f"{viewer!r} is no player of this game")

    # Judging -----------------------------------------------------------------------------------

    def facts(self, viewer: str | None = None) -> Facts:
        """Forecasts, margins, scores and the order to come; with secret cash as for `snapshot`."""
        self._check_viewer(viewer)
        return facts_of(self._state, viewer)

    def consequences(self, action: Action | Any, viewer: str | None = None) -> Consequences:
        """What an action, or its JSON form, would do up to the next decision.

        With secret cash a `viewer` may ask only about actions of his own; the others are then
        taken to have all the cash they need.

        Raises: IllegalAction if it is not legal, ValueError if the viewer may not ask.
        """
        self._check_viewer(viewer)
        id = self._id_of(action)
        gift = id >= self.rules.table.donate
        self._check_may_ask(viewer, self._gift(id)[0] if gift else self._state.actor)
        if not gift and not progress.is_legal(self._state, id):
            raise self._refusal(id)
        return consequences_of(Before(self._state, viewer), id)

    def all_consequences(self, viewer: str | None = None) -> list[Consequences]:
        """What each legal action would do, in their order: as `consequences`, but quicker.

        Raises: ValueError if the viewer may not ask.
        """
        self._check_viewer(viewer)
        self._check_may_ask(viewer, self._state.actor)
        before = Before(self._state, viewer)
        return [consequences_of(before, id) for id in self._state.legal]

    def _check_may_ask(self, viewer: str | None, author: int) -> None:
        if not shows_choices(self._state, viewer, author):
            raise ValueError(f"the choices of {self._state.players[author]} are not for all to see")

    def refused(self, viewer: str | None = None) -> list[Reason]:
        """Choices one would look for that are not legal now, each with the reason.

        With secret cash they are shown only to the player who decides.
        """
        self._check_viewer(viewer)
        state = self._state
        return refused_choices(state) if shows_choices(state, viewer, state.actor) else []

    def changes(self, before: Game, events: Sequence[Event], viewer: str | None = None) -> Changes:
        """What has changed since an earlier position; `events` are those on the way from there.

        With secret cash as for `snapshot`.

        Raises: ValueError if `before` is not a game of the same rules and players.
        """
        self._check_viewer(viewer)
        if before.rules.game != self.rules.game or before.players != self.players:
            raise ValueError("these are positions of two games")
        return changes_between(before.state, self._state, list(events), viewer)

    # Copies ------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent game at the same position."""
        if self._entries:
            self._past = (self._past, self._entries)
            self._entries = []
        twin = Game(self._state.copy(), self._origin)
        twin._past = self._past
        twin._length = self._length
        twin.extras = self.extras
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        origin = self._origin
        begun = (origin.start, origin.opening, origin.state, origin.first)
        return _unpickled, (self._state, begun, self._history(), self.extras)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same game at the same entry: as begun, as played, as it stands."""
        return (
            isinstance(other, Game)
            and self._length == other._length
            and self._state == other._state
            and self.first == other.first
            and self._origin.start == other._origin.start
            and self._history() == other._history()
        )

    def __hash__(self) -> int:
        raise TypeError("a game changes, so it has no hash; to_bytes gives a key of its position")

    def __repr__(self) -> str:
        game, names = self.rules.game, ", ".join(self._state.players)
        return f"<Game {game} of {names} after {self._length} entries: {self._state.question()}>"

    def to_bytes(self) -> bytes:
        """The position with how the game began, without its history: small, with a version."""
        return packing.game_to_bytes(self._state, self._origin.start, self._length)

    @staticmethod
    def from_bytes(data: bytes | Any) -> Game:
        """The game that `to_bytes` has written; what happened before is not known: see `first`.

        Raises: RecordError if these are other bytes, or damaged, or of a later version.
        """
        state, start, entries = packing.game_from_bytes(data)
        return Game(state.copy(), Origin(start, [], state, entries))

    # Acting ------------------------------------------------------------------------------------

    def play(self, id: int) -> None:
        """Carries out a legal action, or a donation, by its id and without events.

        For search, simulation and replay.

        Raises: IllegalAction, with the game unchanged.
        """
        state = self._state
        if not progress.is_legal(state, id):
            if id < state.rules.table.donate:
                raise self._refusal(id)
            self._donate(id)
            return
        self._note(id, state.kind, state.actor, state.about)
        progress.answer(state, id)

    def apply(self, action: Action | Any) -> Sequence[Event]:
        """Carries out an action, or its JSON form, and returns what happened.

        The events are made when they are looked at.

        Raises: IllegalAction, with the game unchanged.
        """
        state, id = self._state, self._id_of(action)
        events = Happened()
        state.events = events
        try:
            self.play(id)
        finally:
            state.events = None
        return events

    def _id_of(self, action: Action | Any) -> int:
        """The id of an action or its JSON form, whose author must be the right one."""
        if not isinstance(action, Action):
            return self.read(action)
        if action.id < self._state.rules.table.donate:
            self._check_author(action.kind, action.player, action.nation)
        return action.id

    def donate(self, player: str, nation: str, amount: int | Any) -> Sequence[Event]:
        """Gives cash to a treasury, beside the pending decision (R-DON).

        Raises: IllegalAction, with the game unchanged, also if `amount` is no whole number.
        """
        choice = {"nation": nation, "amount": amount}
        return self.apply({"decision": "donate", "actor": player, "choice": choice})

    def _donate(self, id: int) -> None:
        seat, nation, amount = self._gift(id)
        progress.donate(self._state, seat, nation, amount)
        self._note(id, decisions.DONATE, seat, NOBODY)

    def _gift(self, id: int) -> tuple[int, int, int]:
        """Seat, nation and amount of a donation by a player of this game."""
        gift = self._state.rules.table.split_donate(id)
        if gift[0] >= len(self._state.players):
            raise malformed(f"there is no player in seat {gift[0]}")
        return gift

    def _note(self, id: int, kind: int, actor: int, about: int) -> None:
        """Adds an entry to the history: one number, as `_noted` reads it."""
        number: i64 = id
        self._entries.append(((number << 4 | kind) << 3 | actor) << 3 | about + 1)
        self._length += 1

    def _refusal(self, id: int) -> IllegalAction:
        state = self._state
        if self.over:
            return IllegalAction("game/over", "R-END-2", "The game is over.")
        try:
            kind = state.rules.table.kind_of(id)
        except ValueError as error:
            return malformed(str(error))
        if kind != state.kind:
            return IllegalAction(
                "game/other_decision",
                "R-DEC-5",
                f"The pending decision is {KINDS[state.kind]}, not {KINDS[kind]}.",
            )
        return progress.refusal(state, id)

    # Reading actions ---------------------------------------------------------------------------

    def action(self, id: int) -> Action:
        """The action an id stands for in the pending decision, legal or not.

        Raises: IllegalAction if the id answers another decision.
        """
        state = self._state
        table, kind = state.rules.table, -1
        if id >= 0:
            kind = table.kind_of(id)
        if kind == decisions.DONATE:
            return Action(table, id, KINDS[kind], state.players[self._gift(id)[0]], None)
        if kind != state.kind:
            raise self._refusal(id)
        return self._action(id)

    def _action(self, id: int) -> Action:
        state = self._state
        return _action(state, id, state.kind, state.actor, state.about)

    def _check_author(self, kind: object, player: object, nation: object) -> None:
        """The decision, actor and nation an action names must be the pending ones."""
        state = self._state
        if self.over:
            raise IllegalAction("game/over", "R-END-2", "The game is over.")
        about = None if state.about < 0 else state.nation_id(state.about)
        # Actions that this game has listed hold the very objects: most are, and it is quick to see.
        if nation is about and player is state.players[state.actor] and kind is KINDS[state.kind]:
            return
        if kind != KINDS[state.kind]:
            raise IllegalAction(
                "game/other_decision",
                "R-DEC-5",
                f"The pending decision is {KINDS[state.kind]}, not {shown(kind)}.",
            )
        if player != state.players[state.actor]:
            raise IllegalAction(
                "game/other_player",
                "R-DEC-5",
                f"{state.players[state.actor]} decides now, not {shown(player)}.",
            )
        if nation != about:
            raise IllegalAction(
                "game/other_nation",
                "R-DEC-9",
                f"The decision is for {about or 'no nation'}, not {shown(nation)}.",
            )

    def read(self, entry: object) -> int:
        """The id of an entry of a record; actor, nation and decision may be left out.

        Raises: IllegalAction if it is no action, or does not answer the pending decision.
        """
        if not isinstance(entry, dict):
            raise malformed(f"expected an object with a choice, not {shown(entry)}")
        for key in entry:
            if key not in ENTRY_KEYS and not str(key).startswith("x_"):
                raise malformed(f"{shown(key)}: this key is not expected here")
        if "choice" not in entry:
            raise malformed("choice: missing")
        state = self._state
        about = None if state.about < 0 else state.nation_id(state.about)
        if entry.get("decision") == KINDS[decisions.DONATE]:
            return self._read_donation(entry)
        if self.over:
            raise IllegalAction("game/over", "R-END-2", "The game is over.")
        self._check_author(
            entry.get("decision", KINDS[state.kind]),
            entry.get("actor", state.players[state.actor]),
            entry.get("nation", about),
        )
        return self._read_choice(state.kind, entry["choice"], 0)

    def _read_donation(self, entry: dict[str, Any]) -> int:
        player = entry.get("actor")
        if not isinstance(player, str) or player not in self._state.players:
            raise malformed(f"actor: expected a player of this game, not {shown(player)}")
        if entry.get("nation") is not None:
            raise malformed("nation: a player donates for himself; name the nation in the choice")
        seat = self._state.players.index(player)
        return self._read_choice(decisions.DONATE, entry["choice"], seat)

    def _read_choice(self, kind: int, choice: object, seat: int) -> int:
        state = self._state
        try:
            return read_choice(state.rules.table, kind, choice, state.about, seat)
        except Malformed as error:
            raise malformed(str(error)) from None

    # History -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Entries in the record so far."""
        return self._length

    @property
    def first(self) -> int:
        """Entries before the first it knows: 0 unless it was resumed."""
        return self._origin.first

    def actions(self) -> list[Action]:
        """All actions from entry `first` on, donations included, in order."""
        return [_noted(self._state, entry) for entry in self._history()]

    def _history(self) -> list[int]:
        """All entries it knows, as `_note` wrote them."""
        parts, past = [self._entries], self._past
        while past is not None:
            parts.append(past[1])
            past = past[0]
        return [entry for part in reversed(parts) for entry in part]

    def at(self, entries: int) -> Game:
        """The game as it was after so many entries: undo, look back, go on from there.

        Raises: ValueError if it has no so many, or does not know so far back.
        """
        if not self.first <= entries <= self._length:
            known = f"{self.first} to {self._length}"
            raise ValueError(f"the game is known after {known} entries, not after {entries}")
        past = Game(self._origin.state.copy(), self._origin)
        for action in self.actions()[: entries - self.first]:
            past.play(action.id)
        past.extras = extras_until(self.extras, entries)
        return past

    def heading(self, viewer: str | None = None) -> dict[str, Any]:
        """The record without actions and result; with secret cash as for `record`."""
        return join_extras(self._heading(viewer), self.extras)

    def _heading(self, viewer: str | None) -> dict[str, Any]:
        self._check_viewer(viewer)
        start = starts.visible_start(self._state, self._origin.start, viewer)
        return {
            "format": "rondel-record",
            "version": 1,
            "game": self.rules.game,
            "rules_version": self.rules.version,
            "options": self.options,
            "players": self.players,
            "start": deepcopy(start),
        }

    def record(self, viewer: str | None = None) -> dict[str, Any]:
        """The record; with secret cash, while the game runs, without others' cash in its start.

        Raises: ValueError if it was resumed and does not know all its entries.
        """
        if self.first:
            raise ValueError(f"the game was resumed: its first {self.first} entries are not known")
        record = self._heading(viewer)
        record["actions"] = [action.to_json() for action in self.actions()]
        record["result"] = self.result
        return join_extras(record, self.extras)


def _unpickled(
    state: State,
    begun: tuple[dict[str, Any], list[Event], State, int],
    history: list[int],
    extras: Extras,
) -> Game:
    """The game of which `Game.__reduce__` told."""
    start, opening, first_state, first = begun
    game = Game(state, Origin(start, opening, first_state, first))
    game._entries = history
    game._length = first + len(history)
    game.extras = extras
    return game


def _noted(state: State, entry: int) -> Action:
    """The action of an entry of the history, as `Game._note` wrote it."""
    return _action(state, entry >> 10, entry >> 6 & 15, entry >> 3 & 7, (entry & 7) - 1)


def _action(state: State, id: int, kind: int, actor: int, about: int) -> Action:
    nation = None if about < 0 else state.nation_id(about)
    return Action(state.rules.table, id, KINDS[kind], state.players[actor], nation)


def to_id(game: Game, action: Action | Any) -> int:
    """The number of an action in the flat table of its game.

    Raises: IllegalAction if it does not answer the pending decision.
    """
    return action.id if isinstance(action, Action) else game.read(action)


def from_id(game: Game, id: int) -> Action:
    """The action with a number, in the pending decision; the opposite of `to_id`.

    Raises: IllegalAction if it does not answer the pending decision.
    """
    return game.action(id)
