"""Who somebody is: 128 random bits in a cookie that scripts cannot read, kept here as a hash only."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

NAME = "reihum"
SECRET = re.compile(r"[0-9a-f]{32}")
"""128 bits in hexadecimal."""
YEAR = 365 * 24 * 3600


def cookie_name(*, secure: bool, root_path: str) -> str:
    """The cookie's name. Browsers hold names with these prefixes to what they promise.

    >>> cookie_name(secure=True, root_path=""), cookie_name(secure=True, root_path="/cards")
    ('__Host-reihum', '__Secure-reihum')
    """
    if not secure:
        return NAME
    return f"__Secure-{NAME}" if root_path else f"__Host-{NAME}"


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret that came with a request, if it looks like one."""
    found = connection.cookies.get(_name(connection), "")
    return found if SECRET.fullmatch(found) else None


def give(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Let a browser keep a secret."""
    response.set_cookie(
        _name(connection),
        secret,
        max_age=YEAR,
        path=_root(connection) or "/",
        secure=_secure(connection),
        httponly=True,
        samesite="lax",
    )


def take_back(response: Response, connection: HTTPConnection) -> None:
    """Let a browser forget its secret."""
    response.delete_cookie(
        _name(connection), _root(connection) or "/", secure=_secure(connection), httponly=True, samesite="lax"
    )


def _name(connection: HTTPConnection) -> str:
    return cookie_name(secure=_secure(connection), root_path=_root(connection))


def _root(connection: HTTPConnection) -> str:
    return str(connection.scope.get("root_path", ""))


def _secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
