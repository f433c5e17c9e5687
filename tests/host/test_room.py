"""A table in play: written down first, then told; repeats are harmless; nothing is missed and nothing comes twice."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

import pytest

from house import Guest, House, MemoryLog, StillClock, awaited, eventually, house, settled, two_houses
from reihum.errors import IllegalMove
from reihum.host import InlineExecutor, Room, UnknownTable
from reihum.host.fair_queue import NOBODY, WorkShare
from reihum.host.timing.stopwatch import Line
from reihum.matches import verify
from reihum.store.log import Conflict, StorageFailed
from reihum.tables import commands
from reihum.tables.chain import DamagedLog, StoredEntry
from reihum.tables.refusals import CommandRefused
from reihum.tables.table import load_table
from reihum.tables.updates import Dismissed, Notification, Presence, Snapshot, Update

T = TypeVar("T")


async def two_at_a_table(home: House, **how: Any) -> tuple[Room, Guest, Guest]:
    """Two people, connected, with the cards dealt."""
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, **how)
    await one.connect(room, 0)
    await other.connect(room, 1)
    await one.do(room, commands.Start)
    return room, one, other


def first_move(room: Room) -> tuple[int, str]:
    """Who is to act, and the first move."""
    state = room.table.state
    assert state is not None
    seat = state.to_act[0]
    return seat, str(state.legal(seat)[0])


@awaited
async def test_a_match_over_the_host_is_the_match_played_directly() -> None:
    """The record of a table verifies, and its points are what the seats were told."""
    home = await house()
    room, one, other = await two_at_a_table(home, rounds=2)
    people = [one, other]
    while not room.table.over:
        if room.table.state is None:
            await one.do(room, commands.Next)
        seat, move = first_move(room)
        await people[seat].move(room, seat, move)
    found = verify(await room.record())
    assert room.table.match is not None
    assert found.totals == room.table.match.totals
    last = one.updates[-2]  # behind it only stands that the match is finished
    assert last.view is None
    assert one.updates[-1].view is not None
    assert one.updates[-1].view.outcome == found.outcome


class Counting(InlineExecutor):
    """Counts what there is to do, and does it a little later."""

    def __init__(self) -> None:
        self.works: list[str] = []

    async def run(self, work: Callable[..., T], *args: Any, share: WorkShare = NOBODY) -> T:
        self.works.append(work.__name__)
        await asyncio.sleep(0)
        return await super().run(work, *args)


@awaited
async def test_a_record_is_made_once_and_not_in_the_event_loop() -> None:
    """However many people ask for a record, the executor makes it again only after something was written."""
    counting = Counting()
    home = await house(executor=counting)
    room, one, other = await two_at_a_table(home, rounds=2)
    for _ in range(2):
        with pytest.raises(CommandRefused, match="record"):
            await room.record()
    assert counting.works == ["make_record"]
    while room.table.state is not None:
        seat, move = first_move(room)
        await [one, other][seat].move(room, seat, move)
    found = await asyncio.gather(*(room.record() for _ in range(5)))
    assert counting.works == ["make_record"] * 2
    await one.do(room, commands.Say, phrase="hello")
    assert await room.record() == found[0]
    assert counting.works == ["make_record"] * 3


@awaited
async def test_acknowledged_and_told_only_after_the_commit() -> None:
    """While an entry is not on disk nobody hears of it, and its sender has no answer."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    seat, move = first_move(room)
    home.log.gate = asyncio.Event()
    heard = len(one.got), len(other.got)
    answer = asyncio.create_task([one, other][seat].move(room, seat, move))
    await settled()
    assert not answer.done()
    assert (len(one.got), len(other.got)) == heard
    home.log.gate.set()
    assert await answer == room.table.number
    assert len(one.got) == heard[0] + 1
    assert len(other.got) == heard[1] + 1


@awaited
async def test_what_is_not_written_has_not_happened() -> None:
    """A full disk: a clear error, nothing told, nothing changed; the same command goes when there is space again."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    seat, move = first_move(room)
    before, heard = room.table.state, len(one.got)
    home.log.failing = True
    command = commands.MakeMove(id="again", move=move)
    with pytest.raises(StorageFailed):
        await room.handle([one, other][seat].id, seat, command)
    assert room.table.state is before
    assert len(one.got) == heard
    home.log.failing = False
    await room.handle([one, other][seat].id, seat, command)
    assert room.table.state is not before


@awaited
async def test_a_repeated_command_is_carried_out_once() -> None:
    """A command carries an id, so a repeat is harmless: the same answer, nothing new in the log."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    seat, move = first_move(room)
    person = [one, other][seat].id
    command = commands.MakeMove(id="once", move=move)
    first = await room.handle(person, seat, command)
    entries = len(home.log.rows[room.table.id])
    assert await room.handle(person, seat, command) == first
    assert len(home.log.rows[room.table.id]) == entries
    again = await house(home.log)  # after a restart, too
    reloaded = await again.host.room(room.table.id)
    assert await reloaded.handle(person, seat, command) == first
    assert len(home.log.rows[room.table.id]) == entries


@awaited
async def test_who_goes_away_in_the_middle_does_not_stop_what_was_begun() -> None:
    """Somebody who comes to the table and is cut off is still written, applied and told."""
    home = await house()
    room, one, _ = await two_at_a_table(home)
    guest = await home.guest()
    home.log.gate = asyncio.Event()
    answer = asyncio.create_task(room.join(guest.id, "Ida", room.table.key))
    await settled()
    answer.cancel()
    home.log.gate.set()
    await settled()
    assert len(home.log.rows[room.table.id]) == room.table.seq
    assert one.updates[-1].number == room.table.number
    assert one.kinds()[-1] == "joined"


@awaited
async def test_a_cancelled_command_that_was_written_is_told_with_the_next_one() -> None:
    """The log has it, and memory follows the log: nothing is lost, repeated or out of order."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    seat, move = first_move(room)
    append = home.log.append

    async def write_and_wait(*what: Any) -> None:
        await append(*what)
        await asyncio.Event().wait()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(home.log, "append", write_and_wait)
        answer = asyncio.create_task([one, other][seat].move(room, seat, move))
        await settled()
        answer.cancel()
        await settled()
    assert room.table.seq < len(home.log.rows[room.table.id])
    await one.do(room, commands.Say, phrase="hello")
    assert room.table.seq == len(home.log.rows[room.table.id])
    assert one.kinds()[-2:] == ["played", "said"]
    assert [update.number for update in one.updates][-2:] == [room.table.number - 1, room.table.number]


@awaited
async def test_commands_at_the_same_time_come_one_after_another() -> None:
    """Twenty phrases at once: twenty entries, numbered without a gap, in the same order for everybody."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    await asyncio.gather(*(guest.do(room, commands.Say, phrase="hello") for guest in (one, other) * 10))
    assert one.kinds()[-20:] == ["said"] * 20
    assert [update.number for update in one.updates] == list(range(one.updates[0].number, room.table.number + 1))
    assert one.updates[-20:] == other.updates[-20:]


@awaited
async def test_the_loser_of_a_race_between_hosts_tries_again_on_the_new_state() -> None:
    """(table, seq) is unique: the first writer wins; the other one reads and decides again."""
    here, there = await two_houses()
    room, one, other = await two_at_a_table(here)
    there.log.deaf = True  # type: ignore[attr-defined]
    same = await there.host.room(room.table.id)
    seat, move = first_move(room)
    await [one, other][seat].move(room, seat, move)
    assert same.table.number < room.table.number
    with pytest.raises(IllegalMove):
        await same.handle([one, other][seat].id, seat, commands.MakeMove(id="late", move=move))
    assert same.table.number == room.table.number
    await same.handle(one.id, 0, commands.Say(id="x", phrase="oops"))
    await room.handle(one.id, 0, commands.Say(id="y", phrase="oops"))
    assert load_table(room.table.id, here.log.rows[room.table.id]).number == room.table.number


@awaited
async def test_what_one_host_writes_the_people_at_the_other_hear() -> None:
    """Several processes serve one table: everybody hears the same, wherever they are connected."""
    here, there = await two_houses()
    room, one, other = await two_at_a_table(here)
    same = await there.host.room(room.table.id)
    far = Guest(there.host, other.id, other.secret)
    await far.connect(same, 1)
    near = len(other.updates)
    for _ in range(6):
        seat, move = first_move(room)
        await ([one, far][seat]).move([room, same][seat], seat, move)
        await settled()
    assert far.updates == other.updates[near:]
    assert len(far.updates) == 6


@awaited
async def test_resuming_brings_what_was_missed_once() -> None:
    """From every number that memory reaches back to: the missed happenings follow without a gap, and the last one
    brings the position. From an earlier one the whole table comes."""
    home = await house()
    room, one, other = await two_at_a_table(home, rounds=3)
    people = [one, other]
    while not room.table.over:
        if room.table.state is None:
            await other.do(room, commands.Next)
        seat, move = first_move(room)
        await people[seat].move(room, seat, move)
    everything = {update.number: update for update in one.updates}
    for after in range(min(everything), room.table.number + 1):
        late = Guest(home.host, one.id, one.secret)
        await late.connect(room, 0, after)
        if after + 1 < room.table.history[0].number:
            assert (late.updates, late.snapshots[0].number) == ([], room.table.number)
            continue
        assert [update.number for update in late.updates] == list(range(after + 1, room.table.number + 1))
        assert all(update.shown == everything[update.number].shown for update in late.updates)
        if late.updates:
            assert late.updates[-1].view == everything[room.table.number].view
    with pytest.raises(CommandRefused) as refused:
        await Guest(home.host, one.id, one.secret).connect(room, 0, room.table.number + 1)
    assert refused.value.code == "number"


@awaited
async def test_only_who_may_looks_from_a_seat() -> None:
    """A person looks from one of their seats or as a spectator, never from a seat of somebody else."""
    home = await house()
    room, one, _ = await two_at_a_table(home)
    stranger = await home.guest()
    for guest, seat in [(stranger, 0), (one, 1), (one, 2), (one, -1)]:
        with pytest.raises(CommandRefused) as refused:
            await guest.connect(room, seat)
        assert refused.value.code == "not-allowed"
    link = await one.connect(room, 0)
    with pytest.raises(CommandRefused):
        link.look(1)


@awaited
async def test_several_seats_on_one_device() -> None:
    """Pass and play: one person sits at two seats and looks from one of them at a time."""
    home = await house()
    one = await home.guest()
    room = await home.table(one)
    link = await one.connect(room, 0)
    with pytest.raises(CommandRefused) as refused:
        await one.do(room, commands.Sit, seat=1)
    assert refused.value.code == "second-name"
    await one.do(room, commands.Sit, seat=1, name="Tessa")
    await one.do(room, commands.Start)
    for _ in range(4):
        seat, move = first_move(room)
        shown = link.look(seat)
        assert shown.seat == seat
        assert shown.seats == (0, 1)
        assert shown.view is not None
        assert shown.view.view.seat == seat
        await one.move(room, seat, move)
    seat, move = first_move(room)
    with pytest.raises(IllegalMove):
        await one.move(room, 1 - seat, move)


@awaited
async def test_who_sits_down_looks_from_there_and_who_stands_up_from_outside() -> None:
    """Nobody has to reload: the new perspective comes by itself, as a whole."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await home.table(one)
    await room.join(other.id, "Tessa", room.table.key)
    await other.connect(room)
    await other.do(room, commands.Sit, seat=1)
    await other.do(room, commands.Stand, seat=1)
    assert [shown.seat for shown in other.snapshots] == [None, 1, None]
    assert other.snapshots[-1].lobby.seats[1].free


@awaited
async def test_who_is_sent_away_hears_no_more() -> None:
    """Removed from a table by invitation: told so, and the key opens nothing any more."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    await one.do(room, commands.Remove, person=other.id)
    assert isinstance(other.got[-1], Dismissed)
    assert not room.may_watch(other.id, room.table.key)
    with pytest.raises(CommandRefused):
        await room.join(other.id, "Tessa", room.table.key)
    assert room.table.seats[1].level  # a bot plays on


@awaited
async def test_a_table_that_is_no_longer_open_dismisses_spectators() -> None:
    """Spectators without a key are dismissed and hear nothing more; those who came by the key stay."""
    home = await house()
    one, stranger = await home.guest(), await home.guest()
    room = await home.table(one, open=True)
    nobody: list[Notification] = []
    by_key: list[Notification] = []
    await one.connect(room, 0)
    await stranger.connect(room)
    link = await room.connect("", None, nobody.append)
    await room.connect("", None, by_key.append, key=room.table.key)
    await one.do(room, commands.Change, open=False)
    assert isinstance(nobody[-1], Dismissed)
    assert isinstance(stranger.got[-1], Dismissed)
    heard = len(nobody), len(stranger.got)
    await one.do(room, commands.Say, phrase="hello")
    assert (len(nobody), len(stranger.got)) == heard
    assert isinstance(by_key[-1], Update)
    assert room.attendance.present() == (one.id,)
    with pytest.raises(CommandRefused):
        link.look(None)


@awaited
async def test_sending_somebody_away_changes_the_key() -> None:
    """Without the cookie the old link would let them in again. The others stay, and see the new one; so does a host
    that reads the table later."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    old = room.table.key
    watching: list[Notification] = []
    await room.connect("", None, watching.append, key=old)
    await one.do(room, commands.Remove, person=other.id)
    assert not room.may_watch("", old)
    assert isinstance(watching[-1], Dismissed)
    stranger = await home.guest()
    with pytest.raises(CommandRefused):
        await room.join(stranger.id, "Tessa", old)
    assert (one.snapshots[-1].key, one.snapshots[-1].seat) == (room.table.key, 0)
    again = await (await house(home.log)).host.room(room.table.id)
    assert again.table.key == room.table.key
    await again.join(stranger.id, "Luca", again.table.key)


@awaited
async def test_who_leaves_hears_no_more_and_may_come_back() -> None:
    """A person who leaves is not banned: everybody's link stays valid."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    key = room.table.key
    await room.connect(other.id, 1, other.got.append, key=key)
    await other.do(room, commands.Leave)
    assert [type(sent) for sent in other.got].count(Dismissed) == 2
    assert room.attendance.present() == (one.id,)
    assert room.table.key == key
    await room.join(other.id, "Tessa", key)


@awaited
async def test_a_forgotten_person_is_dismissed_everywhere() -> None:
    """Their secret opens nothing any more, and their connections end, here and at another host."""
    here, there = await two_houses()
    one, other = await here.guest(), await here.guest()
    room = await here.table(one, other)
    same = await there.host.room(room.table.id)
    await one.connect(room, 0)
    await other.connect(room, 1)
    far = Guest(there.host, other.id, other.secret)
    await far.connect(same, 1)
    await here.host.forget(other.id)
    await settled()
    assert isinstance(other.got[-1], Dismissed)
    assert isinstance(far.got[-1], Dismissed)
    assert room.attendance.present() == same.attendance.present() == (one.id,)
    assert not any(isinstance(sent, Dismissed) for sent in one.got)
    assert other.id in room.table.people  # what was played stays as it was


@awaited
async def test_presence_is_told_here_and_across_hosts() -> None:
    """Who is connected is known everywhere, and forgotten when a process dies."""
    here, there = await two_houses()
    one, other = await here.guest(), await here.guest()
    room = await here.table(one, other)
    same = await there.host.room(room.table.id)
    await one.connect(room, 0)
    far = Guest(there.host, other.id, other.secret)
    link = await far.connect(same, 1)
    await settled()
    both = tuple(sorted([one.id, other.id]))
    assert room.attendance.present() == same.attendance.present() == both
    assert [sent for sent in one.got if isinstance(sent, Presence)][-1].present == both
    link.detach()
    await settled()
    assert room.attendance.present() == (one.id,)
    await far.connect(same, 1)
    await settled()
    assert room.attendance.present() == both
    there.log.deaf = True  # type: ignore[attr-defined]
    await here.clock.forward(60)  # the other house's clock stands still: it says no more
    assert room.attendance.present() == (one.id,)
    assert [sent for sent in one.got if isinstance(sent, Presence)][-1].present == (one.id,)


@awaited
async def test_presence_is_told_only_when_it_is_another() -> None:
    """A spectator without a name, or a second connection of a person, changes nothing for the others. A new connection
    is told who is there, also when it resumes."""
    home = await house()
    room, one, other = await two_at_a_table(home, open=True)
    heard = len(one.got), len(other.got)
    nobody: list[Notification] = []
    watching = await room.connect("", None, nobody.append)
    second = await room.connect(one.id, None, nobody.append, after=room.table.number)
    both = Presence(tuple(sorted([one.id, other.id])))
    assert [type(sent) for sent in nobody] == [Snapshot, Presence, Presence]
    assert nobody[1] == nobody[2] == both
    watching.detach()
    second.detach()
    assert (len(one.got), len(other.got)) == heard
    next(link for link in room.subscriptions if link.person == other.id).detach()
    assert one.got[-1] == Presence((one.id,))


@awaited
async def test_a_host_that_comes_to_a_table_learns_at_once_who_is_there() -> None:
    """Nobody is taken for absent only because another host has not spoken yet."""
    here, there = await two_houses()
    one, other = await here.guest(), await here.guest()
    room = await here.table(one, other)
    await one.connect(room, 0)
    await settled()
    same = await there.host.room(room.table.id)
    await Guest(there.host, other.id, other.secret).connect(same, 1)
    await settled()
    assert same.attendance.present() == room.attendance.present() == tuple(sorted([one.id, other.id]))


@awaited
async def test_tables_nobody_looks_at_leave_memory_and_come_back() -> None:
    """Memory is a cache of the log."""
    home = await house()
    room, one, _ = await two_at_a_table(home)
    for link in room.subscriptions:
        link.detach()
    seen = room.snapshot(one.id, 0)
    await home.clock.forward(200)
    assert room.table.id not in home.host.rooms
    back = await home.host.room(room.table.id)
    assert back is not room
    assert back.snapshot(one.id, 0) == seen
    with pytest.raises(UnknownTable):
        await home.host.room("t-2222222222")


@awaited
async def test_tables_that_leave_memory_need_no_garbage_collector() -> None:
    """A server collects garbage very rarely: what it lets go of must be free at once."""
    home = await house()
    room, _, _ = await two_at_a_table(home)
    for link in room.subscriptions:
        link.detach()
    table = weakref.ref(room.table)
    gc.disable()
    try:
        del room, link
        await home.clock.forward(200)
        assert table() is None
    finally:
        gc.enable()


@awaited
async def test_a_table_that_somebody_is_about_to_come_to_stays_in_memory() -> None:
    """If it went while somebody joins, one table would become two, and people at one would miss the other's moves."""
    home = await house()
    room, one, other = await two_at_a_table(home)
    for link in room.subscriptions:
        link.detach()
    await home.clock.forward(58)
    asked = await home.host.room(room.table.id)
    await home.clock.forward(10)
    await one.connect(asked, 0)
    again = await home.host.room(room.table.id)
    assert again is asked
    await other.connect(again, 1)
    seat, move = first_move(again)
    number = await (one, other)[seat].move(again, seat, move)
    assert one.updates[-1].number == other.updates[-1].number == number


class SlowLog(MemoryLog):
    """A log in which reading takes its time."""

    def __init__(self, clock: StillClock, seconds: float) -> None:
        super().__init__()
        self.clock = clock
        self.seconds = seconds

    async def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        await self.clock.sleep(self.seconds)
        return await super().read(table, after)


@awaited
async def test_a_table_that_took_long_to_load_is_not_let_go_at_once() -> None:
    """The time in memory counts from the moment somebody can sit down."""
    clock = StillClock()
    log = SlowLog(clock, 0)
    room, one, _ = await two_at_a_table(await house(log, clock))
    log.seconds = 70
    later = await house(log, clock)
    loading = asyncio.create_task(later.host.room(room.table.id))
    while not loading.done():
        await clock.forward(5)
    await clock.forward(10)
    await one.connect(loading.result(), 0)
    assert later.host.rooms[room.table.id] is loading.result()


@awaited
async def test_a_conflict_with_nothing_new_to_read_is_an_error() -> None:
    """It would be a broken store: it is told, not tried for ever."""
    home = await house()
    room, one, _ = await two_at_a_table(home)
    rows = home.log.rows[room.table.id]
    home.log.rows[room.table.id] = rows[:-1]
    with pytest.raises(Conflict):
        await one.do(room, commands.Say, phrase="hello")
    home.log.rows[room.table.id] = [*rows, rows[-1]]
    with pytest.raises(DamagedLog):
        await one.do(room, commands.Say, phrase="hello")


@awaited
async def test_bots_play_while_somebody_is_there() -> None:
    """A table of one person and bots goes on by itself up to that person's turn, and stops when nobody is connected."""
    home = await house()
    one = await home.guest()
    room = await home.table(one, seats=4, game="classic", fill="sensible", pace="normal")
    link = await one.connect(room, 0)
    await one.do(room, commands.Start)
    state = room.table.state
    assert state is not None
    await eventually(lambda: room.table.state is None or room.table.state.to_act == (0,), home.clock)
    seat, move = first_move(room)
    await one.move(room, seat, move)
    link.detach()
    stood = room.table.number
    await home.clock.forward(50)
    assert room.table.number <= stood + 1  # whatever was being written when the connection broke


@awaited
async def test_advice_for_a_person_who_plays_against_bots_alone() -> None:
    """A hint names a legal move and a reason; where people play against each other there is none."""
    home = await house()
    one = await home.guest()
    room = await home.table(one, seats=3, game="farben-sammeln", fill="sensible")
    await one.connect(room, 0)
    with pytest.raises(CommandRefused):
        await room.hint(one.id, 0)
    await one.do(room, commands.Start)
    await eventually(lambda: room.table.state is None or 0 in room.table.state.to_act, home.clock)
    advice = await room.hint(one.id, 0)
    assert room.table.state is not None
    assert advice.move in map(str, room.table.state.legal(0))
    assert advice.why.key.startswith("why.")
    two, pair, _ = await two_at_a_table(home)
    with pytest.raises(CommandRefused) as refused:
        await two.hint(pair.id, 0)
    assert refused.value.code == "no-hints"


@awaited
async def test_a_person_at_two_processes_gets_no_credit() -> None:
    """A card that goes to a person over another process, too, may have been seen there on a short line. A card that
    comes after they have left it is timed as usual."""
    clock = StillClock()
    here, there = await two_houses(clock)
    paul = await here.guest()
    room = await here.table(paul)
    numbers = count(1)

    async def measure_credit(leave: Callable[[], None] = lambda: None) -> int:
        line, card, now = Line(room.stopwatches.find(paul.id), lambda: 200), next(numbers), clock.monotonic()
        for ping in range(2):
            line.pings.send(ping, now - 1)
            line.receive_pong(ping, now - 0.8)
        line.start(0, card, 100, now)
        line.receive_pong(100, now + 0.2)
        leave()
        await clock.forward(1)
        reaction = line.measure(0, clock.monotonic())
        assert reaction is not None
        return reaction.round_trip_ms

    assert await measure_credit() == 200
    elsewhere = await Guest(there.host, paul.id, paul.secret).connect(await there.host.room(room.table.id))
    await settled()
    assert await measure_credit() == 0
    assert await measure_credit(elsewhere.detach) == 0
    assert await measure_credit() == 200
