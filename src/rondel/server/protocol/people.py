"""Who somebody is, and the tokens of his programs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, SecretStr

from rondel.server.protocol.base import Asked, Json, Told
from rondel.server.protocol.names import GivenPassword, Login, Name, NewLogin, Password

# What is asked ------------------------------------------------------------------------------


class NameSent(Asked):
    """A name."""

    name: Name
    """What others see of a person, or you of a token."""


class AccountSent(Asked):
    """What an account needs."""

    login: NewLogin
    """What you sign in with; capital and small letters are the same."""
    password: Password
    """Kept only as a hash."""


class SignInSent(Asked):
    """What signing in needs."""

    login: Login
    """The login of the account."""
    password: GivenPassword
    """Its password."""


class PasswordSent(Asked):
    """A change of password."""

    old: GivenPassword
    """The password until now."""
    new: Password
    """The password from now on."""


class ResetSent(Asked):
    """A new password by a link that the host of the server has made."""

    secret: Annotated[
        SecretStr, Field(min_length=20, max_length=100, examples=["Zl4kq0Jx1m3Qm2bq7iQm1C"])
    ]
    """What stands behind the # of the link."""
    password: Password
    """The password from now on."""


class FarewellSent(Asked):
    """The wish to be forgotten."""

    password: GivenPassword | None = None
    """The password of the account; guests have none."""


# What is told -------------------------------------------------------------------------------


class Person(Told):
    """Somebody, as they see themselves."""

    id: Annotated[str, Field(examples=["9f86d081884c7d65"])]
    """Stays the same whatever the name."""
    name: Annotated[str, Field(examples=["Ann"])]
    """What others see."""
    login: Annotated[str | None, Field(examples=["ann"])]
    """Null for a guest."""
    guest: Annotated[bool, Field(examples=[False])]
    """Whether there is no account."""
    admin: Annotated[bool, Field(examples=[False])]
    """Whether this person looks after the server."""


class Me(Told):
    """Who is asking."""

    user: Person | None
    """Null for nobody."""


class TokenTold(Told):
    """An API token without its secret."""

    model_config = ConfigDict(from_attributes=True)

    id: Annotated[str, Field(examples=["60303ae22b998861"])]
    """To withdraw it by."""
    name: Annotated[str, Field(examples=["my bot"])]
    """What it is for."""
    created_at: Annotated[float, Field(examples=[1750000000.0])]
    """When it was made, in Unix seconds."""
    used_at: float | None
    """When it was last used, in Unix seconds, to the hour; null for never."""


class TokensTold(Told):
    """All API tokens of a person, oldest first."""

    tokens: list[TokenTold]
    """The tokens."""


class NewToken(Told):
    """A new API token. Its secret is told this once."""

    token: TokenTold
    """The token."""
    secret: Annotated[str, Field(examples=["rondel_Zl4kq0Jx1m3Qm2bq7iQm1C4H0o8Fq8t7J6b1o2v5y9A"])]
    """For `Authorization: Bearer …`."""


class Exported(Told):
    """Everything the server keeps about a person."""

    model_config = ConfigDict(extra="allow")

    format: Literal["rondel-export"]
    """What this is."""
    version: Literal[1]
    """Of the format."""
    made_at: float
    """When, in Unix seconds."""
    person: Json
    """Id, name, login, when it began and when the person was last seen."""
    sessions: list[Json]
    """When they were begun and last used."""
    tokens: list[Json]
    """Names of API tokens, when they were made and last used."""
    sanctions: list[Json]
    """What the host of the server has decided about the person."""
    reports: list[Json]
    """What the person has reported."""
    notices: Json
    """Where the person is reached, and how and when."""
    profile: Json | None
    """Who may see the profile."""
    people: list[Json]
    """Friends, and those who are blocked."""
    ratings: list[Json]
    """How strong the person is, by pools."""
    tournaments: list[Json]
    """Tournaments that the person has opened or entered."""
    tables: list[Json | None]
    """Tables with one's seats, note, chat lines, and the record of the game."""
