"""The benchmarks of a server, under load and idle, work; only a machine that does nothing else tells how fast it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.idle import find_figures
from benchmarks.load import figures
from benchmarks.move import find_figures as find_move_figures
from postgres import Server


@pytest.mark.full
def test_a_small_load_is_carried_by_both_servers() -> None:
    """Every move that is due is made and acknowledged, and what it costs is measured."""
    for found in figures(tables=5, rate=20, seconds=1.5):
        assert found.made == 30
        assert found.moves > 0
        assert found.fastest > 0
        assert 0 < found.p50 <= found.p99
        assert found.work >= 0
        assert found.fastest_work >= 0
        assert found.memory > 10


@pytest.mark.full
def test_idle_connections_are_measured() -> None:
    """The memory of a connection, and the moves that are made among them."""
    found = find_figures(tables=5, rate=20, seconds=1.5)
    assert found.connections == 20
    assert found.connection_kb > 0
    assert found.made == 30
    assert found.moves > 0
    assert 0 < found.p50_ms <= found.p99_ms


@pytest.mark.full
def test_a_move_is_measured_without_sockets() -> None:
    """Every move is answered, and the tables end with their connections."""
    found = find_move_figures(tables=2, moves=100)
    assert 0 < found.process[0] <= found.process[1]
    assert 0 < found.loop[0] <= found.loop[1]


def run_benchmark(*words: str) -> str:
    """Run a benchmark as a command; gives what it prints."""
    folder = Path(__file__).parent.parent.parent
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.full
def test_a_growing_store_is_measured() -> None:
    """Every row has its figure, and the memory is shown while matches are played."""
    printed = run_benchmark("benchmarks.growth", "--tables", "30", "--matches", "4")
    assert "30 tables" in printed
    assert printed.count(" ms\n") == 10
    assert "after 4 matches: " in printed


@pytest.mark.full
def test_attacks_on_others_are_measured() -> None:
    """Each attack goes on to the end, and has its ratio."""
    printed = run_benchmark("benchmarks.starvation", "--short")
    rows = [line.strip("│").split("│") for line in printed.splitlines() if line.startswith("│")]
    assert [float(row[-1]) > 0 for row in rows if row[-1].strip()] == [True] * 3


@pytest.mark.full
def test_several_processes_are_measured(postgres: Server) -> None:
    """One process, and two between which the people of a table are spread."""
    printed = run_benchmark("benchmarks.processes", postgres.database(), "--short")
    rows = [line.strip("│").split("│") for line in printed.splitlines() if line.startswith("│")]
    assert [(int(row[0]), row[1].strip(), float(row[4].replace(",", "")) > 0) for row in rows] == [
        (1, "together", True),
        (2, "spread", True),
    ]


@pytest.mark.full
def test_outages_of_the_database_are_measured(postgres: Server) -> None:
    """The database is killed and hangs; the command fails if the service is not back soon, or if the log has more than
    two lines."""
    assert postgres.data  # there is PostgreSQL on this machine; the benchmark has one of its own
    printed = run_benchmark("benchmarks.outages", "--short")
    assert [line.split(" for ")[0] for line in printed.splitlines()[:2]] == ["killed", "hangs"]
