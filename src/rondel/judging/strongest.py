"""Who judges: the strongest player that is installed.

What another one has judged is known by its name and version, and can be made anew.
"""

from __future__ import annotations

from rondel.bots import strongest_bot
from rondel.judging.judge import Judge
from rondel.judging.magnate import Magnate
from rondel.judging.strategist import Strategist


def strongest() -> Judge:
    """The judge of everything that is judged here."""
    return Magnate() if strongest_bot() == Magnate.name else Strategist()
