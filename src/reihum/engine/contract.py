"""The contract of every game (DESIGN §3): a game with its options settled, and an immutable state.

A game module brings one ``Facts`` record and a subclass of ``State``, which says what is dealt, who acts, what is
allowed, what follows, what is seen, and what may be hidden. Everything else is here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct
from msgspec.structs import replace

from reihum.cards import RANK, Card, Deal, Randomness, Seed, as_seed, read_deck
from reihum.engine.events import Event, Shown
from reihum.engine.moves import Grammar, Move, Verb
from reihum.engine.numbers import describe_value, is_number
from reihum.engine.options import RANDOM, Settings
from reihum.engine.outcome import Outcome, rank_points
from reihum.engine.pickles import reduce_game
from reihum.engine.views import Hand, Player, View, Zone, forms, mark_zones
from reihum.errors import BadDeck, IllegalMove, ReihumError
from reihum.messages import Message

if TYPE_CHECKING:
    from reihum.engine.facts import Facts


class Game(Struct, frozen=True, eq=False, dict=True):
    """A game ready to be dealt: facts, seats and settled options. ``reihum.game`` makes one."""

    facts: Facts
    seats: int
    options: Settings
    setup: Any = None
    """What the game's module prepares once for these seats and options."""

    @property
    def id(self) -> str:
        """The game's id in the registry."""
        return self.facts.id

    @property
    def used_options(self) -> Settings:
        """The options that mean something here: those whose needs are met."""
        return {name: value for name, value in self.options.items() if value is not None}

    @property
    def changed_options(self) -> Settings:
        """The options that have another value than usual."""
        options = self.facts.options
        return {name: value for name, value in self.used_options.items() if value != options[name].default}

    @cached_property
    def grammar(self) -> Grammar:
        """The verbs of the game with these options: what is a call may depend on them."""
        return replace(self.facts.state.verbs(self), rule=self.facts.section)

    def offers(self, verb: Verb) -> bool:
        """Whether people can make a kind of move with these options; the table's own moves come from nobody."""
        return not verb.table and (verb.needs is None or self.options[verb.needs[0]] == verb.needs[1])

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are shuffled, in rank order."""
        return self.facts.state.cards(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self is other:
            return True
        played = self.id, self.facts.rules_version, self.seats, self.options
        return played == (other.id, other.facts.rules_version, other.seats, other.options)

    def __ne__(self, other: object) -> bool:
        return not self == other  # a Struct does not infer it

    def __hash__(self) -> int:
        return hash((self.id, self.facts.rules_version, self.seats, *self.options.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_game(self)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        if self.facts.superseded_by:
            earlier = f"reihum.GAMES[{self.id!r}].by_rules({self.facts.rules_version})"
            return f"{earlier}.game(seats={self.seats}{options})"
        return f"reihum.game({self.id!r}, seats={self.seats}{options})"

    def deal(
        self,
        seed: Seed | None = None,
        deck: str | Sequence[Card] | None = None,
        *,
        dealt_from: int = 0,
        first: int | None = None,
    ) -> State:
        """The first state of a round, from a seed (a text, bytes or a whole number) or a stacked deck (``"R11 G4 …"``).
        ``dealt_from`` is the seat whose hand comes first; ``first`` is the seat that begins (default: as the option
        says). Raises ``BadDeck`` if the cards are not those of the game."""
        if seed is None and deck is None:
            raise self.refuse_to_deal()
        if deck is not None and not self.cards:
            raise BadDeck("deck-refused", game=self.id)
        source = b"" if seed is None else as_seed(seed)
        stacked = None if deck is None else self.facts.state.read_deck(self, deck)
        self.check_seat(dealt_from)
        begins = self.starter(source, dealt_from) if first is None else first
        self.check_seat(begins)
        return self.facts.state.deal(self, Deal(self.seats, source, stacked, dealt_from, begins))

    def refuse_to_deal(self) -> BadDeck:
        """The error for a deal without a seed or, if cards are shuffled, a deck."""
        return BadDeck("deck-or-seed" if self.cards else "seed-missing", game=self.id)

    def starter(self, seed: bytes, dealt_from: int = 0) -> int:
        """Who begins when nobody else has said so: the option ``first`` (RULEBOOK §0)."""
        wanted = self.options.get("first")
        if wanted == RANDOM:
            return Randomness(seed, "first").below(self.seats)
        return dealt_from if wanted is None else (int(wanted) + dealt_from) % self.seats

    def parse(self, text: str) -> Move:
        """The move with this text."""
        return self.grammar.parse(text)

    def verb_of(self, move: Move | str) -> Verb:
        """The verb of a move or its text, which must be a move of this game."""
        verb = self.grammar.verb(move.verb if isinstance(move, Move) else move.split()[0])
        assert verb is not None
        return verb

    def check_seat(self, seat: int) -> None:
        """Refuse what is not a seat of this table."""
        if not is_number(seat) or not 0 <= seat < self.seats:
            raise ReihumError("seat", expected=f"0 … {self.seats - 1}", got=describe_value(seat))

    def after(self, seat: int) -> int:
        """The next seat, clockwise."""
        return (seat + 1) % self.seats

    def others(self, seat: int) -> Iterator[int]:
        """The other seats, clockwise from the left of a seat."""
        return ((seat + step) % self.seats for step in range(1, self.seats))


_answered: list[tuple[State | None, int | None, Sequence[Move]]] = [(None, None, ())]
"""The last answer of ``State.legal``: before you play a move, you have usually asked for it."""


class State(Struct, frozen=True):
    """A position. It never changes; ``play`` gives a new one. ``outcome`` is None while the round runs."""

    game: Game
    last: tuple[Event, ...]
    outcome: Outcome | None

    # --- what a game module brings ---

    @classmethod
    def prepare(cls, game: Game) -> Any:
        """Anything worth computing once per seats and options."""
        return None

    @classmethod
    def verbs(cls, game: Game) -> Grammar:
        """The verbs in force: those of the facts, unless options say which of them may be called out of turn."""
        return game.facts.grammar

    @classmethod
    def every_move(cls, game: Game, verb: Verb) -> Sequence[Move] | None:
        """Every move of a verb that can ever be legal, if the slots of the verb do not tell. The learning environments
        number the moves."""
        return None

    @classmethod
    @abstractmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        """The cards that are shuffled."""

    @classmethod
    def read_deck(cls, game: Game, deck: str | Sequence[Card]) -> tuple[Card, ...]:
        """A stacked deck as cards: exactly those that are shuffled, unless the game first draws some by lot."""
        return read_deck(deck, game.cards)

    @classmethod
    @abstractmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """The first state of a round."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that must act now; several when a choice is simultaneous; none at the end."""

    @abstractmethod
    def moves(self, seat: int) -> Sequence[Move]:
        """Every move a seat may make now, calls included; asked only while the round runs."""

    def table_moves(self) -> Sequence[Move]:
        """The moves of the table itself: ties and early calls."""
        return ()

    def is_mistake(self, seat: int, call: Move) -> bool:
        """Whether a call would be wrong and cost its caller something; the arbiter of a table asks (RULEBOOK §4)."""
        return False

    def about(self, seat: int, call: Move) -> Sequence[object]:
        """What a right call of a seat would be about, if it can outlast a move: while any of it is there, the seat's
        time for a call runs on (RULEBOOK §4)."""
        return ()

    @abstractmethod
    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move."""

    @abstractmethod
    def zones(self, seat: int | None) -> Iterable[Zone]:
        """The table as a seat (None: a spectator) may see it."""

    @abstractmethod
    def players(self) -> Iterable[Player]:
        """What everybody sees of each player."""

    def players_seen(self, seat: int | None) -> Iterable[Player]:
        """The players as a seat sees them; more than ``players`` only where a game hides numbers from the others."""
        return self.players()

    @abstractmethod
    def everywhere(self) -> Sequence[Card]:
        """Every card of the round, wherever it lies: none is ever lost or made."""

    @abstractmethod
    def asked(self, seat: int) -> Message:
        """What a seat that must act is asked for."""

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a move of a seat on turn is refused, where the game can say more than that it is not legal."""
        return None

    @abstractmethod
    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """A random state that a seat cannot tell from this one by its view: everything it may not know is
        exchanged. Search bots play on such states, and the two-world test compares them."""

    def next_first(self, first: int) -> int:
        """Who begins the next round of a match, if ``first`` began this one."""
        return self.game.after(first)

    # --- what every game has ---

    def legal(self, seat: int | None) -> Sequence[Move]:
        """Every move a seat may make now, calls out of turn included; for None the table's own moves."""
        asked = _answered[0]
        if asked[0] is self and asked[1] is seat:  # not ==, since neither True nor 1.0 is a seat
            return asked[2]
        if type(seat) is not int or seat not in self.to_act:
            self._check_seat(seat)
            if self.outcome is not None:
                return ()
        moves = tuple(self.moves(seat) if seat is not None else self.table_moves())
        _answered[0] = (self, seat, moves)
        return moves

    def check(self, seat: int | None, move: Move | str) -> Move:
        """The legal move that is meant, made of the game's own values. Raises ``IllegalMove`` if there is none."""
        if isinstance(move, str):
            move = self.game.grammar.parse(move)
        legal = self.legal(seat)
        if move not in legal:
            raise self._refusal(seat, move)
        return legal[legal.index(move)]  # not the move that was given: True and 1.0 are equal to 1

    def play(self, seat: int | None, move: Move | str) -> Self:
        """The state after a move of a seat, given as a ``Move`` or its text. Raises ``IllegalMove``, which says why."""
        asked = _answered[0]
        if type(move) is not Move or asked[0] is not self or asked[1] is not seat:
            return self.apply(seat, self.check(seat, move))
        try:  # as ``check`` does, without the call: programs play millions of moves that they have just asked for
            own = asked[2][asked[2].index(move)]
        except ValueError:
            raise self._refusal(seat, move) from None
        return self.apply(seat, own)

    def events(self, seat: int | None) -> tuple[Shown, ...]:
        """What the last move showed to a seat; None: to a spectator. Logs and animations are made from it."""
        self._check_seat(seat)
        return tuple(event.show_to(seat) for event in self.last)

    def view(self, seat: int | None) -> View:
        """All that a seat may know; None: what a spectator may know."""
        grammar = self.game.grammar
        possible = forms(self.legal(seat), grammar, seat) if seat is not None else ()
        shown = self.events(seat)
        return View(
            self.game.id,
            seat,
            self._prompt(seat),
            tuple(self.players_seen(seat)),
            mark_zones(self._zones_now(seat), possible, shown),
            possible,
            grammar.calls,
            self.outcome,
        )

    def views(self, seats: Iterable[int | None]) -> dict[int | None, View]:
        """The views of seats, each equal to ``view(seat)``. What all who wait see alike is made once. They share parts
        with each other and with the state, so nobody may change them."""
        waits_alike = (
            self.outcome is None
            and type(self).players_seen is State.players_seen
            and all(event.to is None for event in self.last)
        )
        if not waits_alike:
            return {seat: self.view(seat) for seat in seats}
        acting, shown, players, prompt = self.to_act, self.events(None), tuple(self.players()), self._prompt(None)
        targets = {event.target for event in shown if event.cards}
        known: dict[str, tuple[Zone, Zone]] = {}

        def mark(zone: Zone) -> Zone:
            """The zone with marks for what has just come to it."""
            if zone.name not in targets:
                return zone
            found = known.get(zone.name)
            if found is None or found[0] is not zone:
                found = known[zone.name] = zone, mark_zones((zone,), (), shown)[0]
            return found[1]

        def wait(seat: int | None) -> View:
            zones = tuple([mark(zone) for zone in self.zones(seat)])
            return View(self.game.id, seat, prompt, players, zones, (), self.game.grammar.calls)

        return {seat: self.view(seat) if seat in acting else wait(seat) for seat in seats}

    def __repr__(self) -> str:
        acting = "over" if self.outcome is not None else f"to act: {' '.join(map(str, self.to_act)) or '–'}"
        return f"<State of {self.game!r}: {acting}>"

    def __str__(self) -> str:
        from reihum.engine.open_views import open_view  # late: most programs never look

        return str(open_view(self))

    def _repr_svg_(self) -> str:
        """Everything face up, as a picture, which notebooks show."""
        from reihum.engine.open_views import open_view
        from reihum.engine.pictures import draw_view

        return draw_view(open_view(self))

    def _zones_now(self, seat: int | None) -> Iterable[Zone]:
        """The zones for a seat. After the end everybody lays their hand open."""
        if self.outcome is None:
            return self.zones(seat)
        hands = {
            zone.name: zone
            for owner in range(self.game.seats)
            for zone in self.zones(owner)
            if isinstance(zone, Hand) and zone.owner == owner
        }
        return (hands.get(zone.name, zone) for zone in self.zones(seat))

    def why_not(self, seat: int, card_or_move: Move | str) -> Message | None:
        """Why a card or move is not allowed now; None if it is."""
        if isinstance(card_or_move, str) and card_or_move.strip().upper() in RANK:
            card = card_or_move.strip().upper()
            return None if any(card in move.args for move in self.legal(seat)) else self._card_refusal(seat, card)
        move = self.game.parse(card_or_move) if isinstance(card_or_move, str) else card_or_move
        return None if move in self.legal(seat) else self._refusal(seat, move).message

    def finish(self, reason: str, points: Sequence[int]) -> Outcome:
        """The outcome of the round with these points."""
        return rank_points(reason, points, lowest_wins=self.game.facts.lowest_wins)

    def _card_refusal(self, seat: int, card: Card) -> Message:
        """Why a card does not go, without any notation, since it is people who ask for a card: what the game says of
        it, else what the seat is asked for."""
        verb = self._card_verb()
        move = Move(verb, (card,))
        if self.outcome is None and seat not in self.to_act:
            return self._because(seat, move).message
        why = self.reason(seat, move) if verb and self.outcome is None else None
        return why.message if why else self._prompt(seat)

    def _card_verb(self) -> str:
        """The verb that plays a card; empty in games without one."""
        verbs = self.game.grammar.verbs
        return next((verb.word for verb in verbs if verb.slots and verb.slots[0].kind == "card"), "")

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None:
            self.game.check_seat(seat)

    def _refusal(self, seat: int | None, move: object) -> IllegalMove:
        grammar = self.game.grammar
        if not isinstance(move, Move) or grammar.parse(str(move)) != move:
            return grammar.unreadable(move)
        return self._because(seat, move)

    def _because(self, seat: int | None, move: Move) -> IllegalMove:
        """Why a move is not allowed. It does not say which calls would be right."""
        rule = self.game.facts.section
        grammar = self.game.grammar
        if self.outcome is not None:
            return IllegalMove("over", "§0")
        verb = grammar.verb(move.verb)
        if verb and verb.table:
            return IllegalMove("table-move", rule, move=str(move))
        if seat is None:
            return IllegalMove("player-move", rule, move=str(move))
        if seat not in self.to_act and not (verb and verb.call):
            return IllegalMove("not-your-turn", rule, seat=seat, players=self.to_act)
        why = self.reason(seat, move)
        possible = [str(move) for move in self.legal(seat) if move.verb not in grammar.calls][:12]
        return why or IllegalMove("not-legal", rule, move=str(move), expected=", ".join(possible) or "–")

    def _prompt(self, seat: int | None) -> Message:
        if self.outcome is not None:
            return Message("prompt.over", {"players": self.outcome.winners, "count": len(self.outcome.winners)})
        if seat is not None and seat in self.to_act:
            return self.asked(seat)
        return Message("prompt.wait", {"players": self.to_act, "count": len(self.to_act)})
