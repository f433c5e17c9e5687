"""Quartett, sentence by sentence (RULEBOOK §3.8)."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from fillings import filled
from scenario import DECK_80, deal, play, seen, texts
from witness import ended, faces, hand_sizes, refused, starters

SIZES = {2: (40, 40), 3: (27, 27, 26), 4: (20,) * 4, 5: (16,) * 5, 6: (14, 14, 13, 13, 13, 13)}


def quartett(*hands: str, seed: str | None = None, **options: Any) -> reihum.State:
    """Deal the cards named; complete quartets, laid down at once, fill up the hands."""
    seats = len(hands)
    return deal("quartett", seats=seats, deck=filled(SIZES[seats], hands), seed=seed, **options)


def asks(seat: int, wanted: str) -> set[str]:
    """The questions to one player for several cards."""
    return {f"ask {seat} {card}" for card in wanted.split()}


# -- the deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "sizes"), [(n, sizes) for n, sizes in SIZES.items() if n > 2])
def test_all_cards_are_dealt(seats: int, sizes: tuple[int, ...]) -> None:
    """All cards are dealt (§3.8); with uneven deals the earlier seats get the extra cards (§0)."""
    assert hand_sizes(deal("quartett", seats=seats, deck=" ".join(DECK_80))) == sizes


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_for_three_to_six_players(seats: int) -> None:
    """`quartett` — Quartett (3–6) (§3.8)."""
    with pytest.raises(reihum.ReihumError):
        reihum.game("quartett", seats=seats)


def test_for_two_players_only_with_bluff() -> None:
    """3–6; with `bluff` also 2 (§3.8)."""
    assert hand_sizes(deal("quartett", seats=2, deck=" ".join(DECK_80), bluff=True)) == (40, 40)
    with pytest.raises(reihum.ReihumError):
        reihum.game("quartett", seats=2, bluff=False)
    for seats in (1, 7):
        with pytest.raises(reihum.ReihumError):
            reihum.game("quartett", seats=seats, bluff=True)


@pytest.mark.parametrize("option", ["edition", "without", "colours"])
def test_four_colours_and_no_other_options(option: str) -> None:
    """`quartett` needs four colours (§3.8); unknown options are refused."""
    with pytest.raises(reihum.BadOption):
        reihum.game("quartett", seats=4, **{option: "60"})


@pytest.mark.parametrize("bluff", ["always", 3])
def test_bluff_is_on_or_off(bluff: object) -> None:
    """Option `bluff` is on or off (§3.8)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("quartett", seats=4, bluff=bluff)


def test_quartets_are_laid_down_at_the_start() -> None:
    """All cards are dealt; quartets are laid down (§3.8)."""
    state = quartett("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", "")
    assert hand_sizes(state) == (4, 4, 0, 0)


def test_nothing_but_quartets() -> None:
    """Ends when all quartets are down (§3.8), be it at the deal: each has paid 20 and earned 20."""
    assert ended(quartett("", "", "", "")) == ((0, 0, 0, 0), (1, 1, 1, 1))


# -- asking ---------------------------------------------------------------------------------------------------


def test_the_first_seat_asks() -> None:
    """The first seat asks (§3.8)."""
    state = quartett("R19 Y19 G19", "B19 R20 Y20", "G20 B20")
    assert tuple(state.to_act) == (0,)
    assert texts(state, 1) == texts(state, 2) == set()
    refused(state, 1, "ask 0 R19", "ask 2 G20")


def test_ask_for_what_is_missing_of_a_number_in_hand() -> None:
    """… for a particular card that it lacks for a number of which it holds at least one (§3.8)."""
    state = quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20")
    wanted = "G19 B19 R20 Y20 B20"
    assert texts(state, 0) == asks(1, wanted) | asks(2, wanted)


def test_do_not_ask_for_your_card_or_another_number() -> None:
    """… for a card that it lacks for a number of which it holds at least one (§3.8), for no other."""
    state = quartett("R19 Y19 G19", "B19 R20 Y20", "G20 B20")
    refused(state, 0, "ask 1 R19", "ask 1 R20", "ask 2 G20", "ask 1 R1")


def test_ask_any_other_player_who_has_cards() -> None:
    """The first seat asks any player who has cards (§3.8), so not itself and nobody without cards."""
    state = quartett("R19 Y19 R20 Y20", "", "G19 B19 G20 B20", "")
    assert texts(state, 0) == asks(2, "G19 B19 G20 B20")
    refused(state, 0, "ask 0 G19", "ask 1 G19", "ask 3 G19", "ask 4 G19")


def test_the_card_is_handed_over_and_the_asker_goes_on() -> None:
    """If the asked player has it, it is handed over and the asker goes on (§3.8)."""
    state = play(quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20"), "0 ask 1 G19")
    assert hand_sizes(state) == (4, 2, 2)
    assert "G19" in faces(state.view(0))
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == asks(1, "B19 R20 Y20 B20") | asks(2, "B19 R20 Y20 B20")


def test_otherwise_the_asked_player_becomes_the_asker() -> None:
    """Otherwise the asked player becomes the asker (§3.8)."""
    state = play(quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20"), "0 ask 2 G19")
    assert hand_sizes(state) == (3, 3, 2)
    assert tuple(state.to_act) == (2,)
    assert texts(state, 2) == asks(0, "Y20 G20") | asks(1, "Y20 G20")
    assert texts(state, 0) == texts(state, 1) == set()


def test_a_quartet_is_laid_down_at_once() -> None:
    """Each quartet is laid down at once (§3.8); the asker goes on."""
    state = play(quartett("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", ""), "0 ask 1 G19; 0 ask 1 B19")
    assert hand_sizes(state) == (2, 2, 0, 0)
    assert tuple(state.to_act) == (0,)
    assert texts(state, 0) == asks(1, "G20 B20")


def test_a_player_without_cards_is_not_asked_any_more() -> None:
    """A player without cards is skipped (§3.8), also one who has just handed over the last one."""
    state = play(quartett("R19 Y19 R20", "B19 G19 Y20", "G20 B20"), "0 ask 2 G20; 0 ask 2 B20")
    assert hand_sizes(state) == (5, 3, 0)
    assert texts(state, 0) == asks(1, "G19 B19 Y20")


def test_an_asker_who_runs_out_passes_the_right_on() -> None:
    """An asker who runs out passes the right to the next player with cards (§3.8)."""
    state = play(quartett("R19 Y19 G19", "B19 R20 Y20", "G20 B20"), "0 ask 1 B19")
    assert hand_sizes(state) == (0, 2, 2)
    assert tuple(state.to_act) == (1,)
    assert texts(state, 1) == asks(2, "G20 B20")


def test_the_right_skips_players_without_cards() -> None:
    """A player without cards is skipped; … to the next player *with cards* (§3.8)."""
    state = quartett("R18 Y18 R19 Y19", "", "G18 B18 G19 R20", "B19 Y20 G20 B20")
    state = play(state, "0 ask 2 G18; 0 ask 2 B18; 0 ask 2 G19; 0 ask 3 B19")
    assert hand_sizes(state) == (0, 0, 1, 3)
    assert tuple(state.to_act) == (2,)


def test_a_first_seat_without_cards_is_skipped() -> None:
    """A player without cards is skipped (§3.8), also at the start."""
    state = quartett("", "R19 Y19 R20 Y20", "G19 B19 G20 B20", "")
    assert tuple(state.to_act) == (1,)


def test_first() -> None:
    """The option `first` changes who begins, not how cards are dealt (§0)."""
    state = quartett("R19 Y19 G19", "B19 R20 Y20", "G20 B20", first=2)
    assert tuple(state.to_act) == (2,)
    assert texts(state, 2) == asks(0, "R20 Y20") | asks(1, "R20 Y20")
    assert starters("quartett", 3, " ".join(DECK_80)) == {(0,), (1,), (2,)}


@pytest.mark.parametrize("first", [3, -1, "youngest"])
def test_first_is_a_seat(first: object) -> None:
    """The option `first`: a seat, or `random` (§0)."""
    with pytest.raises(reihum.BadOption):
        reihum.game("quartett", seats=3, first=first)


def test_the_notation_is_forgiving() -> None:
    """Case, doubled and outer blanks are forgiven on input (DESIGN, notation)."""
    state = quartett("R19 Y19 G19", "B19 R20 Y20", "G20 B20")
    assert state.play(0, "  ASK  1   b19 ") == state.play(0, "ask 1 B19")


# -- tokens ---------------------------------------------------------------------------------------------------


def test_tokens_paid_and_earned() -> None:
    """Each pays one token per card; each quartet earns 4 tokens from the pot; most tokens win (§3.8)."""
    state = quartett("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", "")
    state = play(state, "0 ask 1 G19; 0 ask 1 B19; 0 ask 1 G20")
    assert state.outcome is None
    assert ended(play(state, "0 ask 1 B20")) == ((4, -4, 0, 0), (1, 4, 2, 2))


def test_an_uneven_deal_is_paid_as_dealt() -> None:
    """Each player pays one token per card (§3.8): 27, 27 and 26 of three players."""
    state = quartett("R19 Y19 G19", "B19 R20 Y20", "G20 B20")
    state = play(state, "0 ask 1 B19; 1 ask 2 G20; 1 ask 2 B20")
    assert ended(state) == ((7 * 4 - 27, 7 * 4 - 27, 6 * 4 - 26), (1, 1, 3))


def test_endless_play_ends_at_10000_moves() -> None:
    """Blocked play: quartett 10,000; the round ends with reason `bound`, scored as it stands (§0)."""
    state = quartett("R19 Y19 R20 Y20", "G18 B18 G20 Y18", "B19 G19 R18 B20", "")
    state = play(state, "0 ask 1 G20; 0 ask 2 B20")  # a quartet for seat 0, who goes on
    for move in range(2, 10_000):
        assert state.outcome is None
        state = play(state, "0 ask 1 G19" if move % 2 == 0 else "1 ask 0 R18")
    assert ended(state) == ((0, -4, -4, 0), (1, 3, 3, 1))
    assert state.outcome is not None
    assert state.outcome.reason == "bound"


# -- without bluff --------------------------------------------------------------------------------------------


def test_the_table_answers_truthfully() -> None:
    """Decision: the table answers truthfully, so a false denial cannot happen (§3.8)."""
    state = quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20")
    refused(state, 1, "give", "deny")
    refused(play(state, "0 ask 1 G19"), 1, "give", "deny")


# -- with bluff -----------------------------------------------------------------------------------------------


def bluff(*hands: str, **options: Any) -> reihum.State:
    """Deal with the option `bluff`."""
    return quartett(*hands, bluff=True, **options)


def test_the_asked_player_answers() -> None:
    """Option `bluff`: the asked player answers `give` or `deny` (§3.8)."""
    state = play(bluff("R19 Y19 G20", "B19 G19 Y20", "R20 B20"), "0 ask 1 G19")
    assert tuple(state.to_act) == (1,)
    assert texts(state, 1) == {"give", "deny"}
    assert texts(state, 0) == texts(state, 2) == set()
    refused(state, 0, "ask 1 B19", "give")
    refused(state, 2, "deny")
    assert hand_sizes(state) == (3, 3, 2)


def test_deny_alone_if_the_card_is_missing() -> None:
    """`deny` alone if the card is missing (§3.8)."""
    state = play(bluff("R19 Y19 G20", "B19 G19 Y20", "R20 B20"), "0 ask 2 G19")
    assert tuple(state.to_act) == (2,)
    assert texts(state, 2) == {"deny"}
    refused(state, 2, "give")


def test_give_hands_the_card_over() -> None:
    """If the asked player has it, it is handed over and the asker goes on (§3.8)."""
    state = play(bluff("R19 Y19 G20", "B19 G19 Y20", "R20 B20"), "0 ask 1 G19; 1 give")
    assert hand_sizes(state) == (4, 2, 2)
    assert tuple(state.to_act) == (0,)
    assert "ask 1 B19" in texts(state, 0)


@pytest.mark.parametrize("asked", [1, 2])
def test_deny_makes_the_asked_player_the_asker(asked: int) -> None:
    """Otherwise the asked player becomes the asker (§3.8), whether the denial is true or false."""
    state = bluff("R19 Y19 G20", "B19 G19 Y20", "R20 B20")
    state = play(state, f"0 ask {asked} G19; {asked} deny")
    assert hand_sizes(state) == (3, 3, 2)
    assert tuple(state.to_act) == (asked,)


def test_a_true_denial_costs_nothing() -> None:
    """Every *false* denial moves 5 tokens (§3.8)."""
    state = bluff("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", "")
    state = play(state, "0 ask 1 G19; 1 give; 0 ask 1 B19; 1 give; 0 ask 1 G20; 1 give; 0 ask 1 B20; 1 give")
    assert ended(state) == ((4, -4, 0, 0), (1, 4, 2, 2))
    state = bluff("R19 Y19 G19", "B19 R20 Y20", "G20 B20")
    state = play(state, "0 ask 2 B19; 2 deny; 2 ask 1 R20; 1 give; 2 ask 1 Y20; 1 give")
    state = play(state, "0 ask 1 B19; 1 give")
    assert ended(state) == ((1, -3, 2), (2, 3, 1))


def test_every_false_denial_moves_5_tokens_to_its_asker() -> None:
    """At the end every false denial moves 5 tokens to its asker (§3.8)."""
    state = bluff("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", "")
    state = play(state, "0 ask 1 G19; 1 deny; 1 ask 0 R19; 0 give; 1 ask 0 Y19; 0 give")
    assert hand_sizes(state) == (2, 2, 0, 0)
    state = play(state, "1 ask 0 R20; 0 give; 1 ask 0 Y20; 0 give")
    assert ended(state) == ((-4 + 5, 4 - 5, 0, 0), (1, 4, 2, 2))


def test_false_denials_add_up() -> None:
    """At the end *every* false denial moves 5 tokens to its asker (§3.8), of the same card too."""
    state = bluff("R19 Y19 R20 Y20", "G19 B19 G20 B20", "", "")
    state = play(state, "0 ask 1 G19; 1 deny; 1 ask 0 R19; 0 deny; 0 ask 1 G19; 1 deny")
    state = play(state, "1 ask 0 R19; 0 give; 1 ask 0 Y19; 0 give; 1 ask 0 R20; 0 give; 1 ask 0 Y20; 0 give")
    assert ended(state) == ((-4 + 10 - 5, 4 - 10 + 5, 0, 0), (1, 4, 2, 2))


def test_two_players_bluff() -> None:
    """With `bluff` also 2 (§3.8): each pays 40 tokens."""
    state = bluff("R19 Y19 R20 Y20", "G19 B19 G20 B20")
    state = play(state, "0 ask 1 G19; 1 deny; 1 ask 0 R20; 0 give; 1 ask 0 Y20; 0 give")
    assert tuple(state.to_act) == (1,)
    state = play(state, "1 ask 0 R19; 0 deny; 0 ask 1 G19; 1 give; 0 ask 1 B19; 1 give")
    assert ended(state) == ((0, 0), (1, 1))


def test_a_quartet_completed_by_give_passes_the_right_on() -> None:
    """An asker who runs out passes the right to the next player with cards (§3.8)."""
    state = play(bluff("R19 Y19 G19", "B19 R20 Y20", "G20 B20"), "0 ask 1 B19; 1 give")
    assert tuple(state.to_act) == (1,)
    assert texts(state, 1) == asks(2, "G20 B20")


# -- what is seen ---------------------------------------------------------------------------------------------


def test_hands_are_hidden() -> None:
    """Never: other hands (§0)."""
    one = quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20")
    other = quartett("R19 Y19 G20", "B19 R20 Y20", "G19 B20")
    for seat in (0, None):
        assert seen(one, seat) == seen(other, seat)
        if seat is not None:
            assert texts(one, seat) == texts(other, seat)
    assert {"B19", "G19", "Y20"} <= faces(one.view(1))
    assert not faces([one.view(1), one.events(1)]) & {"R19", "Y19", "G20", "R20", "B20"}


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_question_is_heard_by_all(seat: int | None) -> None:
    """A player sees what is being shown or announced (§0)."""
    state = quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20")
    assert "G19" in faces(play(state, "0 ask 1 G19").events(seat))
    assert "G19" in faces(play(state, "0 ask 2 G19").events(seat))


@pytest.mark.parametrize("seat", [2, None])
def test_a_card_handed_over_is_not_shown_for_ever(seat: int | None) -> None:
    """What was shown earlier and is hidden again is not repeated in a view (§0)."""
    state = play(quartett("R19 Y19 G20", "B19 G19 Y20", "R20 B20"), "0 ask 1 G19; 0 ask 1 R20")
    assert "G19" not in faces(state.view(seat))


def worlds(script: str) -> tuple[reihum.State, reihum.State]:
    """The same play with `bluff`, the asked seat 1 once with G19 in hand and once without."""
    one = bluff("R19 Y19 G20", "B19 G19 Y20", "R20 B20")
    other = bluff("R19 Y19 G20", "B19 R20 Y20", "G19 B20")
    return play(one, script), play(other, script)


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("script", ["0 ask 1 G19", "0 ask 1 G19; 1 deny"])
def test_a_false_denial_looks_like_a_true_one(seat: int | None, script: str) -> None:
    """Whether a player *could* have done more must not show (§0); denials are settled at the end (§3.8)."""
    one, other = worlds(script)
    assert seen(one, seat) == seen(other, seat)
    assert seat is None or texts(one, seat) == texts(other, seat)


def test_what_the_asked_player_may_answer_is_private() -> None:
    """`deny` alone if the card is missing (§3.8): only the asked player knows the choice."""
    one, other = worlds("0 ask 1 G19")
    assert texts(one, 1) != texts(other, 1)
