"""A game on cardboard as this browser keeps it: its record, its log, and what is put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rondel.companion.correction import WAYS, Correction, Way, answers_same
from rondel.companion.errors import bad, conflict, refuse_illegal
from rondel.engine import Event, Game, IllegalAction
from rondel.engine.shapes import Entry
from rondel.narration import is_same_action
from rondel.records import replay

Json = dict[str, Any]

HERE: Final = "here"
"""Who enters: the one person at this screen, who holds all seats."""
DONATE: Final = "donate"


class Table:
    """One game. What is entered goes through the engine, or not at all."""

    def __init__(self, id: str, name: str, game: Game, now: float) -> None:
        self.id = id
        self.name = name
        self.created_at = self.changed_at = now
        self.position = len(game)
        """Grows with everything that is entered or taken back."""
        self.seq = 0
        self.epoch = 0
        """Grows when the past becomes another: then everything is told anew."""
        self.correction: Correction | None = None
        self.done: Correction | None = None
        """The last correction that is over, until something else is entered."""
        self._begin(game)

    @staticmethod
    def of(document: Json, now: float) -> Table:
        """The table of a saved document.

        Raises: RecordError if its game does not replay, KeyError or TypeError if it is none.
        """
        table = Table(document["id"], document["name"], replay(document["record"]), now)
        table.created_at, table.changed_at = document["created_at"], document["changed_at"]
        if (waiting := document.get("before")) is not None:
            table._take_up(waiting)
        return table

    def _begin(self, game: Game) -> None:
        """Tells a game from its beginning: its past is what it is."""
        self.game = game
        self.entries: list[Entry] = [action.to_json() for action in game.actions()]
        self._turns = _turns_in(game, self.entries)
        self.seq += 1
        opening = [event.to_json() for event in game.opening]
        self.rows: list[Json] = []
        self._note("opened", {"entries": len(game), "events": opening})

    def _note(self, kind: str, body: Json) -> None:
        self.seq += 1
        line = {"seq": self.seq, "at": self.changed_at, "kind": kind, "user": HERE, "body": body}
        self.rows.append(line)

    @property
    def saved(self) -> Json:
        """What is kept of it: enough to go on, a correction included."""
        waiting = self.correction
        return {
            "id": self.id,
            "name": self.name,
            "created_at": self.created_at,
            "changed_at": self.changed_at,
            "record": self.game.record(),
            "before": None if waiting is None else _written(waiting),
        }

    @property
    def whole(self) -> Game:
        """The game with all that was entered: while something is put right, as it was before."""
        if self.correction is None:
            return self.game
        game = self.game.at(0)
        for entry in self.correction.before:
            game.play(game.read(entry))
        return game

    # Entering -----------------------------------------------------------------------------------

    def act(self, position: int, entry: Json, now: float) -> None:
        """Enters what was decided, and when its action is over what waits to be entered again.

        Raises: Refusal, with nothing changed.
        """
        self.check_position(position)
        correction, before = self.correction, self.game.copy()
        try:
            self._enter(entry, now)
        except IllegalAction as error:
            refuse_illegal(error)
        self.done = None
        if correction is not None:
            waiting = correction.held[0].entry if correction.held else None
            correction.entered(waiting is not None and answers_same(before, waiting))
            # Several units are entered one after the other: nothing may come between them.
            if not is_same_action(before, self.game):
                self._play_on(now)

    def check_position(self, position: int) -> None:
        """Raises: Refusal if the game is not where somebody thinks it is."""
        if position != self.position:
            sentence = f"The game has gone on: this is position {self.position}."
            raise conflict("position/stale", sentence, position=self.position)

    def _enter(self, entry: Json | Entry, now: float) -> None:
        """Raises: IllegalAction."""
        game = self.game.copy()
        action = game.action(game.read(entry))
        events = list(game.apply(action))
        self.game, self.changed_at = game, now
        self.entries.append(action.to_json())
        self._turns.append(self._turns[-1] + _begun_in(events))
        self.position += 1
        body = {
            "position": self.position,
            "number": len(game),
            "entry": self.entries[-1],
            "events": [event.to_json() for event in events],
            "seat": game.players.index(self.entries[-1]["actor"]),
            "bot": None,
        }
        self._note("action", body)

    def undo(self, position: int, to: int | None, now: float) -> None:
        """Takes back the last entry, or all after entry `to`.

        Raises: Refusal.
        """
        self.check_position(position)
        goal = len(self.game) - 1 if to is None else to
        if not 0 <= goal < len(self.game):
            raise conflict("undo/nothing", "There is nothing to take back.")
        self._go_back(goal, now)
        self.done = None
        self._note("undone", {"position": self.position, "to": goal})

    def _go_back(self, to: int, now: float) -> None:
        self.game, self.changed_at = self.game.at(to), now
        del self.entries[to:], self._turns[to + 1 :]
        self.position += 1

    # Putting right ------------------------------------------------------------------------------

    def correct(self, number: int, way: str, now: float) -> None:
        """Begins to put an earlier entry right.

        Raises: Refusal.
        """
        if self.correction is not None:
            raise conflict("correction/pending", "Another entry is being put right.")
        if way not in WAYS or not 1 <= number <= len(self.entries):
            raise bad("correction/number", f"There is no entry {number} to put right.")
        found: Way = next(one for one in WAYS if one == way)
        correction = Correction.of(found, number, self.entries, self._turns)
        self._go_back(number - 1, now)
        self.correction, self.done = correction, None
        if correction.waits:
            self._renew()
        else:
            self._play_on(now)

    def follow(self, now: float) -> None:
        """Enters what waits, though the action is not over.

        Raises: Refusal.
        """
        self._corrected().waits = False
        self._play_on(now)

    def skip(self, now: float) -> None:
        """Leaves out the entry that does not fit, and goes on with the next.

        Raises: Refusal.
        """
        self._corrected().skip()
        self._play_on(now)

    def forget(self) -> None:
        """Leaves out all entries that wait: the game goes on from here.

        Raises: Refusal.
        """
        correction = self._corrected()
        correction.left_out += correction.held
        correction.held, correction.waits = [], False
        self._close()

    def cancel(self, now: float) -> None:
        """Makes the game again what it was before.

        Raises: Refusal.
        """
        self._corrected()
        game = self.whole
        self.correction, self.changed_at = None, now
        self.position += 1
        self._begin(game)
        self.epoch += 1

    def _corrected(self) -> Correction:
        if self.correction is None:
            raise conflict("correction/none", "No entry is being put right.")
        return self.correction

    def _play_on(self, now: float) -> None:
        correction = self.correction
        if correction is None or correction.waits:
            return
        correction.play_on(self._turn, lambda entry: self._enter(entry, now))
        self._close()

    def _turn(self) -> int | None:
        return None if self.game.over else self._turns[-1]

    def _close(self) -> None:
        """The past is another now; a correction without anything that waits is over."""
        correction = self.correction
        if correction is not None and not correction.held and not correction.waits:
            self.correction, self.done = None, correction
        self._renew()

    def _renew(self) -> None:
        self._begin(self.game)
        self.epoch += 1

    def _take_up(self, waiting: Json) -> None:
        """Goes on with a correction that was saved."""
        turns = _turns_in(self.game.at(0), waiting["entries"])
        correction = Correction.of(waiting["way"], waiting["number"], waiting["entries"], turns)
        left = len(waiting["entries"]) - waiting["held"]
        correction.held = [one for one in correction.held if one.number > left]
        correction.waits = waiting["waits"]
        self.correction = correction


def _written(correction: Correction) -> Json:
    """A correction as it is saved."""
    return {
        "number": correction.number,
        "way": correction.way,
        "entries": correction.before,
        "held": len(correction.held),
        "waits": correction.waits,
    }


def _turns_in(game: Game, entries: Sequence[Entry]) -> list[int]:
    """How many turns had begun before each entry, and how many have now."""
    walk = game.at(0)
    turns = [_begun_in(walk.opening)]
    for entry in entries:
        turns.append(turns[-1] + _begun_in(walk.apply(entry)))
    return turns


def _begun_in(events: Sequence[Event]) -> int:
    return sum(event.kind == "turn_started" for event in events)
