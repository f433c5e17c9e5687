"""Überall anschließen on the table: stacked piles, and scripts of cards turned up and placed."""

from __future__ import annotations

from collections.abc import Sequence

import reihum
from scenario import DECK_80, cards, deal, play

DECK_60 = cards(1, 20, "RYG")


def stacked(piles: Sequence[str], of: Sequence[str] = DECK_80) -> str:
    """Piles named from the top; what follows a "…" lies at the bottom; every gap is filled in deck order."""
    share, extra = divmod(len(of), len(piles))
    named = set(" ".join(piles).replace("…", "").split())
    rest = [card for card in of if card not in named]
    assert len(rest) + len(named) == len(of), "a pile names a card that is not in the deck"
    deck: list[str] = []
    for seat, pile in enumerate(piles):
        top, _, bottom = pile.partition("…")
        missing = share + (seat < extra) - len(top.split()) - len(bottom.split())
        assert missing >= 0, f"pile {seat} is too high"
        deck += top.split() + rest[:missing] + bottom.split()
        del rest[:missing]
    return " ".join(deck)


def begin(state: reihum.State) -> reihum.State:
    """The first card goes to the middle; turning it up is the whole first turn."""
    return state.play(state.to_act[0], "turn")


def table(*piles: str, **options: object) -> reihum.State:
    """A game dealt from these piles, with seat 0's top card already in the middle."""
    return begin(deal("anywhere", len(piles), stacked(piles), None, **options))


def table_60(*piles: str, **options: object) -> reihum.State:
    """The same with edition 60."""
    return begin(deal("anywhere", len(piles), stacked(piles, DECK_60), None, edition="60", **options))


def put(state: reihum.State, script: str) -> reihum.State:
    """Play "1 own; 2 middle; 2 1": seat, then the place for the card it turns up."""
    for step in script.split(";"):
        seat, place = step.split()
        state = play(state, f"{seat} turn; {seat} put {place}")
    return state


def all_own(state: reihum.State, times: int) -> reihum.State:
    """The players on turn turn up a number of cards and put each on their own pile, fitting or not."""
    for _ in range(times):
        state = put(state, f"{state.to_act[0]} own")
    return state


def ladder(seats: int) -> str:
    """A deck in which seat 0 opens with R1 and every further pile continues the middle without a gap."""
    share, extra = divmod(80, seats)
    first = share + (extra > 0)
    return " ".join(("R1", *DECK_80[81 - first :], *DECK_80[1 : 81 - first]))


def run(state: reihum.State, seat: int, number: int) -> reihum.State:
    """A seat turns up several cards in a row, all for the middle."""
    return put(state, ";".join([f"{seat} middle"] * number))
