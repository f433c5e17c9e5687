"""Sheets that cover the table for a while: help, points, rules, the result of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reihum.cli.fullscreen.frame import CONSOLE
from reihum.cli.fullscreen.offers import COMMAND_KEYS, Offer
from reihum.cli.labels import label_verb
from reihum.cli.scores import describe_round_end, describe_standings, draw_scores
from reihum.games import GAMES
from reihum.matches import MatchView
from reihum.texts import Texts

KEY_WIDTH = 12


class Sheet:
    """Lines that can be turned. ``things`` are drawn when the width is known; ``min_ms`` is how long they are on the
    screen at least."""

    def __init__(self, things: Sequence[RenderableType], min_ms: int = 0) -> None:
        self.min_ms = min_ms
        self._things = things
        self._top = 0
        self._height = 1

    def turn(self, lines: int) -> None:
        """Go some lines on or back."""
        self._top = max(0, self._top + lines)

    def turn_page(self, step: int) -> None:
        """Go a page on or back."""
        self.turn(step * max(1, self._height - 1))

    def draw(self, width: int, height: int, foot: Text) -> list[Text]:
        """Draw the part that fits above the line at the foot."""
        self._height = height - 1
        lines = list(render_lines(self._things, width))
        self._top = min(self._top, max(0, len(lines) - self._height))
        shown = lines[self._top : self._top + self._height]
        if len(lines) > self._height:
            foot = foot.copy().append(f"   ↑↓ {self._top + len(shown)}/{len(lines)}")
        return [*shown, *([Text()] * (self._height - len(shown))), foot]


def render_lines(things: Iterable[RenderableType], width: int) -> Iterator[Text]:
    """Draw texts and tables as lines."""
    options = CONSOLE.options.update(width=width, height=None)
    for thing in things:
        for line in CONSOLE.render_lines(thing, options, pad=False):
            yield Text.assemble(*((segment.text, segment.style or "") for segment in line))


def describe_points(seen: MatchView, texts: Texts) -> list[RenderableType]:
    """The score sheet; if no round is over yet, it says so."""
    return [draw_scores(seen, texts)] if seen.sheet else [Text(texts.text("cli.score.none"))]


def describe_result(seen: MatchView, texts: Texts) -> list[RenderableType]:
    """How the round ended, the points, and at the end of a match the places."""
    things: list[RenderableType] = [Text(), *describe_round_end(seen.view, texts), Text(), draw_scores(seen, texts)]
    if seen.outcome is not None:
        things += describe_standings(seen.outcome, texts, GAMES[seen.view.game].texts)
    return things


def describe_keys(
    offers: Sequence[Offer], calls: Sequence[str], letters: dict[str, str], seen: MatchView, texts: Texts
) -> list[RenderableType]:
    """What the keys do now: only what is possible."""
    family = GAMES[seen.view.game].texts
    things: list[RenderableType] = [
        Text(texts.text("cli.screen.help.now"), "bold"),
        Text(texts.message(seen.view.prompt)),
    ]
    things += [_describe(offer.key, offer.label) for offer in offers]
    things += [_describe(letters[call], label_verb(call, family, texts)) for call in calls]
    things += (
        [_describe(key, texts.text(f"cli.screen.help.{name}")) for key, name in POINTING] if seen.view.moves else []
    )
    things += [Text(), Text(texts.text("cli.screen.help.always"), "bold")]
    things += [_describe(key, texts.text(f"cli.screen.help.{name}")) for name, key in COMMAND_KEYS.items()]
    things += [_describe(key, texts.text(f"cli.screen.help.{name}")) for key, name in OTHER_KEYS]
    return things


POINTING = (("0 … 9", "number"), ("← → ↑ ↓ ⏎", "arrows"))
OTHER_KEYS = (("+ -", "pace"), ("PgUp PgDn", "log"))


def _describe(key: str, meaning: str) -> Table:
    """A key and what it does; a long meaning goes on below itself."""
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_column(width=KEY_WIDTH, style="bold cyan", no_wrap=True)
    line.add_column()
    line.add_row(f"  {key}", Text(meaning))
    return line
