"""People hear of their decisions once each, as they have chosen, and not when they are made."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.server.house import House, Json, Person, opened_house
from tests.server.notices.receivers import Browser, Mailbox, Web, mailbox, web
from tests.server.seated import Seated, seated
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

LOOPBACK = "127.0.0.0/8"
JUST_HERE = 120.0


@dataclass
class Post:
    """A house, and those who take what it sends."""

    house: House
    web: Web
    mail: Mailbox

    async def tick(self, seconds: float = 0.0) -> None:
        """Lets time pass, and the server look."""
        self.house.clock.now += seconds
        await self.house.app.state.server.herald.tick()

    def browser(self, path: str) -> Browser:
        """A browser of somebody."""
        return Browser(self.web, path)


@pytest.fixture
async def post(usual_url: str) -> AsyncIterator[Post]:
    async with (
        web() as receiver,
        mailbox() as mail,
        opened_house(
            usual_url, bot_processes=0, reach=LOOPBACK, smtp=mail.address,
            mail_from="rondel@example.org",
        ) as house,
    ):  # fmt: skip
        yield Post(house, receiver, mail)


async def add(person: Person, body: Json) -> Json:
    told: Json = await person.post("/api/me/notices/channels", body, 201)
    return told


def hook(post: Post, path: str, form: str | None = None) -> Json:
    body = {"kind": "webhook", "name": "Hook", "address": f"{post.web.address}{path}"}
    return body if form is None else {**body, "form": form}


async def wish(person: Person, **wishes: object) -> None:
    await person.put("/api/me/notices/wishes", wishes)


async def to_next(first: Seated, second: Seated) -> None:
    """Lets whoever must decide do so until it is the other's turn."""
    before = (await first.look())["pending"]["seat"]
    while (await first.look())["pending"]["seat"] == before:
        who = first if (await first.position())["yours"] else second
        await who.person.decide(who.table)


async def test_push_is_sent_once_for_each_decision_and_closed_when_it_is_made(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob", name="Evening")
    browser = post.browser("/push/ann")
    await add(ann.person, browser.subscription)
    await post.tick()
    [told] = browser.pushed
    assert told["event"] == "decision"
    assert told["title"] == "Evening: your decision"
    assert told["path"] == f"/t/{ann.table}"
    for _ in range(3):
        await post.tick(3600)
    assert len(browser.pushed) == 1
    await to_next(ann, bob)
    await post.tick()
    [_, over] = browser.pushed
    assert (over["event"], over["id"]) == ("decided", told["id"])


@pytest.mark.long
async def test_push_is_signed_and_has_a_topic(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob")
    key = (await ann.person.get("/api/me/notices"))["push_key"]
    await add(ann.person, post.browser("/push").subscription)
    await post.tick()
    [taken] = post.web.accepted
    assert taken.headers["authorization"].startswith("vapid t=")
    assert taken.headers["authorization"].endswith(f", k={key}")
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}", taken.headers["topic"])
    assert int(taken.headers["ttl"]) > 0


@pytest.mark.long
async def test_two_devices_of_one_person_are_told_and_both_are_taken_back(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob")
    devices = [post.browser("/push/phone"), post.browser("/push/desk")]
    for device in devices:
        await add(ann.person, device.subscription)
    await post.tick()
    assert [[told["event"] for told in device.pushed] for device in devices] == [["decision"]] * 2
    await to_next(ann, bob)
    await post.tick()
    for device in devices:
        told, over = device.pushed
        assert (over["event"], over["id"]) == ("decided", told["id"])


@pytest.mark.long
async def test_decision_made_in_time_is_not_told(post: Post) -> None:
    """Who has just decided is there, and need not be told of the next decision."""
    ann, bob = await seated(post.house, "Ann", "Bob")
    browser = post.browser("/push/bob")
    await add(bob.person, browser.subscription)
    await to_next(ann, bob)
    await post.tick()
    assert len(browser.pushed) == 1
    await bob.person.decide(bob.table)
    while (await bob.position())["yours"]:
        await post.tick(JUST_HERE / 2)
        await bob.person.decide(bob.table)
    await post.tick()
    assert [told["event"] for told in browser.pushed] == ["decision", "decided"]


async def test_decision_after_one_by_plan_is_told_at_once(post: Post) -> None:
    """A plan has decided for him, so nobody knows that he is there."""
    ann, bob = await seated(post.house, "Ann", "Bob")
    browser = post.browser("/push/bob")
    await add(bob.person, browser.subscription)
    planned = {"kind": "slot", "seat": 1, "nation": "china", "slot": "taxation"}
    await bob.post("plans", planned, 201)
    await ann.act({"slot": "taxation"})

    async def has_decided() -> bool:
        return bool((await ann.look())["entries"] == 2)

    await eventually(has_decided)
    await ann.act({"slot": "taxation"})
    assert (await bob.position())["yours"]
    await post.tick()
    assert browser.pushed[-1]["event"] == "decision"


@pytest.mark.long
async def test_who_is_at_the_table_is_told_only_if_wanted(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob")
    browser = post.browser("/push/ann")
    await add(ann.person, browser.subscription)
    async with post.house.live(ann.person, ann.table) as live:
        await live.recv()
        await post.tick()
        assert not browser.pushed
        await wish(ann.person, always=True)
        await post.tick()
    assert len(browser.pushed) == 1


async def test_mail_goes_to_an_address_whose_code_was_told(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob", name="Evening")
    box = {"kind": "email", "name": "Mail", "address": "ann@example.org"}
    channel = await add(ann.person, box)
    assert not channel["confirmed"]
    await post.tick()
    [letter] = post.mail.mails
    found = re.search(r"\b(\d{6})\b", letter["Subject"])
    assert found
    path = f"/api/me/notices/channels/{channel['id']}/confirm"
    assert await ann.person.refused("POST", path, {"code": "no code"}) == "channel/wrong_code"
    assert (await ann.person.post(path, {"code": found[1]}))["confirmed"]
    await post.tick()
    await post.tick()
    [_, told] = post.mail.mails
    assert told["Subject"] == "Evening: your decision"
    assert told["From"] == "rondel@example.org"
    assert f"/t/{ann.table}" in told.get_content()
    assert told["Message-ID"].endswith("@example.org>")


@pytest.mark.long
async def test_codes_cannot_be_guessed(post: Post) -> None:
    ann = await post.house.guest("Ann")
    channel = await add(ann, {"kind": "email", "name": "Mail", "address": "ann@example.org"})
    found = re.search(r"\d{6}", post.mail.mails[0]["Subject"])
    assert found
    path = f"/api/me/notices/channels/{channel['id']}/confirm"
    for guess in range(10):
        code = f"{(int(found[0]) + guess + 1) % 10**6:06}"
        assert await ann.refused("POST", path, {"code": code}) == "channel/wrong_code"
    assert await ann.refused("POST", path, {"code": found[0]}) == "channel/wrong_code"


async def test_discord_message_is_deleted_when_it_is_decided(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob", name="@everyone *come*")
    await add(ann.person, hook(post, "/api/webhooks/1/secret", "discord"))
    post.web.answer = lambda taken: (200, {}, b'{"id": "4711"}')
    await post.tick()
    [told] = post.web.accepted
    assert told.path == "/api/webhooks/1/secret?wait=true"
    assert told.json["allowed_mentions"] == {"parse": []}
    assert "\\*come\\*" in told.json["content"]
    await to_next(ann, bob)
    await post.tick()
    [_, deleted] = post.web.accepted
    assert (deleted.method, deleted.path) == ("DELETE", "/api/webhooks/1/secret/messages/4711")


@pytest.mark.long
async def test_slack_and_programs_are_told_in_their_form(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob", name="A & <B>")
    await add(ann.person, hook(post, "/slack"))
    await add(ann.person, hook(post, "/program", "json"))
    await post.tick()
    taken = {one.path: one.json for one in post.web.accepted}
    assert taken["/slack"]["text"].startswith("*A &amp; &lt;B&gt;: your decision*\n")
    [decision] = taken["/program"]["decisions"]
    assert (decision["table"], decision["player"]) == (ann.table, "Ann")
    await to_next(ann, bob)
    await post.tick()
    over = [one.json for one in post.web.accepted if one.path == "/program"][-1]
    assert (over["event"], over["id"]) == ("decided", taken["/program"]["id"])
    assert len([one for one in post.web.accepted if one.path == "/slack"]) == 1


@pytest.mark.long
async def test_webhook_of_a_table_hears_of_everybody(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob", name="Evening")
    body = {"address": f"{post.web.address}/room"}
    assert await bob.person.refused("PUT", f"{ann.path}/webhook", body) == "table/not_host"
    await ann.person.put(f"{ann.path}/webhook", body)
    await post.tick()
    await to_next(ann, bob)
    await post.tick(JUST_HERE)
    texts = [one.json["text"] for one in post.web.accepted]
    assert [text.partition("\n")[0] for text in texts] == [
        "*Evening: Ann must decide.*",
        "*Evening: Bob must decide.*",
    ]
    assert (await bob.person.get(f"{ann.path}/notices"))["webhook"]["shown"].endswith("…room")
    await ann.person.ask("DELETE", f"{ann.path}/webhook", status=204)
    await to_next(ann, bob)
    await post.tick(JUST_HERE)
    assert len(post.web.accepted) == 2


@pytest.mark.long
async def test_what_is_not_taken_is_sent_again_later_and_later(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob")
    await add(ann.person, hook(post, "/hook"))
    post.web.answer = lambda taken: (503, {}, b"")
    await post.tick()
    for seconds in (5, 10, 30, 20, 100, 200):
        await post.tick(seconds)
    assert len(post.web.taken) == 4
    post.web.answer = lambda taken: (200, {}, b"")
    for _ in range(5):
        await post.tick(3600)
    assert len(post.web.accepted) == 1
    assert len({one.body for one in post.web.taken}) == 1


async def test_what_is_never_taken_is_given_up_loudly(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob")
    await add(ann.person, hook(post, "/hook"))
    post.web.answer = lambda taken: (0, {}, b"")
    for _ in range(12):
        await post.tick(6 * 3600 * 1.3)
    assert len(post.web.taken) == 8
    assert "notice given up" in caplog.messages
    [channel] = (await ann.person.get("/api/me/notices"))["channels"]
    assert channel["failed_at"]
    assert channel["failure"].startswith("It could not be reached")
    metrics = (await ann.person.client.get("/metrics")).text
    assert 'rondel_notices_total{channel="webhook",outcome="failed"} 1.0' in metrics


@pytest.mark.long
async def test_receiver_that_is_gone_gets_nothing_more_until_it_is_tried(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob")
    channel = await add(ann.person, post.browser("/push").subscription)
    post.web.answer = lambda taken: (410, {}, b"")
    await post.tick()
    await to_next(ann, bob)
    await to_next(bob, ann)
    await post.tick(JUST_HERE)
    assert len(post.web.taken) == 1
    assert (await ann.person.get("/api/me/notices"))["channels"][0]["stopped"]
    post.web.answer = lambda taken: (201, {}, b"")
    await ann.person.ask("POST", f"/api/me/notices/channels/{channel['id']}/trial", status=204)
    assert not (await ann.person.get("/api/me/notices"))["channels"][0]["stopped"]
    await post.tick()
    assert len(post.web.accepted) == 2


@pytest.mark.long
async def test_redirects_are_not_followed(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob")
    await add(ann.person, hook(post, "/hook"))
    elsewhere = {"Location": f"{post.web.address}/inside"}
    post.web.answer = lambda taken: (302, elsewhere, b"")
    await post.tick()
    await post.tick(3600)
    assert [one.path for one in post.web.taken] == ["/hook"]
    assert (await ann.person.get("/api/me/notices"))["channels"][0]["stopped"]


async def test_quiet_hours_are_those_of_the_person(post: Post) -> None:
    """The clock of the house starts at 17:06 in Rome."""
    ann, _ = await seated(post.house, "Ann", "Bob")
    await wish(ann.person, zone="Europe/Rome", quiet_from=17 * 60, quiet_until=18 * 60)
    browser = post.browser("/push")
    await add(ann.person, browser.subscription)
    await post.tick()
    await post.tick(50 * 60)
    assert not browser.pushed
    await post.tick(5 * 60)
    assert len(browser.pushed) == 1


@pytest.mark.long
async def test_digest_tells_everything_in_one_message(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob", name="First")
    table = await ann.person.open_table("me", "open", name="Second", start=False)
    cid = await post.house.guest("Cid")
    await cid.post(f"/api/tables/{table['id']}/seats/1/take")
    await ann.person.post(f"/api/tables/{table['id']}/start")
    seats = (await ann.person.get(f"/api/tables/{table['id']}"))["pending"]["seat"]
    assert seats is not None
    await wish(ann.person, digest="hourly")
    await add(ann.person, hook(post, "/hook", "json"))
    await post.tick()
    assert not post.web.taken
    await post.tick(3600)
    told = [one.json for one in post.web.accepted if one.json["event"] != "decided"]
    assert len(told) == 1
    mine = [t for t in (ann.table, table["id"]) if (await ann.person.position(t))["yours"]]
    assert {one["table"] for one in told[0]["decisions"]} == set(mine)
    await post.tick(3600)
    assert len([one for one in post.web.accepted if one.json["event"] != "decided"]) == 1


@pytest.mark.long
async def test_table_can_be_switched_off_and_one_with_bots_on(post: Post) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob")
    [alone] = await seated(post.house, "Solo", bots=("random",))
    for person, path in ((ann, "/ann"), (alone, "/solo")):
        await add(person.person, hook(post, path))
    await ann.person.put(f"{ann.path}/notices", {"mode": "off"})
    await post.tick()
    assert not post.web.taken
    await ann.person.put(f"{ann.path}/notices", {"mode": None})
    await alone.person.put(f"{alone.path}/notices", {"mode": "on"})
    await post.tick()
    assert {one.path for one in post.web.accepted} == {"/ann", "/solo"}


@pytest.mark.long
async def test_time_that_is_nearly_up_is_told_once(post: Post) -> None:
    clock = {"per": "decision", "seconds": 86400}
    ann, _ = await seated(post.house, "Ann", "Bob", name="Evening", clock=clock)
    browser = post.browser("/push")
    await add(ann.person, browser.subscription)
    await post.tick()
    await post.tick(86400 - 3600 - 60)
    assert [told["event"] for told in browser.pushed] == ["decision"]
    await post.tick(60)
    await post.tick(60)
    assert [told["event"] for told in browser.pushed] == ["decision", "soon"]
    assert browser.pushed[1]["title"] == "Evening: your time is nearly up"
    post.house.clock.now += 3600
    await post.house.app.state.server.steward.tick()
    await post.tick()
    assert [told["event"] for told in browser.pushed][2:] == ["decided", "decided"]


@pytest.mark.long
async def test_pause_holds_notices_back(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob")
    await add(ann.person, hook(post, "/hook"))
    await ann.post("vote", {"kind": "pause"})
    number = (await bob.look())["vote"]["number"]
    await bob.post("vote/answer", {"vote": number, "agree": True})
    await post.tick()
    assert not post.web.taken
    await ann.post("vote", {"kind": "resume"})
    number = (await bob.look())["vote"]["number"]
    await bob.post("vote/answer", {"vote": number, "agree": True})
    await post.tick()
    assert len(post.web.accepted) == 1


@pytest.mark.long
async def test_gift_leaves_the_decision_as_it_was(post: Post) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob", options={"donations": "any"})
    await add(ann.person, hook(post, "/hook"))
    await post.tick()
    await bob.give("Bob", "china", 1)
    await post.tick(3600)
    assert len(post.web.accepted) == 1


@pytest.mark.long
async def test_decision_that_was_taken_back_is_asked_and_told_anew(post: Post) -> None:
    [ann, bob] = await seated(post.house, "Ann", "Bob", undo=True)
    await add(ann.person, hook(post, "/hook", "json"))
    await post.tick()
    await ann.person.decide(ann.table)
    await ann.undo()
    await post.tick(JUST_HERE)
    events = [one.json["event"] for one in post.web.accepted]
    assert events == ["decision", "decided", "decision"]
    assert await bob.look()


@pytest.mark.long
@pytest.mark.parametrize("language", ["it", "es", "ru", "pl"])
async def test_message_is_in_the_language_of_the_person(post: Post, language: str) -> None:
    ann, _ = await seated(post.house, "Ann", "Bob", name="X")
    await wish(ann.person, language=language)
    await add(ann.person, hook(post, "/hook", "json"))
    await post.tick()
    [told] = post.web.accepted
    asked = (await ann.position(f"lang={language}"))["prompt"]
    assert told.json["text"] == asked
    assert told.json["title"] != "X: your decision"


@pytest.mark.long
async def test_cash_is_in_no_message(post: Post) -> None:
    """Not even one's own: a webhook may be read by others."""
    ann, bob = await seated(post.house, "Ann", "Bob", options={"secret_cash": True})
    for person in (ann, bob):
        await add(person.person, hook(post, f"/{person.person.name}", "json"))
        await wish(person.person, always=True)
    await post.tick()
    asked = set()
    for _ in range(120):
        who = ann if (await ann.position())["yours"] else bob
        asked.add((await who.position())["pending"]["decision"])
        await who.person.decide(who.table, -1)
        await post.tick()
    assert {"invest", "choose_slot"} <= asked
    for one in post.web.accepted:
        assert not re.search(r"\d", one.json["text"]), one.json
        assert set(one.json) <= {"title", "text", "link", "event", "id", "decisions"}


# Addresses and people -----------------------------------------------------------------------


@pytest.fixture
async def closed(sqlite_url: str) -> AsyncIterator[House]:
    """A house whose webhooks reach nothing of its own, and that sends no e-mail."""
    async with opened_house(sqlite_url, bot_processes=0) as house:
        yield house


async def test_webhook_cannot_reach_the_network_of_the_host(closed: House) -> None:
    async with web() as inside:
        port = inside.address.rpartition(":")[2]
        ann, _ = await seated(closed, "Ann", "Bob")
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"):
            body = {"kind": "webhook", "name": "In", "address": f"https://{host}:{port}/"}
            await add(ann.person, body)
        refused = {"kind": "webhook", "name": "In", "address": inside.address}
        path = "/api/me/notices/channels"
        assert await ann.person.refused("POST", path, refused) == "channel/address"
        await closed.app.state.server.herald.tick()
        found = (await ann.person.get("/api/me/notices"))["channels"]
        assert [one["stopped"] for one in found] == [True] * 4
        assert {one["failure"] for one in found} == {"This address is not in the public network."}
        assert not inside.taken


@pytest.mark.long
async def test_server_without_mail_says_so(closed: House) -> None:
    ann = await closed.guest("Ann")
    assert not (await ann.get("/api/me/notices"))["email"]
    body = {"kind": "email", "name": "Mail", "address": "ann@example.org"}
    assert await ann.refused("POST", "/api/me/notices/channels", body) == "channel/no_email"


async def test_who_is_forgotten_leaves_no_address(post: Post, tmp_path: Path) -> None:
    ann, bob = await seated(post.house, "Ann", "Bob")
    await add(ann.person, hook(post, "/of-ann"))
    await wish(ann.person, zone="Europe/Rome")
    await ann.person.put(f"{ann.path}/notices", {"mode": "on"})
    exported = await ann.person.get("/api/me/export")
    assert exported["notices"]["channels"][0]["address"].endswith("/of-ann")
    assert exported["notices"]["wishes"][0]["zone"] == "Europe/Rome"
    await ann.person.post("/api/me/delete", status=204)
    await post.tick()
    assert not post.web.taken
    assert await bob.look()
    database = post.house.app.state.server.database
    async with database.reading() as connection:
        for table in ("channels", "wishes", "table_wishes"):
            found = await connection.exec_driver_sql(f"SELECT count(*) FROM {table}")
            assert found.scalar() == 0, table


@pytest.mark.long
async def test_guest_who_signs_in_is_still_reached(post: Post) -> None:
    account = await post.house.guest("Ann")
    await account.post("/api/me/account", {"login": "ann", "password": "long enough"})
    ann, _ = await seated(post.house, "Guest", "Bob")
    await add(ann.person, hook(post, "/hook"))
    await ann.person.post("/api/session", {"login": "ann", "password": "long enough"})
    await post.tick()
    assert len(post.web.accepted) == 1


async def test_vacation_stops_the_clock_and_the_notices(post: Post) -> None:
    day = 86400.0
    clock = {"per": "decision", "seconds": int(day), "vacation": 7}
    ann, _ = await seated(post.house, "Ann", "Bob", clock=clock)
    await add(ann.person, hook(post, "/hook"))
    now = post.house.clock.now
    await ann.person.put("/api/me/vacation", {"until": now + 3 * day})
    assert (await ann.look())["pending"]["deadline"] == now + 4 * day
    assert (await ann.kinds())[-1] == "vacation"
    await post.tick(2 * day)
    assert not post.web.taken
    await ann.person.put("/api/me/vacation", {"until": None})
    told = await ann.look()
    assert told["pending"]["deadline"] == now + 3 * day
    assert told["seats"][0]["vacation_left"] == 5 * day
    await post.tick()
    assert len(post.web.accepted) == 1


@pytest.mark.long
async def test_vacation_is_as_long_as_was_agreed(post: Post) -> None:
    day = 86400.0
    clock = {"per": "decision", "seconds": int(day), "vacation": 2}
    ann, _ = await seated(post.house, "Ann", "Bob", clock=clock)
    unagreed, _ = await seated(post.house, "Cid", "Dan", clock={"per": "decision", "seconds": 60})
    now = post.house.clock.now
    for person in (ann, unagreed):
        await person.person.put("/api/me/vacation", {"until": now + 30 * day})
    assert (await ann.look())["pending"]["deadline"] == now + 3 * day
    assert (await unagreed.look())["pending"]["deadline"] == now + 60
    await post.tick(2.5 * day)
    assert (await ann.look())["pending"]["deadline"] == now + 3 * day
