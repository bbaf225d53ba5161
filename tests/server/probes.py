"""An app with nothing but the middleware and routes that show what comes through it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import FastAPI, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from rondel.server.errors import conflict, forbidden
from rondel.server.http.handlers import add_handlers
from rondel.server.http.intake import large_body
from rondel.server.http.middleware import add_middleware
from rondel.server.limits.limiter import Limiter
from rondel.server.metrics import Metrics
from rondel.server.settings import Settings
from rondel.server.storage.errors import StoreAway
from tests.server.clocks import Clock


class Body(BaseModel):
    """A body with all that may go wrong in one."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=3)
    number: int = 0


def probe_app(settings: Settings) -> FastAPI:
    """The app; its metrics are at `app.state.metrics`."""
    app = FastAPI()
    app.state.metrics = Metrics()
    add_handlers(app)
    add_middleware(app, settings, app.state.metrics, Limiter(settings.limits, Clock()))
    app.add_api_route("/api/echo", echo, methods=["POST"])
    app.add_api_route("/api/records", measured, methods=["POST"])
    app.add_api_route("/api/secret/{secret}", reading)
    app.add_api_route("/page", reading)
    app.add_api_route("/page", reading, methods=["DELETE"])
    app.add_api_route("/refused", refused)
    app.add_api_route("/fault", broken)
    app.add_api_route("/half", half)
    app.add_api_websocket_route("/socket", talking)
    app.add_api_websocket_route("/socket/refused", refused_socket)
    app.add_api_websocket_route("/socket/fault", broken_socket)
    app.add_api_websocket_route("/socket/{number}", numbered)
    return app


async def echo(body: Body) -> Body:
    return body


async def measured(request: Request) -> int:
    return len(await large_body(request))


async def reading(request: Request) -> str:
    request.state.user_id = "u1"
    return "read"


async def refused() -> None:
    raise conflict("table/full", "All seats are taken.", seats=4)


async def broken() -> None:
    raise RuntimeError("a bug")


async def half() -> StreamingResponse:
    async def parts() -> AsyncIterator[str]:
        yield "the first half"
        raise RuntimeError("a bug in the second")

    return StreamingResponse(parts())


async def talking(websocket: WebSocket) -> None:
    await websocket.accept()
    match await websocket.receive_text():
        case "refuse":
            raise forbidden("seat/not_yours", "This is not your seat.")
        case "lose":
            raise StoreAway("The database does not answer")
        case "break":
            raise RuntimeError("a bug")
        case text:
            await websocket.send_text(text)


async def refused_socket(websocket: WebSocket) -> None:
    raise forbidden("table/private", "Only those invited may look.")


async def broken_socket(websocket: WebSocket) -> None:
    raise RuntimeError("a bug")


async def numbered(websocket: WebSocket, number: int) -> None:
    await websocket.accept()
