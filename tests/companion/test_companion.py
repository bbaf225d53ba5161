"""The companion: what it answers in the server's place, for games that are played on cardboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.companion import Companion
from rondel.engine.shapes import Entry
from rondel.lessons.library import lesson_of
from rondel.records import loads, replay

Json = dict[str, Any]

GAMES = ("imperial2030", "imperial")
FINISHED = Path(__file__).parent.parent / "games" / "imperial-2-players.rondel.json"


class Asker:
    """Asks a companion as the page does."""

    def __init__(self) -> None:
        self.companion = Companion(clock=lambda: 1000.0)
        self.saved: Json = {}
        self.table = ""

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and body; what is to be kept is kept."""
        text = None if body is None else json.dumps(body)
        answer = json.loads(self.companion.answer(method, path, text))
        self.saved = answer["saved"] or self.saved
        return answer["status"], answer["body"]

    def begin(self, record: Json, name: str = "Friday") -> None:
        """Sets a game up as a record says."""
        wish = {key: record[key] for key in ("game", "players", "options", "start")}
        status, told = self.ask("POST", "/api/tables", {**wish, "name": name})
        assert (status, told["status"], told["sandbox"]) == (201, "running", True)
        self.table = told["id"]

    def at(self, path: str) -> Any:
        """What the table answers."""
        status, body = self.ask("GET", f"/api/tables/{self.table}{path}")
        assert status == 200, body
        return body

    def do(self, path: str, **body: object) -> tuple[int, Any]:
        """Does something at the table."""
        return self.ask("POST", f"/api/tables/{self.table}{path}", body)

    def enter(self, *entries: Entry | Json) -> None:
        """Enters decisions."""
        for entry in entries:
            position = self.at("")["position"]
            status, body = self.do("/actions", position=position, entry=entry)
            assert status == 200, body

    def entered(self) -> list[Json]:
        """What is entered now, though something may wait to be entered again."""
        entries: list[Json] = self.saved["record"]["actions"]
        return entries

    def record(self) -> Json:
        """The record."""
        record: Json = json.loads(self.at("/record"))
        return record


def played(game: str) -> tuple[Asker, Json]:
    """A companion with the quick-start game of the rulebook."""
    record = lesson_of(game)["record"]
    asker = Asker()
    _, told = asker.ask("POST", "/api/records", {"name": "Friday", "record": record})
    asker.table = told["id"]
    return asker, record


@pytest.mark.parametrize("game", GAMES)
def test_entered_game_equals_its_record(game: str) -> None:
    record = lesson_of(game)["record"]
    asker = Asker()
    asker.begin(record)
    asker.enter(*record["actions"])
    assert asker.record() == record
    assert loads(asker.at("/record")).record() == record


def test_position_has_the_shape_of_the_server() -> None:
    """Every choice has a label and what it would do, every refusal its sentence."""
    asker, _ = played("imperial2030")
    told = asker.at("/position?lang=pl")
    assert told["yours"]
    assert told["viewer"] == told["snapshot"]["decision"]["actor"]
    assert all(choice["label"] and choice["consequences"] for choice in told["choices"])
    assert all(reason["sentence"] for reason in told["refused"])
    assert told["prompt"]
    assert told["waiting"]
    assert told["undo"]["to"] == told["entries"] - 1


def test_line_tells_what_is_new() -> None:
    asker = Asker()
    record = lesson_of("imperial")["record"]
    asker.begin(record)
    hello, opened, position = asker.at("/live?since=0&lang=en")
    assert (hello["type"], opened["row"]["kind"], position["type"]) == (
        "hello",
        "opened",
        "position",
    )
    asker.enter(record["actions"][0])
    _, row, position = asker.at(f"/live?since={opened['row']['seq']}&lang=en")
    assert row["row"]["body"]["entry"] == record["actions"][0]
    assert row["row"]["sentences"][0] == "Austria-Hungary starts on Production."
    assert position["position"]["entries"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_past_is_told(game: str) -> None:
    asker, record = played(game)
    length = len(record["actions"])
    stretch = asker.at("/positions?first=5")
    assert stretch["first"]["entries"] == 5
    assert len(stretch["steps"]) == min(24, length - 5)
    assert stretch["first"]["snapshot"] == replay(_until(record, 5)).snapshot()
    entries = asker.at("/entries?after=3&last=7&lang=es")["entries"]
    assert [one["number"] for one in entries] == [4, 5, 6, 7]
    assert all(one["sentences"] for one in entries)
    assert asker.at("/course")["moments"][-1]["entries"] == length
    [span] = asker.at("/changes?moment=4")["spans"]
    assert (span["since"], span["until"]) == (4, length)


def _until(record: Json, entries: int) -> Json:
    return {**record, "actions": record["actions"][:entries]}


def test_plan_and_consequences_are_told() -> None:
    asker, _ = played("imperial")
    told = asker.at("/position?lang=en")
    entry = told["choices"][0]["entry"]
    status, plan = asker.do("/plan?lang=en", position=told["position"], entries=[entry])
    assert (status, plan["taken"]) == (200, 1)
    status, body = asker.do("/consequences", position=told["position"], entries=[entry])
    assert status == 200
    assert body["consequences"] == [told["choices"][0]["consequences"]]


def test_last_entry_is_taken_back() -> None:
    asker, record = played("imperial")
    position = asker.at("/position")["position"]
    assert asker.do("/undo", position=position, to=None)[0] == 200
    assert asker.record()["actions"] == record["actions"][:-1]
    assert asker.at("/live?since=0")[-2]["row"]["kind"] == "undone"
    assert asker.do("/undo", position=position + 1, to=40)[1]["error"]["code"] == "undo/nothing"


def test_kept_game_is_taken_up_again() -> None:
    asker, record = played("imperial2030")
    other = Asker()
    status, told = other.ask("POST", "/api/kept", asker.saved)
    assert (status, told["name"], told["id"]) == (201, "Friday", asker.table)
    other.table = asker.table
    assert other.record() == record


DAMAGES: list[Json] = [
    {},
    {"record": None},
    {"record": {"format": "other"}},
    {"name": "x", "record": []},
    {"before": {"number": 1}},
    {"created_at": None, "record": 7},
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_game_is_refused(damage: Json) -> None:
    asker, _ = played("imperial")
    kept = {**asker.saved, **damage} if damage else {}
    status, body = Asker().ask("POST", "/api/kept", kept)
    assert (status, body["error"]["code"]) == (422, "record/unreadable")


def test_record_of_elsewhere_is_gone_on_with() -> None:
    record = lesson_of("imperial")["record"]
    asker = Asker()
    status, told = asker.ask("POST", "/api/records", {"name": "Old", "record": record})
    assert (status, told["entries"]) == (201, len(record["actions"]))
    status, body = asker.ask("POST", "/api/records", {"name": "Old", "record": {}})
    assert (status, body["error"]["code"]) == (422, "record/unreadable")


BAD: list[tuple[str, str, object, int, str]] = [
    ("GET", "/api/nothing", None, 404, "request/no_such_path"),
    ("GET", "/api/tables/abc", None, 404, "table/unknown"),
    ("POST", "/api/tables", {}, 422, "request/invalid"),
    ("POST", "/api/tables", [], 422, "request/invalid"),
    ("GET", "/api/games/chess", None, 404, "game/unknown"),
    ("GET", "{table}/position?lang=xx", None, 422, "request/invalid"),
    ("GET", "{table}/positions?first=999", None, 422, "position/number"),
    ("GET", "{table}/positions?first=-1", None, 422, "request/invalid"),
    ("GET", "{table}/changes?moment=x", None, 422, "position/number"),
    ("GET", "{table}/changes?moment=4&moment=2", None, 422, "position/number"),
    ("POST", "{table}/actions", {"position": 30}, 422, "request/invalid"),
    ("POST", "{table}/actions", {"position": "a", "entry": {}}, 422, "request/invalid"),
    ("POST", "{table}/actions", {"position": 3, "entry": {}}, 409, "position/stale"),
    ("POST", "{table}/actions", {"position": 30, "entry": {}}, 422, "action/malformed"),
    ("POST", "{table}/plan", {"position": 30, "entries": 1}, 422, "request/invalid"),
    ("POST", "{table}/correction", {"number": 0, "way": "change"}, 422, "correction/number"),
    ("POST", "{table}/correction", {"number": 3, "way": "no"}, 422, "correction/number"),
    ("POST", "{table}/correction/skip", {}, 409, "correction/none"),
    ("POST", "{table}/vote", {}, 404, "request/no_such_path"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), BAD)
def test_what_cannot_be_is_refused_and_changes_nothing(
    method: str, path: str, body: object, status: int, code: str
) -> None:
    asker, record = played("imperial")
    told = asker.ask(method, path.format(table=f"/api/tables/{asker.table}"), body)
    assert (told[0], told[1]["error"]["code"]) == (status, code)
    assert asker.record() == record


def test_text_that_is_no_json_is_refused() -> None:
    answer = json.loads(Companion().answer("POST", "/api/tables", "{"))
    assert answer["body"]["error"]["code"] == "request/not_json"


SET_UPS: list[Json] = [
    {"start": {}},
    {"start": {"deal": {"A": ["usa"], "B": ["usa"]}}},
    {"players": ["A"], "start": {"deal": {"A": ["usa"]}}},
    {"players": ["A", "A"]},
    {"options": {"tax_bonus": "never"}},
]


@pytest.mark.parametrize("wrong", SET_UPS)
def test_wrong_set_up_is_told(wrong: Json) -> None:
    wish = {"game": "imperial2030", "name": "X", "players": ["A", "B"], "options": {}}
    start = {"deal": {"A": ["usa"], "B": ["china"]}}
    status, body = Asker().ask("POST", "/api/tables", {**wish, "start": start, **wrong})
    assert (status, body["error"]["code"]) == (422, "table/options")


@pytest.mark.parametrize("game", GAMES)
def test_draft_is_entered_as_decisions(game: str) -> None:
    """In the variant where bonds are chosen, only who begins is set up."""
    asker = Asker()
    players = ["A", "B", "C"]
    options = {"setup": "draft"}
    asker.begin(
        {"game": game, "players": players, "options": options, "start": {"start_player": "B"}}
    )
    told = asker.at("/position?lang=en")
    assert told["snapshot"]["decision"]["decision"] == "draft_bond"
    assert told["viewer"] == "B"
    asker.enter(told["choices"][0]["entry"])


@pytest.mark.parametrize("game", GAMES)
def test_facts_and_words_are_told_without_a_server(game: str) -> None:
    asker = Asker()
    _, facts = asker.ask("GET", f"/api/games/{game}?rules_version=1")
    assert (facts["id"], facts["rules_version"]) == (game, 1)
    _, words = asker.ask("GET", f"/api/games/{game}/words?lang=ru")
    assert words["nations"][facts["facts"]["nations"][0]["id"]]["name"]


# Secret cash --------------------------------------------------------------------------------


def hidden() -> tuple[Asker, Json]:
    """A companion with the quick-start game, by people who cover their cash."""
    record = lesson_of("imperial")["record"]
    secret = {**record, "options": {**record["options"], "secret_cash": True}}
    asker = Asker()
    asker.begin(secret)
    return asker, secret


def cash_in(told: Json) -> list[str]:
    """Whose cash a position tells, by all the ways it may tell it."""
    facts = [name for name, one in told["facts"]["players"].items() if one["cash"] is not None]
    return sorted({*told["snapshot"]["cash"], *facts})


def test_secret_cash_is_covered_until_its_owner_takes_the_screen() -> None:
    asker, record = hidden()
    asker.enter(*record["actions"][:9])
    told = asker.at("/position?lang=en&shared=true")
    assert (told["viewer"], told["choices"], cash_in(told)) == (None, [], [])
    decider = told["pending"]["seat"]
    for seat, player in enumerate(record["players"]):
        told = asker.at(f"/position?lang=en&seat={seat}")
        assert (told["viewer"], cash_in(told)) == (player, [player])
        assert bool(told["choices"]) == (seat == decider)


def test_the_past_covers_secret_cash_as_well() -> None:
    asker, record = hidden()
    asker.enter(*record["actions"][:9])
    stretch = asker.at("/positions?first=5&shared=true")
    assert (stretch["first"]["viewer"], stretch["first"]["snapshot"]["cash"]) == (None, {})
    for moment in asker.at("/course?shared=true")["moments"]:
        assert set(moment["scores"].values()) == {None}
    *_, position = asker.at("/live?since=0&lang=en&shared=true")
    assert cash_in(position["position"]) == []


def test_nobody_else_asks_what_a_covered_choice_would_do() -> None:
    asker, _ = hidden()
    decider = asker.at("")["pending"]["seat"]
    [choice, *_] = asker.at(f"/position?seat={decider}")["choices"]
    body = {"position": asker.at("")["position"], "entries": [choice["entry"]]}
    assert asker.do(f"/consequences?seat={decider}", **body)[0] == 200
    status, refused = asker.do("/consequences?shared=true", **body)
    assert (status, refused["error"]["code"]) == (403, "position/secret")
    assert asker.do("/plan?shared=true", **body)[1]["choices"] == []
    assert asker.ask("GET", f"/api/tables/{asker.table}/position?seat=9")[0] == 422


def test_covered_game_equals_its_record() -> None:
    asker, record = hidden()
    asker.enter(*record["actions"])
    assert asker.record() == record
    assert replay(asker.record()).options["secret_cash"]


def test_cash_is_uncovered_at_the_end() -> None:
    record = json.loads(FINISHED.read_text(encoding="utf-8"))
    record["options"]["secret_cash"] = True
    asker = Asker()
    _, told = asker.ask("POST", "/api/records", {"name": "Friday", "record": record})
    asker.table = told["id"]
    assert told["status"] == "finished"
    assert cash_in(asker.at("/position?shared=true")) == sorted(record["players"])
