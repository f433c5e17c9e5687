"""Signs: every button has one beside its words, for those who cannot read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit

SOURCES = Path(__file__).parents[2] / "web" / "src"
OPENING = re.compile(r'<(button|a|span)\b[^<]*?\bclass="button[ "]')
SIGN = re.compile(r"<ButtonSign |<svg|<Sign |<Shape |\{@render sign|✕|\{sign\}")

VALUES = {
    "pages/OtherGame.svelte": "game.name",
    "pages/Preferences.svelte": "{name}",
    "pages/Talk.svelte": "phrase.${phrase}",
    "pages/Youngest.svelte": "texts.player",
    "table/NumberPicker.svelte": "number",
}
"""Buttons that are what one chooses among: names of games, languages and people, phrases, numbers."""


def find_buttons(source: str) -> list[str]:
    """The buttons of a component, each with what is inside."""
    starts = [(match.start(), match[1]) for match in OPENING.finditer(source)]
    return [source[start : source.index(f"</{tag}", start)] for start, tag in starts]


def test_every_button_of_the_page_has_a_sign() -> None:
    """A button without a sign is one of the values to choose among."""
    found = {
        str(path.relative_to(SOURCES)): find_buttons(path.read_text(encoding="utf-8"))
        for path in SOURCES.rglob("*.svelte")
    }
    assert sum(map(len, found.values())) > 100
    bare = [
        f"{name}: {button}"
        for name, buttons in found.items()
        for button in buttons
        if not SIGN.search(button) and not (name in VALUES and VALUES[name] in button)
    ]
    assert bare == []


def test_a_bare_button_is_found() -> None:
    """Words alone are no sign."""
    (button,) = find_buttons("<p><button class=\"button main\" onclick={() => go('x')}>{t('page.next')}</button></p>")
    assert not SIGN.search(button)


def bare_buttons(page: Page) -> list[str]:
    """The words of the visible buttons that show no sign."""
    found: list[str] = page.evaluate(
        """() => {
          const isBare = button => ![...button.querySelectorAll('svg')].some(sign => sign.checkVisibility())
          const shown = [...document.querySelectorAll('.button')].filter(button => button.checkVisibility())
          return shown.filter(isBare).map(button => button.textContent.trim()).filter(text => /\\p{L}{2}/u.test(text))
        }"""
    )
    return found


@pytest.mark.full
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_child_finds_its_way_by_signs(visit: Visit, size: str) -> None:
    """At home, in a lobby, at a seat's menu, at the table, at the end of a round and at a lesson's first page."""
    page = visit(size=size)
    expect(page.get_by_role("button", name="Spielen").first).to_be_visible()
    assert bare_buttons(page) == []
    page.goto(player.make(page, "zweikampf", 2))
    player.open_seat(page, 1)
    assert bare_buttons(page) == []
    page.keyboard.press("Escape")
    player.start(page)
    assert bare_buttons(page) == []
    player.play(page)
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()
    assert bare_buttons(page) == []
    page.goto(page.evaluate("document.baseURI") + "learn/zweikampf")
    expect(page.get_by_role("button", name="Los geht’s")).to_be_visible()
    assert bare_buttons(page) == []
