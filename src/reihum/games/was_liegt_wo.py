"""Was liegt wo? (RULEBOOK §3.10): turn up two cards at a time and remember what lies where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from reihum.cards import COLOUR_PAIRS, COLOURS, NUMBER, Card, Deal, Randomness, span
from reihum.engine.bots import Bots
from reihum.engine.contract import Game, State
from reihum.engine.events import Event, Moment, cards_of
from reihum.engine.facts import Facts
from reihum.engine.lessons import Lesson, LessonStep
from reihum.engine.moves import Grammar, Move, Slot, Verb
from reihum.engine.options import by_name, choice, first, flag, length
from reihum.engine.outcome import Outcome
from reihum.engine.packs import replace_at
from reihum.engine.views import Grid, Pile, Player, Stack, Zone
from reihum.errors import IllegalMove
from reihum.messages import Message

BOUND = 8_000
SHORT = 12
"""§3.10: the highest number in play with ``length`` short."""
COLUMNS = {20: 5, 24: 6, 40: 8, 48: 8, 80: 10}
PAIRS = COLOUR_PAIRS[1:]
"""§3.10: the pairs of colours besides red and yellow, which are the value 2."""
IN_PLAY = {2: COLOUR_PAIRS[0], 4: COLOURS} | {pair: pair for pair in PAIRS}
"""§3.10: the colours in play, by the values of ``colours``."""
GRAMMAR = Grammar((Verb("flip", (Slot("place", "grid"),), sign="card-over"),))

FACTS = Facts(
    id="was-liegt-wo",
    section="§3.10",
    age=5,
    seats=range(2, 7),
    bound=BOUND,
    grammar=GRAMMAR,
    options=by_name(
        choice(
            "colours",
            *(2, 4, *PAIRS),
            aliases={COLOUR_PAIRS[0].casefold(): 2},
            pictures={value: " ".join(f"{colour}1" for colour in colours) for value, colours in IN_PLAY.items()},
        ),
        choice("numbers", 20, 10, pictures={20: "R1 R20", 10: "R1 R10"}),
        length(needs=("numbers", 20)),
        flag("again"),
        first(),
    ),
    secrets=False,
    moments=("pair", "miss"),
    targets=(20, 50, 100),
    bots=Bots(
        sensible="reihum.bots.simple.was_liegt_wo:MemoryBot",
        levels={
            "expert": "reihum.bots.experts.was_liegt_wo:ElephantBot",
            "master": "reihum.bots.experts.was_liegt_wo:ElephantBot",
        },
    ),
    why_verbs=("flip",),
    observation="reihum.envs.observations.was_liegt_wo:parts",
    lesson=Lesson(
        seats=3,
        moves=16,
        level="sensible",
        steps=(
            LessonStep(name="flip", verbs=("flip",), events=("flip",)),
            LessonStep(name="second", verbs=("flip",), events=("flip",), again=True),
            LessonStep(name="miss", events=("miss",)),
            LessonStep(name="pair", events=("pair",)),
        ),
    ),
)

FLIP = tuple(Move("flip", (place,)) for place in range(1, 81))


class WasLiegtWoState(State, frozen=True):
    """A position: what lies at each place (nothing where a pair was won), what lies face up, who has won what."""

    grid: tuple[Card, ...]
    up: tuple[int, ...]
    """The places face up: the one turned up first in this turn, or the two unequal ones of the last."""
    won: tuple[tuple[Card, ...], ...]
    turn: int
    made: int = 0
    """The number of moves so far."""

    # --- the contract ---

    @classmethod
    def cards(cls, game: Game) -> tuple[Card, ...]:
        """§3.10: two or all four colours, from 1 up to the highest number."""
        highest = SHORT if game.options["length"] == "short" else game.options["numbers"]
        return span(1, highest, IN_PLAY[game.options["colours"]])

    @classmethod
    def deal(cls, game: Game, deal: Deal) -> Self:
        """§3.10: all cards lie face down in a grid."""
        return cls(game, (), None, deal.deck(game.cards), (), ((),) * game.seats, deal.first)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.outcome else (self.turn,)

    def moves(self, seat: int) -> Sequence[Move]:
        """§3.10: any card that lies there, except the one turned up first in this turn."""
        if seat != self.turn:
            return ()
        opened = self._first_up
        return [FLIP[place] for place, card in enumerate(self.grid) if card and place != opened]

    def apply(self, seat: int | None, move: Move) -> Self:
        """The state after a legal move; at the bound it is scored as it stands (§0)."""
        assert seat is not None
        place = int(move.args[0]) - 1
        shown = Event("flip", seat, (self.grid[place],), target="grid", values={"place": place + 1})
        opened = self._first_up
        if opened is None:
            after = replace(self, last=(shown,), up=(place,))
        elif NUMBER[self.grid[opened]] == NUMBER[self.grid[place]]:
            after = self._hit(seat, shown, opened, place)
        else:
            after = self._miss(seat, shown, opened, place)
        after = replace(after, made=self.made + 1)
        if not any(after.grid):
            return replace(after, outcome=after.score("done"))
        return replace(after, outcome=after.score("bound")) if after.made == BOUND else after

    def zones(self, seat: int | None) -> Iterator[Zone]:
        """The grid, and everybody's pairs as a number of cards: the same for all."""
        places = tuple(card if place in self.up else "?" if card else "" for place, card in enumerate(self.grid))
        yield Grid(places, COLUMNS[len(places)], name="grid")
        for owner, cards in enumerate(self.won):
            yield Pile(Stack(len(cards)), name=f"pairs.{owner}", owner=owner)

    def players(self) -> Iterator[Player]:
        """Everybody's pairs."""
        acting = self.to_act
        return (Player(seat, points=pairs, acts=seat in acting) for seat, pairs in enumerate(self._count_pairs()))

    def everywhere(self) -> Sequence[Card]:
        """The grid and what has been won."""
        return [*filter(None, self.grid), *(card for cards in self.won for card in cards)]

    def asked(self, seat: int) -> Message:
        """The first or the second card."""
        opened = self._first_up
        if opened is None:
            return Message("was_liegt_wo.prompt.first")
        return Message("was_liegt_wo.prompt.second", {"card": self.grid[opened]})

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a place cannot be turned up: everybody can see that."""
        rule = self.game.facts.section
        (place,) = move.args
        if not isinstance(place, int):
            return None
        if not 1 <= place <= len(self.grid):
            return IllegalMove("was_liegt_wo.no-place", rule, place=place, expected=f"1 … {len(self.grid)}")
        code = "face-up" if self.grid[place - 1] else "empty"
        return IllegalMove(f"was_liegt_wo.{code}", rule, place=place)

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        """All cards that lie face down change places: nobody sees more than anybody else."""
        hidden = [place for place, card in enumerate(self.grid) if card and place not in self.up]
        grid = list(self.grid)
        for place, card in zip(hidden, randomness.shuffled(self.grid[place] for place in hidden), strict=True):
            grid[place] = card
        moved = dict(zip(self.grid, grid, strict=True))
        return replace(self, last=tuple(event.exchange(moved) for event in self.last), grid=tuple(grid))

    # --- the game's own rules ---

    @property
    def _first_up(self) -> int | None:
        """The place turned up first in this turn; two cards face up are left from the last one."""
        return self.up[0] if len(self.up) == 1 else None

    def _hit(self, seat: int, shown: Event, opened: int, place: int) -> Self:
        """§3.10: equal numbers are won; with ``again`` they give another turn."""
        pair = (self.grid[opened], self.grid[place])
        places = {"first": opened + 1, "second": place + 1}
        moment = Moment("pair", cards_of(None, pair), (seat,))
        event = Event("pair", seat, pair, source="grid", target=f"pairs.{seat}", values=places, moment=moment)
        grid = tuple("" if at in (opened, place) else card for at, card in enumerate(self.grid))
        won = replace_at(self.won, seat, (*self.won[seat], *pair))
        turn = seat if self.game.options["again"] else self.game.after(seat)
        return replace(self, last=(shown, event), grid=grid, up=(), won=won, turn=turn)

    def _miss(self, seat: int, shown: Event, opened: int, place: int) -> Self:
        """§3.10: others are turned back; §0: they stay visible until the next flip."""
        moment = Moment("miss", cards_of(None, (self.grid[opened], self.grid[place])))
        event = Event("miss", seat, values={"first": opened + 1, "second": place + 1}, moment=moment)
        return replace(self, last=(shown, event), up=(opened, place), turn=self.game.after(seat))

    def _count_pairs(self) -> list[int]:
        return [len(cards) // 2 for cards in self.won]

    def score(self, reason: str) -> Outcome:
        """§3.10: most pairs win."""
        return self.finish(reason, self._count_pairs())


GAME = FACTS.with_state(WasLiegtWoState)
