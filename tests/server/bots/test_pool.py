"""Bots think in processes of their own, and none of them can hold up a table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import rondel
from rondel.bots import BOTS, Bot, Budget, StrategistBot, make_bot
from rondel.bots.levels import HARD, MASTER_SECONDS, MEDIUM
from rondel.records import Transcript
from rondel.server.bots.pool import Answer, Question, Thinkers, check_bot
from rondel.server.bots.worker import MOMENT, GameForgotten, Memory, budget_of, decided
from rondel.server.errors import Refusal
from tests.bots.strategists import bankers, play
from tests.positions import GAMES
from tests.processes import is_running, wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("troubled_package")]

LIMIT = 60.0
SHORT = 1.0


@pytest.fixture(scope="module")
async def thinkers() -> AsyncIterator[Thinkers]:
    """Two processes for all tests."""
    thinkers = Thinkers(2, LIMIT)
    yield thinkers
    await thinkers.close()


@pytest.fixture(scope="module")
async def hasty() -> AsyncIterator[Thinkers]:
    """One process, and little time."""
    thinkers = Thinkers(1, SHORT)
    yield thinkers
    await thinkers.close()


@cache
def game_of(game: str = "imperial2030", entries: int = 66) -> rondel.Game:
    """A game that bankers have played for a while, with gifts for everybody."""
    table = rondel.Game.new(game, ["a", "b", "c"], {"donations": "any"}, seed=4)
    return play(table, bankers(table), entries)


def question(game: rondel.Game, bot: str) -> Question:
    """The pending decision of a game, from its start."""
    assert game.decision is not None
    return Question(Transcript.of(game), game.decision.player, bot, "chance")


def short_question(game: rondel.Game, bot: str) -> Question:
    """The pending decision of a game, from its last position but one that is resumable."""
    turns = [past for past in map(game.at, range(len(game))) if past.resumable]
    past, asked = turns[-2], question(game, bot)
    known = replace(asked.game.since(len(past)), heading=game.heading())
    return replace(asked, game=replace(known, checkpoint=past.snapshot()))


def assert_legal(game: rondel.Game, answer: Answer) -> None:
    twin = game.copy()
    twin.apply(answer.entry)
    assert twin.actions()[-1].to_json() == answer.entry


def workers() -> set[int]:
    """The processes that this one has begun."""
    return {child.pid for child in multiprocessing.active_children() if child.pid}


async def test_every_bot_decides_in_both_games(thinkers: Thinkers) -> None:
    names = [*BOTS, "strategist:20", "hard:0.1s"]
    asked = [(game_of(game), name) for game in GAMES for name in names]
    answers = await asyncio.gather(*(thinkers.decide(question(*pair)) for pair in asked))
    for (game, name), answer in zip(asked, answers, strict=True):
        assert (answer.bot, answer.failure) == (name, None)
        assert answer.seconds > 0
        assert_legal(game, answer)


async def test_same_question_has_the_same_answer(thinkers: Thinkers) -> None:
    game = game_of()
    asked = question(game, "strategist:24")
    first, second = await asyncio.gather(thinkers.decide(asked), thinkers.decide(asked))
    assert first.entry == second.entry
    view = game.view(asked.player)
    alone = make_bot("strategist:24", "chance").decide(view, view.legal_actions())
    assert first.entry == alone.to_json()


@pytest.mark.parametrize("game", GAMES)
async def test_answer_is_the_same_from_a_checkpoint(thinkers: Thinkers, game: str) -> None:
    table = game_of(game)
    asked = [ask(table, "strategist:24") for ask in (question, short_question)]
    long, short = await asyncio.gather(*map(thinkers.decide, asked))
    assert 0 < len(asked[1].game.ids) < len(asked[0].game.ids)
    assert (short.entry, short.failure) == (long.entry, None)


async def test_other_chance_may_have_another_answer(thinkers: Thinkers) -> None:
    asked = question(game_of(), "random")
    answers = [await thinkers.decide(replace(asked, seed=str(seed))) for seed in range(12)]
    assert any(answer.entry != answers[0].entry for answer in answers)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("raising", "LookupError: lost my notes"),
        ("unpicklable", "RecordError: actions[3]: no such thing"),
        ("leaving", "SystemExit: 0"),
        ("exiting", "its process ended with 3"),
        ("crashing", "its process ended with -11"),
        ("killed", "its process ended with -9"),
        ("hanging_up", "its process ended with 9"),
        ("speechless", "TypeError: None is no action"),
        ("cheating", "IllegalAction: The pending decision is"),
        ("impersonating", "was asked, not"),
        ("overspending", "You cannot give 1000 million"),
        ("tampering", "IllegalAction: The pending decision is"),
        ("unbuildable", "ValueError: no weights"),
        ("unimportable", "has no attribute 'Unimportable'"),
        ("unknown", "there is no bot 'unknown'"),
        ("banker:many", "'many' is no budget"),
    ],
)
async def test_where_a_bot_fails_the_banker_decides(thinkers: Thinkers, bot: str, why: str) -> None:
    game = game_of()
    answer = await thinkers.decide(question(game, bot))
    assert answer.bot == "banker"
    assert answer.failure is not None
    assert answer.failure.startswith(f"{bot}: ")
    assert why in answer.failure
    assert "\nbanker: " not in answer.failure
    for _ in range(2):
        banker = await thinkers.decide(question(game, "banker"))
        assert (banker.entry, banker.failure) == (answer.entry, None)


@pytest.mark.long
async def test_bot_that_takes_too_long_is_given_up(hasty: Thinkers) -> None:
    game = game_of()
    answer = await hasty.decide(question(game, "looping"))
    assert answer.bot == "banker"
    assert answer.failure == "looping: it did not decide within 1 seconds"
    assert answer.seconds > SHORT
    assert_legal(game, answer)


@pytest.mark.long
async def test_bot_in_trouble_holds_up_no_other_table(thinkers: Thinkers) -> None:
    game = game_of()
    looping = asyncio.create_task(thinkers.decide(question(game, "looping")))
    for name in ("banker", "exiting", "easy"):
        assert_legal(game, await thinkers.decide(question(game, name)))
    assert not looping.done()
    looping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looping


@pytest.mark.long
async def test_whoever_stops_waiting_ends_the_thinking(hasty: Thinkers) -> None:
    game = game_of()
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(hasty.decide(question(game, "looping")), 0.2)
    answer = await hasty.decide(question(game, "banker"))
    assert (answer.bot, answer.failure) == ("banker", None)


@pytest.mark.long
async def test_who_others_have_a_head_start_over_waits_for_them() -> None:
    thinkers, game, order = Thinkers(1, LIMIT), game_of(), list[str]()
    looping = asyncio.create_task(thinkers.decide(question(game, "looping")))
    await asyncio.sleep(0)

    async def ask(bot: str, behind: float) -> None:
        await thinkers.decide(question(game, bot), behind)
        order.append(bot)

    asked = []
    for bot, behind in (("random", 60.0), ("easy", 60.0), ("banker", 0.0), ("medium", 5.0)):
        asked.append(asyncio.create_task(ask(bot, behind)))
        await asyncio.sleep(0.001)
    assert thinkers.waiting == 4
    assert thinkers.expected(0.0) < thinkers.expected(60.0)
    looping.cancel()
    await asyncio.gather(*asked)
    assert order == ["banker", "medium", "random", "easy"]
    await thinkers.close()


async def test_donation_is_an_answer(thinkers: Thinkers) -> None:
    game = game_of()
    answer = await thinkers.decide(question(game, "giving"))
    assert (answer.bot, answer.failure) == ("giving", None)
    assert answer.entry["decision"] == "donate"
    assert_legal(game, answer)


@pytest.mark.long
async def test_bots_stand_back_and_start_no_processes(thinkers: Thinkers) -> None:
    answer = await thinkers.decide(question(game_of(), "telling:300"))
    assert f"niceness 10, Budget(nodes=300, seconds={LIMIT / 2}, jobs=1)" in str(answer.failure)
    answer = await thinkers.decide(question(game_of(), "telling"))
    assert "Budget(nodes=None, seconds=None, jobs=1)" in str(answer.failure)


@pytest.mark.long
async def test_process_that_ended_while_idle_is_replaced() -> None:
    others = workers()
    thinkers = Thinkers(1, LIMIT)
    game = game_of()
    await thinkers.decide(question(game, "easy"))
    [worker] = workers() - others
    os.kill(worker, signal.SIGKILL)
    for _ in range(3):
        assert_legal(game, await thinkers.decide(question(game, "easy")))
    answer = await thinkers.decide(question(game, "easy"))
    assert (answer.bot, answer.failure) == ("easy", None)
    await thinkers.close()
    assert workers() == others


@pytest.mark.long
async def test_without_any_process_chance_decides() -> None:
    game = game_of()
    executable = multiprocessing.spawn.get_executable()
    multiprocessing.set_executable("/bin/false")
    try:
        thinkers = Thinkers(1, LIMIT)
        answer = await thinkers.decide(question(game, "medium"))
    finally:
        multiprocessing.set_executable(executable)
    assert answer.bot == "random"
    assert str(answer.failure).count("\n") == 2
    assert_legal(game, answer)
    again = await thinkers.decide(question(game, "medium"))
    assert (again.bot, again.failure) == ("medium", None)
    await thinkers.close()


# Bots that remember --------------------------------------------------------------------------


def of_line(game: rondel.Game, bot: str, line: str = "one") -> Question:
    """The pending decision of a game whose course has a name."""
    return replace(question(game, bot), line=line)


def led_on(game: rondel.Game, entries: int) -> rondel.Game:
    """The same game with some more decisions by bankers."""
    return play(game.copy(), bankers(game), len(game) + entries)


def test_what_is_new_leads_on_from_what_is_known() -> None:
    early = game_of()
    late = led_on(early, 5)
    memory = Memory()
    memory.recall(of_line(early, "banker"))
    asked = of_line(late, "banker").since(len(early))
    assert (asked.game.heading, len(asked.game.ids)) == (None, 5)
    known = memory.recall(asked)
    assert known.game.snapshot() == late.snapshot()
    # Asked again, and from the start, it is the same game.
    assert memory.recall(asked.since(len(late))) is known
    assert memory.recall(of_line(late, "banker")) is known


def test_a_game_that_is_not_known_must_be_told_as_a_whole() -> None:
    early = game_of()
    late = led_on(early, 5)
    memory = Memory(most=2)
    with pytest.raises(GameForgotten):
        memory.recall(of_line(late, "banker").since(len(early)))
    memory.recall(of_line(late, "banker"))
    with pytest.raises(GameForgotten):
        # It knows more than it is told to begin from: something was taken back.
        memory.recall(of_line(early, "banker").since(len(early) - 3))
    memory.recall(of_line(late, "banker"))
    for other in ("two", "three"):
        memory.recall(of_line(early, "banker", other))
    with pytest.raises(GameForgotten):
        memory.recall(of_line(late, "banker").since(len(late)))


def test_without_a_line_nothing_is_remembered() -> None:
    game = game_of()
    memory = Memory()
    memory.recall(question(game, "banker"))
    with pytest.raises(GameForgotten):
        memory.recall(question(game, "banker").since(len(game)))


@pytest.mark.long
def test_a_bot_with_a_budget_of_time_keeps_its_tree() -> None:
    """The playouts through the position that comes next are there before it thinks."""
    early = game_of("imperial", 30)
    memory, long, short = Memory(), Budget(seconds=0.5), Budget(seconds=0.001)
    asked = of_line(early, "strategist")
    entry = decided(asked, "strategist", long, memory)
    [bot] = memory.recall(asked).bots.values()
    assert isinstance(bot, StrategistBot)
    later = early.copy()
    later.apply(entry)
    decision = later.decision
    assert decision is not None
    assert decision.player == asked.player, "choose another position: it must decide again"
    decided(of_line(later, "strategist"), "strategist", short, memory)
    assert memory.recall(of_line(later, "strategist")).bots == {(asked.player, "strategist"): bot}
    assert bot.budget == short
    fresh, alone = Memory(), of_line(later, "strategist")
    decided(alone, "strategist", short, fresh)
    [stranger] = fresh.recall(alone).bots.values()
    assert playouts_of(bot) > playouts_of(stranger)


def playouts_of(bot: Bot) -> int:
    """The playouts a bot knows of from the position it thought about last."""
    assert isinstance(bot, StrategistBot)
    assert bot._searcher is not None
    return bot._searcher.root.tally.visits


async def test_a_bot_that_counts_nodes_decides_by_the_question_alone(thinkers: Thinkers) -> None:
    early = game_of()
    late = led_on(early, 3)
    remembering = of_line(late, "strategist:24", "nodes")
    await thinkers.decide(of_line(early, "strategist:24", "nodes"))
    known = await thinkers.decide(remembering)
    assert known.entry == (await thinkers.decide(question(late, remembering.bot))).entry


@pytest.mark.long
async def test_a_process_that_has_forgotten_is_told_all(thinkers: Thinkers) -> None:
    """It has been replaced since, and nobody knows."""
    lonely = Thinkers(1, LIMIT)
    early = game_of()
    others = workers()
    await lonely.decide(of_line(early, "easy"))
    await lonely.decide(of_line(early, "killed"))
    late = led_on(early, 4)
    answer = await lonely.decide(of_line(late, "easy"))
    assert (answer.bot, answer.failure) == ("easy", None)
    assert_legal(late, answer)
    assert workers() != others
    await lonely.close()


@pytest.mark.parametrize(
    ("bot", "share", "budget"),
    [
        ("master", 100.0, Budget(seconds=MASTER_SECONDS)),
        ("master", 0.25, Budget(seconds=0.25)),
        ("master", 0.0, Budget(seconds=MOMENT)),
        ("hard", 100.0, HARD),
        ("strategist:2s", 0.25, Budget(seconds=0.25)),
        ("strategist:500", 100.0, Budget(nodes=500, seconds=10.0)),
        ("strategist:500", 0.25, Budget(nodes=500, seconds=0.25)),
        ("medium", 100.0, MEDIUM),
        ("medium", 0.25, replace(MEDIUM, seconds=0.25)),
        ("banker", 0.0, Budget()),
        ("giving", 0.0, Budget()),
    ],
)
def test_a_budget_shrinks_to_its_share_of_the_time(bot: str, share: float, budget: Budget) -> None:
    assert budget_of(bot, 20.0, share) == budget


def test_even_in_a_moment_a_bot_decides() -> None:
    game = game_of()
    for bot in ("master", "hard", "strategist", "medium"):
        entry = decided(question(game, bot), bot, budget_of(bot, 20.0, 0.0), Memory())
        game.copy().apply(entry)


async def test_question_without_a_game_is_refused(thinkers: Thinkers) -> None:
    asked = question(game_of(), "banker")
    cut = replace(asked.game, ids=asked.game.ids[1:])
    with pytest.raises(rondel.IllegalAction):
        await thinkers.decide(replace(asked, game=cut))
    others = {"a", "b", "c"} - {asked.player}
    with pytest.raises(ValueError, match="was asked, not"):
        await thinkers.decide(replace(asked, player=others.pop()))


@pytest.mark.long
async def test_closing_drops_what_is_being_thought() -> None:
    others = workers()
    thinkers = Thinkers(1, 600.0)
    game = game_of()
    await thinkers.decide(question(game, "banker"))
    running = [asyncio.create_task(thinkers.decide(question(game, "looping"))) for _ in range(3)]
    await asyncio.sleep(0)
    await thinkers.close()
    assert all(task.cancelled() for task in running)
    assert workers() == others
    with pytest.raises(asyncio.CancelledError):
        await thinkers.decide(question(game, "banker"))


PROGRAM = """
import asyncio, multiprocessing, sys
import rondel
from rondel.records import Transcript
from rondel.server.bots.pool import Question, Thinkers

async def main():
    thinkers, game = Thinkers(2, 600.0), rondel.load(sys.argv[1])
    player = game.decision.player
    asked = [Question(Transcript.of(game), player, bot, "chance") for bot in ("looping", "banker")]
    looping = asyncio.create_task(thinkers.decide(asked[0]))
    await thinkers.decide(asked[1])
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    await looping

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.long
def test_processes_end_with_the_server(tmp_path: Path) -> None:
    """Even when it is killed, and whether they think or not."""
    program, saved = tmp_path / "server.py", tmp_path / "saved.rondel.json"
    program.write_text(PROGRAM)
    rondel.save(game_of(), saved)
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, str(program), str(saved)],
        env=surroundings,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        begun = [int(number) for number in server.stdout.readline().split()]
        assert len(begun) == 2
        assert all(is_running(process) for process in begun)
        server.kill()
    wait_for(lambda: not any(is_running(process) for process in begun))


@pytest.mark.parametrize(
    "name", ["random", "hard", "strategist", "strategist:2000", "strategist:10s", "giving"]
)
def test_bot_that_decides_in_time_may_have_a_seat(name: str) -> None:
    check_bot(name, 20.0)


@pytest.mark.parametrize(
    ("name", "limit", "code"),
    [
        ("deep", 20.0, "seat/unknown_bot"),
        ("", 20.0, "seat/unknown_bot"),
        ("strategist:soon", 20.0, "seat/unknown_bot"),
        ("strategist:-1s", 20.0, "seat/unknown_bot"),
        ("strategist:infs", 20.0, "seat/unknown_bot"),
        pytest.param("strategist:" + "9" * 5000, 20.0, "seat/unknown_bot", id="endless"),
        ("strategist:2001", 20.0, "seat/bot_too_slow"),
        ("strategist:10.5s", 20.0, "seat/bot_too_slow"),
        ("master", MASTER_SECONDS, "seat/bot_too_slow"),
    ],
)
def test_other_bots_are_refused_a_seat(name: str, limit: float, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_bot(name, limit)
    assert (refused.value.status, refused.value.code) == (422, code)
    assert len(refused.value.message) < 300
