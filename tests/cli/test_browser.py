"""Opening the browser of whoever sits at this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rondel.cli.browser import has_screen
from tests.cli.hosting import hosted
from tests.server.waiting import until


def test_the_browser_is_opened_when_the_server_is_there(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/draft"\nmv "{tmp_path}/draft" opened\n')
    browser.chmod(0o755)
    opened = tmp_path / "opened"
    with hosted(tmp_path, "--browser", env={"BROWSER": f"{browser} %s"}) as server:
        asyncio.run(until(opened.exists))
        assert opened.read_text().strip() == server.address
    opened.unlink()
    with hosted(tmp_path, env={"BROWSER": f"{browser} %s"}) as server:
        assert server.stop() == 0
    assert not opened.exists()


@pytest.mark.parametrize(
    ("platform", "surroundings", "screen"),
    [
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"DISPLAY": ""}, False),
        ("darwin", {}, True),
    ],
)
def test_a_browser_in_the_terminal_is_not_opened(
    platform: str, surroundings: dict[str, str], screen: bool
) -> None:
    assert has_screen(surroundings, platform) == screen
