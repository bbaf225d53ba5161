"""What is typed finds one choice: by number, name, ids, beginnings."""

from __future__ import annotations

import pytest

import rondel
from rondel.cli.play.answers import Choice, find, find_name, folded, offered
from rondel.cli.texts import Texts
from rondel.records import LANGUAGES, Narrator
from tests.positions import GAMES, do, game_at


def choices(game: rondel.Game, language: str = "en") -> list[Choice]:
    narrator = Narrator(game.rules.game, language)
    return offered(game.legal_actions(), narrator, Texts(language))


def found(game: rondel.Game, typed: str, language: str = "en") -> list[str]:
    return [choice.label for choice in find(choices(game, language), typed)]


def maneuver() -> rondel.Game:
    units = {"russia": {"moscow": {"armies": 1}, "vladivostok": {"fleets": 1}}}
    game = game_at("russia", units=units)
    do(game, slot="maneuver_1")
    do(game, order="done")
    return game


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  São  Paulo! ", "sao paulo"),
        ("Wyjdź", "wyjdz"),
        ("dołóż", "doloz"),
        ("Moscow → Ukraine (friendly)", "moscow ukraine friendly"),
        ("production_1", "production 1"),
        ("ЁЛКА", "елка"),
        ("«…»", ""),
    ],
)
def test_case_accents_and_punctuation_do_not_matter(text: str, words: str) -> None:
    assert folded(text) == words


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("8", ["Taxation"]),
        (" 08 ", ["Taxation"]),
        ("9", []),
        ("0", []),
        ("99999999999999999999999999", []),
        ("taxation", ["Taxation"]),
        ("tax", ["Taxation"]),
        ("TAX", ["Taxation"]),
        ("prod", ["Production 1", "Production 2"]),
        ("production 2", ["Production 2"]),
        ("production_2", ["Production 2"]),
        ("prod 2", ["Production 2"]),
        ("i", ["Investor", "Import"]),
        ("", []),
        ("?!", []),
        ("nothing", []),
    ],
)
def test_slots_are_found_by_number_and_beginning(typed: str, labels: list[str]) -> None:
    assert found(game_at("russia"), typed) == labels


def test_orders_are_found_by_their_places() -> None:
    game = maneuver()
    assert found(game, "moscow ukraine") == ["Moscow → Ukraine"]
    assert found(game, "mos ukr") == ["Moscow → Ukraine"]
    assert found(game, "ukr") == ["Moscow → Ukraine"]
    assert found(game, "move moscow ukraine") == ["Moscow → Ukraine"]
    assert found(game, "done") == ["Done"]
    assert len(found(game, "moscow")) > 3


def test_names_may_be_those_of_the_language_or_ids() -> None:
    game = maneuver()
    assert found(game, "москва украина", "ru") == found(game, "moscow ukraine", "ru")
    assert found(game, "mosca ucr", "it") == ["Mosca → Ucraina"]


def test_bonds_are_found_by_nation_and_value() -> None:
    game = game_at("russia", cash={"A": 12}, investor_card="A")
    do(game, slot="investor")
    assert found(game, "india 6") == ["India: 6 million (interest 3)"]
    assert found(game, "upgrade russia 9 12") == ["Russia: 9 → 12 million (interest 5)"]
    assert found(game, "pass") == ["Pass"]


@pytest.mark.parametrize(("typed", "label"), [("yes", "Allow"), ("sì", "Permetti"), ("n", "Nega")])
def test_questions_are_answered_with_yes_and_no(typed: str, label: str) -> None:
    game = game_at(
        "usa",
        governments={"usa": "A", "brazil": "B"},
        units={"usa": {"caribbean_sea": {"fleets": 1}}},
        flags={"brazil": ["colombia"]},
    )
    do(game, slot="maneuver_1")
    do(game, order="move", from_="caribbean_sea", to="north_pacific", canal="panama")
    language = "en" if label == "Allow" else "it"
    if label == "Nega":
        label = Narrator("imperial2030", "it").say("choose_deny")
    assert found(game, typed, language) == [label]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_label_finds_its_choice(name: str, language: str) -> None:
    game = rondel.Game.new(name, players=["a", "b", "c"], seed=3)
    for step in range(60):
        listed = choices(game, language)
        for choice in listed[:: 1 + len(listed) // 5]:
            assert find(listed, choice.label) == [choice]
            assert find(listed, str(choice.number)) == [choice]
        game.apply(listed[step * 7 % len(listed)].action)


def test_names_are_found_whole_before_their_beginnings() -> None:
    names = {"a": ["Guinea"], "b": ["Guinea Gulf"], "c": ["Peru"]}
    assert find_name(names, "guinea") == ["a"]
    assert find_name(names, "gui") == ["a", "b"]
    assert find_name(names, "") == []
