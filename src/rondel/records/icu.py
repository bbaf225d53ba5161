"""ICU MessageFormat, as far as the catalogues use it, for five languages.

Understood are `{name}`, `{name, number}`, `{name, plural, …}` with `#` and `=1`,
`{name, select, …}`, nesting, and the apostrophe that quotes braces. Anything else is refused:
a message that is slightly wrong should fail in a test and not in front of a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NoReturn

CATEGORIES: dict[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "it": ("one", "many", "other"),
    "es": ("one", "many", "other"),
    "ru": ("one", "few", "many", "other"),
    "pl": ("one", "few", "many", "other"),
}
"""Language -> its plural categories in CLDR."""

_ALL_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SELECTOR = re.compile(r"=\d+|[A-Za-z_][A-Za-z0-9_]*")
_SPACE = re.compile(r"\s*")


class MessageError(ValueError):
    """A malformed pattern, or a pattern formatted without an argument it needs."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A value to insert; `numeric` where the pattern says it must be a number."""

    name: str
    numeric: bool


@dataclass(frozen=True, slots=True)
class Hash:
    """The `#` of a plural: the number that chose the branch."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A plural or select: branches by selector, `other` always among them."""

    name: str
    plural: bool
    branches: dict[str, Message]


Node = str | Argument | Hash | Choice
Message = tuple[Node, ...]


# Plural categories --------------------------------------------------------------------------


def plural_category(language: str, number: int) -> str:
    """The CLDR category of a whole number.

    Raises: MessageError for a language without rules here.
    """
    n = abs(number)
    match language:
        case "en":
            return "one" if n == 1 else "other"
        case "it" | "es":
            return "one" if n == 1 else "many" if n and n % 1_000_000 == 0 else "other"
        case "ru":
            return "one" if n % 10 == 1 and n % 100 != 11 else _few_or_many(n)
        case "pl":
            return "one" if n == 1 else _few_or_many(n)
        case _:
            raise MessageError(f"no plural rules for language {language!r}")


def _few_or_many(n: int) -> str:
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


# Formatting ---------------------------------------------------------------------------------


def format_message(pattern: str, language: str, values: Mapping[str, object]) -> str:
    """The pattern with its arguments filled in.

    Raises: MessageError if the pattern is malformed, an argument it comes to is missing, or an
    argument is neither text nor a whole number where one is needed.
    """
    return _formatted(parse(pattern), language, values, "")


def _formatted(message: Message, language: str, values: Mapping[str, object], count: str) -> str:
    return "".join([_node(node, language, values, count) for node in message])


def _node(node: Node, language: str, values: Mapping[str, object], count: str) -> str:
    match node:
        case str():
            return node
        case Hash():
            return count
        case Argument(name, numeric):
            return str(_number(values, name)) if numeric else str(_value(values, name))
        case Choice(name, True, branches):
            number = _number(values, name)
            branch = branches[_selector(branches, language, number)]
            return _formatted(branch, language, values, str(number))
        case Choice(name, _, branches):
            chosen = branches.get(str(_value(values, name)), branches["other"])
            return _formatted(chosen, language, values, count)


def _selector(branches: dict[str, Message], language: str, number: int) -> str:
    for selector in (f"={number}", plural_category(language, number)):
        if selector in branches:
            return selector
    return "other"


def _value(values: Mapping[str, object], name: str) -> str | int:
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int):
        found = repr(value) if name in values else "nothing"
        raise MessageError(f"argument {name!r}: expected text or a number, got {found}")
    return value


def _number(values: Mapping[str, object], name: str) -> int:
    value = _value(values, name)
    if not isinstance(value, int):
        raise MessageError(f"argument {name!r}: expected a whole number, got {value!r}")
    return value


# Parsing ------------------------------------------------------------------------------------


@cache
def parse(pattern: str) -> Message:
    """The parts of a pattern; remembered, so that each pattern is read once.

    Raises: MessageError, quoting the pattern and the place.
    """
    return _Parser(pattern).whole()


def arguments(pattern: str) -> set[str]:
    """The names of all arguments of a pattern, in all branches."""
    return {node.name for node in nodes(parse(pattern)) if isinstance(node, Argument | Choice)}


def nodes(message: Message) -> Iterator[Node]:
    """Every part of a message, those inside its branches included."""
    for node in message:
        yield node
        if isinstance(node, Choice):
            for branch in node.branches.values():
                yield from nodes(branch)


class _Parser:
    """Reads one pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def whole(self) -> Message:
        message = self.message("")
        if self.at < len(self.pattern):
            self.fail("a closing brace without an opening one")
        return message

    def message(self, inside: str) -> Message:
        """Text and arguments up to the end or the brace that closes this branch."""
        parts: list[Node] = []
        while self.at < len(self.pattern) and self.pattern[self.at] != "}":
            parts.append(self.part(inside))
        return _merged(parts)

    def part(self, inside: str) -> Node:
        char = self.pattern[self.at]
        if char == "{":
            return self.argument(inside)
        if char == "'":
            return self.apostrophe(inside)
        if char == "#" and inside == "plural":
            self.at += 1
            return Hash()
        if char == "#" and inside == "select in plural":
            self.fail("# inside a select is plain text in ICU; name the argument instead")
        self.at += 1
        return char

    def apostrophe(self, inside: str) -> str:
        """An apostrophe, or the text it quotes."""
        special = "{}#" if inside == "plural" else "{}"
        following = self.pattern[self.at + 1 : self.at + 2]
        if following == "'":
            self.at += 2
            return "'"
        self.at += 1
        return self.quoted() if following and following in special else "'"

    def quoted(self) -> str:
        text = ""
        while True:
            end = self.pattern.find("'", self.at)
            if end < 0:
                self.fail("a quotation that does not end")
            text += self.pattern[self.at : end]
            self.at = end + 1
            if not self.pattern.startswith("'", self.at):
                return text
            text += "'"
            self.at += 1

    def argument(self, inside: str) -> Node:
        self.at += 1
        name = self.token(_NAME, "the name of an argument")
        if self.took("}"):
            return Argument(name, numeric=False)
        self.expect(",")
        kind = self.token(_NAME, "number, plural or select")
        if kind == "number":
            self.expect("}")
            return Argument(name, numeric=True)
        if kind not in ("plural", "select"):
            self.fail(f"argument type {kind!r}; known are number, plural and select")
        self.expect(",")
        return Choice(name, kind == "plural", self.branches(kind, inside))

    def branches(self, kind: str, inside: str) -> dict[str, Message]:
        within = "select in plural" if kind == "select" and "plural" in inside else kind
        found: dict[str, Message] = {}
        while not self.took("}"):
            selector = self.token(_SELECTOR, "a selector or a closing brace")
            if selector in found:
                self.fail(f"two branches for {selector!r}")
            if kind == "plural" and selector[0] != "=" and selector not in _ALL_CATEGORIES:
                self.fail(f"plural category {selector!r}")
            if kind == "select" and selector[0] == "=":
                self.fail(f"{selector!r} in a select")
            self.expect("{")
            found[selector] = self.message(within)
            self.expect("}")
        if "other" not in found:
            self.fail(f"a {kind} without a branch for other")
        return found

    # Tokens ---------------------------------------------------------------------------------

    def skip_space(self) -> None:
        space = _SPACE.match(self.pattern, self.at)
        self.at = space.end() if space else self.at

    def token(self, shape: re.Pattern[str], what: str) -> str:
        self.skip_space()
        match = shape.match(self.pattern, self.at)
        if match is None:
            self.fail(f"expected {what}")
        self.at = match.end()
        return match.group()

    def took(self, char: str) -> bool:
        self.skip_space()
        if not self.pattern.startswith(char, self.at):
            return False
        self.at += 1
        return True

    def expect(self, char: str) -> None:
        if not self.took(char):
            self.fail(f"expected {char!r}")

    def fail(self, why: str) -> NoReturn:
        place = f"{self.pattern[: self.at]}⟨here⟩{self.pattern[self.at :]}"
        raise MessageError(f"malformed message: {why}: {place}")


def _merged(parts: list[Node]) -> Message:
    merged: list[Node] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        else:
            merged.append(part)
    return tuple(merged)
