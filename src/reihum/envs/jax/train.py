"""``python -m reihum.envs.jax.train``: train a player, also where neither click nor rich is installed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import jax

import reihum
from reihum.engine import Game
from reihum.envs.jax.curve import draw_lines
from reihum.envs.jax.families import MASTER, family_of
from reihum.envs.jax.network import NetworkShape, count_weights
from reihum.envs.jax.ppo import Progress, TrainingSettings
from reihum.envs.jax.training import Evaluation, Training, TrainingPlan
from reihum.errors import BadOption

__all__ = ["PlainReporter", "make_plan"]

FAMILY = "rows"
"""Instead of a game: all row games."""
MASTER_WIDTH = 224
"""Nets of Master have more inputs, so they need fewer features to stay below 1 MB."""


class PlainReporter:
    """Lines on standard output."""

    curve_labels = (
        "share of rounds won against solid, by rounds; dashed: fair",
        "blue: while learning, choosing by lot",
        "green: evaluated, with 95 % intervals",
    )

    def begin(self, training: Training) -> None:
        course, plan = training.course, training.plan
        print(f"device {training.device}; {len(plan.games)} games; {plan.settings}; {plan.shape}", flush=True)
        print(f"{count_weights(training.learner.weights):,} weights; update {course.update}", flush=True)

    def progress(self, training: Training, progress: Progress) -> None:
        course = training.course
        share = 100 * progress.won / max(progress.rounds, 1)
        fair = 100 * progress.fair / max(progress.rounds, 1)
        print(
            f"{course.update}/{course.end or '?'}  {course.seconds:6.1f} s  {course.rounds:,} rounds"
            f"  {training.decisions_per_second:,.0f} decisions/s  {share:.1f} % (fair {fair:.1f})"
            f"  entropy {progress.entropy:.3f}  explained {progress.explained:.2f}",
            flush=True,
        )

    def evaluation(self, training: Training, evaluation: Evaluation) -> None:
        for line in draw_lines(training.course.points, training.fair) if training.course.points else ():
            print(line)
        for game, share in zip(training.plan.games, evaluation.shares, strict=True):
            interval = " – ".join(f"{100 * bound:.1f}" for bound in share[1:])
            print(f"evaluated: {game.id} {game.seats}: {100 * share.value:.1f} % ({interval})", flush=True)


def read_games(names: str, seats: str, options: dict[str, str]) -> tuple[Game, ...]:
    """The games of a list of names and a list of seats: ``classic,junior`` and ``2-4`` or ``2,4``.

    >>> [(game.id, game.seats) for game in read_games("classic,junior", "2-3", {})]
    [('classic', 2), ('classic', 3), ('junior', 2), ('junior', 3)]
    """
    wanted = [facts.id for facts in reihum.GAMES.values() if facts.texts == FAMILY]
    wanted = wanted if names == FAMILY else names.split(",")
    games = tuple(reihum.game(name, number, **options) for name in wanted for number in read_seats(seats))
    if len({family_of(game).name for game in games}) > 1:
        raise BadOption("train-families", got=names)
    return games


def read_seats(seats: str) -> list[int]:
    """The numbers of a list such as ``2,4-6``.

    >>> read_seats("2,4-6")
    [2, 4, 5, 6]
    """
    numbers: list[int] = []
    for part in seats.split(","):
        low, _, high = part.partition("-")
        if not (low.isdecimal() and (high or low).isdecimal() and int(low) <= int(high or low)):
            raise BadOption("train-seats", expected="2-6", got=seats)
        numbers += range(int(low), int(high or low) + 1)
    return numbers


def read_options(words: Sequence[str]) -> dict[str, str]:
    """The options of a game, each given as ``name=value``."""
    for word in words:
        if "=" not in word:
            raise BadOption("train-option", expected="blocking=take3", got=word)
    return dict(word.split("=", 1) for word in words)


def usual_settings(games: Sequence[Game]) -> tuple[TrainingSettings, NetworkShape]:
    """The settings for the device at hand: many tables on an accelerator, few on a processor."""
    seats = max(game.seats for game in games)
    between = 2 * seats + 2
    if jax.default_backend() == "cpu":
        return TrainingSettings(tables=512, steps=32, moves_between=between, batches=8), NetworkShape(seats, 64, 1)
    settings = TrainingSettings(tables=32_768, steps=64, moves_between=between, batches=32, epochs=2, dtype="bfloat16")
    return settings, NetworkShape(seats, MASTER_WIDTH if family_of(games[0]) is MASTER else 256, 2)


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog="reihum train", description="Train a player of the row games or Master.")
    parser.add_argument("game", help="a row game, several with commas, rows for all of them, or master")
    parser.add_argument("--seats", default="4", help="2-6 or 2,4")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--updates", type=int, help="a number of updates instead of minutes")
    parser.add_argument("--out", type=Path, required=True, help="the folder for weights, curve, log and checkpoint")
    parser.add_argument("--start", type=Path, help="a file of weights to begin with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--evaluations", type=int, default=8)
    parser.add_argument("--evaluated-rounds", type=int, help="rounds of an evaluation, for each game")
    for name in (*TrainingSettings._fields[:-1], "width", "blocks"):
        kind = float if name in ("learning_rate", "smoothing", "entropy", "averaging") else int
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind)
    return parser


def make_plan(words: Sequence[str] | None = None) -> TrainingPlan:
    """The plan of a command line."""
    given = make_parser().parse_args(words)
    games = read_games(given.game, given.seats, read_options(given.option))
    settings, shape = usual_settings(games)
    changed = {name: value for name, value in vars(given).items() if value is not None}
    settings = settings._replace(**{name: changed[name] for name in settings._fields if name in changed})
    if settings.tables % (whole := settings.batches * jax.device_count()):
        raise BadOption("train-tables", expected=whole, got=settings.tables)
    if given.seed < 0:
        raise BadOption("train-seed", got=given.seed)
    shape = shape._replace(**{name: changed[name] for name in ("width", "blocks") if name in changed})
    rounds = given.evaluated_rounds or (1024 if jax.default_backend() == "cpu" else 8192)
    return TrainingPlan(
        games,
        given.minutes,
        given.out,
        given.seed,
        settings,
        shape,
        given.updates,
        given.evaluations,
        rounds,
        given.start,
    )


def main(words: Sequence[str] | None = None) -> int:
    """Train, and tell about it."""
    Training(make_plan(words), PlainReporter()).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
