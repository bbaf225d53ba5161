"""Traces: where the time of a request goes, if a host wants to know.

They are off unless `rondel serve --traces` switches them on; then `telemetry.py` makes them, which
needs the packages of the extra `traces`. What is off costs nothing worth measuring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Any, Final, Protocol

from starlette.types import ASGIApp

from rondel.server.errors import CannotStart

Attributes = Mapping[str, str | int]
"""What a stretch of work tells: neither names of people nor anything secret."""


class Telemetry(Protocol):
    """What makes traces."""

    def span(self, name: str, attributes: Attributes, root: bool) -> AbstractContextManager[object]:
        """A stretch of work, within the one around it or as one of its own."""

    def traced(self, app: ASGIApp, proxies: str) -> ASGIApp:
        """The app, with a stretch of work for each request."""

    def close(self) -> None:
        """Sends what is left."""


_OFF: Final = nullcontext()
_on: list[Telemetry] = []


def span(
    name: str, /, *, root: bool = False, **attributes: str | int
) -> AbstractContextManager[object]:
    """A stretch of work that a trace shows."""
    return _on[-1].span(name, attributes, root) if _on else _OFF


def traced(app: ASGIApp, proxies: str) -> ASGIApp:
    """The app as it is served: what a trusted proxy says of the request is believed.

    Only to be asked for while traces are on.
    """
    return _on[-1].traced(app, proxies)


def is_on() -> bool:
    """Whether there are traces."""
    return bool(_on)


@contextmanager
def tracing(wanted: bool) -> Iterator[None]:
    """Switches traces on for a while, if they are wanted.

    Raises: CannotStart.
    """
    if not wanted:
        yield
        return
    with switched_on(_telemetry()):
        yield


@contextmanager
def switched_on(telemetry: Telemetry) -> Iterator[None]:
    """Lets somebody make traces for a while."""
    _on.append(telemetry)
    try:
        yield
    finally:
        _on.remove(telemetry)
        telemetry.close()


def _telemetry() -> Telemetry:
    """Raises: CannotStart if the packages are not installed."""
    try:
        module: Any = import_module("rondel.server.http.telemetry")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        raise CannotStart(
            "traces need packages that are not installed: pip install 'rondel[traces]'"
        ) from error
    open_telemetry: Callable[[], Telemetry] = module.open_telemetry
    return open_telemetry()
