"""How fast bots play: one pause for thinking in a turn, its end at once, and a pace that people change as they play."""

from __future__ import annotations

from itertools import pairwise

import pytest

from house import Guest, House, awaited, eventually, house
from reihum.host import Room
from reihum.tables import commands, entries
from reihum.tables.refusals import CommandRefused
from reihum.tables.settings import PACE_MS, STAGE_MS, STEP_MS, Settings


async def begin(home: House, game: str, seats: int, pace: str | None) -> tuple[Room, Guest]:
    """A table of one person and bots, dealt."""
    one = await home.guest()
    room = await home.table(one, game=game, seats=seats, fill="sensible", pace=pace)
    await one.connect(room, 0)
    await one.do(room, commands.Start)
    return room, one


def moves(home: House, room: Room) -> list[entries.PlayedEntry]:
    """All moves in the log."""
    found = [entries.decode(row.data) for row in home.log.rows[room.table.id]]
    return [entry for entry in found if isinstance(entry, entries.PlayedEntry)]


async def play_round(home: House, room: Room, one: Guest) -> None:
    """The person makes any move whenever it is their turn, until the round is over."""
    while room.table.state is not None:
        state = room.table.state
        if 0 in state.to_act:
            await one.move(room, 0, str(state.legal(0)[0]))
        else:
            await home.clock.forward(0.1)


@pytest.mark.parametrize("game", ["classic", "farben-sammeln", "master"])
@pytest.mark.parametrize("pace", ["quick", "normal", "relaxed"])
@awaited
async def test_a_bot_thinks_once_in_a_turn(game: str, pace: str) -> None:
    """Its first move comes after the pause of the pace, the others quickly, and the end of the turn at once."""
    home = await house()
    room, one = await begin(home, game, 3, pace)
    await play_round(home, room, one)
    low, high = PACE_MS[pace]  # type: ignore[index]
    seen = set()
    for before, after in pairwise(moves(home, room)):
        if after.seat == 0:
            continue
        pause = after.at_ms - before.at_ms
        while pause > high + 100:  # something was on the stage
            pause -= STAGE_MS[pace]  # type: ignore[index]
        if before.seat != after.seat:
            assert low <= pause <= high + 100
            seen.add("first")
        elif after.move == "end":
            assert pause == 0
            seen.add("end")
        else:
            assert pause == STEP_MS[pace]  # type: ignore[index]
            seen.add("step")
    assert seen == {"first", "end", "step"}


@awaited
async def test_a_forced_end_comes_in_one_step_with_the_last_card() -> None:
    """A bot that can only end its turn ends it together with the move before: nobody sees a position between them."""
    home = await house()
    room, one = await begin(home, "classic", 3, "normal")
    await play_round(home, room, one)
    forced = 0
    for before, after in pairwise(one.updates):
        ends = after.shown and after.shown[0].kind == "end" and after.shown[0].seat != 0
        forced += bool(ends and before.view is None)
    assert forced > 2


@awaited
async def test_a_new_pace_shortens_the_pause_that_runs() -> None:
    """Somebody is tired of waiting: the bot that is thinking moves at once."""
    home = await house()
    room, one = await begin(home, "zweikampf", 2, "relaxed")
    await one.move(room, 0, "turn")
    await home.clock.forward(1.4)
    assert len(moves(home, room)) == 1
    await one.do(room, commands.SetPace, pace="quick")
    await home.clock.forward(0)
    assert len(moves(home, room)) == 2
    paced = one.updates[-2]
    assert one.kinds()[-2:] == ["paced", "played"]
    assert paced.lobby is not None
    assert (paced.lobby.pace, paced.lobby.settings.pace) == ("quick", "quick")


@awaited
async def test_a_new_pace_lengthens_the_pause_that_runs() -> None:
    """A child wants to look: the bot that is thinking takes its time, counted from when it began."""
    home = await house()
    room, one = await begin(home, "zweikampf", 2, "quick")
    await one.move(room, 0, "turn")
    await one.do(room, commands.SetPace, pace="relaxed")
    await home.clock.forward(1.4)
    assert len(moves(home, room)) == 1
    await home.clock.forward(1.7)
    assert len(moves(home, room)) == 2


@awaited
async def test_everybody_with_a_seat_changes_the_pace() -> None:
    """Not only the maker of the table; but nobody who only looks on. The same pace again is not news."""
    home = await house()
    one, other, third = await home.guest(), await home.guest(), await home.guest()
    room = await home.table(one, other, seats=3)
    await room.join(third.id, "Luca", room.table.key)
    await other.do(room, commands.SetPace, pace="relaxed")
    assert room.table.settings.pace == "relaxed"
    stood = room.table.seq
    await one.do(room, commands.SetPace, pace="relaxed")
    assert room.table.seq == stood
    with pytest.raises(CommandRefused) as refused:
        await third.do(room, commands.SetPace, pace="quick")
    assert refused.value.code == "not-allowed"


@pytest.mark.parametrize(("game", "pace"), [("classic", "normal"), ("junior", "relaxed"), ("zweikampf", "relaxed")])
def test_games_for_small_children_begin_calmly(game: str, pace: str) -> None:
    """If nobody chooses a pace, it is that of the game's age; a chosen one counts everywhere."""
    assert Settings(game=game, seats=2).usual_pace == pace
    assert Settings(game=game, seats=2, pace="quick").usual_pace == "quick"


@awaited
async def test_a_table_remembers_its_pace() -> None:
    """The log has it: another host that loads the table goes on as fast."""
    home = await house()
    room, one = await begin(home, "classic", 2, None)
    await one.do(room, commands.SetPace, pace="quick")
    again = await (await house(home.log, home.clock)).host.room(room.table.id)
    assert again.table.settings.pace == "quick"
    await eventually(lambda: room.table.state is None or 0 in room.table.state.to_act, home.clock)
