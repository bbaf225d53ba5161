"""The tables: true figures, nothing wider than the screen, nothing of others' secret cash."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

import rondel
from rondel.cli.play.answers import offered
from rondel.cli.play.board import map_view
from rondel.cli.play.choosing import choice_list
from rondel.cli.play.forecast import forecast
from rondel.cli.play.scene import Scene
from rondel.cli.play.tables import (
    bonds_table,
    nations_table,
    players_table,
    result_table,
    rondel_table,
    short_names,
)
from rondel.cli.texts import Texts
from rondel.engine import title_of
from rondel.records import LANGUAGES, Narrator
from tests.positions import GAMES, do, game_at


def scene(game: rondel.Game, language: str = "en", viewer: str | None = None) -> Scene:
    return Scene(game, Narrator(game.rules.game, language), Texts(language), viewer, wide=False)


def shown(thing: RenderableType, width: int = 80) -> str:
    file = io.StringIO()
    Console(file=file, width=width, markup=False, highlight=False, emoji=False).print(thing)
    return file.getvalue()


def line_of(text: str, word: str) -> str:
    [line] = [line for line in text.splitlines() if word in line]
    return " ".join(line.split())


def late_game(name: str, players: int = 6) -> rondel.Game:
    """A random game after many decisions, with long names."""
    names = [f"Someone {i} of Somewhere" for i in range(players)]
    game = rondel.Game.new(name, players=names, seed=2)
    for step in range(420):
        ids = game.legal_ids()
        game.play(ids[step * 31 % len(ids)])
    assert not game.over
    return game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_view_fits_a_screen_of_80_columns(name: str, language: str) -> None:
    seen = scene(late_game(name), language)
    views = [nations_table, players_table, bonds_table, map_view]
    texts = [shown(view(seen, explain=True)) for view in views] + [shown(rondel_table(seen))]
    for text in texts:
        assert max([len(line) for line in text.splitlines()]) <= 80
    for nation in seen.nations:
        for text in (texts[0], texts[2], texts[3]):
            assert seen.narrator.nation(nation, short=True) in text


def test_nation_shows_government_money_power_and_tax() -> None:
    game = game_at(
        "russia",
        bonds={"russia": {"A": [9], "B": [4]}},
        treasuries={"russia": 7},
        power={"russia": 11},
        rondel={"russia": "maneuver_2"},
        units={"russia": {"moscow": {"armies": 2}, "sea_of_japan": {"fleets": 1}},
               "china": {"vladivostok": {"hostile_armies": 1}}},
        flags={"russia": ["sea_of_japan", "ukraine", "iran", "turkey"]},
    )  # fmt: skip
    line = line_of(shown(nations_table(scene(game), explain=False)), "Russia")
    assert line == "▸Russia A: 9 (+5) 7 11 ×2 Maneuver 2 1/2 2 1 4 6 +1"


def test_nation_without_government_is_told() -> None:
    game = game_at("russia", governments={"india": None})
    line = line_of(shown(nations_table(scene(game), explain=False)), "India")
    assert line.startswith("India – 0 0 ×0 – 2 0 0 0")


def test_player_shows_cash_interest_score_and_bonds() -> None:
    game = game_at(
        "russia", players=6, bonds={"russia": {"A": [2, 9], "B": [4]}}, cash={"A": 3},
        power={"russia": 10}, investor_card="B",
    )  # fmt: skip
    text = shown(players_table(scene(game), explain=False))
    assert line_of(text, "Russia 2+9*") == "A 3 5 13 Russia 2+9*"
    assert "investor card" in text


def test_swiss_bank_is_told() -> None:
    game = game_at("russia", bonds={n: {"B": [9]} for n in ("russia", "usa")}, investor_card="B")
    text = shown(players_table(scene(game), explain=False))
    assert "Swiss Bank" in text


def test_secret_cash_of_others_is_not_shown() -> None:
    game = game_at("russia", options={"secret_cash": True}, cash={"A": 17, "B": 23})
    text = shown(players_table(scene(game, viewer="A"), explain=False))
    assert "17" in text
    assert "23" not in text
    assert "•••" in text


def test_bonds_show_holders_and_what_is_left() -> None:
    game = game_at("russia", bonds={"russia": {"A": [9], "B": [4]}})
    line = line_of(shown(bonds_table(scene(game), explain=False)), "Russia")
    assert line == "Russia · B · A · · · · ·"


def test_short_names_stay_apart() -> None:
    assert short_names(["ann", "Player 1", "Player 2"], 6) == {
        "ann": "ann",
        "Player 1": "Play…1",
        "Player 2": "Play…2",
    }
    alike = short_names(["Annabel X", "Annabeth X"], 6)
    assert list(alike.values()) == ["Anna#1", "Anna#2"]


def test_map_shows_units_flags_factories_and_occupation() -> None:
    game = game_at(
        "russia",
        units={"russia": {"moscow": {"armies": 2}, "ukraine": {"armies": 1}},
               "china": {"vladivostok": {"hostile_armies": 1, "friendly_armies": 2}}},
        flags={"europe": ["ukraine"]},
    )  # fmt: skip
    text = shown(map_view(scene(game), explain=False))
    assert "Moscow ■ 2A · Murmansk △ · Novosibirsk □ · Vladivostok ▲× China 1A! 2A=" in text
    assert "Ukraine [Europe] Russia 1A" in text
    assert "Empty: Afghanistan" in text


def test_rondel_runs_round() -> None:
    game = game_at("russia", rondel={"russia": "factory", "china": "taxation"})
    lines = shown(rondel_table(scene(game))).splitlines()
    assert lines[2].split("│")[1].strip() == "Russia"
    assert lines[5].split("│")[1].strip() == "China"
    assert lines[-1] == "Not yet on the rondel: India, Brazil, USA, Europe"


def test_result_shows_where_the_points_come_from() -> None:
    board = title_of("imperial2030").board
    lands = board.region_ids[board.home_count :]
    game = game_at(
        "russia", bonds={"russia": {"A": [9], "B": [4]}}, power={"russia": 24, "china": 12},
        flags={"russia": lands[:15]}, cash={"A": 1},
    )  # fmt: skip
    do(game, slot="taxation")
    assert game.result is not None
    text = shown(result_table(scene(game)))
    first = line_of(text, "1. A")
    assert first.split()[2] == "4→20"
    assert first.split()[-1] == str(game.result["scores"]["A"])


# Choices ----------------------------------------------------------------------------------------


def listed(game: rondel.Game, explain: bool = False) -> str:
    seen = scene(game)
    return shown(
        choice_list(seen, offered(game.legal_actions(), seen.narrator, seen.texts), explain)
    )


def test_slots_tell_steps_price_and_effect() -> None:
    game = game_at(
        "russia", rondel={"russia": "production_1"}, power={"russia": 5}, cash={"A": 9},
        treasuries={"russia": 3}, bonds={"russia": {"A": [9], "B": [4]}},
    )  # fmt: skip
    text = listed(game)
    assert line_of(text, "Investor ") == "2) Investor 2 – Interest 3, of which 1 for you."
    taxed = "8) Taxation 6 6 Revenue 4, power +0, bonus 0. Passes Investor."
    assert line_of(text, "Taxation").split()[1:] == taxed.split()[1:]


def test_slots_that_cannot_be_chosen_tell_why() -> None:
    game = game_at(
        "russia", rondel={"russia": "production_1"}, cash={"A": 1},
        bonds={"russia": {"A": [9], "B": [4]}},
    )  # fmt: skip
    text = listed(game)
    assert line_of(text, "Not now") == "Investor Not now: the interest due cannot be paid."
    assert line_of(text, "Maneuver 2") == "Maneuver 2 Too expensive: you cannot pay that."
    assert "Production 1" not in text
    assert "Factory" not in text
    assert len(game) == 0


def test_interest_that_the_player_must_cover_is_told() -> None:
    game = game_at("russia", cash={"A": 9}, bonds={"russia": {"A": [9], "B": [4]}})
    told = "Interest 2, of which 0 for you. You pay 2 of it."
    assert told in line_of(listed(game), "Investor ")


def test_forecast_looks_beyond_the_question_to_swiss_banks() -> None:
    game = game_at(
        "russia",
        governments=dict.fromkeys(("russia", "china", "india", "brazil", "usa", "europe"), "A"),
        rondel={"russia": "maneuver_1"}, cash={"A": 9}, treasuries={"russia": 30},
    )  # fmt: skip
    action = next(a for a in game.legal_actions() if a.choice["slot"] == "taxation")
    found = forecast(scene(game), action)
    assert (found.steps, found.price) == (5, 2)
    assert len(game) == 0


def test_orders_are_grouped_by_origin() -> None:
    units = {
        "russia": {"moscow": {"armies": 2}, "murmansk": {"armies": 1, "fleets": 1}},
        "china": {"ukraine": {"armies": 1}},
    }
    game = game_at("russia", units=units)
    do(game, slot="maneuver_1")
    assert "Murmansk 1F →" in listed(game)
    do(game, order="done")
    text = listed(game)
    assert "Moscow 2A →" in text
    assert "Ukraine China 1A" in text
    assert text.splitlines()[-1].split() == [f"{len(game.legal_actions())})", "Done"]


def test_bonds_that_win_the_government_are_marked() -> None:
    game = game_at("russia", cash={"A": 12}, investor_card="A", governments={"europe": None})
    do(game, slot="investor")
    text = listed(game, explain=True)
    assert "12M (5)*" in line_of(text, "China")
    assert "6M (3) " in line_of(text, "China")
    assert "2M (1)*" in line_of(text, "Europe")
    assert "*: would" in text
