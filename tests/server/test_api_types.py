"""The web page and the server agree on the interface."""

from pathlib import Path

from tools.api_types import TYPES, write_types


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_types_of_the_page_are_those_of_the_server(tmp_path: Path) -> None:
    """Where they differ, `python -m tools.api_types` writes them anew."""
    write_types(tmp_path / "generated")
    assert contents(tmp_path / "generated") == contents(TYPES)
