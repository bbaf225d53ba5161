"""The encoder once more, in C: `python -m training.native` compiles it, and must be run first."""

from __future__ import annotations

import importlib.util
import subprocess
import sysconfig
from array import array
from pathlib import Path
from typing import Any

from rondel.engine import Encoder, RuleSet, State, first_nation
from rondel.engine.steps.armies import reach

HERE = Path(__file__).parent
LIBRARY = HERE / f"writing{sysconfig.get_config_var('EXT_SUFFIX')}"


def build(library: Path = LIBRARY) -> None:
    """Compiles it for this Python."""
    command = ["cc", "-O3", "-march=native", "-shared", "-fPIC"]
    command += [f"-I{sysconfig.get_path('include')}", str(HERE / "writing.c"), "-o", str(library)]
    subprocess.run(command, check=True)


def load(library: Path = LIBRARY) -> Any:
    """The compiled module; None where it was not compiled."""
    if not library.exists():
        return None
    spec = importlib.util.spec_from_file_location("writing", library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


writing = load()


class PlainWriter:
    """The engine's own encoder, for those who have not compiled the other one."""

    def __init__(self, rules: RuleSet) -> None:
        self._encoder = Encoder(rules)

    def write(self, state: State, buffer: memoryview, at: int) -> None:
        """Writes what the one sees who must decide."""
        self._encoder.write(state, state.actor, buffer, at)


def writer_for(state: State, module: Any = writing) -> Any:
    """What writes positions of the same rule set as this one."""
    if module is None:
        return PlainWriter(state.rules)
    encoder = Encoder(state.rules)
    options = encoder.encoded(state, state.actor)[: encoder.sections[0].width]
    return module.Writer(state.rules, options, encoder.size, reach)


def write_legal(
    states: list[State],
    tables: list[list[int]],
    buffer: memoryview,
    counts: memoryview,
    module: Any = writing,
) -> int:
    """Writes the entries of all legal actions one after the other, and how many each has.

    Returns how many there are, or -1 if there is no room for them.
    """
    if module is not None:
        used: int = module.write_legal(states, tables, buffer, counts)
        return used
    used = 0
    for i, state in enumerate(states):
        packed, legal = tables[first_nation(state)], state.legal
        if used + len(legal) > len(buffer):
            return -1
        buffer[used : used + len(legal)] = array("i", [packed[id] for id in legal])
        counts[i] = len(legal)
        used += len(legal)
    return used
