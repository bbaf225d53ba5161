"""Names are what others see, so nothing may hide in them."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from rondel.server.people.identity import login_key
from rondel.server.protocol.names import Login, Name, Password

NAMES: TypeAdapter[str] = TypeAdapter(Name)
LOGINS: TypeAdapter[str] = TypeAdapter(Login)
PASSWORDS: TypeAdapter[Password] = TypeAdapter(Password)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  Ann ", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ann B. O'Neil", "Ann B. O'Neil"),
        ("\u9ad8\u6a4b\N{GAME DIE}", "\u9ad8\u6a4b\N{GAME DIE}"),
        ("e\u0301" * 40, "\u00e9" * 40),
    ],
)
def test_names_are_composed_and_stripped(sent: str, kept: str) -> None:
    assert NAMES.validate_python(sent) == kept


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 41, "a\nb", "a\x7fb", "evil\u202egnp", "\u2066x", "\u200b", 7, None, ["Ann"]],
)
def test_names_that_hide_something_are_refused(name: object) -> None:
    with pytest.raises(ValidationError):
        NAMES.validate_python(name)


@pytest.mark.parametrize("login", ["an", "x" * 41, "a nn", "a\tnn", "a\u2003nn", "a\u202enn", 777])
def test_logins_are_short_and_in_one_piece(login: object) -> None:
    assert LOGINS.validate_python("ann@home") == "ann@home"
    with pytest.raises(ValidationError):
        LOGINS.validate_python(login)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ann", "ANN"), ("stra\u00dfe", "STRASSE"), ("\ufb01x", "FIX"), ("\uff41nn", "ann")],
)
def test_logins_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert login_key(one) == login_key(other)


@pytest.mark.parametrize("password", ["x" * 7, "x" * 201, 12345678])
def test_passwords_have_their_lengths(password: object) -> None:
    for length in (8, 200):
        PASSWORDS.validate_python("x" * length)
    with pytest.raises(ValidationError):
        PASSWORDS.validate_python(password)
