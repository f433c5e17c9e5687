"""Master a second time, as naively as possible: dicts, lists and one sentence of the rulebook per line.

Nothing here comes from the engine, so that where both agree, two people have read the rulebook alike.
A card is its text, a place is the text of the card that belongs there, a joker is ``J``.

>>> deck = [f"{c}{n}" for n in (10, 12, 1, 2, 3, 9, *range(4, 9), *range(13, 22)) for c in "RYGB"]
>>> deck += ["J"] * 4
>>> game = NaiveMaster(2, deck)
>>> game.play("lay Y10"), game.play("lay B10"), game.play("end"), game.turn
(None, None, None, 1)
>>> sorted(game.legal())
['draw', 'lay B9', 'lay Y9']
"""

from __future__ import annotations

import copy

JOKER = "J"
NUMBERS = range(1, 22)
LOWER, UPPER = range(1, 11), range(12, 22)
HAND = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}
CONNECTIONS = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}
PLACES = [f"{c}{n}" for c in "RYGB" for n in NUMBERS]
BESIDE = {place: [f"{place[0]}{int(place[1:]) + step}" for step in (-1, 1)] for place in PLACES}
"""The places left and right of a place in its row; 0 and 22 are never occupied."""
DECK = sorted([place for place in PLACES if place[1:] != "11"] + [JOKER] * 4)


def colour(card: str) -> str:
    """The colour of a number card or a place: R for R9."""
    return card[0]


def number(card: str) -> int:
    """The number of a number card or a place: 9 for R9."""
    return int(card[1:])


def half(place: str) -> set[str]:
    """§2: the half row, 1–10 or 12–21 of one colour, to which a place belongs."""
    numbers = LOWER if number(place) < 11 else UPPER
    return {f"{colour(place)}{n}" for n in numbers}


class NaiveMaster:
    """One round of Master that changes with every move."""

    def __init__(self, seats: int, deck: list[str], first: int = 0, rows: str = "YBRG", dealt_from: int = 0) -> None:
        assert sorted(deck) == DECK, "80 number cards without the 11s, and four jokers"
        assert sorted(rows) == sorted("YBRG"), "the four colours, from top to bottom"
        self.seats = seats
        self.rows = rows
        self.adjacent = {place: self.same_number_above_and_below(place) for place in PLACES}
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock = list(deck)
        for step in range(seats):
            seat = (dealt_from + step) % seats
            self.hands[seat] = self.stock[: HAND[seats]]
            self.stock = self.stock[HAND[seats] :]
        self.table = {f"{c}11": f"{c}11" for c in rows}
        """What lies at each occupied place: its number card or a joker."""
        self.connections = [CONNECTIONS[seats]] * seats
        self.bonus = [0] * seats
        self.bonus_left = 7
        self.turn = first
        self.laid = 0
        self.swapped = False
        self.target: str | None = None
        """The place to which a connection has just been laid."""
        self.passes = 0
        self.over = False

    def copy(self) -> NaiveMaster:
        """The same position once more, to be played on by itself."""
        twin = copy.copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.stock = list(self.stock)
        twin.table = dict(self.table)
        twin.connections = list(self.connections)
        twin.bonus = list(self.bonus)
        return twin

    @property
    def hand(self) -> list[str]:
        """The hand of the seat on turn."""
        return self.hands[self.turn]

    @property
    def points(self) -> list[int]:
        """§2: +11 per bonus card, minus the numbers in hand, −11 per joker in hand."""
        return [
            11 * bonus - sum(11 if card == JOKER else number(card) for card in hand)
            for bonus, hand in zip(self.bonus, self.hands, strict=True)
        ]

    def fits(self, place: str) -> bool:
        """§2: an empty place in its colour's row next to an occupied place, on either side."""
        left, right = BESIDE[place]
        return place not in self.table and (left in self.table or right in self.table)

    def same_number_above_and_below(self, place: str) -> list[str]:
        """§2: connections lead only to the row directly above or below."""
        row = self.rows.index(colour(place))
        return [f"{self.rows[near]}{number(place)}" for near in (row - 1, row + 1) if 0 <= near < len(self.rows)]

    def lays_at(self, place: str) -> set[str]:
        """What the seat on turn could lay at a place: its number card, a joker."""
        hand = self.hand
        moves = set()
        if place in hand:
            moves.add(f"lay {place}")
        if JOKER in hand:
            moves.add(f"lay J>{place}")
        return moves

    def lays(self) -> set[str]:
        """§2: cards that fit directly."""
        places = PLACES if JOKER in self.hand else self.hand
        return {text for place in places if self.fits(place) for text in self.lays_at(place)}

    def links(self) -> set[str]:
        """§2: connections to an empty place that does not fit directly, for which the card is at hand."""
        if not self.connections[self.turn]:
            return set()
        return {
            f"link {source}>{target}"
            for source in self.table
            for target in self.adjacent[source]
            if target not in self.table and not self.fits(target) and self.lays_at(target)
        }

    def swaps(self) -> set[str]:
        """§2: number cards for which a joker stands, if a card has been laid or can then still be laid."""
        own = [card for card in self.hand if card != JOKER and self.table.get(card) == JOKER]
        return {f"swap {card}" for card in own if self.laid or self.can_lay_after_swap(card)}

    def can_lay_after_swap(self, card: str) -> bool:
        """Try it: swap on a copy and look whether anything can be laid, directly or by a connection."""
        after = self.copy()
        after.play(f"swap {card}")
        return bool(after.lays() or after.links())

    def must_lay(self) -> bool:
        """§2: the stock is empty and a number card of the hand fits directly."""
        return not self.stock and any(card != JOKER and self.fits(card) for card in self.hand)

    def legal(self) -> set[str]:
        """Everything the seat on turn may do now."""
        if self.over:
            return set()
        if self.target is not None:
            return self.lays_at(self.target)
        moves = self.lays() | self.links() | self.swaps()
        if self.laid:
            moves.add("end")
        elif not self.swapped:
            if self.stock:
                moves.add("draw")
            elif not self.must_lay():
                moves.add("pass")
        return moves

    def play(self, text: str) -> None:
        """Make a move of the seat on turn; that it is legal is the caller's promise."""
        word, _, rest = text.partition(" ")
        if word == "lay":
            self.lay(rest)
        elif word == "link":
            self.connections[self.turn] -= 1
            self.target = rest.split(">")[1]
        elif word == "swap":
            self.hand.remove(rest)
            self.hand.append(JOKER)
            self.table[rest] = rest
            self.swapped = True
        elif word == "draw":
            self.hand.append(self.stock.pop(0))
            self.next_turn()
        elif word == "end":
            self.next_turn()
        else:
            assert text == "pass"
            self.passes += 1
            if self.passes == self.seats:
                self.over = True
            else:
                self.next_turn()

    def lay(self, what: str) -> None:
        """Lay a number card, or a joker as in ``J>B7``."""
        card = what.split(">")[0]
        place = what.split(">")[-1]
        self.hand.remove(card)
        self.table[place] = card
        self.target = None
        self.laid += 1
        self.passes = 0
        if self.bonus_left and half(place) <= set(self.table):
            self.bonus_left -= 1
            self.bonus[self.turn] += 1
        if not self.hand:
            self.over = True
        elif self.laid == 4:
            self.next_turn()

    def next_turn(self) -> None:
        """The next seat begins a new turn."""
        self.turn = (self.turn + 1) % self.seats
        self.laid = 0
        self.swapped = False
