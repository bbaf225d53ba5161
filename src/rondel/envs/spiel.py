"""Both games for OpenSpiel.

Importing this module registers `rondel_imperial` and `rondel_imperial2030`. The deal, or in a draft
the start player, is the one chance node; what follows is without chance.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, ClassVar

import numpy as np

from rondel.engine import Game, RuleSet, State, answer, title_of, turn_of
from rondel.engine.decisions import GAME_OVER, KINDS
from rondel.envs.observations import Observer
from rondel.envs.rewards import checked_turns, rewards_of

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    MISSING = "rondel.envs.spiel needs OpenSpiel: pip install 'rondel[openspiel]'"
    raise ModuleNotFoundError(MISSING, name=error.name) from None

PLAYERS, MAX_TURNS = 4, 300
"""What the parameters are if left out."""

LEFT_OUT = ("donations", "secret_cash")
"""Options that are no parameters: nobody can give money here, and nothing is hidden."""

MOST_PER_TURN = 400
"""More decisions than any turn of a nation takes."""


def defaults_of(title: str) -> dict[str, Any]:
    """The parameters of a game and what they are if left out: rule options among them."""
    options = {"no_card_extra_investment": "extra", **title_of(title).options({}).to_json()}
    if options.pop("edition", None):
        options["later_edition"] = False  # OpenSpiel would read the text "2006" as a number.
    chosen = {name: value for name, value in options.items() if name not in LEFT_OUT}
    return {"players": PLAYERS, "max_turns": MAX_TURNS, **chosen}


class Table:
    """What is the same in all games with the same parameters."""

    def __init__(self, title: str, parameters: dict[str, Any]) -> None:
        usual = defaults_of(title)
        chosen = {**usual, **parameters}
        self.title = title
        self.names = [f"player_{seat}" for seat in range(chosen.pop("players"))]
        self.max_turns: int = checked_turns(chosen.pop("max_turns"))
        later = {"edition": "later"} if chosen.pop("later_edition", False) else {}
        self.options = {k: v for k, v in chosen.items() if v != usual[k]} | later
        named = title_of(title)
        self.rules: RuleSet = named.rules(named.options(self.options), len(self.names))
        self.observer = Observer(self.rules)
        self.starts = self._starts()
        """How a game may begin, all with the same chance."""

    def _starts(self) -> list[dict[str, Any]]:
        if self.options.get("setup") == "draft":
            return [{"start_player": name} for name in self.names]
        cards = [self.rules.board.nation_ids[nation] for nation in self.rules.dealt]
        return [
            {"deal": {name: [card] for name, card in zip(self.names, dealt, strict=True)}}
            for dealt in permutations(cards, len(self.names))
        ]

    def begun(self, start: int) -> State:
        """The position at the beginning of a game."""
        return Game.new(self.title, self.names, self.options, start=self.starts[start]).state

    def is_over(self, state: State) -> bool:
        """Whether a game is over or is cut off."""
        return state.kind == GAME_OVER or turn_of(state) > self.max_turns


class Held:
    """A position that is copied as positions are."""

    def __init__(self, state: State | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(None if self.state is None else self.state.copy())


class RondelState(pyspiel.State):  # type: ignore[misc]
    """A game as it stands; before the deal it has no position."""

    def __init__(self, game: RondelGame) -> None:
        super().__init__(game)
        self._held = Held(None)

    @property
    def table(self) -> Table:
        """What is the same in all games."""
        table: Table = self.get_game().table
        return table

    @property
    def position(self) -> State | None:
        """The position; None before the deal."""
        return self._held.state

    def current_player(self) -> int:
        """Who must decide."""
        state = self.position
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else state.actor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The ways to begin."""
        count = len(self.table.starts)
        return [(start, 1 / count) for start in range(count)]

    def _legal_actions(self, player: int) -> list[int]:
        state = self.position
        return state.legal[:] if state is not None and player == state.actor else []

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self._held = Held(self.table.begun(action))
        else:
            answer(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.table.starts[action])
        state = self.position
        nation = None if state is None or state.about < 0 else state.nation_id(state.about)
        table = self.table.rules.table
        kind = KINDS[table.kind_of(action)]
        return f"{kind} {table.choice_of(action, nation or table.board.nation_ids[0])}"

    def is_terminal(self) -> bool:
        """Whether the game is over or was cut off."""
        return self.position is not None and self.table.is_over(self.position)

    def returns(self) -> list[float]:
        """The rewards; 0 before the end."""
        if self.position is None or not self.is_terminal():
            return [0.0] * len(self.table.names)
        return rewards_of(self.position, "win")

    def __str__(self) -> str:
        state = self.position
        if state is None:
            return "before the deal"
        actions = " ".join([str(action) for action in self.history()])
        return f"round {state.round}: {state.question()}\n{actions}"


class SpielObserver:
    """What a player sees, as OpenSpiel asks for it."""

    def __init__(self, table: Table) -> None:
        self._observer = table.observer
        self.tensor = np.zeros(table.observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RondelState, player: int) -> None:
        """Fills the tensor."""
        self.tensor[:] = 0
        if state.position is not None:
            self.tensor[:] = self._observer.observe(state.position, player)

    def string_from(self, state: RondelState, player: int) -> str:
        """The same as text."""
        if state.position is None:
            return str(state)
        return self._observer.encoder.encoded(state.position, player).hex()


class RondelGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    title: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.table = table = Table(self.title, parameters or {})
        equal = 1 / len(table.names)
        about = pyspiel.GameInfo(
            num_distinct_actions=table.observer.actions,
            max_chance_outcomes=len(table.starts),
            num_players=len(table.names),
            min_utility=-equal,
            max_utility=1 - equal,
            utility_sum=0.0,
            max_game_length=table.max_turns * MOST_PER_TURN,
        )
        super().__init__(self.kind, about, parameters or {})

    def new_initial_state(self) -> RondelState:
        """Before the deal."""
        return RondelState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        """What players see: everything, so that nothing is left that only one of them sees."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return SpielObserver(self.table)
        return IIGObserverForPublicInfoGame(kind, parameters)


def _kind_of(title: str) -> Any:
    return pyspiel.GameType(
        short_name=f"rondel_{title}",
        long_name=title_of(title).name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults_of(title),
    )


class Imperial(RondelGame):
    """Imperial."""

    title, kind = "imperial", _kind_of("imperial")


class Imperial2030(RondelGame):
    """Imperial 2030."""

    title, kind = "imperial2030", _kind_of("imperial2030")


pyspiel.register_game(Imperial.kind, Imperial)
pyspiel.register_game(Imperial2030.kind, Imperial2030)
