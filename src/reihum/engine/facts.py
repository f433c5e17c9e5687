"""Facts: all that the other layers need to know about a game, declared in one record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from reihum.cards import NUMBER, Card
from reihum.engine.bots import Bots, find_bots
from reihum.engine.contract import Game, State
from reihum.engine.events import MomentKind
from reihum.engine.examples import Example
from reihum.engine.lessons import Lesson
from reihum.engine.moves import Grammar
from reihum.engine.numbers import describe_value, format_range, is_number
from reihum.engine.options import Option, settle_options, variations
from reihum.engine.references import Reference
from reihum.errors import BadOption


class Capabilities(Struct, frozen=True):
    """What a host must be prepared for. ``bound``: no round has more moves than this."""

    bound: int
    edition: str = "80"
    simultaneous: bool = False
    calls: tuple[str, ...] = ()


class Facts(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A game as all other layers know it. Only the first six fields, and ``state``, have no default."""

    id: str
    section: str
    """Its section in the rulebook; the games are listed in this order."""
    age: int
    """The youngest age the game suits."""
    seats: range
    bound: int
    """The most moves that a round can have."""
    grammar: Grammar
    options: Mapping[str, Option] = {}
    seats_need: Mapping[int, tuple[str, Any]] = {}
    """The option value that a number of seats cannot do without."""
    family: str = ""
    """The first part of its message keys, if several games share their texts."""
    edition: str = "80"
    simultaneous: bool = False
    """Several players may have to act at the same time."""
    secrets: bool = True
    """Players know cards that others do not see. Without secrets, people at one device need not hide the screen."""
    lowest_wins: bool = False
    most_points: int = 0
    """The most points that a seat can win or lose in a round; 0: the numbers of all cards together."""
    until: str = ""
    """The option that ends a match: it is over when somebody's points reach its value."""
    targets: tuple[int, ...] = (50, 100, 150, 200)
    """Points that a match may be played to, as clients offer them."""
    stock: str = ""
    """The zone from which players draw until it is empty, if there is one."""
    moments: tuple[MomentKind, ...] = ()
    """What can be decided in it: its events carry moments of these kinds."""
    sorting: Literal["colour", "number"] = "colour"
    """How a client sorts a hand, unless the player wants it otherwise."""
    data: Any = None
    """Anything that the game's own rules want to know."""

    bots: Bots = Bots()
    why: Reference = ""
    """A function that finds the reason for a move in a view, where ``why_verbs`` are not enough."""
    why_verbs: tuple[str, ...] = ()
    """The verbs with a text about why to choose them: ``why.<texts>.<verb>``."""
    observation: Reference = ""
    """A function that lists what a learning environment observes; without it the game has no environment."""
    examples: tuple[Example, ...] = ()
    """Pictures for the rules about a turn, where words are not enough."""
    lesson: Lesson | None = None
    daily: bool = False
    """Its turn comes among the games of the daily deal."""

    rules_version: int = 1
    earlier: tuple[Facts, ...] = ()
    """Facts of earlier rules; a round finishes under the rules it started with."""
    superseded_by: int = 0
    """In the facts of an earlier version, the newest one; ``versions`` sets it."""
    state: type[State] = State  # type: ignore[type-abstract]  # a game without rules cannot be dealt
    """The rules; ``with_state`` sets them."""

    def __repr__(self) -> str:
        version = f", rules version {self.rules_version}" if self.rules_version > 1 else ""
        return f"<Facts of {self.id}: {self.section}, {format_range(self.seats)} players, age {self.age}+{version}>"

    def bound_points(self, cards: Sequence[Card]) -> int:
        """The most points that a seat can win or lose in a round with these cards."""
        return self.most_points or sum(NUMBER.get(card, 0) for card in cards or NUMBER)

    def with_state(self, state: type[State]) -> Facts:
        """The same facts with the rules, which stand below them in a game's file; earlier facts without rules of their
        own get the same."""
        earlier = tuple(facts if facts.state is not State else replace(facts, state=state) for facts in self.earlier)
        return replace(self, state=state, earlier=earlier)

    @cached_property
    def capabilities(self) -> Capabilities:
        """What a host must be prepared for."""
        return Capabilities(self.bound, self.edition, self.simultaneous, self.grammar.calls)

    @cached_property
    def versions(self) -> Mapping[int, Facts]:
        """The facts by every version of the rules that can be played, the newest last."""
        earlier = {facts.rules_version: replace(facts, superseded_by=self.rules_version) for facts in self.earlier}
        return earlier | {self.rules_version: self}

    def by_rules(self, version: int) -> Facts:
        """The facts by a version of the rules, to go on with what was begun by it."""
        if version not in self.versions:
            known = ", ".join(map(str, self.versions))
            raise BadOption("rules-version", game=self.id, expected=known, got=version)
        return self.versions[version]

    def check_newest(self) -> None:
        """Refuse earlier rules, for code that knows only the newest."""
        if self.superseded_by:
            raise BadOption("rules-newest", game=self.id, expected=self.superseded_by, got=self.rules_version)

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the game's bots, the weakest first, then those from elsewhere."""
        own = self.bots.names
        return (*own, *(name for name in find_bots(self.id) if name not in own))

    @property
    def offered_levels(self) -> tuple[str, ...]:
        """The levels that a page offers: all but those that play as weaker ones do here."""
        return tuple(level for level in self.levels if level not in self.bots.weakened)

    @property
    def usual_level(self) -> str:
        """The level of a bot nobody chose a level for."""
        return self.bots.usual

    @property
    def quick_level(self) -> str:
        """The best bot that needs no time to think."""
        return self.bots.quick

    @property
    def texts(self) -> str:
        """The first part of the game's message keys."""
        return self.family or self.id.replace("-", "_")

    def verb_key(self, verb: str) -> str:
        """The key of a verb's text, as on its button."""
        return f"verb.{self.texts}.{verb}"

    def game(self, seats: int, **options: Any) -> Game:
        """The game for a number of seats, with its options settled."""
        return self.settle(seats, options)

    def settle(self, seats: int, options: Mapping[str, Any]) -> Game:
        """The same for options whose names come from outside."""
        if not is_number(seats) or seats not in self.seats:
            raise BadOption("seats", game=self.id, expected=format_range(self.seats), got=describe_value(seats))
        settled = settle_options(self.options, options, seats)
        for name, value in self.needs(seats).items():
            if settled[name] != value:
                raise BadOption("seats-need", game=self.id, got=seats, option=name, value=value)
        game = Game(self, seats, settled)
        force_setattr(game, "setup", self._prepare(game))
        return game

    @cached_property
    def _prepare(self) -> Callable[[Game], Any]:
        """``State.prepare`` with a memory: a table settles the same game several times, and it takes long."""
        return lru_cache(maxsize=64)(self.state.prepare)

    def needs(self, seats: int) -> dict[str, Any]:
        """The options that a number of seats cannot do without."""
        return dict([self.seats_need[seats]]) if seats in self.seats_need else {}

    def variations(self) -> Iterator[Game]:
        """Every seat count with the defaults and with every option value, one at a time."""
        for seats in self.seats:
            needs = self.needs(seats)
            for settings in variations(self.options, seats):
                if all(settings.get(name, value) == value for name, value in needs.items()):
                    yield self.game(seats, **(needs | settings))
