"""Who sees what in the row games (rulebook §0, hidden information)."""

from __future__ import annotations

import pytest

import reihum
from games.row_tables import ROW_GAMES, cards_seen, refusal, stock_size, two, without_places
from scenario import play, seen

# ----------------------------------------------------------------------------------- §0 Hidden information


def test_other_hands_and_the_stock_are_never_shown() -> None:
    """§0: Never: other hands, face-down cards, the order of the stock."""
    state = two("classic", "R11 R5", "Y5", "G6")
    for viewer, card in ((1, "R5"), (0, "Y5"), (0, "G6"), (1, "G6"), (None, "R5"), (None, "R11"), (1, "R11")):
        assert f'"{card}"' not in without_places(seen(state, viewer))
    assert '"R5"' in seen(state, 0)
    assert '"Y5"' in seen(state, 1)


def test_changing_hidden_cards_changes_nothing_one_sees() -> None:
    """§0: … never other hands, nor the stock: with other hidden cards a player receives the same text."""
    one = play(two("classic", "R11 R5", "Y5 R12", "G6 B6 Y6"), "0 lay R11")
    other = play(two("classic", "R11 R5", "Y6 R13", "B9 G10 Y12"), "0 lay R11")
    assert seen(one, 0) == seen(other, 0)
    assert seen(one, None) == seen(other, None)
    assert seen(one, 1) != seen(other, 1)


def test_held_eleven_is_not_seen_before_the_opening() -> None:
    """§0, §1.1: Who opens is seen, with which 11 is not."""
    red = two("classic", "", "R11 Y11", "G6")
    yellow = two("classic", "", "Y11 Y9", "G6")
    assert seen(red, 0) == seen(yellow, 0)
    assert seen(red, None) == seen(yellow, None)
    assert seen(red, 1) != seen(yellow, 1)
    assert refusal(red, 0, "lay R11") == refusal(yellow, 0, "lay R11")
    assert refusal(red, 0, "lay Y11") == refusal(yellow, 0, "lay Y11")


def test_drawn_unfit_card_is_seen_by_the_drawer_only() -> None:
    """§0, §1.1: An unfit drawn card stays in the hand: the others see that a card was drawn, not which."""
    one = play(two("classic", "R11", "", "Y6 R12"), "0 lay R11; 1 draw")
    other = play(two("classic", "R11", "", "B6 R12"), "0 lay R11; 1 draw")
    assert '"Y6"' in seen(one, 1)
    for viewer in (0, None):
        assert '"Y6"' not in seen(one, viewer)
        assert '"R12"' in seen(one, viewer)
        assert seen(one, viewer) == seen(other, viewer)


def test_taken_cards_are_seen_by_the_taker_only() -> None:
    """§0, §1.1: The three cards of rule A go into the hand, unseen by others."""
    one = play(two("classic", "R11", "R12", "Y11 G6 B6", blocking="take3"), "0 lay R11; 1 take3")
    other = play(two("classic", "R11", "R12", "Y6 R10 G11", blocking="take3"), "0 lay R11; 1 take3")
    assert {"Y11", "G6", "B6"} <= cards_seen(one, 1)
    for viewer in (0, None):
        assert cards_seen(one, viewer) & {"Y11", "G6", "B6"} == set()
        assert seen(one, viewer) == seen(other, viewer)


def test_how_many_cards_were_drawn_is_seen() -> None:
    """§0: A player sees the number of cards in every hand and face-down pile."""
    for stock, hand, left in (("R12 Y6", 20, 39), ("Y6 R12", 21, 38), ("Y6 G6 R12", 22, 37)):
        state = play(two("classic", "R11", "", stock), "0 lay R11; 1 draw")
        for viewer in (0, 1, None):
            assert [player.cards for player in state.view(viewer).players] == [19, hand]
            assert stock_size(state, viewer) == left


def test_whether_a_player_could_have_done_more_does_not_show() -> None:
    """§0: Whether a player could have done more must not show."""
    for line in ("0 lay R11; 1 lay R12", "0 lay R11; 1 lay R12; 1 end"):
        more = play(two("classic", "R11", "R12 R13", "Y6"), line)
        nothing = play(two("classic", "R11", "R12 Y6", "R13"), line)
        assert seen(more, 0) == seen(nothing, 0)
        assert seen(more, None) == seen(nothing, None)


def test_refusals_tell_nothing() -> None:
    """§0: … never other hands: a refused move sounds the same, wherever the card is."""
    held = play(two("classic", "R11", "R12", "Y6"), "0 lay R11")
    stocked = play(two("classic", "R11", "", "R12 Y6"), "0 lay R11")
    for move in ("lay R12", "draw", "end", "lay Y6"):
        assert refusal(held, 0, move) == refusal(stocked, 0, move)


def test_legal_moves_are_private() -> None:
    """§0: Never other hands: a view lists the moves of its own seat alone."""
    state = play(two("classic", "R11", "R12"), "0 lay R11")
    assert state.view(1).moves
    assert not state.view(0).moves
    assert not state.view(None).moves
    for viewer in (0, None):
        assert "R12" not in without_places(seen(state, viewer))


@pytest.mark.parametrize("game", ROW_GAMES)
def test_seed_is_never_shown(game: str) -> None:
    """§0: Never: … the seed."""
    state = reihum.game(game, seats=3).deal(seed="verschwiegen")
    for viewer in (None, 0, 1, 2):
        assert "verschwiegen" not in seen(state, viewer)
        assert b"verschwiegen".hex() not in seen(state, viewer)
