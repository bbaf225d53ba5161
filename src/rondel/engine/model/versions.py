"""The versions of the rules: what was fixed, and from which version on it holds.

A game goes on by the version it was begun with, so its record keeps its meaning; a new game takes
the newest. A fix is a named difference here and nowhere else: it says what the facts say from a
version on, and a step that behaves otherwise asks a field of the rule set that is read from them.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.model.errors import RuleSetError, shown


class Difference:
    """A fix of a rule: what holds from one version of the rules on, and did not before."""

    def __init__(
        self,
        name: str,
        facts: dict[str, Any],
        defaults: dict[str, Any] | None = None,
        games: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        """What `docs/rule-decisions.md` calls it."""
        self.facts = facts
        """What the facts say from then on: keys they have, and lists as a whole."""
        self.defaults: dict[str, Any] = {} if defaults is None else defaults
        """Options whose default is another from then on."""
        self.games = games
        """The games it is about; all if none is named."""


VERSIONS: dict[int, tuple[Difference, ...]] = {
    1: (),
}
"""Every version that was published, in order, with the differences that hold from it on.

What stands here is never changed again: games that were begun by it are still played.
"""

RULES_VERSION = max(VERSIONS)
"""The newest version that was published."""


def newest_version() -> int:
    """The version that new games take."""
    return max(VERSIONS)


def read_version(value: object) -> int:
    """A version that is known.

    Raises: RuleSetError, naming those that are.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise RuleSetError([f"version {shown(value)} of the rules is unknown; known are {known}"])
    return value


def differences_of(game: str, version: int) -> list[Difference]:
    """All that holds in a game by a version of the rules, in order."""
    return [
        difference
        for since, differences in VERSIONS.items()
        if since <= version
        for difference in differences
        if not difference.games or game in difference.games
    ]


def fixed(facts: dict[str, Any], differences: list[Difference]) -> dict[str, Any]:
    """The facts with differences; the facts given are not changed.

    Raises: RuleSetError, naming every key of a difference that the facts do not have.
    """
    faults: list[str] = []
    for difference in differences:
        facts = _changed(facts, difference.facts, difference.name, faults)
    if faults:
        raise RuleSetError(faults)
    return facts


def _changed(
    facts: dict[str, Any], changes: dict[str, Any], place: str, faults: list[str]
) -> dict[str, Any]:
    changed = dict(facts)
    for key, value in changes.items():
        if key not in facts:
            faults.append(f"difference {place}: the facts have no {key!r} to change")
        elif isinstance(value, dict) and isinstance(facts[key], dict):
            changed[key] = _changed(facts[key], value, f"{place}.{key}", faults)
        else:
            changed[key] = value
    return changed
