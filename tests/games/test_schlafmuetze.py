"""Schlafmütze, sentence by sentence (rulebook §3.4)."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from scenario import COLOURS, deal, play, seen, texts
from witness import finished, refused, shown

# Nobody holds four equal numbers.
MIXED = ("R1 Y1 G2 B3", "R2 Y2 G3 B1", "R3 Y3 G1 B2")
# Seat 1 holds all fives.
FIVES = ("R1 Y1 G2 B2", "R5 Y5 G5 B5", "R2 Y2 G1 B1")
# Four seats; 0 and 2 hold four equal numbers.
TWO_QUARTETS = ("R1 Y1 G1 B1", "R2 Y2 G3 B3", "R4 Y4 G4 B4", "R3 Y3 G2 B2")


# --- helpers ---------------------------------------------------------------------------------------------


def table(*hands: str, **options: object) -> reihum.State:
    """A game with these hands."""
    return deal("schlafmuetze", len(hands), " ".join(hands), None, **options)


def exchange(state: reihum.State, *chosen: str) -> reihum.State:
    """Everybody passes the card named for the own seat."""
    for seat, card in enumerate(chosen):
        state = state.play(seat, f"pass {card}")
    return state


def hand(state: reihum.State, seat: int) -> set[str]:
    """A hand while its owner still has to choose."""
    return {text.removeprefix("pass ") for text in texts(state, seat) if text.startswith("pass ")}


# --- the deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_as_many_numbers_as_players(seats: int) -> None:
    """As many numbers as players are drawn by lot, all four colours of each; 4 cards to each player. (§3.4)"""
    game = reihum.game("schlafmuetze", seats=seats)
    drawn = set()
    for seed in ("one", "two", "three", "four"):
        hands = [hand(game.deal(seed=seed), seat) for seat in range(seats)]
        assert [len(cards) for cards in hands] == [4] * seats
        dealt = set().union(*hands)
        numbers = {card[1:] for card in dealt}
        assert len(numbers) == seats
        assert dealt == {colour + number for colour in COLOURS for number in numbers}
        drawn.add(frozenset(numbers))
    assert len(drawn) > 1


def test_hands_come_in_seat_order() -> None:
    """The first seat's whole hand comes first, then the next seat's. (§0)"""
    state = table(*MIXED)
    assert [hand(state, seat) for seat in range(3)] == [set(cards.split()) for cards in MIXED]


@pytest.mark.parametrize(
    "deck",
    [
        "R1 Y1 G1 B1 R2 Y2 G2 B2",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 B4",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 G3",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R3 Y3 G3 B3 R4 Y4 G4 B4",
        "R1 Y1 G1 B1 R2 Y2 G2 B2 R21 Y21 G21 B21",
    ],
)
def test_a_deck_of_complete_numbers(deck: str) -> None:
    """As many numbers as players, all four colours of each: any other deck is an error. (§3.4)"""
    with pytest.raises(reihum.BadDeck):
        deal("schlafmuetze", 3, deck)


@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats: int) -> None:
    """Schlafmütze is for 3–6 players. (§3.4)"""
    with pytest.raises(reihum.ReihumError):
        reihum.game("schlafmuetze", seats=seats)


@pytest.mark.parametrize("option", [{"marks": 0}, {"marks": "many"}, {"first": 1}, {"edition": "60"}])
def test_options_refused(option: dict[str, object]) -> None:
    """Schlafmütze knows the option `marks` only, a number. (§3.4)"""
    with pytest.raises(reihum.BadOption):
        reihum.game("schlafmuetze", seats=3, **option)


# --- passing ---------------------------------------------------------------------------------------------


def test_all_choose_at_the_same_time() -> None:
    """All choose one card in secret. (§3.4)"""
    state = table(*MIXED)
    assert state.to_act == (0, 1, 2)
    for seat in range(3):
        assert texts(state, seat) == {f"pass {card}" for card in MIXED[seat].split()} | {"down"}
    refused(state, 0, "pass R2")
    refused(state, 0, "pass")


def test_choosing_in_any_order() -> None:
    """All choose one card: whoever has chosen is no longer awaited, and has chosen for good. (§3.4)"""
    state = table(*MIXED).play(1, "pass R2")
    assert state.to_act == (0, 2)
    assert texts(state, 1) == {"down"}
    refused(state, 1, "pass R2")
    refused(state, 1, "pass Y2")
    state = state.play(2, "pass R3")
    assert state.to_act == (0,)
    assert state.play(0, "pass R1").to_act == (0, 1, 2)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_passing_to_the_left(order: tuple[int, ...]) -> None:
    """All choose one card in secret and pass it to the left at the same time. (§3.4)"""
    state = table(*MIXED)
    for seat in order:
        state = state.play(seat, f"pass {('R1', 'R2', 'R3')[seat]}")
    assert hand(state, 0) == {"R3", "Y1", "G2", "B3"}
    assert hand(state, 1) == {"R1", "Y2", "G3", "B1"}
    assert hand(state, 2) == {"R2", "Y3", "G1", "B2"}


def test_a_chosen_card_stays_until_all_have_chosen() -> None:
    """A chosen card stays in the hand until all have chosen. (§3.4)"""
    state = play(table(*MIXED), "0 pass R1; 1 pass R2")
    for viewer in (0, 1, 2, None):
        assert [player.cards for player in state.view(viewer).players] == [4, 4, 4]
    assert set(MIXED[0].split()) <= shown(state, 0)
    assert "R1" not in shown(state, 1)
    assert hand(state, 2) == set(MIXED[2].split())


def test_choices_are_secret_until_all_have_chosen() -> None:
    """All choose one card in secret. (§3.4)"""
    start = table(*MIXED)
    here, there = start.play(0, "pass R1"), start.play(0, "pass B3")
    for seat in (1, 2, None):
        assert seen(here, seat) == seen(there, seat)
        assert seat is None or here.legal(seat) == there.legal(seat)
    here, there = here.play(1, "pass R2"), there.play(1, "pass R2")
    for seat in (1, 2, None):
        assert seen(here, seat) == seen(there, seat)


def test_a_passed_card_is_known_to_giver_and_taker_only() -> None:
    """Never: other hands – a card passed on is seen by nobody but the two. (§0, §3.4)"""
    start = table(*MIXED)
    here, there = exchange(start, "R1", "R2", "R3"), exchange(start, "B3", "R2", "R3")
    assert seen(here, 2) == seen(there, 2)
    assert seen(here, None) == seen(there, None)
    assert "R1" in shown(here, 1)
    assert "R1" not in shown(there, 1)


def test_only_the_own_hand_is_seen() -> None:
    """A player sees the own hand; never other hands. (§0)"""
    state = table(*MIXED)
    for seat in range(3):
        assert shown(state, seat) == set(MIXED[seat].split())
    assert shown(state, None) == set()


# --- laying down -----------------------------------------------------------------------------------------


def test_four_equal_numbers_may_be_laid_down() -> None:
    """Whoever holds four equal numbers may lay them down (`down`) and is safe: passing stops. (§3.4)"""
    state = table(*FIVES).play(1, "down")
    assert state.outcome is None
    assert state.to_act == (0, 2), "from then on everyone else may lay down too; now they are awaited"
    assert texts(state, 0) == texts(state, 2) == {"down"}
    assert texts(state, 1) == set()
    refused(state, 0, "pass R1")
    refused(state, 1, "down")
    refused(state, 1, "pass R5")


def test_nobody_has_to_lay_down() -> None:
    """Whoever holds four equal numbers may lay them down: passing on is allowed. (§3.4)"""
    state = exchange(table(*FIVES), "R1", "R5", "R2")
    assert hand(state, 1) == {"R1", "Y5", "G5", "B5"}
    assert state.to_act == (0, 1, 2)


def test_a_quartet_by_passing() -> None:
    """Whoever holds four equal numbers may lay them down: also when the fourth was passed. (§3.4)"""
    state = table("R5 Y1 G2 B2", "R1 Y5 G5 B5", "R2 Y2 G1 B1")
    wrong = state.play(1, "down")
    assert wrong.to_act == (0, 1, 2)
    state = exchange(state, "R5", "R1", "R2").play(1, "down")
    assert state.to_act == (0, 2)


@pytest.mark.parametrize("script", ["1 pass R5", "0 pass R1", "0 pass R1; 2 pass R2", "1 pass Y5; 2 pass R2"])
def test_at_any_time(script: str) -> None:
    """At any time: before and after choosing oneself, whoever else has chosen. (§3.4)"""
    state = play(table(*FIVES), script)
    assert "down" in texts(state, 1)
    assert 1 not in state.to_act or "pass R5" in texts(state, 1)
    state = state.play(1, "down")
    assert state.to_act == (0, 2)
    assert texts(state, 0) == texts(state, 2) == {"down"}


def test_choices_already_made_are_void() -> None:
    """Passing stops, choices already made are void. (§3.4)"""
    state = play(table(*FIVES), "0 pass R1; 1 down")
    assert set(FIVES[0].split()) <= shown(state, 0)
    state = play(table(*FIVES), "0 pass R1; 2 pass R2; 1 down")
    assert "R2" not in shown(state, 0)
    assert "R2" in shown(state, 2)


def test_the_same_for_everybody_who_does_not_hold_them() -> None:
    """Views list the words, not whether they would be right. (§0)"""
    for seat in range(3):
        assert "down" in texts(table(*MIXED), seat)
        assert "down" in texts(table(*FIVES), seat)
    for state in (table(*MIXED), table(*FIVES), table(*FIVES).play(1, "down"), table(*MIXED).play(1, "down")):
        assert all(state.view(seat).calls == ("down",) for seat in (0, 1, 2, None))


@pytest.mark.parametrize(
    ("script", "points", "places"),
    [
        ("1 down; 0 down", (0, 0, 1), (1, 1, 3)),
        ("1 down; 2 down", (1, 0, 0), (3, 1, 1)),
    ],
)
def test_the_last_one_is_the_schlafmuetze(script: str, points: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Everyone else may lay down too (whatever they hold); the last one takes one penalty mark. (§3.4)"""
    outcome = finished(play(table(*FIVES), script))
    assert outcome.points == points
    assert outcome.places == places
    assert outcome.reason != "bound"


def test_four_players_lay_down_one_after_another() -> None:
    """From then on everyone else may lay down too; the last one is the Schlafmütze: that ends the round. (§3.4)"""
    state = table(*TWO_QUARTETS)
    for seat, awaited in ((0, (1, 2, 3)), (3, (1, 2)), (1, ())):
        assert state.outcome is None
        state = state.play(seat, "down")
        assert state.to_act == awaited
    assert finished(state).points == (0, 0, 1, 0)


def test_a_quartet_does_not_help_whoever_is_last() -> None:
    """The last one is the Schlafmütze: whatever that player holds. (§3.4)"""
    outcome = finished(play(table(*TWO_QUARTETS), "2 down; 1 down; 3 down"))
    assert outcome.points == (1, 0, 0, 0)
    assert outcome.places == (4, 1, 1, 1)


def test_after_the_end() -> None:
    """After the end nobody may act and no move is legal. (§0)"""
    state = play(table(*FIVES), "1 down; 0 down")
    for seat in range(3):
        refused(state, seat, "down")
    refused(state, 0, "pass R1")


# --- laying down by mistake ------------------------------------------------------------------------------


def test_a_mistake_costs_a_mark_and_play_goes_on() -> None:
    """Laying down without four equal numbers while nobody is down is a mistake: it costs a mark. (§3.4)"""
    state = table(*FIVES).play(0, "down")
    assert state.outcome is None
    assert state.to_act == (0, 1, 2)
    assert hand(state, 0) == set(FIVES[0].split())
    outcome = finished(play(state, "1 down; 0 down"))
    assert outcome.points == (1, 0, 1)
    assert outcome.places == (2, 1, 2)


def test_a_mistake_and_the_last_place_are_two_marks() -> None:
    """It costs a mark; the last one takes one penalty mark: both for the same player. (§3.4)"""
    outcome = finished(play(table(*FIVES), "0 down; 1 down; 2 down"))
    assert outcome.points == (2, 0, 0)
    assert outcome.places == (3, 1, 1)


def test_three_equal_numbers_are_not_four() -> None:
    """Laying down without four equal numbers is a mistake. (§3.4)"""
    state = table("R1 Y1 G1 B2", "R5 Y5 G5 B5", "R2 Y2 G2 B1")
    outcome = finished(play(state, "0 down; 2 down; 1 down; 0 down"))
    assert outcome.points == (1, 0, 2)


def test_once_per_seat_and_exchange() -> None:
    """It costs a mark, once per seat and exchange. (§3.4)"""
    state = table(*FIVES).play(0, "down")
    assert "down" not in texts(state, 0)
    refused(state, 0, "down")
    assert "down" in texts(state, 2)
    state = state.play(0, "pass R1")
    refused(state, 0, "down")
    state = play(state, "2 down; 1 pass R5; 2 pass R2")
    assert "down" in texts(state, 0)
    state = play(state, "0 down")
    refused(state, 0, "down")
    state = exchange(state, "R2", "R1", "R5")
    state = exchange(state, "R5", "R2", "R1")
    assert hand(state, 1) == {"R5", "Y5", "G5", "B5"}
    outcome = finished(play(state, "1 down; 2 down"))
    assert outcome.points == (3, 0, 1)


def test_a_mistake_after_choosing() -> None:
    """At any time, right or wrong: the choices made stay when it was a mistake, and play goes on. (§3.4)"""
    state = play(table(*MIXED), "0 pass R1; 0 down")
    assert state.to_act == (1, 2)
    refused(state, 0, "pass R1")
    state = play(state, "1 pass R2; 2 pass R3")
    assert hand(state, 1) == {"R1", "Y2", "G3", "B1"}


def test_after_a_mistake_a_quartet_is_still_safe() -> None:
    """Whoever holds four equal numbers may lay them down and is safe – the mark of a mistake stays. (§3.4)"""
    state = table("R5 Y1 G2 B2", "R1 Y5 G5 B5", "R2 Y2 G1 B1").play(1, "down")
    state = exchange(state, "R5", "R1", "R2").play(1, "down")
    assert state.to_act == (0, 2)
    assert finished(state.play(2, "down")).points == (1, 1, 0)


def test_no_mistake_once_somebody_is_down() -> None:
    """A mistake is one only while nobody is down. (§3.4)"""
    outcome = finished(play(table(*FIVES), "1 down; 2 down"))
    assert sum(outcome.points) == 1


# --- at the same time, and too early ---------------------------------------------------------------------


def test_a_tie_for_last_marks_both() -> None:
    """A tie for last marks both. (§3.4)"""
    outcome = finished(play(table(*FIVES), "1 down; - tie 0 2 down"))
    assert outcome.points == (1, 0, 1)
    assert outcome.places == (2, 1, 2)


def test_a_tie_for_last_among_three() -> None:
    """A tie for last marks all of them. (§3.4)"""
    outcome = finished(play(table(*TWO_QUARTETS), "0 down; - tie 1 2 3 down"))
    assert outcome.points == (0, 1, 1, 1)
    assert outcome.places == (1, 2, 2, 2)


def test_a_tie_that_is_not_for_last() -> None:
    """A tie for last marks both – a tie before the last one marks neither. (§3.4)"""
    outcome = finished(play(table(*TWO_QUARTETS), "0 down; - tie 1 3 down"))
    assert outcome.points == (0, 0, 1, 0)


def test_a_tie_of_two_quartets() -> None:
    """The engine takes ties as ties: two who lay down four equal numbers at the same time are both safe. (§4)"""
    state = play(table(*TWO_QUARTETS), "- tie 0 2 down")
    assert state.outcome is None
    assert state.to_act == (1, 3)
    assert finished(state.play(3, "down")).points == (0, 1, 0, 0)
    assert finished(play(state, "- tie 1 3 down")).points == (0, 1, 0, 1)


def test_a_tie_of_two_mistakes() -> None:
    """Laying down without four equal numbers while nobody is down is a mistake: for each of the two. (§3.4, §4)"""
    state = play(table(*FIVES), "- tie 0 2 down")
    assert state.to_act == (0, 1, 2)
    refused(state, 0, "down")
    refused(state, 2, "down")
    assert finished(play(state, "1 down; 0 down")).points == (1, 0, 2)


@pytest.mark.parametrize("text", ["tie 0 1 down", "tie 0 down", "tie 0 0 down", "tie 0 3 down", "tie 0 2 schnapp"])
def test_ties_that_cannot_be(text: str) -> None:
    """`tie 0 2 down` comes from no seat: two different seats that may still lay down. (§4)"""
    state = table(*FIVES).play(1, "down")
    refused(state, None, text)


@pytest.mark.parametrize("text", ["tie 0 2 down", "early 0 down"])
def test_the_tables_moves_come_from_no_seat(text: str) -> None:
    """The table that hosts the game is the arbiter: no player may say what only the table can. (§4)"""
    state = table(*FIVES).play(1, "down")
    refused(state, 0, text)
    refused(state, None, "down")


@pytest.mark.parametrize("seat", [1, 2])
def test_too_early_is_a_wrong_call(seat: int) -> None:
    """A reaction under 100 ms was a guess, and counts as a wrong call – with four equal numbers as well. (§4)"""
    state = play(table(*FIVES), f"- early {seat} down")
    assert state.to_act == (0, 1, 2)
    refused(state, None, f"early {seat} down")  # once per seat and exchange
    state = exchange(state, "R1", "R5", "R2")
    state = exchange(state, "R2", "R1", "R5")
    state = exchange(state, "R5", "R2", "R1")
    outcome = finished(play(state, "1 down; 0 down"))
    assert outcome.points == {1: (0, 1, 1), 2: (0, 0, 2)}[seat]


def test_too_early_with_a_quartet_bars_nobody() -> None:
    """Whoever holds four equal numbers may lay them down at any time: after a guess too. (§3.4)"""
    state = play(table(*FIVES), "- early 1 down; - early 2 down")
    refused(state, 2, "down")  # without four equal numbers a second call has no effect
    assert finished(play(state, "1 down; 0 down")).points == (0, 1, 2)


def test_a_tie_of_a_quartet_and_a_mistake() -> None:
    """Without four equal numbers while nobody is down: also at the same moment in which somebody lays down. (§3.4)"""
    state = play(table(*FIVES), "- tie 0 1 down")
    assert state.to_act == (0, 2), "who erred is not down yet, and may follow now"
    assert finished(play(state, "0 down")).points == (1, 0, 1)


def test_everybody_at_once() -> None:
    """Whoever lays down four equal numbers is safe: if all do at the same time, nobody is last. (§3.4)"""
    state = play(table("R1 Y1 G1 B1", "R5 Y5 G5 B5", "R2 Y2 G2 B2"), "- tie 0 1 2 down")
    assert finished(state).points == (0, 0, 0)


def test_too_early_once_somebody_is_down() -> None:
    """A reaction under 100 ms was a guess, and counts as a wrong call: the player must lay down again. (§4)"""
    state = play(table(*FIVES), "1 down; - early 0 down")
    assert state.to_act == (0, 2)
    refused(state, None, "early 0 down")  # once per seat and exchange
    assert finished(play(state, "0 down")).points == (1, 0, 1)


# --- the end without a quartet ---------------------------------------------------------------------------


def rounds_of_passing(state: reihum.State, number: int) -> reihum.State:
    """Three red cards go round and round."""
    for turn in range(number):
        state = exchange(state, *(("R1", "R2", "R3")[(seat - turn) % 3] for seat in range(3)))
    return state


@pytest.mark.parametrize("mistaken", [False, True])
def test_after_200_exchanges(mistaken: bool) -> None:
    """After 200 exchanges without a quartet the round ends without a mark (those of mistakes stay). (§3.4)"""
    state = table(*MIXED)
    if mistaken:
        state = state.play(2, "down")
    state = rounds_of_passing(state, 199)
    assert state.outcome is None
    state = play(state, "0 pass R3; 1 pass R1")  # 199 exchanges have turned the three cards by one place
    outcome = finished(state.play(2, "pass R2"))
    assert outcome.points == ((0, 0, 1) if mistaken else (0, 0, 0))
    assert outcome.places == ((1, 1, 3) if mistaken else (1, 1, 1))


# --- the match -------------------------------------------------------------------------------------------


def sleepy_round(match: reihum.Match, last: int) -> reihum.Match:
    """One round in which seat 0 collects a number and a given seat is the last to lay down."""
    wanted = Counter(card[1:] for card in hand(match.state, 0)).most_common(1)[0][0]
    while {card[1:] for card in hand(match.state, 0)} != {wanted}:
        chosen = []
        for seat in range(3):
            cards = sorted(hand(match.state, seat))
            # Seat 0 keeps what it wants; the others send it on as soon as they have it.
            keep = [card for card in cards if (card[1:] == wanted) != (seat == 0)]
            chosen.append((keep or cards)[0])
        for seat, card in enumerate(chosen):
            match = match.play(seat, f"pass {card}")
    match = match.play(0, "down")
    for seat in (1, 2):
        if seat != last:
            match = match.play(seat, "down")
    assert match.state.outcome is not None
    return match


def test_a_match_runs_until_three_marks() -> None:
    """A match runs until someone has `marks` (default 3) marks; the fewest marks win. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, seed="nightcap")
    for number, totals in enumerate([(0, 0, 1), (0, 1, 1), (0, 1, 2)]):
        assert match.round == number
        match = sleepy_round(match, last=1 if number == 1 else 2)
        assert match.totals == totals
        assert match.outcome is None
        match = match.next_round()
    match = sleepy_round(match, last=2)
    assert match.totals == (0, 1, 3)
    assert match.outcome is not None
    assert match.outcome.points == (0, 1, 3)
    assert match.outcome.places == (1, 2, 3)


@pytest.mark.parametrize("marks", [1, 2])
def test_fewer_marks(marks: int) -> None:
    """A match runs until someone has `marks` marks. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, seed="nightcap", marks=marks)
    for _ in range(marks - 1):
        match = sleepy_round(match, last=1)
        assert match.outcome is None
        match = match.next_round()
    match = sleepy_round(match, last=1)
    assert match.outcome is not None
    assert match.outcome.places == (1, 3, 1)


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_rounds_instead_of_marks(rounds: int) -> None:
    """… unless `rounds` is given. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, rounds=rounds, seed="nightcap")
    for number in range(rounds):
        assert match.outcome is None
        match = sleepy_round(match if number == 0 else match.next_round(), last=2)
    assert match.outcome is not None
    assert match.totals == (0, 0, rounds)


def test_new_numbers_for_the_next_round() -> None:
    """That ends the round; new numbers are drawn for the next. (§3.4)"""
    match = reihum.match("schlafmuetze", seats=3, seed="nightcap", marks=9)
    drawn = set()
    for _ in range(6):
        drawn.add(frozenset(card[1:] for seat in range(3) for card in hand(match.state, seat)))
        match = sleepy_round(match, last=1).next_round()
    assert len(drawn) > 1


# --- notation --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["PASS R1", "  pass   r1 ", "Pass r1"])
def test_forgiving_notation(text: str) -> None:
    """Case, doubled and outer blanks are forgiven on input."""
    state = table(*MIXED)
    assert state.play(0, text) == state.play(0, "pass R1")


def test_every_move_is_its_text() -> None:
    """A move has exactly one text: playing the move or its text is the same."""
    for state in (table(*MIXED), table(*FIVES).play(1, "down")):
        assert state.legal(0)
        for move in state.legal(0):
            assert state.play(0, str(move)) == state.play(0, move)


@pytest.mark.parametrize("text", ["", "pass", "pass 1", "pass R1 Y1", "pass R5", "down R1", "lay R1", "pass left"])
def test_other_texts_are_refused(text: str) -> None:
    """Illegal: an error with a reason, whatever the text."""
    refused(table(*MIXED), 0, text)
