"""Work spread over the machines of a Ray cluster, with the results that one machine would find."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from socket import create_connection
from typing import Any, TypeVar

import rondel

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 4
"""How many items the cluster may be ahead of the one waited for, for each of its cores."""
RETRIES = 5
"""How often an item is worked on anew after its process, or its machine, was lost."""

PATIENCE = 10.0
"""Seconds in which the head of a cluster must answer."""


class ClusterError(Exception):
    """The cluster cannot be used, or has lost too much."""


def spread_over(
    address: str, work: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[Result]:
    """The results in order, worked out by the cluster at this address.

    `auto` is the cluster that this machine belongs to. An item whose process is lost is worked on
    anew.

    Raises: ClusterError.
    """
    ray = _ray()
    _check_answer(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError(f"there is no cluster at {address}: {_first_line(error)}") from None
    try:
        _check_version(ray)
        yield from _in_order(ray, work, items)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ClusterError(f"the cluster at {address} failed: {_first_line(error)}") from None
    finally:
        ray.shutdown()


def _in_order(ray: Any, work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    task, kept = ray.remote(max_retries=RETRIES)(_worked), ray.put(work)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    given: deque[Any] = deque()
    for item in items:
        given.append(task.remote(kept, item))
        if len(given) > ahead:
            yield ray.get(given.popleft())
    while given:
        yield ray.get(given.popleft())


def _check_answer(address: str) -> None:
    """Whether somebody answers at an address: Ray itself would go on asking for minutes."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise ClusterError(f"{address!r} is no address: write HOST:PORT, ray://HOST:PORT or auto")
    try:
        create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"nobody answers at {address}: {_first_line(error)}") from None


def _worked(work: Callable[[Item], Result], item: Item) -> Result:
    return work(item)


def _check_version(ray: Any) -> None:
    """All machines must play by the same rules, with the same bots."""
    there = ray.get(ray.remote(max_retries=RETRIES)(_version).remote())
    if there != rondel.__version__:
        raise ClusterError(f"the cluster has Rondel {there}, and this is {rondel.__version__}")


def _version() -> str:
    return rondel.__version__


def _ray() -> Any:
    try:
        return import_module("ray")
    except ModuleNotFoundError:
        raise ClusterError("Ray is missing: pip install 'rondel[cluster]' brings it") from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
