"""Who was quickest, sentence by sentence (RULEBOOK §4), in every game with calls; and that planted faults are found."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from itertools import permutations
from types import ModuleType

import pytest
from msgspec import Struct

from matches.positions import made, position
from reihum.cards import Randomness
from reihum.engine import State
from reihum.games import GAMES
from reihum.matches import verdicts
from reihum.matches.verdicts import CallMade, Moves, Reaction, calm_inputs, calm_verdict, inputs, judge_again, verdict
from reihum.testing import random_play


def told(moves: Moves) -> str:
    """Moves as "0 schnapp; - early 2 schnapp"."""
    return "; ".join(f"{'-' if seat is None else seat} {move}" for seat, move in moves)


# --- scenarios ---


class Scenario(Struct, frozen=True):
    """What is heard in a position, and what follows from it."""

    about: str
    position: str
    calls: str
    moves: str
    tie_window: int = 30


SCENARIOS = [
    Scenario("then the fastest reaction wins", "match", "3 schnapp 500; 1 schnapp 400", "1 schnapp"),
    Scenario("a later call is too late", "match", "1 schnapp 400; 3 schnapp 431; 0 schnapp 600", "1 schnapp"),
    Scenario("minus the connection's round trip", "match", "1 schnapp 420/20; 3 schnapp 650/300", "3 schnapp"),
    Scenario("at most 300 ms is credited", "match", "1 schnapp 420/20; 3 schnapp 735/400", "1 schnapp"),
    Scenario("exactly 300 ms is credited", "match", "1 schnapp 460/20; 3 schnapp 700/400", "3 schnapp"),
    Scenario("under tie_window: at the same time", "match", "3 schnapp 429; 1 schnapp 400", "- tie 1 3 schnapp"),
    Scenario("the tie_window itself is not", "match", "3 schnapp 430; 1 schnapp 400", "1 schnapp"),
    Scenario("ties count corrected reactions", "match", "3 schnapp 710/300; 1 schnapp 420/20", "- tie 1 3 schnapp"),
    Scenario("the table's own tie_window", "match", "3 schnapp 480; 1 schnapp 400", "- tie 1 3 schnapp", 100),
    Scenario("no tie_window, no ties", "match", "3 schnapp 400; 1 schnapp 400", "1 schnapp", 0),
    Scenario(
        "a tie of three, as near to the first",
        "match",
        "3 schnapp 400; 1 schnapp 429; 0 schnapp 415",
        "- tie 0 1 3 schnapp",
    ),
    Scenario(
        "near to the second is not near to the first",
        "match",
        "1 schnapp 400; 3 schnapp 425; 0 schnapp 450",
        "- tie 1 3 schnapp",
    ),
    Scenario("different words are not a tie", "both", "3 schnipp 400; 2 schnapp 410", "3 schnipp; 2 schnapp"),
    Scenario("under 100 ms was a guess", "match", "2 schnapp 99", "- early 2 schnapp"),
    Scenario("100 ms was none", "match", "2 schnapp 100", "2 schnapp"),
    Scenario("a guess by the corrected reaction", "match", "2 schnapp 399/300", "- early 2 schnapp"),
    Scenario("a guess wins nothing", "match", "3 schnapp 60; 1 schnapp 300", "- early 3 schnapp; 1 schnapp"),
    Scenario("a guess is in no tie", "match", "3 schnapp 95; 1 schnapp 105", "- early 3 schnapp; 1 schnapp"),
    Scenario("a guess takes nothing away", "match", "0 schnapp 60; 1 schnapp 300", "1 schnapp"),
    Scenario(
        "two guesses are two mistakes", "match", "3 schnapp 50; 1 schnapp 55", "- early 3 schnapp; - early 1 schnapp"
    ),
    Scenario("wrong calls, one by one", "nothing", "3 schnapp 500; 1 schnapp 400", "1 schnapp; 3 schnapp"),
    Scenario("at the same time: in seat order", "nothing", "3 schnapp 400; 1 schnapp 420", "1 schnapp; 3 schnapp"),
    Scenario(
        "a tie needs a right call",
        "nothing",
        "0 schnapp 400; 1 schnapp 400; 2 schnapp 400",
        "0 schnapp; 1 schnapp; 2 schnapp",
    ),
    Scenario("a wrong word takes nothing away", "match", "2 schnipp 300; 3 schnapp 400", "3 schnapp"),
    Scenario("otherwise it comes in its turn", "match", "1 schnipp 300; 3 schnapp 400", "1 schnipp; 3 schnapp"),
    Scenario("right calls one after another", "both", "2 schnapp 500; 3 schnipp 400", "3 schnipp; 2 schnapp"),
    Scenario("too late, not wrong", "both", "2 schnapp 400; 3 schnipp 500", "2 schnapp"),
    Scenario("not even the only open pile", "alone", "1 schnapp 300; 2 schnipp 400", "2 schnipp; 1 schnapp"),
    Scenario(
        "who cannot call is passed over", "alone", "2 schnapp 300; 3 schnipp 320; 0 schnipp 345", "- tie 0 3 schnipp"
    ),
    Scenario("a word said twice", "match", "1 schnapp 400; 1 schnapp 450; 3 schnapp 435", "1 schnapp"),
    Scenario("together, too", "together", "1 schnapp 400; 3 schnapp 420", "- tie 1 3 schnapp"),
    Scenario("without a clock in the order given", "match", "3 schnapp; 1 schnapp", "3 schnapp"),
    Scenario("calls with a time come first", "match", "3 schnapp; 1 schnapp 900", "1 schnapp"),
    Scenario("other words have no effect", "match", "3 turn 300; 1 fly 400", ""),
    Scenario("nobody calls", "match", "", ""),
    Scenario("Stopp!", "mistake", "2 stop 500; 0 stop 400", "0 stop"),
    Scenario("a tie of Stopp! is one", "mistake", "2 stop 410; 0 stop 400", "- tie 0 2 stop"),
    Scenario("the offender cannot call", "mistake", "1 stop 400; 2 stop 500", "2 stop"),
    Scenario("a guess is wrong, which costs nothing", "mistake", "2 stop 90", ""),
    Scenario("and wins nothing", "mistake", "2 stop 90; 0 stop 800", "0 stop"),
    Scenario("four equal numbers", "quartet", "2 down 500; 0 down 400", "0 down; 2 down"),
    Scenario("down at the same time", "quartet", "2 down 410; 0 down 400", "- tie 0 2 down"),
    Scenario("a mistake, then four equal numbers", "quartet", "1 down 300; 0 down 400", "1 down; 0 down"),
    Scenario("a guess with four equal numbers", "quartet", "0 down 80; 2 down 400", "- early 0 down; 2 down"),
    Scenario(
        "the round is over", "quartet", "0 down 200; 1 down 300; 2 down 400; 3 down 500", "0 down; 1 down; 2 down"
    ),
    Scenario("gemogelt!", "lie", "3 cheat 500; 2 cheat 400", "2 cheat"),
    Scenario("gemogelt! knows no ties: in seat order", "lie", "3 cheat 400; 2 cheat 410", "2 cheat"),
    Scenario("gemogelt! is not a reaction, so never a guess", "lie", "3 cheat 10", "3 cheat"),
    Scenario("who has laid cannot say so", "lie", "0 cheat 300; 1 cheat 500", "1 cheat"),
]


def failing(rule: ModuleType) -> list[str]:
    """The scenarios that come out otherwise by some rule."""
    return [
        scenario.about
        for scenario in SCENARIOS
        if told(rule.verdict(position(scenario.position), made(scenario.calls, rule), scenario.tie_window))
        != scenario.moves
    ]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.about)
def test_the_rule(scenario: Scenario) -> None:
    """§4, and what §3.1, §3.2, §3.4 and §3.7 say of calls at the same time."""
    state, calls = position(scenario.position), made(scenario.calls)
    assert told(verdict(state, calls, scenario.tie_window)) == scenario.moves


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.about)
def test_the_order_of_arrival_does_not_count(scenario: Scenario) -> None:
    """§4: only reactions count, where there are any."""
    state, calls = position(scenario.position), made(scenario.calls)
    if all(call.reaction for call in calls):
        for other in permutations(calls):
            assert told(verdict(state, other, scenario.tie_window)) == scenario.moves


FAULTS = {
    "the slowest wins": ("(call.reaction.corrected_ms, call.seat)", "(-call.reaction.corrected_ms, call.seat)"),
    "arrival counts, not the reaction": ("self.elapsed_ms - min(self.round_trip_ms, MAX_CREDIT_MS)", "self.elapsed_ms"),
    "any round trip is credited": ("min(self.round_trip_ms, MAX_CREDIT_MS)", "self.round_trip_ms"),
    "half of it is credited": ("min(self.round_trip_ms, MAX_CREDIT_MS)", "min(self.round_trip_ms, MAX_CREDIT_MS) // 2"),
    "the tie window is too wide by one": ("< tie_window_ms]", "<= tie_window_ms]"),
    "the table's tie window is ignored": ("< tie_window_ms]", "< 30]"),
    "nothing is ever a tie": ("if tie in state.legal(None):", "if False:"),
    "a guess is a call": ("return guessed and", "return False and"),
    "guesses end at 99": ("corrected_ms < TOO_EARLY_MS", "corrected_ms < TOO_EARLY_MS - 1"),
    "guesses end at 101": ("corrected_ms < TOO_EARLY_MS", "corrected_ms <= TOO_EARLY_MS"),
    "guesses are punished where nothing is": ("guessed and state.game.grammar.verb(EARLY) is not None", "guessed"),
    "the quicker of two wrong ones first": ("sorted({first, *near}, key=lambda call: call.seat)", "[first]"),
    "wrong calls spoil right ones": ("if not _spoils(state, call, left)", "if True"),
    "wrong calls are always last": (
        "return any(not _is_wrong(state, other) and not",
        "return any(not _is_wrong(state, other) or not",
    ),
    "right calls become wrong": ("return _is_wrong(seen, call) or not _is_wrong(state, call)", "return True"),
    "wrong calls are forgiven": (
        "return _is_wrong(seen, call) or not _is_wrong(state, call)",
        "return not _is_wrong(state, call)",
    ),
    "ties of different words": ("call.word == first.word and 0", "0"),
    "only the first call is heard": ("left = [call for call in left if call not in together]", "break"),
    "words count twice": ("known is None or _time(call) < _time(known)", "True"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    """Each of these mistakes in the rule changes some scenario; the rule as it stands changes none."""
    source = inspect.getsource(verdicts)
    right, wrong = FAULTS[fault]
    assert source.count(right) == 1, right
    assert failing(_module(source)) == []
    assert failing(_module(source.replace(right, wrong))) != []


def _module(source: str) -> ModuleType:
    module = ModuleType("planted")
    exec(compile(source, "planted", "exec"), module.__dict__)  # noqa: S102  # our own source, with a fault in it
    return module


# --- calm tables ---


CALM = [
    ("match", "0 schnapp; 3 schnapp", "3 schnapp"),  # seat 3 is on turn
    ("match", "1 schnapp; 2 schnapp", "1 schnapp"),
    ("match", "2 schnapp 10; 1 schnapp 900", "1 schnapp"),  # times do not count
    ("nothing", "3 schnapp 50; 1 schnapp 50; 0 schnapp 50", "0 schnapp; 1 schnapp; 3 schnapp"),
    ("mistake", "0 stop; 2 stop", "2 stop"),
    ("quartet", "2 down; 0 down", "0 down; 2 down"),
    ("lie", "3 cheat; 1 cheat; 2 cheat", "1 cheat"),
    ("match", "", ""),
]


@pytest.mark.parametrize(("where", "calls", "moves"), CALM)
def test_a_calm_table(where: str, calls: str, moves: str) -> None:
    """Calls count in the order of turns from the seat on turn; there are no ties and no guesses."""
    for other in permutations(made(calls)):
        assert told(calm_verdict(position(where), other)) == moves


# --- at random ---


WITH_CALLS: list[tuple[str, dict[str, object]]] = [
    ("anywhere", {}),
    ("anywhere", {"open_tops": True}),
    ("mogeln", {"challenge": "anyone"}),
    ("schlafmuetze", {}),
    ("schnipp-schnapp", {}),
    ("schnipp-schnapp", {"together": True}),
]


def moments(id: str, options: dict[str, object], count: int) -> Iterator[tuple[State, list[CallMade]]]:
    """Positions of random games, each with some calls, right and wrong, at random times."""
    dice = Randomness(id.encode(), "moments")
    game = GAMES[id].game(4, **options)
    while True:
        for number, (_, _, _, state) in enumerate(random_play(game.deal(dice.seed()), dice)):
            if number % 7 == 0:
                words, seats = game.grammar.calls, dice.shuffled(range(4))[: 1 + dice.below(4)]
                times = [Reaction(60 + dice.below(400), dice.below(350)) for _ in seats]
                yield state, [CallMade(seat, dice.choice(words), time) for seat, time in zip(seats, times, strict=True)]
                count -= 1
            if not count:
                return


@pytest.mark.parametrize(("id", "options"), WITH_CALLS)
def test_every_move_of_a_verdict_is_legal(id: str, options: dict[str, object]) -> None:
    """For all calls, the moves can be played one after another, nobody is heard twice, a record says the same."""
    several = 0
    for state, calls in moments(id, options, 300):
        for moves, kept in (
            (verdict(state, calls), inputs(calls)),
            (calm_verdict(state, calls), calm_inputs(calls)),
        ):
            after = state
            for seat, move in moves:
                after = after.play(seat, move)
            heard = [seat for seat, _ in moves if seat is not None]
            assert len(heard) == len(set(heard))
            assert judge_again(state, json.loads(json.dumps(kept))) == moves
            several += len(moves) > 1
    assert several or id in ("anywhere", "mogeln")
