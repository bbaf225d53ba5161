"""Tables of one worker: games played side by side, written into arrays that are shared."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rondel.bots.banker import Judge
from rondel.engine import (
    Encoder,
    Game,
    Head,
    RuleSet,
    State,
    answer,
    decisions,
    donate,
    factory_shortfall,
    first_nation,
    write_legal,
)
from rondel.envs.rewards import score, win
from training import bankers
from training.mixture import BANKER, League, Setting

SEATS = 6
ROUNDS = 50
"""Rounds after which a game is cut off; the leaders in points count as winners."""
UNUSUAL_GIFTS = 0.1
"""How often a gift for a factory is given, or not given, against the banker's advice."""
ERRORS = 0.1
"""How often bankers who open a game do anything at all."""
ROOM = 64
"""Legal actions that there is room for, at a table on average."""
NONE = -1


@dataclass
class Arrays:
    """What tables and the learner tell each other; each row is a table."""

    seen: npt.NDArray[np.uint8]
    """What those see who must decide."""
    packed: npt.NDArray[np.int32]
    """Entries of all legal actions, table after table: entry * head size + detail."""
    counts: npt.NDArray[np.int32]
    """Legal actions of each table."""
    about: npt.NDArray[np.int8]
    """Columns from `ACTOR` on."""
    labels: npt.NDArray[np.int16]
    """Which legal action the banker would take; -1 where nobody asked."""
    results: npt.NDArray[np.float32]
    """Of the game that ended before this position: win shares, then shares of the points."""
    choices: npt.NDArray[np.int32]
    """The answers: which of the legal actions is taken."""


ACTOR, PLAYERS, WHO, PURE, KIND, ENDED, SEATED, LINEUP = 0, 1, 2, 3, 4, 5, 6, 12
"""Columns of `Arrays.about`: who decides, of how many, by what, whether values are learned from it,
what about, whether a game ended before; from `SEATED` on, who sits where, and from `LINEUP` on,
who sat where in the game that ended."""
ABOUT = LINEUP + SEATS


@dataclass
class Spent:
    """Where the time of a worker went, in seconds."""

    playing: float = 0.0
    encoding: float = 0.0
    listing: float = 0.0
    waiting: float = 0.0


class Rules:
    """What is made once for a rule set."""

    def __init__(self, state: State) -> None:
        self.encoder = Encoder(state.rules)
        self.judge = Judge(state.rules)


class Tables:
    """Games of one kind; a game that ends is begun anew with another deal and other seats."""

    def __init__(
        self,
        game: str,
        settings: list[Setting],
        league: League,
        arrays: Arrays,
        seed: int,
        played_in: int = 0,
    ) -> None:
        self._game, self._settings, self._league = game, settings, league
        self._arrays = arrays
        self._chance = random.Random(seed)
        self._rules: dict[RuleSet, Rules] = {}
        self.teaching = False
        """Whether the banker is asked about every decision."""
        self.spent = Spent()
        self._lineups: list[list[int]] = [[] for _ in settings]
        self._states = [self._new(place) for place in range(len(settings))]
        self._made = [self._made_for(state) for state in self._states]
        head = Head(self._states[0].rules.table)
        self._entries = np.array([head.packed(first) for first in range(SEATS)], np.int32)
        self._legal = np.zeros(arrays.packed.size, np.int32)
        for place in range(len(settings)):
            self._play_in(place, self._chance.randint(0, played_in))
            self._settle(place)
        self._arrays.about[:, ENDED] = 0
        self._write()

    def _made_for(self, state: State) -> Rules:
        if state.rules not in self._rules:
            self._rules[state.rules] = Rules(state)
        return self._rules[state.rules]

    def _new(self, place: int) -> State:
        setting = self._settings[place]
        names = [f"player_{seat}" for seat in range(setting.players)]
        self._lineups[place] = self._league.lineup(setting.players, self._chance)
        seated = self._arrays.about[place, SEATED:LINEUP]
        seated[:] = NONE
        seated[: setting.players] = self._lineups[place]
        seed = self._chance.getrandbits(60)
        return Game.new(self._game, names, setting.options, seed).state

    def _play_in(self, place: int, count: int) -> None:
        """Lets bankers who sometimes err take so many decisions of a game."""
        state, judge = self._states[place], self._made[place].judge
        for _ in range(count):
            if state.kind == decisions.GAME_OVER:
                state = self._states[place] = self._new(place)
            if self._chance.random() < ERRORS:
                answer(state, self._chance.choice(state.legal))
            else:
                bankers.play(judge, state, self._chance)

    # Playing -------------------------------------------------------------------------------------

    def step(self) -> None:
        """Carries out the choices in the arrays, and writes what comes next."""
        begun = time.perf_counter()
        self._arrays.about[:, ENDED] = 0
        for place, choice in enumerate(self._arrays.choices.tolist()):
            state = self._states[place]
            answer(state, state.legal[choice])
            self._settle(place)
        self.spent.playing += time.perf_counter() - begun
        self._write()

    def _settle(self, place: int) -> None:
        """Plays on to where the network has a choice."""
        state, judge, lineup = self._states[place], self._made[place].judge, self._lineups[place]
        while True:
            if state.kind == decisions.GAME_OVER or state.round > ROUNDS:
                self._end(place, state)
                state, lineup = self._states[place], self._lineups[place]
            elif lineup[state.actor] == BANKER:
                bankers.play(judge, state, self._chance)
            elif len(state.legal) == 1:
                self._play_forced(state, judge)
            else:
                return

    def _play_forced(self, state: State, judge: Judge) -> None:
        gift = 0
        if state.kind == decisions.BUILD_FACTORY:
            missing, gift = factory_shortfall(state), judge.gift(state)
            if missing and self._chance.random() < UNUSUAL_GIFTS:
                gift = 0 if gift else missing
        if gift:
            donate(state, state.actor, state.nation, gift)
        else:
            answer(state, state.legal[0])

    def _end(self, place: int, state: State) -> None:
        about, results = self._arrays.about[place], self._arrays.results[place]
        players = len(state.players)
        results[:] = 0
        results[:players] = win(state)
        results[SEATS : SEATS + players] = score(state)
        about[ENDED] = 1
        about[LINEUP:] = NONE
        about[LINEUP : LINEUP + players] = self._lineups[place]
        self._states[place] = self._new(place)
        self._play_in(place, self._league.opening(self._lineups[place], self._chance))

    # Writing -------------------------------------------------------------------------------------

    def _write(self) -> None:
        begun = time.perf_counter()
        self._write_positions()
        now = time.perf_counter()
        self.spent.encoding += now - begun
        self._write_legal()
        if self.teaching:
            self._write_labels()
        self.spent.listing += time.perf_counter() - now

    def _write_positions(self) -> None:
        seen, size = self._arrays.seen.reshape(-1).data, self._arrays.seen.shape[1]
        at = 0
        for state, made in zip(self._states, self._made, strict=True):
            made.encoder.write(state, state.actor, seen, at)
            at += size
        lineups, is_fair = zip(self._states, self._lineups, strict=True), self._league.is_fair
        columns: Any = [
            (actor := state.actor, len(who), who[actor], is_fair(who, actor), state.kind)
            for state, who in lineups
        ]
        self._arrays.about[:, : KIND + 1] = columns

    def _write_legal(self) -> None:
        arrays = self._arrays
        used = write_legal(self._states, 0, self._legal.data, arrays.counts.data)
        first = np.repeat([first_nation(state) for state in self._states], arrays.counts)
        arrays.packed[:used] = self._entries[first, self._legal[:used]]

    def _write_labels(self) -> None:
        for place, state in enumerate(self._states):
            choice = self._made[place].judge.choose(state)
            self._arrays.labels[place] = state.legal.index(choice)
