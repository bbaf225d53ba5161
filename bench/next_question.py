"""How soon one's next question stands on the page after a decision was confirmed.

    python -m bench.next_question [--game imperial2030|imperial] [--decisions 40] [--pace at_once]
        [--seed 1]

One person plays five bots that answer at once, in Chromium, at a server of its own. Told are, in
milliseconds, from the click that confirms a decision until the next question of the same person is
painted and can be answered: for decisions after which others have decided, and for all. The bots
are part of it, so that figures are compared with those of another checkout on the same machine,
side by side; with the same seed both play the same game as long as their bots decide alike: the
decisions between two questions show it. Needs the web page to be built (`./play` does that) and a
Chromium (`python -m tools.chromium`).
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Locator, sync_playwright

from bench.browser import GAMES, p95, serving
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tools import chromium

BOT = "banker"
WATCH = """(pace) => {
    if (window.origin === "null") return;
    localStorage["rondel.pace"] = pace;
    window.asked = [];
    const table = () => document.querySelector("[data-position]")?.dataset;
    const isAsked = () => table()?.state === "yours" &&
        document.querySelector("[data-choice], [data-origin], [data-compose]") !== null;
    let begun = 0;
    let before = 0;
    document.addEventListener("click", ({ target }) => {
        if (!target.closest("[data-confirm], [data-compose], [data-choice]")) return;
        begun = performance.now();
        before = Number(table()?.position);
    }, true);
    new MutationObserver(() => {
        const { position, entries } = table() ?? {};
        if (!begun || Number(position) <= before || !isAsked()) return;
        const at = begun;
        begun = 0;
        requestAnimationFrame(() => setTimeout(() => {
            window.asked.push([performance.now() - at, Number(position) - before]);
        }));
    }).observe(document, { attributes: true, subtree: true, childList: true });
}"""


class Clicking(Player):
    """Decides like others; what it uses is clicked by the page itself, without looking for it."""

    def use(self, control: Locator) -> None:
        control.dispatch_event("click")


def measure(game: str, decisions: int, pace: str, seed: int) -> list[tuple[float, int]]:
    """Milliseconds until each next question, and how many decisions lie between."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), bot_processes=1, seed=seed) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium.find_with(playwright), args=chromium.arguments()
        )
        context = browser.new_context(
            base_url=address, viewport={"width": 1440, "height": 900}, locale="en-GB"
        )
        context.add_init_script(f"({WATCH})('{pace}')")
        screen = Screen(context)
        screen.name("Ann")
        screen.open_table("me", *[BOT] * 5, game=game, start=True)
        screen.page.locator("[data-state=yours]").wait_for()
        player = Clicking(screen, bot=BOT)
        player.play_on(lambda game: player.decisions >= decisions)
        asked: list[tuple[float, int]] = screen.page.evaluate("window.asked")
        browser.close()
    return asked


def tell(name: str, values: Sequence[float]) -> None:
    """Prints the figures."""
    middle = statistics.median(values)
    told = f"median {middle:.0f} ms  p95 {p95(values):.0f} ms  max {max(values):.0f} ms"
    print(f"  {name}  {told}  ({len(values)})")


def main() -> int:
    """Measures what is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--pace", default="at_once")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    for game in wanted.game or GAMES:
        asked = measure(game, wanted.decisions, wanted.pace, wanted.seed)
        print(game)
        tell("after others", [took for took, between in asked if between > 1])
        tell("all         ", [took for took, _ in asked])
        told = "  ".join(f"{took:.0f} ({between})" for took, between in asked)
        print(f"  one by one, and decisions between: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
