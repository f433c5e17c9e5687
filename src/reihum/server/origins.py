"""The addresses at which people open the page: requests from pages of anybody else are refused."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from reihum.server.config import Config, is_loopback

LOCAL = ("localhost", "127.0.0.1", "[::1]")


Server: TypeAlias = tuple[str, int | None] | None
"""The address and port of this machine at which a request has arrived."""


class Origins:
    """The origins that are ours, compared exactly, and the hosts they name. ``wherever``: also every address at which a
    request arrives, since a machine gets new ones while it runs. An address is no name that could lead elsewhere."""

    def __init__(self, origins: tuple[str, ...], *, wherever: bool = False) -> None:
        self.all = origins
        self._wherever = wherever
        self._origins = frozenset(origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in origins)

    def allows(self, origin: str | None, server: Server = None) -> bool:
        """Whether a page of this origin may write here. Browsers always say where a page is from; who says nothing is
        no browser, and carries nobody's cookies but its own."""
        return origin is None or origin in self._origins or origin in self._arrived("http://", server)

    def hosts(self, host: str | None, server: Server = None) -> bool:
        """Whether this is the name of ours under which the request has come: a stranger's name that leads here would
        make a stranger's page one of ours."""
        return host is not None and (host.lower() in self._hosts or host.lower() in self._arrived("", server))

    def _arrived(self, scheme: str, server: Server) -> tuple[str, ...]:
        return (scheme + _written(*server),) if self._wherever and server and _is_address(server[0]) else ()


def origins(config: Config, port: int) -> Origins:
    """The origins in the settings, or else everything this machine is called where it listens."""
    if config.origin:
        return Origins(config.origin)
    return Origins(tuple(f"http://{_written(name, port)}" for name in _names(config)), wherever=True)


def _written(name: str, port: int | None) -> str:
    """A name or an address as it stands in links: IPv6 in brackets, without the usual port."""
    host = f"[{name}]" if ":" in name and not name.startswith("[") else name
    return host if port in (80, None) else f"{host}:{port}"


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _names(config: Config) -> Iterable[str]:
    if not config.lan:
        return LOCAL
    own = socket.gethostname().lower().removesuffix(".local")
    return dict.fromkeys([*LOCAL, own, f"{own}.local", *lan_addresses(config.host)])


def lan_addresses(host: str = "") -> list[str]:
    """The addresses of this machine in its network: the one that leads outside first. Nothing is sent to find out."""
    if host and host not in ("0.0.0.0", "::"):  # noqa: S104 – compared, not bound
        return [host if ":" not in host else f"[{host}]"]
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for examples: the system only looks up the way there
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not is_loopback(address)]
