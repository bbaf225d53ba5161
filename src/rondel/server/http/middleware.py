"""What every request passes before it reaches a route, and every answer on its way back."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import nullcontext
from typing import Final

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose, WebSocketDisconnect

from rondel.server.errors import Refusal
from rondel.server.http import logs
from rondel.server.http.handlers import answer
from rondel.server.http.intake import check_address, checked_body
from rondel.server.http.origins import check_origin, is_https
from rondel.server.http.proxies import Forwarded, Proxies
from rondel.server.limits.limiter import TARRY, Limiter, address_key
from rondel.server.metrics import Metrics
from rondel.server.settings import Settings

logger = logging.getLogger(__name__)

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""On every answer, unless the route sets its own."""

RAW_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

STARTS: Final = {"http.response.start", "websocket.http.response.start"}
"""The messages that carry status and headers of an answer."""

QUIET_ROUTES: Final = {"/healthz", "/readyz", "/metrics"}
"""Machines ask for these all the time; that is worth no line in the log."""

SWITCHED: Final = 101
"""The status of a WebSocket that was accepted."""
BROKEN: Final = 1011
"""The close code of a WebSocket when we made a mistake."""
GONE: Final = 499
"""The status noted of a request whose sender did not wait for the answer."""


def add_middleware(app: FastAPI, settings: Settings, metrics: Metrics, limiter: Limiter) -> None:
    """Puts what follows around the app; what is added last is outermost."""
    app.add_middleware(Gate, limiter=limiter, origin=settings.origin)
    app.add_middleware(Observation, metrics=metrics)
    app.add_middleware(SecurityHeaders, origin=settings.origin)
    app.add_middleware(Forwarded, proxies=Proxies(settings.proxies))


class SecurityHeaders:
    """Tells browsers with every answer what our pages may do: little."""

    def __init__(self, app: ASGIApp, origin: str | None) -> None:
        self.app = app
        self.origin = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                self._add(scope, message)
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _add(self, scope: Scope, message: Message) -> None:
        headers = message.setdefault("headers", [])
        # What the route has set itself comes first and counts.
        own = {name.lower() for name, _ in headers}
        headers += [header for header in RAW_HEADERS if header[0] not in own]
        if is_https(scope, self.origin):
            MutableHeaders(scope=message).setdefault(
                "Strict-Transport-Security", "max-age=31536000"
            )
        if scope["path"].startswith("/api") and b"cache-control" not in own:
            headers.append((b"cache-control", b"no-store"))


class Observation:
    """Numbers, counts and logs the requests; a bug becomes an answer and a traceback."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on.

        Raises: what went wrong after the answer had begun.
        """
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        begun = time.perf_counter()
        sending = _Sending(send)
        token = logs.request_id.set(sending.request_id)
        counted = scope["type"] == "websocket"
        try:
            with self.metrics.websockets.track_inprogress() if counted else nullcontext():
                await self._answer_bugs(scope, receive, sending)
        finally:
            self._note(scope, sending.status or GONE, time.perf_counter() - begun)
            logs.request_id.reset(token)

    async def _answer_bugs(self, scope: Scope, receive: Receive, sending: _Sending) -> None:
        try:
            await self.app(scope, receive, sending)
        except (ClientDisconnect, WebSocketDisconnect):
            return
        except Exception:
            logger.exception("fault", extra={"path": template_of(scope)})
            suspect_table(scope)
            refusal = fault(sending.request_id)
            if sending.status is None:
                await answer(refusal)(scope, receive, sending)
            elif sending.is_open_websocket:
                await WebSocketClose(BROKEN, refusal.code)(scope, receive, sending)
            else:
                raise

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        path = template_of(scope)
        method = scope.get("method", "WEBSOCKET")
        if scope["type"] == "http":
            self.metrics.answered(path, method, status, seconds)
        level = logging.DEBUG if path in QUIET_ROUTES else logging.INFO
        values = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        user_id = scope.get("state", {}).get("user_id")
        logger.log(level, "request", extra={**values, "user": user_id})


class _Sending:
    """Passes the answer on and remembers how it began."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.request_id = secrets.token_hex(8)
        self.status: int | None = None
        self.is_open_websocket = False

    async def __call__(self, message: Message) -> None:
        if message["type"] in STARTS:
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self.request_id
        elif message["type"] == "websocket.accept":
            self.status = SWITCHED
            self.is_open_websocket = True
        elif message["type"] == "websocket.close":
            self.is_open_websocket = False
        await self.send(message)


def template_of(scope: Scope) -> str:
    """The path of the route; what people put into it may be secret, and is without end."""
    route = scope.get("route")
    return getattr(route, "path", None) or "none"


def suspect_table(scope: Scope) -> None:
    """Has the table looked at that a request was about: it may be damaged."""
    if (table := scope.get("path_params", {}).get("table")) is not None:
        scope["app"].state.server.tables.troubles.suspect(table)


def fault(request_id: str) -> Refusal:
    """The answer when we made a mistake."""
    sentence = f"The server made a mistake; its log tells more of it under {request_id}."
    return Refusal(500, "server/fault", sentence, request=request_id)


class Gate:
    """Refuses what no route should see."""

    def __init__(self, app: ASGIApp, limiter: Limiter, origin: str | None) -> None:
        self.app = app
        self.limiter = limiter
        self.origin = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers it."""
        if scope["type"] != "lifespan":
            try:
                receive = await self._checked(scope, receive)
            except Refusal as refusal:
                return await answer(refusal)(scope, receive, send)
            except ClientDisconnect:
                return None
            await self.limiter.pace.step(address_of(HTTPConnection(scope)))
        return await self.app(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        await self._count(address_of(HTTPConnection(scope)))
        check_origin(scope, self.origin)
        check_address(scope)
        return await checked_body(scope, receive) if scope["type"] == "http" else receive

    async def _count(self, address: str) -> None:
        try:
            self.limiter.check("requests", address)
        except Refusal:
            await asyncio.sleep(TARRY)
            raise


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, as limits count it."""
    return address_key(connection.client.host if connection.client else "")
