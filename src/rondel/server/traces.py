"""Traces: where the time of a request goes, if a host wants to know.

They are off unless `rondel serve --traces` switches them on; then `http/telemetry.py` makes them,
which needs the packages of the extra `traces`. What is off costs nothing worth measuring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Protocol

from starlette.types import ASGIApp

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
def switched_on(telemetry: Telemetry) -> Iterator[None]:
    """Lets somebody make traces for a while."""
    _on.append(telemetry)
    try:
        yield
    finally:
        _on.remove(telemetry)
        telemetry.close()
