"""Random tokens that people can read aloud: ids and the keys of invitations."""

from __future__ import annotations

from collections.abc import Callable

TABLE, CIRCLE, DAILY, PUSH, TRANSFER, ADMIN = "t-", "c-", "d-", "p-", "i-", "a-"
"""Prefixes of ids: tables, circles, daily deals, notices, transfers, the operator's log."""

ID_LENGTH = 10
"""The number of random characters in an id."""

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that are not confused when read aloud."""

MAX_ID_LENGTH = 40


def is_id(text: str, kind: str) -> bool:
    """Whether a text that a client has sent can be an id of this kind. A database cannot even look for some texts.

    >>> is_id("t-234", TABLE), is_id("c-234", TABLE), is_id("t-\\0", TABLE)
    (True, False, False)
    """
    return text.startswith(kind) and len(text) <= MAX_ID_LENGTH and text.isprintable()


def token(entropy: Callable[[int], bytes], length: int) -> str:
    """A random token; each character is worth just under five bits.

    >>> token(bytes, 3)
    '222'
    """
    number = int.from_bytes(entropy(length))
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(length))
