"""The command that runs a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.admin import (
    KeepAudit,
    KeepExpired,
    KeepGuestGames,
    KeepGuests,
    KeepStudies,
)
from rondel.cli.browser import open_browser
from rondel.cli.errors import CommandError
from rondel.cli.hosting import (
    Database,
    read_database,
    read_limits,
    read_origin,
    read_proxies,
    read_reach,
    read_secret,
    read_smtp,
    server_module,
)
from rondel.server.errors import CannotStart
from rondel.server.settings import Retention, Settings


def serve(
    host: Annotated[
        str,
        typer.Option(
            envvar="RONDEL_HOST",
            metavar="ADDRESS",
            help="Address to listen on; 0.0.0.0 lets others in.",
        ),
    ] = Settings.host,
    port: Annotated[
        int,
        typer.Option(
            envvar="RONDEL_PORT",
            min=0,
            max=65535,
            metavar="N",
            help="Port to listen on; 0 takes a free one.",
        ),
    ] = Settings.port,
    database: Database = None,
    secret: Annotated[
        str | None,
        typer.Option(
            envvar="RONDEL_SECRET", metavar="TEXT", help="Signs cookies; needed with PostgreSQL."
        ),
    ] = None,
    secret_file: Annotated[
        Path | None,
        typer.Option(
            envvar="RONDEL_SECRET_FILE", metavar="FILE", help="A file that holds the secret."
        ),
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option(
            envvar="RONDEL_ORIGIN",
            metavar="URL",
            help="The address people use, if a proxy stands before the server.",
        ),
    ] = None,
    proxies: Annotated[
        str,
        typer.Option(
            envvar="RONDEL_PROXIES",
            metavar="A,B,…",
            help="Addresses or networks of proxies that are believed who asks; * for all.",
        ),
    ] = Settings.proxies,
    bot_processes: Annotated[
        int,
        typer.Option(
            envvar="RONDEL_BOT_PROCESSES",
            min=0,
            metavar="N",
            help="Processes that bots think in; 0 leaves them to other servers.",
        ),
    ] = Settings.bot_processes,
    bot_limit: Annotated[
        float,
        typer.Option(
            envvar="RONDEL_BOT_LIMIT",
            min=1,
            metavar="S",
            help="Seconds after which a simpler bot decides.",
        ),
    ] = Settings.bot_limit,
    bot_lease: Annotated[
        float,
        typer.Option(
            envvar="RONDEL_BOT_LEASE",
            min=3,
            metavar="S",
            help="Seconds after which another server takes over the bots of one that is gone.",
        ),
    ] = Settings.bot_lease,
    idle_days: Annotated[
        float,
        typer.Option(
            envvar="RONDEL_IDLE_DAYS",
            min=0,
            metavar="D",
            help="Days after which a table that has not started expires.",
        ),
    ] = Settings.idle_days,
    connections: Annotated[
        int,
        typer.Option(
            envvar="RONDEL_CONNECTIONS",
            min=1,
            metavar="N",
            help="Connections that one address may hold, but for proxies.",
        ),
    ] = Settings.connections,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            envvar="RONDEL_LIMIT",
            metavar="NAME=RATE",
            help="Another limit, like tables=60/hour; may be given several times.",
        ),
    ] = None,
    no_limits: Annotated[
        bool,
        typer.Option(
            "--no-limits",
            envvar="RONDEL_NO_LIMITS",
            help="Lets anybody do anything as often as they like.",
        ),
    ] = False,
    log_file: Annotated[
        Path | None,
        typer.Option(
            envvar="RONDEL_LOG_FILE",
            metavar="FILE",
            help="Where the log goes, if not to standard error.",
        ),
    ] = None,
    drain_seconds: Annotated[
        float,
        typer.Option(
            envvar="RONDEL_DRAIN_SECONDS",
            min=0,
            metavar="S",
            help="Seconds to serve on before stopping, so that a proxy can turn to another server.",
        ),
    ] = Settings.drain_seconds,
    traces: Annotated[
        bool,
        typer.Option(
            "--traces",
            envvar="RONDEL_TRACES",
            help="Sends traces by OpenTelemetry, as the variables OTEL_… say.",
        ),
    ] = Settings.traces,
    keep_guests: KeepGuests = Retention.guests,
    keep_expired: KeepExpired = Retention.expired,
    keep_studies: KeepStudies = Retention.studies,
    keep_guest_games: KeepGuestGames = Retention.guest_games,
    keep_audit: KeepAudit = Retention.audit,
    smtp: Annotated[
        str | None,
        typer.Option(
            envvar="RONDEL_SMTP",
            metavar="URL",
            help="Mail server for notices: smtp://USER:PASSWORD@HOST:PORT, or smtps://….",
        ),
    ] = None,
    mail_from: Annotated[
        str | None,
        typer.Option(
            envvar="RONDEL_MAIL_FROM",
            metavar="ADDRESS",
            help="The address that e-mail comes from; needed with --smtp.",
        ),
    ] = None,
    reach: Annotated[
        str,
        typer.Option(
            envvar="RONDEL_REACH",
            metavar="NETWORKS",
            help="Networks of your own that webhooks may reach, like 10.0.0.0/8; by default none.",
        ),
    ] = Settings.reach,
    browser: Annotated[
        bool,
        typer.Option(
            "--browser/--no-browser",
            envvar="RONDEL_BROWSER",
            help="Opens the page in the browser of this machine.",
        ),
    ] = False,
) -> None:
    """Run a server: tables for people and bots.

    Every option may also be given in the environment.
    """
    url = read_database(database)
    run_serve(
        Settings(
            database=url,
            host=host,
            port=port,
            secret=read_secret(secret, secret_file, url),
            origin=read_origin(origin),
            proxies=read_proxies(proxies),
            connections=connections,
            bot_processes=bot_processes,
            bot_limit=bot_limit,
            bot_lease=bot_lease,
            idle_days=idle_days,
            limits=None if no_limits else read_limits(limit or []),
            logs=log_file,
            drain_seconds=drain_seconds,
            traces=traces,
            retention=Retention(
                keep_guests, keep_expired, keep_studies, keep_guest_games, keep_audit
            ),
            smtp=read_smtp(smtp, mail_from),
            mail_from=mail_from,
            reach=read_reach(reach),
        ),
        browser,
    )


def run_serve(settings: Settings, browser: bool) -> None:
    """Serves until it is told to stop; the browser is opened when it can be used.

    Raises: CommandError.
    """

    running, site = server_module("running"), server_module("pages.site")

    def ready(address: str) -> None:
        print(f"Rondel is at {address}. Stop it with Ctrl-C.", flush=True)
        if not site.is_built():
            print(site.NOT_BUILT, flush=True)
        if browser:
            open_browser(address)

    try:
        running.serve(settings, ready)
    except CannotStart as error:
        raise CommandError(str(error)) from None
