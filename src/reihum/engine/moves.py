"""Moves and their notation: a move has exactly one text, and a game's grammar reads it back (DESIGN §3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from reihum.cards import RANK, in_order
from reihum.errors import IllegalMove

Arg = str | int
SlotKind = Literal["card", "link", "seat", "pile", "place", "number", "word"]
Sign = Literal[
    "", "card-down", "stack-up", "card-to-hand", "skip", "tick", "card-over", "card-tick", "question-mark",
    "bubble-question", "card-out", "bubble-cross", "eye", "thumb", "arrows", "cards-linked", "flag", "card-away",
    "octagon", "arrow-down", "cards-equal", "rings", "star",
]  # fmt: skip
"""A drawing, named by what it shows. Clients put it beside the word of a verb, for people who cannot read,
and in place of the word of tokens where there is little room."""

_TEXTUAL: dict[str, re.Pattern[str]] = {
    "card": re.compile(r"(J>)?[RYGB]([1-9]|1[0-9]|2[01])|J"),
    "link": re.compile(r"[RYGB]([1-9]|1[0-9]|2[01])>[RYGB]([1-9]|1[0-9]|2[01])"),
}
_SHORT_NUMBER = re.compile(r"[0-9]{1,9}")  # Python itself refuses to read very long ones


class Move(Struct, frozen=True, gc=False):
    """A move as a value: a verb and what it is about. ``str(move)`` is its one text.

    >>> str(Move("put", ("R5", 2)))
    'put R5 2'
    """

    verb: str
    args: tuple[Arg, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *map(str, self.args)))


class Slot(Struct, frozen=True):
    """One thing a verb is about: a card, a seat, a pile … ``zone`` is where a client points at it. The name of a zone
    that ends with a dot is completed by a seat: ``hand.`` is the hand of the seat that moves."""

    kind: SlotKind
    zone: str = ""
    most: int = 1
    words: tuple[str, ...] = ()
    """Values that are words."""
    zones: tuple[tuple[str, str], ...] = ()
    """Where each value stands for a zone: the zone of each word, and under ``""`` that of a seat."""

    def zone_of(self, value: Arg, chooser: int) -> str:
        """The zone that a value stands for when a seat chooses it."""
        if isinstance(value, int):
            return complete_zone(dict(self.zones).get("", ""), value)
        return complete_zone(dict(self.zones).get(value, ""), chooser)

    def spell(self, value: str) -> str:
        """How the slot is written with a word for its values: ``CARD``, or ``CARD [CARD]`` where it takes up to two."""
        return value if self.most == 1 else f"{value} [{value}{' …' if self.most > 2 else ''}]"

    def read(self, token: str) -> Arg | None:
        """The token as a value of this slot; None if it does not fit."""
        if token.lower() in self.words:
            return token.lower()
        if pattern := _TEXTUAL.get(self.kind):
            return token.upper() if pattern.fullmatch(token.upper()) else None
        return int(token) if self.kind != "word" and _SHORT_NUMBER.fullmatch(token) else None


class Verb(Struct, frozen=True):
    """One kind of move. ``source`` is the zone from which it takes a card, ``target`` the zone to which it leads."""

    word: str
    slots: tuple[Slot, ...] = ()
    call: bool = False
    """It may come out of turn."""
    table: bool = False
    """It is the table's own move and comes from no seat."""
    source: str = ""
    target: str = ""
    weighty: bool = False
    """It is made on purpose only: a client asks before it makes the move."""
    hides_calls: bool = False
    """After it nobody can call any more what they could call before, so a table holds it back (RULEBOOK §4)."""
    ends_turn: bool = False
    """It does nothing but end the turn."""
    routine: bool = False
    """It is not a decision where it is the only legal move: then a client makes it without being asked."""
    sign: Sign = ""
    needs: tuple[str, Any] | None = None
    """An option with the value without which nobody can make it."""

    def read(self, tokens: Sequence[str]) -> Move | None:
        """The move with these words behind the verb; None if they do not fit."""
        args: list[Arg] = []
        rest = list(tokens)
        for slot in self.slots:
            values: list[Arg] = []
            while rest and len(values) < slot.most and (value := slot.read(rest[0])) is not None:
                values.append(value)
                del rest[0]
            if not values:
                return None
            args += _sort(values)
        return None if rest else Move(self.word, tuple(args))

    def __str__(self) -> str:
        return " ".join((self.word, *(slot.spell(f"{{{'|'.join((slot.kind, *slot.words))}}}") for slot in self.slots)))


def _sort(values: list[Arg]) -> Sequence[Arg]:
    """Several cards or seats come in any order and are written in one."""
    if len(values) < 2:
        return values
    cards = [str(value) for value in values]
    return in_order(cards) if all(card in RANK for card in cards) else sorted(values, key=lambda value: (str(value),))


class Grammar(Struct, frozen=True, dict=True):
    """The verbs of a game. Case, doubled and outer blanks and the order of several cards are forgiven. ``rule`` names
    the section that refusals refer to."""

    verbs: tuple[Verb, ...]
    rule: str = ""

    def verb(self, word: str) -> Verb | None:
        """The verb with that word."""
        return next((verb for verb in self.verbs if verb.word == word), None)

    def parse(self, text: str) -> Move:
        """The move with this text."""
        word, *tokens = str(text).split() or [""]
        verb = self.verb(word.lower())
        move = verb.read(tokens) if verb else None
        if move is None:
            raise self.unreadable(text, verb)
        return move

    def unreadable(self, got: object, verb: Verb | None = None) -> IllegalMove:
        """The refusal of a text that is not a move: it names the moves of this verb, or of all."""
        return IllegalMove("notation", self.rule, expected=", ".join(map(str, [verb] if verb else self.verbs)), got=got)

    @cached_property
    def calls(self) -> tuple[str, ...]:
        """The words that may be called out of turn."""
        return tuple(verb.word for verb in self.verbs if verb.call)


def complete_zone(zone: str, seat: int) -> str:
    """The name of a zone, completed by a seat if it ends with a dot."""
    return f"{zone}{seat}" if zone.endswith(".") else zone


TIE, EARLY = "tie", "early"
"""The table's own verbs (RULEBOOK §4): several seats called a word at the same time; a seat called it too early."""


def table_verbs(*words: str) -> tuple[Verb, ...]:
    """The table's own verbs, for the words that can be called."""
    word = Slot("word", words=words)
    return Verb(TIE, (Slot("seat", most=6), word), table=True), Verb(EARLY, (Slot("seat"), word), table=True)


def card_slot(zone: str = "hand.", most: int = 1) -> Slot:
    """A card, usually of your own hand."""
    return Slot("card", zone, most)
