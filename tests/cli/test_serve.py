"""The command that runs a server, in a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

from rondel.cli import main
from tests.cli.hosting import DEADLINE, TABLE, hosted
from tests.cli.running import Run, environment, refusal

STORE = Path("data", "server", "rondel.sqlite3")
"""Where the store is if nothing else is said."""
SECRET = "a secret for tests, no secret"


def test_it_says_where_it_is_and_answers(tmp_path: Path) -> None:
    with hosted(tmp_path) as server, server.client() as ann:
        assert ann.get("/healthz").json() == {"status": "ok"}
        assert ann.get("/readyz").json() == {"status": "ok"}
        assert "rondel_requests_total" in ann.get("/metrics").text
        assert ann.post("/api/me", json={"name": "Ann"}).json()["user"]["name"] == "Ann"
        assert "server" not in ann.get("/healthz").headers
        assert server.stop() == 0
        events = [line["event"] for line in server.log()]
    assert events == ["schema upgraded", "started", "request", "stopped"]


def test_settings_come_from_the_environment(tmp_path: Path) -> None:
    told = {
        "RONDEL_DATABASE": "games.db",
        "RONDEL_SECRET": SECRET,
        "RONDEL_LOG_FILE": "server.log",
        "RONDEL_ORIGIN": "",
    }
    with hosted(tmp_path, env=told) as server:
        assert server.stop() == 0
        assert server.log() == []
    assert "stopped" in (tmp_path / "server.log").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.glob("games.*")) == ["games.db", "games.db.lock"]


def test_stop_lets_those_go_who_wait(tmp_path: Path) -> None:
    with hosted(tmp_path) as server, server.client() as ann:
        place = new_table(ann)
        with connect(f"{server.address.replace('http', 'ws')}{place}/live", proxy=None) as live:
            read_until(live, "presence")
            poll = begun(server.address, f"{place}/log?wait=50&since=9")
            # Once this one is answered, the one before it has arrived.
            ann.get("/healthz")
            assert server.stop() == 0
            assert json.load(poll.getresponse())["rows"] == []
            with pytest.raises(ConnectionClosedError) as closed:
                read_until(live, "the end")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.SERVICE_RESTART
        assert {line["level"] for line in server.log()} == {"info"}


def new_table(client: httpx.Client) -> str:
    """The address of a table that waits for somebody."""
    client.post("/api/me", json={"name": "Ann"})
    table = client.post("/api/tables", json=TABLE).json()
    return f"/api/tables/{table['id']}"


def begun(address: str, path: str) -> HTTPConnection:
    """A request that was sent, its answer not yet read."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=DEADLINE)
    connection.request("GET", path)
    return connection


def read_until(live: ClientConnection, kind: str) -> None:
    """Reads messages up to one of a kind.

    Raises: ConnectionClosed.
    """
    while json.loads(live.recv(DEADLINE))["type"] != kind:
        pass


def test_ctrl_c_stops_it_in_order(tmp_path: Path) -> None:
    with hosted(tmp_path, "--bot-processes", 1) as server:
        assert server.stop(signal.SIGINT) == 0
        assert server.log()[-1]["event"] == "stopped"


def test_cookie_survives_a_restart(tmp_path: Path) -> None:
    with hosted(tmp_path) as server, server.client() as ann:
        ann.post("/api/me", json={"name": "Ann"})
        cookies = ann.cookies
        server.stop()
    with hosted(tmp_path) as server, server.client(cookies=dict(cookies)) as ann:
        assert ann.get("/api/me").json()["user"]["name"] == "Ann"
    secret = tmp_path / f"{STORE}.secret"
    assert secret.stat().st_mode & 0o777 == 0o600


def test_second_server_on_a_store_is_turned_away(tmp_path: Path, run: Run) -> None:
    with hosted(tmp_path) as server:
        told = refusal(run("serve", "--port", 0), 2)
        assert told.startswith(f"{tmp_path / STORE} is in use by another server: stop that one")
        port = server.address.rpartition(":")[2]
        told = refusal(run("serve", "--port", port, "--database", "other.db"), 2)
        assert told == f"cannot listen on 127.0.0.1 port {port}: address already in use"


def test_limits_are_those_that_the_host_sets(tmp_path: Path) -> None:
    given = {"RONDEL_LIMIT": "guests=2/hour requests=50/minute"}
    with hosted(tmp_path, env=given) as server:
        statuses = []
        for name in ("Ann", "Bob", "Cid"):
            with server.client() as client:
                statuses.append(client.post("/api/me", json={"name": name}).status_code)
    assert statuses == [200, 200, 429]


def test_an_option_goes_before_the_environment(tmp_path: Path) -> None:
    options = ("--limit", "guests=1/hour", "--limit", "chats=1/day")
    with hosted(tmp_path, *options, env={"RONDEL_LIMIT": "guests=9/hour"}) as server:
        statuses = []
        for name in ("Ann", "Bob"):
            with server.client() as client:
                statuses.append(client.post("/api/me", json={"name": name}).status_code)
    assert statuses == [200, 429]


# What cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--database", "mysql://localhost/rondel"], "--database: name a file, or postgresql://U"),
        (["--database", "postgresql://localhost/rondel"], "all need the same --secret, or RONDEL"),
        (["--secret", "short"], "--secret: a secret has at least 16 characters; make one with: "),
        (["--secret-file", "/nothing"], "/nothing: cannot be read: no such file or directory"),
        (["--database", "/dev/null/x.db"], "cannot write to /dev/null/x.db.secret: file exists"),
        (["--secret", SECRET, "--origin", "example.org"], "--origin example.org: write it like "),
        (["--secret", SECRET, "--origin", "http://[x"], "--origin http://[x: write it like http"),
        (["--secret", SECRET, "--proxies", "10.0.0.0/8,caddy"], "--proxies: 'caddy' does not ap"),
        (["--secret", SECRET, "--limit", "cakes=3/hour"], "there is no limit 'cakes'; there are a"),
        (["--secret", SECRET, "--limit", "tables"], "--limit tables: '' is not a rate; write it l"),
        (
            ["--secret", SECRET, "--limit", "tables=often"],
            "'often' is not a rate; write it like 30",
        ),
        (["--port", "70000"], "Invalid value for '--port'"),
        (["--bot-processes", "-1"], "Invalid value for '--bot-processes'"),
    ],
)
def test_bad_options_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    assert main(["serve", *options]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert told in line


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--database", "notes.txt"], "cannot open the database: file is not a database"),
        (
            ["--database", "postgresql://ann:pass@127.0.0.1:1/rondel", "--secret", SECRET],
            "cannot open the database: connection refused",
        ),
        (
            ["--database", "postgresql://ann:pass@host:port/rondel", "--secret", SECRET],
            "cannot open the database: write its address like postgresql://USER:PASSWORD@HOST/NAME",
        ),
        (["--host", "198.51.100.7"], "cannot listen on 198.51.100.7 port 0: cannot assign re"),
        (["--log-file", "/dev/null/log"], "cannot write to /dev/null/log: not a directory"),
    ],
)
def test_what_stands_in_the_way_is_told_in_one_line(
    tmp_path: Path, run: Run, options: list[str], told: str
) -> None:
    (tmp_path / "notes.txt").write_text("Not made by SQLite, and longer than its header. " * 9)
    assert told in refusal(run("serve", "--port", 0, "--bot-processes", 0, *options), 2)


# Packages ------------------------------------------------------------------------------------


def run_python(folder: Path, program: str) -> str:
    """What a program prints, to either stream."""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.stdout


def test_other_commands_start_without_the_server(tmp_path: Path) -> None:
    """And without what only one of them needs."""
    others = {"asyncio", "fastapi", "sqlalchemy", "rich", "rondel.arena", "rondel.cli.play.session"}
    program = f"import sys, rondel.cli; print({others} & {{*sys.modules}})"
    assert run_python(tmp_path, program) == "set()\n"


@pytest.mark.long
@pytest.mark.parametrize("arguments", [["serve"], ["backup", "copy.db"]])
def test_missing_packages_are_named_by_their_extra(tmp_path: Path, arguments: list[str]) -> None:
    program = f"""if True:
        import sys
        sys.modules |= dict.fromkeys(["uvicorn", "alembic"])
        from rondel.cli import main
        sys.exit(main({arguments}))
    """
    told = "the server needs packages that are not installed: pip install 'rondel[server]'"
    assert run_python(tmp_path, program) == f"rondel: {told}\n"
