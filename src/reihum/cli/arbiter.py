"""Who was quickest. In a terminal a call takes as long as it takes to press Enter (RULEBOOK §4, simplified).

When a card appears, every bot draws its reaction; the person's is measured from the moment the card is printed.
The bots' own play decides between them: the quickest call with an effect, a tie, a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reihum.bots import Bot, Call
from reihum.bots.play import TIE_WINDOW, Reaction, first_call, reactions
from reihum.games import State


class Verdict(NamedTuple):
    """The move that settles it – of a seat, or of the table for a tie or a guess – and all reactions."""

    seat: int | None
    move: str
    reactions: Sequence[Reaction]

    @property
    def inputs(self) -> dict[str, object]:
        """What the verdict was made from, for the record."""
        made = [{"seat": seat, "call": call.word, "ms": call.delay} for call, seat in self.reactions]
        return {"reactions": made, "tie_window": TIE_WINDOW}

    def delay(self, seat: int) -> int:
        """How long a seat took."""
        return next(call.delay for call, caller in self.reactions if caller == seat)


def drawn(state: State, bots: Sequence[Bot], handicap: int) -> list[Reaction]:
    """What the bots will call about a position, and when; they wait for the slower typist."""
    return [(Call(call.word, call.delay + handicap), seat) for call, seat in reactions(state, bots)]


def settled(state: State, made: Sequence[Reaction]) -> Verdict | None:
    """What comes of the calls; None if none of them has an effect."""
    played = first_call(state, made)
    return Verdict(played[0], played[1], tuple(made)) if played else None
