"""Checkable deals (DESIGN §5): commit to a secret before the deal, mix in the players' words, reveal it after."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, sha512

SECRET_BYTES = 64


def commitment(secret: bytes) -> str:
    """What is shown to all before the deal: SHA-256 of the secret, in hexadecimal."""
    return sha256(secret).hexdigest()


def round_seed(secret: bytes, round: int, words: Sequence[str]) -> bytes:
    """SHA-512(secret ‖ round ‖ words by seat). The round is four bytes, big-endian; each seat's words are
    UTF-8 behind their length in four bytes, so that no two inputs run together."""
    mixed = sha512(secret)
    mixed.update(round.to_bytes(4, "big"))
    for word in words:
        encoded = word.encode()
        mixed.update(len(encoded).to_bytes(4, "big") + encoded)
    return mixed.digest()
