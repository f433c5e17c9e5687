"""Taking one's identity to another device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import player
from browser import Visit

pytestmark = pytest.mark.full


def test_another_device_knows_my_tables(visit: Visit) -> None:
    """The page makes a link; the other device opens it, says yes, and is me."""
    page = visit()
    page.goto(player.make(page, "classic", 3))
    player.start(page)
    page.goto(page.url.split("/t/")[0] + "/device")
    page.get_by_role("button", name="Link erzeugen").click()
    link = page.get_by_label("Öffne diesen Link auf dem anderen Gerät")
    expect(link).to_be_visible()
    path = link.input_value().split("/", 3)[3]
    other = visit(path, size="phone")
    other.get_by_role("button", name="Ja, das bin ich").click()
    expect(other.locator("a[href*='t/t-']").first).to_be_visible()
