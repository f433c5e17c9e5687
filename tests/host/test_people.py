"""Who somebody is: known by a secret alone, kept as a hash, forgotten after a long time."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

import pytest

from house import StillClock, awaited, house
from reihum.host.people import FORGET_AFTER_MS
from reihum.tables.keys import token

DAY = 24 * 3600.0


@awaited
async def test_a_secret_opens_one_person_and_is_not_kept() -> None:
    """128 bits, stored as SHA-256; nothing else is anybody."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    found = await home.host.people.find(one.secret)
    assert found is not None
    assert found.id == one.id != other.id
    assert len(bytes.fromhex(one.secret)) == 16
    assert one.secret.encode() not in repr(home.log.people).encode()
    assert sha256(one.secret.encode()).digest() in home.log.people
    for wrong in ("", one.secret[:-1], one.secret + "0", one.secret.upper() + " ", "\ud800", other.id):
        assert await home.host.people.find(wrong) is None


@awaited
async def test_who_does_not_come_for_long_is_forgotten() -> None:
    """Each visit counts again; after the time is over the secret opens nothing."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    home.clock.jump(FORGET_AFTER_MS / 1000 - 1)
    assert await home.host.people.find(one.secret)
    home.clock.jump(10)
    assert await home.host.people.find(one.secret)
    assert await home.host.people.find(other.secret) is None
    assert await home.host.people.forget_unseen() == 1
    await home.host.people.forget(one.id)
    assert await home.host.people.find(one.secret) is None


@awaited
async def test_a_clock_that_is_ahead_forgets_nobody() -> None:
    """A start with a wrong clock: everybody is still known, on that day and on the next, and after it is set right."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    for _ in range(3):
        ahead = await house(home.log, clock_at(home.clock, 500 * DAY))
        assert await ahead.host.people.forget_unseen() == 0
        assert await ahead.host.people.find(one.secret)
        await ahead.guest()
        ahead.clock.jump(DAY)
        assert await ahead.host.people.forget_unseen() == 0
    right = await house(home.log, clock_at(home.clock, 2 * DAY))
    assert await right.host.people.forget_unseen() == 0
    assert await right.host.people.find(one.secret)
    assert await right.host.people.find(other.secret)


@pytest.mark.parametrize("known", [True, False], ids=["later visits are known", "the first evening"])
@awaited
async def test_a_clock_that_was_behind_forgets_nobody(known: bool) -> None:
    """A person who came before the clock was set is not older than the others."""
    now = clock_at(StillClock(), 1_100 * DAY)
    home = await house(clock=now)
    if known:
        await home.guest()
    behind = await house(home.log, StillClock())
    one = await behind.guest()
    behind.clock.put(1_100 * DAY)
    await behind.guest()
    assert await behind.host.people.forget_unseen() == 0
    right = await house(home.log, now)
    await right.guest()
    assert await right.host.people.forget_unseen() == 0
    assert await right.host.people.find(one.secret)


@awaited
async def test_starting_anew_does_not_stop_the_time() -> None:
    """Who does not come for long is forgotten, also where the host is started for an evening now and then."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    for day in range(20, 500, 20):
        evening = await house(home.log, clock_at(home.clock, day * DAY))
        assert await evening.host.people.find(one.secret)
        assert await evening.host.people.forget_unseen() == (day == 420)
    assert await evening.host.people.find(other.secret) is None


def clock_at(other: StillClock, seconds: float) -> StillClock:
    """A clock that is ahead of another."""
    clock = StillClock()
    clock.put((other.now() - clock.now()) / 1000 + seconds)
    return clock


def test_words_for_ids_are_spread_evenly() -> None:
    """Each sign of a random word is as likely as any other, to within chance."""
    numbers = count()
    words = [token(lambda size: sha256(b"%d" % next(numbers)).digest()[:size], 10) for _ in range(2_000)]
    assert len(set(words)) == 2_000
    counts = [sum(word.count(sign) for word in words) for sign in "23456789abcdefghjkmnpqrstuvwxyz"]
    expected = 20_000 / 31
    assert sum((count - expected) ** 2 / expected for count in counts) < 60  # 30 degrees of freedom, p < 0.001
