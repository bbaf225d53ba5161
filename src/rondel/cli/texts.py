"""What the command line says, in five languages: catalogues in `messages/`, in ICU form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rondel.cli.errors import CommandError
from rondel.records import LANGUAGES
from rondel.records.icu import format_message


class Texts:
    """The catalogue of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        """One of `LANGUAGES`."""
        self._messages = catalogue(language)

    def say(self, message: str, /, **values: str | int) -> str:
        """A message with its arguments filled in.

        Raises: KeyError for an unknown message, MessageError for a missing argument.
        """
        return format_message(self._messages[message], self.language, values)

    def has(self, message: str) -> bool:
        """Whether there is such a message."""
        return message in self._messages

    def refusal(self, code: str) -> str | None:
        """Why the rules forbid something, by the code of the refusal; None without words for it."""
        message = f"refused_{code.replace('/', '_')}"
        return self.say(message) if self.has(message) else None


@cache
def catalogue(language: str) -> dict[str, str]:
    """The messages of a language by id."""
    path = files("rondel.cli") / "messages" / f"{language}.json"
    messages: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return messages


def chosen_language(asked: str | None, environment: Mapping[str, str]) -> str:
    """The language asked for, else that of the environment, else English.

    Raises: CommandError if there is no such language.
    """
    if asked is None:
        return _language_of(environment)
    if asked not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise CommandError(f"there is no language {asked!r}; choose --lang from {known}")
    return asked


def _language_of(environment: Mapping[str, str]) -> str:
    """As the C library does it: the first of these variables that is set decides."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            code = environment[variable][:2].lower()
            return code if code in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
