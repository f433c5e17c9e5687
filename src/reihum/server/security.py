"""The checks that every request passes first (host, origin, rate), and the headers that every response carries."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reihum.api.errors import Forbidden, TooManyConnections, TooManyRequests, make_error_response
from reihum.errors import ReihumError
from reihum.host.clock import Clock
from reihum.server.adapters import make_http_response, read_language
from reihum.server.addresses import read_client_address
from reihum.server.origins import Origins, is_address
from reihum.server.transport import CROWDED
from reihum.texts import Texts

_log = logging.getLogger("reihum.server")

GetWaitSeconds: TypeAlias = Callable[[HTTPConnection], Awaitable[float]]
READING_METHODS = ("GET", "HEAD", "OPTIONS")
MONITORING_PATHS = ("/health", "/ready")
"""Monitoring may ask for these by any name of this machine: they tell nothing about anybody."""

METRICS_PATH = "/metrics"
"""Monitoring may ask for this by any address. A name could lead here from a stranger's page."""

POLICY = "content-security-policy"
SECURITY_HEADERS = {
    POLICY: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
REFUSAL_SECONDS = 0.5
"""A client that asks too much gets its refusal after this time. So it cannot keep the server busy with refusals: it has
only a limited number of connections."""

TOO_MANY_REQUESTS = 429
HTTPS_HEADERS = {"strict-transport-security": "max-age=31536000"}


class SecurityMiddleware:
    """Checks requests before the application sees them. ``get_wait_seconds`` tells how long a client must wait."""

    def __init__(
        self,
        app: ASGIApp,
        origins: Origins,
        get_wait_seconds: GetWaitSeconds,
        clock: Clock,
        root_path: str = "",
        *,
        log_addresses: bool = False,
    ) -> None:
        self.app = app
        self._log_addresses = log_addresses
        self._clock = clock
        self._origins = origins
        self._root_path = root_path
        self._get_wait_seconds = get_wait_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        path = self._set_root_path(scope)
        error = self._check_origin(scope, path) or await self._check_rate(scope)
        send = _add_headers(send, scope)
        if CROWDED in scope.get("state", {}):
            error = TooManyConnections("crowded")
        if error is not None and self._log_addresses:
            _log_refusal(read_client_address(scope), error.code)
        if isinstance(error, TooManyConnections):
            response = await _refuse(error, scope)
            response.headers["connection"] = "close"
            await response(scope, receive, send)
        elif error is None:
            await self.app(scope, receive, self._delay_refusals(send))
        else:
            await (await _refuse(error, scope))(scope, receive, self._delay_refusals(send))

    def _delay_refusals(self, send: Send) -> Send:
        async def send_later(message: Message) -> None:
            if message.get("status") == TOO_MANY_REQUESTS:
                await self._clock.sleep(REFUSAL_SECONDS)
            await send(message)

        return send_later

    def _set_root_path(self, scope: Scope) -> str:
        """Put the root path into the scope, whether or not the proxy has removed it; returns the path below it."""
        root, path = self._root_path, str(scope["path"])
        scope["root_path"] = root
        if root and path != root and not path.startswith(f"{root}/"):
            scope["path"] = root + path
        return str(scope["path"]).removeprefix(root)

    def _check_origin(self, scope: Scope, path: str) -> ReihumError | None:
        headers, here = Headers(scope=scope), scope.get("server")
        host = headers.get("host", "–")
        by_address = path == METRICS_PATH and is_address(re.sub(r":\d+$", "", host).strip("[]"))
        if path not in MONITORING_PATHS and not by_address and not self._origins.allows_host(host, here):
            return Forbidden("wrong-host", got=host[:80])
        writes = scope["type"] == "websocket" or scope["method"] not in READING_METHODS
        if writes and not self._origins.allows(headers.get("origin"), here):
            return Forbidden("wrong-origin", got=headers["origin"][:80])
        return None

    async def _check_rate(self, scope: Scope) -> ReihumError | None:
        try:
            wait_seconds = await self._get_wait_seconds(HTTPConnection(scope))
        except ReihumError as error:  # the address is banned, or the store cannot tell who is known
            return error
        return TooManyRequests(wait_seconds) if wait_seconds else None


def _log_refusal(address: str, code: str) -> None:
    """Log an address; the text has it, too, so that each address is a line of its own for the filter of repetitions."""
    _log.info(f"{address} was refused: {code}", extra={"address": address})


async def _refuse(error: ReihumError, scope: Scope) -> Response:
    connection = HTTPConnection(scope)
    if "text/html" in connection.headers.get("accept", ""):  # a person reads it, not a program
        language = read_language(connection)
        told, text = make_error_response(error, language), Texts(language).message(error.message)
        return PlainTextResponse(text, told.status, dict(told.headers))
    return await make_http_response(make_error_response(error, read_language(connection)), connection)


def _add_headers(send: Send, scope: Scope) -> Send:
    """Add the security headers to every response."""
    fixed = SECURITY_HEADERS | (HTTPS_HEADERS if scope["scheme"] in ("https", "wss") else {})

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in fixed.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
