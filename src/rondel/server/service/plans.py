"""Plans of players: making them, looking at them, taking them back."""

from __future__ import annotations

import secrets
from typing import Final

from rondel.engine import title_of
from rondel.server.errors import bad, conflict, forbidden, missing
from rondel.server.model.table import RUNNING, Json, Table
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.plans import NewPlan, OwnPlan, OwnPlans
from rondel.server.storage.rows import plans as rows
from rondel.server.storage.rows.plans import Plan
from rondel.server.table.plans import given_in, standing

MOST: Final = 20
"""Plans that somebody may have at a table."""
ID_BYTES: Final = 8
SAME: Final = ("nation", "canal")
"""What tells plans of a kind apart: a new one takes the place of one that is about the same."""


async def plans_of(server: Server, user: User, id: str) -> OwnPlans:
    """Somebody's plans at a table.

    Raises: Refusal.
    """
    table = await server.tables.seen(id, user.id, None)
    _check_plays(table, user)
    async with server.database.reading() as connection:
        waiting = await rows.waiting(connection, id, user.id)
        over = await rows.over(connection, id, user.id)
    return OwnPlans(plans=[_told(plan) for plan in (*waiting, *over)])


async def make(server: Server, user: User, id: str, wanted: NewPlan) -> OwnPlans:
    """Keeps a plan; what is due already is decided at once.

    Raises: Refusal.
    """
    table = await server.tables.seen(id, user.id, None)
    body = _body(table, user, wanted)
    plan = Plan(
        secrets.token_hex(ID_BYTES), id, user.id, wanted.seat, wanted.kind, body, server.clock()
    )
    async with server.database.writing() as writing:
        waiting = await rows.waiting(writing.connection, id, user.id)
        for old in [one for one in waiting if _key(one) == _key(plan)]:
            await rows.remove(writing.connection, id, user.id, old.id)
        if len(waiting) >= MOST:
            raise conflict("plan/too_many", f"You may have {MOST} plans at a table.")
        await rows.add(writing.connection, plan)
    server.deputy.expect(id)
    return await plans_of(server, user, id)


async def drop(server: Server, user: User, id: str, plan: str) -> None:
    """Takes a plan back.

    Raises: Refusal.
    """
    await server.tables.seen(id, user.id, None)
    async with server.database.writing() as writing:
        if not await rows.remove(writing.connection, id, user.id, plan):
            raise missing("plan/unknown", "You have no such plan at this table.")


def _key(plan: Plan) -> tuple[object, ...]:
    return plan.seat, plan.kind, *[plan.body.get(name) for name in SAME]


def _check_plays(table: Table, user: User) -> None:
    if not table.is_player(user.id):
        raise forbidden("seat/none", "Only players of this game may do that.")


def _body(table: Table, user: User, wanted: NewPlan) -> Json:
    """What is kept of a plan, with how things stand now.

    Raises: Refusal.
    """
    _check_plays(table, user)
    if table.status != RUNNING:
        raise conflict("table/not_running", "No game is going on at this table.")
    seat = next((one for one in table.seats if one.number == wanted.seat), None)
    if seat is None or seat.user_id != user.id or seat.name is None:
        raise forbidden("seat/not_yours", "This seat is not yours.")
    body: Json = wanted.model_dump(exclude={"kind", "seat"})
    body.setdefault("scope", "game")
    body["given"] = given_in(table.running, body["scope"])
    _check_names(table, body)
    governed = [*body.get("unless", ())]
    if wanted.kind in ("slot", "keep_government"):
        governed.append(body["nation"])
    _check_governs(table, seat.name, governed)
    if wanted.kind == "slot":
        body["stood"] = standing(table.running, seat.name, body["nation"])
    return body


def _check_names(table: Table, body: Json) -> None:
    """Raises: Refusal if the game has no such nation, space or canal."""
    title = title_of(table.game)
    known = {
        "nation": title.board.nation_ids,
        "slot": title.facts["rondel"]["slots"],
        "canal": [canal.id for canal in title.board.canals],
    }
    named = [("nation", nation) for nation in body.get("unless", ())]
    named += [(what, body[what]) for what in known if what in body]
    for what, name in named:
        if name not in known[what]:
            raise bad("plan/names", f"This game has no {what} called {name}.")


def _check_governs(table: Table, player: str, nations: list[str]) -> None:
    """Raises: Refusal if a nation is not the player's to plan for."""
    governments = table.running.snapshot(player)["governments"]
    for nation in nations:
        if governments[nation] != player:
            raise conflict("plan/not_governed", f"You do not govern {nation}.")


def _told(plan: Plan) -> OwnPlan:
    body = plan.body
    return OwnPlan.model_validate(
        {
            **{name: body.get(name) for name in ("scope", "nation", "canal", "slot", "most")},
            "unless": body.get("unless", []),
            "upgrades_only": body.get("upgrades_only", False),
            "unchanged": body.get("unchanged", False),
            **{name: getattr(plan, name) for name in Plan._fields if name in OwnPlan.model_fields},
        }
    )
