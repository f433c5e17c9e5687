"""The inner classes of uvicorn and websockets have what the transport and the server build on.

A new version that changes any of it fails here at once, with the name that has changed.
"""

from __future__ import annotations

import ast
import inspect
from importlib.metadata import version

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from inner_classes import find_attributes, find_changes, find_window
from reihum.server.transport import ClockLoop, HttpProtocol, WebSocketProtocol
from reihum.server.uvicorn_server import UvicornServer

METHODS: dict[type, dict[str, str]] = {
    H11Protocol: {
        "__init__": "self config server_state app_state _loop",
        "connection_made": "self transport",
        "connection_lost": "self exc",
        "data_received": "self data",
        "handle_events": "self",
        "handle_websocket_upgrade": "self event",
        "pause_writing": "self",
        "resume_writing": "self",
        "send_400_response": "self msg",
    },
    WebSocketsSansIOProtocol: {
        "__init__": "self config server_state app_state _loop",
        "connection_lost": "self exc",
        "data_received": "self data",
        "handle_connect": "self event",
        "handle_events": "self",
        "handle_cont": "self event",
        "handle_pong": "self event",
        "run_asgi": "self",
        "send_receive_event_to_app": "self",
        "receive": "self",
        "send": "self message",
    },
    uvicorn.Server: {
        "__init__": "self config",
        "serve": "self sockets",
        "shutdown": "self sockets",
        "capture_signals": "self",
        "handle_exit": "self sig frame",
    },
    ServerProtocol: {
        "send_ping": "self data",
        "send_close": "self code reason",
        "data_to_send": "self",
        "events_received": "self",
    },
}
"""The methods that the transport and the server override or call, with their parameters."""

ATTRIBUTES: dict[type, str] = {
    H11Protocol: "app_state config conn loop transport client cycle timeout_keep_alive_task",
    WebSocketsSansIOProtocol: "config loop transport client conn scope response queue frames curr_msg_data_type"
    " handshake_initiated handshake_complete close_sent close_timer read_paused",
    RequestResponseCycle: "response_complete more_body",
    uvicorn.Server: "config server_state started should_exit",
    ServerState: "connections tasks",
    ServerProtocol: "events state parser current_size",
}
"""The attributes that the transport, the server or their tests use."""

EXTENDED = {HttpProtocol: H11Protocol, WebSocketProtocol: WebSocketsSansIOProtocol, UvicornServer: uvicorn.Server}


@pytest.mark.parametrize("base", [*dict.fromkeys([*METHODS, *ATTRIBUTES])], ids=lambda base: base.__name__)
def test_the_inner_classes_are_as_expected(base: type) -> None:
    """Every method with its parameters, every attribute."""
    assert [*find_changes(base, METHODS.get(base, {}), ATTRIBUTES.get(base, ""))] == []


@pytest.mark.parametrize("ours", EXTENDED, ids=lambda ours: ours.__name__)
def test_the_lists_name_all_that_is_used(ours: type) -> None:
    """Nothing that our classes override or use is missing above."""
    base = EXTENDED[ours]
    tree = ast.parse(inspect.getsource(ours))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    inherited = {*dir(base)} | find_attributes(base, ast.Store)
    listed = {*METHODS[base], *ATTRIBUTES[base].split()}
    assert (used | {*vars(ours)} - {"__module__", "__doc__"}) & inherited - listed == set()


@pytest.mark.parametrize("base", [H11Protocol, WebSocketsSansIOProtocol], ids=lambda base: base.__name__)
def test_the_clock_replaces_all_that_is_used_of_the_loop(base: type) -> None:
    """uvicorn's connections use nothing of the event loop that ``ClockLoop`` does not have."""
    used = {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(base)))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self.loop"
    }
    assert used
    assert used <= find_attributes(ClockLoop, ast.Store)


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_the_installed_version_is_in_the_declared_window(package: str) -> None:
    """``pyproject.toml`` declares a first and a last version; a lock or a mirror may have brought another."""
    window = find_window("server", package)
    assert {found.operator for found in window} == {">=", "<"}
    assert version(package) in window


class Changed:
    """Stands for a class of a new version: a parameter is renamed, a method and an attribute are gone."""

    def __init__(self) -> None:
        self.kept = True

    def data_received(self, chunk: bytes) -> None:
        """As before, but for the parameter."""


def test_a_planted_change_is_found() -> None:
    """Each kind of change is named."""
    methods = {"data_received": "self data", "handle_events": "self"}
    assert [*find_changes(Changed, methods, "kept frames")] == [
        "Changed.data_received takes (self chunk) instead of (self data)",
        "Changed.handle_events is gone",
        "Changed.frames is gone",
    ]
