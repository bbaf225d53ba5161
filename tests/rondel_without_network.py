"""`python -m tests.rondel_without_network` is `rondel` where the extra `network` is missing.

Processes that it starts import this module, too, and so miss the same.
"""

from __future__ import annotations

import sys

from rondel.bots.magnate import loading
from rondel.cli import main

loading.NEEDED = ("a_package_that_nobody_installs", "numpy")  # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main())
