"""The rules of Higher or lower, and the conformance kit."""

import reihum
from reihum.testing import check_game


def test_a_right_guess_wins_the_open_card() -> None:
    """A wrong one wins nothing, and neither does an equal number."""
    game = reihum.game("higher-or-lower", seats=2)
    deck = "R5 R9 Y9 R2".split()
    state = game.deal(deck=[*deck, *(card for card in game.cards if card not in deck)])
    for seat, (move, won) in enumerate([("higher", (1, 0)), ("higher", (1, 0)), ("lower", (2, 0))]):
        state = state.play(seat % 2, move)
        assert tuple(player.points for player in state.players()) == won


def test_the_kit_passes() -> None:
    """Legal moves, views, texts in three languages, records, and nothing that nobody may know."""
    assert check_game("higher-or-lower", games=3).games
