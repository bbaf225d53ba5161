"""The page on environments tells all there is."""

from __future__ import annotations

import re

import rondel.envs
from rondel.engine import TITLES
from rondel.envs import layout
from tests.pages import described, rows, text_of, words

PAGE = text_of("envs.md")


def test_every_part_of_an_observation_is_described() -> None:
    told = rows(PAGE, "part")
    for game, column in (("imperial2030", 2), ("imperial", 3)):
        blocks = layout(TITLES[game].rules(TITLES[game].options({}), 4))
        starts = {words(row[0])[0]: int(row[column]) for row in told}
        assert starts == {block.name: block.start for block in blocks}
        assert f"{blocks[-1].stop:,}" in PAGE


def test_every_public_name_is_described() -> None:
    for name in rondel.envs.__all__:
        assert re.search(rf"\b{name}\b", PAGE), name
        for member in described("rondel.envs", name).attributes:
            assert f"`{member}`" in PAGE or f"`{name}.{member}`" in PAGE, (name, member)
