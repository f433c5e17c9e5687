"""Positions of the row games: their numbers, and how to make them from states and views of the engine."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.cards import COLOURS
from reihum.engine import Game, Move, View
from reihum.engine.views import Hand, Rows
from reihum.games.rows.bits import ALL, COLOUR, mask
from reihum.games.rows.rules import RowsState
from reihum.simulator.parameters import CARDS, DRAW, END, PASS, TAKE3, Parameters
from reihum.simulator.position import DRY, HANDS, MAX_SEATS, TABLE, TURN, Position
from reihum.simulator.rows.cards import CARD, PLACE, cards_to_words, mask_to_words, places_of, words_to_cards
from reihum.simulator.rows.parameters import OPEN, parameters_of
from reihum.simulator.words import ROW

# The index of each number that only row games have.
FITS = 2  # two words
HAS_LAID = 5  # whether a card has been laid in this turn, as ``LAID`` of the rules says
FIRST_OUT = 9  # where all play on: the first seat to go out from here, plus 1
COLOUR_LAID = 4  # a card of a colour has been laid, and only this colour may follow: plus the number of its row
POSITION_WORDS = HANDS + 2 * MAX_SEATS
STOCK_CARDS = 80

_CODES = {"end": END, "draw": DRAW, "take3": TAKE3, "pass": PASS}
_FOLLOWING = {0: 0, 1: ALL} | {COLOUR_LAID + row: COLOUR[colour] for row, colour in enumerate(COLOURS)}
_TEXTS = {number: word for word, number in _CODES.items()}


def from_state(state: RowsState, seat: int | None = None) -> Position:
    """The position of an engine's state. With a seat, only what that seat sees of it."""
    numbers = [0] * POSITION_WORDS
    numbers[TABLE : TABLE + 2] = mask_to_words(state.table)
    numbers[FITS : FITS + 2] = mask_to_words(state.fits)
    numbers[TURN], numbers[HAS_LAID] = state.turn, laid_number(state.following)
    for owner, hand in enumerate(state.hands):
        if seat in (None, owner):
            numbers[HANDS + 2 * owner : HANDS + 2 * owner + 2] = mask_to_words(hand)
    parameters = parameters_of(state.game)
    if seat is not None:
        return _hide(parameters, numbers, seat, [hand.bit_count() for hand in state.hands])
    numbers[DRY] = len(state.stock)
    return Position(parameters, tuple(numbers), places_of(state.stock))


def from_view(game: Game, view: View) -> Position:
    """The position that a player sees. Only the player's own view shows whether a card has been laid in this turn. For
    other players a turn counts as just begun."""
    assert view.seat is not None
    numbers = [0] * POSITION_WORDS
    for zone in view.zones:
        if isinstance(zone, Rows):
            numbers[TABLE : TABLE + 2] = cards_to_words(card for row in zone.rows for card in row.cards)
            numbers[FITS : FITS + 2] = cards_to_words(card for row in zone.rows for card in row.open)
        elif isinstance(zone, Hand) and zone.owner == view.seat:
            numbers[HANDS + 2 * view.seat : HANDS + 2 * view.seat + 2] = cards_to_words(zone.cards)
    parameters = parameters_of(game)
    if not any(numbers[TABLE : TABLE + 2]):  # a view shows no open places where any card opens the game
        numbers[FITS : FITS + 2] = (int(word) for word in parameters.words[OPEN : OPEN + 2])
    numbers[TURN] = next(player.seat for player in view.players if player.acts)
    numbers[HAS_LAID] = _laid_in_view(game, view, numbers)
    return _hide(parameters, numbers, view.seat, [int(player.cards) for player in view.players])


def to_state(position: Position) -> RowsState:
    """The engine's state for a position without hidden cards."""
    words = position.words
    hands = tuple(mask(words_to_cards(words[HANDS + 2 * seat :])) for seat in range(position.parameters.seats))
    table, fits = (mask(words_to_cards(words[at:])) for at in (TABLE, FITS))
    stock = tuple(CARD[place] for place in position.stock)
    out = tuple(seat for seat, hand in enumerate(hands) if not hand)
    following = _FOLLOWING.get(words[HAS_LAID], 0)
    return RowsState(position.parameters.game, (), None, hands, table, fits, stock, (words[TURN],), following, out)


def laid_number(following: int) -> int:
    """Whether a card has been laid, from what may follow it."""
    return next(number for number, cards in _FOLLOWING.items() if cards == following)


def _laid_in_view(game: Game, view: View, numbers: Sequence[int]) -> int:
    """Whether the player has laid a card in this turn. Where one colour may follow, it is the colour of the cards
    offered; if none is, a colour of which none fits."""
    if all(form.verb != "end" for form in view.moves):
        return 0
    if game.setup.turn != "colour":
        return 1
    at = HANDS + 2 * (view.seat or 0)
    fitting = [numbers[at + word] & numbers[FITS + word] for word in (0, 1)]
    offered = [str(card)[0] for form in view.moves if form.verb == "lay" for card in form.choices[0].of]
    free = [row for row in range(4) if not fitting[row >> 1] >> 32 * (row & 1) & ROW]
    return COLOUR_LAID + (COLOURS.index(offered[0]) if offered else free[0])


def _hide(parameters: Parameters, numbers: list[int], seat: int, sizes: Sequence[int]) -> Position:
    """A position in which all cards are hidden except the table and one hand. Before classic is opened, the cards that
    fit tell which eleven the opener holds, so they are found again for every deal of the hidden cards."""
    known = [numbers[TABLE + word] | numbers[HANDS + 2 * seat + word] for word in (0, 1)]
    deck = parameters.words[CARDS + 1 : CARDS + 1 + parameters.words[CARDS]]
    unseen = tuple(int(place) for place in deck if not known[place >> 6] >> (place & 63) & 1)
    missing = tuple(0 if owner == seat else size for owner, size in enumerate(sizes))
    numbers[DRY] = len(unseen) - sum(missing)
    return Position(parameters, tuple(numbers), (), missing, unseen)


def move_number(move: Move | str) -> int:
    """The kernels' number of a move.

    >>> move_number("lay R11"), move_number("end")
    (11, 128)
    """
    verb, _, card = str(move).partition(" ")
    return PLACE[card] if card else _CODES[verb]


def move_text(number: int) -> str:
    """The text of a kernel's move.

    >>> move_text(75), move_text(131)
    ('lay G11', 'pass')
    """
    return _TEXTS[number] if number in _TEXTS else f"lay {CARD[number]}"
