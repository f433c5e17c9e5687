"""What becomes of commands: who may give which, when they are refused, and that a refusal changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import pytest

from house import Guest, House, awaited, house, play_out, two_houses
from reihum.errors import ReihumError
from reihum.host import Room
from reihum.tables import commands
from reihum.tables.names import clean_text
from reihum.tables.refusals import CommandRefused
from reihum.tables.settings import Settings


async def table_of_two(home: House, **how: Any) -> tuple[Room, Guest, Guest]:
    """Two people at a table, not begun."""
    one, other = await home.guest(), await home.guest()
    return await home.table(one, other, **how), one, other


async def refusal(guest: Guest, room: Room, kind: type[Any], *, at: int | None = None, **what: Any) -> str:
    """The code of a refused command; nothing of it is in the log."""
    before = room.table.seq
    with pytest.raises(ReihumError) as refused:
        await guest.do(room, kind, at=at, **what)
    assert room.table.seq == before
    assert str(refused.value)
    return refused.value.code


EVERYTHING: list[tuple[type[Any], dict[str, Any]]] = [
    (commands.MakeMove, {"move": "draw"}),
    (commands.Quiet, {}),
    (commands.Sit, {"seat": 0}),
    (commands.Stand, {"seat": 0}),
    (commands.Agree, {"seat": 0}),
    (commands.SeatBot, {"seat": 1, "level": "random"}),
    (commands.Change, {"chat": True}),
    (commands.SetPace, {"pace": "quick"}),
    (commands.Start, {}),
    (commands.Next, {}),
    (commands.Words, {"words": "abc"}),
    (commands.Say, {"phrase": "hello"}),
    (commands.Rename, {"name": "Vera"}),
    (commands.Leave, {}),
    (commands.Remove, {"person": "x"}),
    (commands.Rematch, {}),
]


@pytest.mark.parametrize(("kind", "what"), EVERYTHING, ids=lambda value: getattr(value, "__name__", ""))
@awaited
async def test_strangers_are_told_the_same_whatever_they_ask(kind: type[Any], what: dict[str, Any]) -> None:
    """A person who is not a guest of the table may do nothing there, and learns nothing from the answer."""
    home = await house()
    room, _, _ = await table_of_two(home)
    stranger = await home.guest()
    for seat in (None, 0, 1, 7):
        assert await refusal(stranger, room, kind, at=seat, **what) == "not-allowed"


def test_every_command_is_tried() -> None:
    """The list above is complete."""
    assert {tried for tried, _ in EVERYTHING} == {*get_args(commands.Command)}


@awaited
async def test_the_seat_comes_from_the_connection() -> None:
    """A guest acts at own seats only: not at another's, not without one."""
    home = await house()
    room, one, other = await table_of_two(home)
    await one.do(room, commands.Start)
    for guest, seat in [(one, 1), (other, 0), (one, None), (one, 5)]:
        assert await refusal(guest, room, commands.MakeMove, at=seat, move="draw") == "not-allowed"
        assert await refusal(guest, room, commands.Quiet, at=seat) == "not-allowed"
        assert await refusal(guest, room, commands.Words, at=seat, words="x") == "not-allowed"


@awaited
async def test_who_is_in_charge_sets_up_and_the_next_one_after_that() -> None:
    """The maker changes settings, seats bots and removes people; if the maker leaves, the next guest does."""
    home = await house()
    room, one, other = await table_of_two(home, seats=3)
    assert await refusal(other, room, commands.Change, chat=True) == "not-allowed"
    assert await refusal(other, room, commands.SeatBot, seat=2, level="random") == "not-allowed"
    assert await refusal(other, room, commands.Remove, person=one.id) == "not-allowed"
    await one.do(room, commands.Leave)
    await other.do(room, commands.SeatBot, seat=2, level="random")
    await other.do(room, commands.Change, chat=True)
    assert room.table.settings.chat
    await other.do(room, commands.Say, words="Hallo  \u202e du")
    assert await refusal(other, room, commands.Remove, person=other.id) == "not-allowed"


@awaited
async def test_seats_are_taken_given_up_and_filled() -> None:
    """Free or a bot's: may be taken. Somebody's: not. Bots by levels that exist, in seats that exist."""
    home = await house()
    room, one, other = await table_of_two(home, seats=4)
    third = await home.guest()
    await room.join(third.id, "Luca", room.table.key)
    assert await refusal(third, room, commands.Sit, seat=0) == "seat-taken"
    assert await refusal(third, room, commands.Sit, seat=9) == "seat"
    assert await refusal(one, room, commands.SeatBot, seat=1, level="random") == "seat-taken"
    assert await refusal(one, room, commands.SeatBot, seat=2, level="genius") == "bot"
    await one.do(room, commands.SeatBot, seat=2, level="eager")
    await third.do(room, commands.Sit, seat=2)
    assert room.table.seats[2].name == "Luca"
    assert await refusal(other, room, commands.Stand, seat=0) == "not-allowed"
    assert await refusal(one, room, commands.Start) == "seats-empty"
    assert await refusal(one, room, commands.Start, fill="genius") == "bot"
    await one.do(room, commands.Start, fill="random")
    assert room.table.seats[3].level == "random"
    assert await refusal(one, room, commands.Start) == "started"
    assert await refusal(one, room, commands.Change, chat=True) == "started"
    assert await refusal(one, room, commands.SeatBot, seat=3) == "started"
    await one.do(room, commands.SeatBot, seat=3, level="eager")  # another level may still be chosen
    await other.do(room, commands.Stand, seat=1)
    assert room.table.seats[1].level  # a bot plays on
    await other.do(room, commands.Sit, seat=1)
    assert room.table.seats[1].person == other.id


@awaited
async def test_an_open_table_gives_one_seat_to_each() -> None:
    """Where anybody can come in nobody but its maker takes two seats."""
    home = await house()
    room, _, other = await table_of_two(home, seats=4, open=True)
    assert await refusal(other, room, commands.Sit, seat=2, name="Luca") == "not-allowed"


@awaited
async def test_nobody_who_has_seen_a_hand_of_the_round_takes_another_seat() -> None:
    """DESIGN §1.3: standing up and sitting down elsewhere would show two hands. You may take your own seat again."""
    home = await house()
    room, one, other = await table_of_two(home, seats=4)
    await one.do(room, commands.SeatBot, seat=2, level="random")
    await other.do(room, commands.Sit, seat=3, name="Luca")  # two people at one device
    await one.do(room, commands.Start)
    assert await refusal(one, room, commands.Sit, seat=2, name="Hannah") == "other-seat"
    await one.do(room, commands.Stand, seat=0)
    assert await refusal(one, room, commands.Sit, seat=2) == "other-seat"
    await one.do(room, commands.Leave)
    await room.join(one.id, "Paul", room.table.key)
    assert await refusal(one, room, commands.Sit, seat=2) == "other-seat"
    await one.do(room, commands.Sit, seat=0)
    for seat in (1, 3):
        await other.do(room, commands.Stand, seat=seat)
    for seat, name in ((3, "Luca"), (1, "Tessa")):
        await other.do(room, commands.Sit, seat=seat, name=name)
    assert [seat.person for seat in room.table.seats] == [one.id, other.id, "", other.id]


@awaited
async def test_who_takes_a_bots_seat_in_the_middle_of_a_round_takes_only_one() -> None:
    """A newcomer or a spectator may, if all agree; from then on that hand is theirs, also after a restart."""
    home = await house()
    room, one, other = await table_of_two(home, seats=4, fill="random")
    third = await home.guest()
    await room.join(third.id, "Luca", room.table.key)
    await one.do(room, commands.Start)
    await third.do(room, commands.Sit, seat=2)
    for voter in (one, other):
        await voter.do(room, commands.Agree, seat=2)
    await other.do(room, commands.Stand, seat=1)
    await third.do(room, commands.Stand, seat=2)
    again = await house(home.log, home.clock)
    room = await again.host.room(room.table.id)
    assert await refusal(third, room, commands.Sit, seat=1) == "other-seat"
    assert await refusal(other, room, commands.Sit, seat=2) == "other-seat"
    await third.do(room, commands.Sit, seat=2)
    assert await refusal(third, room, commands.Sit, seat=3, name="Hannah") == "other-seat"


@awaited
async def test_between_rounds_everybody_may_sit_elsewhere() -> None:
    """What was seen is open then; and of the next round only the hand counts that somebody began it with."""
    home = await house()
    room, one, other = await table_of_two(home, seats=3, rounds=2)
    await one.do(room, commands.SeatBot, seat=2, level="random")
    await one.do(room, commands.Start)
    await one.connect(room)
    while (state := room.table.state) is not None:
        seat = state.to_act[0]
        if seat == 2:
            await home.clock.forward(1)
        else:
            await (one, other)[seat].move(room, seat, str(state.legal(seat)[0]))
    await other.do(room, commands.Stand, seat=1)
    await other.do(room, commands.Sit, seat=2)
    await one.do(room, commands.Next)
    await other.do(room, commands.Stand, seat=2)
    assert await refusal(other, room, commands.Sit, seat=1) == "other-seat"
    await other.do(room, commands.Sit, seat=2)


@awaited
async def test_settings_are_checked_as_a_whole() -> None:
    """What cannot be played is refused with what was expected; another game forgets the old one's options."""
    home = await house()
    room, one, _ = await table_of_two(home, game="classic", options={"blocking": "take3"})
    assert await refusal(one, room, commands.Change, game="chess") == "unknown-game"
    assert await refusal(one, room, commands.Change, options={"seats": 3}) == "option-unknown"
    assert await refusal(one, room, commands.Change, seats=9) == "seats"
    assert await refusal(one, room, commands.Change, rounds="many") == "rounds"
    assert await refusal(one, room, commands.Change, until=0) == "until"
    assert await refusal(one, room, commands.Change, rounds=2, until=50) == "rounds-and-until"
    assert await refusal(one, room, commands.Change, tie_window_ms=-1) == "settings"
    await one.do(room, commands.SeatBot, seat=1, level="holder") if room.table.seats[1].free else None
    await one.do(room, commands.Change, game="ratefix", seats=3)
    assert room.table.settings.options == {}
    assert len(room.table.seats) == 3
    with pytest.raises(ReihumError):
        await home.host.create(one.id, "Paul", Settings(game="classic", seats=4), fill="genius")
    with pytest.raises(CommandRefused):
        await home.host.create(one.id, " \u200b ", Settings(game="classic", seats=4))


@awaited
async def test_bots_that_another_game_does_not_know_become_usual_ones() -> None:
    """A holder is a bot for rows."""
    home = await house()
    one = await home.guest()
    room = await home.table(one, game="classic", seats=3, fill="holder")
    await one.do(room, commands.Change, game="ratefix")
    assert {seat.level for seat in room.table.seats[1:]}.isdisjoint({"holder", ""})


@awaited
async def test_rounds_follow_each_other_only_in_order() -> None:
    """No next round before the first, during one, or after the last; words only before a deal."""
    home = await house()
    room, one, other = await table_of_two(home, rounds=2)
    people = [one, other]
    assert await refusal(one, room, commands.Next) == "not-started"
    assert await refusal(one, room, commands.MakeMove, at=0, move="draw") == "no-round"
    await other.do(room, commands.Words, at=1, words="my own luck")
    await one.do(room, commands.Start)
    assert room.table.match is not None
    assert room.table.match.words == ("", "my own luck")
    assert await refusal(one, room, commands.Next) == "round-running"
    assert await refusal(one, room, commands.Words, at=0, words="late") == "dealt-already"
    for _ in range(2):
        while (state := room.table.state) is not None:
            seat = state.to_act[0]
            await people[seat].move(room, seat, str(state.legal(seat)[0]))
        if not room.table.over:
            await other.do(room, commands.Next)
    assert await refusal(one, room, commands.Next) == "match-over"
    assert await refusal(one, room, commands.MakeMove, at=0, move="draw") == "match-over"
    assert await refusal(one, room, commands.Quiet, at=0) == "match-over"


@awaited
async def test_a_reused_id_with_another_command_is_refused() -> None:
    """The same command again is answered as before; another one under its id is not taken for it, also after a
    restart."""
    home = await house()
    room, one, _ = await table_of_two(home)
    said = commands.Say(id="1", phrase="hello")
    number = await home.host.handle(room, one.id, 0, said)
    again = await house(home.log, home.clock)
    for place in (home, again):
        room = await place.host.room(room.table.id)
        assert await place.host.handle(room, one.id, 0, said) == number
        with pytest.raises(CommandRefused) as refused:
            await place.host.handle(room, one.id, 0, commands.Say(id="1", phrase="thanks"))
        assert refused.value.code == "command-reused"
    assert room.table.number == number


@awaited
async def test_words_and_names() -> None:
    """Preset phrases, free words only where the table allows them, and nothing that could turn a line around."""
    home = await house()
    room, one, _ = await table_of_two(home)
    assert await refusal(one, room, commands.Say, phrase="rude") == "phrase"
    assert await refusal(one, room, commands.Say) == "say-one"
    assert await refusal(one, room, commands.Say, words="free") == "no-chat"
    assert await refusal(one, room, commands.Rename, name="\n\t") == "name"
    await one.do(room, commands.Rename, name="  Vera\x07  Lisa ")
    assert room.table.people[one.id] == room.table.seats[0].name == "Vera Lisa"
    assert clean_text("a\u202eb\ud800c") == "a b c"


@awaited
async def test_the_last_one_closes_the_table() -> None:
    """When everybody has left nothing more can be done there, and it stands in no list."""
    home = await house()
    room, one, other = await table_of_two(home, open=True)
    assert [found.table for found in (await home.host.list_open_tables()).tables] == [room.table.id]
    await one.do(room, commands.Leave)
    assert len((await home.host.list_open_tables()).tables) == 1
    await other.do(room, commands.Leave)
    assert room.table.closed
    assert (await home.host.list_open_tables()).tables == ()
    with pytest.raises(CommandRefused):
        await room.join(one.id, "Paul", room.table.key)


@awaited
async def test_invitations() -> None:
    """A table by invitation opens to its key only; an open one to everybody; nobody joins twice."""
    home = await house()
    closed, _, _ = await table_of_two(home)
    opened, _, _ = await table_of_two(home, open=True)
    guest = await home.guest()
    for key in ("", "wrong", opened.table.key, closed.table.key + "x", "é"):
        with pytest.raises(CommandRefused) as refused:
            await closed.join(guest.id, "Luca", key)
        assert refused.value.code == "not-allowed"
        assert not closed.may_watch(guest.id, key)
    await closed.join(guest.id, "Luca", closed.table.key)
    await opened.join(guest.id, "Luca")
    seq = opened.table.seq
    await opened.join(guest.id, "Timo")
    assert opened.table.seq == seq


@awaited
async def test_a_rematch_takes_everybody_along() -> None:
    """The same people, seats and bots at a new table, or as many as another game seats; asked twice, made once."""
    home = await house()
    room, one, other = await table_of_two(home, seats=4, fill="holder")
    await play_out(room)
    await one.do(room, commands.Rematch)
    follow = room.table.next
    assert follow is not None
    again = await home.host.room(follow.table)
    assert again.table.people == room.table.people
    assert again.table.seats == room.table.seats
    assert again.table.match is None
    await other.do(room, commands.Rematch)
    assert room.table.next is follow
    await play_out(again)
    await one.do(again, commands.Rematch, game="zweikampf")
    assert again.table.next is not None
    duel = await home.host.room(again.table.next.table)
    assert [seat.person for seat in duel.table.seats] == [one.id, other.id]
    stranger = await home.guest()
    assert await refusal(stranger, duel, commands.Rematch) == "not-allowed"


@awaited
async def test_no_rematch_before_the_match() -> None:
    """A table where nobody has played does not lead to another one, which would cost nothing."""
    home = await house()
    room, one, _ = await table_of_two(home)
    assert await refusal(one, room, commands.Rematch) == "not-started"


@awaited
async def test_rematches_at_the_same_time_make_one_table() -> None:
    """Everybody taps at once: one table follows, and no other stands in anybody's list or in the circle."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    circle = await home.host.circles.found(one.id, "Paul", "Sunday evenings")
    await home.host.circles.enter(other.id, "Tessa", circle.circle, circle.key)
    room = await home.table(one, other, circle=circle.circle)
    await play_out(room)
    await asyncio.gather(*(guest.do(room, commands.Rematch) for guest in [one, other] * 4))
    assert room.table.next is not None
    follow = room.table.next.table
    assert {found.table for found in await home.host.tables_of(one.id)} == {room.table.id, follow}
    view = await home.host.circles.view(one.id, circle.circle)
    assert [opened.table for opened in view.tables] == [follow, room.table.id]


@awaited
async def test_of_rematches_at_two_hosts_one_is_closed_again() -> None:
    """The log takes the first; the table that nobody is led to is in no list."""
    here, there = await two_houses()
    there.host.entropy = lambda size: bytes(range(7, 7 + size))
    room, one, other = await table_of_two(here, open=True)
    await play_out(room)
    same = await there.host.room(room.table.id)
    there.log.deaf = True  # type: ignore[attr-defined]
    far = Guest(there.host, other.id, other.secret)
    await asyncio.gather(one.do(room, commands.Rematch), far.do(same, commands.Rematch))
    await room.refresh()
    assert room.table.next is not None
    assert room.table.next == same.table.next
    for found in (await here.host.tables_of(one.id), (await here.host.list_open_tables()).tables):
        assert {summary.table for summary in found} - {room.table.id} == {room.table.next.table}
