"""The checks that `./test` runs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import is_running, wait_for
from tools import checks

ROOT = Path(__file__).parent.parent.parent
EVERY_STAGE = {name for lane in checks.LANES for name in lane}


def test_every_stage_runs_and_the_failed_ones_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = {"mypy": ["false"], "vitest": ["touch", "vitest-ran"], "pytest": ["false"]}
    assert checks.run_stages(commands, tmp_path) == 1
    assert (tmp_path / "vitest-ran").exists()
    assert capsys.readouterr().err == "Failed: mypy, pytest.\n"


def test_stages_that_pass_give_status_zero(tmp_path: Path) -> None:
    assert checks.run_stages({"mypy": ["true"], "pytest": ["true"]}, tmp_path) == 0


def test_lanes_run_side_by_side(tmp_path: Path) -> None:
    """Here each of the two waits for the other one."""
    os.mkfifo(tmp_path / "pipe")
    commands = {"mypy": ["cat", "pipe"], "pytest": ["sh", "-c", "echo > pipe"]}
    assert checks.run_stages(commands, tmp_path) == 0


def test_what_a_stage_prints_stays_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though the second has said all of it when the first goes on."""
    os.mkfifo(tmp_path / "pipe")
    commands = {
        "mypy": ["sh", "-c", "echo mypy begins; cat pipe; echo mypy ends"],
        "pytest": ["sh", "-c", "echo pytest begins; echo pytest fails >&2; echo from > pipe"],
    }
    assert checks.run_stages(commands, tmp_path) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("──")]
    assert said == ["mypy begins", "from", "mypy ends", "pytest begins", "pytest fails"]


def test_stage_waits_for_what_it_needs_of_another_lane(tmp_path: Path) -> None:
    """The tests look at the page, so it is built before them."""
    commands = {
        "web page": ["sh", "-c", "sleep 0.2; touch page"],
        "pytest": ["test", "-e", "page"],
    }
    assert checks.run_stages(commands, tmp_path) == 0


def test_bytecode_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many processes load the same modules."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    commands = {"pytest": ["sh", "-c", 'test -z "$PYTHONDONTWRITEBYTECODE" && test -n "$PATH"']}
    assert checks.run_stages(commands, tmp_path) == 0


def test_interrupted_checks_leave_nothing_running(tmp_path: Path) -> None:
    start = (
        "import sys; from pathlib import Path; from tools import checks; "
        "checks.run_stages({'mypy': ['sh', '-c', 'echo $$ > pid; exec sleep 60'], "
        "'vitest': ['touch', 'next']}, Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", start, str(tmp_path)]
    started = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    pid = tmp_path / "pid"
    wait_for(lambda: pid.exists() and pid.read_text() != "")
    started.send_signal(signal.SIGINT)
    started.wait(60)
    assert not is_running(int(pid.read_text()))
    assert not (tmp_path / "next").exists()


@pytest.mark.parametrize("arguments", [[], [checks.EVERYTHING]])
def test_every_stage_has_its_lane(arguments: list[str]) -> None:
    assert set(checks.stages(Path("bin"), arguments)) == EVERY_STAGE


def test_further_arguments_go_to_pytest() -> None:
    stages = checks.stages(Path("bin"), ["-k", "tax"])
    assert EVERY_STAGE - set(stages) == {"pytest, plain engine", "chromium", "pytest, browser"}
    assert stages["pytest"][-2:] == ["-k", "tax"]


def test_long_tests_are_left_to_those_who_ask_for_everything() -> None:
    some, everything = (checks.stages(Path("bin"), asked) for asked in ([], ["--all"]))
    for name in ("pytest", "pytest, browser"):
        assert "not long and not apart" in some[name]
        assert "-m" not in everything[name]
        assert "--all" not in everything[name]


def test_what_needs_the_types_is_linted_when_everything_is_asked_for() -> None:
    some, everything = (checks.stages(Path("bin"), asked) for asked in ([], ["--all"]))
    assert (some["eslint"][-1], everything["eslint"][-1]) == ("lint", "lint:types")


def test_rules_are_tested_with_both_forms_of_the_engine() -> None:
    some, everything = (checks.stages(Path("bin"), asked) for asked in ([], ["--all"]))
    plain = "pytest, plain engine"
    assert "RONDEL_PURE=1" not in some["pytest"]
    assert {"RONDEL_PURE=1", "tests/engine/steps"} < set(some[plain])
    assert {"RONDEL_PURE=1", "tests/engine", "tests/records"} < set(everything[plain])


def test_browser_tests_have_processes_of_their_own() -> None:
    """And a browser, before they begin."""
    stages = checks.stages(Path("bin"), [])
    assert list(stages)[-2:] == ["chromium", "pytest, browser"]
    assert "tests/browser" in stages["pytest, browser"]
