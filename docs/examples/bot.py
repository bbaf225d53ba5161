"""A bot that plays by the interface of a server: it takes what raises its score most.

python bot.py --server http://127.0.0.1:8000 --token rondel_… --table 2f1c… --invite …
"""

import argparse
import json
import random
import time
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

OVER = ("finished", "ended", "expired")


class Bot:
    """Somebody with a token who plays at a table."""

    def __init__(self, server: str, token: str, table: str, invite: str) -> None:
        self.address = f"{server}/api/tables/{table}"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.invite = invite
        self.since = 0  # the last line of the log that it has heard

    def ask(self, path: str = "", body: object = None) -> Any:
        """What the server answers; with a body it is a POST."""
        headers = {**self.headers, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        query = urlencode({"invite": self.invite})
        with urlopen(Request(f"{self.address}{path}?{query}", data, headers)) as answer:
            return json.load(answer)

    def sit_down(self) -> None:
        """Takes the first seat that is free, unless it has one."""
        seats = self.ask()["seats"]
        if not any(seat["yours"] for seat in seats):
            free = next(seat["seat"] for seat in seats if seat["offered"])
            self.ask(f"/seats/{free}/take", {})

    def play(self) -> None:
        """Plays to the end; when a connection is lost, the next one goes on from there."""
        while not self.play_connected():
            time.sleep(1)

    def play_connected(self) -> bool:
        """Plays as long as a connection lasts; true when the game is over."""
        query = urlencode({"invite": self.invite, "since": self.since})
        uri = f"{self.address}/live?{query}".replace("http", "ws", 1)
        try:
            with connect(uri, additional_headers=self.headers, max_size=None) as live:
                return self.follow(live)
        except (ConnectionClosed, OSError) as error:
            print("The connection is lost:", error)
        except InvalidStatus as refused:
            if refused.response.status_code < 500:
                raise SystemExit(refused.response.body.decode()) from None
        return False

    def follow(self, live: ClientConnection) -> bool:
        """Answers what it hears; true when the game is over."""
        for text in live:
            match json.loads(text):
                case {"type": "row", "row": row}:
                    self.since = row["seq"]
                case {"type": "hello" | "table", "table": table} if table["status"] in OVER:
                    print("The game is over:", table["result"])
                    return True
                case {"type": "position", "position": position} if position["yours"]:
                    live.send(json.dumps(self.decide(position)))
                case {"type": "refused", "error": error}:
                    print("Refused:", error["message"])
                    if "retry_after" in error:
                        time.sleep(error["retry_after"])
                        live.send(json.dumps({"type": "position"}))
                case _:
                    pass
        return False

    def decide(self, position: Any) -> Any:
        """The message that makes the best choice."""
        me = position["snapshot"]["decision"]["actor"]
        best = max(position["choices"], key=lambda choice: (gain(choice, me), random.random()))
        return {"type": "act", "position": position["position"], "entry": best["entry"]}


def gain(choice: Any, player: str) -> int:
    """By how much a choice raises the player's score now; 0 if that is not told."""
    scores = choice.get("consequences", {}).get("scores", {})
    return scores[player]["after"] - scores[player]["before"] if player in scores else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Plays a game at a table of a server.")
    for name in ("server", "token", "table"):
        options.add_argument(f"--{name}", required=True)
    options.add_argument("--invite", default="")
    bot = Bot(**vars(options.parse_args()))
    bot.sit_down()
    bot.play()
