"""Who plays, as it is typed."""

from __future__ import annotations

import pytest

from rondel.cli.play.seats import SeatError, Seats, default_seats, read_seats
from rondel.cli.texts import Texts
from rondel.engine import title_of


def seats(typed: str, language: str = "en") -> Seats:
    return read_seats(typed, title_of("imperial2030"), Texts(language))


def test_names_and_bots_sit_in_the_order_given() -> None:
    assert seats(" ann ,bot, Bob, bot:random") == Seats(
        ["ann", "Bot 1", "Bob", "Bot 2"], {"Bot 1": "medium", "Bot 2": "random"}
    )


def test_number_means_one_person_against_bots() -> None:
    assert seats("3").players == ["Player 1", "Bot 1", "Bot 2"]
    assert seats("6", "ru").players[0] == "Игрок 1"


def test_bot_may_be_named_in_the_language_spoken() -> None:
    assert seats("Аня, бот, bot", "ru").bots == {"Бот 1": "medium", "Бот 2": "medium"}


def test_bots_take_names_that_nobody_has() -> None:
    assert seats("bot, Bot 1, bot").players == ["Bot 2", "Bot 1", "Bot 3"]


def test_default_is_one_person_and_three_bots() -> None:
    assert default_seats(Texts("en")) == "Player 1, bot, bot, bot"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ann", "2 to 6 players, not 1"),
        ("1", "2 to 6 players, not 1"),
        ("7", "2 to 6 players, not 7"),
        ("", "2 to 6 players, not 1"),
        ("ann,,bob", "1 to 40 visible characters"),
        ("ann," + "x" * 41, "1 to 40 visible characters"),
        ("ann,b\x07b", "1 to 40 visible characters"),
        ("ann,bob,ann", "ann is there twice"),
        ("ann,bot:deep", "no bot deep; known are random"),
        ("ann,bot:", "no bot ; known are random"),
    ],
)
def test_what_cannot_be_is_told(typed: str, said: str) -> None:
    with pytest.raises(SeatError, match=said):
        seats(typed)
