"""The log is one JSON object a line."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from rondel.server.http.logs import request_id
from rondel.server.settings import Settings
from tests.server.logbooks import lines_of, logging_to
from tests.server.probes import probe_app
from tests.server.serving import serving

logger = logging.getLogger("rondel.server.tests")


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    with logging_to(tmp_path / "log"):
        yield tmp_path / "log"


def test_a_line_has_time_level_event_and_values(path: Path) -> None:
    logger.warning("bot %s", "failed", extra={"table": "t1", "tries": 2, "path": Path("x")})
    [line] = lines_of(path)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "warning",
        "event": "bot failed",
        "logger": "rondel.server.tests",
        "table": "t1",
        "tries": 2,
        "path": "x",
    }


def test_lines_written_during_a_request_carry_its_number(path: Path) -> None:
    token = request_id.set("abc")
    logger.info("inside")
    request_id.reset(token)
    logger.info("outside")
    assert [line.get("request") for line in lines_of(path)] == ["abc", None]


def test_an_error_brings_its_traceback_in_the_same_line(path: Path) -> None:
    try:
        raise RuntimeError("line\nbreak")
    except RuntimeError:
        logger.exception("fault")
    [line] = lines_of(path)
    assert line["level"] == "error"
    assert line["traceback"].endswith("RuntimeError: line\nbreak")


def test_what_is_only_for_debugging_is_left_out(path: Path) -> None:
    logger.debug("detail")
    assert lines_of(path) == []


def test_without_a_file_the_log_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(None):
        logging.getLogger("uvicorn.error").warning("stopping", extra={"color_message": "x"})
    [line] = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert set(line) == {"time", "level", "event", "logger"}


@pytest.mark.anyio
async def test_addresses_of_websockets_stay_out_of_the_log(path: Path) -> None:
    async with (
        serving(probe_app(Settings())) as host,
        connect(f"ws://{host}/socket?invite=xyzzy") as websocket,
    ):
        await websocket.send("hello")
        await websocket.recv()
    assert [line["path"] for line in lines_of(path)] == ["/socket"]
    assert "xyzzy" not in path.read_text("utf-8")
