"""Moves and their numbers: one table for each game, and back."""

from __future__ import annotations

import pytest

import reihum
from envs.fitting import PLAIN, VARIATIONS, played
from reihum.engine import Game
from reihum.envs import actions_of, cards_of


def test_every_move_has_one_number_and_reads_back() -> None:
    """Number → move → text → move → number, for every game that fits, with options."""
    for game in (*PLAIN, *VARIATIONS[::3]):
        actions = actions_of(game)
        assert [actions.number(str(actions.move(number))) for number in range(len(actions))] == [*range(len(actions))]


@pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.id)
def test_every_legal_move_is_in_the_table(game: Game) -> None:
    """Random rounds meet no move without a number."""
    actions = actions_of(game)
    for seed in "ab":
        for state in played(game, seed, most=400):
            for seat in state.to_act:
                assert [actions.move(number) for number in actions.legal(state, seat)] == list(state.legal(seat))


@pytest.mark.parametrize("game", VARIATIONS[::9], ids=repr)
def test_with_options_too(game: Game) -> None:
    """The same for games with options."""
    actions = actions_of(game)
    for state in played(game, "options", most=60):
        assert all(move in actions.numbers for seat in state.to_act for move in state.legal(seat))


def test_the_tables_are_the_documented_ones() -> None:
    """docs/envs.md: how many moves, and where each verb begins."""
    rows = actions_of(reihum.game("classic", seats=4))
    assert [rows.number(text) for text in ("lay R1", "lay B20", "draw", "take3", "end", "pass")] == [
        0,
        79,
        80,
        81,
        82,
        83,
    ]
    junior = actions_of(reihum.game("junior", seats=4))
    assert [junior.number(text) for text in ("lay R1", "lay B11", "draw", "end", "pass")] == [0, 43, 44, 45, 46]
    master = actions_of(reihum.game("master", seats=4))
    texts = ("lay R1", "lay J>R1", "link R1>G1", "swap R1", "swap B21", "draw", "end", "pass")
    assert [master.number(text) for text in texts] == [0, 84, 168, 294, 377, 378, 379, 380]


def test_cards_are_numbered_in_rank_order() -> None:
    """The cards of the edition, laid out or not."""
    assert cards_of(reihum.game("classic", seats=2, edition="60", without="R"))[:21:20] == ("Y1", "G1")
    assert len(cards_of(reihum.game("false-start", seats=2))) == 80
    assert len(cards_of(reihum.game("master", seats=2))) == 84


@pytest.mark.parametrize("number", [-1, 84, 10_000])
def test_what_is_not_a_number_of_a_move_is_refused(number: int) -> None:
    """Also negative numbers, which Python would count from the end."""
    with pytest.raises(reihum.BadOption) as refused:
        actions_of(reihum.game("classic", seats=4)).move(number)
    assert refused.value.code == "env-action"
    assert "0 … 83" in str(refused.value)
