"""The daily deal: the same cards for everybody, one try, no help, and a secret that is shown the next day."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from hashlib import sha256

import pytest

from house import Guest, House, MemoryLog, StillClock, awaited, eventually, house, settled
from reihum.games import GAMES
from reihum.host import Room, daily
from reihum.host.daily import GAMES_OF_THE_DAY, play_as_expert
from reihum.matches import start_match, verify
from reihum.tables import commands
from reihum.tables.daily import LEVEL, DailyResult, make_day_secret
from reihum.tables.refusals import CommandRefused
from reihum.tables.settings import Settings

DAY = 24 * 3600


async def begin(home: House, guest: Guest) -> Room:
    """The table of a guest's try."""
    return await home.host.play_daily(guest.id, "Paul")


async def play(home: House, guest: Guest, room: Room) -> None:
    """Play a try to its end, always with the first possible move."""
    await guest.connect(room, 0)
    while room.table.state is not None:
        if 0 in room.table.state.to_act:
            await guest.move(room, 0, str(room.table.state.legal(0)[0]))
        else:
            await home.clock.forward(2)
    await settled()


@awaited
async def test_everybody_gets_the_same_cards_and_bots() -> None:
    """Two people who make the same moves see the same round: cards, beginner and bots do not depend on the table."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    first, second = await begin(home, one), await begin(home, other)
    assert first.table.id != second.table.id
    assert [seat.level for seat in first.table.seats] == ["", LEVEL, LEVEL, LEVEL]
    assert first.table.settings.pace == "normal"
    for guest, room in ((one, first), (other, second)):
        await play(home, guest, room)
    results = [(await home.host.view_daily(guest.id)).days[0].result for guest in (one, other)]
    assert results[0] == results[1]
    assert results[0] is not None


@awaited
async def test_one_try_a_person_and_day() -> None:
    """Who asks again, even at the same moment, gets the same table; a new day gives a new try and other cards."""
    home = await house()
    guest = await home.guest()
    rooms = await asyncio.gather(*(begin(home, guest) for _ in range(3)))
    assert len({room.table.id for room in rooms}) == 1
    await play(home, guest, rooms[0])
    assert (await begin(home, guest)).table.over
    home.clock.put(DAY)
    tomorrow = await begin(home, guest)
    assert tomorrow.table.id != rooms[0].table.id
    assert tomorrow.table.secret != rooms[0].table.secret


@awaited
async def test_the_day_changes_with_the_date_of_the_server() -> None:
    """The cards are those of the date where the server is, until its midnight."""
    home = await house()
    guest = await home.guest()
    seen = (await home.host.view_daily(guest.id)).days[0].date
    while (after := (await home.host.view_daily(guest.id)).days[0].date) == seen:
        home.clock.put(1800)
    assert date.fromisoformat(after) - date.fromisoformat(seen) == timedelta(days=1)


@awaited
async def test_a_try_cannot_be_helped_or_changed() -> None:
    """No hints, no other bots, no other seat, no words, no guests, no rematch; and nobody stands in."""
    home = await house()
    guest, friend = await home.guest(), await home.guest()
    room = await begin(home, guest)
    await guest.connect(room, 0)
    attempts = [
        guest.do(room, commands.SeatBot, at=0, seat=1, level="random"),
        guest.do(room, commands.Sit, at=0, seat=1, name="Tessa"),
        guest.do(room, commands.Stand, at=0, seat=0),
        guest.do(room, commands.Words, at=0, words="luck"),
        room.join(friend.id, "Tessa", room.table.key, sit=True),
        guest.do(room, commands.Rematch, at=0),
        room.hint(guest.id, 0),
    ]
    for attempt in attempts:
        with pytest.raises(CommandRefused) as refused:
            await attempt
        assert refused.value.code == "daily"
    with pytest.raises(CommandRefused):
        await home.host.create(guest.id, "Paul", Settings(game="junior", seats=2, daily="2026-11-16"))


@awaited
async def test_nobody_stands_in() -> None:
    """Who goes away in the middle finds the round as it was, though somebody looks on."""
    home = await house()
    guest = await home.guest()
    room = await begin(home, guest)
    away = await guest.connect(room, 0)
    await room.connect("", None, lambda _: None, key=room.table.key)
    room.detach(away)
    await home.clock.forward(600)
    assert not room.table.seats[0].away


@awaited
async def test_the_secret_is_shown_the_next_day() -> None:
    """On the day people see the commitment; neither the table nor its record gives the secret away before midnight."""
    home = await house()
    guest = await home.guest()
    room = await begin(home, guest)
    today = (await home.host.view_daily(guest.id)).days[0]
    await play(home, guest, room)
    assert today.secret == ""
    assert all(not getattr(update.what, "secret", "") for update in guest.updates)
    with pytest.raises(CommandRefused) as refused:
        await room.record()
    assert refused.value.code == "daily-record"
    home.clock.put(DAY)
    _, yesterday = (await home.host.view_daily(guest.id)).days
    assert sha256(bytes.fromhex(yesterday.secret)).hexdigest() == yesterday.commitment == today.commitment
    dealt = start_match(Settings(game=today.game, seats=4).check(), 1, None, bytes.fromhex(yesterday.secret))
    assert room.table.match is not None
    assert dealt.secret == room.table.match.secret
    assert verify(await room.record()).outcome == room.table.match.outcome


@awaited
async def test_the_expert_plays_once_and_shows_the_result_afterwards() -> None:
    """The expert's result stands beside a person's, not before; a second person does not make the expert play again."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one)
    await settled()
    assert (await home.host.view_daily(one.id)).days[0].expert is None
    await play(home, one, room)
    seen = (await home.host.view_daily(one.id)).days[0]
    assert seen.expert == DailyResult(3, 2)
    assert seen.finished == 1
    await begin(home, other)
    await settled()
    rows = home.log.rows[f"d-{seen.date}"]
    assert sum(b'"points":3,"place":2' in row.data and b'"table"' not in row.data for row in rows) == 1


def test_the_expert_plays_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The expert sits where people sit, with the day's cards: equal levels give equal results every time."""
    monkeypatch.setattr(daily, "EXPERT_LEVEL", "sensible")
    monkeypatch.setattr(daily, "LEVEL", "sensible")
    settings = Settings(game="junior", seats=4, rounds=1, daily="2026-11-16")
    results = {play_as_expert(settings, 1, make_day_secret(b"secret", "2026-11-16")) for _ in range(2)}
    assert len(results) == 1
    assert 1 <= results.pop().place <= 4


@awaited
async def test_the_row_games_take_turns_unless_the_operator_chooses_one() -> None:
    """Every weekday has its game of the row family."""
    home = await house()
    games = []
    for _ in range(7):
        games.append((await home.host.view_daily("")).days[0].game)
        home.clock.put(DAY)
    assert {*games} == {*GAMES_OF_THE_DAY} == {name for name, facts in GAMES.items() if facts.family == "rows"}
    assert len((await home.host.view_daily("")).days) == 7
    home.host.daily.game = "junior"
    home.clock.put(DAY)
    assert (await home.host.view_daily("")).days[0].game == "junior"


@awaited
async def test_a_restart_keeps_days_and_results() -> None:
    """A new host on the same store has the same cards and finds the result of a try that ended without being noted."""
    log, clock = MemoryLog(), StillClock()
    home = await house(log, clock)
    guest = await home.guest()
    room = await begin(home, guest)
    home.host.daily.score = _do_nothing  # type: ignore[method-assign, assignment]
    await play(home, guest, room)
    before = (await home.host.view_daily(guest.id)).days[0]
    again = await house(log, clock)
    after = (await again.host.view_daily(guest.id)).days[0]
    assert (after.commitment, after.table) == (before.commitment, before.table)
    assert before.result is None
    assert after.result is not None


async def _do_nothing(_: object) -> None:
    """Forget to note a result."""


@awaited
async def test_the_week_of_a_circle() -> None:
    """The people of a circle see who has played on which day; others do not."""
    home = await house()
    one, other, stranger = await home.guest(), await home.guest(), await home.guest()
    circle = await home.host.circles.found(one.id, "Paul", "Sunday")
    await home.host.circles.enter(other.id, "Tessa", circle.circle, circle.key)
    await play(home, one, await begin(home, one))
    home.clock.put(DAY)
    await play(home, stranger, await begin(home, stranger))
    today, yesterday = (await home.host.view_circle_week(other.id, circle.circle)).days
    assert today.results == {}
    assert [*yesterday.results] == [one.id]
    with pytest.raises(CommandRefused):
        await home.host.view_circle_week(stranger.id, circle.circle)


@awaited
async def test_leaving_gives_the_try_up() -> None:
    """A table that was left has no result, and the day gives no second try."""
    home = await house()
    guest = await home.guest()
    room = await begin(home, guest)
    await guest.do(room, commands.Leave)
    await eventually(lambda: room.table.closed, home.clock)
    seen = (await home.host.view_daily(guest.id)).days[0]
    assert (seen.table, seen.result) == (room.table.id, None)
    with pytest.raises(CommandRefused) as refused:
        await begin(home, guest)
    assert refused.value.code == "daily-left"
