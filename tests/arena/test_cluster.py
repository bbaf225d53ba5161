"""A real Ray cluster of two nodes plays the same games as processes on one machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rondel.arena import ClusterError, Outcome, Plan, Setting, duel, play_fixtures

pytestmark = pytest.mark.long

GAMES = 200


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a cluster of two nodes with a core each is."""
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    yield cluster.address
    cluster.shutdown()


def plan_of(records: Path | None = None) -> Plan:
    return duel(Setting("imperial2030", "7", records=records), "banker", ["random"], GAMES // 2)


def untimed(outcomes: list[Outcome]) -> list[Outcome]:
    return [replace(outcome, clocks=[]) for outcome in outcomes]


@pytest.fixture(scope="module")
def alone() -> list[Outcome]:
    """What two processes on one machine find."""
    return untimed(list(play_fixtures(plan_of(), jobs=2)))


def test_games_are_those_of_one_machine(address: str, alone: list[Outcome], tmp_path: Path) -> None:
    found = list(play_fixtures(plan_of(tmp_path), cluster=address))
    assert len(found) == GAMES
    assert untimed(found) == alone
    assert len(list(tmp_path.iterdir())) == GAMES


def test_lost_worker_changes_nothing(address: str, alone: list[Outcome]) -> None:
    found = []
    for outcome in play_fixtures(plan_of(), cluster=address):
        found.append(outcome)
        if len(found) == 20:
            os.kill(worker(), signal.SIGKILL)
    assert untimed(found) == alone


def test_rest_of_a_run_is_played(address: str, alone: list[Outcome]) -> None:
    found = play_fixtures(plan_of(), done=GAMES - 6, cluster=address)
    assert untimed(list(found)) == alone[-6:]


def test_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(ClusterError, match=r"nobody answers at 127\.0\.0\.1:1: "):
        next(play_fixtures(plan_of(), cluster="127.0.0.1:1"))


def worker() -> int:
    """The number of a process of Ray's that plays."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        if path.read_bytes().startswith(b"ray::_worked"):
            return int(path.parent.name)
    raise AssertionError("nobody plays")
