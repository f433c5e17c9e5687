"""The small games under test: what their engine's states are as positions in JAX."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

import reihum
from envs.jax.game_comparison import UNKNOWN, Case
from reihum.cards import NUMBER, Card, span
from reihum.engine import Game, Move
from reihum.envs.actions import cards_of
from reihum.envs.jax.deck import NOBODY
from reihum.envs.jax.games import anywhere, farben_sammeln, quartett, ratefix, schwarzer_peter, was_liegt_wo
from reihum.games.anywhere.rules import AnywhereState
from reihum.games.farben_sammeln import FarbenState, best_colour
from reihum.games.quartett.rules import QuartettState
from reihum.games.ratefix import RatefixState, hand_size
from reihum.games.schwarzer_peter import SchwarzerPeterState
from reihum.games.was_liegt_wo import WasLiegtWoState


def by_seat(values: Sequence[int], room: int) -> Any:
    """Numbers by seat, with zeros where there is no seat."""
    return np.array([*values, *[0] * (room - len(values))], np.int32)


def no_favourites(_: Any, __: Sequence[Move]) -> Sequence[Move]:
    """Rounds end soon enough."""
    return ()


def ratefix_position(state: RatefixState, seats: int, cards: int) -> ratefix.RatefixPosition:
    """The position of Ratefix."""
    number = number_cards(cards_of(state.game)).__getitem__
    size = hand_size(state.game.seats)
    deck = np.full(cards, UNKNOWN, np.uint8)
    for seat, pile in enumerate(state.piles):
        left = (*state.middle[seat : seat + 1], *pile)
        deck[(seat + 1) * size - len(left) : (seat + 1) * size] = [*map(number, left)]
    deck[cards - len(state.out) :] = [*map(number, state.out)]
    return ratefix.RatefixPosition(
        deck=deck,
        turned=np.int32(size - len(state.piles[0]) - 1),
        named=by_seat(state.named, seats),
        begins=np.int32(state.begins),
        seat=np.int32((state.begins + state.count_guesses()) % state.game.seats),
        kept=np.int32(len(state.kept)),
        won=by_seat([*map(len, state.won)], seats),
        over=np.bool_(state.outcome is not None),
    )


def was_liegt_wo_position(state: WasLiegtWoState, seats: int, cards: int) -> was_liegt_wo.WasLiegtWoPosition:
    """The position of Was liegt wo?"""
    number = number_cards(cards_of(state.game))
    grid = [number.get(card, was_liegt_wo.NONE) for card in state.grid]
    up = [*state.up, was_liegt_wo.NONE, was_liegt_wo.NONE][:2]
    return was_liegt_wo.WasLiegtWoPosition(
        grid=np.array([*grid, *[was_liegt_wo.NONE] * (cards - len(grid))], np.int8),
        up=np.array(up, np.int32),
        pairs=by_seat([len(won) // 2 for won in state.won], seats),
        seat=np.int32(state.turn),
        made=np.int32(state.made),
        over=np.bool_(state.outcome is not None),
    )


def matching_places(state: WasLiegtWoState, legal: Sequence[Move]) -> Sequence[Move]:
    """The places that make a pair with the card turned up first."""
    if len(state.up) != 1:
        return ()
    opened = NUMBER[state.grid[state.up[0]]]
    return [move for move in legal if NUMBER[state.grid[int(move.args[0]) - 1]] == opened]


@lru_cache
def number_cards(cards: tuple[Card, ...]) -> dict[Card, int]:
    """The number of each card."""
    return {card: number for number, card in enumerate(cards)}


def holders(hands: Sequence[Sequence[Card]], numbers: dict[Card, int], room: int) -> Any:
    """The seat that holds each card, or nobody."""
    found = np.full(room, NOBODY, np.int8)
    for seat, hand in enumerate(hands):
        found[[numbers[card] for card in hand]] = seat
    return found


def who_has_laid(laid: Sequence[Sequence[int]], room: int) -> Any:
    """The seat that has laid down each number, or nobody."""
    found = np.full(room, NOBODY, np.int8)
    for seat, numbers in enumerate(laid):
        found[[number - 1 for number in numbers]] = seat
    return found


def schwarzer_peter_position(state: SchwarzerPeterState, _: int, room: int) -> Any:
    """The position of Schwarzer Peter."""
    number = number_cards(span(1, room // 2, state.game.options["colours"]))
    held_out = [] if state.outcome else state._hold_out(state.neighbour(state.turn))  # the order is the engine's secret
    fan = np.zeros(room, np.uint8)
    fan[[number[card] for card in held_out]] = range(len(held_out))
    fan[[at for card, at in number.items() if card not in held_out]] = range(len(held_out), room)
    return schwarzer_peter.SchwarzerPeterPosition(
        holder=holders(state.hands, number, room),
        laid=who_has_laid(state.pairs, room // 2),
        aside=np.int32(number[state.aside]),
        fan=fan,
        seat=np.int32(state.turn),
        made=np.int32(state.made),
        over=np.bool_(state.outcome is not None),
        seed=np.zeros(2, np.uint32),
    )


def farben_position(state: FarbenState, _: int, room: int) -> Any:
    """The position of Farben sammeln."""
    number = number_cards(cards_of(state.game))
    where, height, order = holders(state.hands, number, room), *np.zeros((2, room), np.uint8)
    for pile, cards in enumerate(state.piles):
        at = [number[card] for card in cards]
        where[at], height[at] = farben_sammeln.PILE + pile, range(len(at))
    at = [number[card] for card in state.stock]
    where[at], order[at] = farben_sammeln.STOCK, range(room - len(at), room)
    return farben_sammeln.FarbenPosition(
        where=where,
        height=height,
        order=order,
        seat=np.int32(state.turn),
        step=np.int32(("take", "put", "end").index(state.step)),
        taken=np.int32(number[state.taken] if state.taken else farben_sammeln.NO_CARD),
        made=np.int32(state.made),
        over=np.bool_(state.outcome is not None),
        seed=np.zeros(2, np.uint32),
    )


def quartett_position(state: QuartettState, seats: int, room: int) -> Any:
    """The position of Quartett."""
    number, question = number_cards(cards_of(state.game)), state.question
    told = np.array(state.false)
    return quartett.QuartettPosition(
        holder=holders(state.hands, number, room),
        laid=who_has_laid(state.quartets, room // 4),
        turn=np.int32(state.turn),
        card=np.int32(number[question.card] if question else quartett.NO_CARD),
        seat=np.int32(question.asked if question else state.turn),
        lies=by_seat((told.sum(axis=1) - told.sum(axis=0)).tolist(), seats),
        made=np.int32(state.made),
        over=np.bool_(state.outcome is not None),
    )


def anywhere_position(state: AnywhereState, seats: int, room: int) -> Any:
    """The position of Überall anschließen."""
    number = number_cards(span(1, 20))
    where, height = np.full(room, anywhere.NOWHERE, np.int8), np.zeros(room, np.uint8)
    piles = {anywhere.MIDDLE: state.middle, anywhere.TURNED: (state.turned,) if state.turned else ()}
    piles |= {anywhere.DOWN + seat: pile[::-1] for seat, pile in enumerate(state.down)}
    piles |= {anywhere.OPEN + seat: pile for seat, pile in enumerate(state.open)}
    for zone, pile in piles.items():
        at = [number[card] for card in pile]
        where[at], height[at] = zone, range(len(at))
    points = [anywhere.PLAYS if own is None else own for own in state.points]
    return anywhere.AnywherePosition(
        where=where,
        height=height,
        seat=np.int32(state.turn),
        points=np.array([*points, *[anywhere.PLAYS] * (seats - len(points))], np.int32),
        made=np.int32(state.made),
        over=np.bool_(state.outcome is not None),
    )


def right_questions(state: QuartettState, legal: Sequence[Move]) -> Sequence[Move]:
    """Questions for a card that the player asked has, and true answers."""
    if state.question:
        return legal[:1]
    return [move for move in legal if move.args[1] in state.hands[int(move.args[0])]]


def one_colour_moves(state: FarbenState, legal: Sequence[Move]) -> Sequence[Move]:
    """Moves towards a hand of a single colour."""
    colour, _ = best_colour(state.hands[state.turn])
    if state.step == "put":
        return [move for move in legal if str(move.args[0])[0] != colour]
    return [move for move in legal if move.verb == "close" or (move.args and move.args[0] == "stock")]


def after_reshuffle(state: FarbenState) -> tuple[str, ...]:
    """The order of a new stock."""
    return ("order",) if any(event.kind == "reshuffle" for event in state.last) else ()


def largest_of(seats: int, **options: Any) -> Any:
    """The game with the most seats and cards; the options that name cards stay."""

    def largest(game: Game) -> Game:
        named = {name: value for name, value in game.options.items() if name == "colours" and isinstance(value, str)}
        return reihum.game(game.id, seats, **(named | options))

    return largest


CASES = {
    "anywhere": Case(
        anywhere, largest_of(6, stop_calls=False), anywhere_position, no_favourites, "where", has_short_decks=True
    ),
    "farben-sammeln": Case(
        farben_sammeln, largest_of(6), farben_position, one_colour_moves, "where", chance=after_reshuffle
    ),
    "quartett": Case(quartett, largest_of(6), quartett_position, right_questions, "holder"),
    "schwarzer-peter": Case(
        schwarzer_peter,
        largest_of(6),
        schwarzer_peter_position,
        no_favourites,
        "holder",
        has_short_decks=True,
        chance=lambda _: ("fan",),
    ),
    "ratefix": Case(ratefix, largest_of(4), ratefix_position, no_favourites, "deck"),
    "was-liegt-wo": Case(
        was_liegt_wo,
        largest_of(6, colours=4),
        was_liegt_wo_position,
        matching_places,
        "grid",
        has_short_decks=True,
        names_places=True,
    ),
}
