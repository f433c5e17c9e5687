"""The drawn examples of the rules show cards of their game."""

from __future__ import annotations

import pytest

from reihum.engine import Facts
from reihum.games import GAMES

DRAWN = [facts for facts in GAMES.values() if facts.examples]


@pytest.mark.parametrize("facts", DRAWN, ids=lambda facts: facts.id)
def test_examples_show_cards_of_the_game(facts: Facts) -> None:
    """A place is free, or its card is face down, of the game, or a joker for such a card; no card comes twice."""
    known = set(facts.game(facts.seats[-1]).deal(seed="cards").everywhere())
    for example in facts.examples:
        shown = [card.removeprefix("J>") for group in example.groups for card in group if card not in ("", "?")]
        assert known.issuperset(shown)
        assert len(set(shown)) == len(shown)


def test_the_games_with_long_turns_have_examples() -> None:
    """Words alone are not enough for these three."""
    assert {"master", "mogeln", "schnipp-schnapp"} <= {facts.id for facts in DRAWN}
