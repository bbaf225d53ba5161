"""Who judges: the strongest player that is installed, asked for shares and not for moves.

A stronger one takes its place by a line in `strongest`; what the old one has judged is then known
by its name and version, and can be made anew.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, Protocol

from rondel.bots.strategist.luck import Luck
from rondel.bots.strategist.playout import ERROR, TURNS, Clock
from rondel.bots.strategist.prospects import prospects_of, shares_of
from rondel.bots.strategist.searcher import UNLIMITED, Searcher
from rondel.bots.strategist.tree import BREADTH, Node
from rondel.engine import NOBODY, Game, RuleSet, State, act, answer, decisions, score_of

GLIMPSE_TURNS: Final = 14
"""Turns of nations that a glimpse plays: much less work than a whole playout for the same
certainty, but it misses what comes late."""

LONGEST_LINE: Final = 6
"""Decisions of an expected line."""

LEAST_VISITS: Final = 3
"""Playouts that must have gone through a decision of an expected line."""


IN_ONE_GO: Final = (
    decisions.PRODUCE, decisions.IMPORT_UNIT, decisions.FLEET_ORDER, decisions.ARRIVAL,
    decisions.ASK_NEXT, decisions.ARMY_ORDER, decisions.PLACE_FLAG,
)  # fmt: skip
"""Decisions of which one player makes several in a row, and thinks of all of them at once."""

Plan = tuple[int, ...]
"""Actions that one player takes in one go; mostly it is a single one."""


@dataclass(frozen=True)
class Step:
    """A decision that a judge expects."""

    id: int
    likelihood: float
    """Part of the playouts that went this way, of those that came here."""


class Sight(Protocol):
    """A position that a judge looks at; what it finds it remembers."""

    players: list[str]
    """By seat."""
    nations: list[str]
    choices: list[int]
    """The legal actions, and a gift where one would pay; the most promising first."""

    def plan(self, id: int) -> Plan:
        """An action with what is best added to it in the same go."""
        ...

    def play_out(self, plan: Plan, number: int) -> list[float]:
        """The shares at the end of a playout after a plan, by seat; exact if it ends the game.

        Playouts of one number have the same luck after every plan.
        """
        ...

    def glimpse(self, id: int, number: int) -> list[float]:
        """The same, cheaper and rougher."""
        ...

    def play_on(self, number: int) -> list[float]:
        """The shares at the end of a playout from the position itself."""
        ...

    def later(self, plan: Plan, number: int, turns: int) -> State:
        """The position so many turns of nations after a plan."""
        ...

    def line(self, plan: Plan) -> list[Step]:
        """What the judge expects after a plan, as far as it has looked."""
        ...


class Judge(Protocol):
    """A player that is asked how it sees positions."""

    name: str
    version: int
    """Grows with every change that changes judgements."""

    def face(self, game: Game, seed: int) -> Sight:
        """Turns to a position that is not the end; `seed` decides the luck of its playouts."""
        ...


def strongest() -> Judge:
    """The judge of everything that is judged here."""
    return Strategist()


class Strategist:
    """The strategist as a judge: bankers that sometimes err play on from its tree."""

    name = "strategist"
    version = 1

    def face(self, game: Game, seed: int) -> Sight:
        """Turns to a position; all cash is known to it."""
        return StrategistSight(game, seed)


class StrategistSight:
    """A position as the strategist looks at it."""

    def __init__(self, game: Game, seed: int) -> None:
        self._state = game.state.copy()
        self._seed = seed
        self._searcher = Searcher(game.rules, Clock(time.perf_counter))
        self._searcher.face(game, seed)
        self._luck = Luck()
        self.players = game.players
        self.nations = list(game.rules.board.nation_ids)
        self.choices = list(self._searcher.root.ids)

    def plan(self, id: int) -> Plan:
        """What the banker would go on with, until somebody else decides or something else."""
        state, ids = self._state.copy(), [id]
        player, composed = state.actor, state.kind in IN_ONE_GO
        act(state, id)
        while composed and state.actor == player and state.kind in IN_ONE_GO:
            ids.append(self._searcher.judge.choose(state))
            act(state, ids[-1])
        return tuple(ids)

    def play_out(self, plan: Plan, number: int) -> list[float]:
        """A playout by way of the tree."""
        searcher, state = self._searcher, self._state.copy()
        searcher.luck.begin(self._seed, number)
        path = [searcher.root]
        for id in plan:
            path.append(self._entered(path[-1], state, id))
            act(state, id)
        searcher.descend(state, path)
        searcher.playout.run(state, searcher.luck)
        scores = searcher.playout.scores(state)
        prospects, shares = prospects_of(scores), shares_of(scores)
        for node in path:
            node.tally.count(prospects, shares)
        return shares

    def _entered(self, node: Node, state: State, id: int) -> Node:
        """The node after an action of a plan."""
        if node.actor == NOBODY:
            self._searcher.open(node, state, BREADTH)
        if id not in node.ids:
            self._searcher.open(node, state, UNLIMITED)
        return node.branch(node.ids.index(id))

    def glimpse(self, id: int, number: int) -> list[float]:
        """A playout of few turns, judged by what the banker then expects."""
        return self._shares(self.later((id,), number, GLIMPSE_TURNS))

    def play_on(self, number: int) -> list[float]:
        """A playout without the tree."""
        return self._shares(self.later((), number, TURNS))

    def later(self, plan: Plan, number: int, turns: int) -> State:
        """The position that bankers that sometimes err come to."""
        state = self._state.copy()
        self._luck.begin(self._seed, number)
        for id in plan:
            act(state, id)
        self._play(state, turns)
        return state

    def line(self, plan: Plan) -> list[Step]:
        """The way through the tree that most playouts took."""
        node, steps = self._after(plan), list[Step]()
        while node is not None and len(steps) < LONGEST_LINE:
            step, node = _likeliest(node)
            if step is not None:
                steps.append(step)
        return steps

    def _after(self, plan: Plan) -> Node | None:
        node: Node | None = self._searcher.root
        for id in plan:
            node = None if node is None else node.after(id)
        return node

    def _play(self, state: State, turns: int) -> None:
        luck, judge, nation = self._luck, self._searcher.judge, NOBODY
        while state.kind != decisions.GAME_OVER:
            if state.nation != nation:
                if not turns:
                    return
                turns -= 1
                nation = state.nation
                luck.turn(state.round * state.rules.nations + nation)
            if luck.draw() < ERROR:
                answer(state, state.legal[int(luck.draw() * len(state.legal))])
            else:
                judge.play(state)

    def _shares(self, state: State) -> list[float]:
        return shares_of(self._searcher.playout.scores(state))


def _likeliest(node: Node) -> tuple[Step | None, Node | None]:
    """The branch that most playouts took, where enough came by."""
    visits = [0 if child is None else child.tally.visits for child in node.children]
    best = max(range(len(visits)), key=visits.__getitem__, default=None)
    if best is None or visits[best] < LEAST_VISITS:
        return None, None
    return Step(node.ids[best], visits[best] / sum(visits)), node.children[best]


def final_shares(state: State) -> list[float]:
    """The shares of a game that is over."""
    return shares_of([float(score_of(state, seat)) for seat in range(len(state.players))])


def even_share(rules: RuleSet) -> float:
    """What everybody has if nobody has more than another."""
    return 1.0 / rules.players
