"""A run that was stopped goes on where it was, and only that run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rondel.arena import Plan, Setting, Store, StoreError, duel, play_fixtures, summary_of
from rondel.bots import Budget

SETTING = Setting("imperial2030", "7")


def plan_of(blocks: int = 2, setting: Setting = SETTING) -> Plan:
    return duel(setting, "taxman", ["random"], blocks)


def filled(path: Path, plan: Plan) -> Store:
    store = Store(path, plan)
    for outcome in play_fixtures(plan, done=len(store.outcomes)):
        store.add(outcome)
    return store


def test_outcomes_come_back_as_they_were(tmp_path: Path) -> None:
    path, plan = tmp_path / "run", plan_of()
    written = filled(path, plan).outcomes
    assert len(written) == 4
    assert Store(path, plan).outcomes == written
    assert summary_of(plan, Store(path, plan).outcomes) == summary_of(plan, written)


@pytest.mark.long
def test_half_a_line_is_cut_off_and_played_again(tmp_path: Path) -> None:
    path, plan = tmp_path / "run", plan_of()
    whole = filled(path, plan)
    text = path.read_bytes()
    path.write_bytes(text[:-40])
    store = Store(path, plan)
    assert store.outcomes == whole.outcomes[:3]
    assert path.read_bytes() == b"".join(text.splitlines(keepends=True)[:-1])
    again = filled(path, plan).outcomes[3]
    assert replace(again, clocks=[]) == replace(whole.outcomes[3], clocks=[])


def test_blocks_may_be_added(tmp_path: Path) -> None:
    path = tmp_path / "run"
    few = filled(path, plan_of(1)).outcomes
    more = filled(path, plan_of(2)).outcomes
    assert (len(few), len(more)) == (2, 4)
    assert more[:2] == few
    assert Store(path, plan_of(1)).outcomes == few


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (plan_of(setting=Setting("imperial", "7")), 'game is "imperial2030", not "imperial"'),
        (plan_of(setting=replace(SETTING, seed="8")), 'seed is "7", not "8"'),
        (plan_of(setting=replace(SETTING, budget=Budget(nodes=5))), "nodes is null, not 5"),
        (plan_of(setting=replace(SETTING, options={"setup": "draft"})), "options is {}, not "),
        (duel(SETTING, "taxman", ["random", "random"], 2), "players is 2, not 3"),
        (duel(SETTING, "random", ["taxman"], 2), 'hero is "taxman", not "random"'),
    ],
)
def test_file_of_another_plan_is_refused_and_kept(
    tmp_path: Path, other: Plan, problem: str
) -> None:
    path = tmp_path / "run"
    Store(path, plan_of())
    text = path.read_bytes()
    with pytest.raises(StoreError, match=f"belongs to another plan: {problem}"):
        Store(path, other)
    assert path.read_bytes() == text


@pytest.mark.parametrize("text", ["notes", "notes\n", "[1]\n", '{"format": "other"}\n', "\n"])
def test_other_files_are_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="is not a file of the arena"):
        Store(path, plan_of())
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("line", [b"{", b"[]", b"{}", b"7", b'{"fixture": {}}'])
def test_broken_line_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "run"
    filled(path, plan_of(1))
    lines = path.read_bytes().splitlines()
    lines[1] = line
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(StoreError, match="line 2 is broken"):
        Store(path, plan_of(1))


def test_other_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    filled(path, plan_of(1))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[2] + lines[1])
    with pytest.raises(StoreError, match="other bots sit there"):
        Store(path, plan_of(1))
