"""The command that looks whether a store is sound."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rondel.cli import main
from tests.cli.hosting import TABLE, hosted
from tests.cli.running import Run
from tests.samples import some
from tests.server.releases.make import SQLITE


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of the first release, brought up to date: games of every kind."""
    path = tmp_path / "store.db"
    shutil.copy(SQLITE, path)
    monkeypatch.setenv("RONDEL_DATABASE", str(path))
    return path


@pytest.fixture
def upgraded(store: Path, tmp_path: Path) -> Path:
    """The same as a server of today leaves it."""
    with hosted(tmp_path, "--database", store) as server:
        assert server.stop() == 0
    return store


def table_named(store: Path, name: str) -> str:
    with closing(sqlite3.connect(store)) as connection:
        [id] = connection.execute("SELECT id FROM tables WHERE name = ?", [name]).fetchone()
    return str(id)


def execute(store: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(sql, values)


def test_a_sound_store_is_fine(upgraded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = upgraded.read_bytes()
    assert main(["doctor"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "6 of 6 tables are sound.\n"
    assert printed.err == ""
    assert main(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is True
    assert (told["tables"], told["store"], told["findings"]) == (6, [], [])
    assert told["schema"]["version"] == told["schema"]["expected"]
    assert upgraded.read_bytes() == before


@pytest.mark.long
def test_it_looks_at_a_store_that_a_server_works_on(tmp_path: Path, run: Run) -> None:
    with hosted(tmp_path) as server, server.client() as ann:
        ann.post("/api/me", json={"name": "Ann"})
        ann.post("/api/tables", json=TABLE)
        done = run("doctor")
        assert (done.returncode, done.stdout) == (0, "1 of 1 tables are sound.\n")
        assert ann.post("/api/tables", json=TABLE).status_code == 201
        assert server.stop() == 0


@pytest.mark.parametrize(
    ("table", "sql", "told"),
    some(
        [
            ("Finished", "DELETE FROM log WHERE table_id = ? AND seq = 1", "missing [1]"),
            ("Finished", "DELETE FROM entries WHERE table_id = ? AND number = 7", "missing [7]"),
            (
                "Finished",
                "UPDATE entries SET body = json_set(body, '$.choice', 1) "
                "WHERE table_id = ? AND number = 300",
                "the record does not replay: actions[299]: entry 300",
            ),
            (
                "Finished",
                "INSERT INTO checkpoints VALUES (?, 5, '{}')",
                "the checkpoint after entry 5 is not the position there",
            ),
            (
                "Finished",
                "INSERT INTO checkpoints VALUES (?, 500, '{}')",
                "there is a checkpoint after entry 500, and no entry",
            ),
            (
                "Running",
                "UPDATE log SET body = json_set(body, '$.entry', 1) "
                "WHERE table_id = ? AND kind = 'action'",
                "the log tells of other entries than the record",
            ),
            ("Finished", "UPDATE tables SET result = '{}' WHERE id = ?", "says the result is {}"),
            ("Finished", "UPDATE tables SET position = 3 WHERE id = ?", "is at position 3"),
            ("Running", "UPDATE tables SET heading = '{' WHERE id = ?", "JSONDecodeError"),
            ("Running", "UPDATE tables SET decider = NULL WHERE id = ?", "waits for nobody"),
            ("Running", "UPDATE tables SET status = 'finished' WHERE id = ?", "not over"),
            ("Open", "UPDATE tables SET status = 'running' WHERE id = ?", "has no game"),
        ],
        always=3,
    ),
)
def test_it_says_what_is_wrong_with_which_table(
    upgraded: Path, capsys: pytest.CaptureFixture[str], table: str, sql: str, told: str
) -> None:
    id = table_named(upgraded, table)
    execute(upgraded, sql, id)
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"table {id} ({table}, ")
    assert told in "\n".join(lines)
    assert any("put its rows back from a backup" in line for line in lines)
    assert lines[-1] == "5 of 6 tables are sound."
    assert main(["doctor", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [finding["table"] for finding in report["findings"]] == [id]


def test_it_tells_what_servers_have_set_aside(
    upgraded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    id = table_named(upgraded, "Running")
    execute(upgraded, "INSERT INTO troubles VALUES (?, 1.5, 'lost its way', 1)", id)
    assert main(["doctor"]) == 0
    assert f"set aside by a server: {id}: lost its way" in capsys.readouterr().out
    assert main(["doctor", "--json"]) == 0
    [told] = json.loads(capsys.readouterr().out)["set_aside"]
    assert told == {"table": id, "at": 1.5, "reason": "lost its way", "closed": True}


@pytest.mark.long
def test_a_row_that_refers_to_nothing_is_told(
    upgraded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    execute(upgraded, "INSERT INTO notes VALUES ('none', 'nobody', '', 1)")
    assert main(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "store: notes: rows refer to nothing in tables: 1" in printed
    assert "go back to the last backup" in printed


@pytest.mark.long
def test_a_damaged_file_is_told(upgraded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = bytearray(upgraded.read_bytes())
    middle = len(pages) // 2 // 4096 * 4096
    pages[middle : middle + 2 * 4096] = b"\xa5" * 2 * 4096
    upgraded.write_bytes(pages)
    assert main(["doctor"]) == 1
    assert "store: " in capsys.readouterr().out


def test_an_old_schema_is_told(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    assert "store: the schema has version 0001, not " in capsys.readouterr().out


def spoil(path: Path) -> None:
    path.write_text("No store, and longer than the header of one. " * 9)


def make_newer(path: Path) -> None:
    shutil.copy(SQLITE, path)
    execute(path, "UPDATE alembic_version SET version_num = '9'")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: None, "There is no store at"),
        (spoil, "cannot open the database: file is not a database"),
        (make_newer, "knows only those up to"),
    ],
)
def test_what_cannot_be_looked_into_is_told_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], None],
    told: str,
) -> None:
    path = tmp_path / "some.db"
    make(path)
    monkeypatch.setenv("RONDEL_DATABASE", str(path))
    assert main(["doctor"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    assert told in line
