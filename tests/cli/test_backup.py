"""Copies of the embedded store, made and put back by the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.cli import main
from tests.cli.hosting import TABLE, hosted
from tests.cli.running import Run, refusal


def test_backup_of_a_running_server_brings_everything_back(tmp_path: Path, run: Run) -> None:
    with hosted(tmp_path) as server, server.client() as ann:
        ann.post("/api/me", json={"name": "Ann"})
        table = ann.post("/api/tables", json=TABLE).json()
        cookies = dict(ann.cookies)
        assert run("backup", "copy.db").stdout == "copy.db\n"
        later = ann.post("/api/tables", json=TABLE).json()
        assert "is in use by another server" in refusal(run("restore", "copy.db", "--force"), 2)
        server.stop()
    assert "exists already" in refusal(run("restore", "copy.db"), 2)
    assert run("restore", "copy.db", "--force").returncode == 0
    with hosted(tmp_path) as server, server.client(cookies=cookies) as ann:
        assert ann.get("/api/me").json()["user"]["name"] == "Ann"
        kept = ann.get(f"/api/tables/{table['id']}").json()
        assert {**kept, "now": table["now"]} == table
        assert ann.get(f"/api/tables/{later['id']}").status_code == 404


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["backup", "copy.db"], "There is no store at store.db"),
        (["restore", "copy.db"], "There is no store at copy.db"),
        (["backup", "nowhere/copy.db", "--database", "notes.txt"], "cannot write to nowhere/copy"),
        (["backup", "copy.db", "--database", "notes.txt"], "notes.txt is damaged or no store of"),
        (["restore", "notes.txt"], "notes.txt is damaged or no store of Rondel"),
        (["backup", "notes.txt"], "notes.txt exists already"),
        (["backup", "x", "--database", "postgresql://db/rondel"], "for PostgreSQL use pg_dump"),
        (["restore", "x", "--database", "postgres://db/rondel"], "for PostgreSQL use pg_restore"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RONDEL_DATABASE", "store.db")
    (tmp_path / "notes.txt").write_text("No store, and longer than the header of one. " * 9)
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    assert told in line
