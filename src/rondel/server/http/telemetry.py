"""Traces by OpenTelemetry; only loaded where a host wants them.

Where they go, how many are kept and the name of the service is read by OpenTelemetry itself from
the variables that begin with `OTEL_`.
"""

from __future__ import annotations

import logging
import os
from contextlib import AbstractContextManager
from typing import Any, Final

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import rondel
from rondel.server.http.middleware import QUIET_ROUTES, STARTS, template_of
from rondel.server.http.proxies import Proxies
from rondel.server.traces import Attributes

FAULT: Final = 500
"""From this status on it is our fault."""

_W3C: Final = TraceContextTextMapPropagator()


def open_telemetry() -> OpenTelemetry:
    """Sends traces by OTLP, from another thread."""
    return OpenTelemetry(BatchSpanProcessor(OTLPSpanExporter()))


class OpenTelemetry:
    """Makes traces, and lets each line of the log carry the number of its trace."""

    def __init__(self, processor: SpanProcessor) -> None:
        service = os.environ.get("OTEL_SERVICE_NAME") or "rondel"
        about = {SERVICE_NAME: service, SERVICE_VERSION: rondel.__version__}
        self._provider = TracerProvider(resource=Resource.create(about))
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("rondel", rondel.__version__)
        self._make_record = logging.getLogRecordFactory()
        logging.setLogRecordFactory(self._record)

    def _record(self, *args: Any, **values: Any) -> logging.LogRecord:
        record = self._make_record(*args, **values)
        context = trace.get_current_span().get_span_context()
        if context.is_valid:
            record.trace = trace.format_trace_id(context.trace_id)
        return record

    def span(self, name: str, attributes: Attributes, root: bool) -> AbstractContextManager[object]:
        """A stretch of work."""
        around = Context() if root else None
        # What is refused, or stopped with the server, is no fault.
        return self._tracer.start_as_current_span(
            name,
            context=around,
            attributes=dict(attributes),
            record_exception=False,
            set_status_on_exception=False,
        )

    def traced(self, app: ASGIApp, proxies: str) -> ASGIApp:
        """Looks at who asks before it is believed who asks."""
        return Requests(app, proxies, self._tracer)

    def close(self) -> None:
        """Sends what is left, and lets logs be as before."""
        logging.setLogRecordFactory(self._make_record)
        self._provider.shutdown()


class Requests:
    """A span for each request; WebSockets have one for each thing that is done by them."""

    def __init__(self, app: ASGIApp, proxies: str, tracer: trace.Tracer) -> None:
        self._app = app
        self._proxies = Proxies(proxies)
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if scope["type"] != "http" or scope["path"] in QUIET_ROUTES:
            await self._app(scope, receive, send)
            return
        around = self._context_of(scope)
        with self._tracer.start_as_current_span(
            "request", context=around, kind=SpanKind.SERVER, record_exception=False
        ) as span:

            async def send_and_note(message: Message) -> None:
                if message["type"] in STARTS:
                    _note(span, scope, message["status"])
                await send(message)

            await self._app(scope, receive, send_and_note)

    def _context_of(self, scope: Scope) -> Context:
        """The trace that a proxy we trust has begun; a stranger could begin any."""
        peer = scope.get("client")
        if peer is None or peer[0] not in self._proxies:
            return Context()
        sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        return _W3C.extract(sent, context=Context())


def _note(span: Span, scope: Scope, status: int) -> None:
    """Names a request by its route; what people put into the path may be secret."""
    route = template_of(scope)
    span.update_name(f"{scope['method']} {route}")
    told = {"http.request.method": scope["method"], "http.route": route}
    span.set_attributes({**told, "http.response.status_code": status})
    if status >= FAULT:
        span.set_status(Status(StatusCode.ERROR))
