"""The catalogues: complete in five languages, well formed, nothing missing, nothing unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rondel.cli
from rondel.arena import COUNTED
from rondel.cli.arena_report import FIGURES, LENGTHS, TIMES
from rondel.cli.errors import CommandError
from rondel.cli.options import written
from rondel.cli.play.answers import folded
from rondel.cli.play.commands import COMMANDS, command_named
from rondel.cli.play.wizard import RULES
from rondel.cli.texts import Texts, catalogue, chosen_language
from rondel.engine import CHOICES, KINDS, title_of
from rondel.records import LANGUAGES, Narrator
from rondel.records.icu import CATEGORIES, Choice, arguments, nodes, parse
from tests.positions import GAMES

SOURCE = Path(rondel.cli.__file__).parent
COMPUTED = {
    *[f"command_{name}" for name in COMMANDS],
    *[f"help_{name}" for name in COMMANDS],
    *[f"usage_{name}" for name in ("log", "donate", "save", "load", "lang")],
    *[f"rules_{kind}" for kind in KINDS if kind != "donate"],
    *[f"rules_set_{name}" for name in RULES],
    *[f"option_{name}" for name in CHOICES],
    *[f"option_{name}_{written(value)}" for name, values in CHOICES.items() for value in values],
    *[f"simulate_{column}" for column in ("seat", "bot", "win_share", "mean_score")],
    *[f"arena_{figure}" for figure in (*FIGURES, *COUNTED, *LENGTHS)],
    *[f"arena_{figure}_ms" for figure in TIMES],
    *[f"review_{kind}" for kind in ("government", "cash", "interest", "power", "revenue")],
    *[f"bench_{way}" for way in ("ids", "objects")],
    *[f"explore_{kind}" for kind in ("start", "space", "bond")],
    *[f"explore_{column}" for column in ("what", "seats", "share", "won", "then", "step")],
    *[f"stance_{stance}" for stance in ("hostile", "friendly")],
    *[f"refused_donate_{why}" for why in ("off", "not_now", "not_asked", "not_yours")],
    *[f"refused_rondel_{why}" for why in ("cash_too_low", "interest_too_high")],
    *["refused_donate_cash_too_low", "refused_action_malformed", "rules_end", "no"],
}
"""Messages whose names are put together in the code."""


def quoted() -> set[str]:
    """Every word in quotation marks in the source of the command line."""
    texts = [path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")]
    return set(re.findall(r'"([a-z_]+)>?"', "".join(texts)))


def heads() -> set[str]:
    return {f"head_{name}" for name in quoted()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_missing_and_none_is_left_over(language: str) -> None:
    known = set(catalogue(language))
    assert COMPUTED - known == set()
    said = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        said |= set(re.findall(r"say\(\s*[\"']([a-z_]+)[\"']", text))
        said |= set(re.findall(r'(?:legend|_head)\(scene, "([a-z_]+)"', text))
    assert said - known == set()
    assert known - said - COMPUTED - heads() - quoted() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_take_the_same_arguments_in_every_language(language: str) -> None:
    english = catalogue("en")
    for message, pattern in catalogue(language).items():
        assert arguments(pattern) <= arguments(english[message]) | {"game"}, message
        missing = arguments(english[message]) - arguments(pattern) - {"game"}
        assert missing == set(), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_categories_of_their_language(language: str) -> None:
    for message, pattern in catalogue(language).items():
        for node in nodes(parse(pattern)):
            if isinstance(node, Choice) and node.plural:
                given = {name for name in node.branches if not name.startswith("=")}
                assert given | {"many"} == {*CATEGORIES[language], "many"}, message


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_sentences_without_traps(language: str) -> None:
    for message, pattern in catalogue(language).items():
        assert "'" not in pattern, message
        assert "  " not in pattern, message
        assert pattern == pattern.strip(), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_known_in_english_and_in_the_language_spoken(language: str) -> None:
    texts = Texts(language)
    words = [folded(texts.say(f"command_{name}")) for name in COMMANDS]
    assert len(set(words)) == len(words)
    for name, word in zip(COMMANDS, words, strict=True):
        assert command_named(texts, name) == name
        assert command_named(texts, word.upper()) == name
    assert command_named(texts, "?") == "help"
    assert command_named(texts, "1") is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_place_and_no_answer_begins_like_a_command(language: str, game: str) -> None:
    texts, narrator, title = Texts(language), Narrator(game, language), title_of(game)
    names = [narrator.nation(id) for id in title.board.nation_ids]
    names += [narrator.region(id) for id in title.board.region_ids]
    names += [narrator.slot(id) for id in title.facts["rondel"]["slots"]]
    names += [narrator.say(f"choose_{word}") for word in ("pass", "done", "all", "decline", "stay")]
    names += [narrator.say(f"choose_{word}") for word in ("force", "let_pass", "allow", "deny")]
    names += [narrator.say("choose_no_demand"), texts.say("yes"), texts.say("no")]
    names += [*title.board.region_ids, *title.board.nation_ids]
    for name in names:
        first = folded(name).split()[0]
        assert command_named(texts, first) is None, name


@pytest.mark.parametrize(
    ("asked", "environment", "language"),
    [
        ("pl", {"LANG": "it_IT.UTF-8"}, "pl"),
        (None, {"LC_ALL": "it_IT.UTF-8", "LANG": "ru_RU"}, "it"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "es", "LANG": "ru_RU"}, "es"),
        (None, {"LANG": "ru_RU.KOI8-R"}, "ru"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_language_is_the_one_asked_for_or_that_of_the_system(
    asked: str | None, environment: dict[str, str], language: str
) -> None:
    assert chosen_language(asked, environment) == language


def test_unknown_language_is_refused() -> None:
    with pytest.raises(CommandError, match="choose --lang from en, it, es, ru, pl"):
        chosen_language("fr", {})
