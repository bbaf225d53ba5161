"""Versions of the rules: a game goes on by the one it was begun with, new ones by the newest."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import rondel
from rondel.arena.match import open_game
from rondel.arena.plan import Fixture, Setting
from rondel.cli.simulation import Plan, new_game
from rondel.engine import (
    RULES_VERSION,
    TITLES,
    VERSIONS,
    Difference,
    RuleSetError,
    newest_version,
    read_version,
    title_of,
)
from rondel.records import Narrator, Transcript, dumps, loads
from tests.made_up_rules import DEARER, NEW_COST, NEXT, OLD_COST, published
from tests.pages import rows, text_of, words
from tests.positions import GAMES, do, game_at
from tests.starts import ORDER

UNKNOWN = [0, NEXT + 1, 99, -1, True, 1.0, "1", None, [1], 10**30]


@pytest.fixture
def tomorrow() -> Iterator[None]:
    """Factories cost more from the next version on."""
    with published(DEARER):
        yield


def building(game: str, version: int) -> rondel.Game:
    """A game whose first nation may build, by a version of the rules."""
    treasuries = dict.fromkeys(ORDER[game], 20)
    at_hand = game_at(ORDER[game][0], game=game, treasuries=treasuries)
    return rondel.Game.begin({**at_hand.heading(), "rules_version": version})


def spent(game: rondel.Game) -> int:
    """What the nation on turn pays for the first factory it may build."""
    nation = game.snapshot()["turn"]["nation"]
    do(game, slot="factory")
    before = game.snapshot()["treasuries"][nation]
    game.apply(game.legal_actions()[0])
    return int(before - game.snapshot()["treasuries"][nation])


# What was published --------------------------------------------------------------------------


def test_versions_are_numbered_from_one() -> None:
    assert list(VERSIONS) == list(range(1, RULES_VERSION + 1))
    assert newest_version() == RULES_VERSION


def test_every_version_can_be_played() -> None:
    for version in VERSIONS:
        for title in TITLES.values():
            game = rondel.Game.new(title.id, ["A", "B"], seed=1, rules_version=version)
            assert (game.rules.version, game.rules.game) == (version, title.id)


def test_every_difference_is_told_under_its_version() -> None:
    told = [
        (int(row[0]), words(row[1]), row[2])
        for row in rows(text_of("rule-decisions.md"), "version")
    ]
    wanted: list[tuple[int, list[str], str]] = [(1, [], "both")]
    for version, differences in VERSIONS.items():
        wanted += [(version, [d.name], ", ".join(d.games) or "both") for d in differences]
    assert told == wanted


def test_differences_have_names_of_their_own() -> None:
    names = [difference.name for differences in VERSIONS.values() for difference in differences]
    assert len(set(names)) == len(names)


# A fix ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("tomorrow")
def test_new_games_take_the_newest_rules(game: str) -> None:
    new = rondel.Game.new(game, ["A", "B", "C"], seed=1)
    assert new.rules.version == new.record()["rules_version"] == NEXT
    assert new.rules.factory_cost == NEW_COST
    assert title_of(game).facts["rules"]["factory_cost"] == NEW_COST


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("tomorrow")
def test_a_rule_is_fixed_from_its_version_on(game: str) -> None:
    assert spent(building(game, RULES_VERSION)) == OLD_COST
    assert spent(building(game, NEXT)) == NEW_COST


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("tomorrow")
def test_a_game_tells_prices_by_its_version(game: str) -> None:
    """What is told before a decision is what it does."""
    for version, cost in ((RULES_VERSION, OLD_COST), (NEXT, NEW_COST)):
        asked = building(game, version)
        do(asked, slot="factory")
        assert asked.consequences(asked.legal_actions()[0])["price"] == cost


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begun_before_a_fix_goes_on_as_it_was(game: str) -> None:
    """By its record, a checkpoint, a copy and a look back."""
    begun = building(game, RULES_VERSION)
    record, heading, position = dumps(begun), begun.heading(), begun.snapshot()
    with published(DEARER):
        for same in (
            begun,
            begun.copy(),
            begun.at(0),
            loads(record),
            rondel.Game.begin(heading),
            rondel.Game.resume(heading, position, 0),
        ):
            assert same.heading() == heading
            assert spent(same) == OLD_COST
            assert same.heading() == heading


@pytest.mark.usefixtures("tomorrow")
def test_records_keep_their_version_through_reading_and_writing() -> None:
    for version in (RULES_VERSION, NEXT):
        game = rondel.Game.new("imperial", ["A", "B"], seed=3, rules_version=version)
        assert loads(dumps(game)).record() == game.record()
        assert game.record()["rules_version"] == version


@pytest.mark.usefixtures("tomorrow")
def test_a_checkpoint_belongs_to_its_version() -> None:
    """A position is read by the rules of its heading, wherever it would be legal."""
    game = building("imperial2030", NEXT)
    resumed = rondel.Game.resume(game.heading(), game.snapshot(), 0)
    assert resumed.rules.version == NEXT
    assert spent(resumed) == NEW_COST


def test_a_fix_may_be_about_one_game() -> None:
    facts = {"rules": {"factory_cost": NEW_COST}}
    with published(Difference("dearer_in_classic", facts, games=("imperial",))):
        assert spent(building("imperial", NEXT)) == NEW_COST
        assert spent(building("imperial2030", NEXT)) == OLD_COST


def test_a_fix_may_be_about_one_edition() -> None:
    """The later edition is made of the facts with their fixes, its own figures among them."""
    facts = {"setup": {"x_later_edition": {"max_tax_revenue": 24}}}
    with published(Difference("lower_tax_limit", facts, games=("imperial",))):
        first, later = [title_of("imperial").editions[name] for name in ("2006", "later")]
    assert later["rules"]["max_tax_revenue"] == 24
    assert first["rules"] == title_of("imperial").facts["rules"]


def test_a_fix_may_be_about_the_map() -> None:
    """An old game keeps the border it was begun with."""
    near = title_of("imperial").facts["neighbours"]
    facts = {
        "neighbours": {
            a: {**near[a], "land": [region for region in near[a]["land"] if region != b]}
            for a, b in (("paris", "belgium"), ("belgium", "paris"))
        }
    }
    with published(Difference("a_wall", facts, games=("imperial",))):
        boards = [building("imperial", version).rules.board for version in (RULES_VERSION, NEXT)]
    paris, belgium = [boards[0].region_index[region] for region in ("paris", "belgium")]
    assert [board.land_next[paris] >> belgium & 1 for board in boards] == [1, 0]


def test_a_fix_may_be_about_what_is_usual() -> None:
    """A record that leaves an option out means what was usual in its version."""
    heading = rondel.Game.new("imperial", ["A", "B"], seed=1).heading()
    del heading["options"]["donations"]
    with published(Difference("gifts_to_any", {}, defaults={"donations": "any"})):
        assert rondel.Game.begin(heading).options["donations"] == "own"
        assert rondel.Game.begin({**heading, "rules_version": NEXT}).options["donations"] == "any"
        assert rondel.Game.new("imperial", ["A", "B"], seed=1).options["donations"] == "any"


def test_bonds_are_told_as_they_pay_in_the_game() -> None:
    bonds = [{**b, "interest": 8} for b in title_of("imperial").facts["bonds"]]
    with published(Difference("generous_bonds", {"bonds": bonds}, games=("imperial",))):
        labels = {
            version: Narrator.of(building("imperial", version), "en").choice(
                "invest", {"choice": "buy", "nation": "italy", "value": 2}
            )
            for version in (RULES_VERSION, NEXT)
        }
    assert "1" in labels[RULES_VERSION]
    assert "8" in labels[NEXT]


def test_a_fix_must_be_about_facts_there_are() -> None:
    facts: dict[str, Any] = {"rules": {"factory_price": 6}, "rondle": {}}
    with (
        published(Difference("misspelled", facts)),
        pytest.raises(RuleSetError) as caught,
    ):
        rondel.Game.new("imperial", ["A", "B"], seed=1)
    assert caught.value.faults == [
        "difference misspelled.rules: the facts have no 'factory_price' to change",
        "difference misspelled: the facts have no 'rondle' to change",
    ]


def test_facts_of_older_versions_are_not_touched() -> None:
    before = title_of("imperial").facts
    with published(DEARER):
        assert title_of("imperial").printing(RULES_VERSION).facts is before
        assert title_of("imperial").facts is not before
    assert title_of("imperial").facts is before
    assert before["rules"]["factory_cost"] == OLD_COST


# Versions nobody knows -----------------------------------------------------------------------


@pytest.mark.parametrize("version", UNKNOWN)
def test_an_unknown_version_is_refused_with_those_that_are_known(version: object) -> None:
    with published(DEARER), pytest.raises(RuleSetError) as caught:
        read_version(version)
    known = ", ".join(map(str, range(1, NEXT + 1)))
    shown = repr(version)
    assert str(caught.value) == f"version {shown} of the rules is unknown; known are {known}"


@pytest.mark.parametrize("version", UNKNOWN)
def test_records_and_checkpoints_of_an_unknown_version_are_refused(version: object) -> None:
    game = rondel.Game.new("imperial2030", ["A", "B"], seed=1)
    heading = {**game.heading(), "rules_version": version}
    with pytest.raises(rondel.RecordError, match="of the rules is unknown") as caught:
        rondel.Game.begin(heading)
    assert caught.value.place == "rules_version"
    with pytest.raises(rondel.RecordError, match="of the rules is unknown") as caught:
        rondel.Game.resume(heading, game.snapshot(), 0)
    assert caught.value.place == "rules_version"


def test_no_game_is_begun_by_a_version_nobody_knows() -> None:
    with pytest.raises(RuleSetError, match=f"version {NEXT} of the rules is unknown; known are 1"):
        rondel.Game.new("imperial", ["A", "B"], seed=1, rules_version=NEXT)


# Sent elsewhere ------------------------------------------------------------------------------


@pytest.mark.usefixtures("tomorrow")
def test_helpers_of_a_search_play_by_the_version_of_the_game() -> None:
    for version, cost in ((RULES_VERSION, OLD_COST), (NEXT, NEW_COST)):
        sent = Transcript.of(building("imperial2030", version))
        assert spent(sent.begun()) == cost


@pytest.mark.usefixtures("tomorrow")
def test_plans_carry_their_version_along() -> None:
    """A plan was made before it is carried out, and perhaps in another process."""
    bots = ("random", "random")
    assert open_game(Setting("imperial", "1"), Fixture(1, 0, bots)).rules.version == NEXT
    assert new_game(Plan("imperial", bots, "1"), 1).rules.version == NEXT
    setting = pickle.loads(pickle.dumps(Setting("imperial", "1", rules_version=RULES_VERSION)))
    assert open_game(setting, Fixture(1, 0, bots)).rules.version == RULES_VERSION
    plan = pickle.loads(pickle.dumps(Plan("imperial", bots, "1", rules_version=RULES_VERSION)))
    assert new_game(plan, 1).rules.version == RULES_VERSION
