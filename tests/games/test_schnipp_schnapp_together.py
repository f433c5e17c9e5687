"""The option `together` of Schnipp Schnapp, sentence by sentence (RULEBOOK §3.7)."""

from __future__ import annotations

from games.schnipp_schnapp_tables import PILES, schnipp, tops
from scenario import DECK_80, deal, play
from witness import ended, faces, hand_sizes, refused


def test_together_all_turn_up_at_once() -> None:
    """On "3–2–1–go" all turn up at once (§3.7)."""
    state = play(schnipp(*PILES, together=True), "0 turn")
    assert tops(state) == {"R17", "R18", "G20", "B17"}
    for seat in (0, 1, 2, 3, None):
        assert faces(state.events(seat)) == {"R17", "R18", "G20", "B17"}
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert tops(play(state, "0 turn")) == {"R19", "Y20", "G19", "B18"}


def test_together_the_first_seat_that_has_cards_turns() -> None:
    """`turn` by the first seat that has cards turns one for everybody (§3.7)."""
    state = schnipp(*PILES, together=True)
    assert tuple(state.to_act) == tuple(play(state, "0 turn").to_act) == (0,)
    refused(state, 1, "turn")
    refused(play(state, "0 turn"), 1, "turn")
    state = schnipp("", "R19 Y19 R20 Y20", "", "G20 B20 G19 B19", together=True)
    assert tuple(state.to_act) == (1,)
    assert tops(play(state, "1 turn")) == {"R19", "G20"}
    assert tuple(play(state, "1 turn").to_act) == (1,)


def test_together_schnapp_takes_the_piles_that_match() -> None:
    """„Schnapp“ takes all other open piles that show any matched number (§3.7), no others."""
    state = play(schnipp(*PILES, together=True), "0 turn")  # R17 and B17 match
    state = play(state, "1 schnapp")
    assert hand_sizes(state) == (3, 6, 4, 3)
    assert tops(state) == {"G20"}
    assert tuple(state.to_act) == (0,)


def test_together_schnapp_takes_the_piles_of_every_matched_number() -> None:
    """„Schnapp“ takes all other open piles that show *any* matched number (§3.7)."""
    piles = ("R19 R17 Y17 Y18", "Y19 G17 R18 G18", "R20 G19 B19 B18", "G20 B17 Y20 B20")
    state = play(schnipp(*piles, together=True), "0 turn; 0 schnapp")
    assert hand_sizes(state) == (7, 3, 3, 3)
    assert tops(state) == set()


TOGETHER = ("R17 Y18 Y17 Y20", "R18 G17 G19 G20", "R19 G18 B17 B18", "R20 Y19 B19 B20")


def test_together_mistakes_and_schnipp() -> None:
    """*Variant*: the other rules hold (§3.7): a mistake goes to the middle, „Schnipp“ wins it."""
    state = play(schnipp(*TOGETHER, together=True), "0 turn; 0 schnapp")  # no match: R17 to the middle
    assert hand_sizes(state) == (3, 4, 4, 4)
    state = play(state, "0 turn")  # Y18 G17 G18 Y19: G17 matches the middle, Y18 matches G18
    assert hand_sizes(play(state, "3 schnipp")) == (3, 4, 4, 5)
    assert hand_sizes(play(state, "3 schnipp; 1 schnapp")) == (2, 7, 2, 5)
    refused(play(state, "3 schnipp"), 0, "schnipp")


def test_together_a_tie() -> None:
    """Calls at the same time are a draw, in the variant too (§3.7)."""
    state = play(schnipp(*PILES, together=True), "0 turn; - tie 1 2 schnapp")
    assert tops(state) == {"R17", "B17"}
    refused(state, 0, "schnapp")


def test_together_a_used_up_pile() -> None:
    """A used-up face-down pile is replaced by their open pile when its owner must turn (§3.7)."""
    state = play(schnipp(*TOGETHER, together=True), "0 turn;" * 4)
    assert tops(state) == {"Y20", "G20", "B18", "B20"}
    state = play(state, "0 turn")
    assert hand_sizes(state) == (4, 4, 4, 4)
    assert all(len(tops(state) & set(pile.split())) == 1 for pile in TOGETHER)


def test_together_most_captured_cards_win() -> None:
    """Most captured cards win (cards in laid-aside quartets and in their piles at the end) (§3.7)."""
    state = schnipp("R19 R20 Y19 Y20", "G19 G20 B19 B20", "", "", together=True)
    state = play(state, "0 turn; 0 schnapp;" * 4)
    assert ended(state) == ((24, 16, 20, 20), (1, 4, 2, 2))


def test_together_ends_after_2000_turned_cards() -> None:
    """… after 2,000 turned cards at the latest (§3.7): a thousand times two; own piles count, the middle not."""
    state = deal("schnipp-schnapp", seats=2, deck=" ".join(DECK_80), together=True)
    state = play(state, "0 turn;" * 3 + "0 schnipp")  # three cards to the middle
    state = play(state, "0 turn;" * 996)
    assert state.outcome is None
    assert ended(play(state, "0 turn")) == ((37, 40), (2, 1))
