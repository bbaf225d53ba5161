"""Games at the terminal, as real processes with everything typed beforehand."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.cli.texts import Texts
from rondel.records import LANGUAGES, Narrator, dumps, save
from tests.cli.running import (
    Finished,
    Run,
    Script,
    after_round,
    command,
    environment,
    never,
    refusal,
)
from tests.positions import game_at
from tests.samples import some

WIDE = {"COLUMNS": "300"}
"""So that sentences are not wrapped."""


def files(folder: Path, place: str) -> list[Path]:
    return sorted((folder / "data" / place).glob("*.json"))


def fine(ran: Finished) -> str:
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


# Whole games ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seed"), some([("imperial", "29"), ("imperial2030", "14")]))
def test_game_is_played_to_the_end(run: Run, tmp_path: Path, game: str, seed: str) -> None:
    """The seeds are those of short games."""
    players = "ann, bot:random, bot:random"
    script = Script(game, players, seed).play(never)
    arguments = ("--game", game, "--players", players, "--seed", seed)
    printed = fine(run("play", *arguments, keys=script.typed("")))
    [path] = files(tmp_path, "finished")
    assert path.read_text(encoding="utf-8") == dumps(script.sitting.game)
    assert files(tmp_path, "playing") == []
    assert "── The end ──" in printed
    result = script.sitting.game.result
    assert result is not None
    winner = result["ranking"][0][0]
    last = printed.split("The end")[1]
    assert f"1. {winner}" in " ".join(last.split())
    assert {str(score) for score in result["scores"].values()} <= set(last.split())
    assert f"The record of the game is in {path}." in printed


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_every_language_is_spoken(run: Run, language: str) -> None:
    """Two rounds; every sentence of the log is printed in the language asked for."""
    options: dict[str, Any] = {"setup": "draft"}
    script = Script("imperial2030", "ann, bob, bot:random", "5", options).play(after_round(2))
    names = Texts(language).say("bot_name", number=1)
    arguments = ("--players", "ann,bob,bot:random", "--seed", 5, "--option", "setup=draft")
    looking = ("help", "rules", "map", "nations", "players", "bonds", "rondel", "log 99", "wat")
    ran = run("play", *arguments, "--lang", language, keys=script.typed(*looking), env=WIDE)
    printed = fine(ran)
    narrator = Narrator("imperial2030", language)
    for events in script.sitting.told:
        for sentence in narrator.sentences(events):
            assert sentence.replace("Bot 1", names) in printed
    assert "{" not in printed
    assert Texts(language).say("help_quit") in printed


def test_bots_alone_play_to_the_end(run: Run, tmp_path: Path) -> None:
    printed = fine(
        run("play", "--players", "bot:random,bot:random", "--game", "imperial", "--seed", 1)
    )
    assert "Round 2" in printed
    [path] = files(tmp_path, "finished")
    assert rondel.load(path).over


@pytest.mark.parametrize(
    "options",
    [
        ["secret_cash=true", "donations=any", "battle_query_order=mover_chooses"],
        ["investor_card=false", "tax_bonus=increase", "stance_change=never", "setup=draft"],
    ],
)
def test_options_are_played(run: Run, tmp_path: Path, options: list[str]) -> None:
    given = [word for option in options for word in ("--option", option)]
    values = dict([option.split("=") for option in options])
    wanted = {k: {"true": True, "false": False}.get(v, v) for k, v in values.items()}
    script = Script("imperial2030", "ann, bot:random, bot:random", "2", wanted).play(after_round(3))
    fine(
        run(
            "play",
            "--players",
            "ann,bot:random,bot:random",
            "--seed",
            2,
            *given,
            keys=script.typed(),
        )
    )
    [path] = files(tmp_path, "playing")
    assert path.read_text(encoding="utf-8") == dumps(script.sitting.game)


# Setting up -------------------------------------------------------------------------------------


def test_three_times_enter_starts_a_game(run: Run, tmp_path: Path) -> None:
    printed = fine(run("play", keys="\n\n\n"))
    assert "Player 1>" in printed
    [path] = files(tmp_path, "playing")
    game = rondel.load(path)
    assert game.rules.game == "imperial2030"
    assert game.players == ["Player 1", "Bot 1", "Bot 2", "Bot 3"]
    assert game.options == rondel.engine.title_of("imperial2030").options({}).to_json()


def test_questions_lead_to_any_game(run: Run, tmp_path: Path) -> None:
    wishes = ["7", "imperial", "ann,ann", "ann,bot:deep", "ann,bot", "perhaps", "choose"]
    answers = ["later", "draft", "2", "", "inst", "pay_available", "to none", "", "as the", "yes"]
    printed = fine(run("play", keys="\n".join([*wishes, *answers, ""])))
    assert "“7” is no answer here: type 1 to 2 or a name." in printed
    assert "ann is there twice" in printed
    assert "There is no bot deep; known are random, " in printed
    [path] = files(tmp_path, "playing")
    game = rondel.load(path)
    assert game.rules.game == "imperial"
    assert game.options == {
        "setup": "draft",
        "investor_card": False,
        "swiss_bank_force": True,
        "no_card_extra_investment": "instead",
        "investor_shortfall": "pay_available",
        "donations": "off",
        "stance_change": "on_maneuver",
        "battle_query_order": "mover_chooses",
        "secret_cash": True,
        "edition": "later",
    }


def test_leaving_before_the_game_starts_is_no_error(run: Run, tmp_path: Path) -> None:
    fine(run("play", keys="2\n"))
    assert files(tmp_path, "playing") == []


# Answers and commands ---------------------------------------------------------------------------


@pytest.fixture
def started() -> tuple[str, ...]:
    return ("play", "--players", "ann,bob", "--seed", "3")


def test_answers_by_name_and_garbage(run: Run, tmp_path: Path, started: tuple[str, ...]) -> None:
    garbage = ["prod", "nonsense", "0", "999", "-1", "[bold]", "x" * 500, "\x00\x1b[2J", "{x}", "'"]
    printed = fine(run(*started, keys="\n".join([*garbage, "", "tax", "Imp"]) + "\n"))
    assert "“prod” fits 2 choices:" in printed
    assert "“nonsense” is no answer here: type 1 to 8 or a name, or help." in printed
    assert "“[bold]” is no answer" in printed
    assert "\x1b" not in printed
    [path] = files(tmp_path, "playing")
    slots = [action.choice["slot"] for action in rondel.load(path).actions()]
    assert slots == ["taxation", "import"]


def test_a_hint_names_a_choice_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    players = ("--players", "ann, bot:banker, bot:banker", "--seed", "7")
    printed = fine(run("play", *players, "--lang", "pl", keys="podpowiedź\n"))
    assert "ann prosi o podpowiedź." in printed
    assert "Dobry wybór:" in printed
    [path] = files(tmp_path, "playing")
    actions = json.loads(path.read_text(encoding="utf-8"))["actions"]
    assert all(entry["actor"] != "ann" for entry in actions)


def test_with_people_there_is_no_hint(run: Run) -> None:
    printed = run("play", "--players", "ann, bob", "--seed", "7", keys="hint\n")
    assert "Hints are there where only bots play beside you." in printed.stdout + printed.stderr
    assert "asks for a hint" not in printed.stdout


def test_undo_takes_back_one_decision_after_the_other(
    run: Run, tmp_path: Path, started: tuple[str, ...]
) -> None:
    printed = fine(run(*started, keys="undo\ntax\nfactory\nundo\nundo\ninvestor\n"))
    assert "There is nothing to take back." in printed
    assert printed.count("Taken back.") == 2
    [path] = files(tmp_path, "playing")
    assert [a.choice for a in rondel.load(path).actions()] == [{"slot": "investor"}]


def test_game_is_saved_and_loaded_by_name(
    run: Run, tmp_path: Path, started: tuple[str, ...]
) -> None:
    keys = ["tax", "save", "save evening", "tax", "save evening", "n", "load", "load evening"]
    printed = fine(run(*started, keys="\n".join([*keys, "load nothing", "import"]) + "\n"))
    saved = tmp_path / "data" / "evening.rondel.json"
    assert "Write a name, for example: save evening" in printed
    assert f"{saved} exists. Replace it? [y/N]" in printed
    assert "Write the name of a saved game: evening" in printed
    assert "Loaded; 1 decision so far." in printed
    assert "That game cannot be loaded:" in printed
    assert len(rondel.load(saved)) == 1
    kept = [rondel.load(path) for path in files(tmp_path, "playing")]
    slots = [[action.choice["slot"] for action in game.actions()] for game in kept]
    assert sorted(slots) == [["taxation", "import"], ["taxation", "taxation"]]


def test_save_that_fails_is_told(run: Run, tmp_path: Path, started: tuple[str, ...]) -> None:
    (tmp_path / "file").touch()
    printed = fine(run(*started, keys=f"save file/x\nsave {'y' * 300}\nload file/x\n"))
    assert "file/x cannot be written:" in printed
    assert "cannot be written: File name too long." in " ".join(printed.split())
    assert "cannot be loaded: file/x: cannot be read: not a directory." in printed


def test_game_that_cannot_be_kept_is_told_once(run: Run, started: tuple[str, ...]) -> None:
    ran = run(*started, keys="tax\ntax\n", env={"RONDEL_DATA": "/dev/null/x"})
    assert fine(ran).count("The game cannot be kept while you play") == 1


def test_donations(run: Run, tmp_path: Path) -> None:
    position = game_at("russia", players=2, cash={"A": 5, "B": 5}, options={"donations": "any"})
    save(position, tmp_path / "start.json")
    keys = ["donate", "donate russia", "donate mars 1", "donate rus 0", "donate russia 9"]
    keys += ["donate russia 2", "donate united states 1 B", "donate china 1 nobody", "players"]
    printed = fine(run("play", "--load", "start.json", keys="\n".join(keys) + "\n"))
    usage = "Write the nation and the amount, for example: donate russia 2"
    assert printed.count(usage) == 4
    assert "That is no amount that can be given." in printed
    assert "You do not have so much to give." in printed
    assert "A gives 2 million to the treasury of Russia." in printed
    assert "B gives 1 million to the treasury of the United States." in printed


@pytest.mark.parametrize(
    ("donations", "gift", "said"),
    [
        ("own", "china 1", "You may give only to nations you govern."),
        ("own", "china 1 B", "You may give only while a decision is yours."),
        ("off", "russia 1", "This game is played without gifts to treasuries."),
    ],
)
def test_gifts_that_the_rules_forbid_are_told(
    run: Run, tmp_path: Path, donations: str, gift: str, said: str
) -> None:
    options = {"donations": donations}
    save(game_at("russia", cash={"A": 5, "B": 5}, options=options), tmp_path / "start.json")
    assert said in fine(run("play", "--load", "start.json", keys=f"donate {gift}\n"))


def test_language_can_be_changed(run: Run, started: tuple[str, ...]) -> None:
    printed = fine(run(*started, keys="lang xx\nlang pl\npomoc\nhelp\npodatek\n"))
    assert "Choose a language: en, it, es, ru, pl." in printed
    assert printed.count("wyjść; gra zostaje zachowana") == 2
    assert "pobiera podatki" in printed


def test_secret_cash_is_handed_over(run: Run) -> None:
    arguments = ("--players", "ann,bob", "--seed", 3, "--option", "secret_cash=true")
    printed = fine(run("play", *arguments, keys="\ninvestor\n\npass\n"))
    assert "ann decides next. Hand over the screen, then press Enter." in printed
    assert "bob decides next. Hand over the screen, then press Enter." in printed
    tables = printed.split("Hand over the screen")
    assert "•••" in tables[1]


# Leaving and going on ---------------------------------------------------------------------------


def test_game_left_is_offered_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    script = Script("imperial", "ann, bot:random, bot:random", "6").play(after_round(2))
    middle = len(script.keys) // 2
    keys = [*script.keys[:middle], "quit", ""]
    arguments = ("--game", "imperial", "--players", "ann,bot:random,bot:random", "--seed", 6)
    printed = fine(run("play", *arguments, keys="\n".join(keys) + "\n"))
    [path] = files(tmp_path, "playing")
    assert f"The game is kept in {path};" in printed
    printed = fine(run("play", keys="\n".join(["", *script.keys[middle:]]) + "\n"))
    assert "1) Imperial: ann, Bot 1, Bot 2;" in printed
    assert files(tmp_path, "playing") == [path]
    assert path.read_text(encoding="utf-8") == dumps(script.sitting.game)


def test_game_given_up_is_put_away(run: Run, tmp_path: Path, started: tuple[str, ...]) -> None:
    printed = fine(run(*started, keys="tax\nquit\nno\n"))
    [path] = files(tmp_path, "discarded")
    assert f"The game is put away in {path}." in printed
    assert len(rondel.load(path)) == 1
    assert "Which game?" in fine(run("play"))


def test_ctrl_c_loses_nothing(tmp_path: Path, started: tuple[str, ...]) -> None:
    with subprocess.Popen(
        command(*started),
        env=environment(tmp_path, {"PYTHONUNBUFFERED": "1"}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"tax\n")
        process.stdin.flush()
        wait_for_entries(tmp_path, 1)
        process.send_signal(signal.SIGINT)
        printed, complaints = process.communicate(timeout=20)
    assert (process.returncode, complaints) == (0, b"")
    assert b"The game is kept in" in printed


def wait_for_entries(folder: Path, entries: int) -> None:
    """Until the game being played has been saved with so many entries."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        kept = [path for path in files(folder, "playing") if path.stat().st_size]
        if kept and len(json.loads(kept[0].read_bytes())["actions"]) >= entries:
            return
        time.sleep(0.05)
    raise AssertionError("the game was not saved")


def test_game_is_kept_where_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    arguments = ("--players", "ann,bob", "--seed", 3, "--autosave", "mine.json")
    fine(run("play", *arguments, keys="tax\n"))
    assert len(rondel.load(tmp_path / "mine.json")) == 1
    line = refusal(run("play", *arguments, keys="tax\n"), 2)
    assert line.startswith("mine.json exists; go on with that game by --load mine.json")
    fine(run("play", "--load", "mine.json", "--autosave", "mine.json", keys="tax\n"))
    assert len(rondel.load(tmp_path / "mine.json")) == 2


def test_saved_game_goes_on_with_bots_in_some_seats(run: Run, record: Path, tmp_path: Path) -> None:
    save(rondel.load(record).at(10), tmp_path / "ten.json")
    printed = fine(
        run(
            "play",
            "--load",
            "ten.json",
            "--players",
            "me,bot:random,bot:random,bot:random",
            keys="quit\n",
        )
    )
    assert "random-1>" in printed
    [path] = files(tmp_path, "playing")
    assert json.loads(path.read_bytes())["x_bots"] == dict.fromkeys(
        ["random-2", "random-3", "random-4"], "random"
    )
    line = refusal(run("play", "--load", "ten.json", "--players", "me,bot:random"), 2)
    assert line.startswith("the saved game has 4 players: random-1, ")


def test_finished_game_can_be_looked_at_and_taken_back(
    run: Run, record: Path, tmp_path: Path
) -> None:
    printed = fine(run("play", "--load", record, keys="what\nlog 1\nrules\nundo\n"))
    assert "That is no command; help lists them, Enter leaves." in printed
    assert "The game is over." in printed
    assert "Taken back." in printed
    [path] = files(tmp_path, "playing")
    assert not rondel.load(path).over


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal to pretend")
def test_real_terminal_shows_colours_and_takes_keys(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    told = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50"}
    with subprocess.Popen(
        command("play", "--players", "ann,bot:random", "--seed", "3"),
        env=environment(tmp_path, told),
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(theirs)
        os.write(ours, b"tax\n")
        printed = read_until(ours, b"pays", b"ann>")
        os.write(ours, b"quit\n\n")
        read_until(ours, b"kept in")
        assert process.wait(timeout=20) == 0
    os.close(ours)
    assert b"\x1b[" in printed
    assert "╭".encode() in printed


def read_until(terminal: int, *marks: bytes) -> bytes:
    """What is printed up to one of the marks, at least twice the prompt or its end."""
    printed = b""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            printed += os.read(terminal, 65536)
        except OSError:
            break
        if any(printed.count(mark) >= (2 if mark.endswith(b">") else 1) for mark in marks):
            break
    return printed
