"""The first visit costs little."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.page import KILOBYTES, first_visit
from static_site import FileHandler, PackingHandler, check_site, host_site

PLAIN_KILOBYTES = 470.0
"""What docs/deploy.md says of a host that does not compress."""


@pytest.mark.parametrize("locale", ["de-DE", "en-GB", "fr-FR"])
def test_the_first_visit_is_light(chromium: Browser, site: str, locale: str) -> None:
    """All that the home page needs, as it is transferred, packed."""
    files = first_visit(chromium, site, locale)
    assert any(name.endswith(f"/api/texts/{locale[:2]}") for name in files)
    assert sum(files.values()) / 1024 < KILOBYTES, files


@pytest.mark.full
@pytest.mark.parametrize(("handler", "most"), [(PackingHandler, KILOBYTES), (FileHandler, PLAIN_KILOBYTES)])
def test_the_first_visit_without_a_server_is_light(
    chromium: Browser, tmp_path: Path, handler: type[FileHandler], most: float
) -> None:
    """All that the home page needs before the engine: from a host that compresses, and from one that does not."""
    check_site()
    with host_site(tmp_path, handler) as address:
        files = first_visit(chromium, f"{address}/", "fr-FR")
    page = {name: size for name, size in files.items() if "/engine/" not in name}
    assert any("/texts/fr-" in name for name in page)
    assert sum(page.values()) / 1024 < most, page
