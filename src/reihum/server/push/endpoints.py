"""The addresses to which notices go. Browsers name them, so they may be anything; we ask public https servers only."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from reihum.errors import ReihumError

HTTPS_PORT = 443
TOO_MANY_REQUESTS = 429
MAX_ENDPOINT_LENGTH = 1000
REQUEST_SECONDS = 15.0
"""After this time a request is given up, whatever the other side does."""


class BadEndpoint(ReihumError):
    """A notice cannot be sent to this address."""


class EndpointRules(Struct, frozen=True):
    """Which endpoints are asked. ``loopback`` is for tests alone: http on this machine, at any port."""

    loopback: bool = False

    def check(self, endpoint: str) -> SplitResult:
        """The parts of an endpoint. Raises ``BadEndpoint`` for anything but https at the usual port."""
        try:
            parts = urlsplit(endpoint)
            usual = parts.scheme == "https" and parts.port in (None, HTTPS_PORT)
        except ValueError:
            raise BadEndpoint("push-endpoint") from None
        local = self.loopback and parts.scheme == "http"
        plain = parts.hostname and not parts.username and not parts.fragment and endpoint.isascii()
        if not plain or not (usual or local) or len(endpoint) > MAX_ENDPOINT_LENGTH:
            raise BadEndpoint("push-endpoint")
        return parts

    def find_address(self, host: str, port: int) -> str:
        """The address to connect to. A name that leads into a private network, even in part, is not asked."""
        try:
            found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except OSError:
            raise BadEndpoint("push-endpoint") from None
        if not found or not all(self._allows(address) for address in found):
            raise BadEndpoint("push-endpoint")
        return found[0]

    def _allows(self, address: str) -> bool:
        there = ip_address(address.partition("%")[0])
        mapped = getattr(there, "ipv4_mapped", None) or there
        return mapped.is_loopback if self.loopback else mapped.is_global and not mapped.is_multicast


class PushResponse(Struct, frozen=True):
    """What a push service answers: a status, and what it says about another try (the header Retry-After)."""

    status: int
    retry_after: str = ""

    @property
    def is_temporary(self) -> bool:
        """Whether another try may help."""
        return self.status == TOO_MANY_REQUESTS or self.status >= 500

    def get_retry_seconds(self, now_ms: int) -> float:
        """For how many seconds the push service wants to be left alone; 0 if it does not say."""
        if self.retry_after.isdecimal():
            return float(self.retry_after)
        try:
            return max(0.0, parsedate_to_datetime(self.retry_after).timestamp() - now_ms / 1000)
        except ValueError:
            return 0.0


def post(rules: EndpointRules, endpoint: str, headers: Mapping[str, str], body: bytes) -> PushResponse:
    """Send a request and return the response; redirects are not followed. It blocks: call it from a thread. Raises
    ``BadEndpoint`` or ``OSError``."""
    parts = rules.check(endpoint)
    secure = parts.scheme == "https"
    host, port = str(parts.hostname), parts.port or HTTPS_PORT
    channel = socket.create_connection((rules.find_address(host, port), port), REQUEST_SECONDS)
    if secure:
        channel = ssl.create_default_context().wrap_socket(channel, server_hostname=host, do_handshake_on_connect=False)
    hurry = threading.Timer(REQUEST_SECONDS, _cut, (channel,))
    hurry.start()
    try:
        if isinstance(channel, ssl.SSLSocket):
            channel.do_handshake()
        connection = HTTPConnection(host, port, timeout=REQUEST_SECONDS)
        connection.sock = channel
        connection.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, dict(headers))
        response = connection.getresponse()
        return PushResponse(response.status, response.getheader("Retry-After", ""))
    except HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        hurry.cancel()
        channel.close()


def _cut(channel: socket.socket) -> None:
    with suppress(OSError):
        channel.shutdown(socket.SHUT_RDWR)
