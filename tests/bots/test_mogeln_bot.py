"""The sensible bot of Mogeln, and the expert."""

from __future__ import annotations

import pytest

import reihum
from reihum.bots.experts.mogeln import ScepticBot
from reihum.bots.play import play_round
from reihum.bots.registry import seat_bots
from reihum.bots.simple.mogeln import DoubtingBot
from reihum.cards import Randomness
from scenario import cards, deal, play, stack


@pytest.mark.parametrize("challenge", ["next", "anyone"])
@pytest.mark.parametrize(
    ("better", "worse"), [("sensible", "random"), pytest.param("expert", "sensible", marks=pytest.mark.soak)]
)
def test_better_players_win_more(better: str, worse: str, challenge: str) -> None:
    """One of a better kind wins clearly more than a quarter of the games against three of a worse one, from every seat
    of the same deals."""
    game = reihum.game("mogeln", seats=4, challenge=challenge)
    won = 0
    for number in range(30):
        for alone in range(4):
            names = [better if seat == alone else worse for seat in range(4)]
            bots = seat_bots(game, names, f"bots {number}".encode())
            *_, (_, _, end) = play_round(game.deal(seed=f"duel {number}"), bots)
            assert end.outcome is not None
            won += names[end.outcome.winners[0]] == better
    assert won > 0.3 * 4 * 30


def seated(state: reihum.State, seat: int, make: type[DoubtingBot] = DoubtingBot) -> DoubtingBot:
    """A bot that takes a seat and sees the last move."""
    bot = make(state.game, seat, Randomness(b"", "bot"))
    bot.see(state.events(seat))
    return bot


def test_it_tells_the_truth_if_it_can() -> None:
    """It lays the card it claims; else two cards that it need not claim for a while."""
    state = deal("mogeln", 3, stack([12] * 3, ["R1", "R2 Y2 G2 B2"], of=cards(1, 9)), extra=False)
    assert seated(state, 0).choose(state.view(0)) == "lay R1"
    state = deal("mogeln", 3, stack([12] * 3, ["R2 Y2 G2 B2 R4 Y4 G4 B4 R7 Y7 G7 B7"], of=cards(1, 9)))
    assert seated(state, 0).choose(state.view(0)) in {"lay R2 Y2", "lay G2 B2"}


def test_it_knows_a_sure_lie() -> None:
    """A player with all four ones knows that the claim is false, on turn or by calling."""
    deck = stack([12] * 3, ["R2", "R1 Y1 G1 B1"], of=cards(1, 9))
    state = play(deal("mogeln", 3, deck), "0 lay R2")
    assert seated(state, 1).choose(state.view(1)) == "cheat"
    state = play(deal("mogeln", 3, deck, challenge="anyone"), "0 lay R2")
    call = seated(state, 1).call(state.view(1))
    assert call is not None
    assert call.word == "cheat"
    assert 250 <= call.delay_ms <= 900
    assert seated(state, 0).call(state.view(0)) is None


def test_the_expert_doubts_players_who_are_nearly_out() -> None:
    """A claim that is as likely as not stands while many cards are left, and is challenged once there are few."""
    game = reihum.game("mogeln", seats=4)
    sensible, expert = (make(game, 0, Randomness(b"", "bot")) for make in (DoubtingBot, ScepticBot))
    assert [expert._is_too_unlikely(0.5, left) for left in (2, 6, 11)] == [True, False, False]
    assert [bot._is_too_unlikely(0.3, 11) for bot in (sensible, expert)] == [False, True]


def test_the_expert_adds_nothing_to_a_true_card() -> None:
    """Others lay a second card with it while nobody looks closely."""
    state = deal("mogeln", 3, stack([12] * 3, ["R1 R2 Y2 G2 B2 R5 Y5 G5 B5 R8 Y8 G8"], of=cards(1, 9)))
    assert len(seated(state, 0).choose(state.view(0)).split()) == 3
    assert seated(state, 0, ScepticBot).choose(state.view(0)) == "lay R1"
