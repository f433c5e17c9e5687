"""Where lines may break: never at a no-break space, as before the “!” of French."""

from __future__ import annotations

import re

from rich import _wrap

_NO_BREAK = "\u00a0\u202f"
_SPACE = rf"[^\S{_NO_BREAK}]"


def respect_no_break_spaces() -> None:
    """Make rich keep words together that a no-break space joins."""
    _wrap.re_word = re.compile(rf"{_SPACE}*[\S{_NO_BREAK}]+{_SPACE}*")
