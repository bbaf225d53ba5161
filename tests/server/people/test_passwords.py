"""Passwords are kept as hashes that cost something to make."""

from __future__ import annotations

import pytest
from argon2 import extract_parameters

from rondel.server.people.passwords import DECOY, Passwords

pytestmark = pytest.mark.anyio


async def test_only_the_password_fits_its_hash() -> None:
    passwords = Passwords()
    kept = await passwords.hash("correct horse")
    assert await passwords.fits("correct horse", kept)
    for wrong in ("Correct horse", "correct horse ", "", kept):
        assert not await passwords.fits(wrong, kept)


async def test_two_hashes_of_one_password_differ() -> None:
    passwords = Passwords()
    assert await passwords.hash("correct horse") != await passwords.hash("correct horse")


async def test_without_a_password_the_same_work_is_done() -> None:
    """An answer that comes sooner would tell which logins exist."""
    passwords = Passwords()
    assert not await passwords.fits("correct horse", None)
    assert extract_parameters(DECOY) == extract_parameters(await passwords.hash("correct horse"))
