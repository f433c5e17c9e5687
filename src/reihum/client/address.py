"""Links to tables: ``https://cards.example/t/t-abc#key``. What stands behind # is the invitation, and is sent to nobody
but the server, in the request to join."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from reihum.client.errors import BadAddress


class Address(Struct, frozen=True):
    """Where a server is, and a table there, if one is named, with its key."""

    base: str
    table: str = ""
    key: str = ""

    @property
    def socket(self) -> str:
        """Where the table's WebSocket is."""
        return f"{self.base.replace('http', 'ws', 1)}/ws/tables/{self.table}"


def read(text: str) -> Address:
    """The address somebody has typed or pasted.

    >>> read("http://192.168.0.7:8011/t/t-abc#word")
    Address(base='http://192.168.0.7:8011', table='t-abc', key='word')
    >>> read("cards.example/play/")
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
    """Whether an address without a scheme is one of this machine or this home, where there is no https."""
    host = address.partition("/")[0].partition(":")[0]
    return host == "localhost" or host.endswith(".local") or host.replace(".", "").isdigit()
