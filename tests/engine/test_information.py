"""What everybody may see: the public state, secret cash, the log (Rules: 4.3)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rondel
from tests.positions import GAMES, asked, cash, do, game_at, nations, told

both = pytest.mark.parametrize("game", GAMES)

SECRET = {"secret_cash": True}


def at_slot(nation: str, slot: str, **position: Any) -> rondel.Game:
    """A nation has moved to a slot."""
    game = game_at(nation, **position)
    do(game, slot=slot)
    return game


@both
@pytest.mark.parametrize("viewer", ["A", "D", rondel.SPECTATOR])
def test_all_but_cash_is_public(game: str, viewer: str) -> None:
    """R-INF-1, R-INF-3: by default everything; with secret cash the same but the others' cash."""
    money = {"A": 1, "B": 2, "C": 3, "D": 4}
    nation = nations(game)[1]
    open_game = at_slot(nation, "factory", game=game, cash=money)
    assert open_game.view(viewer).snapshot() == open_game.snapshot()
    secret = at_slot(nation, "factory", game=game, cash=money, options=SECRET)
    seen, whole = secret.view(viewer).snapshot(), secret.snapshot()
    assert seen["cash"] == {player: money[player] for player in money if player == viewer}
    assert {**seen, "cash": None} == {**whole, "cash": None}
    assert secret.snapshot()["cash"] == money
    public = ("treasuries", "bonds", "governments", "investor_card", "swiss_banks", "units")
    assert all(key in seen for key in (*public, "flags", "factories", "rondel", "power"))


@both
def test_log_is_public(game: str) -> None:
    """R-INF-1, R-INF-3: all see all actions; the cash a game began from is hidden like the rest."""
    money = {"A": 1, "B": 2, "C": 3, "D": 4}
    position = at_slot(nations(game)[1], "investor", game=game, cash=money, options=SECRET)
    do(position, choice="pass")
    for viewer in ("A", "B", rondel.SPECTATOR):
        seen = position.view(viewer).record()
        assert seen["actions"] == position.record()["actions"]
        assert set(seen["start"]["position"]["cash"]) == {viewer} - {""}
    assert position.record()["start"]["position"]["cash"] == money


@both
def test_secret_cash_changes_no_legal_choice(game: str) -> None:
    """R-INF-2: the same game, open and secret, has the same decisions and choices throughout."""
    games = [
        rondel.Game.new(game, list("ABCD"), {"secret_cash": secret}, seed=3)
        for secret in (False, True)
    ]
    draw = random.Random(3)
    for _ in range(300):
        first, second = games
        assert first.decision == second.decision
        assert first.legal_ids() == second.legal_ids()
        id = draw.choice(first.legal_ids())
        for position in games:
            position.play(id)


@both
def test_list_of_choices_is_for_the_actor_only(game: str) -> None:
    """R-INF-3: with secret cash the others see who decides, not among what."""
    position = at_slot(nations(game)[1], "investor", game=game, cash={"A": 4}, options=SECRET)
    assert asked(position) == ("invest", "A")
    assert list(position.view("A").legal_actions()) == list(position.legal_actions())
    for viewer in ("B", "C", rondel.SPECTATOR):
        view = position.view(viewer)
        assert list(view.legal_actions()) == []
        assert view.decision == position.decision
    open_game = at_slot(nations(game)[1], "investor", game=game, cash={"A": 4})
    assert list(open_game.view("B").legal_actions()) == list(open_game.legal_actions())


@both
def test_silent_pass_of_an_investor_looks_like_a_chosen_one(game: str) -> None:
    """R-INF-3, R-BND-7: C passes, with 1M or with 9M: the same events, but only one is recorded."""
    logs, lengths = [], []
    for money in (1, 9):
        position = at_slot(
            nations(game)[1],
            "investor",
            game=game,
            governments={nations(game)[2]: "A"},
            cash={"C": money},
            options=SECRET,
        )
        events = do(position, choice="pass")
        if asked(position) == ("invest", "C"):
            events += do(position, choice="pass")
        logs.append([event.to_json() for event in events])
        lengths.append(len(position))
        assert told(events, "invest_passed") == [{"player": "A"}, {"player": "C"}]
    assert logs[0] == logs[1]
    assert lengths == [2, 3]


def test_silent_pass_in_the_draft_looks_like_a_chosen_one() -> None:
    """R-INF-3, R-DRF-8: A has 1M left; his pass is told like those of the others, not recorded."""
    options = {"setup": "draft", "secret_cash": True}
    start = {"start_player": "A"}
    position = rondel.Game.new("imperial2030", list("ABCDEF"), options, start=start)
    do(position, value=12)
    events: list[rondel.Event] = []
    while position.snapshot()["turn"]["nation"] != "india":
        events += do(position, **{"pass": True})
    passed = [e["player"] for e in told(events, "draft_passed") if e["nation"] == "china"]
    assert passed == list("BCDEFA")
    recorded = [action.player for action in position.actions() if action.nation == "china"]
    assert recorded == list("BCDEF")


@both
def test_cash_is_shown_when_the_game_is_over(game: str) -> None:
    """R-INF-3, R-SCO-1: with the scores all cash is known."""
    nation = nations(game)[1]
    land = "korea" if game == "imperial2030" else "tunis"
    sea = "china_sea" if game == "imperial2030" else "ionian_sea"
    position = at_slot(
        nation,
        "taxation",
        game=game,
        power={nation: 24},
        flags={nation: [land, sea]},
        cash={"A": 3},
        options=SECRET,
    )
    assert position.over
    assert position.view("C").snapshot()["cash"] == cash(position)
    assert position.view("C").result == position.result
    assert list(position.view("C").legal_actions()) == []


def test_only_players_and_spectators_look() -> None:
    """R-INF-1: somebody unknown sees nothing."""
    game = game_at("china")
    with pytest.raises(ValueError, match="nobody"):
        game.view("nobody")
    with pytest.raises(ValueError, match="nobody"):
        game.snapshot("nobody")
