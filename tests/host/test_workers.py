"""What takes long is done in other processes: bounded, cut off at the end, and done again if a process dies."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest

from house import awaited
from reihum.api.errors import TooManyRequests
from reihum.errors import BadRecord, IllegalMove, ReihumError
from reihum.host.capacity import Busy, Capacity
from reihum.host.fair_queue import WorkShare
from reihum.host.workers import PoolClosed, WorkerDied, WorkerPool
from waiting import END_SECONDS, wait_until


def doubled(number: int) -> int:
    """Some work."""
    return 2 * number


def own_process() -> int:
    """Who works."""
    return os.getpid()


def failing() -> None:
    """Work on something that is wrong."""
    raise BadRecord("record-round", expected="1 … 2", got=3)


def mistaken() -> None:
    """Work with a mistake in it."""
    raise ZeroDivisionError("planted")


def deadly() -> None:
    """Work that nobody survives."""
    os.kill(os.getpid(), signal.SIGKILL)


@awaited
async def test_work_is_done_elsewhere() -> None:
    """By one process, which stays; errors come back as they are, with the place of a mistake."""
    with closing(WorkerPool()) as workers:
        first = await workers.run(own_process)
        assert first != os.getpid()
        assert await workers.run(doubled, 21) == 42
        with pytest.raises(BadRecord) as refused:
            await workers.run(failing)
        assert refused.value.message.values == {"expected": "1 … 2", "got": 3}
        with pytest.raises(ZeroDivisionError) as failed:
            await workers.run(mistaken)
        assert "in mistaken" in failed.value.__notes__[0]
        assert await workers.run(own_process) == first


@awaited
async def test_a_process_that_dies_is_replaced() -> None:
    """Its work is done again; if that is what kills, those who come later do not suffer."""
    with closing(WorkerPool()) as workers:
        os.kill(await workers.run(own_process), signal.SIGKILL)
        assert await workers.run(doubled, 3) == 6
        with pytest.raises(WorkerDied):
            await workers.run(deadly)
        assert await workers.run(doubled, 4) == 8


@awaited
async def test_what_is_too_much_is_refused() -> None:
    """Work beyond the capacity is refused at once; cancelled work makes room again."""
    with closing(WorkerPool(max_jobs=2)) as workers:
        under_way = [asyncio.create_task(workers.run(signal.pause)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as refused:
            await workers.run(doubled, 1)
        assert refused.value.code == "busy"
        under_way[1].cancel()  # it waits
        await asyncio.wait(under_way[1:])
        waits = asyncio.create_task(workers.run(doubled, 1))
        await asyncio.sleep(0)
        assert not waits.done()


@pytest.mark.parametrize("address", ["192.0.2.1", ""], ids=["another address", "nobody watches"])
@awaited
async def test_shares_take_turns(address: str) -> None:
    """Somebody who asks for one thing does not wait for everything that another address has asked for before. Tables
    that nobody watches take turns as one address does."""
    with closing(WorkerPool()) as workers:
        done: list[str] = []

        async def work(name: str, share: WorkShare) -> None:
            await workers.run(doubled, 1, share=share)
            done.append(name)

        greedy = [work("greedy", WorkShare(address, f"t-{number}")) for number in range(20)]
        await asyncio.gather(*greedy, work("modest", WorkShare("192.0.2.2", "t-a")))
        assert done.index("modest") <= 2


@awaited
async def test_an_address_leaves_a_process_to_others() -> None:
    """Endless work of one address does not keep somebody else from a process."""
    with closing(WorkerPool(2)) as workers:
        greedy = [asyncio.create_task(workers.run(signal.pause, share=WorkShare("192.0.2.1"))) for _ in range(5)]
        await asyncio.sleep(0)
        assert await workers.run(doubled, 3, share=WorkShare("192.0.2.2")) == 6
    assert {type(error) for error in await asyncio.gather(*greedy, return_exceptions=True)} == {PoolClosed}


@awaited
async def test_a_caller_who_goes_does_not_free_the_process() -> None:
    """Work whose caller has gone still counts for its address until it is done."""
    with closing(WorkerPool(2)) as workers:
        gone = asyncio.create_task(workers.run(signal.pause, share=WorkShare("192.0.2.1")))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        waits = asyncio.create_task(workers.run(doubled, 1, share=WorkShare("192.0.2.1")))
        assert await workers.run(doubled, 3, share=WorkShare("192.0.2.2")) == 6
        assert not waits.done()
    await asyncio.gather(waits, return_exceptions=True)


def test_capacity_for_one_address() -> None:
    """An address does not use up what there is; others still get something."""
    capacity = Capacity(3, for_address=1)
    with capacity.reserve("a"), capacity.reserve("b"):
        assert capacity.used == 2
        with pytest.raises(Busy), capacity.reserve("a"):
            pass
        with capacity.reserve("c"), pytest.raises(Busy), capacity.reserve("d"):
            pass
    assert capacity.used == 0


def test_capacity() -> None:
    """There are as many reservations as the limit, or any number for 0. An error gives the reservation back."""
    capacity = Capacity(1)
    with capacity.reserve(), pytest.raises(Busy), capacity.reserve():
        pass
    with pytest.raises(KeyError), capacity.reserve():
        raise KeyError
    with capacity.reserve():
        pass
    anybody = Capacity(0)
    with anybody.reserve(), anybody.reserve():
        pass


@awaited
async def test_nothing_is_left_of_the_processes_of_a_closed_pool() -> None:
    """A server closes a pool while it goes on: the system must not list dead processes for ever."""
    workers = WorkerPool()
    process = await workers.run(own_process)
    workers.close()
    await wait_until(lambda: not is_listed(process))


def is_listed(process: int) -> bool:
    """Whether the system knows a process, alive or not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_nobody_waits_for_work_at_the_end() -> None:
    """A host that closes while work runs and waits ends without waiting for it, and prints no error."""
    code = f"import asyncio, {__name__} as own; asyncio.run(own.close_at_work())"
    folders = os.pathsep.join(sys.path)
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": folders},
        capture_output=True,
        text=True,
        check=False,
        timeout=END_SECONDS,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{PoolClosed('stopping')}\n", "")


async def close_at_work() -> None:
    """A host that has begun more than it can finish, some of it too long for a pipe."""
    workers = WorkerPool()
    await workers.run(doubled, 1)
    tasks: list[asyncio.Task[Any]] = [asyncio.create_task(workers.run(signal.pause)) for _ in range(5)]
    tasks += [asyncio.create_task(workers.run(bytes.hex, b"0" * 1_000_000)) for _ in range(5)]
    await wait_until(lambda: not workers._free)
    workers.close()
    print(*{str(error) for error in await asyncio.gather(*tasks, return_exceptions=True)}, flush=True)


@pytest.mark.parametrize(
    "error", [ReihumError("a", got=1), BadRecord("b"), IllegalMove("c", "§3", got="R1"), TooManyRequests(2.5)]
)
def test_errors_come_over_whole(error: Any) -> None:
    """From one process to another nothing of them is lost."""
    found = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(found), found.args, vars(found)) == (type(error), error.args, vars(error))
