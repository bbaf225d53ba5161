"""The glossary and the catalogues: complete, alike in all languages, rightly joined."""

import json
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

from rondel.engine import TITLES, title_of
from rondel.records.icu import CATEGORIES, Choice, Hash, MessageError, arguments, nodes, parse
from rondel.records.words import FAMILIES, GAMES, LANGUAGES, Words, catalogue, glossary

EVERYWHERE = list(product(GAMES, LANGUAGES))
PLACE_FORMS = {"name", "subj", "start", "acc", "of", "in", "to", "from", "through"}
NATION_FORMS = {"name", "subj", "start", "acc", "of", "dat", "into", "in", "to", "from", "number"}
UNIT_FORMS = {"name", "indef", "indef_acc", "def_acc", "start", "gen_pl", "count"}


@cache
def words_of(game: str, language: str) -> Words:
    return Words(game, language)


def ids_of(game: str) -> dict[str, list[str]]:
    board = title_of(game).board
    return {
        "nations": board.nation_ids,
        "regions": board.region_ids,
        "slots": title_of(game).facts["rondel"]["slots"],
        "canals": [canal.id for canal in board.canals],
    }


# The glossary -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_every_place_of_the_board_has_all_forms(game: str, language: str) -> None:
    words, ids = words_of(game, language), ids_of(game)
    for section in ("regions", "canals"):
        for id in ids[section]:
            assert words.forms(section, id).keys() >= PLACE_FORMS, id
    for id in ids["nations"]:
        assert words.forms("nations", id).keys() >= NATION_FORMS, id
    for id in ids["slots"]:
        assert words.forms("slots", id).keys() >= {"name", "on", "onto", "past"}, id


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_every_piece_has_all_forms(game: str, language: str) -> None:
    words = words_of(game, language)
    for id in ("army", "fleet", "armaments", "shipyard", "flag"):
        assert words.forms("terms", id).keys() >= UNIT_FORMS, id


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_no_two_regions_share_a_name(game: str, language: str) -> None:
    names = [
        words_of(game, language).forms("regions", id)["name"] for id in ids_of(game)["regions"]
    ]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("game", "army", "fleet", "flag"),
    [
        ("imperial2030", "czołg", "statek", "flaga"),
        ("imperial", "armia", "flota", "żeton podatkowy"),
    ],
)
def test_polish_names_pieces_by_game(game: str, army: str, fleet: str, flag: str) -> None:
    words = words_of(game, "pl")
    assert [words.forms("terms", id)["name"] for id in ("army", "fleet", "flag")] == [
        army, fleet, flag,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("section", "id"), [("regions", "vienna"), ("nations", "italy"), ("canals", "kiel")]
)
def test_thing_of_another_game_is_refused(section: str, id: str) -> None:
    with pytest.raises(ValueError, match=f"imperial2030 has no '{id}'"):
        words_of("imperial2030", "en").forms(section, id)


def test_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'de'; known are en, it, es, ru, pl"):
        Words("imperial", "de")


def test_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'risk'; known are imperial, imperial2030"):
        Words("risk", "en")


def test_games_are_those_of_the_engine() -> None:
    assert sorted(TITLES) == sorted(GAMES)


def test_glossary_has_these_languages() -> None:
    assert tuple(glossary()["languages"]) == LANGUAGES


# Counts -------------------------------------------------------------------------------------

COUNTS = {
    ("imperial2030", "en"): "1 army, 2 armies, 5 armies, 21 armies",
    ("imperial2030", "it"): "1 esercito, 2 eserciti, 5 eserciti, 21 eserciti",
    ("imperial2030", "es"): "1 ejército, 2 ejércitos, 5 ejércitos, 21 ejércitos",
    ("imperial2030", "ru"): "1 армию, 2 армии, 5 армий, 21 армию",
    ("imperial2030", "pl"): "1 czołg, 2 czołgi, 5 czołgów, 21 czołgów",
    ("imperial", "ru"): "1 армию, 2 армии, 5 армий, 21 армию",
    ("imperial", "pl"): "1 armię, 2 armie, 5 armii, 21 armii",
}


@pytest.mark.parametrize(("game", "language"), COUNTS)
def test_counts_as_object(game: str, language: str) -> None:
    words = words_of(game, language)
    counted = ", ".join([words.count("army", number, "acc") for number in (1, 2, 5, 21)])
    assert counted == COUNTS[game, language]


def test_counts_as_subject_keep_the_nominative() -> None:
    assert words_of("imperial", "ru").count("flag", 1) == "1 налоговая фишка"
    assert words_of("imperial", "ru").count("flag", 1, "acc") == "1 налоговую фишку"


def test_one_thing_has_an_article_and_several_a_number() -> None:
    words = words_of("imperial", "it")
    assert [words.some("fleet", n) for n in (1, 2)] == ["una flotta", "2 flotte"]


# Lists --------------------------------------------------------------------------------------

LISTS = {
    "en": ["A", "A and B", "A, B, and C"],
    "it": ["A", "A e B", "A, B e C"],
    "es": ["A", "A y B", "A, B y C"],
    "ru": ["A", "A и B", "A, B и C"],
    "pl": ["A", "A i B", "A, B i C"],
}


@pytest.mark.parametrize("language", LISTS)
def test_lists_are_joined_as_the_language_does(language: str) -> None:
    words = words_of("imperial", language)
    assert [words.listed("ABC"[:n]) for n in (1, 2, 3)] == LISTS[language]
    assert words.listed([]) == ""


@pytest.mark.parametrize(
    ("last", "joined"),
    [
        ("Ivan", "Anna e Ivan"), ("Íñigo", "Anna e Íñigo"), ("Hilda", "Anna e Hilda"),
        ("Italia", "Anna e Italia"), ("Hierro", "Anna y Hierro"), ("Yolanda", "Anna y Yolanda"),
        ("Boris", "Anna y Boris"), ("Hugo", "Anna y Hugo"),
    ],
)  # fmt: skip
def test_spanish_and_becomes_e_before_an_i_sound(last: str, joined: str) -> None:
    assert words_of("imperial", "es").listed(["Anna", last]) == joined


def test_only_spanish_changes_its_and() -> None:
    assert words_of("imperial", "it").listed(["Anna", "Ivan"]) == "Anna e Ivan"
    assert words_of("imperial", "pl").listed(["Anna", "Ivan"]) == "Anna i Ivan"


# The catalogues -----------------------------------------------------------------------------


def family(argument: str) -> str:
    """`nation` for `nation_of`: languages may take different forms of the same thing."""
    families = [f for f in FAMILIES if argument == f or argument.startswith(f"{f}_")]
    return max(families, key=len, default=argument)


def families(pattern: str) -> set[str]:
    # The game is known everywhere; Polish alone has words that depend on it.
    return {family(argument) for argument in arguments(pattern)} - {"game"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_have_the_same_messages_in_the_same_order(language: str) -> None:
    assert list(catalogue(language)) == list(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_take_the_same_arguments(language: str) -> None:
    for id, pattern in catalogue(language).items():
        assert families(pattern) == families(catalogue("en")[id]), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_every_category_of_the_language(language: str) -> None:
    """Russian and Polish need few and many; it and es never come to a million millions."""
    wanted = set(CATEGORIES[language]) - ({"many"} if language in ("it", "es") else set())
    for id, pattern in catalogue(language).items():
        for node in nodes(parse(pattern)):
            if isinstance(node, Choice) and node.plural:
                given = {branch for branch in node.branches if branch[0] != "="}
                assert given in (wanted, {"other"}), id


def test_russian_branch_for_one_shows_its_number() -> None:
    """`one` is 21 and 31, too: a branch without its number would be wrong."""
    for id, pattern in catalogue("ru").items():
        for node in nodes(parse(pattern)):
            if isinstance(node, Choice) and node.plural and "one" in node.branches:
                assert Hash() in node.branches["one"], id


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_use_typographic_signs(language: str) -> None:
    for id, pattern in catalogue(language).items():
        assert not set(pattern) & set("'\"`!"), id
        assert "  " not in pattern, id


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_is_written_in_one_way(language: str) -> None:
    """One message per line and no message twice, so that translators' changes stay readable."""
    text = (files("rondel.records") / "messages" / f"{language}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, Any]] = json.loads(text, object_pairs_hook=list)
    assert len({id for id, _ in pairs}) == len(pairs)
    assert text == json.dumps(catalogue(language), ensure_ascii=False, indent=2) + "\n"


def test_unknown_message_and_missing_argument_are_errors() -> None:
    words = words_of("imperial", "en")
    with pytest.raises(KeyError, match="no_such_message"):
        words.say("no_such_message", {})
    with pytest.raises(MessageError, match="'player'"):
        words.say("invest_passed", {})


def test_truth_values_select_yes_and_no() -> None:
    words = words_of("imperial2030", "en")
    asked = {"nation": "usa", "owner": "india", "canal": "suez"}
    said = [words.say("canal_answered", {**asked, "allowed": it}) for it in (True, False)]
    assert said == [
        "India lets the United States pass through the Suez Canal.",
        "India does not let the United States pass through the Suez Canal.",
    ]
