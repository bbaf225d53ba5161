"""Which form of the engine runs: its source compiled to machine code, or the source itself.

Both play the same games; the compiled one is much faster. A wheel carries the compiled modules
beside their sources, and Python prefers them. In a checkout they lie in a folder of their own,
named after the sources they were made from: a source that was changed since is run as it is.
`RONDEL_PURE=1` in the environment forces the plain form everywhere.

Importing this module makes the choice, so it must be imported before anything compiled.
It knows nothing of the rest of the package: `tools/compiling.py` loads it alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

MODULES = (
    "engine/**/*.py",
    "bots/banker/*.py",
    "bots/magnate/layers.py",
    "bots/magnate/reading.py",
    "bots/magnate/search.py",
    "bots/magnate/tree.py",
    "bots/strategist/*.py",
)
"""What is compiled, all of it together, as patterns within the package; some may match nothing."""

PLAIN = (
    "bots/magnate/layers.py",
    "engine/encoding/nations.py",
    "engine/encoding/planes.py",
    "engine/encoding/players.py",
    "engine/encoding/prospects.py",
    "engine/encoding/writer.py",
    "engine/model/errors.py",
    "engine/model/events.py",
    "engine/model/faults.py",
    "engine/model/forms.py",
    "engine/model/material.py",
    "engine/shapes/__init__.py",
    "engine/shapes/ahead.py",
    "engine/shapes/between.py",
    "engine/shapes/facts.py",
    "engine/shapes/positions.py",
)
"""What of it is not: others may derive classes from these, fill them as they like or ask for their
fields, which compiled classes refuse. Of the encoding and of the network it is what `BY_HAND`
stands for."""

BY_HAND = ("bots/magnate/layers.c", "engine/encoding/writer.c")
"""The modules whose compiled form is not made of the plain one but written in C, beside it: the
encoder fills thousands of bytes, which mypyc can only put together from objects, and the network
multiplies matrices, which it cannot do at all."""

LIBRARY = "rondel__mypyc"
"""The module that holds all the machine code; the others only refer to it."""

SUFFIX = EXTENSION_SUFFIXES[0]
"""How files with machine code for this very Python end."""

PACKAGE = Path(__file__).parent
BUILDS = PACKAGE.parent.parent / ".cache" / "compiled"
"""In a checkout: one folder for each state of the sources that was compiled."""


def engine_form() -> str:
    """`compiled` or `plain`: which form of the engine is in use."""
    file = sys.modules["rondel.engine"].__file__ or ""
    return "plain" if file.endswith(".py") else "compiled"


def modules() -> dict[str, Path]:
    """The sources of all modules in question, by name."""
    found = sorted(path for pattern in MODULES for path in PACKAGE.glob(pattern))
    return {_module_name(path): path for path in found}


def sources() -> dict[str, Path]:
    """The sources of the modules that are compiled, by name: in Python, or in C."""
    left_out = [PACKAGE / name for name in PLAIN]
    made = {name: path for name, path in modules().items() if path not in left_out}
    by_hand = [PACKAGE / name for name in BY_HAND]
    return made | {_module_name(path): path for path in by_hand if path.exists()}


def _module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def build_folder(sources: Mapping[str, Path]) -> Path:
    """Where the compiled form of just these sources, for this Python, belongs in a checkout."""
    made_from = hashlib.sha256(SUFFIX.encode())
    for name, path in sources.items():
        made_from.update(f"\0{name}\0".encode())
        made_from.update(path.read_bytes())
    return BUILDS / made_from.hexdigest()[:16]


def built_files(folder: Path, sources: Mapping[str, Path]) -> dict[str, Path]:
    """The files of a build by name of the module."""
    files = {
        name: (folder / path.relative_to(PACKAGE.parent)).with_suffix(SUFFIX)
        for name, path in sources.items()
    }
    return {LIBRARY: folder / f"{LIBRARY}{SUFFIX}", **files}


class Chosen(MetaPathFinder):
    """Finds the modules in question, each in the file that was chosen for it."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The place of one of the modules; None for all others."""
        file = self._files.get(fullname)
        if file is None:
            return None
        inside = [str(file.parent)] if file.name.startswith("__init__.") else None
        return spec_from_file_location(fullname, file, submodule_search_locations=inside)


def _choose() -> None:
    """Puts a finder in front of Python's own where that would not find the right form."""
    if os.environ.get("RONDEL_PURE") == "1":
        sys.meta_path.insert(0, Chosen(modules()))
    elif BUILDS.is_dir():
        folder = build_folder(sources())
        if folder.is_dir():
            sys.meta_path.insert(0, Chosen(modules() | built_files(folder, sources())))


if __name__ == "rondel.compiled":
    _choose()
