"""Bots think in processes of their own, from what their seat knows."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import reihum
from house import awaited
from reihum.bots import Bot, play_round
from reihum.bots.play import MoveMade
from reihum.bots.review.decisions import Decision
from reihum.engine import State, bots
from reihum.games import GAMES
from reihum.host import bot_runner
from reihum.host.bot_runner import (
    MAX_ADDRESS_HINTS,
    MAX_HINTS,
    BotProcesses,
    BotQuestion,
    InlineBotRunner,
    advise_move,
    choose_move,
    find_kinds,
    make_question,
    run_uncompiled,
    try_bots,
)
from reihum.host.capacity import Busy
from reihum.host.fair_queue import WorkShare
from reihum.host.workers import PoolClosed, WorkerPool
from reihum.tables.decisions import check_level


def question(**changes: Any) -> BotQuestion:
    """A bot's turn at the beginning of a classic round."""
    state = reihum.game("classic", seats=3).deal(seed="thinking")
    seat = state.to_act[0]
    asked = BotQuestion(
        game="classic",
        rules=1,
        seats=3,
        options={},
        level="eager",
        seat=seat,
        seed=b"s",
        shown=(),
        view=state.view(seat),
    )
    return replace(asked, **changes)


@awaited
async def test_a_bot_from_elsewhere_thinks_in_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People choose it by its name; the process that thinks gets the reference, because nobody has told it the name.
    Nobody can name a class over the network."""
    file = tmp_path / "last.py"
    file.write_text(
        "from reihum.bots import Bot, offered\nclass Last(Bot):\n    def choose(self, view): return offered(view)[-1]\n"
    )
    monkeypatch.setattr(bots, "_added", {})
    bots.add_bot("last", f"{file}:Last", "classic")
    assert check_level(GAMES["classic"], "last") == "last"
    assert "last" not in GAMES["junior"].levels
    with pytest.raises(reihum.BadOption):
        check_level(GAMES["classic"], "py:os:system")
    state = reihum.game("classic", seats=3).deal(seed="thinking")
    asked = make_question(state, b"secret", [], state.to_act[0], "last")
    processes = BotProcesses(1)
    try:
        assert await processes.choose(asked) == str(state.legal(state.to_act[0])[-1])
    finally:
        processes.close()


@awaited
async def test_processes_think_the_same_as_the_loop() -> None:
    """The answer does not depend on where it is thought."""
    processes = BotProcesses(1)
    try:
        expected = await InlineBotRunner().choose(question())
        assert await processes.choose(question()) == expected
        assert await processes.call(question()) is None
    finally:
        processes.close()


def long(*_: object) -> None:
    """Thoughts that never end."""
    signal.pause()


@awaited
async def test_no_bot_waits_for_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many hints and judgements are asked for, moves and calls come at once; hints beyond a number are
    refused."""
    monkeypatch.setattr(bot_runner, "advise_move", long)
    monkeypatch.setattr(bot_runner, "judge_decision", long)
    processes = BotProcesses()
    game = reihum.game("classic", seats=3)
    decision = Decision(number=1, move="pass", shown=(), view=question().view)
    try:
        asked: list[Awaitable[object]] = [processes.judge(game, 0, decision, "expert") for _ in range(20)]
        others = [question(share=WorkShare(f"192.0.2.{number}")) for number in range(MAX_HINTS - MAX_ADDRESS_HINTS)]
        asked += [processes.advise(one) for one in [*[question()] * MAX_ADDRESS_HINTS, *others]]
        under_way = [asyncio.ensure_future(one) for one in asked]
        await asyncio.sleep(0)
        assert await processes.choose(question()) == await InlineBotRunner().choose(question())
        assert await processes.call(question()) is None
        for address in ("", "192.0.2.99"):
            with pytest.raises(Busy):
                await processes.advise(question(share=WorkShare(address)))
        assert not any(one.done() for one in under_way)
    finally:
        processes.close()
    assert {type(error) for error in await asyncio.gather(*under_way, return_exceptions=True)} == {PoolClosed}


def test_processes_end_with_their_host() -> None:
    """Even if it is killed: nobody is left who thinks for nobody, and holds what the host has held."""
    code = f"import asyncio, {__name__} as own; asyncio.run(own.think_and_wait())"
    folders = os.pathsep.join(sys.path)
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": folders}
    ) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == "thought\n"
        host.kill()
        host.communicate(timeout=30)  # the output ends when the last process that holds it has ended


async def think_and_wait() -> None:
    """A host that waits to be killed."""
    await BotProcesses(2).choose(question())
    print("thought", flush=True)
    await asyncio.Event().wait()


def test_the_host_does_not_load_what_only_thinking_needs() -> None:
    """A compiler would cost a server seconds at every start, and much memory."""
    code = "import sys, reihum.host, reihum.server.server; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603


def test_a_bot_is_new_for_each_question_but_its_dice_are_not_the_same() -> None:
    """The same question has the same answer; after another event the dice fall again."""
    asked = question(level="random")
    assert choose_move(asked) == choose_move(asked)
    state = reihum.game("any-start", seats=2).deal(seed="dice")
    seat = state.to_act[0]
    wide = question(game="any-start", seats=2, level="random", seat=seat, view=state.view(seat))
    assert len({choose_move(replace(wide, shown=((),) * events)) for events in range(20)}) > 1


def test_every_kind_of_bot_is_warmed_up() -> None:
    """Every game whose expert is a bot of its own shares it with a game that is warmed up."""
    warmed = {(GAMES[name].bots.levels["expert"], GAMES[name].state) for name in find_kinds()}
    experts = [facts for facts in GAMES.values() if "expert" in facts.bots.levels]
    assert experts
    assert {(facts.bots.levels["expert"], facts.state) for facts in experts} == warmed


@awaited
async def test_warming_up_uses_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes of players and the coach are asked about every kind of bot, the coach first: it compiles. Before
    that another process is there for questions that come meanwhile."""
    asked: list[tuple[object, tuple[object, ...]]] = []

    async def run(pool: WorkerPool, *work: object, **__: WorkShare) -> None:
        asked.append((pool, work))

    monkeypatch.setattr(WorkerPool, "run", run)
    runner, kinds = BotProcesses(2), find_kinds()
    await runner.warm_up()
    expected = [(try_bots, name) for name in [*kinds, *(name for name in kinds for _ in range(2))]]
    assert [work for _, work in asked] == [(run_uncompiled, try_bots, kinds[0]), *expected]
    assert len({id(pool) for pool, _ in asked[1 : 1 + len(kinds)]}) == 1
    runner.close()


def compile_for_ever(*_: object) -> None:
    """A compiler that does not get ready."""
    signal.pause()


@awaited
async def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question while the bots are prepared is answered by a bot that needs nothing compiled; a hint names it."""
    monkeypatch.setattr(bot_runner, "find_kinds", lambda: ["classic", "master"])
    processes, run = BotProcesses(1), WorkerPool.run

    async def compile_long(pool: WorkerPool, work: object, *args: object, **given: WorkShare) -> object:
        assert work in (try_bots, run_uncompiled)
        return await run(pool, compile_for_ever if work is try_bots else work, *args, **given)

    monkeypatch.setattr(WorkerPool, "run", compile_long)
    preparing = asyncio.create_task(processes.warm_up())
    await asyncio.sleep(0)
    try:
        assert await processes.choose(question(level="solid")) == choose_move(question(level="solid"))
        assert await processes.call(question()) is None
        hinted = await processes.advise(question(level="expert"))
        assert hinted.level == ("trained" if find_spec("numpy") else "solid")
        assert not preparing.done()
    finally:
        processes.close()
    with pytest.raises(PoolClosed):
        await preparing


@awaited
async def test_a_bot_from_elsewhere_may_use_the_compiler_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not asked in a process without one: it would fail there, and a random bot would play for it."""
    asked: list[object] = []

    async def run(_pool: WorkerPool, work: object, *_: object, **__: WorkShare) -> None:
        asked.append(work)
        await asyncio.sleep(0)

    monkeypatch.setattr(WorkerPool, "run", run)
    processes = BotProcesses(1)
    preparing = asyncio.create_task(processes.warm_up())
    await asyncio.sleep(0)
    asked.clear()
    await processes.choose(question(level="py:own.py:Own"))
    assert choose_move in asked
    await preparing
    processes.close()


@awaited
async def test_prepared_bots_answer_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the preparation the processes that answered meanwhile have ended, and experts advise."""
    monkeypatch.setattr(bot_runner, "find_kinds", lambda: ["mogeln"])
    processes = BotProcesses(1)
    try:
        await processes.warm_up()
        asked: list[object] = []
        run = WorkerPool.run

        async def note(pool: WorkerPool, *work: object, **given: WorkShare) -> object:
            asked.append(work[0])
            return await run(pool, *work, **given)  # type: ignore[arg-type]

        monkeypatch.setattr(WorkerPool, "run", note)
        await processes.choose(question())
        await processes.advise(question())
        assert asked == [choose_move, advise_move]
        with pytest.raises(PoolClosed):
            await processes._early.run(choose_move, question())
    finally:
        processes.close()


@pytest.mark.parametrize("name", find_kinds())
def test_warming_up_goes_on_until_a_bot_has_a_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced move needs no search, so it prepares nothing."""
    choices: dict[str, list[int]] = {}

    def watch(state: State, bots: Sequence[Bot]) -> Iterator[MoveMade]:
        for made in play_round(state, bots):
            choices.setdefault(bots[0].name, []).append(len(state.legal(made[0] or 0)))
            state = made[2]
            yield made

    monkeypatch.setattr(bot_runner, "WARM_LEVELS", ("random", "sensible", "trained"))
    monkeypatch.setattr(bot_runner, "play_round", watch)
    try_bots(name)
    assert [*choices] == [level for level in ("random", "sensible", "trained") if level in GAMES[name].levels]
    assert all(offered[-1] > 1 for offered in choices.values())


def test_levels_with_kernels_of_their_own_are_warmed_up() -> None:
    """Whatever is behind a level of a game that searches, except ``master``, which searches as the expert does."""
    for name in ("classic", "master"):
        assert {*GAMES[name].bots.levels} - {"beginner", "master"} == {*bot_runner.WARM_LEVELS}
