"""Runs a server: from the port it listens on to the last answer it gives."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from importlib import import_module
from types import FrameType
from typing import Any, Final

import uvicorn
from asyncpg.exceptions import InterfaceError, PostgresError
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from uvicorn.server import HANDLED_SIGNALS

import rondel
from rondel.bots.magnate import obstacle
from rondel.server.app import create_app
from rondel.server.errors import CannotStart
from rondel.server.http.bodies import USUAL_LIMIT
from rondel.server.http.door import Door, raise_file_limit
from rondel.server.http.logs import set_up_logs
from rondel.server.http.proxies import Proxies
from rondel.server.http.wire import Config, Http, WebSockets
from rondel.server.settings import Settings
from rondel.server.storage.errors import StoreError
from rondel.server.traces import Telemetry, is_on, switched_on, traced

logger = logging.getLogger(__name__)

PING_SECONDS: Final = 20.0
"""How often a WebSocket is asked for a sign of life, and how long it may take to give one."""

IDLE_SECONDS: Final = 75
"""How long a connection is kept for the next request; proxies must give it up before."""

STOP_SECONDS: Final = 10
"""How long requests in progress may take when the server stops."""

COLLECTED_AFTER: Final = (50_000, 20, 100)
"""New objects until the youngest are looked at, and so often until the older ones are."""
LOOK_SECONDS: Final = 0.1
"""How often one looks whether it is time to stop."""

ANYWHERE: Final = {"0.0.0.0", "::", ""}
"""Hosts that mean all addresses of the machine."""

Unreachable = (OSError, ValueError, DBAPIError, InterfaceError, PostgresError)
"""What drivers raise when there is no database, or none for us."""


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serves until SIGTERM or Ctrl-C; `ready` hears the address as soon as all is open.

    Raises: CannotStart.
    """
    with listening(settings.host, settings.port) as listener, tracing(settings.traces):
        _begin_log(settings)
        app = create_app(settings)
        server = Graceful(app, settings, lambda: ready(address_of(listener, settings.origin)))
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(_serve(server, listener))


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


async def _serve(server: Graceful, listener: socket.socket) -> None:
    with server.capture_signals():
        async with AsyncExitStack() as stack:
            await _open(server.app, stack)
            _settle_memory()
            logger.info("started", extra={"version": rondel.__version__})
            if reason := obstacle():
                logger.warning("levels without network", extra={"reason": reason})
            await server.serve(sockets=[listener])
        logger.info("stopped")


def _settle_memory() -> None:
    """Lets the garbage collector leave alone what stays, and look less often at what comes.

    By default its pauses of a tenth of a second are what the slowest answers wait for.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


async def _open(app: FastAPI, stack: AsyncExitStack) -> None:
    """Opens the store and all that lives on it, until the stack unwinds.

    This is not left to uvicorn, which would tell an error by its traceback.
    """
    try:
        await stack.enter_async_context(app.router.lifespan_context(app))
    except StoreError as error:
        raise CannotStart(str(error)) from error
    except Unreachable as error:
        raise CannotStart(f"cannot open the database: {reason_of(error)}") from error


def config_of(app: FastAPI, settings: Settings) -> Config:
    """How the app is served; opening and closing it is for others."""
    proxies = Proxies(settings.proxies)
    return Config(
        traced(app, settings.proxies) if is_on() else app,
        Door(raise_file_limit(), settings.connections, proxies),
        http=Http,
        ws=WebSockets,
        ws_max_size=USUAL_LIMIT,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        # What proxies say is read in `proxies.py`: uvicorn would believe the wrong end of it.
        proxy_headers=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


class Graceful(uvicorn.Server):
    """Serves the app, and lets nobody wait when it is told to stop."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(config_of(app, settings))
        self.app = app
        self._ready = ready
        self._drain_seconds = settings.drain_seconds
        self._hurried = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Tells when the first request may come."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what waits for news before it waits for what is in progress."""
        self.app.state.server.leaving = True
        await self._drain()
        self.app.state.server.stop()
        await super().shutdown(sockets)

    async def _drain(self) -> None:
        """Serves on until proxies have seen that this server is not ready any more."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._drain_seconds
        while loop.time() < end and not self._hurried:
            await asyncio.sleep(LOOK_SECONDS)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal means to stop, the second not to wait for proxies."""
        self._hurried = self.should_exit
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal means to stop in order; it is not raised once more when that is done."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _begin_log(settings: Settings) -> None:
    try:
        set_up_logs(settings.logs)
    except OSError as error:
        raise CannotStart(f"cannot write to {settings.logs}: {reason_of(error)}") from error


# Addresses ----------------------------------------------------------------------------------


def listening(host: str, port: int) -> socket.socket:
    """A socket that others can connect to from now on.

    Raises: CannotStart.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise CannotStart(f"cannot listen on {host} port {port}: {reason_of(error)}") from error
    # Without it, and without uvloop, the second part of an answer waits until the first arrived.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def address_of(listener: socket.socket, origin: str | None) -> str:
    """The address to open in a browser."""
    if origin is not None:
        return origin
    host, port = listener.getsockname()[:2]
    if host in ANYWHERE:
        host = own_host()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_host() -> str:
    """The address by which others in the network know this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing; it only chooses the way, to an address kept for examples.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        host: str = probe.getsockname()[0]
        return host


def reason_of(error: Exception) -> str:
    """What went wrong with a database or a file, in few words and without what is secret."""
    match error:
        case DBAPIError():
            return str(error.orig)
        case OSError(strerror=str(reason)):
            # A socket that cannot be made adds its address, in brackets.
            return reason.partition(" (")[0].lower()
        case ValueError():
            return "write its address like postgresql://USER:PASSWORD@HOST/NAME"
        case _:
            return str(error) or type(error).__name__
