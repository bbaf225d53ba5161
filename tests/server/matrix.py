"""Who may do what, as tables: all endpoints and messages by all kinds of callers.

The people are those of `roles`. A + behind a name: comes with the invite. The answers are:

- `ok`: it is answered, if only that this is a WebSocket, and nothing changes;
- `own`: it is done, and changes only what is one's own to change;
- others: it is refused with that code, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from rondel.puzzles import library
from tests.server.house import Json
from tests.server.roles import ANNS_SEAT, FREE_SEAT, NOBODY, NOWHERE, Phase, Stage
from tests.server.visitors import PASSWORD

OK, OWN = "ok", "own"

PUZZLE = next(iter(library()))
"""The puzzle that is asked about."""

REFUSALS = {
    "name": (401, "identity/nobody"),
    "login": (401, "identity/wrong_login"),
    "seat": (403, "seat/not_yours"),
    "none": (403, "seat/none"),
    "host": (403, "table/not_host"),
    "others": (409, "table/not_alone"),
    "room": (403, "chat/room"),
    "kicked": (403, "seat/kicked"),
    "cash": (403, "position/secret"),
    "link": (403, "identity/bad_link"),
    "cookie": (403, "identity/not_by_token"),
    "admin": (403, "admin/only"),
    "hidden": (404, "table/unknown"),
    "token": (404, "identity/no_such_token"),
    "plan": (404, "plan/unknown"),
    "channel": (404, "channel/unknown"),
    "unsent": (409, "channel/not_reached"),
    "guest": (409, "identity/no_account"),
    "undo": (409, "undo/nothing"),
    "people": (409, "hint/people"),
    "study": (409, "study/secret"),
    "early": (409, "table/not_over"),
    "played": (409, "analysis/running"),
    "taken": (409, "seat/taken"),
    "cup": (403, "tournament/not_host"),
    "out": (409, "tournament/not_entered"),
}
"""Status and code by their names in the tables."""

AT_A_PUBLIC_TABLE = """
                                        Ann    Bob    Hal    Cid    Dan    Fay    Sam    -
running GET    .                        ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./position               ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./log                    ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./presence               ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./live                   ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./record                 ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./positions/{entries}    ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./positions              ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./entries                ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./changes                ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./course                 ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./picture                ok     ok     ok     ok     ok     ok     ok     ok
running GET    ./note                   ok     ok     ok     ok     ok     ok     ok     name
running PUT    ./note                   own    own    own    own    own    own    own    name
running POST   ./actions                own    seat   seat   seat   seat   seat   seat   name
running POST   ./actions donation       own    seat   seat   seat   seat   seat   seat   name
running POST   ./consequences           ok     cash   cash   cash   cash   cash   cash   name
running POST   ./plan                   ok     seat   seat   seat   seat   seat   seat   name
running GET    ./plans                  ok     ok     none   none   none   none   none   name
running POST   ./plans                  own    seat   none   none   none   none   none   name
running DELETE ./plans/{plan}           plan   plan   plan   plan   plan   plan   plan   name
running POST   ./hint                   people seat   seat   seat   seat   seat   seat   name
running POST   ./undo                   own    undo   none   none   none   none   none   name
running POST   ./undo all               own    own    none   none   none   none   none   name
running POST   ./vote                   own    own    none   none   none   none   none   name
voting  POST   ./vote/answer            own    own    none   none   none   none   none   name
running POST   ./return                 ok     ok     none   none   none   none   none   name
running POST   ./chat                   own    own    own    room   room   room   room   name
running POST   ./chat gallery           room   room   room   own    own    own    own    name
running PUT    ./mute                   host   host   own    host   host   host   host   name
running PUT    ./hidden                 own    own    own    none   none   none   none   name
running GET    ./notices                ok     ok     ok     ok     ok     ok     ok     name
running PUT    ./notices                own    own    none   none   none   none   none   name
running PUT    ./webhook                host   host   own    host   host   host   host   name
running DELETE ./webhook                host   host   channel host  host   host   host   name
running DELETE .                        host   host   others host   host   host   host   name
running POST   ./studies                study  study  study  study  study  study  study  name
running POST   ./seats/{seat}/take      taken  taken  taken  taken  taken  taken  taken  name
running POST   ./seats/{seat}/take free own    own    own    own    own    kicked own    name
running POST   ./seats/{seat}/leave     own    seat   seat   seat   seat   seat   seat   name
open    POST   ./seats/{seat}/take      taken  taken  taken  taken  taken  taken  taken  name
open    POST   ./seats/{seat}/take free own    own    own    own    own    kicked own    name
open    POST   ./seats/{seat}/leave     own    seat   seat   seat   seat   seat   seat   name
open    PUT    ./seats/{seat}           host   host   own    host   host   host   host   name
open    PATCH  .                        host   host   own    host   host   host   host   name
open    POST   ./start                  host   host   own    host   host   host   host   name
over    DELETE .                        host   host   others host   host   host   host   name
over    POST   ./rematch                own    own    none   none   none   none   none   name
running GET    ./review                 ok     ok     ok     ok     ok     ok     ok     ok
running POST   ./review                 early  early  early  early  early  early  early  name
running POST   ./analysis               played played played played played played played name
over    GET    ./review                 ok     ok     ok     ok     ok     ok     ok     ok
over    POST   ./review                 own    own    own    own    own    own    own    name
over    GET    ./ratings                ok     ok     ok     ok     ok     ok     ok     ok
"""

AT_A_PRIVATE_TABLE = """
                                        Cid    Dan    Sam    Sam+   Fay    Fay+   -      -+
running GET    .                        ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./position               ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./log                    ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./presence               ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./live                   ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./record                 ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./positions/{entries}    ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./positions              ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./entries                ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./changes                ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./course                 ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./picture                ok     ok     hidden ok     hidden ok     hidden ok
running GET    ./note                   ok     ok     hidden ok     hidden ok     name   name
running PUT    ./note                   own    own    hidden own    hidden own    name   name
running POST   ./actions                seat   seat   hidden hidden hidden hidden name   name
running POST   ./actions donation       seat   seat   hidden hidden hidden hidden name   name
running POST   ./consequences           cash   cash   hidden cash   hidden cash   name   name
running POST   ./plan                   seat   seat   hidden hidden hidden hidden name   name
running GET    ./plans                  none   none   hidden hidden hidden hidden name   name
running POST   ./plans                  none   none   hidden hidden hidden hidden name   name
running DELETE ./plans/{plan}           plan   plan   hidden hidden hidden hidden name   name
running POST   ./hint                   seat   seat   hidden hidden hidden hidden name   name
running POST   ./undo                   none   none   hidden hidden hidden hidden name   name
running POST   ./undo all               none   none   hidden hidden hidden hidden name   name
running POST   ./vote                   none   none   hidden hidden hidden hidden name   name
voting  POST   ./vote/answer            none   none   hidden hidden hidden hidden name   name
running POST   ./return                 none   none   hidden hidden hidden hidden name   name
running POST   ./chat                   room   room   hidden room   hidden room   name   name
running POST   ./chat gallery           own    own    hidden own    hidden own    name   name
running PUT    ./mute                   host   host   hidden hidden hidden hidden name   name
running PUT    ./hidden                 none   none   hidden hidden hidden hidden name   name
running GET    ./notices                ok     ok     hidden hidden hidden hidden name   name
running PUT    ./notices                none   none   hidden hidden hidden hidden name   name
running PUT    ./webhook                host   host   hidden hidden hidden hidden name   name
running DELETE ./webhook                host   host   hidden hidden hidden hidden name   name
running DELETE .                        host   host   hidden hidden hidden hidden name   name
running POST   ./studies                study  study  hidden study  hidden study  name   name
running POST   ./seats/{seat}/take      taken  taken  hidden taken  hidden taken  name   name
running POST   ./seats/{seat}/take free own    own    hidden own    hidden kicked name   name
running POST   ./seats/{seat}/leave     seat   seat   hidden hidden hidden hidden name   name
open    POST   ./seats/{seat}/take      taken  taken  hidden taken  hidden taken  name   name
open    POST   ./seats/{seat}/take free own    own    hidden own    hidden kicked name   name
open    POST   ./seats/{seat}/leave     seat   seat   hidden hidden hidden hidden name   name
open    PUT    ./seats/{seat}           host   host   hidden hidden hidden hidden name   name
open    PATCH  .                        host   host   hidden hidden hidden hidden name   name
open    POST   ./start                  host   host   hidden hidden hidden hidden name   name
over    POST   ./rematch                none   none   hidden hidden hidden hidden name   name
running GET    ./review                 ok     ok     hidden ok     hidden ok     hidden ok
running POST   ./review                 early  early  hidden early  hidden early  name   name
running POST   ./analysis               played played hidden played hidden played name   name
over    GET    ./review                 ok     ok     hidden ok     hidden ok     hidden ok
over    POST   ./review                 own    own    hidden own    hidden own    name   name
over    GET    ./ratings                ok     ok     hidden ok     hidden ok     hidden ok
"""

ELSEWHERE = """
                                        Ann    Bob    -
open    GET    /api/tables              ok     ok     ok
open    GET    /api/tables mine         ok     ok     ok
open    GET    /api/watch               ok     ok     ok
open    POST   /api/tables              own    own    name
open    POST   /api/records             own    own    name
open    GET    /api/bots                ok     ok     ok
open    GET    /api/games/{game}        ok     ok     ok
open    GET    /api/games/{game}/words  ok     ok     ok
open    POST   /api/games/{game}/positions ok  ok     name
open    GET    /api/lessons/{game}      ok     ok     ok
open    POST   /api/lessons/{game}/tables lesson own own name
open    GET    /api/puzzles             ok     ok     ok
open    GET    /api/puzzles/{puzzle}    ok     ok     ok
open    GET    /api/puzzles/{puzzle}/solution ok ok    ok
open    POST   /api/puzzles/{puzzle}/attempts ok ok    ok
open    POST   /api/puzzles/{puzzle}/tables puzzle own own name
open    GET    /api/explorer/{game}     ok     ok     ok
open    POST   /api/explorer/{game}/tables opening own own name
open    GET    /api/rules/{language}    ok     ok     ok
open    GET    /api/rules/examples/tax  ok     ok     ok
open    GET    /api/rules/examples/position ok ok ok
open    GET    /api/me                  ok     ok     ok
open    POST   /api/me                  own    own    own
open    POST   /api/me/account          own    own    name
open    PUT    /api/me/password         own    guest  name
open    POST   /api/session             login  login  login
open    DELETE /api/session             own    own    ok
open    DELETE /api/sessions            own    own    name
open    POST   /api/session/reset       link   link   link
open    GET    /api/me/export           ok     ok     name
open    POST   /api/me/delete           own    own    name
open    POST   /api/reports             own    own    name
open    GET    /api/me/reports          ok     ok     name
open    GET    /api/me/notices          ok     ok     name
open    POST   /api/me/notices/channels own    own    name
open    DELETE /api/me/notices/channels/{channel} own channel name
open    POST   /api/me/notices/channels/{channel}/confirm ok channel name
open    POST   /api/me/notices/channels/{channel}/trial unsent channel name
open    PUT    /api/me/notices/wishes   own    own    name
open    PUT    /api/me/vacation         own    own    name
open    GET    /api/me/tokens           ok     ok     name
open    POST   /api/me/tokens           own    own    name
open    DELETE /api/me/tokens/{token}   own    token  name
open    GET    /api/people/{person}     ok     ok     ok
open    GET    /api/people/{person}/games ok   ok     ok
open    PUT    /api/people/{person}/tie own    own    name
open    DELETE /api/people/{person}/tie ok     ok     name
open    GET    /api/me/people           ok     ok     name
open    PUT    /api/me/profile          own    own    name
open    GET    /api/ratings/{game}      ok     ok     ok
open    GET    /api/tournaments         ok     ok     ok
open    POST   /api/tournaments cup     own    own    name
open    GET    /api/tournaments/{tournament} ok ok    ok
open    PUT    /api/tournaments/{tournament}/entry own own name
open    DELETE /api/tournaments/{tournament}/entry out out name
open    PUT    /api/tournaments/{tournament}/bots cup cup name
open    POST   /api/tournaments/{tournament}/start cup cup name
open    POST   /api/tournaments/{tournament}/close cup cup name
open    GET    /healthz                 ok     ok     ok
open    GET    /readyz                  ok     ok     ok
open    GET    /metrics                 ok     ok     ok
"""

# Ada looks after the server, Rex did once; Ban is banned, and so is whoever comes with his cookie.
# A * behind a name: comes with a token. Ann has an account, and Hal is the host of the table.
# Where it is about somebody, that is a fifth, who is muted and banned where it says barred.
FOR_ADMINS = """
                                                 Ada Ada*   Rex   Ann   Ann*   Bob   Hal   Ban  -
open   GET    ~/people                           ok  cookie admin admin cookie admin admin name name
open   GET    ~/people/{person}                  ok  cookie admin admin cookie admin admin name name
open   PUT    ~/people/{person}/mute             own cookie admin admin cookie admin admin name name
barred DELETE ~/people/{person}/mute             own cookie admin admin cookie admin admin name name
open   PUT    ~/people/{person}/ban              own cookie admin admin cookie admin admin name name
barred DELETE ~/people/{person}/ban              own cookie admin admin cookie admin admin name name
open   POST   ~/people/{person}/reset            own cookie admin admin cookie admin admin name name
open   GET    ~/tables                           ok  cookie admin admin cookie admin admin name name
open   POST   ~/tables/{table}/close             own cookie admin admin cookie admin admin name name
open   PUT    ~/tables/{table}/host              own cookie admin admin cookie admin admin name name
open   POST   ~/tables/{table}/seats/{seat}/free own cookie admin admin cookie admin admin name name
open   GET    ~/reports                          ok  cookie admin admin cookie admin admin name name
open   POST   ~/reports/{report}/settle          own cookie admin admin cookie admin admin name name
open   GET    ~/notices                          ok  cookie admin admin cookie admin admin name name
open   GET    ~/audit                            ok  cookie admin admin cookie admin admin name name
"""

MESSAGES_AT_A_PUBLIC_TABLE = """
                                        Ann    Bob    Hal    Cid    Dan    Fay    Sam    -
running SEND   position                 ok     ok     ok     ok     ok     ok     ok     ok
running SEND   seat                     ok     ok     ok     ok     ok     ok     ok     ok
running SEND   act                      own    seat   seat   seat   seat   seat   seat   name
running SEND   act donation             own    seat   seat   seat   seat   seat   seat   name
running SEND   consequences             ok     cash   cash   cash   cash   cash   cash   name
running SEND   undo                     own    undo   none   none   none   none   none   name
running SEND   undo all                 own    own    none   none   none   none   none   name
running SEND   propose                  own    own    none   none   none   none   none   name
voting  SEND   answer                   own    own    none   none   none   none   none   name
running SEND   return                   ok     ok     none   none   none   none   none   name
running SEND   chat                     own    own    own    room   room   room   room   name
running SEND   chat gallery             room   room   room   own    own    own    own    name
"""

# A connection without the invite does not come about: `hidden` for whatever it would send.
MESSAGES_AT_A_PRIVATE_TABLE = """
                                        Cid    Dan    Sam    Sam+   Fay    Fay+   -      -+
running SEND   position                 ok     ok     hidden ok     hidden ok     hidden ok
running SEND   seat                     ok     ok     hidden ok     hidden ok     hidden ok
running SEND   act                      seat   seat   hidden hidden hidden hidden hidden name
running SEND   act donation             seat   seat   hidden hidden hidden hidden hidden name
running SEND   consequences             cash   cash   hidden cash   hidden cash   hidden name
running SEND   undo                     none   none   hidden hidden hidden hidden hidden name
running SEND   undo all                 none   none   hidden hidden hidden hidden hidden name
running SEND   propose                  none   none   hidden hidden hidden hidden hidden name
voting  SEND   answer                   none   none   hidden hidden hidden hidden hidden name
running SEND   return                   none   none   hidden hidden hidden hidden hidden name
running SEND   chat                     room   room   hidden room   hidden room   hidden name
running SEND   chat gallery             own    own    hidden own    hidden own    hidden name
"""


# Reading them -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Caller:
    """A column."""

    name: str
    invited: bool = False


@dataclass(frozen=True)
class Line:
    """Something to ask for, and what each caller is answered."""

    public: bool
    phase: Phase
    method: str
    path: str
    variant: str
    answers: dict[Caller, str]

    def __str__(self) -> str:
        kind = "public" if self.public else "private"
        return " ".join(filter(None, [self.endpoint, self.variant, self.phase, kind]))

    @property
    def endpoint(self) -> str:
        """Method and path."""
        return f"{self.method} {self.path}"

    @property
    def for_nobody(self) -> str:
        """What somebody without a name is answered."""
        return self.answers[Caller(NOBODY)]

    @property
    def changes(self) -> bool:
        """Whether it is there to change something."""
        return self.method != "GET"


def lines_of(matrix: str, public: bool) -> list[Line]:
    """The lines of a table above."""
    head, *rows = matrix.strip("\n").splitlines()
    callers = [Caller(name.rstrip("+"), name.endswith("+")) for name in head.split()]
    return [_line(row.split(), callers, public) for row in rows]


def _line(words: list[str], callers: list[Caller], public: bool) -> Line:
    phase: Any = words[0]
    path = words[2].replace(".", "/api/tables/{table}", 1).replace("~", "/api/admin", 1)
    *variant, first = words[3 : len(words) - len(callers) + 1]
    answers = [first, *words[len(words) - len(callers) + 1 :]]
    return Line(
        public,
        phase,
        words[1],
        path,
        "".join(variant),
        dict(zip(callers, answers, strict=True)),
    )


ENDPOINTS = [
    *lines_of(AT_A_PUBLIC_TABLE, True),
    *lines_of(AT_A_PRIVATE_TABLE, False),
    *lines_of(ELSEWHERE, True),
]
FOR_ADMINS_ONLY = lines_of(FOR_ADMINS, True)
MESSAGES = [
    *lines_of(MESSAGES_AT_A_PUBLIC_TABLE, True),
    *lines_of(MESSAGES_AT_A_PRIVATE_TABLE, False),
]


# What is sent -------------------------------------------------------------------------------

RECORD = {
    "format": "rondel-record",
    "version": 1,
    "game": "imperial2030",
    "rules_version": 1,
    "options": {},
    "players": ["A", "B"],
    "start": {"deal": {"A": ["russia"], "B": ["china"]}},
    "actions": [],
}

DONATION = {"decision": "donate", "actor": "Dan", "choice": {"nation": "russia", "amount": 1}}
"""From the cash of Ann's seat, which is still called Dan."""

BODIES: dict[str, Callable[[Stage], Json]] = {
    "actions": lambda stage: {"position": stage.position, "entry": stage.entry},
    "actions donation": lambda stage: {"position": stage.position, "entry": DONATION},
    "consequences": lambda stage: {"position": stage.position, "entries": [stage.entry]},
    "plan": lambda stage: {"position": stage.position, "entries": [stage.entry]},
    "plans": lambda stage: {"kind": "let_pass", "seat": ANNS_SEAT},
    "hint": lambda stage: {"position": stage.position},
    "undo": lambda stage: {"position": stage.position},
    "undo all": lambda stage: {"position": stage.position, "to": 0},
    "seat": lambda stage: {"seat": 0},
    "vote": lambda stage: {"kind": "pause"},
    "answer": lambda stage: {"agree": True},
    "chat": lambda stage: {"room": "table", "text": "Hello"},
    "chat gallery": lambda stage: {"room": "gallery", "text": "Hello"},
    "mute": lambda stage: {"user": stage["Bob"].id, "muted": True},
    "note": lambda stage: {"text": "Mine"},
    "notices": lambda stage: {"mode": "off"},
    "webhook": lambda stage: {"address": NOWHERE},
    "channels": lambda stage: {"kind": "webhook", "name": "Mine", "address": NOWHERE},
    "confirm": lambda stage: {"code": "123456"},
    "wishes": lambda stage: {"language": "it"},
    "vacation": lambda stage: {"until": None},
    "hidden": lambda stage: {"hidden": True},
    "studies": lambda stage: {"entries": 0},
    "review": lambda stage: {"anew": False},
    "analysis": lambda stage: {"entries": 0},
    "take": lambda stage: {},
    "take free": lambda stage: {},
    "{seat}": lambda stage: {"kind": "open"},
    "{table}": lambda stage: {"name": "Mine"},
    "start": lambda stage: {"fill": "banker"},
    "tables lesson": lambda stage: {"entries": 0},
    "tables opening": lambda stage: {"setup": "standard", "players": 4, "number": 1},
    "attempts": lambda stage: {"choice": library()[PUZZLE].puzzle["choices"][0]["choice"]},
    "tables": lambda stage: {"game": "imperial", "seats": [{"kind": "me"}, {"kind": "me"}]},
    "records": lambda stage: RECORD,
    "positions": lambda stage: {"players": ["A", "B"], "position": {}},
    "me": lambda stage: {"name": "Ann"},
    "account": lambda stage: {"login": f"new-{stage.table}", "password": PASSWORD},
    "password": lambda stage: {"old": PASSWORD, "new": f"{PASSWORD} again"},
    "session": lambda stage: {"login": stage.login, "password": "a wild guess"},
    "tokens": lambda stage: {"name": "bot"},
    "reset": lambda stage: {"secret": "A" * 43, "password": PASSWORD},
    "delete": lambda stage: {"password": PASSWORD},
    "tournaments cup": lambda stage: {"name": "Mine", "game": "imperial"},
    "bots": lambda stage: {"bot": "banker", "number": 2},
    "tie": lambda stage: {"kind": "block"},
    "profile": lambda stage: {"audience": "friends"},
    "reports": lambda stage: {"reason": "Insults", "table": stage.table},
}
"""By the last part of a path and its variant: what would be right for the one who may."""

ENDPOINT_OF = {"act": "actions", "propose": "vote"}
"""Messages that are called otherwise than the endpoint that does the same."""


def body_of(line: Line, stage: Stage) -> Json | None:
    """What is sent."""
    last = line.path.rpartition("/")[2]
    body = BODIES.get(f"{ENDPOINT_OF.get(last, last)} {line.variant}".strip())
    return None if body is None or line.method in ("GET", "DELETE") else body(stage)


def address_of(line: Line, stage: Stage, caller: Caller) -> str:
    """Where it is sent to."""
    seat = FREE_SEAT if line.variant == "free" else ANNS_SEAT
    parts = {"table": stage.table, "seat": seat, "entries": 1, "token": stage.token}
    parts |= {"channel": stage.channel, "plan": "0f"}
    query = {"list": "mine"} if line.variant == "mine" else {}
    if caller.invited:
        query["invite"] = stage.invite
    fixed = {"game": "imperial2030", "language": "en", "puzzle": PUZZLE}
    fixed |= {"person": stage["Sam"].id, "tournament": stage.tournament}
    return str(httpx.URL(line.path.format(**parts, **fixed), params=query))
