"""What can be read off a position by the rules' own formulas, for screens and for bots."""

from __future__ import annotations

from typing import Any

from rondel.engine.model.state import State
from rondel.engine.steps.scoring import score_of
from rondel.engine.steps.taxation import revenue_of


class Figures:
    """The figures of a position, asked for by ids. It follows the game it was taken from."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __reduce__(self) -> tuple[Any, ...]:
        return Figures, (self._state,)

    def __repr__(self) -> str:
        return f"<Figures of {self._state!r}>"

    def credit(self, player: str, nation: str) -> int:
        """Credit sum of a player in a nation (R-CON-6)."""
        return self._state.credit(self._seat(player), self._nation(nation))

    def interest(self, player: str, nation: str) -> int:
        """Interest a player's bonds of a nation bear at one payout."""
        return self._state.interest(self._seat(player), self._nation(nation))

    def margin(self, nation: str) -> int:
        """By how much the government's credit leads the next player's; 0 without government."""
        index = self._nation(nation)
        credits = [self._state.credit(p, index) for p in range(len(self._state.players))]
        first, second = sorted(credits, reverse=True)[:2]
        return first - second

    def score(self, player: str) -> int:
        """What a player would score if the game ended now (R-SCO-1)."""
        return score_of(self._state, self._seat(player))

    def power_factor(self, nation: str) -> int:
        """Power factor of a nation (R-CON-8)."""
        return self._state.power_factor(self._nation(nation))

    def tax_revenue(self, nation: str) -> int:
        """Tax revenue of a nation if it taxed now (R-TAX-1)."""
        return revenue_of(self._state, self._nation(nation))

    def tax_power(self, nation: str) -> int:
        """Power points that revenue would bring (R-TAX-7, -23)."""
        return self._state.rules.tax_power[self.tax_revenue(nation)]

    def unoccupied_factories(self, nation: str) -> list[str]:
        """Home provinces with a factory that is not occupied (R-CON-13)."""
        state = self._state
        return state.rules.board.ids(state.unoccupied_factories(self._nation(nation)))

    def occupied(self, nation: str) -> list[str]:
        """Home provinces that hold a hostile army (R-CON-12)."""
        return self._state.rules.board.ids(self._state.occupied(self._nation(nation)))

    def armies(self, nation: str) -> int:
        """Armies of a nation on the board."""
        return self._state.army_count[self._nation(nation)]

    def fleets(self, nation: str) -> int:
        """Fleets of a nation on the board."""
        return self._state.fleet_count[self._nation(nation)]

    def imports_left(self) -> int:
        """Units the active nation may still import this turn."""
        return self._state.imports_left

    def _seat(self, player: str) -> int:
        return self._state.players.index(player)

    def _nation(self, nation: str) -> int:
        return self._state.rules.board.nation_index[nation]
