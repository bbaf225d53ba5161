"""The requests of `test_every_request` and `test_fuzz`, many more and other ones each time.

python -m tests.server.long_fuzz --examples 500
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import randrange

import pytest

from tests.server.fuzzing import BUDGET


class Report:
    """Tells at the end how often the app gave which answer."""

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Writes a line for each status."""
        by_status = Counter[int]()
        for (_, status), number in BUDGET.sent.items():
            by_status[status] += number
        terminalreporter.line(f"seed {BUDGET.seed}, {by_status.total()} requests answered:")
        for status, number in sorted(by_status.items()):
            terminalreporter.line(f"{status} {number:8}")


def main() -> int:
    """Sends the requests; 0 if all was well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=500, help="requests for each operation")
    parser.add_argument("--seed", type=int, default=randrange(2**32))
    given = parser.parse_args()
    BUDGET.examples, BUDGET.seed = given.examples, given.seed
    # The packages are imported already: too late to rewrite their assertions.
    modules = [f"tests/server/test_{name}.py" for name in ("every_request", "fuzz")]
    return pytest.main(["-q", "--assert=plain", *modules], plugins=[Report()])


if __name__ == "__main__":
    sys.exit(main())
