"""The first visit costs little."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from benchmarks.page import KILOBYTES, first_visit


@pytest.mark.parametrize("locale", ["de-DE", "en-GB", "fr-FR"])
def test_the_first_visit_is_light(chromium: Browser, site: str, locale: str) -> None:
    """All that the home page needs, as it is transferred, packed."""
    files = first_visit(chromium, site, locale)
    assert any(name.endswith(f"/api/texts/{locale[:2]}") for name in files)
    assert sum(files.values()) / 1024 < KILOBYTES, files
