"""Positions to call in, and calls as texts: what the tests of verdicts share."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from fillings import filled
from reihum.engine import State
from reihum.matches import verdicts
from reihum.matches.verdicts import CallMade
from scenario import deal, play, stack

PILES = ("R17 R19 Y17 Y18", "R18 Y20 G17 B19", "G20 G19 R20 G18", "B17 B18 Y19 B20")
TWICE = ("R17 G20 Y17 Y18", "Y20 R18 G17 B19", "G18 G19 R20 R19", "B17 B18 Y19 B20")
ALONE = ("R17 G20 Y18 Y20", "Y17 R18 G17 B19", "G18 G19 R20 R19", "B17 B18 Y19 B20")
CHEATING = [f"{colour}{number}" for colour in "RYGB" for number in range(1, 11)]


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


def made(text: str, rule: ModuleType = verdicts) -> list[CallMade]:
    """The calls of "2 schnapp 412/20; 0 schnapp 400": seat, word, elapsed and round trip; without times "2 schnapp"."""
    calls = []
    for part in filter(None, text.split("; ")):
        seat, word, *times = part.split()
        numbers = [int(number) for time in times for number in time.split("/")]
        calls.append(rule.CallMade(int(seat), word, rule.Reaction(*numbers) if numbers else None))
    return calls
