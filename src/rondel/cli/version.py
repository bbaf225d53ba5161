"""Which Rondel this is."""

from __future__ import annotations

import rondel
from rondel.bots.magnate import obstacle
from rondel.compiled import engine_form


def version_line() -> str:
    """The version, the form of the engine in use, and whether the learned network is missing."""
    network = ", without the learned network" if obstacle() else ""
    return f"rondel {rondel.__version__} ({engine_form()} engine{network})"
