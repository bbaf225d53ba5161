"""Puts the compiled engine into the wheel, beside the sources it was made from.

Without a C compiler, or with `RONDEL_PURE=1` in the environment, the wheel is a plain one that
runs everywhere; the source archive always is.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from tools import compiling


class CompiledEngine(BuildHookInterface[Any]):
    """Compiles the engine, unless that is done already, and packs it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is packed; an editable one is left plain."""
        if version == "editable" or os.environ.get("RONDEL_PURE") == "1" or compiling.obstacle():
            return
        if compiling.main() != 0:
            raise RuntimeError("the engine could not be compiled; RONDEL_PURE=1 leaves it plain")
        folder = compiling.build_folder(Path(self.root))
        for file in sorted(folder.rglob("*.*")):
            build_data["force_include"][str(file)] = file.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
