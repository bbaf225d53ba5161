"""A server whose tables are the same each time: their ids, the names of bots and all games.

    python -m bench.dealt SEED serve [--port 0] …

Bots decide by the table's id, so that two checkouts in which people decide alike play alike.
"""

import random
import sys

from rondel.cli import main
from rondel.server.table import seating


class Dealt:
    """What tables draw from the module `secrets`, drawn by a seed."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)
        self.choice = self._chance.choice

    def token_hex(self, size: int) -> str:
        """So many bytes."""
        return self._chance.randbytes(size).hex()

    token_urlsafe = token_hex


if __name__ == "__main__":
    seating.secrets = Dealt(sys.argv.pop(1))  # type: ignore[assignment,attr-defined]
    sys.exit(main(sys.argv[1:]))
