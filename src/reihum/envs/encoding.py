"""Observations: a seat's view as numbers. docs/envs.md tells what each number means.

An observation is made from the view and from nothing else, so it shows what the seat may know and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from reihum.engine import Game, State, View
from reihum.envs import parts
from reihum.envs.actions import Actions, actions_of, cards_of
from reihum.envs.parts import Cards, Part, Seen
from reihum.errors import BadOption
from reihum.games.farben_sammeln import PILES
from reihum.games.master.rules import BONUS_CARDS, CONNECTIONS, MOST
from reihum.messages import Message


def _rows(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.laid(), cards.open(), cards.hand())
    yield from (parts.counts("hand", seats, cards.size), parts.count("stock", cards.size))


def _master(cards: Cards, seats: int) -> Iterator[Part]:
    most = cards.size + 4
    yield from (cards.laid(), cards.wild(), cards.open(), cards.hand(), parts.jokers())
    yield from (parts.counts("hand", seats, most), parts.count("stock", most))
    yield from (parts.counts("links", seats, CONNECTIONS[seats]), parts.counts("bonus", seats, BONUS_CARDS))
    yield parts.asked("left", "count", MOST, "master.prompt.more", "master.prompt.end")


def _anywhere(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.tops("middle"), cards.tops("turned"), cards.shown("open"))
    yield from (parts.counts("pile", seats, cards.size), parts.counts("open", seats, cards.size), parts.seat(seats))


def _mogeln(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.hand(), parts.counts("hand", seats, cards.size), parts.count("pile", cards.size))
    yield from (parts.count("aside", cards.size), parts.number("claim", "mogeln.said claim number", 20))


def _ratefix(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.tops("middle", seats, private=True), parts.seat(seats))
    yield from (parts.numbers("guess", "ratefix.guessed number", seats, 20 * seats), parts.count("kept", cards.size))
    yield from (parts.counts("pile", seats, cards.size), parts.counts("won", seats, cards.size))


def _zweikampf(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.shown("open"), parts.counts("pile", seats, cards.size), parts.counts("won", seats, cards.size))


def _farben_sammeln(cards: Cards, seats: int) -> Iterator[Part]:
    piles = len(PILES)
    yield from (cards.tops("open", piles), parts.sizes("open", piles, cards.size), cards.hand())
    yield from (parts.counts("hand", seats, cards.size), parts.count("stock", cards.size))


def _quartett(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.hand(), parts.counts("hand", seats, cards.size), cards.shown("quartets"))
    yield from (cards.named("question", "quartett.question card"), parts.seat(seats))


def _schwarzer_peter(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.hand(), parts.counts("hand", seats, cards.size), cards.shown("pairs"))


def _was_liegt_wo(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.places("grid"), parts.counts("pairs", seats, cards.size))


def _hoechste_karte(cards: Cards, seats: int) -> Iterator[Part]:
    yield from (cards.hand(), parts.counts("hand", seats, cards.size))
    yield from (parts.counts("won", seats, cards.size), parts.count("kept", cards.size))


PARTS: dict[str, Callable[[Cards, int], Iterator[Part]]] = {
    "rows": _rows,
    "master": _master,
    "anywhere": _anywhere,
    "mogeln": _mogeln,
    "ratefix": _ratefix,
    "zweikampf": _zweikampf,
    "farben_sammeln": _farben_sammeln,
    "quartett": _quartett,
    "schwarzer_peter": _schwarzer_peter,
    "was_liegt_wo": _was_liegt_wo,
    "hoechste_karte": _hoechste_karte,
}
"""What is observed of each game, by the name of its texts; who must act follows in all of them."""


class Encoding(Struct, frozen=True, eq=False, dict=True):
    """How a game's views and moves become numbers."""

    game: Game
    actions: Actions
    parts: tuple[Part, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts)

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each part stands in an observation."""
        found, at = {}, 0
        for part in self.parts:
            found[part.name] = slice(at, at + part.size)
            at += part.size
        return found

    @cached_property
    def most(self) -> list[int]:
        """The highest that each number of an observation can be."""
        return [part.most for part in self.parts for _ in range(part.size)]

    def observe(self, view: View, seat: int) -> bytearray:
        """What a view shows, as seen from a seat: one byte for each number."""
        out = bytearray(self.size)
        seen = Seen(view, seat)
        at = 0
        for part in self.parts:
            part.fill(seen, out, at)
            at += part.size
        return out

    def mask(self, legal: Sequence[int]) -> bytearray:
        """1 for each of some moves, given as numbers."""
        out = bytearray(len(self.actions))
        for number in legal:
            out[number] = 1
        return out


def glimpse(state: State, seat: int) -> View:
    """A seat's view as far as observations look at it: without moves, marks and events, which take most of the time."""
    prompt = state.asked(seat) if seat in state.to_act else Message("prompt.wait")
    return View(state.game.id, seat, prompt, tuple(state.players_seen(seat)), tuple(state.zones(seat)))


@lru_cache(maxsize=64)
def encoding_of(game: Game) -> Encoding:
    """The encoding of a game that fits: the players act in turn, nobody calls out, the rules are the newest."""
    game.facts.check_newest()
    if game.grammar.calls:
        raise BadOption("env-calls", game=game.id, got=", ".join(game.grammar.calls))
    if game.facts.texts not in PARTS:
        raise BadOption("env-unknown", game=game.id, expected=", ".join(PARTS))
    observed = PARTS[game.facts.texts](Cards(cards_of(game), game.seats), game.seats)
    return Encoding(game, actions_of(game), (*observed, parts.acts(game.seats)))


def fits(game: Game) -> bool:
    """Whether a game fits the model of the environments. Those with calls out of turn do not; some have an option
    that does without them.

    >>> from reihum import game
    >>> fits(game("master", seats=4)), fits(game("schlafmuetze", seats=4))
    (True, False)
    >>> fits(game("anywhere", seats=2)), fits(game("anywhere", seats=2, stop_calls=False))
    (False, True)
    """
    return not game.grammar.calls and game.facts.texts in PARTS and not game.facts.superseded_by
