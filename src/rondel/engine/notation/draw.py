"""The only chance in the game: drawing the set-up from a seed (Rules: R-RNG)."""

from __future__ import annotations

from hashlib import sha256


class Draw:
    """A deterministic sequence of draws, the same on every machine and version."""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.draws = 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self.draws += 1
        digest = sha256(f"{self.seed}/{self.draws}".encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest, "big") % limit

    def shuffled(self, items: list[str]) -> list[str]:
        """The items in a drawn order."""
        left, order = items[:], []
        while left:
            order.append(left.pop(self.below(len(left))))
        return order
