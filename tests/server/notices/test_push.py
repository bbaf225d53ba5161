"""Messages that one browser can open, and nobody else."""

from __future__ import annotations

import base64
import json

import http_ece
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from rondel.server.notices.push import Browser, Push, Signer, bytes_of, pushed, sealed
from tests.server.notices.receivers import Browser as Receiver
from tests.server.notices.receivers import Web

ENDPOINT = "https://push.example.net/abc"


def receiver() -> tuple[Receiver, Browser]:
    """A browser, and what the server knows of it."""
    there = Receiver(Web("https://push.example.net"), "/abc")
    sent = there.subscription
    return there, Browser.of(sent["address"], sent["keys"])


def test_only_the_browser_it_is_for_can_open_a_message() -> None:
    there, known = receiver()
    other, _ = receiver()
    body = sealed(known, b"Your decision")
    opened = http_ece.decrypt(
        body, private_key=there.key, auth_secret=there.auth, version="aes128gcm"
    )
    assert opened == b"Your decision"
    with pytest.raises((http_ece.ECEException, InvalidTag)):
        http_ece.decrypt(body, private_key=other.key, auth_secret=other.auth, version="aes128gcm")


def test_no_two_messages_are_sealed_alike() -> None:
    _, known = receiver()
    assert sealed(known, b"the same") != sealed(known, b"the same")


def test_push_services_can_check_who_sends() -> None:
    _, known = receiver()
    signer = Signer(Signer.new_key())
    letter = pushed(known, Push({}, "topic", 60.0), signer, "https://rondel.example.org", 1000.0)
    scheme, _, rest = letter.headers["Authorization"].partition(" ")
    token, key = [part.partition("=")[2] for part in rest.split(", ")]
    assert (scheme, key) == ("vapid", signer.public)
    signed, _, signature = token.rpartition(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    raw = bytes_of(signature)
    numbers = [int.from_bytes(half) for half in (raw[:32], raw[32:])]
    public.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(bytes_of(signed.partition(".")[2]))
    assert claims == {
        "aud": "https://push.example.net",
        "exp": 1000 + 12 * 3600,
        "sub": "https://rondel.example.org",
    }


def test_key_is_the_same_after_it_was_kept() -> None:
    kept = Signer.new_key()
    assert Signer(kept).public == Signer(kept).public
    assert len(bytes_of(Signer(kept).public)) == 65


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": ""},
        {"p256dh": "AAAA", "auth": base64.urlsafe_b64encode(b"0" * 16).decode()},
        {"p256dh": base64.urlsafe_b64encode(b"\x04" + b"1" * 64).decode(), "auth": "AAAA"},
    ],
)
def test_keys_that_are_none_are_refused(keys: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Browser.of(ENDPOINT, keys)
