"""The bot for Farben sammeln: chooses the most promising colour and collects it."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.bots.bot import Bot, offered, own_hand
from reihum.cards import NUMBER, Card
from reihum.engine import View
from reihum.engine.views import Piles
from reihum.games.farben_sammeln import best_colour


class ColourBot(Bot):
    """Takes what helps its best colour, puts down its lowest other card, and closes the round when it can."""

    def choose(self, view: View) -> str:
        """Close if possible, otherwise take, put or end."""
        moves = offered(view)
        for wanted in ("close", "end"):
            if wanted in moves:
                return wanted
        return self._take(view) if "take stock" in moves else self._put(view, moves)

    def _take(self, view: View) -> str:
        """The highest open card of the best colour, if it is better than the card that would go. Otherwise from the
        stock."""
        hand, tops = own_hand(view), dict(_top_cards(view))
        colour, _ = best_colour(hand)
        least = min(hand, key=lambda card: (card[0] == colour, NUMBER[card]))
        wanted = [pile for pile, top in tops.items() if top[0] == colour]
        best = max(wanted, key=lambda pile: NUMBER[tops[pile]], default=None)
        if best is not None and (least[0] != colour or NUMBER[tops[best]] > NUMBER[least]):
            return f"take {best}"
        return "take stock"

    def _put(self, view: View, moves: list[str]) -> str:
        """The lowest card of another colour, on the highest card that is of no use here."""
        (colour, _), tops = best_colour(own_hand(view)), dict(_top_cards(view))

        def cost(move: str) -> tuple[bool, int, bool, int]:
            _, card, pile = move.split()
            top = tops.get(int(pile), "")
            return card[0] == colour, NUMBER[card], top[:1] == colour, -NUMBER.get(top, 0)

        return min(moves, key=cost)


def _top_cards(view: View) -> Iterator[tuple[int, Card]]:
    """The open piles and their top cards, if they have any."""
    piles = next(zone.piles for zone in view.zones if isinstance(zone, Piles))
    return ((number, pile.top) for number, pile in enumerate(piles, 1) if pile.top)
