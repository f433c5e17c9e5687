"""The sensible bot of Was liegt wo?"""

from __future__ import annotations

import pytest

import reihum
from contest import leads, mean
from reihum.bots.simple.was_liegt_wo import MemoryBot
from reihum.cards import Randomness
from scenario import deal, play

PAIRS = " ".join(f"R{n} Y{n}" for n in range(1, 21))  # places 1+2, 3+4, … are pairs


@pytest.mark.parametrize(("options", "margin"), [({}, 8), ({"again": True}, 10)])
def test_better_than_at_random(options: dict[str, bool], margin: int) -> None:
    """Remembering pays: most of the twenty pairs go to the player who remembers."""
    assert mean(leads("was-liegt-wo", 2, 5, **options)) > margin


def watched(script: str, seed: bytes = b"") -> tuple[MemoryBot, reihum.State]:
    """A bot at seat 0 that has seen all of a script, and the position after it."""
    state = deal("was-liegt-wo", seats=2, deck=PAIRS)
    bot = MemoryBot(state.game, 0, Randomness(seed, "bot"))
    for step in script.split(";"):
        state = play(state, step)
        bot.see(state.events(0))
    return bot, state


def test_it_fetches_a_pair_it_remembers() -> None:
    """Both cards of a number were turned up, by whomever: it takes them."""
    bot, state = watched("0 flip 1; 0 flip 3; 1 flip 5; 1 flip 2")
    assert bot.seen == {1: "R1", 3: "R2", 5: "R3", 2: "Y1"}
    first = bot.choose(state.view(0))
    second = bot.choose(state.play(0, first).view(0))
    assert {first, second} == {"flip 1", "flip 2"}


def test_else_it_turns_up_something_new() -> None:
    """What it remembers without a partner stays where it is."""
    bot, state = watched("0 flip 1; 0 flip 3; 1 flip 5; 1 flip 7")
    assert {1, 3, 5, 7} == set(bot.seen)
    assert not {bot.choose(state.view(0)) for _ in range(50)} & {f"flip {place}" for place in (1, 3, 5, 7)}


def test_pairs_that_are_gone_are_forgotten() -> None:
    """It does not look for cards that somebody has won."""
    bot, _ = watched("0 flip 1; 0 flip 3; 1 flip 5; 1 flip 6")
    assert set(bot.seen) == {1, 3}


def test_it_forgets_now_and_then() -> None:
    """It remembers like a child, not like a machine."""
    script = "; ".join(f"{turn // 2 % 2} flip {2 * turn + 1}" for turn in range(20))
    remembered = [len(watched(script, bytes([number]))[0].seen) for number in range(20)]
    assert 5 < sum(remembered) / 20 < 12
