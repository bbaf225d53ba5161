"""The engine for browsers: an archive that runs by itself, and the one script that may run it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from rondel.server.http.middleware import HEADERS
from rondel.server.pages.engine import PACKAGES, engine_file
from rondel.server.pages.site import site
from rondel.server.routes.site import add_site

PROGRAM = """
import json, sys
from rondel.companion import Companion
wish = {"game": "imperial", "name": "x", "players": ["A", "B"], "options": {"setup": "draft"},
        "start": {"start_player": "A"}}
companion = Companion()
print(json.loads(companion.answer("POST", "/api/tables", json.dumps(wish)))["status"])
print(sorted(name for name in sys.modules if name.startswith("rondel.server")))
"""


def test_archive_runs_without_anything_else(tmp_path: Path) -> None:
    """Python alone, without the packages that are installed here, opens a table by it."""
    with zipfile.ZipFile(io.BytesIO(engine_file().forms["identity"])) as archive:
        archive.extractall(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM],
        env={"PYTHONPATH": str(tmp_path), "PATH": os.environ.get("PATH", "")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.split("\n")[:2] == ["201", "[]"], ran.stderr


def test_archive_holds_sources_and_data_alone() -> None:
    with zipfile.ZipFile(io.BytesIO(engine_file().forms["identity"])) as archive:
        names = archive.namelist()
    assert {Path(name).suffix for name in names} == {".py", ".json"}
    folders = {name.split("/")[1] for name in names if name.count("/") > 1}
    assert folders == set(PACKAGES)


@pytest.mark.anyio
async def test_only_the_script_that_runs_the_engine_may_run_webassembly(tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    runtime = assets / "pyodide-1"
    runtime.mkdir(parents=True)
    for path in (assets / "engine-abc.js", assets / "index-abc.js", runtime / "asm.wasm"):
        path.write_bytes(b"x")
    app = FastAPI(openapi_url=None)
    add_site(app, site(tmp_path))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        runner = await client.get("/assets/engine-abc.js")
        other = await client.get("/assets/index-abc.js")
        wasm = await client.get("/assets/pyodide-1/asm.wasm")
        engine = await client.get("/engine.zip")
    policy = runner.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "content-security-policy" not in other.headers
    assert "wasm" not in json.dumps(HEADERS)
    assert wasm.headers["content-type"] == "application/wasm"
    assert "immutable" in wasm.headers["cache-control"]
    assert engine.headers["content-type"] == "application/zip"
    assert engine.headers["cache-control"] == "no-cache"
