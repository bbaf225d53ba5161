"""Runs made apart come to the same as one run of all their blocks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rondel.arena import (
    Plan,
    Setting,
    Store,
    StoreError,
    duel,
    ladder,
    merged,
    play_fixtures,
    summary_of,
)


def kept(path: Path, plan: Plan) -> Path:
    store = Store(path, plan)
    for outcome in play_fixtures(plan):
        store.add(outcome)
    return path


def plan_of(seed: str, blocks: int = 2, players: int = 2) -> Plan:
    return duel(Setting("imperial2030", seed), "taxman", ["random"] * (players - 1), blocks)


@pytest.mark.long
def test_blocks_of_all_runs_are_summed_up(tmp_path: Path) -> None:
    runs = [kept(tmp_path / seed, plan_of(seed)) for seed in ("1", "2")]
    plan, outcomes = merged(runs)
    summary = summary_of(plan, outcomes)
    assert (summary["blocks"], summary["games"], summary["seed"]) == (4, 8, "1+2")
    assert (summary["hero"], summary["others"]) == ("taxman", ["random"])
    plans = [plan_of(seed) for seed in ("1", "2")]
    apart = [Store(path, plan).outcomes for path, plan in zip(runs, plans, strict=True)]
    shares = [summary_of(*one)["win_share"] for one in zip(plans, apart, strict=True)]
    assert summary["win_share"] == pytest.approx(sum(shares) / 2, abs=1e-3)
    assert [outcome.fixture.block for outcome in outcomes] == [1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.long
def test_ladders_are_merged(tmp_path: Path) -> None:
    bots = ["random", "taxman", "random:5"]
    runs = [
        kept(tmp_path / seed, ladder(Setting("imperial", seed), bots, 2, 1)) for seed in ("1", "2")
    ]
    summary = summary_of(*merged(runs))
    assert summary["entrants"] == bots
    assert summary["blocks"] == 4


@pytest.mark.long
def test_block_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    runs = [kept(tmp_path / seed, plan_of(seed)) for seed in ("1", "2")]
    lines = runs[1].read_bytes().splitlines(keepends=True)
    runs[1].write_bytes(b"".join(lines[:-1]))
    assert len(merged(runs)[1]) == 6


@pytest.mark.long
def test_the_same_deals_do_not_count_twice(tmp_path: Path) -> None:
    runs = [kept(tmp_path / name, plan_of("1", 1)) for name in ("a", "b")]
    with pytest.raises(StoreError, match=r"b has the same deals as .*a: seed '1'"):
        merged(runs)


@pytest.mark.long
def test_other_plans_are_refused(tmp_path: Path) -> None:
    one = kept(tmp_path / "a", plan_of("1", 1))
    other = plan_of("2", 1)
    two = kept(tmp_path / "b", replace(other, setting=replace(other.setting, limit=5.0)))
    with pytest.raises(StoreError, match=r"another plan than .*: limit is 5\.0, not 60\.0"):
        merged([one, two])


def test_file_without_a_whole_block_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "a", plan_of("1", 1))
    with pytest.raises(StoreError, match="no block has been played to its end"):
        merged([tmp_path / "a"])


@pytest.mark.parametrize(
    "line",
    ['{"format":"rondel-arena","version":2}', '{"format":"rondel-arena","version":2,"seed":7}'],
)
def test_broken_first_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "a").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(StoreError, match="a cannot be read: line 1 is broken"):
        merged([tmp_path / "a"])
