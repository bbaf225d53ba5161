"""The game in the reader's language."""

from __future__ import annotations

import pytest

from rondel.engine import title_of
from rondel.records import LANGUAGES, Narrator
from tests.positions import GAMES
from tests.samples import some
from tests.server.house import opened_house

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("lang", some(LANGUAGES))
async def test_questions_labels_and_log_come_in_the_language_asked_for(
    lang: str, sqlite_url: str
) -> None:
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        table = (await ann.open_table("me", "me", start=True))["id"]
        told = await ann.get(f"/api/tables/{table}/position?lang={lang}")
        narrator = Narrator("imperial2030", lang)
        decision = told["snapshot"]["decision"]
        assert told["prompt"] == narrator.say("ask_choose_slot", nation=decision["nation"])
        assert told["choices"][0]["label"] == narrator.slot("factory")
        body = {"position": 0, "entry": told["choices"][0]["entry"]}
        await ann.post(f"/api/tables/{table}/actions", body)
        rows = (await ann.get(f"/api/tables/{table}/log?lang={lang}"))["rows"]
        said = narrator.say("marker_placed", nation=decision["nation"], slot="factory")
        assert rows[-1]["sentences"][0] == said
        entries = (await ann.get(f"/api/tables/{table}/entries?lang={lang}"))["entries"]
        assert entries[0]["sentences"] == rows[-1]["sentences"]


@pytest.mark.parametrize("lang", some(LANGUAGES))
async def test_the_end_of_a_step_is_told(lang: str, sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        table = (await ann.open_table("me", "me", start=True))["id"]
        for position, wanted in enumerate(({"slot": "production_1"}, {"done": True})):
            told = await ann.get(f"/api/tables/{table}/position")
            [entry] = [one["entry"] for one in told["choices"] if one["entry"]["choice"] == wanted]
            body = {"position": position, "entry": entry}
            await ann.post(f"/api/tables/{table}/actions", body)
        rows = (await ann.get(f"/api/tables/{table}/log?lang={lang}"))["rows"]
        entries = (await ann.get(f"/api/tables/{table}/entries?lang={lang}"))["entries"]
    said = Narrator("imperial2030", lang).say("ended_produce", nation=entry["nation"])
    assert rows[-1]["sentences"][0] == entries[-1]["sentences"][0] == said


@pytest.mark.long
@pytest.mark.parametrize("lang", some(LANGUAGES))
@pytest.mark.parametrize("game", GAMES)
async def test_everything_on_the_board_has_a_name(game: str, lang: str, sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        words = await ann.get(f"/api/games/{game}/words?lang={lang}")
        told = await ann.get(f"/api/games/{game}")
    assert set(words["regions"]) == set(title_of(game).board.region_ids)
    assert told["facts"] == title_of(game).facts
    assert told["facts"]["rondel"]["slots"] == list(words["slots"])
    assert told["options"][0]["name"] == "setup"
    assert told["options"][-1]["name"] == "seating"
