"""What people see of the operator's actions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

import player
from browser import Visit
from server_process import MAIN, UNLIMITED, start_server

pytestmark = pytest.mark.full


def act(*words: str) -> None:
    """Give a command as the operator, in another process: an event loop runs in this one."""
    subprocess.run([sys.executable, "-c", MAIN, "admin", *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def test_an_announcement_and_a_closed_table(visit: Visit, tmp_path: Path) -> None:
    """A restart is announced on every page in the reader's language; a closed table says so and leads home."""
    data = ("--data", str(tmp_path / "store"))
    with start_server(*data, *UNLIMITED) as (_, site):
        act("announce", "--minutes", "5", *data)
        page = visit(at=site)
        expect(page.get_by_role("status").filter(has_text="startet in 5 Minuten neu")).to_be_visible()
        other = visit("rules/classic", at=site, locale="fr-FR")
        expect(other.get_by_text("Le serveur redémarre dans 5 minutes")).to_be_visible()
        act("announce", "Gleich geht es weiter", *data)
        page.goto(player.make(page, "classic", 2))
        expect(page.get_by_text("Gleich geht es weiter")).to_be_visible()
        player.start(page)
        table = page.url.rpartition("/")[2].partition("#")[0]
        act("close", table, *data)
        expect(page.get_by_role("alert")).to_contain_text("hat diesen Tisch geschlossen")
        page.get_by_role("link", name="Startseite", exact=True).click()
        expect(page.get_by_role("heading").first).to_be_visible()
