"""The page without a server in Firefox, from plain files under a sub-path, and after the first visit without a host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import player
from firefox import MISSING, Tab, find_firefox, open_firefox
from missing import cannot_test
from reihum.matches import verify
from static_site import ASK, GO, KEEP_WORKER, KEPT, check_site, host_site, make_table_request
from waiting import block_until

pytestmark = [pytest.mark.full, pytest.mark.soak]


@contextmanager
def open_site(folder: Path, locale: str = "de-DE") -> Iterator[tuple[Tab, str]]:
    """The page in a Firefox that has visited it once, and its address; the host is gone."""
    check_site()
    if find_firefox() is None:
        cannot_test(MISSING)
    with open_firefox(folder / "profile") as tab:
        prepare(tab, locale)
        with host_site(folder / "host") as address:
            tab.goto(f"{address}/")
            block_until(lambda: tab.evaluate(KEPT))
        yield tab, address


def prepare(tab: Tab, locale: str = "de-DE") -> None:
    """Make the window a phone, and let tests ask the engine."""
    tab.resize(360, 640)
    tab.use_locale(locale)
    tab.add_script(KEEP_WORKER)


def ask(tab: Tab, method: str, path: str, body: Any = None) -> Any:
    """Ask the engine of the page."""
    answer = tab.evaluate(ASK, [method, path, None if body is None else json.dumps(body)])
    assert answer["status"] < 300, answer
    return answer["body"]


def start(tab: Tab, game: str) -> str:
    """Make a table, deal the cards; the path of the table."""
    path = f"t/{json.loads(ask(tab, 'POST', 'api/tables', make_table_request(game, 3, rounds=1)))['table']}"
    tab.evaluate(GO, path)
    tab.click(".lobby .button.main")
    tab.wait_for(".table[data-busy=false]")
    return path


def play(tab: Tab, most: int = player.MAX_TAPS) -> None:
    """Play like somebody who sees only the screen."""
    asked = {"seed": 1, "patience": player.MAX_MILLISECONDS, "most": most, "until": player.END}
    played = tab.evaluate(player.SCRIPT, asked)
    assert (played["stuck"], played["covered"]) == ("", [])


def test_a_whole_game(tmp_path: Path) -> None:
    """The page is reloaded in the middle of a round, without a host: nothing is lost, and the record is sound."""
    with open_site(tmp_path) as (tab, _):
        path = start(tab, "classic")
        play(tab, most=3)
        tab.reload()
        tab.wait_for(".table")
        play(tab)
        tab.wait_for(".end h2")
        assert verify(ask(tab, "GET", f"api/{path.replace('t/', 'tables/')}/record")).outcome is not None


def test_a_browser_that_is_killed_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    """The table is as it was on the screen when the browser starts again."""
    with open_site(tmp_path) as (tab, address):
        path = start(tab, "classic")
        play(tab, most=5)
        shown = tab.evaluate(HAND)
        tab.kill()
    with open_firefox(tmp_path / "profile") as tab:
        prepare(tab)
        tab.goto(f"{address}/{path}")
        tab.wait_for(".table .hand")
        assert set(tab.evaluate(HAND)) <= set(shown)
        play(tab)


@pytest.mark.parametrize(
    ("locale", "words", "lesson"),
    [("de-DE", "Sofort", "Lernen"), ("en-GB", "Play now", "Learn"), ("fr-FR", "Jouer", "Apprendre")],
)
def test_three_languages_and_a_lesson(tmp_path: Path, locale: str, words: str, lesson: str) -> None:
    """All of them are kept, and the lesson of a game can be begun."""
    with open_site(tmp_path, locale) as (tab, _):
        tab.reload()
        tab.wait_for("button", words)
        tab.click("main a", lesson)
        tab.click("main .button.main")
        tab.wait_for(".lesson")


HAND = "() => [...document.querySelectorAll('.hand [data-card]')].map(held => held.dataset.card)"
