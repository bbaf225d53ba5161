"""Many positions of one game that are played side by side, written into shared buffers."""

from __future__ import annotations

from array import array

from rondel.engine import decisions
from rondel.engine.encoding import writer
from rondel.engine.encoding.encoder import Encoder
from rondel.engine.encoding.features import first_nation
from rondel.engine.model.state import State
from rondel.engine.progress import answer, is_legal


def turn_of(state: State) -> int:
    """How many turns of nations have begun, those of nations that were skipped included."""
    if state.phase == decisions.DRAFT:
        return 0
    return (state.round - 1) * state.rules.nations + state.nation + 1


def write_legal(states: list[State], stride: int, ids: memoryview, counts: memoryview) -> int:
    """Writes the legal actions of positions, ascending, and how many each of them has.

    Those of position i begin at `i * stride`, and what is beyond the stride is left out; with a
    stride of 0 they begin where those of the position before end. Both buffers are of 32-bit
    integers. Returns how many were written.

    Raises: ValueError if there is no room.
    """
    return writer.write_legal(states, stride, ids, counts)


class Positions:
    """Positions in a row; each has a place of its own in the buffers."""

    def __init__(self, size: int, most: int) -> None:
        self.size = size
        """Bytes of an encoded position."""
        self.most = most
        """Legal actions that are told of a position; what is beyond is left out."""
        self._states: list[State] = []
        self._encoders: list[Encoder] = []

    def __len__(self) -> int:
        return len(self._states)

    def add(self, state: State, encoder: Encoder) -> None:
        """Takes a position into the next place; `encoder` is for its rule set."""
        self._states.append(state)
        self._encoders.append(encoder)

    def replace(self, place: int, state: State, seen: memoryview) -> None:
        """Puts another position of the same rule set into a place, and writes what is seen."""
        self._states[place] = state
        self._write(place, state, seen)

    def state(self, place: int) -> State:
        """The position in a place."""
        return self._states[place]

    def first_illegal(self, ids: list[int]) -> int:
        """The first place whose action is not legal; -1 if all are."""
        for place, state in enumerate(self._states):
            if not is_legal(state, ids[place]):
                return place
        return -1

    def play(self, ids: list[int], most_turns: int, seen: memoryview) -> list[int]:
        """Carries out a legal action in each place, and writes what those see who decide next.

        Returns the places of the games that are over or, unless `most_turns` is 0, have begun
        more turns than that; there nothing is written.
        """
        ended: list[int] = []
        for place, state in enumerate(self._states):
            answer(state, ids[place])
            if state.kind == decisions.GAME_OVER or 0 < most_turns < turn_of(state):
                ended.append(place)
            else:
                self._write(place, state, seen)
        return ended

    def write(self, seen: memoryview) -> None:
        """Writes what those see who must decide."""
        for place, state in enumerate(self._states):
            self._write(place, state, seen)

    def _write(self, place: int, state: State, seen: memoryview) -> None:
        self._encoders[place].write(state, state.actor, seen, place * self.size)

    def tell(self, ids: memoryview, counts: memoryview, actors: memoryview) -> None:
        """Writes the legal actions of each place, how many there are, and who has the choice.

        `ids` has room for `most` in each place, `counts` for one; both are buffers of 32-bit
        integers, `actors` is one of bytes.
        """
        write_legal(self._states, self.most, ids, counts)
        actors[:] = array("b", [state.actor for state in self._states])

    def first_nations(self) -> list[int]:
        """The nations that the encoded positions begin with."""
        return [first_nation(state) for state in self._states]
