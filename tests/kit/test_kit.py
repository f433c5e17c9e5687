"""The kit itself: it passes an honest game of somebody else's, and finds every fault planted into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

import pytest
from msgspec.structs import replace

from kit.toy import ToyState, facts
from reihum.cards import Card, Randomness
from reihum.engine import Move, Outcome
from reihum.engine.contract import State
from reihum.engine.events import Event
from reihum.engine.views import Hand, Zone
from reihum.errors import IllegalMove
from reihum.games import GAMES
from reihum.messages import Message
from reihum.testing import Report, check_game, check_settings
from reihum.texts import catalogue


def test_an_honest_game_passes() -> None:
    """A game that is not in the registry can use the kit."""
    report = check_game(facts(), games=20)
    assert report.games == 40  # two seat counts
    assert report.changed > 0.9 * report.worlds > 0


class LosesACard(ToyState, frozen=True):
    """The card laid vanishes."""

    def apply(self, seat: int | None, move: Move) -> Self:
        after = super().apply(seat, move)
        return replace(after, laid=("R1", *after.laid[1:]))


class NeverEnds(ToyState, frozen=True):
    """The round ends only when it is too late."""

    def apply(self, seat: int | None, move: Move) -> Self:
        after = super().apply(seat, move)
        return after if len(after.laid) > 6 else replace(after, outcome=None)


class NobodyActs(ToyState, frozen=True):
    """Nobody is awaited."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return ()


class ActsOutOfTurn(ToyState, frozen=True):
    """Everybody may lay at any time."""

    def moves(self, seat: int) -> Sequence[Move]:
        return [Move("lay", (card,)) for card in self.hands[seat]]


class BigPoints(ToyState, frozen=True):
    """There are more points than the facts declare."""

    def finish(self, reason: str, points: Sequence[int]) -> Outcome:
        return super().finish(reason, [1_000 + each for each in points])


class WrongPlaces(ToyState, frozen=True):
    """Everybody is said to have won."""

    def finish(self, reason: str, points: Sequence[int]) -> Outcome:
        return Outcome(reason, tuple(points), (1,) * len(points))


class ShowsHands(ToyState, frozen=True):
    """A view shows the other hands."""

    def zones(self, seat: int | None) -> Iterator[Zone]:
        for zone in super().zones(seat):
            yield replace(zone, cards=self.hands[zone.owner or 0]) if isinstance(zone, Hand) else zone


class HidesTheOwnHand(ToyState, frozen=True):
    """A view offers cards of their own hand and does not show them."""

    def zones(self, seat: int | None) -> Iterator[Zone]:
        for zone in super().zones(seat):
            yield replace(zone, cards=()) if isinstance(zone, Hand) else zone


class ShowsAHint(ToyState, frozen=True):
    """A prompt tells what the next player holds."""

    def asked(self, seat: int) -> Message:
        return Message("rows.prompt.lay", {"count": sum(card[0] == "R" for card in self.hands[self.game.after(seat)])})


class ShowsTheNextCard(ToyState, frozen=True):
    """An event tells the top card of the stock."""

    def apply(self, seat: int | None, move: Move) -> Self:
        after = super().apply(seat, move)
        return replace(after, last=(*after.last, Event("peek", seat, after.stock[:1])))


class RefusalsTell(ToyState, frozen=True):
    """A refusal tells who holds the card."""

    def reason(self, seat: int, move: Move) -> IllegalMove | None:
        holder = next((other for other, hand in enumerate(self.hands) if move.args[0] in hand), -1)
        return IllegalMove("not-legal", move=str(move), expected=str(holder))


class OrderTells(ToyState, frozen=True):
    """The order of the legal moves depends on the stock."""

    def moves(self, seat: int) -> Sequence[Move]:
        return sorted(super().moves(seat), key=str, reverse=self.stock[0] > self.stock[1])


class ImaginesNothing(ToyState, frozen=True):
    """The sampler gives the true world."""

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        return self


class ImaginesOtherCards(ToyState, frozen=True):
    """The sampler makes cards up."""

    def imagine(self, seat: int | None, randomness: Randomness) -> Self:
        return replace(super().imagine(seat, randomness), stock=("J",) * len(self.stock))


class DealsByMood(ToyState, frozen=True):
    """A deal depends on more than its seed."""

    def everywhere(self) -> Sequence[Card]:
        return super().everywhere()[1:] if not self.laid else super().everywhere()


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (LosesACard, "lost or made"),
        (NeverEnds, "more than 6 moves"),
        (NobodyActs, "nobody acts"),
        (ActsOutOfTurn, "is not awaited"),
        (WrongPlaces, "places"),
        (BigPoints, "Facts.most_points"),
        (ShowsHands, "tell two worlds apart"),
        (HidesTheOwnHand, "which is not in hand"),
        (ShowsAHint, "tell two worlds apart"),
        (ShowsTheNextCard, "tell two worlds apart"),
        (RefusalsTell, "tell two worlds apart"),
        (OrderTells, "tell two worlds apart"),
        (ImaginesNothing, "never changed anything"),
        (ImaginesOtherCards, "other cards"),
        (DealsByMood, "lost or made|make a deck|missing"),
    ],
)
def test_a_planted_fault_is_found(state: type[State], complaint: str) -> None:
    """For each safety property the fault is planted once and caught."""
    with pytest.raises(AssertionError, match=complaint):
        check_game(facts(state), games=30, deep=10)


def test_a_move_that_is_not_legal_must_not_be_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ``play`` that does not ask ``legal`` is found."""
    monkeypatch.setattr(ToyState, "play", lambda self, *_: self)
    with pytest.raises(AssertionError):
        check_game(facts(), games=1)


def test_the_report_counts_what_was_done() -> None:
    """A check that did nothing could be told."""
    assert check_game(facts(), games=0) == Report()


def test_a_missing_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit fails with the keys of all texts that a game of the registry lacks, and with the languages."""
    lost = {"ratefix.event.look.hidden", "verb.ratefix.guess", "zone.ratefix.won", "ratefix.rules.goal"}
    german = catalogue.load("de")
    kept = {key: text for key, text in german.texts.items() if key not in lost}
    changed = catalogue.load_all() | {"de": catalogue.Catalogue(german.plural, kept)}
    monkeypatch.setattr(catalogue, "load_all", lambda: changed)
    with pytest.raises(AssertionError, match="texts are missing") as failed:
        check_settings(GAMES["ratefix"].game(2), games=1)
    assert all(f"{key} (de)" in str(failed.value) for key in lost)
