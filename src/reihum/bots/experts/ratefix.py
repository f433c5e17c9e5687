"""The expert for Ratefix: counts the cards, and concludes from every guess which card the player holds.

A player who names a total has seen one card of it. So the guesses so far tell which cards the others probably have.
Guesses still to come depend on cards that nobody has hinted at, and on the numbers named before. Both are imagined many
times, and the bot names the number that would win most often.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import floor

from reihum.bots.bot import Bot
from reihum.bots.simple.ratefix import AVERAGE
from reihum.cards import NUMBER, Randomness
from reihum.engine import Game, Shown, View
from reihum.engine.views import Piles, Text
from reihum.games.ratefix import closest, guesses

NUMBERS = range(1, 21)
REACH = 14
"""No guess farther than this from the expected total is tried."""
SCALE, DOUBT = 1_000, 20
"""A card that explains its owner's guess exactly has the weight ``SCALE``, half as much for each number beside it.
Every card has at least ``DOUBT``, because people guess all sorts of things."""


class ReckonerBot(Bot):
    """Names the number that wins in most of the imagined rounds."""

    worlds = 250

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.left = Counter(NUMBER[card] for card in game.cards)
        """How many cards of each number have not been turned up."""
        self.likely = {number: nearest_numbers(number + AVERAGE * (game.seats - 1)) for number in NUMBERS}
        """What a player with each card is likely to guess, best first."""

    def see(self, shown: Sequence[Shown]) -> None:
        """Count the cards."""
        for event in shown:
            if event.kind == "reveal":
                self.left.subtract(NUMBER[card] for card in event.cards)

    def choose(self, view: View) -> str:
        """The guess that wins most often. If several are equal, the one nearest to the expected total."""
        middle = next(zone for zone in view.zones if isinstance(zone, Piles))
        own = NUMBER[middle.piles[self.seat].top]
        named = {zone.owner: int(zone.message.values["number"]) for zone in view.zones if isinstance(zone, Text)}
        others = [*self.game.others(self.seat)]
        worlds = [*zip(*(self._cards(own, named.get(other)) for other in others), strict=True)]
        expected = own + sum(map(sum, worlds)) / len(worlds)
        span = guesses(self.game.seats)
        near = range(max(span[0], floor(expected) - REACH), min(span[-1], floor(expected) + REACH) + 1)
        said = [named.get(other, 0) for other in others]
        tried = near if self.game.options["repeat"] else [number for number in near if number not in said]
        return f"guess {max(tried, key=lambda guess: (self._wins(guess, own, said, worlds), -abs(guess - expected)))}"

    def _cards(self, own: int, guess: int | None) -> list[int]:
        """Another player's card, once for every world."""
        weights = [(self.left[number] - (number == own)) * self._weight(number, guess) for number in NUMBERS]
        bounds = [*accumulate(weights)]
        return [NUMBERS[bisect(bounds, self.randomness.below(bounds[-1]))] for _ in range(self.worlds)]

    def _weight(self, number: int, guess: int | None) -> int:
        """How well a card fits its owner's guess."""
        return DOUBT + (SCALE >> abs(guess - self.likely[number][0])) if guess is not None else 1

    def _wins(self, guess: int, own: int, said: Sequence[int], worlds: Sequence[Sequence[int]]) -> int:
        """In how many worlds a guess would be closer than all others, including those still to come."""
        wins = 0
        for world in worlds:
            named = [guess]
            for number, card in zip(said, world, strict=True):
                named.append(
                    number or next(free for free in self.likely[card] if free not in named and free not in said)
                )
            wins += closest(named, own + sum(world)) == [0]
        return wins


class LongReckonerBot(ReckonerBot):
    """The same with more worlds."""

    worlds = 1_200


def nearest_numbers(expected: float) -> list[int]:
    """The numbers around an expected one, the nearest first: more than can be named.

    >>> nearest_numbers(20.5)[:4]
    [20, 21, 19, 22]
    """
    low = floor(expected)
    return sorted(range(low - 4, low + 6), key=lambda number: abs(number - expected))
