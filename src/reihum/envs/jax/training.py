"""A training from its beginning, or its last checkpoint, to its end."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np

from reihum.arena.intervals import Share, wilson
from reihum.bots.trained.weights_file import read_weights
from reihum.engine import Game
from reihum.envs.jax.checkpoint import read_about, read_checkpoint, write_checkpoint
from reihum.envs.jax.curve import CurvePoint, draw_curve
from reihum.envs.jax.devices import name_devices, place_nets, place_tables
from reihum.envs.jax.families import family_of
from reihum.envs.jax.interruption import Interruption
from reihum.envs.jax.league import LEARNER, League, make_league
from reihum.envs.jax.network import NetworkShape, Weights, make_weights
from reihum.envs.jax.ppo import Progress, TrainingSettings, make_learner, update
from reihum.envs.jax.rollout import deal_tables, play_rounds
from reihum.envs.jax.weights_file import round_weights, write_weights
from reihum.errors import BadOption

__all__ = ["Evaluation", "Reporter", "Training"]

WEIGHTS_FILE, CURVE_FILE, LOG_FILE = "weights.npz", "curve.svg", "log.jsonl"
CHECKPOINT_SECONDS = 60.0
MOST_EARLIER = 4
"""Earlier selves that are kept."""
STEADY = 0.4
"""The learning rate stays for this part of a training, then falls in a line."""
LEAST_RATE = 0.05
TIMED_UPDATES = 3
"""The updates from which the number of all updates is planned."""


class TrainingPlan(NamedTuple):
    """What to train, for how long, and where to write it. ``updates`` beats ``minutes``, which include compiling."""

    games: tuple[Game, ...]
    minutes: float
    out: Path
    seed: int
    settings: TrainingSettings
    shape: NetworkShape
    updates: int | None = None
    evaluations: int = 8
    evaluated_rounds: int = 8192
    """The rounds of an evaluation, for each game."""
    start: Path | None = None
    """The weights to begin with, instead of an untrained net."""


class Evaluation(NamedTuple):
    """The net at its best against ``solid`` alone: its share of the rounds, by game."""

    update: int
    rounds: int
    shares: tuple[Share, ...]


class Reporter(Protocol):
    """What is told while a training runs."""

    curve_labels: tuple[str, str, str]
    """The names of the curve's axis, of its line and of its evaluations."""

    def begin(self, training: Training) -> None:
        """Training begins, or goes on."""

    def progress(self, training: Training, progress: Progress) -> None:
        """An update is done."""

    def evaluation(self, training: Training, evaluation: Evaluation) -> None:
        """The net was evaluated."""


@dataclass
class Course:
    """How far a training has come: everything that its checkpoint tells in words."""

    update: int = 0
    begin: int = 0
    end: int | None = None
    """The updates between which the learning rate runs its course."""
    rounds: int = 0
    decisions: int = 0
    seconds: float = 0.0
    fair: float = 0.0
    points: list[CurvePoint] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)


class Training:
    """A training. ``run`` runs it to its end; the same seed gives the same training on the same device."""

    def __init__(self, plan: TrainingPlan, reporter: Reporter) -> None:
        self._began = time.monotonic()
        self.plan, self.reporter = plan, reporter
        self.course = Course()
        self.device = name_devices()
        self.decisions_per_second = 0.0
        plan.out.mkdir(parents=True, exist_ok=True)
        self._league = jax.device_put(make_league(plan.games, plan.settings.tables, plan.seed), place_tables())
        self._key = jax.random.key(plan.seed)
        self.learner = make_learner(_first_weights(plan, jax.random.fold_in(self._key, 0)))
        self.earlier = [self.learner.weights] * MOST_EARLIER
        self._tables: Any = None
        self._go_on()
        if self._tables is None:
            key = jax.random.fold_in(self._key, 1 + self.course.update)
            self._tables = jax.jit(deal_tables)(self._league, key)
        self._tables = jax.device_put(self._tables, place_tables())
        self.learner, self.earlier = jax.device_put((self.learner, self.earlier), place_nets())
        self._update = self._compile()
        self._evaluate = _Evaluator(plan)

    def run(self) -> None:
        """Train until the plan is fulfilled. Ctrl-C ends it before that: what was learned is saved."""
        with Interruption() as interruption:
            self._train(interruption)
            self.save()
        if interruption.came:
            raise KeyboardInterrupt

    def _train(self, interruption: Interruption) -> None:
        saved = time.monotonic()
        self.reporter.begin(self)
        if self.course.update == self.course.begin or self.course.end is None:  # also to know how long it takes
            self.evaluate()
        timed: list[float] = []
        while not interruption.came and (self.course.end is None or self.course.update < self.course.end):
            timed.append(self._step())
            if len(timed) == TIMED_UPDATES and self.course.end is None:
                self._set_end(sum(timed[1:]) / (TIMED_UPDATES - 1), time.monotonic() - self._began)
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                self.save()
                saved = time.monotonic()
            self._evaluate_in_time()

    def evaluate(self, weights: Weights | None = None) -> Evaluation:
        """Play rounds against ``solid`` with the averaged weights, rounded as their file has them."""
        weights = round_weights(self.learner.averaged) if weights is None else weights
        shares = self._evaluate(weights, jax.random.fold_in(self._key, 1_000_000 + self.course.update))
        found = Evaluation(self.course.update, self.course.rounds, shares)
        self.course.evaluations.append(found)
        self.reporter.evaluation(self, found)
        self._log({"evaluation": shares})
        return found

    def save(self) -> None:
        """Write checkpoint, weights and curve."""
        course = asdict(self.course)
        about = {**course, "identity": identity_of(self.plan), "wanted": self._wanted}
        write_checkpoint(self.plan.out, (self.learner, self.earlier), self._tables, about)
        write_weights(self.plan.out / WEIGHTS_FILE, self.learner.averaged, self.describe())
        (self.plan.out / CURVE_FILE).write_text(self.draw(), encoding="utf-8")

    def describe(self) -> dict[str, Any]:
        """Where the weights come from."""
        last = self.course.evaluations[-1].shares if self.course.evaluations else ()
        return {
            **identity_of(self.plan),
            "shape": self.plan.shape._asdict(),
            "device": self.device,
            "jax": jax.__version__,
            "updates": self.course.update,
            "planned_updates": self.course.end,
            "rounds": self.course.rounds,
            "decisions": self.course.decisions,
            "minutes": round(self.course.seconds / 60, 2),
            "evaluated": [[round(number, 4) for number in share] for share in last],
        }

    def draw(self) -> str:
        """The curve as a picture."""
        name = ", ".join(f"{game.id} {game.seats}" for game in self.plan.games[:4])
        name += " …" if len(self.plan.games) > 4 else ""
        means = [
            (float(each.rounds), *(sum(column) / len(each.shares) for column in zip(*each.shares, strict=True)))
            for each in self.course.evaluations
        ]
        dots = [(rounds, value, low, high) for rounds, value, low, high in means]
        return draw_curve(f"reihum train {name}", self.course.points, dots, self.fair, self.reporter.curve_labels)

    def _repr_svg_(self) -> str:
        """The curve, which notebooks show."""
        return self.draw()

    @property
    def fair(self) -> float:
        """The share of rounds that a player no better than ``solid`` wins."""
        return self.course.fair or sum(1 / game.seats for game in self.plan.games) / len(self.plan.games)

    def _step(self) -> float:
        """One update. Returns the seconds it took."""
        number = self.course.update
        key = jax.random.fold_in(self._key, 2_000_000 + number)
        dice = np.random.default_rng((self.plan.seed, number))
        earlier = self.earlier[int(dice.integers(len(self.earlier)))]
        began = time.monotonic()
        self.learner, self._tables, progress = self._update(
            self._league, self.learner, earlier, self._tables, key, jnp.float32(self._rate())
        )
        progress = Progress(*(float(each) for each in progress))
        taken = time.monotonic() - began
        self.decisions_per_second = progress.decisions / taken
        self.course.seconds += taken
        self._count(progress)
        if self.course.end and (number + 1) % max(1, self.course.end // 16) == 0:
            copied = jax.tree.map(jnp.copy, self.learner.averaged)
            self.earlier = [*self.earlier[1:], copied]
        self.reporter.progress(self, progress)
        self._log({**progress._asdict(), "rate": self._rate()})
        return taken

    def _count(self, progress: Progress) -> None:
        course = self.course
        course.update += 1
        course.rounds += int(progress.all_rounds)
        course.decisions += int(progress.decisions)
        if progress.rounds:
            course.points.append(CurvePoint(course.rounds, progress.won / progress.rounds))
            course.fair += ((progress.fair / progress.rounds) - course.fair) / len(course.points)

    def _rate(self) -> float:
        """The learning rate of the next update."""
        course, rate = self.course, self.plan.settings.learning_rate
        if course.end is None:
            return rate
        part = (course.update - course.begin) / max(1, course.end - course.begin)
        return rate * max(LEAST_RATE, 1.0 - max(0.0, part - STEADY) / (1 - STEADY))

    def _set_end(self, each_seconds: float, spent_seconds: float) -> None:
        """Plan the number of updates from the time that one takes, less what evaluations will take."""
        left = 60 * self.plan.minutes - spent_seconds - self.plan.evaluations * self._evaluate.seconds
        self.course.end = self.course.update + max(1, int(left / each_seconds))

    def _evaluate_in_time(self) -> None:
        """Evaluate at even distances, and at the end."""
        course = self.course
        if course.end is None or not self.plan.evaluations:
            return
        every = max(1, (course.end - course.begin) // self.plan.evaluations)
        due = (course.update - course.begin) % every == 0 and course.end - course.update > every // 2
        if course.update == course.end or due:
            self.evaluate()

    @property
    def _wanted(self) -> list[float | None]:
        """How long the plan says to train."""
        return [self.plan.updates, self.plan.minutes]

    def _go_on(self) -> None:
        """Go on from the last checkpoint, if there is one. If its plan is fulfilled, a new one follows; if more or less
        is wanted than before, the end is set again."""
        about = read_about(self.plan.out)
        if about is None:
            self.course.end = self.plan.updates
            self._shorten_log(-1)
            return
        if about.pop("identity") != identity_of(self.plan):
            raise BadOption("train-other", folder=str(self.plan.out))
        shape = jax.eval_shape(lambda: deal_tables(self._league, self._key))
        (self.learner, self.earlier), self._tables = read_checkpoint(self.plan.out, (self.learner, self.earlier), shape)
        about["points"] = [CurvePoint(*point) for point in about["points"]]
        about["evaluations"] = [
            Evaluation(update, rounds, tuple(Share(*share) for share in shares))
            for update, rounds, shares in about["evaluations"]
        ]
        wanted = about.pop("wanted", self._wanted)
        self.course = course = Course(**about)
        fulfilled = course.end is not None and course.update >= course.end
        if fulfilled:
            course.begin = course.update
        if fulfilled or wanted != self._wanted:
            course.end = None if self.plan.updates is None else course.begin + self.plan.updates
        self._shorten_log(course.update)

    def _compile(self) -> Any:
        """The update, compiled before its time is taken."""
        settings = self.plan.settings

        def step(league: League, *rest: Any) -> Any:
            return update(league, settings, *rest)

        arguments = (self._league, self.learner, self.earlier[0], self._tables, self._key, jnp.float32(0))
        places = (place_nets(), place_tables(), place_nets())
        return jax.jit(step, donate_argnums=(3,), out_shardings=places).lower(*arguments).compile()

    def _shorten_log(self, update: int) -> None:
        """Leave out the updates after that one: they are made again."""
        path = self.plan.out / LOG_FILE
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        kept = [line for line in lines if line.endswith("\n") and json.loads(line)["update"] <= update]
        path.write_text("".join(kept), encoding="utf-8")

    def _log(self, told: dict[str, Any]) -> None:
        line = {"update": self.course.update, "seconds": round(self.course.seconds, 2), **told}
        with (self.plan.out / LOG_FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


class _Evaluator:
    """Rounds against ``solid`` alone, on tables of their own. The first call compiles; ``seconds`` is what the last one
    took apart from that."""

    def __init__(self, plan: TrainingPlan) -> None:
        self._games = plan.games
        tables = plan.evaluated_rounds * len(plan.games)
        self._league = make_league(plan.games, tables, plan.seed, {})
        dtype = jnp.dtype(plan.settings.dtype)
        between = plan.settings.moves_between
        self._play: Any = jax.jit(
            lambda league, weights, key: play_rounds(league, weights, key, moves_between=between, dtype=dtype)
        )
        self._compiled = False
        self.seconds = 0.0

    def __call__(self, weights: Weights, key: Any) -> tuple[Share, ...]:
        if not self._compiled:
            self._play, self._compiled = self._play.lower(self._league, weights, key).compile(), True
        began = time.monotonic()
        shares = np.asarray(self._play(self._league, weights, key))
        self.seconds = time.monotonic() - began
        won = np.sum(shares, axis=1, where=np.asarray(self._league.policies) == LEARNER)
        games = np.asarray(self._league.games)
        numbers = range(len(self._games))
        return tuple(wilson(round(float(won[games == game].sum())), int((games == game).sum())) for game in numbers)


def identity_of(plan: TrainingPlan) -> dict[str, Any]:
    """What must be the same for a training to go on."""
    return {
        "games": [[game.id, game.seats, _changed_options(game)] for game in plan.games],
        "seed": plan.seed,
        "settings": json.loads(json.dumps(plan.settings._asdict())),
        "shape": plan.shape._asdict(),
    } | ({"start": hashlib.sha256(plan.start.read_bytes()).hexdigest()} if plan.start else {})


def _first_weights(plan: TrainingPlan, key: Any) -> Weights:
    """The weights that a training begins with."""
    untrained = make_weights(family_of(plan.games[0]), plan.shape, key)
    if plan.start is None:
        return untrained
    weights, _ = read_weights(plan.start)
    sizes = {name: weight.shape for name, weight in untrained.items()}
    if sizes != {name: weight.shape for name, weight in weights.items()}:
        raise BadOption("train-start", file=str(plan.start))
    return {name: jnp.asarray(weight) for name, weight in weights.items()}


def _changed_options(game: Game) -> dict[str, Any]:
    usual = game.facts.game(game.seats).options
    return {name: value for name, value in game.options.items() if value != usual[name]}
