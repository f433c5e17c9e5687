"""A contest as a picture: how often each bot wins against whom, and the ratings."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.arena.charts import (
    GREEN,
    LINE,
    RED,
    WIDTH,
    Panel,
    dots,
    even,
    grid,
    heading,
    line,
    picture,
    rows,
    text,
)
from reihum.arena.intervals import Share
from reihum.arena.number_format import Numerals
from reihum.arena.players import labels
from reihum.arena.standings import Standing, Standings
from reihum.texts import Texts

TOP = 62
NAMES = 230
"""The width of the names of rows."""

LONGEST = 34
"""So many letters of a name are shown: a program's command may be long."""


def plot(found: Standings, texts: Texts) -> str:
    """The picture of a contest."""
    split = TOP + LINE * len(found.standings)
    top = split + 40 + TOP
    bottom = top + LINE * len(found.ratings)
    wins, ratings = Panel(NAMES, WIDTH - NAMES - 90, TOP, split), Panel(NAMES, WIDTH - NAMES - 90, top, bottom)
    name = texts.text(f"{found.game}.name")
    title = texts.text("arena.plot.title", name=name, seats=found.seats, deals=found.deals)
    parts = [*_wins(wins, found, texts, title), *_ratings(ratings, found, texts)]
    return picture(title, parts, height=bottom + 40)


def against(standing: Standing, found: Standings, texts: Texts) -> str:
    """Whom a bot plays against."""
    if not standing.against:
        return texts.text("arena.all")
    return texts.text("arena.others", count=found.seats - 1, bot=names(found)[standing.against])


def names(found: Standings) -> dict[str, str]:
    """What to call the bots."""
    return labels([each.bot for each in found.ratings])


def _wins(panel: Panel, found: Standings, texts: Texts, title: str) -> Iterator[str]:
    numerals = Numerals(texts)
    scale = panel.across(0, 1)
    yield from heading(Panel(20, panel.width, panel.top), title, texts.text("arena.plot.wins"))
    yield from grid(panel, [(numerals.percent(tick, 0), scale(tick)) for tick in even(0, 1)])
    pairs = [f"{names(found)[each.bot]} – {against(each, found, texts)}" for each in found.standings]
    yield from rows(20, panel.top, [_short(pair) for pair in pairs])
    for number, each in enumerate(found.standings):
        top = panel.top + LINE * number
        yield line(scale(each.fair), top + 3, scale(each.fair), top + LINE - 3, colour=RED, stroke_dasharray="4 3")
        value = numerals.percent(each.wins.value)
        yield text(WIDTH - 20, top + LINE / 2 + 4, value, anchor="end")
    yield from dots(panel, [Share(each.wins.value, each.wins.low, each.wins.high) for each in found.standings], scale)


def _ratings(panel: Panel, found: Standings, texts: Texts) -> Iterator[str]:
    numerals = Numerals(texts)
    shares = [Share(each.rating.value, each.rating.low, each.rating.high) for each in found.ratings]
    ends = [abs(number) for share in shares for number in share if abs(number) < float("inf")]
    most = 1.1 * max([50.0, *ends])
    scale = panel.across(-most, most)
    yield from heading(
        Panel(20, panel.width, panel.top), texts.text("arena.plot.rating"), texts.text("arena.plot.ratings")
    )
    yield from grid(panel, [(numerals.signed(tick, 0), scale(tick)) for tick in even(-most, most, 6)])
    yield from rows(20, panel.top, [_short(names(found)[each.bot]) for each in found.ratings])
    for number, each in enumerate(found.ratings):
        y = panel.top + LINE * (number + 0.5) + 4
        yield text(WIDTH - 20, y, numerals.signed(each.rating.value, 0), anchor="end")
    yield from dots(panel, shares, scale, GREEN)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
