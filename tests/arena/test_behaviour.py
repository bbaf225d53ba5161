"""What is counted is what happened."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rondel
from rondel.arena import Fixture, Outcome, Setting, play_fixture
from rondel.engine import Event, Game
from rondel.records import replay
from tests.positions import GAMES

BOTS = ("taxman", "random", "random")


def played(game: str, folder: Path) -> tuple[Outcome, Game, list[Event]]:
    outcome = play_fixture(Setting(game, "3", records=folder), Fixture(1, 0, BOTS))
    record = rondel.load(folder / "block-00001-0.rondel.json").record()
    told: list[Event] = []
    replayed = replay(record, lambda game, number, events: told.extend(events))
    return outcome, replayed, told


@pytest.mark.parametrize("title", GAMES)
def test_tallies_add_up_to_the_game(title: str, tmp_path: Path) -> None:
    outcome, game, told = played(title, tmp_path)
    kinds = Counter([event.kind for event in told])
    tallies = outcome.tallies
    assert sum([t.factories_built for t in tallies]) == kinds["factory_built"] > 0
    flags = {
        nation: len(regions)
        for nation, regions in game.snapshot()["flags"].items()
        if game.snapshot()["governments"][nation]
    }
    assert sum([t.flags_held for t in tallies]) == sum(flags.values()) > 0
    made = kinds["unit_produced"] + kinds["unit_imported"]
    left = sum(game.state.army_count) + sum(game.state.fleet_count)
    assert sum([t.units_lost for t in tallies]) == made - left > 0


@pytest.mark.parametrize("title", GAMES)
def test_interest_and_slots_are_those_of_the_player(title: str, tmp_path: Path) -> None:
    outcome, game, told = played(title, tmp_path)
    for seat, player in enumerate(game.players):
        tally = outcome.tallies[seat]
        paid = [e.to_json() for e in told if e.kind == "interest_paid"]
        assert tally.interest_taken == sum([e["amount"] for e in paid if e["player"] == player])
        chosen = [a for a in game.actions() if a.kind == "choose_slot" and a.player == player]
        slots = Counter([str(a.choice["slot"]).partition("_")[0] for a in chosen])
        assert tally.slots == slots


def test_flags_and_factories_are_those_of_the_government(tmp_path: Path) -> None:
    outcome, game, _ = played("imperial2030", tmp_path)
    state = game.state
    for seat in range(3):
        own = [n for n in range(6) if state.government[n] == seat]
        flags = sum([state.flags[nation].bit_count() for nation in own])
        assert outcome.tallies[seat].flags_held == flags
    builders = Counter(
        [a.player for a in game.actions() if "province" in a.choice and a.kind == "build_factory"]
    )
    for seat, player in enumerate(game.players):
        assert outcome.tallies[seat].factories_built == builders[player]


def test_scores_run_from_the_start_over_every_turn_to_the_end(tmp_path: Path) -> None:
    outcome, game, _ = played("imperial", tmp_path)
    at = [n for n, a in enumerate(game.actions()) if a.kind == "choose_slot"]
    assert len(outcome.scores) == len(at) + 1
    for turn in (0, 1, len(at) // 2, len(at) - 1):
        figures = game.at(at[turn]).figures
        assert outcome.scores[turn] == [figures.score(player) for player in game.players]


def test_taxman_taxes_more_than_others(tmp_path: Path) -> None:
    outcome, _, _ = played("imperial2030", tmp_path)
    shares = [t.slots.get("taxation", 0) / sum(t.slots.values()) for t in outcome.tallies]
    assert shares[0] > max(shares[1:])
