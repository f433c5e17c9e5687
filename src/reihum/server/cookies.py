"""The cookie that tells who somebody is: 128 random bits that scripts cannot read; the store keeps only their hash."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from reihum.host.people import FORGET_AFTER_MS

NAME = "reihum"
NAME_WITH_PORT = re.compile(r"reihum-[0-9]{1,5}")
SECRET = re.compile(r"[0-9a-f]{32}")
"""128 bits in hexadecimal."""
MAX_SECRETS = 4
"""How many cookies of one request are tried."""
COOKIE_SECONDS = FORGET_AFTER_MS // 1000
"""A browser keeps the cookie as long after a visit as the server knows whose it is."""


def make_name(*, secure: bool, root_path: str, port: int | None = None) -> str:
    """Make the cookie's name. Browsers enforce what these prefixes promise. Without them the port tells servers on one
    machine apart, since cookies have no ports.

    >>> make_name(secure=True, root_path=""), make_name(secure=True, root_path="/cards")
    ('__Host-reihum', '__Secure-reihum')
    >>> make_name(secure=False, root_path="", port=8011), make_name(secure=False, root_path="", port=80)
    ('reihum-8011', 'reihum')
    """
    if not secure:
        return NAME if port in (None, 80) else f"{NAME}-{port}"
    return f"__Secure-{NAME}" if root_path else f"__Host-{NAME}"


def read_secrets(connection: HTTPConnection) -> list[str]:
    """Read the secrets that came with a request, that of this server's cookie first. A cookie of another port may
    belong to the same store, and an old cookie has no port; the secret of another server opens nothing here."""
    names = [_get_name(connection)]
    if not _is_secure(connection):
        names += [NAME, *filter(NAME_WITH_PORT.fullmatch, connection.cookies)]
    found = [connection.cookies.get(name, "") for name in names]
    return [*dict.fromkeys(filter(SECRET.fullmatch, found))][:MAX_SECRETS]


def set_cookie(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Give a browser its secret."""
    response.set_cookie(
        _get_name(connection),
        secret,
        max_age=COOKIE_SECONDS,
        path=_get_root_path(connection) or "/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def delete_cookie(response: Response, connection: HTTPConnection) -> None:
    """Let a browser forget its secret."""
    response.delete_cookie(
        _get_name(connection),
        _get_root_path(connection) or "/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def _get_name(connection: HTTPConnection) -> str:
    return make_name(secure=_is_secure(connection), root_path=_get_root_path(connection), port=connection.url.port)


def _get_root_path(connection: HTTPConnection) -> str:
    return str(connection.scope.get("root_path", ""))


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")
