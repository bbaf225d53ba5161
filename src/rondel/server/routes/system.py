"""What those who run the server ask it."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from rondel.server.errors import Refusal
from rondel.server.http.handlers import refusal_of
from rondel.server.protocol.base import Told
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import Here
from rondel.server.storage.errors import StoreAway, StoreError

router = APIRouter(tags=["system"])


class Health(Told):
    """All is well."""

    status: Literal["ok"]
    """Always the same."""


@router.get("/healthz", summary="Does it live?", responses=refusals())
async def check_health() -> Health:
    """Answers as long as the process does."""
    return Health(status="ok")


@router.get(
    "/readyz",
    summary="Can it work?",
    responses=refusals("server/not_ready", "server/rounds_stopped", "server/bots_stopped"),
)
async def check_readiness(server: Here) -> Health:
    """Answers well if the database does and can keep something, games go on by themselves, and the
    server is not about to stop."""
    if server.leaving:
        raise Refusal(503, "server/not_ready", "The server is about to stop.")
    try:
        await server.database.ping()
    except StoreAway as error:
        raise refusal_of(error) from error
    except TimeoutError as error:
        raise Refusal(503, "server/not_ready", "The database does not answer.") from error
    except StoreError as error:
        # A newer server has changed the schema; this one gives way.
        raise Refusal(503, "server/not_ready", f"{error}.") from error
    if (failure := server.steward.failure) is not None:
        raise failure
    return Health(status="ok")


@router.get(
    "/metrics",
    summary="Numbers for Prometheus",
    response_class=Response,
    responses={**refusals(), 200: {"content": {CONTENT_TYPE_LATEST: {}}}},
)
async def read_metrics(server: Here) -> Response:
    """What this process has counted since its start, as text."""
    return Response(server.metrics.text(), media_type=CONTENT_TYPE_LATEST)
