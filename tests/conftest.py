"""Settings that every test shares."""

import gc
import os
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

DAY = "RONDEL_TEST_DAY"
"""The variable that says for which day samples are drawn; its processes tell each other."""

os.environ.setdefault(DAY, str(datetime.now(UTC).toordinal()))

# Tests run side by side on all cores: how long an example takes says nothing about the code.
settings.register_profile("rondel", parent=settings(), deadline=None)
settings.load_profile("rondel")

# Shells let what they start in the background ignore interrupts, and all that it starts in turn.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONG_TO_LIST = {"envs/test_spiel.py", "server/test_every_request.py", "server/test_fuzz.py"}
"""Modules without short tests that take seconds to be read."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether a module need not even be read: one that takes long, when nobody asks for it."""
    if "not long" not in config.option.markexpr:
        return None
    within = collection_path.relative_to(Path(__file__).parent).as_posix()
    return True if within in LONG_TO_LIST else None


# Hundreds of thousands of objects stay from the listing of the tests to their end. To go through
# them again and again in search of garbage would take a good part of the time.
gc.disable()


COLLECTED_AFTER = (50_000, 20, 20)
"""New objects until the youngest are looked at, and so often until the older ones are."""


def pytest_collection_finish() -> None:
    """From here on garbage is looked for among what the tests make, and only there."""
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    gc.enable()
