"""The words of one game in one language: names with their cases, counts, lists and messages.

`messages/glossary.json` holds the words and their forms, `messages/<language>.json` the sentences
in ICU form. An argument that names a thing (`nation`, `region`, `unit`, …) brings all its forms:
from `nation="usa"` come `{nation}`, `{nation_start}`, `{nation_of}`, and each language takes
those it needs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from rondel.records.icu import format_message

LANGUAGES = ("en", "it", "es", "ru", "pl")
"""The languages the log is told in."""

GAMES = ("imperial", "imperial2030")
"""The games there are words for."""

FAMILIES = {
    "nation": "nations",
    "owner": "nations",
    "enemy": "nations",
    "to": "nations",
    "region": "regions",
    "origin": "regions",
    "target": "regions",
    "slot": "slots",
    "canal": "canals",
    "unit": "terms",
    "enemy_unit": "terms",
    "factory": "terms",
    "flag": "terms",
}
"""Argument that names a thing -> the section of the glossary that has its forms."""

_TERMS = {
    "imperial": {"armaments": "armaments_factory", "flag": "tax_chip"},
    "imperial2030": {"armaments": "armaments_factory"},
}
"""Things the glossary files under another name in a game."""

_AND = {"en": "and", "it": "e", "es": "y", "ru": "и", "pl": "i"}
_SOUNDS_LIKE_I = re.compile(r"[ií]|h[ií](?![aeo])", re.IGNORECASE)


class Words:
    """Names, counts, lists and messages of one game in one language.

    Raises: ValueError for a game or language there are no words for, naming those there are.
    """

    def __init__(self, game: str, language: str) -> None:
        _check("game", game, GAMES)
        _check("language", language, LANGUAGES)
        self.game = game
        """Id of the game."""
        self.language = language
        """One of `LANGUAGES`."""
        self._catalogue = catalogue(language)
        self._families: dict[tuple[str, str], dict[str, str]] = {}

    def forms(self, section: str, id: str) -> dict[str, str]:
        """All forms of a thing: `name`, and what its language adds (`of`, `in`, `start`, …).

        Raises: ValueError if this game has no such thing.
        """
        entry = _section(self.game, section).get(_TERMS[self.game].get(id, id))
        if entry is None or self.game not in entry.get("games", GAMES):
            raise ValueError(f"{self.game} has no {id!r} among its {section}")
        return _flat(_in_game(entry[self.language], self.game))

    def name(self, section: str, id: str, short: bool = False) -> str:
        """The name of a thing as a label, with a capital letter.

        Raises: ValueError if this game has no such thing.
        """
        forms = self.forms(section, id)
        name = forms.get("short", forms["name"]) if short else forms["name"]
        return name[0].upper() + name[1:]

    def say(self, message: str, values: Mapping[str, object]) -> str:
        """A message of the catalogue with its arguments filled in; `values` are ids and numbers.

        Raises: KeyError for an unknown message, MessageError for a missing argument.
        """
        pattern = self._catalogue[message]
        given: dict[str, object] = {"game": self.game, **self._family("flag", "flag")}
        for name, value in values.items():
            if name in FAMILIES:
                given.update(self._family(name, str(value)))
            else:
                given[name] = _shown(value)
        return format_message(pattern, self.language, given)

    def count(self, term: str, number: int, case: str = "") -> str:
        """A number of things, as in "2 armies"; `case` is empty or `acc`."""
        forms = self.forms("terms", term)
        pattern = forms.get("count_acc", forms["count"]) if case else forms["count"]
        return format_message(pattern, self.language, {"n": number})

    def some(self, term: str, number: int) -> str:
        """One thing or several as an object, as in "an army" and "2 armies"."""
        if number == 1:
            return self.forms("terms", term)["indef_acc"]
        return self.count(term, number, "acc")

    def listed(self, items: Sequence[str]) -> str:
        """The items joined as the language joins a list."""
        if len(items) < 2:
            return "".join(items)
        comma = "," if self.language == "en" and len(items) > 2 else ""
        return f"{', '.join(items[:-1])}{comma} {self._and(items[-1])} {items[-1]}"

    def _and(self, last: str) -> str:
        if self.language == "es" and _SOUNDS_LIKE_I.match(last):
            return "e"
        return _AND[self.language]

    def _family(self, name: str, id: str) -> dict[str, str]:
        known = self._families.get((name, id))
        if known is None:
            forms = self.forms(FAMILIES[name], id)
            known = {f"{name}_{form}": text for form, text in forms.items()}
            known[name] = forms["name"]
            self._families[name, id] = known
        return known


@cache
def catalogue(language: str) -> dict[str, str]:
    """The messages of a language in ICU form, by id."""
    messages: dict[str, str] = _read(f"{language}.json")
    return messages


@cache
def glossary() -> dict[str, Any]:
    """The words of both games in all languages."""
    words: dict[str, Any] = _read("glossary.json")
    return words


def _read(file: str) -> Any:
    return json.loads((files("rondel.records") / "messages" / file).read_text(encoding="utf-8"))


def _check(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise ValueError(f"there are no words for {what} {given!r}; known are {', '.join(known)}")


def _section(game: str, section: str) -> dict[str, Any]:
    words: dict[str, Any] = glossary()[section]
    if section in ("regions", "canals"):
        return dict(words.get(game, {}))
    return words


def _in_game(entry: dict[str, Any], game: str) -> dict[str, Any]:
    """The entry with what is different in this game put in place."""
    return {**entry, **entry.get("by_game", {}).get(game, {})}


def _flat(entry: dict[str, Any]) -> dict[str, str]:
    """The forms of an entry that are plain text, those for sentences included."""
    merged = {**entry, **entry.get("sentence_forms", {})}
    merged.setdefault("name", entry.get("text"))
    return {form: text for form, text in merged.items() if isinstance(text, str)}


def _shown(value: object) -> object:
    """Truth values as the words `yes` and `no`, by which messages select."""
    return ("no", "yes")[value] if isinstance(value, bool) else value
