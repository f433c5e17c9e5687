"""Bots think in processes of their own, from what their seat knows."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import Any

from msgspec.structs import replace

import reihum
from house import awaited
from reihum.host.thinking import AtOnce, Processes, Question, choice


def question(**changes: Any) -> Question:
    """A bot's turn at the beginning of a classic round."""
    state = reihum.game("classic", seats=3).deal(seed="thinking")
    seat = state.to_act[0]
    asked = Question(
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
async def test_processes_think_the_same_as_the_loop() -> None:
    """The answer does not depend on where it is thought."""
    processes = Processes(1)
    try:
        expected = await AtOnce().choose(question())
        assert await processes.choose(question()) == expected
        assert await processes.call(question()) is None
    finally:
        processes.close()


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
    await Processes(2).choose(question())
    print("thought", flush=True)
    await asyncio.sleep(60)


def test_the_host_does_not_load_what_only_thinking_needs() -> None:
    """A compiler would cost a server seconds at every start, and much memory."""
    code = "import sys, reihum.host, reihum.server.serving; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603


def test_a_bot_is_new_for_each_question_but_its_dice_are_not_the_same() -> None:
    """The same question has the same answer; after another event the dice fall anew."""
    asked = question(level="random")
    assert choice(asked) == choice(asked)
    state = reihum.game("any-start", seats=2).deal(seed="dice")
    seat = state.to_act[0]
    wide = question(game="any-start", seats=2, level="random", seat=seat, view=state.view(seat))
    assert len({choice(replace(wide, shown=((),) * events)) for events in range(20)}) > 1
