"""Master on the table: stacked deals, moves by the seat on turn, an empty stock.

Hands are filled up with cards far from the 11s, which fit nowhere, so that a scenario's moves are those of the
cards it names.
"""

from __future__ import annotations

import reihum
from scenario import DECK_MASTER, deal, stack, texts

HAND = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}
NEAR = [f"{c}{n}" for c in "RYGB" for n in (10, 12)]
JOKER_ANYWHERE = {f"lay J>{place}" for place in NEAR}


def worth(cards: list[str]) -> int:
    """What cards cost in hand: their numbers, 11 for a joker."""
    return sum(11 if card == "J" else int(card[1:]) for card in cards)


def distance(card: str) -> int:
    """How far a card lies from the 11 of its row; jokers count as nearest."""
    return 0 if card == "J" else abs(int(card[1:]) - 11)


FAR_FIRST = tuple(sorted(DECK_MASTER, key=distance, reverse=True))


def deck_of(*hands: str, stock: str = "") -> str:
    """A deck with these cards in the hands, as many hands as seats, and on top of the stock."""
    sizes = [HAND[len(hands)]] * len(hands)
    return stack([*sizes, len(stock.split())], [*hands, stock], of=FAR_FIRST)


def master(*hands: str, stock: str = "", seed: str | None = None, **options: object) -> reihum.State:
    """Deal Master so that the seats hold these cards among others that fit nowhere."""
    return deal("master", len(hands), deck_of(*hands, stock=stock), seed, **options)


def on_turn(state: reihum.State) -> int:
    """The one seat that must act."""
    (seat,) = state.to_act
    return seat


def moves(state: reihum.State, word: str = "") -> set[str]:
    """What the seat on turn may do, or those of its moves that begin with a word."""
    return {move for move in texts(state, on_turn(state)) if move.startswith(word)}


def go(state: reihum.State, *script: str) -> reihum.State:
    """Moves one after another, each by the seat on turn."""
    for move in script:
        state = state.play(on_turn(state), move)
    return state


def others_draw(state: reihum.State) -> reihum.State:
    """Everybody draws until it is seat 0's turn."""
    while on_turn(state) != 0:
        state = go(state, "draw")
    return state


def lay_all(state: reihum.State, cards: str) -> reihum.State:
    """Seat 0 lays cards, four in each turn; in between everybody else draws."""
    for card in cards.split():
        state = go(others_draw(state), f"lay {card}")
    return state


def drained(state: reihum.State) -> reihum.State:
    """Everybody draws until the stock is empty."""
    while "draw" in moves(state):
        state = go(state, "draw")
    return state


def empty_stock(hand: str, before: str = "") -> reihum.State:
    """Six seats, seat 0 on turn, the stock is empty. Seat 5 began and laid the cards named in ``before``; of the
    cards that fit beside an 11 and of the jokers seat 0 has those it names, seat 1 all others."""
    last = " ".join(card.split(">")[0] for card in before.split())
    left = [*NEAR, *"JJJJ"]
    for card in f"{hand} {last}".split():
        if card in left:
            left.remove(card)
    far = "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6"
    state = master(hand, " ".join(left), "", "", "", last, stock=far, first=5 if before else 0)
    if before:
        state = go(state, *(f"lay {card}" for card in before.split()), "end")
    return drained(state)


def points(state: reihum.State) -> list[int]:
    """The points of a round that has ended."""
    assert state.outcome is not None
    return list(state.outcome.points)


def places(state: reihum.State) -> list[int]:
    """The places of a round that has ended."""
    assert state.outcome is not None
    return list(state.outcome.places)


def down_from(colour: str, high: int, low: int) -> str:
    """Cards of a row from a number down to another."""
    return " ".join(f"{colour}{n}" for n in range(high, low - 1, -1))


def up_from(colour: str, low: int, high: int) -> str:
    """Cards of a row from a number up to another."""
    return " ".join(f"{colour}{n}" for n in range(low, high + 1))
