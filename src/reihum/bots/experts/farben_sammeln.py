"""The expert for Farben sammeln: remembers who took what, guesses what they collect, and plays it through.

What is taken from an open pile is known until it is put down again. The other cards of a hand show in what its owner
puts down: nobody parts with the colour it collects, and low cards go first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from reihum.bots.bot import offered, own_hand
from reihum.bots.search.planner import PlannerBot, happened, won
from reihum.bots.simple.farben_sammeln import ColourBot, promising
from reihum.cards import NUMBER, Card, Randomness, in_order
from reihum.engine import Game, Move, Shown, State, View
from reihum.engine.views import Piles
from reihum.games.farben_sammeln import CLOSE, END, PILES, TAKE, FarbenState, one_colour

PUT = {(card, pile): Move("put", (card, pile)) for card in NUMBER for pile in PILES}
GUESSES = 6
"""So many hands are thought of for a player; the likelier one is, the sooner it is taken."""
OWN_COLOUR, LOWER = 0.2, 0.6
"""How much less likely a hand is for every card its owner put down of the colour it should collect, and for every card
of another colour that it kept though it is lower."""
POINT = 0.003
"""What a point ahead counts beside a win."""
SPARE = 5
"""So many of the lowest cards of other colours are tried."""


class WatcherBot(PlannerBot):
    """Watches what the others take and put down."""

    worlds = 40

    def __init__(self, game: Game, seat: int, randomness: Randomness) -> None:
        super().__init__(game, seat, randomness)
        self.taken: list[list[Card]] = [[] for _ in range(game.seats)]
        """By seat, the cards taken from open piles that are still in the hand."""
        self.put: list[list[Card]] = [[] for _ in range(game.seats)]
        """By seat, the cards put down."""
        self.piles: list[list[Card]] = [[] for _ in PILES]
        """What was put on each pile; the card that was there first has never been named."""
        self.made = 0
        self.last: Sequence[Shown] = ()

    def see(self, shown: Sequence[Shown]) -> None:
        """Follow the cards that everybody sees."""
        self.last = shown
        for event in shown:
            self.made += event.kind in ("draw", "take", "put", "end", "close")
            if event.kind in ("take", "put") and event.seat is not None:
                self._follow(event.kind, event.seat, event.cards[0], self.piles[event.values["pile"] - 1])

    def _follow(self, kind: str, seat: int, card: Card, pile: list[Card]) -> None:
        if kind == "take":
            self.taken[seat].append(card)
            pile[-1:] = []
            return
        if card in self.taken[seat]:
            self.taken[seat].remove(card)
        self.put[seat].append(card)
        pile.append(card)

    def candidates(self, view: View) -> Sequence[str]:
        """Any pile to take from, any way to end; cards of other colours, and any pile for the usual one."""
        moves = offered(view)
        if len(moves) == 1:
            return moves
        usual = ColourBot(self.game, self.seat, self.randomness).choose(view)
        if not usual.startswith("put"):
            return [usual, *moves]
        _, card, pile = usual.split()
        hand = own_hand(view)
        colour = promising(hand)
        spare = sorted((other for other in hand if other[0] != colour), key=NUMBER.__getitem__)[:SPARE]
        tried = {f"put {other} {pile}" for other in spare} | {f"put {card} {other}" for other in PILES}
        return [usual, *(move for move in moves if move in tried)]

    # --- other worlds ---

    def imagine(self, view: View) -> FarbenState:
        """The others' hands as they may be by what they did, the stock in any order."""
        hand = own_hand(view)
        piles = self._open_piles(view)
        taken = [() if seat == self.seat else tuple(cards) for seat, cards in enumerate(self.taken)]
        known = {*hand, *(card for cards in (*piles, *taken) for card in cards)}
        hidden = self.randomness.shuffled(card for card in self.game.cards if card not in known)
        hands = []
        for player in view.players:
            size = int(player.cards) - len(taken[player.seat])
            own = player.seat == self.seat
            hands.append(hand if own else in_order((*taken[player.seat], *self._guess(player.seat, size, hidden))))
        covered = tuple(tuple(card or hidden.pop() for card in pile) for pile in piles)
        step, free = _step(view)
        barred = next((card for card in hand if card not in free), "") if free else ""
        last = happened(self.last)
        return FarbenState(
            self.game, last, None, tuple(hands), covered, tuple(hidden), self.seat, step, barred, self.made
        )

    def _open_piles(self, view: View) -> list[list[Card]]:
        """The open piles from the bottom; a covered card that nobody named is left empty."""
        zone = next(zone for zone in view.zones if isinstance(zone, Piles))
        piles = []
        for stack, put in zip(zone.piles, self.piles, strict=True):
            cards = put or [stack.top][: int(stack.count)]
            piles.append([""] * (int(stack.count) - len(cards)) + cards)
        return piles

    def _guess(self, seat: int, size: int, hidden: list[Card]) -> list[Card]:
        """Take a hand for somebody out of the hidden cards, one of several, the likelier the better."""
        guesses = [hidden[top : top + size] for top in range(0, len(hidden) - size + 1, max(1, size))][:GUESSES]
        weights = [int(1_000 * self._likelihood(seat, cards)) + 1 for cards in guesses]
        chosen = self.randomness.below(sum(weights))
        for number, weight in enumerate(weights):
            chosen -= weight
            if chosen < 0:
                hidden[number * size : (number + 1) * size] = []
                return guesses[number]
        raise AssertionError("one of the guesses is chosen")

    def _likelihood(self, seat: int, cards: Sequence[Card]) -> float:
        """How well a hand goes with what its owner put down."""
        colour = promising((*cards, *self.taken[seat]))
        likely = 1.0
        kept = [NUMBER[card] for card in cards if card[0] != colour]
        for card in self.put[seat]:
            if card[0] == colour:
                likely *= OWN_COLOUR
            else:
                likely *= LOWER ** sum(number < NUMBER[card] for number in kept)
        return likely

    # --- how it goes on ---

    def reflex(self, state: State, seat: int) -> Move:
        """What the sensible bot does."""
        assert isinstance(state, FarbenState)
        hand = state.hands[seat]
        if state.step == "end":
            return CLOSE if one_colour(hand) else END
        colour = promising(hand)
        if state.step == "take":
            return _take(state, hand, colour)
        card = min((card for card in hand if card != state.taken), key=lambda card: (card[0] == colour, NUMBER[card]))
        return PUT[card, _pile(state, colour)]

    def worth(self, state: State) -> float:
        """A win, and a little for every point."""
        assert state.outcome is not None
        points = state.outcome.points
        ahead = points[self.seat] - max(points[: self.seat] + points[self.seat + 1 :])
        return won(state, self.seat) + POINT * ahead


class LongWatcherBot(WatcherBot):
    """The same with more worlds."""

    worlds = 200


def _step(view: View) -> tuple[Literal["take", "put", "end"], set[Card]]:
    """How far the own turn has come, and which cards may be put down."""
    verbs = {form.verb for form in view.moves}
    if "put" in verbs:
        return "put", {move.split()[1] for move in offered(view)}
    return "take" if "take" in verbs else "end", set()


def _take(state: FarbenState, hand: Sequence[Card], colour: str) -> Move:
    """The highest open card of the colour, unless it would have to go again; else the stock."""
    least = 0 if any(card[0] != colour for card in hand) else min(NUMBER[card] for card in hand)
    best = 0
    for number, pile in enumerate(state.piles, 1):
        if pile[-1][0] == colour and NUMBER[pile[-1]] > least:
            best, least = number, NUMBER[pile[-1]]
    return TAKE[best]


def _pile(state: FarbenState, colour: str) -> int:
    """The empty pile, or the highest card that is of no use here."""
    tops = [(pile[-1][0] == colour, -NUMBER[pile[-1]]) if pile else (False, -99) for pile in state.piles]
    return tops.index(min(tops)) + 1
