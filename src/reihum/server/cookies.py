"""Who somebody is: 128 random bits in a cookie that scripts cannot read, kept here as a hash only."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from reihum.host.people import FORGOTTEN_AFTER

NAME = "reihum"
PORTED = re.compile(r"reihum-[0-9]{1,5}")
SECRET = re.compile(r"[0-9a-f]{32}")
"""128 bits in hexadecimal."""
MOST_SECRETS = 4
"""So many cookies of one request are tried."""
MOST_SECONDS = FORGOTTEN_AFTER // 1000
"""So long a browser keeps the cookie after a visit: as long as the server knows whose it is."""


def cookie_name(*, secure: bool, root_path: str, port: int | None = None) -> str:
    """The cookie's name. Browsers hold names with these prefixes to what they promise; without them the port keeps
    servers on one machine apart, since cookies know no ports.

    >>> cookie_name(secure=True, root_path=""), cookie_name(secure=True, root_path="/cards")
    ('__Host-reihum', '__Secure-reihum')
    >>> cookie_name(secure=False, root_path="", port=8011), cookie_name(secure=False, root_path="", port=80)
    ('reihum-8011', 'reihum')
    """
    if not secure:
        return NAME if port in (None, 80) else f"{NAME}-{port}"
    return f"__Secure-{NAME}" if root_path else f"__Host-{NAME}"


def secrets_of(connection: HTTPConnection) -> list[str]:
    """The secrets that came with a request, the own one first. Another port may be one of the same store, and once the
    name had none; what is another server's opens nothing here."""
    names = [_name(connection)]
    if not _secure(connection):
        names += [NAME, *filter(PORTED.fullmatch, connection.cookies)]
    found = [connection.cookies.get(name, "") for name in names]
    return [*dict.fromkeys(filter(SECRET.fullmatch, found))][:MOST_SECRETS]


def give(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Let a browser keep a secret."""
    response.set_cookie(
        _name(connection),
        secret,
        max_age=MOST_SECONDS,
        path=_root(connection) or "/",
        secure=_secure(connection),
        httponly=True,
        samesite="lax",
    )


def visited(connection: HTTPConnection, secret: str) -> None:
    """Note that a visit has been written down: the answer gives the secret again."""
    connection.state.visited = secret


def give_again(response: Response, connection: HTTPConnection) -> None:
    """Let a browser keep for longer what it has, if this is the first answer of a visit."""
    if secret := getattr(connection.state, "visited", ""):
        give(response, connection, secret)


def take_back(response: Response, connection: HTTPConnection) -> None:
    """Let a browser forget its secret."""
    connection.state.visited = ""
    response.delete_cookie(
        _name(connection), _root(connection) or "/", secure=_secure(connection), httponly=True, samesite="lax"
    )


def _name(connection: HTTPConnection) -> str:
    return cookie_name(secure=_secure(connection), root_path=_root(connection), port=connection.url.port)


def _root(connection: HTTPConnection) -> str:
    return str(connection.scope.get("root_path", ""))


def _secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
