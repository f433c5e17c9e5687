"""What starts a seat's time for a call, and what does not (RULEBOOK §4): time runs on while the call stays the same."""

from __future__ import annotations

import pytest

from fillings import filled
from house import Guest, House, awaited, house
from reihum.engine import State
from reihum.host import Room
from reihum.tables import commands
from reihum.tables.arbiter import Reaction, is_shown, keeps_running
from scenario import deal, play, stack

PILES = ("R17 R19 R18 Y18", "Y17 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")
SHOWN = "R1 Y1 G1 B1 R2 Y2 G3 B3 R4 Y4 G4 B2 R3 Y3 G2 B4"


def news(before: State, move: str) -> list[int]:
    """The seats whose time for a call starts with a move."""
    after = play(before, move)
    seats = range(before.game.seats)
    return [seat for seat in seats if is_shown(before, after, seat) and not keeps_running(before, after, seat)]


def match() -> State:
    """Seats 3 and 0 show a 17, seat 2 another number; the middle is empty."""
    state = deal("schnipp-schnapp", 4, filled((20,) * 4, PILES), first=2)
    return play(state, "2 turn; 3 turn; 0 turn")


def overlooked() -> State:
    """Seat 0 has kept a 7 that fitted seat 1's 6; that 6 fits the middle."""
    state = deal("anywhere", 3, stack([27, 27, 26], ["R4 B7", "Y6", "G5 B5"]), open_tops=True)
    return play(state, "0 turn; 1 turn; 1 put own; 2 turn; 2 put middle; 2 turn; 2 put own; 0 turn; 0 put own")


def test_a_second_player_who_lays_down_starts_no_time_anew() -> None:
    """§3.4: everyone else may lay down since the first was down, and is awaited since then."""
    state = deal("schlafmuetze", 4, SHOWN)
    assert news(state, "0 down") == [1, 2, 3]
    assert news(play(state, "0 down"), "1 down") == []
    assert news(play(state, "0 down"), "- early 1 down") == []


def test_four_equal_numbers_of_ones_own_are_there_before_somebody_elses() -> None:
    """§3.4: a player with four equal numbers may lay them down at any time."""
    state = deal("schlafmuetze", 3, "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 B3")
    assert news(state, "0 down") == []


def test_an_exchange_is_new_to_everybody() -> None:
    """§3.4: only then can somebody have four equal numbers."""
    state = play(deal("schlafmuetze", 3, "R1 Y1 G1 B2 R2 Y2 G2 B3 R3 Y3 G3 B1"), "0 pass B2; 1 pass B3")
    assert news(state, "2 pass B1") == [0, 1, 2]


def test_a_wrong_word_starts_nobodys_time_for_the_right_one() -> None:
    """§3.7: the match lies there since the card was turned up."""
    assert news(match(), "2 schnipp") == []
    assert news(match(), "- early 2 schnapp") == []


def test_a_wrong_call_that_ends_the_match_is_new() -> None:
    """§3.7: without the pile there is nothing to call as before."""
    assert news(match(), "3 schnipp") == [0, 1, 2, 3]


@pytest.mark.parametrize("script", ["", "2 schnapp"])
def test_the_next_card_is_new_whatever_was_called(script: str) -> None:
    """§3.7: a match needs a card turned up last."""
    assert news(play(match(), script), "1 turn") == [0, 1, 2, 3]


def test_a_right_call_is_new_where_nothing_else_could_be_called() -> None:
    """§3.7: a right call closes the word."""
    assert news(match(), "2 schnapp") == [0, 1, 2, 3]


def test_a_mistake_stays_while_the_next_player_moves() -> None:
    """§3.1: until the next card is turned up any other player may call „Stopp!“."""
    assert news(overlooked(), "1 move middle") == [0]  # whose own mistake it was
    assert news(play(overlooked(), "1 move 2"), "2 stop") == [1]  # to whom only the stopped mistake was one of others
    assert news(overlooked(), "1 turn") == [0, 1, 2]


def test_every_lay_at_mogeln_is_new() -> None:
    """§3.2: until the next card is laid one may doubt the last lay, and then only the next one."""
    deck = [f"{colour}{number}" for colour in "RYGB" for number in range(1, 11)]
    state = play(deal("mogeln", 4, stack([10] * 4, ["R2", "R3"], of=deck), challenge="anyone"), "0 lay R2")
    assert news(state, "1 lay R3") == [0, 1, 2, 3]


# --- at a table ---


async def seated(home: House) -> tuple[Room, list[Guest]]:
    """Four people at Schlafmütze; the first holds four equal numbers."""
    guests = [await home.guest() for _ in range(4)]
    room = await home.table(*guests, game="schlafmuetze")
    for seat, guest in enumerate(guests):
        await guest.connect(room, seat)
    room.stacked = [SHOWN]
    await guests[0].do(room, commands.Start)
    return room, guests


@awaited
async def test_somebody_who_comes_back_has_had_all_the_time() -> None:
    """The age of what there is to react to counts from when it was new."""
    home = await house()
    room, guests = await seated(home)
    await home.clock.forward(5)
    await guests[0].move(room, 0, "down", reaction=Reaction(900))
    await home.clock.forward(0.8)
    await guests[1].move(room, 1, "down", reaction=Reaction(500))
    await home.clock.forward(0.5)
    assert [event.kind for event in guests[2].updates[-1].shown] == ["down"]
    assert room.card_age(2) == pytest.approx(1.0)


@awaited
async def test_what_is_sent_does_not_tell_what_would_be_right() -> None:
    """§0: nothing gives away whether a call would be right: what has changed on the table is marked as before."""
    home = await house()
    room, guests = await seated(home)
    await guests[0].move(room, 0, "down", reaction=Reaction(900))
    await home.clock.forward(0.4)
    await guests[1].move(room, 1, "down", reaction=Reaction(500))
    await home.clock.forward(0.4)
    assert [update.card for update in guests[2].updates[-2:]] == [True, True]
