"""What players know about hidden cards, against the truth: nothing true is ever excluded, and what cannot be is."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import reihum
from bots.truth import Moment, moments, true_cards
from reihum.bots.search.knowledge import CardSlot
from reihum.bots.search.row_tracker import RowTracker
from reihum.cards import Card, Randomness
from reihum.engine import Game
from reihum.simulator.families import family_of
from reihum.simulator.rows.cards import PLACE
from simulator.row_rules import ALL_RULES, Rules

MASTER = Rules("master", {})


def place(game: Game, card: Card) -> int:
    """The place of a card; of a joker 0."""
    return 0 if card == "J" else family_of(game).move_number(game, f"lay {card}")


def some_moments(rules: Rules, rounds: int = 4) -> Iterator[Moment]:
    """Decisions of some rounds, for any number of seats."""
    dice = random.Random(str(rules))
    for _ in range(rounds):
        yield from moments(rules.game(dice.randrange(2, 7)), dice)


@pytest.mark.parametrize("rules", [*ALL_RULES, MASTER], ids=str)
def test_the_truth_is_never_excluded(rules: Rules) -> None:
    """Every card that truly is, or was, in a slot may be there."""
    for moment in some_moments(rules):
        game = moment.state.game
        for slot, card in true_cards(moment):
            assert not slot.banned >> place(game, card) & 1
        laid = {(card.place, card.seat): card.at for card in moment.knowledge.revealed}
        for owner in game.others(moment.seat):
            got = {place(game, card): since for since, card in moment.truth.slots(owner) if card != "J"}
            assert all(got[card] < at for (card, seat), at in laid.items() if seat == owner and card)


@pytest.mark.parametrize("rules", [*ALL_RULES[::4], MASTER], ids=str)
def test_slots_and_cards_are_as_many(rules: Rules) -> None:
    """There is a way to fill all slots, and it uses every card that is hidden or was."""
    for moment in some_moments(rules, 2):
        known = moment.knowledge
        filled = known.fill_slots(Randomness(b"any", "way"))
        assert sorted(filled) == list(range(len(known.cards)))
        assert all(known.allows(slot, card) for slot, card in zip(known.slots, filled, strict=True))
        hidden = [0] * (moment.state.game.seats + 1)
        for slot, card in zip(known.slots, filled, strict=True):
            hidden[slot.owner] += card >= len(known.revealed)
        assert tuple(hidden[:-1]) == known.position.missing


def track(moves: str, deck: str, seat: int = 0, seats: int = 2, **options: object) -> tuple[RowTracker, reihum.State]:
    """A classic round with the pocket edition up to a position, as one seat has seen it."""
    game = reihum.game("classic", seats=seats, edition="40", **options)
    cards = deck.split()
    state = game.deal(deck=cards + [card for card in game.cards if card not in cards])
    tracker = RowTracker(game, seat)
    for move in moves.split(", "):
        state = state.play(state.to_act[0], move)
        tracker.observe(state.events(seat))
    return tracker, state


# 15 cards each, 10 in the stock: seat 0 holds red and half of green, seat 1 yellow and the other half.
DECK = "R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 G6 G7 G8 G9 G10 Y6 Y7 Y8 Y9 Y10 Y12 Y13 Y14 Y15 G11 G12 G13 G14 G15 B15 "


def banned(slots: list[CardSlot], since: int = 0) -> set[Card]:
    """What none of the cards can be that came at some time."""
    masks = [slot.banned for slot in slots if slot.since == since]
    return {card for card, bit in PLACE.items() if all(mask >> bit & 1 for mask in masks)}


def test_a_player_who_draws_holds_nothing_that_fits() -> None:
    """§1.1 (b): seat 1 has no place to lay and draws three cards: none of its cards fits beside R11, nor do those."""
    stock = "B6 B7 B8 Y11"
    tracker, _ = track("lay R11, draw", DECK.replace("G11", "B14") + stock)
    assert banned(tracker.slots) == {"R10", "R12", "Y11", "G11", "B11"}
    assert {slot.since for slot in tracker.slots} == {0, 2, 3, 4}
    assert all(banned(tracker.slots, since) == {"R10", "R12", "Y11", "G11", "B11"} for since in (2, 3, 4))


def test_what_was_drawn_later_may_fit() -> None:
    """Between two draws more comes to fit: what was drawn the first time cannot be that, what came the second time
    neither; but cards that fit only later may still be there."""
    stock = "B6 B7 B8 B9 B10 B12"
    tracker, _ = track("lay R11, draw, lay R10, end, draw", DECK.replace("G11", "B14") + stock)
    assert "R9" in banned(tracker.slots) & banned(tracker.slots, 2)
    assert "R8" not in banned(tracker.slots)


def test_nobody_holds_an_eleven_before_the_one_that_opens() -> None:
    """§1.1: G11 opens, so nobody was dealt R11 or Y11."""
    tracker, _ = track("lay G11", DECK.replace("R11", "B14"))
    assert banned(tracker.slots) == {"R11", "Y11"}


def test_blocking_tells_nothing_about_the_hand() -> None:
    """§1.1 rule B: who may draw instead of laying tells only that the kept cards do not fit; who takes three under
    rule A tells nothing about them."""
    stock = "B6 B7 B8 Y11"
    tracker, _ = track("lay R11, draw", DECK + stock, blocking="draw")
    assert banned(tracker.slots) == set()
    assert "R10" in banned(tracker.slots, 2)
    tracker, _ = track("lay R11, take3", DECK + stock, blocking="take3")
    assert banned(tracker.slots, 2) == set()
    assert len(tracker.slots) == 18


def test_a_player_who_ends_may_still_hold_what_fits() -> None:
    """Holding cards back is allowed."""
    tracker, _ = track("lay R11, lay G11, end", DECK)
    assert banned(tracker.slots) == set()


def test_who_comes_late_knows_what_it_sees() -> None:
    """A player who has not seen everything falls back on the view."""
    _, state = track("lay R11, draw, lay R10, end", DECK.replace("G11", "B14") + "B6 B7 B8 Y11")
    late = RowTracker(state.game, 1)
    late.observe(state.events(1))
    known = late.knowledge(state.view(1))
    assert not known.revealed
    assert not known.choices
    assert not any(slot.banned for slot in known.slots)
    assert len(known.slots) == len(known.position.unseen)
