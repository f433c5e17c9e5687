"""Makes text from keys and values.

A catalogue entry names its values in braces, with their kind: ``{seat:player} lays {card:card}``.
A capital (``{seat:Player}``) makes the first letter a capital, for the start of a sentence.
"""

from __future__ import annotations

import gettext
import string
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, Protocol

from reihum.texts import catalogue

OTHER_PLAYERS = ("player", "owner", "offender", "to")
"""The values that name a player to whom somebody does something."""


class MissingText(ResourceWarning):
    """A key has no text, or a text lacks one of its values.

    The reader sees the key or the placeholder. Python hides warnings of this kind; the tests turn them into errors.
    """


class Translatable(Protocol):
    """A key with values, as the engine produces them."""

    @property
    def key(self) -> str: ...

    @property
    def values(self) -> Mapping[str, Any]: ...


class Texts:
    """The texts of one language. ``names`` maps seats to the names of their players; ``you`` is the seat of the reader:
    a text about what it does has a form of its own, such as ``rows.event.lay.you``, and a text about what others do to
    it may have one, such as ``quartett.event.ask.to-you``.

    >>> texts = Texts("en", names={0: "Paul"}.get)
    >>> texts.card("R11"), texts.player(0), texts.player(1), texts.cards(["R1", "J", "J>B7"])
    ('red 11', 'Paul', 'player 2', 'red 1, joker and joker as blue 7')
    """

    def __init__(
        self, language: str = "en", names: Callable[[int], str | None] = lambda _: None, you: int | None = None
    ) -> None:
        self.language = language
        self._catalogue = catalogue.load(language)
        self._names = names
        self.you = you
        self._filler = _Filler(self)

    def has(self, key: str) -> bool:
        """Whether a key has a text."""
        return key in self._catalogue.texts

    def text(self, key: str, /, **values: Any) -> str:
        """The text for a key; ``count`` selects the plural form if there are several. A rough number, as ``4–8``, takes
        the last one."""
        found = self._catalogue.texts.get(key if self.you is None else self._address(key, values))
        if found is None:
            warnings.warn(f"no text for {key} in {self.language}", MissingText, stacklevel=2)
            return key
        if not isinstance(found, str):
            if "count" not in values:
                warnings.warn(f"no count for {key}", MissingText, stacklevel=2)
            count = values.get("count", 0)
            found = found[-1 if isinstance(count, str) else self._plural(count)]
        return self._filler.vformat(found, (), values)

    def _address(self, key: str, values: Mapping[str, Any]) -> str:
        """The key of the form that speaks to the reader, if the text is about them and has one."""
        is_doer = values.get("seat") == self.you or values.get("players") in ((self.you,), [self.you])
        own = f"{key}.{'you' if is_doer else 'to-you'}"
        is_meant = is_doer or any(values.get(name) == self.you for name in OTHER_PLAYERS)
        return own if is_meant and self.has(own) else key

    def message(self, message: Translatable) -> str:
        """The text of a message."""
        return self.text(message.key, **message.values)

    def colour(self, letter: str) -> str:
        """The name of a colour: red for R."""
        return self.text(f"colour.{letter}")

    def shape(self, letter: str) -> str:
        """The name of a colour's shape: square for R."""
        return self.text(f"shape.{letter}")

    def game(self, game: str) -> str:
        """The name of a game; of one without a name, its id."""
        return self.text(f"{game}.name") if self.has(f"{game}.name") else game

    def card(self, card: str) -> str:
        """The name of a card: red 11 for R11, joker for J, joker as blue 7 for J>B7."""
        joker, _, stands_for = card.rpartition(">")
        if joker:
            return self.text("card.joker_as", card=stands_for)
        if card == "J":
            return self.text("card.joker")
        return self.text("card.number", colour=card[:1], number=card[1:])

    def cards(self, cards: Iterable[str]) -> str:
        """The names of several cards, as a list."""
        return self.list([self.card(card) for card in cards])

    def player(self, seat: int) -> str:
        """The name of the player at a seat; seats count from 0, people from 1."""
        return self._names(seat) or self.text("player.number", number=seat + 1)

    def players(self, seats: Iterable[int]) -> str:
        """The names of the players at several seats, as a list."""
        return self.list([self.player(seat) for seat in seats])

    def either(self, cards: Iterable[str]) -> str:
        """The names of alternative cards: a, b or c."""
        return self.list([self.card(card) for card in cards], "list.or")

    def list(self, items: Sequence[object], end: str = "list.last") -> str:
        """A list: a, b and c. ``end`` is the key of the text that adds the last item."""
        *head, last = map(str, items) if items else [self.text("list.none")]
        if not head:
            return last
        start = reduce(lambda before, item: self.text("list.more", before=before, item=item), head)
        return self.text(end, before=start, item=last)

    @cached_property
    def _plural(self) -> Callable[[int], int]:
        return gettext.c2py(self._catalogue.plural)


class _Filler(string.Formatter):
    """Fills the placeholders of a text."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._kinds: dict[str, Callable[[Any], str]] = {
            "": str,
            "card": texts.card,
            "cards": texts.cards,
            "colour": texts.colour,
            "either": texts.either,
            "game": texts.game,
            "list": texts.list,
            "player": texts.player,
            "players": texts.players,
            "text": lambda value: texts.text(value) if isinstance(value, str) else texts.message(value),
        }

    def get_value(self, key: int | str, _args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return kwargs[str(key)]
        except KeyError:
            warnings.warn(f"no value for {{{key}}}", MissingText, stacklevel=2)
            return _Missing(f"{{{key}}}")

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, _Missing):
            return value
        text = self._kinds.get(format_spec.lower(), str)(value)
        return text[:1].upper() + text[1:] if format_spec[:1].isupper() else text


class _Missing(str):
    """The placeholder itself, shown if its value is missing."""

    __slots__ = ()
