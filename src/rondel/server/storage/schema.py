"""The tables of the store. A change here needs a migration beside it."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

JSON: Final = sa.JSON(none_as_null=True)
"""A JSON value as it was written: JSONB would lose the order of keys, which records keep."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# People -------------------------------------------------------------------------------------

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    # Both are set when a guest turns into an account.
    sa.Column("login", sa.Text, unique=True),
    sa.Column("password", sa.Text),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
    # What the login looks like; NULL for an older one that looks like that of somebody else.
    sa.Column("login_look", sa.Text, unique=True),
    # `admin` for who looks after the server.
    sa.Column("role", sa.Text),
    # When somebody wished to be forgotten, and when nothing was left of the name.
    sa.Column("deleted_at", sa.Double),
    sa.Column("erased_at", sa.Double),
    # Who may see the profile: all, friends or nobody. Without a choice an account's is for all, a
    # guest's for nobody.
    sa.Column("profile", sa.Text),
)

# What somebody thinks of another: a friend once both say so, or blocked.
ties = sa.Table(
    "ties",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("other_id", sa.ForeignKey("users.id"), primary_key=True, index=True),
    # friend or block.
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

sessions = sa.Table(
    "sessions",
    metadata,
    # What the cookie carries is not kept, only its hash.
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("used_at", sa.Double),
)

# Where accounts have been signed in from: a keyed hash of the address.
places = sa.Table(
    "places",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("place", sa.Text, primary_key=True),
    sa.Column("seen_at", sa.Double, nullable=False),
)

# How full the buckets of limits are, for all processes: a keyed hash of whose, and until when.
limits = sa.Table(
    "limits",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("empty_at", sa.Double, nullable=False, index=True),
)

sanctions = sa.Table(
    "sanctions",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    # mute or ban.
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    # Without it for good.
    sa.Column("until", sa.Double),
)

resets = sa.Table(
    "resets",
    metadata,
    # What the link carries is not kept, only its hash; one link at a time.
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
    sa.Column("until", sa.Double, nullable=False),
)

# Looking after people and tables ------------------------------------------------------------

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    # Who, by id; nobody for the command line and the server itself.
    sa.Column("by", sa.Text),
    sa.Column("act", sa.Text, nullable=False),
    # Whom and what it was about.
    sa.Column("user_id", sa.Text),
    sa.Column("table_id", sa.Text),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("details", JSON, nullable=False),
    sa.Index(None, "at"),
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("by", sa.ForeignKey("users.id"), nullable=False, index=True),
    # The person, the table and the line of its log that it is about, as far as it names them.
    sa.Column("user_id", sa.Text),
    sa.Column("table_id", sa.Text),
    sa.Column("seq", sa.Integer),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("settled_at", sa.Double),
    sa.Column("settled_by", sa.Text),
    sa.Column("note", sa.Text),
    sa.Index(None, "settled_at", "at"),
)

orders = sa.Table(
    "orders",
    metadata,
    # What the command line asks of a server that holds the store alone.
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("what", JSON, nullable=False),
    sa.Column("answer", JSON),
)

# Tables and their games ---------------------------------------------------------------------

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    # As asked for: draws included, defaults left out.
    sa.Column("options", JSON, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("invite", sa.Text, nullable=False),
    sa.Column("host_id", sa.ForeignKey("users.id"), nullable=False),
    # open, running, finished, ended (without result) or expired.
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("sandbox", sa.Boolean, nullable=False),
    sa.Column("undo", sa.Boolean, nullable=False),
    sa.Column("clock", JSON),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("changed_at", sa.Double, nullable=False),
    sa.Column("started_at", sa.Double),
    sa.Column("ended_at", sa.Double),
    # The heading of the record without its entries, from the start of the game on.
    sa.Column("heading", JSON),
    # Number of the last row of the log.
    sa.Column("seq", sa.Integer, nullable=False),
    # Grows with every action and every undo: an action names the position it was made on.
    sa.Column("position", sa.Integer, nullable=False),
    # Entries in the record.
    sa.Column("length", sa.Integer, nullable=False),
    # The pending decision: number of the seat, kind, since when, until when.
    sa.Column("decider", sa.Integer),
    sa.Column("decision", sa.Text),
    sa.Column("since", sa.Double),
    sa.Column("deadline", sa.Double),
    sa.Column("paused_at", sa.Double),
    sa.Column("vote", JSON),
    sa.Column("result", JSON),
    sa.Column("rematch_id", sa.Text),
    # The game this one was cloned from, and after which entry.
    sa.Column("parent_id", sa.Text),
    sa.Column("parent_entry", sa.Integer),
    # Which process lets a bot think about the pending decision, and for how long at most.
    sa.Column("lease_by", sa.Text),
    sa.Column("lease_until", sa.Double),
    # What lists tell of the game: the nation that is decided for, and the round.
    sa.Column("nation", sa.Text),
    sa.Column("round", sa.Integer),
    # So many entries at the beginning stand in stretches, and not among its own.
    sa.Column("shared", sa.Integer, nullable=False, server_default="0"),
    # Whether its result counts for the ratings of who sits down.
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    # The position at which the pending decision was put: a gift leads on, and leaves it pending.
    sa.Column("asked", sa.Integer),
    sa.Index(None, "status", "public", "changed_at"),
    sa.Index(None, "status", "public", "round", "changed_at"),
    sa.Index(None, "deadline"),
    sa.Index(None, "host_id"),
    sa.Index(None, "parent_id"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    # The player's id in the game.
    sa.Column("name", sa.Text),
    sa.Column("user_id", sa.ForeignKey("users.id"), index=True),
    # Who decides where no person does: always, until somebody takes the seat, or while away.
    sa.Column("bot", sa.Text),
    # Whether somebody may take it: an open seat, or one whose owner left.
    sa.Column("offered", sa.Boolean, nullable=False),
    sa.Column("away", sa.Boolean, nullable=False),
    # Seconds on the clock of this seat.
    sa.Column("time_left", sa.Double),
    # Until when the clock stands still because its owner is on vacation, and the seconds of
    # vacation that are left.
    sa.Column("vacation_until", sa.Double),
    sa.Column("vacation_left", sa.Double),
)

visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True, index=True),
    sa.Column("muted", sa.Boolean, nullable=False),
    # Sent away before the start: may not sit down again.
    sa.Column("kicked", sa.Boolean, nullable=False),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    # Who may read it: all, players or spectators.
    sa.Column("audience", sa.Text, nullable=False),
    sa.Column("user_id", sa.Text),
    sa.Column("body", JSON, nullable=False),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    # The entry of the record.
    sa.Column("body", JSON, nullable=False),
    # Who decided for which seat: a person, or a bot by its name.
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("user_id", sa.Text),
    sa.Column("bot", sa.Text),
    # Seconds that were left on the clock.
    sa.Column("left", sa.Double),
    # Whether it showed who decided something that was hidden.
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    # The snapshot was taken after so many entries.
    sa.Column("entries", sa.Integer, primary_key=True),
    sa.Column("snapshot", JSON, nullable=False),
)

# Entries that several games may begin with; never changed. They are passed on unread, as text.
stretches = sa.Table(
    "stretches",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    # The entries from number `after` + 1 to number `last`, as a JSON list.
    sa.Column("after", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("bodies", sa.Text, nullable=False),
    # The complete position before them, as JSON; NULL at the start of the game.
    sa.Column("snapshot", sa.Text),
    # The table they were copied from, and position - length there: that grows with every undo.
    sa.Column("source_id", sa.Text),
    sa.Column("undone", sa.Integer),
    sa.Index(None, "source_id", "undone", "after"),
)

# Which stretches, or how much of them, the game of a table begins with.
pages = sa.Table(
    "pages",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("after", sa.Integer, primary_key=True),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("stretch_id", sa.ForeignKey("stretches.id"), nullable=False, index=True),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("changed_at", sa.Double, nullable=False),
)

# Tables that somebody does not want to see in lists any more.
hidden = sa.Table(
    "hidden",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True, index=True),
    sa.Column("at", sa.Double, nullable=False),
)

# What the server is to decide for somebody when it comes to it.
plans = sa.Table(
    "plans",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    # What it says, and how things stood when it was made.
    sa.Column("body", JSON, nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
    # waiting, done or lapsed; when and why it ended.
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Double),
    sa.Column("reason", sa.Text),
    # The last entry of the record that it has decided.
    sa.Column("entry", sa.Integer),
    sa.Index(None, "table_id", "seat", "state"),
    sa.Index(None, "state"),
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    # The process that holds the connection, and until when it is believed.
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("until", sa.Double, nullable=False),
)

troubles = sa.Table(
    "troubles",
    metadata,
    # A table that is deleted takes its trouble with it.
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    # What a host is told, as a sentence.
    sa.Column("reason", sa.Text, nullable=False),
    # Whether nobody can open it; else only the server leaves it alone.
    sa.Column("closed", sa.Boolean, nullable=False),
)

# What the strongest bot has made of games that are over.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # waiting, running, done or failed.
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("asked_at", sa.Double, nullable=False),
    # Entries that were looked at, and how many there are.
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("of", sa.Integer, nullable=False),
    # Which process makes it, and until when it is believed.
    sa.Column("lease_by", sa.Text),
    sa.Column("lease_until", sa.Double),
    # Who judged what is kept, and the review itself; it stays until a new one is there.
    sa.Column("judge", sa.Text),
    sa.Column("version", sa.Integer),
    sa.Column("seconds", sa.Double),
    sa.Column("body", sa.Text),
    sa.Index(None, "state", "asked_at"),
)

# What finished games show of their openings: without names, and counted only together.
openings = sa.Table(
    "openings",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # The position of the table that was read, and when; another is read anew.
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    # How the game was set up, the number of players, and the openings as JSON: NULL if the game
    # does not count, because it began from a position or by rules of its own.
    sa.Column("setup", sa.Text),
    sa.Column("players", sa.Integer),
    sa.Column("body", sa.Text),
)

# How games ended, and how strong people and bots are -----------------------------------------

# One row for each game that is over: what its log says of who played and how it ended.
annals = sa.Table(
    "annals",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # When the game ended: ratings go through games in this order.
    sa.Column("at", sa.Double, nullable=False),
    # The pools in which it counts for people, and for bots.
    sa.Column("people_pool", sa.Text),
    sa.Column("bots_pool", sa.Text),
    # NULL if the log does not tell enough.
    sa.Column("body", JSON),
    sa.Index(None, "people_pool", "at"),
    sa.Index(None, "bots_pool", "at"),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("pool", sa.Text, primary_key=True),
    # A person by id, or a bot by its name.
    sa.Column("subject", sa.Text, primary_key=True, index=True),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    # When the last of these games ended.
    sa.Column("at", sa.Double, nullable=False),
)

# What each game has changed.
rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pool", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    # The mean before, mean and deviation afterwards.
    sa.Column("before", sa.Double, nullable=False),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    # Whether it counts because the person has left the game.
    sa.Column("left", sa.Boolean, nullable=False),
    sa.Index(None, "subject", "pool", "at"),
)

# How far the games of a pool have been counted; a stale one is counted anew.
pools = sa.Table(
    "pools",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("stale", sa.Boolean, nullable=False),
)

# There is one row: whoever changes ratings raises its version, so that one at a time does.
rankings = sa.Table(
    "rankings",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False),
)

# Tournaments ----------------------------------------------------------------------------------

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("host_id", sa.ForeignKey("users.id"), nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", JSON, nullable=False),
    # At one table.
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    # Whether the best play one more round.
    sa.Column("final", sa.Boolean, nullable=False),
    # places or points.
    sa.Column("scoring", sa.Text, nullable=False),
    sa.Column("clock", JSON),
    # How long a round may take.
    sa.Column("round_seconds", sa.Double),
    # Who takes seats that nobody has.
    sa.Column("bot", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("starts_at", sa.Double),
    # entry, running, finished or ended.
    sa.Column("status", sa.Text, nullable=False),
    # The one that is played, 0 before the first.
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("deadline", sa.Double),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("changed_at", sa.Double, nullable=False),
    sa.Column("ended_at", sa.Double),
    # Which process leads it on, and until when it is believed.
    sa.Column("lease_by", sa.Text),
    sa.Column("lease_until", sa.Double),
    sa.Index(None, "status", "changed_at"),
    sa.Index(None, "host_id"),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # A person, or a bot.
    sa.Column("user_id", sa.ForeignKey("users.id"), index=True),
    sa.Column("bot", sa.Text),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("entered_at", sa.Double, nullable=False),
    sa.Column("left_at", sa.Double),
)

# Who plays at which table; the id of a table is chosen before it is opened.
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.Text, nullable=False, index=True),
    # In seat order: the number of the entrant, null for a bot that fills up, and the card.
    sa.Column("seats", JSON, nullable=False),
    # In seat order: place and share of all points; null while it is played.
    sa.Column("result", JSON),
)

# Reaching people who have closed the page ----------------------------------------------------

# How somebody wants to be told of decisions; who has no row wants it in the usual way.
wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("language", sa.Text, nullable=False),
    # The name of a time zone, as in Europe/Rome.
    sa.Column("zone", sa.Text, nullable=False),
    # Minutes of the day between which nothing is told; both or neither.
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_until", sa.Integer),
    # NULL to be told at once, else hourly or daily; daily at a minute of the day.
    sa.Column("digest", sa.Text),
    sa.Column("digest_at", sa.Integer, nullable=False),
    # Whether also while the page of the table is open.
    sa.Column("always", sa.Boolean, nullable=False),
    # So many minutes before the time is up one is told again; 0 for never.
    sa.Column("soon", sa.Integer, nullable=False),
    sa.Column("vacation_until", sa.Double),
)

# Tables that somebody is told of otherwise than usual: on or off.
table_wishes = sa.Table(
    "table_wishes",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True, index=True),
    sa.Column("mode", sa.Text, nullable=False),
)

# Where notices go: a browser, a webhook or an e-mail address.
channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    # Whose it is; of a table's webhook, who has set it.
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False, index=True),
    # The one table that a webhook tells of, whoever decides there; NULL for one's own decisions.
    sa.Column("table_id", sa.ForeignKey("tables.id"), index=True),
    # push, webhook or email.
    sa.Column("kind", sa.Text, nullable=False),
    # Of a webhook: discord, slack or json.
    sa.Column("form", sa.Text),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    # What a browser gave to seal messages with.
    sa.Column("keys", JSON),
    # Where the page was when it was added, so that a message can lead there.
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    # Nothing is sent to an e-mail address before its owner has told the code, of which the hash is
    # kept; so many guesses were wrong.
    sa.Column("confirmed_at", sa.Double),
    sa.Column("code", sa.Text),
    sa.Column("guesses", sa.Integer, nullable=False),
    # When something last arrived; when and why something was given up last; whether nothing is
    # tried any more.
    sa.Column("reached_at", sa.Double),
    sa.Column("failed_at", sa.Double),
    sa.Column("failure", sa.Text),
    sa.Column("stopped", sa.Boolean, nullable=False),
)

# The queue: one row for each decision and channel, and for each decision whose time is nearly up.
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("channel_id", sa.ForeignKey("channels.id", ondelete="CASCADE"), nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False, index=True),
    # Who must decide.
    sa.Column("user_id", sa.Text, nullable=False),
    # The decision, by the position at which it was put.
    sa.Column("asked", sa.Integer, nullable=False),
    # decision or soon.
    sa.Column("kind", sa.Text, nullable=False),
    # waiting, sent, withdrawn (before it was sent), failed, recalling (sent and overtaken), over.
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
    # When it is to be looked at next.
    sa.Column("due_at", sa.Double, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    # What those that are sent together share; a receiver takes what comes twice for one.
    sa.Column("tag", sa.Text, nullable=False),
    # What the receiver calls it, where it says so.
    sa.Column("receipt", sa.Text),
    sa.Column("failure", sa.Text),
    sa.Column("done_at", sa.Double),
    # Which process sends it, and until when it is believed.
    sa.Column("lease_by", sa.Text),
    sa.Column("lease_until", sa.Double),
    sa.UniqueConstraint("channel_id", "table_id", "asked", "kind", "user_id"),
    sa.Index(None, "state", "due_at"),
)

# The server itself --------------------------------------------------------------------------

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    # There is one row.
    sa.Column("id", sa.Integer, primary_key=True),
    # When any process was last alive; clocks do not run while none is.
    sa.Column("at", sa.Double),
)

# What the server has made for itself once, and all processes share.
keepsakes = sa.Table(
    "keepsakes",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
