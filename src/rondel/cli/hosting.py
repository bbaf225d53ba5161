"""What the commands for hosts share: the server's modules, and reading its settings."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from importlib import import_module
from ipaddress import ip_network
from pathlib import Path
from types import ModuleType
from typing import Annotated, Final
from urllib.parse import urlsplit

import typer

from rondel.cli.errors import CommandError
from rondel.cli.output import unwritable
from rondel.cli.play.store import data_folder
from rondel.server.settings import Limits

SQLITE: Final = "sqlite:///"
POSTGRESQL: Final = ("postgresql://", "postgres://")
"""How addresses of databases begin."""
SHORTEST_SECRET: Final = 16
"""Characters; one that we make has 43."""
NEW_SECRET: Final = 'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
"""The command that makes a secret."""

Database = Annotated[
    str | None,
    typer.Option(
        envvar="RONDEL_DATABASE",
        metavar="URL",
        help="A file for SQLite, or postgresql://USER:PASSWORD@HOST/NAME. "
        "Without it a file in the folder for games.",
    ),
]


def server_module(name: str) -> ModuleType:
    """A module of the server, with the packages it needs.

    They are loaded no earlier than this: other commands start without them.

    Raises: CommandError if they are not installed.
    """
    try:
        return import_module(f"rondel.server.{name}")
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "rondel":
            raise
        raise CommandError(
            "the server needs packages that are not installed: pip install 'rondel[server]'"
        ) from error


def read_database(given: str | None) -> str:
    """The address of the database; a path means a file of SQLite, nothing the usual one.

    Raises: CommandError.
    """
    if given is None:
        return f"{SQLITE}{data_folder(os.environ) / 'server' / 'rondel.sqlite3'}"
    url = given if "://" in given else f"{SQLITE}{given}"
    if not url.startswith((SQLITE, *POSTGRESQL)) or url == SQLITE:
        raise CommandError("--database: name a file, or postgresql://USER:PASSWORD@HOST/NAME")
    return url


def file_of(database: str) -> Path | None:
    """The file of an embedded store, None for PostgreSQL."""
    path = database.removeprefix(SQLITE)
    return None if path == database else Path(path)


def read_secret(given: str | None, file: Path | None, database: str) -> str:
    """The secret given, or that in the file; an embedded store keeps its own beside it.

    Raises: CommandError.
    """
    if given is not None:
        return _checked_secret(given, "--secret")
    if file is not None:
        return _secret_in(file)
    if (store := file_of(database)) is not None:
        return _kept_secret(store.with_name(f"{store.name}.secret"))
    raise CommandError(
        "PostgreSQL may have several servers, and all need the same --secret, or RONDEL_SECRET "
        f"in the environment; make one with: {NEW_SECRET}"
    )


def _kept_secret(file: Path) -> str:
    """The secret in the file, which is made where there is none."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w", encoding="ascii") as stream:
                stream.write(f"{secrets.token_urlsafe(32)}\n")
    except OSError as error:
        raise unwritable(file, error) from None
    return _secret_in(file)


def _secret_in(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CommandError(f"{file}: cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{file}: a secret is text in UTF-8") from None
    return _checked_secret(text.strip(), str(file))


def _checked_secret(secret: str, source: str) -> str:
    if len(secret) < SHORTEST_SECRET:
        told = f"a secret has at least {SHORTEST_SECRET} characters; make one with: {NEW_SECRET}"
        raise CommandError(f"{source}: {told}")
    return secret


def read_origin(given: str | None) -> str | None:
    """The address people use, without a slash at its end.

    Raises: CommandError.
    """
    if given is None:
        return None
    try:
        parts = urlsplit(given.rstrip("/"))
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise CommandError(f"--origin {given}: write it like https://rondel.example.org")
    return parts.geturl()


def read_proxies(given: str) -> str:
    """Addresses and networks of proxies, or `*` for all.

    Raises: CommandError.
    """
    for proxy in given.split(",") if given != "*" else ():
        try:
            ip_network(proxy.strip())
        except ValueError as error:
            raise CommandError(f"--proxies: {error}; separate them by commas") from None
    return given


def read_limits(given: Sequence[str]) -> Limits:
    """The usual limits, with those that are given in their place.

    Raises: CommandError.
    """
    limits = server_module("limits.limiter")
    known, rates = {field.name for field in fields(Limits)}, {}
    for text in given:
        name, _, rate = text.partition("=")
        if name not in known:
            told = f"there is no limit {name!r}; there are {', '.join(sorted(known))}"
            raise CommandError(f"--limit {text}: {told}")
        try:
            limits.Rate.parse(rate)
        except limits.RateError as error:
            raise CommandError(f"--limit {text}: {error}") from None
        rates[name] = rate
    return Limits(**rates)


def read_smtp(given: str | None, sender: str | None) -> str | None:
    """The address of a mail server, which needs somebody who writes.

    Raises: CommandError.
    """
    if given is None:
        return None
    mail = server_module("notices.mail")
    try:
        mail.MailServer.of(given)
    except ValueError as error:
        raise CommandError(f"--smtp: {error}") from None
    if sender is None or "@" not in sender:
        raise CommandError("--smtp needs --mail-from, like rondel@example.org")
    return given


def read_reach(given: str) -> str:
    """Networks that webhooks may reach.

    Raises: CommandError.
    """
    try:
        server_module("notices.addresses").networks(given)
    except ValueError as error:
        raise CommandError(f"--reach: {error}; separate them by commas") from None
    return given
