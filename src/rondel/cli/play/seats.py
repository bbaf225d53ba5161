"""Who plays: names and bots in seat order, as they are typed."""

from __future__ import annotations

from dataclasses import dataclass

from rondel.bots import bot_names, make_bot
from rondel.cli.texts import Texts
from rondel.engine import Title

BOT = "bot"
DEFAULT_BOT = "medium"
DEFAULT_PLAYERS = 4
MAX_NAME = 40
"""Longest name a record may hold."""


class SeatError(ValueError):
    """The players cannot be seated like this; the message is for the one who typed it."""


@dataclass(frozen=True)
class Seats:
    """The players in seat order."""

    players: list[str]
    bots: dict[str, str]
    """Player -> name of the bot, for those who are no people."""


def default_seats(texts: Texts, players: int = DEFAULT_PLAYERS) -> str:
    """One person, the others bots, as somebody would type it."""
    return ", ".join([texts.say("player_name", number=1), *[BOT] * (players - 1)])


def read_seats(typed: str, title: Title, texts: Texts) -> Seats:
    """The players from `ann, bob, bot:hard`; a number stands for one person and bots.

    Raises: SeatError.
    """
    if typed.strip().isdecimal() and len(typed) < 4:
        typed = default_seats(texts, int(typed))
    given = [part.strip() for part in typed.split(",")]
    least, most = title.facts["game"]["min_players"], title.facts["game"]["max_players"]
    if not least <= len(given) <= most:
        raise SeatError(texts.say("players_number", least=least, most=most, given=len(given)))
    players: list[str] = []
    bots: dict[str, str] = {}
    for part in given:
        bot = bot_in(part, texts)
        name = _name_for_bot(given, players, texts) if bot else part
        _check_name(name, players, texts)
        players.append(name)
        if bot:
            bots[name] = bot
    return Seats(players, bots)


def bot_in(part: str, texts: Texts) -> str | None:
    """The bot that `bot` or `bot:name` stands for, None for a person.

    Raises: SeatError if there is no such bot.
    """
    word, colon, bot = part.partition(":")
    if word.strip().casefold() not in (BOT, texts.say("bot").casefold()):
        return None
    bot = bot.strip() if colon else DEFAULT_BOT
    if not is_bot(bot):
        raise SeatError(texts.say("unknown_bot", bot=bot, known=", ".join(bot_names())))
    return bot


def is_bot(name: object) -> bool:
    """Whether this names a bot, with or without a budget: `hard`, `strategist:400`."""
    try:
        return isinstance(name, str) and make_bot(name, 0) is not None
    except ValueError:
        return False


def _name_for_bot(given: list[str], players: list[str], texts: Texts) -> str:
    number = 1
    while (name := texts.say("bot_name", number=number)) in (*given, *players):
        number += 1
    return name


def _check_name(name: str, players: list[str], texts: Texts) -> None:
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise SeatError(texts.say("name_bad", most=MAX_NAME))
    if name in players:
        raise SeatError(texts.say("name_twice", name=name))
