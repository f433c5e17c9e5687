"""The lesson of every game: each step is explained at a real table, on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import player
from browser import Visit
from reihum.engine.lessons import LessonStep
from reihum.games import GAMES
from waiting import block_until

pytestmark = pytest.mark.full

COMPLETE = ".lesson[data-complete=true], .table .end h2"
MAX_LINES = 3

LONG = {"schnipp-schnapp"}
"""Chance decides how long this lesson takes."""
FOR_COLLECTORS = {"farben-sammeln": "close"}
"""A step that only a player with a plan meets; this one taps anything."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.soak] if game in LONG else []) for game in GAMES]
)
def test_every_step_is_learned(visit: Visit, game: str) -> None:
    """A player who taps what is offered learns every step; three lines hold the words, and the page does not scroll."""
    page = visit(f"learn/{game}", size="phone")
    page.get_by_role("button", name="Los geht’s").click()
    lesson = page.get_by_label("Lektion", exact=True)
    expect(lesson).to_have_attribute("data-complete", "false")
    block_until(lambda: page.evaluate("document.documentElement.scrollHeight <= innerHeight"))
    watch_lines(page)
    player.hurry(page)
    player.play(page, until=COMPLETE)
    missing = [step.name for step in needed_steps(game) if step.name not in learned_steps(page)]
    assert missing in ([], [FOR_COLLECTORS.get(game)])
    assert page.evaluate("window.lines") <= MAX_LINES
    assert page.evaluate("window.sentences.size") >= 2


def needed_steps(game: str) -> list[LessonStep]:
    """The steps that every learner meets."""
    lesson = GAMES[game].lesson
    assert lesson is not None
    return [step for step in lesson.steps if not step.rare]


def learned_steps(page: Page) -> list[str]:
    """The steps that the page has kept as done."""
    found: list[str] = page.evaluate(
        "JSON.parse(Object.entries(sessionStorage).find(([key]) => key.startsWith('reihum.lesson.'))[1])"
    )
    return found


def watch_lines(page: Page) -> None:
    """Remember every sentence of the lesson, and the most lines that one needed."""
    page.evaluate(
        """() => {
          const words = document.querySelector('.lesson p')
          window.lines = 0
          window.sentences = new Set()
          const look = () => {
            window.sentences.add(words.textContent)
            const range = document.createRange()
            range.selectNodeContents(words)
            const height = range.getBoundingClientRect().height
            window.lines = Math.max(window.lines, Math.round(height / parseFloat(getComputedStyle(words).lineHeight)))
          }
          new MutationObserver(look).observe(words, { subtree: true, childList: true, characterData: true })
          look()
        }"""
    )
