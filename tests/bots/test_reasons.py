"""Why a move is made: sentences about positions, and a text in every language for every reason."""

from __future__ import annotations

import random

import pytest

import reihum
from reihum.bots import offered
from reihum.bots.review.reasons import reason
from reihum.engine import State
from reihum.messages import Message
from reihum.texts import Texts

HANDS = "R11 R12 R13 R14 R15 G6 G7 Y11 B6 B15 Y6 Y7 G15 G14 R6 R7 R8 R9 R10 Y8 Y9 Y10 Y12 G11 G8 G9 G10 B7 B8 B9"


def position(moves: str, hands: str = HANDS) -> State:
    """A round of two with the pocket edition: 15 cards each."""
    game = reihum.game("classic", seats=2, edition="40")
    deck = hands.split()
    state: State = game.deal(deck=deck + [card for card in game.cards if card not in deck])
    for move in moves.split(", "):
        state = state.play(state.to_act[0], move)
    return state


def why(state: State, move: str) -> Message:
    """The reason for the player on turn."""
    return reason(reihum.GAMES["classic"], state.view(state.to_act[0]), move)


def test_the_next_card_is_mine() -> None:
    """Behind R12 comes R13, in the same hand: nobody else profits."""
    state = position("lay R11, lay G11, end")
    assert why(state, "lay R12") == Message("why.rows.own-next", {"card": "R13"})


def test_opens_the_end_behind_which_cards_wait() -> None:
    """Y11 opens both ends of yellow; Y6 and Y7 wait behind one of them."""
    state = position("lay R11, lay G11, end")
    assert why(state, "lay Y11") == Message("why.rows.opens", {"cards": ["Y7", "Y6"], "count": 2})


def test_keeps_the_eleven_back() -> None:
    """After one card the turn ends with Y11 in hand."""
    state = position("lay R11, lay G11, end, lay R12")
    assert why(state, "end") == Message("why.rows.keeps-start", {"cards": ["Y11"], "count": 1})


def test_helps_only_the_others() -> None:
    """Nothing of seat 1 waits behind G11's upper end; R10 opens the lower end of red, which is all its own."""
    state = position("lay R11")
    assert why(state, "lay R10") == Message("why.rows.own-next", {"card": "R9"})


def test_a_dead_end_opens_nothing() -> None:
    """R15 is the last card of its row."""
    state = position("lay R11, lay G11, end, lay R12, lay R13, lay R14")
    assert why(state, "lay R15") == Message("why.rows.dead-end", {"card": "R15"})


def test_the_only_move() -> None:
    """Who opens has no choice."""
    game = reihum.game("classic", seats=3)
    state = game.deal("only")
    seat = state.to_act[0]
    assert reason(reihum.GAMES["classic"], state.view(seat), str(state.legal(seat)[0])) == Message("why.only")


@pytest.mark.parametrize("id", reihum.GAMES)
@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_every_reason_has_a_text(id: str, language: str) -> None:
    """Random rounds: for every move that a view offers there is a sentence. (A missing text is a warning, which
    tests make an error.)"""
    texts = Texts(language)
    game = reihum.game(id, seats=reihum.GAMES[id].seats[-1])
    dice = random.Random(id)
    state = game.deal(id)
    for _ in range(60):
        if state.outcome is not None:
            break
        seat = state.to_act[0]
        view = state.view(seat)
        for move in dice.sample(offered(view), min(6, len(offered(view)))):
            assert texts.message(reason(game.facts, view, move)).endswith(".")
        state = state.play(seat, dice.choice(state.legal(seat)))
