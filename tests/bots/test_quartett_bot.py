"""The sensible bot of Quartett, and the expert."""

from __future__ import annotations

import pytest

import reihum
from fillings import filled
from reihum.bots.experts.quartett import ListenerBot
from reihum.bots.play import play_round
from reihum.bots.registry import seat_bots
from reihum.bots.simple.quartett import RememberingBot
from reihum.cards import Randomness
from scenario import deal, play


@pytest.mark.parametrize(("seats", "bluff", "least"), [(4, False, 8), (3, True, 6), (2, True, 10)])
def test_sensible_beats_random(seats: int, bluff: bool, least: int) -> None:
    """A player who remembers nearly always wins against those who ask blindly, from every seat of the same deals."""
    game = reihum.game("quartett", seats=seats, bluff=bluff)
    won = 0
    for number in range(6 if seats == 2 else 2):
        for seat in range(seats):
            names = ["sensible" if other == seat else "random" for other in range(seats)]
            bots = seat_bots(game, names, f"bots {number}".encode())
            *_, (_, _, end) = play_round(game.deal(seed=f"duel {number}"), bots)
            assert end.outcome is not None
            won += seat in end.outcome.winners
    assert won >= least


def test_it_remembers_who_has_what() -> None:
    """A card that was handed over in its hearing, and a number that was asked for, are where it asks."""
    deck = filled((20,) * 4, ("R18 Y18 R20 Y20", "G18 R19 Y19 G20", "G19 B18 B20 B19", ""))
    state = deal("quartett", seats=4, deck=deck)
    bot = RememberingBot(state.game, 2, Randomness(b"", "bot"))
    for move in ("0 ask 1 G18", "0 ask 2 G20"):
        state = play(state, move)
        bot.see(state.events(2))
    assert tuple(state.to_act) == (2,)
    assert bot.choose(state.view(2)) == "ask 0 G18"
    assert bot.where["G20"] == {1, 3}


def test_the_expert_listens_better() -> None:
    """Who has asked for a number is where it expects the rest of it, more than the sensible bot does."""
    deck = filled((20,) * 4, ("R18 Y18 R20 Y20", "G18 R19 Y19 G20", "G19 B18 B20 B19", ""))
    state = play(deal("quartett", seats=4, deck=deck), "0 ask 1 G18")
    chances = []
    for kind in (RememberingBot, ListenerBot):
        bot = kind(state.game, 2, Randomness(b"", "bot"))
        bot.see(state.events(2))
        chances.append(bot._likelihood(state.view(2), 0, "R18"))
    sensible, expert = chances
    assert 1 / 3 < sensible < expert < 1
