"""The sensible bot of Zweikampf, in which nobody can decide anything."""

from __future__ import annotations

import pytest

from contest import leads


@pytest.mark.parametrize("long", [False, True])
def test_nothing_to_decide(long: bool) -> None:
    """Over both seats of a deal no bot is ahead."""
    assert set(leads("zweikampf", 2, 5, long=long)) == {0}
