"""Many positions of one game that are played side by side, written into shared buffers."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.encoding.encoder import Encoder
from rondel.engine.encoding.listing import Listing
from rondel.engine.model.state import State
from rondel.engine.progress import answer, is_legal


def turn_of(state: State) -> int:
    """How many turns of nations have begun, those of nations that were skipped included."""
    if state.phase == decisions.DRAFT:
        return 0
    return (state.round - 1) * state.rules.nations + state.nation + 1


class Positions:
    """Positions in a row; each has a place of its own in the buffers."""

    def __init__(self, listing: Listing, size: int) -> None:
        self.listing = listing
        self._states: list[State] = []
        self._encoders: list[Encoder] = []
        self._size = size
        """Bytes of an encoded position."""

    def __len__(self) -> int:
        return len(self._states)

    def add(self, state: State, encoder: Encoder) -> None:
        """Takes a position into the next place; `encoder` is for its rule set."""
        self._states.append(state)
        self._encoders.append(encoder)

    def replace(self, place: int, state: State) -> None:
        """Puts another position of the same rule set into a place."""
        self._states[place] = state

    def state(self, place: int) -> State:
        """The position in a place."""
        return self._states[place]

    def first_illegal(self, ids: list[int]) -> int:
        """The first place whose action is not legal; -1 if all are."""
        for place, state in enumerate(self._states):
            if not is_legal(state, ids[place]):
                return place
        return -1

    def play(self, ids: list[int], most_turns: int) -> list[int]:
        """Carries out a legal action in each place.

        Returns the places of the games that are over or, unless `most_turns` is 0, have begun
        more turns than that.
        """
        ended: list[int] = []
        for place, state in enumerate(self._states):
            answer(state, ids[place])
            if state.kind == decisions.GAME_OVER or 0 < most_turns < turn_of(state):
                ended.append(place)
        return ended

    def write(
        self, seen: memoryview, ids: memoryview, counts: memoryview, actors: memoryview
    ) -> None:
        """Writes what those see who must decide, their legal actions, and who they are."""
        listing, size = self.listing, self._size
        for place, state in enumerate(self._states):
            self._encoders[place].write(state, state.actor, seen, place * size)
            counts[place] = listing.write_ids(state, ids, place)
            actors[place] = state.actor

    def write_entries(self, entries: memoryview, details: memoryview) -> None:
        """Writes the entries of the legal actions in a policy."""
        for place, state in enumerate(self._states):
            self.listing.write_entries(state, entries, details, place)
