"""What a host is given fits together: the page on hosting, the image, the compose file."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

import pytest
import typer

from rondel.cli.app import app
from rondel.server.metrics import Metrics
from rondel.server.running import IDLE_SECONDS, STOP_SECONDS
from rondel.server.settings import Limits
from tests.pages import ROOT, SOURCE, rows, text_of, words

DEPLOY = ROOT / "deploy"
PAGE = text_of("hosting.md")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
CADDY = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def settings() -> dict[str, Any]:
    """The options of `rondel serve` by name."""
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    return {option.opts[0]: option for option in command.params}


def usual(option: Any) -> list[str]:
    """The default of an option as the page writes it, if it has one that is the same everywhere."""
    none = option.default is None or option.default is False or option.default == ""
    if none or option.name == "bot_processes":
        return []
    return [str(option.default).removesuffix(".0")]


# The page ------------------------------------------------------------------------------------


def test_every_setting_is_described_with_variable_and_default() -> None:
    told = {words(row[0])[0]: row for row in rows(PAGE, "option", "environment")}
    assert list(told) == list(settings())
    for name, option in settings().items():
        assert words(told[name][1]) == [option.envvar], name
        assert words(told[name][2]) == usual(option), name


def test_every_limit_is_described() -> None:
    told = {words(row[0])[0]: words(row[1])[0] for row in rows(PAGE, "limit")}
    assert told == asdict(Limits())


def test_every_metric_is_described() -> None:
    told = {words(row[0])[0]: row[1] for row in rows(PAGE, "metric")}
    counted = {family.name: family.type for family in Metrics().registry.collect()}
    assert told == {name: kind for name, kind in counted.items() if name.startswith("rondel_")}


def test_every_event_of_the_log_is_described() -> None:
    told = {words(row[0])[0] for row in rows(PAGE, "event")}
    source = [path.read_text(encoding="utf-8") for path in (SOURCE / "server").rglob("*.py")]
    written = re.findall(r'^ +logger\.\w+\((?:level, )?"([^"]+)"', "\n".join(source), re.M)
    assert told == set(written)


def test_every_span_is_described() -> None:
    told = [words(row[0])[0] for row in rows(PAGE, "span")]
    source = [path.read_text(encoding="utf-8") for path in (SOURCE / "server").rglob("*.py")]
    spans = set(re.findall(r'\bspan\("([^"]+)"', "\n".join(source)))
    assert set(told) == {"METHOD /route", *spans}


# The compose file ----------------------------------------------------------------------------


def test_variables_of_the_compose_file_are_in_the_example_and_described() -> None:
    used = set(re.findall(r"\$\{(\w+)", COMPOSE))
    example = (DEPLOY / "example.env").read_text(encoding="utf-8")
    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == used
    assert {words(row[0])[0] for row in rows(PAGE, "variable in `.env`")} == used


def test_image_and_compose_file_set_what_can_be_set() -> None:
    known = {option.envvar for option in settings().values()}
    assert set(re.findall(r"^    (RONDEL_\w+):", COMPOSE, re.MULTILINE)) <= known
    assert set(re.findall(r"\b(RONDEL_\w+)=", DOCKERFILE)) <= {*known, "RONDEL_DATA"}


def seconds(name: str, text: str) -> int:
    """How long something may take."""
    return int(re.findall(rf"{name}:? \"?(\d+)", text)[0])


def test_proxy_leads_to_the_servers_and_knows_their_patience() -> None:
    [upstreams] = re.findall(r"^\tto (.*)$", CADDY, re.MULTILINE)
    port = re.findall(r"RONDEL_PORT=(\d+)", DOCKERFILE)[0]
    servers = re.findall(r"^  (\S+):\n    <<: \*server$", COMPOSE, re.MULTILINE)
    assert upstreams.split() == [f"{server}:{port}" for server in servers]
    assert seconds("keepalive", CADDY) < IDLE_SECONDS


def test_servers_stop_no_sooner_than_the_proxy_sees_it_and_no_later_than_they_may() -> None:
    noticed = seconds("health_interval", CADDY) + seconds("health_timeout", CADDY)
    drain = seconds("RONDEL_DRAIN_SECONDS", COMPOSE)
    assert noticed < drain
    assert drain + STOP_SECONDS < seconds("stop_grace_period", COMPOSE)


# The image -----------------------------------------------------------------------------------


def copied() -> list[str]:
    """What the image is built from."""
    lines = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    return [name for line in lines for name in line.split()]


def test_image_is_built_from_what_it_is_given() -> None:
    given = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    assert set(re.findall(r"^!(.*)$", given, re.MULTILINE)) == {
        name.partition("/")[0] for name in copied()
    }


@pytest.mark.parametrize("name", copied())
def test_what_the_image_is_built_from_is_there(name: str) -> None:
    assert (ROOT / name).exists()
