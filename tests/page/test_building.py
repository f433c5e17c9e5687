"""Tests of the page are left out where Node or a browser is missing, and fail where the page is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import browser
import missing
from tools import page

BROKEN = page.Npm(sys.executable, "-c", "raise SystemExit('the network is down')")


@pytest.fixture(autouse=True)
def somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine with a browser, a page that is older than its sources, and nothing to build it with."""
    monkeypatch.delenv(missing.COMPLETE, raising=False)
    monkeypatch.setattr(page, "WEB", tmp_path)
    monkeypatch.setattr(page, "is_fresh", lambda: False)
    monkeypatch.setattr(page, "has_libraries", lambda: False)
    monkeypatch.setattr(page, "has_npm", lambda: False)
    monkeypatch.setattr(page, "every_npm", lambda: iter(()))
    monkeypatch.setattr(browser, "program", lambda: "chromium")


def test_no_node(capsys: pytest.CaptureFixture[str]) -> None:
    """It is said, and `make test` goes on without the page."""
    with pytest.raises(page.NoNode):
        page.ready()
    assert page.main([]) == page.NO_NODE
    assert page.NEEDED in capsys.readouterr().err
    with pytest.raises(pytest.skip.Exception, match="NOT TESTED: Node"):
        browser.check_page()


def test_a_page_that_cannot_be_built(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With Node there is no excuse: neither that its libraries could not be fetched, nor an old page."""
    monkeypatch.setattr(page, "every_npm", lambda: iter([BROKEN]))
    monkeypatch.setattr(page, "has_npm", lambda: True)
    with pytest.raises(page.Fault) as caught:
        page.ready()
    assert not isinstance(caught.value, page.NoNode)
    assert page.main([]) == 1
    assert "the network is down" in capsys.readouterr().err
    with pytest.raises(pytest.fail.Exception, match="not built, or older"):
        browser.check_page()


def test_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of the page are left out, and it is said why."""
    monkeypatch.setattr(browser, "program", lambda: None)
    with pytest.raises(pytest.skip.Exception, match="NOT TESTED: there is no Chromium"):
        browser.check_page()


def test_a_page_as_it_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was built elsewhere needs no Node."""
    monkeypatch.setattr(page, "is_fresh", lambda: True)
    browser.check_page()


def test_a_machine_that_can_have_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, what is missing is a fault."""
    monkeypatch.setenv(missing.COMPLETE, "1")
    with pytest.raises(pytest.fail.Exception, match="Node"):
        browser.check_page()
