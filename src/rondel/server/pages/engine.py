"""The engine for browsers: the packages that a game on cardboard needs, as one archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import rondel
from rondel.server.pages.site import File, file_of

ENGINE: Final = "engine.zip"
PACKAGES: Final = ("engine", "games", "records", "narration", "companion")
BESIDE: Final = ("__init__.py", "compiled.py")
CARRIED: Final = {".py", ".json"}
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The same sources make the same archive."""


@cache
def engine_file() -> File:
    """The archive, made once from the sources that the server runs by."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _sources(Path(rondel.__file__).parent):
            name = path.relative_to(Path(rondel.__file__).parent.parent).as_posix()
            info = zipfile.ZipInfo(name, LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return file_of(ENGINE, {"identity": packed.getvalue()})


def _sources(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in BESIDE)
    for package in PACKAGES:
        found = sorted((folder / package).rglob("*"))
        yield from (path for path in found if path.suffix in CARRIED)
