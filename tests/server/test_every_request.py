"""Requests of every kind to each address, made from the API document.

To list them takes seconds, in every process that runs tests: `conftest.py` leaves this module out
where nobody asks for what takes long.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.fuzzing import Attack, Request, attacked_house, document

pytestmark = pytest.mark.long

GUESTS = document()
GUESTS.config.generation.update(with_security_parameters=False)

STRANGERS = document()
STRANGERS.config.phases.coverage.enabled = False


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attack]:
    """A house to send requests to."""
    folder = tmp_path_factory.mktemp("fuzz")
    with attacked_house(f"sqlite:///{folder}/rondel.sqlite3") as attack:
        yield attack
        attack.check_store()


@GUESTS.parametrize()
def test_whatever_a_guest_sends_is_done_or_refused(case: Request, attack: Attack) -> None:
    stage = attack.stage_of(case)
    attack.send(case, stage, stage.ann)


@STRANGERS.parametrize()
def test_whatever_nobody_sends_is_done_or_refused(case: Request, attack: Attack) -> None:
    attack.send(case, attack.stage_of(case), None)
