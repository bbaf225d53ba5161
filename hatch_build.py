"""Builds what packages carry besides the sources: the web page, and in wheels the compiled engine.

All that a build needs is Python. Where there is no Node, and the page was not built before, the
package has no page; where there is no C compiler, or with `RONDEL_PURE=1` in the environment, it
is a plain one that runs everywhere. Either is said. With `RONDEL_RELEASE=1` it is an error: what
is published is complete.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from tools import compiling, webpage

PAGE = "/src/rondel/server/web/"
"""Where the page is, in the words of hatchling."""

HOW_TO_GET_THE_PAGE = (
    "The package has no page for browsers; everything else works. "
    "To get it, run ./play --setup-only in the checkout, which brings Node, and install again."
)


class Built(BuildHookInterface[Any]):
    """Builds the page and the engine, unless that is done already, and packs them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a package is packed; an editable one is left as it is."""
        if version == "editable":
            return
        self._add_page(build_data)
        if self.target_name == "wheel" and os.environ.get("RONDEL_PURE") != "1":
            self._add_engine(build_data)

    def _add_page(self, build_data: dict[str, Any]) -> None:
        """Packs the page, if it is there or can be built."""
        built = webpage.main() == 0 if Path(self.root, "web").is_dir() else True
        if built and (webpage.served_folder(Path(self.root)) / "index.html").exists():
            build_data["artifacts"].append(PAGE)
        else:
            _leave_out(HOW_TO_GET_THE_PAGE)

    def _add_engine(self, build_data: dict[str, Any]) -> None:
        """Packs the compiled engine beside its sources."""
        folder = compiling.build_folder(Path(self.root))
        if compiling.main() != 0 or not folder.is_dir():
            _leave_out("The package has the plain engine alone.")
            return
        for file in sorted(folder.rglob("*.*")):
            build_data["force_include"][str(file)] = file.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _leave_out(sentence: str) -> None:
    """Says what a package lacks.

    Raises: RuntimeError if it is to be published.
    """
    if os.environ.get("RONDEL_RELEASE") == "1":
        raise RuntimeError(sentence)
    compiling.say(sentence)


class Described(MetadataHookInterface):
    """Tells where the project is at home, and makes the README readable away from there."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the addresses and the text that an index shows."""
        home = str(self.config.get("home", "")).rstrip("/")
        if home:
            metadata["urls"] = {name: home + path for name, path in self.config["paths"].items()}
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readable_elsewhere(text, home and home + self.config["files"]),
        }


def readable_elsewhere(text: str, files: str) -> str:
    """A page whose links into the repository lead to `files`, or where that is empty nowhere."""
    link = r"\[([^]]+)\]\((?!https?:|#)([^)]+)\)"
    return re.sub(link, rf"[\1]({files}\2)" if files else r"\1", text)
