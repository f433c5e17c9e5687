"""Who was quickest, sentence by sentence (RULEBOOK §4), in every game with calls; and that planted faults are found."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from types import ModuleType

import pytest
from msgspec import Struct

import reihum
from fillings import filled
from recorded import code_of, sealed
from reihum.cards import Randomness
from reihum.errors import BadRecord
from reihum.games import GAMES, State
from reihum.matches import Recorder, replay, verdicts, verify
from reihum.matches.verdicts import (
    CallMade,
    Moves,
    Reaction,
    calm_inputs,
    calm_verdict,
    inputs,
    judged_again,
    verdict,
)
from reihum.testing import random_play
from scenario import deal, play, stack

# --- positions ---


def schnipp(script: str, *piles: str) -> State:
    """Schnipp Schnapp with these face-down piles after "5 turns; 0 schnapp; 2 turns"."""
    state = deal("schnipp-schnapp", len(piles), filled((20,) * 4, piles))
    for step in script.split("; "):
        if step.endswith(" turns"):
            for _ in range(int(step.split()[0])):
                state = state.play(state.to_act[0], "turn")
        else:
            state = play(state, step)
    return state


PILES = ("R17 R19 Y17 Y18", "R18 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")
TWICE = ("R17 G20 Y17 Y18", "Y20 R18 G17 B19", "G18 G19 R20 R19", "B17 B18 Y19 B20")
ALONE = ("R17 G20 Y18 Y20", "Y17 R18 G17 B19", "G18 G19 R20 R19", "B17 B18 Y19 B20")


@cache
def position(name: str) -> State:
    """A position to call in."""
    if name == "match":  # R19 on pile 0, G19 on pile 2: „Schnapp“ is right, „Schnipp“ wrong
        return schnipp("7 turns", *PILES)
    if name == "nothing":  # nothing matches
        return schnipp("8 turns", *PILES)
    if name == "both":  # R17 in the middle, Y17 on pile 0, G17 on pile 1: both words are right
        return schnipp("1 turns; 0 schnapp; 9 turns", *TWICE)
    if name == "alone":  # R17 in the middle, Y17 on the only open pile, that of seat 1: „Schnipp“ is right
        return schnipp("1 turns; 0 schnapp; 1 turns", *ALONE)
    if name == "together":  # R20 on pile 0, G20 on pile 2, all turned up at once
        piles = ("R20 R19 Y17 Y18", "R18 Y20 G17 B19", "G20 G19 R17 G18", "B17 B18 Y19 B20")
        return deal("schnipp-schnapp", 4, filled((20,) * 4, piles), together=True).play(0, "turn")
    if name == "mistake":  # „Überall anschließen“: seat 1 has overlooked the middle
        state = deal("anywhere", 3, stack([27, 27, 26], ["R5", "Y6"]))
        return play(state, "0 turn; 1 turn; 1 put own")
    if name == "lie":  # „Mogeln“: seat 0 has laid a two and said "one"; seat 1 is on turn
        state = deal("mogeln", 4, stack([10] * 4, ["R2"], of=CHEATING), challenge="anyone", extra=False)
        return state.play(0, "lay R2")
    hands = {"quartet": "R1 Y1 G1 B1 R2 Y2 G3 B3 R4 Y4 G4 B4 R3 Y3 G2 B2"}  # „Schlafmütze“: seats 0 and 2 hold four
    return deal("schlafmuetze", 4, hands[name])


CHEATING = [f"{colour}{number}" for colour in "RYGB" for number in range(1, 11)]


def made(text: str, rule: ModuleType = verdicts) -> list[CallMade]:
    """The calls of "2 schnapp 412/20; 0 schnapp 400": seat, word, elapsed and round trip; without times "2 schnapp"."""
    calls = []
    for part in filter(None, text.split("; ")):
        seat, word, *times = part.split()
        numbers = [int(number) for time in times for number in time.split("/")]
        calls.append(rule.CallMade(int(seat), word, rule.Reaction(*numbers) if numbers else None))
    return calls


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
    Scenario("whoever called later is too late", "match", "1 schnapp 400; 3 schnapp 431; 0 schnapp 600", "1 schnapp"),
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
    Scenario("different words are no tie", "both", "3 schnipp 400; 2 schnapp 410", "3 schnipp; 2 schnapp"),
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
    Scenario("whoever has a time is before them", "match", "3 schnapp; 1 schnapp 900", "1 schnapp"),
    Scenario("what is no call has no effect", "match", "3 turn 300; 1 fly 400", ""),
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
    Scenario("gemogelt! is no reaction, so never a guess", "lie", "3 cheat 10", "3 cheat"),
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
    "the slowest wins": ("(call.reaction.corrected, call.seat)", "(-call.reaction.corrected, call.seat)"),
    "arrival counts, not the reaction": ("self.elapsed - min(self.round_trip, MOST_CREDIT)", "self.elapsed"),
    "any round trip is credited": ("min(self.round_trip, MOST_CREDIT)", "self.round_trip"),
    "half of it is credited": ("min(self.round_trip, MOST_CREDIT)", "min(self.round_trip, MOST_CREDIT) // 2"),
    "the tie window is too wide by one": ("< tie_window]", "<= tie_window]"),
    "the table's tie window is ignored": ("< tie_window]", "< 30]"),
    "nothing is ever a tie": ("if tie in state.legal(None):", "if False:"),
    "a guess is a call": ("return guessed and", "return False and"),
    "guesses end at 99": ("corrected < TOO_EARLY", "corrected < TOO_EARLY - 1"),
    "guesses end at 101": ("corrected < TOO_EARLY", "corrected <= TOO_EARLY"),
    "guesses are punished where nothing is": ('guessed and state.game.grammar.verb("early") is not None', "guessed"),
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
    """Whatever is called: the moves can be played one after another, nobody is heard twice, a record says the same."""
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
            assert judged_again(state, json.loads(json.dumps(kept))) == moves
            several += len(moves) > 1
    assert several or id in ("anywhere", "mogeln")


# --- in a record ---


def recorded(where: str, calls: str, tie_window: int = 30) -> str:
    """The record of a round broken off right after a verdict."""
    state = position(where)
    played = reihum.match("schnipp-schnapp", 4, deck=filled((20,) * 4, PILES))
    recorder = Recorder(played)
    while recorder.match.state != state:
        recorder.play(recorder.match.state.to_act[0], "turn")
    heard = made(calls)
    for number, (seat, move) in enumerate(verdict(state, heard, tie_window)):
        recorder.play(seat, move, None if number else inputs(heard, tie_window))
    recorder.break_off()
    return recorder.text


def code(record: str) -> str:
    """The code with which a record is refused."""
    with pytest.raises(BadRecord) as bad:
        list(replay(record))
    return bad.value.code


def test_a_replay_gives_the_same_verdict() -> None:
    """§4: all inputs of the verdict are part of the record, so that a replay gives the same verdict."""
    record = recorded("match", "3 schnapp 720/300; 1 schnapp 400/20")
    assert json.loads(record.splitlines()[9])["verdict"] == {
        "calls": [
            {"seat": 3, "word": "schnapp", "elapsed": 720, "round_trip": 300, "corrected": 420},
            {"seat": 1, "word": "schnapp", "elapsed": 400, "round_trip": 20, "corrected": 380},
        ],
        "tie_window": 30,
    }
    assert [*replay(record)][-1].match.state == position("match").play(1, "schnapp")


FORGED = {
    "another seat was quicker": ('"seat":1,"move":"schnapp"', '"seat":3,"move":"schnapp"'),
    "a time is better": (
        '"elapsed":720,"round_trip":300,"corrected":420',
        '"elapsed":600,"round_trip":300,"corrected":300',
    ),
    "a round trip is longer": ('"round_trip":20,"corrected":380', '"round_trip":0,"corrected":400'),
    "the sum is wrong": ('"corrected":420', '"corrected":320'),
    "a part is missing": (',"corrected":420', ""),
    "more than a record knows": ('"tie_window":30', '"tie_window":30,"bribe":5'),
    "a wider tie window": ('"tie_window":30', '"tie_window":50'),
    "no tie window": (',"tie_window":30', ""),
    "neither quick nor calm": ('"tie_window":30', '"tie_window":30,"calm":true'),
    "nobody has called": ('"seat":1,"word":"schnapp"', '"seat":1,"word":"turn"'),
    "no numbers": ('"elapsed":400', '"elapsed":"400"'),
    "no such seat": ('"seat":1,"word"', '"seat":9,"word"'),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_verdict_is_refused(forgery: str) -> None:
    """A verdict must follow from its inputs, and these from one another."""
    record, (old, new) = recorded("match", "3 schnapp 720/300; 1 schnapp 400/20"), FORGED[forgery]
    assert record.count(old) == 1
    assert code(record.replace(old, new)) == ("record-replay" if forgery == "no such seat" else "record-verdict")


def test_all_moves_of_a_verdict_stand_behind_one_another() -> None:
    """Its inputs stand with the first; none of the others may be missing, changed or elsewhere."""
    record = recorded("match", "1 schnipp 300; 3 schnapp 400")
    lines = record.splitlines()
    assert ['"verdict"' in line for line in lines[9:]] == [True, False, False]
    assert [*replay(record)][-1].match.state == play(position("match"), "1 schnipp; 3 schnapp")
    assert code("\n".join([*lines[:10], *lines[11:]])) == "record-verdict"
    assert code(record.replace('"seat":3,"move":"schnapp"', '"seat":0,"move":"schnapp"')) == "record-verdict"
    assert len([*replay("\n".join(lines[:10]))]) == 9  # a record that stops there is only incomplete


def test_a_calm_verdict_in_a_record() -> None:
    """It is judged again by the order of turns."""
    recorder = Recorder(reihum.match("schnipp-schnapp", 4, deck=filled((20,) * 4, PILES)))
    while recorder.match.state != position("match"):
        recorder.play(recorder.match.state.to_act[0], "turn")
    calls = made("0 schnapp; 3 schnapp")
    assert calm_inputs(calls) == {
        "calls": [{"seat": 0, "word": "schnapp"}, {"seat": 3, "word": "schnapp"}],
        "calm": True,
    }
    recorder.play(3, "schnapp", calm_inputs(calls))
    recorder.break_off()
    assert [*replay(recorder.text)][-1].match.state == position("match").play(3, "schnapp")
    forged = recorder.text.replace('"seat":3,"move":"schnapp"', '"seat":0,"move":"schnapp"')
    assert code(forged) == "record-verdict"


def test_verify_judges_again() -> None:
    """A finished match with verdicts is verified; with a better time for the loser it is not."""
    recorder = Recorder(
        reihum.match("schlafmuetze", 4, marks=1, deck="R1 Y1 G1 B1 R2 Y2 G3 B3 R4 Y4 G4 B4 R3 Y3 G2 B2")
    )
    calls = made("0 down 400; 2 down 500; 1 down 600; 3 down 700")
    for number, (seat, move) in enumerate(verdict(recorder.match.state, calls)):
        recorder.play(seat, move, None if number else inputs(calls))
    assert verify(recorder.text).outcome == recorder.match.outcome
    better = recorder.text.replace(
        '"elapsed":700,"round_trip":0,"corrected":700', '"elapsed":550,"round_trip":0,"corrected":550'
    )
    assert code_of(sealed(better.removesuffix("\n").split("\n"))) == "record-verdict"
