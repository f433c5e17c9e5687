"""Mogeln on the table: stacked hands, true lays and lies, how many cards everybody holds."""

from __future__ import annotations

import reihum
from scenario import cards, deal, play, stack, texts

IN_PLAY = {3: cards(1, 9), 4: cards(1, 10), 5: cards(1, 15), 6: cards(1, 15)}
SIZES = {3: [12, 12, 12], 4: [10, 10, 10, 10], 5: [12, 12, 12, 12, 12], 6: [10, 10, 10, 10, 10, 10]}
DECK_60 = cards(1, 20, "RYG")

# Three hands with which everybody can tell the truth in red, from one to nine, and hold spare cards.
HONEST = ("R1 R4 R7 Y1 G1 B2", "R2 R5 R8 Y2 G2 B1", "R3 R6 R9 Y3 G3 B4")
TRUTH = ("0 lay R1", "1 lay R2", "2 lay R3", "0 lay R4", "1 lay R5", "2 lay R6", "0 lay R7", "1 lay R8", "2 lay R9")
# When seat 0 lays its last card, 33 have been laid before it: it claims seven.
TRUE_END, FALSE_END = "R7", "R1"


def table(*hands: str, **options: object) -> reihum.State:
    """A game dealt with hands that begin like these."""
    seats = len(hands)
    return deal("mogeln", seats, stack(SIZES[seats], hands, of=IN_PLAY[seats]), None, **options)


def honest(lays: int, **options: object) -> reihum.State:
    """Three players after some true lays in red."""
    return play(table(*HONEST, **options), ";".join(TRUTH[:lays]))


def own_count(state: reihum.State, seat: int) -> int | str:
    """How many cards a player sees in their own hand."""
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
