"""The image without an engine for containers: what the Dockerfile says is done in a folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.pages import ROOT
from tests.processes import wait_for

pytestmark = [pytest.mark.apart]

PAGE = ROOT / "src" / "rondel" / "server" / "web"
"""What the first stage of the image builds; `./test` has built it."""
FOR_ROOT = ("apt-get", "useradd")
"""Steps that begin so change the machine."""


class Step(NamedTuple):
    """An instruction of the Dockerfile."""

    name: str
    rest: str


def steps() -> list[Step]:
    """All of it, in order."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [Step(*line.split(maxsplit=1)) for line in lines]


def stage(number: int) -> list[Step]:
    """One of the parts that begin with FROM."""
    begins = [i for i, step in enumerate(steps()) if step.name == "FROM"]
    return steps()[begins[number] :][: [*begins, len(steps())][number + 1] - begins[number]]


def values(of: list[Step], name: str) -> dict[str, str]:
    """What ENV sets."""
    pairs = [pair for step in of if step.name == name for pair in step.rest.split()]
    return dict(pair.split("=", 1) for pair in pairs)


class Image:
    """A folder in the place of the root of the image."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.work = root / "build"
        self.work.mkdir()
        shims = root / "shims"
        shims.mkdir()
        # The image has Python and pip in its path.
        (shims / "python").symlink_to(getattr(sys, "_base_executable", sys.executable))
        self.path = f"{shims}:{root}/opt/builder/bin:{os.environ['PATH']}"

    def placed(self, text: str) -> str:
        """Text with the paths of the image as they are here."""
        return re.sub(r"(?<![\w.])/(opt|data)\b", rf"{self.root}/\1", text)

    def do(self, step: Step) -> None:
        """Carries out an instruction that builds."""
        match step.name:
            case "COPY":
                self._copy(step.rest)
            case "RUN" if not step.rest.startswith(FOR_ROOT):
                self._run(self.placed(step.rest))

    def _copy(self, rest: str) -> None:
        if rest.startswith("--from=web"):
            shutil.copytree(PAGE, self.work / rest.split()[-1], dirs_exist_ok=True)
            return
        *names, target = rest.split()
        for name in names:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.work / target, ignore=ignored, dirs_exist_ok=True)
            else:
                shutil.copy(source, self.work / target)

    def _run(self, command: str) -> None:
        # The engine is compiled elsewhere; this is about the steps.
        settings = {"PATH": self.path, "RONDEL_PURE": "1", **values(stage(1), "ENV")}
        settings["PIP_NO_CACHE_DIR"] = "0"
        subprocess.run(
            command, shell=True, cwd=self.work, env={**os.environ, **settings}, check=True
        )


def ignored(folder: str, names: list[str]) -> set[str]:
    """What git does not hold."""
    return {name for name in names if name in ("__pycache__", "web") or name.endswith(".so")}


def has_index(folder: Path) -> bool:
    """Whether packages can be had from anywhere."""
    pip = [getattr(sys, "_base_executable", sys.executable), "-m", "pip", "download", "--no-deps"]
    ran = subprocess.run([*pip, "-d", folder, "hatchling"], capture_output=True, check=False)
    return ran.returncode == 0


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The image as its second stage leaves it."""
    if not has_index(tmp_path_factory.mktemp("index")):
        pytest.skip("no packages can be downloaded")
    built = Image(tmp_path_factory.mktemp("image"))
    for step in stage(1):
        built.do(step)
    return built


def compose_environment(url: str) -> dict[str, str]:
    """What the compose file gives a server, as its example is filled in."""
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    lines = re.findall(r"^    (RONDEL_\w+): (.*)$", text, re.MULTILINE)
    told = {name: value.strip('"') for name, value in lines if name != "RONDEL_DOMAIN"}
    filled = {"RONDEL_DOMAIN": "rondel.example.org", "RONDEL_SECRET": "x" * 32}

    def fill(found: re.Match[str]) -> str:
        return filled.get(found[1]) or (found[2] or "").removeprefix(":-")

    return {
        **{name: re.sub(r"\$\{(\w+)([^}]*)\}", fill, value) for name, value in told.items()},
        "RONDEL_DATABASE": url,
        "RONDEL_DRAIN_SECONDS": "0",
    }


@contextmanager
def contained(image: Image, url: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """What the image starts, with the settings of the image and of the compose file."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    last = stage(2)
    settings = {name: image.placed(value) for name, value in values(last, "ENV").items()}
    settings |= {**compose_environment(url), "RONDEL_HOST": "127.0.0.1", "RONDEL_PORT": str(port)}
    settings["PATH"] = settings["PATH"].replace("$PATH", os.environ["PATH"])
    [entry] = [json.loads(step.rest) for step in last if step.name == "ENTRYPOINT"]
    [command] = [json.loads(step.rest) for step in last if step.name == "CMD"]
    program = shutil.which(entry[0], path=settings["PATH"])
    assert program == f"{image.root}/opt/rondel/bin/rondel"
    plain = {k: v for k, v in os.environ.items() if not k.startswith(("RONDEL", "PYTHON"))}
    environment = {**plain, **settings}
    with subprocess.Popen([program, *command], cwd="/", env=environment, text=True) as process:
        try:
            yield process, environment
        finally:
            process.kill()


def is_healthy(environment: dict[str, str]) -> bool:
    """What HEALTHCHECK finds."""
    [check] = [step.rest for step in stage(2) if step.name == "HEALTHCHECK"]
    program, *arguments = json.loads(check.partition("CMD")[2])
    found = shutil.which(program, path=environment["PATH"])
    assert found
    ran = subprocess.run([found, *arguments], env=environment, capture_output=True, check=False)
    return ran.returncode == 0


def test_image_is_built_and_serves_as_in_the_compose_stack(
    image: Image, postgresql_url: str
) -> None:
    with contained(image, postgresql_url) as (process, environment):
        wait_for(lambda: is_healthy(environment))
        base = f"http://127.0.0.1:{environment['RONDEL_PORT']}"
        with httpx.Client(base_url=base, trust_env=False) as client:
            assert client.get("/readyz").json() == {"status": "ok"}
            assert "<script" in client.get("/").text
            sent = {"Origin": environment["RONDEL_ORIGIN"], "X-Forwarded-Proto": "https"}
            answer = client.post("/api/me", json={"name": "Ann"}, headers=sent)
            assert answer.status_code == 200, answer.text
            assert "secure" in answer.headers["set-cookie"].lower()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        assert not is_healthy(environment)


def test_steps_that_need_root_are_the_only_ones_left_out() -> None:
    left_out = [step.rest for step in steps() if step.rest.startswith(FOR_ROOT)]
    assert len(left_out) == 2
