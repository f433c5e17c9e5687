"""A contest as a picture: how often each bot wins against which others, and the ratings."""

from __future__ import annotations

from collections.abc import Iterator

from reihum.arena.charts import (
    GREEN,
    RED,
    ROW_HEIGHT,
    WIDTH,
    Panel,
    draw_dots,
    draw_grid,
    draw_heading,
    draw_line,
    draw_picture,
    draw_row_names,
    draw_text,
    even_ticks,
)
from reihum.arena.intervals import Share
from reihum.arena.number_format import NumberFormat
from reihum.arena.players import labels
from reihum.arena.standings import BotStanding, Standings
from reihum.texts import Texts

TOP = 62
NAME_WIDTH = 230
"""The width of the names of rows."""

MAX_NAME_LETTERS = 34
"""Longer names are cut: a program's command may be long."""


def draw_contest(found: Standings, texts: Texts) -> str:
    """The picture of a contest."""
    split = TOP + ROW_HEIGHT * len(found.standings)
    top = split + 40 + TOP
    bottom = top + ROW_HEIGHT * len(found.ratings)
    wins, ratings = (
        Panel(NAME_WIDTH, WIDTH - NAME_WIDTH - 90, TOP, split),
        Panel(NAME_WIDTH, WIDTH - NAME_WIDTH - 90, top, bottom),
    )
    name = texts.text(f"{found.game}.name")
    title = texts.text("arena.plot.title", name=name, seats=found.seats, deals=found.deals)
    parts = [*_draw_wins(wins, found, texts, title), *_draw_ratings(ratings, found, texts)]
    return draw_picture(title, parts, height=bottom + 40)


def describe_opponents(standing: BotStanding, found: Standings, texts: Texts) -> str:
    """The opponents of a bot, in words."""
    if not standing.against:
        return texts.text("arena.all")
    return texts.text("arena.others", count=found.seats - 1, bot=bot_names(found)[standing.against])


def bot_names(found: Standings) -> dict[str, str]:
    """How to call the bots."""
    return labels([each.bot for each in found.ratings])


def _draw_wins(panel: Panel, found: Standings, texts: Texts, title: str) -> Iterator[str]:
    numbers = NumberFormat(texts)
    scale = panel.across(0, 1)
    yield from draw_heading(Panel(20, panel.width, panel.top), title, texts.text("arena.plot.wins"))
    yield from draw_grid(panel, [(numbers.percent(tick, 0), scale(tick)) for tick in even_ticks(0, 1)])
    pairs = [f"{bot_names(found)[each.bot]} – {describe_opponents(each, found, texts)}" for each in found.standings]
    yield from draw_row_names(20, panel.top, [_shorten(pair) for pair in pairs])
    for number, each in enumerate(found.standings):
        top = panel.top + ROW_HEIGHT * number
        yield draw_line(
            scale(each.fair), top + 3, scale(each.fair), top + ROW_HEIGHT - 3, colour=RED, stroke_dasharray="4 3"
        )
        value = numbers.percent(each.wins.value)
        yield draw_text(WIDTH - 20, top + ROW_HEIGHT / 2 + 4, value, anchor="end")
    yield from draw_dots(
        panel, [Share(each.wins.value, each.wins.low, each.wins.high) for each in found.standings], scale
    )


def _draw_ratings(panel: Panel, found: Standings, texts: Texts) -> Iterator[str]:
    numbers = NumberFormat(texts)
    shares = [Share(each.rating.value, each.rating.low, each.rating.high) for each in found.ratings]
    ends = [abs(number) for share in shares for number in share if abs(number) < float("inf")]
    most = 1.1 * max([50.0, *ends])
    scale = panel.across(-most, most)
    yield from draw_heading(
        Panel(20, panel.width, panel.top), texts.text("arena.plot.rating"), texts.text("arena.plot.ratings")
    )
    yield from draw_grid(panel, [(numbers.signed(tick, 0), scale(tick)) for tick in even_ticks(-most, most, 6)])
    yield from draw_row_names(20, panel.top, [_shorten(bot_names(found)[each.bot]) for each in found.ratings])
    for number, each in enumerate(found.ratings):
        y = panel.top + ROW_HEIGHT * (number + 0.5) + 4
        yield draw_text(WIDTH - 20, y, numbers.signed(each.rating.value, 0), anchor="end")
    yield from draw_dots(panel, shares, scale, GREEN)


def _shorten(name: str) -> str:
    return name if len(name) <= MAX_NAME_LETTERS else f"{name[: MAX_NAME_LETTERS - 1]}…"
