"""Encoded positions: everything a player may know, from his seat, and nothing more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import rondel
from rondel.engine import (
    ENCODING_VERSION,
    KINDS,
    NOBODY,
    Encoder,
    State,
    first_nation,
    from_bytes,
    interest_due,
    ranking,
    revenue_of,
    to_bytes,
)
from tests.positions import GAMES, do, game_at
from tests.random_play import random_game
from tests.samples import some

ON = 255


class Seen:
    """A position as it can be read from its bytes."""

    def __init__(self, state: State, seat: int) -> None:
        self.encoder = Encoder(state.rules)
        self.bytes = self.encoder.encoded(state, seat)
        self.state = state
        self.seat = seat
        self.sections = {section.name: section for section in self.encoder.sections}

    def feature(self, section: str, name: str, row: int = 0) -> list[int]:
        """The bytes of a feature in a row of its section."""
        part = self.sections[section]
        start = part.start + row * part.width + part.offset(name)
        [size] = [one.size for one in part.features if one.name == name]
        return list(self.bytes[start : start + size])

    def amount(self, section: str, name: str, row: int = 0) -> int:
        """The amount that a feature of one byte tells, up to what fits."""
        [unit] = [one.unit for one in self.sections[section].features if one.name == name]
        [byte] = self.feature(section, name, row)
        return byte // unit

    def unit(self, section: str, name: str) -> int:
        [unit] = [one.unit for one in self.sections[section].features if one.name == name]
        return unit

    def players(self) -> list[int]:
        """Seats in the order of the rows."""
        count = len(self.state.players)
        return [(self.seat + k) % count for k in range(count)]

    def nations(self) -> list[int]:
        """Nations in the order of the rows."""
        count, first = self.state.rules.nations, first_nation(self.state)
        return [(first + k) % count for k in range(count)]


def positions(numbers: range, every: int = 7) -> Iterator[State]:
    """Positions of random games with any options, each after some decisions more."""
    for number in numbers:
        game, rng = random_game(number)
        step = 0
        while not game.over and step < 700:
            if step % every == 0:
                yield game.state
            game.play(rng.choice(game.legal_ids()))
            step += 1
        yield game.state


def fits(byte: int, amount: int, unit: int) -> bool:
    return byte == min(ON, amount * unit)


@pytest.mark.parametrize("number", some(range(12), always=2))
def test_money_and_tracks_can_be_read(number: int) -> None:
    for state in positions(range(number, number + 1), 40):
        seen = Seen(state, max(0, state.actor))
        for row, player in enumerate(seen.players()):
            hidden = row > 0 and state.rules.options.secret_cash and state.actor != NOBODY
            cash = 0 if hidden else state.cash[player]
            assert fits(seen.feature("players", "cash", row)[0], cash, 4)
            assert seen.feature("players", "cash_hidden", row) == [ON if hidden else 0]
            assert seen.feature("players", "present", row) == [ON]
        for row in range(len(state.players), 6):
            part = seen.sections["players"]
            start = part.start + row * part.width
            assert not any(seen.bytes[start : start + part.width])
        for row, nation in enumerate(seen.nations()):
            treasury, unit = state.treasury[nation], seen.unit("nations", "treasury")
            assert fits(seen.feature("nations", "treasury", row)[0], treasury, unit)
            assert seen.feature("nations", "nation", row)[nation] == ON
            assert seen.amount("nations", "power", row) == state.power[nation]
            assert seen.amount("nations", "revenue", row) == revenue_of(state, nation)


@pytest.mark.parametrize("number", some(range(12), always=2))
def test_economics_are_those_of_the_rules(number: int) -> None:
    for state in positions(range(number, number + 1), 60):
        seen = Seen(state, 0)
        for row, nation in enumerate(seen.nations()):
            government = state.government[nation]
            governs = seen.feature("nations", "government", row)
            if government == NOBODY:
                assert not any(governs)
                continue
            assert governs[government] == ON
            due, unit = interest_due(state, nation), seen.unit("nations", "due")
            assert fits(seen.feature("nations", "due", row)[0], due, unit)
            credits = [state.credit(player, nation) for player in range(len(state.players))]
            most = max([c for p, c in enumerate(credits) if p != government])
            lead = max(0, credits[government] - most)
            assert fits(seen.feature("nations", "lead", row)[0], lead, 2)
            for seat, credit in enumerate(credits):
                behind = seen.feature("nations", "behind", row)[seat]
                assert fits(behind, max(credits) - credit, 2)
                assert fits(seen.feature("nations", "credits", row)[seat], credit, 2)


@pytest.mark.parametrize("number", some(range(12), always=2))
def test_units_and_flags_can_be_read(number: int) -> None:
    for state in positions(range(number, number + 1), 50):
        seen, board = Seen(state, 0), state.rules.board
        for row, nation in enumerate(seen.nations()):
            armies = state.armies[nation * board.land_count : (nation + 1) * board.land_count]
            assert seen.feature("units", "armies", row) == [min(ON, n * 32) for n in armies]
            friends = state.friends[nation * board.land_count :][: board.home_count]
            assert seen.feature("units", "friends", row) == [min(ON, n * 32) for n in friends]
            fleets = state.fleets[nation * board.region_count : (nation + 1) * board.region_count]
            at_sea = [min(ON, n * 32) for n in fleets[board.land_count :]]
            assert seen.feature("units", "fleets", row) == at_sea
            flags = [ON if state.flags[nation] >> r & 1 else 0 for r in range(board.region_count)]
            assert seen.feature("units", "flags", row) == flags[board.home_count :]
        ports = [
            sum([state.fleets[n * board.region_count + r] for n in range(state.rules.nations)])
            for r in range(board.home_count)
        ]
        assert seen.feature("board", "ports") == [min(ON, n * 32) for n in ports]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("setup", ["standard", "draft"])
@pytest.mark.parametrize("players", some([4, 2, 3, 5, 6]))
def test_who_sits_where_makes_no_difference(game: str, setup: str, players: int) -> None:
    """The same table, seen from another chair: whoever decides sees the same."""
    names = [f"p{seat}" for seat in range(players)]
    options = {"setup": setup}
    one = rondel.Game.new(game, names, options, seed=players)
    other = rondel.Game.new(game, names[1:] + names[:1], options, start=one.start)
    steps = 0
    while not one.over and steps < 250:
        ours, theirs = one.state, other.state
        assert one.players[ours.actor] == other.players[theirs.actor]
        seen = Encoder(one.rules).encoded(ours, ours.actor)
        assert seen == Encoder(other.rules).encoded(theirs, theirs.actor)
        id = one.legal_ids()[steps * 7 % len(one.legal_ids())]
        one.play(id)
        other.play(id)
        steps += 1


@pytest.mark.parametrize("number", some(range(8), always=2))
def test_secret_cash_is_never_encoded(number: int) -> None:
    """R-INF-3: positions that differ only in what a player may not see are the same to him."""
    checked = 0
    for state in positions(range(number * 10, number * 10 + 10), 50):
        if not state.rules.options.secret_cash or state.actor == NOBODY:
            continue
        for seat in range(len(state.players)):
            twin = state.copy()
            for other in range(len(state.players)):
                if other != seat:
                    twin.cash[other] = state.cash[other] + 13
            encoder = Encoder(state.rules)
            assert encoder.encoded(twin, seat) == encoder.encoded(state, seat)
            twin.cash[seat] = state.cash[seat] + 13
            assert encoder.encoded(twin, seat) != encoder.encoded(state, seat)
            checked += 1
    assert checked


def test_cash_is_told_when_the_game_is_over() -> None:
    game, rng = random_game(0)
    number = 0
    while not game.rules.options.secret_cash:
        number += 1
        game, rng = random_game(number)
    while not game.over:
        game.play(rng.choice(game.legal_ids()))
    seen = Seen(game.state, 0)
    assert ranking(game.state)
    for row, player in enumerate(seen.players()):
        assert fits(seen.feature("players", "cash_coarse", row)[0], game.state.cash[player], 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_told(game: str) -> None:
    """Positions that differ by one option alone differ."""
    usual = rondel.Game.new(game, ["a", "b"], seed=1).state
    seen = {Encoder(usual.rules).encoded(usual, 0)}
    others: list[dict[str, object]] = [
        {"setup": "draft"},
        {"investor_card": False},
        {"investor_card": False, "no_card_extra_investment": "instead"},
        {"swiss_bank_force": not usual.rules.bank_may_force},
        {"investor_shortfall": "pay_available"},
        {"donations": "any"},
        {"donations": "off"},
        {"stance_change": "never"},
        {"battle_query_order": "mover_chooses"},
        {"secret_cash": True},
        {"tax_bonus": "increase"} if game == "imperial2030" else {"edition": "later"},
    ]
    for options in others:
        state = rondel.Game.new(game, ["a", "b"], options, seed=1).state
        seen.add(Encoder(state.rules).encoded(state, 0))
    assert len(seen) == len(others) + 1


def test_every_kind_of_decision_is_told() -> None:
    found = set[str]()
    for state in positions(range(90), 1):
        if state.actor == NOBODY or KINDS[state.kind] in found:
            continue
        told = Seen(state, state.actor).feature("turn", "decision")
        assert told.index(ON) == state.kind
        assert sum(told) == ON
        found.add(KINDS[state.kind])
        if len(found) == len(KINDS) - 1:
            return
    raise AssertionError(f"not met: {set(KINDS) - found}")


def test_pending_order_tells_canal_and_both_seas() -> None:
    """R-CAN-4: whoever is asked knows what for."""
    table = game_at(
        "europe",
        units={"europe": {"caribbean_sea": {"fleets": 2}}},
        flags={"brazil": ["colombia"]},
        bonds={"europe": {"A": [9]}, "brazil": {"B": [9]}},
    )
    do(table, slot="maneuver_1")
    do(table, order="move", from_="caribbean_sea", to="north_pacific", canal="panama")
    assert table.decision is not None
    assert table.decision.kind == "canal_consent"
    board, seen = table.rules.board, Seen(table.state, table.state.actor)
    assert seen.feature("maneuver", "asked").count(ON) == 1
    assert seen.feature("maneuver", "origin").index(ON) == board.region_index["caribbean_sea"]
    assert seen.feature("maneuver", "place").index(ON) == board.region_index["north_pacific"]
    sea = board.region_index["caribbean_sea"] - board.land_count
    assert seen.feature("maneuver", "fleets")[sea] == 64


@pytest.mark.parametrize("game", GAMES)
def test_size_is_the_same_for_any_number_of_players(game: str) -> None:
    sizes = set()
    for players in range(2, 7):
        names = [f"p{seat}" for seat in range(players)]
        sizes.add(Encoder(rondel.Game.new(game, names, seed=1).rules).size)
    assert sizes == {1837 if game == "imperial2030" else 1735}
    assert ENCODING_VERSION == 1


def test_position_is_written_where_it_is_asked_for() -> None:
    state = rondel.Game.new("imperial", ["a", "b", "c"], seed=1).state
    encoder = Encoder(state.rules)
    buffer = bytearray(b"x" * (encoder.size + 6))
    encoder.write(state, 1, memoryview(buffer), 3)
    assert bytes(buffer[3:-3]) == encoder.encoded(state, 1)
    assert bytes(buffer[:3]) == bytes(buffer[-3:]) == b"xxx"


@pytest.mark.parametrize("number", some(range(8), always=2))
def test_what_is_remembered_is_what_would_be_written_anew(number: int) -> None:
    """Positions looked at after every decision, and their copies, are told as they stand."""
    game, rng = random_game(number)
    encoder = Encoder(game.rules)
    while not game.over:
        state, legal = game.state, game.legal_ids()
        fresh = from_bytes(to_bytes(state))
        for seat in (state.actor, rng.randrange(len(state.players))):
            assert encoder.encoded(state, seat) == Encoder(game.rules).encoded(fresh, seat)
        tried = game.copy()
        tried.play(legal[-1])
        seen = encoder.encoded(tried.state, 0)
        assert seen == encoder.encoded(from_bytes(to_bytes(tried.state)), 0)
        game.play(rng.choice(legal))


DIGESTS = Path(__file__).with_name("version_1.txt").read_text().split()
"""Of all positions of random games with any options, as version 1 was first written."""


@pytest.mark.parametrize("number", some(range(len(DIGESTS)), always=4))
def test_encoding_of_a_version_never_changes(number: int) -> None:
    """Networks that were trained on a version go on to read it."""
    game, rng = random_game(number)
    encoder, digest, steps = Encoder(game.rules), hashlib.sha256(), 0
    while True:
        for seat in range(len(game.players)):
            digest.update(encoder.encoded(game.state, seat))
        if game.over or steps == 900:
            break
        game.play(rng.choice(game.legal_ids()))
        steps += 1
    assert digest.hexdigest().startswith(DIGESTS[number])
