"""The sensible bot of Schnipp Schnapp."""

from __future__ import annotations

import pytest

import reihum
from fillings import filled
from reihum.bots.play import play_round
from reihum.bots.registry import seat_bots
from reihum.bots.simple.schnipp_schnapp import WatchfulBot
from reihum.cards import Randomness
from scenario import deal, play


@pytest.mark.parametrize("together", [False, True])
def test_sensible_beats_random(together: bool) -> None:
    """A player who makes every right call and no wrong one wins from either seat of the same deals."""
    game = reihum.game("schnipp-schnapp", seats=2, together=together)
    for number in range(4):
        for seat in range(2):
            names = ["sensible" if other == seat else "random" for other in range(2)]
            *_, (_, _, end) = play_round(game.deal(seed=f"duel {number}"), seat_bots(game, names, b"bots"))
            assert end.outcome is not None
            assert end.outcome.winners == (seat,)


@pytest.mark.parametrize(
    ("script", "word"),
    [
        ("0 turn", None),
        ("0 turn; 1 turn", "schnapp"),
        ("0 turn; 1 turn; - tie 0 1 schnapp", None),
        ("0 turn; 0 schnapp; 1 turn", "schnipp"),
        ("0 turn; 0 schnapp; 1 turn; 1 schnipp", None),
        ("0 turn; 1 turn; 1 schnipp", None),
    ],
)
def test_it_calls_the_right_word(script: str, word: str | None) -> None:
    """The word for what the last card matches, not one that has been called, after a human reaction time."""
    piles = ["R19 Y20 R20 Y19", "G19 G20 B19 B20", "", ""]
    state = deal("schnipp-schnapp", seats=4, deck=filled([20] * 4, piles))
    bot = WatchfulBot(state.game, 0, Randomness(b"", "bot"))
    for step in script.split(";"):
        state = play(state, step)
        bot.see(state.events(0))
    call = bot.call(state.view(0))
    assert (call.word if call else None) == word
    assert call is None or 250 <= call.delay_ms <= 900


def test_schnipp_comes_before_schnapp() -> None:
    """A card that matches both is called for the middle first: „Schnapp“ would take it away."""
    piles = ["R19 Y19 R20 Y20", "G20 G19 B19 B20", "", ""]
    state = deal("schnipp-schnapp", seats=4, deck=filled([20] * 4, piles))
    bot = WatchfulBot(state.game, 1, Randomness(b"", "bot"))
    words = []
    for step in ["0 turn", "0 schnapp", "1 turn", "0 turn", "1 schnipp", "1 turn"]:
        state = play(state, step)
        bot.see(state.events(1))
        call = bot.call(state.view(1))
        words.append(call.word if call else None)
    assert words == [None, None, None, "schnipp", None, "schnapp"]
