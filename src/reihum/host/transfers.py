"""Taking one's identity to another device: a token in a link, which works once and for a short time.

The store keeps a hash of the token, and the person's secret sealed with the token: nobody can use what is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256, shake_128
from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from reihum.host.clock import Clock
from reihum.host.people import SECRET_BYTES
from reihum.store.log import Conflict, Log
from reihum.tables import keys
from reihum.tables.chain import START, chain_rows
from reihum.tables.listings import Listing
from reihum.tables.refusals import CommandRefused

TOKEN_LENGTH = 27
"""The length of a token: over 130 bits."""

VALID_MS = 15 * 60 * 1000
"""How long a token is valid."""

KEPT_MS = 24 * 3600 * 1000
"""After this time a token is removed from the store."""


class TransferMade(Struct, frozen=True, tag_field="entry", tag="made", forbid_unknown_fields=True):
    """Somebody may sign in on another device until this time (ms since 1970)."""

    until_ms: int = field(name="until")
    sealed: str


class TransferEnded(Struct, frozen=True, tag_field="entry", tag="ended", forbid_unknown_fields=True):
    """The token was used or revoked."""

    at_ms: int = field(name="at")


TransferEntry: TypeAlias = TransferMade | TransferEnded

_decoder: msgspec.json.Decoder[TransferEntry] = msgspec.json.Decoder(TransferEntry)


class Transfers:
    """The tokens of a store. Each is a log with one entry, and a second one when it is over: the first writer wins."""

    def __init__(self, log: Log, clock: Clock, entropy: Callable[[int], bytes]) -> None:
        self._log = log
        self._clock = clock
        self._entropy = entropy

    async def make(self, person: str, secret: str) -> str:
        """A new token for a person with this secret; the tokens before it are not valid any more."""
        await self.revoke(person)
        token = keys.token(self._entropy, TOKEN_LENGTH)
        made = TransferMade(self._clock.now() + VALID_MS, _seal(bytes.fromhex(secret), token).hex())
        listing = Listing(False, (keys.TRANSFER + person,), b"{}", self._clock.now())
        await self._log.append(_find_key(token), chain_rows(_find_key(token), 0, START, [made]), listing)
        return token

    async def redeem(self, token: str) -> str:
        """The secret behind a token, once. Raises ``CommandRefused`` if it is unknown, used, revoked or too old."""
        rows = await self._log.read(_find_key(token))
        made = _decoder.decode(rows[0].data) if len(rows) == 1 else None
        if not isinstance(made, TransferMade) or self._clock.now() > made.until_ms:
            raise CommandRefused("transfer-over")
        try:
            await self._end(_find_key(token))
        except Conflict:
            raise CommandRefused("transfer-over") from None
        return _seal(bytes.fromhex(made.sealed), token).hex()

    async def revoke(self, person: str) -> None:
        """End all tokens of a person that nobody has used."""
        for key, _ in await self._log.find_listings(person=keys.TRANSFER + person):
            with suppress(Conflict):
                await self._end(key)

    async def remove_old(self, now_ms: int) -> int:
        """Remove all tokens that ended at least a day ago; return how many."""
        removed = 0
        while found := await self._log.find_unchanged(keys.TRANSFER, now_ms - KEPT_MS):
            for key, _ in found:
                await self._log.remove_table(key)
            removed += len(found)
        return removed

    async def _end(self, key: str) -> None:
        first = (await self._log.read(key))[0]
        rows = chain_rows(key, first.seq, first.digest, [TransferEnded(self._clock.now())])
        await self._log.append(key, rows, Listing(False, (), b"{}", self._clock.now()))


def _find_key(token: str) -> str:
    """The token's key in the store, which does not reveal the token."""
    return keys.TRANSFER + sha256(token.encode(errors="replace")).hexdigest()[:32]


def _seal(data: bytes, token: str) -> bytes:
    """Seal data with a token, or unseal it: the same operation."""
    pad = shake_128(b"reihum transfer " + token.encode()).digest(SECRET_BYTES)
    return bytes(one ^ other for one, other in zip(data, pad, strict=True))
