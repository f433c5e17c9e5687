"""The page without a server in Firefox, from plain files under a sub-path, and after the first visit without a host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import player
from browser import SIZES
from firefox import MISSING, Tab, find_firefox, open_firefox
from missing import cannot_test
from page.test_accessibility import AXE, FINDINGS
from reihum.games.registry import GAMES
from reihum.matches import verify
from static_site import ASK, GO, KEEP_WORKER, KEPT, check_site, choose_round, host_site, make_table_request
from waiting import block_until

pytestmark = pytest.mark.full


@contextmanager
def open_site(folder: Path, locale: str = "de-DE", size: str = "phone") -> Iterator[tuple[Tab, str]]:
    """The page in a Firefox that has visited it once, and its address; the host is gone."""
    check_site()
    if find_firefox() is None:
        cannot_test(MISSING)
    with open_firefox(folder / "profile") as tab:
        prepare(tab, locale, size)
        with host_site(folder / "host") as address:
            tab.goto(f"{address}/")
            block_until(lambda: tab.evaluate(KEPT))
        yield tab, address


def prepare(tab: Tab, locale: str = "de-DE", size: str = "phone") -> None:
    """Give the window the size of a device, and let tests ask the engine."""
    tab.resize(*SIZES[size])
    tab.use_locale(locale)
    tab.add_script(KEEP_WORKER)


def ask(tab: Tab, method: str, path: str, body: Any = None) -> Any:
    """Ask the engine of the page."""
    answer = tab.evaluate(ASK, [method, path, None if body is None else json.dumps(body)])
    assert answer["status"] < 300, answer
    return answer["body"]


def start(tab: Tab, game: str, **settings: Any) -> str:
    """Make a table, deal the cards; the path of the table."""
    request = make_table_request(game, **{"seats": 3, "rounds": 1} | settings)
    path = f"t/{json.loads(ask(tab, 'POST', 'api/tables', request))['table']}"
    tab.evaluate(GO, path)
    tab.click(".lobby .button.main")
    tab.wait_for(".table[data-busy=false]")
    return path


def play(tab: Tab, most: int = player.MAX_TAPS) -> None:
    """Play like somebody who sees only the screen."""
    asked = {"seed": 1, "patience": player.MAX_MILLISECONDS, "most": most, "until": player.END}
    played = tab.evaluate(player.SCRIPT, asked)
    assert (played["stuck"], played["covered"]) == ("", [])


def read_record(tab: Tab, path: str) -> str:
    """The record of a match."""
    return str(ask(tab, "GET", f"api/{path.replace('t/', 'tables/')}/record"))


def test_a_whole_game(tmp_path: Path) -> None:
    """The page is reloaded in the middle of a round, without a host: nothing is lost, and the record is sound."""
    with open_site(tmp_path) as (tab, _):
        path = start(tab, "junior")
        play(tab, most=3)
        tab.reload()
        tab.wait_for(".table")
        play(tab)
        tab.wait_for(".end h2")
        assert verify(read_record(tab, path)).outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize(("game", "size"), [(game, ("phone", "desktop")[at % 2]) for at, game in enumerate(GAMES)])
def test_every_game(tmp_path: Path, game: str, size: str) -> None:
    """One whole round of each, by somebody who sees only the screen."""
    with open_site(tmp_path, size=size) as (tab, _):
        path = start(tab, game, **choose_round(game))
        play(tab)
        assert verify(read_record(tab, path)).outcome is not None


@pytest.mark.soak
def test_a_match_goes_on_after_the_browser_was_killed(tmp_path: Path) -> None:
    """Killed in the middle of the first of three rounds, the table is as it was on the screen when the browser starts
    again, without a host. The other rounds are played then."""
    with open_site(tmp_path) as (tab, address):
        path = start(tab, "hoechste-karte", rounds=3)
        play(tab, most=3)
        shown = tab.evaluate(HAND)
        tab.kill()
    with open_firefox(tmp_path / "profile") as tab:
        prepare(tab)
        tab.goto(f"{address}/{path}")
        tab.wait_for(".table .hand")
        assert set(tab.evaluate(HAND)) <= set(shown)
        for dealt in (1, 2, 3):
            play(tab)
            assert len(tab.evaluate(ROUNDS)) == dealt
            if dealt < 3:
                tab.click(".end .button.main")
                block_until(lambda: not tab.evaluate(f"() => document.querySelector('{player.END}') !== null"))
        assert verify(read_record(tab, path)).outcome is not None


@pytest.mark.soak
def test_replay_review_and_verification(tmp_path: Path) -> None:
    """A match is looked at step by step and with an expert's eyes. Its record passes; one without a move does not."""
    with open_site(tmp_path) as (tab, _):
        path = start(tab, "classic", seats=2)
        play(tab)
        record = read_record(tab, path)
        tab.evaluate(GO, f"{path}/replay?from=0")
        tab.wait_for(".stage .table")
        tab.click("[aria-label=Weiter]")
        tab.wait_for("main", "Zug 1 von")
        tab.evaluate(GO, "history")
        block_until(lambda: tab.evaluate("() => document.querySelector('input[type=file]') !== null"))
        for content, words in ((record, "Alles stimmt: Elfer-Klassiker."), (leave_out(record, 5), "Das stimmt nicht.")):
            tab.evaluate(CHOOSE_FILE, content)
            tab.wait_for("main", words)
        tab.evaluate(GO, f"{path}/replay?from=0&review")
        tab.wait_for(".plot .mark")


def leave_out(record: str, number: int) -> str:
    """A record without one of its lines."""
    lines = record.splitlines()
    return "\n".join(lines[:number] + lines[number + 1 :])


@pytest.mark.soak
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing(tmp_path: Path, size: str) -> None:
    """On the first page, the rules, in the lobby, at a table before and after the round, and in the history."""
    with open_site(tmp_path, size=size) as (tab, _):
        found = find_faults(tab)
        for place in ("rules/classic", "learn/ratefix", "history"):
            tab.evaluate(GO, place)
            found += find_faults(tab)
        start(tab, "classic")
        play(tab, most=6)
        found += find_faults(tab)
        play(tab)
        assert found + find_faults(tab) == []


def find_faults(tab: Tab) -> list[str]:
    """What axe finds wrong on the page."""
    tab.wait_for("h1")
    tab.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    found: list[str] = tab.evaluate(FINDINGS)
    return found


@pytest.mark.soak
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
ROUNDS = "() => [...document.querySelectorAll('.end tbody tr')].map(row => row.textContent)"
CHOOSE_FILE = """content => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([content], 'record.jsonl'))
    const field = document.querySelector('input[type=file]')
    field.files = chosen.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
}"""
