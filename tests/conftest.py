"""Settings that every test shares."""

import os
import signal
from datetime import UTC, datetime

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
