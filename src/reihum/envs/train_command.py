"""``reihum train``: train a player of the row games or Master. JAX is imported when the training starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from reihum.arena.number_format import NumberFormat
from reihum.errors import ReihumError

if TYPE_CHECKING:
    from reihum.envs.jax.ppo import Progress
    from reihum.envs.jax.training import Evaluation, Training

NUMBERS = {"seed": 0, "updates": None, "tables": None}


def make_parameters() -> Iterator[click.Parameter]:
    """The parameters of the command."""
    yield click.Argument(["game"], metavar="cli.value.game", help="cli.help.train.game")
    yield _option("seats", "text", default="4")
    yield _option("minutes", "number", type=float, default=10.0)
    yield _option("out", "file", required=True)
    yield _option("start", "file")
    for name, default in NUMBERS.items():
        yield _option(name, "number", type=int, default=default)
    yield _option("option", "text", multiple=True)


def _option(name: str, value: str, **more: Any) -> click.Option:
    return click.Option([f"--{name}"], metavar=f"cli.value.{value}", help=f"cli.help.train.{name}", **more)


class ScreenReporter:
    """Progress on the screen: in a terminal the curve grows in place, elsewhere evaluations alone are told."""

    def __init__(self, screen: Any) -> None:
        from rich.live import Live

        self.screen, self.numbers = screen, NumberFormat(screen.texts)
        axis, line, evaluations = (screen.text(f"train.curve.{part}") for part in ("axis", "line", "evaluations"))
        self.curve_labels = (axis, line, evaluations)
        self._live = Live(console=screen.out, transient=True, refresh_per_second=4) if screen.is_terminal else None

    def begin(self, training: Training) -> None:
        """Tell where the training runs."""
        folder, tables = str(training.plan.out), training.plan.settings.tables
        self.screen.say("train.begin", device=training.device, tables=tables, folder=folder, whole=True)
        if self._live:
            self._live.start()

    def progress(self, training: Training, progress: Progress) -> None:
        """Draw the curve, and tell how far the training is."""
        if self._live is None:
            return
        from rich.text import Text

        from reihum.envs.jax.curve import draw_lines

        course, rounds = training.course, max(progress.rounds, 1)
        line = self.screen.text(
            "train.progress",
            update=course.update,
            end=course.end or "?",
            rounds=self.numbers.number(course.rounds),
            rate=self.numbers.number(training.decisions_per_second),
            share=self.numbers.percent(progress.won / rounds),
            fair=self.numbers.percent(progress.fair / rounds),
        )
        curve = draw_lines(course.points, training.fair) if course.points else []
        self._live.update(Text("\n".join((*curve, line))))

    def evaluation(self, training: Training, evaluation: Evaluation) -> None:
        """Tell the shares of all games."""
        for game, share in zip(training.plan.games, evaluation.shares, strict=True):
            value, low, high = map(self.numbers.percent, share)
            name = self.screen.text(f"{game.id}.name")
            self.screen.say("train.evaluated", game=name, seats=game.seats, share=value, low=low, high=high)

    def close(self) -> None:
        """Give the terminal back."""
        if self._live:
            self._live.stop()


def train_player(screen: Any, words: list[str]) -> None:
    """Train as a command line says."""
    try:
        from reihum.envs.jax.train import make_plan
        from reihum.envs.jax.training import Training
    except ModuleNotFoundError as error:
        raise ReihumError("cli.extra", missing=error.name, extra="jax") from None
    reporter = ScreenReporter(screen)
    try:
        Training(make_plan(words), reporter).run()
    finally:
        reporter.close()


@click.pass_obj
def _start(screen: Any, /, game: str, option: tuple[str, ...], **values: Any) -> None:
    given = {name: value for name, value in values.items() if value is not None}
    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    train_player(screen, [game, *words, *(word for each in option for word in ("--option", each))])


train = click.Command("train", params=list(make_parameters()), callback=_start, help="cli.help.train")
