"""A process that helps to see positions: reads questions, writes answers."""

from __future__ import annotations

import sys

from rondel.bots.magnate.loading import on_one_core, reading_of
from rondel.bots.magnate.messages import read_asked, write_seen
from rondel.bots.magnate.reading import Reading
from rondel.engine import RuleSet


def main() -> None:
    """Serves the process that started this one, until it hangs up."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    readings: dict[RuleSet, Reading] = {}
    with on_one_core():
        write_seen([], sink)
        while (states := read_asked(source)) is not None:
            rules = states[0].rules
            if rules not in readings:
                readings[rules] = reading_of(rules)
            write_seen(readings[rules].see(states), sink)
