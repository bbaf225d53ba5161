"""What a host may set; `rondel serve` reads it from options and the environment."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

BOT_PROCESSES: Final = max(1, (os.cpu_count() or 1) - 1)
"""One core is left for people."""


@dataclass(frozen=True)
class Limits:
    """How often one person, or one address, may do what costs others something."""

    guests: str = "30/hour"
    """New guests by address."""
    sign_ins: str = "10/minute"
    """Attempts to sign in, by address."""
    guesses: str = "10/hour"
    """Wrong passwords for one login, by address."""
    logins: str = "60/hour"
    """Wrong passwords for one login from all addresses it was never signed in from."""
    tables: str = "30/hour"
    """New tables, clones and imports by person."""
    puzzles: str = "200/hour"
    """Tables to solve puzzles at, by person."""
    joins: str = "60/minute"
    """Seats taken, left or given, and tables changed or started, by person."""
    chats: str = "20/minute"
    """Chat messages, notes and mutes by person."""
    actions: str = "600/minute"
    """Actions, undos and votes by person."""
    hints: str = "20/minute"
    """Hints by person."""
    messages: str = "900/minute"
    """Messages by WebSocket, by person."""
    requests: str = "3000/minute"
    """Requests of any kind, and messages by WebSocket, by address."""
    channels: str = "20/hour"
    """Channels for notices that are added, tried or confirmed, by person."""
    work: str = "20/minute"
    """Seconds of computing for looking back, saving, importing and studying, by person and by
    address."""


@dataclass(frozen=True)
class Retention:
    """After how many days what nobody needs is cleared away; 0 keeps it for ever."""

    guests: float = 400.0
    """Guests who were not seen, and have no seat and no table; their cookie ends after a year."""
    expired: float = 90.0
    """Tables that expired before they were started."""
    studies: float = 0.0
    """Studies that nobody has touched."""
    guest_games: float = 0.0
    """Games that are over, if only guests have played."""
    audit: float = 730.0
    """Lines of the audit log, and reports that are settled."""


@dataclass(frozen=True)
class Settings:
    """Everything that differs from one server to another."""

    database: str = "sqlite:///rondel.sqlite3"
    """`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."""
    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8000
    """Port to listen on; 0 takes a free one."""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    """Signs cookies; all processes on one database need the same."""
    origin: str | None = None
    """The address people use, `https://…`; None takes it from the request."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose `X-Forwarded-…` is believed."""
    connections: int = 200
    """Connections that one address may hold, but for those of proxies."""
    bot_processes: int = BOT_PROCESSES
    """Processes that bots think in; 0 leaves bots to other servers on the same database."""
    bot_limit: float = 20.0
    """Seconds after which a bot that has not decided is given up."""
    bot_lease: float = 15.0
    """Seconds after which another server takes over the bots of one that is gone."""
    idle_days: float = 7.0
    """Days after which an unstarted table that nobody touched expires."""
    limits: Limits | None = field(default_factory=Limits)
    """Rate limits; None for none."""
    logs: Path | None = None
    """File for the log; None writes to standard error."""
    drain_seconds: float = 0.0
    """Seconds for which a server that shall stop still serves, but says that it is not ready."""
    traces: bool = False
    """Whether traces are sent by OpenTelemetry."""
    retention: Retention = field(default_factory=Retention)
    """What is cleared away, and when."""
    smtp: str | None = field(default=None, repr=False)
    """The mail server for notices, `smtp://USER:PASSWORD@HOST:PORT`; None sends no e-mail."""
    mail_from: str | None = None
    """The address that e-mail comes from."""
    reach: str = ""
    """Networks of the host's own that notices may be sent to, `10.0.0.0/8,…`; none if empty."""
