"""Positions of Master for the kernels: where their numbers stand, and how states and views of the engine become one."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.cards import JOKER
from reihum.engine import Game, Move, View
from reihum.engine.views import Hand, Rows, Tokens
from reihum.games.master.board import beside
from reihum.games.master.rules import BONUS_CARDS, MOST, MasterState
from reihum.simulator.master.parameters import ANY, JOKERS, both_words, card, narrowed, place, places, rules_of, widened
from reihum.simulator.rows.parameters import CARDS, DRAW, END, PASS, Rules
from reihum.simulator.rows.position import DRY, HANDS, TABLE, TURN, Position

# The table, the seat on turn, the stock, the dice and the hands stand where they stand in the row games. Besides:
WILD = 2  # the places where a joker lies, two words
LAID = 5  # the cards laid in this turn
TARGET = 9  # the place where a card must be laid, or 0
JOKERS_OF = HANDS + 2 * 6  # by seat, as all that follows but the last
LINKS_OF = JOKERS_OF + 6
BONUS_OF = LINKS_OF + 6
BONUS_LEFT = BONUS_OF + 6
WON = BONUS_LEFT + 1
PASSES = WON + 1
WORDS = PASSES + 1
STOCK = 84

# A move is the place of a number card that is laid, one of the words of ``rules``, or a place and one of these.
LAY_JOKER = 256
SWAP = 384
LINK_ABOVE = 512  # a connection to this place, from the row above it
LINK_BELOW = 640
_WORDS = {"end": END, "draw": DRAW, "pass": PASS}
_TOKENS = {"links": LINKS_OF, "bonus": BONUS_OF}
_TEXTS = {number: word for word, number in _WORDS.items()}


def position(state: MasterState, seat: int | None = None) -> Position:
    """A state of the engine; where a seat is named, only what that seat sees of it and of the turn so far."""
    rules = rules_of(state.game)
    numbers = [0] * WORDS
    numbers[TABLE : TABLE + 2] = widened(state.table)
    numbers[WILD : WILD + 2] = widened(state.wild)
    numbers[TURN], numbers[LAID], numbers[WON], numbers[PASSES] = state.turn, state.laid, state.won, state.passes
    numbers[TARGET] = place(state.game, state.board.card[state.target]) if state.target else 0
    _all_seats(numbers, LINKS_OF, state.links)
    _all_seats(numbers, BONUS_OF, state.bonus)
    numbers[BONUS_LEFT] = BONUS_CARDS - sum(state.bonus)
    for owner, hand in enumerate(state.hands):
        if seat in (None, owner):
            numbers[HANDS + 2 * owner : HANDS + 2 * owner + 2] = widened(hand)
            numbers[JOKERS_OF + owner] = state.jokers[owner]
    if seat is None:
        numbers[DRY] = len(state.stock)
        return Position(rules, tuple(numbers), places(state.game, state.stock), placed=state.placed)
    if seat != state.turn:
        numbers[JOKERS_OF + state.turn] = state.won
    sizes = [hand.bit_count() + jokers for hand, jokers in zip(state.hands, state.jokers, strict=True)]
    return _hiding(rules, numbers, seat, sizes, state.placed)


def _all_seats(numbers: list[int], at: int, values: Sequence[int]) -> None:
    numbers[at : at + len(values)] = values


def seen(game: Game, view: View) -> Position:
    """What a player of Master sees. How many cards have been laid in a turn shows in no view but that player's own,
    and not while a connection waits for its card; passes show nowhere. What does not show counts as not done."""
    assert view.seat is not None
    numbers = [0] * WORDS
    placed: list[str] = []
    for zone in view.zones:
        if isinstance(zone, Rows):
            _rows(game, zone, numbers)
            placed = [link for row in zone.rows for link in row.links]
        elif isinstance(zone, Hand) and zone.owner == view.seat:
            numbers[HANDS + 2 * view.seat : HANDS + 2 * view.seat + 2] = both_words(game, zone.cards)
            numbers[JOKERS_OF + view.seat] = zone.cards.count(JOKER)
        elif isinstance(zone, Tokens):
            at = BONUS_LEFT if zone.owner is None else _TOKENS[zone.label] + zone.owner
            numbers[at] = zone.count
    numbers[TURN] = next(player.seat for player in view.players if player.acts)
    if any(form.verb == "end" for form in view.moves):
        numbers[LAID] = MOST - int(view.prompt.values["count"])
    numbers[WON] = int(view.prompt.key == "master.prompt.swapped")
    return _hiding(rules_of(game), numbers, view.seat, [int(player.cards) for player in view.players], tuple(placed))


def _rows(game: Game, zone: Rows, numbers: list[int]) -> None:
    """The table, and where a connection leads: there nothing else is open."""
    cards = [card for row in zone.rows for card in row.cards]
    numbers[TABLE : TABLE + 2] = both_words(game, cards)
    numbers[WILD : WILD + 2] = both_words(game, [card for card in cards if card.startswith(JOKER)])
    fits = beside(narrowed(*numbers[TABLE : TABLE + 2]))
    targets = [card for row in zone.rows for card in row.open if not narrowed(*both_words(game, [card])) & fits]
    numbers[TARGET] = place(game, targets[0]) if targets else 0


def state(position: Position) -> MasterState:
    """The engine's state in a position without secrets."""
    words, game = position.words, position.rules.game
    seats = range(game.seats)
    table, wild = (narrowed(*words[at : at + 2]) for at in (TABLE, WILD))
    return MasterState(
        game,
        (),
        None,
        hands=tuple(narrowed(*words[HANDS + 2 * seat : HANDS + 2 * seat + 2]) for seat in seats),
        jokers=tuple(words[JOKERS_OF + seat] for seat in seats),
        table=table,
        wild=wild,
        stock=tuple(card(game, place) for place in position.stock),
        links=tuple(words[LINKS_OF + seat] for seat in seats),
        placed=position.placed,
        bonus=tuple(words[BONUS_OF + seat] for seat in seats),
        turn=words[TURN],
        laid=words[LAID],
        won=words[WON],
        target=narrowed(*both_words(game, [card(game, words[TARGET])])) if words[TARGET] else 0,
        passes=words[PASSES],
    )


def _hiding(rules: Rules, numbers: list[int], seat: int, sizes: Sequence[int], placed: tuple[str, ...]) -> Position:
    """A position in which all cards but the table, one hand and the jokers known to be in others are hidden."""
    known = [numbers[TABLE + word] & ~numbers[WILD + word] | numbers[HANDS + 2 * seat + word] for word in (0, 1)]
    wild = sum(numbers[WILD + word].bit_count() for word in (0, 1))
    jokers = JOKERS - wild - sum(numbers[JOKERS_OF : JOKERS_OF + rules.seats])
    deck = (int(place) for place in rules.words[CARDS + 1 :])
    cards = [place for place in deck if place != ANY and not known[place >> 6] >> (place & 63) & 1]
    missing = [0 if owner == seat else size - numbers[JOKERS_OF + owner] for owner, size in enumerate(sizes)]
    numbers[DRY] = jokers + len(cards) - sum(missing)
    return Position(rules, tuple(numbers), (), tuple(missing), (*[ANY] * jokers, *cards), placed)


def move_number(game: Game, move: Move | str) -> int:
    """A move as a kernel's number.

    >>> import reihum
    >>> game = reihum.game("master", seats=4, rows="YBRG")
    >>> [move_number(game, move) for move in ("lay Y9", "lay J>Y9", "link Y9>B9", "end")]
    [9, 265, 553, 128]
    """
    verb, _, what = str(move).partition(" ")
    if not what:
        return _WORDS[verb]
    at = place(game, what)
    if verb == "link":
        return (LINK_ABOVE if place(game, what.split(">")[0]) < at else LINK_BELOW) + at
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
    what = card(game, at)
    if number >= LINK_ABOVE:
        return f"link {card(game, at + (32 if number >= LINK_BELOW else -32))}>{what}"
    return f"swap {what}" if number >= SWAP else f"lay J>{what}" if number >= LAY_JOKER else f"lay {what}"
