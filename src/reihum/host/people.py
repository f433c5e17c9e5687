"""Who somebody is: a 128-bit secret that only they have; the store keeps its hash. No accounts, no personal data."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from reihum.host.clock import Clock
from reihum.store.log import Log
from reihum.tables.keys import token

SECRET_BYTES = 16
FORGOTTEN_AFTER = 400 * 24 * 3600 * 1000
"""So many milliseconds after the last visit a secret opens nothing any more."""

SEEN_EVERY = 24 * 3600 * 1000
"""So often a visit is written down."""

LONGEST_PAUSE = 30 * 24 * 3600 * 1000
"""When a host starts, no more than that has gone by since the last visit, whatever its clock says."""


class Person(Struct, frozen=True):
    """Somebody, by a name for programs that is no secret. ``visits``: they have just come, which was written down."""

    id: str
    visits: bool = False


class People:
    """Everybody who has ever come here, by their secrets.

    Their time goes by the clock, as far as that can be right: a clock that was set wrong for an evening, as small
    machines have them, must not make anybody a stranger.
    """

    def __init__(self, log: Log, clock: Clock, entropy: Callable[[int], bytes]) -> None:
        self._log = log
        self._clock = clock
        self._entropy = entropy
        self._began = clock.monotonic()
        self._last_visit: int | None = None

    async def new(self) -> tuple[Person, str]:
        """Somebody new, and the secret to be known by."""
        person, secret = self.invent()
        await self.keep(person, secret)
        return person, secret

    def invent(self) -> tuple[Person, str]:
        """Somebody whom nobody knows until they are kept, and their secret."""
        secret = self._entropy(SECRET_BYTES).hex()
        return Person(token(self._entropy, 12)), secret

    async def keep(self, person: Person, secret: str) -> None:
        """Know somebody by their secret from now on."""
        await self._log.add_person(person.id, _hashed(secret), await self._now())

    async def find(self, secret: str) -> Person | None:
        """Who knows this secret, if anybody does and has been here lately."""
        row = await self._log.find_person(_hashed(secret))
        now = await self._now()
        if row is None or now - row.seen > FORGOTTEN_AFTER:
            return None
        visits = now - row.seen > SEEN_EVERY
        if visits:
            await self._log.saw_person(row.id, now)
        return Person(row.id, visits)

    async def forget(self, person: str) -> None:
        """Let a secret open nothing any more."""
        await self._log.forget_person(person)

    async def forget_unseen(self) -> int:
        """Forget everybody who has not come for long; tells how many they were."""
        return await self._log.forget_unseen(await self._now() - FORGOTTEN_AFTER)

    async def _now(self) -> int:
        """The time of the clock, but not before the last visit that was known at the start, and not so long after it
        that nobody would be known any more."""
        if self._last_visit is None:
            self._last_visit = await self._log.last_visit() or self._clock.now()
        up = round((self._clock.monotonic() - self._began) * 1000)
        return min(max(self._clock.now(), self._last_visit), self._last_visit + LONGEST_PAUSE + up)


def _hashed(secret: str) -> bytes:
    return sha256(secret.encode(errors="replace")).digest()
