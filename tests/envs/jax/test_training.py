"""Training: the same seed gives the same net, a stopped training goes on, and gains are what they should be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
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
def test_a_training_obeys_a_new_end_and_logs_each_update_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C saves what was learned. The next command may want more updates, and repeats none in the log."""
    training = Training(plan(tmp_path, 4), PlainReporter())
    monkeypatch.setattr(training, "_evaluate_in_time", lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        training.run()
    assert training.course.update == 1
    with (tmp_path / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"update": 2, "rounds": 1}\n{"upd')  # as a training leaves it that was killed later
    longer = Training(plan(tmp_path, 5), PlainReporter())
    longer.run()
    assert longer.course.update == longer.course.end == 5
    logged = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["update"] for line in logged if "rounds" in line] == [1, 2, 3, 4, 5]
    more = Training(plan(tmp_path, 2), PlainReporter())
    assert (more.course.begin, more.course.end) == (5, 7)
    timed = Training(make_plan(f"{SMALL} --minutes 0 --out {tmp_path}".split()), PlainReporter())
    timed.run()
    assert [each.update for each in timed.course.evaluations][-3:-1] == [5, 5]  # so it knows what one takes


WHERE_TABLES_ARE = """
import sys
from reihum.envs.jax.train import PlainReporter, make_plan
from reihum.envs.jax.training import Training
training = Training(make_plan(sys.argv[1:]), PlainReporter())
training.run()
placed = (training._tables.seat, training.learner.count)
print("devices", training.device[0], *(len(leaf.sharding.device_set) for leaf in placed))
print("shard", training._tables.seat.addressable_shards[0].data.shape)
"""


@pytest.mark.full
def test_two_devices_learn_what_one_does(tmp_path: Path) -> None:
    """Each has half of the tables and the whole net."""
    Training(plan(tmp_path / "one", 2), PlainReporter()).run()
    words = f"{SMALL} --updates 2 --out {tmp_path / 'two'}".split()
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", WHERE_TABLES_ARE, *words],
        env=os.environ | {"XLA_FLAGS": "--xla_force_host_platform_device_count=2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "devices 2 2 2\nshard (8,)" in done.stdout
    one, two = (read_weights(tmp_path / name / "weights.npz")[0] for name in ("one", "two"))
    assert all(np.allclose(one[name], two[name], atol=2e-3) for name in one)


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


@pytest.mark.parametrize(
    ("words", "code"),
    [("--seats 4-2", "train-seats"), ("--tables 12 --batches 8", "train-tables"), ("--seed -1", "train-seed")],
)
def test_what_cannot_be_trained_is_refused(words: str, code: str, tmp_path: Path) -> None:
    """With a reason, before anything is compiled."""
    with pytest.raises(BadOption) as refused:
        make_plan(f"classic --out {tmp_path} {words}".split())
    assert refused.value.code == code


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
