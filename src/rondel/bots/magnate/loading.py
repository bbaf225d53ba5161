"""Finds the network: it needs an extra, and a file of weights for each game."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Any, Final
from zipfile import BadZipFile

from rondel.bots.magnate.manner import Manner
from rondel.bots.magnate.reading import Network, Reading
from rondel.engine import TITLES, Head, RuleSet

NEEDED: Final = ("numpy", "threadpoolctl")
"""The packages of the extra."""

WEIGHTS: Traversable = files(__package__) / "weights"
"""The folder with a file for each game."""

EXTRA: Final = "pip install 'rondel[network]'"

_NETWORKS: dict[str, Network] = {}
"""By game, once they were asked for."""

_HEADS: dict[tuple[str, int], Head] = {}


class NoNetwork(ValueError):
    """There is no network to play with here; the message says why, and what to do."""


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def obstacle() -> str:
    """Why there is no network here; empty if nothing is known to be in the way."""
    if not all(map(_is_installed, NEEDED)):
        return f"the learned network needs packages that are not installed: {EXTRA}"
    for game in TITLES:
        if not (WEIGHTS / _name(game)).is_file():
            return f"the weights of the learned network are missing: {_name(game)}"
    return ""


def require_network() -> None:
    """Raises: NoNetwork, if something is known to be in the way."""
    if reason := obstacle():
        raise NoNetwork(reason)


def _name(game: str) -> str:
    return f"{game}.npz"


def network_of(rules: RuleSet) -> Network:
    """The network for a game, read when it is first asked for.

    Raises: NoNetwork.
    """
    known = _NETWORKS.get(rules.game)
    if known is None:
        known = _NETWORKS[rules.game] = _read(rules)
    return known


def reading_of(rules: RuleSet) -> Reading:
    """What sees positions of a rule set.

    Raises: NoNetwork.
    """
    return Reading(rules, head_of(rules), network_of(rules), Manner())


@contextmanager
def undisturbed() -> Iterator[None]:
    """As long as it lasts, a search has a core for itself.

    Python's collector of cycles rests: trees have none, and it would go through all of them again
    and again. NumPy, where it computes, does so with one core: more are slower for so little work.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        with _on_one_core():
            yield
    finally:
        if collects:
            gc.enable()


def _on_one_core() -> AbstractContextManager[Any]:
    if import_module("rondel.bots.magnate.layers").COMPILED:
        return nullcontext()
    limited: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limited


@cache
def _controller() -> Any:
    # It knows only the libraries that are there when it is made.
    import_module("numpy")
    return import_module("threadpoolctl").ThreadpoolController()


def head_of(rules: RuleSet) -> Head:
    """The numbering of a game's actions that its network uses."""
    key = (rules.game, rules.version)
    if key not in _HEADS:
        _HEADS[key] = Head(rules.table)
    return _HEADS[key]


def _read(rules: RuleSet) -> Network:
    require_network()
    name = _name(rules.game)
    numpy, module = import_module("numpy"), import_module("rondel.bots.magnate.network")
    try:
        with (WEIGHTS / name).open("rb") as file:
            found: Any = numpy.load(file, allow_pickle=False)
            network: Network = module.Network(found, rules)
    except KeyError as error:
        raise NoNetwork(f"the weights in {name} are damaged: {error} is missing") from None
    except (module.WeightsError, BadZipFile, EOFError, OSError, ValueError) as error:
        raise NoNetwork(f"the weights in {name} cannot be used: {error}") from None
    return network
