"""Views: all that a seat may know, as values a client can draw without knowing the game (DESIGN §4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import NUMBER, Card
from reihum.engine.events import Shown
from reihum.engine.moves import Arg, Grammar, Move, Sign, Slot, SlotKind, Verb, complete_zone
from reihum.engine.outcome import Outcome
from reihum.messages import Message

Marks: TypeAlias = dict[str, tuple[Any, ...]]
"""What stands out in a zone: mark (``playable``, ``new``, ``chosen``, of a row ``end``) → the cards, places or piles
that bear it."""


class _Zone(Struct, frozen=True, tag_field="kind", kw_only=True, omit_defaults=True):
    """A part of the table: ``name`` is unique within a view, ``owner`` the seat it belongs to."""

    name: str
    owner: int | None = None
    marks: Marks = {}


class Row(Struct, frozen=True, omit_defaults=True):
    """One row: its range, the cards in it (a joker as ``J>B7``), the places that are open, the connections."""

    colour: str
    low: int
    high: int
    cards: tuple[Card, ...] = ()
    open: tuple[Card, ...] = ()
    links: tuple[str, ...] = ()


class Rows(_Zone, frozen=True, tag="rows"):
    """Rows, from top to bottom."""

    rows: tuple[Row, ...]


def row_ends(row: Row) -> tuple[Card, ...]:
    """The cards beside which a row can still grow."""
    laid = {NUMBER[card.rpartition(">")[2]]: card for card in row.cards}
    inner = range(row.low, row.high + 1)
    return tuple(
        card for number, card in laid.items() if any(at in inner and at not in laid for at in (number - 1, number + 1))
    )


def rows_zone(rows: Sequence[tuple[Row, tuple[Card, ...]]]) -> Rows:
    """The zone of some rows, each with its ends, which are marked."""
    laid, ends = zip(*rows, strict=True)
    marked = sum(ends, ())
    return Rows(laid, name="rows", marks={"end": marked} if marked else {})


class Hand(_Zone, frozen=True, tag="hand"):
    """A hand: yours face up and sorted, another as a number of cards."""

    cards: tuple[Card, ...] = ()
    count: int | str = 0


def hand_zones(hands: Sequence[tuple[Card, ...]], seat: int | None) -> Iterator[Hand]:
    """Every hand as a seat (None: a spectator) sees it."""
    for owner, hand in enumerate(hands):
        yield Hand(hand if owner == seat else (), len(hand), name=f"hand.{owner}", owner=owner)


class Stack(Struct, frozen=True, omit_defaults=True):
    """A pile: its top card if that lies face up, and the number of its cards."""

    count: int | str = 0
    top: Card = ""

    @classmethod
    def face_up(cls, cards: Sequence[Card]) -> Stack:
        """A pile with its last card on top, for all to see."""
        return cls(len(cards), cards[-1] if cards else "")


class Pile(_Zone, frozen=True, tag="pile"):
    """A single pile, face down or face up."""

    pile: Stack


class Piles(_Zone, frozen=True, tag="piles"):
    """Several piles side by side, numbered from 1."""

    piles: tuple[Stack, ...]


class Grid(_Zone, frozen=True, tag="grid"):
    """Places numbered from 1: a card that lies face up, ``"?"`` for one face down, ``""`` where none is left."""

    places: tuple[str, ...]
    columns: int


class Tokens(_Zone, frozen=True, tag="tokens"):
    """A number of tokens, marks, bonus or connection cards. ``sign`` stands for the word in little room."""

    count: int
    label: str
    sign: Sign = ""


class Text(_Zone, frozen=True, tag="text"):
    """Something to read, such as the number claimed last."""

    message: Message


Zone: TypeAlias = Rows | Hand | Pile | Piles | Grid | Tokens | Text


class Choice(Struct, frozen=True, omit_defaults=True):
    """What to choose for one slot of a move: ``least`` to ``most`` of some values, or a number from low to high.
    ``zone`` is where a client points at a value; if each value of ``of`` stands for a zone, ``zones`` names them."""

    kind: SlotKind
    zone: str = ""
    of: tuple[Arg, ...] = ()
    zones: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    least: int = 1
    most: int = 1

    def texts(self) -> Iterator[str]:
        """Every way to fill the slot."""
        values = self.of or range(self.low, self.high + 1)
        for size in range(self.least, self.most + 1):
            for chosen in combinations(values, size):
                yield " ".join(map(str, chosen))


class Form(Struct, frozen=True, omit_defaults=True):
    """Moves of one kind: the verb and a choice for each of its slots. Any combination is a legal move;
    its text is the verb and the chosen values with blanks between. ``source`` is the zone it takes a card from,
    ``target`` the zone it leads to; ``routine``: see ``Verb``. A client asks before a ``weighty`` move."""

    verb: str
    choices: tuple[Choice, ...] = ()
    target: str = ""
    routine: bool = False
    source: str = ""
    weighty: bool = False

    def texts(self) -> Iterator[str]:
        """The text of every move of the form."""
        for chosen in product(*(choice.texts() for choice in self.choices)):
            yield " ".join((self.verb, *chosen))


class Player(Struct, frozen=True, omit_defaults=True):
    """A player as everybody sees it. ``cards``: how many (a rough text where a game says so); ``points``: in
    this round so far, where the game counts as it goes."""

    seat: int
    cards: int | str = 0
    points: int | None = None
    acts: bool = False


class View(Struct, frozen=True, omit_defaults=True):
    """All that one seat (None: a spectator) may know about a position: what a bot chooses from, and what a page draws.

    ``prompt`` says what the seat is asked for, ``zones`` are the parts of the table, ``moves`` the moves it may make by
    kind (``reihum.offered`` lists them all), and ``calls`` the words that can be called out of turn."""

    game: str
    seat: int | None
    prompt: Message
    players: tuple[Player, ...]
    zones: tuple[Zone, ...]
    moves: tuple[Form, ...] = ()
    calls: tuple[str, ...] = ()
    outcome: Outcome | None = None

    def __repr__(self) -> str:
        from reihum.engine.rendering import describe_view  # late: most programs never look

        return describe_view(self)

    def __str__(self) -> str:
        from reihum.engine.rendering import MAX_MOVES, render_view

        return render_view(self, MAX_MOVES)

    def _repr_svg_(self) -> str:
        """The view as a picture, which notebooks show."""
        from reihum.engine.pictures import draw_view

        return draw_view(self)


def forms(moves: Sequence[Move], grammar: Grammar, seat: int) -> tuple[Form, ...]:
    """The moves of a seat in compact form, without calls. A zone written ``hand.`` is that seat's own."""
    if not moves:
        return ()
    by_verb: dict[str, list[tuple[Arg, ...]]] = {}
    for move in moves:
        by_verb.setdefault(move.verb, []).append(move.args)
    found: list[Form] = []
    for verb in grammar.verbs:
        if verb.word in by_verb and not verb.call:
            found += _forms(verb, by_verb[verb.word], seat)
    return tuple(found)


def _forms(verb: Verb, moves: list[tuple[Arg, ...]], seat: int) -> Iterator[Form]:
    """One form where the moves are all combinations of their parts, else one form for each first part."""
    slots = verb.slots
    if len(slots) == 1 and slots[0].most > 1:
        sizes = {len(args) for args in moves}
        pool = tuple(dict.fromkeys(arg for args in moves for arg in args))
        some = Choice(slots[0].kind, complete_zone(slots[0].zone, seat), pool, least=min(sizes), most=max(sizes))
        yield _form(verb, (some,), seat)
        return
    columns = [tuple(dict.fromkeys(column)) for column in zip(*moves, strict=True)]
    if prod(map(len, columns)) == len(moves):
        choices = tuple(_choice(slot, seat, column) for slot, column in zip(slots, columns, strict=True))
        yield _form(verb, choices, seat)
        return
    for head in columns[0]:
        yield from _forms(verb, [args for args in moves if args[0] == head], seat)


def _form(verb: Verb, choices: tuple[Choice, ...], seat: int) -> Form:
    source, target = complete_zone(verb.source, seat), complete_zone(verb.target, seat)
    return Form(verb.word, choices, target, verb.routine, source, verb.weighty)


def _choice(slot: Slot, seat: int, values: tuple[Arg, ...]) -> Choice:
    zone = complete_zone(slot.zone, seat)
    if slot.kind == "number" and len(values) > 1:
        numbers = [int(value) for value in values]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return Choice(slot.kind, zone, low=numbers[0], high=numbers[-1])
    zones = tuple(slot.zone_of(value, seat) for value in values) if slot.zones else ()
    return Choice(slot.kind, zone, values, zones=zones)


def mark_zones(zones: Iterable[Zone], possible: Sequence[Form], shown: Sequence[Shown]) -> tuple[Zone, ...]:
    """The zones with marks for what can be chosen in them and what has just come to them."""
    marks: dict[str, dict[str, list[Any]]] = {}
    for form in possible:
        for choice in form.choices:
            if choice.zone:
                marks.setdefault(choice.zone, {}).setdefault("playable", []).extend(choice.of)
    for event in shown:
        if event.target and event.cards:
            marks.setdefault(event.target, {}).setdefault("new", []).extend(event.cards)
    return tuple([_with_marks(zone, marks.get(zone.name, {})) for zone in zones])


def _with_marks(zone: Zone, found: dict[str, list[Any]]) -> Zone:
    """The zone with more marks; a copy in any case, since games keep zones and share them between views."""
    more: Marks = {mark: tuple(dict.fromkeys(values)) for mark, values in found.items()}
    return replace(zone, marks=zone.marks | more)
