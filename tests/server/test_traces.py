"""Traces tell where the time goes, and nothing about people; without them nothing is loaded."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from rondel.server import traces
from rondel.server.http.telemetry import OpenTelemetry
from tests.cli.hosting import hosted
from tests.cli.running import environment
from tests.server.house import House, Json, opened_house
from tests.server.seated import seated
from tests.server.waiting import until

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"


@pytest.fixture
def kept() -> Iterator[InMemorySpanExporter]:
    """Traces are on, and stay in memory."""
    kept = InMemorySpanExporter()
    with traces.switched_on(OpenTelemetry(SimpleSpanProcessor(kept))):
        yield kept


@pytest.fixture
async def house(kept: InMemorySpanExporter, sqlite_url: str) -> AsyncIterator[House]:
    """A server with traces, where bots think."""
    async with opened_house(sqlite_url, bot_processes=1) as house:
        yield house


class Seen(NamedTuple):
    """A span, as far as a test asks."""

    name: str
    within: str | None
    attributes: Json


def spans(kept: InMemorySpanExporter) -> list[Seen]:
    """What was told, with the names of what it was within."""
    found = kept.get_finished_spans()
    names = {span.context.span_id: span.name for span in found if span.context}
    return [
        Seen(
            span.name,
            names.get(span.parent.span_id) if span.parent else None,
            dict(span.attributes or {}),
        )
        for span in found
    ]


def of_request(kept: InMemorySpanExporter, name: str) -> ReadableSpan:
    [span] = [span for span in kept.get_finished_spans() if span.name == name]
    return span


@pytest.mark.long
async def test_an_action_is_checked_applied_and_committed(
    house: House, kept: InMemorySpanExporter
) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    kept.clear()
    await ann.act(TAX)
    request = "POST /api/tables/{table}/actions"
    about = {"table": ann.table}
    assert [seen for seen in spans(kept) if seen.name != "GET /api/tables/{table}"] == [
        Seen("action.check", "table.change", {}),
        Seen("action.apply", "table.change", {}),
        Seen("commit", "table.change", about),
        Seen("table.change", request, about),
        Seen(
            request,
            None,
            {
                "http.request.method": "POST",
                "http.route": "/api/tables/{table}/actions",
                "http.response.status_code": 200,
            },
        ),
    ]


@pytest.mark.long
async def test_an_action_by_websocket_has_a_trace_of_its_own(
    house: House, kept: InMemorySpanExporter
) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    async with house.live(ann.person, ann.table) as live:
        kept.clear()
        act = {"type": "act", "ref": 1, "position": 0, "entry": {"choice": TAX}}
        await live.send(json.dumps(act))
        while json.loads(await live.recv())["type"] != "done":
            pass
    assert [(seen.name, seen.within) for seen in spans(kept)] == [
        ("action.check", "table.change"),
        ("action.apply", "table.change"),
        ("commit", "table.change"),
        ("table.change", None),
    ]


@pytest.mark.long
async def test_a_bot_waits_and_thinks_in_a_trace_of_its_own(
    house: House, kept: InMemorySpanExporter
) -> None:
    [ann] = await seated(house, "Ann", bots=("banker",))
    await ann.act(TAX)
    await until(lambda: "bot.decision" in {seen.name for seen in spans(kept)})
    told = [seen for seen in spans(kept) if seen.within == "bot.decision"]
    # It may have to decide again at once.
    assert [seen.name for seen in told][:3] == ["bot.queue", "bot.think", "table.change"]
    [decision] = [seen for seen in spans(kept) if seen.name == "bot.decision"][:1]
    assert decision == Seen("bot.decision", None, {"table": ann.table, "bot": "banker"})


@pytest.mark.long
async def test_traces_tell_nothing_about_people(house: House, kept: InMemorySpanExporter) -> None:
    client = house.client()
    await client.post("/api/me", json={"name": "Zyzzyva"})
    await client.post("/api/session", json={"login": "zyzzyva", "password": "Zyzzyva!!"})
    await client.get("/api/tables/0123456789abcdef?invite=zyzzyva")
    await client.get("/zyzzyva")
    told = str([span.to_json() for span in kept.get_finished_spans()])
    assert "POST /api/session" in told
    for secret in ("zyzzyva", client.cookies["rondel"], "0123456789abcdef", "127.0.0.1"):
        assert secret.lower() not in told.lower()


@pytest.mark.long
async def test_faults_are_errors_and_refusals_are_not(
    house: House, kept: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = house.client()
    await client.get("/api/tables/0123456789abcdef")
    assert of_request(kept, "GET /api/tables/{table}").status.is_unset
    await house.app.state.server.database.close()
    monkeypatch.setattr(house.app.state.server, "identity", None)
    await client.get("/api/me")
    assert not of_request(kept, "GET /api/me").status.is_ok
    assert not of_request(kept, "GET /api/me").status.is_unset


# Traces of others ---------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("proxies", "is_believed"), [("127.0.0.1", True), ("10.0.0.1", False)])
async def test_a_trace_goes_on_only_from_a_proxy_we_trust(
    kept: InMemorySpanExporter, sqlite_url: str, proxies: str, is_believed: bool
) -> None:
    async with opened_house(sqlite_url, bot_processes=0, proxies=proxies) as house:
        await house.client().get("/api/me", headers={"traceparent": PARENT})
    span = of_request(kept, "GET /api/me")
    assert span.context
    assert (f"{span.context.trace_id:032x}" == TRACE) is is_believed
    assert (span.parent is not None) is is_believed


async def test_a_broken_trace_is_none(house: House, kept: InMemorySpanExporter) -> None:
    for sent in ("", "x", "00-0-0-00", PARENT[:-1], "\xff" * 55):
        kept.clear()
        headers = {b"traceparent": sent.encode("latin-1")}
        answer = await house.client().get("/api/me", headers=headers)
        assert answer.status_code == 200
        assert of_request(kept, "GET /api/me").parent is None, sent


@pytest.mark.long
async def test_lines_of_the_log_have_the_number_of_their_trace(
    house: House, kept: InMemorySpanExporter, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        await house.client().get("/api/me")
    [line] = [record for record in caplog.records if record.message == "request"]
    context = of_request(kept, "GET /api/me").context
    assert context
    assert vars(line)["trace"] == f"{context.trace_id:032x}"


async def test_without_traces_logs_are_as_before(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        async with opened_house(sqlite_url, bot_processes=0) as house:
            await house.client().get("/api/me")
    [line] = [record for record in caplog.records if record.message == "request"]
    assert "trace" not in vars(line)
    assert traces.span("anything", table="t") is traces.span("else")


# Packages -----------------------------------------------------------------------------------


def run_python(folder: Path, program: str) -> str:
    """What a program prints, to either stream."""
    command = [sys.executable, "-c", program]
    env = environment(folder, {})
    streams: Json = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, env=env, text=True, check=False, **streams).stdout


@pytest.mark.long
@pytest.mark.parametrize(
    "missing",
    ["opentelemetry.sdk", pytest.param("opentelemetry.exporter", marks=pytest.mark.long)],
)
def test_missing_packages_are_named_by_their_extra(tmp_path: Path, missing: str) -> None:
    program = f"""if True:
        import sys
        sys.modules[{missing!r}] = None
        from rondel.cli import main
        sys.exit(main(["serve", "--port", "0", "--traces"]))
    """
    told = "traces need packages that are not installed: pip install 'rondel[traces]'"
    assert run_python(tmp_path, program) == f"rondel: {told}\n"


@pytest.mark.long
def test_nothing_is_loaded_without_traces(tmp_path: Path) -> None:
    program = "import sys, rondel.server.running; print('opentelemetry.sdk' in sys.modules)"
    assert run_python(tmp_path, program) == "False\n"


# A real collector ---------------------------------------------------------------------------


@contextmanager
def collector() -> Iterator[tuple[str, list[str]]]:
    """Takes what is sent by OTLP; gives its address and the names of the spans."""
    names: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.path == "/v1/traces"
            for told in ExportTraceServiceRequest.FromString(body).resource_spans:
                names.extend(span.name for scope in told.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", names
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.long
def test_a_real_server_sends_its_traces(tmp_path: Path) -> None:
    with collector() as (address, names):
        told = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": address,
            "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
            "RONDEL_TRACES": "1",
        }
        with hosted(tmp_path, env=told) as server, server.client() as ann:
            ann.post("/api/me", json={"name": "Ann"})
            assert server.stop() == 0
            assert {line["level"] for line in server.log()} == {"info"}
    assert names == ["POST /api/me"]


@pytest.mark.long
def test_a_server_whose_traces_nobody_takes_serves_and_stops(tmp_path: Path) -> None:
    told = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_EXPORTER_OTLP_TIMEOUT": "1"}
    with hosted(tmp_path, "--traces", env=told) as server, server.client() as ann:
        assert ann.post("/api/me", json={"name": "Ann"}).status_code == httpx.codes.OK
        assert server.stop() == 0
