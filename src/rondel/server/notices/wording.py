"""What a notice says, in the language of its reader.

It names the table, the nation and what is asked, as anybody may know it: no cash, nothing hidden,
no invite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rondel.narration import narrator_of
from rondel.records import Narrator
from rondel.server.model.table import Table
from rondel.server.notices.timing import Wishes, zone_of


@dataclass(frozen=True)
class Told:
    """What a reader is told."""

    title: str
    body: str
    path: str
    """Where the page shows it, from the beginning of the site."""
    tables: Sequence[str] = ()
    """The tables that it is about, by id."""


def told_of(table: Table, kind: str, wishes: Wishes, in_room: bool) -> Told:
    """What somebody is told of his decision at a table; in a room, what all are told."""
    narrator = _narrator(table, wishes.language)
    if in_room:
        player = (table.deciding.name if table.deciding else None) or ""
        title = narrator.say("notice_other", table=table.name, player=player)
    else:
        title = narrator.say(f"notice_{kind}", table=table.name)
    body = [question(table, narrator)]
    if table.deadline is not None:
        body.append(narrator.say("notice_until", time=_time(table.deadline, wishes.zone)))
    return Told(title, " ".join(part for part in body if part), f"/t/{table.id}", [table.id])


def question(table: Table, narrator: Narrator) -> str:
    """What is asked, without any money: who reads it may not be who decides."""
    game = table.running
    if game.decision is None:
        return ""
    return narrator.prompt(game.decision, active=game.state.nation_id(game.state.nation))


def told_together(parts: Sequence[Told], wishes: Wishes) -> Told:
    """Several decisions in one message."""
    title = _any(wishes.language).say("notice_several", n=len(parts))
    lines = [f"{part.title}. {part.body}" for part in parts]
    tables = [id for part in parts for id in part.tables]
    return Told(title, "\n".join(lines), "/", tables)


def told_over(name: str, table: str, language: str) -> Told:
    """That a decision was made."""
    return Told(_any(language).say("notice_decided", table=name), "", f"/t/{table}", [table])


def trial(language: str) -> Told:
    """How it looks."""
    return Told("Rondel", _any(language).say("notice_trial"), "/")


def code_told(code: str, language: str) -> Told:
    """The code by which somebody shows that an address is his."""
    narrator = _any(language)
    return Told(
        narrator.say("notice_code_title", code=code), narrator.say("notice_code", code=code), "/"
    )


def footer(address: str, language: str) -> str:
    """Where notices are set up."""
    return _any(language).say("notice_settings", address=address)


def _narrator(table: Table, language: str) -> Narrator:
    return narrator_of(table.game, language, table.running.rules.version)


def _any(language: str) -> Narrator:
    """For what is said of no game."""
    return narrator_of("imperial", language)


def _time(at: float, zone: str) -> str:
    return f"{datetime.fromtimestamp(at, zone_of(zone)):%Y-%m-%d %H:%M} ({zone})"
