"""From what is typed to one of the choices: by number, by label, by ids, by their beginning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rondel.cli.texts import Texts
from rondel.engine import Action
from rondel.records import Narrator

STRUCTURE = ("order", "choice")
"""Keys of a choice whose value only says of which kind it is."""


@dataclass(frozen=True)
class Choice:
    """A legal action as it is offered."""

    number: int
    """From 1, in the order of the legal actions."""
    action: Action
    label: str
    names: tuple[str, ...]
    """What may be typed for it, folded."""


def folded(text: str) -> str:
    """The words of a text without case, accents and punctuation."""
    bare = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    kept = "".join([c for c in bare if not unicodedata.combining(c)])
    return " ".join(re.findall(r"[^\W_]+", kept))


def offered(actions: Sequence[Action], narrator: Narrator, texts: Texts) -> list[Choice]:
    """The legal actions with labels and names."""
    found = []
    for number, action in enumerate(actions, 1):
        label = narrator.choice(action.kind, action.choice, action.nation)
        names = [folded(name) for name in (label, *_spelled(action.choice, texts))]
        found.append(Choice(number, action, label, tuple(dict.fromkeys(names))))
    return found


def _spelled(choice: Mapping[str, object], texts: Texts) -> Iterator[str]:
    """The choice in the words of records, with and without the kind in front."""
    yield " ".join(_words(choice))
    if any(key in choice for key in STRUCTURE):
        yield " ".join(_words({k: v for k, v in choice.items() if k not in STRUCTURE}))
    truths = [value for value in choice.values() if isinstance(value, bool)]
    if truths:
        yield "yes" if truths[0] else "no"
        yield texts.say("yes" if truths[0] else "no")


def _words(value: object) -> Iterator[str]:
    match value:
        case dict():
            for key, part in value.items():
                if isinstance(part, bool):
                    yield key if part else f"no {key}"
                else:
                    yield from _words(part)
        case list():
            for part in value:
                yield from _words(part)
        case _:
            yield str(value)


def find(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices that fit best what was typed; exactly one if it is clear.

    A number is a number in the list. Otherwise the whole name counts most, then its beginning,
    then the beginnings of some of its words in order.
    """
    if re.fullmatch(r"\s*[0-9]{1,6}\s*", typed):
        return [choice for choice in choices if choice.number == int(typed)]
    wanted = folded(typed)
    if not wanted:
        return []
    for fits in (_is_it, _begins_it, _hints_at_it):
        if found := [c for c in choices if any(fits(wanted, name) for name in c.names)]:
            return found
    return []


def _is_it(wanted: str, name: str) -> bool:
    return wanted == name


def _begins_it(wanted: str, name: str) -> bool:
    return name.startswith(wanted)


def _hints_at_it(wanted: str, name: str) -> bool:
    words = iter(name.split())
    return all(any(word.startswith(part) for word in words) for part in wanted.split())


def find_name(names: Mapping[str, Sequence[str]], typed: str) -> list[str]:
    """The keys with a name that is what was typed, else those with a name that begins so."""
    wanted = folded(typed)
    if not wanted:
        return []
    spelled = {key: [folded(name) for name in given] for key, given in names.items()}
    exact = [key for key, forms in spelled.items() if wanted in forms]
    return exact or [
        key for key, forms in spelled.items() if any(form.startswith(wanted) for form in forms)
    ]
