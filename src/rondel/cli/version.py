"""Which Rondel this is."""

from __future__ import annotations

import rondel
from rondel.compiled import engine_form


def version_line() -> str:
    """The version, and the form of the engine in use."""
    return f"rondel {rondel.__version__} ({engine_form()} engine)"
