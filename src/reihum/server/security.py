"""What every request passes before anything else: where it comes from, how often, and what its answer must carry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address, ip_network
from typing import TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reihum.errors import ReihumError
from reihum.server.errors import NotHere, TooMany, refuse
from reihum.server.limits import subject
from reihum.server.origins import Origins

WaitOf: TypeAlias = Callable[[HTTPConnection], Awaitable[float]]
READING = ("GET", "HEAD", "OPTIONS")
MACHINES = ("/health", "/ready", "/metrics")
"""What machines ask for by any name of this one: it tells nothing about anybody."""

SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}


class Networks:
    """Some addresses, given one by one or as networks."""

    def __init__(self, written: Iterable[str]) -> None:
        self._networks = [ip_network(text) for text in written]

    def __contains__(self, address: object) -> bool:
        try:
            found = ip_address(str(address))
        except ValueError:
            return False
        return any(found in network for network in self._networks)


class Guard:
    """Stands before the application. ``wait_of`` tells how long whoever asks must wait."""

    def __init__(self, app: ASGIApp, origins: Origins, wait_of: WaitOf, root_path: str = "") -> None:
        self.app = app
        self._origins = origins
        self._root_path = root_path
        self._wait_of = wait_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        path = self._placed(scope)
        fault = self._stranger(scope, path) or await self._too_many(scope)
        send = _secured(send, scope)
        if fault is None:
            await self.app(scope, receive, send)
        else:
            await refuse(fault, HTTPConnection(scope))(scope, receive, send)

    def _placed(self, scope: Scope) -> str:
        """Tell the application where it stands, whether or not the proxy has taken the path away; gives the rest."""
        root, path = self._root_path, str(scope["path"])
        scope["root_path"] = root
        if root and path != root and not path.startswith(f"{root}/"):
            scope["path"] = root + path
        return str(scope["path"]).removeprefix(root)

    def _stranger(self, scope: Scope, path: str) -> ReihumError | None:
        headers, here = Headers(scope=scope), scope.get("server")
        if path not in MACHINES and not self._origins.hosts(headers.get("host"), here):
            return NotHere("wrong-host", expected=", ".join(self._origins.all), got=headers.get("host", "–")[:80])
        writes = scope["type"] == "websocket" or scope["method"] not in READING
        if writes and not self._origins.allows(headers.get("origin"), here):
            return NotHere("wrong-origin", expected=", ".join(self._origins.all), got=headers["origin"][:80])
        return None

    async def _too_many(self, scope: Scope) -> ReihumError | None:
        try:
            wait = await self._wait_of(HTTPConnection(scope))
        except ReihumError as error:  # who is known cannot be found out now
            return error
        return TooMany(wait) if wait else None


def address(scope: Scope) -> str:
    """Who asks, as far as limits are concerned."""
    client = scope.get("client")
    return subject(client[0] if client else "")


def _secured(send: Send, scope: Scope) -> Send:
    """Every answer carries the headers that keep a page to itself."""
    fixed = SECURITY | (HTTPS_ONLY if scope["scheme"] in ("https", "wss") else {})

    async def secured(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in fixed.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return secured
