"""The addresses at which people open the page: requests from pages of anybody else are refused."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from reihum.server.config import Config, is_loopback

LOCAL = ("localhost", "127.0.0.1", "[::1]")


class Origins:
    """The origins that are ours, compared exactly, and the hosts they name."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self.all = origins
        self._origins = frozenset(origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in origins)

    def allows(self, origin: str | None) -> bool:
        """Whether a page of this origin may write here. Browsers always say where a page is from; who says nothing is
        no browser, and carries nobody's cookies but its own."""
        return origin is None or origin in self._origins

    def hosts(self, host: str | None) -> bool:
        """Whether this is the name of ours under which the request has come: a stranger's name that leads here would
        make a stranger's page one of ours."""
        return host is not None and host.lower() in self._hosts


def origins(config: Config, port: int) -> Origins:
    """The origins in the settings, or else everything this machine is called where it listens."""
    if config.origin:
        return Origins(config.origin)
    return Origins(tuple(f"http://{name}" if port == 80 else f"http://{name}:{port}" for name in _names(config)))


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
