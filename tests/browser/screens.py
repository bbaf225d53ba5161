"""People at their screens: what they do there, and what goes wrong meanwhile."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, FilePayload, Page, Request, Response

Json = dict[str, Any]

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
"""What axe checks: everything of WCAG 2.2 up to AA that a machine can see."""
BLOCKED = "Service Worker registration blocked by Playwright"
"""What is said of every page where no worker may keep anything."""
FIRST_BAD = 400
"""The first status that says no."""


AT_REST = """() => Promise.all(document.getAnimations()
    .filter(({effect}) => effect.getComputedTiming().endTime !== Infinity)
    .map(({finished}) => finished.catch(() => null))).then(() => null)"""
"""Waits until nothing fades in any more: what is half there has the contrast of a shadow."""


class Screen:
    """A browser of one person, without anything from before."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        """Errors on the console and requests that failed."""
        self._awaited: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._note(f"error: {error}"))
        self.page.on("requestfailed", self._miss)
        self.page.on("response", self._check)

    def expect_fault(self, *patterns: str) -> None:
        """From now on these faults are part of the test."""
        self._awaited += patterns

    def _note(self, fault: str) -> None:
        if not any(re.search(pattern, fault) for pattern in self._awaited):
            self.faults.append(fault)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != BLOCKED:
            self._note(f"console: {message.text}")

    def _miss(self, request: Request) -> None:
        # Whoever leaves a page gives up what it was still waiting for.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.failure}: {request.method} {request.url}")

    def _check(self, response: Response) -> None:
        if response.status >= FIRST_BAD:
            self._note(f"{response.status}: {response.request.method} {response.url}")

    # What people do beside the page ----------------------------------------------------------

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Asks the server as this person, without the page."""
        answer = self.page.request.fetch(path, method=method, data=body, fail_on_status_code=True)
        return answer.json() if answer.body() else None

    def name(self, name: str) -> Json:
        """Takes a name."""
        told: Json = self.ask("POST", "/api/me", {"name": name})
        return told

    @property
    def table(self) -> str:
        """The table on the screen."""
        return urlsplit(self.page.url).path.removeprefix("/t/")

    def open_table(self, *seats: str, game: str = "imperial2030", **wanted: object) -> str:
        """Opens a table and goes there; seats are `open`, or `me` or a bot, with a NAME."""
        body = {"game": game, "seats": list(map(wish, seats)), "public": False, **wanted}
        table: str = self.ask("POST", "/api/tables", body)["id"]
        self.page.goto(f"/t/{table}")
        return table

    def open_record(self, record: Json) -> None:
        """Opens a saved game by the page for that."""
        self.page.goto("/import")
        saved = json.dumps(record).encode()
        file = FilePayload(name="saved.json", mimeType="application/json", buffer=saved)
        self.page.locator("input[type=file]").set_input_files(file)
        self.page.locator("[data-position]").wait_for()

    def look_at(self, moment: int) -> None:
        """Looks back at a moment of the game on the screen."""
        self.page.goto(f"{self.page.url.partition('#')[0]}#{moment}")
        self.page.locator(f'[data-entries="{moment}"]').wait_for()

    # What they see ---------------------------------------------------------------------------

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it is now, when all of it has come."""
        self.page.evaluate(AT_REST)
        rules = {"runOnly": WCAG, "resultTypes": ["violations"]}
        found = Axe().run(self.page, options=rules).response["violations"]
        return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def wish(seat: str) -> Json:
    """A seat as the server is asked for it."""
    kind, _, name = seat.partition(" ")
    if kind == "open":
        return {"kind": kind}
    who = {"kind": kind} if kind == "me" else {"kind": "bot", "bot": kind}
    return {**who, **({"name": name} if name else {})}
