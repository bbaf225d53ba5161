"""What a browser has to load before somebody can play."""

from __future__ import annotations

import gzip
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from tests.browser.moments import asks, moment
from tests.browser.playing import Player, in_round
from tests.browser.screens import Screen
from tests.samples import daily

MOST = 350_000
"""Bytes of everything, as compressed by gzip."""
MOST_SCRIPT = 120_000
"""Bytes of it that are program."""


class Scales:
    """Weighs what a page loads."""

    def __init__(self, screen: Screen) -> None:
        self.answers: list[Response] = []
        screen.page.on("response", self._put)

    def _put(self, answer: Response) -> None:
        self.answers.append(answer)

    def weigh(self, kind: str = "") -> dict[str, int]:
        """Compressed bytes by path, of one kind or of all."""
        return {
            urlsplit(answer.url).path: len(gzip.compress(answer.body(), 9))
            for answer in self.answers
            if answer.request.resource_type == kind or not kind
        }


@pytest.mark.parametrize("game", daily(["imperial2030", "imperial"], of=2))
def test_first_load_of_a_table_is_light(ann: Screen, game: str) -> None:
    ann.name("Ann")
    scales = Scales(ann)
    ann.open_table("me", "banker", "banker", game=game, start=True)
    Player(ann).play_on(in_round(1))
    ann.page.wait_for_load_state("networkidle")
    loaded, script = scales.weigh(), scales.weigh("script")
    assert sum(script.values()) <= MOST_SCRIPT, script
    assert sum(loaded.values()) <= MOST, loaded
    assert not any("cyrillic" in path or "latin-ext" in path for path in loaded)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["invest", "import_unit"])
@pytest.mark.parametrize("game", ["imperial2030-6-players", "imperial-6-players"])
def test_coming_to_a_decision_is_light(ann: Screen, game: str, kind: str) -> None:
    ann.open_record(moment(game, asks(kind)))
    table = ann.page.url
    ann.page.goto("about:blank")
    scales = Scales(ann)
    ann.page.goto(table)
    ann.page.wait_for_load_state("networkidle")
    assert sum(scales.weigh("script").values()) <= MOST_SCRIPT
    assert sum(scales.weigh().values()) <= MOST
