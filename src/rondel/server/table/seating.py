"""Tables before and around the game: who sits where, when it starts, who leaves."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rondel.engine import Game, RecordError, RuleSetError, title_of
from rondel.server.errors import Refusal, bad, conflict, forbidden, refuse_options
from rondel.server.looks import look_of
from rondel.server.model.agreements import Clock
from rondel.server.model.loglines import SeatBody, StartedBody
from rondel.server.model.table import OPEN, RUNNING, STAND_IN, Draft, Json, Seat, Table, Visitor
from rondel.server.table import clocks, votes
from rondel.server.table.authority import check_running

BANKERS: Final = (
    "Fugger", "Medici", "Baring", "Hope", "Welser", "Bardi", "Peruzzi", "Mendelssohn", "Stieglitz",
    "Kronenberg", "Torlonia", "Urquijo",
)  # fmt: skip
"""Names of bots: houses that lent money to states."""

NAMING: Final = ("assignment", "start_player")
"""Options that name players: another game draws anew."""

MAX_NAME: Final = 40
ID_BYTES: Final = 8
INVITE_BYTES: Final = 12


@dataclass(frozen=True)
class Sitter:
    """Who somebody wants on a seat: a bot, himself under some name, or whoever comes."""

    bot: str | None = None
    me: bool = False
    name: str | None = None


@dataclass(frozen=True)
class Comer:
    """Somebody who wants to sit down."""

    id: str
    name: str
    has_account: bool = True
    apart: frozenset[str] = frozenset()
    """People who have blocked him, or whom he has blocked."""


@dataclass(frozen=True)
class Agreement:
    """What is agreed on before the start."""

    name: str
    game: str
    options: Json
    public: bool = True
    undo: bool = True
    clock: Clock | None = None
    rated: bool = False


# New tables ---------------------------------------------------------------------------------


def usual_name(host: str, game: str) -> str:
    """What a table is called that nobody gives a name."""
    return f"{host}: {title_of(game).name}"[:MAX_NAME]


def is_named(name: str, game: str) -> bool:
    """Whether a table has a name that tells it apart from others of the same host."""
    return not name.endswith(f": {title_of(game).name}")


def new_table(agreed: Agreement, host: str, host_name: str, now: float) -> Draft:
    """A table without seats.

    Raises: Refusal for options that cannot be.
    """
    check_options(agreed.game, agreed.options)
    table = Draft(
        id=secrets.token_hex(ID_BYTES),
        name=agreed.name,
        game=agreed.game,
        options=agreed.options,
        public=agreed.public,
        invite=secrets.token_urlsafe(INVITE_BYTES),
        host_id=host,
        status=OPEN,
        sandbox=False,
        undo=agreed.undo,
        clock=agreed.clock,
        rated=agreed.rated,
        created_at=now,
        changed_at=now,
    )
    table.note(now, "created", {"name": agreed.name, "host": host_name}, host)
    return table


def check_options(game: str, options: Json) -> None:
    """Raises: Refusal for options that no game could be played by, whoever sits down."""
    draws = {name: value for name, value in options.items() if name not in NAMING}
    try:
        Game.new(game, BANKERS[:2], draws, seed=0)
    except RuleSetError as error:
        refuse_options(error)


def seat_all(draft: Draft, sitters: Sequence[Sitter], user: str, user_name: str) -> None:
    """Puts everybody on a new table's seats.

    Raises: Refusal.
    """
    facts = title_of(draft.game).facts["game"]
    least, most = facts["min_players"], facts["max_players"]
    if not least <= len(sitters) <= most:
        raise bad("table/seats", f"This game is for {least} to {most} players.")
    if draft.rated and ([s for s in sitters if s.bot] or len([s for s in sitters if s.me]) > 1):
        raise not_rated()
    for number, sitter in enumerate(sitters):
        draft.seats.append(Seat(number, offered=True))
        if sitter.me:
            _sit_down(draft, draft.seats[-1], user, sitter.name or user_name, bool(sitter.name))
        elif sitter.bot:
            _seat_bot(draft, draft.seats[-1], sitter.bot, sitter.name)


def not_rated() -> Refusal:
    """The answer where a game would not be one that could be rated."""
    told = "A rated game is played by people alone, each with an account and with one seat."
    return conflict("table/rated", told)


def add_seat(draft: Draft, user: str | None, bot: str, name: str | None) -> Seat:
    """One more seat, for a person or for a bot, under a name that nobody else at the table has."""
    seat = Seat(len(draft.seats), offered=True)
    draft.seats.append(seat)
    if user is not None:
        _sit_down(draft, seat, user, name or "")
    else:
        _seat_bot(draft, seat, bot, _free_name(draft, name) if name else None)
    return seat


def _sit_down(draft: Draft, seat: Seat, user: str, name: str, exactly: bool = False) -> None:
    seat.name = _checked_name(draft, name) if exactly else _free_name(draft, name)
    seat.user_id, seat.bot, seat.offered = user, None, False
    draft.visitors.setdefault(user, Visitor())


def _seat_bot(draft: Draft, seat: Seat, bot: str, name: str | None) -> None:
    taken = _looks(draft)
    free = [banker for banker in BANKERS if look_of(banker) not in taken]
    seat.name = _checked_name(draft, name) if name else secrets.choice(free)
    seat.user_id, seat.bot, seat.offered = None, bot, False


def _checked_name(draft: Draft, name: str) -> str:
    if look_of(name) in _looks(draft):
        raise conflict("seat/name_taken", f"Somebody at this table is called {name!r} already.")
    return name


def _looks(draft: Draft) -> set[str]:
    """What the names at a table look like: nobody should be taken for another."""
    return {look_of(seat.name) for seat in draft.seats if seat.name is not None}


def _free_name(draft: Draft, name: str) -> str:
    """The name, with a number if somebody at the table has it, or one that looks like it."""
    taken, free, number = _looks(draft), name, 2
    while look_of(free) in taken:
        suffix = f" {number}"
        free, number = name[: MAX_NAME - len(suffix)] + suffix, number + 1
    return free


# Sitting down and getting up ----------------------------------------------------------------


def check_open(draft: Draft) -> None:
    """Raises: Refusal unless the table waits for its start."""
    if draft.status != OPEN:
        raise conflict("table/not_open", f"This table is {draft.status}; nobody sits down now.")


def check_host(table: Table, user: str) -> None:
    """Raises: Refusal unless somebody is the host."""
    if user != table.host_id:
        raise forbidden("table/not_host", "Only the host of this table may do that.")


def seat_at(draft: Draft, number: int) -> Seat:
    """The seat with a number.

    Raises: Refusal if there is none.
    """
    if not 0 <= number < len(draft.seats):
        raise bad("seat/number", f"This table has the seats 0 to {len(draft.seats) - 1}.")
    return draft.seats[number]


def take_seat(draft: Draft, number: int, comer: Comer, name: str | None, now: float) -> None:
    """Sits somebody down on an open seat, or on one whose player has left the game.

    Raises: Refusal.
    """
    seat = seat_at(draft, number)
    if draft.status not in (OPEN, RUNNING) or not seat.offered:
        raise conflict("seat/taken", "This seat is not free.")
    if draft.visitors.get(comer.id, Visitor()).kicked:
        raise forbidden("seat/kicked", "The host does not want you at this table.")
    if comer.apart & {draft.host_id, *[seat.user_id for seat in draft.seats]}:
        raise forbidden("seat/blocked", "You and somebody at this table keep apart.")
    if draft.status == OPEN:
        _check_agreed(draft, comer)
        _sit_down(draft, seat, comer.id, name or comer.name, bool(name))
    else:
        _take_over(draft, seat, comer.id, now)
    note_seat(draft, seat, comer.id, now)


def _check_agreed(draft: Draft, comer: Comer) -> None:
    """Raises: Refusal of who cannot be rated, where that is agreed on."""
    if draft.rated and (draft.is_player(comer.id) or not comer.has_account):
        raise not_rated()


def _take_over(draft: Draft, seat: Seat, user: str, now: float) -> None:
    """The player keeps the name he has in the game."""
    seat.user_id, seat.offered = user, False
    draft.visitors.setdefault(user, Visitor())
    clocks.take_over(draft, seat, now)


def note_seat(draft: Draft, seat: Seat, user: str | None, now: float) -> None:
    """Tells who has a seat now."""
    body: SeatBody = {
        "seat": seat.number,
        "name": seat.name,
        "user": seat.user_id,
        "bot": seat.bot,
        "offered": seat.offered,
    }
    draft.note(now, "seat", body, user)


def leave_seat(draft: Draft, number: int, user: str, now: float) -> None:
    """Gets up. In a running game a bot plays on, until somebody takes the seat.

    Raises: Refusal.
    """
    seat = seat_at(draft, number)
    if seat.user_id != user:
        raise forbidden("seat/not_yours", "This is not your seat.")
    vacate(draft, seat, user, now)


def vacate(draft: Draft, seat: Seat, by: str | None, now: float) -> None:
    """Frees a seat: before the start it is open, in a running game a bot plays on.

    Raises: Refusal.
    """
    holder = seat.user_id
    if draft.status == OPEN:
        draft.seats[seat.number] = seat = Seat(seat.number, offered=True)
        pass_hosting_on(draft, holder)
    else:
        check_running(draft)
        _resign(draft, seat, now)
    note_seat(draft, seat, by, now)
    votes.recount(draft, now)


def pass_hosting_on(draft: Draft, user: str | None) -> None:
    """A host who has got up leaves the table to whoever sits first: somebody has to start."""
    people = [seat.user_id for seat in draft.seats if seat.user_id]
    if user == draft.host_id and people and user not in people:
        draft.host_id = people[0]


def _resign(draft: Draft, seat: Seat, now: float) -> None:
    if seat.number == draft.decider:
        clocks.stop_clock(draft, draft.paused_at or now)
        draft.deadline = None
    seat.user_id, seat.away, seat.offered = None, False, True
    seat.bot = seat.bot or STAND_IN


def give_seat(draft: Draft, number: int, user: str, sitter: Sitter, now: float) -> None:
    """The host gives a seat to a bot, or opens it and sends away who sits there.

    Raises: Refusal.
    """
    check_host(draft, user)
    if draft.sandbox:
        _lend_seat(draft, seat_at(draft, number), user, sitter, now)
        return
    check_open(draft)
    holder = seat_at(draft, number).user_id
    cleared = [number]
    if holder not in (None, user):
        draft.visitors[holder] = replace(draft.visitors.get(holder, Visitor()), kicked=True)
        cleared = [seat.number for seat in draft.seats_of(holder)]
    for free in cleared:
        draft.seats[free] = Seat(free, offered=True)
    if sitter.bot:
        if draft.rated:
            raise not_rated()
        _seat_bot(draft, draft.seats[number], sitter.bot, sitter.name)
    for changed in cleared:
        note_seat(draft, draft.seats[changed], user, now)


def _lend_seat(draft: Draft, seat: Seat, user: str, sitter: Sitter, now: float) -> None:
    """In a study a bot plays for one of its players, until its owner has the seat back.

    Raises: Refusal.
    """
    check_running(draft)
    seat.user_id, seat.bot = (None, sitter.bot) if sitter.bot else (user, None)
    note_seat(draft, seat, user, now)


def change_agreement(draft: Draft, user: str, agreed: Agreement, now: float) -> None:
    """The host changes what the table is about, before the start.

    Raises: Refusal.
    """
    check_host(draft, user)
    check_open(draft)
    check_options(agreed.game, agreed.options)
    if agreed.rated != draft.rated:
        _check_rating(draft, user)
    draft.name, draft.game, draft.options = agreed.name, agreed.game, agreed.options
    draft.public, draft.undo, draft.clock = agreed.public, agreed.undo, agreed.clock
    draft.rated = agreed.rated
    draft.note(now, "changed", {"name": draft.name}, user)


def _check_rating(draft: Draft, user: str) -> None:
    """Whether a table may still become a rated one, or cease to be one.

    Who has sat down has agreed to what it was.

    Raises: Refusal.
    """
    if [seat for seat in draft.seats if seat.user_id not in (None, user)]:
        told = "Others have sat down already, and have agreed to the table as it is."
        raise conflict("table/rated_agreed", told)
    if [seat for seat in draft.seats if seat.bot] or len(draft.seats_of(user)) > 1:
        raise not_rated()


# The start ----------------------------------------------------------------------------------


def start(draft: Draft, user: str, fill: str | None, now: float) -> None:
    """Starts the game; bots called `fill` sit down on seats that are still open.

    Raises: Refusal.
    """
    check_host(draft, user)
    check_open(draft)
    for seat in draft.seats:
        if seat.name is None and fill and not draft.rated:
            _seat_bot(draft, seat, fill, None)
            note_seat(draft, seat, user, now)
    if any(seat.name is None for seat in draft.seats):
        raise conflict("table/open_seats", "Some seats are still open. Fill them, or add bots.")
    draft.play = _new_game(draft)
    begin_play(draft, draft.play, user, now)


def _new_game(draft: Draft) -> Game:
    names = [seat.name or "" for seat in draft.seats]
    try:
        return Game.new(draft.game, names, draft.options, seed=secrets.token_hex(16))
    except (RuleSetError, RecordError) as error:
        refuse_options(error)


def begin_play(draft: Draft, game: Game, user: str, now: float) -> None:
    """The table runs from here on: seats in the order of the game, clocks, first decision."""
    order = game.players
    draft.seats.sort(key=lambda seat: order.index(seat.name or ""))
    for number, seat in enumerate(draft.seats):
        seat.number = number
    draft.heading = game.heading()
    draft.status, draft.started_at = RUNNING, now
    clocks.set_up(draft)
    clocks.put_decision(draft, now)
    told: StartedBody = {
        "players": order,
        "events": [event.to_json() for event in game.opening],
        "people": [seat.user_id for seat in draft.seats],
        "bots": [None if seat.user_id else seat.bot for seat in draft.seats],
        "rated": draft.rated,
    }
    draft.note(now, "started", told, user)


def rematch(draft: Draft, user: str, now: float) -> None:
    """Makes a new table with the same seats and options, unless somebody has done so already.

    Raises: Refusal.
    """
    if draft.status in (OPEN, RUNNING):
        raise conflict("table/not_over", "There is a rematch when the game is over.")
    if not draft.is_player(user):
        raise forbidden("seat/none", "Only the players of this game ask for a rematch.")
    if draft.rematch_id is None:
        draft.sibling = _same_table(draft, user, now)
        draft.rematch_id = draft.sibling.id
        draft.note(now, "rematch", {"table": draft.rematch_id}, user)


def _same_table(table: Table, user: str, now: float) -> Draft:
    options = {name: v for name, v in table.options.items() if name not in NAMING}
    agreed = Agreement(
        table.name, table.game, options, table.public, table.undo, table.clock, table.rated
    )
    again = new_table(agreed, user, table.seats_of(user)[0].name or "", now)
    again.seats = [_same_seat(seat, table.rated and seat.user_id != user) for seat in table.seats]
    again.visitors = dict(table.visitors)
    return again


def _same_seat(old: Seat, anew: bool) -> Seat:
    """The seat for another game; who has left it is not expected again.

    Where it is to be agreed on anew, whoever comes may have it.
    """
    if old.offered or anew:
        return Seat(old.number, offered=True)
    return Seat(old.number, old.name, old.user_id, old.bot)
