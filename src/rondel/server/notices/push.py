"""Web push: messages that only one browser can open, signed by this server.

The sealing is RFC 8291 with the one coding that browsers must know (RFC 8188, aes128gcm), the
signature RFC 8292 (VAPID).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from rondel.server.notices.post import Letter

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096
"""Bytes of a sealed record; a message is a single one."""
LONGEST: Final = 3000
"""Bytes of a message: push services take no more than 4096, sealed."""
VALID: Final = 12 * 3600
"""Seconds for which a signature is good."""
LONGEST_TTL: Final = 28 * 86400
"""Seconds for which a push service keeps a message at most, for a browser that is off."""


def text_of(data: bytes) -> str:
    """Bytes as addresses and headers carry them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Raises: ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Browser:
    """Where a browser is reached, and what it opens messages with."""

    endpoint: str
    public: bytes
    """Its public key, as a point of the curve."""
    auth: bytes
    """A secret that it shares with this server."""

    @staticmethod
    def of(endpoint: str, keys: Mapping[str, str]) -> Browser:
        """A browser by what its page has sent.

        Raises: ValueError.
        """
        public, auth = bytes_of(keys["p256dh"]), bytes_of(keys["auth"])
        if len(auth) != 16:
            raise ValueError("the secret of a browser has 16 bytes")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
        return Browser(endpoint, public, auth)


class Signer:
    """The key by which push services know this server."""

    def __init__(self, private: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(bytes_of(private)), CURVE)
        self.public = text_of(_point(self._key.public_key()))
        """What browsers are told, so that they take messages of nobody else."""

    @staticmethod
    def new_key() -> str:
        """A private key, to be kept."""
        number = ec.generate_private_key(CURVE).private_numbers().private_value
        return text_of(number.to_bytes(32))

    def authorization(self, endpoint: str, contact: str, now: float) -> str:
        """The header that says who sends."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + VALID,
            "sub": contact,
        }
        head = _json_text({"typ": "JWT", "alg": "ES256"})
        signed = f"{head}.{_json_text(claims)}"
        return f"vapid t={signed}.{text_of(self._signature(signed.encode()))}, k={self.public}"

    def _signature(self, data: bytes) -> bytes:
        r, s = decode_dss_signature(self._key.sign(data, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32) + s.to_bytes(32)


def _json_text(value: object) -> str:
    return text_of(json.dumps(value, separators=(",", ":")).encode())


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def sealed(browser: Browser, message: bytes) -> bytes:
    """A message that this browser alone can open."""
    own, salt = ec.generate_private_key(CURVE), os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser.public)
    sender = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + browser.public + sender
    secret = _derived(browser.auth, shared, info, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(sender)]) + sender
    # The byte 2 ends the last record.
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass(frozen=True)
class Push:
    """What a browser is told."""

    message: Mapping[str, object]
    topic: str
    """A push service keeps but the last message of a topic for a browser that is off."""
    seconds: float
    """For how long it is worth telling."""
    urgent: bool = False


def pushed(browser: Browser, push: Push, signer: Signer, contact: str, now: float) -> Letter:
    """The letter that brings a message to a browser, by way of its push service."""
    body = json.dumps(push.message, ensure_ascii=False, separators=(",", ":")).encode()
    if len(body) > LONGEST:
        raise ValueError(f"a message of {len(body)} bytes is too long for a push service")
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(max(0.0, min(push.seconds, LONGEST_TTL)))),
        "Urgency": "high" if push.urgent else "normal",
        "Topic": topic_of(push.topic),
        "Authorization": signer.authorization(browser.endpoint, contact, now),
    }
    return Letter(browser.endpoint, sealed(browser, body), headers)


def topic_of(text: str) -> str:
    """A topic in the only form that push services take: 32 letters and digits at most."""
    return text_of(hashlib.sha256(text.encode()).digest()[:24])
