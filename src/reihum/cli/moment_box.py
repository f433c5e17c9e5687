"""A moment in the terminal: what was decided, in a small box with the cards side by side and the result."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from reihum.engine import Shown
from reihum.engine.events import Moment
from reihum.texts import Texts

MAX_WIDTH = 64


def draw_moment(shown: Shown, family: str, texts: Texts) -> str:
    """Draw the moment of an event. ``family`` is the first part of the game's message keys."""
    assert shown.moment is not None
    lines = [
        *_wrap("   ".join(_list_cards(shown.moment, texts))),
        *_wrap("   ".join(_list_figures(shown.moment, texts))),
        *_wrap(texts.message(shown.message(family))),
    ]
    width = max(map(len, lines))
    inner = "\n".join(f"│ {line:<{width}} │" for line in lines)
    return f"╭{'─' * (width + 2)}╮\n{inner}\n╰{'─' * (width + 2)}╯"


def _wrap(text: str) -> list[str]:
    return wrap(text, MAX_WIDTH, replace_whitespace=False)


def _list_cards(moment: Moment, texts: Texts) -> Iterator[str]:
    """The cards, each with the player it belongs to, where these differ."""
    shared = len({one.seat for one in moment.cards}) == 1
    for one in moment.cards:
        owner = "" if shared or one.seat is None else f" {texts.player(one.seat)}"
        yield f"{texts.card(one.card)}{owner}"


def _list_figures(moment: Moment, texts: Texts) -> Iterator[str]:
    """What every player said or has, and the figure that decides."""
    if moment.figures:
        yield from (f"{texts.player(seat)}: {figure}" for seat, figure in enumerate(moment.figures))
        yield f"= {moment.figure}"
