"""Playing by the page alone: what is to be done is found on it, clicked and confirmed."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Locator, expect

import rondel
from rondel.bots import make_bot
from rondel.engine import Action
from rondel.records import loads
from tests.browser.screens import Screen

MOST_DECISIONS = 2000
"""No game takes so many."""

ASKS = """(before) => {
    const { position, state } = document.querySelector("[data-position]")?.dataset ?? {};
    const again = before !== "" && document.querySelector("[data-confirm=again]") !== null;
    return position !== undefined && state !== "waiting" && position !== before || again;
}"""
"""Whether the page asks something that it did not ask before, or the game is over."""


class Player:
    """Decides at one screen for whoever sits there, as a bot of medium strength would.

    The bot reads the record; its choice must be among those that the page offers.
    """

    def __init__(self, screen: Screen, seed: int = 1) -> None:
        self.screen = screen
        self.page = screen.page
        self.bot = make_bot("medium", seed)
        self.decisions = 0

    def play_on(self, until: Callable[[rondel.Game], bool] = lambda game: False) -> None:
        """Decides whenever it is asked, to the end of the game or until something is so."""
        for _ in range(MOST_DECISIONS):
            self.wait_after("")
            if self.page.locator("[data-state=over]").count() or until(game := self.game()):
                return
            self.decide(self.wanted(game))
        raise AssertionError("the game does not end")

    def wait_after(self, position: str) -> None:
        """Waits until the page asks something else than at this position."""
        self.page.wait_for_function(ASKS, arg=position)

    def game(self) -> rondel.Game:
        """The game so far."""
        return loads(json.dumps(self.screen.ask("GET", f"/api/tables/{self.screen.table}/record")))

    def wanted(self, game: rondel.Game) -> Action:
        """What the bot would do."""
        assert game.decision is not None
        return self.bot.decide(game.view(game.decision.player), game.legal_actions())

    def decide(self, action: Action) -> None:
        """Takes a choice on the page, and confirms it if it has to be."""
        before = self.page.locator("[data-position]").get_attribute("data-position") or ""
        self.found(action).click()
        for confirm in ("once", "again"):
            if (button := self.page.locator(f"[data-confirm={confirm}]")).count():
                button.click()
                self.wait_after(before)
        self.wait_after(before)
        self.decisions += 1

    def found(self, action: Action) -> Locator:
        """The control for a choice; units are taken up first."""
        control = self.page.locator(f'[data-choice="{action.id}"]')
        origin = next(filter(None, map(action.choice.get, ("from", "region", "province"))), None)
        if not control.count() and origin:
            self.page.locator(f'[data-origin="{origin}"]').click()
        expect(control, f"{action} should be on the page").to_be_visible()
        return control
