"""`python -m tests.rondel_of_tomorrow` is `rondel` as it will be after the next fix of a rule.

Processes that it starts import this module, too, and so know the same rules.
"""

from __future__ import annotations

import sys

from rondel.cli import main
from rondel.engine import VERSIONS
from tests.made_up_rules import DEARER, NEXT

VERSIONS[NEXT] = (DEARER,)

if __name__ == "__main__":
    sys.exit(main())
