"""Reading and writing records: strict, exact, canonical."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.records import EntryError, dumps, load, loads, replay, save
from rondel.records.documents import parse
from tests.positions import GAMES, choices, game_at

PLAYERS = ["anton", "boris", "xenia", "daniil"]


def played(game: str = "imperial2030", entries: int = 60, **options: Any) -> rondel.Game:
    """A random game after so many entries."""
    found = rondel.Game.new(game, PLAYERS, options, seed=5)
    rng = random.Random(7)
    while len(found) < entries:
        found.apply(rng.choice(found.legal_actions()))
    return found


def refusal(record: Any) -> rondel.RecordError:
    """The error a record is refused with."""
    with pytest.raises(rondel.RecordError) as caught:
        loads(json.dumps(record))
    return caught.value


@pytest.mark.parametrize("game", GAMES)
def test_a_record_brings_the_game_back(game: str) -> None:
    """I-16: replaying gives the same position, the same choices and the same text."""
    before = played(game)
    after = loads(dumps(before))
    assert after.snapshot() == before.snapshot()
    assert choices(after) == choices(before)
    assert dumps(after) == dumps(before)


def test_a_record_has_the_keys_of_the_contract_in_order() -> None:
    """Written records are canonical: keys, options and start in the order of the contract."""
    record = json.loads(dumps(played()))
    assert list(record) == [
        "format", "version", "game", "rules_version", "options", "players", "start", "actions",
        "result",
    ]  # fmt: skip
    assert record["format"] == "rondel-record"
    assert list(record["start"]["deal"]) == PLAYERS
    assert list(record["actions"][0]) == ["decision", "actor", "nation", "choice"]
    assert record["result"] is None
    assert dumps(played()).endswith("}\n")


def test_options_are_written_explicitly() -> None:
    """R-OPT-3: every option that applies, none that does not."""
    options = played().record()["options"]
    assert "edition" not in options
    assert "no_card_extra_investment" not in options
    assert options["tax_bonus"] == "chart"
    classic = played("imperial", investor_card=False).record()["options"]
    assert "tax_bonus" not in classic
    assert classic["no_card_extra_investment"] == "extra"
    assert classic["edition"] == "2006"


def test_actor_nation_and_decision_may_be_left_out() -> None:
    """What is left out is filled in; what is given must be right."""
    record = played().record()
    record["actions"] = [{"choice": entry["choice"]} for entry in record["actions"]]
    assert replay(record).record() == played().record()


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("decision", "invest", "game/other_decision"),
        ("actor", "nobody", "game/other_player"),
        ("nation", "usa", "game/other_nation"),
        ("choice", {"slot": "casino"}, "action/malformed"),
        ("choice", {"slot": "factory", "more": 1}, "action/malformed"),
        ("y", 1, "action/malformed"),
    ],
)
def test_a_wrong_entry_is_refused_with_number_entry_and_clause(
    key: str, value: Any, code: str
) -> None:
    """The error names the entry, quotes it and says which clause it breaks."""
    record = played().record()
    record["actions"][0][key] = value
    error = refusal(record)
    assert isinstance(error, EntryError)
    assert (error.number, error.code, error.place) == (1, code, "actions[0]")
    assert error.clause.startswith("R-")
    assert "entry 1" in str(error)


def test_an_entry_for_a_decision_that_was_not_put_is_an_error() -> None:
    """R-CON-17: forced decisions are not in the record."""
    record = game_at("china").record()
    record["actions"] = [
        {"choice": {"slot": "maneuver_1"}},
        {"decision": "fleet_order", "choice": {"order": "done"}},
    ]
    error = refusal(record)
    assert isinstance(error, EntryError)
    assert error.number == 2


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "chess"}, "format"),
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"rules_version": 99}, "rules_version"),
        ({"game": "chess"}, "game"),
        ({"game": ["imperial"]}, "game"),
        ({"options": []}, "options"),
        ({"options": {"setup": "auction"}}, "options"),
        ({"options": {"speed": 1}}, "options"),
        ({"options": {"investor_card": 1}}, "options"),
        ({"players": "anton"}, "players"),
        ({"players": ["anton"]}, "players"),
        ({"players": ["a", "a", "b", "c"]}, "players[1]"),
        ({"players": ["a", "", "b", "c"]}, "players[1]"),
        ({"players": ["a", "x" * 41, "b", "c"]}, "players[1]"),
        ({"start": {}}, "start"),
        ({"start": {"start_player": "anton"}}, "start"),
        ({"start": {"deal": {"anton": ["china"]}}}, "start.deal"),
        ({"actions": {}}, "actions"),
        ({"result": {}}, "result"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_bad_header_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    """Unknown keys, wrong types and impossible values are errors that name the place."""
    assert refusal({**played().record(), **change}).place == place


@pytest.mark.parametrize("key", ["format", "version", "game", "players", "start", "actions"])
def test_a_missing_key_is_refused(key: str) -> None:
    """The record says everything itself."""
    record = played().record()
    del record[key]
    assert refusal(record).place == key


def test_a_wrong_result_is_refused() -> None:
    """The result is what replaying gives."""
    game = rondel.Game.new("imperial", PLAYERS, seed=1)
    rng = random.Random(1)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    record = game.record()
    assert replay(record).result == game.result
    record["result"]["scores"]["anton"] += 1
    assert refusal(record).place == "result"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "nonsense",
        '{"a": 1, "a": 2}',
        "[1e999]",
        "NaN",
        "[" * 5000,
        "9" * 5000,
        '"\\ud800"',
        b"\xff\xfe",
    ],
)
def test_text_that_is_no_document_is_refused(text: str | bytes) -> None:
    """Duplicate keys, endless nesting, numbers out of range, half characters."""
    with pytest.raises(rondel.RecordError):
        parse(text)


def test_extra_keys_are_kept_where_they_were() -> None:
    """Keys that begin with `x_` come back; they do not disturb the game."""
    record = played().record()
    record["x_event"] = {"place": "Essen", "list": [1, 2.5, None]}
    record["options"]["x_note"] = "house rules"
    record["start"]["x_shuffled_by"] = "boris"
    record["actions"][4]["x_thought"] = "hm"
    record["actions"][4]["choice"]["x_route"] = ["a", "b"]
    game = loads(json.dumps(record))
    assert game.record() == record
    assert loads(dumps(game)).record() == record
    assert list(game.record())[-1] == "x_event"
    assert "x_thought" not in json.dumps(game.at(4).record())
    assert "x_thought" in json.dumps(game.at(5).record())


def test_the_same_game_gives_the_same_bytes_however_it_was_written() -> None:
    """Order of keys, spacing and escapes of the source do not matter."""
    record = played().record()
    shuffled = {key: record[key] for key in sorted(record, reverse=True)}
    shuffled["actions"] = [dict(reversed(entry.items())) for entry in shuffled["actions"]]
    assert dumps(loads(json.dumps(shuffled, indent=3))) == dumps(played())


def test_names_in_any_script_are_written_as_they_are() -> None:
    """UTF-8, no escapes."""
    game = rondel.Game.new("imperial", ["Антон", "Żółw", "李"], seed=1)
    assert '"Антон"' in dumps(game)
    assert loads(dumps(game).encode("utf-8")).players == ["Антон", "Żółw", "李"]


def test_undo_to_any_earlier_entry() -> None:
    """`at` gives every earlier moment, and play goes on from there."""
    game = played()
    for entries in (0, 1, 17, 60):
        past = game.at(entries)
        assert len(past) == entries
        assert past.record()["actions"] == game.record()["actions"][:entries]
    past = game.at(30)
    past.apply(past.legal_actions()[0])
    assert len(past) == 31
    assert len(game) == 60
    with pytest.raises(ValueError, match="60 entries"):
        game.at(61)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_any_complete_snapshot(game: str) -> None:
    """A snapshot at the start of a turn is a start; the same actions give the same game."""
    whole = played(game, entries=200)
    rng = random.Random(3)
    starts = [i for i in range(200) if whole.at(i).snapshot()["turn"]["phase"] == "slot"]
    for first in rng.sample(starts, 5):
        snapshot = whole.at(first).snapshot()
        start = {"position": json.loads(json.dumps(snapshot))}
        part = rondel.Game.new(game, PLAYERS, whole.options, start=start)
        assert part.snapshot() == snapshot
        for action in whole.actions()[first:]:
            part.apply(action)
        assert part.snapshot() == whole.snapshot()
        assert loads(dumps(part)).snapshot() == whole.snapshot()


def test_a_file_is_saved_whole(tmp_path: Path) -> None:
    """Saving replaces the file in one step and leaves nothing behind."""
    path = tmp_path / "evening.rondel.json"
    save(played(), path)
    save(played(entries=61), path)
    assert len(load(path)) == 61
    assert [file.name for file in tmp_path.iterdir()] == ["evening.rondel.json"]


def test_a_missing_file_is_told_as_such(tmp_path: Path) -> None:
    """No such file is no broken record."""
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.rondel.json")
