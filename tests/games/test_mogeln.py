"""Mogeln, sentence by sentence (rulebook §3.2)."""

from __future__ import annotations

import pytest

import reihum
from scenario import DECK_80, cards, deal, play, seen, stack, texts
from witness import finished, refused, shown

IN_PLAY = {3: cards(1, 9), 4: cards(1, 10), 5: cards(1, 15), 6: cards(1, 15)}
SIZES = {3: [12, 12, 12], 4: [10, 10, 10, 10], 5: [12, 12, 12, 12, 12], 6: [10, 10, 10, 10, 10, 10]}
DECK_60 = cards(1, 20, "RYG")

# Three hands with which everybody can tell the truth in red, from one to nine, and hold spare cards.
HONEST = ("R1 R4 R7 Y1 G1 B2", "R2 R5 R8 Y2 G2 B1", "R3 R6 R9 Y3 G3 B4")
TRUTH = ("0 lay R1", "1 lay R2", "2 lay R3", "0 lay R4", "1 lay R5", "2 lay R6", "0 lay R7", "1 lay R8", "2 lay R9")


# --- helpers ---------------------------------------------------------------------------------------------


def table(*hands: str, **options: object) -> reihum.State:
    """A game dealt with hands that begin like these."""
    seats = len(hands)
    return deal("mogeln", seats, stack(SIZES[seats], hands, of=IN_PLAY[seats]), None, **options)


def honest(lays: int, **options: object) -> reihum.State:
    """Three players after so many true lays in red."""
    return play(table(*HONEST, **options), ";".join(TRUTH[:lays]))


def own_count(state: reihum.State, seat: int) -> int | str:
    """How many cards a player sees in the own hand."""
    return state.view(seat).players[seat].cards


def counts(state: reihum.State) -> tuple[int | str, ...]:
    """Everybody's number of cards, each as seen by that player."""
    return tuple(own_count(state, seat) for seat in range(len(state.view(None).players)))


def singles(state: reihum.State, seat: int) -> list[str]:
    """The single cards the seat on turn may lay, in a fixed order."""
    lays = [text.split() for text in sorted(texts(state, seat))]
    return [words[1] for words in lays if words[0] == "lay" and len(words) == 2]


def down_to(last: str, **options: object) -> reihum.State:
    """Three players lay single cards unchallenged until seat 0, on turn, holds just these cards."""
    kept = last.split()
    state = table(last, "", "", **options)
    while spare := [card for card in singles(state, 0) if card not in kept]:
        state = state.play(0, f"lay {spare[0]}")
        for seat in (1, 2):
            state = state.play(seat, f"lay {singles(state, seat)[0]}")
    return state


def lie(state: reihum.State) -> reihum.State:
    """The seat on turn lays a card that is not the "one" it claims."""
    seat = state.to_act[0]
    return state.play(seat, "lay " + next(card for card in singles(state, seat) if card[1:] != "1"))


# --- the deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "highest", "hand"), [(3, 9, 12), (4, 10, 10), (5, 15, 12), (6, 15, 10)])
def test_the_cards_in_play(seats: int, highest: int, hand: int) -> None:
    """Out: 3 players 10–20, 4 players 11–20, 5–6 players 16–20; the rest is dealt evenly into hands. (§3.2)"""
    state = deal("mogeln", seats, " ".join(cards(1, highest)))
    assert counts(state) == (hand,) * seats
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", seats, " ".join(cards(1, highest + 1)))
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", seats, " ".join(cards(1, highest - 1)))
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", seats, " ".join(DECK_80))


def test_hands_come_in_seat_order() -> None:
    """The round's first seat's whole hand comes first, then the next seat's. (§0)"""
    state = deal("mogeln", 3, " ".join(cards(1, 9)))
    assert set(singles(state, 0)) == {*cards(1, 9, "R"), "Y1", "Y2", "Y3"}
    assert set(singles(state.play(0, "lay R1"), 1)) == {*cards(4, 9, "Y"), *cards(1, 6, "G")}


@pytest.mark.parametrize(
    ("seats", "edition", "hands"),
    [
        (3, "80", (27, 27, 26)),
        (4, "80", (20, 20, 20, 20)),
        (6, "80", (14, 14, 13, 13, 13, 13)),
        (3, "60", (20, 20, 20)),
        (4, "60", (15, 15, 15, 15)),
    ],
)
def test_full_deck(seats: int, edition: str, hands: tuple[int, ...]) -> None:
    """Option `full_deck` (the old booklet): all cards of edition `80` or `60`. (§3.2)"""
    deck = DECK_80 if edition == "80" else DECK_60
    state = deal("mogeln", seats, " ".join(deck), full_deck=True, edition=edition)
    assert counts(state) == hands


def test_full_deck_is_edition_80_unless_said_otherwise() -> None:
    """Option `full_deck`: all cards of edition `80` or `60`; 80 is the standard deck. (§3.2, §0)"""
    assert counts(deal("mogeln", 5, " ".join(DECK_80), full_deck=True)) == (16, 16, 16, 16, 16)
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", 5, " ".join(DECK_60), full_deck=True)
    with pytest.raises(reihum.BadDeck):
        deal("mogeln", 5, " ".join(DECK_80), full_deck=True, edition="60")


@pytest.mark.parametrize(
    "option",
    [
        {"edition": "60"},
        {"edition": "40", "full_deck": True},
        {"edition": "master", "full_deck": True},
        {"count_to": 15},
        {"count_to": "lowest"},
        {"challenge": "last"},
        {"colour": "X"},
        {"colour": "red and blue"},
        {"extra": "perhaps"},
        {"first": 3},
        {"stop_calls": True},
    ],
)
def test_options_refused(option: dict[str, object]) -> None:
    """An edition only with `full_deck`, and 80 or 60; every other option only with its values. (§3.2)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("mogeln", seats=3, **option)


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats: int) -> None:
    """Mogeln is for 3–6 players. (§3.2)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("mogeln", seats=seats)


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


# --- the challenge ---------------------------------------------------------------------------------------


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


# --- the end ---------------------------------------------------------------------------------------------

# When seat 0 lays its last card, 33 have been laid before it: it claims seven.
TRUE_END, FALSE_END = "R7", "R1"


@pytest.mark.parametrize("challenge", ["next", "anyone"])
def test_the_last_card_waits_for_the_next_player(challenge: str) -> None:
    """`accept` or a challenge: those two are then the only moves. (§3.2)"""
    state = down_to(TRUE_END, challenge=challenge).play(0, f"lay {TRUE_END}")
    assert state.outcome is None
    assert state.to_act == (1,)
    assert texts(state, 1) == {"accept", "cheat"}
    assert texts(state, 0) == set()
    assert texts(state, 2) == ({"cheat"} if challenge == "anyone" else set())
    refused(state, 2, "accept")
    refused(state, 0, "accept")


@pytest.mark.parametrize("last", [TRUE_END, FALSE_END])
@pytest.mark.parametrize("challenge", ["next", "anyone"])
def test_a_last_lay_that_stands_wins(last: str, challenge: str) -> None:
    """Whoever has no cards wins once the next player has let the last lay stand – a lie as well. (§3.2)"""
    state = down_to(last, challenge=challenge)
    outcome = finished(play(state, f"0 lay {last}; 1 accept"))
    assert outcome.points == (1, 0, 0)
    assert outcome.places == (1, 2, 2)
    assert outcome.reason != "bound"


@pytest.mark.parametrize(("challenge", "challenger"), [("next", 1), ("anyone", 1), ("anyone", 2)])
def test_a_last_lay_challenged_in_vain_wins(challenge: str, challenger: int) -> None:
    """… or has challenged it in vain. (§3.2)"""
    state = down_to(TRUE_END, challenge=challenge)
    outcome = finished(play(state, f"0 lay {TRUE_END}; {challenger} cheat"))
    assert outcome.points == (1, 0, 0)
    assert outcome.places == (1, 2, 2)


@pytest.mark.parametrize(("challenge", "challenger"), [("next", 1), ("anyone", 1), ("anyone", 2)])
def test_a_last_lie_found_out(challenge: str, challenger: int) -> None:
    """A last card that was a lie and is challenged brings the pile back into the hand; play goes on. (§3.2)"""
    state = play(down_to(FALSE_END, challenge=challenge), f"0 lay {FALSE_END}; {challenger} cheat")
    assert state.outcome is None
    assert own_count(state, 0) == 7
    assert state.to_act == (1,)
    assert any(text.startswith("lay") for text in texts(state, 1))


@pytest.mark.parametrize("card", ["R4", "Y4"])
def test_the_last_two_cards_at_once(card: str) -> None:
    """A player may lay two cards while claiming one – also the last two; only a challenge … (§3.2)"""
    state = down_to("R4 Y4")
    assert texts(state, 0) >= {"lay R4", "lay Y4", "lay R4 Y4"}
    double = state.play(0, "lay R4 Y4")
    assert texts(double, 1) == {"accept", "cheat"}
    assert finished(double.play(1, "accept")).points == (1, 0, 0)
    found = double.play(1, "cheat")
    assert found.outcome is None
    assert own_count(found, 0) == 5
    single = state.play(0, f"lay {card}")
    assert "accept" not in texts(single, 1)


def test_not_the_last_card_does_not_wait() -> None:
    """Whoever has no cards wins: with one card left nothing is to be accepted. (§3.2)"""
    state = down_to("R4 R7", extra=False).play(0, "lay R4")
    refused(state, 1, "accept")
    assert state.outcome is None


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal. (§0)"""
    state = play(down_to(TRUE_END, challenge="anyone"), f"0 lay {TRUE_END}; 1 accept")
    refused(state, 1, "cheat")
    refused(state, 1, "accept")
    refused(state, 1, f"lay {FALSE_END}")


@pytest.mark.parametrize(
    ("opening", "points", "places"),
    [("0 lay B2; 1 cheat", (1, 1, 1), (1, 1, 1)), ("0 lay R1; 1 cheat", (1, 0, 0), (1, 2, 2))],
)
def test_the_bound(opening: str, points: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Bound: mogeln 10,000; where only a winner exists: the fewest cards; ties share. (§0)"""
    state = play(table(*HONEST, extra=False), opening)
    for _ in range(4_998):
        state = lie(state)
        state = state.play(state.to_act[0], "cheat")
    state = lie(state)
    assert state.outcome is None
    outcome = finished(state.play(state.to_act[0], "cheat"))
    assert outcome.reason == "bound"
    assert outcome.points == points
    assert outcome.places == places


# --- hidden information and notation ---------------------------------------------------------------------


def test_only_the_own_hand_is_seen() -> None:
    """A player sees the own hand; never other hands. (§0)"""
    deck = " ".join(cards(1, 9))
    state = deal("mogeln", 3, deck)
    for seat in range(3):
        assert shown(state, seat) == set(deck.split()[12 * seat : 12 * seat + 12])
    assert shown(state, None) == set()


def test_a_card_laid_face_down_is_not_shown() -> None:
    """The first seat lays one card face down. (§3.2)"""
    one, other = table(*HONEST).play(0, "lay R1"), table(*HONEST).play(0, "lay B2")
    for seat in (1, 2, None):
        assert seen(one, seat) == seen(other, seat)
    assert "R1" not in shown(one, 1)


def test_the_last_lay_alone_is_turned_up() -> None:
    """The cards of that lay are turned up: those of that lay only, for everybody. (§3.2)"""
    state = honest(2).play(2, "cheat")
    assert shown(state, None) == {"R2"}
    assert "R2" in shown(state, 0)
    assert "R2" in shown(state, 1)
    assert "R1" not in shown(state, 1)
    assert {"R1", "R2"} <= shown(state, 2)
    assert shown(state.play(2, "lay R3"), None) == set()


def test_a_lie_is_turned_up_for_everybody() -> None:
    """The cards of that lay are turned up. (§3.2)"""
    state = play(table(*HONEST), "0 lay B2; 1 cheat")
    assert all("B2" in shown(state, seat) for seat in (0, 1, 2, None))


def test_legal_moves_are_private() -> None:
    """Never: other hands – a seat that is not on turn has no moves that could tell anything. (§0)"""
    state = honest(1)
    assert not state.legal(0)
    assert not state.legal(2)


@pytest.mark.parametrize("text", ["LAY  r4  y1", "lay R4 Y1", "lay Y1 R4", "  Lay y1   R4 "])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks and the order of several cards are forgiven on input."""
    state = table(*HONEST)
    assert state.play(0, text) == state.play(0, "lay R4 Y1")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    for state in (honest(1), down_to(TRUE_END).play(0, f"lay {TRUE_END}")):
        moves = state.legal(1)
        assert len(moves) == len({str(move) for move in moves}) > 1
        for move in moves:
            assert state.play(1, str(move)) == state.play(1, move)


@pytest.mark.parametrize("text", ["", "lay", "lay R", "lay 4", "lay J", "lie R4", "cheat 0", "pass", "accept 1"])
def test_other_texts_are_refused(text: str) -> None:
    """Illegal: an error with a reason, whatever the text."""
    refused(honest(1), 1, text)
