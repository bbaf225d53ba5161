"""Where bots are chosen it is said that they are weaker: where the learned network is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment
from tests.browser.screens import Screen
from tests.cli.hosting import Hosted, hosted
from tests.cli.running import SOURCE

ROOT = Path(__file__).parents[2]
SAID = {
    "en": "The learned network is missing on this server: its bots are weaker at every level.",
    "it": "Su questo server manca la rete addestrata: i bot di ogni livello sono più deboli.",
    "es": "En este servidor falta la red entrenada: los bots de todos los niveles son más débiles.",
    "ru": "На этом сервере нет обученной сети: боты всех уровней играют слабее.",
    "pl": "Na tym serwerze brakuje wyuczonej sieci: boty na każdym poziomie są słabsze.",
}


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Hosted]:
    """A server without the packages of the network."""
    everything = {"PYTHONPATH": os.pathsep.join([str(SOURCE), str(ROOT)])}
    program = "tests.rondel_without_network"
    with hosted(tmp_path, "--bot-processes", 1, env=everything, program=program) as server:
        yield server


def told(screen: Screen, lang: str = "en") -> Locator:
    """That the levels are weaker."""
    return screen.page.get_by_text(SAID[lang])


def test_who_chooses_bots_is_told_that_they_are_weaker(sit: Sit, poor: Hosted) -> None:
    """On the start page, for a new table, and before its start."""
    ann = sit(base_url=poor.address)
    ann.page.goto("/")
    expect(told(ann)).to_be_visible()
    ann.page.goto("/new?bots=2")
    expect(told(ann)).to_be_visible()
    ann.name("Ann")
    ann.open_table("me", "open")
    expect(told(ann)).to_be_visible()
    ann.open_table("me", "medium", "hard")
    expect(told(ann)).to_be_visible()
    ann.page.close()


@pytest.mark.long
def test_who_has_bots_play_on_in_a_study_is_told_so(sit: Sit, poor: Hosted) -> None:
    ann = sit(base_url=poor.address)
    ann.open_record(moment("imperial2030-3-players", asks("invest")))
    ann.page.goto(f"{ann.page.url}?analyse")
    expect(told(ann)).to_be_visible()
    ann.page.close()


@pytest.mark.long
@pytest.mark.parametrize("lang", SAID)
def test_it_is_said_in_every_language(sit: Sit, poor: Hosted, lang: str) -> None:
    reader = sit(base_url=poor.address, locale=lang)
    reader.page.goto("/")
    expect(told(reader, lang)).to_be_visible()
    reader.page.close()


def test_nothing_is_said_where_the_network_is(ann: Screen) -> None:
    with ann.page.expect_response("**/api/bots") as response:
        ann.page.goto("/")
    assert response.value.json()["network"]
    ann.page.wait_for_load_state("networkidle")
    expect(told(ann)).to_have_count(0)
