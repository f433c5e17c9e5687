"""How often a player must tap in a round: only where there is something to choose."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

import reihum
from benchmarks.turns import COLUMNS, END, GAMES, HEAD, count_parts, make_rows, measure, report
from documents import document
from reihum.bots import play_round, seat_bots
from reihum.cli.menu import find_routine_move
from tiers import one_in

MAX_TAPS = 20
DEALS, TOGETHER = 300, 25


@pytest.mark.parametrize("begin", one_in(3, range(0, DEALS, TOGETHER)))
def test_a_round_of_classic_takes_at_most_twenty_taps(begin: int) -> None:
    """A player who lays whatever fits, against three bots."""
    taps = {number: measure("classic", f"evening {number}")[1].taps for number in range(begin, begin + TOGETHER)}
    assert {number: count for number, count in taps.items() if count > MAX_TAPS} == {}


@pytest.mark.parametrize("name", reihum.GAMES)
def test_what_is_made_by_itself_is_the_only_legal_move(name: str) -> None:
    """Whatever a client makes without being asked is all that the seat can do, and never a call."""
    game = reihum.game(name, seats=max(reihum.GAMES[name].seats))
    made = set()
    for seat, _, state in play_round(game.deal("alone"), seat_bots(game, ["random"] * game.seats, b"alone")):
        for at in range(game.seats):
            if move := find_routine_move(state.view(at)):
                assert [str(legal) for legal in state.legal(at)] == [move], (name, seat)
                made.add(move.split()[0])
    assert made <= {verb.word for verb in game.grammar.verbs if verb.routine}


@pytest.mark.parametrize("name", ["classic", "false-start", "three-starts", "any-start", "junior", "hoechste-karte"])
def test_the_only_card_that_can_be_laid_needs_no_tap(name: str) -> None:
    """One card fits and nothing else can be done: it is laid by itself."""
    game = reihum.game(name, seats=4)
    views = (
        state.view(seat)
        for number in range(5)
        for _, _, state in play_round(game.deal(f"{number}"), seat_bots(game, ["sensible"] * 4, b"one card"))
        for seat in state.to_act
    )
    found = [view for view in views if [*map(str, reihum.offered(view))] == [find_routine_move(view)]]
    assert [view for view in found if (find_routine_move(view) or "").startswith("lay ")]


def test_the_card_behind_a_connection_needs_no_tap() -> None:
    """In Master a player who has placed a connection must lay its card: if one move does that, it is made by itself."""
    game = reihum.game("master", seats=4)
    lone = [
        find_routine_move(after.view(seat))
        for number in range(8)
        for seat, text, after in play_round(game.deal(f"{number}"), seat_bots(game, ["sensible"] * 4, b"link"))
        if str(text).startswith("link ") and seat is not None and len(after.legal(seat)) == 1
    ]
    assert lone
    assert all(move and move.startswith("lay ") for move in lone)


def test_a_number_is_tapped_by_its_tens() -> None:
    """Any guess of Ratefix takes two taps at most, whatever the number of players."""
    for seats in reihum.GAMES["ratefix"].seats:
        assert max(count_parts(seats, 20 * seats, number) for number in range(seats, 20 * seats + 1)) == 2


def test_the_benchmark_and_its_table() -> None:
    """`make bench` measures taps and seconds, and the document has its table, with fewer taps now than before."""
    console = Console(file=StringIO(), width=200)
    report(console, short=True)
    assert all(name in console.file.getvalue() for name in GAMES)  # type: ignore[attr-defined]
    lines = document("page").partition(HEAD)[2].partition(END)[0].strip().splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines[2:]]
    assert [row[0] for row in rows] == [*GAMES]
    assert len(make_rows(2)[0]) == len(rows[0]) == len(COLUMNS)
    assert all(int(row[2]) < int(row[1]) for row in rows)
