"""``reihum lab``: seats, length, house rules and luck of a game, as tables and pictures."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from reihum.arena.lab import Lab, LabReport, default_rounds, plan_trials, run_lab, run_lab_within
from reihum.arena.lab.charts import LabCharts, rule_name
from reihum.arena.lab.elevens import Elevens
from reihum.arena.lab.report import Effect
from reihum.arena.lab.simulator_trials import can_simulate
from reihum.arena.lab.trials import Trial
from reihum.arena.number_format import NumberFormat
from reihum.arena.players import check_bot, labels
from reihum.cli.arena import make_table, show_progress, show_time
from reihum.cli.arguments import LabArguments
from reihum.cli.files import BadFile, write_record
from reihum.cli.game_choice import choose_game
from reihum.cli.game_options import spell_flag, spell_value
from reihum.cli.screen import Screen
from reihum.engine import Game
from reihum.games import GAMES

if TYPE_CHECKING:
    from rich.table import Table

SIMULATED, PLAYED = ("random", "eager", "solid"), ("random", "sensible")
"""Quick bots that differ in skill, the weakest first: on the simulator, and elsewhere."""

TRIALS_SHARE = 0.9
"""The part of a limited time in which rounds are played; summing up takes the rest."""


def investigate_game(screen: Screen, arguments: LabArguments) -> None:
    """Investigate a game and report it."""
    start = perf_counter()
    game = choose_game(arguments.game, arguments.seats, arguments.options)
    bots = choose_ladder(game, arguments.bots)
    seed = arguments.seed or secrets.token_hex(16)
    jobs = arguments.jobs or os.cpu_count() or 1
    with_rules = not arguments.without_rules
    lab = Lab(game=game, bots=bots, seed=seed, rounds=arguments.rounds or 0, jobs=jobs, with_rules=with_rules)
    if arguments.seconds and not arguments.rounds:
        found = _investigate_within(screen, lab, arguments.seconds, start)
    else:
        found = _investigate(screen, structs.replace(lab, rounds=lab.rounds or default_rounds(game, bots, seed)))
    if arguments.pictures:
        write_pictures(screen, found, arguments.pictures)
    if arguments.as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        LabSheet(screen, found).show()
        if arguments.pictures:
            screen.say("lab.drawn", folder=str(arguments.pictures), whole=True, style="dim")


def _investigate(screen: Screen, lab: Lab) -> LabReport:
    """Play as many rounds as are planned."""
    with show_progress(screen, "lab.running", sum(trial.rounds for trial in plan_trials(lab))) as progress:
        return run_lab(lab, progress.advance, lambda trial: progress.describe(describe_trial(screen, trial)))


def _investigate_within(screen: Screen, lab: Lab, seconds: int, start: float) -> LabReport:
    """Play for a limited time, which has begun at ``start``."""
    with show_time(screen, "lab.running", seconds) as progress:
        left = TRIALS_SHARE * seconds - (perf_counter() - start)
        return run_lab_within(lab, left, lambda trial: progress.describe(describe_trial(screen, trial)), perf_counter)


def describe_trial(screen: Screen, trial: Trial) -> str:
    """What is played now, in words."""
    if trial.rule is not None:
        return _describe_rule(screen, trial.rule)
    if trial.bot:
        return _describe_pair(screen, (trial.bot, trial.other))
    return screen.text("lab.step.base")


def _describe_rule(screen: Screen, rule: tuple[str, Any]) -> str:
    return screen.text("lab.step.rule", rule=spell_flag(*rule))


def _describe_pair(screen: Screen, pair: tuple[str, str]) -> str:
    bot, against = (labels(pair)[name] for name in pair)
    return screen.text("lab.step.skill", bot=bot, against=against)


def choose_ladder(game: Game, wanted: str | None) -> tuple[str, ...]:
    """Choose the bots to compare: by name, or the quick ones of the game."""
    if wanted:
        names = tuple(dict.fromkeys(name.strip() for name in wanted.split(",")))
        for name in names:
            check_bot(game, name)
        return names
    simulated, played = (tuple(name for name in names if name in game.facts.levels) for names in (SIMULATED, PLAYED))
    return simulated if can_simulate(game, simulated) else played


def write_pictures(screen: Screen, found: LabReport, folder: Path) -> None:
    """Write the pictures, and a page that shows them."""
    gallery = LabCharts(found, screen.texts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile("cli.write", file=str(folder), detail=error.strerror) from None
    for name, content in (*gallery.pictures().items(), ("index.html", gallery.page())):
        write_record(folder / name, content)


class LabSheet:
    """The report for people at a terminal."""

    def __init__(self, screen: Screen, found: LabReport) -> None:
        self.screen = screen
        self.found = found
        self.numerals = NumberFormat(screen.texts)
        self.gallery = LabCharts(found, screen.texts)

    def show(self) -> None:
        """Print all sections."""
        self._title()
        self._who_wins()
        self._length()
        if self.found.skill:
            self._heading("lab.skill")
            self.screen.print(self._skill())
            self.screen.say("lab.luck-how", style="dim")
        if self.found.rules:
            self._heading("lab.rules")
            self.screen.print(self._rules())
            self.screen.say("lab.rules-how", style="dim")
        if self.found.elevens:
            self._elevens(self.found.elevens)
        left_out = [
            *(_describe_pair(self.screen, pair) for pair in self.found.pairs_left_out),
            *(_describe_rule(self.screen, rule) for rule in self.found.rules_left_out),
        ]
        if left_out:
            self.screen.print()
            self.screen.say("lab.left-out", names=", ".join(left_out), style="yellow")

    def _title(self) -> None:
        found, number = self.found, self.numerals.number
        chosen = {name: spell_value(name, value) for name, value in found.options.items() if value != ""}
        options = ", ".join(f"{name} {value}" for name, value in chosen.items())
        self.screen.say("lab.title", name=self.screen.text(f"{found.game}.name"), seats=found.seats, options=options)
        key = "lab.simulated" if found.simulated else "lab.played"
        bot = self.gallery.names[found.bots[-1]]
        self.screen.say(
            key, rounds=number(found.rounds), all=number(found.played), bot=bot, seed=found.seed, style="dim"
        )

    def _who_wins(self) -> None:
        self._heading("lab.who-wins")
        table = make_table(self.screen, ["seat", "wins", "interval", "mean-points"], 0, "lab")
        for number, (wins, points) in enumerate(zip(self.found.wins, self.found.points, strict=True), 1):
            share, between = self.numerals.percent(wins.value), self.numerals.range(wins, 100)
            table.add_row(str(number), share, between, self.numerals.number(points, 1))
        self.screen.print(table)
        if self.found.turns != self.found.wins:
            turns = make_table(self.screen, ["turn-head", "wins", "interval"], 0, "lab")
            for place, wins in enumerate(self.found.turns, 1):
                name = self.screen.text("lab.turn", number=place)
                turns.add_row(name, self.numerals.percent(wins.value), self.numerals.range(wins, 100))
            self.screen.print(turns)
        self.screen.say("lab.fair", fair=self.numerals.percent(self.found.fair), style="dim")

    def _length(self) -> None:
        found, number = self.found.length, self.numerals.number
        self._heading("lab.lengths")
        mean, median = number(found.mean.value, 1), number(found.median)
        self.screen.say("lab.length", mean=mean, median=median, low=number(found.low), high=number(found.high))
        if self.found.dry:
            share, between = self.numerals.percent(self.found.dry.value), self.numerals.range(self.found.dry, 100)
            self.screen.say("lab.dry", share=share, between=between)
        for reason, part in self.found.reasons.items() if len(self.found.reasons) > 1 else ():
            self.screen.say("lab.reason", share=self.numerals.percent(part), reason=self._reason(reason))

    def _reason(self, reason: str) -> str:
        return self.screen.text(f"reason.{GAMES[self.found.game].texts}.{reason}")

    def _skill(self) -> Table:
        table = make_table(self.screen, ["bot", "against", "wins", "interval", "fair-head", "luck"], 2, "lab")
        for each in self.found.skill:
            table.add_row(
                self.gallery.names[each.bot],
                self.gallery.others(each.against),
                self.numerals.percent(each.wins.value),
                self.numerals.range(each.wins, 100),
                f"({self.numerals.percent(each.fair, 0)})",
                "–" if each.luck is None else self.numerals.percent(each.luck, 0),
            )
        return table

    def _rules(self) -> Table:
        columns = [name for name in ("length", "first", "dry", "skill") if getattr(self.found.rules[0], name)]
        table = make_table(self.screen, ["rule", *(f"rules.{name}" for name in columns)], 1, "lab")
        table.add_row(self.screen.text("lab.as-above"), *self._base(columns))
        for rule in self.found.rules:
            table.add_row(rule_name(rule), *(self._change(getattr(rule, name), name) for name in columns))
        return table

    def _base(self, columns: list[str]) -> Iterator[str]:
        """The figures without house rules."""
        pair = self.found.bots[-1], self.found.bots[0]
        last = next((each.wins for each in self.found.skill if (each.bot, each.against) == pair), None)
        figures = {"first": self.found.turns[0], "dry": self.found.dry, "skill": last}
        for name in columns:
            figure = figures.get(name)
            yield (
                self.numerals.percent(figure.value) if figure else self.numerals.number(self.found.length.mean.value, 1)
            )

    def _change(self, found: Effect | None, name: str) -> str:
        if found is None:
            return "–"
        factor = 1 if name == "length" else 100
        half = factor * (found.change.high - found.change.low) / 2
        return f"{self.numerals.signed(factor * found.change.value)} ± {self.numerals.number(half, 1)}"

    def _elevens(self, found: Elevens) -> None:
        self._heading("lab.elevens")
        for colour, share in found.opens.items():
            self.screen.say("lab.opens-with", colour=colour, share=self.numerals.percent(share))
        self.screen.say("lab.again", share=self.numerals.percent(found.again, 2))
        table = make_table(self.screen, ["held-head", "wins", "interval"], 0, "lab")
        for count, wins in found.held.items():
            table.add_row(str(count), self.numerals.percent(wins.value), self.numerals.range(wins, 100))
        self.screen.print(table)

    def _heading(self, key: str) -> None:
        self.screen.print()
        self.screen.say(key, style="bold")
