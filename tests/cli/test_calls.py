"""Calls at the terminal, with a clock that the tests wind: the quickest wins, ties are ties, guesses are guesses."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from reihum.bots import Call
from reihum.cards import Randomness
from reihum.cli import session as sessions
from reihum.cli.arbiter import settled
from reihum.cli.choices import call_keys
from reihum.cli.session import Quit, Session
from reihum.games import GAMES, State
from reihum.matches.records import Played, read
from reihum.testing import random_play
from terminal import Scripted, quiet, reacting, session

WITH_CALLS = [facts.id for facts in GAMES.values() if facts.game(max(facts.seats)).grammar.calls]


def callers(state: State, word: str) -> list[int]:
    """Who may call a word now."""
    return [seat for seat in range(state.game.seats) if word in map(str, state.legal(seat))]


def moment(id: str, needed: int = 2) -> tuple[State, str]:
    """A position of a game in which several seats may call the same word, and the word."""
    facts = GAMES[id]
    for number in range(60):
        dealt = facts.game(max(facts.seats)).deal(f"calls {number}")
        for _, _, _, state in random_play(dealt, Randomness(b"calls", str(number))):
            for word in state.game.grammar.calls:
                if len(callers(state, word)) >= needed and state.outcome is None:
                    return state, word
    pytest.skip(f"{id} never lets {needed} players call at once")


def test_there_are_games_with_calls() -> None:
    """The tests below test something."""
    assert len(WITH_CALLS) >= 3


@pytest.mark.parametrize("id", WITH_CALLS)
def test_the_quickest_call_counts(id: str) -> None:
    """In whatever order the calls are listed."""
    state, word = moment(id)
    slow, quick, *_ = callers(state, word)
    verdict = settled(state, [(Call(word, 900), slow), (Call(word, 400), quick)])
    assert verdict is not None
    assert (verdict.seat, verdict.move) == (quick, word)


@pytest.mark.parametrize("id", WITH_CALLS)
def test_calls_within_thirty_milliseconds_are_at_the_same_time(id: str) -> None:
    """The table says so, where the game knows ties; otherwise the quicker one counts."""
    state, word = moment(id)
    one, two, *_ = callers(state, word)
    tie = f"tie {one} {two} {word}"
    known = tie in map(str, state.legal(None))
    for apart, together in ((29, known), (30, False)):
        verdict = settled(state, [(Call(word, 400 + apart), one), (Call(word, 400), two)])
        assert verdict is not None
        assert (verdict.seat, verdict.move) == ((None, tie) if together else (two, word))


@pytest.mark.parametrize("id", WITH_CALLS)
def test_a_call_under_a_tenth_of_a_second_was_a_guess(id: str) -> None:
    """The table counts it as a wrong call, where the game knows that; otherwise it is a call like any other."""
    state, word = moment(id, 1)
    seat = callers(state, word)[0]
    early = f"early {seat} {word}"
    known = early in map(str, state.legal(None))
    for delay, guessed in ((99, known), (100, False)):
        verdict = settled(state, [(Call(word, delay), seat)])
        assert verdict is not None
        assert (verdict.seat, verdict.move) == ((None, early) if guessed else (seat, word))


def test_a_call_without_effect_is_passed_over() -> None:
    """If nobody's call does anything, nothing happens."""
    state, word = moment(WITH_CALLS[0], 1)
    assert settled(state, []) is None
    over = state.game.deal("start")
    nobody = [seat for seat in range(over.game.seats) if seat not in callers(over, word)]
    assert settled(over, [(Call(word, 300), seat) for seat in nobody]) is None


def going_on(table: list[Session], word: str, seconds: float) -> Iterator[tuple[str, float]]:
    """A person who plays on until the word can be called, calls it after so many seconds, and leaves."""
    while True:
        state, seat = table[0].state, table[0].seat
        if seat in callers(state, word) and any(callers(state, word)[1:]):
            yield next(key for key, call in call_keys(state.game.grammar.calls).items() if call == word), seconds
            return
        moves = [str(move) for move in state.legal(seat) if move.verb not in state.game.grammar.calls]
        yield (moves[0] if moves else "", 0.5)


@pytest.mark.parametrize("id", WITH_CALLS)
@pytest.mark.parametrize(("seconds", "own"), [(0.3, True), (0.8, False)])
def test_a_person_against_a_bot(id: str, seconds: float, own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person's time runs from the moment the card is printed to Enter; the verdict and its inputs are recorded."""
    word = GAMES[id].grammar.calls[0]
    table: list[Session] = []
    quiet_bots = reacting()

    def draw(state: State, *_: object) -> list[tuple[Call, int]]:
        others = [seat for seat in callers(state, word) if seat != 0]
        return [(Call(word, 550), others[0])] if 0 in callers(state, word) and others else quiet_bots()

    monkeypatch.setattr(sessions, "drawn", draw)
    with quiet() as out:
        table.append(session(id, max(GAMES[id].seats), Scripted(going_on(table, word, seconds))))
        with pytest.raises(Quit):
            table[0].run()
    judged = [line for line in read(table[0].recorder.text) if isinstance(line, Played) and line.verdict]
    line = judged[-1]
    assert (line.seat == 0) == own
    assert ("You were the quickest: 300 ms." in out.getvalue()) == own
    assert ("was quicker: 550 ms, you 800 ms." in out.getvalue()) != own
    assert {"seat": 0, "call": word, "ms": round(1_000 * seconds)} in msgspec.to_builtins(line.verdict)["reactions"]


@pytest.mark.parametrize("id", WITH_CALLS)
def test_whether_a_call_is_right_is_not_told(id: str) -> None:
    """``? stop`` gives nothing away."""
    word = GAMES[id].grammar.calls[0]
    with quiet() as out:
        table = session(id, max(GAMES[id].seats), Scripted(iter([(f"? {word}", 1.0)])))
        with pytest.raises(Quit):
            table.run()
    assert "is for you to see" in out.getvalue()


def test_bots_wait_for_the_typist() -> None:
    """A handicap makes every bot react later by as much."""
    from reihum.cli.arbiter import drawn

    class Quick:
        """A bot that always calls."""

        seat = 1

        def call(self, _: object) -> Call:
            """At once."""
            return Call("stop", 250)

    state = GAMES[WITH_CALLS[0]].game(max(GAMES[WITH_CALLS[0]].seats)).deal("start")
    assert drawn(state, [Quick()], 600) == [(Call("stop", 850), 1)]  # type: ignore[list-item]


def test_hurrying() -> None:
    """A plus sign lets the bots play on until it is the person's turn."""
    answers = iter([("turn", 0.5), ("+", 0.5)])
    turning = next(name for name in WITH_CALLS if GAMES[name].grammar.verb("turn"))
    with quiet():
        table = session(turning, 4, Scripted(answers))
        with pytest.raises(Quit):
            table.run()
    assert 0 in table.state.to_act
    assert len(table.recorder.text.splitlines()) > 5
