"""Quartett (RULEBOOK §3.8): the worlds that a seat cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from reihum.cards import COLOURS, NUMBER, Card, Randomness, in_order
from reihum.games.quartett.questions import Denials, Question

if TYPE_CHECKING:
    from reihum.games.quartett.rules import QuartettState

S = TypeVar("S", bound="QuartettState")

_SHUFFLES = 2  # a shuffle that leaves out impossible swaps is not quite even; a second one makes up for it
_SILENCE = Question(-1, -1, "")


def imagine(state: S, seat: int | None, randomness: Randomness) -> S:
    """The other hands shuffled, with only those swaps that keep the world possible: no quartet in a hand, and
    what has just been asked and answered still true. Of older denials any may have been false."""
    heard, answer = _find_last_question(state)
    mix = _Mixer(state.hands, heard, answer, truthful=not state.game.options["bluff"])
    places = [
        (at, place)
        for at, hand in enumerate(state.hands)
        for place, card in enumerate(hand)
        if at != seat and not (answer == "give" and card == heard.card)
    ]
    for last in [*range(len(places) - 1, 0, -1)] * _SHUFFLES:
        mix.swap(places[last], places[randomness.below(last + 1)])
    moved = {state.hands[at][place]: mix.hands[at][place] for at, place in places}
    moved.pop(heard.card, None)  # it has been named aloud
    last = tuple(event.exchange(moved) for event in state.last)
    hands = tuple(map(in_order, mix.hands))
    false = state.false if state.outcome else _imagine_denials(state, seat, hands, randomness)
    return replace(state, last=last, hands=hands, false=false)


def _find_last_question(state: QuartettState) -> tuple[Question, str]:
    """The question the last move was about, and how far it has come; at the deal there is none."""
    for event in reversed(state.last):
        if event.kind in ("ask", "give", "deny"):
            assert event.seat is not None
            speaker, other, card = event.seat, event.values["player"], event.cards[0]
            asks = event.kind == "ask"
            return Question(speaker, other, card) if asks else Question(other, speaker, card), event.kind
    return _SILENCE, ""


def _imagine_denials(
    state: QuartettState, seat: int | None, hands: Sequence[Sequence[Card]], randomness: Randomness
) -> Denials:
    """How many denials were false, with these hands: a seat knows its own; of the other denials only the last one
    is settled by the hands."""
    heard, answer = _find_last_question(state)
    found = [list(row) for row in state.false]
    for asker, row in enumerate(state.denied):
        for asked, count in enumerate(row):
            if count and asked != seat:
                latest = answer == "deny" and (asker, asked) == (heard.asker, heard.asked)
                lies = latest and heard.card in hands[asked]
                found[asker][asked] = randomness.below(count + (not latest)) + lies
    return tuple(map(tuple, found))


class _Mixer:
    """Hands whose cards change places, as long as the rules and what has been heard allow it."""

    def __init__(self, hands: Sequence[Sequence[Card]], heard: Question, answer: str, *, truthful: bool) -> None:
        self.hands = [list(hand) for hand in hands]
        self.counts = [Counter(map(NUMBER.__getitem__, hand)) for hand in hands]
        self.asker, self.card = heard.asker, heard.card
        self.number = NUMBER.get(heard.card, 0)
        self.least = 0
        """How many cards of that number the asker must hold: one to ask, one more if the card was given."""
        self.without: set[int] = set()
        """Who cannot hold the card that was asked for."""
        if answer == "give":
            self.least = min(2, self.counts[heard.asker][self.number])
        elif answer:
            self.least = 1
            self.without = {heard.asker, heard.asked} if answer == "deny" and truthful else {heard.asker}

    def swap(self, one: tuple[int, int], two: tuple[int, int]) -> None:
        """Swap the cards of two places, if the world stays possible."""
        (left, at), (right, to) = one, two
        gone, come = self.hands[left][at], self.hands[right][to]
        if left != right:
            if not (self.possible(left, gone, come) and self.possible(right, come, gone)):
                return
            self.counts[left][NUMBER[gone]] -= 1
            self.counts[left][NUMBER[come]] += 1
            self.counts[right][NUMBER[come]] -= 1
            self.counts[right][NUMBER[gone]] += 1
        self.hands[left][at], self.hands[right][to] = come, gone

    def possible(self, seat: int, gone: Card, come: Card) -> bool:
        """Whether a hand may have one card instead of another."""
        lost, won = NUMBER[gone], NUMBER[come]
        if lost == won:
            return come != self.card or seat not in self.without
        counts = self.counts[seat]
        return (
            counts[won] < len(COLOURS) - 1
            and not (seat == self.asker and lost == self.number and counts[lost] <= self.least)
            and not (come == self.card and seat in self.without)
        )
