"""Views to look at, in all games: a text and a picture show what the view holds and never a hidden card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import msgspec
import pytest

from reihum.bots import play_round, seat_bots
from reihum.cards import EDITIONS, RANK
from reihum.cards.faces import FACES
from reihum.engine import Facts, State, View
from reihum.engine.open_views import open_view
from reihum.engine.pictures import draw_card, draw_move, draw_view
from reihum.engine.views import Hand
from reihum.games import GAMES

CARD = re.compile(r"(?<![\w#])[RYGB]\d+(?!\w)")


def states(facts: Facts) -> Iterator[State]:
    """Some positions of a round."""
    seats = facts.seats[-1]
    game = facts.game(seats, **facts.needs(seats))
    bots = seat_bots(game, [facts.quick_level] * seats, b"pictures")
    first = game.deal(b"pictures")
    yield first
    for number, (_, _, state) in enumerate(play_round(first, bots)):
        if number % 17 == 0 or state.outcome is not None:
            yield state
        if number > 60:
            return


def hidden_cards(state: State, seat: int | None) -> set[str]:
    """The cards in others' hands that the view of a seat does not name anywhere."""
    known = {*CARD.findall(msgspec.json.encode(state.view(seat)).decode())}
    hands = {
        card
        for owner in range(state.game.seats)
        for zone in state.view(owner).zones
        if isinstance(zone, Hand) and zone.owner == owner != seat
        for card in zone.cards
    }
    return hands - known - {"J"}


def cards_shown(view: View) -> set[str]:
    """The cards in the text and in the picture of a view."""
    return {*CARD.findall(str(view)), *CARD.findall(draw_view(view))}


@pytest.mark.parametrize("facts", GAMES.values(), ids=lambda facts: facts.id)
def test_a_hidden_card_never_shows(facts: Facts) -> None:
    """The text and the picture name no card that the view does not; with the hands laid open they would."""
    for state in states(facts):
        for seat in (None, *range(state.game.seats)):
            hidden = hidden_cards(state, seat)
            assert cards_shown(state.view(seat)).isdisjoint(hidden)
            if hidden:
                assert hidden <= cards_shown(open_view(state))


@pytest.mark.parametrize("facts", GAMES.values(), ids=lambda facts: facts.id)
def test_every_face_up_card_is_drawn(facts: Facts) -> None:
    """A picture is valid XML. Every card face up in a hand is drawn once, and no face is drawn without its name."""
    for state in states(facts):
        view = state.view(0)
        picture = ET.fromstring(draw_view(view))  # noqa: S314 – our own picture
        faces = [group for group in picture.iter() if group.get("class") == "face"]
        names = [group[0].text for group in faces]
        for zone in view.zones:
            if isinstance(zone, Hand):
                assert all(card in names for card in zone.cards)
        for group, name in zip(faces, names, strict=True):
            numbers = {element.text for element in group.iter() if element.tag.endswith("text")}
            assert name
            assert numbers == ({re.sub(r"\D", "", name)} if re.search(r"\d", name) else set())


def test_every_card_has_a_face() -> None:
    """Number cards, jokers, jokers laid as a card, and the back."""
    cards = {card for edition in EDITIONS.values() for card in edition} | {"J>R1", "J>B21", "?"}
    assert all(draw_card(card, 0, 0).startswith("<g") for card in cards)
    assert {"J", "?"} < {*FACES}
    assert {*RANK} <= cards


def test_a_move_is_drawn_with_its_cards() -> None:
    """The text stays, since a picture alone cannot be copied."""
    assert draw_move("take3") == "take3"
    assert draw_move("lay R11").startswith("lay R11 <svg")
    assert "<title>R11</title>" in draw_move("lay R11")
