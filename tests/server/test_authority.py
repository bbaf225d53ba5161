"""Every endpoint and every message, tried by everybody: only who may is served."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import get_args

import httpx
import pytest
from httpx import codes
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from rondel.server.people.sessions import Cookies
from rondel.server.protocol.live import AnySent
from tests.samples import daily
from tests.server.documented import check_message, document
from tests.server.house import House, Json, Person, cookie_of, opened_house
from tests.server.matrix import (
    ENDPOINTS,
    FOR_ADMINS_ONLY,
    MESSAGES,
    OK,
    OWN,
    REFUSALS,
    Caller,
    Line,
    address_of,
    body_of,
)
from tests.server.roles import (
    NOBODY,
    SECRET_NOTE,
    Ledger,
    Phase,
    Stage,
    gathered,
    login_of,
    set_up,
)
from tests.server.visitors import PASSWORD, sign_in, token

pytestmark = pytest.mark.anyio

Outcome = tuple[int, str] | str
"""Status and code of a refusal, or that it was answered."""

each_endpoint = pytest.mark.parametrize("line", daily(ENDPOINTS, of=3), ids=str)
WITH_OWN = [line for line in ENDPOINTS if OWN in line.answers.values()]
"""What somebody may do with what is his."""
each_message = pytest.mark.parametrize("line", daily(MESSAGES, of=2), ids=str)


def test_every_endpoint_is_in_the_matrix() -> None:
    paths = document()["paths"]
    known = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    lines = [*ENDPOINTS, *FOR_ADMINS_ONLY]
    tried = {(line.method, line.path.replace("{token}", "{token_id}")) for line in lines}
    assert tried == known


def test_every_message_is_in_the_matrix() -> None:
    kinds = [get_args(sent.model_fields["type"].annotation)[0] for sent in get_args(AnySent)]
    assert {line.path for line in MESSAGES} == set(kinds)


# Where and by whom --------------------------------------------------------------------------


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One for all tests."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store, bot_processes=0) as house:
        yield house


@pytest.fixture(scope="module")
def ledger(house: House) -> Iterator[Ledger]:
    ledger = Ledger(house)
    yield ledger
    ledger.close()


async def open_account(person: Person) -> None:
    """Turns a guest into an account."""
    await person.post("/api/me/account", {"login": login_of(person), "password": PASSWORD})


class Stages:
    """Stages that may be used again and again: what is tried there changes nothing."""

    def __init__(self, people: dict[str, Person]) -> None:
        self.people = people
        self.known: dict[tuple[Phase, bool], Stage] = {}

    async def of(self, line: Line) -> Stage:
        """The stage where a line is tried."""
        key = line.phase, line.public
        if key not in self.known:
            self.known[key] = await set_up(self.people, *key)
        return self.known[key]


@pytest.fixture(scope="module")
async def stages(house: House) -> Stages:
    people = await gathered(house)
    await open_account(people["Ann"])
    return Stages(people)


REPEATABLE = ("/note", "/chat", "/rematch", "/tables", "/records", "chat")
"""What one person does does not keep another from doing the same."""


async def own_stages(
    house: House, line: Line, known: Stages
) -> AsyncIterator[tuple[Caller, Stage]]:
    """Everybody who may, on a stage that is changed by it."""
    stage = None
    for caller, wanted in line.answers.items():
        if wanted == OWN:
            if stage is None or not line.path.endswith(REPEATABLE):
                stage = await own_stage(house, line, known)
            yield caller, stage


async def own_stage(house: House, line: Line, known: Stages) -> Stage:
    """A new stage, with new people if these are changed."""
    people = known.people
    if line.path.startswith(("/api/me", "/api/session")):
        people = await gathered(house)
    if line.path.endswith("/password"):
        await open_account(people["Ann"])
    return await set_up(people, line.phase, line.public)


async def ask(house: House, line: Line, stage: Stage, caller: Caller) -> httpx.Response:
    """Asks as the caller."""
    client = house.client() if caller.name == NOBODY else stage[caller.name].client
    address = address_of(line, stage, caller)
    return await client.request(line.method, address, json=body_of(line, stage))


def outcome_of(answer: httpx.Response) -> Outcome:
    if answer.status_code < 400 or answer.status_code == codes.UPGRADE_REQUIRED:
        return OK
    return answer.status_code, answer.json()["error"]["code"]


def check_untold(text: str, line: Line, stage: Stage, caller: Caller) -> None:
    """Nothing that is for others is in an answer."""
    secrets = [stage["Ann"].client.cookies["rondel"]]
    if caller.name != "Ann":
        secrets.append(SECRET_NOTE)
    if caller.name not in ("Ann", "Bob", "Hal"):
        secrets.append(stage.invite)
    if line.answers[caller] == "hidden":
        secrets.append(stage["Bob"].id)
    assert not [secret for secret in secrets if secret in text], f"{caller}: {text}"


# By HTTP ------------------------------------------------------------------------------------


@each_endpoint
async def test_who_may_not_is_refused_and_nothing_changes(
    line: Line, house: House, stages: Stages, ledger: Ledger
) -> None:
    stage = await stages.of(line)
    before = ledger.everything()
    for caller, wanted in line.answers.items():
        if wanted == OWN:
            continue
        answer = await ask(house, line, stage, caller)
        assert outcome_of(answer) == REFUSALS.get(wanted, OK), f"{caller}: {answer.text}"
        assert ledger.everything() == before, caller
        check_untold(answer.text, line, stage, caller)


@pytest.mark.parametrize("line", daily(WITH_OWN, of=8), ids=str)
async def test_who_may_changes_nothing_of_others(
    line: Line, house: House, stages: Stages, ledger: Ledger
) -> None:
    async for caller, stage in own_stages(house, line, stages):
        others = [person for name, person in stage.people.items() if name != caller.name]
        before = [ledger.of(person) for person in others]
        answer = await ask(house, line, stage, caller)
        assert outcome_of(answer) == OK, f"{caller}: {answer.text}"
        assert [ledger.of(person) for person in others] == before, caller


async def test_another_player_only_asks_to_take_back(house: House, stages: Stages) -> None:
    stage = await set_up(stages.people, "running", public=True)
    path = f"/api/tables/{stage.table}"
    told = await stage["Bob"].post(f"{path}/undo", {"position": stage.position, "to": 0})
    assert (told["entries"], told["vote"]["yes"]) == (1, [stage["Bob"].id])
    told = await stage["Ann"].post(f"{path}/vote/answer", {"agree": False})
    assert (told["entries"], told["vote"]) == (1, None)


# With what is not, or no longer, a sign of who one is ---------------------------------------


@dataclass
class Formerly:
    """What Ann was known by once, and what never was hers."""

    cookies: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def headers(self) -> Iterator[tuple[str, dict[str, str]]]:
        """All of it as it is sent, and whose it was."""
        for whose, cookie in self.cookies.items():
            yield f"cookie {whose}", {"cookie": f"rondel={cookie}"}
        for whose, secret in self.tokens.items():
            yield f"token {whose}", {"authorization": f"Bearer {secret}"}


@pytest.fixture(scope="module")
async def formerly(house: House, stages: Stages) -> Formerly:
    ann, found = stages.people["Ann"], Formerly()
    await _withdraw(ann, found)
    await _sign_out(house, ann, found)
    _forge(ann, found)
    return found


async def _withdraw(ann: Person, found: Formerly) -> None:
    found.tokens["withdrawn"] = await token(ann.client)
    last = (await ann.get("/api/me/tokens"))["tokens"][-1]
    await ann.ask("DELETE", f"/api/me/tokens/{last['id']}", status=204)


async def _signed_in(house: House, person: Person) -> httpx.AsyncClient:
    """Somebody at another screen."""
    client = house.client()
    assert (await sign_in(client, login_of(person))).status_code == 200
    return client


async def _sign_out(house: House, ann: Person, found: Formerly) -> None:
    out, everywhere, elsewhere = [await _signed_in(house, ann) for _ in range(3)]
    found.cookies["signed out"] = out.cookies["rondel"]
    found.cookies["signed out everywhere"] = everywhere.cookies["rondel"]
    found.cookies["signed out from elsewhere"] = elsewhere.cookies["rondel"]
    found.tokens["signed out everywhere"] = await token(elsewhere)
    await out.delete("/api/session")
    await everywhere.delete("/api/sessions?tokens=true")
    found.cookies["of the old password"] = (await _signed_in(house, ann)).cookies["rondel"]
    await sign_in(ann.client, login_of(ann))
    await ann.ask("PUT", "/api/me/password", {"old": PASSWORD, "new": "battery staple"}, 204)


def _forge(ann: Person, found: Formerly) -> None:
    good = ann.client.cookies["rondel"]
    secret, _, signature = good.rpartition(".")
    found.cookies["without signature"] = secret
    found.cookies["signed by another"] = Cookies("another secret").sign(secret)
    found.cookies["tampered with"] = f"{secret[:-1]}.{signature}"
    found.cookies["made of her id"] = ann.id
    found.cookies["of garbage"] = '%00."x'
    found.tokens["made up"] = "rondel_" + "A" * 43
    found.tokens["made of her cookie"] = good


@pytest.fixture(scope="module")
async def bobs_token(stages: Stages) -> str:
    return await token(stages.people["Bob"].client)


AT_PUBLIC_TABLES = [line for line in ENDPOINTS if line.public]

UNASKED = {
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /api/bots",
    "GET /api/games/{game}",
    "GET /api/games/{game}/words",
    "GET /api/lessons/{game}",
    "GET /api/puzzles",
    "GET /api/puzzles/{puzzle}",
    "GET /api/puzzles/{puzzle}/solution",
    "POST /api/puzzles/{puzzle}/attempts",
    "GET /api/explorer/{game}",
    "GET /api/rules/{language}",
    "GET /api/rules/examples/tax",
    "GET /api/rules/examples/position",
    "POST /api/session/reset",
    "DELETE /api/session",
}
"""Who asks there is not looked at."""

IN_PERSON = {
    "PUT /api/me/password",
    "GET /api/me/export",
    "POST /api/me/notices/channels/{channel}/confirm",
    "POST /api/me/notices/channels/{channel}/trial",
    "PUT /api/tables/{table}/webhook",
}
"""What a token is not enough for, among what Bob may not do or what changes nothing."""


async def sent(
    client: httpx.AsyncClient, line: Line, stage: Stage, headers: dict[str, str]
) -> httpx.Response:
    """Asks with nothing but these headers."""
    address, body = address_of(line, stage, Caller(NOBODY)), body_of(line, stage)
    answer = await client.request(line.method, address, json=body, headers=headers)
    client.cookies.clear()
    return answer


@pytest.mark.parametrize("line", daily(AT_PUBLIC_TABLES, of=8), ids=str)
async def test_what_is_no_longer_anns_or_never_was_is_worth_nothing(
    line: Line, house: House, stages: Stages, formerly: Formerly, ledger: Ledger
) -> None:
    stage = await stages.of(line)
    client = house.client()
    as_nobody = await sent(client, line, stage, {})
    before = ledger.everything()
    for whose, headers in formerly.headers():
        answer = await sent(client, line, stage, headers)
        if whose.startswith("token") and line.endpoint not in UNASKED:
            assert outcome_of(answer) == (401, "identity/bad_token"), whose
        elif line.for_nobody == OWN:
            assert stage["Ann"].id not in answer.text, whose
        else:
            assert outcome_of(answer) == outcome_of(as_nobody), whose
            assert answer.content == as_nobody.content or line.path == "/metrics", whose
    if line.for_nobody != OWN:
        assert ledger.everything() == before


@pytest.mark.parametrize("line", daily(AT_PUBLIC_TABLES, of=8), ids=str)
async def test_a_token_makes_nobody_but_its_owner(
    line: Line, house: House, stages: Stages, bobs_token: str
) -> None:
    """Bob's token is no more than Bob, and does not count for less beside Ann's cookie."""
    stage, bob = await stages.of(line), Caller("Bob")
    client = house.client()
    if line.answers[bob] == OWN or line.endpoint in UNASKED:
        return
    by_cookie = await ask(house, line, stage, bob)
    bobs = {"authorization": f"Bearer {bobs_token}"}
    for headers in (bobs, {**bobs, "cookie": cookie_of(stage["Ann"])}):
        answer = await sent(client, line, stage, headers)
        if line.endpoint in IN_PERSON:
            assert outcome_of(answer) == (403, "identity/not_by_token")
        else:
            assert outcome_of(answer) == outcome_of(by_cookie)


# From pages of others -----------------------------------------------------------------------

FOREIGN = (
    {"origin": "https://evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
)


def who_may(line: Line, stage: Stage) -> Person:
    """Somebody who is served, if anybody is."""
    served = [caller.name for caller, answer in line.answers.items() if answer in (OK, OWN)]
    return stage[served[0] if served and served[0] != NOBODY else "Ann"]


@pytest.mark.parametrize("line", daily(AT_PUBLIC_TABLES, of=8), ids=str)
async def test_pages_of_others_make_nobody_do_anything(
    line: Line, house: House, stages: Stages, ledger: Ledger
) -> None:
    stage = await stages.of(line)
    client = house.client()
    before = ledger.everything()
    cookie = {"cookie": cookie_of(who_may(line, stage))}
    for foreign in FOREIGN:
        answer = await sent(client, line, stage, {**cookie, **foreign})
        refused = (403, "request/other_origin") if line.changes else OK
        assert outcome_of(answer) == refused, foreign
        assert "access-control-allow-origin" not in answer.headers
    assert ledger.everything() == before


# By WebSocket -------------------------------------------------------------------------------


def live_at(house: House, stage: Stage, headers: dict[str, str], invited: bool = False) -> connect:
    """A connection to the table, for `async with`."""
    query = f"?invite={stage.invite}" if invited else ""
    uri = f"ws://{house.address}/api/tables/{stage.table}/live{query}"
    return connect(uri, additional_headers=headers, max_size=None)


async def reply_to(socket: ClientConnection, line: Line, stage: Stage) -> str:
    """What comes of a message: the code of a refusal, or that there was none."""
    # What is told of its own accord comes first.
    await _heard(socket, {"presence"})
    body = body_of(line, stage) or {}
    await socket.send(json.dumps({"type": line.path, "ref": "this", **body}))
    told = await _heard(socket, {"done", "consequences", "position", "refused"})
    return told["error"]["code"] if told["type"] == "refused" else OK


async def _heard(socket: ClientConnection, kinds: set[str]) -> Json:
    while True:
        told: Json = json.loads(await socket.recv())
        check_message(told, "LiveTold")
        if told["type"] in kinds:
            return told


async def outcome_by_live(house: House, line: Line, stage: Stage, caller: Caller) -> str:
    """What comes of a message, or of the connection itself."""
    named = caller.name != NOBODY
    headers = {"Cookie": cookie_of(stage[caller.name])} if named else {}
    try:
        async with live_at(house, stage, headers, caller.invited) as socket:
            return await reply_to(socket, line, stage)
    except InvalidStatus as refused:
        return code_in(refused)


def code_in(refused: InvalidStatus) -> str:
    """Why a connection did not come about."""
    code: str = json.loads(refused.response.body or b"")["error"]["code"]
    return code


@each_message
async def test_a_message_of_who_may_not_is_refused_and_nothing_changes(
    line: Line, house: House, stages: Stages, ledger: Ledger
) -> None:
    stage = await stages.of(line)
    before = ledger.everything()
    for caller, wanted in line.answers.items():
        if wanted != OWN:
            code = REFUSALS[wanted][1] if wanted != OK else OK
            assert await outcome_by_live(house, line, stage, caller) == code, caller
            assert ledger.everything() == before, caller


@pytest.mark.parametrize("line", [e for e in MESSAGES if OWN in e.answers.values()], ids=str)
async def test_a_message_of_who_may_is_carried_out(
    line: Line, house: House, stages: Stages
) -> None:
    async for caller, stage in own_stages(house, line, stages):
        assert await outcome_by_live(house, line, stage, caller) == OK, caller


ACT = next(line for line in MESSAGES if line.path == "act")


async def test_who_connects_with_what_is_no_longer_anns_is_nobody(
    house: House, stages: Stages, formerly: Formerly, ledger: Ledger
) -> None:
    stage = await stages.of(ACT)
    before = ledger.everything()
    for whose, headers in formerly.headers():
        if whose.startswith("token"):
            with pytest.raises(InvalidStatus) as refused:
                await live_at(house, stage, headers)
            assert refused.value.response.status_code == 401
            assert code_in(refused.value) == "identity/bad_token", whose
        else:
            async with live_at(house, stage, headers) as socket:
                assert await reply_to(socket, ACT, stage) == "identity/nobody", whose
    assert ledger.everything() == before


async def test_who_connects_with_a_token_is_its_owner(
    house: House, stages: Stages, bobs_token: str
) -> None:
    stage = await stages.of(ACT)
    headers = {"authorization": f"Bearer {bobs_token}"}
    async with live_at(house, stage, headers) as socket:
        assert await reply_to(socket, ACT, stage) == "seat/not_yours"


async def test_pages_of_others_do_not_connect(house: House, stages: Stages) -> None:
    stage = await stages.of(ACT)
    for foreign in FOREIGN:
        for cookie in ({"cookie": cookie_of(stage["Ann"])}, {}):
            with pytest.raises(InvalidStatus) as refused:
                await live_at(house, stage, {**cookie, **foreign})
            assert refused.value.response.status_code == 403
            assert code_in(refused.value) == "request/other_origin"
