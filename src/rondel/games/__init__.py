"""The games: facts and rule sets of Imperial (2006) and Imperial 2030."""

from __future__ import annotations

from rondel.engine import TITLES
from rondel.games.classic import imperial
from rondel.games.y2030 import imperial2030

for _title in (imperial2030(), imperial()):
    TITLES[_title.id] = _title
