"""What is wrong with the words on a screen (screen.js), and the way from place to place without loading anew."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from browser import wait_until_still

SCRIPT = (Path(__file__).parent / "screen.js").read_text(encoding="utf-8")
LANGUAGES = {"de": "Deutsch", "en": "English", "fr": "Français"}


def faults(page: Page) -> list[str]:
    """Words that are missing, cut off or out of the window."""
    wait_until_still(page)
    found: list[str] = page.evaluate(f"({SCRIPT})()")
    return found


def go(page: Page, path: str) -> None:
    """Go to a place of the page as a link would."""
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path)


def speak(page: Page, language: str) -> None:
    """Choose a language, in the menu."""
    page.locator("header .burger").click()
    page.locator(f".panel button[lang={language}]").click()
    expect(page.locator(f".panel button[lang={language}]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.keyboard.press("Escape")
