"""The page on the interface is complete and true.

Its tables are those of the source, nothing on it is made up, and what it shows is run.
"""

from __future__ import annotations

import ast
import inspect
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from pydantic import BaseModel

from rondel.narration.choices import MOST_TOLD
from rondel.server.http import middleware
from rondel.server.http.handlers import POLICY_VIOLATION
from rondel.server.people import tokens
from rondel.server.protocol.live import AnySent, AnyTold
from rondel.server.protocol.log import AnyLine
from rondel.server.protocol.refusals import CODES
from rondel.server.routes.common import looked_from
from rondel.server.routes.live import LONGEST_WAIT
from rondel.server.routes.live import live as live_route
from rondel.server.service import live
from rondel.server.storage.rows import heartbeat
from rondel.server.table import tables
from rondel.server.viewers import jobs, past
from tests.cli.hosting import hosted
from tests.pages import ROOT, SOURCE, blocks, rows, section, text_of, without_code, words
from tests.server.documented import document, operations
from tests.server.pages.test_document import parts_of

PAGE = text_of("server.md")


def names(row: list[str]) -> list[str]:
    """The names in the second column of a table."""
    return words(row[1])


def told(heading: str) -> dict[str, list[str]]:
    """What a table of the page says of each thing."""
    return {words(row[0])[0]: names(row) for row in rows(PAGE, heading)}


def fields_of(model: type[BaseModel]) -> list[str]:
    """The fields of a message by the names they are sent under."""
    return [field.alias or name for name, field in model.model_fields.items()]


def by_type(kinds: object, tag: str) -> dict[str, type[BaseModel]]:
    """The messages of a union by what tells them apart."""
    return {get_args(model.model_fields[tag].annotation)[0]: model for model in get_args(kinds)}


# Tables -------------------------------------------------------------------------------------


def test_every_endpoint_is_described() -> None:
    described = [tuple(words(row[0])[0].split(" ")) for row in rows(PAGE, "endpoint")]
    assert sorted(described) == sorted(operations())


@pytest.mark.parametrize(("heading", "kinds"), [("told", AnyTold), ("sent", AnySent)])
def test_every_message_is_described_with_its_fields(heading: str, kinds: object) -> None:
    described = told(heading)
    known = by_type(kinds, "type")
    assert set(described) == set(known)
    for kind, model in known.items():
        assert set(described[kind]) == set(fields_of(model)) - {"type"}, kind


def test_every_parameter_of_the_websocket_is_described() -> None:
    known = set(inspect.signature(live_route).parameters)
    known |= set(inspect.signature(looked_from).parameters)
    assert set(told("parameter")) == known - {"websocket", "server", "user", "table"}


def test_every_line_of_the_log_is_described_with_its_body() -> None:
    described = told("kind")
    known = by_type(AnyLine, "kind")
    assert set(described) == set(known)
    for kind, model in known.items():
        body = get_type_hints(model.model_fields["body"].annotation)
        assert described[kind] == list(body), kind


# What the source does -----------------------------------------------------------------------


HELPERS = {"bad": 422, "forbidden": 403, "missing": 404, "conflict": 409}
"""Functions that make a refusal, with its status."""


@cache
def calls() -> list[ast.Call]:
    """All calls in the source of the server."""
    return [
        node
        for path in sorted((SOURCE / "server").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


def refusals_made() -> Iterator[tuple[int, str, set[str]]]:
    """Status, code and further values of all refusals in the source."""
    for call in calls():
        more = {keyword.arg for keyword in call.keywords if keyword.arg}
        match call:
            case ast.Call(
                func=ast.Name(id="Refusal") | ast.Attribute(attr="__init__"),
                args=[ast.Constant(value=int(status)), ast.Constant(value=str(code)), *_],
            ):
                yield status, code, more
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), _]):
                if name in HELPERS:
                    yield HELPERS[name], code, more
            case _:
                pass


def test_every_code_that_is_refused_with_is_known() -> None:
    made = {(status, code) for status, code, _ in refusals_made()}
    # These come from the framework.
    made |= {(404, "request/no_such_path"), (405, "request/wrong_method")}
    assert made == {(status, code) for status, codes in CODES.items() for code in codes}


def test_every_code_is_described_with_its_status() -> None:
    described = [(int(row[1]), words(row[0])[0]) for row in rows(PAGE, "code")]
    assert set(described) == {(status, code) for status, codes in CODES.items() for code in codes}
    assert [status for status, _ in described] == sorted(status for status, _ in described)


def test_everything_that_refusals_bring_is_described() -> None:
    brought = {value for _, _, more in refusals_made() for value in more}
    assert brought <= set(words(without_code(section(PAGE, "Errors"))))


def test_every_line_that_is_logged_has_a_kind_that_is_described() -> None:
    kinds = {
        call.args[1].value
        for call in calls()
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "note"
        and len(call.args) > 2
        and isinstance(call.args[1], ast.Constant)
    }
    assert {*kinds, heartbeat.INTERRUPTED} == set(told("kind"))


# What is not in the tables ------------------------------------------------------------------


def known_words() -> set[str]:
    """All names in the document: of fields, parameters and values."""
    found: set[str] = set()
    for part in parts_of(document()):
        found |= set(part.get("properties", {})) | set(map(str, part.get("enum", [])))
        found |= {part[key] for key in ("const", "name", "title") if isinstance(part.get(key), str)}
    return found


WORDS = {"curl", "jar", "n", "websockets", "to_json", "assignment"}
"""Words in the text that are no names of the interface."""
TO_WEBHOOKS = {"link", "event", "decisions", "asked", "trial", "decided", "soon", "digest"}
"""What the server sends by itself, and nobody asks for."""
VALUES = {"false", "null", "application/json"}
BROUGHT = {"current", "place", "message"}
"""Fields of refusals that are not made where the refusal is."""


def test_nothing_is_made_up() -> None:
    codes = {code for codes in CODES.values() for code in codes}
    reasons = {"undo/others_decided", "undo/hidden_shown", "request/refused"}
    known = known_words() | codes | reasons | WORDS | TO_WEBHOOKS | VALUES | BROUGHT
    known |= {value for _, _, more in refusals_made() for value in more}
    used = {word for word in words(without_code(PAGE)) if re.fullmatch(r"[a-z_]+(/[a-z_]+)?", word)}
    assert used - known == set()


def test_endpoints_named_in_short_exist() -> None:
    for method, end in re.findall(r"`([A-Z]+) …(/[^`]+)`", PAGE):
        assert [path for known, path in operations() if known == method and path.endswith(end)]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (tokens.MOST, "at most {} |"),
        (MOST_TOLD, "more than {};"),
        (tables.PAGE, "up to {} lines"),
        (int(LONGEST_WAIT), "up to {} seconds"),
        (past.MOST_ENTRIES, "at most {}, with"),
        (past.MOST_POSITIONS, "of {} positions"),
        (jobs.MOST_ENTRIES, "{} entries |"),
        (POLICY_VIOLATION, "with {} and a code"),
        (live.GOING_AWAY, "with {} when it stops"),
        (middleware.BROKEN, "with {} when it made a mistake"),
    ],
)
def test_numbers_are_those_of_the_source(number: int, sentence: str) -> None:
    plain = str(number)
    assert sentence.format(plain) in PAGE or sentence.format(f"{number:,}") in PAGE


# Examples -----------------------------------------------------------------------------------


def test_the_bot_shown_is_the_one_that_is_tested() -> None:
    [shown] = blocks(section(PAGE, "A bot"), "py")
    assert shown.code == (ROOT / "docs" / "examples" / "bot.py").read_text(encoding="utf-8")


def session() -> Iterator[tuple[str, str]]:
    """The commands of the page with what they print."""
    for block in blocks(section(PAGE, "From nothing to a decision"), "console"):
        for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed.strip()


Runner = Callable[[str, Path], str]
"""Carries out a command in a folder, and gives what it prints."""


def by_curl(command: str, folder: Path) -> str:
    """Runs it."""
    ran = subprocess.run(shlex.split(command), cwd=folder, capture_output=True, check=True)
    return ran.stdout.decode()


def by_httpx(command: str, folder: Path) -> str:
    """Does what it stands for: `-s`, `-c FILE`, `-b FILE` and `--json TEXT` are known."""
    program, *given, address = shlex.split(command)
    options: dict[str, Any] = {}
    wanted = iter(given)
    for option in wanted:
        options[option] = None if option == "-s" else next(wanted)
    assert (program, set(options) - {"-s", "-c", "-b", "--json"}) == ("curl", set())
    with httpx.Client(trust_env=False, timeout=60) as client:
        if "-b" in options:
            client.cookies.set("rondel", (folder / options["-b"]).read_text())
        headers = {"Content-Type": "application/json"}
        body = options.get("--json")
        answer = client.request("POST" if body else "GET", address, content=body, headers=headers)
        if "-c" in options:
            (folder / options["-c"]).write_text(client.cookies["rondel"])
        return answer.text


NO_CURL = pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")


@pytest.mark.parametrize("run", [pytest.param(by_curl, marks=NO_CURL), by_httpx])
def test_session_runs_as_shown(run: Runner, tmp_path: Path) -> None:
    table = "TABLE"
    with hosted(tmp_path) as server:
        for command, shown in session():
            here = command.replace("http://127.0.0.1:8000", server.address)
            printed = run(here.replace("TABLE", table), tmp_path)
            assert re.fullmatch(re.escape(shown).replace("…", ".*"), printed), printed
            if here.endswith("/api/tables"):
                [table] = re.findall(r'^\{"id":"([0-9a-f]+)"', printed)
