"""The expert for Was liegt wo?: forgets nothing, and turns up no more than it pays to show the others.

How many cards to show is an old question with an exact answer. Only two numbers matter: how many cards nobody has seen,
and how many of the others are known to lie there without their partner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from reihum.bots.bot import Bot
from reihum.bots.simple.was_liegt_wo import face_up, remembered
from reihum.cards import Card, Randomness
from reihum.engine import Game, Shown, View

Pairs = tuple[float, ...]
"""How many pairs each player can expect from here on, the one on turn first."""


class ElephantBot(Bot):
    """Fetches pairs it has seen; else it turns up a new card, and after it another new one only if that is worth it."""

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.seen: dict[int, Card] = {}
        """What lies where, the card seen last at the end."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember what is turned up, as long as it lies there."""
        for event in shown:
            if event.kind == "flip":
                place = event.values["place"]
                self.seen.pop(place, None)
                self.seen[place] = event.cards[0]
            elif event.kind == "pair":
                del self.seen[event.values["first"]], self.seen[event.values["second"]]

    def choose(self, view: View) -> str:
        """The partner of the card face up, one of a pair that it has seen, or something new – or nothing new."""
        places = remembered(view, self.seen)
        wanted, known, new = places.wanted, places.known, places.new
        if not wanted and face_up(view) and known and not self._dares(len(new), len(known)):
            wanted = [*known][-1:]  # everybody has just seen it: no one is reminded of anything
        return f"flip {self.randomness.choice(wanted or new or places.offered)}"

    def _dares(self, unseen: int, singles: int) -> bool:
        """Whether a second new card is worth more than what the others learn by it."""
        seats, again = self.game.seats, bool(self.game.options["again"])
        shown, hidden = second_new(unseen, singles, seats, again), second_known(unseen, singles, seats, again)
        return shown[0] >= hidden[0]


@cache
def expected(unseen: int, singles: int, seats: int, again: bool) -> Pairs:
    """What is to be expected at the beginning of a turn, from players who forget nothing, if nobody has seen a pair:
    ``singles`` of the cards seen have their partners among the ``unseen``."""
    if not unseen:
        return (0.0,) * seats
    match = singles / unseen
    hit = _hit(expected(unseen - 1, singles - 1, seats, again), again) if singles else (0.0,) * seats
    if match == 1:
        return hit
    shown = second_new(unseen - 1, singles, seats, again)
    hidden = second_known(unseen - 1, singles, seats, again) if singles else shown
    return _mean((match, hit), (1 - match, max(shown, hidden)))


def second_new(unseen: int, singles: int, seats: int, again: bool) -> Pairs:
    """After a first card without a known partner, a second new one out of ``unseen``; ``singles`` without the first."""
    own, other = 1 / unseen, singles / unseen
    ways = [(own, _hit(expected(unseen - 1, singles, seats, again), again))]
    if singles:  # it is the partner of another one, and whoever comes next will fetch them
        ways.append((other, _next(_hit(expected(unseen - 1, singles, seats, again), again))))
    if own + other < 1:
        ways.append((1 - own - other, _next(expected(unseen - 1, singles + 2, seats, again))))
    return _mean(*ways)


def second_known(unseen: int, singles: int, seats: int, again: bool) -> Pairs:
    """After such a first card, one that everybody has seen before: it shows nothing new."""
    return _next(expected(unseen, singles + 1, seats, again))


def _hit(later: Pairs, again: bool) -> Pairs:
    """A pair for whoever is on turn, and then the turn of the next one, or another of the same."""
    later = later if again else _next(later)
    return (later[0] + 1, *later[1:])


def _next(later: Pairs) -> Pairs:
    """What the next one can expect, as seen by the one before."""
    return (later[-1], *later[:-1])


def _mean(*ways: tuple[float, Pairs]) -> Pairs:
    return tuple(
        sum(chance * pairs for (chance, _), pairs in zip(ways, column, strict=True))
        for column in zip(*(way for _, way in ways), strict=True)
    )
