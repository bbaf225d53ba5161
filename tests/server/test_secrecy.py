"""With secret cash nobody is told what others have, until the game is over."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect

from rondel import engine
from rondel.records import replay
from tests.server.documented import document
from tests.server.house import House, Json, Person, opened_house
from tests.server.logbooks import lines_of, logging_to
from tests.server.visitors import PASSWORD, sign_in, token
from tests.server.waiting import until
from tests.server.witnesses import (
    AT_THE_TABLE,
    CASH,
    PEEKS,
    SPREAD,
    Witness,
    check_kept,
    leaks_in,
    peek,
    pry,
    secret_record,
    witness,
)

pytestmark = pytest.mark.anyio


def test_everything_there_is_to_look_at_is_looked_at() -> None:
    paths = document()["paths"]
    found = {path for path, methods in paths.items() if "get" in methods}
    # Everybody listens there, all the time.
    assert set(PEEKS) == found - {"/api/tables/{table}/live"}


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One for all tests."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store) as house:
        yield house


# A game -------------------------------------------------------------------------------------


class Game:
    """A game with secret cash: Ann plays A, Bob plays B and Cid plays C; some look on."""

    def __init__(self, table: Json, witnesses: Sequence[Witness]) -> None:
        self.table = table
        self.witnesses = witnesses
        self.ann, self.bob, self.cid, *self.spectators = witnesses
        self.path = f"/api/tables/{table['id']}"
        self.looked_at = 0
        """Bytes that were searched for cash."""

    @property
    def decider(self) -> Witness | None:
        """The one who is shown what to choose from; None if a bot must decide."""
        return next((who for who in self.witnesses if who.latest["choices"]), None)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.ann.latest["snapshot"]["result"] is not None

    async def seen(self, position: int) -> None:
        """Waits until everybody was told of a position."""
        for who in self.witnesses:
            await who.see(position)

    async def decide(self, chance: Random) -> None:
        """The next decision, by whoever must take it."""
        position = self.ann.position
        # A bot may have decided while nobody looked.
        await self.seen(position)
        if decider := self.decider:
            position, entry = decider.position, chosen(decider.latest, chance)
            await decider.send(type="act", position=position, entry=entry)
        await self.seen(position + 1)

    async def play(self, decisions: int, chance: Random) -> None:
        """So many decisions."""
        for _ in range(decisions):
            await self.decide(chance)

    async def look_everywhere(self, paths: Iterable[str] = PEEKS) -> None:
        """Everybody looks at everything, and tries what is not for him."""
        latest, decider = self.ann.latest, self.decider
        for who in self.witnesses:
            await peek(who, paths, latest["entries"])
            if decider is not None:
                await pry(who, latest["position"], decider.latest["choices"][0]["entry"])

    def check(self) -> None:
        """Nobody was told anything that is not for him."""
        self.looked_at += sum([check_kept(who) for who in self.witnesses])

    async def take_back(self, who: Witness) -> None:
        """Somebody takes something back; the others agree."""
        position = self.ann.position
        await who.send(type="undo", position=position, to=self.ann.latest["entries"] - 3)
        await who.settle()
        for other in (self.ann, self.bob, self.cid):
            await other.send(type="answer", agree=True)
        await self.seen(position + 1)


def chosen(told: Json, chance: Random) -> Json:
    """One of the choices; later on taxation if possible, which ends the game."""
    entries: list[Json] = [choice["entry"] for choice in told["choices"]]
    taxes = [entry for entry in entries if entry["choice"] == {"slot": "taxation"}]
    return taxes[0] if taxes and told["position"] > LONG_ENOUGH else chance.choice(entries)


LONG_ENOUGH = 60
"""More than what lies between two complete positions in the store."""


async def seated(people: Sequence[Person], record: Json) -> Json:
    """Ann imports a record, and leaves two of its seats to the others."""
    ann, *others = people
    table: Json = await ann.post("/api/records", record, 201)
    for seat, person in enumerate(others, 1):
        path = f"/api/tables/{table['id']}/seats/{seat}"
        await ann.post(f"{path}/leave")
        await person.post(f"{path}/take?invite={table['invite']}")
    return table


async def opened_game(house: House, stack: AsyncExitStack, record: Json) -> Game:
    """A game with witnesses on all seats, and a spectator with a name and one without."""
    people = [await house.guest(name) for name in ("Ann", "Bob", "Cid", "Sam")]
    return await joined(house, stack, await seated(people[:3], record), [*people, None])


async def joined(
    house: House, stack: AsyncExitStack, table: Json, people: Sequence[Person | None]
) -> Game:
    """The game at a table, with everybody connected."""
    coming = [
        witness(house, table, person, own, "lang=en")
        for person, own in zip(people, [*CASH, "", ""], strict=False)
    ]
    game = Game(table, [await stack.enter_async_context(who) for who in coming])
    await game.seen(table["position"])
    return game


# Whole games --------------------------------------------------------------------------------


@pytest.mark.long
async def test_nobody_is_told_the_cash_of_others_in_a_whole_game(
    house: House, tmp_path: Path
) -> None:
    chance = Random(7)
    async with AsyncExitStack() as stack:
        stack.enter_context(logging_to(tmp_path / "log"))
        game = await opened_game(house, stack, secret_record("imperial2030"))
        await game.play(20, chance)
        await game.take_back(game.bob)
        await game.look_everywhere()
        game.check()
        await leave_to_a_bot(game, chance)
        while not game.over:
            if game.ann.position == LONG_ENOUGH:
                await game.look_everywhere()
            game.check()
            await game.decide(chance)
        drop_what_came_after_the_end(game)
        game.check()
        await check_all_is_shown(game)
    assert game.looked_at > 5_000_000
    assert not leaks_in((tmp_path / "log").read_bytes(), own=set())


async def leave_to_a_bot(game: Game, chance: Random) -> None:
    """Cid leaves his seat to a bot, looks on for a while, and takes it again."""
    cid = game.cid
    await cid.ask("POST", f"{game.path}/seats/2/leave")
    await until(lambda: cid.latest["viewer"] is None)
    cid.kept.clear()
    cid.own = set()
    await game.play(10, chance)
    await peek(cid, AT_THE_TABLE, game.ann.latest["entries"])
    game.check()
    cid.own = {"C"}
    await cid.ask("POST", f"{game.path}/seats/2/take", {})
    await until(lambda: cid.latest["viewer"] == "C")
    await game.seen(cid.position)


def drop_what_came_after_the_end(game: Game) -> None:
    """The line with the last entry, and what was told from there on."""
    last = game.ann.latest["entries"]
    for who in game.witnesses:
        sources = [b'"number":%d,' % last in content for _, content in who.kept]
        who.kept = who.kept[: sources.index(True)]


async def check_all_is_shown(game: Game) -> None:
    """When the game is over everybody may see everything, and that is what was searched for."""
    for who in game.witnesses:
        told = (await who.ask("GET", f"{game.path}/position")).json()
        assert set(told["snapshot"]["cash"]) == set(CASH)
        past = (await who.ask("GET", f"{game.path}/positions/0")).json()
        assert past["snapshot"]["cash"] == CASH
        replay((await who.ask("GET", f"{game.path}/record")).json(), check_searched)


def check_searched(game: engine.Game, number: int, events: object) -> None:
    """Cash and scores were where they were searched for."""
    for player, facts in game.facts()["players"].items():
        for amount in (facts["cash"], facts["score"]):
            assert amount is not None
            assert abs(amount - CASH[player]) <= SPREAD


@pytest.mark.long
async def test_cash_is_shown_at_an_end_by_vote_but_not_at_the_rematch(house: House) -> None:
    chance = Random(1)
    async with AsyncExitStack() as stack:
        game = await opened_game(house, stack, secret_record("imperial"))
        await game.play(10, chance)
        await game.bob.send(type="propose", kind="end")
        await game.bob.settle()
        await game.ann.send(type="answer", agree=True)
        await game.ann.settle()
        await game.look_everywhere(AT_THE_TABLE)
        game.check()
        await game.cid.send(type="answer", agree=True)
        await until(lambda: "A" in game.spectators[0].latest["snapshot"]["cash"])
        await check_all_is_shown(game)
        await check_rematch(game)


async def check_rematch(game: Game) -> None:
    """The next game of the same people has secrets of its own."""
    told = (await game.ann.ask("POST", f"{game.path}/rematch", {})).json()
    await game.ann.ask("POST", f"/api/tables/{told['id']}/start", {})
    for who in game.witnesses:
        path = f"/api/tables/{told['id']}/position?invite={told['invite']}"
        snapshot = (await who.person.client.get(path)).json()["snapshot"]
        assert set(snapshot["cash"]) == who.own


# Nothing depends on it ----------------------------------------------------------------------

OTHERWISE = {"A": CASH["A"], "B": 85_556, "C": 93_332}
"""Ann has the same, the others have not."""


@pytest.mark.parametrize("name", ["imperial", pytest.param("imperial2030", marks=pytest.mark.long)])
async def test_what_one_is_told_does_not_depend_on_the_cash_of_others(
    house: House, name: str
) -> None:
    """Two games alike but for the cash of Bob and Cid are the same to Ann, to the last byte."""
    people = [await house.guest(person) for person in ("Ann", "Bob", "Cid")]
    async with AsyncExitStack() as stack:
        games = [
            await joined(house, stack, await seated(people, record), [*people, None])
            for record in (secret_record(name), secret_record(name, OTHERWISE))
        ]
        chance = Random(3)
        for _ in range(20):
            await same_decision(games, chance)
        for game in games:
            await game.look_everywhere(AT_THE_TABLE)
    for one, other in zip(games[0].witnesses, games[1].witnesses, strict=True):
        if one.own <= {"A"}:
            assert said_to(one) == said_to(other)


async def same_decision(games: Sequence[Game], chance: Random) -> None:
    """Whoever must decide does the same in all games."""
    decider = games[0].decider
    assert decider is not None
    entry = chosen(decider.latest, chance)
    for game in games:
        assert game.decider is not None
        await game.decider.send(type="act", position=game.ann.position, entry=entry)
        await game.seen(game.ann.position + 1)


def said_to(who: Witness) -> set[tuple[str, bytes]]:
    """What was told, without what tells one table, or one moment, from another."""
    return {
        (source.replace(who.table, "TABLE").replace(who.invite, "INVITE"), nameless(who, content))
        for source, content in who.kept
        if "/api/tables/" in source or content.startswith(TIMELESS)
    }


TIMELESS = tuple(
    b'{"type":"%s"' % kind for kind in (b"row", b"position", b"consequences", b"refused")
)
"""Messages that come whoever else is connected, and in whatever order people connect."""


def nameless(who: Witness, content: bytes) -> bytes:
    """A body without ids; headers tell the time and the number of a request."""
    body = content.rpartition(b"\n")[2]
    return body.replace(who.table.encode(), b"TABLE").replace(who.invite.encode(), b"INVITE")


# Several seats ------------------------------------------------------------------------------


@pytest.mark.long
async def test_who_holds_two_seats_sees_from_each_only_what_it_may_see(house: House) -> None:
    """Ann plays A and B at one screen, and hands it over; Cid plays C."""
    ann, cid, chance = await house.guest("Ann"), await house.guest("Cid"), Random(5)
    table = await ann.post("/api/records", secret_record("imperial2030"), 201)
    await ann.post(f"/api/tables/{table['id']}/seats/2/leave")
    await cid.post(f"/api/tables/{table['id']}/seats/2/take?invite={table['invite']}")
    async with (
        witness(house, table, ann, "A", "seat=0") as as_a,
        witness(house, table, ann, "B", "seat=1") as as_b,
        witness(house, table, cid, "C", "seat=0") as as_c,
    ):
        game = Game(table, [as_a, as_b, as_c])
        await game.seen(table["position"])
        for _ in range(20):
            for seat, who in enumerate(game.witnesses):
                await look_from(who, seat, game)
            await game.decide(chance)
        game.check()
        assert [who.latest["viewer"] for who in game.witnesses] == ["A", "B", "C"]
        told = (await as_a.ask("GET", f"{game.path}/position")).json()
        assert list(told["snapshot"]["cash"]) == [told["viewer"]]


async def look_from(who: Witness, seat: int, game: Game) -> None:
    """Looks from one seat, and asks what the choice of whoever decides would do."""
    latest, decider = who.latest, game.decider
    assert decider is not None
    for path in ("position", "record", "course", "positions", f"positions/{latest['entries']}"):
        await who.ask("GET", f"{game.path}/{path}?seat={seat}")
    entries = [decider.latest["choices"][0]["entry"]]
    asked = {"position": latest["position"], "entries": entries}
    answer = await who.ask("POST", f"{game.path}/consequences?seat={seat}", asked)
    assert answer.status_code == (200 if who is decider else 403)


# The log of the server ----------------------------------------------------------------------

CHAT, NOTE, GUESS, GARBAGE = "Sell Brazil?", "Never Brazil", "letmein123", "not json at all"


@pytest.mark.long
async def test_the_log_of_the_server_holds_nothing_that_is_not_for_its_reader(
    house: House, tmp_path: Path
) -> None:
    with logging_to(tmp_path / "log"):
        secrets = await live_a_little(house)
    # The clients are in the same process, and tell where they go.
    lines = [line for line in lines_of(tmp_path / "log") if line["logger"] != "httpx"]
    assert {"/api/session", "/api/tables/{table}/live"} <= {line.get("path") for line in lines}
    text = json.dumps(lines, ensure_ascii=False)
    assert not [secret for secret in secrets if secret in text]


async def live_a_little(house: House) -> list[str]:
    """Somebody uses all there is to keep secret; gives that."""
    ann = await house.guest("Ann")
    cookies = [ann.client.cookies["rondel"]]
    await ann.post("/api/me/account", {"login": "a-secretive-one", "password": PASSWORD})
    cookies.append(ann.client.cookies["rondel"])
    for password, status in ((GUESS, 401), (PASSWORD, 200)):
        assert (await sign_in(ann.client, "a-secretive-one", password)).status_code == status
    cookies.append(ann.client.cookies["rondel"])
    secret = await token(ann.client)
    invite = await talk(house, ann, secret)
    await ann.client.post("/api/me", content=GARBAGE, headers={"content-type": "application/json"})
    await ann.client.get("/api/me", headers={"authorization": f"Bearer {GUESS}"})
    signed = [cookie.rpartition(".")[0] for cookie in cookies]
    return [*cookies, *signed, secret, invite, PASSWORD, GUESS, CHAT, NOTE, GARBAGE]


async def talk(house: House, ann: Person, secret: str) -> str:
    """Ann talks at a private table, by HTTP and with her token by WebSocket; gives its invite."""
    table = await ann.open_table("me", "random", public=False, start=True)
    path, invite = f"/api/tables/{table['id']}", str(table["invite"])
    message = {"room": "table", "text": CHAT}
    await ann.post(f"{path}/chat?invite={invite}", message, 201)
    await ann.ask("PUT", f"{path}/note", {"text": NOTE})
    headers = {"authorization": f"Bearer {secret}"}
    uri = f"ws://{house.address}{path}/live?invite={invite}"
    async with connect(uri, additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "chat", "ref": 1, **message}))
        while json.loads(await socket.recv()).get("ref") != 1:
            pass
    return invite
