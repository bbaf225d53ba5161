"""Who judges: the strongest bot that is installed, and that each judge keeps the same promises."""

from __future__ import annotations

from hashlib import blake2b

import pytest

import rondel
from rondel.bots import registry
from rondel.bots.magnate.loading import WEIGHTS
from rondel.engine import TITLES, Game, decisions, same_position
from rondel.judging import Judge, make_review, strongest
from rondel.judging.judge import IN_ONE_GO, no_shares
from rondel.judging.magnate import Magnate
from rondel.judging.strategist import Strategist
from rondel.records import Transcript
from tests.judging.test_judging import tail, turn_start
from tests.recorded_games import FOLDER

JUDGES: list[Judge] = [Magnate(), Strategist()]
JUDGED_WITH = {
    1: "36dd23ab32de10c6",
    2: "2af4a36ed71c01b8",
    3: "2cc2ca32804a00cc",
    4: "f409e2cccc18ca77",
}
"""Version of the magnate as a judge -> the weights of its networks."""
each = pytest.mark.parametrize("judge", JUDGES, ids=[judge.name for judge in JUDGES])


@pytest.fixture(scope="module")
def finished() -> Game:
    return rondel.load(FOLDER / "imperial2030-4-players.rondel.json")


@pytest.fixture(scope="module")
def position(finished: Game) -> Game:
    return turn_start(finished)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "obstacle", lambda: "it is not installed")


def test_the_magnate_judges_where_its_network_is() -> None:
    assert strongest().name == "magnate"


def test_other_weights_are_another_version_of_the_judge() -> None:
    """What was judged with other weights is outdated then, and can be made anew."""
    weights = b"".join((WEIGHTS / f"{title}.npz").read_bytes() for title in TITLES)
    told = blake2b(weights, digest_size=8).hexdigest()
    assert JUDGED_WITH[Magnate.version] == told, "let `Magnate.version` grow, and add a line"


@pytest.mark.usefixtures("no_network")
def test_the_strategist_judges_where_the_network_is_missing(finished: Game) -> None:
    assert strongest().name == "strategist"
    review = make_review(Transcript.of(tail(finished, 6)))
    assert review["judge"]["name"] == "strategist"
    assert review["judge"]["playouts"] > 0


@each
def test_tries_find_shares_of_all_points(judge: Judge, position: Game) -> None:
    sight = judge.face(position, 1)
    plans = [(id,) for id in sight.choices[:3]]
    found = [*sight.play_out(plans, range(4)), *sight.glimpse(sight.choices[:2], range(4))]
    for tries in [*found, sight.play_on(range(4))]:
        assert len(tries) == 4
        for shares in tries:
            assert len(shares) == len(position.players)
            assert sum(shares) == pytest.approx(1.0)


@each
def test_the_same_seed_finds_the_same_and_another_something_else(
    judge: Judge, position: Game
) -> None:
    sights = [judge.face(position, seed) for seed in (1, 1, 2)]
    first, again, other = (
        sight.play_out([(id,) for id in sight.choices[:2]], range(12)) for sight in sights
    )
    assert first == again
    assert first != other


@each
def test_what_comes_later_is_a_round_on_and_drawn_by_number(judge: Judge, position: Game) -> None:
    sight = judge.face(position, 1)
    plan, nations = (sight.choices[0],), position.rules.nations
    first, second = sight.later(plan, range(2), nations)
    [again] = sight.later(plan, range(1), nations)
    assert same_position(first, again)
    assert not same_position(first, second)
    assert {state.round - position.state.round for state in (first, second)} <= {0, 1}


@each
def test_plans_are_gone_through_with(judge: Judge, finished: Game) -> None:
    """Whatever is chosen first, the same player goes on until something else is decided."""
    at = next(
        n
        for n in range(len(finished) // 2, len(finished))
        if finished.at(n).state.kind == decisions.ARMY_ORDER and len(finished.at(n).legal_ids()) > 4
    )
    game = finished.at(at)
    sight, player = judge.face(game, 1), game.state.actor
    for plan in sight.plans(sight.choices[:6]):
        after = game.copy()
        for id in plan:
            assert after.state.actor == player
            after.play(id)
        assert after.over or after.state.actor != player or after.state.kind not in IN_ONE_GO


def test_an_end_of_the_game_is_counted_as_it_is(finished: Game) -> None:
    """Where every choice ends the game nothing is guessed, by whatever number."""
    ending = finished.at(len(finished) - 1)
    sight = Magnate().face(ending, 1)
    after = ending.copy()
    after.play(sight.choices[0])
    assert after.over
    first, *others = sight.play_out([(sight.choices[0],)], range(3))[0]
    assert others == [first, first]


def test_the_magnate_says_what_it_likes_at_first_sight(position: Game) -> None:
    sight = Magnate().face(position, 1)
    likings = [sight.liking(id) or 0.0 for id in sight.choices]
    assert likings == sorted(likings, reverse=True)
    assert sum(likings) == pytest.approx(1.0)
    assert Strategist().face(position, 1).liking(position.legal_ids()[0]) is None


def test_more_tries_never_make_the_magnate_quite_sure(position: Game) -> None:
    """Its searches with other luck differ, however long they are."""
    sight, numbers = Magnate().face(position, 1), range(100_000)
    shares = no_shares(sight)
    shares.add_all(numbers, [[0.25] * 4] * len(numbers))
    assert shares.by_seat[0].error == pytest.approx(sight.doubt, rel=0.01)
