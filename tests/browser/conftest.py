"""A real server and a real browser, which several people may use at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.screens import Screen
from tests.cli.hosting import Hosted, hosted
from tools import chromium

PATIENCE = 20_000
"""Milliseconds after which a test gives up waiting; only one that fails waits so long."""
expect.set_options(timeout=PATIENCE)

LIKE = """(pace) => {
    // A page that could not be reached has nothing to remember.
    if (window.origin !== "null") localStorage["rondel.pace"] ??= pace;
}"""
"""Lets a browser know which pace its person likes, as if he had chosen it before."""

Sit = Callable[..., Screen]
"""Lets somebody sit down at a screen of their own; takes options of the browser's context."""


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], playwright: Playwright
) -> dict[str, Any]:
    """Starts whichever Chromium there is."""
    return {
        **browser_type_launch_args,
        "executable_path": chromium.find_with(playwright),
        "args": chromium.arguments(),
    }


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of a process."""
    folder = tmp_path_factory.mktemp("server")
    with hosted(folder, "--no-limits", "--bot-processes", 1) as server:
        yield server


@pytest.fixture
def sit(browser: Browser, server: Hosted) -> Iterator[Sit]:
    """Screens, with the pace that is liked there; at the end none may have seen an error."""
    screens: list[Screen] = []

    def sit(pace: str = "at_once", **options: Any) -> Screen:
        # What a worker keeps would hide from a test what the server is asked for.
        usual = {
            "viewport": {"width": 1440, "height": 900},
            "locale": "en-GB",
            "service_workers": "block",
        }
        context = browser.new_context(**{"base_url": server.address, **usual, **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"({LIKE})('{pace}')")
        screens.append(Screen(context))
        return screens[-1]

    yield sit
    for screen in screens:
        screen.page.context.close()
    assert [screen.faults for screen in screens] == [[] for _ in screens]


@pytest.fixture
def ann(sit: Sit) -> Screen:
    """One person at a screen, who has not been here before."""
    return sit()
