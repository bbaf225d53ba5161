"""Requests made from the API document, led to tables in every state, and what must hold then.

`test_every_request` and `test_fuzz` send some of them, always the same; `tests.server.long_fuzz`
many more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import normalize
from zlib import crc32

import httpx
import requests
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import strategies as st
from schemathesis import Case, CheckContext, Config, GenerationMode, Response, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import negative_data_rejection
from schemathesis.specs.openapi.schemas import OpenApiSchema

from rondel.narration.choices import MOST_TOLD
from rondel.server.people.identity import COOKIE
from tests.server import documented
from tests.server.house import House, Json, Person, opened_house
from tests.server.stages import Stage, set_stage
from tests.server.stores import StoreWatch, check_store

Request = Case[Any]
"""A request made from the document, and how it was made."""


@dataclass
class Budget:
    """How much is sent."""

    examples: int = 10
    """Requests drawn for each operation, beside those at the limits of its parameters."""
    seed: int = 1
    sent: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often which operation gave which status."""


BUDGET: Final = Budget()

TRIES: Final = 4
"""Plans, reviews and tournaments that were asked for go on by themselves: what is refused and
yet changes something does so each time."""
PATIENCE: Final = 60.0
"""Seconds until an answer, on a busy machine."""
NO_JUDGE: Final = 503
"""The answer to who asks for an analysis, in a house without processes to think in."""


def document() -> OpenApiSchema:
    """The API document of the app, ready to draw requests from."""
    schema = openapi.from_dict(deepcopy(documented.document()), config=Config(seed=BUDGET.seed))
    schema.config.generation.update(max_examples=BUDGET.examples, database="none")
    # What the document allows may still be impossible as things stand.
    schema.config.checks.update(excluded_check_names=["positive_data_acceptance"])
    return schema


def at_tables(schema: OpenApiSchema) -> st.SearchStrategy[Request]:
    """All that can be asked of a table, in a form the document allows."""
    operations = [one for path in schema if "{table}" in path for one in schema[path].values()]
    drawn = [one.as_strategy(generation_mode=GenerationMode.POSITIVE) for one in operations]
    return st.one_of(drawn)


# Requests -----------------------------------------------------------------------------------


class Attack:
    """Sends requests to a house and looks what they do to it."""

    def __init__(self, portal: BlockingPortal, house: House, url: str) -> None:
        self._portal = portal
        self._house = house
        self._watch = StoreWatch(url) if url.startswith("sqlite") else None
        self._session = requests.Session()
        self._stages: dict[str, Stage] = {}

    def stage(self, name: str, with_tables: bool = True) -> Stage:
        """The stage with a name; it is set when it is first needed."""
        if name not in self._stages:
            self._stages[name] = self._portal.call(set_stage, self._house, with_tables)
        return self._stages[name]

    def stage_of(self, case: Request) -> Stage:
        """People and tables that only requests of one kind have to do with."""
        with_tables = "{table}" in case.path
        name = f"GET {with_tables}" if case.method == "GET" else case.operation.label
        return self.stage(name, with_tables)

    def send(self, case: Request, stage: Stage, person: Person | None) -> None:
        """Sends a request, led to a table on the stage, and checks the answer."""
        table = lead_path(case.path_parameters, stage.tables)
        lead_query(case.query, table)
        if table is not None and is_positive(case) and isinstance(case.body, dict):
            lead_names(case.body, stage)
            self._lead_decision(case.body, person or stage.ann, table["id"])
        cookie = person and person.client.cookies.get(COOKIE)
        answer = self._answer(case, {"Cookie": f"{COOKIE}={cookie}"} if cookie else {})
        if person is not None:
            keep_cookie(person, answer)
        if answer.status_code == 201 and "{table}" in case.path and is_table(told := answer.json()):
            stage.add(told)

    def _answer(self, case: Request, headers: dict[str, str]) -> Response:
        for _ in range(TRIES):
            answer, has_changed = self._sent(case, headers)
            if not (has_changed and is_harmless(case, answer)):
                break
        else:
            raise AssertionError(f"{answer.status_code}, and yet something has changed")
        case.validate_response(
            answer,
            additional_checks=[one_shape, understood],
            excluded_checks=[
                *([negative_data_rejection] if is_shortened(case) else []),
                *([not_a_server_error] if lacks_judge(case, answer) else []),
            ],
            headers=headers,
            transport_kwargs={"session": self._session, "timeout": PATIENCE},
        )
        return answer

    def _sent(self, case: Request, headers: dict[str, str]) -> tuple[Response, bool]:
        """The answer, and whether something has changed meanwhile."""
        before, address = self._version(), f"http://{self._house.address}"
        answer = case.call(address, self._session, headers, timeout=PATIENCE)
        self._session.cookies.clear()
        BUDGET.sent[case.operation.label, answer.status_code] += 1
        return answer, self._version() != before

    def _version(self) -> int:
        """Differs after every change, where that can be told."""
        return self._watch.version() if self._watch else 0

    def _lead_decision(self, body: Json, person: Person, table: str) -> None:
        """Makes every second decision one of the legal ones of the current position."""
        number = int(body.get("position", 1))
        if number % 2:
            return
        answer = self._portal.call(person.client.get, f"/api/tables/{table}/position?facts=false")
        if answer.status_code != 200:
            return
        told = answer.json()
        body["position"] = told["position"]
        choices = [choice["entry"] for choice in told["choices"]]
        if "entry" in body and choices:
            body["entry"] = choices[number // 2 % len(choices)]
        if "entries" in body and choices:
            body["entries"] = choices[:MOST_TOLD]

    def check_store(self) -> None:
        """Every table is as it must be."""
        self._portal.call(check_store, self._house.app.state.server.database)

    def close(self) -> None:
        """Sends nothing more."""
        self._session.close()
        if self._watch:
            self._watch.close()


@contextmanager
def attacked_house(url: str) -> Iterator[Attack]:
    """A house whose bots never decide, so that nothing changes but by requests."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(opened_house(url, bot_processes=0)) as house,
    ):
        attack = Attack(portal, house, url)
        try:
            yield attack
        finally:
            attack.close()


# Values that the document allows give way to others that lead further ------------------------


def is_positive(case: Request) -> bool:
    """Whether the document allows this request."""
    return case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE


def is_harmless(case: Request, answer: Response) -> bool:
    """Whether nothing may change by a request that was answered so."""
    return case.method == "GET" or answer.status_code >= 400


def lacks_judge(case: Request, answer: Response) -> bool:
    """Whether an analysis was asked for, which nobody is there to make."""
    return answer.status_code == NO_JUDGE and "analysis" in case.path


def is_table(told: Json) -> bool:
    """Whether something that was made is a table."""
    return "seats" in told


def is_number(value: object) -> bool:
    """Whether a whole number is one that positions and entries can have."""
    return type(value) is int and 0 <= value < 2**31


def lead_path(values: Json, tables: list[Json]) -> Json | None:
    """Puts an existing table in place of one that might exist; tells which."""
    for name, most in (("entries", 5), ("seat", 4)):
        if is_number(values.get(name)):
            values[name] %= most
    id = values.get("table")
    if not isinstance(id, str) or not 0 < len(id) <= 32 or id.strip("0123456789abcdef"):
        return None
    table = tables[crc32(id.encode()) % len(tables)]
    values["table"] = table["id"]
    return table


def lead_query(values: Json, table: Json | None) -> None:
    """Keeps waiting short and numbers small, and brings an invitation now and then."""
    if isinstance(values.get("wait"), int | float) and 0 < values["wait"] <= 50:
        values["wait"] = 0.01
    for name in ("since", "after", "last"):
        if is_number(values.get(name)):
            values[name] %= 16
    invite = values.get("invite")
    if table is not None and isinstance(invite, str) and len(invite) % 2 == 0:
        values["invite"] = table["invite"]


def lead_names(body: Json, stage: Stage) -> None:
    """Names somebody who is there, and every second time a bot that is."""
    if "user" in body:
        body["user"] = stage.bob.id
    for key in ("bot", "fill"):
        if body.get(key) and len(body[key]) % 2 == 0:
            body[key] = "random"


def keep_cookie(person: Person, answer: Response) -> None:
    """Does with the cookie of an answer what a browser does."""
    for line in answer.headers.get("set-cookie", ()):
        name, _, value = line.partition(";")[0].partition("=")
        if name == COOKIE:
            person.client.cookies = httpx.Cookies({COOKIE: value.strip('"')})


def is_shortened(case: Request) -> bool:
    """Whether a text is longer as it is sent than as the server counts: names are tidied first."""
    texts = texts_in([case.body, case.query])
    return any(len(normalize("NFC", text).strip()) < len(text) for text in texts)


def texts_in(value: object) -> Iterator[str]:
    """All texts in a value, but for keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts_in(item)


# Answers ------------------------------------------------------------------------------------


def one_shape(ctx: CheckContext, response: Response, case: Request) -> None:
    """Every refusal has a code and a sentence, and nothing beside the error."""
    if response.status_code < 400:
        return
    told = response.json()
    assert list(told) == ["error"]
    assert "/" in told["error"]["code"]
    assert told["error"]["message"].endswith(".")


def understood(ctx: CheckContext, response: Response, case: Request) -> None:
    """What the document allows is refused for its meaning, not for its form.

    It cannot tell which characters of a name are seen and kept, and that 2.0 is no whole number.
    """
    if not is_positive(case) or response.status_code != 422:
        return
    error = response.json()["error"]
    if error["code"] == "request/invalid":
        for fault in error["faults"]:
            assert fault["message"].startswith(("Value error", "String", "Input should be a valid"))
