"""Positions to try: each section's example is what it says, in both games."""

from __future__ import annotations

import json
from random import Random

import pytest

from rondel.engine import title_of
from rondel.records import LANGUAGES, Narrator, loads
from rondel.rulebook import GAMES, example_of, examples_of, rulebook, tried
from rondel.rulebook.trying import MOST_CHOICES

EXAMPLES = [(game, section) for game in GAMES for section in examples_of(game)]
ACTIONS = {
    "3.1", "3.2", "3.3", "3.5", "3.7", "3.8", "3.10", "3.11", "3.12", "3.13", "3.15", "3.16",
    "3.17", "5", "2.2",
}  # fmt: skip
"""Sections that can be shown in both games."""


def labels(game: str, section: str, *choices: int) -> list[str]:
    """What can be chosen, in English."""
    narrator, played = Narrator(game, "en"), tried(game, section, choices).game
    entries = [action.to_json() for action in played.legal_actions()]
    return [narrator.choice(one["decision"], one["choice"], one.get("nation")) for one in entries]


def test_every_action_has_its_example() -> None:
    assert set(examples_of("imperial")) >= ACTIONS
    assert set(examples_of("imperial2030")) >= ACTIONS | {"2.3", "3.6"}


@pytest.mark.parametrize(("game", "section"), EXAMPLES)
def test_an_example_shows_a_section_of_its_game(game: str, section: str) -> None:
    """It can be chosen in, its picture is of that board, and it can be opened."""
    told = next(one for one in rulebook("en").sections() if one.number == section)
    assert any(clause.is_of(GAMES[game]) for clause in told.clauses)
    assert set(example_of(game, section)["shows"]) <= set(title_of(game).board.region_ids)
    found = tried(game, section, [])
    assert found.open
    assert len(found.game.legal_actions()) > 1
    assert loads(json.dumps(found.game.record())).snapshot() == found.game.snapshot()


@pytest.mark.parametrize(("game", "section"), EXAMPLES)
def test_every_way_through_an_example_ends(game: str, section: str) -> None:
    draw, choices = Random(7), list[int]()
    while (found := tried(game, section, choices)).open:
        choices.append(draw.randrange(len(found.game.legal_actions())))
    assert 0 < len(choices) <= MOST_CHOICES
    entry, events = found.made[-1]
    assert all(Narrator(game, lang).sentences(events, entry) for lang in LANGUAGES)


def test_there_is_no_other_choice() -> None:
    with pytest.raises(IndexError):
        tried("imperial", "3.1", [9])
    with pytest.raises(IndexError):
        tried("imperial", "3.1", [0, 0])
    with pytest.raises(KeyError):
        tried("imperial", "3.6", [])


@pytest.mark.parametrize("game", GAMES)
def test_nobody_builds_where_a_hostile_army_stands(game: str) -> None:
    """R-FAC-1."""
    occupied = {"imperial2030": "Urumqi", "imperial": "Genoa"}[game]
    assert not any(label.startswith(occupied) for label in labels(game, "3.1"))
    assert len(labels(game, "3.1")) > 1


@pytest.mark.parametrize("game", GAMES)
def test_one_fleet_carries_one_army(game: str) -> None:
    """R-CVY-2: what could be reached over the sea cannot be reached any more."""
    beyond = {"imperial2030": "North Africa", "imperial": "Tunis"}[game]
    before = labels(game, "3.10")
    way = next(at for at, label in enumerate(before) if label.endswith(beyond))
    assert not any(label.endswith(beyond) for label in labels(game, "3.10", way))


@pytest.mark.parametrize("game", GAMES)
def test_a_small_bond_wins_a_government(game: str) -> None:
    """R-GOV-3."""
    raised = next(at for at, label in enumerate(labels(game, "3.16")) if "2 → 4" in label)
    nation = {"imperial2030": "brazil", "imperial": "great_britain"}[game]
    found = tried(game, "3.16", [raised])
    assert found.before.snapshot()["governments"][nation] == "Boris"
    assert found.game.snapshot()["governments"][nation] == "Dan"


@pytest.mark.parametrize("game", GAMES)
def test_the_government_covers_the_interest(game: str) -> None:
    """R-INT-3: of 4 M for the others the treasury has 3."""
    investor = labels(game, "3.15").index("Investor")
    found = tried(game, "3.15", [investor])
    assert found.before.snapshot()["cash"]["Anna"] == 4
    assert found.game.snapshot()["cash"]["Anna"] == 3


@pytest.mark.parametrize("game", GAMES)
def test_taxation_ends_the_game(game: str) -> None:
    """R-END-1."""
    taxation = labels(game, "5").index("Taxation")
    found = tried(game, "5", [taxation])
    assert found.game.over
    assert not found.open


def test_a_swiss_bank_forces_the_stop() -> None:
    """R-SWF-5."""
    played = tried("imperial2030", "2.3", [0]).game
    assert played.snapshot()["rondel"]["usa"] == "investor"


def test_a_canal_may_be_refused() -> None:
    """R-CAN-4."""
    through = next(
        at for at, label in enumerate(labels("imperial2030", "3.6")) if "Panama" in label
    )
    decision = tried("imperial2030", "3.6", [through]).game.decision
    assert decision is not None
    assert (decision.kind, decision.player) == ("canal_consent", "Dan")
