"""Playing by the page alone: what is to be done is found on it, clicked and confirmed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, expect

import rondel
from rondel.bots import make_bot
from rondel.engine import Action
from rondel.records import loads
from tests.browser.screens import Screen

PATIENCE = 60.0
"""Seconds without anybody being asked after which a test gives up."""

WENT_ON = """(before) =>
    document.querySelector("[data-position]")?.dataset.position !== before
    || document.querySelector("[data-confirm=again]") !== null
"""
"""Whether the page shows another position than before, or asks once more."""

AT_REST = """(reached) =>
    Number(document.querySelector("[data-position]")?.dataset.position) >= reached
"""
"""Whether the page shows a position, or a later one."""

COMPOSED = ("produce", "import_unit", "place_flag")
"""Decisions that the rules put one by one, and the page all at once."""

Until = Callable[[rondel.Game], bool]


def never(game: rondel.Game) -> bool:
    """To the end."""
    return False


def in_round(number: int) -> Until:
    """When a round has begun."""
    return lambda game: game.state.round >= number


def play_together(players: Sequence[Player], until: Until = never) -> None:
    """Lets those decide who are asked, to the end of the game or until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not all(player.state == "over" for player in players):
        asked = next((player for player in players if player.state == "yours"), None)
        if asked is None:
            assert time.monotonic() < deadline, "nobody is asked"
            players[0].page.wait_for_timeout(20)
            continue
        game = asked.game()
        if until(game):
            return
        asked.decide(asked.wanted(game))
        deadline = time.monotonic() + PATIENCE


class Player:
    """Decides at one screen for whoever sits there, as a bot would.

    The bot reads the record; its choice must be among those that the page offers.
    """

    def __init__(self, screen: Screen, seed: int = 1, bot: str = "medium") -> None:
        self.screen = screen
        self.page = screen.page
        self.bot = make_bot(bot, seed)
        self.decisions = 0

    def play_on(self, until: Until = never) -> None:
        """Decides whenever it is asked, to the end of the game or until something is so."""
        play_together([self], until)

    @property
    def state(self) -> str | None:
        """Whether the page says `yours`, `waiting` or `over`."""
        return self.page.locator("[data-position]").get_attribute("data-state")

    @property
    def position(self) -> str:
        """The number of the position on the page."""
        return self.page.locator("[data-position]").get_attribute("data-position") or ""

    def game(self) -> rondel.Game:
        """The game so far."""
        return loads(json.dumps(self.screen.ask("GET", f"/api/tables/{self.screen.table}/record")))

    def wanted(self, game: rondel.Game) -> Action:
        """What the bot would do; gifts are no answer to a decision."""
        assert game.decision is not None
        answers = [action for action in game.legal_actions() if action.kind != "donate"]
        return self.bot.decide(game.view(game.decision.player), answers)

    def use(self, control: Locator) -> None:
        """Uses a control of the page; others use it by other means."""
        control.click()

    def decide(self, action: Action) -> None:
        """Takes a choice on the page, and confirms it if it has to be."""
        if action.kind in COMPOSED:
            self.compose(action)
        elif action.kind == "donate":
            self.give(action)
        else:
            self.choose(action)
        self.decisions += 1

    def choose(self, action: Action) -> None:
        """Takes one choice."""
        before, control = self.position, self.found(action)
        is_chosen = control.get_attribute("data-chosen") is not None
        if not is_chosen and control.get_attribute("aria-pressed") != "true":
            self.use(control)
        if (one := self.page.locator('[data-units="1"]')).count():
            self.use(one)
        for confirm in ("once", "again"):
            if (button := self.page.locator(f"[data-confirm={confirm}]")).count():
                self.use(button)
                self.page.wait_for_function(WENT_ON, arg=before)
        self.page.wait_for_function(WENT_ON, arg=before)

    def give(self, action: Action) -> None:
        """Donates beside the decision."""
        before = self.position
        self.use(self.page.locator("[data-donate]"))
        form = self.page.locator("form:has([data-give])")
        form.locator("select").select_option(action.choice["nation"])
        form.locator("input").fill(str(action.choice["amount"]))
        self.use(self.page.locator("[data-give]"))
        self.page.wait_for_function(WENT_ON, arg=before)

    def compose(self, action: Action) -> None:
        """Puts together what the bot wants one by one, and sends it at once."""
        before, send = self.position, self.page.locator("[data-compose]")
        wanted = self.in_turn(action)
        # What is let go is not among them any more: they are counted first.
        all_taken = self.page.locator("[data-choice][aria-checked=true]").all()
        for id in {int(one.get_attribute("data-choice") or 0) for one in all_taken}:
            if id not in [one.id for one in wanted]:
                self.use(self.page.locator(f'[data-choice="{id}"]'))
        for one in wanted:
            control = self.found(one)
            if control.get_attribute("aria-checked") != "true":
                self.use(control)
                expect(send).not_to_have_attribute("data-compose", "")
        expect(send).to_have_attribute("data-compose", str(len(wanted)))
        self.use(send)
        if not wanted and (again := self.page.locator("[data-confirm=again]")).count():
            self.use(again)
        self.page.wait_for_function(WENT_ON, arg=before)
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        self.page.wait_for_function(AT_REST, arg=self.reached())

    def reached(self) -> int:
        """The number of the position that the game has come to."""
        told: int = self.screen.ask("GET", f"/api/tables/{self.screen.table}")["position"]
        return told

    def in_turn(self, action: Action) -> list[Action]:
        """What the bot does about one place after the other, from this choice on."""
        game, kind, wanted = self.game(), action.kind, list[Action]()
        while True:
            if "all" in action.choice:
                return [*wanted, *[one for one in game.legal_actions() if "province" in one.choice]]
            if "done" not in action.choice:
                wanted.append(action)
            game.apply(action)
            if game.decision is None or game.decision.kind != kind:
                return wanted
            action = self.wanted(game)

    def found(self, action: Action) -> Locator:
        """The control for a choice; units are taken up first.

        Those that can go to one place alone have it chosen at once.
        """
        control = self.page.locator(f'[data-choice="{action.id}"], [data-chosen="{action.id}"]')
        origin = next(filter(None, map(action.choice.get, ("from", "region", "province"))), None)
        if origin:
            units = self.page.locator(f'[data-origin="{origin}"]')
            # Which of them it is shows when the form has come.
            control.or_(units).first.wait_for()
            if not control.count():
                self.use(units)
        expect(control, f"{action} should be on the page").to_be_visible()
        return control
