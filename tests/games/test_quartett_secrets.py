"""Quartett keeps its secrets, and the kit notices if it does not: leaks planted one at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import reihum
from reihum.cards import Randomness, same_number
from reihum.engine.moves import Move
from reihum.engine.views import Player
from reihum.errors import IllegalMove
from reihum.games.quartett.rules import QuartettState
from reihum.messages import Message
from reihum.testing import check_settings, random_play


def leaks(*, bluff: bool) -> None:
    """The kit finds the planted leak."""
    with pytest.raises(AssertionError, match="tell two worlds apart"):
        check_settings(reihum.game("quartett", seats=3, bluff=bluff), games=1, deep=1)


def test_points_that_tell_of_false_denials(monkeypatch: pytest.MonkeyPatch) -> None:
    """False denials are settled at the end, not before. (§3.8)"""
    honest = QuartettState.players

    def leaky(self: QuartettState) -> Iterator[Player]:
        points = self.score("so far").points
        return (replace(player, points=points[player.seat]) for player in honest(self))

    monkeypatch.setattr(QuartettState, "players", leaky)
    leaks(bluff=True)


def test_a_refusal_that_tells_who_has_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never: other hands. (§0)"""

    def leaky(self: QuartettState, seat: int, move: Move) -> IllegalMove:
        held = any(move.args[-1:] == (card,) for hand in self.hands[seat + 1 :] for card in hand)
        return IllegalMove("quartett.own-card" if held else "quartett.no-number", "§3.8", card="R1")

    monkeypatch.setattr(QuartettState, "reason", leaky)
    leaks(bluff=False)


def test_a_prompt_that_knows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error does not tell how many cards the left neighbour holds. (§0)"""

    def leaky(self: QuartettState, seat: int) -> Message:
        neighbour = self.hands[self.game.after(seat)]
        wanted = {str(move.args[1]) for move in self.legal(seat) if move.verb == "ask"}
        return Message("quartett.prompt.ask", {"count": len(wanted & set(neighbour))})

    monkeypatch.setattr(QuartettState, "asked", leaky)
    leaks(bluff=False)


@pytest.mark.parametrize(("seats", "bluff"), [(3, False), (3, True), (2, True), (5, False)])
def test_imagined_worlds_are_possible(seats: int, bluff: bool) -> None:
    """No imagined hand holds a quartet, and what has just been asked and answered is still true."""
    randomness = Randomness(b"worlds", "test")
    game = reihum.game("quartett", seats=seats, bluff=bluff)
    for _, _, _, after in random_play(game.deal(seed="worlds"), randomness):
        assert isinstance(after, QuartettState)
        for seat in (*range(seats), None):
            other = after.imagine(seat, randomness)
            assert all(len(cards) < 4 for hand in other.hands for cards in same_number(hand).values())
            assert list(map(len, other.hands)) == list(map(len, after.hands))
            event = next(event for event in reversed(other.last) if event.kind != "quartet")
            card, speaker, partner = event.cards[0], event.seat or 0, event.values["player"]
            if event.kind == "give":
                assert card in other.hands[partner] or event is not other.last[-1]
            elif event.kind == "deny":
                assert bluff or card not in other.hands[speaker]
                assert card not in other.hands[partner]
                assert any(held[1:] == card[1:] for held in other.hands[partner])
