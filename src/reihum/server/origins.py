"""The addresses at which people open the page. Requests from other pages are refused."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from reihum.server.config import Config, is_loopback

LOCAL = ("localhost", "127.0.0.1", "[::1]")

ServerAddress: TypeAlias = tuple[str, int | None] | None
"""The address and port of this machine at which a request has arrived."""


class Origins:
    """Our origins, compared exactly, and the hosts they name. With ``any_address`` every address at which a request
    arrives is ours too, since a machine gets new ones while it runs. Unlike a name, it cannot lead elsewhere."""

    def __init__(self, origins: tuple[str, ...], *, any_address: bool = False) -> None:
        self.all = origins
        self._any_address = any_address
        self._origins = frozenset(origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in origins)

    def allows(self, origin: str | None, server: ServerAddress = None) -> bool:
        """Whether a page of this origin may write here. Browsers always name the origin; a client that does not is not
        a browser, and carries only its own cookies."""
        return origin is None or origin in self._origins or origin in self._get_arrival("http://", server)

    def allows_host(self, host: str | None, server: ServerAddress = None) -> bool:
        """Whether a request may come under this name. A stranger's name that leads here would make a stranger's page
        one of ours."""
        return host is not None and (host.lower() in self._hosts or host.lower() in self._get_arrival("", server))

    def _get_arrival(self, scheme: str, server: ServerAddress) -> tuple[str, ...]:
        return (scheme + _format_host(*server),) if self._any_address and server and is_address(server[0]) else ()


def find_origins(config: Config, port: int) -> Origins:
    """Find the origins in the settings, or else all names of this machine where it listens."""
    if config.origin:
        return Origins(config.origin)
    return Origins(tuple(f"http://{_format_host(name, port)}" for name in _find_names(config)), any_address=True)


def _format_host(name: str, port: int | None) -> str:
    """Format a name or an address for links: IPv6 in brackets, without the usual port."""
    host = f"[{name}]" if ":" in name and not name.startswith("[") else name
    return host if port in (80, None) else f"{host}:{port}"


def is_address(text: str) -> bool:
    """Whether this is an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _find_names(config: Config) -> Iterable[str]:
    if not config.lan:
        return LOCAL
    hostname = socket.gethostname().lower().removesuffix(".local")
    return dict.fromkeys([*LOCAL, hostname, f"{hostname}.local", *find_lan_addresses(config.host)])


def find_lan_addresses(host: str = "") -> list[str]:
    """Find the addresses of this machine in its network, the one that leads outside first. Nothing is sent for it."""
    if host and host not in ("0.0.0.0", "::"):  # noqa: S104 – compared, not bound
        return [host if ":" not in host else f"[{host}]"]
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for examples: the system only looks up the way there
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not is_loopback(address)]
