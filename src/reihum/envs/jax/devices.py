"""Where a training keeps what: the tables are spread over all devices, and every device has the whole net."""

from __future__ import annotations

from typing import Any

import jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

TABLES = "tables"


def place_tables() -> NamedSharding:
    """The place of everything whose first axis is the tables: each device has as many of them as the others."""
    return NamedSharding(_mesh(), PartitionSpec(TABLES))


def place_nets() -> NamedSharding:
    """The place of what every device needs as a whole."""
    return NamedSharding(_mesh(), PartitionSpec())


def name_devices() -> str:
    """The kind of the devices, and their number if there are several."""
    devices = jax.devices()
    number = f"{len(devices)} × " if len(devices) > 1 else ""
    return f"{number}{devices[0].device_kind}"


def _mesh() -> Mesh:
    devices: Any = jax.devices()
    return Mesh(devices, (TABLES,))
