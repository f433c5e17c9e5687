"""The colour that edition 60 leaves out (RULEBOOK §0): any colour may be chosen, and nobody is asked for it."""

from __future__ import annotations

import pytest

import reihum
from reihum.engine.options import find_needs

GAMES = [("anywhere", {}), ("mogeln", {"full_deck": True})]


def colours(game: reihum.Game) -> set[str]:
    """The colours that are dealt."""
    return {card[0] for card in game.cards}


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_any_colour_may_be_left_out(name: str, options: dict[str, bool]) -> None:
    """Default: blue is left out; any colour may be chosen. (§0)"""
    assert colours(reihum.game(name, 3, edition="60", **options)) == set("RYG")
    for colour in "RYGB":
        game = reihum.game(name, 3, edition="60", without=colour, **options)
        assert colours(game) == set("RYGB") - {colour}
        assert len(game.cards) == 60
        assert game.deal(seed="any").outcome is None


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_leaving_a_colour_out_needs_the_edition(name: str, options: dict[str, bool]) -> None:
    """With all cards there is none to leave out."""
    with pytest.raises(reihum.BadOption) as refused:
        reihum.game(name, 3, without="R", **options)
    assert refused.value.code == "option-needs"


def test_what_is_needed_may_need_something_else() -> None:
    """Every value of an option is tried with all that it needs."""
    facts = reihum.GAMES["mogeln"]
    assert find_needs(facts.options, facts.options["without"]) == {"full_deck": True, "edition": "60"}
    tried = {game.options["without"] for game in facts.variations() if game.seats == 3}
    assert tried == {None, "R", "Y", "G", "B"}


def test_no_colour_is_asked_for_that_is_left_out() -> None:
    """Only that colour is right (§3.2): it must be in play, or every lay would be wrong."""
    with pytest.raises(reihum.BadOption) as refused:
        reihum.game("mogeln", 3, full_deck=True, edition="60", colour="B")
    assert refused.value.code == "mogeln.colour-left-out"
    assert "colour" in str(refused.value)
    assert reihum.game("mogeln", 3, full_deck=True, edition="60", without="R", colour="B").setup.colours == ("B",)
    assert reihum.game("mogeln", 3, full_deck=True, colour="B").setup.colours == ("B",)
    assert reihum.game("mogeln", 3, full_deck=True, edition="60", without="R", colour="each").setup.colours == tuple(
        "YGB"
    )
