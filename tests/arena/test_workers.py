"""Who does the work does not matter: here, in processes, or on a Dask cluster."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any
from unittest import mock

import pytest

from reihum.arena import workers
from reihum.arena.contest import contest, deals
from reihum.arena.errors import ArenaError
from reihum.games import game

SETTINGS = contest(game("junior", 2), ["holder", "random"], "s")


@pytest.mark.parametrize("ahead", [1, 5, 100])
def test_results_come_in_the_order_of_the_work(ahead: int) -> None:
    """A result waits for those before it, and only a bounded amount of work is handed out ahead."""
    ready = [threading.Event() for _ in range(20)]

    def work(number: int) -> int:
        """Every second piece is ready only after the one that follows it."""
        assert number % 2 or ready[number + 1].wait(60)
        ready[number].set()
        return number

    with ThreadPoolExecutor(4) as pool, mock.patch.object(pool, "submit", wraps=pool.submit) as submit:
        results = workers._in_order(pool, work, range(20), ahead)
        assert next(results) == 0
        assert submit.call_count == min(ahead + 1, 20)
        assert list(results) == list(range(1, 20))


def test_a_process_that_dies() -> None:
    """It is told in a sentence."""
    with pytest.raises(ArenaError) as told, workers.start_processes(2):
        raise BrokenProcessPool
    assert told.value.code == "arena.worker-died"


def cluster(**how: Any) -> Any:
    """A small cluster on this machine, without its web page, and patient: the machine may be busy."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'reihum[arena]'")
    import dask

    dask.config.set({"distributed.comm.timeouts.connect": "120s"})
    return distributed.LocalCluster(dashboard_address=None, protocol="tcp://", host="127.0.0.1", **how)


@pytest.mark.full
def test_a_cluster_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads of a worker, reached through its sockets, play what one process plays; its version is checked."""
    monkeypatch.setattr(workers, "CLUSTER_SECONDS", 120)
    with (
        cluster(n_workers=1, threads_per_worker=2, processes=False) as here,
        mock.patch.object(workers, "_check_workers", wraps=workers._check_workers) as check,
    ):
        found = list(deals(SETTINGS, range(5), on=here.scheduler_address))
    assert found == list(deals(SETTINGS, range(5)))
    assert check.call_count == 1


def test_a_cluster_with_another_version() -> None:
    """Other versions may play otherwise, so they are refused by name."""
    client = mock.Mock(run=lambda _: {"tcp://10.0.0.1:1": workers.installed_version(), "tcp://10.0.0.2:1": "0.0.1"})
    with pytest.raises(ArenaError, match=r"tcp://10\.0\.0\.2:1.*0\.0\.1") as refused:
        workers._check_workers(client, "tcp://10.0.0.1:8786")
    assert refused.value.code == "arena.workers"


@pytest.mark.parametrize(
    ("run", "code"),
    [
        (mock.Mock(return_value={}), "arena.no-workers"),
        (mock.Mock(side_effect=Exception("No module named 'reihum'")), "arena.workers"),
    ],
)
def test_clusters_that_cannot_play(run: mock.Mock, code: str) -> None:
    """No workers, or workers without this package."""
    with pytest.raises(ArenaError) as refused:
        workers._check_workers(mock.Mock(run=run), "tcp://127.0.0.1:8786")
    assert refused.value.code == code


@pytest.mark.parametrize("nowhere", ["tcp://127.0.0.1:1", "nonsense", "tcp://localhost"])
def test_no_cluster_there(nowhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is named."""
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'reihum[arena]'")
    monkeypatch.setattr(workers, "CLUSTER_SECONDS", 1)
    with pytest.raises(ArenaError) as refused:
        list(deals(SETTINGS, range(1), on=nowhere))
    assert refused.value.code == "arena.no-cluster"
    assert nowhere in str(refused.value)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"reihum\[arena\]"):
        list(deals(SETTINGS, range(1), on="tcp://127.0.0.1:8786"))


@pytest.mark.soak
def test_a_cluster_of_processes_plays_the_same() -> None:
    """Two workers, each a process of its own."""
    with cluster(n_workers=2, threads_per_worker=1, processes=True) as here:
        assert list(deals(SETTINGS, range(20), on=here.scheduler_address)) == list(deals(SETTINGS, range(20)))
