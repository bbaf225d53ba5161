"""The commands that look into records, as real processes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import rondel
from rondel.cli import main, verify
from rondel.cli.simulation import Plan, play_game
from rondel.engine import RULES_VERSION
from rondel.judging import strongest
from rondel.records import LANGUAGES, Narrator, loads
from tests.cli.running import Run, command, environment, refusal
from tests.made_up_rules import DEARER, NEXT, published
from tests.recorded_games import FOLDER


def changed(record: Path, folder: Path, entry: int, choice: object) -> Path:
    """A copy of a record with another choice in one entry."""
    document = json.loads(record.read_text(encoding="utf-8"))
    document["actions"][entry - 1]["choice"] = choice
    path = folder / "broken.rondel.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


# Replay -----------------------------------------------------------------------------------------


def test_replay_prints_numbered_entries_under_turns(run: Run, record: Path) -> None:
    ran = run("replay", record, "--at", 9)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0] == "Imperial 2030: random-1, random-2, random-3, random-4"
    assert [line for line in lines if line.startswith("Round 1, Russia’s turn: ")]
    numbers = [int(line[:5]) for line in lines if line[:5].strip().isdecimal()]
    assert numbers == list(range(1, 10))
    assert lines[-1].startswith("9 decisions. Waiting for random-")


def test_replay_from_a_position_heads_its_first_turn(run: Run, tmp_path: Path) -> None:
    standing = rondel.load(FOLDER / "imperial2030-4-players.rondel.json")
    moment = next(n for n in range(60, len(standing)) if standing.at(n).resumable)
    start = standing.at(moment).snapshot()
    game = rondel.Game.new(
        "imperial2030", standing.players, standing.options, start={"position": start}
    )
    for _ in range(3):
        game.apply(game.legal_actions()[0])
    path = tmp_path / "position.rondel.json"
    rondel.save(game, path)
    turn = start["turn"]
    nation = Narrator("imperial2030", "en").words.forms("nations", turn["nation"])["possessive"]
    lines = run("replay", path).stdout.splitlines()
    assert lines[2].startswith(f"Round {turn['round']}, {nation} turn: ")


def test_replay_tells_every_event(run: Run, record: Path) -> None:
    game = rondel.load(record)
    narrator = Narrator("imperial2030", "en")
    printed = run("replay", record).stdout
    again = rondel.Game.new(game.rules.game, game.players, game.options, start=game.start)
    for action in game.actions():
        for sentence in narrator.sentences(again.apply(action)):
            assert sentence in printed
    assert f"\n{len(game)} decisions.\n" in printed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_speaks_every_language(
    capsys: pytest.CaptureFixture[str], record: Path, lang: str
) -> None:
    game = rondel.load(record)
    assert main(["replay", str(record), "--at", "0", "--lang", lang]) == 0
    printed = capsys.readouterr().out
    for sentence in Narrator("imperial2030", lang).sentences(game.opening):
        assert sentence in printed


def test_language_comes_from_the_environment(run: Run, record: Path) -> None:
    told = {"LC_ALL": "", "LANG": "es_MX.UTF-8"}
    assert "Ronda 1" in run("replay", record, "--at", 0, env=told).stdout


@pytest.mark.parametrize("at", [0, 25])
def test_replay_gives_the_snapshot_after_an_entry(run: Run, record: Path, at: int) -> None:
    ran = run("replay", record, "--at", at, "--json")
    assert json.loads(ran.stdout) == rondel.load(record).at(at).snapshot()


def test_replay_gives_the_last_snapshot_unless_told_otherwise(run: Run, record: Path) -> None:
    shown = json.loads(run("replay", record, "--json").stdout)
    assert shown == rondel.load(record).snapshot()
    assert shown["result"] is not None


def test_entry_that_is_not_there_is_refused(run: Run, record: Path) -> None:
    entries = len(rondel.load(record))
    line = refusal(run("replay", record, "--at", entries + 1), 2)
    assert line == f"{record} has {entries} entries; choose --at from 0 to that number"


def test_broken_record_can_be_seen_before_it_breaks(run: Run, record: Path, tmp_path: Path) -> None:
    path = changed(record, tmp_path, 30, {"slot": "nowhere"})
    assert run("replay", path, "--at", 29).returncode == 0
    assert "entry 30" in refusal(run("replay", path, "--at", 30), 1)


@pytest.mark.long
def test_reader_who_leaves_early_causes_no_complaint(record: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        command("replay", record),
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


# Legal ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 40])
def test_legal_lists_decision_and_choices_in_order(run: Run, record: Path, at: int) -> None:
    game = rondel.load(record).at(at)
    assert game.decision is not None
    assert json.loads(run("legal", record, "--at", at, "--json").stdout) == {
        "decision": game.decision.to_json(),
        "choices": [action.choice for action in game.legal_actions()],
    }


def test_legal_lists_labels_for_people(run: Run, record: Path) -> None:
    lines = run("legal", record, "--at", 0, "--lang", "it").stdout.splitlines()
    assert lines[0].startswith("In attesa di random-")
    assert lines[1:] == [
        "   1  Fabbrica",
        "   2  Produzione 1",
        "   3  Manovra 1",
        "   4  Investitore",
        "   5  Importazione",
        "   6  Produzione 2",
        "   7  Manovra 2",
        "   8  Tassazione",
    ]


def test_nothing_is_legal_when_the_game_is_over(run: Run, record: Path) -> None:
    shown = json.loads(run("legal", record, "--json").stdout)
    assert shown == {"decision": None, "choices": []}
    assert run("legal", record).stdout == "The game is over: nothing is to be decided.\n"


# Verify -----------------------------------------------------------------------------------------


def fine(path: Path, entries: int, version: int = RULES_VERSION) -> str:
    """What is said about a record that is as it should be."""
    return (
        f"{path}: {entries} decisions replay by version {version} of the rules, every check holds."
    )


def test_verify_accepts_recorded_games(run: Run) -> None:
    paths = [FOLDER / f"{game}-4-players.rondel.json" for game in ("imperial", "imperial2030")]
    ran = run("verify", *paths)
    assert (ran.returncode, ran.stderr) == (0, "")
    for path, line in zip(paths, ran.stdout.splitlines(), strict=True):
        entries = len(loads(path.read_bytes()))
        assert line == fine(path, entries)


def test_verify_names_file_entry_and_clause(run: Run, record: Path, tmp_path: Path) -> None:
    game = rondel.load(record)
    slots = [i for i, action in enumerate(game.actions(), 1) if action.kind == "choose_slot"]
    standing = game.at(slots[8] - 1).snapshot()
    path = changed(
        record, tmp_path, slots[8], {"slot": standing["rondel"][standing["turn"]["nation"]]}
    )
    ran = run("verify", record, path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [fine(record, len(game))]
    [line] = ran.stderr.splitlines()
    assert line.startswith(f"rondel: {path}: entry {slots[8]}, ")
    assert line.endswith("[R-RON-2]")


def test_verify_reports_in_json(run: Run, record: Path, tmp_path: Path) -> None:
    path = changed(record, tmp_path, 1, {"slot": 5})
    fine, broken, missing = json.loads(run("verify", record, path, "nothing", "--json").stdout)
    entries = len(rondel.load(record))
    told = {"file": str(record), "ok": True, "entries": entries, "rules_version": RULES_VERSION}
    assert fine == told
    assert (broken["ok"], broken["entry"], broken["clause"]) == (False, 1, "R-DEC-5")
    problem = "cannot be read: no such file or directory"
    assert missing == {"file": "nothing", "ok": False, "problem": problem}


def test_verify_says_by_which_rules_a_game_was_played(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those it was begun with; a version that the program does not know is told with the others."""
    new = tmp_path / "new.rondel.json"
    with published(DEARER):
        play_game(Plan("imperial", ("random",) * 2, "7", out=tmp_path), 1)
        (tmp_path / "game-00001.rondel.json").rename(new)
        assert main(["verify", str(record), str(new)]) == 0
        lengths = [len(rondel.load(path)) for path in (record, new)]
    told = capsys.readouterr().out.splitlines()
    assert told == [fine(record, lengths[0]), fine(new, lengths[1], NEXT)]
    assert main(["verify", str(new)]) == 2
    known = f"version {NEXT} of the rules is unknown; known are {RULES_VERSION}"
    assert capsys.readouterr().err == f"rondel: {new}: rules_version: {known}\n"


def test_broken_invariant_is_told_with_its_entry(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_at_three(state: object) -> None:
        if len(checked) == 3:
            raise AssertionError("I-1: money is negative")
        checked.append(state)

    checked: list[object] = []
    monkeypatch.setattr(verify, "check_invariants", break_at_three)
    assert main(["verify", str(record)]) == 1
    assert capsys.readouterr().err == f"rondel: {record}: entry 3: I-1: money is negative\n"


def test_wrong_result_is_a_no(run: Run, record: Path, tmp_path: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    document["result"]["scores"]["random-1"] += 1
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert "result: expected" in refusal(run("verify", path), 1)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("replay", b"hello", "not JSON"),
        ("legal", b"\xff\xfe", "not UTF-8"),
        ("verify", b"[]", "expected an object"),
        ("replay", b'{"format": "rondel-record"}', "missing"),
        ("verify", b'{"a": 1, "a": 2}', "given twice"),
    ],
)
def test_unreadable_file_is_told_in_one_line(
    run: Run, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    path = tmp_path / "strange.json"
    path.write_bytes(content)
    line = refusal(run(name, path), 2)
    assert line.startswith(f"{path}: ")
    assert said in line


@pytest.mark.parametrize("name", ["replay", "legal", "verify"])
def test_missing_file_is_told_in_one_line(run: Run, name: str) -> None:
    line = refusal(run(name, "nothing.json"), 2)
    assert line == "nothing.json: cannot be read: no such file or directory"


# Review -----------------------------------------------------------------------------------------


def test_review_tells_every_player_his_share_and_who_judged(run: Run, tmp_path: Path) -> None:
    whole = rondel.load(FOLDER / "imperial-3-players.rondel.json")
    at = next(n for n in range(len(whole) - 10, 0, -1) if whole.at(n).resumable)
    end = rondel.Game.new(
        "imperial", whole.players, whole.options, start={"position": whole.at(at).snapshot()}
    )
    for action in whole.actions()[at:]:
        end.apply(action.to_json())
    path = tmp_path / "end.rondel.json"
    rondel.save(end, path)
    ran = run("review", path, "--jobs", 1)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"Judged by Magnate {strongest().version}, ")
    told = json.loads(run("review", path, "--jobs", 1, "--json").stdout)
    for player in end.players:
        share = told["parts"][player]["share"]
        assert f"{player}: {share * 100:.1f} %" in ran.stdout
