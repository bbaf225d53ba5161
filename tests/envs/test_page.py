"""The page on environments tells all there is."""

from __future__ import annotations

import re

import rondel.envs
from rondel.engine import TITLES
from rondel.envs import Observer
from tests.pages import described, text_of

PAGE = text_of("envs.md")


def test_sizes_are_told() -> None:
    for title in TITLES.values():
        observer = Observer(title.rules(title.options({}), 4))
        assert f"{observer.size:,} " in PAGE
        assert f"{observer.actions:,} " in PAGE


def test_every_public_name_is_described() -> None:
    for name in rondel.envs.__all__:
        assert re.search(rf"\b{name}\b", PAGE), name
        for member in described("rondel.envs", name).attributes:
            assert f"`{member}`" in PAGE or f"`{name}.{member}`" in PAGE, (name, member)
