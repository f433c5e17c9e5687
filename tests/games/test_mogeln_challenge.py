"""The challenge in Mogeln, sentence by sentence (rulebook §3.2)."""

from __future__ import annotations

import pytest

from games.mogeln_tables import HONEST, counts, honest, table
from scenario import play, texts
from witness import refused


def test_the_player_on_turn_may_challenge() -> None:
    """Before laying, the player on turn may instead say „gemogelt!“ of the last lay. (§3.2)"""
    state = honest(1, extra=False)
    assert "cheat" in texts(state, 1)
    assert "lay R2" in texts(state, 1)
    assert texts(state, 0) == texts(state, 2) == set()


def test_only_the_next_player_may_challenge() -> None:
    """Option `challenge`: `next` (default). (§3.2)"""
    state = play(table(*HONEST), "0 lay B2")
    refused(state, 0, "cheat")
    refused(state, 2, "cheat")
    assert state.view(2).calls == ()
    named = play(table(*HONEST, challenge="next"), "0 lay B2")
    refused(named, 2, "cheat")


@pytest.mark.parametrize("challenge", ["next", "anyone"])
def test_nothing_to_challenge(challenge: str) -> None:
    """„gemogelt!“ is said of the last lay: not before the first, and not again after a challenge. (§3.2)"""
    state = table(*HONEST, challenge=challenge)
    for seat in range(3):
        refused(state, seat, "cheat")
    state = play(state, "0 lay R1; 1 cheat")
    assert all("cheat" not in texts(state, seat) for seat in range(3))
    for seat in range(3):
        refused(state, seat, "cheat")


def test_only_the_last_lay_is_challenged() -> None:
    """The player on turn may say „gemogelt!“ of the last lay: an earlier lie does not matter. (§3.2)"""
    state = play(table(*HONEST, extra=False), "0 lay B2; 1 lay R2; 2 cheat")
    assert counts(state) == (11, 11, 14)


@pytest.mark.parametrize("card", ["R1", "B2"])
def test_a_new_pile_starts_with_the_challenger(card: str) -> None:
    """Decision: then a new pile starts at "one" with the challenger's turn. (§3.2)"""
    state = play(table(*HONEST, extra=False), f"0 lay {card}; 1 cheat")
    assert state.to_act == (1,)
    before = counts(state)
    assert counts(play(state, "1 lay B1; 2 cheat"))[2] == int(before[2]) + 1
    assert counts(play(state, "1 lay Y2; 2 cheat")) == before


def test_accept_is_not_for_ordinary_lays() -> None:
    """`accept` lets a last card stand; otherwise laying does. (§3.2)"""
    refused(honest(1), 1, "accept")
    refused(honest(0), 0, "accept")


def test_anyone_may_challenge() -> None:
    """Option `challenge`: `anyone` (the old booklet: any other player, until the next card is laid). (§3.2)"""
    state = play(table(*HONEST, challenge="anyone", extra=False), "0 lay B2")
    assert state.to_act == (1,)
    assert texts(state, 2) == {"cheat"}
    assert "cheat" in texts(state, 1)
    assert texts(state, 0) == set()
    refused(state, 0, "cheat")
    assert counts(state.play(2, "cheat")) == (12, 12, 12)
    assert counts(state.play(1, "cheat")) == (12, 12, 12)
    later = state.play(1, "lay R2")
    assert counts(later.play(0, "cheat")) == (13, 11, 12)


@pytest.mark.parametrize("card", ["R1", "B2"])
@pytest.mark.parametrize("challenger", [1, 2])
def test_after_anyones_challenge(card: str, challenger: int) -> None:
    """The player after the one who laid then goes on – a new pile, at one. (§3.2)"""
    state = play(table(*HONEST, challenge="anyone", extra=False), f"0 lay {card}; {challenger} cheat")
    assert counts(state)[challenger if card == "R1" else 0] == (13 if card == "R1" else 12)
    assert state.to_act == (1,)
    before = counts(state)
    assert counts(play(state, "1 lay B1; 0 cheat"))[0] == int(before[0]) + 1


def test_the_call_is_a_word_of_the_game() -> None:
    """Calls („gemogelt“ by anyone) are never awaited; views list the words, not whether they would be right. (§0)"""
    for state in (table(*HONEST, challenge="anyone"), honest(1, challenge="anyone")):
        assert all(state.view(seat).calls == ("cheat",) for seat in (0, 1, 2, None))
    assert honest(1, challenge="anyone").to_act == (1,)
