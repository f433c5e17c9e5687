"""Training: the same seed gives the same net, a stopped training goes on, and gains are what they should be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from missing import NOT_TESTED

pytest.importorskip("jax", reason=f"{NOT_TESTED}: JAX is not installed (pip install reihum[jax])")

import numpy as np

from reihum.bots.trained.weights_file import read_weights
from reihum.envs.jax.curve import CurvePoint, draw_curve, thin_out
from reihum.envs.jax.ppo import estimate_gains
from reihum.envs.jax.rollout import NetDecision
from reihum.envs.jax.train import PlainReporter, make_plan
from reihum.envs.jax.training import Training, TrainingPlan
from reihum.errors import BadOption

SMALL = "junior --seats 2 --tables 16 --steps 6 --batches 2 --width 8 --blocks 1 --evaluations 1 --evaluated-rounds 16"


def plan(folder: Path, updates: int, more: str = "") -> TrainingPlan:
    """A tiny training."""
    return make_plan(f"{SMALL} --updates {updates} --out {folder} {more}".split())


@pytest.mark.full
def test_a_training_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two updates, a stop and two more give the weights of four updates in one go: the same seed, the same net."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    Training(plan(whole, 4), PlainReporter()).run()
    stopped = Training(plan(parts, 4), PlainReporter())
    with monkeypatch.context() as patch:
        patch.setattr(stopped, "_evaluate_in_time", lambda: stop(stopped))
        with pytest.raises(KeyboardInterrupt):
            stopped.run()
    Training(plan(parts, 4), PlainReporter()).run()
    (first, about), (second, other) = (read_weights(folder / "weights.npz") for folder in (whole, parts))
    assert about["updates"] == other["updates"] == 4
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert (whole / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
    with pytest.raises(BadOption):
        Training(plan(whole, 4, "--seed 1"), PlainReporter())


@pytest.mark.full
def test_a_training_begins_with_the_weights_of_another(tmp_path: Path) -> None:
    """The first net is that of the file; a net of another size is refused."""
    Training(plan(tmp_path / "first", 2), PlainReporter()).run()
    start = f"--start {tmp_path / 'first' / 'weights.npz'}"
    weights = Training(plan(tmp_path / "second", 1, start), PlainReporter()).learner.weights
    expected, _ = read_weights(tmp_path / "first" / "weights.npz")
    assert all(np.array_equal(weights[name], expected[name]) for name in expected)
    with pytest.raises(BadOption):
        Training(plan(tmp_path / "third", 1, f"{start} --width 4"), PlainReporter())


def test_one_net_learns_one_family(tmp_path: Path) -> None:
    """Row games and Master together are refused."""
    with pytest.raises(BadOption) as refused:
        make_plan(f"classic,master --out {tmp_path}".split())
    assert refused.value.code == "train-families"


def stop(training: Training) -> None:
    """Save and stop after the second update."""
    if training.course.update == 2:
        training.save()
        raise KeyboardInterrupt


def test_gains_follow_each_seat_to_the_end_of_its_round() -> None:
    """Two seats take turns; the round ends after the third decision, and the next one goes on beyond the rollout."""
    seats, values = [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4]
    over = [False, False, True, False]
    decisions: Any = NetDecision(
        position=None,
        seat=np.array(seats)[:, None],
        learns=np.ones((4, 1), bool),
        choice=np.zeros((4, 1), int),
        likelihood=np.zeros((4, 1)),
        value=np.array(values, np.float32)[:, None],
        over=np.array(over)[:, None],
        rewards=np.array([[[1.0, -1.0]]] * 4, np.float32),
    )
    last = np.array([[0.5, 0.6]], np.float32)
    gains = np.asarray(estimate_gains(decisions, last, 0.5))[:, 0]
    third = 1.0 - 0.3
    assert np.allclose(gains, [(0.3 - 0.1) + 0.5 * third, -1.0 - 0.2, third, 0.6 - 0.4])


def test_a_long_curve_is_thinned_out() -> None:
    """A picture has no more points than it needs, and they keep the last round."""
    points = [CurvePoint(number, number / 1000) for number in range(1000)]
    thin = thin_out(points, 100)
    assert len(thin) == 100
    assert thin[-1].rounds == 999
    assert draw_curve("title", points, [(500.0, 0.5, 0.4, 0.6)], 0.25, ("a", "b", "c")).count("<line") > 100
