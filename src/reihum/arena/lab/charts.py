"""The lab's findings as charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from reihum.arena.charts import (
    BLUE,
    GREEN,
    RED,
    ROW_HEIGHT,
    WIDTH,
    YELLOW,
    Panel,
    draw_bars,
    draw_dots,
    draw_fair_line,
    draw_grid,
    draw_heading,
    draw_histogram,
    draw_line,
    draw_picture,
    draw_row_names,
    draw_text,
    even_ticks,
    share_scale,
)
from reihum.arena.intervals import Estimate, Share
from reihum.arena.lab.elevens import Elevens
from reihum.arena.lab.report import Effect, LabReport, Rule
from reihum.arena.number_format import NumberFormat
from reihum.arena.players import labels
from reihum.engine.rule_pages import option_value
from reihum.texts import Texts

NAME_WIDTH = 190
"""The width of the names of rows."""


class LabCharts:
    """Draws the charts of a report in one language."""

    def __init__(self, report: LabReport, texts: Texts) -> None:
        self.report = report
        self.texts = texts
        self.numbers = NumberFormat(texts)
        self.name = texts.text(f"{report.game}.name")
        self.names = labels(report.bots)
        """How to call the bots."""

    def pictures(self) -> dict[str, str]:
        """Every chart that has something to show, by file name."""
        found = {"seats": self.seats(), "length": self.length()}
        if self.report.skill:
            found["skill"] = self.skill()
        if self.report.rules:
            found["rules"] = self.rules()
        if self.report.elevens:
            found["elevens"] = self.elevens(self.report.elevens)
        return {f"{name}.svg": drawn for name, drawn in found.items()}

    def page(self) -> str:
        """A page that shows all of them."""
        images = "\n".join(
            f'<p><img src="{file}" alt="{escape(self._title(file.removesuffix(".svg")))}"></p>'
            for file in self.pictures()
        )
        title = escape(self._text("lab.page", rounds=self.numbers.number(self.report.rounds)))
        head = f'<meta charset="utf-8"><title>{title}</title>'
        return f'<!doctype html>\n<html lang="{self.texts.language}">\n{head}\n<h1>{title}</h1>\n{images}\n</html>\n'

    # --- the pictures ---

    def seats(self) -> str:
        """Wins by seat, and in the order of turns."""
        left, right = Panel(56, 310), Panel(450, 310)
        seats = [str(seat) for seat in range(self.report.seats)]
        turns = [self._text("lab.turn", number=seat + 1) for seat in range(self.report.seats)]
        return self._drawn(
            "seats",
            [
                *draw_heading(left, self._text("lab.by-seat"), self._text("lab.dashed")),
                *self._shares(left, list(zip(seats, self.report.wins, strict=True)), BLUE),
                *draw_heading(right, self._text("lab.by-turn"), self._text("lab.dashed")),
                *self._shares(right, list(zip(turns, self.report.turns, strict=True)), GREEN),
            ],
        )

    def length(self) -> str:
        """How long rounds are."""
        found, panel = self.report.length, Panel(30, WIDTH - 60)
        marks = sorted({found.low, found.median, found.high})
        return self._drawn(
            "length",
            [
                *draw_heading(panel, self._text("lab.lengths"), self._text("lab.marks")),
                *draw_histogram(panel, found.counts, YELLOW, marks),
            ],
        )

    def skill(self) -> str:
        """What better bots win."""
        found = self.report.skill
        panel = Panel(250, WIDTH - 350, 62, 62 + ROW_HEIGHT * len(found))
        scale = panel.across(0, 1)
        labels = [self._text("lab.pair", bot=self.names[each.bot], against=self.others(each.against)) for each in found]
        at = scale(self.report.fair)
        parts = [
            *draw_heading(Panel(20, WIDTH), self._text("lab.skill"), self._text("lab.dashed-line")),
            *draw_grid(panel, [(self.numbers.percent(tick, 0), scale(tick)) for tick in even_ticks(0, 1)]),
            *draw_row_names(20, panel.top, labels),
            draw_line(at, panel.top, at, panel.bottom, colour=RED, width=1.5, stroke_dasharray="4 3"),
            *draw_dots(panel, [_scale(each.wins) for each in found], scale),
            *self._values(panel, [self.numbers.percent(each.wins.value) for each in found]),
        ]
        return self._drawn("skill", parts, panel.bottom + 40)

    def rules(self) -> str:
        """What house rules change."""
        found = self.report.rules
        bottom = 62 + ROW_HEIGHT * len(found)
        columns = [(name, changes) for name, changes in _columns(found) if any(changes)]
        width = (WIDTH - NAME_WIDTH - 20) // len(columns)
        parts = [*draw_row_names(20, 62, [rule_name(rule) for rule in found])]
        for number, (name, changes) in enumerate(columns):
            panel = Panel(NAME_WIDTH + width * number, width - 24, 62, bottom)
            parts += self._changes(panel, name, changes, 1 if name == "length" else 100)
        return self._drawn("rules", parts, bottom + 40)

    def elevens(self, found: Elevens) -> str:
        """Which eleven opens, and the value of elevens in the hand."""
        left, right = Panel(56, 310), Panel(450, 310)
        opens = [(self.texts.colour(colour), Estimate(share, share, share)) for colour, share in found.opens.items()]
        held = [(str(count), wins) for count, wins in found.held.items()]
        return self._drawn(
            "elevens",
            [
                *draw_heading(left, self._text("lab.opens"), self._text("lab.opens-how")),
                *draw_bars(left, [(name, _scale(each)) for name, each in opens], YELLOW, self._whole),
                *draw_heading(right, self._text("lab.held"), self._text("lab.dashed")),
                *self._shares(right, held, GREEN),
            ],
        )

    # --- their parts ---

    def others(self, bot: str) -> str:
        """The other bots at the table, in words."""
        return self.texts.text("arena.others", count=self.report.seats - 1, bot=self.names[bot])

    def _shares(self, panel: Panel, shares: Sequence[tuple[str, Estimate]], colour: str) -> Iterator[str]:
        """Bars, and the fair share."""
        found = [(name, _scale(each)) for name, each in shares]
        yield from draw_bars(panel, found, colour, self._whole)
        scale, _ = share_scale(panel, [share.high for _, share in found])
        yield draw_fair_line(panel.left, panel.left + panel.width, scale(self.report.fair))

    def _changes(self, panel: Panel, name: str, changes: Sequence[Effect | None], factor: int) -> Iterator[str]:
        """One column of changes, around zero."""
        shares = [_scale(each.change, factor) if each else Share(0, 0, 0) for each in changes]
        most = 1.15 * max(1.0, *(abs(bound) for share in shares for bound in share[1:]))
        scale = panel.across(-most, most)
        yield from draw_heading(
            panel, self._text(f"lab.rules.{name}"), self._text("lab.change" if factor == 1 else "lab.points")
        )
        yield from draw_grid(
            panel, [(self.numbers.signed(tick, 0), scale(tick)) for tick in even_ticks(-most, most, 5)]
        )
        yield draw_line(scale(0), panel.top, scale(0), panel.bottom, colour=RED, width=1.5, stroke_dasharray="4 3")
        yield from draw_dots(panel, shares, scale)

    def _values(self, panel: Panel, values: Sequence[str]) -> Iterator[str]:
        for number, value in enumerate(values):
            yield draw_text(WIDTH - 20, panel.top + ROW_HEIGHT * (number + 0.5) + 4, value, anchor="end")

    def _whole(self, share: float) -> str:
        return self.numbers.percent(share, 0)

    def _drawn(self, name: str, parts: Sequence[str], height: int = 270) -> str:
        return draw_picture(self._title(name), parts, height=height)

    def _title(self, name: str) -> str:
        return self._text(f"lab.picture.{name}")

    def _text(self, key: str, **values: object) -> str:
        return self.texts.text(key, name=self.name, seats=self.report.seats, **values)


def rule_name(rule: Rule) -> str:
    """A house rule in words."""
    return f"{rule.option} {option_value(rule.value)}"


def _columns(rules: Sequence[Rule]) -> Iterator[tuple[str, list[Effect | None]]]:
    """What is shown of all rules."""
    for name in ("length", "first", "dry", "skill"):
        yield name, [getattr(rule, name) for rule in rules]


def _scale(found: Estimate, factor: int = 1) -> Share:
    return Share(factor * found.value, factor * found.low, factor * found.high)
