"""``reihum.show``: a view or a state in the terminal, as ``reihum play`` draws it."""

from __future__ import annotations

import os

from reihum.cli.card_symbols import SymbolTexts
from reihum.cli.screen import Screen
from reihum.cli.table import draw_table
from reihum.engine import State, View
from reihum.engine.open_views import open_view
from reihum.matches import Match, MatchView
from reihum.texts import LANGUAGES, detect


def show(value: View | State | MatchView | Match, language: str | None = None) -> None:
    """Draw a table on standard output, in colour if that is a terminal. A state or a match is drawn face up. Without a
    language it is the one of your environment."""
    chosen = detect(os.environ) if language is None else language
    if chosen not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}")
    if isinstance(value, MatchView):
        value = value.view
    elif isinstance(value, Match):
        value = value.state
    view = open_view(value) if isinstance(value, State) else value
    screen = Screen(chosen)
    texts = SymbolTexts(chosen)
    screen.print(*draw_table(view, texts, screen.out.width), texts.message(view.prompt))
