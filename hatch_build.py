"""Builds what packages carry besides the sources: the web page, and in wheels the compiled engine.

The page is built where its sources are, which needs Node; `./play --setup-only` brings that.
A source archive holds the page and not its sources.

Without a C compiler, or with `RONDEL_PURE=1` in the environment, a wheel is a plain one that runs
everywhere.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from tools import compiling, webpage


class Built(BuildHookInterface[Any]):
    """Builds the page and the engine, unless that is done already, and packs them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a package is packed; an editable one is left as it is."""
        if version == "editable":
            return
        if Path(self.root, "web").is_dir() and webpage.main() != 0:
            raise RuntimeError("the web page could not be built")
        if self.target_name == "wheel" and os.environ.get("RONDEL_PURE") != "1":
            self._add_engine(build_data)

    def _add_engine(self, build_data: dict[str, Any]) -> None:
        """Packs the compiled engine beside its sources."""
        if compiling.obstacle():
            return
        if compiling.main() != 0:
            raise RuntimeError("the engine could not be compiled; RONDEL_PURE=1 leaves it plain")
        folder = compiling.build_folder(Path(self.root))
        for file in sorted(folder.rglob("*.*")):
            build_data["force_include"][str(file)] = file.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
