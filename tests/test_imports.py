"""What an import loads: the package stays light, and a client knows neither the server nor the bots."""

from __future__ import annotations

import subprocess
import sys

import pytest

import reihum

LOADED = "import sys; before = {*sys.modules}; import %s; %s; print(*({*sys.modules} - before))"

PLAY = (
    "games = [reihum.game(id, 3 if 3 in facts.seats else 2) for id, facts in reihum.GAMES.items()];"
    "state = games[0].deal('any'); seat = state.to_act[0];"
    "state.play(seat, state.legal(seat)[0]).view(seat)"
)
"""The package loads what it needs only when it is used."""


def loaded(module: str, use: str = "") -> set[str]:
    """The modules that an import, and what then uses it, brings into a fresh interpreter."""
    command = [sys.executable, "-c", LOADED % (module, use or "0")]
    found = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return {*found.stdout.split()}


def test_the_package_needs_msgspec_alone() -> None:
    """Who plays loads the engine, the games, msgspec with what that loads, and Python's own modules."""
    found = loaded("reihum", PLAY)
    assert "reihum.games.registry" in found
    others = {name.partition(".")[0] for name in found - loaded("msgspec")}
    assert others - {*sys.stdlib_module_names} == {"reihum"}


@pytest.mark.parametrize(
    "module", ["reihum.client", "reihum.protocol", "reihum.protocol.schema", "reihum.tables.table"]
)
def test_clients_and_messages_know_neither_the_host_nor_the_bots(module: str) -> None:
    """A program that plays at a table on a server does not load what the server is made of."""
    layers = {".".join(name.split(".")[:2]) for name in loaded(module) if name.startswith("reihum.")}
    forbidden = {
        f"reihum.{layer}" for layer in ("host", "bots", "server", "store", "simulator", "arena", "cli", "envs")
    }
    assert layers.isdisjoint(forbidden)


def test_the_api_needs_no_server_and_starts_no_processes() -> None:
    """What answers requests loads msgspec and Python's own modules; a browser has no sockets, processes or SQLite."""
    found = loaded("reihum.api")
    others = {name.partition(".")[0] for name in found - loaded("msgspec")}
    assert others - {*sys.stdlib_module_names} == {"reihum"}
    assert found.isdisjoint({"multiprocessing", "sqlite3", "reihum.server", "reihum.store.sqlite"})


def test_every_public_name_of_the_package_can_be_loaded() -> None:
    """The names that the package lists are those that it loads late; others are refused as usual."""
    assert {*reihum.__all__} == {*reihum._MODULE_OF, "__version__"}
    assert all(getattr(reihum, name) is not None for name in reihum.__all__)
    assert {*reihum.__all__} <= {*dir(reihum)}
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = reihum.chess


def test_the_command_loads_neither_the_protocol_nor_the_bots() -> None:
    """So ``reihum --help`` starts quickly; a command loads what it needs when it runs."""
    layers = {".".join(name.split(".")[:2]) for name in loaded("reihum.cli") if name.startswith("reihum.")}
    assert layers.isdisjoint({"reihum.protocol", "reihum.bots", "reihum.arena"})


def test_the_package_alone_loads_nothing() -> None:
    """Only what is used is loaded, so that programs start quickly."""
    assert {name for name in loaded("reihum") if name.startswith("reihum.")} == set()


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("reihum.envs.aec", "gymnasium", "envs"),
        ("reihum.envs.openspiel", "pyspiel", "envs"),
        ("reihum.envs.single_player", "gymnasium", "envs"),
        ("reihum.envs.vector", "numpy", "envs"),
        ("reihum.client", "websockets", "server"),
    ],
)
def test_a_missing_library_says_which_extra_brings_it(module: str, library: str, extra: str) -> None:
    """The error is an ImportError as usual, with the command that helps."""
    script = (
        f"import sys; sys.modules[{library!r}] = None\ntry: import {module}\nexcept ImportError as error: print(error)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert found.stdout.startswith(f"This needs {library}")
    assert f'pip install "reihum[{extra}]"' in found.stdout
