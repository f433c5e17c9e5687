"""The kernels for browsers give what the native ones give, bit for bit: every kernel, in real calls."""

from __future__ import annotations

import shutil
import subprocess
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import reihum
from missing import cannot_test
from reihum import simulator
from reihum.bots import bots_for, play_round, seat_bots
from reihum.bots.search import weighted_bot, worlds
from reihum.bots.search.search import ExpertBot
from reihum.bots.trained import network
from reihum.bots.trained.trained_bot import TrainedBot
from reihum.cards import Randomness
from reihum.engine import State
from reihum.games.master.rules import MasterState
from reihum.games.rows.rules import RowsState
from reihum.simulator import families
from reihum.simulator.bot_rounds import draw_bytes, play_bot_rounds
from reihum.simulator.compiler import make_words
from tools.wasm_kernels import OUT, list_kernels

GAMES = ("classic", "false-start", "three-starts", "any-start", "junior", "master")
WEIGHTS = [0.5 * place - 3 for place in range(16)]


class Recorder:
    """Calls of native kernels: what went in, as Node reads it, and what came out."""

    def __init__(self) -> None:
        self.names = list(list_kernels())
        self.calls = array("q")
        self.results = array("q")
        self.seen: set[str] = set()

    def watch(self, name: str) -> Callable[..., Any]:
        """A kernel whose calls are recorded."""
        kernel = list_kernels()[name]

        def run(*arguments: Any) -> Any:
            self.seen.add(name)
            flat = list(flatten(arguments))
            self.calls.extend([self.names.index(name), len(flat)])
            for argument in flat:
                told = [argument] if isinstance(argument, int) else words(argument)
                self.calls.extend([-1 if isinstance(argument, int) else len(told), *told])
            found = kernel(*arguments)
            self.results.extend([0, found or 0])
            for argument in flat:
                self.results.extend([] if isinstance(argument, int) else words(argument))
            return found

        return run


def flatten(arguments: Any) -> Iterator[Any]:
    """The arguments of a kernel without tuples."""
    for argument in arguments:
        yield from flatten(argument) if isinstance(argument, tuple) else [argument]


def words(numbers: Any) -> list[int]:
    """An array as whole numbers, with the bits of fractional ones."""
    found: list[int] = numbers.view(np.int64).tolist()
    return found


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """Records all calls of kernels during a test."""
    if not simulator.available():
        cannot_test("numba is missing: there is nothing to compare with")
    if not OUT.exists():
        cannot_test("there are no kernels for browsers: make programs compiles them")
    if not shutil.which("node"):
        cannot_test("Node is missing, which runs the kernels for browsers")
    made = Recorder()
    names: dict[type[State], str] = {RowsState: "rows", MasterState: "master"}
    for state, name in names.items():
        watched = {"play_rounds": made.watch(f"play_{name}"), "play_bots": made.watch(f"bots_{name}")}
        family = replace(families.FAMILIES[state], **watched)
        monkeypatch.setitem(families.FAMILIES, state, family)
    monkeypatch.setattr(worlds, "sample_worlds", made.watch("sample_worlds"))
    monkeypatch.setattr(weighted_bot, "choose_move", made.watch("choose_move"))
    monkeypatch.setattr(network, "evaluate_net", made.watch("evaluate_net"))
    monkeypatch.setattr(ExpertBot, "rollouts", 300)
    return made


def use_kernels(recorder: Recorder, id: str, seats: int, seed: int) -> None:
    """Simulate, roll out, search, step with each kind of player, and ask a net."""
    game = reihum.game(id, seats=seats)
    for players in ("random", "eager", "holder", WEIGHTS):
        simulator.simulate(game, 10, players, seed=seed, each=True)
    first = game.deal(seed=f"wasm {seed}")
    for player in ("eager", "holder") if id == "master" else ("random", "eager", "holder"):
        list(play_bot_rounds([simulator.position(first)], [draw_bytes(b"wasm", seats)], [player] * seats))
    simulator.rollouts(simulator.position(first, 1), 5, "holder", seed=seed)
    bots = seat_bots(game, [ExpertBot, *["solid"] * (seats - 1)], b"%d" % seed)
    for number, (_, move, after) in enumerate(play_round(first, bots)):
        step(recorder, first, move)
        first = after
        if number == 40:
            break
    trained = bots_for(game.facts)["trained"](game, 0, Randomness(b"wasm", "net"))
    assert isinstance(trained, TrainedBot)
    trained.prefer(game.deal(seed=f"wasm {seed}").view(0))


def step(recorder: Recorder, state: State, move: str) -> None:
    """Find the legal moves of a position, and make a move."""
    now = simulator.position(state)
    family = families.family_of(state.game)
    kernel = "step_master" if state.game.id == "master" else "step_rows"
    stock = (*now.stock, *[0] * family.stock_cards)[: family.stock_cards]
    moves = make_words([family.move_number(state.game, move)])
    room = make_words(16), make_words(family.position_words), make_words(family.stock_cards)
    recorder.watch(kernel)(now.parameters.words, make_words(now.words), make_words(stock), moves, *room)


def compare(recorder: Recorder) -> None:
    """Run all calls again in Node."""
    call = ["node", str(Path(__file__).with_name("run_kernels.mjs")), str(OUT), ",".join(recorder.names)]
    done = subprocess.run(call, input=recorder.calls.tobytes(), capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr[-2000:].decode()
    assert done.stdout == recorder.results.tobytes()


@pytest.mark.full
def test_every_kernel_gives_the_same_bits(recorder: Recorder) -> None:
    """Results, positions, dice and likelihoods of every call."""
    for game in GAMES:
        use_kernels(recorder, game, 3, 1)
    assert recorder.seen == {*recorder.names}
    compare(recorder)


@pytest.mark.soak
@pytest.mark.parametrize("id", GAMES)
def test_many_calls_give_the_same_bits(id: str, recorder: Recorder) -> None:
    """All numbers of seats, with many deals."""
    for seats in reihum.GAMES[id].seats:
        for seed in range(20):
            use_kernels(recorder, id, seats, seed)
            compare(recorder)
            recorder.calls, recorder.results = array("q"), array("q")
            print(f"{id}, {seats} seats, deal {seed}: the same")
