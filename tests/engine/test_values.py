"""Games, positions and actions as values: copied, compared, pickled, told; in both forms alike."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import rondel
import rondel.engine
from rondel.compiled import modules
from rondel.engine import Options, to_bytes
from tests.engine.notation.test_packing import middle
from tests.positions import GAMES
from tools.docstrings import told_in

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
VALUES: dict[str, Callable[[rondel.Game], object]] = {
    "game": lambda game: game,
    "position": lambda game: game.state,
    "action": lambda game: game.legal_actions()[-1],
    "actions": lambda game: game.actions(),
    "decision": lambda game: game.decision,
    "options": lambda game: game.rules.options,
    "events": lambda game: game.opening,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", VALUES)
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_is_equal(game: str, what: str, way: str) -> None:
    value = VALUES[what](middle(game))
    assert WAYS[way](value) == value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", ["rules", "table"])
def test_rules_are_shared_by_copies(what: str, way: str) -> None:
    rules = middle("imperial").rules
    value = rules if what == "rules" else rules.table
    assert WAYS[way](value) is value


@pytest.mark.parametrize("way", WAYS)
def test_copies_of_a_game_go_their_own_way(way: str) -> None:
    game = middle("imperial2030")
    twin = WAYS[way](game)
    assert twin.record() == game.record()
    assert twin.opening == game.opening
    twin.apply(twin.legal_actions()[0])
    assert len(twin) == len(game) + 1
    assert twin != game
    game.apply(game.legal_actions()[0])
    assert twin == game
    assert twin.at(3) == game.at(3)


def test_pickled_views_figures_and_lists_can_be_used() -> None:
    game = middle("imperial2030")
    player = game.players[0]
    view, figures, listed = WAYS["pickle"]((game.view(player), game.figures, game.legal_actions()))
    assert view.snapshot() == game.view(player).snapshot()
    assert figures.score(player) == game.figures.score(player)
    assert listed == list(game.legal_actions())


def test_extra_keys_of_a_record_are_pickled() -> None:
    game = rondel.Game.begin({**middle("imperial").heading(), "x_event": "club night"})
    assert WAYS["pickle"](game).heading()["x_event"] == "club night"


def test_games_differ_by_what_happened() -> None:
    """The same position on other ways is the same position, not the same game."""
    game = middle("imperial2030")
    while not game.resumable:
        game.apply(game.legal_actions()[0])
    resumed = rondel.Game.resume(game.heading(), game.snapshot(), len(game))
    assert resumed.state == game.state
    assert resumed != game
    assert game != rondel.Game.new("imperial2030", players=["a", "b", "c"], seed=3)
    assert game != object()


def test_positions_of_other_players_or_rules_are_others() -> None:
    games = [
        rondel.Game.new("imperial", players=names, options=options, seed=1)
        for names, options in (
            (["a", "b"], {}),
            (["a", "c"], {}),
            (["a", "b"], {"secret_cash": True}),
        )
    ]
    first, *others = [game.state for game in games]
    assert all(first != other for other in [*others, None])


def test_what_changes_has_no_hash_and_what_does_not_has_one() -> None:
    game = middle("imperial2030")
    for changing in (game, game.state):
        with pytest.raises(TypeError, match="to_bytes"):
            hash(changing)
    assert {to_bytes(game.state), to_bytes(game.copy().state)} == {to_bytes(game.state)}
    assert len({*game.legal_actions(), *game.copy().legal_actions()}) == len(game.legal_ids())
    assert len({game.decision, game.copy().decision}) == 1
    assert {game.rules.options, Options(game.options, list(game.options))} == {game.rules.options}


def test_representations_tell() -> None:
    game = rondel.Game.new("imperial2030", players=["ann", "bob"], seed=7)
    asked = f"{game.decision!r}".removeprefix("<Decision ").removesuffix(">")
    assert repr(game) == f"<Game imperial2030 of ann, bob after 0 entries: {asked}>"
    assert repr(game.state) == f"<State of imperial2030, ann, bob, round 1: {asked}>"
    assert repr(game.view("ann")) == f"<View of {game!r} by ann>"
    assert repr(game.view(rondel.SPECTATOR)).endswith("by a spectator>")
    assert repr(game.figures) == f"<Figures of {game.state!r}>"
    assert repr(game.rules) == "<RuleSet of imperial2030 for 2, version 1>"
    assert repr(game.rules.options).startswith("Options({'setup': 'standard', ")


def test_a_game_that_is_over_says_so() -> None:
    game = middle("imperial")
    while not game.over:
        game.play(game.legal_ids()[-1])
    assert repr(game).endswith(f"after {len(game)} entries: over>")


# Help ---------------------------------------------------------------------------------------


def thing(module: str, name: str) -> Any:
    """What a name of a module stands for, not asked for its value."""
    found: Any = import_module(module)
    for part in name.split(".") if name else ():
        found = inspect.getattr_static(found, part)
    return found.__func__ if isinstance(found, staticmethod) else found


@pytest.mark.parametrize("module", ["game", "model.state", "model.actions", "progress", "views"])
def test_help_tells_what_the_source_says(module: str) -> None:
    """mypyc leaves docstrings out; ours are there."""
    name = f"rondel.engine.{module}"
    for member, text in told_in(modules()[name].read_text(encoding="utf-8")).items():
        found = thing(name, member) if is_kept(name, member) else None
        if found is not None and text:
            assert inspect.cleandoc(found.__doc__ or "") == inspect.cleandoc(text), member


def is_kept(module: str, member: str) -> bool:
    """Whether something stands for a name at run time that can have a docstring.

    In the plain form attributes have none, and special methods have a word of Python's own in the
    compiled one.
    """
    owner, _, last = member.rpartition(".")
    if last.startswith("__"):
        return False
    try:
        found = thing(module, member)
    except AttributeError:
        return False
    told = isinstance(found, property) or inspect.isgetsetdescriptor(found)
    return not owner or callable(found) or told


def test_signatures_are_those_of_the_source() -> None:
    """Names, order and defaults; a compiled function does not know the types."""
    [game] = [
        node
        for node in ast.parse(modules()["rondel.engine.game"].read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    for function in [node for node in game.body if isinstance(node, ast.FunctionDef)]:
        decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
        if function.name.startswith("_") or "property" in decorators:
            continue
        given = inspect.signature(getattr(rondel.Game, function.name)).parameters
        assert list(given) == [argument.arg for argument in function.args.args], function.name
        defaults = [one.default for one in given.values() if one.default is not one.empty]
        assert defaults == [ast.literal_eval(value) for value in function.args.defaults]


def test_help_on_a_method_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    help(rondel.Game.apply)
    told = capsys.readouterr().out
    assert "apply(self, " in told
    assert "Carries out an action" in told
    assert "Raises: IllegalAction" in told
