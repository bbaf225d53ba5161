"""Looking after a server by commands, with and without a server that runs on the store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from rondel.cli import main
from tests.cli.hosting import TABLE, Hosted, hosted
from tests.cli.running import Run, refusal
from tests.cli.test_serve import STORE, read_until

PASSWORD = "correct horse"


@pytest.fixture
def screens() -> Iterator[ExitStack]:
    """Where people sit; all are switched off at the end."""
    with ExitStack() as screens:
        yield screens


def member(screens: ExitStack, server: Hosted, login: str) -> httpx.Client:
    """Somebody with an account."""
    client = screens.enter_context(server.client())
    client.post("/api/me", json={"name": login.title()})
    sent = {"login": login, "password": PASSWORD}
    assert client.post("/api/me/account", json=sent).status_code == 200
    return client


Say = Callable[..., str]


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Gives a command beside the server, in this process, and tells what it prints."""
    monkeypatch.setenv("RONDEL_DATA", str(tmp_path / "data"))

    def said(*words: object) -> str:
        status, printed = main(["admin", *map(str, words)]), capsys.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return said


def test_the_role_is_given_while_the_server_runs_and_while_it_does_not(
    tmp_path: Path, say: Say, screens: ExitStack
) -> None:
    with hosted(tmp_path) as server:
        ann = member(screens, server, "ann")
        assert ann.get("/api/admin/people").status_code == 403
        assert say("grant", "ann") == "ann looks after the server now.\n"
        assert ann.get("/api/admin/people").status_code == 200
        assert server.stop() == 0
    assert "ann" in say("list")
    assert say("revoke", "ann").startswith("ann does not")
    assert say("list") == ""
    acts = [line["act"] for line in json.loads(say("audit", "--json"))["lines"]]
    assert acts == ["revoke", "grant"]


@pytest.mark.long
def test_a_running_server_shows_out_and_closes_at_once(
    tmp_path: Path, say: Say, screens: ExitStack
) -> None:
    with hosted(tmp_path) as server:
        ann, bob = member(screens, server, "ann"), member(screens, server, "bob")
        table = ann.post("/api/tables", json=TABLE).json()["id"]
        bob.post(f"/api/tables/{table}/seats/1/take", json={})
        ann.post(f"/api/tables/{table}/start", json={})
        address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/live"
        cookie = {"Cookie": f"rondel={bob.cookies['rondel']}"}
        with connect(address, additional_headers=cookie, proxy=None) as live:
            read_until(live, "presence")
            assert say("ban", "bob", "--reason", "Insults") == "bob is banned.\n"
            with pytest.raises(ConnectionClosedError) as closed:
                read_until(live, "the end")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "identity/signed_out"
        seats = ann.get(f"/api/tables/{table}").json()["seats"]
        assert [seat["away"] for seat in seats if seat["name"] == "Bob"] == [True]
        say("close", table, "--reason", "Enough")
        assert ann.get(f"/api/tables/{table}").json()["status"] == "ended"
        assert say("unban", "bob") == "bob may come in again.\n"
        with closing(sqlite3.connect(tmp_path / STORE)) as store:
            assert store.execute("SELECT count(*) FROM orders").fetchone() == (0,)


@pytest.mark.long
def test_people_tables_and_reports_are_listed_and_settled(
    tmp_path: Path, say: Say, screens: ExitStack
) -> None:
    with hosted(tmp_path) as server:
        ann, bob = member(screens, server, "ann"), member(screens, server, "bob")
        table = ann.post("/api/tables", json=TABLE).json()["id"]
        whom = bob.get("/api/me").json()["user"]["id"]
        ann.post("/api/reports", json={"reason": "Insults", "user": whom})
        assert say("people", "--search", "bo").split()[:3] == [whom, "bob", "Bob"]
        assert say("tables", "--status", "open").startswith(f"{table}  open")
        assert json.loads(say("person", "bob"))["reports"] == 1
        assert "Ann about Bob  Insults" in say("reports")
        say("settle", 1, "--note", "Bob was warned")
        assert ann.get("/api/me/reports").json()["reports"][0]["note"] == "Bob was warned"
        say("hand", table, "bob", "--reason", "Ann is away")
        assert ann.get(f"/api/tables/{table}").json()["host"] == whom
        say("free", table, 0, "--reason", "Ann is away")
        assert ann.get(f"/api/tables/{table}").json()["seats"][0]["user"] is None
        say("mute", "ann", "--reason", "Shouts", "--days", 1)
        say("unmute", "ann")
        assert len(say("audit").splitlines()) == 5


@pytest.mark.long
def test_a_link_from_the_command_line_gives_a_new_password(
    tmp_path: Path, say: Say, screens: ExitStack
) -> None:
    with hosted(tmp_path) as server:
        member(screens, server, "ann")
        link, note = say("reset", "ann", "--origin", "https://example.org").splitlines()
        assert link.startswith("https://example.org/reset#")
        assert note.startswith("Good once, until ")
        body = {"secret": link.partition("#")[2], "password": "a new password"}
        with server.client() as ann:
            assert ann.post("/api/session/reset", json=body).json()["user"]["login"] == "ann"


@pytest.mark.long
def test_somebody_is_forgotten_by_command(
    tmp_path: Path, run: Run, say: Say, screens: ExitStack
) -> None:
    with hosted(tmp_path) as server:
        member(screens, server, "xanthippe")
        ran = run("admin", "erase", "xanthippe", "--reason", "By letter", keys="n\n")
        assert ran.returncode == 1
        say("erase", "xanthippe", "--reason", "By letter", "--yes")
        server.stop()
    assert "anthippe" not in say("people") + say("audit")


@pytest.mark.long
def test_clearing_is_tried_before_it_is_done(tmp_path: Path, say: Say) -> None:
    with hosted(tmp_path) as server, server.client() as idle:
        idle.post("/api/me", json={"name": "Idle"})
        counted = say("clear", "--dry-run", "--keep-guests", "0.000001")
        assert counted == "expired: 0\nguests: 1\naudit: 0\nreports: 0\n"
        assert "Idle" in say("people")
        say("clear", "--keep-guests", "0.000001")
        assert say("people") == ""


@pytest.mark.long
def test_refusals_are_one_line(tmp_path: Path, run: Run) -> None:
    assert refusal(run("admin", "list"), 1).startswith("there is no store at ")
    with hosted(tmp_path) as server:
        for _ in range(2):
            assert refusal(run("admin", "grant", "ann"), 1) == (
                "Nobody here has the id or login 'ann'"
            )
            server.stop()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["people", "--state", "odd"], "--state odd: it is one of all, guests, "),
        (["tables", "--status", "odd"], "--status odd: it is one of all, open, "),
        (["mute", "ann"], "Missing option '--reason'"),
        (["grant", "ann", "--database", "mysql://x"], "--database: name a file, or postgresql"),
    ],
)
def test_bad_words_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], line: str
) -> None:
    assert main(["admin", *words]) == 2
    [said] = capsys.readouterr().err.splitlines()
    assert line in said
