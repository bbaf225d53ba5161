"""Plans: what the server decides for players who are not there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Response

from rondel.server.http.intake import Route
from rondel.server.protocol.plans import NewPlan, OwnPlans
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here, TableId
from rondel.server.routes.dependencies import Limited, Someone
from rondel.server.service import plans

router = APIRouter(prefix="/api", tags=["play"], route_class=Route)

PlanId = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$", description="Id of the plan.")]


@router.get(
    "/tables/{table}/plans",
    summary="Look at your plans",
    responses=refusals("identity/nobody", "table/unknown", "seat/none"),
)
async def read_plans(server: Here, user: Someone, table: TableId) -> OwnPlans:
    """Your own plans at a table, and what came of the last ones; nobody else is told."""
    return await plans.plans_of(server, user, table)


@router.post(
    "/tables/{table}/plans",
    summary="Make a plan",
    status_code=201,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(
        "identity/nobody", "table/unknown", "seat/none", "seat/not_yours", "table/not_running",
        "plan/names", "plan/not_governed", "plan/too_many",
    ),
)  # fmt: skip
async def make_plan(
    server: Here, user: Someone, table: TableId, plan: Annotated[NewPlan, Body()]
) -> OwnPlans:
    """Say what the server shall decide for you when it comes to it; gives all your plans there.

    A plan takes the place of one of the same kind about the same nation or canal.
    """
    return await plans.make(server, user, table, plan)


@router.delete(
    "/tables/{table}/plans/{plan}",
    summary="Take a plan back",
    status_code=204,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals("identity/nobody", "table/unknown", "plan/unknown"),
)
async def drop_plan(server: Here, user: Someone, table: TableId, plan: PlanId) -> Response:
    """Take a plan back; what it has decided stays."""
    await plans.drop(server, user, table, plan)
    return Response(status_code=204)
