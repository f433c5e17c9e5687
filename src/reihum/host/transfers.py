"""Taking one's identity to another device: a word in a link that works once and for a short time.

The store keeps a hash of the word and the person's secret sealed with the word, so that nobody can use what is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256, shake_128
from typing import TypeAlias

import msgspec
from msgspec import Struct

from reihum.host.clock import Clock
from reihum.host.people import SECRET_BYTES
from reihum.store.log import Conflict, Log
from reihum.tables.chain import START, chain_rows
from reihum.tables.keys import TRANSFER, token
from reihum.tables.listings import Listing
from reihum.tables.refusals import CommandRefused

WORD_LENGTH = 27
"""The length of a word: over 130 bits."""

VALID_MS = 15 * 60 * 1000
"""How long a word is valid."""


KEPT_MS = 24 * 3600 * 1000
"""After this time a word is removed from the store."""


class TransferMade(Struct, frozen=True, tag_field="entry", tag="made", forbid_unknown_fields=True):
    """A person wants to come with another device until a time (milliseconds since 1970)."""

    until: int
    sealed: str


class TransferEnded(Struct, frozen=True, tag_field="entry", tag="ended", forbid_unknown_fields=True):
    """The word was used, or the person does not want it any more."""

    at: int


TransferEntry: TypeAlias = TransferMade | TransferEnded

_decoder: msgspec.json.Decoder[TransferEntry] = msgspec.json.Decoder(TransferEntry)


class Transfers:
    """The words of a store. Each is a log with one entry, and a second one when it is over: the first writer wins."""

    def __init__(self, log: Log, clock: Clock, entropy: Callable[[int], bytes]) -> None:
        self._log = log
        self._clock = clock
        self._entropy = entropy

    async def make(self, person: str, secret: str) -> str:
        """A new word for a person with this secret; the words before it are not valid any more."""
        await self.revoke(person)
        word = token(self._entropy, WORD_LENGTH)
        made = TransferMade(self._clock.now() + VALID_MS, _seal(bytes.fromhex(secret), word).hex())
        listing = Listing(False, (TRANSFER + person,), b"{}", self._clock.now())
        await self._log.append(_find_key(word), chain_rows(_find_key(word), 0, START, [made]), listing)
        return word

    async def redeem(self, word: str) -> str:
        """The secret behind a word, once. Raises ``CommandRefused`` if it is unknown, used, revoked or too old."""
        rows = await self._log.read(_find_key(word))
        made = _decoder.decode(rows[0].data) if len(rows) == 1 else None
        if not isinstance(made, TransferMade) or self._clock.now() > made.until:
            raise CommandRefused("transfer-over")
        try:
            await self._end(_find_key(word))
        except Conflict:
            raise CommandRefused("transfer-over") from None
        return _seal(bytes.fromhex(made.sealed), word).hex()

    async def revoke(self, person: str) -> None:
        """End all words of a person that nobody has used."""
        for key, _ in await self._log.find_listings(person=TRANSFER + person):
            with suppress(Conflict):
                await self._end(key)

    async def remove_old(self, now: int) -> int:
        """Remove all words that are over since a day; returns their number."""
        removed = 0
        while found := await self._log.find_unchanged(TRANSFER, now - KEPT_MS):
            for key, _ in found:
                await self._log.remove_table(key)
            removed += len(found)
        return removed

    async def _end(self, key: str) -> None:
        first = (await self._log.read(key))[0]
        rows = chain_rows(key, first.seq, first.digest, [TransferEnded(self._clock.now())])
        await self._log.append(key, rows, Listing(False, (), b"{}", self._clock.now()))


def _find_key(word: str) -> str:
    """The name of a word in the store, which does not tell the word."""
    return TRANSFER + sha256(word.encode(errors="replace")).hexdigest()[:32]


def _seal(data: bytes, word: str) -> bytes:
    """The data sealed with a word, or open again."""
    pad = shake_128(b"reihum transfer " + word.encode()).digest(SECRET_BYTES)
    return bytes(one ^ other for one, other in zip(data, pad, strict=True))
