"""The board for Grafana asks for metrics that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from reihum.server.metrics import Metrics

BOARD: dict[str, Any] = json.loads((Path(__file__).parent.parent.parent / "deploy" / "grafana.json").read_text())
SUFFIXES = ("", "_total", "_bucket", "_sum", "_count")
WHAT_MATTERS = {
    "reihum_moves",
    "reihum_command_seconds",
    "reihum_append_seconds",
    "reihum_bot_queue",
    "reihum_refused",
    "reihum_connections",
    "reihum_tables",
    "reihum_disk_free_bytes",
    "reihum_store_outages",
    "reihum_backup_timestamp_seconds",
}


def find_unknown(board: dict[str, Any]) -> set[str]:
    """The metrics that a board names and a server does not have."""
    known = {metric.name + suffix for metric in Metrics().registry.collect() for suffix in SUFFIXES}
    text = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    return {name for name in re.findall(r"\b(?:reihum|process|python)_\w+", text) if name not in known}


def test_every_metric_of_the_board_exists() -> None:
    """A renamed metric would leave an empty panel."""
    assert find_unknown(BOARD) == set()


def test_a_planted_fault_is_found() -> None:
    """A metric that no server has is found."""
    board = {"panels": [{"targets": [{"expr": "rate(reihum_movs_total[1m]) + reihum_tables"}]}]}
    assert find_unknown(board) == {"reihum_movs_total"}


def test_what_matters_is_on_the_board() -> None:
    """Moves, latencies, queues, refusals, connections, tables, disk, outages and backups all have a panel."""
    text = json.dumps(BOARD)
    assert {name for name in WHAT_MATTERS if name not in text} == set()


def test_panels_do_not_overlap() -> None:
    """Every panel has an id and a place of its own."""
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in BOARD["panels"]]
    assert len({*places}) == len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
