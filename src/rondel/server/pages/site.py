"""The files of the web page, as the build made them, kept in memory and ready to be sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

FOLDER: Final = Path(__file__).parent.parent / "web"
"""Where the build puts the page."""

INDEX: Final = "index.html"
NOT_BUILT: Final = (
    "The page to play on was not built when this was installed. "
    "In a checkout ./play builds it, and says why not; "
    "after ./play --setup-only, pip install . installs it too."
)

ASSETS: Final = "assets/"
"""Files in here have a name of their own for each content they ever had."""

CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How the build compresses files, the best way first, and the ends of their names."""

MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""By the end of a name; what the machine thinks of these differs."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True)
class File:
    """A file of the page."""

    media_type: str
    lasting: bool
    """Whether browsers may keep it for ever."""
    forms: Mapping[str, bytes]
    """Its content by coding; `identity` is the plain one."""
    tag: str
    """Names the content."""

    def answer(self, request: Request, status: int = 200) -> Response:
        """The file in the form that suits whoever asks, or word that it has not changed."""
        coding = self._coding_for(request.headers.get("accept-encoding", ""))
        tag = f'"{self.tag}-{coding}"'
        headers = {
            "Cache-Control": FOR_EVER if self.lasting else ASK_AGAIN,
            "ETag": tag,
            "Vary": "Accept-Encoding",
        }
        if status == 200 and is_known(tag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if coding != "identity":
            headers["Content-Encoding"] = coding
        return Response(self.forms[coding], status, headers, self.media_type)

    def _coding_for(self, accepted: str) -> str:
        wanted = {coding for coding, quality in qualities(accepted) if quality > 0}
        return next((coding for coding in self.forms if coding in wanted), "identity")


def qualities(header: str) -> Iterator[tuple[str, float]]:
    """What a header like `Accept-Encoding` lists, each with how much it is wanted."""
    for item in header.lower().split(","):
        name, _, parameter = item.partition(";")
        try:
            yield name.strip(), float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            yield name.strip(), 0.0


def is_known(tag: str, header: str) -> bool:
    """Whether somebody who sends this `If-None-Match` has what the tag names."""
    tags = {known.strip().removeprefix("W/") for known in header.split(",")}
    return bool(tags & {tag, "*"})


@cache
def site(folder: Path = FOLDER) -> Mapping[str, File]:
    """All files of the page by their path; they are read once."""
    return {path: read(folder, path) for path in paths(folder)}


def is_built(folder: Path = FOLDER) -> bool:
    """Whether there is a page at all."""
    return (folder / INDEX).exists()


def paths(folder: Path) -> list[str]:
    """The paths of the files in a folder; compressed forms and hidden files are none."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    ends = tuple(CODINGS.values())
    return sorted(
        path.relative_to(folder).as_posix()
        for path in files
        if not path.name.startswith(".") and not path.name.endswith(ends)
    )


def read(folder: Path, path: str) -> File:
    """A file with all its forms."""
    forms = {}
    for coding, end in CODINGS.items():
        compressed = folder / f"{path}{end}"
        if compressed.exists():
            forms[coding] = compressed.read_bytes()
    return file_of(path, {**forms, "identity": (folder / path).read_bytes()})


def file_of(path: str, forms: Mapping[str, bytes]) -> File:
    """A file from what is in it."""
    media_type = MEDIA_TYPES.get(Path(path).suffix, "application/octet-stream")
    tag = hashlib.sha256(forms["identity"]).hexdigest()[:20]
    return File(media_type, path.startswith(ASSETS), forms, tag)
