"""The page's own tests and type checks, which need Node and no browser."""

from __future__ import annotations

import pytest

from missing import cannot_test
from tools import page


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_page_by_itself(script: str) -> None:
    """Types and accessibility hints; what is known without a DOM."""
    try:
        npm = page.ready()
    except page.NoNode as missing:
        cannot_test(str(missing))
    npm("run", script)
