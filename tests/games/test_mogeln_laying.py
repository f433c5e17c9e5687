"""Laying in Mogeln, sentence by sentence (rulebook §3.2): the claim, the secret extra, the colour tip."""

from __future__ import annotations

import pytest

import reihum
from games.mogeln_tables import DECK_60, HONEST, IN_PLAY, SIZES, counts, honest, lie, own_count, singles, table
from scenario import deal, play, seen, stack, texts
from witness import refused, shown

# --- laying and claiming ---------------------------------------------------------------------------------


def test_the_first_seat_lays_one_card() -> None:
    """The first seat lays one card face down and claims "one"; the next lays one. (§3.2)"""
    state = table(*HONEST, extra=False)
    assert state.to_act == (0,)
    assert texts(state, 0) == {f"lay {card}" for card in stack(SIZES[3], HONEST, of=IN_PLAY[3]).split()[:12]}
    assert texts(state, 1) == texts(state, 2) == set()
    state = state.play(0, "lay B2")
    assert state.to_act == (1,)
    assert counts(state) == (11, 12, 12)
    assert "lay B2" not in texts(state, 0)


def test_a_card_must_be_in_the_hand() -> None:
    """The first seat lays one card: one of its own hand. (§3.2)"""
    state = table(*HONEST)
    refused(state, 0, "lay R2")
    refused(state, 0, "lay R12")
    refused(state, 1, "lay R2")
    refused(state, 0, "lay")


def test_first_changes_who_begins_not_the_deal() -> None:
    """The option `first` changes who begins, not how cards are dealt. (§0)"""
    state = table(*HONEST, first=2, extra=False)
    assert state.to_act == (2,)
    assert "lay R3" in texts(state, 2)
    assert state.play(2, "lay R3").to_act == (0,)


def test_first_at_random() -> None:
    """`first` may be `random`, drawn from the seed. (§0)"""
    game = reihum.game("mogeln", seats=6, first="random")
    assert len({game.deal(seed=f"seed {number}").to_act for number in range(40)}) > 1


@pytest.mark.parametrize("lays", range(1, 10))
def test_the_count_goes_up_by_one(lays: int) -> None:
    """The first claims "one", the next "two", and so on: the truth makes the challenger take the pile. (§3.2)"""
    state = honest(lays, extra=False)
    challenger = state.to_act[0]
    before = counts(state)
    after = counts(state.play(challenger, "cheat"))
    assert challenger == lays % 3
    assert after[challenger] == int(before[challenger]) + lays
    assert sum(map(int, after)) == 36


@pytest.mark.parametrize("lays", range(1, 9))
def test_a_wrong_number_is_a_lie(lays: int) -> None:
    """Otherwise the one who laid it takes the whole pile – into the hand. (§3.2)"""
    state = honest(lays, extra=False)
    liar = state.to_act[0]
    wrong = ("B2", "B1", "B4")[liar]
    state = state.play(liar, f"lay {wrong}")
    before = counts(state)
    challenger = state.to_act[0]
    state = state.play(challenger, "cheat")
    after = counts(state)
    assert after[liar] == int(before[liar]) + lays + 1
    assert after[challenger] == before[challenger]
    assert wrong in shown(state, liar)


def test_the_pile_is_taken_into_the_hand() -> None:
    """Decision: into the hand – the cards taken may be laid again. (§3.2)"""
    state = honest(2).play(2, "cheat")
    assert {"lay R1", "lay R2"} <= texts(state, 2)
    state = play(honest(2), "2 lay B4; 0 cheat; 0 lay Y1; 1 lay Y2")
    assert {"lay R1", "lay R2", "lay B4"} <= texts(state, 2)


def test_the_count_runs_to_the_highest_number_in_play() -> None:
    """Decision: the count runs to the highest number, then the pile is set aside and a new one starts at one. (§3.2)"""
    state = honest(9, extra=False)
    true = play(state, "0 lay Y1; 1 cheat")
    assert counts(true) == (8, 10, 9)
    false = play(state, "0 lay B2; 1 cheat")
    assert counts(false) == (9, 9, 9)


def test_the_next_number_after_the_new_start() -> None:
    """A new pile starts at one: two comes next. (§3.2)"""
    state = play(honest(9, extra=False), "0 lay Y1; 1 lay Y2; 2 cheat")
    assert counts(state) == (8, 8, 11)


@pytest.mark.parametrize(("seats", "highest"), [(4, 10), (5, 15), (6, 15)])
def test_the_highest_number_for_more_players(seats: int, highest: int) -> None:
    """The count runs to the highest number in play. (§3.2)"""
    hands = [" ".join(f"R{number}" for number in range(seat + 1, highest + 1, seats)) for seat in range(seats)]
    starter = highest % seats
    hands[starter] += " Y1 G2"
    state = table(*hands, extra=False)
    for number in range(1, highest + 1):
        state = state.play((number - 1) % seats, f"lay R{number}")
    assert state.to_act == (starter,)
    challenger = (starter + 1) % seats
    before = counts(state)
    after = counts(play(state, f"{starter} lay Y1; {challenger} cheat"))
    assert after[challenger] == int(before[challenger]) + 1
    after = counts(play(state, f"{starter} lay G2; {challenger} cheat"))
    assert after == before


def test_count_to_twenty() -> None:
    """Option `count_to=20` is the booklet's literal "twenty" (which the reduced decks make a sure lie). (§3.2)"""
    state = honest(9, extra=False, count_to=20)
    assert counts(play(state, "0 lay Y1; 1 cheat")) == (18, 9, 9)
    assert counts(play(state, "0 lay Y1; 1 lay Y2; 2 cheat")) == (8, 19, 9)


def test_after_twenty_comes_one() -> None:
    """After the last number of the count a new pile starts at one – with `count_to=20` after twenty. (§3.2)"""
    state = table("", "", "Y1 Y2", extra=False, count_to=20)
    for _ in range(20):
        seat = state.to_act[0]
        state = state.play(seat, "lay " + next(card for card in singles(state, seat) if card not in ("Y1", "Y2")))
    assert counts(state) == (5, 5, 6)
    assert counts(play(state, "2 lay Y1; 0 cheat")) == (6, 5, 5)
    assert counts(play(state, "2 lay Y2; 0 cheat")) == (5, 5, 6)
    assert counts(play(state, "2 cheat")) == (5, 25, 6)


def test_the_full_deck_counts_to_twenty() -> None:
    """The count runs to the highest number in play: with the full deck twenty. (§3.2)"""
    hands = [" ".join(f"R{number}" for number in range(seat + 1, 21, 3)) for seat in range(3)]
    deck = stack([20, 20, 20], [hands[0], hands[1], hands[2] + " Y1"], of=DECK_60)
    state = deal("mogeln", 3, deck, full_deck=True, edition="60", extra=False)
    for number in range(1, 21):
        state = state.play((number - 1) % 3, f"lay R{number}")
    assert counts(state) == (13, 13, 14)
    assert counts(state.play(2, "cheat")) == (13, 13, 34)
    assert counts(play(state, "2 lay Y1; 0 cheat")) == (14, 13, 13)


def test_the_last_number_may_still_be_challenged() -> None:
    """After the last number of the count the next player may still challenge. (§3.2)"""
    state = honest(9, extra=False)
    assert "cheat" in texts(state, 0)
    assert counts(state.play(0, "cheat")) == (18, 9, 9)
    lied = honest(8, extra=False).play(2, "lay B4")
    assert counts(lied.play(0, "cheat")) == (9, 9, 18)


# --- the secret extra ------------------------------------------------------------------------------------


def test_two_cards_for_one() -> None:
    """A player may lay two cards while claiming one. (§3.2)"""
    state = table(*HONEST)
    assert "lay R1 Y1" in texts(state, 0)
    assert len(texts(state, 0)) == 12 + 66
    state = state.play(0, "lay R1 Y1")
    assert own_count(state, 0) == 10
    assert state.to_act == (1,)
    assert own_count(play(state, "1 lay R2; 2 cheat"), 2) == 15, "the next number is two all the same"


def test_not_three_cards_and_not_one_twice() -> None:
    """A player may lay two cards while claiming one: not three, and only cards of the hand. (§3.2)"""
    state = table(*HONEST)
    for text in ("lay R1 Y1 G1", "lay R1 R1", "lay R1 R2"):
        refused(state, 0, text)


@pytest.mark.parametrize("pair", ["R1 Y1", "R1 B2", "R4 B2"])
def test_a_challenge_brings_it_to_light(pair: str) -> None:
    """If it was exactly one card of the claimed number …; otherwise the one who laid it takes the pile. (§3.2)"""
    state = play(table(*HONEST), f"0 lay {pair}; 1 cheat")
    assert counts(state) == (12, 12, 12)
    assert set(pair.split()) <= shown(state, None)
    assert set(pair.split()) <= shown(state, 0)
    assert state.to_act == (1,)


@pytest.mark.parametrize(("extra", "lays"), [(1, 12), (2, 78), (3, 298), (4, 793)])
def test_several_cards_for_one(extra: int, lays: int) -> None:
    """With `extra` 3 or 4 it is up to three or four; with 1 it is a single card. (§3.2)"""
    state = table(*HONEST, extra=extra)
    assert len(texts(state, 0)) == lays
    cards = "R1 R4 R7 Y1 G1".split()
    most = state.play(0, "lay " + " ".join(cards[:extra]))
    assert own_count(most, 0) == 12 - extra
    assert own_count(most.play(1, "cheat"), 0 if extra > 1 else 1) == (12 if extra > 1 else 13)
    refused(state, 0, "lay " + " ".join(cards[: extra + 1]))


@pytest.mark.parametrize("extra", [3, 4])
def test_several_cards_look_like_one(extra: int) -> None:
    """Only a challenge reveals it, and numbers of cards are rough. (§3.2)"""
    one, more = (table(*HONEST, extra=extra).play(0, f"lay {cards}") for cards in ("R1", "R1 Y1 G1"))
    for seat in (1, 2, None):
        assert seen(one, seat) == seen(more, seat)
    assert {"R1", "Y1", "G1"} <= shown(more.play(1, "cheat"), None)


@pytest.mark.parametrize(("edition", "most"), [("60", 4), ("80", 2)])
def test_two_cards_from_a_large_hand(edition: str, most: int) -> None:
    """Only hands of at most 20 cards lay more than two, larger ones lay two: three players get 20 or 27. (§3.2)"""
    state = reihum.game("mogeln", seats=3, full_deck=True, edition=edition, extra=4).deal(seed="large")
    assert max(len(move.args) for move in state.legal(0)) == most
    three = "lay " + " ".join(singles(state, 0)[:3])
    why = state.why_not(0, state.game.parse(three))
    assert (why is None) == (most > 2)
    assert why is None or why.key == "error.mogeln.large-hand"


@pytest.mark.parametrize(("old", "new"), [(True, 2), ("on", 2), (False, 1), ("off", 1), ("3", 3)])
def test_the_option_was_a_flag(old: object, new: int) -> None:
    """Before, the option was a flag: on means 2, off means 1. (§3.2)"""
    assert reihum.game("mogeln", seats=3, extra=old).options["extra"] == new


def test_only_a_challenge_brings_it_to_light() -> None:
    """Only a challenge brings it to light: to all others two cards look like one. (§3.2)"""
    one, two = table(*HONEST).play(0, "lay R1"), table(*HONEST).play(0, "lay R1 Y1")
    for seat in (1, 2, None):
        assert seen(one, seat) == seen(two, seat)
        assert seat is None or one.legal(seat) == two.legal(seat)
    assert seen(one, 0) != seen(two, 0)
    for seat in (2, None):
        assert seen(one.play(1, "lay R2"), seat) == seen(two.play(1, "lay R2"), seat)


def test_without_the_extra() -> None:
    """Option `extra`, default on; off: one card. (§3.2)"""
    state = table(*HONEST, extra=False)
    assert len(texts(state, 0)) == 12
    refused(state, 0, "lay R1 Y1")


def test_rough_counts() -> None:
    """While it is on, other players see hand sizes only roughly (0, 1–3, 4–8, 9 and more). (§3.2)"""
    state = table("", "", "")
    rough = ["0", *["1-3"] * 3, *["4-8"] * 5, *["9+"] * 4]
    for left in range(12, -1, -1):
        assert own_count(state, 0) == left
        for viewer in (1, 2, None):
            assert state.view(viewer).players[0].cards == rough[left]
        for seat in {12: [0], 0: []}.get(left, [1, 2, 0]):
            state = state.play(seat, f"lay {singles(state, seat)[0]}")


def test_exact_counts_without_the_extra() -> None:
    """A player sees the number of cards in every hand; only the extra makes it rough. (§0, §3.2)"""
    state = honest(1, extra=False)
    for viewer in (0, 1, 2, None):
        assert [player.cards for player in state.view(viewer).players] == [11, 12, 12]


def test_the_pile_is_rough_too() -> None:
    """Other players see the pile and set-aside piles only roughly, in views and events. (§3.2)"""
    thin = play(table(*HONEST), "0 lay R1; 1 lay R2; 2 lay R3; 0 lay R4; 1 lay R5")
    thick = play(table(*HONEST), "0 lay R1; 1 lay R2; 2 lay R3 Y3; 0 lay R4; 1 lay R5")
    assert seen(thin, None) == seen(thick, None)
    assert seen(thin, 0) == seen(thick, 0)
    # Nine cards or ten are set aside, and seat 2 holds eight or seven.
    rest = "2 lay R6; 0 lay R7; 1 lay R8; 2 lay R9; 0 lay Y1; 1 lay Y2; 2 lay B4"
    thin, thick = (play(state, rest) for state in (thin, thick))
    assert seen(thin, None) == seen(thick, None)
    assert seen(thin, 0) == seen(thick, 0)


# --- the colour tip --------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", ["any", "R", "Y", "G", "B"])
@pytest.mark.parametrize("card", ["R1", "Y1", "G1", "B1", "R2"])
def test_colour(colour: str, card: str) -> None:
    """Option `colour`: `any` (default), `R`, `Y`, `G` or `B` (only that colour is right). (§3.2)"""
    state = play(table("R1 Y1 G1 B1 R2", "", "", colour=colour, extra=False), f"0 lay {card}; 1 cheat")
    true = card[1:] == "1" and colour in ("any", card[0])
    assert counts(state) == ((11, 13, 12) if true else (12, 12, 12))


def test_any_colour_by_default() -> None:
    """Option `colour`: `any` (default). (§3.2)"""
    for card in ("R1", "Y1", "G1", "B1"):
        assert counts(play(table("R1 Y1 G1 B1", "", "", extra=False), f"0 lay {card}; 1 cheat")) == (11, 13, 12)


def test_the_colour_does_not_restrict_what_is_laid() -> None:
    """Only that colour is right – but any card may be laid. (§3.2)"""
    assert texts(table(*HONEST, colour="B"), 0) == texts(table(*HONEST), 0)


@pytest.mark.parametrize(("challenges", "right"), [(0, "R"), (1, "Y"), (2, "G"), (3, "B"), (4, "R")])
@pytest.mark.parametrize("colour", "RYGB")
def test_each_colour_after_a_challenge(challenges: int, right: str, colour: str) -> None:
    """`each` (the first pile must be red, the next – also after a challenge – yellow, …). (§3.2)"""
    ones = "R1 Y1 G1 B1"
    hands = ["", "", ""]
    hands[challenges % 3] = ones
    state = table(*hands, colour="each", extra=False)
    for _ in range(challenges):
        state = lie(state)
        state = state.play(state.to_act[0], "cheat")
    seat = state.to_act[0]
    state = state.play(seat, f"lay {colour}1")
    state = state.play(state.to_act[0], "cheat")
    assert counts(state)[seat] == (11 if colour == right else 12)


@pytest.mark.parametrize(("card", "hands"), [("Y1", (8, 10, 9)), ("G1", (9, 9, 9)), ("B2", (9, 9, 9))])
def test_each_colour_after_a_pile_set_aside(card: str, hands: tuple[int, ...]) -> None:
    """`each`: the first pile must be red, the next yellow: on from red nine to yellow one. (§3.2)"""
    state = honest(9, colour="each", extra=False)
    assert counts(play(state, f"0 lay {card}; 1 cheat")) == hands


def test_each_colour_stays_within_a_pile() -> None:
    """`each`: a pile keeps its colour from one to the end. (§3.2)"""
    assert counts(honest(9, colour="each", extra=False).play(0, "cheat")) == (18, 9, 9)
    state = play(table(*HONEST, colour="each", extra=False), "0 lay R1; 1 lay Y2; 2 cheat")
    assert counts(state) == (11, 13, 12)
