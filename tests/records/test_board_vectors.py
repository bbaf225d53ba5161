"""The files that the page's board is held against tell what the engine tells."""

import json

import pytest

from tests.board_vectors import GAMES, file_of, told


@pytest.mark.parametrize("name", GAMES)
def test_board_of_a_recorded_game_is_as_the_page_is_told(name: str) -> None:
    """`python -m tests.board_vectors` makes the files anew after a change of events."""
    assert json.loads(file_of(name).read_text()) == told(name)
