"""Links to tables: ``https://cards.example/t/t-abc#key``. The part after # is the invitation; only the request to join
sends it."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from reihum.client.errors import BadAddress


class Address(Struct, frozen=True):
    """The address of a server, and of a table there with its key, if one is named."""

    base: str
    table: str = ""
    key: str = ""

    @property
    def socket(self) -> str:
        """The address of the table's WebSocket."""
        return f"{self.base.replace('http', 'ws', 1)}/ws/tables/{self.table}"

    @property
    def link(self) -> str:
        """The link to the table, for people."""
        return f"{self.base}/t/{self.table}" + (f"#{self.key}" if self.key else "")


def parse_address(text: str) -> Address:
    """The address that a person has typed or pasted.

    >>> parse_address("http://192.168.0.7:8011/t/t-abc#word")
    Address(base='http://192.168.0.7:8011', table='t-abc', key='word')
    >>> parse_address("cards.example/play/")
    Address(base='https://cards.example/play', table='', key='')
    """
    written = text.strip()
    if "://" not in written:
        written = f"{'http' if _at_home(written) else 'https'}://{written}"
    parts = urlsplit(written)
    path, _, table = parts.path.rpartition("/t/") if "/t/" in parts.path else (parts.path, "", "")
    if parts.scheme not in ("http", "https") or not parts.hostname or "/" in table:
        raise BadAddress("client-address", got=text[:200])
    return Address(f"{parts.scheme}://{parts.netloc}{path.rstrip('/')}", table, parts.fragment)


def _at_home(address: str) -> bool:
    """Whether an address without a scheme is of this machine or this home, where there is no https."""
    host = address.partition("/")[0].partition(":")[0]
    return host == "localhost" or host.endswith(".local") or host.replace(".", "").isdigit()
