"""What makes a table go on by itself: stand-ins, clocks, verdicts on calls, turns held back, calm tables, bots."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from house import Guest, House, StillClock, awaited, eventually, house, settled, two_houses
from reihum.bots import Call
from reihum.engine import State
from reihum.errors import IllegalMove
from reihum.host import InlineBotRunner, Room, bot_runner
from reihum.host.bot_runner import BotQuestion
from reihum.host.workers import PoolClosed
from reihum.tables import commands, entries
from reihum.tables.arbiter import Reaction
from reihum.tables.refusals import CommandRefused
from reihum.tables.seats import Seat
from reihum.tables.settings import PACE_MS, STAGE_MS

_CARDS = [f"{colour}{number}" for number in range(1, 21) for colour in "RG"]
_REST = [f"{colour}{number}" for number in range(1, 21) for colour in "YB"]
PAIRS = " ".join([*_CARDS[0::2], *_REST[:20], *_CARDS[1::2], *_REST[20:]])
"""A deck of schnipp-schnapp for two: they turn equal numbers, one after the other."""


def running(room: Room) -> State:
    """The round that is being played."""
    state = room.table.state
    assert state is not None
    return state


async def begin(home: House, *guests: Guest, **how: Any) -> Room:
    """A table with everybody connected and the cards dealt."""
    room = await home.table(*guests, **how)
    for seat, guest in enumerate(guests):
        await guest.connect(room, seat)
    await guests[0].do(room, commands.Start)
    return room


# ---------------------------------------------------------------------------------- what has been decided


@awaited
async def test_a_bot_waits_while_people_look_at_what_was_decided() -> None:
    """Two cards that do not match lie open for their time before a bot turns up the next one."""
    home = await house()
    guest = await home.guest()
    room = await begin(home, guest, game="was-liegt-wo", fill="sensible", pace="normal", rounds=1)
    await guest.move(room, 0, "flip 1")
    state = running(room)
    other = next(place for place, card in enumerate(state.grid) if card[1:] != state.grid[0][1:])  # type: ignore[attr-defined]
    await guest.move(room, 0, f"flip {other + 1}")
    shown = running(room)
    longest = (STAGE_MS["normal"] + PACE_MS["normal"][1]) / 1000
    await home.clock.forward(STAGE_MS["normal"] / 1000)
    assert running(room) is shown
    await home.clock.forward(longest)
    assert running(room) is not shown


# ---------------------------------------------------------------------------------- people who are away


@awaited
async def test_a_bot_stands_in_after_the_time_of_grace_and_the_person_takes_the_seat_back() -> None:
    """A person who drops is replaced after a grace time and takes the seat back at any moment."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one, other, grace_seconds=20)
    next(link for link in room.subscriptions if link.person == other.id).detach()
    await home.clock.forward(19)
    assert "stood-in" not in one.kinds()
    await home.clock.forward(2)
    assert room.table.seats[1].away
    assert one.kinds()[-1] in ("stood-in", "played")
    await eventually(lambda: room.table.state is None or running(room).to_act == (0,), home.clock)
    await other.connect(room, 1)
    await settled()
    assert room.table.seats[1] == Seat(person=other.id, name="Tessa")


@awaited
async def test_who_is_back_in_time_was_never_away() -> None:
    """A short gap in a connection costs nothing."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one, other, grace_seconds=20)
    next(link for link in room.subscriptions if link.person == other.id).detach()
    await home.clock.forward(10)
    await other.connect(room, 1)
    await home.clock.forward(100)
    assert "stood-in" not in one.kinds()


@awaited
async def test_a_person_who_moves_is_back() -> None:
    """A stand-in gives way to a move of its person, whatever the host knows of connections."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one, other, grace_seconds=5, pace="relaxed")
    next(link for link in room.subscriptions if link.person == other.id).detach()
    await home.clock.forward(6)
    assert room.table.seats[1].away
    while running(room).to_act != (1,):
        await one.move(room, 0, str(running(room).legal(0)[-1]))
    await other.move(room, 1, str(running(room).legal(1)[0]))
    assert not room.table.seats[1].away


@awaited
async def test_nothing_goes_on_while_nobody_is_there() -> None:
    """No stand-ins play on for an empty room; everybody finds the table as they left it."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one, other, grace_seconds=1)
    stood = room.table.number
    for link in room.subscriptions:
        link.detach()
    await home.clock.forward(50)
    assert room.table.number == stood


# ---------------------------------------------------------------------------------- clocks


@awaited
async def test_a_turn_clock_makes_one_move_and_is_off_by_default() -> None:
    """Time is up: a bot makes this one move, and the person goes on with the next."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one, other, turn_seconds=30)
    first = running(room)
    await home.clock.forward(29)
    assert running(room) is first
    await home.clock.forward(2)
    assert running(room) is not first
    patient = await begin(home, one, other)
    waiting = running(patient)
    await home.clock.forward(10_000)
    assert running(patient) is waiting


@awaited
async def test_nothing_is_compiled_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests have a minute each, and a search may take that long to compile: somebody simple plays for it here."""
    asked: list[str] = []
    choice = bot_runner.choose_move

    def noted(question: BotQuestion) -> str:
        asked.append(question.level)
        return choice(question)

    monkeypatch.setattr(bot_runner, "choose_move", noted)
    home = await house()
    await begin(home, await home.guest(), await home.guest(), turn_seconds=30)
    await home.clock.forward(31)
    assert {*asked} == {"sensible"}


@awaited
async def test_clocks_stop_while_the_host_is_down() -> None:
    """After a restart the turn starts again: nobody loses time that the host was away."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await begin(home, one, other, turn_seconds=30)
    await home.clock.forward(29)
    later = await house(home.log, home.clock)
    again = await later.host.room(room.table.id)
    await home.host.close()
    await one.connect(again, 0)
    await other.connect(again, 1)
    position = running(again)
    await home.clock.forward(29)
    assert running(again) is position
    await home.clock.forward(2)
    assert running(again) is not position


# ---------------------------------------------------------------------------------- calls (rulebook §4)


async def callers(home: House, **how: Any) -> tuple[Room, Guest, Guest]:
    """Two people at schnipp-schnapp with two equal numbers open before them."""
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, game="schnipp-schnapp", **how)
    await one.connect(room, 0)
    await other.connect(room, 1)
    room.stacked = [PAIRS]
    await one.do(room, commands.Start)
    for seat, guest in ((0, one), (1, other)):
        await home.clock.forward(2)
        await guest.move(room, seat, "turn")
    assert "schnapp" in map(str, running(room).legal(0))
    return room, one, other


@awaited
async def test_the_first_call_opens_a_window_in_which_nothing_is_shown() -> None:
    """§4: after at most 300 ms the fastest reaction wins, not the call that came in first."""
    home = await house()
    room, one, other = await callers(home)
    heard = len(one.got), len(other.got)
    await one.move(room, 0, "schnapp", reaction=Reaction(900, 20))
    await home.clock.forward(0.2)
    await other.move(room, 1, "schnapp", reaction=Reaction(1000, 300))
    assert (len(one.got), len(other.got)) == heard
    assert room.table.number == one.updates[-1].number  # not even a number is missing
    await home.clock.forward(0.15)
    assert one.kinds()[-1] == "played"
    assert one.updates[-1].shown[0].seat == 1  # 700 ms beats 880 ms
    played = [entry for entry in _entries(home, room) if isinstance(entry, entries.PlayedEntry)][-1]
    assert played.verdict is not None
    assert len(played.verdict["calls"]) == 2


@awaited
async def test_calls_at_the_same_time_are_a_tie_and_guesses_are_wrong() -> None:
    """§4: closer together than the tie window; and under 100 ms nobody has seen anything."""
    home = await house()
    room, one, other = await callers(home)
    await one.move(room, 0, "schnapp", reaction=Reaction(500, 0))
    await other.move(room, 1, "schnapp", reaction=Reaction(529, 0))
    await home.clock.forward(0.4)
    played = [entry for entry in _entries(home, room) if isinstance(entry, entries.PlayedEntry)][-1]
    assert played.move == "tie 0 1 schnapp"
    room, one, _ = await callers(home)
    await one.move(room, 0, "schnapp", reaction=Reaction(90, 0))
    await home.clock.forward(0.4)
    played = [entry for entry in _entries(home, room) if isinstance(entry, entries.PlayedEntry)][-1]
    assert played.move == "early 0 schnapp"


@awaited
async def test_nobody_turns_on_to_escape_a_call() -> None:
    """§4: the host holds back the next turn for the pause, and while a call waits for its verdict."""
    home = await house()
    room, one, other = await callers(home, call_pause_ms=1500)
    turn = home.host.handle(room, one.id, 0, commands.MakeMove(id="turn", move="turn"))
    held = asyncio.create_task(turn)
    await home.clock.forward(1.3)
    assert not held.done()
    await other.move(room, 1, "schnapp", reaction=Reaction(1200, 0))
    await home.clock.forward(0.29)
    assert not held.done()
    await home.clock.forward(5)
    assert held.done()
    moves = [entry.move for entry in _entries(home, room) if isinstance(entry, entries.PlayedEntry)]
    assert moves[2:4] == ["schnapp", "turn"]


@awaited
async def test_a_move_held_back_is_given_up_when_everybody_has_gone() -> None:
    """Nobody judges the call any more. A person who comes back finds the call and may turn on after it."""
    home = await house()
    room, one, other = await callers(home)
    await home.clock.forward(5)
    await other.move(room, 1, "schnapp", reaction=Reaction(1200, 0))
    held = asyncio.create_task(one.move(room, 0, "turn"))
    await settled()
    for link in room.subscriptions:
        link.detach()
    await home.clock.forward(1)
    assert held.done()
    with pytest.raises(CommandRefused) as refused:
        held.result()
    assert refused.value.code == "nobody-here"
    await one.connect(room, 0)
    await home.clock.forward(1)
    moves = [entry.move for entry in _entries(home, room) if isinstance(entry, entries.PlayedEntry)]
    assert moves[2:] == ["schnapp"]


@awaited
async def test_a_move_held_back_is_given_up_when_the_table_is_let_go() -> None:
    """Another room may be the table's by then."""
    home = await house()
    room, one, _ = await callers(home, call_pause_ms=1500)
    held = asyncio.create_task(one.move(room, 0, "turn"))
    await settled()
    await room.close()
    await home.clock.forward(5)
    assert held.done()
    with pytest.raises(CommandRefused):
        held.result()


@awaited
async def test_a_second_call_and_a_wrong_word_are_refused() -> None:
    """Nobody calls twice about the same card; what the game does not know is refused at once."""
    home = await house()
    room, one, _ = await callers(home)
    await one.move(room, 0, "schnapp", reaction=Reaction(400, 0))
    with pytest.raises(CommandRefused) as refused:
        await one.move(room, 0, "schnapp", reaction=Reaction(400, 0))
    assert refused.value.code == "called-already"
    with pytest.raises(IllegalMove):
        await one.move(room, 0, "stop")


@awaited
async def test_a_calm_table_waits_until_everybody_has_spoken_and_goes_by_turn() -> None:
    """Calm mode: no speed. Nobody turns on before all have said call or quiet; then the order of turns decides."""
    home = await house()
    one, other = await home.guest(), await home.guest()
    room = await home.table(one, other, game="schnipp-schnapp", calm=True)
    await one.connect(room, 0)
    await other.connect(room, 1)
    room.stacked = [PAIRS]
    await one.do(room, commands.Start)
    await other.do(room, commands.Quiet, at=1)
    await one.move(room, 0, "turn")
    with pytest.raises(CommandRefused) as refused:
        await other.move(room, 1, "turn")
    assert refused.value.code == "calm-waiting"
    assert refused.value.message.values["players"] == (0,)
    await one.do(room, commands.Quiet, at=0)
    await other.move(room, 1, "turn")
    await other.move(room, 1, "schnapp")
    await home.clock.forward(60)
    assert one.updates[-1].shown[0].kind == "turn"  # one has not spoken: no verdict, however long it takes
    await one.move(room, 0, "schnapp")
    played = [entry for entry in _entries(home, room) if isinstance(entry, entries.PlayedEntry)][-1]
    assert (played.seat, played.move) == (0, "schnapp")  # seat 0 is on turn, so it comes first
    assert played.verdict is not None
    assert played.verdict["calm"]


def _entries(home: House, room: Room) -> list[entries.Entry]:
    return [entries.decode(row.data) for row in home.log.rows[room.table.id]]


# ---------------------------------------------------------------------------------- bots


class Failing(InlineBotRunner):
    """Bots that break."""

    async def choose(self, question: BotQuestion) -> str:
        raise ValueError("planted")

    async def call(self, question: BotQuestion) -> Call | None:
        raise ValueError("planted")


class Wrong(InlineBotRunner):
    """Bots that answer what nobody offered them."""

    async def choose(self, question: BotQuestion) -> str:
        return "lay R99"

    async def call(self, question: BotQuestion) -> Call | None:
        return Call("bingo", 0)


def think_with(home: House, thinking: InlineBotRunner) -> None:
    """Replace the bot runner, for tables that are made from now on."""
    home.host.services = replace(home.host.services, bots=thinking)


@pytest.mark.parametrize("thinking", [Failing(), Wrong()], ids=["failing", "wrong"])
@awaited
async def test_a_bot_that_breaks_does_not_stop_the_table(
    thinking: InlineBotRunner, caplog: pytest.LogCaptureFixture
) -> None:
    """A random bot makes its moves, and the host's log says why. An illegal answer counts as no answer."""
    home = await house()
    one = await home.guest()
    think_with(home, thinking)
    room = await home.table(one, seats=2, fill="sensible")
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    for _ in range(300):
        if room.table.state is not None and running(room).to_act == (0,):
            await one.move(room, 0, str(running(room).legal(0)[0]))
        await home.clock.forward(1)
    assert room.table.state is None
    assert f"The bot sensible at seat 1 of table {room.table.id} has failed at move " in caplog.text


@pytest.mark.parametrize("thinking", [Failing(), Wrong()], ids=["failing", "wrong"])
@awaited
async def test_a_bot_that_breaks_keeps_quiet_at_a_calm_table(thinking: InlineBotRunner) -> None:
    """Otherwise everybody would wait for its word for ever."""
    home = await house()
    one = await home.guest()
    think_with(home, thinking)
    room = await begin(home, one, game="schnipp-schnapp", seats=2, fill="sensible", calm=True)
    await one.move(room, 0, "turn")
    await one.do(room, commands.Quiet, at=0)
    await eventually(lambda: running(room).to_act == (0,), home.clock)
    assert room.table.callers() == [0, 1]
    await home.clock.forward(1)
    assert room.table.kept == {1}


class Stopping(InlineBotRunner):
    """Bots of a server that stops."""

    async def choose(self, question: BotQuestion) -> str:
        raise PoolClosed("stopping")


@awaited
async def test_a_bot_that_is_not_asked_because_the_server_stops_has_not_failed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """No random move is made in its place, and the log has no fault."""
    home = await house()
    one = await home.guest()
    think_with(home, Stopping())
    room = await begin(home, one, seats=2, fill="sensible")
    await eventually(lambda: running(room).to_act == (0,), home.clock)
    while running(room).to_act == (0,):
        await one.move(room, 0, str(running(room).legal(0)[-1]))
    before = room.table.seq
    await home.clock.forward(60)
    assert room.table.seq == before
    assert not caplog.text


@awaited
async def test_what_fails_is_told_and_tried_again_with_the_next_happening(caplog: pytest.LogCaptureFixture) -> None:
    """A job that ends by an error does not stand in the way of the next one."""
    home = await house()
    one = await home.guest()
    room = await begin(home, one, seats=2, fill="random")
    await eventually(lambda: running(room).to_act == (0,), home.clock)
    await one.move(room, 0, str(running(room).legal(0)[0]))
    home.log.rows[room.table.id].append(home.log.rows[room.table.id][-1])  # a store that is broken
    before = room.table.seq
    await home.clock.forward(5)
    assert room.table.seq == before
    assert "could not go on" in caplog.text
    del home.log.rows[room.table.id][-1]
    await one.do(room, commands.Say, phrase="hello")
    await home.clock.forward(5)
    assert room.table.seq > before + 1


class Pondering(InlineBotRunner):
    """Bots that need a while for a move, or for a call, by the clock of the house. They call whenever they may."""

    def __init__(self, clock: StillClock, *, move: float = 0, call: float = 0) -> None:
        self.clock = clock
        self.seconds = {"move": move, "call": call}

    async def choose(self, question: BotQuestion) -> str:
        self.clock.jump(self.seconds["move"])
        return await super().choose(question)

    async def call(self, question: BotQuestion) -> Call | None:
        self.clock.jump(self.seconds["call"])
        return Call("schnapp", 1_500)


async def pause_of_a_bot(kind: type[entries.PlayedEntry | entries.CalledEntry], **seconds: float) -> int:
    """The milliseconds before a bot's first move or call, if it thinks for this long."""
    home = await house()
    one = await home.guest()
    think_with(home, Pondering(home.clock, **seconds))
    room = await home.table(one, game="schnipp-schnapp", fill="random", pace="relaxed")
    room.stacked = [PAIRS]
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    await one.move(room, 0, "turn")
    await home.clock.forward(10)
    found = _entries(home, room)
    place = next(place for place, entry in enumerate(found) if isinstance(entry, kind) and entry.seat == 1)
    return found[place].at_ms - found[place - 1].at_ms


@awaited
async def test_the_time_a_bot_has_thought_is_part_of_its_pace() -> None:
    """A table is as quick with bots that search as with others, as long as they think no longer than they seem to."""
    pause = await pause_of_a_bot(entries.PlayedEntry)
    assert 1_500 <= pause <= 3_000
    assert await pause_of_a_bot(entries.PlayedEntry, move=1) == pause


@awaited
async def test_the_time_a_bot_has_thought_is_part_of_its_reaction() -> None:
    """A call comes as quickly as the bot has said, not so much later than it was found out."""
    assert await pause_of_a_bot(entries.CalledEntry) == 1_500
    assert await pause_of_a_bot(entries.CalledEntry, call=1) == 1_500


class Curious(InlineBotRunner):
    """Remembers what the bots were told."""

    def __init__(self) -> None:
        self.questions: list[BotQuestion] = []

    async def choose(self, question: BotQuestion) -> str:
        self.questions.append(question)
        return await super().choose(question)


@awaited
async def test_a_bot_is_told_what_its_seat_was_shown_and_nothing_else() -> None:
    """All events of the round, as that seat saw them, and its view: no secret, no state, no other hand."""
    home = await house()
    one = await home.guest()
    thinking = Curious()
    home.host.services = replace(home.host.services, bots=thinking)
    room = await home.table(one, seats=2, fill="sensible")
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    for _ in range(12):
        if room.table.state is not None and running(room).to_act == (0,):
            await one.move(room, 0, str(running(room).legal(0)[0]))
        await home.clock.forward(1)
    last = thinking.questions[-1]
    assert len(last.shown) >= 3
    assert last.view.seat == last.seat == 1
    secret = room.table.match.secret if room.table.match else b""
    assert secret
    assert secret not in (last.seed, last.seed[: len(secret)])
    drawn = [shown for event in last.shown for shown in event if shown.kind == "draw" and shown.seat == 0]
    assert all(not shown.cards for shown in drawn)


@awaited
async def test_another_host_goes_on_when_one_is_gone() -> None:
    """Of several processes the last writer acts at once, the others a little later, and nothing happens twice."""
    here, there = await two_houses()
    one = await here.guest()
    room = await here.table(one, game="classic", seats=4, fill="sensible")
    far = Guest(there.host, one.id, one.secret)
    same = await there.host.room(room.table.id)
    await far.connect(same, 0)
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    await settled()
    await here.host.close()  # as if killed: it drives no bots any more
    for _ in range(200):
        if same.table.state is None:
            break
        if 0 in running(same).to_act:
            await far.move(same, 0, str(running(same).legal(0)[0]))
        await there.clock.forward(3)
    assert same.table.state is None
    assert same.table.over
