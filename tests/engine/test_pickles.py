"""A state travels to other processes small: its game is known there by name."""

from __future__ import annotations

import pickle

import pytest
from msgspec.structs import replace

from reihum.games import GAMES

MAX_BYTES = 2_000


@pytest.mark.parametrize("id", GAMES)
def test_a_state_travels_without_what_its_game_has_prepared(id: str) -> None:
    """It comes back equal, with the same facts, and plays on."""
    facts = GAMES[id]
    state = facts.game(facts.seats[0], **facts.needs(facts.seats[0])).deal("pickles")
    data = pickle.dumps(state)
    assert len(data) < MAX_BYTES
    back = pickle.loads(data)  # noqa: S301
    assert (back, back.game) == (state, state.game)
    assert back.game.facts is facts
    seat = state.to_act[0]
    assert back.play(seat, back.legal(seat)[0]) == state.play(seat, state.legal(seat)[0])


def test_earlier_rules_stay_earlier() -> None:
    """A game by earlier rules comes back with these."""
    facts = next(facts for facts in GAMES.values() if facts.earlier).by_rules(1)
    game = facts.game(facts.seats[0])
    assert pickle.loads(pickle.dumps(game)).facts is facts  # noqa: S301


def test_a_game_that_is_not_registered_travels_as_it_is() -> None:
    """Also if it has the id of one that is."""
    facts = replace(GAMES["ratefix"], age=99)
    back = pickle.loads(pickle.dumps(facts.game(3).deal("own")))  # noqa: S301
    assert back.game.facts.age == 99
