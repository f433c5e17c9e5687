"""The expert for Farben sammeln: remembers who took what, guesses what they collect, and plays it through.

A card taken from an open pile is known until it is put down again. A hand's other cards show in what its owner puts
down: nobody parts with the colour they collect, and low cards go first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from reihum.bots.bot import offered, own_hand
from reihum.bots.search.planner import PlannerBot, share_of_win, to_events
from reihum.bots.simple.farben_sammeln import ColourBot
from reihum.cards import NUMBER, Card, Randomness, in_order
from reihum.engine import Game, Move, Shown, State, View
from reihum.engine.views import Piles
from reihum.games.farben_sammeln import CLOSE, END, PILES, TAKE, FarbenState, best_colour, one_colour

PUT = {(card, pile): Move("put", (card, pile)) for card in NUMBER for pile in PILES}
HANDS_TRIED = 6
"""This many hands are considered for a player. Likelier ones are taken more often."""
OWN_COLOUR_FACTOR, LOWER_CARD_FACTOR = 0.2, 0.6
"""How much less likely a hand is for every card of its best colour that its owner put down, and for every lower card of
another colour that the owner kept."""
POINT_VALUE = 0.003
"""What a point ahead counts beside a win."""
SPARE_CARDS_TRIED = 5
"""This many of the lowest cards of other colours are tried."""


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
        """What was put on each pile. The pile's first card was never named."""
        self.made = 0
        self.last: Sequence[Shown] = ()

    def see(self, shown: Sequence[Shown]) -> None:
        """Follow the cards that everybody sees."""
        self.last = shown
        for event in shown:
            self.made += event.kind in ("draw", "take", "put", "end", "close")
            if event.kind == "reshuffle":
                self.piles = [pile[-1:] for pile in self.piles]
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

    def propose(self, view: View) -> Sequence[str]:
        """Any pile to take from, any way to end. Cards of other colours, and any pile for the usual card."""
        moves = offered(view)
        if len(moves) == 1:
            return moves
        usual = ColourBot(self.game, self.seat, self.randomness).choose(view)
        if not usual.startswith("put"):
            return [usual, *moves]
        _, card, pile = usual.split()
        hand = own_hand(view)
        colour, _ = best_colour(hand)
        spare = sorted((other for other in hand if other[0] != colour), key=NUMBER.__getitem__)[:SPARE_CARDS_TRIED]
        tried = {f"put {other} {pile}" for other in spare} | {f"put {card} {other}" for other in PILES}
        return [usual, *(move for move in moves if move in tried)]

    # --- other worlds ---

    def imagine(self, view: View) -> FarbenState:
        """The others' hands, guessed from what they did, and the stock in any order."""
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
        step, free = _read_step(view)
        barred = next((card for card in hand if card not in free), "") if free else ""
        last = to_events(self.last)
        seed = self.randomness.seed() if self.game.options["empty"] == "reshuffle" else b""
        return FarbenState(
            self.game, last, None, tuple(hands), covered, tuple(hidden), self.seat, step, barred, self.made, seed
        )

    def _open_piles(self, view: View) -> list[list[Card]]:
        """The open piles from the bottom. A covered card that was never named is empty."""
        zone = next(zone for zone in view.zones if isinstance(zone, Piles))
        piles = []
        for stack, put in zip(zone.piles, self.piles, strict=True):
            cards = put or [stack.top][: int(stack.count)]
            piles.append([""] * (int(stack.count) - len(cards)) + cards)
        return piles

    def _guess(self, seat: int, size: int, hidden: list[Card]) -> list[Card]:
        """Take a hand for a player out of the hidden cards: one of several, likelier ones more often."""
        guesses = [hidden[top : top + size] for top in range(0, len(hidden) - size + 1, max(1, size))][:HANDS_TRIED]
        weights = [int(1_000 * self._likelihood(seat, cards)) + 1 for cards in guesses]
        chosen = self.randomness.below(sum(weights))
        for number, weight in enumerate(weights):
            chosen -= weight
            if chosen < 0:
                hidden[number * size : (number + 1) * size] = []
                return guesses[number]
        raise AssertionError("one of the guesses is chosen")

    def _likelihood(self, seat: int, cards: Sequence[Card]) -> float:
        """How well a hand fits what its owner put down."""
        colour, _ = best_colour((*cards, *self.taken[seat]))
        likely = 1.0
        kept = [NUMBER[card] for card in cards if card[0] != colour]
        for card in self.put[seat]:
            if card[0] == colour:
                likely *= OWN_COLOUR_FACTOR
            else:
                likely *= LOWER_CARD_FACTOR ** sum(number < NUMBER[card] for number in kept)
        return likely

    # --- how it goes on ---

    def reflex(self, state: State, seat: int) -> Move:
        """The sensible bot's move."""
        assert isinstance(state, FarbenState)
        hand = state.hands[seat]
        if state.step == "end":
            return CLOSE if one_colour(hand) else END
        colour, _ = best_colour(hand)
        if state.step == "take":
            return _choose_take(state, hand, colour)
        card = min((card for card in hand if card != state.taken), key=lambda card: (card[0] == colour, NUMBER[card]))
        return PUT[card, _choose_pile(state, colour)]

    def worth(self, state: State) -> float:
        """A win, and a little for every point."""
        assert state.outcome is not None
        points = state.outcome.points
        ahead = points[self.seat] - max(points[: self.seat] + points[self.seat + 1 :])
        return share_of_win(state, self.seat) + POINT_VALUE * ahead


class LongWatcherBot(WatcherBot):
    """The same with more worlds."""

    worlds = 200


def _read_step(view: View) -> tuple[Literal["take", "put", "end"], set[Card]]:
    """The step of this player's turn, and the cards that may be put down."""
    verbs = {form.verb for form in view.moves}
    if "put" in verbs:
        return "put", {move.split()[1] for move in offered(view)}
    return "take" if "take" in verbs else "end", set()


def _choose_take(state: FarbenState, hand: Sequence[Card], colour: str) -> Move:
    """The highest open card of the colour, unless it would have to go again. Otherwise the stock."""
    least = 0 if any(card[0] != colour for card in hand) else min(NUMBER[card] for card in hand)
    best = 0
    for number, pile in enumerate(state.piles, 1):
        if pile[-1][0] == colour and NUMBER[pile[-1]] > least:
            best, least = number, NUMBER[pile[-1]]
    return TAKE[best]


def _choose_pile(state: FarbenState, colour: str) -> int:
    """The empty pile, or the highest card that is of no use here."""
    tops = [(pile[-1][0] == colour, -NUMBER[pile[-1]]) if pile else (False, -99) for pile in state.piles]
    return tops.index(min(tops)) + 1
