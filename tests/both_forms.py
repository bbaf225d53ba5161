"""Random games as lines of text, to compare the two forms of the engine.

`python -m tests.both_forms NUMBER…` prints the form in use, then a line for every position of the
games of these numbers: title, players and options differ from one to the next.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator

from rondel.compiled import engine_form
from rondel.engine import Encoder
from tests.random_play import random_game


def trace(number: int) -> Iterator[str]:
    """A line for every position: the game, the entry, and a hash of all that can be seen."""
    game, chance = random_game(number)
    encoder, entry = Encoder(game.rules), 0
    while True:
        ids = game.legal_ids()
        seen = hashlib.sha256(json.dumps([game.snapshot(), ids]).encode())
        seen.update(encoder.encoded(game.state, entry % len(game.players)))
        if game.over:
            yield f"{number} {entry} {seen.hexdigest()}"
            return
        action = game.action(ids[int(chance.random() * len(ids))])
        events = [event.to_json() for event in game.apply(action)]
        seen.update(json.dumps([action.to_json(), events]).encode())
        yield f"{number} {entry} {seen.hexdigest()}"
        entry += 1


def main() -> None:
    """Prints the lines of the games that are asked for."""
    sys.stdout.write(f"{engine_form()}\n")
    for number in sys.argv[1:]:
        for line in trace(int(number)):
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
