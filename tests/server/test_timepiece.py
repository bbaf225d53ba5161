"""The server's time passes evenly, whatever becomes of the machine's clock."""

from __future__ import annotations

import pytest

from rondel.server.timepiece import LONGEST, SLEW, Timepiece
from tests.server.clocks import Clock, Machine

BEAT = 3.0


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def time(machine: Machine) -> Timepiece:
    return Timepiece(machine.wall, machine.steady)


def live(machine: Machine, time: Timepiece, seconds: float) -> None:
    """Lets time pass, and the clock be set as often as it should be."""
    while seconds > 0:
        machine.go_on(min(BEAT, seconds))
        time.set_by(machine.wall())
        seconds -= BEAT


def is_going(time: Timepiece) -> bool:
    return not time.stands_still


def test_it_begins_with_the_wall_clock_and_goes_on_with_it(machine: Machine) -> None:
    time = Timepiece(machine.wall, machine.steady)
    assert time() == machine.wall()
    machine.go_on(7.5)
    assert time() == machine.wall()


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 0.3, -0.3])
def test_a_clock_that_is_set_changes_nothing_by_itself(
    machine: Machine, time: Timepiece, jump: float
) -> None:
    before = time()
    machine.wall.now += jump
    assert time() == before
    machine.go_on(2)
    assert time() == before + 2


@pytest.mark.parametrize("wrong", [2.0, -2.0, LONGEST, -LONGEST])
def test_a_small_difference_goes_little_by_little(
    machine: Machine, time: Timepiece, wrong: float
) -> None:
    machine.wall.now += wrong
    before = time()
    live(machine, time, 600)
    assert time() - before == pytest.approx(600 + 600 * SLEW * (1 if wrong > 0 else -1))
    live(machine, time, abs(wrong) / SLEW)
    assert time() == pytest.approx(machine.wall())


def test_it_never_goes_back_for_a_small_difference(machine: Machine, time: Timepiece) -> None:
    machine.wall.now -= 5
    told = []
    for _ in range(100):
        live(machine, time, BEAT)
        told.append(time())
    assert told == sorted(told)


@pytest.mark.parametrize("jump", [3600.0, -3600.0, LONGEST + 1, -LONGEST - 1])
def test_a_jump_is_followed_when_the_clock_is_set(
    machine: Machine, time: Timepiece, jump: float
) -> None:
    machine.wall.now += jump
    time.set_by(machine.wall())
    assert time() == machine.wall()


def test_it_stands_still_while_nobody_sets_it(machine: Machine, time: Timepiece) -> None:
    before = time()
    machine.go_on(LONGEST)
    assert is_going(time)
    machine.go_on(300)
    assert not is_going(time)
    assert time() == before + LONGEST
    time.set_by(machine.wall())
    assert is_going(time)
    assert time() == machine.wall()


def test_what_was_set_can_be_undone(machine: Machine, time: Timepiece) -> None:
    before, now = time.reading, time()
    machine.wall.now += 500
    time.set_by(machine.wall())
    time.reading = before
    assert time() == now


def test_it_takes_any_time_if_told_so(time: Timepiece) -> None:
    other = Clock(1.0)
    time.step_to(other())
    assert time() == 1.0
