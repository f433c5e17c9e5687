"""Base64 for addresses (RFC 4648 §5), as browsers and push services use it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode


def encode_base64(data: bytes) -> str:
    """Encode bytes, without padding.

    >>> encode_base64(bytes([251, 255]))
    '-_8'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    """The bytes of a text. Raises ``ValueError`` if it is not base64."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
