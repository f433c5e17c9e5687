"""Moments: what a move decides is carried by its events, for everybody who sees the cards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import reihum
from reihum.cards import Randomness
from reihum.engine.events import Event, Moment, MomentCard, MomentKind, cards_of
from reihum.games.registry import GAMES
from reihum.testing import Report, check_moments, random_play
from scenario import play

MOST_ROUNDS = 30


def moments(state: reihum.State, seat: int | None = None) -> list[Moment]:
    """What the last move has decided, as a seat sees it."""
    return [event.moment for event in state.events(seat) if event.moment]


def seen_in(game: str) -> set[MomentKind]:
    """The kinds of moments of random rounds, until all that are declared have come."""
    facts = GAMES[game]
    report = Report(moments=set())
    for number in range(MOST_ROUNDS):
        dealt = facts.game(facts.seats[len(facts.seats) // 2]).deal(f"moments {number}")
        for *_, after in random_play(dealt, Randomness(b"moments", str(number))):
            check_moments(after, report)
            if report.moments >= {*facts.moments}:
                return report.moments
    return report.moments


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_moments_it_declares(game: str) -> None:
    """All of them come, and no others."""
    assert seen_in(game) == {*GAMES[game].moments}


def test_the_cards_of_a_duel_lie_opposite_each_other() -> None:
    """The moment names both cards, the winner, and how many cards are won; the winner's card lies on top."""
    state = reihum.game("zweikampf", seats=2).deal("moments")
    first, second = (state.piles[seat][0] for seat in (0, 1))  # type: ignore[attr-defined]
    after = state.play(0, "turn").play(1, "turn")
    (moment,) = moments(after)
    assert moment.cards == (MomentCard(first, 0), MomentCard(second, 1))
    (winner,) = moment.winners
    won = next(zone for zone in after.view(None).zones if zone.name == f"won.{winner}")
    assert won.pile.top == (first, second)[winner]  # type: ignore[union-attr]


def test_a_guess_is_resolved_with_the_total_and_everybodys_number() -> None:
    """Ratefix: all cards, the total, each guess, and the nearest."""
    state = reihum.game("ratefix", seats=2).deal("moments")
    cards: tuple[str, ...] = state.middle  # type: ignore[attr-defined]
    total = sum(int(card[1:]) for card in cards)
    far = 2 if total > 20 else 40
    after = play(state, f"0 guess {total}; 1 guess {far}")
    (moment,) = moments(after)
    assert (moment.kind, moment.winners, moment.figure, moment.figures) == ("nearest", (0,), total, (total, far))
    assert tuple(one.card for one in moment.cards) == cards


def test_only_those_who_see_the_cards_see_the_moment() -> None:
    """A moment is hidden together with the cards of its event."""
    event = Event("draw", 1, ("R5",), (1,), moment=Moment("pair", cards_of(1, ["R5"])))
    assert event.show_to(1).moment == event.moment
    assert event.show_to(0).moment is None
    assert event.show_to(None).moment is None


def test_a_moment_is_exchanged_with_its_event() -> None:
    """In another world the moment shows the other card: a card that nobody may know would give itself away."""
    event = Event("draw", 1, moment=Moment("pair", cards_of(1, ["R5"])))
    moment = event.exchange({"R5": "B7"}).moment
    assert moment
    assert moment.cards == (MomentCard("B7", 1),)


@pytest.mark.parametrize(
    ("moment", "fault"),
    [
        (Moment("set"), "undeclared"),
        (Moment("trick", winners=(7,)), "seats that are not there"),
        (Moment("trick", cards_of(0, ["J"])), "not in the game"),
        (Moment("trick", figures=(1,)), "for every seat"),
    ],
)
def test_the_kit_finds_a_wrong_moment(moment: Moment, fault: str) -> None:
    """Kinds are declared; cards and seats are those of the game; figures are for everybody."""
    state = reihum.game("zweikampf", seats=2).deal("moments").play(0, "turn")
    with pytest.raises(AssertionError, match=fault):
        check_moments(replace(state, last=(Event("tie", moment=moment),)), Report())
