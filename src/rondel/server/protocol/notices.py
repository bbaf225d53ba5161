"""How people are reached who have closed the page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from rondel.server.protocol.base import Asked, Language, Moment, Told
from rondel.server.protocol.names import Name

DAY_MINUTES = 24 * 60

Minute = Annotated[int, Field(ge=0, lt=DAY_MINUTES, examples=[1320])]
"""A minute of the day, from midnight on."""
Form = Literal["discord", "slack", "json"]
Digest = Literal["hourly", "daily"]
Mode = Literal["on", "off"]
Kind = Literal["push", "webhook", "email"]


def _mailable(text: str) -> str:
    name, _, domain = text.rpartition("@")
    signs = set(text) & set(" ,;:<>()[]\\\"'")
    if not name or "@" in name or "." not in domain.strip(".") or signs or not text.isprintable():
        raise ValueError("must be an e-mail address")
    if not domain.isascii() or domain.startswith(("-", ".")) or domain.endswith("."):
        raise ValueError("must be an e-mail address")
    return text


Url = Annotated[str, Field(min_length=8, max_length=1000, examples=["https://example.org/hook"])]
Mailbox = Annotated[
    str,
    Field(min_length=3, max_length=254, examples=["ann@example.org"]),
    AfterValidator(_mailable),
]
Base64 = Annotated[str, Field(min_length=16, max_length=200, pattern=r"^[A-Za-z0-9_-]+={0,2}$")]

# What is asked ------------------------------------------------------------------------------


class BrowserKeys(Asked):
    """What a browser gives to seal messages with."""

    p256dh: Base64
    """Its public key."""
    auth: Base64
    """A secret that it shares with this server."""


class BrowserSent(Asked):
    """A browser that takes messages, by what `PushSubscription` tells of it."""

    kind: Literal["push"]
    """What this is."""
    name: Name
    """What you call it."""
    address: Url
    """Its endpoint."""
    keys: BrowserKeys
    """Its keys."""


class WebhookSent(Asked):
    """A webhook."""

    kind: Literal["webhook"]
    """What this is."""
    name: Name
    """What you call it."""
    address: Url
    """Where messages are sent to."""
    form: Form | None = None
    """What it takes; null for Discord's form at Discord, and Slack's elsewhere."""


class MailboxSent(Asked):
    """An e-mail address."""

    kind: Literal["email"]
    """What this is."""
    name: Name
    """What you call it."""
    address: Mailbox
    """Where messages are sent to, once the code that is sent there was told."""


ChannelSent = Annotated[BrowserSent | WebhookSent | MailboxSent, Field(discriminator="kind")]


class CodeSent(Asked):
    """The code that was sent to an address."""

    code: Annotated[str, Field(min_length=6, max_length=12, examples=["204713"])]
    """As the message tells it."""


class WishesSent(Asked):
    """How somebody wants to be told of decisions."""

    language: Language = "en"
    """The language of messages."""
    zone: Annotated[str, Field(min_length=1, max_length=64, examples=["Europe/Rome"])] = "UTC"
    """The time zone of quiet hours, digests and times."""
    quiet_from: Minute | None = None
    """The minute of the day from which nothing is told."""
    quiet_until: Minute | None = None
    """The minute of the day until which nothing is told."""
    digest: Digest | None = None
    """How often all is told in one message; null to be told of each decision at once."""
    digest_at: Minute = 8 * 60
    """The minute of the day for what is told daily."""
    always: bool = False
    """Whether also while the page of the table is open."""
    soon: Annotated[int, Field(ge=0, le=7 * DAY_MINUTES)] = 60
    """So many minutes before the time is up you are told again; 0 for never."""

    @model_validator(mode="after")
    def _both_or_neither(self) -> WishesSent:
        if (self.quiet_from is None) != (self.quiet_until is None):
            raise ValueError("quiet hours need both ends, or neither")
        return self


class VacationSent(Asked):
    """A vacation."""

    until: Moment | None
    """Until when, in Unix seconds; null ends it."""


class TableWish(Asked):
    """Whether somebody wants to be told of a table."""

    mode: Mode | None
    """Always, never, or null for as usual: where other people play, too."""


class TableHook(Asked):
    """The webhook of a table."""

    address: Url
    """Where messages are sent to, whoever must decide."""
    form: Form | None = None
    """What it takes; null for Discord's form at Discord, and Slack's elsewhere."""


# What is told -------------------------------------------------------------------------------


class ChannelTold(Told):
    """Where notices go."""

    id: Annotated[str, Field(examples=["60303ae22b998861"])]
    """To remove it by."""
    kind: Kind
    """A browser, a webhook or an e-mail address."""
    form: Form | None
    """What a webhook takes."""
    name: str
    """What you call it."""
    shown: Annotated[str, Field(examples=["discord.com/…9xQz"])]
    """The address, without what is secret in it."""
    mark: str
    """Tells addresses apart that are shown alike: a hash."""
    created_at: float
    """When it was added, in Unix seconds."""
    confirmed: bool
    """Whether notices are sent there."""
    reached_at: float | None
    """When something last arrived, in Unix seconds."""
    failed_at: float | None
    """When something was last given up, in Unix seconds."""
    failure: str | None
    """Why."""
    stopped: bool
    """Whether nothing is sent there any more."""


class WishesTold(Told):
    """How somebody wants to be told of decisions."""

    language: Language
    """The language of messages."""
    zone: str
    """The time zone of quiet hours, digests and times."""
    quiet_from: int | None
    """The minute of the day from which nothing is told."""
    quiet_until: int | None
    """The minute of the day until which nothing is told."""
    digest: Digest | None
    """How often all is told in one message; null to be told of each decision at once."""
    digest_at: int
    """The minute of the day for what is told daily."""
    always: bool
    """Whether also while the page of the table is open."""
    soon: int
    """So many minutes before the time is up the person is told again; 0 for never."""
    vacation_until: float | None
    """Until when the person is on vacation, in Unix seconds."""


class NoticesTold(Told):
    """How somebody is reached."""

    channels: list[ChannelTold]
    """Where notices go, oldest first."""
    wishes: WishesTold
    """How and when."""
    push_key: str
    """The public key by which a browser takes messages of this server."""
    email: bool
    """Whether this server sends e-mail."""


class TableNotices(Told):
    """How people hear of a table."""

    mode: Mode | None
    """What you have said of this table; null for as usual."""
    webhook: ChannelTold | None
    """The webhook of the table, told to its host and its players."""


class FailingTold(Told):
    """A channel by which something was given up; its address is not told."""

    id: str
    """Of the channel."""
    user: str
    """Whose it is, by id."""
    kind: Kind
    """What it is."""
    failed_at: float
    """When, in Unix seconds."""
    failure: str
    """Why."""
    stopped: bool
    """Whether nothing is sent there any more."""


class NoticesLooked(Told):
    """How notices are getting on."""

    waiting: int
    """To be told, at once or later."""
    sent: int
    """Told, and the decision is still to be made."""
    over: int
    """Told, and decided since."""
    withdrawn: int
    """Decided before they were told."""
    failed: int
    """Given up."""
    failing: list[FailingTold]
    """The channels by which something was given up, the last first."""
