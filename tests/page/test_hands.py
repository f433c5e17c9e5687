"""Piles and cards are tapped and dragged as on a real table, and a hand is sorted as its player likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import player
from browser import wait_until_still
from tools.browser import visitor
from tools.fixed_host import FixedHost
from tools.layout import PATIENCE, SIZES
from tools.stage import Stage, enter, stage

pytestmark = pytest.mark.full

Sit: TypeAlias = Callable[..., Page]

MORE_SIZES = [pytest.param(size, marks=pytest.mark.soak) for size in ("sideways", "tablet", "large")]
"""The sizes that `make soak` looks at too."""


@pytest.fixture(scope="module")
def at() -> Iterator[Stage]:
    """A server whose tables can be played to any position, and whose bots wait."""
    with stage(FixedHost) as running:
        running.clock.patience = PATIENCE
        yield running


@pytest.fixture
def sit(chromium: Browser, at: Stage) -> Iterator[Sit]:
    """Opens a table of a game, played to about a share of the round, as a player whose turn it is."""
    contexts: list[BrowserContext] = []

    def sit(
        game: str,
        share: float = 0.1,
        size: str = "phone",
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        **preferences: Any,
    ) -> Page:
        scene = at.table(game, seats=seats, options=options or {}).start().play(share)
        context = visitor(chromium, SIZES[size], known=True, sound=False, manual=True, **preferences)
        contexts.append(context)
        enter(context, scene)
        page = context.new_page()
        page.goto(f"{scene.site}/{scene.path}")
        expect(page.locator(".table")).to_have_attribute("data-busy", "false")
        wait_until_still(page)
        return page

    yield sit
    for context in contexts:
        context.close()


def hand(page: Page) -> list[str]:
    """The cards of the hand, from left to right."""
    cards = page.locator(".hand .held")
    return [str(cards.nth(at).get_attribute("data-card")) for at in range(cards.count())]


def number(card: str) -> int:
    """The number on a card; a joker has none and stands at the end."""
    return int(card[1:] or 99)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse, and let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(found: Locator) -> tuple[float, float]:
    """The middle of an element."""
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_on_my_pile_turns_a_card_up(sit: Sit) -> None:
    """The pile says that it can be tapped, and does what the button does."""
    page = sit("zweikampf")
    pile = page.locator("[data-zone='pile.0'] button")
    before = pile.inner_text()
    pile.click()
    expect(page.locator("[data-zone='pile.0']")).not_to_have_text(before)


def test_a_pile_can_be_dragged(sit: Sit) -> None:
    """The top card follows the pointer and is taken where it is dropped."""
    page = sit("zweikampf")
    pile = page.locator("[data-zone='pile.0'] button")
    before, (x, y) = pile.inner_text(), middle(pile)
    drag(page, (x, y), (x + 90, y - 60))
    expect(page.locator("[data-zone='pile.0']")).not_to_have_text(before)


def test_a_card_is_dragged_to_its_place(sit: Sit) -> None:
    """While it is dragged the places that accept it light up; dropped on one of them it lies there."""
    page = sit("classic")
    card = player.find_card(page)
    page.mouse.move(*player.find_grip(page, card))
    page.mouse.down()
    page.mouse.move(180, 330, steps=4)
    accepting = page.locator(".place.accepts").first
    expect(accepting).to_be_visible()
    page.mouse.move(*middle(accepting), steps=4)
    page.mouse.up()
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)


def test_a_hand_is_sorted_as_the_game_says_or_as_the_player_likes(sit: Sit) -> None:
    """Equal numbers stand together in Quartett; a button sorts by colour, and the device remembers it."""
    page = sit("quartett", 0.05)
    by_number = hand(page)
    assert [*map(number, by_number)] == sorted(map(number, by_number))
    page.get_by_role("button", name="Nach Farben sortieren").click()
    expect(page.locator(".sort")).to_have_attribute("data-sorting", "colour")
    by_colour = hand(page)
    assert [card[0] for card in by_colour] == sorted((card[0] for card in by_colour), key="RYGB".index)
    page.reload()
    expect(page.locator(".sort")).to_have_attribute("data-sorting", "colour")
    assert hand(page) == by_colour


def test_cards_can_be_put_into_any_order(sit: Sit) -> None:
    """A card that is dragged within the hand stays where it was put, until the hand is sorted again."""
    page = sit("hoechste-karte", 0.05, "desktop")
    before = hand(page)
    last = page.locator(".hand .held").last.bounding_box()
    assert last
    drag(page, player.find_grip(page, before[0]), (last["x"] + last["width"] - 4, last["y"] + last["height"] / 2))
    expect(page.locator(".hand .held").last).to_have_attribute("data-card", before[0])
    page.locator(".sort").click()
    expect(page.locator(".hand .held").first).to_have_attribute("data-card", before[0])


def test_a_weighty_move_is_asked_for(sit: Sit) -> None:
    """In Mogeln nobody calls another a cheat by mistake: the button asks first."""
    page = sit("mogeln", 0.6, seats=6)
    page.get_by_role("button", name="Gemogelt!").click()
    expect(page.get_by_text("Wirklich?")).to_be_visible()
    page.get_by_role("button", name="Doch nicht").click()
    expect(page.get_by_text("Wirklich?")).to_have_count(0)
    expect(page.get_by_role("button", name="Gemogelt!")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop", *MORE_SIZES])
def test_big_cards_are_bigger(sit: Sit, size: str) -> None:
    """The preference makes the cards of a small hand bigger on every screen."""
    usual, big = (
        sit("hoechste-karte", 0.6, size, bigCards=wanted)
        .locator(".hand .held")
        .first.evaluate("held => held.offsetWidth")
        for wanted in (False, True)
    )
    assert big > usual


def test_a_hand_of_forty_cards_fits(sit: Sit) -> None:
    """Two players who hold all cards see every row beside their hand: a phone need not scroll."""
    page = sit("classic", share=0, seats=2, options={"stock": "no"})
    assert len(hand(page)) > 36
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
