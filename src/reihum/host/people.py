"""People are known by a 128-bit secret that only they have; the store keeps its hash. No accounts, no personal data."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from reihum.host.clock import Clock
from reihum.store.log import Log
from reihum.tables.keys import token

SECRET_BYTES = 16
FORGET_AFTER_MS = 400 * 24 * 3600 * 1000
"""After this time without a visit a secret is forgotten."""

VISIT_INTERVAL_MS = 24 * 3600 * 1000
"""At most once per this time a visit is written."""

MAX_PAUSE_MS = 30 * 24 * 3600 * 1000
"""At the start of a host no more time than this counts since the last visit, whatever the clock says."""


class Person(Struct, frozen=True):
    """A person, by an id that is not secret. ``visits``: this is a visit that was written just now."""

    id: str
    visits: bool = False


class People:
    """Everybody who has ever come here, by their secrets.

    Time is taken from the clock within limits: small machines may have a wrong clock for an evening, and nobody must be
    forgotten because of it.
    """

    def __init__(self, log: Log, clock: Clock, entropy: Callable[[int], bytes]) -> None:
        self._log = log
        self._clock = clock
        self._entropy = entropy
        self._began = clock.monotonic()
        self._last_visit: int | None = None

    async def new(self) -> tuple[Person, str]:
        """A new person and their secret."""
        person, secret = self.invent()
        await self.keep(person, secret)
        return person, secret

    def invent(self) -> tuple[Person, str]:
        """A new person who is not in the store yet, and their secret."""
        secret = self._entropy(SECRET_BYTES).hex()
        return Person(token(self._entropy, 12)), secret

    async def keep(self, person: Person, secret: str) -> None:
        """Put a person into the store with the hash of their secret."""
        await self._log.add_person(person.id, _hash(secret), await self.now())

    async def find(self, secret: str) -> Person | None:
        """The person with this secret, if there is one who was here lately."""
        row = await self._log.find_person(_hash(secret))
        now = await self.now()
        if row is None or now - row.seen_ms > FORGET_AFTER_MS:
            return None
        visits = now - row.seen_ms > VISIT_INTERVAL_MS
        if visits:
            await self._log.touch_person(row.id, now)
        return Person(row.id, visits)

    async def renew(self, person: str) -> str:
        """A new secret for a person; the old one is not valid any more."""
        secret = self._entropy(SECRET_BYTES).hex()
        await self._log.replace_secret(person, _hash(secret))
        return secret

    async def forget(self, person: str) -> None:
        """Forget a person's secret."""
        await self._log.forget_person(person)

    async def forget_unseen(self) -> int:
        """Forget everybody who has not come for a long time; returns their number."""
        return await self._log.forget_unseen(await self.now() - FORGET_AFTER_MS)

    async def now(self) -> int:
        """The time of the clock, but not before the last visit known at the start, and not more than ``MAX_PAUSE_MS``
        after it plus the time since the start."""
        if self._last_visit is None:
            self._last_visit = await self._log.last_visit() or self._clock.now()
        up = round((self._clock.monotonic() - self._began) * 1000)
        return min(max(self._clock.now(), self._last_visit), self._last_visit + MAX_PAUSE_MS + up)


def _hash(secret: str) -> bytes:
    return sha256(secret.encode(errors="replace")).digest()
