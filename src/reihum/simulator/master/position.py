"""Positions of Master: their numbers, and how to make them from states and views of the engine."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.cards import JOKER
from reihum.engine import Game, Move, View
from reihum.engine.views import Hand, Pile, Rows, Tokens
from reihum.games.master.board import beside
from reihum.games.master.rules import BONUS_CARDS, MOST, MasterState
from reihum.simulator.master.parameters import (
    ANY,
    JOKERS,
    card_at,
    cards_to_words,
    mask_to_words,
    parameters_of,
    place_of,
    places_of,
    words_to_mask,
)
from reihum.simulator.parameters import CARDS, DRAW, END, PASS, Parameters
from reihum.simulator.position import DRY, HANDS, TABLE, TURN, Position

# The index of each number that only Master has.
WILD = 2  # the places where a joker lies, two words
LAID = 5  # the cards laid in this turn
TARGET = 9  # the place where a card must be laid, or 0
JOKERS_OF = HANDS + 2 * 6  # by seat, like the next two
LINKS_OF = JOKERS_OF + 6
BONUS_OF = LINKS_OF + 6
BONUS_LEFT = BONUS_OF + 6
WON = BONUS_LEFT + 1
PASSES = WON + 1
POSITION_WORDS = PASSES + 1
STOCK_CARDS = 84

# A move is the place of a number card that is laid, one of the words of ``parameters``, or a place and one of these.
LAY_JOKER = 256
SWAP = 384
LINK_ABOVE = 512  # a connection to this place, from the row above it
LINK_BELOW = 640
_CODES = {"end": END, "draw": DRAW, "pass": PASS}
_TOKENS = {"links": LINKS_OF, "bonus": BONUS_OF}
_TEXTS = {number: word for word, number in _CODES.items()}


def from_state(state: MasterState, seat: int | None = None) -> Position:
    """The position of an engine's state. With a seat, only what that seat sees of it and of the turn so far."""
    parameters = parameters_of(state.game)
    numbers = [0] * POSITION_WORDS
    numbers[TABLE : TABLE + 2] = mask_to_words(state.table)
    numbers[WILD : WILD + 2] = mask_to_words(state.wild)
    numbers[TURN], numbers[LAID], numbers[WON], numbers[PASSES] = state.turn, state.laid, state.won, state.passes
    numbers[TARGET] = place_of(state.game, state.board.card[state.target]) if state.target else 0
    _set_seats(numbers, LINKS_OF, state.links)
    _set_seats(numbers, BONUS_OF, state.bonus)
    numbers[BONUS_LEFT] = BONUS_CARDS - sum(state.bonus)
    for owner, hand in enumerate(state.hands):
        if seat in (None, owner):
            numbers[HANDS + 2 * owner : HANDS + 2 * owner + 2] = mask_to_words(hand)
            numbers[JOKERS_OF + owner] = state.jokers[owner]
    if seat is None:
        numbers[DRY] = len(state.stock)
        return Position(parameters, tuple(numbers), places_of(state.game, state.stock), placed=state.placed)
    if seat != state.turn:
        numbers[JOKERS_OF + state.turn] = state.won
    sizes = [hand.bit_count() + jokers for hand, jokers in zip(state.hands, state.jokers, strict=True)]
    return _hide(parameters, numbers, seat, sizes, state.placed)


def _set_seats(numbers: list[int], at: int, values: Sequence[int]) -> None:
    numbers[at : at + len(values)] = values


def from_view(game: Game, view: View) -> Position:
    """The position that a player sees. Only the player's own view shows how many cards have been laid in this turn, and
    not while a connection waits for its card. No view shows passes. What a view does not show counts as not done."""
    assert view.seat is not None
    numbers = [0] * POSITION_WORDS
    placed: list[str] = []
    for zone in view.zones:
        if isinstance(zone, Rows):
            _read_rows(game, zone, numbers)
            placed = [link for row in zone.rows for link in row.links]
        elif isinstance(zone, Hand) and zone.owner == view.seat:
            numbers[HANDS + 2 * view.seat : HANDS + 2 * view.seat + 2] = cards_to_words(game, zone.cards)
            numbers[JOKERS_OF + view.seat] = zone.cards.count(JOKER)
        elif isinstance(zone, Tokens):
            at = BONUS_LEFT if zone.owner is None else _TOKENS[zone.label] + zone.owner
            numbers[at] = zone.count
    numbers[TURN] = next(player.seat for player in view.players if player.acts)
    if any(form.verb == "end" for form in view.moves):
        numbers[LAID] = MOST - int(view.prompt.values["count"])
    numbers[WON] = int(_has_won_joker(view, numbers))
    return _hide(parameters_of(game), numbers, view.seat, [int(player.cards) for player in view.players], tuple(placed))


def _has_won_joker(view: View, numbers: Sequence[int]) -> bool:
    """Whether the seat on turn has swapped a card for a joker, so that it must lay a card. If it must in any case, the
    swap makes no difference and counts as not done."""
    verbs = {form.verb for form in view.moves}
    if not verbs or numbers[TARGET] or not verbs.isdisjoint({"end", "draw", "pass"}):
        return False
    own = view.seat or 0
    fits = beside(words_to_mask(*numbers[TABLE : TABLE + 2]))
    has_stock = any(isinstance(zone, Pile) and zone.pile.count for zone in view.zones)
    return has_stock or not words_to_mask(*numbers[HANDS + 2 * own : HANDS + 2 * own + 2]) & fits


def _read_rows(game: Game, zone: Rows, numbers: list[int]) -> None:
    """The table, and where a connection leads: then no other place is open."""
    cards = [card for row in zone.rows for card in row.cards]
    numbers[TABLE : TABLE + 2] = cards_to_words(game, cards)
    numbers[WILD : WILD + 2] = cards_to_words(game, [card for card in cards if card.startswith(JOKER)])
    fits = beside(words_to_mask(*numbers[TABLE : TABLE + 2]))
    targets = [
        card for row in zone.rows for card in row.open if not words_to_mask(*cards_to_words(game, [card])) & fits
    ]
    numbers[TARGET] = place_of(game, targets[0]) if targets else 0


def to_state(position: Position) -> MasterState:
    """The engine's state for a position without hidden cards."""
    words, game = position.words, position.parameters.game
    seats = range(game.seats)
    table, wild = (words_to_mask(*words[at : at + 2]) for at in (TABLE, WILD))
    return MasterState(
        game,
        (),
        None,
        hands=tuple(words_to_mask(*words[HANDS + 2 * seat : HANDS + 2 * seat + 2]) for seat in seats),
        jokers=tuple(words[JOKERS_OF + seat] for seat in seats),
        table=table,
        wild=wild,
        stock=tuple(card_at(game, place) for place in position.stock),
        links=tuple(words[LINKS_OF + seat] for seat in seats),
        placed=position.placed,
        bonus=tuple(words[BONUS_OF + seat] for seat in seats),
        turn=words[TURN],
        laid=words[LAID],
        won=words[WON],
        target=words_to_mask(*cards_to_words(game, [card_at(game, words[TARGET])])) if words[TARGET] else 0,
        passes=words[PASSES],
    )


def _hide(
    parameters: Parameters, numbers: list[int], seat: int, sizes: Sequence[int], placed: tuple[str, ...]
) -> Position:
    """A position in which all cards are hidden except the table, one hand, and the jokers known to be in other
    hands."""
    known = [numbers[TABLE + word] & ~numbers[WILD + word] | numbers[HANDS + 2 * seat + word] for word in (0, 1)]
    wild = sum(numbers[WILD + word].bit_count() for word in (0, 1))
    jokers = JOKERS - wild - sum(numbers[JOKERS_OF : JOKERS_OF + parameters.seats])
    deck = (int(place) for place in parameters.words[CARDS + 1 :])
    cards = [place for place in deck if place != ANY and not known[place >> 6] >> (place & 63) & 1]
    missing = [0 if owner == seat else size - numbers[JOKERS_OF + owner] for owner, size in enumerate(sizes)]
    numbers[DRY] = jokers + len(cards) - sum(missing)
    return Position(parameters, tuple(numbers), (), tuple(missing), (*[ANY] * jokers, *cards), placed)


def move_number(game: Game, move: Move | str) -> int:
    """The kernels' number of a move.

    >>> import reihum
    >>> game = reihum.game("master", seats=4, rows="YBRG")
    >>> [move_number(game, move) for move in ("lay Y9", "lay J>Y9", "link Y9>B9", "end")]
    [9, 265, 553, 128]
    """
    verb, _, what = str(move).partition(" ")
    if not what:
        return _CODES[verb]
    at = place_of(game, what)
    if verb == "link":
        return (LINK_ABOVE if place_of(game, what.split(">")[0]) < at else LINK_BELOW) + at
    return at + (SWAP if verb == "swap" else LAY_JOKER if what.startswith(JOKER) else 0)


def move_text(game: Game, number: int) -> str:
    """The text of a kernel's move.

    >>> import reihum
    >>> game = reihum.game("master", seats=4, rows="YBRG")
    >>> [move_text(game, number) for number in (9, 265, 553, 128)]
    ['lay Y9', 'lay J>Y9', 'link Y9>B9', 'end']
    """
    if number in _TEXTS:
        return _TEXTS[number]
    at = number & 127
    what = card_at(game, at)
    if number >= LINK_ABOVE:
        return f"link {card_at(game, at + (32 if number >= LINK_BELOW else -32))}>{what}"
    return f"swap {what}" if number >= SWAP else f"lay J>{what}" if number >= LAY_JOKER else f"lay {what}"
