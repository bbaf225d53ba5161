"""The web page and the server agree on the interface.

Where they do not, `python -m tools.api_types` writes the types of the page anew.
"""

from pathlib import Path

import pytest

from tests.server.documented import document
from tools.api_types import DIGEST, TYPES, digest_of, write_types


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_types_of_the_page_were_made_from_what_the_server_says_now() -> None:
    assert (TYPES / DIGEST).read_text(encoding="utf-8") == digest_of(document())


@pytest.mark.long
def test_types_of_the_page_are_those_of_the_server(tmp_path: Path) -> None:
    write_types(tmp_path / "generated")
    assert contents(tmp_path / "generated") == contents(TYPES)
