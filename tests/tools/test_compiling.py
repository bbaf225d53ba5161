"""Compiling the engine; the compiler itself is stood in for, since `./test` runs it anyway."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from rondel import compiled
from tools import compiling


class Compiler:
    """Stands in for the process that compiles."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.runs = 0

    def __call__(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        self.runs += 1
        options["stdout"].write("what it said")
        if self.status == 0:
            Path(command[-1], "built").mkdir()
        return subprocess.CompletedProcess(command, self.status)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the build belongs, on a machine that can compile."""
    folder = tmp_path / "compiled" / "0123"
    monkeypatch.setattr(compiling, "build_folder", lambda root: folder)
    monkeypatch.setattr(compiling, "obstacle", lambda: "")
    return folder


def use(monkeypatch: pytest.MonkeyPatch, status: int) -> Compiler:
    compiler = Compiler(status)
    monkeypatch.setattr(subprocess, "run", compiler)
    return compiler


def test_folder_is_the_one_the_package_looks_in() -> None:
    assert compiling.build_folder(compiling.ROOT) == compiled.build_folder(compiled.sources())


def test_second_run_compiles_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiler = use(monkeypatch, 0)
    assert compiling.main() == 0
    assert folder.is_dir()
    assert compiling.main() == 0
    assert compiler.runs == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_missing_compiler_is_no_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "obstacle", lambda: "there is no C compiler")
    assert compiling.main() == 0
    assert not folder.exists()
    told = "The engine runs plain, and slower: there is no C compiler.\n"
    assert capsys.readouterr().err == told


def test_failure_leaves_its_reason_and_no_build(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, 1)
    assert compiling.main() == 1
    assert list(folder.parent.iterdir()) == [compiling.log_of(folder)]
    assert compiling.log_of(folder).read_text() == "what it said"
    assert capsys.readouterr().err.count("\n") == 2


def test_only_the_newest_builds_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(1, 6):
        old = folder.with_name(f"old{age}")
        old.mkdir(parents=True)
        os.utime(old, (0, 1e9 - age))
    use(monkeypatch, 0)
    assert compiling.main() == 0
    assert {path.name for path in folder.parent.iterdir()} == {"0123", "old1", "old2"}


@pytest.mark.parametrize(
    ("compiler", "headers", "told"),
    [
        ("no-such-compiler -x", True, "there is no C compiler"),
        ("sh", False, "the C headers of Python are missing"),
        ("sh", True, ""),
    ],
)
def test_obstacles_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiler: str, headers: bool, told: str
) -> None:
    if headers:
        (tmp_path / "Python.h").touch()
    monkeypatch.setenv("CC", compiler)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    assert compiling.obstacle() == told
