"""Refusals say what is so (DESIGN §3): what was expected, what came, and why."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import reihum
from reihum.games.rows.rules import RowsState
from reihum.texts import LANGUAGES, Texts
from scenario import deal, play, stack


def refusal(state: reihum.State, seat: int | None, move: str) -> reihum.IllegalMove:
    """Why a move is refused; it can be told in every language."""
    with pytest.raises(reihum.IllegalMove) as refused:
        state.play(seat, move)
    for language in LANGUAGES:
        assert Texts(language).message(refused.value.message)
    return refused.value


def opened(**options: Any) -> RowsState:
    """Seat 0 has opened with the red 11; seat 1 holds a card that fits."""
    state = deal("classic", 2, stack([20, 20, 40], ["R11", "R12 Y11"]), **options)
    after = play(state, "0 lay R11")
    assert isinstance(after, RowsState)
    return after


@pytest.mark.parametrize(("seats", "named"), [("4", "'4'"), (4.0, "4.0"), (True, "True"), (None, "None"), (9, " 9.")])
def test_a_wrong_number_of_players_is_shown_as_it_came(seats: Any, named: str) -> None:
    """The text "4" is not the number 4, and the sentence must not say that 4 players are too many."""
    with pytest.raises(reihum.BadOption) as refused:
        reihum.game("classic", seats)
    assert refused.value.code == "seats"
    assert named in str(refused.value)


@pytest.mark.parametrize(("seat", "named"), [("0", "'0'"), (1.0, "1.0"), (False, "False"), (3, "Seat 3 ")])
def test_a_wrong_seat_is_shown_as_it_came(seat: Any, named: str) -> None:
    """The text "0" is not seat 0."""
    with pytest.raises(reihum.ReihumError) as refused:
        reihum.game("classic", 3).deal("x").play(seat, "end")
    assert refused.value.code == "seat"
    assert named in str(refused.value)


@pytest.mark.parametrize(("other", "code"), [(0, "quartett.yourself"), (5, "quartett.nobody")])
def test_only_other_players_can_be_asked(other: int, code: str) -> None:
    """The refusal is a sentence about people and lists no moves."""
    state = reihum.game("quartett", 3).deal("x")
    card = str(state.legal(0)[0]).split()[-1]
    why = refusal(state, 0, f"ask {other} {card}")
    assert why.code == code
    assert card not in str(why)


def test_there_are_four_open_piles() -> None:
    """A pile that is not there: the refusal lists no moves."""
    state = reihum.game("farben-sammeln", 3).deal("x")
    card = state.play(0, "take stock").legal(0)[0].args[0]
    refused = [refusal(state, 0, "take 5"), refusal(state.play(0, "take stock"), 0, f"put {card} 5")]
    assert [why.code for why in refused] == ["farben_sammeln.no-pile"] * 2


def test_long_junk_is_cut() -> None:
    """Nobody wants to read all of it."""
    with pytest.raises(reihum.BadOption) as refused:
        reihum.game("classic", "9" * 5_000)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 200


def test_a_players_move_from_no_seat() -> None:
    """It comes from a seat, not from the table; the table's own moves are the other way round."""
    state = reihum.game("schnipp-schnapp", 3).deal("x")
    assert refusal(state, None, "turn").code == "player-move"
    assert refusal(state, None, "schnapp").code == "player-move"
    assert refusal(state, None, "tie 0 1 schnapp").code == "table-move"
    assert refusal(state, 0, "tie 0 1 schnapp").code == "table-move"
    assert "turn" in str(refusal(state, None, "turn"))


@pytest.mark.parametrize("blocking", ["off", "draw"])
def test_take3_is_for_tables_that_play_it(blocking: str) -> None:
    """§1.1: the option `blocking`. A fitting card is not a reason."""
    why = refusal(opened(blocking=blocking), 1, "take3")
    assert why.code == "rows.no-take3"
    assert "house rule" in str(why)


def test_take3_where_it_is_played() -> None:
    """§1.1: only if something fits, before the first card of the turn, while the stock is not empty, and never instead
    of a card that opens the game."""
    state = opened(blocking="take3")
    assert refusal(replace(state, stock=()), 1, "take3").code == "rows.stock-empty"
    assert refusal(replace(state, fits=0), 1, "take3").code == "rows.must-draw"
    assert refusal(state.play(1, "lay R12"), 1, "take3").code == "rows.laid-already"
    opening = deal("classic", 2, stack([20, 20, 40], ["R11"]), blocking="take3")
    assert refusal(opening, 0, "take3").code == "rows.must-open"


def test_drawing_although_something_fits() -> None:
    """§1.1: with `blocking=draw` the reason is another one than without."""
    assert refusal(opened(), 1, "draw").code == "rows.must-lay"
    assert refusal(opened(blocking="take3"), 1, "draw").code == "rows.must-lay"
    assert refusal(replace(opened(blocking="draw"), stock=()), 1, "draw").code == "rows.stock-empty"
    opening = deal("classic", 2, stack([20, 20, 40], ["R11"]), blocking="draw")
    assert refusal(opening, 0, "draw").code == "rows.must-open"


def test_a_game_without_a_deck_asks_for_none() -> None:
    """§3.11: there is nothing to shuffle, and a deck is refused: so it must not be asked for."""
    for asked in (reihum.game("hoechste-karte", 2).deal, lambda: reihum.match("hoechste-karte", 2)):
        with pytest.raises(reihum.BadDeck) as refused:
            asked()
        assert refused.value.code == "seed-missing"
        assert "deck" not in str(refused.value)


@pytest.mark.parametrize("game", reihum.GAMES)
def test_every_refusal_names_the_rule(game: str) -> None:
    """DESIGN §3: a code, a reason and the rule; also for a text that is not a move."""
    facts = reihum.GAMES[game]
    made = facts.game(facts.seats[-1])
    state = made.deal("x")
    seat = state.to_act[0]
    for move in ("fly home", "", facts.grammar.verbs[0].word + " 99 99", reihum.Move("fly"), 7):
        with pytest.raises(reihum.IllegalMove) as refused:
            state.play(seat, move)  # type: ignore[arg-type]
        assert (refused.value.code, refused.value.rule) == ("notation", facts.section)
    with pytest.raises(reihum.IllegalMove) as refused:
        made.parse("fly home")
    assert refused.value.rule == facts.section
