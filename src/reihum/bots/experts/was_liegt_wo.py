"""The expert for Was liegt wo?: forgets nothing, and turns up no more than it pays to show the others.

How many cards to show is an old question with an exact answer. Only two numbers matter: how many cards nobody has seen,
and how many known cards have an unknown partner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from reihum.bots.simple.was_liegt_wo import MemoryBot, face_up, find_places
from reihum.engine import Shown, View

Pairs = tuple[float, ...]
"""How many pairs each player can expect from now on, the player on turn first."""


class ElephantBot(MemoryBot):
    """Takes pairs it has seen. Otherwise it turns up a new card, and then another new one only if that pays."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Remember what is turned up, the card seen last at the end, until it is taken."""
        for event in shown:
            if event.kind == "flip":
                place = event.values["place"]
                self.seen.pop(place, None)
                self.seen[place] = event.cards[0]
            elif event.kind == "pair":
                del self.seen[event.values["first"]], self.seen[event.values["second"]]

    def choose(self, view: View) -> str:
        """The partner of the card face up, one of a pair it has seen, or something new – or nothing new."""
        places = find_places(view, self.seen)
        wanted, known, new = places.wanted, places.known, places.new
        if not wanted and face_up(view) and known and not self._dares(len(new), len(known)):
            wanted = [*known][-1:]  # everybody has just seen it: it reminds no one of anything
        return f"flip {self.randomness.choice(wanted or new or places.offered)}"

    def _dares(self, unseen: int, singles: int) -> bool:
        """Whether a second new card is worth more than what the others learn from it."""
        seats, again = self.game.seats, bool(self.game.options["again"])
        shown, hidden = (
            expect_after_new(unseen, singles, seats, again),
            expect_after_known(unseen, singles, seats, again),
        )
        return shown[0] >= hidden[0]


@cache
def expect_pairs(unseen: int, singles: int, seats: int, again: bool) -> Pairs:
    """What players who forget nothing can expect at the beginning of a turn, if no pair is known: ``singles`` of the
    cards seen have their partners among the ``unseen``."""
    if not unseen:
        return (0.0,) * seats
    match = singles / unseen
    hit = _add_pair(expect_pairs(unseen - 1, singles - 1, seats, again), again) if singles else (0.0,) * seats
    if match == 1:
        return hit
    shown = expect_after_new(unseen - 1, singles, seats, again)
    hidden = expect_after_known(unseen - 1, singles, seats, again) if singles else shown
    return _average((match, hit), (1 - match, max(shown, hidden)))


def expect_after_new(unseen: int, singles: int, seats: int, again: bool) -> Pairs:
    """After a first card without a known partner, turn up a second new one out of ``unseen``. ``singles`` does not
    include the first card."""
    own, other = 1 / unseen, singles / unseen
    ways = [(own, _add_pair(expect_pairs(unseen - 1, singles, seats, again), again))]
    if singles:  # it is the partner of another one, and the next player will take them
        ways.append((other, _rotate(_add_pair(expect_pairs(unseen - 1, singles, seats, again), again))))
    if own + other < 1:
        ways.append((1 - own - other, _rotate(expect_pairs(unseen - 1, singles + 2, seats, again))))
    return _average(*ways)


def expect_after_known(unseen: int, singles: int, seats: int, again: bool) -> Pairs:
    """After such a first card, turn up one that everybody has seen before: it shows nothing new."""
    return _rotate(expect_pairs(unseen, singles + 1, seats, again))


def _add_pair(later: Pairs, again: bool) -> Pairs:
    """A pair for the player on turn, then the next player's turn, or another turn for the same one."""
    later = later if again else _rotate(later)
    return (later[0] + 1, *later[1:])


def _rotate(later: Pairs) -> Pairs:
    """What the next player can expect, from the view of the one before."""
    return (later[-1], *later[:-1])


def _average(*ways: tuple[float, Pairs]) -> Pairs:
    return tuple(
        sum(chance * pairs for (chance, _), pairs in zip(ways, column, strict=True))
        for column in zip(*(way for _, way in ways), strict=True)
    )
