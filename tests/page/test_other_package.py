"""A game of another package on the page: with its own texts and picture, played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import player
from browser import Visit
from server_process import UNLIMITED, start_server
from template import ID, install_template

pytestmark = pytest.mark.full


def test_the_game_of_a_template_is_played(visit: Visit, tmp_path: Path) -> None:
    """Nothing on the page knows the game, and it can be read about and played all the same."""
    installed = install_template(tmp_path)
    with start_server("--data", str(tmp_path / "tables.sqlite"), *UNLIMITED, PYTHONPATH=str(installed)) as (_, address):
        page = visit(f"rules/{ID}", at=address)
        expect(page.get_by_role("heading", name="Höher oder tiefer")).to_be_visible()
        page.goto(player.make(page, ID, 2, rounds=1))
        player.start(page)
        assert sum(player.play(page).taps.values()) > 0
        expect(page.locator(".end h2")).to_be_in_viewport()
