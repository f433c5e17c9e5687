"""A new version of the page without a server: it is used as a whole or not at all, and never loses what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import SIZES
from reihum.api.engine_files import Files, add_named
from reihum.cli.site import PAGE, SERVICE_WORKER, SITE_WORKER, fill_worker, make_site
from static_site import KEPT, SUB_PATH, check_site, go, host_site
from tools.browser import visitor
from waiting import block_until

pytestmark = pytest.mark.full

OLD_WORDS, NEW_WORDS = "Zum Inhalt", "Weiter zum Inhalt"
NEW = "meta[name=version]"

UPDATE = """async () => {
    const found = await navigator.serviceWorker.getRegistration()
    await found.update()
    const { installing } = found
    if (!installing) return found.waiting ? 'installed' : 'redundant'
    return new Promise(done => installing.onstatechange = () => done(installing.state))
}"""
"""Looks for a new version and fetches it; gives what became of it."""


def make_version_two() -> tuple[Files, str]:
    """A version with other texts, and so another document and another service worker; also the path of its texts."""
    files = make_site()
    (old,) = [name for name in files if name.startswith("texts/de-")]
    new = add_named(files, "texts/de", files.pop(old).replace(OLD_WORDS.encode(), NEW_WORDS.encode()))
    index = files["index.html"].decode().replace(old, new)
    files["index.html"] = index.replace("<base", '<meta name="version" content="two" /><base').encode()
    files[SERVICE_WORKER] = fill_worker((PAGE / SITE_WORKER).read_text(), files).encode()
    return files, new


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A new visitor with a phone."""
    context = visitor(chromium, SIZES["phone"])
    yield context
    context.close()


def expect_version(page: Page, words: str, count: int) -> None:
    """The page shows the words of one version, in the document of the same version."""
    expect(page.get_by_role("link", name=words, exact=True)).to_be_attached()
    expect(page.locator(NEW)).to_have_count(count)


def test_a_version_is_taken_as_a_whole(context: BrowserContext, tmp_path: Path) -> None:
    """While one of its files is missing the old version stays, without network too. When it is complete, whatever is
    opened has it, and a tab with the old version goes on."""
    check_site()
    with host_site(tmp_path) as address:
        page = context.new_page()
        page.goto(f"{address}/")
        block_until(lambda: page.evaluate(KEPT))
        files, texts = make_version_two()
        for name in files.keys() - {texts}:
            (tmp_path / SUB_PATH / name).write_bytes(files[name])
        assert page.evaluate(UPDATE) == "redundant"
        context.set_offline(True)
        page.reload()
        expect_version(page, OLD_WORDS, 0)
        expect(page.get_by_role("button", name="Sofort spielen")).to_be_enabled()
        expect(page.locator(".engine")).to_have_count(0)
        context.set_offline(False)
        (tmp_path / SUB_PATH / texts).write_bytes(files[texts])
        assert page.evaluate(UPDATE) == "installed"
        context.set_offline(True)
    second = context.new_page()
    second.goto(f"{address}/rules/classic")
    expect_version(second, NEW_WORDS, 1)
    go(page, "rules/classic")
    expect(page.get_by_role("heading", name="Elfer-Klassiker")).to_be_visible()
    expect_version(page, OLD_WORDS, 0)
