"""How a search divides its attention, and whom it believes."""

from __future__ import annotations


class Manner:
    """The numbers that a search goes by; those here were the best in matches."""

    def __init__(self) -> None:
        self.exploration = 0.35
        """How strongly the policy, and little knowledge, draw the search; values lie between 0
        and 1."""
        self.untried = 0.06
        """How much worse than its parent a branch is taken to be that was never tried, when its
        siblings that were tried make up the whole policy."""
        self.points = 0.0
        """How much a share of all points counts beside the win, which has the rest."""
        self.trust = 10.0
        """The policy's opinion of a candidate counts as much as so many visits."""
        self.lag = 0.06
        """What a candidate is taken to lose for being e times less likely than the first."""
