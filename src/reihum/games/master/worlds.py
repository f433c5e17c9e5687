"""Master (RULEBOOK §2): the worlds that a seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from reihum.cards import JOKER, Card, Randomness
from reihum.games.master.board import beside

if TYPE_CHECKING:
    from reihum.games.master.rules import MasterState

S = TypeVar("S", bound="MasterState")


def imagine(state: S, seat: int | None, randomness: Randomness) -> S:
    """The other hands and the stock dealt again, if the turn so far allows them."""
    hands, stock = _deal_again(state, seat, randomness)
    while seat != state.turn and not _may_hold(state, hands[state.turn]):
        hands, stock = _deal_again(state, seat, randomness)
    last = tuple(
        event
        if event.to is None or seat in event.to
        else event.exchange({event.cards[0]: randomness.choice(hands[event.to[0]])})
        for event in state.last
    )
    jokers = tuple(hand.count(JOKER) for hand in hands)
    return replace(state, last=last, hands=tuple(map(state.board.mask, hands)), jokers=jokers, stock=tuple(stock))


def _may_hold(state: MasterState, hand: Sequence[Card]) -> bool:
    """Whether the player on turn may hold these cards: the jokers just won, and what a connection asks for."""
    wanted = {JOKER, state.board.card[state.target]} if state.target else set()
    return hand.count(JOKER) >= state.won and (not wanted or not wanted.isdisjoint(hand))


def _deal_again(state: MasterState, seat: int | None, randomness: Randomness) -> tuple[list[list[Card]], list[Card]]:
    """Deal all cards again that a seat does not see. A player who has passed since the last lay has no number
    card that fits: those go to the others."""
    seats = state.game.seats
    passed = [(state.turn - step) % seats for step in range(1, state.passes + 1)]
    hands = [state.hand_of(owner) for owner in range(seats)] + [list(state.stock)]
    hidden = [(owner, card) for owner, hand in enumerate(hands) if owner != seat for card in hand]
    fits = beside(state.table) if passed else 0
    fitting = [card for _, card in hidden if state.board.bit.get(card, 0) & fits]
    free = [owner for owner, _ in hidden if owner not in passed]
    owners = (randomness.shuffled(free) if fitting else free) + [owner for owner, _ in hidden if owner in passed]
    cards = fitting + randomness.shuffled(card for _, card in hidden if card not in fitting)
    dealt: list[list[Card]] = [hand if owner == seat else [] for owner, hand in enumerate(hands)]
    for owner, card in zip(owners, cards, strict=True):
        dealt[owner].append(card)
    return dealt[:-1], dealt[-1]
