"""What the network makes of positions at first sight, several at once."""

from __future__ import annotations

from typing import Final, Protocol

from rondel.bots.banker import Judge
from rondel.bots.magnate.manner import Manner
from rondel.bots.magnate.tree import Node
from rondel.bots.strategist.prospects import shares_of
from rondel.engine import Encoder, Head, RuleSet, State, decisions, first_nation, ranking, score_of

GENEROUS: Final = 0.9
"""How likely a gift is taken to be right where the banker would make it, as the network learned;
it has no opinion of its own on gifts."""


class Network(Protocol):
    """What judges positions; the only part that needs more than the standard library."""

    def judge(
        self, seen: bytearray, players: int, packed: list[int], counts: list[int]
    ) -> tuple[list[float], list[list[float]], list[list[float]]]:
        """Judges encoded positions that lie one after the other in `seen`.

        `counts` says how many legal actions each has, `packed` their entries as `Head.packed` has
        them, one position after the other. Returns how likely each action is the best, and by
        position how likely each player wins and his share of all points, both counted from the
        one who decides.
        """
        ...


class Sight:
    """What is made of a position at first sight."""

    def __init__(self, policy: list[float], wins: list[float], shares: list[float]) -> None:
        self.policy = policy
        """How likely each legal action is the best, in their order; they add up to 1."""
        self.wins = wins
        """How likely each player wins, by seat."""
        self.shares = shares
        """Everybody's expected share of all points, by seat."""


class Eye(Protocol):
    """Who sees positions at first sight: the network, or somebody who makes more of it."""

    def see(self, states: list[State]) -> list[Sight]:
        """What is made of positions."""
        ...


class Reading:
    """The first sight of positions of one rule set."""

    def __init__(self, rules: RuleSet, head: Head, network: Network, manner: Manner) -> None:
        self.rules = rules
        self.network = network
        self.manner = manner
        self.judge = Judge(rules)
        self.head = head
        self.encoder = Encoder(rules)

    def see(self, states: list[State]) -> list[Sight]:
        """What the network makes of positions."""
        size = self.encoder.size
        seen, packed, counts = bytearray(size * len(states)), list[int](), list[int]()
        for i in range(len(states)):
            state = states[i]
            self.encoder.write(state, state.actor, seen, i * size)
            table = self.head.packed(first_nation(state))
            for id in state.legal:
                packed.append(table[id])
            counts.append(len(state.legal))
        policy, wins, shares = self.network.judge(seen, self.rules.players, packed, counts)
        found: list[Sight] = []
        start = 0
        for i in range(len(states)):
            stop, actor = start + counts[i], states[i].actor
            found.append(
                Sight(policy[start:stop], seated(wins[i], actor), seated(shares[i], actor))
            )
            start = stop
        return found

    def open(self, node: Node, state: State, policy: list[float]) -> None:
        """Gives a node its branches; among them a gift where one opens a choice."""
        if len(policy) > 1 or state.kind != decisions.BUILD_FACTORY:
            node.open(state.actor, state.legal, policy)
            return
        wanted = self.judge.gift(state)
        missing = self.rules.factory_cost - state.treasury[state.nation]
        gift = self.rules.table.donate_id(state.actor, state.nation, missing)
        likely = GENEROUS if wanted else 1.0 - GENEROUS
        node.open(state.actor, [gift, state.legal[0]], [likely, 1.0 - likely])


def seated(relative: list[float], first: int) -> list[float]:
    """Numbers counted from one player on, by seat."""
    players = len(relative)
    return [relative[(seat - first) % players] for seat in range(players)]


def end_of(state: State) -> Sight:
    """Who has won a game that is over, and everybody's share of all points."""
    winners = ranking(state)[0]
    seats = range(len(state.players))
    wins = [1.0 / len(winners) if seat in winners else 0.0 for seat in seats]
    return Sight([], wins, shares_of([float(score_of(state, seat)) for seat in seats]))
