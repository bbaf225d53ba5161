"""The commands by which a host looks after people and tables."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import typer

from rondel.cli.errors import CommandError
from rondel.cli.hosting import Database, read_database, read_origin, server_module
from rondel.server.settings import Retention
from rondel.server.storage.errors import StoreError

app = typer.Typer(
    name="admin",
    help="Look after the people and tables of a server.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

DAY: Final = 86400.0

Who = Annotated[str, typer.Argument(metavar="WHO", help="A login, or the id of a person.")]
Table = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept in the log.")]
Days = Annotated[
    float | None,
    typer.Option("--days", min=0.001, metavar="D", help="For so many days; without it for good."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Search = Annotated[
    str, typer.Option("--search", metavar="TEXT", help="A part of a name, or an id.")
]
After = Annotated[
    str | None, typer.Option("--after", metavar="PLACE", help="Go on where the last page ended.")
]


def ask(database: str | None, act: str, **values: Any) -> Any:
    """Has something done on the store, whether or not a server runs.

    Raises: CommandError.
    """
    running = server_module("running")
    orders = server_module("admin.orders")
    url = read_database(database)
    try:
        return orders.give(url, act, values)
    except orders.NotCarriedOut as error:
        raise CommandError(str(error).rstrip("."), status=1) from None
    except StoreError as error:
        raise CommandError(str(error)) from None
    except running.Unreachable as error:
        raise CommandError(f"cannot open the database: {running.reason_of(error)}") from None


def until_of(days: float | None) -> float | None:
    """When so many days from now are over."""
    return None if days is None else time.time() + days * DAY


def day(moment: float | None) -> str:
    """A moment for people."""
    return "–" if moment is None else f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M}"


def show(told: Any, as_json: bool, lines: list[str], more: str | None = None) -> None:
    """Prints what was told, for programs or for people."""
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    for line in lines:
        print(line)
    if more:
        print(f"There is more: --after {more}")


# Roles --------------------------------------------------------------------------------------


@app.command()
def grant(who: Who, database: Database = None) -> None:
    """Let an account look after the server."""
    ask(database, "grant", who=who)
    print(f"{who} looks after the server now.")


@app.command()
def revoke(who: Who, database: Database = None) -> None:
    """Take that role away."""
    ask(database, "revoke", who=who)
    print(f"{who} does not look after the server any more.")


@app.command(name="list")
def list_admins(as_json: AsJson = False, database: Database = None) -> None:
    """List those who look after the server."""
    told = ask(database, "people", search="", state="admins", after=None)
    show(told["people"], as_json, [person_line(one) for one in told["people"]])


# People -------------------------------------------------------------------------------------


def person_line(person: dict[str, Any]) -> str:
    """Somebody in one line."""
    marks = [mark for mark in ("admin", "guest", "muted", "banned") if person[mark]]
    marks += ["deleted"] if person["deleted_at"] else []
    told = [person["id"], person["login"] or "–", person["name"], f"seen {day(person['seen_at'])}"]
    return "  ".join([*told, f"{person['tables']} tables", " ".join(marks)]).rstrip()


@app.command()
def people(
    search: Search = "",
    state: Annotated[
        str,
        typer.Option(metavar="S", help="all, guests, accounts, admins, muted, banned or deleted."),
    ] = "all",
    after: After = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List people, newest first."""
    check(state, "--state", "all", "guests", "accounts", "admins", "muted", "banned", "deleted")
    told = ask(database, "people", search=search, state=state, after=after)
    show(told, as_json, [person_line(one) for one in told["people"]], told["more"])


def check(given: str, option: str, *known: str) -> None:
    """Raises: CommandError for a value that an option does not have."""
    if given not in known:
        raise CommandError(f"{option} {given}: it is one of {', '.join(known)}")


@app.command()
def person(who: Who, database: Database = None) -> None:
    """Tell everything that a host needs to know about a person, as JSON."""
    show(ask(database, "person", who=who), True, [])


@app.command()
def mute(who: Who, reason: Reason, days: Days = None, database: Database = None) -> None:
    """Let a person talk at no table."""
    ask(database, "mute", who=who, reason=reason, until=until_of(days))
    print(f"{who} is muted.")


@app.command()
def unmute(who: Who, database: Database = None) -> None:
    """Let a person talk again."""
    ask(database, "lift", who=who, kind="mute")
    print(f"{who} may talk again.")


@app.command()
def ban(who: Who, reason: Reason, days: Days = None, database: Database = None) -> None:
    """Show a person out: sessions and tokens end at once, bots stand in."""
    ask(database, "ban", who=who, reason=reason, until=until_of(days))
    print(f"{who} is banned.")


@app.command()
def unban(who: Who, database: Database = None) -> None:
    """Let a person in again."""
    ask(database, "lift", who=who, kind="ban")
    print(f"{who} may come in again.")


@app.command()
def reset(
    who: Who,
    origin: Annotated[
        str | None,
        typer.Option(envvar="RONDEL_ORIGIN", metavar="URL", help="The address people use."),
    ] = None,
    database: Database = None,
) -> None:
    """Make a link by which an account gets a new password, once, within a day."""
    secret, kept = server_module("admin.powers").new_secret()
    until = ask(database, "reset", who=who, secret_hash=kept)
    print(f"{read_origin(origin) or 'http://127.0.0.1:8000'}/reset#{secret}")
    print(f"Good once, until {day(until)} UTC. Give it to {who} and to nobody else.")


@app.command()
def erase(
    who: Who,
    reason: Reason,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")] = False,
    database: Database = None,
) -> None:
    """Forget a person who has asked for it; this cannot be undone."""
    if not yes and not typer.confirm(f"Forget {who} for good?"):
        raise CommandError("nothing was done", status=1)
    ask(database, "erase", who=who, reason=reason)
    print(f"{who} is forgotten.")


# Tables -------------------------------------------------------------------------------------


def table_line(table: dict[str, Any]) -> str:
    """A table in one line."""
    sitting = ", ".join(seat["name"] or "open" for seat in table["seats"])
    changed = f"changed {day(table['changed_at'])}"
    told = [table["id"], table["status"], table["name"], f"host {table['host']['name']}", sitting]
    return "  ".join([*told, changed, table["trouble"] or ""]).rstrip()


@app.command()
def tables(
    search: Search = "",
    status: Annotated[
        str,
        typer.Option(metavar="S", help="all, open, running, finished, ended, expired or studies."),
    ] = "all",
    after: After = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List tables, newest first."""
    check(status, "--status", "all", "open", "running", "finished", "ended", "expired", "studies")
    told = ask(database, "tables", search=search, which=status, after=after)
    show(told, as_json, [table_line(one) for one in told["tables"]], told["more"])


@app.command()
def close(table: Table, reason: Reason, database: Database = None) -> None:
    """End a table without result; its log tells why."""
    ask(database, "close", table=table, reason=reason)
    print(f"{table} is closed.")


@app.command()
def hand(table: Table, who: Who, reason: Reason, database: Database = None) -> None:
    """Make somebody else the host of a table."""
    ask(database, "hand_over", table=table, who=who, reason=reason)
    print(f"{who} is the host of {table} now.")


@app.command()
def free(
    table: Table,
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=0, max=5, help="Its number, from 0.")],
    reason: Reason,
    database: Database = None,
) -> None:
    """Set a seat free: in a game a bot plays on until somebody takes it."""
    ask(database, "free_seat", table=table, seat=seat, reason=reason)
    print(f"Seat {seat} of {table} is free.")


# Reports and what was done ------------------------------------------------------------------


def report_line(report: dict[str, Any]) -> str:
    """A report in one line."""
    about = report["user_name"] or report["table_name"] or "–"
    told = [str(report["id"]), day(report["at"]), f"{report['by_name']} about {about}"]
    return "  ".join([*told, report["reason"], report["note"] or ""]).rstrip()


@app.command()
def reports(
    settled: Annotated[bool, typer.Option("--settled", help="Those that are settled.")] = False,
    after: After = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List what people have reported, newest first."""
    told = ask(database, "reports", settled=settled, after=after)
    show(told, as_json, [report_line(one) for one in told["reports"]], told["more"])


@app.command()
def settle(
    report: Annotated[int, typer.Argument(metavar="N", min=1, help="The number of a report.")],
    note: Annotated[
        str, typer.Option("--note", metavar="TEXT", help="What came of it; told to who made it.")
    ],
    database: Database = None,
) -> None:
    """Close a report."""
    ask(database, "settle", number=report, text=note)
    print(f"Report {report} is settled.")


def audit_line(line: dict[str, Any]) -> str:
    """Something that was done, in one line."""
    by = line["by_name"] or line["by"] or "command line"
    about = [line["user_name"] or line["user_id"], line["table_name"] or line["table_id"]]
    told = [day(line["at"]), by, line["act"], *filter(None, about), line["reason"]]
    details = json.dumps(line["details"], ensure_ascii=False) if line["details"] else ""
    return "  ".join([*told, details]).rstrip()


@app.command()
def audit(
    about: Annotated[
        str | None, typer.Option("--about", metavar="ID", help="A person or a table, by id.")
    ] = None,
    after: After = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Tell what was done by those who look after the server, newest first."""
    told = ask(database, "audit", about=about, after=after)
    show(told, as_json, [audit_line(one) for one in told["lines"]], told["more"])


# Reviews ------------------------------------------------------------------------------------


@app.command()
def review(as_json: AsJson = False, database: Database = None) -> None:
    """Have reviews made anew that an older judge has made.

    A server makes them in the background; those that failed are tried again.
    """
    asked = ask(database, "review")
    show({"asked": asked}, as_json, [f"{asked} reviews wait to be made anew."])


@app.command()
def ratings(as_json: AsJson = False, database: Database = None) -> None:
    """Count all ratings anew, from the logs of all finished games.

    What comes out is what was kept, unless something was wrong with that.
    """
    games = ask(database, "ratings")
    show({"games": games}, as_json, [f"The ratings were counted anew from {games} games."])


# Clearing away ------------------------------------------------------------------------------


def _kept(env: str, help: str) -> Any:
    return typer.Option(envvar=f"RONDEL_KEEP_{env}", min=0, metavar="D", help=help)


KeepGuests = Annotated[float, _kept("GUESTS", "Days until guests without a game are forgotten.")]
KeepExpired = Annotated[float, _kept("EXPIRED", "Days until expired tables are cleared away.")]
KeepStudies = Annotated[float, _kept("STUDIES", "Days until untouched studies are cleared away.")]
KeepGuestGames = Annotated[
    float, _kept("GUEST_GAMES", "Days until games of guests alone are cleared away.")
]
KeepAudit = Annotated[
    float, _kept("AUDIT", "Days until the audit log and settled reports are cleared away.")
]


@app.command()
def clear(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count what would be cleared away.")
    ] = False,
    keep_guests: KeepGuests = Retention.guests,
    keep_expired: KeepExpired = Retention.expired,
    keep_studies: KeepStudies = Retention.studies,
    keep_guest_games: KeepGuestGames = Retention.guest_games,
    keep_audit: KeepAudit = Retention.audit,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Clear away what nobody needs, as the server does by itself; 0 keeps it for ever."""
    rules = Retention(keep_guests, keep_expired, keep_studies, keep_guest_games, keep_audit)
    told = ask(database, "clear", rules=asdict(rules), dry_run=dry_run)
    show(told, as_json, [f"{kind}: {number}" for kind, number in told.items()])
