"""Observations: everything in the position, seen from one seat, and nothing more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rondel
from rondel.engine import FLEET, KINDS, NOBODY, State, decisions
from rondel.envs import Observer
from rondel.envs.observations import Floats
from tests.positions import GAMES, choices, do, game_at
from tests.random_play import random_game
from tests.starts import ORDER

PIECE_KEYS = ("armies", "hostile_armies", "friendly_armies", "fleets")


class Seen:
    """A position as it can be read from its vector."""

    def __init__(self, game: rondel.Game, player: str) -> None:
        observer = Observer(game.rules)
        self.seat = game.players.index(player)
        self.vector: Floats = np.full(observer.size, np.nan, np.float32)
        observer.write(game.state, self.seat, self.vector)
        self.board = game.rules.board
        self.rules = game.rules
        self.players = game.players
        self.nations = self.board.nation_ids
        self.blocks = {block.name: block for block in observer.blocks}

    def table(self, name: str) -> Floats:
        block = self.blocks[name]
        return self.vector[block.start : block.stop].reshape(block.shape)

    def number(self, name: str) -> int:
        return int(self.table(name)[0])

    def one(self, name: str, names: list[str]) -> str | None:
        found = np.flatnonzero(self.table(name))
        assert len(found) <= 1
        return names[found[0]] if len(found) else None

    @property
    def around(self) -> list[str]:
        """Players from the observer on."""
        return self.players[self.seat :] + self.players[: self.seat]

    def by_nation(self, name: str) -> dict[str, int]:
        return dict(zip(self.nations, map(int, self.table(name)), strict=True))

    def picked(self, name: str, names: list[str]) -> dict[str, str | None]:
        rows = [np.flatnonzero(row) for row in self.table(name)]
        return {
            n: names[row[0]] if len(row) else None
            for n, row in zip(self.nations, rows, strict=True)
        }

    def bonds(self, player: str) -> dict[str, list[int]]:
        held = self.table("held")[self.around.index(player)]
        values = np.array(self.rules.bonds.values)
        found = {n: values[row > 0].tolist() for n, row in zip(self.nations, held, strict=True)}
        return {nation: bonds for nation, bonds in found.items() if bonds}

    def units(self, nation: int) -> dict[str, dict[str, int]]:
        """As in a snapshot, without a unit that is arriving."""
        board, found = self.board, {}
        for region, id in enumerate(board.region_ids):
            here = dict.fromkeys(PIECE_KEYS, 0)
            if region >= board.land_count:
                here["fleets"] = int(self.table("fleets")[nation, region - board.land_count])
            else:
                abroad = board.owner[region] not in (NOBODY, nation)
                key = "hostile_armies" if abroad else "armies"
                here[key] = int(self.table("armies")[nation, region])
            if region < board.home_count:
                here["friendly_armies"] = int(self.table("friends")[nation, region])
                own = board.owner[region] == nation
                here["fleets"] = int(self.table("port_fleets")[region]) if own else 0
            if any(here.values()):
                found[id] = {key: count for key, count in here.items() if count}
        return dict(sorted(found.items()))

    def snapshot(self) -> dict[str, Any]:
        """The snapshot as far as the vector holds it."""
        cash = zip(self.around, map(int, self.table("cash")), strict=True)
        flags = self.table("flags")
        neutral = self.board.region_ids[self.board.home_count :]
        banks = {p for p, has in zip(self.around, self.table("banks"), strict=True) if has}
        standing = [int(r) for r in np.flatnonzero(self.table("factories"))]
        return {
            "treasuries": self.by_nation("treasury"),
            "cash": {player: amount for player, amount in cash if amount >= 0},
            "bonds": {player: self.bonds(player) for player in self.players},
            "power": self.by_nation("power"),
            "tax_marker": self.by_nation("tax_marker"),
            "governments": self.picked("government", self.around),
            "investor_card": self.one("card", self.around),
            "swiss_banks": [player for player in self.players if player in banks],
            "rondel": self.picked("marker", self.rules.slots),
            "factories": {
                nation: sorted(
                    [self.board.region_ids[r] for r in standing if self.board.owner[r] == i]
                )
                for i, nation in enumerate(self.nations)
            },
            "units": {nation: self.units(i) for i, nation in enumerate(self.nations)},
            "flags": {
                nation: sorted([neutral[r] for r in np.flatnonzero(flags[i])])
                for i, nation in enumerate(self.nations)
            },
            "turn": {
                "round": self.number("round"),
                "nation": self.one("nation", self.nations),
                "last_nation": self.one("last_nation", self.nations),
                "phase": self.one("phase", list(decisions.PHASES)),
            },
        }


def shown(game: rondel.Game, viewer: str) -> dict[str, Any]:
    """The snapshot for a viewer without what a vector does not hold or holds elsewhere."""
    snapshot = game.snapshot(viewer)
    if game.state.kind == decisions.ARRIVAL:
        lay_aside(game.state, snapshot["units"])
    left_out = ("game", "options", "players", "decision", "result")
    return {key: value for key, value in snapshot.items() if key not in left_out}


def lay_aside(state: State, units: dict[str, Any]) -> None:
    """Takes the arriving unit out of a snapshot."""
    here = units[state.nation_id(state.nation)]
    region = here[state.region_id(state.place)]
    key = "fleets" if state.piece == FLEET else "armies"
    region[key] -= 1
    if not region[key]:
        del region[key]
    if not region:
        del here[state.region_id(state.place)]


def check_decision(game: rondel.Game, seen: Seen) -> None:
    decision = game.decision
    if decision is None:
        assert not seen.vector[seen.blocks["decision"].start :].any()
        return
    context = decision.context
    assert seen.one("decision", list(KINDS[:-1])) == decision.kind
    assert seen.one("actor", seen.around) == decision.player
    assert seen.one("about", seen.nations) == decision.nation
    assert seen.one("place", seen.board.region_ids) == context.get("place")
    assert seen.one("round_for", seen.nations) == context.get("round_for")
    order = context.get("order", {})
    assert seen.one("order_from", seen.board.region_ids) == order.get("from")
    assert seen.one("order_to", seen.board.region_ids) == order.get("to")
    if "slot" in context:
        assert seen.one("announced", seen.rules.slots) == context["slot"]
    if "canal" in context:
        asked = np.flatnonzero(seen.table("canals"))
        assert context["canal"] in [seen.board.canals[c].id for c in asked]


@pytest.mark.parametrize("number", range(12))
def test_position_can_be_read_from_what_every_player_sees(number: int) -> None:
    """Random games with random options, secret cash among them."""
    game, rng = random_game(number)
    step = 0
    while True:
        if step % 5 == 0 or game.over:
            viewer = rng.choice(game.players)
            seen = Seen(game, viewer)
            assert not np.isnan(seen.vector).any()
            assert seen.snapshot() == shown(game, viewer)
            check_decision(game, seen)
        if game.over:
            break
        game.play(rng.choice(game.legal_ids()))
        step += 1


@pytest.mark.parametrize("game", GAMES)
def test_blocks_follow_one_another_without_gaps(game: str) -> None:
    observer = Observer(rondel.Game.new(game, ["a", "b", "c"], seed=1).rules)
    starts = [block.start for block in observer.blocks]
    stops = [block.stop for block in observer.blocks]
    assert starts == [0, *stops[:-1]]
    assert observer.size == stops[-1]


def test_secret_cash_of_others_leaves_no_trace() -> None:
    secret = {"secret_cash": True}
    poor = game_at("russia", cash={"A": 5, "B": 1}, options=secret)
    rich = game_at("russia", cash={"A": 5, "B": 40}, options=secret)
    assert (Seen(poor, "A").vector == Seen(rich, "A").vector).all()
    assert (Seen(poor, "B").vector != Seen(rich, "B").vector).any()
    assert Seen(rich, "A").table("cash").tolist() == [5, -1, -1, -1]


def test_cash_is_open_without_the_option() -> None:
    game = game_at("russia", cash={"A": 5, "B": 40})
    assert Seen(game, "A").table("cash").tolist() == [5, 40, 0, 0]
    assert Seen(game, "B").table("cash").tolist() == [40, 0, 0, 5]


def test_import_shows_how_many_are_left() -> None:
    game = game_at("russia", treasuries={"russia": 9})
    do(game, slot="import")
    assert Seen(game, "A").number("imports_left") == 3
    do(game, province="moscow", unit="army")
    assert Seen(game, "A").number("imports_left") == 2


def test_production_shows_the_factories_used() -> None:
    game = game_at("russia", factories={"russia": ["moscow", "novosibirsk", "murmansk"]})
    do(game, slot="production_1")
    do(game, province="moscow")
    used = np.flatnonzero(Seen(game, "A").table("used"))
    assert [game.rules.board.region_ids[r] for r in used] == ["moscow"]


def test_maneuver_shows_the_units_that_have_not_moved() -> None:
    game = game_at("russia", units={"russia": {"moscow": {"armies": 2}}})
    do(game, slot="maneuver_1")
    moscow = game.rules.board.region_index["moscow"]
    before = Seen(game, "A").table("fresh_armies").copy()
    end = choices(game)[0]["to"]
    do(game, order="move", from_="moscow", to=end)
    after = Seen(game, "A")
    assert before[moscow] == 2
    assert after.table("fresh_armies")[moscow] == 1
    assert after.table("armies")[0, game.rules.board.region_index[end]] == 1


def test_investing_shows_who_is_still_to_decide() -> None:
    """The holder of the card, then players without a government (R-INV-7)."""
    game = game_at(
        "russia",
        bonds={nation: {"A": [9]} for nation in ORDER["imperial2030"]},
        investor_card="B",
        cash={"B": 10, "C": 10, "D": 10},
    )
    do(game, slot="investor")
    assert Seen(game, "B").table("queue").tolist() == [1, 1, 1, 0]
    assert Seen(game, "A").table("queue").tolist() == [0, 1, 1, 1]
    assert Seen(game, "A").one("ties_from", ["A", "B", "C", "D"]) == "B"
