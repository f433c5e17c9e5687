"""Positions for the kernels: where their numbers stand, and how states and views of the engine become one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from reihum.engine import Game, Move, View
from reihum.engine.views import Hand, Rows
from reihum.games.rows.bits import mask
from reihum.games.rows.rules import RowsState
from reihum.simulator.rows.cards import CARD, PLACE, both_words, cards_in, places, widened
from reihum.simulator.rows.parameters import CARDS, DRAW, END, OPEN, PASS, TAKE3, Rules, rules_of

# A position is an array of these numbers, and another array with the stock, the next card first.
TABLE = 0  # two words
FITS = 2  # two words
TURN = 4
HAS_LAID = 5  # whether a card has been laid in this turn
TOP = 6  # the place of the stock's next card
DRY = 7  # the place behind the stock's last card
DICE = 8
HANDS = 10  # two words for each seat
WORDS = HANDS + 2 * 6
STOCK = 80

_WORDS = {"end": END, "draw": DRAW, "take3": TAKE3, "pass": PASS}
_TEXTS = {number: word for word, number in _WORDS.items()}


class Position(Struct, frozen=True):
    """A position for the kernels. Where cards are hidden, ``missing`` says how many of the ``unseen`` each hand
    lacks, and the stock is the rest of them."""

    rules: Rules
    words: tuple[int, ...]
    stock: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    placed: tuple[str, ...] = ()
    """Master's connections on the table, which nothing depends on but what players see."""


def position(state: RowsState, seat: int | None = None) -> Position:
    """A state of the engine; where a seat is named, only what that seat sees of it."""
    numbers = [0] * WORDS
    numbers[TABLE : TABLE + 2] = widened(state.table)
    numbers[FITS : FITS + 2] = widened(state.fits)
    numbers[TURN], numbers[HAS_LAID] = state.turn, int(state.laid)
    for owner, hand in enumerate(state.hands):
        if seat in (None, owner):
            numbers[HANDS + 2 * owner : HANDS + 2 * owner + 2] = widened(hand)
    rules = rules_of(state.game)
    if seat is not None:
        return _hiding(rules, numbers, seat, [hand.bit_count() for hand in state.hands])
    numbers[DRY] = len(state.stock)
    return Position(rules, tuple(numbers), places(state.stock))


def seen(game: Game, view: View) -> Position:
    """What a player of a row game sees. Whether somebody has laid a card in the turn shows in no view but that
    player's own: for the others a turn counts as just begun."""
    assert view.seat is not None
    numbers = [0] * WORDS
    for zone in view.zones:
        if isinstance(zone, Rows):
            numbers[TABLE : TABLE + 2] = both_words(card for row in zone.rows for card in row.cards)
            numbers[FITS : FITS + 2] = both_words(card for row in zone.rows for card in row.open)
        elif isinstance(zone, Hand) and zone.owner == view.seat:
            numbers[HANDS + 2 * view.seat : HANDS + 2 * view.seat + 2] = both_words(zone.cards)
    rules = rules_of(game)
    if not any(numbers[TABLE : TABLE + 2]):  # a view shows no open places where any card opens the game
        numbers[FITS : FITS + 2] = (int(word) for word in rules.words[OPEN : OPEN + 2])
    numbers[TURN] = next(player.seat for player in view.players if player.acts)
    numbers[HAS_LAID] = int(any(form.verb == "end" for form in view.moves))
    return _hiding(rules, numbers, view.seat, [int(player.cards) for player in view.players])


def state(position: Position) -> RowsState:
    """The engine's state in a position without secrets."""
    words = position.words
    hands = tuple(mask(cards_in(words[HANDS + 2 * seat :])) for seat in range(position.rules.seats))
    table, fits = (mask(cards_in(words[at:])) for at in (TABLE, FITS))
    stock = tuple(CARD[place] for place in position.stock)
    return RowsState(position.rules.game, (), None, hands, table, fits, stock, (words[TURN],), bool(words[HAS_LAID]))


def _hiding(rules: Rules, numbers: list[int], seat: int, sizes: Sequence[int]) -> Position:
    """A position in which all cards but the table and one hand are hidden. What fits before classic is opened tells
    which eleven the opener holds: it is found again for every deal of the hidden cards."""
    known = [numbers[TABLE + word] | numbers[HANDS + 2 * seat + word] for word in (0, 1)]
    deck = rules.words[CARDS + 1 : CARDS + 1 + rules.words[CARDS]]
    unseen = tuple(int(place) for place in deck if not known[place >> 6] >> (place & 63) & 1)
    missing = tuple(0 if owner == seat else size for owner, size in enumerate(sizes))
    numbers[DRY] = len(unseen) - sum(missing)
    return Position(rules, tuple(numbers), (), missing, unseen)


def move_number(move: Move | str) -> int:
    """A move as a kernel's number.

    >>> move_number("lay R11"), move_number("end")
    (11, 128)
    """
    verb, _, card = str(move).partition(" ")
    return PLACE[card] if card else _WORDS[verb]


def move_text(number: int) -> str:
    """The text of a kernel's move.

    >>> move_text(75), move_text(131)
    ('lay G11', 'pass')
    """
    return _TEXTS[number] if number in _TEXTS else f"lay {CARD[number]}"
