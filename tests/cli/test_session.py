"""Calls in the terminal, with a clock that the tests turn. tests/matches/test_verdicts.py tests who is first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reihum.bots import Call
from reihum.bots.play import collect_calls
from reihum.cli.labels import assign_call_keys
from reihum.cli.prompts import Quit
from reihum.cli.session import Session
from reihum.engine import State
from reihum.games import GAMES
from reihum.matches import replay
from reihum.matches.records import MoveLine, read_lines
from reihum.matches.verdicts import CallMade, Reaction
from terminal import Scripted, quiet, session, type_move

WITH_CALLS = [facts.id for facts in GAMES.values() if facts.game(max(facts.seats)).grammar.calls]


def callers(state: State, word: str) -> list[int]:
    """Who may call a word now."""
    return [seat for seat in range(state.game.seats) if word in map(str, state.legal(seat))]


def test_there_are_games_with_calls() -> None:
    """At least three games have calls."""
    assert len(WITH_CALLS) >= 3


def going_on(table: list[Session], word: str, seconds: float) -> Iterator[tuple[str, float]]:
    """A person who plays on until the word can be called, calls it after these seconds, and leaves."""
    while True:
        state, seat = table[0].state, table[0].seat
        if seat in callers(state, word) and any(callers(state, word)[1:]):
            yield next(key for key, call in assign_call_keys(state.game.grammar.calls).items() if call == word), seconds
            return
        moves = [type_move(move, state.game) for move in state.legal(seat) if move.verb not in state.game.grammar.calls]
        yield (moves[0] if moves else "", 0.5)


@pytest.mark.parametrize("id", WITH_CALLS)
@pytest.mark.parametrize(("seconds", "own"), [(0.3, True), (0.8, False)])
def test_a_person_against_a_bot(id: str, seconds: float, own: bool) -> None:
    """The person's time runs from the moment the card is printed to Enter; the verdict and its inputs are recorded."""
    word = GAMES[id].grammar.calls[0]
    table: list[Session] = []

    def react(state: State, *_: object) -> list[CallMade]:
        others = [seat for seat in callers(state, word) if seat != 0]
        return [CallMade(others[0], word, Reaction(550))] if 0 in callers(state, word) and others else []

    with quiet() as out:
        table.append(session(id, max(GAMES[id].seats), Scripted(going_on(table, word, seconds)), react=react))
        with pytest.raises(Quit):
            table[0].run()
    recorder = table[0].recorder
    judged = [line for line in read_lines(recorder.text) if isinstance(line, MoveLine) and line.verdict]
    line = judged[-1]
    assert line.verdict is not None
    assert (line.seat == 0) == own
    assert ("You were the fastest: 300 ms." in out.getvalue()) == own
    assert ("was faster: 550 ms, you 800 ms." in out.getvalue()) != own
    elapsed = round(1_000 * seconds)
    made = {"seat": 0, "word": word, "elapsed": elapsed, "round_trip": 0, "corrected": elapsed}
    assert made in line.verdict["calls"]
    recorder.break_off()
    assert list(replay(recorder.text))[-1].match.state == recorder.match.state  # the verdict follows from its inputs


@pytest.mark.parametrize("id", WITH_CALLS)
def test_whether_a_call_is_right_is_not_told(id: str) -> None:
    """``? stop`` does not tell whether the call would be right."""
    word = GAMES[id].grammar.calls[0]
    with quiet() as out:
        table = session(id, max(GAMES[id].seats), Scripted(iter([(f"? {word}", 1.0)])))
        with pytest.raises(Quit):
            table.run()
    assert "see for yourself" in out.getvalue()


def test_bots_wait_for_the_typist() -> None:
    """The handicap is added to the reaction time of every bot."""

    class Quick:
        """A bot that always calls."""

        seat = 1

        def call(self, _: object) -> Call:
            """At once."""
            return Call("stop", 250)

    state = GAMES[WITH_CALLS[0]].game(max(GAMES[WITH_CALLS[0]].seats)).deal("start")
    assert collect_calls(state, [Quick()], 600) == [CallMade(1, "stop", Reaction(850))]  # type: ignore[list-item]


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
