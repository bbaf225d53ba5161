"""The program as a whole: version, help, usage errors, faults, and its documentation."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import rondel
from rondel.cli import app as program
from rondel.cli import bench, main
from rondel.compiled import engine_form
from tests.cli.running import Run, command, environment, refusal

ROOT = Path(__file__).parent.parent.parent


def test_version(run: Run) -> None:
    ran = run("--version")
    told = f"rondel {rondel.__version__} ({engine_form()} engine)\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, told, "")


def test_without_arguments_it_lists_the_commands(run: Run) -> None:
    ran = run()
    assert (ran.returncode, ran.stderr) == (0, "")
    for name in ("play", "replay", "verify", "legal", "simulate", "bench"):
        assert re.search(rf"^  {name} ", ran.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["simulate", "--games", "0"], "Invalid value for '--games'"),
        (["play", "--option", "setup=fair"], "option setup cannot be 'fair'; choose from standard"),
        (["play", "--players", "ann,bot:deep"], "There is no bot deep; known are random, "),
        (["play", "--load", "nothing.json"], "nothing.json: cannot be read"),
    ],
)
def test_usage_errors_are_one_line_and_status_2(run: Run, arguments: list[str], said: str) -> None:
    assert said in refusal(run(*arguments), 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--frobnicate"], "No such option"),
        (["replay"], "Missing argument 'FILE'"),
        (["replay", "x", "--at", "soon"], "Invalid value for '--at'"),
        (["replay", "x", "--at", "-1"], "Invalid value for '--at'"),
        (["play", "--lang", "tlh"], "there is no language 'tlh'; choose --lang from en, it"),
        (["play", "--game", "chess"], "game 'chess' is unknown; known are imperial2030, imperial"),
        (["play", "--players", "ann"], "The game is for 2 to 6 players, not 1."),
        (["play", "--option", "setup"], "write it as name=value"),
        (["play", "--option", "assignment={"], "is not JSON"),
        (
            ["play", "--option", "start_player=zoe", "--option", "setup=draft"],
            "it must be a player",
        ),
        (
            ["simulate", "--bots", "random,random"],
            "--bots: 2 bots for 4 seats: name one, or one for each",
        ),
        (["simulate", "--players", "7"], "Imperial 2030 is for 2 to 6 players, not 7"),
        (["simulate", "--option", "colour=red"], "there is no option 'colour'; known are setup, "),
        (["simulate", "--game", "risk"], "game 'risk' is unknown"),
        (["simulate", "--out", "/dev/null"], "cannot write to /dev/null: file exists"),
    ],
)
def test_more_usage_errors(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    assert line.startswith("rondel: ")
    assert said in line


BUG = """
import sys
from rondel.cli import bench, main

def broken(*_):
    error = RuntimeError("two\\nlines")
    error.add_note("in game 3")
    raise error

bench.run_bench = broken
sys.exit(main(["bench"]))
"""


@pytest.mark.long
def test_fault_of_ours_is_one_line(tmp_path: Path) -> None:
    def said(debug: str) -> str:
        told = environment(tmp_path, {"RONDEL_DEBUG": debug})
        bug = [sys.executable, "-c", BUG]
        ran = subprocess.run(bug, env=told, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout) == (1, "")
        return ran.stderr

    assert said("") == (
        "rondel: this is a fault in Rondel, RuntimeError: two lines in game 3; "
        "RONDEL_DEBUG=1 in the environment shows where, to report it\n"
    )
    assert said("1").startswith("Traceback")


@pytest.mark.long
def test_missing_streams_are_no_fault(tmp_path: Path) -> None:
    words = [shlex.quote(word) for word in command("play", "--players", "ann,bob", "--seed", "1")]
    for closed in ("<&-", ">&-", "2>&-"):
        ran = subprocess.run(
            ["sh", "-c", f"{' '.join(words)} {closed}"],
            env=environment(tmp_path),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")


def test_interrupt_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "run_bench", interrupted)
    assert main(["bench"]) == 130
    assert capsys.readouterr().err == "rondel: interrupted\n"


def documented() -> dict[str, str]:
    """Command -> its section in the documentation."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\w+)\n", text, flags=re.MULTILINE)
    return {name.lower(): body for name, body in zip(parts[1::2], parts[2::2], strict=True)}


def options_of(command: Any) -> list[str]:
    return [name for option in command.params for name in option.opts if name.startswith("--")]


def test_every_command_and_option_is_documented() -> None:
    commands = typer.main.get_command(program.app).commands  # type: ignore[attr-defined]
    sections = documented()
    for name, described in commands.items():
        assert f"`rondel {name}`" in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
        for option in options_of(described):
            assert re.search(rf"^\| `{option}\b", sections[name], re.MULTILINE), (name, option)
