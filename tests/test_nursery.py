"""The process that starts the program for other tests."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import command, environment, runner
from tests.nursery import Child


@pytest.mark.long
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["verify", "nowhere.json"], ["odd"]])
def test_what_it_starts_is_like_any_other_start(tmp_path: Path, words: list[str]) -> None:
    ran = runner(tmp_path)(*words)
    other = subprocess.run(
        command(*words),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        other.returncode,
        other.stdout,
        other.stderr,
    )


def test_signals_reach_what_it_has_started(tmp_path: Path) -> None:
    """Here it waits for what is typed, and nothing ever is."""
    typed, never = os.pipe()
    said, saying = os.pipe()
    words = ["play", "--players", "ann,bob", "--seed", "1"]
    child = Child(words, tmp_path, environment(tmp_path), [typed, saying, saying])
    assert os.read(said, 1)
    child.send_signal(signal.SIGKILL)
    assert child.wait(60) == -signal.SIGKILL
    child.send_signal(signal.SIGKILL)
    for stream in (typed, never, said, saying):
        os.close(stream)
