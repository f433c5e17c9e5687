"""The five row games a second time, as naively as possible: sets, lists, one sentence per line.

Nothing here comes from the engine, so that where both agree, two people have read the rulebook alike.
A card is its text, the table is the set of all cards lying face up.
"""

from __future__ import annotations

import copy

COLOURS = "RYGB"


def number(card: str) -> int:
    """The number of a card: 11 for R11."""
    return int(card[1:])


def edition_colours(edition: str = "80", without: str = "B") -> str:
    """§0: edition 60 has three colours; blue is left out unless another colour is chosen."""
    return COLOURS.replace(without, "") if edition == "60" else COLOURS


def edition_numbers(game_id: str, edition: str = "80") -> list[int]:
    """§0: 1–20, in the pocket edition 6–15, in Junior 1–11."""
    if game_id == "junior":
        return list(range(1, 12))
    if edition == "40":
        return list(range(6, 16))
    return list(range(1, 21))


def laid_out(game_id: str, edition: str = "80", without: str = "B", elevens: str = "free") -> set[str]:
    """§1.2, §1.5, `elevens`: the cards laid out before the deal."""
    if elevens == "out":
        return {f"{c}11" for c in edition_colours(edition, without)}
    if game_id not in ("false-start", "junior"):
        return set()
    numbers = edition_numbers(game_id, edition)
    return {f"{c}{n}" for c in edition_colours(edition, without) for n in (numbers[0], numbers[-1])}


def deck_of(game_id: str, edition: str = "80", without: str = "B", elevens: str = "free") -> list[str]:
    """§0: the cards that are shuffled; cards laid out before the deal are not part of the deck."""
    out = laid_out(game_id, edition, without, elevens)
    numbers = edition_numbers(game_id, edition)
    whole = [f"{c}{n}" for c in edition_colours(edition, without) for n in numbers]
    return [card for card in whole if card not in out]


def hand_size(game_id: str, seats: int, edition: str = "80") -> int:
    """§1.1, §1.5: as printed in the rulebook, for 2, 3, 4, 5 and 6 players."""
    if game_id == "junior":
        return 5
    if game_id == "false-start" and edition == "40":
        return [12, 8, 6, 4, 4][seats - 2]
    table = {"80": [20, 20, 15, 12, 10], "60": [20, 15, 11, 9, 7], "40": [15, 10, 7, 6, 5]}
    return table[edition][seats - 2]


class NaiveRows:
    """One round of a row game, changed in place by `play`."""

    def __init__(
        self,
        game_id: str,
        seats: int,
        deck: list[str],
        first: int = 0,
        dealt_from: int = 0,
        edition: str = "80",
        without: str = "B",
        blocking: str = "off",
        turn: str = "any",
        drawing: str = "three",
        elevens: str = "free",
        stock: str = "yes",
        play_on: str = "off",
        fewer: str = "",
    ) -> None:
        assert sorted(deck) == sorted(deck_of(game_id, edition, without, elevens))
        self.turn_rule, self.drawing, self.elevens, self.play_on = turn, drawing, elevens, play_on == "on"
        self.turn_colour: str | None = None
        self.out: list[int] = []
        self.game_id = game_id
        self.seats = seats
        self.blocking = blocking
        self.table: set[str] = laid_out(game_id, edition, without, elevens)
        self.stock: list[str] = list(deck)
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        handicap = [int(word) for word in fewer.split(",")] if fewer else [0] * seats
        for i in range(seats):
            seat = (dealt_from + i) % seats
            size = hand_size(game_id, seats, edition) - handicap[seat]
            if stock == "no":
                size = len(deck) // seats + (1 if i < len(deck) % seats else 0)
            self.hands[seat] = set(self.stock[:size])
            self.stock = self.stock[size:]
        self.opened: bool = bool(self.table)
        self.start_number: int | None = None
        self.laid_this_turn = False
        self.over = False
        self.points: list[int] | None = None
        self.turn = first
        if game_id == "classic" and elevens != "out":
            self.turn = self.holder(self.opening_eleven())

    def copy(self) -> NaiveRows:
        """An independent copy."""
        return copy.deepcopy(self)

    def holder(self, card: str) -> int:
        """The seat that holds a card."""
        return next(seat for seat in range(self.seats) if card in self.hands[seat])

    def opening_eleven(self) -> str:
        """§1.1: R11; if it was not dealt, Y11, then G11, then B11."""
        for card in ("R11", "Y11", "G11", "B11"):
            if any(card in hand for hand in self.hands):
                return card
        raise ValueError("no eleven was dealt")

    def fits(self, card: str) -> bool:
        """Whether a card could be laid now."""
        if not self.opened:
            if self.game_id == "classic":
                return card == self.opening_eleven()
            if self.game_id == "three-starts":
                return number(card) in (10, 11, 12)
            return True
        row = [number(other) for other in self.table if other[0] == card[0]]
        if self.game_id in ("false-start", "junior"):
            return number(card) - 1 in row or number(card) + 1 in row
        if row:
            return number(card) == min(row) - 1 or number(card) == max(row) + 1
        if self.game_id == "classic":
            return number(card) == 11
        if self.game_id == "three-starts":
            return number(card) in (10, 11, 12)
        return number(card) == self.start_number

    def legal(self) -> set[str]:
        """What the seat on turn may do, as texts."""
        if self.over:
            return set()
        lays = {f"lay {card}" for card in self.hands[self.turn] if self.fits(card)}
        if self.turn_colour:
            lays = {lay for lay in lays if lay.split()[1][0] == self.turn_colour}
        if self.elevens == "must" and any(lay.endswith("11") for lay in lays):
            return {lay for lay in lays if lay.endswith("11")}
        if self.laid_this_turn:
            return lays | {"end"}
        if lays:
            if self.opened and self.blocking != "off" and self.stock:
                return lays | {self.blocking}
            return lays
        return {"draw"} if self.stock else {"pass"}

    def play(self, text: str) -> None:
        """Make a move for the seat on turn."""
        assert text in self.legal(), f"{text} is not among {sorted(self.legal())}"
        hand = self.hands[self.turn]
        if text.startswith("lay "):
            card = text.split()[1]
            opens = not self.opened
            hand.remove(card)
            self.put(card)
            self.laid_this_turn = True
            if not hand:
                self.go_out()
            elif opens or self.turn_rule == "one":
                self.next_seat()
            elif self.turn_rule == "colour":
                self.turn_colour = card[0]
        elif text == "draw":
            most = {"one": 1, "until": 1000}.get(self.drawing, 1 if self.game_id == "junior" else 3)
            opens = not self.opened
            laid = self.draw(most)
            if laid and self.drawing == "go-on" and not opens and self.turn_rule != "one":
                self.laid_this_turn = True
                if self.turn_rule == "colour":
                    self.turn_colour = laid[0]
            else:
                self.next_seat()
        elif text == "take3":
            hand.update(self.stock[:3])
            self.stock = self.stock[3:]
            self.next_seat()
        else:
            self.next_seat()

    def go_out(self) -> None:
        """§1.1 End; `play_on`: the others play on until one is left."""
        self.out.append(self.turn)
        if self.play_on and len(self.out) < self.seats - 1:
            self.next_seat()
            return
        self.over = True
        self.points = [sum(number(left) for left in other) for other in self.hands]

    def draw(self, at_most: int) -> str:
        """§1.1 (b): one card after another, until one fits; the card that was laid."""
        for _ in range(at_most):
            if not self.stock:
                return ""
            card = self.stock.pop(0)
            if self.fits(card):
                self.put(card)
                return card
            self.hands[self.turn].add(card)
        return ""

    def put(self, card: str) -> None:
        """Lay a card on the table; the first one opens the game."""
        self.table.add(card)
        if not self.opened:
            self.opened = True
            self.start_number = number(card)

    def next_seat(self) -> None:
        """The turn is over."""
        self.turn = (self.turn + 1) % self.seats
        while self.turn in self.out:
            self.turn = (self.turn + 1) % self.seats
        self.laid_this_turn = False
        self.turn_colour = None
