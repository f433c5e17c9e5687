"""The page's own tests and type checks, which need Node and no browser."""

from __future__ import annotations

import pytest

from tools import page


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_page_by_itself(script: str) -> None:
    """Types and accessibility hints; what is known without a DOM."""
    try:
        npm = page.ready()
    except page.Fault as fault:
        pytest.skip(f"the page's own tests need Node: {fault}")
    npm("run", script)
